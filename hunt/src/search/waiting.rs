//! Allowed scripts that wait to be run.
//!
//! Where more is allowed than can be run, what has rarely been run goes first: scripts are told
//! apart by their shape, so that a hole of one odd kind is not lost in a crowd of plain commands.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use crate::bucket::Shape;
use crate::generate::{Aim, Candidate};
use crate::lab::Asked;

/// How many scripts of a pool wait at most.
const MOST: usize = 4096;

/// How many shapes of a pool are told apart. Further ones share a place.
const SHAPES: usize = 4096;

/// The share of a hunt's time that runs take, in percent.
const SHARE: u32 = 60;

type Allowed = (Candidate, Vec<Asked>);

/// The scripts of one shape.
#[derive(Default)]
struct Alike {
    /// Each with its number in the order of arrival.
    waiting: VecDeque<(u64, Allowed)>,
    /// How many were handed out.
    ran: u64,
}

impl Alike {
    /// When the one came that has waited longest.
    fn since(&self) -> u64 {
        self.waiting.front().map_or(0, |(arrival, _)| *arrival)
    }
}

/// Scripts by their shapes.
#[derive(Default)]
struct Pool {
    shapes: BTreeMap<String, Alike>,
    count: usize,
    /// How many came so far.
    arrivals: u64,
}

impl Pool {
    /// Adds a script. Where too many wait, the oldest of the most crowded shape leaves; where none is
    /// crowded, the one that came last.
    fn push(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        let mut shape = Shape::of(&candidate.script).text();
        if self.shapes.len() >= SHAPES && !self.shapes.contains_key(&shape) {
            shape.clear();
        }
        self.arrivals += 1;
        let one = (self.arrivals, (candidate, asked));
        self.shapes.entry(shape).or_default().waiting.push_back(one);
        self.count += 1;
        let crowded = |alike: &&mut Alike| (alike.waiting.len(), alike.since());
        if self.count > MOST
            && let Some(crowd) = self.shapes.values_mut().max_by_key(crowded)
        {
            crowd.waiting.pop_front();
            self.count -= 1;
        }
    }

    /// The one that has waited longest among those of the shapes that were run least.
    fn next(&mut self) -> Option<Allowed> {
        let some = self.shapes.values_mut().filter(|alike| !alike.waiting.is_empty());
        let rarest = some.min_by_key(|alike| (alike.ran, alike.since()))?;
        rarest.ran += 1;
        self.count -= 1;
        rarest.waiting.pop_front().map(|(_, allowed)| allowed)
    }
}

/// The scripts that were allowed and not yet run, as many as are kept.
pub(super) struct Waiting {
    /// Those to which the guard gave no verdict. They are few, and none of them leaves.
    urgent: VecDeque<Allowed>,
    /// The others: those that were made to be a breach, to have an effect, and for nothing in particular.
    pools: [Pool; 3],
    /// The pool whose turn it is.
    turn: usize,
    begun: Instant,
    running: Duration,
}

impl Waiting {
    pub(super) fn new() -> Self {
        Self {
            urgent: VecDeque::new(),
            pools: Default::default(),
            turn: 0,
            begun: Instant::now(),
            running: Duration::ZERO,
        }
    }

    /// Adds a script that goes before all others.
    pub(super) fn push_urgent(&mut self, candidate: Candidate, asked: Vec<Asked>) {
        self.urgent.push_back((candidate, asked));
    }

    /// Adds any other script, with what it was made for.
    pub(super) fn push(&mut self, aim: Option<Aim>, candidate: Candidate, asked: Vec<Asked>) {
        let [breach, effect, nothing] = &mut self.pools;
        let pool = match aim {
            Some(Aim::Breach) => breach,
            Some(Aim::Effect) => effect,
            None => nothing,
        };
        pool.push(candidate, asked);
    }

    /// Whether an urgent script waits.
    pub(super) fn has_urgent(&self) -> bool {
        !self.urgent.is_empty()
    }

    /// An urgent one; else, by turns, one of each pool.
    pub(super) fn next(&mut self) -> Option<Allowed> {
        if let Some(first) = self.urgent.pop_front() {
            return Some(first);
        }
        let turn = self.turn;
        self.turn = (turn + 1) % self.pools.len();
        let (before, from) = self.pools.split_at_mut(turn);
        from.iter_mut().chain(before).find_map(Pool::next)
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
        waiting.push(None, made("echo `id`".into()), Vec::new());
        for at in 0..3 * MOST {
            waiting.push(None, made(format!("echo {at}")), Vec::new());
        }
        assert_eq!(waiting.pools[2].count, MOST);
        let next = |waiting: &mut Waiting| waiting.next().map(|(candidate, _)| candidate.script);
        let first = [next(&mut waiting), next(&mut waiting)];
        assert!(first.contains(&Some(b"echo `id`".to_vec())));
        waiting.push(None, made("echo $(id)".into()), Vec::new());
        assert_eq!(next(&mut waiting), Some(b"echo $(id)".to_vec()), "never run before");
        let mut left = 0;
        while next(&mut waiting).is_some() {
            left += 1;
        }
        assert_eq!((left, waiting.pools[2].count), (MOST - 2, 0));
        waiting.push(None, made("echo".into()), Vec::new());
        waiting.push_urgent(made("crash".into()), Vec::new());
        assert!(waiting.has_urgent());
        assert_eq!(next(&mut waiting), Some(b"crash".to_vec()));
        assert!(!waiting.has_urgent());
        waiting.push(Some(Aim::Breach), made("rm x".into()), Vec::new());
        waiting.push(Some(Aim::Breach), made("rm y".into()), Vec::new());
        let order: Vec<_> = std::iter::from_fn(|| next(&mut waiting)).collect();
        let place = |script: &str| order.iter().position(|other| other == script.as_bytes());
        assert!(place("rm x") <= Some(1) && place("rm y") == Some(2), "by turns: {order:?}");
    }

    #[test]
    fn shapes_without_end_share_a_place() {
        let mut waiting = Waiting::new();
        for at in 0..2 * SHAPES {
            waiting.push(None, made(format!("word{at}")), Vec::new());
        }
        assert!(waiting.pools[2].shapes.len() <= SHAPES + 1);
        assert_eq!(waiting.pools[2].count, MOST);
    }
}
