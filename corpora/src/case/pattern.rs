//! What a line says about a path, an address, a signal or an argv.

use oracle::Bytes;

use super::{glob, value};

/// A path (or an address, a signal, an argv) that a line names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// Exactly this name.
    Exact(Bytes),
    /// Every name that matches: `*` and `?` within a path component, `**` across components, a
    /// backslash takes the next byte as it is.
    Like(Bytes),
}

impl Pattern {
    /// Whether this name is meant.
    pub fn matches(&self, name: &[u8]) -> bool {
        match self {
            Self::Exact(exact) => exact == name,
            Self::Like(pattern) => glob::matches(pattern, name),
        }
    }

    /// The pattern that matches exactly this name, in the language of [`Pattern::Like`].
    pub fn escape(name: &[u8]) -> Bytes {
        glob::escape(name)
    }

    /// As a header line writes it. `raw_too` can refuse a raw text that would be read otherwise.
    pub(crate) fn text(&self, raw_too: impl Fn(&str) -> bool) -> String {
        match self {
            Self::Exact(name) => value::write(name, |t| !t.starts_with("like ") && raw_too(t)),
            Self::Like(pattern) => format!("like {}", value::write(pattern, raw_too)),
        }
    }
}
