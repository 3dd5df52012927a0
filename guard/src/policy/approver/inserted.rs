//! Taint tracking for scripts of sed and programs of awk: what the line itself puts into them.
//!
//! A value that comes from the environment or from files that the line did not touch is nobody's
//! trap. One that the line itself puts there can be code, such as an `e` behind an address. So can a
//! piece of the former, because the line chooses which piece it takes.

use std::collections::HashMap;

use super::known::{is_awk, is_sed};
use super::line::Judge;
use super::spelling::shows_text_of_line;
use super::{inline, readers};
use crate::syntax::{Operation, Parameter, Part, PartKind, Word};

/// What a value can hold. The order is that of how much of it the line may have chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Taint {
    /// A number, from wherever it comes.
    Number,
    /// What does not come from the line.
    #[default]
    Foreign,
    /// Letters and digits of the line, and what stands in names.
    Name,
    /// The same with what stands in paths.
    Path,
    /// Anything.
    Any,
}

/// Stands in a script for what does not come from the line. No argument of a program holds this byte.
pub(super) const HOLE: u8 = Taint::Foreign.byte();

/// Stand in a script for a number, and for what the line puts there.
pub(super) const NUMBER: u8 = Taint::Number.byte();
pub(super) const NAME: u8 = Taint::Name.byte();
pub(super) const PATH: u8 = Taint::Path.byte();
pub(super) const ANY: u8 = Taint::Any.byte();

impl Taint {
    const ALL: [Self; 5] = [Self::Number, Self::Foreign, Self::Name, Self::Path, Self::Any];

    /// The byte that stands for it in a script. No argument of a program holds the first, and in no
    /// script that is read as certain stands one of the others.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Foreign => 0,
            Self::Name => 1,
            Self::Path => 2,
            Self::Any => 3,
            Self::Number => 4,
        }
    }

    /// What a byte of a script stands for, if it stands for something else.
    pub(super) fn of_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|taint| taint.byte() == byte)
    }

    /// Whether a value can hold this byte, by which a script would part it.
    pub(super) fn holds(self, byte: u8) -> bool {
        let name = byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte);
        match self {
            // A negative one has a sign, and some programs show blanks before one. Which letters a word
            // of the system has is well known.
            Self::Number | Self::Foreign => byte.is_ascii_alphanumeric() || b"- ".contains(&byte),
            Self::Name => name,
            Self::Path => name || b"/:@+=,%".contains(&byte),
            Self::Any => true,
        }
    }

    pub(super) fn of_text(text: &[u8]) -> Self {
        if text.iter().all(u8::is_ascii_digit) {
            return Self::Number;
        }
        let fits = |taint: &Self| text.iter().all(|byte| taint.holds(*byte));
        [Self::Name, Self::Path].into_iter().find(fits).unwrap_or(Self::Any)
    }

    /// What a piece of such a value can hold, where the line chooses the piece.
    fn piece(self) -> Self {
        match self {
            Self::Number => self,
            taint => taint.max(Self::Path),
        }
    }
}

/// The taints of the variables that the line sets. Positional parameters stand together under an
/// empty name.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    known: HashMap<Vec<u8>, Taint>,
    /// How often one of them came to hold more.
    pub(super) raised: usize,
    /// Too much changed to follow: each may hold anything.
    lost: bool,
}

impl Values {
    /// What a variable can hold. One that was not set comes from the environment.
    fn get(&self, name: &[u8]) -> Taint {
        match self.lost {
            true => Taint::Any,
            false if self.known.is_empty() => Taint::Foreign,
            false => self.known.get(known_as(name).as_slice()).copied().unwrap_or_default(),
        }
    }

    fn holds_more_than_the_environment(&self, name: &[u8]) -> bool {
        self.lost || self.known.contains_key(known_as(name).as_slice())
    }

    /// A variable may hold this: whether that is more than was known.
    fn raise(&mut self, name: &[u8], taint: Taint) -> bool {
        let known = self.known.entry(known_as(name)).or_default();
        let more = taint > *known;
        *known = taint.max(*known);
        self.raised += usize::from(more);
        more
    }

    /// Takes back what was raised since. It still counts, so that no two states have one count.
    pub(super) fn restore(&mut self, earlier: Self) {
        *self = Self { raised: self.raised, ..earlier };
    }

    /// Each variable may hold anything.
    pub(super) fn lose(&mut self) {
        self.raised += usize::from(!self.lost);
        self.lost = true;
    }
}

/// The name under which a variable is known. zsh ties some to others that differ in case: `PSVAR` and
/// `psvar`.
pub(super) fn known_as(name: &[u8]) -> Vec<u8> {
    let number = name != b"0" && name.iter().all(u8::is_ascii_digit);
    let name = name.to_ascii_lowercase();
    if number || matches!(name.as_slice(), b"@" | b"*" | b"argv") { Vec::new() } else { name }
}

impl Judge<'_> {
    /// A variable, or a positional parameter where it has no name, may get a value.
    pub(super) fn inserts(&mut self, name: &[u8], value: &[Part]) {
        let filled = self.hole.is_some() && {
            let span = value.first().map(|part| part.span).unwrap_or_default();
            self.in_hole(&Word { parts: value.to_vec(), span })
        };
        if filled {
            return self.raises(name, Taint::Any);
        }
        let taint = self.taint(value);
        let more = self.budget.variables.add(name, value);
        self.before.values += usize::from(more);
        self.raise(name, taint);
    }

    /// A variable may get a value that the line does not show.
    pub(super) fn raises(&mut self, name: &[u8], taint: Taint) {
        let more = taint > Taint::Foreign && self.budget.variables.open(name);
        self.before.values += usize::from(more);
        self.raise(name, taint);
    }

    fn raise(&mut self, name: &[u8], taint: Taint) {
        let more = self.budget.values.raise(name, taint);
        self.before.values += usize::from(more);
    }

    /// What parts of a word can hold.
    pub(super) fn taint(&self, parts: &[Part]) -> Taint {
        parts.iter().map(|part| self.taint_of(part)).max().unwrap_or(Taint::Number)
    }

    fn taint_of(&self, part: &Part) -> Taint {
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => Taint::of_text(text),
            PartKind::Escaped(byte) => Taint::of_text(&[*byte]),
            PartKind::Double(inner) => self.taint(inner),
            PartKind::Arithmetic(_) => Taint::Number,
            PartKind::Home => Taint::Foreign,
            // Files of these names may have been made.
            PartKind::Glob(_) if self.is_changed() => Taint::Any,
            // The line chooses which of the files that are there.
            PartKind::Glob(_) => Taint::Name,
            PartKind::Command(substitution) => self.output(&substitution.script),
            PartKind::Parameter(parameter) => self.taint_of_parameter(parameter),
        }
    }

    fn taint_of_parameter(&self, parameter: &Parameter) -> Taint {
        let value = match parameter.name.as_slice() {
            b"?" | b"#" | b"$" | b"!" => Taint::Number,
            b"PWD" => self.budget.values.get(b"PWD").max(self.place_shown()),
            b"_" if self.spoken => Taint::Any,
            name if shows_text_of_line(name) => Taint::Any,
            // What the shell or the caller was given to run stands there as well.
            b"0" => self.budget.values.get(b"0").max(self.budget.values.get(b"")),
            name => self.budget.values.get(name),
        };
        match &parameter.operation {
            Operation::Length => Taint::Number,
            Operation::Value => value,
            Operation::Alternative { word, .. } => value.max(self.taint(word)),
            Operation::Trim { .. } => value.piece(),
        }
    }

    /// Whether files may differ from what they were before the line.
    pub(super) fn is_changed(&self) -> bool {
        let changed = self.before.changed || self.before.beside;
        if !changed {
            self.budget.relies_on_files.set(true);
        }
        changed
    }

    /// What the name of the present directory can hold.
    pub(super) fn place_shown(&self) -> Taint {
        match &self.directory {
            _ if !self.is_changed() => Taint::Foreign,
            Some(known) => Taint::of_text(&known.logical).max(Taint::of_text(&known.physical)),
            None => Taint::Any,
        }
    }

    /// Why a command runs code of the line, if it does.
    pub(super) fn code(&self, base: &[u8], arguments: &[Word]) -> Option<String> {
        let found = inline::code(base, arguments, &|part| self.taint_of(part).byte());
        found.or_else(|| {
            let reads = is_sed(base) || is_awk(base);
            (reads && self.words_may_move(arguments))
                .then(|| "words of the line may be options of it, or none".to_owned())
        })
    }

    /// Whether a word that the line does not fix may be several, none, or an option, so that others are
    /// not what they are read as.
    fn words_may_move(&self, arguments: &[Word]) -> bool {
        let split =
            self.before.parts_words || self.budget.values.holds_more_than_the_environment(b"IFS");
        let mut valued = false;
        arguments.iter().any(|word| {
            if let Some(text) = word.fixed() {
                valued = takes_next(&text);
                return false;
            }
            let behind = std::mem::take(&mut valued);
            let open =
                |part: &Part| matches!(part.kind, PartKind::Parameter(_) | PartKind::Command(_));
            if behind && word.parts.iter().all(open) {
                return true;
            }
            if split && word.parts.iter().any(|it| open(it) && self.taint_of(it) > Taint::Foreign) {
                return true;
            }
            let mut start = Vec::new();
            self.start(&word.parts, &mut start);
            let held =
                start.iter().any(|taint| matches!(taint, Some(taint) if *taint > Taint::Foreign));
            let dash = start.len() > 1 && start.last() == Some(&None);
            dash || held && self.before.dashed
        })
    }

    /// What stands at the start of a word up to what the line fixes: there a dash, if one stands there,
    /// is put as nothing.
    fn start(&self, parts: &[Part], found: &mut Vec<Option<Taint>>) -> bool {
        for part in parts {
            let text: &[u8] = match &part.kind {
                PartKind::Double(inner) => {
                    if self.start(inner, found) {
                        return true;
                    }
                    continue;
                }
                PartKind::Text(text) | PartKind::Single(text) => text,
                PartKind::Escaped(byte) => &[*byte],
                _ => {
                    found.push(Some(self.taint_of(part)));
                    continue;
                }
            };
            if let Some(first) = text.first() {
                if *first == b'-' {
                    found.push(None);
                }
                return true;
            }
        }
        false
    }
}

/// Whether an option of sed or awk may take the next word for its value.
fn takes_next(text: &[u8]) -> bool {
    match text {
        [b'-', b'-', ..] => text.len() > 2 && !text.contains(&b'='),
        [b'-', .., last] => b"vFfeEilWm".contains(last),
        _ => false,
    }
}

/// Whether a path is that of a file, as far as it tells, and not one of a stream.
pub(super) fn is_file(path: &[u8]) -> bool {
    path != b"-" && !readers::is_stream(path)
}
