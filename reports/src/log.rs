//! Gathers events into a log: figures of each hunt, one entry a bucket, and what is missing.

use std::collections::BTreeMap;

use corpora::event::{CheckStats, Event, Funnel, Start, Stats};
use corpora::finding::Finding;
use corpora::store;

use crate::ReportError;
use crate::promise::{self, Told};
use crate::raw;

/// How a hunt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `time`, `runs`, `first`, `exhausted`, `interrupted`, or an error's text.
    pub why: String,
    /// The exit code of the command.
    pub exit: u8,
}

/// One hunt of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunt {
    /// Its first event, where there is one.
    pub start: Option<Start>,
    /// The last state that it wrote, where there is one.
    pub stats: Option<Stats>,
    /// How it ended; `None` for one that was killed, or still runs.
    pub ending: Option<Ending>,
    /// What it noted on the way, with the number of times that it did.
    pub notes: Vec<(String, u64)>,
    /// Buckets that it told, each once.
    pub buckets: u64,
    /// What its log should hold and does not, in sentences.
    pub missing: Vec<String>,
}

impl Hunt {
    /// The guard's name, where the log holds it.
    pub fn guard(&self) -> Option<&str> {
        self.start.as_ref().map(|start| start.guard.as_str())
    }

    fn note(&mut self, text: String) {
        match self.notes.iter_mut().find(|(known, _)| *known == text) {
            Some((_, times)) => *times += 1,
            None => self.notes.push((text, 1)),
        }
    }

    /// Fills `missing` from what was gathered.
    fn settle(&mut self) {
        let mut missing = Vec::new();
        if self.start.is_none() {
            missing.push(
                "The log has no start event: guard, promise, shells and seed are not known."
                    .to_owned(),
            );
        }
        match (&self.ending, &self.stats) {
            (Some(_), _) => {}
            (None, Some(stats)) => missing.push(format!(
                "The log has no end event: the hunt was killed or still runs. Its figures are those \
                 of the last state it wrote, {} in.",
                crate::text::duration(stats.elapsed_ms)
            )),
            (None, None) => missing.push(
                "The log has neither an end event nor a state: how many scripts were tried is not \
                 known."
                    .to_owned(),
            ),
        }
        if let (Some(_), Some(stats)) = (&self.ending, &self.stats)
            && stats.funnel.finding > self.buckets
        {
            missing.push(format!(
                "The end event counts {}, the log tells {}: findings are missing from it.",
                crate::text::count(stats.funnel.finding, "bucket", "buckets"),
                crate::text::count(self.buckets, "bucket", "buckets"),
            ));
        }
        missing.append(&mut self.missing);
        self.missing = missing;
    }
}

/// The finding that stands for a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The finding with the shortest reduced script.
    pub finding: Finding,
    /// The hunts that found it, as indices into [`Log::hunts`], ascending.
    pub hunts: Vec<usize>,
    /// The hunt that the kept finding came from.
    pub from: usize,
}

/// What one or more hunts wrote, gathered. There is at least one hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The hunts, in the order in which they came.
    pub hunts: Vec<Hunt>,
    /// One entry a guard, kind and bucket: violations first, then notes, each by kind and clause.
    pub found: Vec<Found>,
}

impl Log {
    /// Gathers events, in the order in which they were written. A `start` event begins a hunt, an
    /// `end` event closes it; hunts may follow one another.
    ///
    /// # Errors
    ///
    /// [`ReportError::Empty`] where there is no event, [`ReportError::Version`] where a hunt wrote
    /// a newer format.
    pub fn from_events(events: impl IntoIterator<Item = Event>) -> Result<Self, ReportError> {
        let mut gather = Gather::new();
        for event in events {
            gather.event(event);
        }
        gather.finish()
    }

    /// The funnels of all hunts, added up. Its last stage is the number of entries in
    /// [`Log::found`], so that a bucket that two hunts found counts once. `None` where no hunt
    /// wrote a state.
    pub fn funnel(&self) -> Option<Funnel> {
        let mut any = false;
        let mut sum = Funnel::default();
        for stats in self.hunts.iter().filter_map(|hunt| hunt.stats.as_ref()) {
            any = true;
            sum.generated = sum.generated.saturating_add(stats.funnel.generated);
            sum.read = sum.read.saturating_add(stats.funnel.read);
            sum.allowed = sum.allowed.saturating_add(stats.funnel.allowed);
            sum.ran = sum.ran.saturating_add(stats.funnel.ran);
            sum.effect = sum.effect.saturating_add(stats.funnel.effect);
        }
        sum.finding = u64::try_from(self.found.len()).unwrap_or(u64::MAX);
        any.then_some(sum)
    }

    /// The counts of all hunts by name, added up.
    fn sum(&self, pick: impl Fn(&Stats) -> &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
        let mut sums = BTreeMap::new();
        for stats in self.hunts.iter().filter_map(|hunt| hunt.stats.as_ref()) {
            for (name, count) in pick(stats) {
                let sum: &mut u64 = sums.entry(name.clone()).or_default();
                *sum = sum.saturating_add(*count);
            }
        }
        sums
    }

    /// Clause name to the number of runs in which it could not be checked.
    pub fn unchecked(&self) -> BTreeMap<String, u64> {
        let mut sums = self.sum(|stats| &stats.unchecked);
        sums.retain(|_, runs| *runs > 0);
        sums
    }

    /// Decisions by name.
    pub fn decisions(&self) -> BTreeMap<String, u64> {
        self.sum(|stats| &stats.decisions)
    }

    /// Oracle runs by shell.
    pub fn runs(&self) -> BTreeMap<String, u64> {
        self.sum(|stats| &stats.runs)
    }

    /// Findings that did not repeat, and were dropped.
    pub fn unconfirmed(&self) -> u64 {
        self.hunts
            .iter()
            .filter_map(|hunt| hunt.stats.as_ref())
            .fold(0, |sum, stats| sum.saturating_add(stats.unconfirmed))
    }

    /// What is known about each check, all hunts added up. The shadowing check is that of the hunt
    /// which saw most shadowed scripts.
    pub fn checks(&self) -> BTreeMap<String, CheckStats> {
        let mut sums: BTreeMap<String, CheckStats> = BTreeMap::new();
        let mut most: BTreeMap<String, u64> = BTreeMap::new();
        for stats in self.hunts.iter().filter_map(|hunt| hunt.stats.as_ref()) {
            for (id, check) in &stats.checks {
                let sum = sums.entry(id.clone()).or_default();
                sum.near_misses = sum.near_misses.saturating_add(check.near_misses);
                sum.shadowed = sum.shadowed.saturating_add(check.shadowed);
                let seen = most.entry(id.clone()).or_default();
                if check.shadowed_by.is_some()
                    && (sum.shadowed_by.is_none() || check.shadowed > *seen)
                {
                    *seen = check.shadowed;
                    sum.shadowed_by.clone_from(&check.shadowed_by);
                }
            }
        }
        sums
    }

    /// The exit code that all hunts together come to, by the order in which the codes outrank each
    /// other: 97, 1, 96, 106, 100, 4, 0. `None` where a hunt has no end event.
    pub fn exit(&self) -> Option<u8> {
        const RANK: [u8; 7] = [97, 1, 96, 106, 100, 4, 0];
        let mut codes = Vec::new();
        for hunt in &self.hunts {
            codes.push(hunt.ending.as_ref()?.exit);
        }
        let known = RANK.into_iter().find(|code| codes.contains(code));
        // A code that is not in the list is an error by nature, so it outranks what is.
        codes.iter().copied().find(|code| !RANK.contains(code)).or(known)
    }

    /// How the command line named the guard of a finding: as its hunt was told, or by its name.
    pub(crate) fn guard_arg<'a>(&'a self, found: &'a Found) -> &'a str {
        self.hunts
            .get(found.from)
            .and_then(|hunt| hunt.start.as_ref())
            .and_then(|start| start.guard_arg.as_deref())
            .unwrap_or(&found.finding.guard)
    }

    /// The clause that a finding broke, in words. What its hunt's promise says of it is preferred
    /// to what the name alone says.
    pub(crate) fn broken_clause(&self, found: &Found) -> Option<Told> {
        let name = found.finding.clause.as_deref()?;
        let promise = self.hunts.get(found.from).and_then(|hunt| hunt.start.as_ref());
        let told = promise
            .map(|start| promise::clauses(&start.promise))
            .unwrap_or_default()
            .into_iter()
            .find(|told| told.name == name);
        Some(told.unwrap_or_else(|| promise::by_name(name)))
    }

    /// The names of the guards, each once.
    pub(crate) fn guards(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for hunt in &self.hunts {
            let name = hunt.guard().unwrap_or("unknown guard");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Everything that is missing, with the hunt's place in front where there are several.
    pub fn missing(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (index, hunt) in self.hunts.iter().enumerate() {
            for text in &hunt.missing {
                all.push(match self.hunts.len() {
                    1 => text.clone(),
                    _ => format!("Hunt {}: {text}", index + 1),
                });
            }
        }
        all
    }
}

/// Gathers logs piece by piece: events, or whole output folders.
#[derive(Debug, Default)]
pub struct Gather {
    hunts: Vec<Hunt>,
    found: Vec<Found>,
    places: BTreeMap<(String, &'static str, String), usize>,
    open: bool,
}

impl Gather {
    /// Begins with nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The place of the hunt that the next event belongs to.
    fn current(&mut self) -> usize {
        if !self.open || self.hunts.is_empty() {
            self.hunts.push(Hunt::default());
            self.open = true;
        }
        self.hunts.len() - 1
    }

    /// Takes in one event.
    pub fn event(&mut self, event: Event) {
        if matches!(event, Event::Start(_)) {
            self.open = false;
        }
        let place = self.current();
        if let Event::Finding(finding) = event {
            self.finding(place, finding);
            return;
        }
        let Some(hunt) = self.hunts.get_mut(place) else { return };
        match event {
            Event::Start(start) => hunt.start = Some(start),
            Event::Stats(stats) => hunt.stats = Some(stats),
            Event::Note { text } => hunt.note(text),
            Event::End(end) => {
                hunt.stats = Some(end.stats);
                hunt.ending = Some(Ending { why: end.why, exit: end.exit });
                self.open = false;
            }
            Event::Finding(_) => {}
        }
    }

    fn finding(&mut self, place: usize, finding: Finding) {
        let key = (finding.guard.clone(), finding.kind.name(), finding.bucket.clone());
        let known = self.places.get(&key).and_then(|index| self.found.get_mut(*index));
        let Some(known) = known else {
            self.places.insert(key, self.found.len());
            self.found.push(Found { finding, hunts: vec![place], from: place });
            return;
        };
        if known.hunts.last() != Some(&place) {
            known.hunts.push(place);
        }
        // What a hunt tells again about a bucket replaces what it told before.
        let replaces = known.from == place;
        if replaces || raw::reduced(&finding).len() < raw::reduced(&known.finding).len() {
            known.finding = finding;
            known.from = place;
        }
    }

    /// Takes in an output folder as it was read: its events, the findings that have a folder but
    /// no event, and what was torn. Hunts do not go on from one folder to the next.
    pub fn stored(&mut self, stored: store::Log) {
        self.open = false;
        let store::Log { dir: _, events, only_in_folders, torn } = stored;
        for event in events {
            self.event(event);
        }
        // What follows belongs to the hunt that the folder holds, though it has ended.
        self.open = !self.hunts.is_empty();
        if let Some(torn) = torn {
            self.missing(torn.to_string());
        }
        if !only_in_folders.is_empty() {
            let count = u64::try_from(only_in_folders.len()).unwrap_or(u64::MAX);
            self.missing(format!(
                "The log lacks {}, taken here from the folder of findings.",
                crate::text::count(count, "finding", "findings")
            ));
        }
        for finding in only_in_folders {
            let place = self.current();
            self.finding(place, finding);
        }
        self.open = false;
    }

    fn missing(&mut self, text: String) {
        let place = self.current();
        if let Some(hunt) = self.hunts.get_mut(place) {
            hunt.missing.push(text);
        }
    }

    /// The log.
    ///
    /// # Errors
    ///
    /// As [`Log::from_events`].
    pub fn finish(self) -> Result<Log, ReportError> {
        let Self { mut hunts, mut found, .. } = self;
        if hunts.is_empty() {
            return Err(ReportError::Empty);
        }
        for (place, hunt) in hunts.iter_mut().enumerate() {
            let own = found.iter().filter(|found| found.hunts.contains(&place)).count();
            hunt.buckets = u64::try_from(own).unwrap_or(u64::MAX);
            if let Some(start) = &hunt.start
                && start.v != store::VERSION
            {
                return Err(ReportError::Version { guard: start.guard.clone(), found: start.v });
            }
            hunt.settle();
        }
        found.sort_by(|left, right| crate::order::of(left).cmp(&crate::order::of(right)));
        Ok(Log { hunts, found })
    }
}
