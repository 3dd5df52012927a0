//! The ledger of known findings: buckets that were looked at already, each with a reason.
//!
//! ```toml
//! v = 1
//!
//! [[known]]
//! guard = "naive"
//! bucket = "bypass/write/create/tree/bash+sh+zsh/newline"
//! reason = "reported; a fix is under way"
//! ```
//!
//! A finding of that guard in that bucket is still told, but does not set the exit code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use corpora::Finding;
use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    v: Spanned<u32>,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    guard: String,
    bucket: String,
    reason: String,
}

/// What is known already.
#[derive(Debug, Default)]
pub(crate) struct Known {
    buckets: BTreeSet<(String, String)>,
}

impl Known {
    /// Reads a ledger.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or does not have the form above. The error names file and line.
    pub(crate) fn load(file: &Path) -> Result<Self, Error> {
        let bytes = fs::read(file).map_err(|error| Error::io(file, error))?;
        let invalid = |at: usize, problem: String| Error::Invalid {
            file: file.to_owned(),
            line: 1 + bytes.iter().take(at).filter(|byte| **byte == b'\n').count(),
            problem,
        };
        let text = std::str::from_utf8(&bytes)
            .map_err(|error| invalid(error.valid_up_to(), "not UTF-8".to_owned()))?;
        let parsed: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            invalid(at, error.message().trim().replace('\n', "; "))
        })?;
        if *parsed.v.get_ref() != VERSION {
            let problem = format!("version {}; this Trapline reads {VERSION}", parsed.v.get_ref());
            return Err(invalid(parsed.v.span().start, problem));
        }
        let mut known = Self::default();
        for entry in parsed.known {
            let at = entry.span().start;
            let Entry { guard, bucket, reason } = entry.into_inner();
            if guard.is_empty() || bucket.is_empty() {
                return Err(invalid(at, "`guard` and `bucket` must not be empty".to_owned()));
            }
            if reason.trim().is_empty() {
                return Err(invalid(at, "`reason` is empty: say why it is known".to_owned()));
            }
            if !known.buckets.insert((guard, bucket.clone())) {
                return Err(invalid(at, format!("`{bucket}` stands twice")));
            }
        }
        Ok(known)
    }

    /// Whether a finding is known.
    pub(crate) fn has(&self, finding: &Finding) -> bool {
        self.buckets.contains(&(finding.guard.clone(), finding.bucket.clone()))
    }

    /// Buckets of a guard that are not among those found.
    pub(crate) fn missed<'a>(&'a self, guard: &str, found: &'a [Finding]) -> Vec<&'a str> {
        let is_missed = |(of, bucket): &&(String, String)| {
            of == guard && !found.iter().any(|finding| finding.bucket == *bucket)
        };
        self.buckets.iter().filter(is_missed).map(|(_, bucket)| bucket.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Known, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("known.toml");
        fs::write(&file, text).expect("a file");
        Known::load(&file)
            .map_err(|error| error.to_string().replace(&folder.path().display().to_string(), "DIR"))
    }

    #[test]
    fn a_ledger_is_read_strictly() {
        let entry = "[[known]]\nguard = \"g\"\nbucket = \"b\"\nreason = \"r\"\n";
        assert_eq!(load(&format!("v = 1\n{entry}")).expect("a ledger").buckets.len(), 1);
        assert!(load("v = 1\n").is_ok());
        for (text, error) in [
            ("", "DIR/known.toml:1: missing field `v`"),
            ("v = 2\n", "DIR/known.toml:1: version 2; this Trapline reads 1"),
            ("v = 1\nx = 2\n", "DIR/known.toml:2: unknown field `x`, expected `v` or `known`"),
            (
                "v = 1\n\n[[known]]\nguard = \"g\"\nbucket = \"b\"\nreason = \" \"\n",
                "DIR/known.toml:3: `reason` is empty: say why it is known",
            ),
        ] {
            assert_eq!(load(text).expect_err(text), error);
        }
        let twice = load(&format!("v = 1\n{entry}{entry}")).expect_err("twice");
        assert_eq!(twice, "DIR/known.toml:6: `b` stands twice");
    }
}
