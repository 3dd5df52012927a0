//! What a word that the line does not fix may come to spell.
//!
//! A parameter that nothing on the line sets comes from the environment, which is nobody's trap: it is
//! read as empty, so that a path below a variable is an operand and no command. One that may have been set
//! on the line is read as anything.

use super::line::Before;
use super::pattern::may_match;
use crate::syntax::{Operation, Parameter, Part, PartKind};

/// How many readings of one word are followed.
const MAX_SPELLINGS: usize = 32;

/// One reading of a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    /// Its bytes, each with whether it is a wildcard.
    bytes: Vec<(u8, bool)>,
    /// It may become several words.
    pub(super) splits: bool,
    /// Its wildcards are patterns of file names.
    pub(super) globs: bool,
    /// One of its wildcards stands for any text.
    open: bool,
}

impl Spelling {
    /// The readings of a word; nothing where there are too many.
    pub(super) fn of(parts: &[Part], before: &Before, spoken: bool) -> Option<Vec<Self>> {
        let alone = match parts {
            [Part { kind: PartKind::Double(inner), .. }] => inner.len() == 1,
            parts => parts.len() == 1,
        };
        let reader = Reader { before, spoken, alone };
        reader.parts(vec![Self::default()], parts, false)
    }

    /// The text, where this reading has no wildcard.
    pub(super) fn fixed(&self) -> Option<Vec<u8>> {
        self.bytes.iter().map(|(byte, wild)| (!wild).then_some(*byte)).collect()
    }

    /// Whether it may be taken for an option.
    pub(super) fn may_start_with_dash(&self) -> bool {
        self.splits && self.open
            || self
                .bytes
                .first()
                .is_some_and(|place| matches!(place, (b'-', _) | (b'*' | b'?' | b'[', true)))
    }

    pub(super) fn has_slash(&self) -> bool {
        self.open || self.bytes.contains(&(b'/', false))
    }

    fn text(&mut self, text: &[u8]) {
        self.bytes.extend(text.iter().map(|byte| (*byte, false)));
    }

    /// Any text may stand here.
    fn anything(&mut self, one_word: bool) {
        self.bytes.push((b'*', true));
        self.splits |= !one_word;
        self.open = true;
    }
}

/// Whether a reading may be the name of a program: its last component, whatever stands before it.
pub(super) fn may_name(spelling: &Spelling, name: &[u8]) -> bool {
    // What stands for any text, unquoted, may hold whole words.
    if spelling.open && spelling.splits {
        return true;
    }
    let bytes = &spelling.bytes;
    let slash = bytes.iter().rposition(|(byte, _)| *byte == b'/').map_or(0, |at| at + 1);
    let last = bytes.get(slash..).unwrap_or_default();
    if may_match(last, name) {
        return true;
    }
    // What stands for any text may hold slashes itself, so that only what is behind it counts.
    let open = last.iter().position(|place| *place == (b'*', true)).filter(|_| spelling.open);
    open.is_some_and(|at| may_match(last.get(at..).unwrap_or_default(), name))
}

/// Whether a variable that the shell sets by itself may show a text that stands on the line.
pub(super) fn shows_text_of_line(name: &[u8]) -> bool {
    matches!(
        name,
        b"-" | b"BASHOPTS"
            | b"BASH_ALIASES"
            | b"BASH_ARGV"
            | b"BASH_ARGV0"
            | b"BASH_CMDS"
            | b"BASH_COMMAND"
            | b"BASH_EXECUTION_STRING"
            | b"BASH_SOURCE"
            | b"DIRSTACK"
            | b"FUNCNAME"
            | b"SHELLOPTS"
            | b"ZSH_EXECUTION_STRING"
            | b"ZSH_SCRIPT"
            | b"aliases"
            | b"builtins"
            | b"commands"
            | b"dirstack"
            | b"dis_aliases"
            | b"dis_functions"
            | b"funcfiletrace"
            | b"funcsourcetrace"
            | b"funcstack"
            | b"functions"
            | b"functions_source"
            | b"functrace"
            | b"galiases"
            | b"history"
            | b"historywords"
            | b"jobdirs"
            | b"jobtexts"
            | b"nameddirs"
            | b"saliases"
    )
}

struct Reader<'b> {
    before: &'b Before,
    spoken: bool,
    /// The word is one part.
    alone: bool,
}

impl Reader<'_> {
    fn parts(&self, start: Vec<Spelling>, parts: &[Part], quoted: bool) -> Option<Vec<Spelling>> {
        let mut found = start;
        for part in parts {
            let mut each = |act: &dyn Fn(&mut Spelling)| found.iter_mut().for_each(act);
            match &part.kind {
                PartKind::Text(text) | PartKind::Single(text) => each(&|it| it.text(text)),
                PartKind::Escaped(byte) => each(&|it| it.text(&[*byte])),
                PartKind::Double(inner) => found = self.parts(found, inner, true)?,
                PartKind::Glob(byte) => each(&|it| {
                    it.bytes.push((*byte, true));
                    it.globs = true;
                    it.splits = true;
                }),
                PartKind::Home => each(&|it| it.text(b"/")),
                PartKind::Command(_) => each(&|it| it.anything(quoted)),
                // A number is part of no name.
                PartKind::Arithmetic(_) => each(&|it| it.text(b"0")),
                PartKind::Parameter(parameter) => {
                    found = self.parameter(found, parameter, quoted)?;
                }
            }
            if found.len() > MAX_SPELLINGS {
                return None;
            }
        }
        Some(found)
    }

    fn parameter(
        &self,
        start: Vec<Spelling>,
        parameter: &Parameter,
        quoted: bool,
    ) -> Option<Vec<Spelling>> {
        // `"$@"` gives a word for each.
        let one_word = quoted && parameter.name != b"@";
        let with_value = |mut found: Vec<Spelling>, set: bool| {
            let shell: &[u8] = match parameter.name.as_slice() {
                b"0" | b"SHELL" | b"BASH" | b"ZSH_NAME" | b"ZSH_ARGZERO" => b"sh",
                _ => b"",
            };
            let number = matches!(parameter.name.as_slice(), b"?" | b"$" | b"!" | b"#");
            for it in &mut found {
                match set && !number {
                    true => it.anything(one_word),
                    false => it.text(shell),
                }
            }
            found
        };
        let any = match parameter.name.as_slice() {
            b"_" => self.spoken,
            b"IFS" => !quoted,
            name => shows_text_of_line(name),
        };
        let set = any
            || self.before.named
            || self.before.dashed
            || self.before.in_pieces && !self.alone
            || self.before.parts_words && !quoted;
        match &parameter.operation {
            Operation::Value => Some(with_value(start, set)),
            Operation::Length => Some(
                start
                    .into_iter()
                    .map(|mut it| {
                        it.text(b"0");
                        it
                    })
                    .collect(),
            ),
            // A piece of a value may be a name where the value is none.
            Operation::Trim { .. } => Some(with_value(start, set || self.before.assigned)),
            Operation::Alternative { operator, word, .. } => {
                let mut found = match operator {
                    b'+' => start.clone(),
                    _ => with_value(start.clone(), set),
                };
                if *operator != b'?' {
                    let split = |mut it: Spelling| {
                        it.splits |= !quoted;
                        it
                    };
                    let others = self.parts(start, word, quoted)?;
                    found.extend(others.into_iter().map(split));
                }
                Some(found)
            }
        }
    }
}
