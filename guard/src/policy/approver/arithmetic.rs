//! Whether an arithmetic expression is sure to be one that bash evaluates without an error.

use std::collections::HashSet;

use crate::syntax::{Operation, Part, PartKind};

/// How deep parentheses, signs and operators may be nested; beyond it an expression is not sure.
const MAX_DEPTH: usize = 48;

/// What is known of the variables of a script.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Variables that hold a number wherever they are set.
    pub(super) numbers: HashSet<Vec<u8>>,
    /// Variables that may hold something else.
    pub(super) others: HashSet<Vec<u8>>,
    /// Variables that are sure to be set by now.
    pub(super) given: HashSet<Vec<u8>>,
    /// Variables that cannot be set.
    pub(super) frozen: HashSet<Vec<u8>>,
}

impl Numbers {
    /// Whether evaluating the name gives a number: it holds one, or nothing. Names in capitals
    /// may come from the environment.
    fn is_number(&self, name: &[u8]) -> bool {
        let own = self.numbers.contains(name) || !name.iter().any(u8::is_ascii_uppercase);
        own && !self.others.contains(name)
    }

    /// Whether a value is text that is a number.
    pub(super) fn is_value(&self, parts: &[Part]) -> bool {
        match parts {
            [Part { kind: PartKind::Text(text) | PartKind::Single(text), .. }] => is_decimal(text),
            [Part { kind: PartKind::Double(inner), .. }] => self.is_value(inner),
            [Part { kind: PartKind::Arithmetic(_), .. }] => true,
            [Part { kind: PartKind::Parameter(parameter), .. }] => {
                parameter.operation == Operation::Length
                    || matches!(parameter.name.as_slice(), b"#" | b"?" | b"$")
                    || (self.numbers.contains(&parameter.name)
                        && !self.others.contains(&parameter.name))
            }
            _ => false,
        }
    }

    /// Whether bash is sure to evaluate the expression. An expansion may give nothing where its
    /// variable is not set yet, so the expression must hold with each of them and without all.
    pub(super) fn is_sure(&self, parts: &[Part]) -> bool {
        [&b" 1 "[..], b" "].into_iter().all(|value| {
            let mut text = Vec::new();
            self.put(parts, value, &mut text) && Expression { text: &text, at: 0, of: self }.whole()
        })
    }

    /// Writes an expression with `value` for every expansion; false where one may give another
    /// thing than a number.
    fn put(&self, parts: &[Part], value: &[u8], out: &mut Vec<u8>) -> bool {
        parts.iter().all(|part| match &part.kind {
            PartKind::Text(text) => {
                out.extend_from_slice(text);
                true
            }
            PartKind::Arithmetic(inner) => {
                out.extend_from_slice(b"(");
                let good = self.put(inner, value, out);
                out.extend_from_slice(b")");
                good
            }
            PartKind::Parameter(parameter) => {
                let given = parameter.operation == Operation::Value
                    && self.given.contains(&parameter.name)
                    && self.is_number(&parameter.name);
                let always = given
                    || parameter.operation == Operation::Length
                    || matches!(parameter.name.as_slice(), b"#" | b"?" | b"$");
                // What touches it would become part of the number.
                let apart = !out.last().is_some_and(u8::is_ascii_alphanumeric);
                out.extend_from_slice(if always { b" 1 " } else { value });
                apart
                    && (always
                        || (parameter.operation == Operation::Value
                            && self.is_number(&parameter.name)))
            }
            _ => false,
        })
    }
}

/// Whether a text is a number that every shell reads as decimal.
fn is_decimal(text: &[u8]) -> bool {
    let digits = !text.is_empty() && text.len() < 18 && text.iter().all(u8::is_ascii_digit);
    digits && (text.len() == 1 || text.first() != Some(&b'0'))
}

/// What an operand was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// A variable, which may be set.
    Name,
    /// A number other than zero.
    NotZero,
    Other,
}

/// An expression that is read, in the grammar that bash, dash and zsh share.
struct Expression<'a> {
    text: &'a [u8],
    at: usize,
    of: &'a Numbers,
}

impl Expression<'_> {
    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The whole text; one of blanks only is zero.
    fn whole(mut self) -> bool {
        self.blanks();
        if self.rest().is_empty() {
            return true;
        }
        self.list(0).is_some() && self.rest().is_empty()
    }

    /// Operands and operators up to a closing parenthesis or the end. Precedence does not decide
    /// whether there is an error, but for what is assigned to and divided by.
    fn list(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut choices = 0_usize;
        // Whether an assignment may stand here: behind the start, `=`, `(`, `,`, `?`.
        let mut assignable = true;
        loop {
            let signed = self.signs(depth)?;
            let operand = self.operand(depth)?;
            self.blanks();
            let sets = assignable && !signed && operand == Operand::Name;
            let (length, divides) = match self.rest() {
                [] | [b')', ..] => return (choices == 0).then_some(()),
                [b'<', b'<', b'=', ..] | [b'>', b'>', b'=', ..] if sets => (3, false),
                [b'+' | b'-' | b'*' | b'&' | b'|' | b'^', b'=', ..] if sets => (2, false),
                [b'&', b'&', ..] | [b'|', b'|', ..] | [b'<', b'<', ..] | [b'>', b'>', ..] => {
                    assignable = false;
                    (2, false)
                }
                [b'=' | b'!' | b'<' | b'>', b'=', ..] => {
                    assignable = false;
                    (2, false)
                }
                [b'*', b'*', ..] | [b'+', b'+', ..] | [b'-', b'-', ..] => return None,
                [b'+' | b'-' | b'*' | b'&' | b'|' | b'^' | b'/' | b'%', b'=', ..] => return None,
                [b'=', ..] if sets => (1, false),
                [b'/' | b'%', ..] => {
                    assignable = false;
                    (1, true)
                }
                [b'+' | b'-' | b'*' | b'<' | b'>' | b'&' | b'|' | b'^', ..] => {
                    assignable = false;
                    (1, false)
                }
                // A choice in a choice, or a list in one, is rare and not looked at.
                [b'?', ..] if choices == 0 => {
                    choices = 1;
                    assignable = false;
                    (1, false)
                }
                [b':', ..] if choices == 1 => {
                    choices = 0;
                    assignable = false;
                    (1, false)
                }
                [b',', ..] if choices == 0 => {
                    assignable = true;
                    (1, false)
                }
                _ => return None,
            };
            self.at += length;
            self.blanks();
            if divides && !self.divisor() {
                return None;
            }
        }
    }

    /// Whether a number other than zero follows, alone.
    fn divisor(&self) -> bool {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let number = self.rest().get(..digits).unwrap_or_default();
        is_decimal(number) && number != b"0"
    }

    /// Signs before an operand.
    fn signs(&mut self, depth: usize) -> Option<bool> {
        let mut count = 0;
        loop {
            self.blanks();
            match self.rest() {
                [b'+', b'+', ..] | [b'-', b'-', ..] => return None,
                [b'+' | b'-' | b'~' | b'!', ..] if depth + count <= MAX_DEPTH => {
                    self.at += 1;
                    count += 1;
                }
                _ => return Some(count > 0),
            }
        }
    }

    fn operand(&mut self, depth: usize) -> Option<Operand> {
        if self.rest().first() == Some(&b'(') {
            self.at += 1;
            self.list(depth + 1)?;
            // `list` stops at the end or here.
            let closed = self.rest().first() == Some(&b')');
            self.at += 1;
            return closed.then_some(Operand::Other);
        }
        let length =
            self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
        let length = length.count();
        let word = self.rest().get(..length).unwrap_or_default().to_vec();
        self.at += length;
        match word.first() {
            Some(first) if first.is_ascii_digit() => {
                let kind = if word == b"0" { Operand::Other } else { Operand::NotZero };
                is_decimal(&word).then_some(kind)
            }
            Some(_) => {
                let settable = !self.of.frozen.contains(&word);
                if matches!(self.rest(), [b'+', b'+', ..] | [b'-', b'-', ..]) {
                    self.at += 2;
                    return (settable && self.of.is_number(&word)).then_some(Operand::Other);
                }
                self.of.is_number(&word).then_some(if settable {
                    Operand::Name
                } else {
                    Operand::Other
                })
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::read;

    /// The expression in `$((…))`, with `n` a number and `s` some text.
    fn is_sure(expression: &str) -> bool {
        let reading = read(format!(": $(({expression}))").as_bytes());
        let mut sure = None;
        let mut numbers = Numbers::default();
        numbers.numbers.insert(b"n".to_vec());
        numbers.others.insert(b"s".to_vec());
        numbers.frozen.insert(b"r".to_vec());
        crate::syntax::visit(&reading.script, &mut |found| {
            if let crate::syntax::Found::Arithmetic { parts, .. } = found {
                sure = Some(numbers.is_sure(parts));
            }
        });
        sure.expect("an expression that is read")
    }

    #[test]
    fn what_bash_evaluates_is_told_from_what_it_may_not() {
        for expression in [
            " ",
            "1",
            "n",
            "n+1",
            "(1)",
            "((1)+2)*3",
            "n = 1",
            "n+=1, m<<=2",
            "n++",
            "n-- - 1",
            "-n",
            "- -1",
            "!n",
            "~n",
            "n?1:2",
            "n/2",
            "n%10",
            "1==1 && 2!=3 || 0",
            "1<<2",
            "1<2",
            "$n + 1",
            "$# * 2",
            "1 & 2 | 3 ^ 4",
            "n=m=1",
            "$((1+1))*2",
            "undefined",
        ] {
            assert!(is_sure(expression), "{expression}");
        }
        for expression in [
            "1/0",
            "1%0",
            "1/n",
            "1+",
            "+",
            "1 2",
            "08",
            "0x1",
            "1++",
            "++1",
            "n 1",
            "1=2",
            "n+1=2",
            "-n=1",
            "s",
            "$s",
            "PATH",
            "$n * 2 *",
            "2 * $n",
            "(())",
            "((((",
            "1,",
            ",",
            "n?1",
            "n:1",
            "2**2",
            "n/=1",
            "r=1",
            "r++",
            "1 --n",
            "$(a)",
            "1/ 0",
            "1/(1-1)",
            "3:4",
            "99999999999999999999",
            "1$n",
            "$n$n",
        ] {
            let text = format!(": $(({expression}))");
            let read = read(text.as_bytes()).doubts.is_empty();
            assert!(!read || !is_sure(expression), "{expression}");
        }
        let deep = format!("{}1{}", "(".repeat(2000), ")".repeat(2000));
        assert!(!is_sure(&deep));
    }
}
