//! Shells as real hosts start them: `NAME@profile`.
//!
//! | profile | run as | what is different from the plain shell |
//! |---|---|---|
//! | `bash@login` | `bash -l -c` | reads `/etc/profile` and the first of `~/.bash_profile`, `~/.bash_login`, `~/.profile` |
//! | `zsh@login` | `zsh -l -c` | reads `~/.zshenv`, `~/.zprofile` and `~/.zlogin` |
//! | `zsh@startup` | `zsh -c` | reads `~/.zshenv` |
//! | `sh@system` | `sh -c` | `/bin/sh` by that name, which is how C's `system` and most languages start a command |
//! | `bash@session`, `sh@session`, `zsh@session` | a shell that stays | keeps its directory, aliases, functions, variables and options from one call to the next |

use std::fmt;

use super::ShellName;

/// A way in which a real host starts a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// `bash -l -c`.
    BashLogin,
    /// `zsh -l -c`.
    ZshLogin,
    /// `zsh -c`, with its start-up files.
    ZshStartup,
    /// `sh -c`, whatever `/bin/sh` is; here it has to be dash.
    ShSystem,
    /// A bash that is handed one call after another.
    BashSession,
    /// A dash that is handed one call after another.
    ShSession,
    /// A zsh that is handed one call after another.
    ZshSession,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 7] = [
        Self::BashLogin,
        Self::ZshLogin,
        Self::ZshStartup,
        Self::ShSystem,
        Self::BashSession,
        Self::ShSession,
        Self::ZshSession,
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::BashLogin => "bash@login",
            Self::ZshLogin => "zsh@login",
            Self::ZshStartup => "zsh@startup",
            Self::ShSystem => "sh@system",
            Self::BashSession => "bash@session",
            Self::ShSession => "sh@session",
            Self::ZshSession => "zsh@session",
        }
    }

    /// The shell that it is a way to start.
    pub fn base(self) -> ShellName {
        match self {
            Self::BashLogin | Self::BashSession => ShellName::Bash,
            Self::ZshLogin | Self::ZshStartup | Self::ZshSession => ShellName::Zsh,
            Self::ShSystem | Self::ShSession => ShellName::Sh,
        }
    }

    /// Whether it is started as a login shell.
    pub fn is_login(self) -> bool {
        matches!(self, Self::BashLogin | Self::ZshLogin)
    }

    /// Whether it is one shell for several calls.
    pub fn is_session(self) -> bool {
        matches!(self, Self::BashSession | Self::ShSession | Self::ZshSession)
    }

    /// Whether it reads start-up files.
    pub fn reads_startup_files(self) -> bool {
        self.is_login() || self == Self::ZshStartup
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a session reads on its standard input: each call evaluated by itself, so that what one
/// defined is there when the next is read, and with an empty input of its own.
///
/// `None` where a call holds a NUL, which no word of a shell can.
pub(crate) fn session(shell: ShellName, calls: &[&[u8]]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    // Only an interactive bash expands aliases by itself.
    if shell == ShellName::Bash {
        text.extend_from_slice(b"shopt -s expand_aliases\n");
    }
    // A mistake in a call must not end the session: `eval` is a special builtin of POSIX shells,
    // whose errors do, unless `command` is before it. zsh would look for a program of that name.
    let eval: &[u8] = if shell == ShellName::Zsh { b"eval '" } else { b"command eval '" };
    for call in calls {
        if call.contains(&0) {
            return None;
        }
        text.extend_from_slice(eval);
        for byte in *call {
            match byte {
                b'\'' => text.extend_from_slice(b"'\\''"),
                byte => text.push(*byte),
            }
        }
        text.extend_from_slice(b"' < /dev/null\n");
    }
    Some(text)
}
