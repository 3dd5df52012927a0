//! Standard error: progress and messages.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

/// Writes a line to standard error. Nobody is left to tell where that fails.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether standard error is a terminal that can be drawn on.
pub(crate) fn is_live() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stderr().is_terminal() && !dumb
}

/// Whether colours are wanted on standard error.
pub(crate) fn is_coloured() -> bool {
    is_live() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
