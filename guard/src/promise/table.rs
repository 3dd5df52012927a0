//! The `[promise]` table of a manifest.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::{
    ArgvClause, Clause, Preset, Promise, PromiseError, RulesClause, check_glob, check_name,
};

/// A preset, single clauses, or both. A clause beside a preset takes the place of the preset's
/// own clause of that name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PromiseTable {
    preset: Option<Spanned<String>>,
    write: Option<Spanned<Vec<String>>>,
    delete: Option<Spanned<Vec<String>>>,
    by: Option<Spanned<Vec<String>>>,
    keep: Option<Spanned<Vec<String>>>,
    spare: Option<Spanned<Vec<String>>>,
    exec: Option<Spanned<Vec<String>>>,
    argv: Option<Spanned<ArgvClause>>,
    rules: Option<Spanned<RulesClause>>,
    secrets: Option<Spanned<String>>,
    network: Option<Spanned<String>>,
    leftover: Option<Spanned<String>>,
    enter: Option<Spanned<String>>,
}

/// An error of a table, with the key and, where it is known, the place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableError {
    /// The key, within the table.
    pub(crate) key: &'static str,
    /// The bytes of the file that hold the value.
    pub(crate) span: Option<Range<usize>>,
    /// What is wrong.
    pub(crate) error: PromiseError,
}

impl PromiseTable {
    /// The promise that the table describes.
    ///
    /// # Errors
    ///
    /// What [`PromiseError`] lists.
    pub fn promise(self) -> Result<Promise, PromiseError> {
        self.build().map_err(|error| error.error)
    }

    pub(crate) fn build(self) -> Result<Promise, TableError> {
        let mut promise = match &self.preset {
            Some(name) => located("preset", name, |name| name.parse::<Preset>())?.promise(),
            None => Promise::default(),
        };
        if promise.preset.as_deref() == Some("rules") && self.rules.is_none() {
            let span = self.preset.as_ref().map(Spanned::span);
            return Err(TableError { key: "preset", span, error: PromiseError::RulesMissing });
        }
        for clause in self.clauses()? {
            match promise.clauses.iter_mut().find(|own| own.name() == clause.name()) {
                Some(own) => *own = clause,
                None => promise.clauses.push(clause),
            }
        }
        if promise.clauses.is_empty() {
            return Err(TableError { key: "promise", span: None, error: PromiseError::Empty });
        }
        Ok(promise)
    }

    /// The single clauses.
    fn clauses(self) -> Result<Vec<Clause>, TableError> {
        let mut clauses = Vec::new();
        if let Some(globs) = &self.write {
            clauses.push(Clause::Write(located("write", globs, globs_of)?));
        }
        match (&self.delete, &self.by) {
            (Some(globs), by) => clauses.push(Clause::Delete {
                globs: located("delete", globs, globs_of)?,
                by: by.as_ref().map(|by| located("by", by, names_of)).transpose()?,
            }),
            (None, Some(by)) if self.spare.is_none() => {
                located("by", by, |_| Err::<(), _>(PromiseError::ByWithoutDelete))?;
            }
            (None, _) => {}
        }
        if let Some(globs) = &self.keep {
            clauses.push(Clause::Keep(located("keep", globs, globs_of)?));
        }
        if let Some(globs) = &self.spare {
            let by = match &self.by {
                Some(by) => located("by", by, names_of)?,
                None => located("spare", globs, |_| Err(PromiseError::SpareWithoutBy))?,
            };
            clauses.push(Clause::Spare { globs: located("spare", globs, globs_of)?, by });
        }
        if let Some(names) = &self.exec {
            clauses.push(Clause::Exec(located("exec", names, names_of)?));
        }
        if let Some(argv) = &self.argv {
            clauses.push(Clause::Argv(located("argv", argv, argv_of)?));
        }
        if let Some(rules) = &self.rules {
            clauses.push(Clause::Rules(located("rules", rules, rules_of)?));
        }
        for (key, value, only, clause) in [
            ("secrets", &self.secrets, "unread", Clause::Secrets),
            ("network", &self.network, "none", Clause::Network),
            ("leftover", &self.leftover, "none", Clause::Leftover),
            ("enter", &self.enter, "tree", Clause::Enter),
        ] {
            if let Some(value) = value {
                located(key, value, |value| {
                    let known = value == only;
                    known.then_some(()).ok_or(PromiseError::Value { value: value.clone(), only })
                })?;
                clauses.push(clause);
            }
        }
        Ok(clauses)
    }
}

/// Reads a value and says where it stands if that fails.
fn located<T, U>(
    key: &'static str,
    value: &Spanned<T>,
    read: impl FnOnce(&T) -> Result<U, PromiseError>,
) -> Result<U, TableError> {
    read(value.get_ref()).map_err(|error| TableError { key, span: Some(value.span()), error })
}

#[expect(clippy::ptr_arg, reason = "passed as a function of the manifest's own type")]
fn globs_of(globs: &Vec<String>) -> Result<Vec<String>, PromiseError> {
    globs.iter().try_for_each(|glob| check_glob(glob))?;
    Ok(globs.clone())
}

#[expect(clippy::ptr_arg, reason = "passed as a function of the manifest's own type")]
fn names_of(names: &Vec<String>) -> Result<Vec<String>, PromiseError> {
    names.iter().try_for_each(|name| check_name(name))?;
    Ok(names.clone())
}

fn argv_of(argv: &ArgvClause) -> Result<ArgvClause, PromiseError> {
    argv.names.iter().try_for_each(|name| check_name(name))?;
    for form in &argv.forms {
        if !form.first().is_some_and(|first| argv.names.contains(first)) {
            return Err(PromiseError::Form(form.join(" ")));
        }
    }
    Ok(argv.clone())
}

fn rules_of(rules: &RulesClause) -> Result<RulesClause, PromiseError> {
    if rules.allow.is_empty() {
        return Err(PromiseError::RulesEmpty);
    }
    Ok(rules.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Promise, String> {
        let table: PromiseTable =
            toml::from_str(text).map_err(|error| error.message().to_owned())?;
        table.build().map_err(|error| format!("{}: {}", error.key, error.error))
    }

    #[test]
    fn single_clauses_are_read() {
        let promise = read(
            r#"
            write = ["a/**", "$TMP/*"]
            delete = []
            by = ["rm", "find"]
            keep = [".git/**"]
            spare = ["docs/**"]
            exec = ["git"]
            secrets = "unread"
            network = "none"
            leftover = "none"
            enter = "tree"
            argv = { names = ["go"], forms = [["go", "test"]], refused = ";" }
            rules = { allow = ["ls *"], deny = ["ls -R"] }
            "#,
        )
        .expect("a promise");
        assert_eq!(promise.preset, None);
        let mut names: Vec<&str> = promise.clauses.iter().map(Clause::name).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "argv", "delete", "enter", "exec", "keep", "leftover", "network", "rules",
                "secrets", "spare", "write"
            ]
        );
        let by = Some(vec!["rm".to_owned(), "find".to_owned()]);
        assert!(promise.clauses.contains(&Clause::Delete { globs: vec![], by }));
    }

    #[test]
    fn a_clause_takes_the_place_of_the_presets_own() {
        let promise = read("preset = 'read-only'\nwrite = ['out/**']\nsecrets = 'unread'")
            .expect("a promise");
        assert_eq!(promise.preset.as_deref(), Some("read-only"));
        assert_eq!(
            promise.clauses,
            [
                Clause::Write(vec!["out/**".to_owned()]),
                Clause::Delete { globs: vec![], by: None },
                Clause::Network,
                Clause::Leftover,
                Clause::Secrets,
            ]
        );
    }

    #[test]
    fn the_rules_preset_takes_its_rules_from_beside_it() {
        let promise = read("preset = 'rules'\n[rules]\nallow = ['ls']").expect("a promise");
        let rules = RulesClause { allow: vec!["ls".to_owned()], deny: vec![] };
        assert_eq!(promise.clauses, [Clause::Rules(rules)]);
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let rows = [
            ("", "promise: promises nothing"),
            ("preset = 'none'", "preset: unknown preset `none`"),
            ("preset = 'rules'", "preset: preset `rules` needs a table"),
            ("rules = { allow = [] }", "rules: allows no command"),
            ("rules = { allow = ['a'], ask = [] }", "unknown field `ask`"),
            ("by = ['rm']", "by: says whose removals count"),
            ("delete = []\nby = ['/bin/rm']", "by: program name `/bin/rm` has a directory part"),
            ("exec = ['']", "exec: program name `` is empty"),
            ("write = ['/etc']", "write: path `/etc` is absolute"),
            ("keep = ['../x']", "keep: path `../x` holds a `..`"),
            ("network = 'some'", "network: `some` is not known (the only value is `none`)"),
            ("secrets = 'none'", "secrets: `none` is not known (the only value is `unread`)"),
            ("enter = true", "invalid type"),
            ("argv = { names = ['go'], forms = [['cargo']], refused = '' }", "argv: form `cargo`"),
            ("argv = { names = ['go'], forms = [[]], refused = '' }", "argv: form ``"),
            ("writes = []", "unknown field `writes`"),
            ("write = 'a'", "invalid type"),
        ];
        for (text, message) in rows {
            let error = read(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
