//! What ends a command early, and the exit code that it gives.

use std::io;
use std::path::{Path, PathBuf};

use crate::exit_codes as codes;

/// Why a command cannot do what it was asked to. Its text is one line that names file and place.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command line asks for something that cannot be.
    #[error("{0}")]
    Usage(String),
    /// The guard cannot be had.
    #[error(transparent)]
    Guard(#[from] guard::registry::OpenError),
    /// A shell cannot be had.
    #[error(transparent)]
    Shell(#[from] oracle::ShellError),
    /// No shell is installed.
    #[error("none of {0} is installed: apt-get install bash dash zsh")]
    NoShell(String),
    /// The oracle cannot be had, or failed.
    #[error(transparent)]
    Oracle(#[from] oracle::Error),
    /// A world cannot be had.
    #[error(transparent)]
    World(#[from] oracle::worlds::WorldError),
    /// A folder of a hunt cannot be written or read.
    #[error(transparent)]
    Store(#[from] corpora::store::StoreError),
    /// Cases that are none.
    #[error(transparent)]
    Suite(#[from] corpora::suite::SuiteErrors),
    /// A log that makes no report.
    #[error(transparent)]
    Report(#[from] reports::ReportError),
    /// No run is possible.
    #[error(transparent)]
    Run(#[from] hunt::RunError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file does not say what it must.
    #[error("{}:{line}: {problem}", file.display())]
    Invalid {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The oracle missed something that was planted, or saw something that was not.
    #[error("controls failed, so no result counts: {0}")]
    Controls(String),
    /// There was nothing to run.
    #[error("nothing ran: {0}")]
    NothingRan(String),
    /// Trapline itself is at fault.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Error {
    /// An error of the file system.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }

    /// The exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Shell(_) | Self::NoShell(_) => codes::SETUP_MISSING,
            Self::Oracle(
                oracle::Error::NoSandbox(_) | oracle::Error::Start(_) | oracle::Error::Shell(_),
            ) => codes::SETUP_MISSING,
            Self::Run(hunt::RunError::Setup(_)) => codes::SETUP_MISSING,
            Self::Controls(_)
            | Self::Oracle(oracle::Error::SelfTest { .. })
            | Self::Run(hunt::RunError::Controls(_)) => codes::CONTROLS_FAILED,
            Self::NothingRan(_) => codes::NOTHING_RAN,
            Self::Report(error) => error.exit_code(),
            Self::Usage(_)
            | Self::Guard(_)
            | Self::Oracle(_)
            | Self::World(_)
            | Self::Store(_)
            | Self::Suite(_)
            | Self::Run(_)
            | Self::Io { .. }
            | Self::Invalid { .. }
            | Self::Internal(_) => codes::ERROR,
        }
    }
}
