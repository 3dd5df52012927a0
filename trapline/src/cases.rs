//! The stored cases: where they are, and their scripts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use corpora::Case;
use corpora::suite::{self, Loaded};
use oracle::{World, worlds};

use crate::error::Error;

/// Where the cases are below the root of the repository.
const CASES: &str = "corpora/cases";

/// How many folders above a starting point are looked at.
const ABOVE: usize = 6;

/// The folder of cases: the one that was named, else that of the repository around the current
/// folder or around `near`. `None` where there is none.
pub(crate) fn folder(named: Option<&Path>, near: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    let here = std::env::current_dir().ok();
    let near = near.and_then(|near| near.canonicalize().ok());
    [here, near].into_iter().flatten().find_map(|start| {
        let mut above = start.ancestors().take(ABOVE).map(|folder| folder.join(CASES));
        above.find(|folder| folder.is_dir())
    })
}

/// Loads cases.
///
/// # Errors
///
/// Everything that is wrong with them.
pub(crate) fn load(paths: &[PathBuf]) -> Result<Vec<Loaded>, Error> {
    Ok(suite::load(paths)?)
}

/// The scripts of cases, each once.
pub(crate) fn scripts(cases: &[Loaded]) -> Vec<Vec<u8>> {
    let mut seen = HashSet::new();
    let bodies = cases.iter().map(|loaded| &loaded.case.body);
    bodies.filter(|body| seen.insert(body.as_slice())).cloned().collect()
}

/// The world that a case runs in: the named one, with its setup and its environment.
///
/// # Errors
///
/// Where no world has that name.
pub(crate) fn world(case: &Case) -> Result<World, Error> {
    Ok(case.in_world(worlds::get(&case.world)?))
}
