//! From a row of the catalogue to a case.

use std::collections::{BTreeMap, BTreeSet};

use oracle::{Delivery, EffectKind, ShellName};

use super::agree::{Agreement, Evidence, agreement};
use super::check::Check;
use super::dated::undated;
use super::paths::{absolute_of, relative};
use super::row::{Kind, Row};
use super::state::State;
use crate::case::{
    Case, CaseKind, Differs, EffectLine, ExitLine, Expect, OutputLine, Pattern, Shells, Stream,
};
use crate::compare::{Outcome, compare, contains};
use crate::record::{EffectRecord, Places, RecordError, RunRecord};

/// The time limit of a case whose every run ended by one, in seconds: such a run only waits.
const WAITING_TIMEOUT_S: u32 = 2;

/// Our runs of one row.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a> {
    /// The names that stood before the runs, the row's setup included.
    pub before: &'a State,
    /// The naming of the world that they ran in.
    pub places: Places<'a>,
    /// The runs.
    pub runs: &'a BTreeMap<ShellName, RunRecord>,
    /// The same again, to see what is stable.
    pub again: &'a [BTreeMap<ShellName, RunRecord>],
    /// What is known about runs that do not agree.
    pub explained: &'a Explained,
}

/// What a person found out about runs that do not agree with their row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// Why a shell does otherwise than the catalogue says, with the second witness.
    pub differs: BTreeMap<ShellName, String>,
    /// Why the effects are not the same each time.
    pub racy: Option<String>,
}

/// A run that does not do what the catalogue says, for a person to look into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The row.
    pub id: String,
    /// The shell.
    pub shell: ShellName,
    /// What differs.
    pub detail: String,
}

/// A case, and what a person must look into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The case.
    pub case: Case,
    /// Shells whose run disagrees; unless `differs` explains it, the case says nothing of them.
    pub disagreements: Vec<Disagreement>,
}

/// Turns a row into a case. With runs, those that agree with the row's `check`, `verified` and
/// `observed` give the case its expectations; without, it has none.
///
/// # Errors
///
/// Where a record is broken.
pub fn import(row: &Row, runs: Option<&Runs<'_>>) -> Result<Imported, RecordError> {
    let mut case = bare(row);
    let mut disagreements = Vec::new();
    if let Some(runs) = runs.filter(|_| !row.no_run) {
        let judged: BTreeMap<_, _> = runs
            .runs
            .iter()
            .map(|(shell, run)| {
                let evidence = Evidence { before: runs.before, places: runs.places, run };
                (*shell, agreement(row, *shell, &evidence))
            })
            .collect();
        let mut report = |shell: ShellName, detail: String| {
            disagreements.push(Disagreement { id: row.id.clone(), shell, detail });
        };
        expect(&mut case, row, runs, &judged)?;
        for (shell, agreement) in &judged {
            if !counts(agreement, runs) && !runs.explained.differs.contains_key(shell) {
                report(*shell, agreement.detail.clone());
            }
        }
        // What is written down must hold of the very runs that it was written from, and of others.
        for (times, runs) in std::iter::once(runs.runs).chain(runs.again).enumerate() {
            for (shell, run) in runs {
                if let Outcome::Compared(mismatches) = compare(&case, run) {
                    for mismatch in mismatches {
                        report(*shell, format!("run {}: {}", times + 1, mismatch.problem));
                    }
                }
            }
        }
    }
    Ok(Imported { case, disagreements })
}

/// The case without expectations.
fn bare(row: &Row) -> Case {
    let kind = match row.kind {
        Kind::Bypass => CaseKind::Bypass,
        Kind::FalsePositive => CaseKind::FalsePositive,
        Kind::ParserDisagreement => CaseKind::ParserDisagreement,
    };
    let about = match &row.subclass {
        Some(subclass) => format!("{} (what misleads a guard: {subclass})", row.expect_effect),
        None => row.expect_effect.clone(),
    };
    let origin = if row.source_seen {
        row.source.clone()
    } else {
        format!("{} (from general knowledge; the address was not opened)", row.source)
    };
    let mut case = Case::new(&row.id, kind, &row.class, about, origin, row.command.as_bytes());
    case.world = "catalogue".to_owned();
    case.setup = row.setup.as_ref().map(|setup| setup.as_bytes().to_vec());
    case.env = row
        .env
        .iter()
        .map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()))
        .collect();
    case.delivery = row.delivery();
    if case.delivery == Delivery::Tty {
        // The terminal runs of the catalogue were not interactive, ours are: bash would keep a
        // history file.
        case.env.push((b"HISTFILE".to_vec(), Vec::new()));
    }
    case.timeout = row.timeout.or_else(|| only_waits(row).then_some(WAITING_TIMEOUT_S));
    if row.no_run {
        case.skip = Some(match &row.note {
            Some(note) => note.clone(),
            None => format!("was not run when it was collected: {}", row.expect_effect),
        });
    }
    case
}

/// Whether every observed run ended by the time limit.
fn only_waits(row: &Row) -> bool {
    !row.observed.is_empty()
        && row
            .observed
            .keys()
            .all(|shell| matches!(row.observed(*shell), Ok(Some(seen)) if seen.status == 124))
}

/// Whether a run gives the case expectations: it agrees, or its paths are known not to be exact.
fn counts(agreement: &Agreement, runs: &Runs<'_>) -> bool {
    agreement.holds() || (agreement.check_equal && runs.explained.racy.is_some())
}

fn expect(
    case: &mut Case,
    row: &Row,
    runs: &Runs<'_>,
    judged: &BTreeMap<ShellName, Agreement>,
) -> Result<(), RecordError> {
    case.racy.clone_from(&runs.explained.racy);
    let agreeing: Vec<_> = judged
        .iter()
        .filter(|(_, agreement)| counts(agreement, runs))
        .filter_map(|(shell, agreement)| Some((*shell, agreement, runs.runs.get(shell)?)))
        .collect();
    // Reads are written down where the catalogue looked at what came out.
    let looked = row.checks().is_ok_and(|checks| {
        checks.iter().any(|check| matches!(check, Check::Out(_) | Check::Any(_)))
    });
    let kinds: &[EffectKind] = if looked { &[EffectKind::Read] } else { &[] };
    let mut records = Vec::new();
    for (shell, agreement, run) in &agreeing {
        let mut record = match agreement.paths_equal {
            Some(false) => only_observed(row, *shell, runs, run),
            _ => (*run).clone(),
        };
        if case.racy.is_some() {
            record.effects.retain(|effect| is_repeated(effect, *shell, runs));
        }
        records.push(record);
    }
    let records: Vec<_> = records.iter().collect();
    case.expect_runs(&records, &Expect { kinds, undone: false, exit: true })?;
    case.effects = settle(std::mem::take(&mut case.effects), &case.shells);
    // A status that the catalogue did not see is not written down, and none where one shell's is
    // not the same each time: what races there races in the others too.
    let ends_alike = agreeing.iter().all(|(shell, _, run)| {
        let mut again = runs.again.iter().filter_map(|runs| runs.get(shell));
        again.all(|other| other.shell_status() == run.shell_status())
    });
    let unseen: BTreeSet<_> = agreeing
        .iter()
        .filter(|(_, agreement, _)| !ends_alike || agreement.status_equal != Some(true))
        .map(|(shell, _, _)| *shell)
        .collect();
    if !unseen.is_empty() {
        let shells = case.shells.clone();
        for line in &mut case.exits {
            let named = if line.shells.is_all() { &shells } else { &line.shells.0 };
            line.shells = named.difference(&unseen).copied().collect();
        }
        case.exits.retain(|line| !line.shells.is_all());
    }
    case.outputs = outputs(row, &agreeing)?;

    let differing: Vec<_> = runs
        .explained
        .differs
        .iter()
        .filter_map(|(shell, reason)| Some((*shell, reason, runs.runs.get(shell)?)))
        .collect();
    if let (Some((shell, ..)), true) = (differing.first(), agreeing.is_empty()) {
        // The rules are then what the catalogue saw, and every shell deviates from them.
        case.effects = claims(row, *shell, runs);
        case.shells.clear();
    }
    for (shell, reason, run) in differing {
        let mut other = case.clone();
        other.expect_runs(&[run], &Expect { kinds: &[], undone: false, exit: true })?;
        let only = Shells::from_iter([shell]);
        for line in settle(other.effects, &only.0) {
            let line = EffectLine { shells: only.clone(), ..line };
            match case.effects.iter_mut().find(|l| !l.shells.is_all() && l.what() == line.what()) {
                Some(known) => known.shells.0.extend(line.shells.0),
                None => case.effects.push(line),
            }
        }
        for ExitLine { exit, .. } in other.exits {
            match case.exits.iter_mut().find(|l| !l.shells.is_all() && l.exit == exit) {
                Some(known) => known.shells.0.extend(only.0.clone()),
                None => case.exits.push(ExitLine { shells: only.clone(), exit }),
            }
        }
        case.shells.insert(shell);
        case.differs.push(Differs { shells: only.0, reason: reason.clone() });
    }
    merge_differs(&mut case.differs);
    Ok(())
}

/// One line for shells with one reason.
fn merge_differs(lines: &mut Vec<Differs>) {
    let mut merged: Vec<Differs> = Vec::new();
    for line in lines.drain(..) {
        match merged.iter_mut().find(|known| known.reason == line.reason) {
            Some(known) => known.shells.extend(line.shells),
            None => merged.push(line),
        }
    }
    *lines = merged;
}

/// Whether an effect happened in the other runs of the shell too.
fn is_repeated(effect: &EffectRecord, shell: ShellName, runs: &Runs<'_>) -> bool {
    runs.again.iter().filter_map(|runs| runs.get(&shell)).all(|other| {
        other.effects.iter().any(|known| {
            (&known.kind, known.undone, &known.path, &known.path_b64, &known.from)
                == (&effect.kind, effect.undone, &effect.path, &effect.path_b64, &effect.from)
        })
    })
}

/// The run with those effects only that the catalogue saw too.
fn only_observed(row: &Row, shell: ShellName, runs: &Runs<'_>, run: &RunRecord) -> RunRecord {
    let seen = row.observed(shell).ok().flatten().map(|seen| seen.paths.named());
    let was_seen = |effect: &EffectRecord| {
        let name = effect.path_bytes().ok().flatten();
        let path = name.and_then(|name| runs.places.absolute(&name).ok());
        path.zip(seen.as_ref())
            .is_some_and(|(path, seen)| seen.names(&relative(&path, runs.places.tree())))
    };
    let effects = run.effects.iter().filter(|effect| was_seen(effect)).cloned().collect();
    RunRecord { effects, ..run.clone() }
}

/// What the catalogue saw in a shell, as rules.
fn claims(row: &Row, shell: ShellName, runs: &Runs<'_>) -> Vec<EffectLine> {
    let Some(seen) = row.observed(shell).ok().flatten() else { return Vec::new() };
    let named = seen.paths.named();
    let kinds = [
        (EffectKind::Create, named.created),
        (EffectKind::Modify, named.modified),
        (EffectKind::Delete, named.deleted),
    ];
    kinds
        .into_iter()
        .flat_map(|(kind, paths)| paths.into_iter().map(move |path| (kind, path)))
        .map(|(kind, path)| {
            let path = runs.places.name(&absolute_of(&path, runs.places.tree()));
            EffectLine::of(false, kind, None, path)
        })
        .collect()
}

/// What the runs printed, so far as the catalogue saw it too.
fn outputs(
    row: &Row,
    agreeing: &[(ShellName, &Agreement, &RunRecord)],
) -> Result<Vec<OutputLine>, RecordError> {
    let mut lines: Vec<(Stream, bool, Vec<u8>, BTreeSet<ShellName>)> = Vec::new();
    let mut add = |stream, lacks, text: Vec<u8>, shell| {
        let line = lines.iter_mut().find(|l| l.0 == stream && l.1 == lacks && l.2 == text);
        match line {
            Some(line) => {
                line.3.insert(shell);
            }
            None => lines.push((stream, lacks, text, [shell].into())),
        }
    };
    for (shell, _, run) in agreeing {
        let (stdout, stderr) = (run.stdout_bytes()?, run.stderr_bytes()?);
        for check in row.checks().into_iter().flatten() {
            match check {
                Check::Out(text) => {
                    let lacks = !contains(&stdout, &text);
                    add(Stream::Stdout, lacks, text, *shell);
                }
                Check::Any(text) => {
                    let lacks = !contains(&stdout, &text) && !contains(&stderr, &text);
                    add(Stream::Both, lacks, text, *shell);
                }
                _ => {}
            }
        }
        let seen = row.observed(*shell).ok().flatten();
        let first = seen.as_ref().and_then(|seen| seen.out_lines().first().copied());
        let ours = stdout.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if !ours.is_empty() && first.map(str::as_bytes) == Some(ours) {
            add(Stream::Stdout, false, ours.to_vec(), *shell);
        }
    }
    Ok(lines
        .into_iter()
        .map(|(stream, lacks, text, shells)| OutputLine {
            shells: if shells.len() == agreeing.len() { Shells::all() } else { Shells(shells) },
            stream,
            lacks,
            text,
        })
        .collect())
}

/// Replaces names that are new in every run by patterns.
fn settle(lines: Vec<EffectLine>, all: &BTreeSet<ShellName>) -> Vec<EffectLine> {
    let mut out: Vec<EffectLine> = Vec::new();
    for mut line in lines {
        line.path = settled(line.path);
        line.from = line.from.map(settled);
        // Two shells may have made different names that one pattern covers.
        match out.iter_mut().find(|o| {
            (o.undone, o.kind, &o.from, &o.path) == (line.undone, line.kind, &line.from, &line.path)
        }) {
            None => out.push(line),
            Some(known) if known.shells.is_all() || line.shells.is_all() => {
                known.shells = Shells::all();
            }
            Some(known) => {
                known.shells.0.extend(line.shells.0);
                if known.shells.0 == *all {
                    known.shells = Shells::all();
                }
            }
        }
    }
    out
}

fn settled(pattern: Pattern) -> Pattern {
    const OBJECTS: &[u8] = b".git/objects/";
    let Pattern::Exact(name) = &pattern else { return pattern };
    if let Some(at) = name.windows(OBJECTS.len()).position(|window| window == OBJECTS) {
        let prefix = name.get(..at).unwrap_or_default();
        return Pattern::Like([&Pattern::escape(prefix), OBJECTS, b"**"].concat());
    }
    undated(name).map_or(pattern.clone(), Pattern::Like)
}
