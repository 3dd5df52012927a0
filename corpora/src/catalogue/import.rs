//! From a row of the catalogue to a case.

use std::collections::{BTreeMap, BTreeSet};

use oracle::{EffectKind, ShellName};

use super::agree::{Agreement, Evidence, agreement};
use super::check::Check;
use super::row::{Kind, Row};
use super::state::State;
use crate::case::{
    Case, CaseKind, Differs, EffectLine, Expect, OutputLine, Pattern, Shells, Stream,
};
use crate::compare::{Outcome, compare, contains};
use crate::record::{Places, RecordError, RunRecord};

/// The time limit of a case whose every run ended by one, in seconds: such a run only waits.
const WAITING_TIMEOUT_S: u32 = 5;

/// Our runs of one row.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a> {
    /// The names that stood before the runs, the row's setup included.
    pub before: &'a State,
    /// The naming of the world that they ran in.
    pub places: Places<'a>,
    /// The runs.
    pub runs: &'a BTreeMap<ShellName, RunRecord>,
    /// Why a shell is known to do otherwise than the catalogue says, with the second witness.
    pub differs: &'a BTreeMap<ShellName, String>,
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
        expectations(&mut case, row, runs, &judged)?;
        for (shell, agreement) in &judged {
            if !agreement.holds() && !runs.differs.contains_key(shell) {
                let (id, detail) = (row.id.clone(), agreement.detail.clone());
                disagreements.push(Disagreement { id, shell: *shell, detail });
            }
        }
        // What is written down must hold of the very runs that it was written from.
        for (shell, run) in runs.runs {
            if let Outcome::Compared(mismatches) = compare(&case, run) {
                disagreements.extend(mismatches.into_iter().map(|mismatch| Disagreement {
                    id: row.id.clone(),
                    shell: *shell,
                    detail: mismatch.problem.to_string(),
                }));
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

fn expectations(
    case: &mut Case,
    row: &Row,
    runs: &Runs<'_>,
    judged: &BTreeMap<ShellName, Agreement>,
) -> Result<(), RecordError> {
    let agreeing: Vec<_> = judged
        .iter()
        .filter(|(_, agreement)| agreement.holds())
        .filter_map(|(shell, agreement)| Some((*shell, agreement, runs.runs.get(shell)?)))
        .collect();
    let records: Vec<_> = agreeing.iter().map(|(_, _, run)| *run).collect();
    // Reads are written down where the catalogue saw the secret come out.
    let secret = row.check.iter().any(|token| token.contains("SECRET"));
    let kinds: &[EffectKind] = if secret { &[EffectKind::Read] } else { &[] };
    case.expect_runs(&records, &Expect { kinds, undone: false, exit: true })?;
    case.effects = settle(std::mem::take(&mut case.effects), &case.shells);
    // A status that the catalogue did not see is not written down.
    let unseen: BTreeSet<_> = agreeing
        .iter()
        .filter(|(_, agreement, _)| agreement.status_equal != Some(true))
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

    for (shell, reason) in runs.differs {
        let Some(run) = runs.runs.get(shell) else { continue };
        let mut other = case.clone();
        other.expect_runs(&[run], &Expect { kinds: &[], undone: false, exit: true })?;
        let only = Shells::from_iter([*shell]);
        case.effects.extend(
            settle(other.effects, &only.0)
                .into_iter()
                .map(|line| EffectLine { shells: only.clone(), ..line }),
        );
        case.exits.extend(other.exits.into_iter().map(|mut line| {
            line.shells = only.clone();
            line
        }));
        case.shells.insert(*shell);
        case.differs.push(Differs { shells: only.0, reason: reason.clone() });
    }
    Ok(())
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
    // A component with a time of day in it, such as a log's.
    let is_dated = |part: &[u8]| part.iter().filter(|byte| byte.is_ascii_digit()).count() >= 12;
    if !name.split(|byte| *byte == b'/').any(is_dated) {
        return pattern;
    }
    let parts: Vec<Vec<u8>> = name
        .split(|byte| *byte == b'/')
        .map(|part| {
            if !is_dated(part) {
                return Pattern::escape(part);
            }
            let end = part.iter().rposition(|byte| *byte == b'.').unwrap_or(part.len());
            [b"*", part.get(end..).unwrap_or_default()].concat()
        })
        .collect();
    Pattern::Like(parts.join(&b'/'))
}
