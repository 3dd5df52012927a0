//! The judgement of what stands in words, and of launchers that run elsewhere.

use super::line::Judge;
use super::problem::Id;
use crate::syntax::{Operation, Part, PartKind, Word};

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
        let takes_names = matches!(name, b"let" | b"declare" | b"typeset" | b"local" | b"export");
        let mut arguments = takes_names.then_some(arguments)?.iter();
        arguments.find(|word| word.fixed().is_some_and(|text| self.names_own_text(&text)))
    }

    /// Whether one of the names in a text is that of such a variable.
    fn names_own_text(&self, text: &[u8]) -> bool {
        let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        text.split(|byte| !in_name(byte)).any(|name| self.is_own_text(name))
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
