//! Where the CPU time of a run goes, process by process: `cost SHELL SCRIPT [RUNS] [exact]`.
//!
//! The second line is the least that a run by a fork server can take: the same processes talk with each
//! other, the frozen shell is forked, ends before its `main`, because it cannot enter the folder that
//! it is to start in, and is waited for.

use std::error::Error;
use std::fs;

use oracle::{Config, Mode, Oracle, Run, Shell, World, cpu, worlds};

/// CPU time of a process, in microseconds.
fn spent(pid: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1000.0
}

fn children(pid: &str) -> Vec<String> {
    let path = format!("/proc/{pid}/task/{pid}/children");
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (name, script) = (args.next().unwrap_or("sh".into()), args.next().unwrap_or(":".into()));
    let runs: u32 = args.next().map_or(Ok(2000), |count| count.parse())?;
    let mode = if args.next().is_some() { Mode::Exact } else { Mode::ForkServer };
    let shell = Shell::find(name.parse()?)?;
    let world = worlds::get("range")?;
    let run = Run { mode, ..Run::new(script.as_bytes(), &world, &shell) };
    measure("CPU us a run", &run, runs)?;
    if mode == Mode::ForkServer {
        let nowhere = World { start: b"/w/nowhere".to_vec(), ..world.clone() };
        measure("ended before its main", &Run { world: &nowhere, ..run }, runs)?;
    }
    Ok(())
}

/// Makes the runs and prints what one takes.
fn measure(what: &str, run: &Run<'_>, runs: u32) -> Result<(), Box<dyn Error>> {
    let mut oracle = Oracle::new(Config::default())?;
    // A fork server learns from its first runs.
    for _ in 0..20 {
        oracle.observe(run)?;
    }
    let own = std::process::id().to_string();
    let worker = oracle.worker_id().map(|id| id.to_string()).unwrap_or_default();
    let mut named = vec![("caller", own), ("worker", worker.clone())];
    named.extend(["tripwire", "first process"].into_iter().zip(children(&worker)));
    let all = |oracle: &mut Oracle| -> Result<(f64, Vec<f64>), oracle::Error> {
        let total = oracle.usage()?.cpu_us as f64 + cpu::own().as_secs_f64() * 1e6;
        Ok((total, named.iter().map(|(_, pid)| spent(pid)).collect()))
    };
    let (before, parts_before) = all(&mut oracle)?;
    for _ in 0..runs {
        oracle.observe(run)?;
    }
    let (after, parts_after) = all(&mut oracle)?;
    let runs = f64::from(runs);
    let mut rest = (after - before) / runs;
    print!("{what}: {rest:.0}");
    for ((name, _), (before, after)) in named.iter().zip(parts_before.iter().zip(parts_after)) {
        let part = (after - before) / runs;
        rest -= part;
        print!(", {name} {part:.0}");
    }
    println!(", the run itself {rest:.0}");
    Ok(())
}
