//! The list of stored cases that can come out otherwise from run to run, with their reasons.

use std::path::{Path, PathBuf};

use oracle::ShellName;
use serde::Deserialize;

use crate::error::Error;

/// Where it is below the root of the repository.
const FILE: &str = "oracle/racy.toml";

/// One entry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Racy {
    /// The id of a case.
    case: String,
    /// Its shells; all where none is named.
    #[serde(default)]
    shells: Vec<String>,
    /// Why.
    pub(crate) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    racy: Vec<Racy>,
}

impl Racy {
    /// Whether it is about this case in this shell.
    pub(crate) fn is_about(&self, case: &str, shell: ShellName) -> bool {
        let named = self.shells.iter().any(|name| name == shell.name());
        self.case == case && (self.shells.is_empty() || named)
    }
}

/// The file of the repository around the current folder.
pub(crate) fn file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file())
}

/// Reads a list.
///
/// # Errors
///
/// Where it cannot be read, is no such list, or gives no reason.
pub(crate) fn load(file: &Path) -> Result<Vec<Racy>, Error> {
    let text = std::fs::read_to_string(file).map_err(|error| Error::io(file, error))?;
    let list: List = toml::from_str(&text)
        .map_err(|error| Error::Usage(format!("{}: {}", file.display(), error.message())))?;
    match list.racy.iter().find(|racy| racy.reason.trim().is_empty()) {
        Some(racy) => Err(Error::Usage(format!("{}: {} has no reason", file.display(), racy.case))),
        None => Ok(list.racy),
    }
}
