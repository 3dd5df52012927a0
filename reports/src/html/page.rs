//! The page as a whole: its header, its lists of findings, its hunts and remarks.

use serde::Serialize;

use super::space::Space;
use super::{finding, funnel, tables};
use crate::log::{Hunt, Log};
use crate::outcome::{self, Outcome, State};
use crate::promise;
use crate::text::{capital, count, duration, number, utc};
use crate::visible::{Shown, line};

/// Findings that a page shows; the rest are counted.
const FINDINGS: usize = 1000;
/// Violations that are unfolded when the page opens.
const OPEN: usize = 3;
/// Remarks of hunts that are shown.
const REMARKS: usize = 200;

/// Everything that the templates show.
#[derive(Serialize)]
pub(crate) struct Page {
    guards: Vec<Shown>,
    title: String,
    state: &'static str,
    tone: &'static str,
    sentence: Shown,
    kinds: Vec<Kind>,
    missing: Vec<Shown>,
    facts: Vec<Fact>,
    hunts: Vec<HuntRow>,
    funnel: Option<funnel::View>,
    decisions: Vec<tables::Share>,
    runs: Vec<tables::Share>,
    unconfirmed: Option<String>,
    preset: Option<Shown>,
    clauses: Vec<tables::ClauseRow>,
    checks: Vec<tables::CheckRow>,
    remarks: Vec<Remark>,
    more_remarks: Option<String>,
    violations: Vec<finding::View>,
    notes: Vec<finding::View>,
    left_out: Option<String>,
}

#[derive(Serialize)]
struct Kind {
    name: &'static str,
    violation: bool,
    buckets: String,
}

#[derive(Serialize)]
struct Fact {
    name: &'static str,
    values: Vec<Shown>,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct HuntRow {
    number: usize,
    guard: Shown,
    seed: String,
    began: String,
    took: String,
    ran: String,
    why: Shown,
    exit: String,
}

#[derive(Serialize)]
struct Remark {
    text: Shown,
    times: Option<String>,
}

/// The view of a log.
pub(crate) fn view(log: &Log) -> Page {
    let outcome = Outcome::of(log);
    let space = Space::new();
    let (mut violations, mut notes) = (Vec::new(), Vec::new());
    for (index, found) in log.found.iter().take(FINDINGS).enumerate() {
        let violation = found.finding.kind.is_violation();
        let view = finding::view(log, found, index + 1, violation && index < OPEN, &space);
        if violation {
            violations.push(view);
        } else {
            notes.push(view);
        }
    }
    let guards: Vec<Shown> = log.guards().into_iter().map(|name| line(name, 256)).collect();
    let remarks: Vec<&(String, u64)> = log.hunts.iter().flat_map(|hunt| &hunt.notes).collect();
    Page {
        title: guards.iter().map(Shown::plain).collect::<Vec<_>>().join(", "),
        guards,
        state: outcome.state.name(),
        tone: tone(outcome.state),
        sentence: line(&capital(&outcome.sentence), 2048),
        kinds: outcome::kinds(&log.found)
            .into_iter()
            .map(|(name, violation, buckets)| Kind { name, violation, buckets: number(buckets) })
            .collect(),
        missing: log.missing().iter().map(|text| line(text, 2048)).collect(),
        facts: facts(log, &outcome),
        hunts: if log.hunts.len() > 1 {
            log.hunts.iter().enumerate().map(|(index, hunt)| row(index, hunt)).collect()
        } else {
            Vec::new()
        },
        funnel: log.funnel().map(|figures| funnel::view(log, figures, &outcome)),
        decisions: tables::shares(&log.decisions()),
        runs: tables::shares(&log.runs()),
        unconfirmed: (log.unconfirmed() > 0).then(|| {
            format!(
                "{} did not repeat in confirmation and {} dropped.",
                count(log.unconfirmed(), "finding", "findings"),
                if log.unconfirmed() == 1 { "was" } else { "were" }
            )
        }),
        preset: start(log).and_then(|start| promise::preset(&start.promise)).map(|p| line(p, 256)),
        clauses: tables::clauses(log),
        checks: tables::checks(log),
        more_remarks: (remarks.len() > REMARKS)
            .then(|| format!("and {} more", number((remarks.len() - REMARKS) as u64))),
        remarks: remarks
            .into_iter()
            .take(REMARKS)
            .map(|(text, times)| Remark {
                text: line(text, 2048),
                times: (*times > 1).then(|| format!("{} times", number(*times))),
            })
            .collect(),
        left_out: (log.found.len() > FINDINGS).then(|| {
            format!(
                "{} left out here; the JSON report holds all.",
                count((log.found.len() - FINDINGS) as u64, "more bucket is", "more buckets are")
            )
        }),
        violations,
        notes,
    }
}

fn tone(state: State) -> &'static str {
    match state {
        State::Violations => "bad",
        State::Clean => "good",
        State::Void | State::Failed | State::NothingRan | State::Incomplete | State::Notes => {
            "warn"
        }
    }
}

fn start(log: &Log) -> Option<&corpora::event::Start> {
    log.hunts.iter().find_map(|hunt| hunt.start.as_ref())
}

fn began(hunt: &Hunt) -> Option<String> {
    hunt.start.as_ref().map(|start| {
        let (date, time) = utc(start.unix_time);
        format!("{date} {time} UTC")
    })
}

/// Collects what hunts say, each thing once.
fn each(log: &Log, say: impl Fn(&Hunt) -> Option<String>) -> Vec<Shown> {
    let mut all: Vec<String> = Vec::new();
    for text in log.hunts.iter().filter_map(say) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    if all.is_empty() {
        all.push("not known".to_owned());
    }
    all.iter().map(|text| line(text, 512)).collect()
}

fn facts(log: &Log, outcome: &Outcome) -> Vec<Fact> {
    let plain = |name, values| Fact { name, values, note: None };
    let shells =
        log.hunts.iter().filter_map(|hunt| hunt.start.as_ref()).flat_map(|start| {
            start.shells.iter().map(|(name, version)| format!("{name} {version}"))
        });
    let mut known: Vec<String> = Vec::new();
    for shell in shells {
        if !known.contains(&shell) {
            known.push(shell);
        }
    }
    if known.is_empty() {
        known.push("not known".to_owned());
    }
    let took = log
        .hunts
        .iter()
        .filter_map(|hunt| hunt.stats.as_ref())
        .fold(None, |sum, stats| Some(sum.unwrap_or(0_u64).saturating_add(stats.elapsed_ms)));
    vec![
        plain("Shells", known.iter().map(|shell| line(shell, 256)).collect()),
        plain("Seed", each(log, |hunt| hunt.start.as_ref().map(|start| start.seed.to_string()))),
        plain("Began", each(log, began)),
        plain("Duration", vec![line(&took.map_or_else(|| "not known".to_owned(), duration), 64)]),
        plain(
            "Ended because",
            each(log, |hunt| hunt.ending.as_ref().map(|end| outcome::why(&end.why).to_owned())),
        ),
        Fact {
            name: "Exit code",
            values: outcome.exit.map(|code| line(&code.to_string(), 8)).into_iter().collect(),
            note: Some(outcome::meaning(outcome.exit, outcome.violations)),
        },
        plain("Trapline", each(log, |hunt| hunt.start.as_ref().map(|s| s.trapline.clone()))),
    ]
}

fn row(index: usize, hunt: &Hunt) -> HuntRow {
    let unknown = || "not known".to_owned();
    let stats = hunt.stats.as_ref();
    let end = hunt.ending.as_ref();
    HuntRow {
        number: index + 1,
        guard: line(hunt.guard().unwrap_or("unknown guard"), 256),
        seed: hunt.start.as_ref().map_or_else(unknown, |start| start.seed.to_string()),
        began: began(hunt).unwrap_or_else(unknown),
        took: stats.map_or_else(unknown, |stats| duration(stats.elapsed_ms)),
        ran: stats.map_or_else(unknown, |stats| number(stats.funnel.ran)),
        why: line(end.map_or("not recorded", |end| outcome::why(&end.why)), 512),
        exit: end.map_or_else(|| "not recorded".to_owned(), |end| end.exit.to_string()),
    }
}
