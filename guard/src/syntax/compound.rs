//! Compound commands and functions.

use super::cursor::{Read, Reader, is_boundary};
use super::doubt::DoubtKind;
use super::names;
use super::tree::{CaseArm, Compound, CompoundKind, Function, List, Redirect, Word};
use super::word::Place;

impl Reader<'_> {
    /// Reads the compound command that `keyword`, which stands here, opens.
    pub(super) fn compound(&mut self, keyword: &'static [u8]) -> Read<Compound> {
        let start = self.at;
        self.enter(start)?;
        let kind = match keyword {
            b"(" => self.subshell()?,
            b"{" => {
                self.keyword(b"{", start)?;
                let list = self.body(b"}", start)?;
                CompoundKind::Group(list)
            }
            b"if" => self.condition(start)?,
            b"for" => self.for_loop(start)?,
            b"case" => self.case(start)?,
            keyword => {
                self.keyword(keyword, start)?;
                let condition = self.body(b"do", start)?;
                let body = self.body(b"done", start)?;
                CompoundKind::Loop { until: keyword == b"until", condition, body }
            }
        };
        self.leave();
        let mut redirects: Vec<Redirect> = Vec::new();
        let mut span = self.since(start);
        loop {
            self.skip_blanks()?;
            let Some(redirect) = self.redirect()? else { break };
            span.end = redirect.span.end;
            redirects.push(redirect);
        }
        Ok(Compound { kind, redirects, span })
    }

    /// Steps over a keyword, which must not touch what follows it.
    fn keyword(&mut self, keyword: &[u8], open: usize) -> Read<()> {
        if !self.looking_at(keyword) {
            return match self.peek() {
                None => self.doubt(DoubtKind::Unclosed, open),
                Some(_) => self.doubt_here(DoubtKind::UnexpectedKeyword),
            };
        }
        let next = self.peek_at(keyword.len());
        let closes = matches!(keyword, b"}" | b"fi" | b"done" | b"esac");
        let apart = match next {
            Some(b' ' | b'\t' | b'\n') => true,
            None | Some(b';' | b'&' | b'|' | b')') => closes,
            _ => false,
        };
        if !apart {
            return match next {
                None => self.doubt(DoubtKind::Unclosed, open),
                Some(_) => self.doubt_here(DoubtKind::KeywordGlued),
            };
        }
        self.at += keyword.len();
        Ok(())
    }

    /// Reads a list that is not empty, and the keyword that ends it.
    fn body(&mut self, close: &[u8], open: usize) -> Read<List> {
        let list = self.list()?;
        if list.items.is_empty() {
            return match self.peek() {
                None => self.doubt(DoubtKind::Unclosed, open),
                Some(_) => self.doubt_here(DoubtKind::EmptyList),
            };
        }
        self.keyword(close, open)?;
        Ok(list)
    }

    /// `( … )`
    fn subshell(&mut self) -> Read<CompoundKind> {
        let start = self.at;
        self.bump();
        match self.peek() {
            Some(b'(') => return self.doubt(DoubtKind::ArithmeticCommand, start),
            Some(b'#') => return self.doubt_here(DoubtKind::Parenthesis),
            _ => {}
        }
        let list = self.list()?;
        if !self.eat(b")") {
            return match self.peek() {
                None => self.doubt(DoubtKind::Unclosed, start),
                Some(_) => self.doubt_here(DoubtKind::UnexpectedKeyword),
            };
        }
        if list.items.is_empty() {
            return self.doubt(DoubtKind::EmptyList, start);
        }
        if !is_boundary(self.peek()) || self.peek() == Some(b'(') {
            return self.doubt_here(DoubtKind::Parenthesis);
        }
        Ok(CompoundKind::Subshell(list))
    }

    /// `if`
    fn condition(&mut self, start: usize) -> Read<CompoundKind> {
        let mut arms = Vec::new();
        self.keyword(b"if", start)?;
        loop {
            let condition = self.body(b"then", start)?;
            let list = self.list()?;
            if list.items.is_empty() {
                return self.doubt_here(DoubtKind::EmptyList);
            }
            arms.push((condition, list));
            match self.closing_keyword() {
                Some(b"elif") => self.keyword(b"elif", start)?,
                Some(b"else") => {
                    self.keyword(b"else", start)?;
                    let otherwise = Some(self.body(b"fi", start)?);
                    return Ok(CompoundKind::If { arms, otherwise });
                }
                _ => {
                    self.keyword(b"fi", start)?;
                    return Ok(CompoundKind::If { arms, otherwise: None });
                }
            }
        }
    }

    /// `for NAME in WORDS; do LIST; done`
    fn for_loop(&mut self, start: usize) -> Read<CompoundKind> {
        self.keyword(b"for", start)?;
        self.skip_blanks()?;
        let name = self.name();
        if name.is_empty() || names::is_keyword(&name) {
            return self.doubt_here(DoubtKind::LoopForm);
        }
        self.skip_blanks()?;
        if !self.looking_at(b"in") || !matches!(self.peek_at(2), Some(b' ' | b'\t')) {
            return self.doubt_here(DoubtKind::LoopForm);
        }
        self.at += 2;
        let mut words = Vec::new();
        loop {
            self.skip_blanks()?;
            match self.peek() {
                Some(b';' | b'\n') if !words.is_empty() => break,
                Some(b'#') => return self.doubt_here(DoubtKind::LoopForm),
                byte if is_boundary(byte) => return self.doubt_here(DoubtKind::LoopForm),
                _ => words.push(self.word(Place::Argument)?),
            }
        }
        if self.peek() == Some(b';') {
            self.bump();
        }
        self.skip_lines()?;
        self.keyword(b"do", start)?;
        let body = self.body(b"done", start)?;
        Ok(CompoundKind::For { name, words, body })
    }

    /// `case WORD in (PATTERN | PATTERN) LIST;; esac`
    fn case(&mut self, start: usize) -> Read<CompoundKind> {
        self.keyword(b"case", start)?;
        self.skip_blanks()?;
        if is_boundary(self.peek()) || self.peek() == Some(b'#') {
            return self.doubt_here(DoubtKind::CaseForm);
        }
        let word = self.word(Place::Pattern)?;
        self.skip_blanks()?;
        if !self.looking_at(b"in") || !matches!(self.peek_at(2), Some(b' ' | b'\t' | b'\n')) {
            return match self.peek_at(2) {
                None => self.doubt(DoubtKind::Unclosed, start),
                Some(_) => self.doubt_here(DoubtKind::CaseForm),
            };
        }
        self.at += 2;
        self.skip_lines()?;
        let mut arms = Vec::new();
        loop {
            if self.looking_at(b"esac") && is_boundary(self.peek_at(4)) {
                if arms.is_empty() {
                    return self.doubt_here(DoubtKind::CaseForm);
                }
                self.keyword(b"esac", start)?;
                return Ok(CompoundKind::Case { word, arms });
            }
            if self.peek().is_none() {
                return self.doubt(DoubtKind::Unclosed, start);
            }
            let (opened, patterns) = self.patterns()?;
            let body = self.list()?;
            arms.push(CaseArm { opened, patterns, body });
            if !self.looking_at(b";;") {
                // The last arm may lack `;;`.
                if self.closing_keyword() == Some(b"esac") {
                    continue;
                }
                return match self.peek() {
                    None => self.doubt(DoubtKind::Unclosed, start),
                    Some(_) if self.closing_keyword().is_some() => {
                        self.doubt_here(DoubtKind::UnexpectedKeyword)
                    }
                    Some(_) => self.doubt_here(DoubtKind::CaseForm),
                };
            }
            self.at += 2;
            if matches!(self.peek(), Some(b'&' | b';' | b'|')) {
                return self.doubt_here(DoubtKind::CaseForm);
            }
            self.skip_lines()?;
        }
    }

    /// The patterns of an arm, with the parentheses around them.
    fn patterns(&mut self) -> Read<(bool, Vec<Word>)> {
        let opened = self.eat(b"(");
        let mut patterns = Vec::new();
        loop {
            self.skip_blanks()?;
            if is_boundary(self.peek()) || self.peek() == Some(b'#') {
                return self.doubt_here(DoubtKind::CaseForm);
            }
            let word = self.word(Place::Pattern)?;
            let keyword = word.bare().is_some_and(names::is_keyword);
            if keyword {
                return self.doubt(DoubtKind::CaseForm, word.span.start as usize);
            }
            patterns.push(word);
            self.skip_blanks()?;
            match self.peek() {
                Some(b')') => {
                    self.bump();
                    // zsh takes `(a)b` for one pattern.
                    let ends = matches!(self.peek(), None | Some(b' ' | b'\t' | b'\n' | b';'));
                    if opened && !ends {
                        return self.doubt_here(DoubtKind::CaseForm);
                    }
                    return Ok((opened, patterns));
                }
                Some(b'|') if self.peek_at(1) != Some(b'|') => self.bump(),
                _ => return self.doubt_here(DoubtKind::CaseForm),
            }
        }
    }

    /// The `()` and the body of a function whose name was read.
    pub(super) fn function(&mut self, name: Vec<u8>, start: usize) -> Read<Function> {
        let plain = name.first().copied().is_some_and(super::cursor::starts_name)
            && name.iter().copied().all(super::cursor::in_name);
        if !plain || !names::is_function_name(&name) {
            return self.doubt(DoubtKind::FunctionName, start);
        }
        self.skip_blanks()?;
        self.bump();
        if !self.eat(b")") {
            // zsh takes `f( )` for a pattern.
            self.skip_blanks()?;
            let empty = self.peek() == Some(b')');
            let kind = if empty { DoubtKind::FunctionName } else { DoubtKind::Parenthesis };
            return self.doubt(kind, start);
        }
        self.skip_lines()?;
        let opening: &'static [u8] = match self.peek() {
            Some(b'(') => b"(",
            Some(b'{') if is_boundary(self.peek_at(1)) => b"{",
            _ => return self.doubt(DoubtKind::FunctionName, start),
        };
        let body = Box::new(self.compound(opening)?);
        let span = super::tree::Span::new(start, body.span.end as usize);
        Ok(Function { name, body, span })
    }
}
