//! What an allow vouches for: clauses about effects, each checked against every run.

mod preset;
mod table;

use serde::{Deserialize, Serialize};

pub use preset::{PRESETS, Preset, preset};
pub use table::PromiseTable;

/// A path glob of a clause, relative to the tree, or under `$RUN`, `$TMP` or `$HOME`.
///
/// `*` and `?` do not cross `/`; `**` does. The judge resolves it; a policy never does.
pub type PathGlob = String;

/// The argv that a guard without a shell may hand back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgvClause {
    /// Program names, without a directory part, that may be run.
    pub names: Vec<String>,
    /// First words of an argv that are allowed; each form is matched word by word from the start.
    pub forms: Vec<Vec<String>>,
    /// Bytes that the script must not hold, quoted or not, once the whitespace at its ends is
    /// taken off (what Unicode calls whitespace, and U+001C to U+001F).
    pub refused: String,
}

/// The simple commands that may run: each must match an allow rule and no deny rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesClause {
    /// Allowed patterns.
    pub allow: Vec<String>,
    /// Denied patterns; they win.
    #[serde(default)]
    pub deny: Vec<String>,
}

/// One statement about the effects of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Clause {
    /// Nothing is created, modified or re-moded outside these globs. Through a link it counts
    /// where it lands.
    Write(Vec<PathGlob>),
    /// Nothing is removed or renamed away outside these globs. With `by`, only removals that a
    /// program of that name made count.
    Delete {
        /// Where removals are allowed.
        globs: Vec<PathGlob>,
        /// Program names whose removals count; `None` counts all.
        by: Option<Vec<String>>,
    },
    /// Nothing at all changes under these globs, whatever the other clauses say.
    Keep(Vec<PathGlob>),
    /// Nothing under these globs is removed or renamed away by a program of these names, wherever
    /// removals are allowed.
    Spare {
        /// What stays.
        globs: Vec<PathGlob>,
        /// Program names whose removals count.
        by: Vec<String>,
    },
    /// A shell of the run starts no program but these, each the one that `PATH` gives.
    Exec(Vec<String>),
    /// The handback is an argv of these forms, and nothing else is started.
    Argv(ArgvClause),
    /// Every simple command that runs matches the rules.
    Rules(RulesClause),
    /// No canary secret is opened, read, or seen in an output, a file or an argv.
    Secrets,
    /// No socket is connected, bound or sent on.
    Network,
    /// No process is left when the shell has exited.
    Leftover,
    /// When the tree cannot be entered nothing happens but the handback's own failed `cd`.
    Enter,
}

impl Clause {
    /// The clause's name as manifests, summaries and buckets spell it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Write(_) => "write",
            Self::Delete { .. } => "delete",
            Self::Keep(_) => "keep",
            Self::Spare { .. } => "spare",
            Self::Exec(_) => "exec",
            Self::Argv(_) => "argv",
            Self::Rules(_) => "rules",
            Self::Secrets => "secrets",
            Self::Network => "network",
            Self::Leftover => "leftover",
            Self::Enter => "enter",
        }
    }
}

/// The clauses that an allow vouches for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// The preset that the clauses came from, for reports.
    pub preset: Option<String>,
    /// The clauses; each is checked by itself.
    pub clauses: Vec<Clause>,
}

/// Why a promise cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromiseError {
    /// No preset has this name.
    #[error("unknown preset `{0}` (there are: {list})", list = PRESETS.join(", "))]
    UnknownPreset(String),
    /// A path glob that no judge can resolve.
    #[error("path `{glob}` {why}")]
    Path {
        /// The glob.
        glob: PathGlob,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A program name that can never be one.
    #[error("program name `{name}` {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A clause that knows one value has another.
    #[error("`{value}` is not known (the only value is `{only}`)")]
    Value {
        /// What was given.
        value: String,
        /// What there is.
        only: &'static str,
    },
    /// `by` without `delete`.
    #[error("says whose removals count, but there is no `delete` beside it")]
    ByWithoutDelete,
    /// `spare` without `by`.
    #[error("needs `by` beside it: the programs whose removals count")]
    SpareWithoutBy,
    /// The preset `rules` without rules.
    #[error("preset `rules` needs a table `rules` beside it")]
    RulesMissing,
    /// The rules allow nothing.
    #[error("allows no command")]
    RulesEmpty,
    /// An argv form that no argv can have.
    #[error("form `{0}` does not begin with one of the names")]
    Form(String),
    /// Neither a preset nor a clause.
    #[error("promises nothing: give a preset or a clause")]
    Empty,
}

/// Checks that a judge can resolve a glob.
///
/// # Errors
///
/// [`PromiseError::Path`] where it is empty, absolute, holds NUL or a `..`, or begins with a
/// variable that is none of `$RUN`, `$TMP` and `$HOME`.
pub fn check_glob(glob: &str) -> Result<(), PromiseError> {
    let fail = |why| Err(PromiseError::Path { glob: glob.to_owned(), why });
    if glob.is_empty() {
        return fail("is empty");
    }
    if glob.contains('\0') {
        return fail("holds a NUL");
    }
    if glob.starts_with('/') {
        return fail("is absolute: paths are relative to the tree, or under $RUN, $TMP or $HOME");
    }
    if glob.split('/').any(|part| part == "..") {
        return fail("holds a `..`");
    }
    if glob.starts_with('$') {
        let root = glob.split('/').next().unwrap_or(glob);
        if !["$RUN", "$TMP", "$HOME"].contains(&root) {
            return fail("begins with a variable that is none of $RUN, $TMP and $HOME");
        }
    }
    Ok(())
}

/// Checks that a text can be the name of a program, without a directory part.
fn check_name(name: &str) -> Result<(), PromiseError> {
    let fail = |why| Err(PromiseError::Name { name: name.to_owned(), why });
    if name.is_empty() {
        return fail("is empty");
    }
    if name.contains('/') {
        return fail("has a directory part");
    }
    if name.contains('\0') {
        return fail("holds a NUL");
    }
    Ok(())
}
