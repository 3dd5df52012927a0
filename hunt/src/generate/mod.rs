//! Makes scripts.
//!
//! A *candidate* is a script that may be worth asking a guard about, with the rules that made it.
//! Most cross a *payload* (the least that breaks a clause) with *disguises* (other ways to say it)
//! and a *position* (where it stands) around a script that the guard is known to allow; others
//! change such a script a little. A stored case can take the place of payload or script.
//!
//! The same seed gives the same candidates as long as it is told the same things about them.

mod disguise;
mod facts;
mod mutate;
mod payload;
mod position;
mod rule;
mod template;
mod tool;
mod words;

use std::collections::VecDeque;
use std::ops::Range;

use guard::{Clause, Promise};

pub use disguise::DISGUISES;
pub use facts::Facts;
pub use mutate::MUTATIONS;
pub use payload::{NOBODY, PAYLOADS, Payload};
pub use position::POSITIONS;
use rule::Bandit;
pub use rule::{Make, Reward, Rule, RuleId, RuleKind};
use template::{Fill, cut};
pub use tool::{TOOLS, Tool};
use words::Words;

/// How many scripts that a guard allowed, or almost allowed, are kept to be changed further.
const POOL: usize = 256;

/// The longest script that is made. Guards and shells are fast on these, and holes are not long.
const LONGEST: usize = 2048;

/// The longest seed of which everything that is one mark away is tried.
const SHORT: usize = 80;

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

/// One of the candidates that are tried before chance begins.
#[derive(Clone, Debug)]
enum Planned {
    Seed(usize),
    Changed { mutation: &'static str, script: Vec<u8> },
    Position { position: usize, payload: usize, seed: usize },
    Disguise { disguise: usize, payload: usize },
    Tool(usize),
    Corpus(usize),
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
    seeds: Vec<Vec<u8>>,
    corpus: Vec<Vec<u8>>,
    allowed: VecDeque<Vec<u8>>,
    near: VecDeque<Vec<u8>>,
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
            if let Clause::Write(globs) | Clause::Delete { globs, .. } | Clause::Keep(globs) =
                clause
            {
                globs.iter().for_each(|glob| words.learn(glob.as_bytes()));
            }
        }
        let mut seeds = material.seeds;
        seeds.retain(|script| script.len() <= LONGEST);
        if seeds.is_empty() {
            // A guard that names nothing: the commonest commands, one of which it may allow.
            seeds = ["pwd", "ls", "echo hi", "git status", "true"].map(Vec::from).to_vec();
        }
        let mut corpus = material.corpus;
        corpus.retain(|script| script.len() <= LONGEST);
        let payloads = payloads_for(promise);
        let planned = planned(share, &payloads, &seeds, corpus.len());
        let (at, _) = share;
        Self {
            rng: fastrand::Rng::with_seed(seed ^ (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            plainest: facts.plainest(),
            facts,
            words,
            bandit: Bandit::new(rule_count()),
            payloads,
            seeds,
            corpus,
            allowed: VecDeque::new(),
            near: VecDeque::new(),
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
            if let Some(candidate) = made.filter(|made| made.script.len() <= LONGEST) {
                for rule in &candidate.rules {
                    self.bandit.used(*rule);
                }
                return candidate;
            }
        }
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
        let pool = match reward {
            Reward::Allowed => &mut self.allowed,
            Reward::NearMiss => &mut self.near,
            Reward::Effect | Reward::Finding => return,
        };
        if pool.len() == POOL {
            // A random one leaves, so that old and new ones stay.
            let at = self.rng.usize(..pool.len());
            pool.swap_remove_back(at);
        }
        pool.push_back(candidate.script.clone());
    }

    /// Learns the words of a text, such as the reason of a refusal.
    pub fn learn(&mut self, text: &[u8]) {
        self.words.learn(text);
    }

    fn planned(&mut self, planned: Planned) -> Option<Candidate> {
        Some(match planned {
            Planned::Seed(at) => {
                Candidate { script: self.seeds.get(at)?.clone(), rules: Vec::new() }
            }
            Planned::Changed { mutation, script } => {
                let mut rules = vec![id(RuleKind::Plan, 3)];
                let at = MUTATIONS.iter().position(|rule| rule.name == mutation);
                rules.extend(at.map(|at| id(RuleKind::Mutation, at)));
                Candidate { script, rules }
            }
            Planned::Position { position, payload, seed } => {
                let seed = self.seeds.get(seed)?.clone();
                let text = self.fill(PAYLOADS.get(payload)?.text, &[], &[]);
                let script = self.make(&POSITIONS.get(position)?.make, &seed, &text)?;
                let rules = vec![
                    id(RuleKind::Plan, 0),
                    id(RuleKind::Payload, payload),
                    id(RuleKind::Position, position),
                ];
                Candidate { script, rules }
            }
            Planned::Disguise { disguise, payload } => {
                let text = self.fill(PAYLOADS.get(payload)?.text, &[], &[]);
                let script = self.make(&DISGUISES.get(disguise)?.make, &[], &text)?;
                let rules = vec![
                    id(RuleKind::Plan, 1),
                    id(RuleKind::Payload, payload),
                    id(RuleKind::Disguise, disguise),
                ];
                Candidate { script, rules }
            }
            Planned::Tool(at) => {
                let payload = self.payload(None)?;
                let script = self.fill(TOOLS.get(at)?.text, &[], &payload.script);
                let rules = vec![id(RuleKind::Plan, 2), id(RuleKind::Tool, at)];
                Candidate { script, rules }
            }
            Planned::Corpus(at) => Candidate {
                script: self.corpus.get(at)?.clone(),
                rules: vec![id(RuleKind::Plan, 6)],
            },
        })
    }

    fn by_chance(&mut self) -> Option<Candidate> {
        let plan = self.bandit.pick(range(RuleKind::Plan), &mut self.rng);
        let (_, how) = PLANS.get(usize::from(plan.0))?;
        let mut candidate = match how {
            Plan::Cross => self.cross(),
            Plan::Alone => self.disguised(),
            Plan::Tool => self.tool(),
            Plan::Mutate => self.mutated(false),
            Plan::NearMiss => self.mutated(true),
            Plan::Splice => self.spliced(),
            Plan::Corpus => self.stored(),
        }?;
        candidate.rules.insert(0, plan);
        Some(candidate)
    }

    /// A script that the guard allows: one of its own seeds, or one met in the hunt.
    fn base(&mut self) -> Vec<u8> {
        if !self.allowed.is_empty() && self.rng.bool() {
            return self.allowed[self.rng.usize(..self.allowed.len())].clone();
        }
        self.seeds[self.rng.usize(..self.seeds.len())].clone()
    }

    fn fill(&mut self, template: &str, seed: &[u8], payload: &[u8]) -> Vec<u8> {
        let facts = if self.is_random() { &self.facts } else { &self.plainest };
        Fill { seed, payload, facts }.fill(template, &mut self.rng)
    }

    fn make(&mut self, make: &Make, seed: &[u8], payload: &[u8]) -> Option<Vec<u8>> {
        let facts = if self.is_random() { &self.facts } else { &self.plainest };
        let Self { words, rng, .. } = self;
        Site { seed, payload, facts, words, rng }.make(make)
    }

    /// A payload; one of this clause, where one is named.
    fn payload(&mut self, at: Option<usize>) -> Option<Candidate> {
        let at = match at {
            Some(at) => at,
            // Mostly one that the promise makes a breach of; any other one now and then.
            None if self.rng.u8(..8) > 0 && !self.payloads.is_empty() => {
                self.payloads[self.rng.usize(..self.payloads.len())]
            }
            None => self.rng.usize(..PAYLOADS.len()),
        };
        let script = self.fill(PAYLOADS.get(at)?.text, &[], &[]);
        Some(Candidate { script, rules: vec![id(RuleKind::Payload, at)] })
    }

    /// A payload in up to two disguises.
    fn disguised(&mut self) -> Option<Candidate> {
        let mut candidate = self.payload(None)?;
        let times = [1, 1, 1, 2][self.rng.usize(..4)];
        for _ in 0..times {
            self.disguise(&mut candidate)?;
        }
        Some(candidate)
    }

    fn disguise(&mut self, candidate: &mut Candidate) -> Option<()> {
        let rule = self.bandit.pick(range(RuleKind::Disguise), &mut self.rng);
        let item = DISGUISES.get(place(RuleKind::Disguise, rule))?;
        candidate.script = self.make(&item.make, &[], &candidate.script)?;
        candidate.rules.push(rule);
        Some(())
    }

    fn cross(&mut self) -> Option<Candidate> {
        let mut candidate = self.payload(None)?;
        if self.rng.bool() {
            self.disguise(&mut candidate)?;
        }
        let base = self.base();
        self.put(candidate, &base)
    }

    /// Puts a payload somewhere around a script.
    fn put(&mut self, mut candidate: Candidate, base: &[u8]) -> Option<Candidate> {
        let rule = self.bandit.pick(range(RuleKind::Position), &mut self.rng);
        let item = POSITIONS.get(place(RuleKind::Position, rule))?;
        candidate.script = self.make(&item.make, base, &candidate.script)?;
        candidate.rules.push(rule);
        Some(candidate)
    }

    fn tool(&mut self) -> Option<Candidate> {
        // Half of the time a use of a program that the guard is known to allow.
        let base = self.base();
        let program = cut(&base).0.to_vec();
        let own: Vec<usize> = TOOLS
            .iter()
            .enumerate()
            .filter(|(_, tool)| tool.program.as_bytes() == program)
            .map(|(at, _)| at)
            .collect();
        let rule = if !own.is_empty() && self.rng.bool() {
            id(RuleKind::Tool, own[self.rng.usize(..own.len())])
        } else {
            self.bandit.pick(range(RuleKind::Tool), &mut self.rng)
        };
        let mut candidate = self.payload(None)?;
        let item = TOOLS.get(place(RuleKind::Tool, rule))?;
        candidate.script = self.fill(item.text, &[], &candidate.script);
        candidate.rules.push(rule);
        match self.rng.u8(..4) {
            0 => self.disguise(&mut candidate)?,
            1 => return self.put(candidate, &base),
            2 => return self.mutate(candidate, 1),
            _ => {}
        }
        Some(candidate)
    }

    fn mutated(&mut self, near: bool) -> Option<Candidate> {
        let base = if near && !self.near.is_empty() {
            self.near[self.rng.usize(..self.near.len())].clone()
        } else {
            self.base()
        };
        let times = [1, 1, 2, 2, 3, 4][self.rng.usize(..6)];
        self.mutate(Candidate { script: base, rules: Vec::new() }, times)
    }

    fn mutate(&mut self, mut candidate: Candidate, times: usize) -> Option<Candidate> {
        for _ in 0..times {
            let rule = self.bandit.pick(range(RuleKind::Mutation), &mut self.rng);
            let item = MUTATIONS.get(place(RuleKind::Mutation, rule))?;
            if let Some(script) = self.make(&item.make, &candidate.script, &[]) {
                candidate.script = script;
                candidate.rules.push(rule);
            }
        }
        Some(candidate)
    }

    /// The head of one script and the tail of another.
    fn spliced(&mut self) -> Option<Candidate> {
        let (a, b) = (self.base(), self.base());
        let head = self.rng.usize(..=a.len());
        let tail = self.rng.usize(..=b.len());
        let script = [&a[..head], &b[tail..]].concat();
        Some(Candidate { script, rules: Vec::new() })
    }

    fn stored(&mut self) -> Option<Candidate> {
        if self.corpus.is_empty() {
            return self.mutated(false);
        }
        let script = self.corpus[self.rng.usize(..self.corpus.len())].clone();
        let mut candidate = Candidate { script, rules: Vec::new() };
        match self.rng.u8(..4) {
            0 => {
                let base = self.base();
                self.put(candidate, &base)
            }
            1 => {
                self.disguise(&mut candidate)?;
                Some(candidate)
            }
            _ => self.mutate(candidate, 1),
        }
    }
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

/// The payloads that break a clause of this promise, the plainest of each clause first.
fn payloads_for(promise: &Promise) -> Vec<usize> {
    let mut list: Vec<usize> = Vec::new();
    let names: Vec<&str> = promise.clauses.iter().map(Clause::name).collect();
    let breaks = |at: &usize, name: &str| {
        PAYLOADS.get(*at).is_some_and(|payload| payload.clauses.contains(&name))
    };
    for name in &names {
        let first = (0..PAYLOADS.len()).find(|at| breaks(at, name) && !list.contains(at));
        list.extend(first);
    }
    for at in 0..PAYLOADS.len() {
        if !list.contains(&at) && names.iter().any(|name| breaks(&at, name)) {
            list.push(at);
        }
    }
    list
}

/// What is tried before chance begins: the seeds themselves and what is one mark away from them,
/// every position with the plainest
/// payload of each clause, every disguise, every tool and every stored case.
fn planned(
    (at, of): (usize, usize),
    payloads: &[usize],
    seeds: &[Vec<u8>],
    corpus: usize,
) -> VecDeque<Planned> {
    let mut all: Vec<Planned> = (0..seeds.len()).map(Planned::Seed).collect();
    for seed in seeds.iter().filter(|seed| seed.len() <= SHORT).take(8) {
        let changed = mutate::each(seed).into_iter();
        all.extend(changed.map(|(mutation, script)| Planned::Changed { mutation, script }));
    }
    let first: Vec<usize> = payloads.iter().copied().take(3).collect();
    for seed in 0..seeds.len().min(3) {
        for &payload in &first {
            for position in 0..POSITIONS.len() {
                all.push(Planned::Position { position, payload, seed });
            }
        }
    }
    for &payload in first.iter().take(2) {
        for disguise in 0..DISGUISES.len() {
            all.push(Planned::Disguise { disguise, payload });
        }
    }
    all.extend((0..TOOLS.len()).map(Planned::Tool));
    all.extend((0..corpus).map(Planned::Corpus));
    let of = of.max(1);
    all.into_iter()
        .enumerate()
        .filter(|(place, _)| place % of == at % of)
        .map(|(_, item)| item)
        .collect()
}

#[cfg(test)]
mod tests;
