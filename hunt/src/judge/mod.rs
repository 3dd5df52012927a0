//! The judge: promise × handback × observation → what was broken.
//!
//! A *clause* of a promise is judged by itself, against every run. It is *broken* where the run
//! did something that the clause rules out, *unchecked* where the observation cannot tell, and
//! kept otherwise. What a shell does for itself breaks no clause; what a run took back before it
//! ended still does.
//!
//! Invariant: nothing here is shared with the policies of `guard`. Globs, words and rules are
//! read by matchers of the judge's own.

mod change;
mod command;
mod enter;
pub mod path;
mod program;
mod quiet;
pub mod words;

use guard::{Clause, Handback, Promise};
use oracle::{EffectKind, Observation, World, Zone};

use crate::layout::Layout;

/// What is judged: one run of one handback.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What the allow vouched for.
    pub promise: &'a Promise,
    /// The script that the guard was asked about.
    pub script: &'a [u8],
    /// What the guard handed back, and what was run.
    pub handback: &'a Handback,
    /// The world in which it was run.
    pub world: &'a World,
    /// The roots of that world.
    pub layout: &'a Layout,
    /// What the run did.
    pub observation: &'a Observation,
}

/// What the judge says of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The broken clauses, in the promise's order.
    pub broken: Vec<Broken>,
    /// The clauses that could not be checked.
    pub unchecked: Vec<Unchecked>,
    /// How many clauses were checked, broken ones included.
    pub checked: usize,
}

/// One broken clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The clause's name.
    pub clause: &'static str,
    /// Its place in the promise.
    pub at: usize,
    /// The first thing that broke it.
    pub breach: Breach,
}

/// What broke a clause, in the terms that a bucket is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breach {
    /// What happened, for a person: a fragment such as `creates ../outside/f`.
    pub text: String,
    /// The kind of the effect, where an effect broke it.
    pub effect: Option<EffectKind>,
    /// Where it landed, absolute.
    pub path: Vec<u8>,
    /// The zone of that path.
    pub zone: Option<Zone>,
    /// Whether it landed there through a link of the world.
    pub through_link: bool,
    /// The program or command that broke it, where one did; without its folder.
    pub name: Vec<u8>,
    /// What was wrong, as a word, where the clause can be broken in several ways.
    pub how: &'static str,
}

/// A clause that could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// The clause's name.
    pub clause: &'static str,
    /// Why not.
    pub why: String,
}

/// What one clause comes to.
enum Outcome {
    Kept,
    Broken(Breach),
    Unchecked(String),
}

impl From<Option<Breach>> for Outcome {
    fn from(breach: Option<Breach>) -> Self {
        breach.map_or(Self::Kept, Self::Broken)
    }
}

/// Whether a handback breaks a clause whatever its run does, so that it should be run soon.
pub fn breaks_at_once(promise: &Promise, script: &[u8], handback: &Handback) -> bool {
    promise.clauses.iter().any(|clause| match clause {
        Clause::Argv(clause) => program::handed_back(script, handback, clause).is_some(),
        _ => false,
    })
}

/// Judges one run.
pub fn judge(subject: &Subject<'_>) -> Judgement {
    let mut judgement = Judgement::default();
    for (at, clause) in subject.promise.clauses.iter().enumerate() {
        let name = clause.name();
        let outcome =
            match (clause_outcome(subject, clause), subject.observation.unobserved.first()) {
                // What was not seen in full may have broken any clause that is not broken already.
                (Outcome::Kept, Some(gap)) => Outcome::Unchecked(gap.clone()),
                (outcome, _) => outcome,
            };
        match outcome {
            Outcome::Kept => judgement.checked += 1,
            Outcome::Broken(breach) => {
                judgement.checked += 1;
                judgement.broken.push(Broken { clause: name, at, breach });
            }
            Outcome::Unchecked(why) => judgement.unchecked.push(Unchecked { clause: name, why }),
        }
    }
    judgement
}

fn clause_outcome(subject: &Subject<'_>, clause: &Clause) -> Outcome {
    match clause {
        Clause::Write(globs) => change::write(subject, globs).into(),
        Clause::Delete { globs, by } => change::delete(subject, globs, by.as_deref()),
        Clause::Keep(globs) => change::keep(subject, globs).into(),
        Clause::Spare { globs, by } => change::spare(subject, globs, by),
        Clause::Exec(names) => program::exec(subject, names).into(),
        Clause::Argv(clause) => program::argv(subject, clause).into(),
        Clause::Rules(rules) => command::rules(subject, rules),
        Clause::Secrets => quiet::secrets(subject).into(),
        Clause::Network => quiet::of_kind(subject, EffectKind::Connect).into(),
        Clause::Leftover => quiet::of_kind(subject, EffectKind::Leftover).into(),
        Clause::Enter => enter::enter(subject),
        other => Outcome::Unchecked(format!("the judge does not know the clause {}", other.name())),
    }
}

/// Whether a promise needs runs in which the tree cannot be entered.
pub fn needs_missing_tree(promise: &Promise) -> bool {
    promise.clauses.iter().any(|clause| matches!(clause, Clause::Enter))
}

#[cfg(test)]
mod tests;
