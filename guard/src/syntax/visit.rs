//! Every command that a script reaches, wherever it stands.
//!
//! [`visit`] goes through lists, compound commands, functions, substitutions in words,
//! assignments, patterns, arithmetic, redirections and here-documents, and through commands that
//! run other commands or texts: `eval`, `trap`, `sh -c`, wrappers, `xargs`, `find -exec`, git
//! aliases. What the script does not fix is reported as [`Found::Unknown`].

use std::collections::HashSet;

use super::doubt::{Doubt, DoubtKind};
use super::evaluate::evaluations;
use super::launch::{self, Inner};
use super::names;
use super::tree::{
    Command, Compound, CompoundKind, List, Operation, Part, PartKind, Redirect, Script, Simple,
    Span, Target, Word,
};

/// How many texts may be nested in each other: `sh -c "eval '…'"` is two.
pub const MAX_TEXTS: usize = 8;

/// How many launchers may stand before a command: `nice nohup ls` is two.
pub const MAX_LAUNCHERS: usize = 64;

/// How many bytes of nested texts are read in one visit.
pub const MAX_TEXT_BYTES: usize = 4 * super::MAX_LENGTH;

/// How a command is reached, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Via {
    /// In a substitution, here-document or expansion.
    Substitution,
    /// In the body of a function of this name, which may be called or not.
    Function(Vec<u8>),
    /// As the operand of a command of this name that runs it.
    Launcher(Vec<u8>),
    /// In a text that a command of this name runs.
    Text(Vec<u8>),
}

/// A command that the script reaches.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    /// Its name and arguments. Empty for assignments alone.
    pub words: &'a [Word],
    /// More words that the script does not fix may follow (`xargs`).
    pub open_ended: bool,
    /// The simple command that holds the words, with its assignments and redirections.
    pub simple: &'a Simple,
    /// The script that holds it: here-documents are counted in it.
    pub script: &'a Script,
    /// How it is reached.
    pub via: &'a [Via],
    /// Where it is reached, in the script that is visited; spans in the words are places in the
    /// text that holds them.
    pub place: Span,
}

/// What may run without being fixed by the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UnknownKind {
    /// The name of the program comes from an expansion or a pattern.
    Name,
    /// A text that comes from an expansion is read as commands.
    Text,
    /// A file is read as commands.
    File,
    /// Standard input is read as commands.
    Stream,
    /// An operand that the script does not fix is evaluated as arithmetic, which runs what
    /// substitutions it holds.
    Operand,
    /// A program is started with a variable whose value a shell runs or reads as commands.
    Environment,
}

/// What a visit finds. Each `place` is a place in the script that is visited.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Found<'a> {
    /// A command.
    Command(Reached<'a>),
    /// A redirection, of a command or of a compound command.
    Redirect(&'a Redirect),
    /// A variable is set: by an assignment, by `${NAME:=word}`, or by a loop, once for each word.
    Assigned {
        /// The variable.
        name: &'a [u8],
        /// What it is set to.
        value: &'a [Part],
        /// It is set for a program only, not in the shell.
        exported: bool,
        /// Where.
        place: Span,
    },
    /// An arithmetic expression.
    Arithmetic {
        /// Its parts.
        parts: &'a [Part],
        /// Where.
        place: Span,
    },
    /// Something that is not fixed.
    Unknown {
        /// What it is.
        kind: UnknownKind,
        /// Where.
        place: Span,
    },
    /// A text that a command runs holds a doubt, or texts are nested too deep. A script that was
    /// read without a doubt has none.
    Doubtful {
        /// What the doubt is.
        doubt: Doubt,
        /// Where.
        place: Span,
    },
}

/// Calls `found` for every command that `script` reaches, outer ones before those in them.
pub fn visit(script: &Script, found: &mut dyn FnMut(Found<'_>)) {
    if walk(script, found) {
        evaluations(script, &mut |_, place| {
            found(Found::Unknown { kind: UnknownKind::Operand, place });
        });
    }
}

/// Visits a script, without looking at what is evaluated: whether there is something is given
/// back.
pub(super) fn walk(script: &Script, found: &mut dyn FnMut(Found<'_>)) -> bool {
    let mut visitor = Visitor {
        found,
        via: Vec::new(),
        texts: 0,
        bytes: 0,
        outer: None,
        seen: HashSet::new(),
        read: HashSet::new(),
        functions: HashSet::new(),
        evaluates: false,
    };
    // A function may be called before the place that defines it, from another one.
    functions(&script.list, &mut visitor.functions);
    visitor.script(script);
    visitor.evaluates
}

/// The state of a visit.
struct Visitor<'f> {
    found: &'f mut dyn FnMut(Found<'_>),
    via: Vec<Via>,
    /// How many texts are open.
    texts: usize,
    /// How many bytes of texts were read.
    bytes: usize,
    /// Where the outermost open text stands.
    outer: Option<Span>,
    /// The operands of the present simple command that were taken as commands, by their ends.
    seen: HashSet<(u32, u32)>,
    /// The texts of the present outermost simple command, with how many functions were known. One
    /// that comes again would be found to hold the same.
    read: HashSet<(Vec<u8>, usize)>,
    /// The names of the functions that the scripts around define.
    functions: HashSet<Vec<u8>>,
    /// Something is evaluated as arithmetic.
    evaluates: bool,
}

impl Visitor<'_> {
    fn script(&mut self, script: &Script) {
        self.list(&script.list, script);
        for document in &script.heredocs {
            self.parts(&document.body);
        }
    }

    /// Goes on one level deeper.
    fn within(&mut self, via: Via, go: impl FnOnce(&mut Self)) {
        self.via.push(via);
        go(self);
        self.via.pop();
    }

    fn list(&mut self, list: &List, script: &Script) {
        for item in &list.items {
            let pipelines = std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p));
            for command in pipelines.flat_map(|pipeline| &pipeline.commands) {
                match command {
                    Command::Simple(simple) => self.simple(simple, script),
                    Command::Compound(compound) => self.compound(compound, script),
                    Command::Function(function) => {
                        self.within(Via::Function(function.name.clone()), |visitor| {
                            visitor.compound(&function.body, script);
                        });
                    }
                }
            }
        }
    }

    fn compound(&mut self, compound: &Compound, script: &Script) {
        self.redirects(&compound.redirects);
        match &compound.kind {
            CompoundKind::Group(list) | CompoundKind::Subshell(list) => self.list(list, script),
            CompoundKind::If { arms, otherwise } => {
                for (condition, list) in arms {
                    self.list(condition, script);
                    self.list(list, script);
                }
                if let Some(list) = otherwise {
                    self.list(list, script);
                }
            }
            CompoundKind::Loop { condition, body, .. } => {
                self.list(condition, script);
                self.list(body, script);
            }
            CompoundKind::For { name, words, body } => {
                for word in words {
                    self.assigned(name, &word.parts, word.span);
                }
                self.words(words);
                self.list(body, script);
            }
            CompoundKind::Case { word, arms } => {
                self.parts(&word.parts);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.list(&arm.body, script);
                }
            }
        }
    }

    /// A place in the script that is visited.
    fn place(&self, span: Span) -> Span {
        self.outer.unwrap_or(span)
    }

    fn simple(&mut self, simple: &Simple, script: &Script) {
        let exported = !simple.assignments.is_empty() && self.starts_program(simple);
        for assignment in &simple.assignments {
            let place = self.place(assignment.span);
            let name = &assignment.name;
            let value = &assignment.value.parts;
            (self.found)(Found::Assigned { name, value, exported, place });
            if exported && names::is_code_variable(name) {
                let kind = UnknownKind::Environment;
                (self.found)(Found::Unknown { kind, place });
            }
            self.parts(&assignment.value.parts);
        }
        self.words(&simple.words);
        self.redirects(&simple.redirects);
        if self.texts == 0 {
            self.read.clear();
        }
        let seen = std::mem::take(&mut self.seen);
        self.reached(&simple.words, false, simple, script, 0);
        self.seen = seen;
    }

    /// Whether a command is sure to be a program, so that its assignments are not the shell's.
    fn starts_program(&self, simple: &Simple) -> bool {
        let Some(name) = simple.words.first().and_then(Word::fixed) else { return false };
        let plain = !name.is_empty() && !names::is_builtin(&name) && !names::is_keyword(&name);
        plain && !self.functions.contains(name.as_ref())
    }

    fn assigned(&mut self, name: &[u8], value: &[Part], span: Span) {
        let place = self.place(span);
        (self.found)(Found::Assigned { name, value, exported: false, place });
    }

    /// Reports a command and goes through what it runs.
    fn reached(
        &mut self,
        words: &[Word],
        open_ended: bool,
        simple: &Simple,
        script: &Script,
        launchers: usize,
    ) {
        let span = match (words.first(), words.last()) {
            (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
            _ => simple.span,
        };
        if launchers > 0 && !self.seen.insert((span.start, span.end)) {
            return;
        }
        let place = self.place(span);
        if launchers > MAX_LAUNCHERS {
            let doubt = Doubt { kind: DoubtKind::TooDeep, span };
            (self.found)(Found::Doubtful { doubt, place });
            return;
        }
        let reached = Reached { words, open_ended, simple, script, via: &self.via, place };
        (self.found)(Found::Command(reached));
        let name = words.first().and_then(Word::fixed).unwrap_or_default();
        self.evaluates |= super::evaluate::evaluates(&name);
        if self.bytes > MAX_TEXT_BYTES {
            return;
        }
        for inner in launch::inner(words, simple, script) {
            match inner {
                Inner::Command { words, open_ended: more } => {
                    self.within(Via::Launcher(name.to_vec()), |visitor| {
                        let more = open_ended || more;
                        visitor.reached(words, more, simple, script, launchers + 1);
                    });
                }
                Inner::Text { text, span } => self.text(&name, &text, span),
                Inner::Unknown(kind, span) => {
                    let place = self.place(span);
                    (self.found)(Found::Unknown { kind, place });
                }
            }
        }
    }

    /// Goes through a text that is read as commands.
    fn text(&mut self, name: &[u8], text: &[u8], span: Span) {
        let place = self.place(span);
        if !self.read.insert((text.to_vec(), self.functions.len())) {
            return;
        }
        self.bytes += text.len();
        if self.texts >= MAX_TEXTS || self.bytes > MAX_TEXT_BYTES {
            let doubt = Doubt { kind: DoubtKind::TooDeep, span };
            (self.found)(Found::Doubtful { doubt, place });
            return;
        }
        match super::read_script(text) {
            Err(doubt) => (self.found)(Found::Doubtful { doubt, place }),
            Ok(script) => {
                let outer = self.outer.replace(place);
                self.texts += 1;
                let seen = std::mem::take(&mut self.seen);
                functions(&script.list, &mut self.functions);
                self.within(Via::Text(name.to_vec()), |visitor| visitor.script(&script));
                self.seen = seen;
                self.texts -= 1;
                self.outer = outer;
            }
        }
    }

    fn redirects(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            (self.found)(Found::Redirect(redirect));
            if let Target::File { word, .. } = &redirect.target {
                self.parts(&word.parts);
            }
        }
    }

    fn words(&mut self, words: &[Word]) {
        for word in words {
            self.parts(&word.parts);
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match &part.kind {
                PartKind::Double(inner) => self.parts(inner),
                PartKind::Arithmetic(inner) => {
                    let place = self.place(part.span);
                    self.evaluates = true;
                    (self.found)(Found::Arithmetic { parts: inner, place });
                    self.parts(inner);
                }
                PartKind::Command(substitution) => {
                    self.within(Via::Substitution, |visitor| visitor.script(&substitution.script));
                }
                PartKind::Parameter(parameter) => match &parameter.operation {
                    Operation::Alternative { operator, word, .. } => {
                        if *operator == b'=' {
                            self.assigned(&parameter.name, word, part.span);
                        }
                        self.parts(word);
                    }
                    Operation::Trim { pattern, .. } => self.parts(pattern),
                    Operation::Value | Operation::Length => {}
                },
                PartKind::Text(_)
                | PartKind::Escaped(_)
                | PartKind::Single(_)
                | PartKind::Glob(_)
                | PartKind::Home => {}
            }
        }
    }
}

/// Adds the names of the functions that a list defines. Those in substitutions end with them.
fn functions(list: &List, names: &mut HashSet<Vec<u8>>) {
    for item in &list.items {
        let pipelines = std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p));
        for command in pipelines.flat_map(|pipeline| &pipeline.commands) {
            match command {
                Command::Simple(_) => {}
                Command::Compound(compound) => functions_in(compound, names),
                Command::Function(function) => {
                    names.insert(function.name.clone());
                    functions_in(&function.body, names);
                }
            }
        }
    }
}

fn functions_in(compound: &Compound, names: &mut HashSet<Vec<u8>>) {
    compound.kind.each_list(|list| functions(list, names));
}
