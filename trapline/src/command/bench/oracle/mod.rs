//! `trapline bench oracle`: what the oracle costs, beside the bare shell and beside other tools.
//!
//! Each part measures one thing; together they are the table of `docs/performance.md`. Ratios are taken
//! within a round, in which the ways follow each other, so that a machine whose speed changes slows
//! all of them down. A row *holds* where the lower end of its interval is at least 0.95 of what is
//! asked for.

mod peers;
mod processes;
mod shells;
mod size;
mod soak;
mod table;
mod workers;

use std::path::PathBuf;

use clap::ValueEnum;
use oracle::{cpu, worlds};
use serde::Serialize;

use self::table::Line;
use crate::cores;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::setup::ShellArgs;
use crate::{cases, say};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// `echo x > f` under each shell.
    Shells,
    /// `touch f` under each shell.
    Touch,
    /// One script under bash, sh and zsh.
    Three,
    /// Other sandboxes and tracers, as far as they are installed.
    Peers,
    /// Two workers beside one.
    Workers,
    /// Small and large worlds, few and many effects.
    Size,
    /// Many runs: what grows, and what comes out otherwise the second time.
    Soak,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    shells: ShellArgs,
    /// Which parts to measure [default: all].
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    only: Vec<Part>,
    /// How many rounds are made.
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// How many runs of one script a round makes under one shell in one way.
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
    /// How many runs the soak makes; never less than two of each script.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    soak: u64,
    /// Scripts that come out otherwise from run to run, with their reasons [default: oracle/racy.toml
    /// of the repository].
    #[arg(long, value_name = "FILE")]
    racy: Option<PathBuf>,
}

#[derive(Default, Serialize)]
struct Told {
    v: u32,
    rounds: u32,
    runs: u32,
    core: Option<usize>,
    /// What one CPUID instruction takes here, in microseconds; see [`cpu::cpuid`].
    cpuid_us: Option<f64>,
    #[serde(flatten)]
    shells: shells::Told,
    peers: Vec<peers::Row>,
    /// Peers that are not installed.
    skipped: Vec<&'static str>,
    /// Peers that are installed and did not run the script here.
    not_working: Vec<peers::NotWorking>,
    size: Vec<size::Row>,
    workers: Option<workers::Told>,
    soak: Option<soak::Told>,
    table: Vec<Line>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let wants = |part: Part| args.only.is_empty() || args.only.contains(&part);
    let shells = args.shells.find()?;
    let world = worlds::get("range")?;
    let cpuid_us = cpu::cpuid().map(|time| time.as_secs_f64() * 1e6);
    let mut told = Told { v: 1, rounds: args.rounds, runs: args.runs, cpuid_us, ..Told::default() };
    if wants(Part::Workers) {
        let measured = workers::measure(&shells, &world, args.rounds)?;
        told.table.extend(measured.line());
        told.workers = Some(measured);
    }
    if wants(Part::Soak) && args.only.is_empty() && cases::folder(None, None).is_none() {
        say::line("soak: skipped, no stored cases are here to mix");
    } else if wants(Part::Soak) {
        let measured = soak::measure(&shells, args.soak, args.racy.as_deref())?;
        told.table.push(measured.line());
        told.soak = Some(measured);
    }
    // From here on everything stays on one core.
    told.core = cores::pin();
    if [Part::Shells, Part::Touch, Part::Three].into_iter().any(wants) {
        let wanted = shells::Wanted {
            each: wants(Part::Shells),
            touch: wants(Part::Touch),
            three: wants(Part::Three),
        };
        let (measured, lines) = shells::measure(&shells, &world, args.rounds, args.runs, &wanted)?;
        told.shells = measured;
        told.table.extend(lines);
    }
    if wants(Part::Peers) {
        let measured = peers::measure(&world, args.rounds)?;
        told.table.extend(measured.lines);
        (told.peers, told.skipped) = (measured.rows, measured.skipped);
        told.not_working = measured.not_working;
    }
    if wants(Part::Size) {
        told.size = size::measure(args.rounds.min(10))?;
    }
    if out.is_json() {
        out.value(&told);
    } else {
        print(&told, out);
    }
    Ok(codes::CLEAN)
}

fn print(told: &Told, out: &mut Out) {
    shells::print(&told.shells, out);
    peers::print(&told.peers, &told.skipped, &told.not_working, out);
    if let Some(workers) = &told.workers {
        workers.print(out);
    }
    size::print(&told.size, out);
    if let Some(soak) = &told.soak {
        soak.print(out);
    }
    table::print(&told.table, out);
    if let Some(us) = told.cpuid_us {
        out.line(format!(
            "one CPUID instruction takes {us:.2} us here; a bare start of a dynamic program makes \
             some 43, a forked one none"
        ));
    }
}
