//! Allowed scripts that wait to be run.

use std::time::{Duration, Instant};

use crate::generate::Candidate;
use crate::lab::Asked;

/// How many scripts wait at most. Beyond, a new one takes the place of any.
const MOST: usize = 1024;

/// The share of a hunt's time that runs take, in percent.
const SHARE: u32 = 60;

type Allowed = (Candidate, Vec<Asked>);

/// A fair sample of the scripts that were allowed and not yet run.
pub(super) struct Waiting {
    scripts: Vec<Allowed>,
    random: fastrand::Rng,
    begun: Instant,
    running: Duration,
}

impl Waiting {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            scripts: Vec::new(),
            random: fastrand::Rng::with_seed(seed),
            begun: Instant::now(),
            running: Duration::ZERO,
        }
    }

    pub(super) fn push(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        if self.scripts.len() < MOST {
            self.scripts.push((candidate, asked));
        } else {
            let at = self.random.usize(..MOST);
            self.scripts[at] = (candidate, asked);
        }
    }

    /// The one that has waited longest.
    pub(super) fn next(&mut self) -> Option<Allowed> {
        (!self.scripts.is_empty()).then(|| self.scripts.remove(0))
    }

    pub(super) fn took(&mut self, time: Duration) {
        self.running += time;
    }

    /// Whether runs have had their share of the time so far.
    pub(super) fn had_its_share(&self) -> bool {
        self.running > self.begun.elapsed() * SHARE / 100
    }
}
