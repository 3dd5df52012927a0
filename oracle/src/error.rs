//! What can go wrong.

use oracle_worker::proto::Refusal;
use oracle_worker::sandbox::Missing;

/// Why the oracle cannot be had, or could not observe a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The sandbox cannot be set up here. There is no way to run without it.
    #[error("no sandbox: {0}")]
    NoSandbox(Missing),
    /// The worker program could not be started.
    #[error("cannot start the oracle's worker: {0}")]
    Start(#[source] std::io::Error),
    /// The worker ended, or stopped answering, and a new one did not help.
    #[error("the oracle's worker {0}")]
    Worker(String),
    /// The world cannot be made as it is declared.
    #[error("world `{world}`: {why}")]
    BadWorld {
        /// The world's name.
        world: String,
        /// What is wrong with it.
        why: String,
    },
    /// The world's setup script failed.
    #[error("world `{world}`: its setup ended with {exit:?}: {stderr}")]
    SetupFailed {
        /// The world's name.
        world: String,
        /// The setup's exit status, if it exited.
        exit: Option<i32>,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
    /// The script cannot be given to a program: it holds a NUL byte, or is too long.
    #[error("the script cannot be run: {0}")]
    Script(String),
    /// The oracle missed something that was planted, or saw something that was not.
    #[error("the self-test under {shell} failed: {what}")]
    SelfTest {
        /// The shell, and how it was started.
        shell: String,
        /// What came of it.
        what: String,
    },
    /// There is no such shell here.
    #[error(transparent)]
    Shell(#[from] crate::ShellError),
    /// There is no such world, or its declaration is wrong.
    #[error(transparent)]
    World(#[from] crate::worlds::WorldError),
    /// The shell, or the program of an argv, cannot be started.
    #[error("cannot start {0}")]
    Program(String),
}

impl Error {
    pub(crate) fn from_refusal(refusal: Refusal, world: &str) -> Self {
        match refusal {
            Refusal::Missing(missing) => Self::NoSandbox(missing),
            Refusal::BadWorld(why) => Self::BadWorld { world: world.to_owned(), why },
            Refusal::SetupFailed { exit, stderr } => {
                Self::SetupFailed { world: world.to_owned(), exit, stderr }
            }
            Refusal::Start(what) => Self::Program(what),
            Refusal::UnknownWorld => Self::Worker("was asked for a world it was not sent".into()),
            Refusal::Internal(what) => Self::Worker(format!("could not observe the run: {what}")),
        }
    }

    /// Whether the script itself, rather than this machine, is the reason.
    pub fn is_about_the_script(&self) -> bool {
        matches!(self, Self::Script(_) | Self::Program(_))
    }
}
