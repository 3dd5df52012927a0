//! The reader of `guard` against real shells.
//!
//! A script that is read without a doubt is run, with the tripwire answering every program. A
//! program that a shell started and that the tree does not have, or a file that no redirection of
//! the tree makes, is a *wrong accept*: the reader was certain, and did not see what ran. Scripts
//! that print and read again as another tree are wrong too.
//!
//! The tripwire answers with exit 0, so only paths of success are seen; the test `agree` of this
//! crate runs each script with failing programs too, and under mksh and busybox. With the feature
//! `opinions` other parsers are asked, and where one differs failing programs are tried here too.

mod generate;
#[cfg(feature = "opinions")]
pub mod opinions;
mod said;
#[cfg(feature = "opinions")]
mod second;
pub mod target;
mod tokens;

use std::collections::BTreeMap;
use std::time::Duration;

use guard::syntax::{self, Reading};
use oracle::{By, EffectKind, Observation, Script, Shell, Via, World};

use crate::runs::{RunError, RunSpec, Runs, Trust};

pub use generate::Generator;
pub use said::Said;

/// When a run is ended. What a generated script does at once takes a few milliseconds.
const TIMEOUT: Duration = Duration::from_millis(300);

/// How many runners in a row may be found unsound.
const TIMES: usize = 3;

/// After so many scripts the runner is tested, whether or not it is due.
const KEPT: usize = 4096;

/// What one script came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The reader has a doubt of this kind, so it claims nothing.
    Doubt(&'static str),
    /// It was not run: no argument can hold it, or it may never end.
    NotRun,
    /// What every shell did is in the tree.
    Agrees {
        /// Something that the script does not fix may run, so that anything agrees.
        open: bool,
    },
    /// A shell did what the tree does not have.
    Wrong {
        /// The shell; empty where the tree does not print and read again as itself.
        shell: String,
        /// What it did.
        what: String,
    },
}

/// Holds the reader to what shells do.
pub struct Agree {
    runner: Box<dyn Runs + Send>,
    shells: Vec<Shell>,
    world: World,
    /// What was run since the runner was last found sound.
    unsure: Vec<Vec<u8>>,
}

impl Agree {
    /// With these shells, in this world, whose tree is empty.
    pub fn new(runner: Box<dyn Runs + Send>, shells: Vec<Shell>, world: World) -> Self {
        Self { runner, shells, world, unsure: Vec::new() }
    }

    /// Reads a script, and runs it where it is read without a doubt. Where the runner turns out not to have
    /// been sound, that goes for what was run since it last was, too, and what is wrong may be another script.
    ///
    /// # Errors
    ///
    /// [`RunError::Setup`] where nothing can be run at all, [`RunError::Controls`] where what was run
    /// does not count, [`RunError::Failed`] where this script was not run to its end.
    pub fn check(&mut self, script: &[u8]) -> Result<Agreement, RunError> {
        let found = self.see(script)?;
        if matches!(found, Agreement::Doubt(_) | Agreement::NotRun) {
            return Ok(found);
        }
        self.unsure.push(script.to_vec());
        let enough = self.runner.is_due() || self.unsure.len() >= KEPT;
        if !enough && !matches!(found, Agreement::Wrong { .. }) {
            return Ok(found);
        }
        Ok(self.verify()?.unwrap_or(found))
    }

    /// Tests what runs the scripts, before what was found is told; where it was not sound, those that were run since
    /// it last was are run again. Gives back what came of that: the first that is wrong, or else the last.
    ///
    /// # Errors
    ///
    /// [`RunError::Controls`] where no runner is sound; others as [`Agree::check`].
    pub fn verify(&mut self) -> Result<Option<Agreement>, RunError> {
        let mut found = None;
        for _ in 0..TIMES {
            if self.runner.verify()? == Trust::Good {
                self.unsure.clear();
                return Ok(found);
            }
            found = Some(Agreement::NotRun);
            for script in &self.unsure.clone() {
                let seen = match self.see(script) {
                    Err(RunError::Failed(_)) => continue,
                    other => other?,
                };
                let seen = match seen {
                    Agreement::Wrong { shell, what } => {
                        let what = format!("{what}, run again: {}", script.escape_ascii());
                        Agreement::Wrong { shell, what }
                    }
                    other => other,
                };
                if !matches!(found, Some(Agreement::Wrong { .. })) {
                    found = Some(seen);
                }
            }
        }
        Err(RunError::Controls("every worker that ran these scripts was found unsound".into()))
    }

    /// What one script comes to, as far as the runner can be relied on.
    fn see(&mut self, script: &[u8]) -> Result<Agreement, RunError> {
        let reading = syntax::read(script);
        if let Some(doubt) = reading.doubts.first() {
            return Ok(Agreement::Doubt(doubt.kind.id()));
        }
        if !reads_as_printed(&reading) {
            let what = "the tree that is printed reads as another one".to_owned();
            return Ok(Agreement::Wrong { shell: String::new(), what });
        }
        if may_never_end(script) {
            return Ok(Agreement::NotRun);
        }
        let said = Said::new(&reading.script);
        for at in 0..self.shells.len() {
            let Some(seen) = self.run(script, at, None)? else { return Ok(Agreement::NotRun) };
            if let Some(what) = unseen(&said, &seen).filter(|_| !said.open) {
                return Ok(Agreement::Wrong { shell: self.name(at), what });
            }
        }
        Ok(Agreement::Agrees { open: said.open })
    }

    /// The name of a shell.
    fn name(&self, shell: usize) -> String {
        self.shells.get(shell).map_or(String::new(), |shell| shell.name.name().to_owned())
    }

    /// Runs a script in one of the shells, in another world where there is one. `None` where no
    /// argument can hold it.
    fn run(
        &mut self,
        script: &[u8],
        shell: usize,
        world: Option<&World>,
    ) -> Result<Option<Observation>, RunError> {
        let Some(shell) = self.shells.get(shell) else { return Ok(None) };
        let seen = self.runner.run(&RunSpec {
            script: &Script::Text(script.to_vec()),
            world: world.unwrap_or(&self.world),
            shell,
            delivery: oracle::Delivery::C,
            timeout: TIMEOUT,
            exact: false,
            commands: false,
            closely: false,
        });
        match seen {
            Ok(seen) => Ok(Some(seen)),
            Err(RunError::Script(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a loop may run for ever, since every program succeeds.
fn may_never_end(script: &[u8]) -> bool {
    let words = script.split(|byte| !byte.is_ascii_alphabetic());
    let mut calls = BTreeMap::<&[u8], usize>::new();
    let mut loops = false;
    for word in words {
        loops |= matches!(word, b"while" | b"until" | b"wait" | b"kill" | b"suspend");
        *calls.entry(word).or_default() += 1;
    }
    // A function may call itself.
    loops
        || script.windows(2).any(|pair| pair == b"()" || pair == b"( ")
            && calls.get(&b"f"[..]).is_some_and(|count| *count > 2)
}

/// Whether the tree prints as a text that reads as the same tree.
fn reads_as_printed(reading: &Reading) -> bool {
    let printed = syntax::print(&reading.script);
    let again = syntax::read(&printed);
    again.doubts.is_empty()
        && again.script.without_places() == reading.script.without_places()
        && syntax::print(&again.script) == printed
}

/// The first thing that a run did and the tree does not have.
fn unseen(said: &Said, seen: &Observation) -> Option<String> {
    let started = seen.programs.iter().filter(|program| program.by == By::Shell);
    for program in started {
        if !said.has_command(&program.argv) {
            let argv: Vec<_> =
                program.argv.iter().map(|word| String::from_utf8_lossy(word)).collect();
            return Some(format!("starts {argv:?}"));
        }
    }
    let made = seen.effects.iter().filter(|effect| {
        matches!(effect.kind, EffectKind::Create | EffectKind::Modify)
            && effect.via != Some(Via::Shell)
            && !crate::judge::path::is_no_path(&effect.path)
    });
    for effect in made {
        let name = crate::judge::path::name(&effect.path);
        if !said.has_file(name) {
            return Some(format!("makes {}", String::from_utf8_lossy(&effect.path)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::toy::Toy;

    #[test]
    fn what_the_tree_does_not_have_is_wrong() {
        let mut agree = Agree::new(
            Box::new(Toy::default()),
            crate::fake::toy::plan().shells,
            crate::fake::world(),
        );
        assert_eq!(agree.check(b"echo {a,b}"), Ok(Agreement::Doubt("brace-expansion")));
        assert_eq!(agree.check(b"while a; do b; done"), Ok(Agreement::NotRun));
        let seen = |argv: &[&str]| {
            let argv = argv.iter().map(|word| word.as_bytes().to_vec()).collect();
            let path = b"/tripwire/x".to_vec();
            Observation {
                programs: vec![oracle::Program { argv, path, by: By::Shell, tripwire: true }],
                ..crate::fake::idle()
            }
        };
        let said = |script: &str| Said::new(&syntax::read(script.as_bytes()).script);
        assert_eq!(unseen(&said("a b"), &seen(&["a", "b"])), None);
        assert_eq!(unseen(&said("a \"$x\""), &seen(&["a", "z"])), None);
        assert_eq!(unseen(&said("a b"), &seen(&["a"])), Some("starts [\"a\"]".to_owned()));
    }
}
