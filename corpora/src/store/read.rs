//! Reading an output folder.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{EVENTS, FINDINGS, StoreError, VERSION, folder_name};
use crate::event::{End, Event, Start, Stats};
use crate::finding::Finding;

/// The last line of a log whose writer was stopped in the middle of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// How many bytes of it there are.
    pub bytes: usize,
}

impl std::fmt::Display for Torn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (file, line, bytes) = (self.file.display(), self.line, self.bytes);
        write!(f, "{file}:{line}: the last line is torn ({bytes} bytes); it was left out")
    }
}

/// What an output folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The folder.
    pub dir: PathBuf,
    /// The events, in order.
    pub events: Vec<Event>,
    /// Findings that have a folder but no event, because the log could not be written.
    pub only_in_folders: Vec<Finding>,
    /// The last line, where it is torn.
    pub torn: Option<Torn>,
}

impl Log {
    /// The first event.
    pub fn start(&self) -> Option<&Start> {
        self.events.iter().find_map(|event| match event {
            Event::Start(start) => Some(start),
            _ => None,
        })
    }

    /// The last event; `None` where the hunt was stopped before it ended.
    pub fn end(&self) -> Option<&End> {
        self.events.iter().rev().find_map(|event| match event {
            Event::End(end) => Some(end),
            _ => None,
        })
    }

    /// The last state that was written.
    pub fn stats(&self) -> Option<&Stats> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Stats(stats) => Some(stats),
            Event::End(end) => Some(&end.stats),
            _ => None,
        })
    }

    /// The findings, the latest of each kind and bucket, in the order of their first event.
    pub fn findings(&self) -> Vec<&Finding> {
        let events = self.events.iter().filter_map(|event| match event {
            Event::Finding(finding) => Some(finding),
            _ => None,
        });
        latest(events.chain(&self.only_in_folders))
    }

    /// The texts of the notes.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match event {
            Event::Note { text } => Some(text.as_str()),
            _ => None,
        })
    }
}

/// The last of each kind and bucket, in the order in which they first came.
pub(crate) fn latest<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<&'a Finding> {
    let mut out: Vec<&Finding> = Vec::new();
    for finding in findings {
        match out.iter_mut().find(|known| is_same(known, finding)) {
            Some(known) => *known = finding,
            None => out.push(finding),
        }
    }
    out
}

/// Whether two findings are the same bug of the same guard.
pub(crate) fn is_same(one: &Finding, other: &Finding) -> bool {
    (one.kind, &one.guard, &one.bucket) == (other.kind, &other.guard, &other.bucket)
}

/// Reads an output folder. A torn last line of the log is reported in [`Log::torn`]; everything
/// else must be as it was written.
///
/// # Errors
///
/// The first thing that is not.
pub fn read(dir: &Path) -> Result<Log, StoreError> {
    let file = dir.join(EVENTS);
    let bytes = fs::read(&file).map_err(|error| StoreError::Read { path: file.clone(), error })?;
    let mut events = Vec::new();
    let mut torn = None;
    let mut rest = bytes.as_slice();
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        rest = end.and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        match serde_json::from_slice::<Event>(line) {
            Ok(event) => {
                check_order(&file, number, &event)?;
                events.push(event);
            }
            // Each event is one write that ends in a newline: without it, the write was cut.
            Err(_) if end.is_none() => {
                torn = Some(Torn { file: file.clone(), line: number, bytes: line.len() });
            }
            Err(error) => {
                let (file, problem) = (file.clone(), error.to_string());
                return Err(StoreError::Event { file, line: number, problem });
            }
        }
    }
    let only_in_folders = only_in_folders(dir, &events)?;
    Ok(Log { dir: dir.to_owned(), events, only_in_folders, torn })
}

/// A log starts with the one `start` event, of a version that is known.
fn check_order(file: &Path, line: usize, event: &Event) -> Result<(), StoreError> {
    let wrong = |problem: &str| {
        Err(StoreError::Event { file: file.to_owned(), line, problem: problem.to_owned() })
    };
    match (line, event) {
        (1, Event::Start(start)) if start.v != VERSION => {
            Err(StoreError::Version { file: file.to_owned(), found: start.v })
        }
        (1, Event::Start(_)) => Ok(()),
        (1, _) => wrong("the first event must be `start`"),
        (_, Event::Start(_)) => wrong("a second `start`"),
        _ => Ok(()),
    }
}

fn only_in_folders(dir: &Path, events: &[Event]) -> Result<Vec<Finding>, StoreError> {
    let logged: BTreeSet<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Finding(finding) => Some(folder_name(finding)),
            _ => None,
        })
        .collect();
    let parent = dir.join(FINDINGS);
    let failed = |error| StoreError::Read { path: parent.clone(), error };
    let entries = match fs::read_dir(&parent) {
        Ok(entries) => entries,
        // A log that was copied without its folders is whole.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut folders = Vec::new();
    for entry in entries {
        let name = entry.map_err(failed)?.file_name();
        // A name with a dot is a folder that was never finished.
        let is_known = name.to_str().is_some_and(|name| logged.contains(name));
        if !is_known && !name.as_encoded_bytes().starts_with(b".") {
            folders.push(parent.join(name));
        }
    }
    folders.sort();
    folders.iter().map(|folder| read_finding(folder)).collect()
}

/// Reads the `finding.json` of a finding's folder.
///
/// # Errors
///
/// Where it cannot be read or is no finding.
pub fn read_finding(folder: &Path) -> Result<Finding, StoreError> {
    let file = folder.join("finding.json");
    let bytes = fs::read(&file).map_err(|error| StoreError::Read { path: file.clone(), error })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| StoreError::Finding { file, problem: error.to_string() })
}
