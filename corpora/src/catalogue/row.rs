//! The rows of the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use oracle::{Delivery, ShellName};
use serde::Deserialize;

use super::check::Check;
use super::observed::Observed;

/// A file that is no catalogue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {error}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line is no row.
    #[error("{}:{line}: {problem}", file.display())]
    Row {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        problem: String,
    },
}

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It looks harmless and is not.
    Bypass,
    /// It looks harmful and is not.
    FalsePositive,
    /// Guard and shell split the text differently.
    ParserDisagreement,
}

/// How the text was delivered; `-c` where a row does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Invoke {
    /// A script file. The catalogue's word for it is `stdin`.
    Stdin,
    Typed,
    Tty,
}

/// How close the command is to the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ReportMatch {
    Direct,
    Variant,
    Reference,
}

/// One row. The fields are the catalogue's own; nothing is optional that stands in every row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The row's id.
    pub id: String,
    /// Its class.
    pub class: String,
    /// What it shows.
    pub kind: Kind,
    /// The text, as handed to the shell.
    pub command: String,
    /// The shells that the report is about.
    pub shells: BTreeSet<ShellName>,
    /// What it does, in words.
    pub expect_effect: String,
    /// What a guard without a shell's reading takes it for.
    pub naive_guard_view: String,
    /// Tokens that must all hold; [`Row::checks`] reads them.
    pub check: Vec<String>,
    /// Whether all of `check` held, by shell.
    pub verified: BTreeMap<ShellName, bool>,
    /// The same for further shells.
    pub verified_other: BTreeMap<ShellName, bool>,
    /// What the run did, by shell; [`Row::observed`] reads it.
    pub observed: BTreeMap<ShellName, String>,
    /// The guard of the report.
    pub guard: String,
    /// The address of the report.
    pub source: String,
    /// Whether that address was opened.
    pub source_seen: bool,
    report_match: ReportMatch,
    /// A bash script that was run before, in the tree.
    pub setup: Option<String>,
    invoke: Option<Invoke>,
    /// A remark.
    pub note: Option<String>,
    /// Whether it was not run.
    #[serde(default)]
    pub no_run: bool,
    /// For a false positive, the class that misled the guard.
    pub subclass: Option<String>,
    /// The time limit in seconds, where it is not the usual one.
    pub timeout: Option<u32>,
    /// Further environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl Row {
    /// How the text reaches the shell.
    pub fn delivery(&self) -> Delivery {
        match self.invoke {
            None => Delivery::C,
            Some(Invoke::Stdin) => Delivery::File,
            Some(Invoke::Typed) => Delivery::Typed,
            Some(Invoke::Tty) => Delivery::Tty,
        }
    }

    /// Whether the command stands in the report as it is.
    pub fn is_direct(&self) -> bool {
        self.report_match == ReportMatch::Direct
    }

    /// The tokens that must all hold.
    ///
    /// # Errors
    ///
    /// The first token that cannot be read.
    pub fn checks(&self) -> Result<Vec<Check>, super::CheckError> {
        self.check.iter().map(|token| Check::parse(token)).collect()
    }

    /// What the run did in this shell; `None` where it was not run.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read.
    pub fn observed(&self, shell: ShellName) -> Result<Option<Observed>, super::ObservedError> {
        self.observed.get(&shell).map(|text| Observed::parse(text)).transpose()
    }
}

/// Reads a catalogue: one JSON object a line, every part of which can be read.
///
/// # Errors
///
/// The first line that is no row, has an unreadable `check` or `observed`, or repeats an id.
pub fn read_rows(file: &Path) -> Result<Vec<Row>, CatalogueError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| CatalogueError::Read { file: file.to_owned(), error })?;
    let mut ids = BTreeSet::new();
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |problem: String| CatalogueError::Row {
            file: file.to_owned(),
            line: index + 1,
            problem,
        };
        let row: Row = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if !ids.insert(row.id.clone()) {
            return Err(wrong(format!("the id `{}` stands twice", row.id)));
        }
        row.checks().map_err(|error| wrong(error.to_string()))?;
        for shell in row.observed.keys() {
            row.observed(*shell).map_err(|error| wrong(format!("{shell}: {error}")))?;
        }
        rows.push(row);
    }
    Ok(rows)
}
