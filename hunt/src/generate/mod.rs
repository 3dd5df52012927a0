//! Makes scripts.
//!
//! A *candidate* is a script that may be worth asking a guard about, with the rules that made it.
//! Most cross a *payload* (the least that breaks a clause) with *disguises* (other ways to say it)
//! and a *position* (where it stands) around a script that the guard is known to allow; others
//! change such a script a little. A stored case can take the place of payload or script.
//!
//! The same seed gives the same candidates as long as it is told the same things about them.

mod chance;
mod disguise;
mod facts;
mod mutate;
mod operand;
mod payload;
mod planned;
mod position;
mod reshape;
mod rule;
mod spelling;
mod startup;
mod template;
mod tool;
mod words;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use guard::{Clause, Promise};

pub use disguise::DISGUISES;
pub use facts::Facts;
pub use mutate::MUTATIONS;
pub use payload::{NOBODY, PAYLOADS, Payload};
use planned::{Planned, payloads_for, planned, promised};
pub use position::POSITIONS;
use rule::Bandit;
pub use rule::{Credit, Make, Reward, Rule, RuleId, RuleKind};
use template::Fill;
pub use tool::{TOOLS, Tool};
use words::Words;

/// How many scripts that a guard allowed, or almost allowed, are kept to be changed further.
const POOL: usize = 256;

/// The longest script that is kept to be changed. Guards and shells are fast on these, and holes are
/// not long.
const LONGEST: usize = 2048;

/// The longest script that is made: Linux takes no argument of 128 KiB and more.
const LONGEST_MADE: usize = (128 << 10) - 1024;

/// What a rule works on.
#[derive(Debug)]
pub struct Site<'a> {
    /// The script around which, or of which, something is made.
    pub seed: &'a [u8],
    /// What is hidden in it.
    pub payload: &'a [u8],
    facts: &'a Facts,
    words: &'a Words,
    rng: &'a mut fastrand::Rng,
}

impl Site<'_> {
    fn make(&mut self, make: &Make) -> Option<Vec<u8>> {
        match make {
            Make::Text(template) => {
                let fill = Fill { seed: self.seed, payload: self.payload, facts: self.facts };
                Some(fill.fill(template, self.rng))
            }
            Make::With(with) => with(self),
        }
    }
}

/// A script, and the rules that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The bytes.
    pub script: Vec<u8>,
    /// The rules; the plan first.
    pub rules: Vec<RuleId>,
}

/// What a candidate is made to do, if the guard allows it and it runs as it is meant to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It breaks a clause of the promise wherever it is run.
    Breach,
    /// It does something that the promise speaks of for some runs only, as `enter` does.
    Effect,
}

/// The ways to build a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Cross,
    Alone,
    Tool,
    Mutate,
    NearMiss,
    Splice,
    Corpus,
}

const PLANS: &[(&str, Plan)] = &[
    ("cross", Plan::Cross),
    ("alone", Plan::Alone),
    ("tool", Plan::Tool),
    ("mutate", Plan::Mutate),
    ("near-miss", Plan::NearMiss),
    ("splice", Plan::Splice),
    ("corpus", Plan::Corpus),
];

/// What a generator starts from.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Scripts that the guard is known to allow.
    pub seeds: Vec<Vec<u8>>,
    /// Scripts of stored cases.
    pub corpus: Vec<Vec<u8>>,
    /// Texts whose words may mean something to the guard.
    pub words: Vec<Vec<u8>>,
}

/// Makes candidates without end.
#[derive(Debug)]
pub struct Generator {
    rng: fastrand::Rng,
    facts: Facts,
    /// The plainest places, for what is tried before chance begins.
    plainest: Facts,
    words: Words,
    bandit: Bandit,
    payloads: Vec<usize>,
    /// The names of the promise's clauses.
    names: Vec<&'static str>,
    seeds: Vec<Vec<u8>>,
    corpus: Vec<Vec<u8>>,
    allowed: VecDeque<Vec<u8>>,
    /// Near-misses by check, so that a check with few of them is followed as much as one with many.
    near: BTreeMap<&'static str, VecDeque<Vec<u8>>>,
    planned: VecDeque<Planned>,
}

impl Generator {
    /// A generator. `share` is this one's place among all that work on the same hunt, and how
    /// many they are: each takes its part of what is tried before chance begins.
    pub fn new(
        seed: u64,
        share: (usize, usize),
        promise: &Promise,
        facts: Facts,
        material: Material,
    ) -> Self {
        let mut words = Words::default();
        for text in material.seeds.iter().chain(&material.words) {
            words.learn(text);
        }
        for clause in &promise.clauses {
            if let Clause::Write(globs)
            | Clause::Delete { globs, .. }
            | Clause::Keep(globs)
            | Clause::Spare { globs, .. } = clause
            {
                globs.iter().for_each(|glob| words.learn(glob.as_bytes()));
            }
        }
        let mut seeds = material.seeds;
        for script in promised(promise) {
            if !seeds.contains(&script) {
                seeds.push(script);
            }
        }
        seeds.retain(|script| script.len() <= LONGEST);
        if seeds.is_empty() {
            // A guard that names nothing: the commonest commands, one of which it may allow.
            seeds = ["pwd", "ls", "echo hi", "git status", "true"].map(Vec::from).to_vec();
        }
        let mut corpus = material.corpus;
        corpus.retain(|script| script.len() <= LONGEST);
        let payloads = payloads_for(promise);
        let planned =
            planned(share, &payloads, &seeds, &facts.plainest(), &facts.script, corpus.len());
        let (at, _) = share;
        Self {
            rng: fastrand::Rng::with_seed(seed ^ (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            plainest: facts.plainest(),
            facts,
            words,
            bandit: Bandit::new(rule_count()),
            payloads,
            names: promise.clauses.iter().map(Clause::name).collect(),
            seeds,
            corpus,
            allowed: VecDeque::new(),
            near: BTreeMap::new(),
            planned,
        }
    }

    /// The next candidate. Two of them may be the same script.
    pub fn next_candidate(&mut self) -> Candidate {
        loop {
            let made = match self.planned.pop_front() {
                Some(planned) => self.planned(planned),
                None => self.by_chance(),
            };
            if let Some(candidate) = made.filter(|made| made.script.len() <= LONGEST_MADE) {
                for rule in &candidate.rules {
                    self.bandit.used(*rule);
                }
                return candidate;
            }
        }
    }

    /// What a candidate was made for: nothing, where it holds neither a payload that breaks a clause of the
    /// promise nor a script that stands in the world, which may do anything.
    pub fn aims(&self, candidate: &Candidate) -> Option<Aim> {
        let (payloads, tools) = (range(RuleKind::Payload), range(RuleKind::Tool));
        let aim = |rule: &RuleId| {
            let at = usize::from(rule.0);
            let tool = at.checked_sub(tools.start).and_then(|at| TOOLS.get(at));
            if tool.is_some_and(Tool::runs_script) {
                return Some(Aim::Breach);
            }
            let payload = at.checked_sub(payloads.start).and_then(|at| PAYLOADS.get(at))?;
            let broken = |name: &&&str| self.names.contains(*name);
            match payload.clauses.iter().filter(broken).any(|name| *name != "enter") {
                true => Some(Aim::Breach),
                false => payload.clauses.iter().find(broken).map(|_| Aim::Effect),
            }
        };
        let aims = candidate.rules.iter().filter_map(aim);
        aims.min_by_key(|aim| *aim != Aim::Breach)
    }

    /// Whether what is tried before chance begins has been tried.
    pub fn is_random(&self) -> bool {
        self.planned.is_empty()
    }

    /// Learns what a candidate led to.
    pub fn reward(&mut self, candidate: &Candidate, reward: Reward) {
        for rule in &candidate.rules {
            self.bandit.reward(*rule, reward);
        }
        if reward == Reward::Allowed && candidate.script.len() <= LONGEST {
            keep(&mut self.allowed, POOL, &candidate.script, &mut self.rng);
        }
    }

    /// Learns that one check alone refused a candidate.
    pub fn near_miss(&mut self, candidate: &Candidate, check: &'static str) {
        self.reward(candidate, Reward::NearMiss);
        if candidate.script.len() > LONGEST {
            return;
        }
        let pool = self.near.entry(check).or_default();
        keep(pool, POOL / 4, &candidate.script, &mut self.rng);
    }

    /// What each rule has led to, in the order of [`rules`].
    pub fn credits(&self) -> &[Credit] {
        self.bandit.credits()
    }

    /// Learns the words of a text, such as the reason of a refusal.
    pub fn learn(&mut self, text: &[u8]) {
        self.words.learn(text);
    }

    /// A script made of this one, which somebody else found worth keeping: changed a little, with
    /// a payload somewhere around it, or another one altogether. The same seed makes the same one.
    pub fn around(&mut self, script: &[u8], seed: u64) -> Vec<u8> {
        self.rng = fastrand::Rng::with_seed(seed);
        let base = Candidate { script: script.to_vec(), rules: Vec::new() };
        let made = match self.rng.u8(..8) {
            0 => self.by_chance(),
            1 if !self.planned.is_empty() => {
                let at = self.rng.usize(..self.planned.len());
                self.planned.get(at).cloned().and_then(|planned| self.planned(planned))
            }
            1 | 2 => match self.payload(None) {
                Some(payload) => self.put(payload, script),
                None => None,
            },
            times => self.mutate(base, usize::from(times / 2)),
        };
        made.map_or_else(|| script.to_vec(), |made| made.script)
    }
}

/// Keeps a script in a pool. Where that is full, a random one leaves, so that old and new ones stay.
fn keep(pool: &mut VecDeque<Vec<u8>>, most: usize, script: &[u8], rng: &mut fastrand::Rng) {
    if pool.len() >= most {
        pool.swap_remove_back(rng.usize(..pool.len()));
    }
    pool.push_back(script.to_vec());
}

/// Every rule's kind and name, in the order of [`RuleId`].
pub fn rules() -> Vec<(RuleKind, String)> {
    let mut all: Vec<(RuleKind, String)> = Vec::with_capacity(rule_count());
    all.extend(PLANS.iter().map(|(name, _)| (RuleKind::Plan, (*name).to_owned())));
    all.extend(PAYLOADS.iter().map(|item| (RuleKind::Payload, item.name.to_owned())));
    all.extend(TOOLS.iter().map(|item| (RuleKind::Tool, item.text.to_owned())));
    for table in [DISGUISES, POSITIONS, MUTATIONS] {
        all.extend(table.iter().map(|item| (item.kind, item.name.to_owned())));
    }
    all
}

/// The places of a kind's rules in the list of all rules.
fn range(kind: RuleKind) -> Range<usize> {
    let counts = [
        (RuleKind::Plan, PLANS.len()),
        (RuleKind::Payload, PAYLOADS.len()),
        (RuleKind::Tool, TOOLS.len()),
        (RuleKind::Disguise, DISGUISES.len()),
        (RuleKind::Position, POSITIONS.len()),
        (RuleKind::Mutation, MUTATIONS.len()),
    ];
    let mut from = 0;
    for (other, count) in counts {
        if other == kind {
            return from..from + count;
        }
        from += count;
    }
    from..from
}

fn rule_count() -> usize {
    range(RuleKind::Mutation).end
}

/// The id of the rule at a place of its table.
fn id(kind: RuleKind, at: usize) -> RuleId {
    RuleId(u16::try_from(range(kind).start + at).unwrap_or(u16::MAX))
}

/// The place of a rule in its table.
fn place(kind: RuleKind, rule: RuleId) -> usize {
    usize::from(rule.0).wrapping_sub(range(kind).start)
}

#[cfg(test)]
mod tests;
