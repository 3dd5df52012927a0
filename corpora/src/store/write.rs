//! Writing an output folder, so that what was confirmed survives a kill and a full disk.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::{EVENTS, FINDINGS, StoreError, folder_name};
use crate::event::Event;
use crate::finding::Finding;

/// A finding that could not be stored in full. It is given back so that it can be printed.
#[derive(Debug, thiserror::Error)]
#[error("the finding could not be stored: {error}")]
pub struct NotStored {
    /// The finding.
    pub finding: Box<Finding>,
    /// What failed first.
    #[source]
    pub error: StoreError,
}

/// An output folder that is being written.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    events: File,
    /// The length of the log up to the last whole line.
    whole: u64,
}

impl Store {
    /// Makes the folder, its parents too, and begins its log.
    ///
    /// # Errors
    ///
    /// Where it cannot be written, or already holds a hunt.
    pub fn create(dir: &Path) -> Result<Self, StoreError> {
        let write = |path: &Path, error| StoreError::Write { path: path.to_owned(), error };
        let findings = dir.join(FINDINGS);
        fs::create_dir_all(&findings).map_err(|error| write(&findings, error))?;
        let file = dir.join(EVENTS);
        let events = OpenOptions::new().write(true).create_new(true).open(&file);
        let events = events.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => StoreError::Taken(dir.to_owned()),
            _ => write(&file, error),
        })?;
        Ok(Self { dir: dir.to_owned(), events, whole: 0 })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Appends one event as one line, and hands it to the kernel before it returns: a kill after
    /// that loses nothing. After a failure the torn line is cut off again, so that a later event
    /// does not end up in it.
    ///
    /// # Errors
    ///
    /// Where the log cannot be written.
    pub fn append(&mut self, event: &Event) -> Result<(), StoreError> {
        let file = || self.dir.join(EVENTS);
        let mut line = serde_json::to_vec(event)
            .map_err(|error| StoreError::Write { path: file(), error: error.into() })?;
        line.push(b'\n');
        let written = self
            .events
            .seek(SeekFrom::Start(self.whole))
            .and_then(|_| self.events.write_all(&line));
        match written {
            Ok(()) => {
                self.whole += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                // If this fails too, the next event overwrites the torn line all the same.
                let _ = self.events.set_len(self.whole);
                Err(StoreError::Write { path: file(), error })
            }
        }
    }

    /// Stores a confirmed finding: its folder first, then its event, then both are forced onto
    /// the disk. A finding of the same guard, kind and bucket replaces the earlier one.
    ///
    /// # Errors
    ///
    /// The finding with the first thing that failed. Whatever else could be written, was.
    pub fn finding(&mut self, finding: Finding) -> Result<PathBuf, NotStored> {
        let folder = self.write_folder(&finding);
        let appended = self.append(&Event::Finding(finding.clone()));
        let synced = self
            .events
            .sync_data()
            .map_err(|error| StoreError::Write { path: self.dir.join(EVENTS), error });
        match folder.and_then(|folder| appended.and(synced).map(|()| folder)) {
            Ok(folder) => Ok(folder),
            Err(error) => Err(NotStored { finding: Box::new(finding), error }),
        }
    }

    /// Writes the folder of a finding beside its place and moves it there whole, or, where one
    /// stands already, replaces its files one by one, `finding.json` last.
    fn write_folder(&self, finding: &Finding) -> Result<PathBuf, StoreError> {
        let name = folder_name(finding);
        let parent = self.dir.join(FINDINGS);
        let folder = parent.join(&name);
        let broken = |error: String| StoreError::Write {
            path: folder.clone(),
            error: std::io::Error::new(ErrorKind::InvalidData, error),
        };
        let mut files = Vec::new();
        let scripts =
            [("script.sh", finding.script_bytes()), ("reduced.sh", finding.reduced_bytes())];
        for (name, bytes) in scripts {
            if let Some(bytes) = bytes.map_err(|error| broken(error.to_string()))? {
                files.push((name, bytes));
            }
        }
        files.push(("case.sh", finding.case.clone().into_bytes()));
        let mut json =
            serde_json::to_vec_pretty(finding).map_err(|error| broken(error.to_string()))?;
        json.push(b'\n');
        files.push(("finding.json", json));

        if folder.exists() {
            for (name, bytes) in &files {
                let temporary = folder.join(format!(".{name}.new"));
                let file = folder.join(name);
                let done = write_file(&temporary, bytes).and_then(|()| {
                    fs::rename(&temporary, &file)
                        .map_err(|error| StoreError::Write { path: file, error })
                });
                if done.is_err() {
                    let _ = fs::remove_file(&temporary);
                    done?;
                }
            }
            return Ok(folder);
        }
        let temporary = parent.join(format!(".{name}.new"));
        let done = write_new(&temporary, &folder, &files);
        if done.is_err() {
            let _ = fs::remove_dir_all(&temporary);
            done?;
        }
        Ok(folder)
    }
}

fn write_new(temporary: &Path, folder: &Path, files: &[(&str, Vec<u8>)]) -> Result<(), StoreError> {
    let failed = |path: &Path, error| StoreError::Write { path: path.to_owned(), error };
    fs::create_dir(temporary).map_err(|error| failed(temporary, error))?;
    for (name, bytes) in files {
        write_file(&temporary.join(name), bytes)?;
    }
    fs::rename(temporary, folder).map_err(|error| failed(folder, error))
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file =
        File::create(path).map_err(|error| StoreError::Write { path: path.to_owned(), error })?;
    file.write_all(bytes)
        .and_then(|()| file.sync_data())
        .map_err(|error| StoreError::Write { path: path.to_owned(), error })
}
