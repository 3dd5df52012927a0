//! Lists, pipelines, simple commands and redirections.

use super::cursor::{Pending, Read, Reader, in_name, is_boundary, starts_name};
use super::doubt::{Doubt, DoubtKind};
use super::mismatch::mismatch;
use super::names;
use super::tree::{
    Assignment, Command, Connector, HereDoc, Item, List, Mode, Pipeline, Redirect, Simple, Span,
    Target, Terminator, Word,
};
use super::word::Place;

/// How many words a command has room for at first: few have more.
const WORDS: usize = 8;

impl Reader<'_> {
    /// Reads commands up to what ends a list: the end of the text, `)`, `;;`, or a keyword that
    /// closes something. The caller looks at which it is.
    pub(super) fn list(&mut self) -> Read<List> {
        let mut items = Vec::new();
        self.skip_lines()?;
        while !self.at_list_end() {
            let start = self.at;
            let mut item = self.and_or()?;
            item.span = self.trimmed(start);
            self.skip_blanks()?;
            item.end = self.terminator()?;
            if item.end == Terminator::Ampersand && ends_in_assignment(&item) {
                // zsh has no such form.
                return self.doubt(DoubtKind::Background, start);
            }
            let last = item.end == Terminator::End;
            first_alone(&mut items);
            items.push(item);
            if last {
                break;
            }
            self.skip_lines()?;
        }
        Ok(List { items })
    }

    /// The range from `start` to the last byte before the next one that is no blank.
    fn trimmed(&self, start: usize) -> Span {
        let read = self.text.get(start..self.at).unwrap_or_default();
        let blanks = read.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Span::new(start, self.at - blanks)
    }

    /// Whether a list ends at the next byte.
    fn at_list_end(&self) -> bool {
        matches!(self.peek(), None | Some(b')'))
            || self.looking_at(b";;")
            || self.closing_keyword().is_some()
    }

    /// The keyword at the next byte that closes or divides a compound command.
    pub(super) fn closing_keyword(&self) -> Option<&'static [u8]> {
        self.one_of(&names::CLOSING)
    }

    /// The one of these keywords that stands at the next byte.
    fn one_of(&self, keywords: &[&'static [u8]]) -> Option<&'static [u8]> {
        let rest = self.rest();
        let start = rest.get(..=names::LONGEST).unwrap_or(rest);
        let length = start.iter().position(|byte| is_boundary(Some(*byte)));
        let word = start.get(..length.unwrap_or(start.len())).unwrap_or_default();
        keywords.iter().copied().find(|keyword| *keyword == word)
    }

    /// Reads what ends an item.
    fn terminator(&mut self) -> Read<Terminator> {
        self.skip_comment();
        match self.peek() {
            None | Some(b')') => Ok(Terminator::End),
            Some(b'\n') => {
                self.newline()?;
                Ok(Terminator::Newline)
            }
            Some(b';') => {
                if self.peek_at(1) == Some(b';') {
                    return Ok(Terminator::End);
                }
                self.bump();
                self.after_separator(b";&|")?;
                Ok(Terminator::Semicolon)
            }
            Some(b'&') => {
                if matches!(self.peek_at(1), Some(b'|' | b'!')) {
                    return self.doubt_here(DoubtKind::Background);
                }
                if self.peek_at(1) == Some(b'>') {
                    return self.doubt_here(DoubtKind::RedirectForm);
                }
                self.bump();
                self.after_separator(b";&|")?;
                Ok(Terminator::Ampersand)
            }
            Some(_) => self.doubt_here(DoubtKind::MissingSeparator),
        }
    }

    /// No operator may follow a separator; `;;` after `&` ends an arm of a `case`.
    fn after_separator(&mut self, refused: &[u8]) -> Read<()> {
        self.skip_blanks()?;
        match self.peek() {
            Some(byte) if refused.contains(&byte) && !self.looking_at(b";;") => {
                self.doubt_here(DoubtKind::UnexpectedOperator)
            }
            _ => Ok(()),
        }
    }

    /// Reads pipelines joined by `&&` and `||`.
    fn and_or(&mut self) -> Read<Item> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks()?;
            let connector = if self.eat(b"&&") {
                Connector::And
            } else if self.eat(b"||") {
                Connector::Or
            } else {
                let end = Terminator::End;
                return Ok(Item { first, rest, end, span: Span::default() });
            };
            self.skip_lines()?;
            let pipeline = self.pipeline()?;
            first_alone(&mut rest);
            rest.push((connector, pipeline));
        }
    }

    /// Reads commands joined by `|`.
    fn pipeline(&mut self) -> Read<Pipeline> {
        let start = self.at;
        let negated = self.negation()?;
        let mut commands = vec![self.command()?];
        loop {
            self.skip_blanks()?;
            if self.peek() != Some(b'|') || self.peek_at(1) == Some(b'|') {
                if let Some(span) = mismatch(&commands) {
                    return Err(Doubt { kind: DoubtKind::RedirectForm, span });
                }
                let span = self.trimmed(start);
                return Ok(Pipeline { negated, commands, span });
            }
            if self.peek_at(1) == Some(b'&') {
                return self.doubt_here(DoubtKind::RedirectForm);
            }
            self.bump();
            self.skip_lines()?;
            commands.push(self.command()?);
        }
    }

    /// Steps over a `!` that negates.
    fn negation(&mut self) -> Read<bool> {
        if self.peek() != Some(b'!') || !is_boundary(self.peek_at(1)) {
            return Ok(false);
        }
        if !matches!(self.peek_at(1), Some(b' ' | b'\t')) {
            return self.doubt_here(DoubtKind::Negation);
        }
        self.bump();
        self.skip_blanks()?;
        if matches!(self.peek(), Some(b'!' | b'(' | b'{')) {
            return self.doubt_here(DoubtKind::Negation);
        }
        Ok(true)
    }

    /// Reads one command of a pipeline.
    fn command(&mut self) -> Read<Command> {
        self.skip_blanks()?;
        match self.peek() {
            None | Some(b'\n' | b';' | b'&' | b'|' | b')' | b'#') => {
                return self.doubt_here(DoubtKind::UnexpectedOperator);
            }
            Some(b'(') => return Ok(Command::Compound(self.compound(b"(")?)),
            _ => {}
        }
        if let Some(keyword) = self.one_of(&names::OPENING) {
            return Ok(Command::Compound(self.compound(keyword)?));
        }
        if self.closing_keyword().is_some() {
            return self.doubt_here(DoubtKind::UnexpectedKeyword);
        }
        self.simple()
    }

    /// Reads a simple command, or the definition of a function.
    fn simple(&mut self) -> Read<Command> {
        let start = self.at;
        let mut simple = Simple::default();
        loop {
            self.skip_blanks()?;
            let before = self.at;
            if let Some(redirect) = self.redirect()? {
                // zsh puts the descriptor into the variable, blanks or not.
                if simple.words.last().is_some_and(in_braces) {
                    return self.doubt(DoubtKind::RedirectForm, before);
                }
                first_alone(&mut simple.redirects);
                simple.redirects.push(redirect);
                continue;
            }
            // A comment starts a token, so it ends the command.
            if self.peek() == Some(b'#') || (is_boundary(self.peek()) && self.peek() != Some(b'('))
            {
                break;
            }
            if self.peek() == Some(b'(') {
                return self.doubt_here(DoubtKind::Parenthesis);
            }
            if !simple.words.is_empty() {
                simple.words.push(self.word(Place::Argument)?);
                continue;
            }
            if let Some(assignment) = self.assignment()? {
                simple.assignments.push(assignment);
                continue;
            }
            let word = self.word(Place::Command)?;
            let alone = simple.assignments.is_empty() && simple.redirects.is_empty();
            if let Some(bare) = word.bare() {
                if names::is_keyword(bare) {
                    let kind = match alone {
                        true => DoubtKind::KeywordInOneShell,
                        false => DoubtKind::KeywordAfterPrefix,
                    };
                    return self.doubt(kind, word.span.start as usize);
                }
                if alone && self.opens_function() {
                    let name = bare.to_vec();
                    return Ok(Command::Function(self.function(name, start)?));
                }
            }
            if self.peek() == Some(b'(') {
                return self.doubt_here(DoubtKind::Parenthesis);
            }
            simple.words.reserve_exact(WORDS);
            simple.words.push(word);
        }
        // `$(<f)` is a form of its own.
        let reads = self.nested && matches!(simple.redirects.as_slice(), [one] if one.reads());
        let alone = simple.assignments.is_empty() && reads && self.peek() == Some(b')');
        if simple.words.is_empty() && !simple.redirects.is_empty() && !alone {
            return self.doubt(DoubtKind::RedirectWithoutCommand, start);
        }
        simple.span = self.trimmed(start);
        Ok(Command::Simple(simple))
    }

    /// Whether blanks and `(` follow.
    fn opens_function(&self) -> bool {
        self.rest().iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'(')
    }

    /// Reads `NAME=value`, if it stands here.
    fn assignment(&mut self) -> Read<Option<Assignment>> {
        let start = self.at;
        let rest = self.rest();
        if !rest.first().copied().is_some_and(starts_name) {
            return Ok(None);
        }
        let length = rest.iter().position(|&byte| !in_name(byte)).unwrap_or(rest.len());
        match rest.get(length) {
            Some(b'=') => {}
            Some(b'[') => return self.doubt_here(DoubtKind::SubscriptAssignment),
            Some(b'+') if rest.get(length + 1) == Some(&b'=') => {
                return self.doubt_here(DoubtKind::AppendAssignment);
            }
            _ => return Ok(None),
        }
        let name = rest.get(..length).unwrap_or_default().to_vec();
        self.at += length + 1;
        let value = self.word(Place::Value)?;
        Ok(Some(Assignment { name, value, span: self.since(start) }))
    }

    /// Reads a redirection, if one stands here.
    pub(super) fn redirect(&mut self) -> Read<Option<Redirect>> {
        let start = self.at;
        let fd = match self.peek() {
            Some(digit @ b'0'..=b'9') if matches!(self.peek_at(1), Some(b'<' | b'>')) => {
                self.bump();
                Some(digit - b'0')
            }
            Some(b'<' | b'>') => None,
            _ => return Ok(None),
        };
        let target = if self.peek() == Some(b'<') { self.input()? } else { self.output()? };
        Ok(Some(Redirect { fd, target, span: self.since(start) }))
    }

    /// Reads what follows a `<`.
    fn input(&mut self) -> Read<Target> {
        let start = self.at;
        self.check_numeric_range()?;
        self.bump();
        match self.peek() {
            Some(b'(') => self.doubt(DoubtKind::ProcessSubstitution, start),
            Some(b'&') => {
                self.bump();
                self.descriptor(true)
            }
            Some(b'>') => {
                self.bump();
                self.file(Mode::ReadWrite)
            }
            Some(b'<') => {
                self.bump();
                self.here_doc(start)
            }
            _ => self.file(Mode::Read),
        }
    }

    /// Reads what follows a `>`.
    fn output(&mut self) -> Read<Target> {
        let start = self.at;
        self.bump();
        match self.peek() {
            Some(b'(') => self.doubt(DoubtKind::ProcessSubstitution, start),
            Some(b'&') => {
                self.bump();
                self.descriptor(false)
            }
            Some(b'>') => {
                self.bump();
                self.file(Mode::Append)
            }
            Some(b'|') => {
                self.bump();
                self.file(Mode::Clobber)
            }
            _ => self.file(Mode::Write),
        }
    }

    /// `<1-9>` is a pattern of numbers in zsh.
    fn check_numeric_range(&self) -> Read<()> {
        let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = self.rest().get(1..).unwrap_or_default();
        let after = rest.get(digits(rest)..).unwrap_or_default();
        if let Some((b'-', after)) = after.split_first()
            && after.get(digits(after)) == Some(&b'>')
        {
            return self.doubt_here(DoubtKind::NumericRange);
        }
        Ok(())
    }

    /// Reads the file of a redirection.
    fn file(&mut self, mode: Mode) -> Read<Target> {
        let start = self.at;
        // An operator that goes on (`>>|`, `<<>`, `>!`) is another one in some shell.
        if matches!(self.peek(), Some(b'&' | b'|' | b'<' | b'>' | b'!' | b'#')) {
            return self.doubt_here(DoubtKind::RedirectForm);
        }
        self.skip_blanks()?;
        if self.peek() == Some(b'(') {
            return self.doubt_here(DoubtKind::Parenthesis);
        }
        if is_boundary(self.peek()) || matches!(self.peek(), Some(b'#')) {
            return self.doubt(DoubtKind::RedirectForm, start);
        }
        Ok(Target::File { mode, word: self.word(Place::Target)? })
    }

    /// Reads the descriptor behind `>&` or `<&`.
    fn descriptor(&mut self, input: bool) -> Read<Target> {
        let target = match self.peek() {
            Some(b'-') => Target::Close { input },
            Some(digit @ b'0'..=b'9') => Target::Duplicate { input, fd: digit - b'0' },
            _ => return self.doubt_here(DoubtKind::RedirectForm),
        };
        self.bump();
        if !is_boundary(self.peek()) || matches!(self.peek(), Some(b'<' | b'>' | b'(')) {
            return self.doubt_here(DoubtKind::RedirectForm);
        }
        Ok(target)
    }

    /// Reads the delimiter behind `<<`.
    fn here_doc(&mut self, start: usize) -> Read<Target> {
        match self.peek() {
            Some(b'<') => return self.doubt(DoubtKind::RedirectForm, start),
            Some(b'&' | b'>' | b'|' | b'(') => return self.doubt(DoubtKind::RedirectForm, start),
            _ => {}
        }
        let strip_tabs = self.eat(b"-");
        self.skip_blanks()?;
        let (delimiter, quoted) = self.delimiter()?;
        let index = self.bodies.len();
        self.bodies.push(HereDoc { delimiter, quoted, strip_tabs, ..HereDoc::default() });
        self.pending.push(Pending { index, span: self.since(start) });
        Ok(Target::HereDoc(index))
    }
}

/// Makes room for the first of some parts of the tree. Most stand alone, and a list grows to four at once.
pub(super) fn first_alone<T>(list: &mut Vec<T>) {
    if list.is_empty() {
        list.reserve_exact(1);
    }
}

/// Whether a word is a name in braces.
pub(super) fn in_braces(word: &Word) -> bool {
    let Some(text) = word.bare() else { return false };
    let name = text.strip_prefix(b"{").and_then(|text| text.strip_suffix(b"}"));
    name.is_some_and(|name| name.iter().copied().all(in_name))
}

/// Whether the last command of an item is an assignment alone.
fn ends_in_assignment(item: &Item) -> bool {
    let pipeline = item.rest.last().map_or(&item.first, |(_, pipeline)| pipeline);
    matches!(pipeline.commands.last(), Some(Command::Simple(simple)) if simple.words.is_empty())
}
