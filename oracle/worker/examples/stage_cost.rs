//! What the stage costs per run: `cargo run --release -p oracle-worker --example stage_cost [FOLDER]`.
//!
//! Makes worlds of 60, 1,000 and 10,000 entries below FOLDER (by default `/dev/shm`, a tmpfs as the
//! sandbox uses) and prints the median and the tenth percentile, in microseconds, of what the
//! stage does for one run: taking events in and telling effects, and putting everything back.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use oracle_worker::stage::{ResetOutcome, Stage};
use oracle_worker::world::World;

/// How often each kind of run is made.
const ROUNDS: usize = 400;

/// What a run does in the tree.
type Change = fn(&Path) -> std::io::Result<()>;

const CHANGES: &[(&str, Change)] = &[
    ("nothing", |_| Ok(())),
    ("one file written", |tree| fs::write(tree.join("d0/f0"), "changed")),
    ("one file made", |tree| fs::write(tree.join("new"), "x")),
    ("a file made and removed", |tree| {
        fs::write(tree.join("t"), "x")?;
        fs::remove_file(tree.join("t"))
    }),
    ("a file moved", |tree| fs::rename(tree.join("d0/f0"), tree.join("moved"))),
    ("a folder of ten removed", |tree| fs::remove_dir_all(tree.join("d1"))),
    ("a folder of ten moved", |tree| fs::rename(tree.join("d1"), tree.join("moved"))),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("/dev/shm"), PathBuf::from);
    println!(
        "{:>7}  {:<26} {:>18} {:>18}",
        "entries", "run", "finish p50 (p10)", "reset p50 (p10)"
    );
    for entries in [60, 1_000, 10_000] {
        let base = tempfile::tempdir_in(&root)?;
        let world = world(entries);
        let mut stage = Stage::new(base.path())?;
        let start = Instant::now();
        stage.populate(&world)?;
        let populated = start.elapsed();
        stage.freeze(&world)?;
        let frozen = start.elapsed() - populated;
        let tree = base.path().join("w/tree");
        for (name, change) in CHANGES {
            let (mut finish, mut reset) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                change(&tree)?;
                let start = Instant::now();
                stage.pump()?;
                stage.finish()?;
                finish.push(start.elapsed());
                let start = Instant::now();
                if stage.reset()? != ResetOutcome::Clean {
                    return Err(format!("{name}: the world could not be put back").into());
                }
                reset.push(start.elapsed());
            }
            stage.audit()?;
            let micros = |mut times: Vec<std::time::Duration>| {
                times.sort();
                let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1e6;
                format!("{:.0} ({:.0})", at(50), at(10))
            };
            println!("{entries:>7}  {name:<26} {:>18} {:>18}", micros(finish), micros(reset));
        }
        let start = Instant::now();
        stage.audit()?;
        println!(
            "{entries:>7}  populate {:.0}, freeze {:.0}, audit {:.0}",
            populated.as_secs_f64() * 1e6,
            frozen.as_secs_f64() * 1e6,
            start.elapsed().as_secs_f64() * 1e6
        );
    }
    Ok(())
}

/// A tree of folders with ten files each, and as many links and secrets as the range has.
fn world(entries: usize) -> World {
    let mut world = World::new("cost")
        .file("/w/outside/secret.txt", "SECRET")
        .canary("/w/outside/secret.txt", "SECRET")
        .file("/w/outside/dir/keep", "keep\n");
    for number in 0..12 {
        world = world.trap(format!("/w/tree/l{number}"), "../outside/dir");
    }
    let mut folder = 0;
    while world.entries.len() < entries {
        let dir = format!("/w/tree/d{folder}");
        world = world.dir(&dir, 0o755);
        for file in 0..10 {
            // Not by `World::file`, which looks for what it replaces.
            world.entries.push(oracle_worker::world::Entry {
                path: format!("{dir}/f{file}").into_bytes(),
                node: oracle_worker::world::Node::File(vec![b'x'; 200]),
                mode: 0o644,
            });
        }
        folder += 1;
    }
    world
}
