//! Which programs run, and how often, by the plain form alone: for scripts that fix everything.
//!
//! It catches what "each program that ran is in the form" does not: commands joined or grouped
//! wrongly, and texts that a shell refuses.

use std::collections::HashMap;

use super::plain::{Command, Form, Joint, List, Mode, Pipeline, Redirect, Target, Word};

/// The longest name of a file that every file system takes, in bytes.
const LONGEST_NAME: usize = 255;

/// The argument list of a program.
pub type Argv = Vec<Vec<u8>>;

/// The programs that run if every program exits with `status`, in some order. `None` where the
/// form does not fix it.
///
/// `plain` says that the shell has no builtins but those that the reader of `guard` knows. Others
/// have some that stand for programs, and do the same.
pub fn predict(list: &List, status: u8, plain: bool) -> Option<Vec<Argv>> {
    let mut run = Prediction {
        plain,
        status: status == 0,
        ran: Vec::new(),
        calls: 0,
        functions: HashMap::new(),
    };
    run.items(list)?;
    // Beyond this the stubs turn over.
    let size: usize = run.ran.iter().flatten().map(|word| word.len() + 12).sum();
    run.ran.sort();
    (size + 12 * run.calls < 900).then_some(run.ran)
}

struct Prediction<'a> {
    plain: bool,
    status: bool,
    ran: Vec<Argv>,
    calls: usize,
    functions: HashMap<Vec<u8>, &'a Command>,
}

impl<'a> Prediction<'a> {
    /// The status of a list. zsh keeps the one before what it starts in the background.
    fn list(&mut self, list: &'a List) -> Option<bool> {
        let background = list.items.last()?.background;
        self.items(list).filter(|_| !background)
    }

    fn items(&mut self, list: &'a List) -> Option<bool> {
        let mut last = true;
        for item in &list.items {
            let mut good = self.pipeline(&item.first)?;
            for (joint, pipeline) in &item.rest {
                if good == (*joint == Joint::And) {
                    good = self.pipeline(pipeline)?;
                }
            }
            last = good || item.background;
        }
        Some(last)
    }

    fn pipeline(&mut self, pipeline: &'a Pipeline) -> Option<bool> {
        // zsh keeps the status of the command before an assignment.
        let assigns = |command: &Command| matches!(&command.form, Form::Simple { words, .. } if words.is_empty());
        if pipeline.commands.len() > 1 && pipeline.commands.last().is_some_and(assigns) {
            return None;
        }
        let mut good = true;
        for command in &pipeline.commands {
            good = match &command.form {
                Form::Function { name, body } if pipeline.commands.len() == 1 => {
                    self.functions.insert(name.clone(), body);
                    true
                }
                Form::Function { .. } => return None,
                _ => self.command(command)?,
            };
        }
        Some(good != pipeline.negated)
    }

    fn command(&mut self, command: &'a Command) -> Option<bool> {
        redirects(&command.redirects)?;
        match &command.form {
            Form::Simple { assignments, words } => self.simple(assignments, words),
            Form::Group(list) => self.list(list),
            // What is defined in a subshell ends with it.
            Form::Subshell(list) => {
                let functions = self.functions.clone();
                let good = self.list(list);
                self.functions = functions;
                good
            }
            Form::If { arms, otherwise } => {
                for (condition, list) in arms {
                    if self.list(condition)? {
                        return self.list(list);
                    }
                }
                otherwise.as_ref().map_or(Some(true), |list| self.list(list))
            }
            Form::Loop { until, condition, .. } => {
                // It ends at once, or the form does not fix when.
                (self.list(condition)? == *until).then_some(true)
            }
            Form::For { words, body, .. } => {
                let mut good = true;
                for word in words.as_ref()? {
                    word.fixed()?;
                    good = self.list(body)?;
                }
                Some(good)
            }
            Form::Case { word, arms } => {
                let value = word.fixed()?;
                for (patterns, body) in arms {
                    for pattern in patterns {
                        if pattern.fixed()? == value {
                            return self.list(body);
                        }
                    }
                }
                Some(true)
            }
            Form::Function { .. } | Form::Other(_) => None,
        }
    }

    fn simple(&mut self, assignments: &'a [(Vec<u8>, Word)], words: &'a [Word]) -> Option<bool> {
        for (name, value) in assignments {
            value.fixed()?;
            if name == b"PATH" || name == b"path" {
                return None;
            }
        }
        let argv = words.iter().map(|word| Some(word.fixed()?.to_vec()));
        let argv: Argv = argv.collect::<Option<_>>()?;
        let Some(name) = argv.first() else { return Some(true) };
        if let Some(body) = self.functions.get(name).copied() {
            self.calls += 1;
            if self.calls + self.ran.len() > 40 {
                return None;
            }
            return self.command(body);
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
            Target::File(Mode::Write | Mode::Append | Mode::Clobber, word) => {
                let name = word.fixed()?;
                let makes = !matches!(name, b"" | b"." | b"..") && name.len() <= LONGEST_NAME;
                if !makes || name.contains(&b'/') {
                    return None;
                }
            }
            Target::Descriptor(1 | 2) => {}
            Target::Here(body) => {
                body.fixed()?;
            }
            _ => return None,
        }
    }
    Some(())
}
