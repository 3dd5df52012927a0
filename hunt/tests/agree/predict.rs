//! Which programs run, and how often, by the tree alone: a second check, for scripts that fix
//! everything. It catches what the first check cannot: commands joined or grouped wrongly, and
//! texts that a shell refuses.

use std::collections::HashMap;

use guard::syntax::{
    Command, Compound, CompoundKind, Connector, List, Mode, PartKind, Pipeline, Redirect, Script,
    Simple, Target, Terminator, Word,
};

/// The argument lists of the programs that run if every program exits with `status`, in some
/// order. `None` where the tree does not fix it.
pub(crate) fn predict(script: &Script, status: u8, shell: u8) -> Option<Vec<Vec<Vec<u8>>>> {
    let mut run = Prediction {
        plain: shell < 3,
        status: status == 0,
        ran: Vec::new(),
        functions: HashMap::new(),
    };
    let bodies = script.heredocs.iter().flat_map(|document| &document.body);
    if bodies.into_iter().any(|part| !matches!(part.kind, PartKind::Text(_) | PartKind::Escaped(_)))
    {
        return None;
    }
    run.items(&script.list)?;
    // Beyond this the stubs turn over.
    let size: usize = run.ran.iter().flatten().map(|word| word.len() + 12).sum();
    (size < 900).then_some(run.ran)
}

struct Prediction<'a> {
    /// The shell has no builtins but those that the reader knows. mksh and busybox have others,
    /// which stand for programs and do the same.
    plain: bool,
    status: bool,
    ran: Vec<Vec<Vec<u8>>>,
    functions: HashMap<Vec<u8>, &'a Compound>,
}

impl<'a> Prediction<'a> {
    /// The status of a list. zsh keeps the one before what it starts in the background.
    fn list(&mut self, list: &'a List) -> Option<bool> {
        let background = list.items.last()?.end == Terminator::Ampersand;
        self.items(list).filter(|_| !background)
    }

    fn items(&mut self, list: &'a List) -> Option<bool> {
        let mut last = true;
        for item in &list.items {
            let mut good = self.pipeline(&item.first)?;
            for (connector, pipeline) in &item.rest {
                if good == (*connector == Connector::And) {
                    good = self.pipeline(pipeline)?;
                }
            }
            last = good || item.end == Terminator::Ampersand;
        }
        Some(last)
    }

    fn pipeline(&mut self, pipeline: &'a Pipeline) -> Option<bool> {
        // zsh keeps the status of the command before an assignment.
        let assigns = |command: &Command| matches!(command, Command::Simple(simple) if simple.words.is_empty());
        if pipeline.commands.len() > 1 && pipeline.commands.last().is_some_and(assigns) {
            return None;
        }
        let mut good = true;
        for command in &pipeline.commands {
            good = match command {
                Command::Simple(simple) => self.simple(simple)?,
                Command::Compound(compound) => self.compound(compound)?,
                Command::Function(function) if pipeline.commands.len() == 1 => {
                    self.functions.insert(function.name.clone(), &function.body);
                    true
                }
                Command::Function(_) => return None,
            };
        }
        Some(good != pipeline.negated)
    }

    fn compound(&mut self, compound: &'a Compound) -> Option<bool> {
        redirects(&compound.redirects)?;
        match &compound.kind {
            CompoundKind::Group(list) => self.list(list),
            // What is defined in a subshell ends with it.
            CompoundKind::Subshell(list) => {
                let functions = self.functions.clone();
                let good = self.list(list);
                self.functions = functions;
                good
            }
            CompoundKind::If { arms, otherwise } => {
                for (condition, list) in arms {
                    if self.list(condition)? {
                        return self.list(list);
                    }
                }
                otherwise.as_ref().map_or(Some(true), |list| self.list(list))
            }
            CompoundKind::Loop { until, condition, .. } => {
                // It ends at once, or the tree does not fix when.
                (self.list(condition)? == *until).then_some(true)
            }
            CompoundKind::For { words, body, .. } => {
                let mut good = true;
                for word in words {
                    word.fixed()?;
                    good = self.list(body)?;
                }
                Some(good)
            }
            CompoundKind::Case { word, arms } => {
                let value = word.fixed()?;
                for arm in arms {
                    for pattern in &arm.patterns {
                        if pattern.fixed()? == value {
                            return self.list(&arm.body);
                        }
                    }
                }
                Some(true)
            }
        }
    }

    fn simple(&mut self, simple: &'a Simple) -> Option<bool> {
        redirects(&simple.redirects)?;
        for assignment in &simple.assignments {
            assignment.value.fixed()?;
            if assignment.name == b"PATH" || assignment.name == b"path" {
                return None;
            }
        }
        let fixed = |word: &'a Word| Some(word.fixed()?.into_owned());
        let argv: Vec<Vec<u8>> = simple.words.iter().map(fixed).collect::<Option<_>>()?;
        let Some(name) = argv.first() else { return Some(true) };
        if let Some(body) = self.functions.get(name).copied() {
            if self.ran.len() > 40 {
                return None;
            }
            self.ran.push(Vec::new());
            let good = self.compound(body);
            return good;
        }
        match name.as_slice() {
            b"true" | b":" => Some(true),
            b"false" => Some(false),
            name if guard::syntax::names::is_builtin(name) || name.contains(&b'/') => None,
            b"" | b".." => None,
            name if self.plain || matches!(name, b"x" | b"a" | b"b" | b"c" | b"d" | b"ab") => {
                self.ran.push(argv);
                Some(self.status)
            }
            _ => None,
        }
    }
}

/// Whether every redirection is sure to succeed.
fn redirects(redirects: &[Redirect]) -> Option<()> {
    for redirect in redirects {
        match &redirect.target {
            Target::File { mode: Mode::Write | Mode::Append | Mode::Clobber, word } => {
                let name = word.fixed()?;
                if matches!(name.as_ref(), b"" | b"." | b"..") || name.contains(&b'/') {
                    return None;
                }
            }
            Target::Duplicate { fd: 1 | 2, .. } | Target::HereDoc(_) => {}
            _ => return None,
        }
    }
    Some(())
}
