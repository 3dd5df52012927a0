//! Named lists of clauses that guards really promise.

use std::str::FromStr;

use super::{Clause, PathGlob, Promise, PromiseError, RulesClause, check_glob};

/// The names of all presets, as [`Preset::from_str`] reads them.
pub const PRESETS: [&str; 9] = [
    "read-only",
    "docs-only-shell",
    "docs-only-historic",
    "docs-only",
    "page-worker:PATH",
    "tree-only",
    "deletes-inside",
    "argv",
    "rules",
];

/// A named list of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// Nothing changes, nothing is sent, nothing is left.
    ReadOnly,
    /// [`Preset::ReadOnly`], and no program but git.
    DocsOnlyShell,
    /// The same, but the plan may be removed with `rm`.
    DocsOnlyHistoric,
    /// Only the documentation folder changes.
    DocsOnly,
    /// Only this page is written, and no program is started.
    PageWorker(PathGlob),
    /// Only the tree changes, and nothing happens where it cannot be entered.
    TreeOnly,
    /// Removals stay in the tree, the run directories and the temporary directory.
    DeletesInside,
    /// The handback is an argv that the argv policy allows.
    Argv,
    /// Every command matches rules, which the preset itself does not hold.
    Rules,
}

impl FromStr for Preset {
    type Err = PromiseError;

    /// Reads a preset's name; `page-worker:` is followed by a path.
    fn from_str(name: &str) -> Result<Self, PromiseError> {
        if let Some(path) = name.strip_prefix("page-worker:") {
            check_glob(path)?;
            return Ok(Self::PageWorker(path.to_owned()));
        }
        match name {
            "read-only" => Ok(Self::ReadOnly),
            "docs-only-shell" => Ok(Self::DocsOnlyShell),
            "docs-only-historic" => Ok(Self::DocsOnlyHistoric),
            "docs-only" => Ok(Self::DocsOnly),
            "tree-only" => Ok(Self::TreeOnly),
            "deletes-inside" => Ok(Self::DeletesInside),
            "argv" => Ok(Self::Argv),
            "rules" => Ok(Self::Rules),
            _ => Err(PromiseError::UnknownPreset(name.to_owned())),
        }
    }
}

impl Preset {
    /// The preset's name.
    pub fn name(&self) -> String {
        match self {
            Self::ReadOnly => "read-only".to_owned(),
            Self::DocsOnlyShell => "docs-only-shell".to_owned(),
            Self::DocsOnlyHistoric => "docs-only-historic".to_owned(),
            Self::DocsOnly => "docs-only".to_owned(),
            Self::PageWorker(path) => format!("page-worker:{path}"),
            Self::TreeOnly => "tree-only".to_owned(),
            Self::DeletesInside => "deletes-inside".to_owned(),
            Self::Argv => "argv".to_owned(),
            Self::Rules => "rules".to_owned(),
        }
    }

    /// The promise that the preset names. That of [`Preset::Rules`] allows no command until it
    /// is given rules.
    pub fn promise(&self) -> Promise {
        let quiet = [Clause::Network, Clause::Leftover];
        let clauses = match self {
            Self::ReadOnly => changes(&[], &[]).chain(quiet).collect(),
            Self::DocsOnlyShell => changes(&[], &[]).chain(quiet).chain([exec(&["git"])]).collect(),
            Self::DocsOnlyHistoric => changes(&[], &["openwiki/_plan.md"])
                .chain(quiet)
                .chain([exec(&["git", "rm"])])
                .collect(),
            Self::DocsOnly => changes(&["openwiki/**"], &["openwiki/**"]).chain(quiet).collect(),
            Self::PageWorker(path) => changes(&[path], &[]).chain([exec(&[])]).collect(),
            Self::TreeOnly => changes(&["**"], &["**"]).chain([Clause::Enter]).collect(),
            Self::DeletesInside => vec![delete(&["**", "$RUN/**", "$TMP/**"])],
            Self::Argv => vec![Clause::Argv(crate::policy::argv::clause())],
            Self::Rules => vec![Clause::Rules(RulesClause::default())],
        };
        Promise { preset: Some(self.name()), clauses }
    }
}

/// The promise that a preset's name stands for.
///
/// # Errors
///
/// Where no preset has the name, or the path after `page-worker:` is none that a judge can
/// resolve.
pub fn preset(name: &str) -> Result<Promise, PromiseError> {
    name.parse::<Preset>().map(|preset| preset.promise())
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn delete(globs: &[&str]) -> Clause {
    Clause::Delete { globs: owned(globs), by: None }
}

fn exec(names: &[&str]) -> Clause {
    Clause::Exec(owned(names))
}

/// The two clauses about changes.
fn changes(write: &[&str], removed: &[&str]) -> impl Iterator<Item = Clause> {
    [Clause::Write(owned(write)), delete(removed)].into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses of a preset, in a short form.
    fn short(name: &str) -> String {
        let promise = preset(name).expect("a preset");
        assert_eq!(promise.preset.as_deref(), Some(name));
        let clauses: Vec<String> = promise
            .clauses
            .iter()
            .map(|clause| match clause {
                Clause::Write(globs) => format!("write={globs:?}"),
                Clause::Delete { globs, by: None } => format!("delete={globs:?}"),
                Clause::Exec(names) => format!("exec={names:?}"),
                clause => clause.name().to_owned(),
            })
            .collect();
        clauses.join(" ")
    }

    #[test]
    fn presets_are_the_lists_that_guards_make() {
        let rows = [
            ("read-only", "write=[] delete=[] network leftover"),
            ("docs-only-shell", r#"write=[] delete=[] network leftover exec=["git"]"#),
            (
                "docs-only-historic",
                r#"write=[] delete=["openwiki/_plan.md"] network leftover exec=["git", "rm"]"#,
            ),
            ("docs-only", r#"write=["openwiki/**"] delete=["openwiki/**"] network leftover"#),
            ("page-worker:openwiki/a.md", r#"write=["openwiki/a.md"] delete=[] exec=[]"#),
            ("page-worker:$TMP/a", r#"write=["$TMP/a"] delete=[] exec=[]"#),
            ("tree-only", r#"write=["**"] delete=["**"] enter"#),
            ("deletes-inside", r#"delete=["**", "$RUN/**", "$TMP/**"]"#),
            ("argv", "argv"),
            ("rules", "rules"),
        ];
        for (name, clauses) in rows {
            assert_eq!(short(name), clauses, "{name}");
        }
    }

    #[test]
    fn every_listed_preset_exists() {
        for name in PRESETS {
            let name = name.replace("PATH", "a/b");
            assert_eq!(name.parse::<Preset>().expect("a preset").name(), name);
        }
    }

    #[test]
    fn what_is_no_preset_is_an_error_that_names_it() {
        let rows = [
            ("", "unknown preset ``"),
            ("readonly", "unknown preset `readonly`"),
            ("page-worker", "unknown preset `page-worker`"),
            ("page-worker:", "path `` is empty"),
            ("page-worker:/etc/passwd", "is absolute"),
            ("page-worker:a/../b", "holds a `..`"),
            ("page-worker:$PWD/x", "begins with a variable"),
            ("page-worker:$RUN2/x", "begins with a variable"),
            ("page-worker:a\0b", "holds a NUL"),
        ];
        for (name, message) in rows {
            let error = preset(name).expect_err(name).to_string();
            assert!(error.contains(message), "{name}: {error}");
        }
    }
}
