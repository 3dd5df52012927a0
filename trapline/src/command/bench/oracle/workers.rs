//! Two workers beside one: what a second core is worth, to the oracle and to bare starts.

use std::time::{Duration, Instant};

use oracle::{Config, Mode, Oracle, Run, Shell, World};
use serde::Serialize;

use super::super::bare::Bare;
use super::super::measure::{Middle, join};
use super::table::Line;
use crate::cores;
use crate::error::Error;
use crate::out::Out;
use crate::say;

/// How long each way is measured for in each round.
const SPAN: Duration = Duration::from_millis(400);

/// What is asked for: the gain of a second worker, in gains of a second bare loop.
const ASKED: f64 = 0.95;

#[derive(Serialize)]
pub(super) struct Told {
    cores: usize,
    one_per_s: Middle,
    two_per_s: Middle,
    bare_one_per_s: Middle,
    bare_two_per_s: Middle,
    gain: Middle,
    bare_gain: Middle,
    ratio: Option<Middle>,
}

impl Told {
    pub(super) fn line(&self) -> Option<Line> {
        let ratio = self.ratio?;
        Some(Line::new("second worker, in gains of a second bare loop", ratio, ASKED))
    }

    pub(super) fn print(&self, out: &mut Out) {
        out.line("");
        if self.ratio.is_none() {
            out.line("a second worker: not measured, as there is one core only");
            return;
        }
        out.line(format!(
            "workers: one makes {:.0} runs a second, two {:.0} ({:.2} times); bare loops {:.0} and \
             {:.0} ({:.2} times)",
            self.one_per_s.median,
            self.two_per_s.median,
            self.gain.median,
            self.bare_one_per_s.median,
            self.bare_two_per_s.median,
            self.bare_gain.median,
        ));
    }
}

/// One loop: runs a script under each shell in turn, in a thread that stays on one core.
enum Loop {
    Ours { oracle: Box<Oracle>, core: usize },
    Bare { bare: Box<Bare>, core: usize, file: &'static str },
}

impl Loop {
    /// How many runs it makes in that time.
    fn go(&mut self, shells: &[Shell], world: &World, span: Duration) -> Result<u64, Error> {
        let core = match self {
            Self::Ours { core, .. } | Self::Bare { core, .. } => *core,
        };
        cores::stay_on(core);
        let begun = Instant::now();
        let mut count = 0;
        while begun.elapsed() < span {
            for shell in shells {
                match self {
                    Self::Ours { oracle, .. } => {
                        let mode = Mode::ForkServer;
                        oracle.observe(&Run { mode, ..Run::new(b"echo x > f", world, shell) })?;
                    }
                    Self::Bare { bare, file, .. } => {
                        bare.once(shell, &format!("echo x > {file}"), file)?;
                    }
                }
                count += 1;
            }
        }
        Ok(count)
    }
}

/// Runs a second of these loops at the same time.
fn rate(loops: &mut [Loop], shells: &[Shell], world: &World) -> Result<f64, Error> {
    let begun = Instant::now();
    let counts = std::thread::scope(|scope| {
        let threads: Vec<_> =
            loops.iter_mut().map(|one| scope.spawn(move || one.go(shells, world, SPAN))).collect();
        join(threads)
    })?;
    let count: u64 = counts.into_iter().sum();
    Ok(count as f64 / begun.elapsed().as_secs_f64())
}

/// Measures.
pub(super) fn measure(shells: &[Shell], world: &World, rounds: u32) -> Result<Told, Error> {
    let cores = cores::allowed();
    let bare = Bare::new(world)?;
    let files = ["f1", "f2"];
    let pair: Vec<usize> = cores.iter().copied().take(2).collect();
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for (core, file) in pair.iter().zip(files) {
        let config = Config { cpu: Some(*core), ..Config::default() };
        ours.push(Loop::Ours { oracle: Box::new(Oracle::new(config)?), core: *core });
        theirs.push(Loop::Bare { bare: Box::new(bare.again()), core: *core, file });
    }
    // What a world and a fork server need at first is no part of it.
    rate(&mut ours, shells, world)?;
    let mut rates: [Vec<f64>; 4] = Default::default();
    for round in 0..rounds {
        let [one, two, bare_one, bare_two] = &mut rates;
        for place in 0..2 {
            let (loops, alone, both) = match (place + round) % 2 {
                0 => (&mut ours, &mut *one, &mut *two),
                _ => (&mut theirs, &mut *bare_one, &mut *bare_two),
            };
            let at = round as usize % loops.len().max(1);
            alone.push(rate(loops.get_mut(at..=at).unwrap_or_default(), shells, world)?);
            both.push(rate(loops, shells, world)?);
        }
        say::line(format!("workers, round {} of {rounds}", round + 1));
    }
    let [one, two, bare_one, bare_two] = rates;
    let gains = |one: &[f64], two: &[f64]| -> Vec<f64> {
        one.iter().zip(two).map(|(one, two)| two / one).collect()
    };
    let (gain, bare_gain) = (gains(&one, &two), gains(&bare_one, &bare_two));
    let ratio = Middle::of(gain.iter().zip(&bare_gain).map(|(ours, bare)| ours / bare));
    Ok(Told {
        cores: pair.len(),
        one_per_s: Middle::of(one),
        two_per_s: Middle::of(two),
        bare_one_per_s: Middle::of(bare_one),
        bare_two_per_s: Middle::of(bare_two),
        gain: Middle::of(gain),
        bare_gain: Middle::of(bare_gain),
        ratio: (pair.len() == 2).then_some(ratio),
    })
}
