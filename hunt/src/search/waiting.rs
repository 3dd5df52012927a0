//! Allowed scripts that wait to be run.
//!
//! Where more is allowed than can be run, what has rarely been run goes first: scripts are told
//! apart by their shape, so that a hole of one odd kind is not lost in a crowd of plain commands.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use crate::bucket::Shape;
use crate::generate::Candidate;
use crate::lab::Asked;

/// How many scripts wait at most.
const MOST: usize = 1024;

/// How many scripts that are likely to show a breach go before the others.
const LIKELY: usize = 16;

/// How many shapes are told apart. Further ones share a place.
const SHAPES: usize = 4096;

/// The share of a hunt's time that runs take, in percent.
const SHARE: u32 = 60;

type Allowed = (Candidate, Vec<Asked>);

/// The scripts of one shape.
#[derive(Default)]
struct Alike {
    waiting: VecDeque<Allowed>,
    /// How many were handed out.
    ran: u64,
}

/// The scripts that were allowed and not yet run, as many as are kept.
pub(super) struct Waiting {
    /// Those to which the guard gave no verdict. They are few, and none of them leaves.
    urgent: VecDeque<Allowed>,
    /// Those that are a breach if they do what they were made for, as many as are kept.
    likely: VecDeque<Allowed>,
    shapes: BTreeMap<String, Alike>,
    count: usize,
    /// Whether the last one that was handed out was a likely one.
    was_likely: bool,
    begun: Instant,
    running: Duration,
}

impl Waiting {
    pub(super) fn new() -> Self {
        Self {
            urgent: VecDeque::new(),
            likely: VecDeque::new(),
            shapes: BTreeMap::new(),
            count: 0,
            was_likely: false,
            begun: Instant::now(),
            running: Duration::ZERO,
        }
    }

    /// Adds a script that goes before all others.
    pub(super) fn push_urgent(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        self.urgent.push_back((candidate, asked));
    }

    /// Adds a script that goes before the others unless enough of its kind wait.
    pub(super) fn push_likely(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        if self.likely.len() < LIKELY {
            self.likely.push_back((candidate, asked));
        } else {
            self.push(candidate, asked);
        }
    }

    /// Whether an urgent script waits.
    pub(super) fn has_urgent(&self) -> bool {
        !self.urgent.is_empty()
    }

    /// Adds a script. Where too many wait, the oldest of the most crowded shape leaves.
    pub(super) fn push(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        let mut shape = Shape::of(&candidate.script).text();
        if self.shapes.len() >= SHAPES && !self.shapes.contains_key(&shape) {
            shape.clear();
        }
        self.shapes.entry(shape).or_default().waiting.push_back((candidate, asked));
        self.count += 1;
        if self.count > MOST
            && let Some(crowd) = self.shapes.values_mut().max_by_key(|alike| alike.waiting.len())
        {
            crowd.waiting.pop_front();
            self.count -= 1;
        }
    }

    /// An urgent one; else, by turns, a likely one and the one that has waited longest among those of the
    /// shape that was run least.
    pub(super) fn next(&mut self) -> Option<Allowed> {
        if let Some(first) = self.urgent.pop_front() {
            return Some(first);
        }
        self.was_likely = !self.was_likely;
        let likely = self.was_likely || self.count == 0;
        if let Some(first) = self.likely.pop_front_if(|_| likely) {
            return Some(first);
        }
        let some = self.shapes.values_mut().filter(|alike| !alike.waiting.is_empty());
        let rarest = some.min_by_key(|alike| alike.ran)?;
        rarest.ran += 1;
        self.count -= 1;
        rarest.waiting.pop_front()
    }

    pub(super) fn took(&mut self, time: Duration) {
        self.running += time;
    }

    /// Whether runs have had their share of the time so far.
    pub(super) fn had_its_share(&self) -> bool {
        self.running > self.begun.elapsed() * SHARE / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(script: String) -> Candidate {
        Candidate { script: script.into_bytes(), rules: Vec::new() }
    }

    #[test]
    fn the_odd_one_is_not_lost_in_a_crowd() {
        let mut waiting = Waiting::new();
        waiting.push(made("echo `id`".into()), Vec::new());
        for at in 0..3 * MOST {
            waiting.push(made(format!("echo {at}")), Vec::new());
        }
        assert_eq!(waiting.count, MOST);
        let next = |waiting: &mut Waiting| waiting.next().map(|(candidate, _)| candidate.script);
        let first = [next(&mut waiting), next(&mut waiting)];
        assert!(first.contains(&Some(b"echo `id`".to_vec())));
        waiting.push(made("echo $(id)".into()), Vec::new());
        assert_eq!(next(&mut waiting), Some(b"echo $(id)".to_vec()), "never run before");
        let mut left = 0;
        while next(&mut waiting).is_some() {
            left += 1;
        }
        assert_eq!((left, waiting.count), (MOST - 2, 0));
        waiting.push(made("echo".into()), Vec::new());
        waiting.push_urgent(made("crash".into()), Vec::new());
        assert!(waiting.has_urgent());
        assert_eq!(next(&mut waiting), Some(b"crash".to_vec()));
        assert!(!waiting.has_urgent());
        for at in 0..=LIKELY {
            waiting.push_likely(made(format!("likely{at}")), Vec::new());
        }
        assert_eq!((waiting.likely.len(), waiting.count), (LIKELY, 2));
        assert_eq!(next(&mut waiting), Some(b"likely0".to_vec()));
    }

    #[test]
    fn shapes_without_end_share_a_place() {
        let mut waiting = Waiting::new();
        for at in 0..2 * SHAPES {
            waiting.push(made(format!("word{at}")), Vec::new());
        }
        assert!(waiting.shapes.len() <= SHAPES + 1);
        assert_eq!(waiting.count, MOST);
    }
}
