//! Writes the rows of the catalogue as case files.
//!
//! ```text
//! cargo run -p corpora --example import_catalogue -- CATALOGUE.jsonl OUT [--runs RUNS.jsonl]… [--explained FILE]
//! ```
//!
//! `RUNS.jsonl` holds our own runs, one row a line:
//! `{"id":…,"tree":"/w/proj","before":["/w/proj/in.txt",…],"runs":[RunRecord,…]}`; `before` is
//! what stands before the run, the setup's work included (`run_catalogue` writes it). Without it the
//! cases say nothing of what a run does. A second and further `--runs` must agree with the cases
//! that the first gives. `--explained` names what is known about runs that do not agree, one a line:
//! `ID SHELL REASON`, or `ID racy REASON`. Exit 1 on an error, 2 where a run disagrees with its row
//! and nothing explains it.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use corpora::RunRecord;
use corpora::case::shell_from_name;
use corpora::catalogue::{Explained, Runs, State, import, read_rows};
use corpora::record::Places;
use oracle::ShellName;

type Error = Box<dyn std::error::Error>;

/// Our runs of one row.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RunsLine {
    id: String,
    tree: String,
    before: Vec<String>,
    runs: Vec<RunRecord>,
}

#[derive(Default)]
struct Arguments {
    catalogue: PathBuf,
    out: PathBuf,
    runs: Vec<PathBuf>,
    explained: Option<PathBuf>,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(2),
        Err(error) => {
            eprintln!("import_catalogue: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, Error> {
    let mut arguments = Arguments::default();
    let mut plain = Vec::new();
    let mut rest = std::env::args_os().skip(1);
    while let Some(word) = rest.next() {
        let mut file = || rest.next().map(PathBuf::from).ok_or("an option without its file");
        match word.to_str() {
            Some("--runs") => arguments.runs.push(file()?),
            Some("--explained") => arguments.explained = Some(file()?),
            _ => plain.push(PathBuf::from(word)),
        }
    }
    let [catalogue, out] = <[PathBuf; 2]>::try_from(plain)
        .map_err(|_| "usage: CATALOGUE.jsonl OUT [--runs RUNS.jsonl]… [--explained FILE]")?;
    Ok(Arguments { catalogue, out, ..arguments })
}

/// Writes every case; gives the number of disagreements.
fn run(arguments: &Arguments) -> Result<usize, Error> {
    let rows = read_rows(&arguments.catalogue)?;
    let mut files =
        arguments.runs.iter().map(|file| read_runs(file)).collect::<Result<Vec<_>, _>>()?;
    let again = files.split_off(files.len().min(1));
    let lines = files.pop().unwrap_or_default();
    let explained =
        arguments.explained.as_deref().map(read_explained).transpose()?.unwrap_or_default();
    let none = Explained::default();
    let mut disagreements = 0;
    for row in &rows {
        let imported = match lines.get(&row.id) {
            None => import(row, None)?,
            Some(line) => {
                let before = State::from_paths(line.before.iter().map(|p| p.clone().into_bytes()));
                let again: Vec<_> =
                    again.iter().filter_map(|file| Some(by_shell(file.get(&row.id)?))).collect();
                let runs = Runs {
                    before: &before,
                    places: Places::new(line.tree.as_bytes()),
                    runs: &by_shell(line),
                    again: &again,
                    explained: explained.get(&row.id).unwrap_or(&none),
                };
                import(row, Some(&runs))?
            }
        };
        for found in &imported.disagreements {
            println!("{} {}: {}", found.id, found.shell, found.detail);
        }
        disagreements += imported.disagreements.len();
        let folder = arguments.out.join(&row.class);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let file = folder.join(format!("{}.sh", row.id));
        let bytes = imported.case.write().map_err(|e| format!("{}: {e}", file.display()))?;
        std::fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    println!("{} cases, {} with runs, {disagreements} disagreements", rows.len(), lines.len());
    Ok(disagreements)
}

fn read_runs(file: &Path) -> Result<BTreeMap<String, RunsLine>, Error> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut lines = BTreeMap::new();
    for (index, text) in text.lines().enumerate() {
        let at = || format!("{}:{}", file.display(), index + 1);
        let line: RunsLine = serde_json::from_str(text).map_err(|e| format!("{}: {e}", at()))?;
        if lines.contains_key(&line.id) {
            return Err(format!("{}: the id `{}` stands twice", at(), line.id).into());
        }
        lines.insert(line.id.clone(), line);
    }
    Ok(lines)
}

fn by_shell(line: &RunsLine) -> BTreeMap<ShellName, RunRecord> {
    let named = |run: &RunRecord| Some((shell_from_name(&run.shell)?, run.clone()));
    line.runs.iter().filter_map(named).collect()
}

fn read_explained(file: &Path) -> Result<BTreeMap<String, Explained>, Error> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut all = BTreeMap::<String, Explained>::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = || format!("{}:{}: must be `ID SHELL|racy REASON`", file.display(), index + 1);
        let (id, rest) = line.split_once(' ').ok_or_else(wrong)?;
        let (word, reason) = rest.split_once(' ').ok_or_else(wrong)?;
        let explained = all.entry(id.to_owned()).or_default();
        if word == "racy" {
            explained.racy = Some(reason.to_owned());
        } else {
            let shell = shell_from_name(word).ok_or_else(wrong)?;
            explained.differs.insert(shell, reason.to_owned());
        }
    }
    Ok(all)
}
