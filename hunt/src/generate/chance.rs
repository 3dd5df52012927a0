//! Candidates by chance.

use super::rule::RuleKind;
use super::template::{Fill, cut};
use super::{
    Candidate, DISGUISES, Generator, MUTATIONS, Make, PAYLOADS, PLANS, POSITIONS, Plan, Site,
    TOOLS, id, place, range,
};

impl Generator {
    pub(super) fn by_chance(&mut self) -> Option<Candidate> {
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
    pub(super) fn base(&mut self) -> Vec<u8> {
        if !self.allowed.is_empty() && self.rng.bool() {
            return self.allowed[self.rng.usize(..self.allowed.len())].clone();
        }
        self.seeds[self.rng.usize(..self.seeds.len())].clone()
    }

    pub(super) fn fill(&mut self, template: &str, seed: &[u8], payload: &[u8]) -> Vec<u8> {
        let facts = if self.is_random() { &self.facts } else { &self.plainest };
        Fill { seed, payload, facts }.fill(template, &mut self.rng)
    }

    pub(super) fn make(&mut self, make: &Make, seed: &[u8], payload: &[u8]) -> Option<Vec<u8>> {
        let facts = if self.is_random() { &self.facts } else { &self.plainest };
        let Self { words, rng, .. } = self;
        Site { seed, payload, facts, words, rng }.make(make)
    }

    /// A payload; one of this clause, where one is named.
    pub(super) fn payload(&mut self, at: Option<usize>) -> Option<Candidate> {
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
    pub(super) fn disguised(&mut self) -> Option<Candidate> {
        let mut candidate = self.payload(None)?;
        let times = [1, 1, 1, 2][self.rng.usize(..4)];
        for _ in 0..times {
            self.disguise(&mut candidate)?;
        }
        Some(candidate)
    }

    pub(super) fn disguise(&mut self, candidate: &mut Candidate) -> Option<()> {
        let rule = self.bandit.pick(range(RuleKind::Disguise), &mut self.rng);
        let item = DISGUISES.get(place(RuleKind::Disguise, rule))?;
        candidate.script = self.make(&item.make, &[], &candidate.script)?;
        candidate.rules.push(rule);
        Some(())
    }

    pub(super) fn cross(&mut self) -> Option<Candidate> {
        let mut candidate = self.payload(None)?;
        if self.rng.bool() {
            self.disguise(&mut candidate)?;
        }
        let base = self.base();
        self.put(candidate, &base)
    }

    /// Puts a payload somewhere around a script.
    pub(super) fn put(&mut self, mut candidate: Candidate, base: &[u8]) -> Option<Candidate> {
        let rule = self.bandit.pick(range(RuleKind::Position), &mut self.rng);
        let item = POSITIONS.get(place(RuleKind::Position, rule))?;
        candidate.script = self.make(&item.make, base, &candidate.script)?;
        candidate.rules.push(rule);
        Some(candidate)
    }

    pub(super) fn tool(&mut self) -> Option<Candidate> {
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
        if !item.runs_payload() {
            candidate.rules.clear();
        }
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

    pub(super) fn mutated(&mut self, near: bool) -> Option<Candidate> {
        let base = if near && !self.near.is_empty() {
            let check = self.rng.usize(..self.near.len());
            let pool = self.near.values().nth(check)?;
            pool.get(self.rng.usize(..pool.len()))?.clone()
        } else {
            self.base()
        };
        let times = [1, 1, 2, 2, 3, 4][self.rng.usize(..6)];
        self.mutate(Candidate { script: base, rules: Vec::new() }, times)
    }

    pub(super) fn mutate(&mut self, mut candidate: Candidate, times: usize) -> Option<Candidate> {
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
    pub(super) fn spliced(&mut self) -> Option<Candidate> {
        let (a, b) = (self.base(), self.base());
        let head = self.rng.usize(..=a.len());
        let tail = self.rng.usize(..=b.len());
        let script = [&a[..head], &b[tail..]].concat();
        Some(Candidate { script, rules: Vec::new() })
    }

    pub(super) fn stored(&mut self) -> Option<Candidate> {
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
