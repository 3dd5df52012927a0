//! The catalogue of publicly reported bypasses and false positives: its rows, and how far a run of
//! ours agrees with what was observed when it was collected.
//!
//! The catalogue compared snapshots of a folder before and after each run. So its path sets hold
//! every name of a removed or moved folder, no automatic or permission changes, nothing that was
//! undone, and neither the bookkeeping that git does in `.git` nor the caches of python; [`Changes`]
//! brings our effects into that form.

mod agree;
mod check;
mod dated;
mod import;
mod observed;
mod paths;
mod row;
mod state;

pub use agree::{Agreement, Evidence, agreement};
pub use check::{Check, CheckError};
pub use import::{Disagreement, Explained, Imported, Runs, import};
pub use observed::{Observed, ObservedError, PathSet};
pub use row::{CatalogueError, Kind, Row, read_rows};
pub use state::{Changes, State, StateError};
