//! What to run, and how the text reaches the shell.

use serde::{Deserialize, Serialize};

use crate::world::Bytes;

/// How the text reaches the shell.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Delivery {
    /// As the operand of `-c`.
    #[default]
    C,
    /// As a script file, named on the command line.
    File,
    /// On standard input.
    Stdin,
    /// Piped into an interactive shell.
    Typed,
    /// Typed at an interactive shell under a pseudo-terminal.
    Tty,
}

impl Delivery {
    /// All deliveries.
    pub const ALL: [Self; 5] = [Self::C, Self::File, Self::Stdin, Self::Typed, Self::Tty];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::File => "file",
            Self::Stdin => "stdin",
            Self::Typed => "typed",
            Self::Tty => "tty",
        }
    }
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Script {
    /// A text for the shell.
    Text(Bytes),
    /// One text after another, for a shell that keeps its state between them.
    Calls(Vec<Bytes>),
    /// An argv, started once by looking its first word up on `PATH`; the shell is `none`.
    Argv(Vec<Bytes>),
}

/// Where a script stands that is delivered as a file.
pub const SCRIPT_FILE: &[u8] = b"/script/script.sh";

impl From<&[u8]> for Script {
    fn from(text: &[u8]) -> Self {
        Self::Text(text.to_vec())
    }
}

impl<const N: usize> From<&[u8; N]> for Script {
    fn from(text: &[u8; N]) -> Self {
        Self::Text(text.to_vec())
    }
}

impl From<&str> for Script {
    fn from(text: &str) -> Self {
        Self::Text(text.as_bytes().to_vec())
    }
}

impl From<&Self> for Script {
    fn from(script: &Self) -> Self {
        script.clone()
    }
}

impl From<&Bytes> for Script {
    fn from(text: &Bytes) -> Self {
        Self::Text(text.clone())
    }
}
