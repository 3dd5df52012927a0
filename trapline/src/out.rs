//! Standard output: results, and nothing else.
//!
//! A reader that goes away (`| head`) ends the printing, not the command. Any other failure is
//! kept until the end, where it becomes exit code 1.

use std::io::{self, Write as _};

use serde::Serialize;

/// Where results go.
#[derive(Debug)]
pub(crate) struct Out {
    json: bool,
    /// Whether anybody still reads.
    open: bool,
    failed: Option<io::Error>,
}

impl Out {
    /// Standard output, in JSON or for people.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, open: true, failed: None }
    }

    /// Whether JSON is wanted.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if !self.open {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            self.open = false;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.failed = Some(error);
            }
        }
    }

    /// Writes a text and a line end.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.bytes(format!("{}\n", text.as_ref()).as_bytes());
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn value(&mut self, value: &impl Serialize) {
        match serde_json::to_string(value) {
            Ok(text) => self.line(text),
            Err(error) => self.failed = Some(error.into()),
        }
    }

    /// What went wrong.
    pub(crate) fn into_failure(self) -> Option<io::Error> {
        self.failed
    }
}
