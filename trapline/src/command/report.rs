//! `trapline report`: a hunt's output as a page or a document.

use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use corpora::event::Event;
use corpora::store::{self, EVENTS, StoreError};
use reports::{Format, Gather, ReportError};

use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::say;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The output folders of hunts.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// html, json, markdown, sarif or junit [default: html; json with --json].
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// Where to write it; `-` is standard output [default: the page beside the log, everything
    /// else to standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn format(text: &str) -> Result<Format, String> {
    text.parse().map_err(|error: ReportError| error.to_string())
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let default = if out.is_json() { Format::Json } else { Format::Html };
    let format = args.format.unwrap_or(default);
    let mut gather = Gather::new();
    for folder in &args.folders {
        for event in events(folder)? {
            gather.event(event);
        }
    }
    let document = reports::render(format, &gather.finish()?)?;
    let beside = || args.folders.first().map(|folder| folder.join(format.file_name()));
    let file = match &args.output {
        Some(file) if file.as_os_str() == "-" => None,
        Some(file) => Some(file.clone()),
        None if format == Format::Html => beside(),
        None => None,
    };
    match file {
        Some(file) => {
            fs::write(&file, document).map_err(|error| Error::io(&file, error))?;
            let text = file.display().to_string();
            if out.is_json() && args.format.is_some() {
                out.value(&serde_json::json!({ "v": 1, "file": text }));
            } else {
                out.line(text);
            }
        }
        None => {
            let ends = document.ends_with('\n') || !std::io::stdout().is_terminal();
            out.bytes(document.as_bytes());
            if !ends {
                out.line("");
            }
        }
    }
    Ok(codes::CLEAN)
}

/// The events of a folder, the findings that have none of their own included.
///
/// # Errors
///
/// [`ReportError::Empty`] where the folder holds no event.
pub(crate) fn events(folder: &Path) -> Result<Vec<Event>, Error> {
    let log = match store::read(folder) {
        // A folder without a log is no folder of a hunt; say so rather than name the file only.
        Err(StoreError::Read { path, error }) if path.ends_with(EVENTS) => {
            return Err(match error.kind() {
                std::io::ErrorKind::NotFound if folder.is_dir() => {
                    Error::NothingRan(format!("{}: holds no hunt", folder.display()))
                }
                _ => StoreError::Read { path, error }.into(),
            });
        }
        log => log?,
    };
    if let Some(torn) = &log.torn {
        say::line(format!("trapline: {torn}"));
    }
    let mut events = log.events;
    if events.is_empty() && log.only_in_folders.is_empty() {
        return Err(Error::NothingRan(format!("{}: no event in the log", folder.display())));
    }
    let end = match events.last() {
        Some(Event::End(_)) => events.pop(),
        _ => None,
    };
    events.extend(log.only_in_folders.into_iter().map(Event::Finding));
    events.extend(end);
    Ok(events)
}
