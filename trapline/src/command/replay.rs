//! `trapline replay`: runs stored cases, and compares what they do with what they say.

mod crew;
mod judge;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use corpora::suite::Loaded;
use serde::Serialize;

use crate::cores;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::interrupt::Interrupt;
use crate::out::Out;
use crate::setup::ShellArgs;
use crate::text::{count, number};
use crate::{cases, say, show};
use crew::{Crew, Kind, News, Row};
use judge::Checks;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cases, or folders of them [default: corpora/cases of the repository].
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Ask this guard too: check what the cases expect of it, and run what it allows.
    #[arg(long, value_name = "NAME|FILE.toml")]
    guard: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    shells: ShellArgs,
    /// How many sandboxes work side by side [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Fork shells that are ready, rather than execute one for each run.
    #[arg(long)]
    fast: bool,
    /// The folder of cases where no path is given.
    #[arg(long, value_name = "DIR", conflicts_with = "paths")]
    corpora: Option<PathBuf>,
}

/// What is told at the end.
#[derive(Debug, Default, Serialize)]
struct Told {
    v: u32,
    cases: u64,
    /// Runs that were compared.
    runs: u64,
    held: u64,
    mismatches: u64,
    /// Runs that could not be made.
    failed: u64,
    /// Violations of a guard's promise.
    findings: u64,
    /// Runs of what the guard allowed.
    guarded: u64,
    /// Clauses of its promise that could not be checked in some run.
    unchecked: u64,
    /// The number of those runs, by clause.
    unchecked_runs: BTreeMap<&'static str, u64>,
    /// Violations that did not show again.
    unconfirmed: u64,
    /// Cases that were run with `-c`, because the guard does not vouch for their delivery.
    redelivered: u64,
    /// Cases that cannot run, with the reason.
    skipped: u64,
    seconds: f64,
    /// Each run that did not hold.
    rows: Vec<Row>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let guard = args.guard.as_deref().map(|arg| Opened::open(arg, &args.change));
    let guard = guard.transpose()?;
    let near = guard.as_ref().and_then(Opened::folder);
    let paths = if args.paths.is_empty() {
        let folder = cases::folder(args.corpora.as_deref(), near.as_deref());
        vec![folder.ok_or_else(|| {
            Error::NothingRan("there is no folder corpora/cases here; name paths".to_owned())
        })?]
    } else {
        args.paths.clone()
    };
    let loaded = cases::load(&paths)?;
    let shells = args.shells.find()?;
    let interrupt = Interrupt::install()?;
    let begun = Instant::now();
    let mut told = Told { v: 1, cases: loaded.len() as u64, ..Told::default() };
    skipped(&loaded, &mut told, out);
    let crew = Crew {
        shells: &shells,
        guard: guard.as_ref(),
        jobs: args.jobs.map_or_else(cores::count, usize::from),
        exact: !args.fast,
        stop: interrupt.flag(),
    };
    let mut checks = Checks::default();
    let trouble = crew.run(&loaded, &mut |news| {
        let row = match news {
            News::Row(row) => row,
            News::Checks(one) => return checks.add(one),
        };
        match row.kind {
            Kind::Held => {
                told.runs += 1;
                told.held += 1;
                return;
            }
            Kind::Mismatch => {
                told.runs += 1;
                told.mismatches += 1;
            }
            Kind::Failed => told.failed += 1,
            Kind::Finding => told.findings += 1,
        }
        if !out.is_json() {
            print(&row, out);
        }
        told.rows.push(row);
    })?;
    told.seconds = (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    told.guarded = checks.runs;
    told.unchecked = checks.unchecked.len() as u64;
    told.unchecked_runs.clone_from(&checks.unchecked);
    told.unconfirmed = checks.unconfirmed.len() as u64;
    told.redelivered = checks.redelivered;
    summary(&told, guard.is_some(), out);
    let nothing_checked = guard.as_ref().is_some_and(|guard| doubts(&checks, &guard.name()));
    if let Some(error) = &trouble {
        say::line(format!("trapline: {error}"));
    }
    let interrupted = interrupt.flag().load(Ordering::Relaxed) && interrupt.is_asked();
    let holds = |holds: bool, code: u8| if holds { code } else { codes::CLEAN };
    Ok(codes::worst([
        trouble.as_ref().map_or(codes::CLEAN, Error::exit_code),
        holds(interrupted, codes::INTERRUPTED),
        holds(told.mismatches + told.failed + told.findings > 0, codes::FINDINGS),
        holds(told.runs == 0 || nothing_checked, codes::NOTHING_RAN),
    ]))
}

/// Says what of a guard's promise could not be checked; whether that is all of it.
fn doubts(checks: &Checks, guard: &str) -> bool {
    if checks.redelivered > 0 {
        let cases = match checks.redelivered {
            1 => "1 case is".to_owned(),
            cases => format!("{} cases are", number(cases)),
        };
        say::line(format!(
            "trapline: {cases} typed, or in a file; {guard} vouches for `-c` only, so what it \
             allowed of them ran with that"
        ));
    }
    for dropped in &checks.unconfirmed {
        say::line(format!("trapline: dropped, because it did not show again: {dropped}"));
    }
    if checks.unchecked.is_empty() {
        return false;
    }
    let clauses: Vec<String> = checks
        .unchecked
        .iter()
        .map(|(clause, runs)| {
            let runs = format!("{} of {}", number(*runs), count(checks.runs, "run", "runs"));
            format!("{clause} in {runs}")
        })
        .collect();
    say::line(format!("trapline: could not be checked: {}", clauses.join(", ")));
    if checks.checked == 0 {
        say::line("trapline: no clause was checked at all");
    }
    checks.checked == 0
}

/// Counts the cases that cannot run, and says why.
fn skipped(loaded: &[Loaded], told: &mut Told, out: &Out) {
    for Loaded { file, case } in loaded {
        if let Some(reason) = &case.skip {
            told.skipped += 1;
            if !out.is_json() {
                say::line(format!("skipped {}: {reason}", file.display()));
            }
        }
    }
}

fn print(row: &Row, out: &mut Out) {
    out.line(format!("{} [{}] {}", row.file, row.shell, show::line(row.script.as_bytes())));
    for problem in &row.problems {
        out.line(format!("  {}", show::line(problem.as_bytes())));
    }
    show::depends_on(&row.depends_on).for_each(|line| out.line(line));
}

fn summary(told: &Told, with_guard: bool, out: &mut Out) {
    if out.is_json() {
        out.value(told);
        return;
    }
    let mut parts = vec![
        format!("{} of {} held", number(told.held), count(told.runs, "run", "runs")),
        count(told.mismatches, "mismatch", "mismatches"),
    ];
    if told.failed > 0 {
        parts.push(format!("{} could not be made", number(told.failed)));
    }
    if with_guard {
        parts.push(count(told.findings, "violation", "violations"));
    }
    out.line(format!(
        "{} ({} skipped): {}; {:.1} s",
        count(told.cases, "case", "cases"),
        number(told.skipped),
        parts.join(", "),
        told.seconds
    ));
}
