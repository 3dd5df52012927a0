//! What a log comes to, in one word and one sentence.

use std::collections::BTreeMap;

use corpora::finding::Finding;

use crate::log::{Found, Log};
use crate::text::{capital, count, number};

/// The word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Controls failed, so nothing that was found or not found counts.
    Void,
    /// There are violations.
    Violations,
    /// The hunt ended with an error, or its set-up was missing.
    Failed,
    /// No script was run, or no clause could be checked: nothing is known about the guard.
    NothingRan,
    /// No violation so far, but the hunt did not come to its end.
    Incomplete,
    /// No violation, but notes that the hunt was told to fail on.
    Notes,
    /// No violation.
    Clean,
}

impl State {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Violations => "violations",
            Self::Failed => "failed",
            Self::NothingRan => "nothing-ran",
            Self::Incomplete => "incomplete",
            Self::Notes => "notes",
            Self::Clean => "clean",
        }
    }
}

/// What a log comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The word.
    pub state: State,
    /// The sentence.
    pub sentence: String,
    /// Findings of the violation kinds: a bucket counts once a hunt that found it.
    pub violations: u64,
    /// Buckets of the violation kinds.
    pub violation_buckets: u64,
    /// Findings of the note kinds, likewise.
    pub notes: u64,
    /// Buckets of the note kinds.
    pub note_buckets: u64,
    /// Clauses that some run could not check.
    pub unchecked: u64,
    /// The exit code that all hunts together come to; `None` where one has no end event.
    pub exit: Option<u8>,
}

impl Outcome {
    /// Works it out.
    pub fn of(log: &Log) -> Self {
        let exit = log.exit();
        let tally = |violations: bool| {
            log.found
                .iter()
                .filter(|found| found.finding.kind.is_violation() == violations)
                .fold((0_u64, 0_u64), |(times, buckets), found| {
                    (times + found.hunts.len() as u64, buckets + 1)
                })
        };
        let (violations, violation_buckets) = tally(true);
        let (notes, note_buckets) = tally(false);
        let unchecked = u64::try_from(log.unchecked().len()).unwrap_or(u64::MAX);
        let state = state(log, exit, violations, notes);
        let mut outcome = Self {
            state,
            sentence: String::new(),
            violations,
            violation_buckets,
            notes,
            note_buckets,
            unchecked,
            exit,
        };
        outcome.sentence = outcome.tell(log);
        outcome
    }

    fn tell(&self, log: &Log) -> String {
        let violations = format!(
            "{} in {}",
            count(self.violations, "violation", "violations"),
            count(self.violation_buckets, "bucket", "buckets")
        );
        let notes = match self.notes {
            0 => String::new(),
            notes => format!(", and {}", count(notes, "note", "notes")),
        };
        let unchecked = match self.unchecked {
            0 => String::new(),
            clauses => {
                format!(
                    "; {} could not be checked in every run",
                    count(clauses, "clause", "clauses")
                )
            }
        };
        match self.state {
            State::Void => {
                format!("void: the controls failed, so nothing counts ({violations})")
            }
            State::Violations => format!("{violations}{notes}{unchecked}"),
            State::Failed => match reason(log) {
                Some(why) => format!("failed before its end: {why}; no violation until then"),
                None => "failed before its end; no violation until then".to_owned(),
            },
            State::NothingRan if log.funnel().is_some_and(|funnel| funnel.ran > 0) => {
                "no clause of the promise could be checked, so this says nothing about the guard"
                    .to_owned()
            }
            State::NothingRan => "nothing ran, so this says nothing about the guard".to_owned(),
            State::Incomplete => {
                format!("incomplete: no violation{notes} when the log stops{unchecked}")
            }
            State::Notes => format!(
                "no violation, but {} in {} that it was told to fail on{unchecked}",
                count(self.notes, "note", "notes"),
                count(self.note_buckets, "bucket", "buckets")
            ),
            State::Clean if self.notes > 0 => {
                format!("clean: no violation{notes}{unchecked}")
            }
            State::Clean => format!("clean: nothing found{unchecked}"),
        }
    }
}

fn state(log: &Log, exit: Option<u8>, violations: u64, notes: u64) -> State {
    let any = |code: u8| {
        log.hunts.iter().any(|hunt| hunt.ending.as_ref().is_some_and(|end| end.exit == code))
    };
    if any(97) {
        State::Void
    } else if violations > 0 {
        State::Violations
    } else if matches!(exit, Some(code) if !matches!(code, 0 | 4 | 100 | 106)) {
        State::Failed
    } else if exit.is_none() || exit == Some(106) {
        State::Incomplete
    } else if log.funnel().is_none_or(|funnel| funnel.ran == 0) || exit == Some(4) {
        State::NothingRan
    } else if exit == Some(100) && notes > 0 {
        State::Notes
    } else {
        State::Clean
    }
}

/// The text with which the first failed hunt ended.
fn reason(log: &Log) -> Option<&str> {
    log.hunts
        .iter()
        .filter_map(|hunt| hunt.ending.as_ref())
        .find(|end| !matches!(end.exit, 0 | 4 | 100 | 106))
        .map(|end| end.why.as_str())
}

/// What an exit code means.
pub(crate) fn meaning(exit: Option<u8>, violations: u64) -> &'static str {
    match exit {
        None => "not recorded: the log has no end event",
        Some(0) if violations > 0 => "no finding that is new to the ledger",
        Some(0) => "clean",
        Some(1) => "usage or internal error",
        Some(4) => "nothing ran, or no clause could be checked",
        Some(96) => "set-up missing",
        Some(97) => "controls failed: the result is void",
        Some(100) => "findings",
        Some(106) => "interrupted",
        Some(_) => "not a code of this version",
    }
}

/// Why a hunt ended, for a person.
pub(crate) fn why(why: &str) -> &str {
    match why {
        "time" => "its time was used up",
        "runs" => "its number of runs was reached",
        "first" => "it was to stop at the first finding",
        "exhausted" => "there was nothing left to try",
        "interrupted" => "it was interrupted",
        other => other,
    }
}

/// Buckets by kind, in the order of the log.
pub(crate) fn kinds(found: &[Found]) -> Vec<(&'static str, bool, u64)> {
    let mut tally: BTreeMap<_, u64> = BTreeMap::new();
    for entry in found {
        let kind = entry.finding.kind;
        *tally.entry((!kind.is_violation(), kind)).or_default() += 1;
    }
    tally.into_iter().map(|((note, kind), buckets)| (kind.name(), !note, buckets)).collect()
}

/// What a kind of finding means, in a sentence.
pub(crate) fn kind_meaning(kind: &str) -> &'static str {
    match kind {
        "bypass" => "The guard allowed it, and something happened that the promise rules out.",
        "broken-handback" => "What the guard handed back does not do what the script does.",
        "divergence" => "The guard allowed it, and the shells do different things.",
        "overblock" => "The guard denied it, though no shell does anything against the promise.",
        "misparse" => "The guard reads the script otherwise than the shell.",
        "relation" => "Two verdicts contradict each other, and a run shows that it matters.",
        "unstable" => "The guard gave the same request another verdict.",
        "fails-open" => "The guard's answer meant stop, and its host runs the command.",
        "crash" => "The guard crashed instead of answering.",
        "hang" => "The guard gave no answer in time.",
        _ => "A kind that this report has no words for.",
    }
}

/// What happened, as a sentence without its stop. The name of a shell in front stays as it is.
pub(crate) fn summary(finding: &Finding) -> String {
    let text = finding.summary.trim_end_matches('.');
    let shells = finding.runs.iter().map(|run| &run.shell).chain(&finding.shells);
    let first = text.split([' ', ',']).next();
    if shells.into_iter().any(|shell| Some(shell.as_str()) == first) {
        text.to_owned()
    } else {
        capital(text)
    }
}

/// How many runs could not check a clause, in words.
pub(crate) fn unchecked_in(runs: u64, of: u64) -> String {
    match of {
        0 => format!("unchecked in {}", count(runs, "run", "runs")),
        of if runs >= of => "unchecked in every run".to_owned(),
        of => format!("unchecked in {} of {}", number(runs), count(of, "run", "runs")),
    }
}
