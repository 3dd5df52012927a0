//! Words: runs of text, quotes, patterns and expansions that stand next to each other.

use super::command::first_alone;
use super::cursor::{Read, Reader, is_boundary};
use super::doubt::DoubtKind;
use super::tree::{Part, PartKind, Word};

/// Where a word stands, which decides what its first bytes may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The name of a command. A `(` ends the word, for a function's definition.
    Command,
    /// An argument, or a word of a `for`.
    Argument,
    /// The value of an assignment.
    Value,
    /// The file of a redirection.
    Target,
    /// The word of a `case`, or a pattern of its arms.
    Pattern,
}

/// The word so far: finished parts, and a run of plain text that is still open.
#[derive(Default)]
struct Building {
    parts: Vec<Part>,
    run: Vec<u8>,
    run_start: usize,
    /// A line was continued inside the word.
    continued: bool,
    /// Plain text held an equals sign.
    equals: bool,
}

impl Building {
    /// Whether nothing stands in the word yet.
    fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.run.is_empty()
    }

    /// Whether nothing in the word is sure to stand before the next byte. zsh drops empty quotes
    /// before it looks at the first byte.
    fn may_be_empty(&self) -> bool {
        self.run.is_empty()
            && self.parts.iter().all(|part| match &part.kind {
                PartKind::Single(text) => text.is_empty(),
                PartKind::Double(parts) => !parts
                    .iter()
                    .any(|part| matches!(part.kind, PartKind::Text(_) | PartKind::Escaped(_))),
                PartKind::Parameter(_) | PartKind::Command(_) => true,
                _ => false,
            })
    }

    /// Adds a byte of plain text that stands at `at`.
    fn push(&mut self, byte: u8, at: usize) {
        if self.run.is_empty() {
            self.run_start = at;
        }
        self.run.push(byte);
    }

    /// Closes the run of plain text that ends at `at`.
    fn close(&mut self, at: usize) {
        if !self.run.is_empty() {
            let kind = PartKind::Text(std::mem::take(&mut self.run));
            self.part(Part { kind, span: super::tree::Span::new(self.run_start, at) });
        }
    }

    /// Adds a finished part.
    fn part(&mut self, part: Part) {
        first_alone(&mut self.parts);
        self.parts.push(part);
    }
}

impl Reader<'_> {
    /// Reads the word that starts at the next byte.
    pub(super) fn word(&mut self, place: Place) -> Read<Word> {
        let start = self.at;
        let rest = self.rest();
        let plain = run_of(rest, is_plain);
        let next = rest.get(plain).copied();
        // Most words are plain text and nothing else.
        if plain > 0 && is_boundary(next) && next != Some(b'(') {
            self.at += plain;
            let span = self.since(start);
            let kind = PartKind::Text(rest.get(..plain).unwrap_or_default().to_vec());
            let word = Word { parts: vec![Part { kind, span }], span };
            self.check_word(&word, place, false, false)?;
            return Ok(word);
        }
        let mut word = Building::default();
        while let Some(byte) = self.peek() {
            let rest = self.rest();
            let plain = run_of(rest, is_plain);
            if plain > 0 {
                self.plain_run(plain, &mut word);
                continue;
            }
            if is_boundary(Some(byte)) {
                if byte == b'(' && place != Place::Command {
                    return self.doubt_here(DoubtKind::Parenthesis);
                }
                break;
            }
            self.word_byte(byte, place, &mut word)?;
        }
        word.close(self.at);
        let (continued, equals) = (word.continued, word.equals);
        let word = Word { parts: word.parts, span: self.since(start) };
        self.check_word(&word, place, continued, equals)?;
        Ok(word)
    }

    /// Reads the part of a word that starts with `byte`.
    fn word_byte(&mut self, byte: u8, place: Place, word: &mut Building) -> Read<()> {
        let start = self.at;
        match byte {
            b'\'' | b'"' | b'`' | b'$' => {
                word.close(start);
                let part = match byte {
                    b'\'' => self.single_quotes()?,
                    b'"' => self.double_quotes()?,
                    b'`' => self.backquotes(false)?,
                    _ => self.dollar(false)?,
                };
                match part {
                    // A dollar sign that stands for itself joins the text around it.
                    Part { kind: PartKind::Text(text), .. } => {
                        text.iter().for_each(|&byte| word.push(byte, start));
                    }
                    part => word.part(part),
                }
            }
            b'\\' => self.backslash(word)?,
            // Alone it is the name of a command, or text.
            b'[' if word.is_empty() && is_boundary(self.peek_at(1)) => self.plain(word),
            // busybox takes it for the opening of a test wherever it stands.
            b'[' if word.is_empty()
                && self.peek_at(1) == Some(b'[')
                && is_boundary(self.peek_at(2)) =>
            {
                return self.doubt_here(DoubtKind::KeywordInOneShell);
            }
            b'*' | b'?' | b'[' => {
                word.close(start);
                self.bump();
                word.part(Part { kind: PartKind::Glob(byte), span: self.since(start) });
            }
            b'{' => self.brace(place, word)?,
            // In a substitution ksh93 takes one that starts a word for the end of a group.
            b'}' if self.brace_in_word() && !(self.nested && word.is_empty()) => self.plain(word),
            b'}' => return self.doubt_here(DoubtKind::UnquotedBraceEndsWord),
            b'~' => self.tilde(place, word)?,
            b'=' => {
                let next = self.peek_at(1);
                let opens = match place {
                    Place::Value => word.may_be_empty() || self.previous() == Some(b':'),
                    _ => word.may_be_empty() && !(word.is_empty() && is_boundary(next)),
                };
                if opens {
                    return self.doubt_here(DoubtKind::EqualsExpansion);
                }
                word.equals = true;
                self.plain(word);
            }
            b'#' | b'!' if place == Place::Target && word.is_empty() => {
                return self.doubt_here(DoubtKind::RedirectForm);
            }
            _ => self.plain(word),
        }
        Ok(())
    }

    /// Takes the next bytes as plain text.
    fn plain_run(&mut self, length: usize, word: &mut Building) {
        if word.run.is_empty() {
            word.run_start = self.at;
            word.run.reserve_exact(length);
        }
        word.run.extend_from_slice(self.rest().get(..length).unwrap_or_default());
        self.at += length;
    }

    /// Takes the next byte as plain text.
    fn plain(&mut self, word: &mut Building) {
        if let Some(byte) = self.peek() {
            word.push(byte, self.at);
            self.bump();
        }
    }

    /// `\` outside quotes.
    fn backslash(&mut self, word: &mut Building) -> Read<()> {
        let start = self.at;
        match self.peek_at(1) {
            None => self.doubt_here(DoubtKind::TrailingBackslash),
            // zsh sees no line here, and closes a group at the brace.
            Some(b'\n') if self.peek_at(2) == Some(b'}') => {
                self.doubt_here(DoubtKind::UnquotedBraceEndsWord)
            }
            Some(b'\n') => {
                let joins = |byte: u8| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'-')
                };
                let before = word.run.last().copied().is_some_and(joins);
                let after =
                    self.peek_at(2).is_some_and(|byte| joins(byte) || matches!(byte, b' ' | b'\t'));
                if !before || !after {
                    return self.doubt_here(DoubtKind::LineContinuation);
                }
                if !self.pending.is_empty() || self.outer_pending {
                    return self.doubt_here(DoubtKind::HereDocPlace);
                }
                self.at += 2;
                word.continued = true;
                Ok(())
            }
            Some(byte) if byte == b'\t' || (0x20..0x7f).contains(&byte) => {
                word.close(start);
                self.at += 2;
                word.part(Part { kind: PartKind::Escaped(byte), span: self.since(start) });
                Ok(())
            }
            Some(_) => self.doubt_here(DoubtKind::ControlByte),
        }
    }

    /// Whether more of the word is sure to stand behind the `}` here. zsh closes a group at a brace
    /// that ends a word, and loses one that a continued line stands behind; within a word it is text
    /// for every shell.
    fn brace_in_word(&self) -> bool {
        self.peek_at(1).is_some_and(|next| {
            next.is_ascii_alphanumeric()
                || matches!(next, b'_' | b'-' | b'.' | b'/' | b':' | b',' | b'@' | b'%' | b'+')
                || matches!(next, b'\'' | b'"' | b'}')
        })
    }

    /// `{` outside quotes: text where it closes in the same word and holds nothing that a shell
    /// expands.
    fn brace(&mut self, place: Place, word: &mut Building) -> Read<()> {
        if word.is_empty() && (place == Place::Command || is_boundary(self.peek_at(1))) {
            // Behind the name of a command it is text where it stands alone.
            let opens = matches!(self.peek_at(1), Some(b'<' | b'>' | b'('));
            if place == Place::Argument && !opens {
                self.plain(word);
                return Ok(());
            }
            return self.doubt_here(DoubtKind::BraceStartsWord);
        }
        let start = self.at;
        self.plain(word);
        loop {
            match self.peek() {
                Some(b'}') => break,
                Some(b'.') if self.peek_at(1) == Some(b'.') => {
                    return self.doubt(DoubtKind::BraceExpansion, start);
                }
                Some(byte)
                    if byte.is_ascii_alphanumeric()
                        || matches!(
                            byte,
                            b'_' | b'-' | b'.' | b':' | b'/' | b'%' | b'@' | b'+' | b'^'
                        ) =>
                {
                    self.plain(word);
                }
                _ => return self.doubt(DoubtKind::BraceExpansion, start),
            }
        }
        self.plain(word);
        // `{NAME}>` names a descriptor in bash and zsh.
        if matches!(self.peek(), Some(b'<' | b'>')) {
            return self.doubt(DoubtKind::RedirectForm, start);
        }
        Ok(())
    }

    /// `~` outside quotes: the home directory, or text.
    fn tilde(&mut self, place: Place, word: &mut Building) -> Read<()> {
        let start = self.at;
        let next = self.peek_at(1);
        let after_colon = word.run.last() == Some(&b':');
        let opens = word.is_empty() || (place == Place::Value && after_colon);
        let ends = is_boundary(next) || next == Some(b'/');
        if opens {
            let ends = ends || (place == Place::Value && next == Some(b':'));
            if !ends || place == Place::Pattern {
                return self.doubt_here(DoubtKind::TildeForm);
            }
            word.close(start);
            self.bump();
            word.part(Part { kind: PartKind::Home, span: self.since(start) });
            return Ok(());
        }
        if word.may_be_empty() {
            return self.doubt_here(DoubtKind::TildeForm);
        }
        // bash expands it in an argument that looks like an assignment.
        if word.run.last() == Some(&b'=') || (after_colon && word.equals) {
            return self.doubt_here(DoubtKind::TildeForm);
        }
        self.plain(word);
        Ok(())
    }

    /// Doubts that need the whole word.
    fn check_word(&mut self, word: &Word, place: Place, continued: bool, equals: bool) -> Read<()> {
        let start = word.span.start as usize;
        let bare = word.bare().unwrap_or_default();
        if matches!(self.peek(), Some(b'<' | b'>'))
            && !bare.is_empty()
            && bare.iter().all(u8::is_ascii_digit)
        {
            return self.doubt(DoubtKind::RedirectNumber, start);
        }
        if place != Place::Command {
            return Ok(());
        }
        // Read without the continuation it may be an assignment to an element.
        let element = matches!(
            word.parts.get(..2),
            Some(
                [
                    Part { kind: PartKind::Text(name), .. },
                    Part { kind: PartKind::Glob(b'['), .. },
                ]
            ) if name.iter().all(|byte| super::cursor::in_name(*byte))
        );
        if continued && (equals || element || super::names::is_keyword(bare)) {
            return self.doubt(DoubtKind::LineContinuation, start);
        }
        // zsh sets `1=a` and names of letters that are not ASCII.
        if equals && let Some(PartKind::Text(text)) = word.parts.first().map(|part| &part.kind) {
            let name = text.iter().take_while(|byte| **byte != b'=');
            if name.clone().all(|&byte| super::cursor::in_name(byte) || byte >= 0x80) {
                return self.doubt(DoubtKind::SubscriptAssignment, start);
            }
        }
        if bare == b"-" || bare.first() == Some(&b'%') {
            return self.doubt(DoubtKind::BuiltinInOneShell, start);
        }
        Ok(())
    }

    /// `'…'`
    pub(super) fn single_quotes(&mut self) -> Read<Part> {
        let start = self.at;
        self.bump();
        let rest = self.rest();
        let Some(length) = rest.iter().position(|&byte| byte == b'\'') else {
            return self.doubt(DoubtKind::UnterminatedQuote, start);
        };
        let text = rest.get(..length).unwrap_or_default().to_vec();
        if text.contains(&b'\n') {
            self.check_newline_in_word()?;
        }
        self.at += length + 1;
        Ok(Part { kind: PartKind::Single(text), span: self.since(start) })
    }

    /// A newline in a word must not stand between a here-document's operator and its body.
    pub(super) fn check_newline_in_word(&self) -> Read<()> {
        if self.pending.is_empty() && !self.outer_pending {
            Ok(())
        } else {
            self.doubt_here(DoubtKind::HereDocPlace)
        }
    }

    /// `"…"`
    pub(super) fn double_quotes(&mut self) -> Read<Part> {
        let start = self.at;
        self.bump();
        let parts = self.quoted_parts(Some(b'"'))?;
        if !self.eat(b"\"") {
            return self.doubt(DoubtKind::UnterminatedQuote, start);
        }
        Ok(Part { kind: PartKind::Double(parts), span: self.since(start) })
    }

    /// Text in which only `$`, backquotes and some backslashes are special: up to `close` in
    /// double quotes, or one line of a here-document's body.
    pub(super) fn quoted_parts(&mut self, close: Option<u8>) -> Read<Vec<Part>> {
        let mut text = Building::default();
        let around = std::mem::replace(&mut self.in_double, true);
        while let Some(byte) = self.peek() {
            if Some(byte) == close {
                break;
            }
            let start = self.at;
            let plain = run_of(self.rest(), |byte| !b"\"$`\\\n".contains(&byte));
            if plain > 0 {
                self.plain_run(plain, &mut text);
                continue;
            }
            match byte {
                b'$' | b'`' => {
                    let part =
                        if byte == b'$' { self.dollar(true)? } else { self.backquotes(true)? };
                    match part {
                        Part { kind: PartKind::Text(literal), .. } => {
                            literal.iter().for_each(|&byte| text.push(byte, start));
                        }
                        part => {
                            text.close(start);
                            text.part(part);
                        }
                    }
                }
                b'\\' => match self.peek_at(1) {
                    Some(escaped @ (b'$' | b'`' | b'\\')) => {
                        text.close(start);
                        self.at += 2;
                        let kind = PartKind::Escaped(escaped);
                        text.part(Part { kind, span: self.since(start) });
                    }
                    Some(b'"') if close == Some(b'"') => {
                        text.close(start);
                        self.at += 2;
                        let kind = PartKind::Escaped(b'"');
                        text.part(Part { kind, span: self.since(start) });
                    }
                    Some(b'\n') => self.quoted_continuation(&mut text, close)?,
                    _ => self.plain(&mut text),
                },
                b'\n' => {
                    self.check_newline_in_word()?;
                    self.plain(&mut text);
                }
                _ => self.plain(&mut text),
            }
        }
        text.close(self.at);
        self.in_double = around;
        Ok(text.parts)
    }

    /// A backslash and newline in double quotes vanish, unless a name stands before them.
    fn quoted_continuation(&mut self, text: &mut Building, close: Option<u8>) -> Read<()> {
        if close.is_none() {
            return self.doubt_here(DoubtKind::HereDocBody);
        }
        self.check_newline_in_word()?;
        let after_expansion = text.run.is_empty() && !text.parts.is_empty();
        if after_expansion {
            return self.doubt_here(DoubtKind::LineContinuation);
        }
        self.at += 2;
        Ok(())
    }
}

/// How many bytes at the start of a text are of a kind.
fn run_of(text: &[u8], kind: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !kind(*byte)).unwrap_or(text.len())
}

/// Whether a byte stands for itself wherever it stands in a word.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'.' | b'/' | b':' | b',' | b'@' | b'%' | b'+' | b'-')
        || byte >= 0x80
}
