//! Other sandboxes and tracers on the same script, by wall time.

mod tool;

use std::path::Path;
use std::time::{Duration, Instant};

use oracle::{Config, Mode, Oracle, Run, Shell, ShellName, World};
use serde::Serialize;

use self::tool::{PEERS, Peer, Place, Ran, SCRIPT};
use super::super::measure::Middle;
use super::table::Line;
use crate::cores;
use crate::error::Error;
use crate::out::Out;
use crate::say;
use crate::text::table;

/// How many runs of a peer make a sample. Ours are as many as fit in its time, at most [`OURS`].
const RUNS: u32 = 5;

/// How many runs of ours a sample holds at most.
const OURS: u32 = 50;

/// A peer of which one run takes longer than this has samples of one run, and no more than
/// [`SLOW_ROUNDS`] of them: it would take most of the time, for a ratio that is far from any doubt.
const SLOW: Duration = Duration::from_millis(200);

/// See [`SLOW`].
const SLOW_ROUNDS: u32 = 10;

/// What was measured of a peer.
#[derive(Serialize)]
pub(super) struct Row {
    name: &'static str,
    tells: &'static str,
    wall_us: Middle,
    our_wall_us: Middle,
    ratio: Middle,
}

/// A peer that is installed and did not run the script.
#[derive(Serialize)]
pub(super) struct NotWorking {
    name: &'static str,
    error: String,
}

/// What was measured.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) rows: Vec<Row>,
    pub(super) lines: Vec<Line>,
    /// Not installed.
    pub(super) skipped: Vec<&'static str>,
    pub(super) not_working: Vec<NotWorking>,
}

/// Measures, on the core that the caller stays on.
pub(super) fn measure(world: &World, rounds: u32) -> Result<Measured, Error> {
    let shell = Shell::find(ShellName::Sh)?;
    let place = Place::new(shell.program().to_owned())?;
    let mut oracle = Oracle::new(Config { cpu: cores::allowed().pop(), ..Config::default() })?;
    let run = Run { mode: Mode::ForkServer, ..Run::new(SCRIPT.as_bytes(), world, &shell) };
    for _ in 0..20 {
        oracle.observe(&run)?;
    }
    let mut ours = || oracle.observe(&run).map(drop);
    let mut measured = Measured::default();
    for peer in &PEERS {
        let Some(program) = peer.find() else {
            say::line(format!("peers: {} is skipped: it is not installed", peer.name));
            measured.skipped.push(peer.name);
            continue;
        };
        match beside(peer, &program, &place, rounds, &mut ours)? {
            Ok(row) => {
                say::line(format!("peers: {}", peer.name));
                if let Some(asked) = peer.asked {
                    let what = format!("wall time against {}", peer.name);
                    measured.lines.push(Line::new(what, row.ratio, asked));
                }
                measured.rows.push(row);
            }
            Err(error) => {
                say::line(format!("peers: {} did not work here: {error}", peer.name));
                measured.not_working.push(NotWorking { name: peer.name, error });
            }
        }
    }
    Ok(measured)
}

/// A peer and ours by turns. The inner error is why the peer cannot be measured: a run that did not run
/// the script is no time, and what else it took says little then.
fn beside(
    peer: &Peer,
    program: &Path,
    place: &Place,
    rounds: u32,
    ours: &mut dyn FnMut() -> Result<(), oracle::Error>,
) -> Result<Result<Row, String>, Error> {
    // The first run is not counted: it shows whether the peer works here, and reads its files.
    let first = match peer.run(program, place)? {
        Ran::Took(first) => first,
        Ran::Not(why) => return Ok(Err(why)),
    };
    let (rounds, runs) = if first > SLOW { (rounds.min(SLOW_ROUNDS), 1) } else { (rounds, RUNS) };
    let (mut theirs, mut our, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut taken = Duration::ZERO;
        for _ in 0..runs {
            match peer.run(program, place)? {
                Ran::Took(took) => taken += took,
                Ran::Not(why) => return Ok(Err(why)),
            }
        }
        let their = taken.as_secs_f64() * 1e6 / f64::from(runs);
        let begun = Instant::now();
        let mut count = 0;
        while count < RUNS || count < OURS && begun.elapsed() < taken {
            ours()?;
            count += 1;
        }
        let mine = begun.elapsed().as_secs_f64() * 1e6 / f64::from(count);
        theirs.push(their);
        our.push(mine);
        ratios.push(their / mine);
    }
    Ok(Ok(Row {
        name: peer.name,
        tells: peer.tells,
        wall_us: Middle::of(theirs),
        our_wall_us: Middle::of(our),
        ratio: Middle::of(ratios),
    }))
}

pub(super) fn print(rows: &[Row], skipped: &[&str], not_working: &[NotWorking], out: &mut Out) {
    if rows.is_empty() && skipped.is_empty() && not_working.is_empty() {
        return;
    }
    let head = ["peer", "tells", "us a run", "ours", "ratio", "95 %"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in rows {
        lines.push(vec![
            row.name.to_owned(),
            row.tells.to_owned(),
            format!("{:.0}", row.wall_us.median),
            format!("{:.0}", row.our_wall_us.median),
            format!("{:.2}", row.ratio.median),
            format!("{:.2}-{:.2}", row.ratio.low, row.ratio.high),
        ]);
    }
    out.line("");
    table(&lines).into_iter().for_each(|line| out.line(line));
    for NotWorking { name, error } in not_working {
        out.line(format!("{name}: not measured, it did not work here: {error}"));
    }
    for name in skipped {
        out.line(format!("{name}: not measured, it is not installed"));
    }
}
