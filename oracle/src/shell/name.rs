//! The names of shells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Profile;

/// The name of a shell, as every surface spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
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
    /// One of these, as a real host starts it.
    Host(Profile),
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

    /// The shells that can be looked for, then the profiles of hosts.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Profile::ALL.map(Self::Host))
    }

    /// The shell without its profile.
    #[must_use]
    pub fn base(self) -> Self {
        match self {
            Self::Host(profile) => profile.base(),
            plain => plain,
        }
    }

    /// The profile, where it is one of a host.
    pub fn profile(self) -> Option<Profile> {
        match self {
            Self::Host(profile) => Some(profile),
            _ => None,
        }
    }

    /// Whether it is one shell for several calls.
    pub fn is_session(self) -> bool {
        self.profile().is_some_and(Profile::is_session)
    }

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Host(profile) => profile.name(),
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

    /// The file names that it may have, the surest first.
    pub(super) fn files(self) -> &'static [&'static str] {
        match self {
            Self::Bash | Self::BashPosix => &["bash"],
            Self::Sh => &["dash", "sh"],
            Self::Zsh => &["zsh"],
            Self::Busybox => &["busybox"],
            Self::Mksh => &["mksh"],
            Self::Ksh => &["ksh93", "ksh"],
            Self::Yash => &["yash"],
            Self::Host(Profile::ShSystem) => &["sh"],
            Self::Host(profile) => profile.base().files(),
            Self::None => &[],
        }
    }

    /// The Debian package that has it.
    pub fn package(self) -> &'static str {
        match self {
            Self::Bash | Self::BashPosix => "bash",
            Self::Sh => "dash",
            Self::Zsh => "zsh",
            Self::Busybox => "busybox",
            Self::Mksh => "mksh",
            Self::Ksh => "ksh93u+m",
            Self::Yash => "yash",
            Self::Host(profile) => profile.base().package(),
            Self::None => "",
        }
    }

    /// A script that prints its version, and what stands before the version in the output.
    pub(super) fn probe(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Bash | Self::BashPosix => Some(("echo \"$BASH_VERSION\"", "")),
            Self::Zsh => Some(("echo \"$ZSH_VERSION\"", "")),
            Self::Mksh => Some(("echo \"$KSH_VERSION\"", "@(#)MIRBSD KSH ")),
            Self::Ksh => Some(("echo \"${.sh.version}\"", "Version AJM ")),
            Self::Yash => Some(("echo \"$YASH_VERSION\"", "")),
            // Without a script it says who it is.
            Self::Busybox => Some(("", "BusyBox v")),
            Self::Host(profile) => profile.base().probe(),
            Self::Sh | Self::None => None,
        }
    }
}

/// A name that is no shell's.
#[derive(Debug, Error)]
#[error(
    "no shell is named {0:?}: there are bash, bash-posix, sh, zsh, busybox, mksh, ksh, yash, none, and \
     the profiles bash@login, zsh@login, zsh@startup, sh@system, bash@session, sh@session and zsh@session"
)]
pub struct UnknownShell(String);

impl FromStr for ShellName {
    type Err = UnknownShell;

    fn from_str(name: &str) -> Result<Self, UnknownShell> {
        let mut all = Self::all().chain([Self::None]);
        all.find(|shell| shell.name() == name).ok_or_else(|| UnknownShell(name.to_owned()))
    }
}

impl TryFrom<String> for ShellName {
    type Error = UnknownShell;

    fn try_from(name: String) -> Result<Self, UnknownShell> {
        name.parse()
    }
}

impl From<ShellName> for String {
    fn from(name: ShellName) -> Self {
        name.name().to_owned()
    }
}

impl fmt::Display for ShellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
