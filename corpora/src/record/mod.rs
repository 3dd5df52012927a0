//! What a run did, in the stable JSON form that every surface prints.
//!
//! Paths are named by [`Places`]: relative to the tree, or starting with `../outside`, `$HOME`,
//! `$RUN`, `$RUN2`, `$TMP`, or absolute. Bytes that are not UTF-8 go into the `…_b64` twin of
//! their key, and the key itself is left out.

mod convert;
mod names;
mod twin;

use serde::{Deserialize, Serialize};

pub use convert::Label;
pub use names::{HOME, NameError, OUTSIDE, Places, RUN, RUN2, TMP};
pub use twin::{RecordError, bytes_of, twin_of};

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectRecord {
    /// The kind's stable name.
    pub kind: String,
    /// Where it landed; absent where it is not UTF-8 or the kind has no path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The same where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_b64: Option<String>,
    /// `tree`, `outside`, `home`, `run`, `tmp` or `system`.
    pub zone: String,
    /// For a rename, where the name stood before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The same where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_b64: Option<String>,
    /// `shell` for what a shell does for itself, `link NAME` for the link that led there,
    /// `token stdout`, `token stderr`, `token argv` or `token file NAME` for where a canary's token
    /// was seen; null where nothing is known.
    pub via: Option<String>,
    /// The same where it is not UTF-8; `via` is then null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via_b64: Option<String>,
    /// Whether the run took it back before it ended.
    #[serde(default)]
    pub undone: bool,
    /// An address, a signal, the argv of a process left behind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// One program that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramRecord {
    /// Its arguments; lossy where not UTF-8, then `argv_b64` is exact.
    pub argv: Vec<String>,
    /// The exact arguments, where one is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv_b64: Option<Vec<String>>,
    /// The name of the path that was executed; lossy where not UTF-8, then `path_b64` is exact.
    pub path: String,
    /// The exact name, where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_b64: Option<String>,
    /// `shell`, `program` or `oracle`.
    pub by: String,
    /// Whether the tripwire answered because nobody installed it.
    #[serde(default)]
    pub tripwire: bool,
}

/// One command that a shell executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRecord {
    /// Its words; lossy where not UTF-8, then `argv_b64` is exact.
    pub argv: Vec<String>,
    /// The exact words, where one is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv_b64: Option<Vec<String>>,
    /// `builtin`, `function` or `program`.
    pub kind: String,
    /// Depth in functions and substitutions.
    pub depth: u32,
}

/// One run of one handback under one shell in one world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// The shell's name.
    pub shell: String,
    /// The shell's version.
    pub version: String,
    /// The world's name.
    pub world: String,
    /// The delivery's name.
    pub delivery: String,
    /// `exact` or `fork-server`.
    pub mode: String,
    /// The exit status.
    pub exit: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Whether the time limit ended it.
    pub timed_out: bool,
    /// Standard output, where it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// Standard output, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout_b64: Option<String>,
    /// Whether more standard output came than was kept.
    #[serde(default)]
    pub stdout_cut: bool,
    /// Standard error, where it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Standard error, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr_b64: Option<String>,
    /// Whether more standard error came than was kept.
    #[serde(default)]
    pub stderr_cut: bool,
    /// Effects.
    pub effects: Vec<EffectRecord>,
    /// Programs started, in order.
    pub programs: Vec<ProgramRecord>,
    /// Commands run; null where they cannot be told.
    pub commands: Option<Vec<CommandRecord>>,
    /// What could not be observed in full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unobserved: Vec<String>,
}
