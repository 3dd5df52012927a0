//! Many scripts that are read without a doubt, run under real shells.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hunt::RunError;
use hunt::agree::target::against_shells;
use hunt::agree::{Agreement, Generator};
use serde::Serialize;

use super::cost::COMMON;
use crate::cores;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::interrupt::Interrupt;
use crate::out::Out;
use crate::text::number;
use crate::{say, show};

/// How often the state is told.
const EVERY: Duration = Duration::from_secs(20);

/// After so many failed runs in a row the sandbox is taken to be broken for good.
const FAILED_IN_A_ROW: u32 = 20;

/// How many wrong accepts are told in full.
const MANY: usize = 20;

/// What a sweep came to.
#[derive(Default, Serialize)]
struct Told {
    v: u32,
    seed: u64,
    /// Distinct scripts that were read without a doubt and run.
    scripts: u64,
    /// Those of them in which something may run that the script does not fix.
    open: u64,
    /// Distinct scripts that were generated, those with doubts too.
    generated: u64,
    /// Scripts that were not run: loops that may never end.
    not_run: u64,
    wrong: u64,
    seconds: f64,
    doubts: BTreeMap<&'static str, u64>,
    found: Vec<String>,
}

pub(super) fn run(count: u64, seed: u64, jobs: Option<u16>, out: &mut Out) -> Result<u8, Error> {
    let jobs = jobs.map_or_else(cores::count, usize::from);
    let interrupt = Interrupt::install()?;
    let sweep = Sweep {
        count,
        told: Mutex::new(Told { v: 1, seed, ..Told::default() }),
        seen: Mutex::new(HashSet::new()),
        ran: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        interrupted: interrupt.flag(),
    };
    let begun = Instant::now();
    let failed: Option<Error> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|job| {
                let sweep = &sweep;
                let seed = seed.wrapping_mul(1_000_003).wrapping_add(job as u64);
                scope.spawn(move || sweep.job(seed))
            })
            .collect();
        let mut last = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(100));
            if last.elapsed() >= EVERY {
                last = Instant::now();
                let ran = sweep.ran.load(Ordering::Relaxed);
                let rate = ran as f64 / begun.elapsed().as_secs_f64();
                say::line(format!("{} scripts, {rate:.0}/s", number(ran)));
            }
        }
        workers
            .into_iter()
            .filter_map(|worker| match worker.join() {
                Ok(result) => result.err().map(Error::Run),
                Err(_) => Some(Error::Internal("a worker of the sweep panicked".to_owned())),
            })
            .next()
    });
    let mut told = sweep.told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.seconds = begun.elapsed().as_secs_f64();
    if out.is_json() {
        out.value(&told);
    } else {
        print(&told, out);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let code = |holds: bool, code: u8| if holds { code } else { codes::CLEAN };
    Ok(codes::worst([
        code(told.wrong > 0, codes::FINDINGS),
        code(told.scripts == 0, codes::NOTHING_RAN),
        code(interrupt.is_asked(), codes::INTERRUPTED),
    ]))
}

/// What the jobs of a sweep share.
struct Sweep<'a> {
    count: u64,
    told: Mutex<Told>,
    seen: Mutex<HashSet<Vec<u8>>>,
    ran: AtomicU64,
    stop: AtomicBool,
    interrupted: &'a AtomicBool,
}

impl Sweep<'_> {
    fn is_over(&self) -> bool {
        self.ran.load(Ordering::Relaxed) >= self.count
            || self.stop.load(Ordering::Relaxed)
            || self.interrupted.load(Ordering::Relaxed)
    }

    /// One job. Where it fails, the others end too.
    fn job(&self, seed: u64) -> Result<(), RunError> {
        let ended = self.search(seed);
        if ended.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        ended
    }

    /// Generates, reads and runs until there are enough.
    fn search(&self, seed: u64) -> Result<(), RunError> {
        let mut failed = 0;
        let seeds = COMMON.lines().map(|line| line.as_bytes().to_vec()).collect();
        let mut generator = Generator::new(seed, seeds);
        let mut agree = against_shells()?;
        while !self.is_over() {
            let script = generator.script();
            if !lock(&self.seen).insert(script.clone()) {
                continue;
            }
            let found = match agree.check(&script) {
                Err(RunError::Failed(_)) if failed < FAILED_IN_A_ROW => {
                    failed += 1;
                    continue;
                }
                found => found?,
            };
            failed = 0;
            let mut told = lock(&self.told);
            told.generated += 1;
            let open = match found {
                Agreement::Doubt(id) => {
                    *told.doubts.entry(id).or_default() += 1;
                    continue;
                }
                Agreement::NotRun => {
                    told.not_run += 1;
                    continue;
                }
                Agreement::Agrees { open } => open,
                Agreement::Wrong { shell, what } => {
                    told.tell_wrong(&shell, &what, &script);
                    false
                }
            };
            told.scripts += 1;
            told.open += u64::from(open);
            self.ran.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(Agreement::Wrong { shell, what }) = agree.verify()? {
            lock(&self.told).tell_wrong(&shell, &what, b"");
        }
        Ok(())
    }
}

impl Told {
    /// Tells a script that a shell did not run as it was read.
    fn tell_wrong(&mut self, shell: &str, what: &str, script: &[u8]) {
        self.wrong += 1;
        let line = format!("{shell}: {what}: {}", String::from_utf8_lossy(script));
        say::line(format!("wrong: {}", show::line(line.as_bytes())));
        if self.found.len() < MANY {
            self.found.push(line);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn print(told: &Told, out: &mut Out) {
    out.line(format!(
        "{} distinct scripts read without a doubt and run under bash, sh and zsh in {:.0} s; in {} of \
         them something may run that the script does not fix",
        number(told.scripts),
        told.seconds,
        number(told.open)
    ));
    out.line(format!("a shell ran what the reader did not see: {}", told.wrong));
    for line in &told.found {
        out.line(format!("  {}", show::line(line.as_bytes())));
    }
    let doubtful: u64 = told.doubts.values().sum();
    out.line(format!(
        "of {} generated, {} have a doubt ({:.0} %) and {} are loops that may never end",
        number(told.generated),
        number(doubtful),
        doubtful as f64 * 100.0 / (told.generated as f64).max(1.0),
        number(told.not_run)
    ));
}
