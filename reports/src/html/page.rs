//! The page but for its findings: header, funnel, promise, checks, remarks.

use corpora::event::{CheckStats, Funnel};
use serde::Serialize;

use super::finding::{self, Clause};
use super::space::Space;
use crate::log::{Hunt, Log};
use crate::outcome::{self, Outcome, State};
use crate::promise;
use crate::text::{count, duration, number, percent, rate, utc};
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
    funnel: Option<FunnelView>,
    decisions: Vec<Share>,
    runs: Vec<Share>,
    unconfirmed: Option<String>,
    preset: Option<Shown>,
    clauses: Vec<ClauseRow>,
    checks: Vec<CheckRow>,
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
struct FunnelView {
    stages: Vec<Stage>,
    /// What an empty stage means.
    empty: Option<&'static str>,
}

#[derive(Serialize)]
struct Stage {
    name: &'static str,
    what: &'static str,
    figure: String,
    unit: &'static str,
    share: Option<String>,
    empty: bool,
    tone: &'static str,
    /// The outline of its part of the funnel, in a box of 100 by 100.
    outline: String,
    /// The length of its bar, of 100.
    bar: String,
}

#[derive(Serialize)]
struct Share {
    name: Shown,
    figure: String,
    share: Option<String>,
    bar: String,
}

#[derive(Serialize)]
struct ClauseRow {
    clause: Clause,
    tone: &'static str,
    result: String,
    unchecked: Option<String>,
}

#[derive(Serialize)]
struct CheckRow {
    id: Shown,
    near: String,
    bar: String,
    shadowed: String,
    by: Option<Shown>,
    /// `probed`, `redundant` or `idle`.
    state: &'static str,
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
    let guards = guards(log);
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
        funnel: log.funnel().map(|funnel| funnel_view(log, funnel, &outcome)),
        decisions: shares(&log.decisions()),
        runs: shares(&log.runs()),
        unconfirmed: (log.unconfirmed() > 0).then(|| {
            format!(
                "{} did not repeat in confirmation and {} dropped.",
                count(log.unconfirmed(), "finding", "findings"),
                if log.unconfirmed() == 1 { "was" } else { "were" }
            )
        }),
        preset: start(log).and_then(|start| promise::preset(&start.promise)).map(|p| line(p, 256)),
        clauses: clauses(log),
        checks: checks(log),
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

fn guards(log: &Log) -> Vec<Shown> {
    let mut names: Vec<&str> = Vec::new();
    for hunt in &log.hunts {
        let name = hunt.guard().unwrap_or("unknown guard");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().map(|name| line(name, 256)).collect()
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

/// A length of 100 on a logarithmic scale that begins at nothing.
fn length(value: u64, most: u64) -> f64 {
    if value == 0 || most == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a length on a page has three digits")]
    let share = (value as f64).ln_1p() / (most as f64).ln_1p();
    share * 100.0
}

fn funnel_view(log: &Log, funnel: Funnel, outcome: &Outcome) -> FunnelView {
    let ms = log
        .hunts
        .iter()
        .filter_map(|hunt| hunt.stats.as_ref())
        .fold(0_u64, |sum, stats| sum.saturating_add(stats.elapsed_ms));
    let speed = |figure| rate(figure, ms);
    let of = |part, whole, name| percent(part, whole).map(|share| format!("{share} of {name}"));
    let stages = [
        (
            "generated",
            "distinct scripts made",
            funnel.generated,
            "scripts",
            speed(funnel.generated),
        ),
        (
            "read",
            "a shell can parse them",
            funnel.read,
            "scripts",
            of(funnel.read, funnel.generated, "generated"),
        ),
        (
            "allowed",
            "the guard lets them run",
            funnel.allowed,
            "scripts",
            of(funnel.allowed, funnel.read, "read"),
        ),
        ("ran", "in a throw-away world", funnel.ran, "runs", speed(funnel.ran)),
        (
            "effect",
            "changed or started something",
            funnel.effect,
            "runs",
            of(funnel.effect, funnel.ran, "ran"),
        ),
        (
            "finding",
            "confirmed, and different",
            funnel.finding,
            "buckets",
            (funnel.finding > 0 && outcome.violation_buckets < funnel.finding)
                .then(|| count(outcome.violation_buckets, "violation", "violations")),
        ),
    ];
    let most = stages.iter().map(|stage| stage.2).max().unwrap_or(0);
    let heights: Vec<f64> = stages.iter().map(|stage| length(stage.2, most)).collect();
    let views = stages
        .into_iter()
        .enumerate()
        .map(|(index, (name, what, figure, unit, share))| {
            let here = heights.get(index).copied().unwrap_or(0.0);
            let next = heights.get(index + 1).copied().unwrap_or(here);
            Stage {
                name,
                what,
                figure: number(figure),
                unit: match (unit, figure) {
                    ("scripts", 1) => "script",
                    ("runs", 1) => "run",
                    ("buckets", 1) => "bucket",
                    (unit, _) => unit,
                },
                share,
                empty: figure == 0,
                tone: match name {
                    "finding" if outcome.violations > 0 => "bad",
                    "finding" if figure == 0 => "none",
                    "finding" => "warn",
                    _ => "flow",
                },
                outline: outline(here, next),
                bar: format!("{here:.1}"),
            }
        })
        .collect();
    FunnelView { stages: views, empty: empty(funnel) }
}

/// A band around the middle that goes from one height to the next in a smooth curve.
fn outline(here: f64, next: f64) -> String {
    let (top, bottom) = (50.0 - here / 2.0, 50.0 + here / 2.0);
    let (next_top, next_bottom) = (50.0 - next / 2.0, 50.0 + next / 2.0);
    format!(
        "M0 {top:.1}C60 {top:.1} 70 {next_top:.1} 100 {next_top:.1}V{next_bottom:.1}C70 \
         {next_bottom:.1} 60 {bottom:.1} 0 {bottom:.1}Z"
    )
}

/// What the first empty stage means.
fn empty(funnel: Funnel) -> Option<&'static str> {
    let Funnel { generated, read, allowed, ran, effect, finding } = funnel;
    Some(match (generated, read, allowed, ran, effect, finding) {
        (0, ..) => "Nothing was generated, so nothing was asked and nothing ran.",
        (_, 0, ..) => "No shell could parse what was generated, so nothing ran.",
        (_, _, 0, 0, ..) => {
            "The guard allowed nothing, so nothing ran. This says nothing about what it would allow."
        }
        (_, _, _, 0, ..) => "Nothing ran, so nothing is known about what the guard allows.",
        (_, _, _, _, 0, _) => {
            "Nothing that ran had an effect or started a program. The scripts may be too harmless to \
             tell."
        }
        (.., 0) => "Things happened, and none of them is against the promise.",
        _ => return None,
    })
}

fn shares(counts: &std::collections::BTreeMap<String, u64>) -> Vec<Share> {
    let total = counts.values().fold(0_u64, |sum, n| sum.saturating_add(*n));
    let mut all: Vec<(&String, u64)> = counts.iter().map(|(name, n)| (name, *n)).collect();
    all.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(right.0)));
    all.into_iter()
        .map(|(name, figure)| Share {
            name: line(name, 64),
            figure: number(figure),
            share: percent(figure, total),
            bar: bar(figure, total),
        })
        .collect()
}

/// A length of 100 on a linear scale.
fn bar(part: u64, whole: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a length on a page has three digits")]
    let share = if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 };
    format!("{share:.1}")
}

/// The clauses of the promise, and the unchecked ones that it does not name.
fn clauses(log: &Log) -> Vec<ClauseRow> {
    let mut told = start(log).map(|start| promise::clauses(&start.promise)).unwrap_or_default();
    let unchecked = log.unchecked();
    for name in unchecked.keys() {
        if !told.iter().any(|clause| clause.name == *name) {
            told.push(promise::by_name(name));
        }
    }
    let ran = log.funnel().map_or(0, |funnel| funnel.ran);
    told.iter()
        .map(|clause| {
            let buckets = log
                .found
                .iter()
                .filter(|found| {
                    found.finding.kind.is_violation()
                        && found.finding.clause.as_deref() == Some(clause.name.as_str())
                })
                .count() as u64;
            let runs = unchecked.get(&clause.name).copied();
            let never = runs.is_some_and(|runs| runs >= ran);
            let (tone, result) = match (buckets, ran) {
                (0, 0) => ("warn", "nothing ran".to_owned()),
                (0, _) if never => ("warn", "never checked".to_owned()),
                (0, _) => ("good", "no violation found".to_owned()),
                (n, _) => ("bad", format!("broken in {}", count(n, "bucket", "buckets"))),
            };
            ClauseRow {
                clause: Clause::from(clause),
                tone,
                result,
                unchecked: runs.map(|runs| outcome::unchecked_in(runs, ran)),
            }
        })
        .collect()
}

fn checks(log: &Log) -> Vec<CheckRow> {
    let checks = log.checks();
    let most = checks.values().map(|check| check.near_misses).max().unwrap_or(0);
    checks
        .iter()
        .map(|(id, check)| CheckRow {
            id: line(id, 256),
            near: number(check.near_misses),
            bar: format!("{:.1}", length(check.near_misses, most)),
            shadowed: number(check.shadowed),
            by: check.shadowed_by.as_deref().map(|by| line(by, 256)),
            state: check_state(check),
        })
        .collect()
}

fn check_state(check: &CheckStats) -> &'static str {
    match (check.near_misses, check.shadowed) {
        (0, 0) => "idle",
        (0, _) => "redundant",
        _ => "probed",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}
