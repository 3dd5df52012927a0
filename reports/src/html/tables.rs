//! The small tables of the page: promise, checks, and shares of a whole.

use std::collections::BTreeMap;

use corpora::event::CheckStats;
use serde::Serialize;

use super::finding::Clause;
use super::funnel::length;
use crate::clauses::{self, Result};
use crate::log::Log;
use crate::text::{number, percent};
use crate::visible::{Shown, line};

/// A part of a whole.
#[derive(Serialize)]
pub(crate) struct Share {
    name: Shown,
    figure: String,
    share: Option<String>,
    bar: String,
}

/// A clause of the promise.
#[derive(Serialize)]
pub(crate) struct ClauseRow {
    clause: Clause,
    tone: &'static str,
    result: String,
    unchecked: Option<String>,
}

/// A check of the guard.
#[derive(Serialize)]
pub(crate) struct CheckRow {
    id: Shown,
    near: String,
    bar: String,
    shadowed: String,
    by: Option<Shown>,
    /// `probed`, `redundant` or `idle`.
    state: &'static str,
}

/// Counts by name, the largest first.
pub(crate) fn shares(counts: &BTreeMap<String, u64>) -> Vec<Share> {
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

/// The promise, clause by clause.
pub(crate) fn clauses(log: &Log) -> Vec<ClauseRow> {
    clauses::rows(log, None)
        .iter()
        .map(|row| ClauseRow {
            clause: Clause::from(&row.told),
            tone: match row.result() {
                Result::Broken => "bad",
                Result::Held => "good",
                Result::NothingRan | Result::NeverChecked => "warn",
            },
            result: row.words(),
            unchecked: row.unchecked(),
        })
        .collect()
}

/// The check table.
pub(crate) fn checks(log: &Log) -> Vec<CheckRow> {
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
