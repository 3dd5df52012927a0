//! Why a file is no case.

use std::path::PathBuf;

pub use super::body::BodyProblem;
use super::value::ValueProblem;
use super::{MAX_TIMEOUT_S, Status};

/// A file that is no case, and where it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {problem}", file.display())]
pub struct CaseError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A line above the body does not start with `#@ `.
    #[error("a line before `#@ ---` must be `#@ key: value`")]
    NotHeader,
    /// The file ends before the body.
    #[error("the file has no `#@ ---` line")]
    NoEnd,
    /// A header line that is not UTF-8.
    #[error("the line is not UTF-8; write such bytes as \\xHH in a quoted value")]
    NotUtf8,
    /// A header line with a control character.
    #[error("the line holds a control character (U+{0:04X}); quote the value and escape it")]
    Control(u32),
    /// A key that the format does not have.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// A key that may stand once.
    #[error("`{0}` is given twice")]
    Twice(&'static str),
    /// A key that must stand.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A value that could not be read.
    #[error("`{key}`: {problem}")]
    Value {
        /// The key.
        key: &'static str,
        /// Why.
        problem: ValueProblem,
    },
    /// A text that must be UTF-8 is not.
    #[error("`{0}` must be UTF-8")]
    TextNotUtf8(&'static str),
    /// A text with nothing in it.
    #[error("`{0}` is empty")]
    EmptyText(&'static str),
    /// An id that is no plain file name.
    #[error(
        "`{0}` is no id: up to 200 letters, digits, `-`, `_` and `.`, the first a letter or digit"
    )]
    BadId(String),
    /// The id is not the file's name.
    #[error("the id is `{id}`, but the file's name says `{name}`")]
    IdNotName {
        /// The id.
        id: String,
        /// The file's name without `.sh`.
        name: String,
    },
    /// A word out of a list was expected.
    #[error("`{key}`: `{word}` is none of {known}")]
    UnknownWord {
        /// The key.
        key: &'static str,
        /// The word.
        word: String,
        /// The words that are known, for a person.
        known: String,
    },
    /// A line that does not have the form of its key.
    #[error("`{key}` must be `{form}`")]
    Form {
        /// The key.
        key: &'static str,
        /// The form.
        form: &'static str,
    },
    /// A `[` without `]`.
    #[error("`{0}`: the list of shells has no `]`")]
    ShellsOpen(&'static str),
    /// `[]`.
    #[error("`{0}`: the list of shells is empty; leave it out to mean every shell")]
    ShellsEmpty(&'static str),
    /// A shell that stands twice in one list.
    #[error("`{key}`: {shell} is named twice")]
    ShellTwice {
        /// The key.
        key: &'static str,
        /// The shell.
        shell: &'static str,
    },
    /// A line names a shell that the case is not about.
    #[error("`{key}` names {shell}, which is not among the case's shells ({shells})")]
    ShellNotCovered {
        /// The key.
        key: &'static str,
        /// The shell.
        shell: &'static str,
        /// The case's shells.
        shells: String,
    },
    /// A time limit out of range.
    #[error("`timeout` must be a whole number of seconds from 1 to {MAX_TIMEOUT_S}, as in `20s`")]
    Timeout,
    /// A name of the environment that no process can have.
    #[error("`env` must be `NAME=VALUE` without NUL")]
    Env,
    /// A NUL in a setup.
    #[error("`setup` holds a NUL, which bash cannot read")]
    SetupNul,
    /// A rename without its two ends, or another kind with two.
    #[error("a rename needs a source, and only a rename has one")]
    RenameEnds,
    /// The same line again.
    #[error("the same `{0}` line stands twice")]
    SameLine(&'static str),
    /// Two lines say different things about one shell.
    #[error("`{key}` is given twice for {shell}; a shell that deviates needs a `differs` line")]
    Ambiguous {
        /// The key.
        key: &'static str,
        /// The shell.
        shell: &'static str,
    },
    /// A `differs` line without a reason.
    #[error("`differs` needs a reason: `differs: SHELL … — reason`")]
    DiffersWithoutReason,
    /// The body does not have its form.
    #[error("{0}")]
    Body(#[from] BodyProblem),
}

impl Status {
    pub(crate) const KNOWN: &str = "fixed, known";
}
