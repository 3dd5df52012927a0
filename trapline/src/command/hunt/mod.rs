//! `trapline hunt`: searches for findings against one guard.

mod record;
mod summary;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use corpora::event::{End, Start, Stats};
use corpora::{Finding, FindingKind, store};
use guard::Promise;
use hunt::Plan;
use hunt::runner::OracleRunner;
use hunt::search::{Why, Worker, search};
use oracle::{Config, World};

use crate::cores;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::interrupt::Interrupt;
use crate::known::Known;
use crate::out::Out;
use crate::progress::Progress;
use crate::setup::{self, ShellArgs, WorldArgs};
use crate::{cases, controls, say, text};
use record::Recorder;

/// How long a hunt takes that is not told.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// A hunt never needs more jobs than this; each has a sandbox of its own.
const MOST_JOBS: usize = 256;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The guard: a built-in name, or the manifest of a foreign one.
    #[arg(long, value_name = "NAME|FILE.toml")]
    guard: String,
    #[command(flatten)]
    change: ChangeArgs,
    /// When to end: 500ms, 60s, 10m, 1h [default: 60s unless --runs is given].
    #[arg(long, value_name = "TIME", value_parser = text::duration)]
    time: Option<Duration>,
    /// End after so many oracle runs.
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
    /// The seed of the generators; with one job and no time limit, it decides the whole hunt.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    shells: ShellArgs,
    #[command(flatten)]
    world: WorldArgs,
    /// How many sandboxes work side by side [default: one a core].
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// The folder for everything that is written [default: hunts/GUARD-TIME-PID].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End at the first violation that is not known.
    #[arg(long, value_name = "WHEN", value_parser = ["first"])]
    until: Option<String>,
    /// A ledger of known findings, which do not set the exit code.
    #[arg(long, value_name = "FILE.toml")]
    baseline: Option<PathBuf>,
    /// Do part K of N; the parts of one seed do not repeat each other.
    #[arg(long, value_name = "K/N", value_parser = shard, default_value = "1/1")]
    shard: (usize, usize),
    /// Let notes of this kind (overblock, divergence) set the exit code too.
    #[arg(long, value_name = "KIND", value_parser = kind)]
    fail_on: Vec<FindingKind>,
    /// The folder of cases whose scripts are used [default: corpora/cases of the repository].
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs) if (1..=MOST_JOBS).contains(&jobs) => Ok(jobs),
        _ => Err(format!("give a number from 1 to {MOST_JOBS}")),
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let form = || "give K/N with K from 1 to N, as in 2/8".to_owned();
    let (part, of) = text.split_once('/').ok_or_else(form)?;
    let (part, of) = (part.parse().map_err(|_| form())?, of.parse().map_err(|_| form())?);
    // A shard is a machine or a job of a build server.
    if (1..=of).contains(&part) && of <= 10_000 { Ok((part, of)) } else { Err(form()) }
}

fn kind(text: &str) -> Result<FindingKind, String> {
    serde_json::from_value(text.into())
        .map_err(|_| "give a kind of finding, such as overblock or divergence".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let guard = Opened::open(&args.guard, &args.change)?;
    let known = args.baseline.as_deref().map(Known::load).transpose()?.unwrap_or_default();
    let world = args.world.get()?;
    let mut plan = setup::plan(args.shells.find()?, world.clone())?;
    let cases = match cases::folder(args.corpora.as_deref(), guard.folder().as_deref()) {
        Some(folder) => {
            plan.material.corpus = cases::scripts(&cases::load(std::slice::from_ref(&folder))?);
            Some(folder)
        }
        None => None,
    };
    let interrupt = Interrupt::install()?;
    let mut progress = Progress::new(time(args));
    plan.seed = args.seed;
    plan.time = time(args);
    plan.runs = args.runs;
    plan.shard = (args.shard.0 - 1, args.shard.1);
    plan.stats_every = progress.every();
    let guards: Vec<_> =
        (0..args.jobs.unwrap_or_else(cores::count)).map(|_| guard.make(&world)).collect();
    if let Some(guard) = guards.first() {
        plan.worlds.extend(hunt::beside(&world, guard.as_ref()));
    }
    let workers = workers(guards, &plan, &world)?;
    let jobs = workers.len();
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&guard.name()));
    let promise = workers.first().map(|worker| worker.guard.promise().clone()).unwrap_or_default();
    let start = start(&guard, &plan, &promise)?;
    progress.line(&format!(
        "hunting {} for {} under {} with {}, seed {}, {}",
        start.guard,
        promise.preset.as_deref().unwrap_or("its promise"),
        plan.shells.iter().map(|shell| shell.name.name()).collect::<Vec<_>>().join(", "),
        text::count(jobs as u64, "job", "jobs"),
        plan.seed,
        match cases {
            Some(folder) => format!(
                "{} from {}",
                text::count(plan.material.corpus.len() as u64, "stored script", "stored scripts"),
                folder.display()
            ),
            None => "no stored scripts (--corpora names their folder)".to_owned(),
        },
    ));
    let store = store::Store::create(&folder)?;
    let first = args.until.is_some();
    let mut recorder = Recorder::new(store, out, progress, &known, &interrupt, first);
    recorder.start(start);
    let summary = search(&plan, workers, &mut recorder, interrupt.flag());
    let why = match (&recorder.stopped, summary.why) {
        (Some(stopped), Why::Interrupted) if !interrupt.is_asked() => stopped.clone(),
        (_, why) => why,
    };
    let verdict = verdict(args, &why, &summary.stats, &promise, &recorder.findings, &known);
    let code = codes::worst(verdict.codes.iter().copied());
    recorder.end(End { stats: summary.stats.clone(), why: why.to_string(), exit: code });
    let told = recorder.finish();
    for line in &verdict.lines {
        say::line(format!("trapline: {line}"));
    }
    if !out.is_json() {
        summary::print(&summary.stats, &told, &known, out);
    }
    // What could not be written is worse than what was found.
    Ok(if told.failed { codes::worst([code, codes::ERROR]) } else { code })
}

fn time(args: &Args) -> Option<Duration> {
    args.time.or(args.runs.is_none().then_some(DEFAULT_TIME))
}

fn default_folder(guard: &str) -> PathBuf {
    Path::new("hunts").join(format!("{guard}-{}-{}", unix_time(), std::process::id()))
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A sandbox for the guard of each job, with its controls passed.
fn workers(
    guards: Vec<Box<dyn guard::Guard>>,
    plan: &Plan,
    world: &World,
) -> Result<Vec<Worker>, Error> {
    let config =
        Config { timeout: plan.timeout, ready_worlds: plan.ready_worlds(), ..Config::default() };
    let jobs = guards.len();
    let ready = |(job, guard)| {
        let cpu = cores::of_job(job, jobs);
        let mut runner = OracleRunner::new(Config { cpu, ..config.clone() })?;
        controls::check(runner.oracle(), &plan.shells, world)?;
        Ok(Worker { guard, runner: Box::new(runner) })
    };
    guards.into_iter().enumerate().map(ready).collect()
}

fn start(guard: &Opened, plan: &Plan, promise: &Promise) -> Result<Start, Error> {
    let promise = serde_json::to_value(promise)
        .map_err(|error| Error::Internal(format!("the promise as JSON: {error}")))?;
    let shells: BTreeMap<String, String> = plan
        .shells
        .iter()
        .map(|shell| (shell.name.name().to_owned(), shell.version.clone()))
        .collect();
    Ok(Start {
        v: store::VERSION,
        guard: guard.name(),
        guard_arg: guard.arg().map(str::to_owned),
        promise,
        shells,
        seed: plan.seed,
        trapline: env!("CARGO_PKG_VERSION").to_owned(),
        unix_time: unix_time(),
    })
}

/// What a hunt comes to: exit codes, of which the worst counts, and what to say about them.
struct Verdict {
    codes: Vec<u8>,
    lines: Vec<String>,
}

fn verdict(
    args: &Args,
    why: &Why,
    stats: &Stats,
    promise: &Promise,
    findings: &[Finding],
    known: &Known,
) -> Verdict {
    let mut verdict = Verdict { codes: Vec::new(), lines: Vec::new() };
    match why {
        Why::Interrupted => {
            verdict.codes.push(codes::INTERRUPTED);
            let count =
                text::count(findings.len() as u64, "confirmed finding", "confirmed findings");
            verdict.lines.push(format!("interrupted with {count}"));
        }
        Why::Controls(error) => {
            verdict.codes.push(codes::CONTROLS_FAILED);
            verdict.lines.push(error.clone());
        }
        Why::Setup(error) => {
            verdict.codes.push(codes::SETUP_MISSING);
            verdict.lines.push(error.clone());
        }
        Why::Error(error) => {
            verdict.codes.push(codes::ERROR);
            verdict.lines.push(error.clone());
        }
        _ => {}
    }
    let counts = |finding: &&Finding| {
        let kind = finding.kind;
        (kind.is_violation() || args.fail_on.contains(&kind)) && !known.has(finding)
    };
    if findings.iter().any(|finding| counts(&finding)) {
        verdict.codes.push(codes::FINDINGS);
    }
    let ran = stats.funnel.ran;
    if ran == 0 {
        verdict.codes.push(codes::NOTHING_RAN);
        verdict.lines.push("nothing ran: no script was allowed".to_owned());
    }
    let unchecked = |name: &str| stats.unchecked.get(name).copied().unwrap_or(0);
    let total: u64 = stats.unchecked.values().sum();
    if total > 0 {
        let clauses: Vec<String> = stats
            .unchecked
            .iter()
            .map(|(clause, runs)| format!("{clause} in {}", text::count(*runs, "run", "runs")))
            .collect();
        verdict.lines.push(format!("could not be checked: {}", clauses.join(", ")));
        if ran > 0 && promise.clauses.iter().all(|clause| unchecked(clause.name()) >= ran) {
            verdict.codes.push(codes::NOTHING_RAN);
            verdict.lines.push("no clause was checked at all".to_owned());
        }
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("1/1"), Ok((1, 1)));
        assert_eq!(shard("8/8"), Ok((8, 8)));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2", "1/99999999"] {
            assert!(shard(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn kinds_are_named_as_findings_are() {
        assert_eq!(kind("overblock"), Ok(FindingKind::Overblock));
        assert_eq!(kind("broken-handback"), Ok(FindingKind::BrokenHandback));
        assert!(kind("Overblock").is_err() && kind("").is_err());
    }
}
