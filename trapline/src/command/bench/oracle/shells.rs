//! Shells: runs per second of CPU time, beside the bare shell.
//!
//! A *round* makes some runs of each script under each shell in each way: bare, exact, and by a
//! fork server. The ways follow each other within a round, in another order each time. Everything
//! stays on one core, and CPU time counts on all sides: the caller's, the worker's and that of
//! everything that a run starts. Each run's list of effects is looked at; one that is wrong ends the
//! measurement.

use std::time::{Duration, Instant};

use oracle::{
    By, Config, EffectKind, Mode, Observation, Oracle, Run, Shell, ShellName, World, cpu,
};
use serde::Serialize;

use super::super::bare::Bare;
use super::super::measure::{Middle, Sample};
use super::table::Line;
use crate::controls;
use crate::cores;
use crate::error::Error;
use crate::out::Out;
use crate::say;
use crate::setup::DEFAULT_SHELLS;
use crate::text::table;

/// How many scripts there are.
const COUNT: usize = 2;

/// What is run. Both create `f` in the current folder, the second by a program.
const SCRIPTS: [&str; COUNT] = ["echo x > f", "touch f"];

/// The ways to run it; `None` is the bare shell.
const WAYS: [Option<Mode>; 3] = [None, Some(Mode::Exact), Some(Mode::ForkServer)];

/// The samples of one shell in one round: for each way, for each script.
type Round = [[Sample; COUNT]; WAYS.len()];

/// What is asked of the first script under a shell.
fn asked(shell: ShellName) -> Option<f64> {
    match shell {
        ShellName::Sh => Some(2.0),
        ShellName::Bash => Some(1.9),
        ShellName::Zsh => Some(1.6),
        _ => None,
    }
}

/// What is asked of the second script.
const TOUCH: f64 = 1.2;

/// What is asked of all three default shells together.
const THREE: f64 = 1.65;

/// Which lines of the table are wanted.
pub(super) struct Wanted {
    pub(super) each: bool,
    pub(super) touch: bool,
    pub(super) three: bool,
}

#[derive(Default, Serialize)]
pub(super) struct Told {
    scripts: Vec<&'static str>,
    shells: Vec<Row>,
    /// The first script under bash, sh and zsh, by a fork server; null where one of them is missing.
    candidates_per_cpu_s: Option<f64>,
    bare_candidates_per_cpu_s: Option<f64>,
}

/// One shell in one mode: the first script.
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
    /// Each script.
    scripts: Vec<ScriptRow>,
}

#[derive(Clone, Debug, Serialize)]
struct ScriptRow {
    script: &'static str,
    runs_per_cpu_s: f64,
    bare_per_cpu_s: f64,
    ratio_to_bare: Middle,
}

/// Measures, on the core that the caller stays on.
pub(super) fn measure(
    shells: &[Shell],
    world: &World,
    rounds: u32,
    runs: u32,
    wanted: &Wanted,
) -> Result<(Told, Vec<Line>), Error> {
    let config = Config { cpu: cores::allowed().pop(), ready_worlds: 32, ..Config::default() };
    let mut oracle = Oracle::new(config)?;
    controls::check(&mut oracle, shells, world)?;
    let mut bench = Bench { oracle, bare: Bare::new(world)?, world: world.clone(), runs };
    for shell in shells {
        bench.warm_up(shell)?;
    }
    let mut all: Vec<Vec<Round>> = vec![Vec::new(); shells.len()];
    for round in 0..rounds {
        for (shell, rounds) in shells.iter().zip(&mut all) {
            rounds.push(bench.round(shell, round as usize)?);
        }
        say::line(format!("round {} of {rounds}", round + 1));
    }
    let rows: Vec<Row> = shells.iter().zip(&all).flat_map(|(shell, r)| rows(shell, r)).collect();
    let mut lines = Vec::new();
    let forked = || rows.iter().zip(shells.iter().flat_map(|shell| [shell, shell]));
    let forked = || forked().filter(|(row, _)| row.mode == "fork-server");
    for (at, script) in SCRIPTS.iter().enumerate() {
        for (row, shell) in forked() {
            let asked = if at == 0 { asked(shell.name) } else { Some(TOUCH) };
            let on = if at == 0 { wanted.each } else { wanted.touch };
            if let (Some(asked), Some(row)) = (asked.filter(|_| on), row.scripts.get(at)) {
                let what = format!("`{script}` in {}, CPU time against bare", shell.name);
                lines.push(Line::new(what, row.ratio_to_bare, asked));
            }
        }
    }
    if let Some(ratio) = three(shells, &all).filter(|_| wanted.three) {
        lines.push(Line::new("bash + sh + zsh, CPU time against bare", ratio, THREE));
    }
    let told = Told {
        scripts: SCRIPTS.to_vec(),
        candidates_per_cpu_s: candidates(&rows, |row| row.runs_per_cpu_s),
        bare_candidates_per_cpu_s: candidates(&rows, |row| row.bare_per_cpu_s),
        shells: rows,
    };
    Ok((told, lines))
}

/// The first script under all default shells, round by round; `None` where one is missing.
fn three(shells: &[Shell], all: &[Vec<Round>]) -> Option<Middle> {
    let default = |shell: &Shell| DEFAULT_SHELLS.contains(&shell.name);
    let all: Vec<&Vec<Round>> =
        shells.iter().zip(all).filter(|(shell, _)| default(shell)).map(|(_, it)| it).collect();
    if all.len() != DEFAULT_SHELLS.len() {
        return None;
    }
    let sum = |round: usize, way: usize| -> Option<f64> {
        all.iter().map(|rounds| Some(rounds.get(round)?.get(way)?.first()?.cpu)).sum()
    };
    let count = all.iter().map(|rounds| rounds.len()).min()?;
    Some(Middle::of((0..count).filter_map(|round| Some(sum(round, 0)? / sum(round, 2)?))))
}

struct Bench {
    oracle: Oracle,
    bare: Bare,
    world: World,
    runs: u32,
}

impl Bench {
    /// Lets the fork server learn, which it does from its first runs.
    fn warm_up(&mut self, shell: &Shell) -> Result<(), Error> {
        for script in SCRIPTS {
            let run =
                Run { mode: Mode::ForkServer, ..Run::new(script.as_bytes(), &self.world, shell) };
            for _ in 0..20 {
                assert_effects(shell, script, &self.oracle.observe(&run)?)?;
            }
        }
        Ok(())
    }

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

/// The times of the first script in one way, for each round.
fn times(rounds: &[Round], place: usize, pick: Pick) -> Vec<f64> {
    rounds.iter().filter_map(|round| round.get(place)?.first()).map(pick).collect()
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
            ratio_to_bare: ratio(&bare, &ours),
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

pub(super) fn print(told: &Told, out: &mut Out) {
    if told.shells.is_empty() {
        return;
    }
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
