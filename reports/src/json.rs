//! The report as one JSON object, version 1. Keys may be added; none changes its meaning.
//!
//! `findings` holds each bucket's finding as the event log and `finding.json` hold it, with
//! `violation`, `hunts` and `reproduce` beside its own keys.

use std::collections::BTreeMap;

use corpora::event::{CheckStats, Funnel};
use serde::Serialize;
use serde_json::Value;

use crate::log::{Found, Hunt, Log};
use crate::outcome::Outcome;
use crate::{Format, ReportError, reproduce};

#[derive(Serialize)]
struct Report<'a> {
    v: u32,
    state: &'static str,
    sentence: &'a str,
    exit: Option<u8>,
    violations: u64,
    violation_buckets: u64,
    notes: u64,
    note_buckets: u64,
    /// Clauses that some run could not check.
    unchecked: u64,
    unchecked_runs: BTreeMap<String, u64>,
    unconfirmed: u64,
    funnel: Option<Funnel>,
    decisions: BTreeMap<String, u64>,
    runs: BTreeMap<String, u64>,
    checks: BTreeMap<String, CheckStats>,
    missing: Vec<String>,
    hunts: Vec<HuntJson<'a>>,
    findings: Vec<Value>,
}

#[derive(Serialize)]
struct HuntJson<'a> {
    guard: Option<&'a str>,
    guard_arg: Option<&'a str>,
    promise: Option<&'a Value>,
    shells: Option<&'a BTreeMap<String, String>>,
    seed: Option<u64>,
    trapline: Option<&'a str>,
    unix_time: Option<u64>,
    elapsed_ms: Option<u64>,
    why: Option<&'a str>,
    exit: Option<u8>,
    funnel: Option<Funnel>,
    notes: Vec<NoteJson<'a>>,
    missing: &'a [String],
}

#[derive(Serialize)]
struct NoteJson<'a> {
    text: &'a str,
    times: u64,
}

fn hunt(hunt: &Hunt) -> HuntJson<'_> {
    let start = hunt.start.as_ref();
    let stats = hunt.stats.as_ref();
    HuntJson {
        guard: hunt.guard(),
        guard_arg: start.map(|start| start.guard_arg.as_deref().unwrap_or(&start.guard)),
        promise: start.map(|start| &start.promise),
        shells: start.map(|start| &start.shells),
        seed: start.map(|start| start.seed),
        trapline: start.map(|start| start.trapline.as_str()),
        unix_time: start.map(|start| start.unix_time),
        elapsed_ms: stats.map(|stats| stats.elapsed_ms),
        why: hunt.ending.as_ref().map(|end| end.why.as_str()),
        exit: hunt.ending.as_ref().map(|end| end.exit),
        funnel: stats.map(|stats| stats.funnel),
        notes: hunt.notes.iter().map(|(text, times)| NoteJson { text, times: *times }).collect(),
        missing: &hunt.missing,
    }
}

fn finding(log: &Log, found: &Found) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(&found.finding)?;
    if let Value::Object(map) = &mut value {
        let commands = reproduce::commands(&found.finding, log.guard_arg(found));
        map.insert("violation".to_owned(), found.finding.kind.is_violation().into());
        map.insert("hunts".to_owned(), serde_json::to_value(&found.hunts)?);
        map.insert("reproduce".to_owned(), commands.into());
    }
    Ok(value)
}

/// The document, with a line feed at its end.
pub(crate) fn render(log: &Log) -> Result<String, ReportError> {
    let outcome = Outcome::of(log);
    let fail = |error: serde_json::Error| ReportError::Render {
        format: Format::Json,
        problem: error.to_string(),
    };
    let findings: Result<Vec<Value>, _> = log.found.iter().map(|f| finding(log, f)).collect();
    let report = Report {
        v: 1,
        state: outcome.state.name(),
        sentence: &outcome.sentence,
        exit: outcome.exit,
        violations: outcome.violations,
        violation_buckets: outcome.violation_buckets,
        notes: outcome.notes,
        note_buckets: outcome.note_buckets,
        unchecked: outcome.unchecked,
        unchecked_runs: log.unchecked(),
        unconfirmed: log.unconfirmed(),
        funnel: log.funnel(),
        decisions: log.decisions(),
        runs: log.runs(),
        checks: log.checks(),
        missing: log.missing(),
        hunts: log.hunts.iter().map(hunt).collect(),
        findings: findings.map_err(fail)?,
    };
    let mut text = serde_json::to_string_pretty(&report).map_err(fail)?;
    text.push('\n');
    Ok(text)
}
