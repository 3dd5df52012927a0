//! The judgement of what stands in words, and of launchers that run elsewhere.

use super::line::Judge;
use super::problem::Id;
use crate::syntax::{Operation, Part, PartKind, Span, Word};

/// Names of variables that hold something of the text that a shell runs, where they stand as values, and
/// whether arithmetic may evaluate them.
#[derive(Debug, Default)]
pub(super) struct OwnNames {
    named: Option<Span>,
    /// The value is `_`.
    last: Option<Span>,
    counted: bool,
    /// Before a command has run.
    counted_early: bool,
}

impl OwnNames {
    /// The values that arithmetic may evaluate.
    pub(super) fn evaluated(&self) -> impl Iterator<Item = Span> {
        let named = self.named.filter(|_| self.counted);
        named.into_iter().chain(self.last.filter(|_| self.counted_early))
    }
}

impl Judge<'_> {
    pub(super) fn words(&mut self, words: &[Word]) {
        for word in words {
            self.parts(&word.parts);
        }
    }

    /// Judges the substitutions in a word.
    pub(super) fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match &part.kind {
                PartKind::Double(inner) => self.parts(inner),
                PartKind::Arithmetic(inner) => {
                    let mut texts = inner.iter().filter_map(|part| match &part.kind {
                        PartKind::Text(text) => Some(text),
                        _ => None,
                    });
                    let named = |text: &Vec<u8>| {
                        text.iter().any(|it| it.is_ascii_alphabetic() || *it == b'_')
                    };
                    let counts = inner.iter().any(|part| match &part.kind {
                        PartKind::Text(text) => named(text),
                        _ => true,
                    });
                    self.budget.own_names.counted |= counts;
                    self.budget.own_names.counted_early |= counts && !self.spoken;
                    if texts.any(|text| self.names_own_text(text)) {
                        self.refuse(Id::OwnText, part.span, "");
                    }
                    self.parts(inner);
                }
                PartKind::Command(substitution) => {
                    self.in_words(|judge| {
                        judge.apart(|judge| judge.script(&substitution.script));
                    });
                }
                PartKind::Parameter(parameter) => {
                    match parameter.name.as_slice() {
                        b"OLDPWD" => self.refuse(Id::OldDirectory, part.span, ""),
                        name if self.is_own_text(name) => {
                            self.refuse(Id::OwnText, part.span, super::command::shown(name));
                        }
                        _ => {}
                    }
                    match &parameter.operation {
                        Operation::Alternative { word, operator, .. } => {
                            if *operator == b'=' {
                                self.variable(&parameter.name, word, part.span);
                            }
                            self.parts(word);
                        }
                        Operation::Trim { pattern, .. } => self.parts(pattern),
                        Operation::Value | Operation::Length => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// The first operand with the name of such a variable, of a builtin that takes names for values:
    /// `declare -p _`, `let x=LINENO`.
    pub(super) fn reads_own_text<'a>(
        &self,
        name: &[u8],
        arguments: &'a [Word],
    ) -> Option<&'a Word> {
        let declares = matches!(name, b"declare" | b"typeset" | b"local" | b"export");
        let takes_names = declares || name == b"let";
        let shows = |letters: &[u8]| {
            arguments.iter().any(|word| {
                word.fixed().is_some_and(|text| {
                    text.first() == Some(&b'-') && text.iter().any(|it| letters.contains(it))
                })
            })
        };
        // `_` is a name and a value like others, but where it is shown, referred to, or counted.
        let counts_last = name == b"let" || declares && shows(b"pni");
        let is_own = |text: &[u8]| match counts_last {
            true => self.names_own_text(text),
            false => names(text).any(|name| name != b"_" && self.is_own_text(name)),
        };
        let mut arguments = takes_names.then_some(arguments)?.iter();
        arguments.find(|word| word.fixed().is_some_and(|text| is_own(&text)))
    }

    /// Remembers words with the name of such a variable, for arithmetic that takes names for values.
    pub(super) fn remembers(&mut self, name: &[u8], words: &[Word]) {
        // A pattern is no value.
        let searches = matches!(name, b"grep" | b"egrep" | b"fgrep" | b"rg" | b"ag" | b"git");
        for word in words.iter().filter(|_| !searches) {
            let Some(text) = word.fixed() else { continue };
            // A lone `_` is mostly a separator.
            if text.as_ref() == b"_" || text.ends_with(b"=_") {
                self.budget.own_names.last = Some(self.place(word.span));
            } else if text.contains(&b'L') && self.names_own_text(&text) {
                self.budget.own_names.named = Some(self.place(word.span));
            }
        }
        self.budget.own_names.counted |=
            name == b"let" && words.iter().any(|word| word.fixed().is_none());
    }

    /// Whether one of the names in a text is that of such a variable.
    fn names_own_text(&self, text: &[u8]) -> bool {
        names(text).any(|name| self.is_own_text(name))
    }

    /// Whether a variable holds something of the text that a shell runs, which is another one with the
    /// change of directory around it. `$_` and `PIPESTATUS` do until a command of the script has run.
    fn is_own_text(&self, name: &[u8]) -> bool {
        match name {
            b"_" | b"PIPESTATUS" | b"pipestatus" => !self.spoken,
            // Alone a shell may become its last command; in the group it stays its parent.
            b"PPID" => self.depth > 0,
            b"LINENO"
            | b"BASH_LINENO"
            | b"BASH_EXECUTION_STRING"
            | b"ZSH_EXECUTION_STRING"
            | b"BASH_COMMAND" => true,
            _ => false,
        }
    }
}

/// The names in a text.
fn names(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))
}

/// Whether a launcher may run its command in another directory.
pub(super) fn changes_directory(base: &[u8], arguments: &[Word]) -> bool {
    let option = |letters: &[u8]| {
        arguments.iter().any(|word| {
            word.fixed().is_none_or(|text| {
                text.starts_with(b"--chd")
                    || text.starts_with(b"--chr")
                    || text.starts_with(b"--login")
                    || (text.first() == Some(&b'-')
                        && text.get(1) != Some(&b'-')
                        && text.iter().any(|byte| letters.contains(byte)))
            })
        })
    };
    match base {
        b"env" => option(b"CS"),
        b"sudo" | b"doas" => option(b"DRi"),
        b"chroot" | b"unshare" | b"nsenter" | b"su" | b"runuser" | b"bwrap" | b"firejail"
        | b"systemd-run" | b"daemonize" | b"git" | b"fd" | b"fdfind" | b"parallel" | b"busybox"
        | b"toybox" | b"setpriv" => true,
        b"find" => arguments.iter().any(|word| {
            word.fixed().is_none_or(|text| matches!(text.as_ref(), b"-execdir" | b"-okdir"))
        }),
        _ => false,
    }
}
