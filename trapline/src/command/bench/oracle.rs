//! `trapline bench oracle`: what a run costs in the oracle, beside the bare shell.
//!
//! A *round* makes some runs of each script under each shell in each way: bare, exact, and by a
//! fork server. The ways follow each other within a round, in another order each time, so that a
//! machine whose speed changes slows all of them down. Everything stays on one core, and CPU time
//! counts on all sides: the caller's, the worker's and that of everything that a run starts. Each
//! run's list of effects is looked at; one that is wrong ends the measurement.

use std::time::{Duration, Instant};

use oracle::{By, Config, EffectKind, Mode, Observation, Oracle, Run, Shell, World, cpu, worlds};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde::Serialize;

use super::bare::Bare;
use super::measure::{Middle, Sample};
use crate::controls;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::say;
use crate::setup::{DEFAULT_SHELLS, ShellArgs};
use crate::text::table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    shells: ShellArgs,
    /// How many rounds are made.
    #[arg(long, value_name = "N", default_value_t = 25,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// How many runs of one script a round makes under one shell in one way.
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
}

/// How many scripts there are.
const COUNT: usize = 2;

/// What is run. Both create `f` in the current folder, the second by a program.
const SCRIPTS: [&str; COUNT] = ["echo x > f", "touch f"];

/// The ways to run it; `None` is the bare shell.
const WAYS: [Option<Mode>; 3] = [None, Some(Mode::Exact), Some(Mode::ForkServer)];

/// The samples of one shell in one round: for each way, for each script.
type Round = [[Sample; COUNT]; WAYS.len()];

#[derive(Serialize)]
struct Told {
    v: u32,
    scripts: [&'static str; COUNT],
    rounds: u32,
    runs: u32,
    core: Option<usize>,
    shells: Vec<Row>,
    /// One script under bash, sh and zsh, by a fork server; null where one of them is missing.
    candidates_per_cpu_s: Option<f64>,
    bare_candidates_per_cpu_s: Option<f64>,
    peers: Vec<Row>,
}

/// One shell in one mode, both scripts together.
#[derive(Clone, Debug, Serialize)]
struct Row {
    shell: String,
    version: String,
    mode: &'static str,
    runs_per_cpu_s: f64,
    bare_per_cpu_s: f64,
    ratio_to_bare: f64,
    /// The ends of the 95 % interval of `ratio_to_bare`.
    ratio_low: f64,
    ratio_high: f64,
    runs_per_s: f64,
    bare_per_s: f64,
    wall_ratio_to_bare: f64,
    scripts: Vec<ScriptRow>,
}

#[derive(Clone, Debug, Serialize)]
struct ScriptRow {
    script: &'static str,
    runs_per_cpu_s: f64,
    bare_per_cpu_s: f64,
    ratio_to_bare: f64,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let shells = args.shells.find()?;
    let world = worlds::get("range")?;
    let core = pin();
    let mut oracle = Oracle::new(Config { cpu: core, ready_worlds: 32, ..Config::default() })?;
    controls::check(&mut oracle, &shells, &world)?;
    let mut bench = Bench { oracle, bare: Bare::new(&world)?, world, runs: args.runs };
    let mut all: Vec<Vec<Round>> = vec![Vec::new(); shells.len()];
    for round in 0..args.rounds {
        for (shell, rounds) in shells.iter().zip(&mut all) {
            rounds.push(bench.round(shell, round as usize)?);
        }
        say::line(format!("round {} of {}", round + 1, args.rounds));
    }
    let rows: Vec<Row> = shells.iter().zip(&all).flat_map(|(shell, r)| rows(shell, r)).collect();
    let told = Told {
        v: 1,
        scripts: SCRIPTS,
        rounds: args.rounds,
        runs: args.runs,
        core,
        candidates_per_cpu_s: candidates(&rows, |row| row.runs_per_cpu_s),
        bare_candidates_per_cpu_s: candidates(&rows, |row| row.bare_per_cpu_s),
        shells: rows,
        peers: Vec::new(),
    };
    if out.is_json() {
        out.value(&told);
    } else {
        print(&told, out);
    }
    Ok(codes::CLEAN)
}

/// Stays on the last of the cores that this process may use.
fn pin() -> Option<usize> {
    let allowed = sched_getaffinity(None).ok()?;
    let core = (0..CpuSet::MAX_CPU).rev().find(|core| allowed.is_set(*core))?;
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).ok()?;
    Some(core)
}

struct Bench {
    oracle: Oracle,
    bare: Bare,
    world: World,
    runs: u32,
}

impl Bench {
    fn round(&mut self, shell: &Shell, round: usize) -> Result<Round, Error> {
        let mut samples = Round::default();
        for (at, script) in SCRIPTS.iter().enumerate() {
            for turn in 0..WAYS.len() {
                let place = (turn + round) % WAYS.len();
                let sample = match WAYS.get(place).copied().flatten() {
                    None => self.bare.sample(shell, script, self.runs)?,
                    Some(mode) => self.sample(shell, script, mode)?,
                };
                if let Some(slot) = samples.get_mut(place).and_then(|way| way.get_mut(at)) {
                    *slot = sample;
                }
            }
        }
        Ok(samples)
    }

    fn sample(&mut self, shell: &Shell, script: &str, mode: Mode) -> Result<Sample, Error> {
        let run = Run { mode, ..Run::new(script.as_bytes(), &self.world, shell) };
        // The world is ready before the clock runs.
        self.oracle.observe(&run)?;
        let before = Duration::from_micros(self.oracle.usage()?.cpu_us);
        let (own, begun) = (cpu::own(), Instant::now());
        for _ in 0..self.runs {
            assert_effects(shell, script, &self.oracle.observe(&run)?)?;
        }
        let (wall, own) = (begun.elapsed(), cpu::own().saturating_sub(own));
        let after = Duration::from_micros(self.oracle.usage()?.cpu_us);
        Ok(Sample::new(after.saturating_sub(before) + own, wall, self.runs))
    }
}

/// A measurement of runs that do something else means nothing.
fn assert_effects(shell: &Shell, script: &str, seen: &Observation) -> Result<(), Error> {
    let created = match seen.effects.as_slice() {
        [effect] => effect.kind == EffectKind::Create && effect.path == b"/w/tree/f",
        _ => false,
    };
    let argv = [b"touch".to_vec(), b"f".to_vec()];
    let programs = match seen.programs.as_slice() {
        [] => script == SCRIPTS[0],
        [touch] => script == SCRIPTS[1] && touch.argv == argv && touch.by == By::Shell,
        _ => false,
    };
    if created && programs && seen.exit == Some(0) {
        return Ok(());
    }
    Err(Error::Controls(format!("`{script}` under {} came to {seen:?}", shell.name)))
}

/// The rows of one shell: one a mode.
fn rows(shell: &Shell, rounds: &[Round]) -> Vec<Row> {
    let modes = [(1, "exact"), (2, "fork-server")];
    modes.into_iter().map(|(place, mode)| row(shell, rounds, place, mode)).collect()
}

/// One value of a sample.
type Pick = fn(&Sample) -> f64;

/// The times of one way, for each round the mean of all scripts.
fn times(rounds: &[Round], place: usize, pick: Pick) -> Vec<f64> {
    let mean = |way: &[Sample; COUNT]| way.iter().map(pick).sum::<f64>() / COUNT as f64;
    rounds.iter().filter_map(|round| round.get(place)).map(mean).collect()
}

/// How often one time goes into another, round by round.
fn ratio(bare: &[f64], ours: &[f64]) -> Middle {
    Middle::of(bare.iter().zip(ours).map(|(bare, ours)| bare / ours))
}

fn rate(times: &[f64]) -> f64 {
    Middle::of(times.iter().copied()).inverse().median
}

fn row(shell: &Shell, rounds: &[Round], place: usize, mode: &'static str) -> Row {
    let (cpu, wall): (Pick, Pick) = (|sample| sample.cpu, |sample| sample.wall);
    let (bare_cpu, our_cpu) = (times(rounds, 0, cpu), times(rounds, place, cpu));
    let (bare_wall, our_wall) = (times(rounds, 0, wall), times(rounds, place, wall));
    let scripts = SCRIPTS.iter().enumerate().map(|(at, script)| {
        let of = |place: usize| -> Vec<f64> {
            let way = rounds.iter().filter_map(|round| round.get(place)?.get(at));
            way.map(cpu).collect()
        };
        let (bare, ours) = (of(0), of(place));
        ScriptRow {
            script,
            runs_per_cpu_s: rate(&ours),
            bare_per_cpu_s: rate(&bare),
            ratio_to_bare: ratio(&bare, &ours).median,
        }
    });
    let Middle { median, low, high } = ratio(&bare_cpu, &our_cpu);
    Row {
        shell: shell.name.name().to_owned(),
        version: shell.version.clone(),
        mode,
        runs_per_cpu_s: rate(&our_cpu),
        bare_per_cpu_s: rate(&bare_cpu),
        ratio_to_bare: median,
        ratio_low: low,
        ratio_high: high,
        runs_per_s: rate(&our_wall),
        bare_per_s: rate(&bare_wall),
        wall_ratio_to_bare: ratio(&bare_wall, &our_wall).median,
        scripts: scripts.collect(),
    }
}

/// How many scripts go through all default shells in a second of CPU time.
fn candidates(rows: &[Row], rate: impl Fn(&Row) -> f64) -> Option<f64> {
    let mut time = 0.0;
    for shell in DEFAULT_SHELLS {
        let is_it = |row: &&Row| row.shell == shell.name() && row.mode == "fork-server";
        time += 1.0 / rate(rows.iter().find(is_it)?);
    }
    Some(1.0 / time)
}

fn print(told: &Told, out: &mut Out) {
    let head =
        ["shell", "mode", "runs/CPU-s", "bare/CPU-s", "ratio", "95 %", "runs/s", "bare/s", "ratio"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &told.shells {
        rows.push(vec![
            row.shell.clone(),
            row.mode.to_owned(),
            format!("{:.0}", row.runs_per_cpu_s),
            format!("{:.0}", row.bare_per_cpu_s),
            format!("{:.2}", row.ratio_to_bare),
            format!("{:.2}-{:.2}", row.ratio_low, row.ratio_high),
            format!("{:.0}", row.runs_per_s),
            format!("{:.0}", row.bare_per_s),
            format!("{:.2}", row.wall_ratio_to_bare),
        ]);
    }
    table(&rows).into_iter().for_each(|line| out.line(line));
    if let (Some(ours), Some(bare)) = (told.candidates_per_cpu_s, told.bare_candidates_per_cpu_s) {
        out.line(format!(
            "one script under bash, sh and zsh: {ours:.0} in a second of CPU time, bare {bare:.0}"
        ));
    }
}
