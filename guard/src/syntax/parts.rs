//! Words and what they are made of.

use std::borrow::Cow;

use super::tree::{Script, Span};

/// A word before expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// Its parts, which stand next to each other.
    pub parts: Vec<Part>,
    /// Where it was read.
    pub span: Span,
}

/// A stretch of a word with one kind of quoting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where it was read, with its quotes.
    pub span: Span,
}

/// The kinds of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Text that stands for itself. In a word it is unquoted; in [`PartKind::Double`] and in a
    /// here-document it is quoted by what it stands in.
    Text(Vec<u8>),
    /// A backslash and the byte that it quotes.
    Escaped(u8),
    /// `'…'`
    Single(Vec<u8>),
    /// `"…"`
    Double(Vec<Part>),
    /// An unquoted `*`, `?` or `[`, so the word is a pattern.
    Glob(u8),
    /// An unquoted `~` where the home directory stands for it.
    Home,
    /// `$NAME` or `${…}`
    Parameter(Parameter),
    /// `$(…)` or backquotes.
    Command(Substitution),
    /// `$((…))`: text and expansions.
    Arithmetic(Vec<Part>),
}

/// `$(…)` or backquotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// Its commands.
    pub script: Box<Script>,
    /// Written with backquotes.
    pub backquoted: bool,
}

/// A parameter expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// A variable, a number or one special character.
    pub name: Vec<u8>,
    /// Written with braces.
    pub braced: bool,
    /// What is made of the value.
    pub operation: Operation,
}

/// What a parameter expansion makes of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The value.
    Value,
    /// `${#NAME}`
    Length,
    /// `${NAME:-word}` and the other seven of its kind.
    Alternative {
        /// `:` is written: an empty value counts as none.
        colon: bool,
        /// `-`, `=`, `?` or `+`.
        operator: u8,
        /// The word.
        word: Vec<Part>,
    },
    /// `${NAME#pattern}`, `##`, `%`, `%%`
    Trim {
        /// `#` or `%`.
        operator: u8,
        /// Doubled: the longest match.
        longest: bool,
        /// The pattern.
        pattern: Vec<Part>,
    },
}

impl Word {
    /// The word's value after quote removal, where the line fixes it: no expansion, no pattern,
    /// no home directory.
    // Asked for many times of every word: a call would take longer than the answer for most.
    #[inline(always)]
    pub fn fixed(&self) -> Option<Cow<'_, [u8]>> {
        match self.parts.as_slice() {
            [Part { kind: PartKind::Text(text) | PartKind::Single(text), .. }] => {
                Some(Cow::Borrowed(text))
            }
            parts => put_together(parts).map(Cow::Owned),
        }
    }

    /// The word's value where it is unquoted plain text, which is what a keyword must be.
    pub fn bare(&self) -> Option<&[u8]> {
        match self.parts.as_slice() {
            [Part { kind: PartKind::Text(text), .. }] => Some(text),
            _ => None,
        }
    }

    /// Whether the word may become no word at all, so that the next one takes its place.
    pub fn may_vanish(&self) -> bool {
        let mut expands = false;
        let vanishes = self.parts.iter().all(|part| match &part.kind {
            PartKind::Parameter(_) | PartKind::Command(_) => {
                expands = true;
                true
            }
            // `"$@"` is the one quoted expansion that can be no word.
            PartKind::Double(parts) if parts.iter().any(is_all_arguments) => {
                expands = true;
                true
            }
            // mksh drops empty quotes with an empty expansion.
            PartKind::Double(parts) => parts.is_empty(),
            PartKind::Single(text) => text.is_empty(),
            _ => false,
        });
        vanishes && expands
    }

    /// Whether the word may become other than exactly one word.
    pub fn may_split(&self) -> bool {
        self.parts.iter().any(|part| match &part.kind {
            PartKind::Parameter(_)
            | PartKind::Command(_)
            | PartKind::Arithmetic(_)
            | PartKind::Glob(_) => true,
            PartKind::Double(parts) => parts.iter().any(is_all_arguments),
            _ => false,
        })
    }
}

/// `$@` and forms of it, which give as many words as there are arguments.
fn is_all_arguments(part: &Part) -> bool {
    let PartKind::Parameter(parameter) = &part.kind else { return false };
    let inside = match &parameter.operation {
        Operation::Alternative { word, .. } => word.as_slice(),
        _ => &[],
    };
    parameter.name == b"@" || inside.iter().any(is_all_arguments)
}

/// The value of a word in several parts, where the line fixes it.
fn put_together(parts: &[Part]) -> Option<Vec<u8>> {
    let mut value = Vec::new();
    fixed_parts(parts, &mut value).then_some(value)
}

/// Appends the value of `parts`; false where the line does not fix it.
fn fixed_parts(parts: &[Part], value: &mut Vec<u8>) -> bool {
    parts.iter().all(|part| match &part.kind {
        PartKind::Text(text) | PartKind::Single(text) => {
            value.extend_from_slice(text);
            true
        }
        PartKind::Escaped(byte) => {
            value.push(*byte);
            true
        }
        PartKind::Double(inner) => fixed_parts(inner, value),
        _ => false,
    })
}
