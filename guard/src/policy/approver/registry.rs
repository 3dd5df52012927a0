//! The registry: commands that are blocked or warned of wherever they stand.
//!
//! An entry names a program, perhaps its subcommand, and what its words must hold. Entries are
//! bundled, and a JSON file may add more or make them stricter; it can weaken none. Every entry
//! carries examples that are checked when it is loaded.

mod file;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::syntax::launch::base_name;
use crate::syntax::{Found, PartKind, Word, read, visit};

/// The bundled entries.
const BUNDLED: &str = include_str!("registry.json");

/// Why a registry cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The file is no JSON of the expected form.
    #[error("{name}: {source}")]
    Json {
        /// The file.
        name: String,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The file is of another version.
    #[error("{name}: schema_version {found} is not known (this is version 1)")]
    Version {
        /// The file.
        name: String,
        /// The version it gives.
        found: u64,
    },
    /// The file would switch the guard off.
    #[error(
        "{name}: `disabled` is set, but nobody would see the notice: no file switches this guard off"
    )]
    Disabled {
        /// The file.
        name: String,
    },
    /// An entry would match nothing or everything.
    #[error("{name}: entry `{entry}`: {problem}")]
    Entry {
        /// The file.
        name: String,
        /// The entry.
        entry: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// How strict an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// It warns.
    Warn,
    /// It blocks.
    Block,
}

/// One entry.
#[derive(Clone, Debug)]
struct Entry {
    tier: Tier,
    why: String,
    successor: Option<String>,
    /// Base names of programs, in lower case.
    command: Vec<String>,
    /// The first operands.
    subcommand: Vec<String>,
    /// Options that take the next word.
    valued: Vec<String>,
    /// One option of each group must be there.
    flags: Vec<Vec<String>>,
    /// Options with a value must be there.
    flag_values: Vec<FlagValue>,
    /// An operand must start with one of these.
    operand_prefix: Vec<String>,
    /// An operand must be one of these.
    operands: Vec<String>,
    /// An operand must be a path of this form.
    operand_path: Option<OperandPath>,
    /// An argument must come out of one of these programs.
    arguments_from: Vec<String>,
    /// Commands that the entry matches.
    matches: Vec<String>,
    /// Commands that it does not match.
    not_match: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlagValue {
    flags: Vec<String>,
    value: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OperandPath {
    root: String,
    depth: usize,
}

/// The entries in force.
#[derive(Clone, Debug)]
pub struct Registry {
    entries: BTreeMap<String, Entry>,
    /// The names of the entries about each program, by the program's name.
    programs: BTreeMap<Vec<u8>, Vec<String>>,
    /// What most words of a line are told apart from all of them by.
    starts: Starts,
}

impl Registry {
    /// The bundled entries.
    pub fn bundled() -> Result<Self, RegistryError> {
        Self::new(BTreeMap::new()).with_file("bundled registry", BUNDLED.as_bytes())
    }

    /// Adds the entries of a file, whose name errors give. One with the name of an entry that is
    /// there has that entry's fields but for those that it gives, and stands beside it, so that a
    /// file can make the registry stricter and never weaker.
    pub fn with_file(mut self, name: &str, bytes: &[u8]) -> Result<Self, RegistryError> {
        for (id, entry) in file::entries(name, bytes, &self.entries)? {
            let mut free = id.clone();
            let mut tries = 1;
            while self.entries.contains_key(&free) {
                free = match tries {
                    1 => format!("{id} ({name})"),
                    more => format!("{id} ({name}, {more})"),
                };
                tries += 1;
            }
            self.entries.insert(free, entry);
        }
        Ok(Self::new(self.entries))
    }

    fn new(entries: BTreeMap<String, Entry>) -> Self {
        let mut programs: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
        let mut starts = Starts::default();
        for (id, entry) in &entries {
            for name in &entry.command {
                starts.add(name.as_bytes());
                programs.entry(name.as_bytes().to_vec()).or_default().push(id.clone());
            }
        }
        Self { entries, programs, starts }
    }

    /// The names of the entries, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Why an entry is there, and what to do instead.
    pub fn about(&self, name: &str) -> Option<(Tier, &str, Option<&str>)> {
        let entry = self.entries.get(name)?;
        Some((entry.tier, &entry.why, entry.successor.as_deref()))
    }

    /// An entry's name, why it is there, and what to do instead, on one line.
    pub(super) fn says(&self, name: &str) -> String {
        match self.about(name) {
            Some((_, why, Some(instead))) => format!("{name}: {why} (instead: {instead})"),
            Some((_, why, None)) => format!("{name}: {why}"),
            None => name.to_owned(),
        }
    }

    /// Whether an entry is about this program.
    pub(super) fn knows(&self, base: &[u8]) -> bool {
        self.starts.may_have(base) && self.programs.contains_key(base)
    }

    /// The entries that match a command with this base name.
    pub(super) fn matches<'r>(
        &'r self,
        base: &'r [u8],
        arguments: &'r [Word],
    ) -> impl Iterator<Item = &'r str> + 'r {
        let ids = if self.starts.may_have(base) { self.programs.get(base) } else { None };
        let entries = ids.into_iter().flatten().filter_map(|id| self.entries.get_key_value(id));
        entries.filter(move |(_, entry)| entry.matches(base, arguments)).map(|(id, _)| id.as_str())
    }
}

/// The first bytes and lengths of some names, to tell most others apart without a comparison.
#[derive(Clone, Debug)]
struct Starts([u32; 256]);

impl Default for Starts {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl Starts {
    /// The place of a length in a mask; those that are longer share the last one.
    fn bit(name: &[u8]) -> u32 {
        1 << name.len().min(31)
    }

    fn add(&mut self, name: &[u8]) {
        if let Some(lengths) = name.first().and_then(|first| self.0.get_mut(usize::from(*first))) {
            *lengths |= Self::bit(name);
        }
    }

    /// Whether a name may be among them.
    fn may_have(&self, name: &[u8]) -> bool {
        let lengths = name.first().and_then(|first| self.0.get(usize::from(*first)));
        lengths.is_some_and(|lengths| lengths & Self::bit(name) != 0)
    }
}

impl Entry {
    /// Whether some command of a text is matched.
    fn matches_text(&self, text: &str) -> Result<bool, String> {
        let reading = read(text.as_bytes());
        let Some(script) = reading.certain() else {
            return Err(format!("cannot read the example `{text}`"));
        };
        let mut matched = false;
        visit(script, &mut |found| {
            if let Found::Command(reached) = found
                && let Some((first, arguments)) = reached.words.split_first()
                && let Some(name) = first.fixed()
            {
                matched |= self.matches(&base_name(&name), arguments);
            }
        });
        Ok(matched)
    }

    fn matches(&self, base: &[u8], arguments: &[Word]) -> bool {
        if !self.command.iter().any(|name| name.as_bytes() == base) {
            return false;
        }
        // The subcommand must be somewhere, fixed or not.
        let may_be = |wanted: &String| {
            arguments.iter().any(|word| {
                word.fixed().is_none_or(|text| text.eq_ignore_ascii_case(wanted.as_bytes()))
            })
        };
        if !self.subcommand.iter().all(may_be) {
            return false;
        }
        let line = Line::new(arguments, &self.valued, base == b"git");
        let mut operands = line.operands.iter();
        let subcommand = self.subcommand.iter().all(|expected| match operands.next() {
            Some(Some(text)) => text.eq_ignore_ascii_case(expected.as_bytes()),
            // What is not fixed may be it.
            Some(None) => true,
            None => false,
        });
        let operands = line.operands.get(self.subcommand.len()..).unwrap_or_default();
        subcommand
            && self.flags.iter().all(|group| line.has_flag(group))
            && self.flag_values.iter().all(|wanted| line.has_value(wanted))
            && (self.operand_prefix.is_empty()
                || operands.iter().any(|operand| {
                    operand.as_ref().is_none_or(|text| {
                        self.operand_prefix.iter().any(|prefix| text.starts_with(prefix.as_bytes()))
                    })
                }))
            && (self.operands.is_empty()
                || line.all.iter().skip(1).flatten().any(|text| {
                    self.operands.iter().any(|wanted| wanted.as_bytes() == text.as_slice())
                }))
            && self.operand_path.as_ref().is_none_or(|wanted| {
                operands.iter().flatten().any(|operand| wanted.matches(operand))
            })
            && (self.arguments_from.is_empty()
                || arguments.iter().any(|word| comes_from(word, &self.arguments_from)))
    }
}

/// The words of a command: options and operands.
struct Line {
    /// Every word, where it is fixed.
    all: Vec<Option<Vec<u8>>>,
    /// Options in the order of the line.
    options: Vec<Vec<u8>>,
    operands: Vec<Option<Vec<u8>>>,
    /// Letters that end a cluster of short options, because they take a value.
    valued: Vec<u8>,
}

/// Options of git itself that take the next word.
const GIT_VALUED: [&[u8]; 7] = [
    b"-C",
    b"-c",
    b"--git-dir",
    b"--work-tree",
    b"--namespace",
    b"--config-env",
    b"--super-prefix",
];

impl Line {
    fn new(arguments: &[Word], valued: &[String], git: bool) -> Self {
        let mut line = Self {
            all: arguments.iter().map(|word| word.fixed().map(|text| text.into_owned())).collect(),
            options: Vec::new(),
            operands: Vec::new(),
            valued: valued
                .iter()
                .filter(|name| name.len() == 2)
                .filter_map(|name| name.as_bytes().get(1).copied())
                .collect(),
        };
        let mut ended = false;
        let mut rest = line.all.iter();
        while let Some(word) = rest.next() {
            let option = word
                .as_ref()
                .filter(|text| !ended && text.len() > 1 && text.first() == Some(&b'-'));
            let Some(text) = option else {
                line.operands.push(word.clone());
                continue;
            };
            if text == b"--" {
                ended = true;
                continue;
            }
            line.options.push(text.clone());
            let before_subcommand = git && line.operands.is_empty();
            let takes = if before_subcommand {
                GIT_VALUED.contains(&text.as_slice())
            } else {
                let short = text.get(1) != Some(&b'-')
                    && text.iter().skip(1).position(|byte| line.valued.contains(byte))
                        == Some(text.len() - 2);
                short || valued.iter().any(|name| name.as_bytes() == text.as_slice())
            };
            if takes {
                rest.next();
            }
        }
        line
    }

    /// Whether one of these options is there: long ones shortened or with a value, short ones in
    /// a cluster.
    fn has_flag(&self, group: &[String]) -> bool {
        self.options.iter().any(|option| {
            group.iter().any(|flag| {
                let flag = flag.as_bytes();
                if flag.starts_with(b"--") {
                    let name = option.split(|byte| *byte == b'=').next().unwrap_or_default();
                    // As git does it: a start of the name. Shorter ones are ambiguous.

                    name == flag || (name.len() > 3 && flag.starts_with(name))
                } else {
                    let letter = flag.get(1).copied();
                    option.get(1) != Some(&b'-')
                        && option
                            .iter()
                            .skip(1)
                            .copied()
                            .scan(false, |ended, byte| {
                                let take = !*ended;
                                *ended |= self.valued.contains(&byte);
                                take.then_some(byte)
                            })
                            .any(|byte| Some(byte) == letter)
                }
            })
        })
    }

    /// Whether an option has a value, separate, glued or behind `=`.
    fn has_value(&self, wanted: &FlagValue) -> bool {
        let value = wanted.value.as_bytes();
        wanted.flags.iter().any(|flag| {
            let flag = flag.as_bytes();
            self.all.windows(2).any(|pair| {
                matches!(pair, [Some(name), Some(next)]
                    if name == flag && next.eq_ignore_ascii_case(value))
            }) || self.options.iter().any(|option| {
                option.strip_prefix(flag).is_some_and(|rest| {
                    let rest = rest.strip_prefix(b"=").unwrap_or(rest);
                    rest.eq_ignore_ascii_case(value)
                })
            })
        })
    }
}

impl OperandPath {
    fn matches(&self, operand: &[u8]) -> bool {
        let text = operand.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
        let path = match text.windows(3).position(|window| window == b"://") {
            Some(at) => {
                let host = text.get(at + 3..).unwrap_or_default();
                let slash = host.iter().position(|byte| *byte == b'/').unwrap_or(host.len());
                host.get(slash..).unwrap_or_default()
            }
            None => text,
        };
        let parts: Vec<&[u8]> =
            path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).collect();
        parts.len() == self.depth && parts.first() == Some(&self.root.as_bytes())
    }
}

/// Whether a word holds the output of one of these programs.
fn comes_from(word: &Word, programs: &[String]) -> bool {
    let mut parts: Vec<&crate::syntax::Part> = word.parts.iter().collect();
    while let Some(part) = parts.pop() {
        match &part.kind {
            PartKind::Double(inner) => parts.extend(inner),
            PartKind::Command(substitution) => {
                let mut found = false;
                visit(&substitution.script, &mut |seen| {
                    if let Found::Command(reached) = seen {
                        let name = reached.words.first().and_then(Word::fixed).unwrap_or_default();
                        let base = base_name(&name);
                        found |= programs.iter().any(|program| program.as_bytes() == base.as_ref());
                    }
                });
                if found {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
