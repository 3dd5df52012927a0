//! What the shells did, as the page shows it: a column a shell, a row a facet.

use corpora::record::{ProgramRecord, RunRecord};
use serde::Serialize;

use super::space::{Space, is_tall};
use crate::compare::{self, Facet, Group};
use crate::effect::{ending, told};
use crate::raw;
use crate::text::{count, number};
use crate::visible::{Lines, Shown, line, reveal};

/// Effects, programs or commands of a run that are shown.
const LINES: usize = 60;
/// Words of an argv that are shown.
const WORDS: usize = 64;
/// Bytes of a word that are shown.
const WORD: usize = 1024;
/// Bytes of an output that are shown.
const OUTPUT: usize = 4 * 1024;
/// An output of at most so many bytes and lines is shown unfolded.
const SHORT: (usize, usize) = (240, 4);

/// A table: the runs of one world and delivery.
#[derive(Serialize)]
pub(crate) struct Table {
    world: Shown,
    /// Absent for the usual one.
    delivery: Option<Shown>,
    columns: Vec<Column>,
    /// Whether there are several shells and they do the same.
    agree: bool,
    exit: Row<Exit>,
    effects: Row<List<Effect>>,
    programs: Row<List<Program>>,
    /// Absent where no run tells.
    commands: Option<Row<Option<List<Command>>>>,
    stdout: Row<Output>,
    stderr: Row<Output>,
    /// Absent where everything was observed.
    unobserved: Option<Vec<Vec<Shown>>>,
}

#[derive(Serialize)]
struct Column {
    shell: Shown,
    version: Shown,
    /// How it was started, where that was not by executing it.
    mode: Option<Shown>,
    /// Shell and version on one line, for narrow screens.
    label: String,
}

#[derive(Serialize)]
struct Row<T> {
    differs: bool,
    cells: Vec<Cell<T>>,
}

#[derive(Serialize)]
struct Cell<T> {
    differs: bool,
    value: T,
}

#[derive(Serialize)]
struct Exit {
    text: String,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct List<T> {
    lines: Vec<T>,
    /// Lines that are left out.
    more: Option<String>,
}

#[derive(Serialize)]
struct Effect {
    odd: bool,
    sign: char,
    /// The name of what the sign stands for.
    kind: Shown,
    /// Whether the sign alone tells the kind.
    plain: bool,
    /// The class that colours the sign.
    tone: &'static str,
    from: Option<Shown>,
    path: Option<Shown>,
    detail: Option<Shown>,
    remarks: Vec<Shown>,
}

#[derive(Serialize)]
struct Program {
    odd: bool,
    words: Vec<Shown>,
    more: Option<String>,
    path: Shown,
    tripwire: bool,
    by: Option<&'static str>,
}

#[derive(Serialize)]
struct Command {
    odd: bool,
    words: Vec<Shown>,
    more: Option<String>,
    kind: Shown,
    depth: u32,
}

#[derive(Serialize)]
struct Output {
    text: Option<Shown>,
    size: String,
    /// What was left out, by the oracle or by this page.
    note: Option<String>,
    open: bool,
    tall: bool,
}

/// The tables of a finding.
pub(crate) fn tables(runs: &[RunRecord], space: &Space) -> Vec<Table> {
    compare::groups(runs).iter().map(|group| table(group, space)).collect()
}

fn table(group: &Group<'_>, space: &Space) -> Table {
    let runs = || group.runs.iter().enumerate();
    let told_commands = group.runs.iter().any(|run| run.commands.is_some());
    let unobserved = group.runs.iter().any(|run| !run.unobserved.is_empty());
    Table {
        world: line(group.world, 256),
        delivery: (group.delivery != "c").then(|| line(group.delivery, 64)),
        columns: group.runs.iter().map(|run| column(run)).collect(),
        agree: group.runs.len() > 1
            && !group.exit.contains(&true)
            && ![&group.effects, &group.programs, &group.commands].iter().any(|f| f.differs()),
        exit: Row {
            differs: group.exit.contains(&true),
            cells: runs()
                .map(|(index, run)| Cell {
                    differs: group.exit.get(index).copied().unwrap_or(false),
                    value: exit(run),
                })
                .collect(),
        },
        effects: row(group, &group.effects, |run, odd| list(&run.effects, odd, space, effect)),
        programs: row(group, &group.programs, |run, odd| {
            list(&run.programs, odd, space, |record, odd| program(record, odd, space))
        }),
        commands: told_commands.then(|| {
            row(group, &group.commands, |run, odd| {
                run.commands.as_ref().map(|all| {
                    list(all, odd, space, |record, odd| Command {
                        odd,
                        words: words(raw::command(record).iter().map(AsRef::as_ref), space),
                        more: left_out(record.argv.len(), WORDS, "word", "words"),
                        kind: line(&record.kind, 64),
                        depth: record.depth.min(6),
                    })
                })
            })
        }),
        stdout: Row {
            differs: group.stdout,
            cells: runs()
                .map(|(_, run)| Cell {
                    differs: false,
                    value: output(&raw::stdout(run), run.stdout_cut, space),
                })
                .collect(),
        },
        stderr: Row {
            differs: group.stderr,
            cells: runs()
                .map(|(_, run)| Cell {
                    differs: false,
                    value: output(&raw::stderr(run), run.stderr_cut, space),
                })
                .collect(),
        },
        unobserved: unobserved.then(|| {
            group
                .runs
                .iter()
                .map(|run| run.unobserved.iter().map(|text| line(text, 512)).collect())
                .collect()
        }),
    }
}

fn column(run: &RunRecord) -> Column {
    Column {
        shell: line(&run.shell, 64),
        version: line(&run.version, 64),
        mode: (run.mode != "exact").then(|| line(&run.mode, 64)),
        label: line(&format!("{} {}", run.shell, run.version), 128).plain(),
    }
}

fn exit(run: &RunRecord) -> Exit {
    Exit {
        text: ending(run),
        note: match (run.timed_out, run.exit) {
            (true, _) => Some("the time limit ended it"),
            (false, Some(126)) => Some("not executable"),
            (false, Some(127)) => Some("not found"),
            _ => None,
        },
    }
}

fn row<T>(group: &Group<'_>, facet: &Facet, each: impl Fn(&RunRecord, &[bool]) -> T) -> Row<T> {
    Row {
        differs: facet.differs(),
        cells: group
            .runs
            .iter()
            .enumerate()
            .map(|(index, run)| Cell {
                differs: facet.cells.get(index).copied().unwrap_or(false),
                value: each(run, facet.lines.get(index).map_or(&[], Vec::as_slice)),
            })
            .collect(),
    }
}

fn list<R, T>(records: &[R], odd: &[bool], space: &Space, each: impl Fn(&R, bool) -> T) -> List<T> {
    let lines = space.lines(records.len(), LINES);
    List {
        lines: records
            .iter()
            .take(lines)
            .enumerate()
            .map(|(index, record)| each(record, odd.get(index).copied().unwrap_or(false)))
            .collect(),
        more: left_out(records.len(), lines, "line", "lines"),
    }
}

fn left_out(total: usize, limit: usize, one: &str, many: &str) -> Option<String> {
    (total > limit).then(|| format!("and {} more", count((total - limit) as u64, one, many)))
}

fn effect(record: &corpora::record::EffectRecord, odd: bool) -> Effect {
    let told = told(record);
    let tone = match told.sign {
        '+' => "came",
        '-' => "went",
        '~' | '>' => "changed",
        _ => "other",
    };
    Effect {
        odd,
        sign: told.sign,
        plain: matches!(told.sign, '+' | '-') || record.kind == "modify",
        kind: told.kind,
        tone,
        from: told.from,
        path: told.path,
        detail: told.detail,
        remarks: told.remarks,
    }
}

fn program(record: &ProgramRecord, odd: bool, space: &Space) -> Program {
    let argv = raw::program(record);
    Program {
        odd,
        words: words(argv.iter().map(AsRef::as_ref), space),
        more: left_out(argv.len(), WORDS, "word", "words"),
        path: reveal(&raw::program_path(record), Lines::Joined, 4096),
        tripwire: record.tripwire,
        by: match record.by.as_str() {
            "program" => Some("started by a program"),
            "oracle" => Some("started as the handback"),
            _ => None,
        },
    }
}

fn words<'a>(argv: impl Iterator<Item = &'a [u8]>, space: &Space) -> Vec<Shown> {
    argv.take(WORDS).map(|word| space.show(word, Lines::Joined, WORD)).collect()
}

fn output(bytes: &[u8], cut: bool, space: &Space) -> Output {
    if bytes.is_empty() {
        let note = cut.then(|| "cut by the oracle".to_owned());
        return Output { text: None, size: "empty".to_owned(), note, open: false, tall: false };
    }
    let shown = space.show(bytes, Lines::Broken, OUTPUT);
    let mut notes = Vec::new();
    if shown.is_cut() {
        notes.push(format!("the first {} bytes are shown", number(shown.shown as u64)));
    }
    if cut {
        notes.push("more came than the oracle keeps".to_owned());
    }
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    Output {
        open: bytes.len() <= SHORT.0 && lines <= SHORT.1,
        tall: is_tall(bytes),
        text: Some(shown),
        size: count(bytes.len() as u64, "byte", "bytes"),
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}
