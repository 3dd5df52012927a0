//! What all jobs of a hunt share.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use corpora::FindingKind;
use corpora::event::Stats;

use super::check::Checks;
use super::seen::Seen;
use super::{Summary, Why, Worker};
use crate::bucket::Signature;
use crate::generate::Credit;
use crate::lab::Counts;
use crate::plan::Plan;

/// After so many scripts in a row that were all known, nothing new is to be expected.
const KNOWN_IN_A_ROW: u64 = 200_000;

/// How many buckets of one clause and shape are told apart by the program's name, before further
/// names are taken for more of the same.
const NAMES: usize = 8;

/// How many signatures of unreduced scripts are remembered.
const REMEMBERED: usize = 100_000;

/// What all jobs share.
pub(super) struct Board<'a> {
    plan: &'a Plan,
    interrupted: &'a AtomicBool,
    begun: Instant,
    state: Mutex<State>,
}

/// The shared state, behind one lock that is held for moments only.
pub(super) struct State {
    seen: Seen,
    pub(super) stats: Stats,
    pub(super) checks: Checks,
    /// Known buckets, by their signature.
    buckets: Vec<Signature>,
    texts: HashSet<String>,
    /// Signatures of scripts as they were found, which need no second look.
    met: HashSet<String>,
    /// How often a sighting was taken for more of a known bucket.
    more: HashMap<String, u64>,
    /// How many overblocks a refusal has.
    overblocks: BTreeMap<String, u64>,
    /// Texts of notes that have been told.
    notes: BTreeSet<String>,
    known_in_a_row: u64,
    told: Instant,
    why: Option<Why>,
    credits: Vec<Credit>,
}

impl<'a> Board<'a> {
    pub(super) fn new(plan: &'a Plan, workers: &[Worker], interrupted: &'a AtomicBool) -> Self {
        let checks = workers.first().map(|worker| worker.guard.checks()).unwrap_or_default();
        let begun = Instant::now();
        Self {
            plan,
            interrupted,
            begun,
            state: Mutex::new(State {
                seen: Seen::default(),
                stats: Stats::default(),
                checks: Checks::new(&checks),
                buckets: Vec::new(),
                texts: HashSet::new(),
                met: HashSet::new(),
                more: HashMap::new(),
                overblocks: BTreeMap::new(),
                notes: BTreeSet::new(),
                known_in_a_row: 0,
                told: begun,
                why: None,
                credits: Vec::new(),
            }),
        }
    }

    /// The state. A job that panicked while it held the lock left counts, not structure, behind.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the jobs have to end; the reason is written down once.
    pub(super) fn is_over(&self) -> bool {
        let why = if self.interrupted.load(Ordering::Relaxed) {
            Some(Why::Interrupted)
        } else if self.plan.time.is_some_and(|time| self.begun.elapsed() >= time) {
            Some(Why::Time)
        } else {
            None
        };
        let mut state = self.lock();
        let funnel = state.stats.funnel;
        let reached = |limit: Option<u64>, count| limit.is_some_and(|limit| count >= limit);
        let why = why
            .or_else(|| reached(self.plan.runs, funnel.ran).then_some(Why::Runs))
            .or_else(|| reached(self.plan.scripts, funnel.generated).then_some(Why::Runs))
            .or_else(|| (state.known_in_a_row >= KNOWN_IN_A_ROW).then_some(Why::Exhausted));
        if state.why.is_none() {
            state.why = why;
        }
        state.why.is_some()
    }

    /// Whether no further script is wanted: the plan has a number, or nothing new comes up.
    pub(super) fn is_full(&self) -> bool {
        let state = self.lock();
        self.plan.scripts.is_some_and(|scripts| state.stats.funnel.generated >= scripts)
            || state.known_in_a_row >= KNOWN_IN_A_ROW
            || state.why.is_some()
    }

    /// Whether a batch that was begun is not to be finished.
    pub(super) fn is_cut_short(&self) -> bool {
        let state = self.lock();
        self.is_urgent()
            || state.why.is_some()
            || self.plan.runs.is_some_and(|runs| state.stats.funnel.ran >= runs)
    }

    /// Whether a reduction has to end. Unlike [`Board::is_over`], the number of runs does not
    /// matter, nor that another job found something.
    pub(super) fn is_urgent(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
            || self.plan.time.is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// Whether somebody wants it to end now.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Ends the hunt. The gravest reason counts, and of equal ones the first: a hunt whose time was
    /// used up and whose result then turns out to be void is void.
    pub(super) fn end(&self, why: Why) {
        let gravity = |why: &Why| match why {
            Why::Controls(_) => 3,
            Why::Error(_) => 2,
            Why::Setup(_) => 1,
            _ => 0,
        };
        let mut state = self.lock();
        if state.why.as_ref().is_none_or(|first| gravity(&why) > gravity(first)) {
            state.why = Some(why);
        }
    }

    /// Forgets which sightings were met without becoming findings: the runs that did not show them again
    /// do not count.
    pub(super) fn forget_met(&self) {
        self.lock().met.clear();
    }

    /// Counts a script; whether it is a new one.
    pub(super) fn is_new(&self, hash: u64) -> bool {
        let mut state = self.lock();
        let new = state.seen.insert(hash);
        if new {
            state.stats.funnel.generated += 1;
            state.known_in_a_row = 0;
        } else {
            state.known_in_a_row += 1;
        }
        new
    }

    /// Adds what a lab has counted.
    pub(super) fn count(&self, counts: Counts) {
        let mut state = self.lock();
        for (shell, runs) in counts.runs {
            state.stats.funnel.ran += runs;
            *state.stats.runs.entry(shell).or_default() += runs;
        }
        state.stats.funnel.effect += counts.effects;
        for (clause, times) in counts.unchecked {
            *state.stats.unchecked.entry(clause).or_default() += times;
        }
    }

    /// Takes back what was counted of runs that do not count, and so many sightings that did not repeat.
    pub(super) fn take_back(&self, counts: &Counts, unconfirmed: u64) {
        let mut state = self.lock();
        let stats = &mut state.stats;
        let less = |from: &mut u64, count: u64| *from = from.saturating_sub(count);
        for (shell, runs) in &counts.runs {
            less(&mut stats.funnel.ran, *runs);
            less(stats.runs.entry(shell.clone()).or_default(), *runs);
        }
        less(&mut stats.funnel.effect, counts.effects);
        for (clause, times) in &counts.unchecked {
            less(stats.unchecked.entry(clause.clone()).or_default(), *times);
        }
        less(&mut stats.unconfirmed, unconfirmed);
    }

    /// Adds what a generator's rules have led to.
    pub(super) fn credit(&self, credits: &[Credit]) {
        let mut state = self.lock();
        if state.credits.len() < credits.len() {
            state.credits.resize(credits.len(), Credit::default());
        }
        for (sum, credit) in state.credits.iter_mut().zip(credits) {
            sum.add(*credit);
        }
    }

    /// The state for an event, where it is time for one.
    pub(super) fn due(&self) -> Option<Stats> {
        let mut state = self.lock();
        if state.told.elapsed() < self.plan.stats_every {
            return None;
        }
        state.told = Instant::now();
        Some(self.stats(&state))
    }

    fn stats(&self, state: &State) -> Stats {
        Stats {
            elapsed_ms: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            checks: state.checks.stats(),
            ..state.stats.clone()
        }
    }

    pub(super) fn summary(&self) -> Summary {
        let state = self.lock();
        Summary {
            stats: self.stats(&state),
            why: state.why.clone().unwrap_or(Why::Exhausted),
            credits: state.credits.clone(),
        }
    }
}

impl State {
    /// Whether a sighting is worth confirming and reducing: it is not if one with the same
    /// signature was met, and only now and then if a known bucket may explain it.
    pub(super) fn is_worth_it(&mut self, signature: &Signature) -> bool {
        let text = signature.text();
        if self.texts.contains(&text) || self.met.contains(&text) {
            return false;
        }
        let explained = self.buckets.iter().find(|known| known.narrows(signature)).map_or_else(
            || {
                let names = self
                    .buckets
                    .iter()
                    .filter(|known| {
                        Signature { what: signature.what.clone(), ..(*known).clone() }
                            .narrows(signature)
                    })
                    .count();
                (names >= NAMES).then(|| format!("{:?}", signature.clause))
            },
            |known| Some(known.text()),
        );
        if let Some(known) = explained {
            // Another hole may hide behind a known one, so the first few get a second look, and
            // then ever fewer.
            let count = self.more.entry(known).or_default();
            *count += 1;
            if *count > 4 && !count.is_power_of_two() {
                return false;
            }
        }
        if self.met.len() < REMEMBERED {
            self.met.insert(text);
        }
        true
    }

    /// Whether there is this bucket.
    pub(super) fn is_known(&self, signature: &Signature) -> bool {
        self.texts.contains(&signature.text())
    }

    /// Adds a bucket; whether it is a new one.
    pub(super) fn add_bucket(&mut self, signature: &Signature) -> bool {
        if !self.texts.insert(signature.text()) {
            return false;
        }
        self.buckets.push(signature.clone());
        self.stats.funnel.finding += 1;
        *self.stats.findings.entry(signature.kind.name().to_owned()).or_default() += 1;
        true
    }

    /// How many overblocks of a refusal there are, with one more to come.
    pub(super) fn overblocks(&self, id: &str) -> u64 {
        self.overblocks.get(id).copied().unwrap_or_default()
    }

    pub(super) fn add_overblock(&mut self, id: &str) {
        if self.overblocks.len() < 1_000 {
            *self.overblocks.entry(id.to_owned()).or_default() += 1;
        }
    }

    /// Whether a note has not been told yet.
    pub(super) fn is_new_note(&mut self, text: &str) -> bool {
        self.notes.len() < 100 && self.notes.insert(text.to_owned())
    }

    /// Whether there is a violation among the buckets.
    pub(super) fn has_violation(&self) -> bool {
        self.buckets.iter().any(|signature| FindingKind::is_violation(signature.kind))
    }
}
