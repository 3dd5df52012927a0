//! The fence around every run, set up once per worker.
//!
//! The worker itself moves into its own user, mount, network, IPC and UTS namespaces and into a
//! private root made of read-only pieces of the host. Each cell (see `cell`) adds a PID
//! namespace and its own writable folders. Nothing here happens per run.

pub mod cgroup;
pub(crate) mod namespaces;
pub(crate) mod root;
pub(crate) mod seccomp;

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

/// A step of the set-up that could not be taken, with what would help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The step, such as `new user namespace`.
    pub step: String,
    /// The system's error.
    pub error: String,
    /// What a person can do about it.
    pub remedy: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.step, self.error, self.remedy)
    }
}

/// Names the step that a result belongs to.
pub(crate) trait Step<T> {
    fn step(self, step: impl Into<String>, remedy: &str) -> Result<T, Missing>;
}

impl<T, E: Into<io::Error>> Step<T> for Result<T, E> {
    fn step(self, step: impl Into<String>, remedy: &str) -> Result<T, Missing> {
        self.map_err(|error| Missing {
            step: step.into(),
            error: error.into().to_string(),
            remedy: remedy.to_owned(),
        })
    }
}
