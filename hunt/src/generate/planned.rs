//! What is tried before chance begins.

use std::collections::VecDeque;

use guard::{Clause, Promise};

use super::rule::RuleKind;
use super::{Candidate, DISGUISES, Generator, MUTATIONS, PAYLOADS, POSITIONS, TOOLS, id, mutate};

/// The longest seed of which everything that is one mark away is tried.
const SHORT: usize = 80;

/// One of the candidates that are tried before chance begins.
#[derive(Clone, Debug)]
pub(super) enum Planned {
    Seed(usize),
    Changed { mutation: &'static str, script: Vec<u8> },
    Position { position: usize, payload: usize, seed: usize },
    Disguise { disguise: usize, payload: usize },
    Tool(usize),
    Corpus(usize),
}

impl Generator {
    pub(super) fn planned(&mut self, planned: Planned) -> Option<Candidate> {
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
}

/// The payloads that break a clause of this promise, the plainest of each clause first.
pub(super) fn payloads_for(promise: &Promise) -> Vec<usize> {
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
pub(super) fn planned(
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
