//! Runs the rows of the catalogue and says how far the runs agree with it.
//!
//! ```text
//! cargo run -p corpora --example run_catalogue -- CATALOGUE.jsonl RUNS.jsonl [--fork-server] [--shells NAMES] [ID…]
//! ```
//!
//! Every row, or those named, is imported as a case without expectations, and the case is run
//! under bash, sh and zsh (or the shells named, between commas) in its world, in exact mode or from the fork server. `RUNS.jsonl` is what `import_catalogue --runs` reads. Each
//! (row, shell) pair that does not agree is printed; the last line counts them. Exit 1 on an
//! error, 2 where a pair does not agree.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use corpora::case::{DEFAULT_SHELLS, shell_from_name};
use corpora::catalogue::{Evidence, Row, State, agreement, import, read_rows};
use corpora::record::{Label, Places};
use corpora::{Case, RunRecord};
use oracle::{Config, Mode, Oracle, Run, Script, Shell, ShellName, World, worlds};

type Error = Box<dyn std::error::Error>;

/// Our runs of one row, as `import_catalogue` reads them.
#[derive(serde::Serialize)]
struct RunsLine<'a> {
    id: &'a str,
    tree: String,
    before: Vec<String>,
    runs: &'a [RunRecord],
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(error) => {
            eprintln!("run_catalogue: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs everything; gives whether every pair agrees.
fn run() -> Result<bool, Error> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let usage = "usage: CATALOGUE.jsonl RUNS.jsonl [--fork-server] [--shells NAMES] [ID…]";
    let (catalogue, out) = arguments.next().zip(arguments.next()).ok_or(usage)?;
    let (mut ids, mut mode, mut names) = (Vec::new(), Mode::Exact, DEFAULT_SHELLS.to_vec());
    while let Some(word) = arguments.next() {
        match word.to_str().ok_or(usage)? {
            "--fork-server" => mode = Mode::ForkServer,
            "--shells" => {
                let list = arguments.next().ok_or(usage)?;
                let list = list.to_str().ok_or(usage)?.split(',').map(shell_from_name);
                names = list.collect::<Option<_>>().ok_or("no such shell")?;
            }
            id => ids.push(id.to_owned()),
        }
    }
    let mut rows = read_rows(&catalogue)?;
    rows.retain(|row| !row.no_run && (ids.is_empty() || ids.contains(&row.id)));

    let shells = names.into_iter().map(Shell::find).collect::<Result<Vec<_>, _>>()?;
    let bash = Shell::find(ShellName::Bash)?;
    let mut oracle = Oracle::new(Config::default())?;
    let mut lines = BufWriter::new(File::create(&out)?);
    let mut reasons = BTreeMap::<&str, usize>::new();
    let (mut pairs, mut agreeing) = (0, 0);
    for row in &rows {
        let case = import(row, None)?.case;
        let world = case.in_world(worlds::get(&case.world)?);
        let before = state(&mut oracle, &case, &world, &bash)?;
        let mut runs = Vec::new();
        for shell in &shells {
            pairs += 1;
            let text = match one(&mut oracle, &case, &world, shell, mode) {
                Ok(record) => {
                    let detail = judge(row, shell, &before, &world, &record);
                    runs.push(record);
                    detail
                }
                Err(error) => Some(("no run", format!("no run: {error}"))),
            };
            match text {
                None => agreeing += 1,
                Some((reason, text)) => {
                    *reasons.entry(reason).or_default() += 1;
                    println!("{} {}: {text}", row.id, shell.name);
                }
            }
        }
        let line = RunsLine {
            id: &row.id,
            tree: String::from_utf8_lossy(&world.tree).into_owned(),
            before: before.paths().map(|p| String::from_utf8_lossy(p).into_owned()).collect(),
            runs: &runs,
        };
        serde_json::to_writer(&mut lines, &line)?;
        lines.write_all(b"\n")?;
    }
    lines.flush()?;
    let percent = 100.0 * f64::from(agreeing) / f64::from(pairs.max(1));
    println!("{agreeing} of {pairs} pairs agree ({percent:.2} %); {reasons:?}");
    Ok(agreeing == pairs)
}

/// The names that stand before a run: those of the world, and what its setup does to them.
fn state(oracle: &mut Oracle, case: &Case, world: &World, bash: &Shell) -> Result<State, Error> {
    let declared = State::of(world);
    let Some(setup) = case.setup_script() else { return Ok(declared) };
    let bare = World { setup: None, ..world.clone() };
    let timeout = Some(Duration::from_secs(30));
    let seen = oracle.observe(&Run { timeout, ..Run::new(setup.as_slice(), &bare, bash) })?;
    let label =
        Label { shell: bash.name, version: &bash.version, world, delivery: oracle::Delivery::C };
    Ok(declared.after(&RunRecord::new(&seen, &label), &Places::of(world))?)
}

fn one(
    oracle: &mut Oracle,
    case: &Case,
    world: &World,
    shell: &Shell,
    mode: Mode,
) -> Result<RunRecord, oracle::Error> {
    let seen = oracle.observe(&Run {
        script: Script::Text(case.body.clone()),
        world,
        shell,
        delivery: case.delivery,
        timeout: case.timeout.map(|seconds| Duration::from_secs(seconds.into())),
        mode,
        commands: false,
        closely: false,
    })?;
    let (shell, version, delivery) = (shell.name, shell.version.as_str(), case.delivery);
    Ok(RunRecord::new(&seen, &Label { shell, version, world, delivery }))
}

/// Why the pair does not agree.
fn judge(
    row: &Row,
    shell: &Shell,
    before: &State,
    world: &World,
    run: &RunRecord,
) -> Option<(&'static str, String)> {
    let evidence = Evidence { before, places: Places::of(world), run };
    let agreement = agreement(row, shell.name, &evidence);
    match (agreement.check_equal, agreement.holds()) {
        (_, true) => None,
        (false, _) => Some(("check", agreement.detail)),
        (true, false) => Some(("paths", agreement.detail)),
    }
}
