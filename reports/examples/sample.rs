//! Writes every document of a log made by hand into a folder: `cargo run -p reports --example
//! sample -- DIR`, then open `DIR/report.html`.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::{env, fs, io};

use reports::{Format, Log, render};

#[path = "../tests/all/sample.rs"]
mod sample;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "sample-report".into()));
    fs::create_dir_all(&folder)?;
    let log = Log::from_events(sample::events()).map_err(io::Error::other)?;
    for format in Format::ALL {
        let path = folder.join(format.file_name());
        fs::write(&path, render(format, &log).map_err(io::Error::other)?)?;
        println!("{}", path.display());
    }
    let clean = Log::from_events(sample::clean()).map_err(io::Error::other)?;
    let path = folder.join("clean.html");
    fs::write(&path, render(Format::Html, &clean).map_err(io::Error::other)?)?;
    println!("{}", path.display());
    Ok(())
}
