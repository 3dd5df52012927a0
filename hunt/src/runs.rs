//! What a hunt needs of an oracle.
//!
//! A *runner* takes one handback, one world and one shell, and says what happened. The sandboxed
//! oracle is one; tests use runners of their own. A runner belongs to one job of a hunt, so its
//! methods take `&mut self`.

use std::time::Duration;

use oracle::{Delivery, Observation, Script, Shell, ShellName, World};

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct RunSpec<'a> {
    /// What is run.
    pub script: &'a Script,
    /// The world that the run begins in, fresh.
    pub world: &'a World,
    /// The shell that runs it; for an argv, the shell of that name is [`ShellName::None`].
    pub shell: &'a Shell,
    /// How the text reaches the shell.
    pub delivery: Delivery,
    /// When the run is ended.
    pub timeout: Duration,
    /// Whether the shell is executed anew as anybody would do it, rather than by a faster way.
    pub exact: bool,
    /// Whether the commands that the shell executed are wanted, which costs a second run.
    pub commands: bool,
    /// Whether to tell too which traps are only looked through, and who removed what.
    pub closely: bool,
}

/// Why a run could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Nothing can be run here at all: no sandbox, no such shell.
    #[error("no run is possible: {0}")]
    Setup(String),
    /// No program can be handed this script: it holds a NUL, or is too long.
    #[error("{0}")]
    Script(String),
    /// The oracle does not see what is planted for it, and another worker does not either.
    #[error("controls failed, so no result counts: {0}")]
    Controls(String),
    /// This one run failed.
    #[error("a run failed: {0}")]
    Failed(String),
}

/// Whether the runs that were made can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// All runs up to now count.
    Good,
    /// No run since the last [`Trust::Good`] counts; what makes runs now is sound.
    Lost,
}

/// Makes runs.
pub trait Runs {
    /// Makes one run and says what it did.
    ///
    /// # Errors
    ///
    /// [`RunError`] where the run could not be made or observed; nothing is known then.
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError>;

    /// Whether so much was run, or such a thing happened, that [`Runs::verify`] is to be called before more is
    /// run.
    fn is_due(&self) -> bool {
        false
    }

    /// Tests what makes the runs. Nothing that rests on a run is to be told before this has said
    /// [`Trust::Good`] of it; where it says [`Trust::Lost`], what was run since it last said so has to be
    /// thrown away and run again. What cannot be tested is taken at its word.
    ///
    /// # Errors
    ///
    /// [`RunError::Controls`] where no run can be relied on, [`RunError::Setup`] where none can be made.
    fn verify(&mut self) -> Result<Trust, RunError> {
        Ok(Trust::Good)
    }

    /// What is to be told about the runs since this was last asked.
    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the shell parses the text. `None` where that is not known; then it is run.
    fn parses(&mut self, script: &[u8], shell: &Shell) -> Option<bool> {
        let _ = (script, shell);
        None
    }
}

impl<R: Runs + ?Sized> Runs for Box<R> {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        (**self).run(spec)
    }

    fn is_due(&self) -> bool {
        (**self).is_due()
    }

    fn verify(&mut self) -> Result<Trust, RunError> {
        (**self).verify()
    }

    fn notes(&mut self) -> Vec<String> {
        (**self).notes()
    }

    fn parses(&mut self, script: &[u8], shell: &Shell) -> Option<bool> {
        (**self).parses(script, shell)
    }
}

/// The name by which a guard knows a shell; `None` for an argv that no shell runs.
pub fn target(name: ShellName) -> Option<guard::TargetShell> {
    use guard::TargetShell as T;
    Some(match name.base() {
        ShellName::Bash => T::Bash,
        ShellName::BashPosix => T::BashPosix,
        ShellName::Sh => T::Sh,
        ShellName::Zsh => T::Zsh,
        ShellName::Busybox => T::Busybox,
        ShellName::Mksh => T::Mksh,
        ShellName::Ksh => T::Ksh,
        ShellName::Yash => T::Yash,
        ShellName::None | ShellName::Host(_) => return None,
    })
}
