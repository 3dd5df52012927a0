//! What stands for text that the line does not fix in a script of sed or a program of awk.
//!
//! A value that comes from the environment or from files that the line did not touch is nobody's
//! trap. One that the line itself puts there can be code, such as an `e` behind an address.

use super::line::Judge;
use crate::syntax::{Command, Mode, Operation, Parameter, Part, PartKind, Script, Target, Word};

/// What a value can hold. The order is that of how much it can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// A number, or what does not come from the line.
    #[default]
    Foreign,
    /// Letters and digits of the line, and what stands in names.
    Name,
    /// The same with what stands in paths.
    Path,
    /// Anything.
    Any,
}

impl Fit {
    /// The byte that stands for it in a script. No argument of a program holds the first, and in no
    /// script that is read as certain stands one of the others.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Foreign => 0,
            Self::Name => 1,
            Self::Path => 2,
            Self::Any => 3,
        }
    }

    /// Whether a value of the line can hold this byte.
    pub(super) fn holds(self, byte: u8) -> bool {
        let name = byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte);
        match self {
            Self::Foreign => byte.is_ascii_digit(),
            Self::Name => name,
            Self::Path => name || b"/:@+=,%".contains(&byte),
            Self::Any => true,
        }
    }

    fn of_text(text: &[u8]) -> Self {
        let fits = |fit: &Self| text.iter().all(|byte| fit.holds(*byte));
        [Self::Foreign, Self::Name, Self::Path].into_iter().find(fits).unwrap_or(Self::Any)
    }
}

/// What the variables can hold that the line sets. Positional parameters stand together under an
/// empty name.
#[derive(Debug, Default)]
pub(super) struct Values(Vec<(Vec<u8>, Fit)>);

impl Values {
    fn get(&self, name: &[u8]) -> Fit {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map_or(Fit::Foreign, |(_, fit)| *fit)
    }

    /// A variable may hold this: whether that is more than was known.
    fn raise(&mut self, name: &[u8], fit: Fit) -> bool {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => {
                let more = fit > *known;
                *known = fit.max(*known);
                more
            }
            None if fit == Fit::Foreign => false,
            None => {
                self.0.push((name.to_vec(), fit));
                true
            }
        }
    }
}

/// The name under which a variable is known.
fn known_as(name: &[u8]) -> &[u8] {
    let positional = name.iter().all(u8::is_ascii_digit) || matches!(name, b"@" | b"*" | b"argv");
    if positional { b"" } else { name }
}

impl Judge<'_> {
    /// A variable, or a positional parameter where it has no name, may get a value.
    pub(super) fn inserts(&mut self, name: &[u8], value: &[Part]) {
        let fit = self.fit(value);
        self.raises(name, fit);
    }

    /// A variable may get a value that the line does not show.
    pub(super) fn raises(&mut self, name: &[u8], fit: Fit) {
        let more = self.budget.values.raise(known_as(name), fit);
        self.before.values += usize::from(more);
    }

    /// What parts of a word can hold.
    pub(super) fn fit(&self, parts: &[Part]) -> Fit {
        parts.iter().map(|part| self.fit_of(part)).max().unwrap_or_default()
    }

    pub(super) fn fit_of(&self, part: &Part) -> Fit {
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => Fit::of_text(text),
            PartKind::Escaped(byte) => Fit::of_text(&[*byte]),
            PartKind::Double(inner) => self.fit(inner),
            PartKind::Arithmetic(_) | PartKind::Home => Fit::Foreign,
            // Files of these names may have been made.
            PartKind::Glob(_) if self.before.changed => Fit::Any,
            PartKind::Glob(_) => Fit::Foreign,
            PartKind::Command(substitution) => match self.shows_others(&substitution.script) {
                true => Fit::Foreign,
                false => Fit::Any,
            },
            PartKind::Parameter(parameter) => self.fit_of_parameter(parameter),
        }
    }

    fn fit_of_parameter(&self, parameter: &Parameter) -> Fit {
        let value = match parameter.name.as_slice() {
            b"?" | b"#" | b"$" | b"!" | b"RANDOM" | b"SECONDS" | b"UID" | b"EUID" => Fit::Foreign,
            b"PWD" if !self.before.changed => Fit::Foreign,
            b"PWD" | b"-" | b"FUNCNAME" | b"funcstack" | b"commands" | b"functions"
            | b"aliases" | b"history" | b"historywords" | b"dirstack" | b"DIRSTACK"
            | b"jobtexts" | b"BASH_ARGV" | b"BASH_ALIASES" => Fit::Any,
            b"_" if self.spoken => Fit::Any,
            name => self.budget.values.get(known_as(name)),
        };
        match &parameter.operation {
            Operation::Length => Fit::Foreign,
            Operation::Value | Operation::Trim { .. } => value,
            Operation::Alternative { word, .. } => value.max(self.fit(word)),
        }
    }

    /// Whether a substitution shows only what does not come from the line: counts, places, and files
    /// that it did not change.
    fn shows_others(&self, script: &Script) -> bool {
        let [item] = script.list.items.as_slice() else { return false };
        let Some(Command::Simple(last)) = item.first.commands.last() else { return false };
        if !item.rest.is_empty() || !last.assignments.is_empty() {
            return false;
        }
        let words: Option<Vec<_>> = last.words.iter().map(Word::fixed).collect();
        let Some(words) = words else { return false };
        let Some((name, arguments)) = words.split_first() else { return false };
        if self.functions.contains(name.as_ref()) {
            return false;
        }
        let options = arguments.iter().all(|word| word.len() == 2 && word.first() == Some(&b'-'));
        let piped = item.first.commands.len() > 1;
        let read = last.redirects.iter().all(|redirect| {
            let Target::File { mode: Mode::Read, word } = &redirect.target else { return false };
            word.fixed().is_some_and(|path| is_file(&path))
        });
        if !read {
            return false;
        }
        if name.as_ref() == b"wc" && options {
            return true;
        }
        if piped || self.before.changed {
            return false;
        }
        match name.as_ref() {
            b"pwd" | b"nproc" | b"whoami" | b"id" | b"uname" => options,
            b"hostname" => arguments.is_empty(),
            b"date" => arguments.iter().all(|word| is_numeric_time(word)),
            b"cat" | b"head" | b"tail" | b"ls" => {
                let mut files = arguments.iter().filter(|word| word.first() != Some(&b'-'));
                let named = !last.redirects.is_empty() || name.as_ref() == b"ls";
                let any = named || files.clone().next().is_some();
                any && files.all(|word| is_file(word))
            }
            b"git" => arguments.iter().all(|word| {
                matches!(
                    word.as_ref(),
                    b"rev-parse"
                        | b"HEAD"
                        | b"--short"
                        | b"--abbrev-ref"
                        | b"--show-toplevel"
                        | b"branch"
                        | b"--show-current"
                )
            }),
            _ => false,
        }
    }
}

/// Whether a word of `date` has it show numbers only. A letter is a part of the time only behind a
/// percent sign.
fn is_numeric_time(word: &[u8]) -> bool {
    let Some(format) = word.strip_prefix(b"+") else { return word == b"-u" };
    let mut rest = format.iter();
    while let Some(byte) = rest.next() {
        let plain = match byte {
            b'%' => rest.next().is_some_and(|letter| b"YmdHMSFTsjyNu".contains(letter)),
            byte => b"-_.: ".contains(byte),
        };
        if !plain {
            return false;
        }
    }
    true
}

/// Whether a path is that of a file, as far as it tells, and not one of a stream.
fn is_file(path: &[u8]) -> bool {
    let has = |name: &[u8]| path.windows(name.len()).any(|part| part == name);
    path != b"-" && !has(b"dev") && !has(b"proc")
}
