//! Each clause of a promise, with what a hunt found out about it.

use std::collections::BTreeMap;

use crate::log::{Hunt, Log};
use crate::outcome::unchecked_in;
use crate::promise::{self, Told};
use crate::text::count;

/// A clause and its result.
pub(crate) struct Row {
    /// The clause.
    pub(crate) told: Told,
    /// Buckets of violations that name it.
    pub(crate) buckets: u64,
    /// Runs in which it could not be checked; more than nothing where it is present.
    pub(crate) unchecked: Option<u64>,
    /// Runs in all.
    pub(crate) ran: u64,
}

/// What is known about a clause, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Result {
    /// Some bucket names it.
    Broken,
    /// No script ran.
    NothingRan,
    /// No run could check it.
    NeverChecked,
    /// It was checked, and no violation was found.
    Held,
}

impl Row {
    /// The word.
    pub(crate) fn result(&self) -> Result {
        match (self.buckets, self.ran, self.unchecked) {
            (1.., ..) => Result::Broken,
            (0, 0, _) => Result::NothingRan,
            (0, ran, Some(runs)) if runs >= ran => Result::NeverChecked,
            (0, ..) => Result::Held,
        }
    }

    /// The result in words.
    pub(crate) fn words(&self) -> String {
        match self.result() {
            Result::Broken => format!("broken in {}", count(self.buckets, "bucket", "buckets")),
            Result::NothingRan => "nothing ran".to_owned(),
            Result::NeverChecked => "never checked".to_owned(),
            Result::Held => "no violation found".to_owned(),
        }
    }

    /// In how many runs it could not be checked, in words.
    pub(crate) fn unchecked(&self) -> Option<String> {
        self.unchecked.map(|runs| unchecked_in(runs, self.ran))
    }
}

/// The clauses that the hunts of a guard, or of all guards, promise; then the unchecked ones that
/// no promise names.
pub(crate) fn rows(log: &Log, guard: Option<&str>) -> Vec<Row> {
    let hunts: Vec<&Hunt> =
        log.hunts.iter().filter(|hunt| guard.is_none() || hunt.guard() == guard).collect();
    let mut told: Vec<Told> = Vec::new();
    let mut unchecked: BTreeMap<&str, u64> = BTreeMap::new();
    let mut ran = 0_u64;
    for hunt in &hunts {
        if let Some(start) = &hunt.start {
            for clause in promise::clauses(&start.promise) {
                if !told.contains(&clause) {
                    told.push(clause);
                }
            }
        }
        if let Some(stats) = &hunt.stats {
            ran = ran.saturating_add(stats.funnel.ran);
            for (name, runs) in stats.unchecked.iter().filter(|(_, runs)| **runs > 0) {
                let sum = unchecked.entry(name).or_default();
                *sum = sum.saturating_add(*runs);
            }
        }
    }
    for name in unchecked.keys() {
        if !told.iter().any(|clause| clause.name == *name) {
            told.push(promise::by_name(name));
        }
    }
    let broken: Vec<Told> = log
        .found
        .iter()
        .filter(|found| found.finding.kind.is_violation())
        .filter(|found| guard.is_none_or(|guard| found.finding.guard == guard))
        .filter_map(|found| log.broken_clause(found))
        .collect();
    told.into_iter()
        .map(|told| Row {
            buckets: broken.iter().filter(|clause| **clause == told).count() as u64,
            unchecked: unchecked.get(told.name.as_str()).copied(),
            ran,
            told,
        })
        .collect()
}
