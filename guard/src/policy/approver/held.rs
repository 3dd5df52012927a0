//! The texts that a word may come to be, as far as the line shows them.
//!
//! What the line puts into a variable is kept as it stands there and read where the variable is used. What
//! comes from the environment and what may be anything have a byte of their own.

use std::collections::HashMap;
use std::rc::Rc;

use super::inserted::known_as;
use super::line::Judge;
use super::spelling::shows_text_of_line;
use super::startup::{FOREIGN, OPEN};
use crate::syntax::{Command, Operation, Parameter, Part, PartKind, Script, Word};

/// How many values of one variable are kept.
const MAX_SITES: usize = 16;

/// How many texts of one word are followed.
const MAX_TEXTS: usize = 32;

/// How many parts are read for one word.
const MAX_STEPS: usize = 256;

/// How deep variables are followed that hold others.
const MAX_DEPTH: usize = 8;

/// How long a text may become.
const MAX_LENGTH: usize = 4096;

/// The values that the line gives to a variable; nothing where it may be given any.
type Sites = Option<Vec<Rc<[Part]>>>;

/// What the line puts into its variables. Positional parameters stand together under an empty name.
#[derive(Debug, Default)]
pub(super) struct Texts {
    known: HashMap<Vec<u8>, Sites>,
}

impl Texts {
    /// A variable may get this value: whether it is a new one.
    pub(super) fn add(&mut self, name: &[u8], value: &[Part]) -> bool {
        let known = self.known.entry(known_as(name)).or_insert_with(|| Some(Vec::new()));
        let Some(sites) = known else { return false };
        if sites.iter().any(|site| site.as_ref() == value) {
            return false;
        }
        match sites.len() < MAX_SITES {
            true => sites.push(value.into()),
            false => *known = None,
        }
        true
    }

    /// A variable may get any value: whether that was not known.
    pub(super) fn open(&mut self, name: &[u8]) -> bool {
        !matches!(self.known.insert(known_as(name), None), Some(None))
    }
}

struct Reader<'t> {
    texts: &'t Texts,
    steps: usize,
}

/// Any text.
fn anything() -> Vec<Vec<u8>> {
    vec![vec![OPEN]]
}

impl Reader<'_> {
    fn parts(&mut self, parts: &[Part], depth: usize) -> Vec<Vec<u8>> {
        let mut found = vec![Vec::new()];
        for part in parts {
            let more = self.part(part, depth);
            if found.len() * more.len() > MAX_TEXTS {
                return anything();
            }
            let joined = found.iter().flat_map(|start| more.iter().map(move |end| (start, end)));
            found = joined.map(|(start, end)| [start.as_slice(), end].concat()).collect();
            if found.iter().any(|text| text.len() > MAX_LENGTH) {
                return anything();
            }
        }
        found
    }

    fn part(&mut self, part: &Part, depth: usize) -> Vec<Vec<u8>> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return anything();
        }
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => vec![text.clone()],
            PartKind::Escaped(byte) => vec![vec![*byte]],
            PartKind::Double(inner) => self.parts(inner, depth),
            PartKind::Home => vec![vec![FOREIGN]],
            PartKind::Glob(_) => anything(),
            PartKind::Arithmetic(_) => vec![b"0".to_vec()],
            PartKind::Command(substitution) => {
                makes_name(&substitution.script).map_or_else(anything, |text| vec![text])
            }
            PartKind::Parameter(parameter) => self.parameter(parameter, depth),
        }
    }

    fn parameter(&mut self, parameter: &Parameter, depth: usize) -> Vec<Vec<u8>> {
        let name = parameter.name.as_slice();
        let number = matches!(name, b"?" | b"#" | b"$" | b"!");
        match &parameter.operation {
            Operation::Length => vec![b"0".to_vec()],
            _ if number => vec![b"0".to_vec()],
            // A piece that the line chooses may be anything.
            Operation::Trim { .. } => anything(),
            Operation::Value => self.value(name, depth),
            Operation::Alternative { operator, word, .. } => {
                let mut found = match operator {
                    b'+' => Vec::new(),
                    _ => self.value(name, depth),
                };
                if *operator != b'?' {
                    found.extend(self.parts(word, depth));
                }
                found
            }
        }
    }

    fn value(&mut self, name: &[u8], depth: usize) -> Vec<Vec<u8>> {
        if depth >= MAX_DEPTH || name == b"_" || shows_text_of_line(name) {
            return anything();
        }
        let texts = self.texts;
        match texts.known.get(known_as(name).as_slice()) {
            None => vec![vec![FOREIGN]],
            Some(None) => anything(),
            Some(Some(sites)) => {
                let mut found = Vec::new();
                for site in sites {
                    found.extend(self.parts(site, depth + 1));
                }
                // What is a pattern of file names may become any of them.
                let wild = |byte: &mut u8| {
                    if b"*?[".contains(byte) {
                        *byte = OPEN;
                    }
                };
                found.iter_mut().flatten().for_each(wild);
                found
            }
        }
    }
}

/// What `mktemp` shows: a name in the temporary directory, or one that goes by its only operand.
fn makes_name(script: &Script) -> Option<Vec<u8>> {
    let [item] = script.list.items.as_slice() else { return None };
    let [Command::Simple(simple)] = item.first.commands.as_slice() else { return None };
    let (name, arguments) = simple.words.split_first()?;
    if !item.rest.is_empty() || name.bare() != Some(b"mktemp") {
        return None;
    }
    let mut shown = vec![FOREIGN];
    for word in arguments {
        match word.fixed()?.as_ref() {
            b"-d" | b"-q" | b"-t" | b"-dt" | b"-td" => {}
            option if option.first() == Some(&b'-') => return None,
            template => shown = template.to_vec(),
        }
    }
    // Its last letters are made up.
    shown.push(b'0');
    Some(shown)
}

impl Judge<'_> {
    /// The texts that parts of a word may come to be.
    pub(super) fn texts(&self, parts: &[Part]) -> Vec<Vec<u8>> {
        Reader { texts: &self.budget.variables, steps: 0 }.parts(parts, 0)
    }

    /// The same for a word, into which a launcher may put something.
    pub(super) fn texts_of(&self, word: &Word) -> Vec<Vec<u8>> {
        let mut found = match word.fixed() {
            Some(text) => vec![text.into_owned()],
            None => self.texts(&word.parts),
        };
        if let Some(hole) = &self.hole {
            for text in &mut found {
                *text = hole.opened(text, OPEN);
            }
        }
        found
    }
}
