//! What a run costs in small and large worlds, and with few and many effects.

use std::time::Duration;

use oracle::{Config, Mode, Oracle, Run, Shell, ShellName, World, cpu, worlds};
use serde::Serialize;

use super::super::measure::Middle;
use crate::cores;
use crate::error::Error;
use crate::out::Out;
use crate::say;
use crate::text::table;

/// How many entries the worlds have.
const ENTRIES: [usize; 3] = [60, 1_000, 10_000];

/// How many files the scripts make.
const EFFECTS: [usize; 4] = [0, 1, 10, 100];

/// How many runs make a sample.
const RUNS: u32 = 20;

#[derive(Serialize)]
pub(super) struct Row {
    entries: usize,
    effects: usize,
    cpu_us: Middle,
}

/// The range with that many entries, the others files in folders of a hundred.
fn world(entries: usize) -> Result<World, Error> {
    let mut world = worlds::get("range")?;
    for file in world.entries.len()..entries {
        let folder = format!("/w/tree/many/{}", file / 100);
        if world.entries.iter().rev().take(200).all(|entry| entry.path != folder.as_bytes()) {
            world = world.dir(&folder, 0o755);
        }
        world = world.file(format!("{folder}/{file}"), "content\n");
    }
    Ok(world)
}

/// A script that makes so many files by itself.
fn script(effects: usize) -> String {
    match effects {
        0 => ":".to_owned(),
        _ => format!("i=0; while [ $i -lt {effects} ]; do echo x > made$i; i=$((i+1)); done"),
    }
}

/// Measures, under sh by its fork server, on the core that the caller stays on.
pub(super) fn measure(rounds: u32) -> Result<Vec<Row>, Error> {
    let shell = Shell::find(ShellName::Sh)?;
    let mut rows = Vec::new();
    for entries in ENTRIES {
        let world = world(entries)?;
        let config = Config { cpu: cores::allowed().pop(), ..Config::default() };
        let mut oracle = Oracle::new(config)?;
        for effects in EFFECTS {
            let text = script(effects);
            let run = Run { mode: Mode::ForkServer, ..Run::new(text.as_bytes(), &world, &shell) };
            let seen = oracle.observe(&run)?;
            if seen.effects.len() != effects {
                let what = format!("`{text}` in {entries} entries came to {seen:?}");
                return Err(Error::Controls(what));
            }
            let mut samples = Vec::new();
            for _ in 0..rounds {
                let before = Duration::from_micros(oracle.usage()?.cpu_us) + cpu::own();
                for _ in 0..RUNS {
                    oracle.observe(&run)?;
                }
                let after = Duration::from_micros(oracle.usage()?.cpu_us) + cpu::own();
                let spent = after.saturating_sub(before).as_secs_f64() * 1e6;
                samples.push(spent / f64::from(RUNS));
            }
            rows.push(Row { entries, effects, cpu_us: Middle::of(samples) });
        }
        say::line(format!("size: {entries} entries"));
    }
    Ok(rows)
}

pub(super) fn print(rows: &[Row], out: &mut Out) {
    if rows.is_empty() {
        return;
    }
    let mut head = vec!["CPU us a run, entries".to_owned()];
    head.extend(EFFECTS.map(|effects| format!("{effects} effects")));
    let mut lines = vec![head];
    for entries in ENTRIES {
        let mut line = vec![entries.to_string()];
        let of = rows.iter().filter(|row| row.entries == entries);
        line.extend(of.map(|row| format!("{:.0}", row.cpu_us.median)));
        lines.push(line);
    }
    out.line("");
    table(&lines).into_iter().for_each(|line| out.line(line));
}
