//! Stands for every program while shells are watched: it records its arguments and exits.
//!
//! `TRUTH_LOG` names the file that records are appended to, `TRUTH_STATUS` the exit status, 0 or
//! 1. After some records the status turns over, so that loops end.

use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;

fn main() {
    let Some(path) = std::env::var_os("TRUTH_LOG") else { return };
    let status = std::env::var_os("TRUTH_STATUS").is_some_and(|status| status == "1");
    let mut record = Vec::new();
    let arguments: Vec<_> = std::env::args_os().collect();
    record.extend_from_slice(&(arguments.len() as u32).to_le_bytes());
    for argument in &arguments {
        record.extend_from_slice(&(argument.len() as u32).to_le_bytes());
        record.extend_from_slice(argument.as_bytes());
    }
    let mut turned = false;
    if let Ok(mut log) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
        turned = log.metadata().is_ok_and(|metadata| metadata.len() > 1024);
        let _ = log.write_all(&record);
    }
    let _ = std::io::stdout().write_all(b"x\n");
    std::process::exit(i32::from(status != turned));
}
