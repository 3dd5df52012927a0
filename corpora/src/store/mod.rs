//! A hunt's output folder.
//!
//! ```text
//! OUT/events.jsonl                       one event a line, flushed one by one
//! OUT/findings/KIND-ID/finding.json      what was found; written last
//! OUT/findings/KIND-ID/script.sh         the script that found it, its exact bytes
//! OUT/findings/KIND-ID/reduced.sh        the smallest one in the same bucket
//! OUT/findings/KIND-ID/case.sh           the regression case, ready to be stored
//! ```
//!
//! `ID` is the first half of the BLAKE3 hash of guard and bucket, in hexadecimal.

mod merge;
mod read;
mod write;

use std::path::PathBuf;

use crate::finding::Finding;
use crate::record::RecordError;

pub use merge::{Merged, merge};
pub use read::{Log, Torn, read, read_finding};
pub use write::{NotStored, Store};

/// The version of the event format.
pub const VERSION: u32 = 1;

/// The name of the event log in an output folder.
pub const EVENTS: &str = "events.jsonl";

/// The name of the folder of findings in an output folder.
pub const FINDINGS: &str = "findings";

/// An output folder that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The folder already holds a hunt.
    #[error("{} already holds a hunt; name another folder", .0.display())]
    Taken(PathBuf),
    /// A file or folder could not be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// What.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file or folder could not be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line of the log that is no event.
    #[error("{}:{line}: is no event: {problem}", file.display())]
    Event {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        problem: String,
    },
    /// A log that another version of Trapline wrote.
    #[error("{}:1: is version {found}, this Trapline reads version {VERSION}", file.display())]
    Version {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A `finding.json` that is no finding.
    #[error("{}: is no finding: {problem}", file.display())]
    Finding {
        /// The file.
        file: PathBuf,
        /// Why.
        problem: String,
    },
}

/// The name of a finding's folder: the kind, and an id that is the same for the same bug.
pub fn folder_name(finding: &Finding) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(&(finding.guard.len() as u64).to_le_bytes());
    hash.update(finding.guard.as_bytes());
    hash.update(finding.bucket.as_bytes());
    let hex = hash.finalize().to_hex();
    // 128 bits: enough that no two buckets of any hunt share a folder.
    format!("{}-{}", finding.kind.name(), hex.get(..32).unwrap_or(hex.as_str()))
}

impl Finding {
    /// The script that found it.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn script_bytes(&self) -> Result<Option<Vec<u8>>, RecordError> {
        crate::record::bytes_of("script", self.script.as_deref(), self.script_b64.as_deref())
    }

    /// The smallest script found in the same bucket.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn reduced_bytes(&self) -> Result<Option<Vec<u8>>, RecordError> {
        crate::record::bytes_of("reduced", self.reduced.as_deref(), self.reduced_b64.as_deref())
    }
}
