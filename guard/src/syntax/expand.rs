//! What a dollar sign or a backquote starts: parameters, substitutions, arithmetic.

use super::cursor::{Read, Reader, in_name, is_boundary, starts_name};
use super::doubt::DoubtKind;
use super::tree::{
    Command, List, Operation, Parameter, Part, PartKind, Script, Substitution, Terminator,
};

impl<'a> Reader<'a> {
    /// `$`, in double quotes (or a here-document) or outside. A dollar sign that stands for
    /// itself is given back as [`PartKind::Text`].
    pub(super) fn dollar(&mut self, quoted: bool) -> Read<Part> {
        let start = self.at;
        let next = self.peek_at(1);
        let kind = match next {
            Some(b'(') if self.peek_at(2) == Some(b'(') => self.arithmetic()?,
            Some(b'(') => self.substitution()?,
            Some(b'{') => self.braced(quoted)?,
            Some(byte) if starts_name(byte) || byte.is_ascii_digit() => self.named()?,
            Some(b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => self.special()?,
            Some(b'\'') if !quoted => return self.doubt_here(DoubtKind::AnsiQuote),
            Some(b'"') if !quoted => return self.doubt_here(DoubtKind::LocaleQuote),
            Some(0x80..) => return self.doubt_here(DoubtKind::NonAsciiName),
            next => {
                let literal = if quoted {
                    matches!(
                        next,
                        None | Some(b'"' | b' ' | b'\t' | b'\n' | b'|' | b')' | b'/' | b',' | b'.')
                    )
                } else {
                    is_boundary(next)
                };
                if !literal {
                    return self.doubt_here(DoubtKind::DollarForm);
                }
                self.bump();
                PartKind::Text(b"$".to_vec())
            }
        };
        Ok(Part { kind, span: self.since(start) })
    }

    /// `$NAME` or `$1`
    fn named(&mut self) -> Read<PartKind> {
        let start = self.at;
        self.bump();
        let name = if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            let digit = self.peek().into_iter().collect();
            self.bump();
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return self.doubt(DoubtKind::ParameterDigits, start);
            }
            digit
        } else {
            self.name()
        };
        self.check_suffix(start)?;
        Ok(value(name, false))
    }

    /// Reads a name, which may be empty.
    pub(super) fn name(&mut self) -> Vec<u8> {
        let rest = self.rest();
        let length = match rest.first() {
            Some(&byte) if starts_name(byte) => {
                rest.iter().position(|&byte| !in_name(byte)).unwrap_or(rest.len())
            }
            _ => 0,
        };
        self.at += length;
        rest.get(..length).unwrap_or_default().to_vec()
    }

    /// `$@` and the other parameters of one special character.
    fn special(&mut self) -> Read<PartKind> {
        let start = self.at;
        self.bump();
        let name: Vec<u8> = self.peek().into_iter().collect();
        self.bump();
        if name == b"#"
            && self.peek().is_some_and(|byte| in_name(byte) || b"@*#?$!{-+=".contains(&byte))
        {
            return self.doubt(DoubtKind::ParameterForm, start);
        }
        // In double quotes bash looks for the end of a substitution behind the second sign.
        if name == b"$" && matches!(self.peek(), Some(b'(' | b'{')) {
            return self.doubt(DoubtKind::DollarForm, start);
        }
        self.check_suffix(start)?;
        Ok(value(name, false))
    }

    /// What zsh takes as a part of an expansion without braces.
    fn check_suffix(&self, start: usize) -> Read<()> {
        match self.peek() {
            Some(b'[') => self.doubt(DoubtKind::ParameterSubscript, start),
            Some(0x80..) => self.doubt(DoubtKind::NonAsciiName, start),
            Some(b':') => match self.peek_at(1) {
                None
                | Some(
                    b' ' | b'\t' | b'\n' | b'/' | b'$' | b'"' | b'\'' | b':' | b'-' | b'.' | b';'
                    | b')' | b'|' | b'~' | b'@' | b'%' | b',',
                ) => Ok(()),
                Some(_) => self.doubt(DoubtKind::ParameterModifier, start),
            },
            _ => Ok(()),
        }
    }

    /// `${…}`
    fn braced(&mut self, quoted: bool) -> Read<PartKind> {
        let start = self.at;
        self.enter(start)?;
        self.at += 2;
        if self.peek() == Some(b'#') && self.peek_at(1) != Some(b'}') {
            self.bump();
            let name = self.parameter_name();
            if name.is_empty() || name.iter().any(|byte| b"#?-$!".contains(byte)) {
                return self.doubt(DoubtKind::ParameterForm, start);
            }
            return self.close_braced(start, name, Operation::Length);
        }
        let name = self.parameter_name();
        if name.is_empty() {
            return self.doubt(DoubtKind::ParameterForm, start);
        }
        let special = name.iter().any(|byte| b"#?-$!".contains(byte));
        if self.peek() == Some(b'}') {
            return self.close_braced(start, name, Operation::Value);
        }
        let colon = self.peek() == Some(b':');
        let operator = if colon { self.peek_at(1) } else { self.peek() };
        let operation = match operator {
            _ if special => return self.doubt(DoubtKind::ParameterForm, start),
            // What is no variable can be set in zsh, if at all.
            Some(b'=') if !name.first().copied().is_some_and(starts_name) => {
                return self.doubt(DoubtKind::ParameterForm, start);
            }
            Some(operator @ (b'-' | b'=' | b'?' | b'+')) => {
                self.at += if colon { 2 } else { 1 };
                let word = self.parameter_word(start, quoted)?;
                Operation::Alternative { colon, operator, word }
            }
            Some(operator @ (b'#' | b'%')) if !colon => {
                self.bump();
                let longest = self.peek() == Some(operator);
                if longest {
                    self.bump();
                }
                let pattern = self.parameter_word(start, false)?;
                Operation::Trim { operator, longest, pattern }
            }
            None => return self.doubt(DoubtKind::UnterminatedSubstitution, start),
            Some(_) => return self.doubt(DoubtKind::ParameterForm, start),
        };
        self.close_braced(start, name, operation)
    }

    /// The `}` of an expansion.
    fn close_braced(&mut self, start: usize, name: Vec<u8>, op: Operation) -> Read<PartKind> {
        if self.peek().is_none() {
            return self.doubt(DoubtKind::UnterminatedSubstitution, start);
        }
        if !self.eat(b"}") {
            return self.doubt(DoubtKind::ParameterForm, start);
        }
        self.leave();
        Ok(PartKind::Parameter(Parameter { name, braced: true, operation: op }))
    }

    /// A name, a number, or one special character; may be empty.
    fn parameter_name(&mut self) -> Vec<u8> {
        let name = self.name();
        if !name.is_empty() {
            return name;
        }
        let rest = self.rest();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = match rest.first() {
            Some(byte) if b"@*#?-$!".contains(byte) => 1,
            _ => digits,
        };
        self.at += length;
        rest.get(..length).unwrap_or_default().to_vec()
    }

    /// The word or pattern of an expansion, up to its `}`. Only what all shells unquote alike is
    /// read: text, expansions, and outside double quotes patterns and quotes.
    fn parameter_word(&mut self, open: usize, quoted: bool) -> Read<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        let first = self.at;
        loop {
            let start = self.at;
            let kind = match self.peek() {
                None => return self.doubt(DoubtKind::UnterminatedSubstitution, open),
                Some(b'}') => return Ok(parts),
                Some(b'$') => self.dollar(quoted)?.kind,
                Some(b'`') => self.backquotes(quoted)?.kind,
                Some(b'\'') if !quoted && !self.in_double => self.single_quotes()?.kind,
                Some(b'"') if !quoted && !self.in_double => self.double_quotes()?.kind,
                Some(byte @ (b'*' | b'?' | b'[')) if !quoted => {
                    self.bump();
                    PartKind::Glob(byte)
                }
                Some(byte) => {
                    let opens = start == first && matches!(byte, b'=' | b'~');
                    let plain = byte >= 0x80
                        || byte.is_ascii_alphanumeric()
                        || b"_./:,@%+=-~] *?[".contains(&byte);
                    if opens || !plain {
                        return self.doubt_here(DoubtKind::ParameterWord);
                    }
                    self.bump();
                    PartKind::Text(vec![byte])
                }
            };
            push_joined(&mut parts, Part { kind, span: self.since(start) });
        }
    }

    /// `$((…))`
    fn arithmetic(&mut self) -> Read<PartKind> {
        let start = self.at;
        self.enter(start)?;
        self.at += 3;
        let mut parts = Vec::new();
        let mut open = 0_usize;
        loop {
            let at = self.at;
            let kind = match self.peek() {
                None => return self.doubt(DoubtKind::UnterminatedSubstitution, start),
                Some(b')') if open == 0 => {
                    // One parenthesis may be the end of a subshell.
                    if self.peek_at(1) != Some(b')') || parts.is_empty() {
                        return self.doubt(DoubtKind::ArithmeticForm, start);
                    }
                    self.at += 2;
                    self.leave();
                    return Ok(PartKind::Arithmetic(parts));
                }
                Some(b'$') => self.dollar(true)?.kind,
                Some(byte) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ if in_name(byte) || b" \t+-*/%<>=!&|^~?:,".contains(&byte) => {}
                        _ => return self.doubt_here(DoubtKind::ArithmeticForm),
                    }
                    self.bump();
                    PartKind::Text(vec![byte])
                }
            };
            push_joined(&mut parts, Part { kind, span: self.since(at) });
        }
    }

    /// `$(…)`
    fn substitution(&mut self) -> Read<PartKind> {
        let start = self.at;
        self.at += 2;
        let script = self.nested_script(start, |reader| {
            if reader.eat(b")") {
                Ok(())
            } else if reader.peek().is_none() {
                reader.doubt(DoubtKind::UnterminatedSubstitution, start)
            } else {
                reader.doubt_here(DoubtKind::UnexpectedKeyword)
            }
        })?;
        Ok(PartKind::Command(Substitution { script: Box::new(script), backquoted: false }))
    }

    /// `` `…` ``, in double quotes or outside. Shells cut the text out and unquote it before they
    /// read it, so it is read only where there is nothing to unquote.
    pub(super) fn backquotes(&mut self, quoted: bool) -> Read<Part> {
        let start = self.at;
        self.bump();
        let rest = self.rest();
        let special = |&byte: &u8| byte == b'`' || byte == b'\\';
        let Some(length) = rest.iter().position(special) else {
            return self.doubt(DoubtKind::UnterminatedSubstitution, start);
        };
        let body = rest.get(..length).unwrap_or_default();
        if rest.get(length) == Some(&b'\\') || (quoted && body.contains(&b'"')) {
            return self.doubt(DoubtKind::BackquoteForm, start);
        }
        let end = std::mem::replace(&mut self.end, self.at + length);
        let script = self.nested_script(start, |reader| {
            if reader.peek().is_none() {
                Ok(())
            } else {
                reader.doubt_here(DoubtKind::UnexpectedKeyword)
            }
        });
        self.end = end;
        let script = script?;
        self.bump();
        let kind = PartKind::Command(Substitution { script: Box::new(script), backquoted: true });
        Ok(Part { kind, span: self.since(start) })
    }

    /// Reads a substitution's commands, with here-documents of its own; `close` reads its end.
    fn nested_script(
        &mut self,
        start: usize,
        close: impl FnOnce(&mut Self) -> Read<()>,
    ) -> Read<Script> {
        self.enter(start)?;
        let bodies = std::mem::take(&mut self.bodies);
        let pending = std::mem::take(&mut self.pending);
        let waits = self.outer_pending;
        let in_double = std::mem::replace(&mut self.in_double, false);
        self.outer_pending = waits || !pending.is_empty();
        let nested = std::mem::replace(&mut self.nested, true);
        let inside = self.at;
        let list = self.list()?;
        let span = self.since(inside);
        if !self.pending.is_empty() {
            return self.doubt_here(DoubtKind::HereDocPlace);
        }
        close(self)?;
        if list.items.is_empty() {
            return self.doubt(DoubtKind::EmptyList, start);
        }
        // bash prints what it read and reads that again, and forgets separators behind a body.
        if !self.bodies.is_empty() && !is_one_pipeline(&list) {
            return self.doubt(DoubtKind::HereDocPlace, start);
        }
        self.nested = nested;
        self.in_double = in_double;
        self.outer_pending = waits;
        self.pending = pending;
        let heredocs = std::mem::replace(&mut self.bodies, bodies);
        self.leave();
        Ok(Script { list, heredocs, span })
    }
}

/// Whether a list is a single pipeline of simple commands.
fn is_one_pipeline(list: &List) -> bool {
    let [item] = list.items.as_slice() else { return false };
    let simple = |command: &Command| matches!(command, Command::Simple(_));
    item.rest.is_empty()
        && item.end != Terminator::Ampersand
        && item.first.commands.iter().all(simple)
}

/// A plain expansion of `name`.
fn value(name: Vec<u8>, braced: bool) -> PartKind {
    PartKind::Parameter(Parameter { name, braced, operation: Operation::Value })
}

/// Adds a part; text joins the text before it.
fn push_joined(parts: &mut Vec<Part>, part: Part) {
    if let PartKind::Text(more) = &part.kind
        && let Some(Part { kind: PartKind::Text(text), span }) = parts.last_mut()
    {
        text.extend_from_slice(more);
        span.end = part.span.end;
        return;
    }
    parts.push(part);
}
