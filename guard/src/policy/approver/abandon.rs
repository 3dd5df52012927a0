//! Errors at which bash gives up the whole command that it reads: alone that is one line, behind
//! the change of directory it is all of the group.
//!
//! An expression that cannot be evaluated and a value for a variable that cannot be set are such
//! errors (`: $((1/0))`, `readonly r=1`, newline, `r=2`): what follows on later lines runs where
//! the script stands alone, and does not run in the group. Other errors end the shell, or the
//! command, in both.

use super::arithmetic::Numbers;
use crate::syntax::{
    Command, Compound, CompoundKind, Found, Item, List, Operation, Part, PartKind, Pipeline,
    Redirect, Script, Simple, Span, Target, Terminator, Word, visit,
};

/// Variables that bash never lets be set.
const FROZEN: [&[u8]; 6] = [b"BASHOPTS", b"BASH_VERSINFO", b"EUID", b"PPID", b"SHELLOPTS", b"UID"];

/// How often values that are those of other variables are followed.
const ROUNDS: usize = 8;

/// Builtins that set or freeze the variables that they name.
fn declares(name: &[u8]) -> bool {
    matches!(name, b"export" | b"readonly" | b"local" | b"declare" | b"typeset")
}

/// Where bash may give up a line that others follow. `list` is what is judged, `script` the text that
/// holds it. `frozen` says that a script that was read
/// elsewhere may make any variable one that cannot be set.
pub(super) fn abandoned(list: &List, script: &Script, frozen: bool) -> Vec<Span> {
    // The last line ends with the script, whatever bash does there.
    let before = list.items.split_last().map(|(_, before)| before).unwrap_or_default();
    let last = before.iter().rposition(|item| item.end == Terminator::Newline);
    let Some(last) = last else { return Vec::new() };
    let mut finder = Finder { numbers: Numbers::default(), any: frozen, places: Vec::new() };
    finder.learn(script);
    for item in list.items.iter().take(last + 1) {
        finder.item(item);
        if let [Command::Simple(simple)] = item.first.commands.as_slice()
            && simple.words.is_empty()
            && item.end != Terminator::Ampersand
        {
            let names = simple.assignments.iter().map(|assignment| assignment.name.clone());
            finder.numbers.given.extend(names);
        }
    }
    for document in &script.heredocs {
        finder.parts(&document.body);
    }
    finder.places
}

struct Finder {
    numbers: Numbers,
    /// Any variable may be one that cannot be set.
    any: bool,
    places: Vec<Span>,
}

impl Finder {
    /// Learns what variables may hold, and which cannot be set.
    fn learn(&mut self, script: &Script) {
        self.numbers.frozen.extend(FROZEN.map(<[u8]>::to_vec));
        let mut set: Vec<(Vec<u8>, Vec<Part>)> = Vec::new();
        visit(script, &mut |found| match found {
            Found::Assigned { name, value, .. } => set.push((name.to_vec(), value.to_vec())),
            Found::Command(reached) => {
                let Some((first, arguments)) = reached.words.split_first() else { return };
                let name = first.fixed().unwrap_or_default();
                let freezes = name.as_ref() == b"readonly"
                    || (declares(&name)
                        && arguments
                            .iter()
                            .filter_map(Word::fixed)
                            .any(|word| word.first() == Some(&b'-') && word.contains(&b'r')));
                if !declares(&name) && !matches!(name.as_ref(), b"read" | b"getopts") {
                    return;
                }
                for word in arguments {
                    let Some(PartKind::Text(text)) = word.parts.first().map(|part| &part.kind)
                    else {
                        self.any |= freezes;
                        continue;
                    };
                    let mut halves = text.splitn(2, |byte| *byte == b'=');
                    let name = halves.next().unwrap_or_default().to_vec();
                    if freezes {
                        self.numbers.frozen.insert(name.clone());
                    }
                    self.numbers.others.insert(name);
                }
            }
            _ => {}
        });
        // A value may be that of another variable, so numbers are what is left.
        let mut names: Vec<&Vec<u8>> = set.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        self.numbers.numbers.extend(names.into_iter().cloned());
        for _ in 0..ROUNDS {
            let before = self.numbers.others.len();
            for (name, value) in &set {
                if !self.numbers.is_value(value) {
                    self.numbers.others.insert(name.clone());
                }
            }
            if self.numbers.others.len() == before {
                return;
            }
        }
        self.numbers.numbers.clear();
    }

    /// A variable is set.
    fn sets(&mut self, name: &[u8], place: Span) {
        if self.any || self.numbers.frozen.contains(name) {
            self.places.push(place);
        }
    }

    fn list(&mut self, list: &List) {
        list.items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        // What runs in a shell of its own ends alone.
        if item.end == Terminator::Ampersand {
            return;
        }
        self.pipeline(&item.first);
        item.rest.iter().for_each(|(_, pipeline)| self.pipeline(pipeline));
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        let [command] = pipeline.commands.as_slice() else { return };
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => self.compound(&function.body),
        }
    }

    fn compound(&mut self, compound: &Compound) {
        self.redirects(&compound.redirects);
        match &compound.kind {
            CompoundKind::Group(list) => self.list(list),
            CompoundKind::Subshell(_) => {}
            CompoundKind::If { arms, otherwise } => {
                for (condition, list) in arms {
                    self.list(condition);
                    self.list(list);
                }
                otherwise.iter().for_each(|list| self.list(list));
            }
            CompoundKind::Loop { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
            CompoundKind::For { name, words, body } => {
                self.sets(name, compound.span);
                self.words(words);
                self.list(body);
            }
            CompoundKind::Case { word, arms } => {
                self.parts(&word.parts);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.list(&arm.body);
                }
            }
        }
    }

    fn simple(&mut self, simple: &Simple) {
        for assignment in &simple.assignments {
            self.sets(&assignment.name, assignment.span);
            self.parts(&assignment.value.parts);
        }
        self.words(&simple.words);
        self.redirects(&simple.redirects);
    }

    fn redirects(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            if let Target::File { word, .. } = &redirect.target {
                self.parts(&word.parts);
            }
        }
    }

    fn words(&mut self, words: &[Word]) {
        words.iter().for_each(|word| self.parts(&word.parts));
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match &part.kind {
                PartKind::Double(inner) => self.parts(inner),
                PartKind::Arithmetic(inner) => {
                    if !self.numbers.is_sure(inner) {
                        self.places.push(part.span);
                    }
                    self.parts(inner);
                }
                PartKind::Parameter(parameter) => match &parameter.operation {
                    Operation::Alternative { operator, word, .. } => {
                        if *operator == b'=' {
                            self.sets(&parameter.name, part.span);
                        }
                        self.parts(word);
                    }
                    Operation::Trim { pattern, .. } => self.parts(pattern),
                    Operation::Value | Operation::Length => {}
                },
                // A substitution runs in a shell of its own.
                _ => {}
            }
        }
    }
}
