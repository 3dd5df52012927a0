//! Turns a hunt's event log into pages and documents for people and machines.
//!
//! A *log* is what one or more hunts wrote, gathered: [`Log`] keeps one entry a bucket, adds up
//! the figures of several hunts, and says what is missing (a hunt that was killed leaves no `end`
//! event). A *format* is one way to show it: [`render`] makes the document.
//!
//! Scripts, paths, outputs and everything a guard says are bytes from strangers. They reach a
//! document through one door only, `visible::reveal`, which leaves no control byte, no invisible
//! character and no invalid UTF-8 in what it lets through, and names each that it replaced.
#![forbid(unsafe_code)]

mod clauses;
mod compare;
mod effect;
mod html;
mod json;
mod junit;
mod log;
mod lookalike;
mod markdown;
mod order;
mod outcome;
mod promise;
mod raw;
mod reproduce;
mod sarif;
mod text;
mod visible;

use std::fmt;
use std::str::FromStr;

pub use log::{Ending, Found, Gather, Hunt, Log};
pub use outcome::{Outcome, State};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// One self-contained page that asks the network for nothing.
    Html,
    /// One JSON object, version 1: keys may be added, none changes.
    Json,
    /// Text for an issue, a review or a step summary.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for a build server: a test case a clause and a bucket.
    Junit,
}

impl Format {
    /// All formats, in the order in which help texts list them.
    pub const ALL: [Self; 5] = [Self::Html, Self::Json, Self::Markdown, Self::Sarif, Self::Junit];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
        }
    }

    /// The name of a file that holds such a document, without a folder.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Html => "report.html",
            Self::Json => "report.json",
            Self::Markdown => "report.md",
            Self::Sarif => "report.sarif",
            Self::Junit => "report.junit.xml",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ReportError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| ReportError::Format(name.to_owned()))
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The log holds no event, so there is nothing to report on.
    #[error("no event in the log: nothing ran")]
    Empty,
    /// A log was written in a format that this version does not know.
    #[error("the log of guard {guard} has format version {found}; this version reads 1")]
    Version {
        /// The guard's name.
        guard: String,
        /// The version that the log names.
        found: u32,
    },
    /// There is no format of that name.
    #[error("unknown format {0:?}: one of html, json, markdown, sarif, junit")]
    Format(String),
    /// A document could not be made. This is a fault of Trapline, not of the log.
    #[error("could not make the {format} document: {problem}")]
    Render {
        /// The document's format.
        format: Format,
        /// What went wrong.
        problem: String,
    },
}

impl ReportError {
    /// The exit code that the command gives for it: 4 where there was nothing to report on.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Empty => 4,
            _ => 1,
        }
    }
}

/// Makes the document of a log.
///
/// # Errors
///
/// [`ReportError::Render`] where a document cannot be made, which no log should bring about.
pub fn render(format: Format, log: &Log) -> Result<String, ReportError> {
    match format {
        Format::Html => html::render(log),
        Format::Json => json::render(log),
        Format::Markdown => Ok(markdown::render(log)),
        Format::Sarif => sarif::render(log),
        Format::Junit => Ok(junit::render(log)),
    }
}

/// Bytes from a stranger as one line of text that is safe to print: what would not be seen, or would
/// be taken for something else, is named in its place. What goes beyond `limit` bytes is left out,
/// with a mark.
pub fn one_line(bytes: &[u8], limit: usize) -> String {
    visible::reveal(bytes, visible::Lines::Joined, limit).plain()
}
