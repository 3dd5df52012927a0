//! The shells that the oracle can run.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The name of a shell, as every surface spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShellName {
    /// GNU bash.
    Bash,
    /// GNU bash with `--posix`.
    BashPosix,
    /// dash.
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
    /// No shell: an argv is run as it is.
    None,
}

impl ShellName {
    /// The shells that can be looked for, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::Bash,
        Self::BashPosix,
        Self::Sh,
        Self::Zsh,
        Self::Busybox,
        Self::Mksh,
        Self::Ksh,
        Self::Yash,
    ];

    /// The stable name.
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
            Self::None => "none",
        }
    }
}

impl fmt::Display for ShellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An installed shell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shell {
    /// Its name.
    pub name: ShellName,
    /// Its program, absolute, with links resolved.
    pub program: PathBuf,
    /// Its version, as it or its package tells; `?` where neither does.
    pub version: String,
}

impl Shell {
    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }
}
