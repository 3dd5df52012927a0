//! Every command that a script reaches, wherever it stands.
//!
//! [`visit`] goes through lists, compound commands, functions, substitutions in words,
//! assignments, patterns, arithmetic, redirections and here-documents, and through commands that
//! run other commands or texts: `eval`, `trap`, `sh -c`, wrappers, `xargs`, `find -exec`, git
//! aliases. What the script does not fix is reported as [`Unknown`].

use super::launch::{self, Inner};
use super::tree::{
    Command, Compound, CompoundKind, List, Operation, Part, PartKind, Redirect, Script, Simple,
    Span, Target, Word,
};

/// How many texts may be nested in each other: `sh -c "eval '…'"` is two.
pub const MAX_TEXTS: usize = 8;

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
}

/// Something that runs and that the script does not fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What it is.
    pub kind: UnknownKind,
    /// Where, in the script or text that holds it.
    pub span: Span,
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
    /// Texts are nested deeper than the visitor goes.
    Depth,
}

/// What a visit finds.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// A command.
    Command(Reached<'a>),
    /// A redirection, of a command or of a compound command.
    Redirect(&'a Redirect),
    /// Something that is not fixed.
    Unknown(Unknown),
}

/// Calls `found` for every command that `script` reaches, outer ones before those in them.
pub fn visit(script: &Script, found: &mut dyn FnMut(Found<'_>)) {
    let mut visitor = Visitor { found, via: Vec::new(), texts: 0 };
    visitor.script(script);
}

/// The state of a visit.
struct Visitor<'f> {
    found: &'f mut dyn FnMut(Found<'_>),
    via: Vec<Via>,
    texts: usize,
}

impl Visitor<'_> {
    fn script(&mut self, script: &Script) {
        self.list(&script.list, script);
        for document in &script.heredocs {
            self.parts(&document.body, script);
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
        self.redirects(&compound.redirects, script);
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
            CompoundKind::For { words, body, .. } => {
                self.words(words, script);
                self.list(body, script);
            }
            CompoundKind::Case { word, arms } => {
                self.parts(&word.parts, script);
                for arm in arms {
                    self.words(&arm.patterns, script);
                    self.list(&arm.body, script);
                }
            }
        }
    }

    fn simple(&mut self, simple: &Simple, script: &Script) {
        for assignment in &simple.assignments {
            self.parts(&assignment.value.parts, script);
        }
        self.words(&simple.words, script);
        self.redirects(&simple.redirects, script);
        self.reached(&simple.words, false, simple, script);
    }

    /// Reports a command and goes through what it runs.
    fn reached(&mut self, words: &[Word], open_ended: bool, simple: &Simple, script: &Script) {
        let reached = Reached { words, open_ended, simple, script, via: &self.via };
        (self.found)(Found::Command(reached));
        let name = words.first().and_then(Word::fixed).unwrap_or_default();
        for inner in launch::inner(words, simple, script) {
            match inner {
                Inner::Command { words, open_ended: more } => {
                    self.within(Via::Launcher(name.clone()), |visitor| {
                        visitor.reached(words, open_ended || more, simple, script);
                    });
                }
                Inner::Text { text, span } => self.text(&name, &text, span),
                Inner::Unknown(unknown) => (self.found)(Found::Unknown(unknown)),
            }
        }
    }

    /// Goes through a text that is read as commands.
    fn text(&mut self, name: &[u8], text: &[u8], span: Span) {
        let reading = super::read_form(text);
        if self.texts >= MAX_TEXTS || !reading.doubts.is_empty() {
            let kind = UnknownKind::Depth;
            (self.found)(Found::Unknown(Unknown { kind, span }));
            return;
        }
        self.texts += 1;
        self.within(Via::Text(name.to_vec()), |visitor| visitor.script(&reading.script));
        self.texts -= 1;
    }

    fn redirects(&mut self, redirects: &[Redirect], script: &Script) {
        for redirect in redirects {
            (self.found)(Found::Redirect(redirect));
            if let Target::File { word, .. } = &redirect.target {
                self.parts(&word.parts, script);
            }
        }
    }

    fn words(&mut self, words: &[Word], script: &Script) {
        for word in words {
            self.parts(&word.parts, script);
        }
    }

    fn parts(&mut self, parts: &[Part], script: &Script) {
        for part in parts {
            match &part.kind {
                PartKind::Double(inner) | PartKind::Arithmetic(inner) => self.parts(inner, script),
                PartKind::Command(substitution) => {
                    self.within(Via::Substitution, |visitor| visitor.script(&substitution.script));
                }
                PartKind::Parameter(parameter) => match &parameter.operation {
                    Operation::Alternative { word, .. } => self.parts(word, script),
                    Operation::Trim { pattern, .. } => self.parts(pattern, script),
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
