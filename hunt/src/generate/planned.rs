//! What is tried before chance begins.

use std::collections::VecDeque;

use guard::{Clause, Promise};

use super::rule::RuleKind;
use super::{
    Candidate, DISGUISES, Facts, Generator, MUTATIONS, PAYLOADS, POSITIONS, TOOLS, id, mutate,
    operand,
};

/// The longest seed of which everything that is one mark away is tried.
const SHORT: usize = 80;

/// Of how many seeds everything that is one mark away is tried.
const MANY: usize = 48;

/// One of the candidates that are tried before chance begins.
#[derive(Clone, Debug)]
pub(super) enum Planned {
    Seed(usize),
    Changed {
        mutation: &'static str,
        script: Vec<u8>,
    },
    Position {
        position: usize,
        payload: usize,
        seed: usize,
    },
    Disguise {
        disguise: usize,
        payload: usize,
    },
    /// A payload as it stands.
    Plain(usize),
    /// A use of a tool, where it runs something with this payload.
    Tool {
        tool: usize,
        payload: Option<usize>,
    },
    /// A use of a tool with a script that stands in the world.
    Standing {
        tool: usize,
        script: Vec<u8>,
    },
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
            Planned::Plain(payload) => {
                let script = self.fill(PAYLOADS.get(payload)?.text, &[], &[]);
                let rules = vec![id(RuleKind::Plan, 1), id(RuleKind::Payload, payload)];
                Candidate { script, rules }
            }
            Planned::Tool { tool, payload } => {
                let mut rules = vec![id(RuleKind::Plan, 2), id(RuleKind::Tool, tool)];
                rules.extend(payload.map(|at| id(RuleKind::Payload, at)));
                let payload = payload.and_then(|at| PAYLOADS.get(at)).map_or("", |it| it.text);
                let payload = self.fill(payload, &[], &[]);
                let script = self.fill(TOOLS.get(tool)?.text, &[], &payload);
                Candidate { script, rules }
            }
            Planned::Standing { tool, script } => {
                let (head, tail) = TOOLS.get(tool)?.text.split_once("{script}")?;
                let script = [head.as_bytes(), &script, tail.as_bytes()].concat();
                Candidate { script, rules: vec![id(RuleKind::Plan, 2), id(RuleKind::Tool, tool)] }
            }
            Planned::Corpus(at) => Candidate {
                script: self.corpus.get(at)?.clone(),
                rules: vec![id(RuleKind::Plan, 6)],
            },
        })
    }
}

/// Scripts that a promise itself speaks of: argv forms, and the commands of rules.
pub(super) fn promised(promise: &Promise) -> Vec<Vec<u8>> {
    let mut list = Vec::new();
    for clause in &promise.clauses {
        match clause {
            Clause::Argv(argv) => {
                list.extend(argv.forms.iter().map(|form| form.join(" ").into_bytes()));
            }
            Clause::Rules(rules) => list.extend(
                rules
                    .allow
                    .iter()
                    .map(|rule| rule.trim_end_matches(['*', ' ']).as_bytes().to_vec()),
            ),
            _ => {}
        }
    }
    list.retain(|script| !script.is_empty());
    list
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

/// How often each position is tried with the plainest payload, since some pick a place in the script.
const DRAWS: usize = 2;

/// What is tried before chance begins: the seeds themselves, and then, by turns, every payload, every tool,
/// every operand of a seed led away, every position with the plainest payload of each clause, what is one
/// mark away from the seeds, every disguise and every stored case.
pub(super) fn planned(
    (at, of): (usize, usize),
    payloads: &[usize],
    seeds: &[Vec<u8>],
    facts: &Facts,
    scripts: &[Vec<u8>],
    corpus: usize,
) -> VecDeque<Planned> {
    let short = || seeds.iter().filter(|seed| seed.len() <= SHORT).take(MANY);
    let operands = by_turns(short().map(|seed| operand::each(seed, facts)).collect());
    let changes = by_turns(short().map(|seed| mutate::each(seed)).collect());
    let first: Vec<usize> = payloads.iter().copied().take(3).collect();
    let mut disguises = Vec::new();
    for &payload in first.iter().take(2) {
        disguises
            .extend((0..DISGUISES.len()).map(|disguise| Planned::Disguise { disguise, payload }));
    }
    let changed = |mutation, script| Planned::Changed { mutation, script };
    // How many of each are taken at a turn: those that lead to most holes come soonest.
    let groups: [(usize, Vec<Planned>); 7] = [
        (1, payloads.iter().copied().map(Planned::Plain).collect()),
        (2, tools(scripts, &first)),
        (2, operands.into_iter().map(|script| changed("operand", script)).collect()),
        (4, positions(&first, seeds.len())),
        (4, changes.into_iter().map(|(mutation, script)| changed(mutation, script)).collect()),
        (1, disguises),
        (1, (0..corpus).map(Planned::Corpus).collect()),
    ];
    let mut groups = groups.map(|(turn, group)| (turn, group.into_iter()));
    let mut all: Vec<Planned> = (0..seeds.len()).map(Planned::Seed).collect();
    loop {
        let before = all.len();
        for (turn, group) in &mut groups {
            all.extend(group.take(*turn));
        }
        if all.len() == before {
            break;
        }
    }
    let of = of.max(1);
    all.into_iter()
        .enumerate()
        .filter(|(place, _)| place % of == at % of)
        .map(|(_, item)| item)
        .collect()
}

/// Every use of a tool; each of those that run a script with each of these, and of those that run a
/// command with each of these payloads.
fn tools(scripts: &[Vec<u8>], payloads: &[usize]) -> Vec<Planned> {
    let mut list = Vec::new();
    let mut later = Vec::new();
    for (tool, item) in TOOLS.iter().enumerate() {
        if item.runs_script() {
            let scripts = scripts.iter().cloned();
            list.extend(scripts.map(|script| Planned::Standing { tool, script }));
        } else if let Some((first, others)) = payloads.split_first().filter(|_| item.runs_payload())
        {
            list.push(Planned::Tool { tool, payload: Some(*first) });
            let others = others.iter().copied();
            later.extend(others.map(|payload| Planned::Tool { tool, payload: Some(payload) }));
        } else {
            list.push(Planned::Tool { tool, payload: None });
        }
    }
    list.extend(later);
    list
}

/// Every position with each of these payloads around each of a few seeds: first every position
/// with the plainest payload, around one seed after the other.
fn positions(payloads: &[usize], seeds: usize) -> Vec<Planned> {
    let mut list = Vec::new();
    let around = seeds.min(3);
    for turn in 0..seeds.clamp(DRAWS, MANY) {
        for (nth, &payload) in payloads.iter().enumerate() {
            // The plainest payload goes around every seed, the others around a few.
            if seeds == 0 || nth > 0 && turn >= around {
                continue;
            }
            list.extend((0..POSITIONS.len()).map(|position| Planned::Position {
                position,
                payload,
                seed: (position + turn) % seeds,
            }));
        }
    }
    list
}

/// One of each list after the other.
fn by_turns<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    while !lists.is_empty() {
        lists.retain_mut(|list| list.next().map(|item| all.push(item)).is_some());
    }
    all
}
