//! `trapline merge`: the outputs of several hunts of one guard as one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use corpora::event::{End, Event, Start};
use corpora::store::{self, Merged, Store};
use serde::Serialize;

use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::say;
use crate::text::count;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The output folders of hunts of one guard.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder to write.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Told<'a> {
    v: u32,
    out: String,
    hunts: usize,
    end: &'a End,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    // Read folder by folder first, so that one without a hunt is named.
    let mut whys = BTreeSet::new();
    let mut exits = Vec::new();
    for folder in &args.folders {
        for event in super::report::events(folder)? {
            if let Event::End(end) = event {
                whys.insert(end.why);
                exits.push(end.exit);
            }
        }
    }
    let merged = store::merge(&args.folders)?;
    for torn in &merged.torn {
        say::line(format!("trapline: {torn}"));
    }
    for folder in &merged.unfinished {
        say::line(format!("trapline: {}: was stopped before it ended", folder.display()));
        whys.insert("interrupted".to_owned());
        exits.push(codes::INTERRUPTED);
    }
    let why = whys.into_iter().collect::<Vec<_>>().join(", ");
    let end = End { stats: merged.stats.clone(), why, exit: codes::worst(exits) };
    let start = start(&merged)?;
    let mut store = Store::create(&args.out)?;
    store.append(&Event::Start(start))?;
    for text in &merged.notes {
        store.append(&Event::Note { text: text.clone() })?;
    }
    let (hunts, findings) = (merged.starts.len(), merged.findings.len());
    for finding in merged.findings {
        store.finding(finding).map_err(|error| error.error)?;
    }
    store.append(&Event::End(end.clone()))?;
    if out.is_json() {
        out.value(&Told { v: 1, out: args.out.display().to_string(), hunts, end: &end });
    } else {
        let (hunts, findings) = (hunts as u64, findings as u64);
        let (hunts, findings) =
            (count(hunts, "hunt", "hunts"), count(findings, "finding", "findings"));
        out.line(format!("{}: {findings} of {hunts}", args.out.display()));
    }
    Ok(end.exit)
}

/// The first event of all hunts together: what is the same in all, and the union of the rest.
fn start(merged: &Merged) -> Result<Start, Error> {
    let first = merged
        .starts
        .first()
        .ok_or_else(|| Error::NothingRan("no folder has a start event".to_owned()))?;
    let mut shells: BTreeMap<String, String> = BTreeMap::new();
    for start in &merged.starts {
        if (&start.guard, &start.promise) != (&first.guard, &first.promise) {
            return Err(Error::Usage(format!(
                "hunts of different guards or promises ({}, {}) make no one hunt; \
                 `trapline report` takes several folders",
                first.guard, start.guard
            )));
        }
        for (shell, version) in &start.shells {
            let known = shells.entry(shell.clone()).or_insert_with(|| version.clone());
            if known != version && !known.split(", ").any(|one| one == version) {
                known.push_str(&format!(", {version}"));
            }
        }
    }
    let unix_time = merged.starts.iter().map(|start| start.unix_time).min();
    Ok(Start { shells, unix_time: unix_time.unwrap_or(first.unix_time), ..first.clone() })
}
