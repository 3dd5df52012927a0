//! What a guard is asked.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::files::Files;

/// The shell that would run the script. A guard is asked once per target shell.
///
/// `Display` and serde give the names that every surface of Trapline uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetShell {
    /// GNU bash.
    Bash,
    /// GNU bash in POSIX mode.
    BashPosix,
    /// `sh`, which is dash here.
    Sh,
    /// zsh.
    Zsh,
    /// busybox ash.
    Busybox,
    /// The MirBSD Korn shell.
    Mksh,
    /// ksh93.
    Ksh,
    /// yash.
    Yash,
}

impl TargetShell {
    /// The name used on the command line, in JSON and in case files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::BashPosix => "bash-posix",
            Self::Sh => "sh",
            Self::Zsh => "zsh",
            Self::Busybox => "busybox",
            Self::Mksh => "mksh",
            Self::Ksh => "ksh",
            Self::Yash => "yash",
        }
    }
}

impl fmt::Display for TargetShell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One question to a guard.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bytes that the agent wants to run, unchanged. They may hold NUL and invalid UTF-8.
    pub script: Vec<u8>,
    /// The working tree, absolute.
    pub tree: PathBuf,
    /// The run directories, absolute; the first is `$RUN`, the second `$RUN2`.
    pub run_dirs: Vec<PathBuf>,
    /// The temporary directory, absolute.
    pub tmp: PathBuf,
    /// The shell that would run the script.
    pub shell: TargetShell,
    /// The file system as the guard may look at it: the one that the script will run in.
    pub files: Arc<dyn Files>,
}

/// Two requests are the same question where all but the file system is the same.
impl PartialEq for Request {
    fn eq(&self, other: &Self) -> bool {
        (&self.script, &self.tree, &self.run_dirs, &self.tmp, self.shell)
            == (&other.script, &other.tree, &other.run_dirs, &other.tmp, other.shell)
    }
}

impl Eq for Request {}
