//! Whether a run did what its case says.
//!
//! **Which lines apply.** A line without a list of shells is a *rule*. For a shell that stands in
//! no `differs` line, the rules and the lines that name the shell apply together. For a shell that
//! does, only the lines that name it apply, and the rules must *not* all hold: a deviation that
//! is gone is a mismatch too.
//!
//! **Which effects count.** State effects (`create`, `modify`, `delete`, `rename`, `mode`) are
//! exact: each that happened needs a line, and each line must have happened. `read`, `follow`,
//! `connect`, `leftover` and `signal` are exact in a case that has a line of that kind for
//! whichever shell, and are not looked at in others. Three things may satisfy a line but never need
//! one: what a shell does for itself (`via: shell`), a trap that was only looked through, and an
//! effect that the run took back before it ended, which only a line with the word `undone` means. In a `racy` case each line must still
//! hold, but effects without a line are let pass.

use std::collections::BTreeSet;
use std::fmt;

use oracle::{EffectKind, ShellName};

use crate::case::{
    Case, EffectLine, Exit, ExitLine, OutputLine, ProgramLine, Shells, Stream, shell_from_name,
    value,
};
use crate::record::{EffectRecord, RecordError, RunRecord};

/// Something that a run did otherwise than its case says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The shell's name.
    pub shell: String,
    /// What is wrong.
    pub problem: MismatchProblem,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.shell, self.problem)
    }
}

/// What is wrong. Paths, texts and lines are as a case file writes them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MismatchProblem {
    /// A line's effect did not happen.
    #[error("expected the effect `{0}`, which did not happen")]
    EffectMissing(String),
    /// An effect has no line.
    #[error("the effect `{0}` happened, and no line of the case expects it")]
    EffectUnexpected(String),
    /// The run ended in another way.
    #[error("expected exit {expected}, got {got}")]
    Exit {
        /// What the case says.
        expected: Exit,
        /// What happened.
        got: String,
    },
    /// A text is not in the output.
    #[error("expected {0} in the output, which lacks it")]
    OutputLacks(String),
    /// A text is in the output.
    #[error("expected no {0} in the output, which contains it")]
    OutputContains(String),
    /// A text may have stood in the part of the output that was dropped.
    #[error("cannot tell whether the output lacks {0}: it was cut")]
    OutputCut(String),
    /// A program was not started.
    #[error("expected the program {0}, which was not started")]
    ProgramMissing(String),
    /// A `differs` line that no longer holds.
    #[error("`differs` no longer holds: the rules of the case hold here too ({0})")]
    DiffersNoLonger(String),
    /// The run was made with another delivery.
    #[error("the case is delivered as `{expected}`, the run was made with `{got}`")]
    Delivery {
        /// What the case says.
        expected: &'static str,
        /// What the record says.
        got: String,
    },
    /// The run could not be observed in full, so nothing exact can be said.
    #[error("the run was not observed in full: {0}")]
    Unobserved(String),
    /// The record is broken.
    #[error("the record is broken: {0}")]
    Record(#[from] RecordError),
    /// A guard decided otherwise.
    #[error("expected {guard} to answer {expected}, got {got}")]
    Verdict {
        /// The guard.
        guard: String,
        /// What the case says.
        expected: String,
        /// What the guard answered.
        got: String,
    },
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The case says nothing about the shell of this run.
    NotCovered,
    /// The case cannot run here, for this reason.
    Skipped(String),
    /// The run was compared; no mismatch means that it did what the case says.
    Compared(Vec<Mismatch>),
}

/// Compares a run with its case.
pub fn compare(case: &Case, run: &RunRecord) -> Outcome {
    if let Some(reason) = &case.skip {
        return Outcome::Skipped(reason.clone());
    }
    match shell_from_name(&run.shell).filter(|shell| case.shells.contains(shell)) {
        None => Outcome::NotCovered,
        Some(shell) => Outcome::Compared(mismatches(case, shell, run)),
    }
}

fn mismatches(case: &Case, shell: ShellName, run: &RunRecord) -> Vec<Mismatch> {
    let mut problems = Vec::new();
    if run.delivery != case.delivery.name() {
        problems.push(MismatchProblem::Delivery {
            expected: case.delivery.name(),
            got: run.delivery.clone(),
        });
    }
    if !run.unobserved.is_empty() && case.racy.is_none() {
        problems.push(MismatchProblem::Unobserved(run.unobserved.join("; ")));
    }
    match case.differs_for(shell) {
        None => Lines::of(case, |shells| shells.is_all() || shells.names(shell)).check(
            case,
            run,
            true,
            &mut problems,
        ),
        Some(reason) => {
            let named = Lines::of(case, |shells| shells.names(shell));
            // Without an effect line of its own, nothing is said about what it does instead.
            let exact = !named.effects.is_empty();
            named.check(case, run, exact, &mut problems);
            let mut deviations = Vec::new();
            Lines::of(case, Shells::is_all).check(case, run, true, &mut deviations);
            if deviations.is_empty() {
                problems.push(MismatchProblem::DiffersNoLonger(reason.to_owned()));
            }
        }
    }
    problems.into_iter().map(|problem| Mismatch { shell: run.shell.clone(), problem }).collect()
}

/// The lines of a case that apply.
struct Lines<'a> {
    effects: Vec<&'a EffectLine>,
    exits: Vec<&'a ExitLine>,
    outputs: Vec<&'a OutputLine>,
    programs: Vec<&'a ProgramLine>,
}

impl<'a> Lines<'a> {
    fn of(case: &'a Case, applies: impl Fn(&Shells) -> bool) -> Self {
        Self {
            effects: case.effects.iter().filter(|line| applies(&line.shells)).collect(),
            exits: case.exits.iter().filter(|line| applies(&line.shells)).collect(),
            outputs: case.outputs.iter().filter(|line| applies(&line.shells)).collect(),
            programs: case.programs.iter().filter(|line| applies(&line.shells)).collect(),
        }
    }

    fn check(&self, case: &Case, run: &RunRecord, exact: bool, out: &mut Vec<MismatchProblem>) {
        let exact = exact && case.racy.is_none();
        if let Err(error) = self.check_effects(case, run, exact, out) {
            out.push(error.into());
        }
        for line in &self.exits {
            if !ended(run, line.exit) {
                out.push(MismatchProblem::Exit { expected: line.exit, got: ending(run) });
            }
        }
        for line in &self.outputs {
            match output(line, run) {
                Ok(None) => {}
                Ok(Some(problem)) => out.push(problem),
                Err(error) => out.push(error.into()),
            }
        }
        for line in &self.programs {
            match started(line, run) {
                Ok(true) => {}
                Ok(false) => {
                    out.push(MismatchProblem::ProgramMissing(value::write(&line.name, |_| true)));
                }
                Err(error) => out.push(error.into()),
            }
        }
    }

    fn check_effects(
        &self,
        case: &Case,
        run: &RunRecord,
        exact: bool,
        out: &mut Vec<MismatchProblem>,
    ) -> Result<(), RecordError> {
        let happened = run.effects.iter().map(Happened::new).collect::<Result<Vec<_>, _>>()?;
        for line in &self.effects {
            if !happened.iter().any(|effect| effect.satisfies(line)) {
                out.push(MismatchProblem::EffectMissing(line.what()));
            }
        }
        if exact {
            let kinds: BTreeSet<_> = case.effects.iter().map(|line| line.kind).collect();
            for effect in &happened {
                let counts = !effect.record.undone
                    && !effect.record.is_shells_own()
                    && !effect.record.is_look()
                    && (is_state(effect.kind) || kinds.contains(&effect.kind));
                if counts && !self.effects.iter().any(|line| effect.satisfies(line)) {
                    out.push(MismatchProblem::EffectUnexpected(effect.text()));
                }
            }
        }
        Ok(())
    }
}

/// Whether effects of this kind are always exact: they are what a run leaves behind.
pub fn is_state(kind: EffectKind) -> bool {
    match kind {
        EffectKind::Create
        | EffectKind::Modify
        | EffectKind::Delete
        | EffectKind::Rename
        | EffectKind::Mode => true,
        EffectKind::Read
        | EffectKind::Follow
        | EffectKind::Connect
        | EffectKind::Leftover
        | EffectKind::Signal => false,
    }
}

/// An effect that happened, with its exact names.
struct Happened<'a> {
    record: &'a EffectRecord,
    kind: EffectKind,
    from: Option<Vec<u8>>,
    subject: Vec<u8>,
}

impl<'a> Happened<'a> {
    fn new(record: &'a EffectRecord) -> Result<Self, RecordError> {
        Ok(Self {
            record,
            kind: record.effect_kind()?,
            from: record.from_bytes()?,
            subject: record.subject()?,
        })
    }

    fn satisfies(&self, line: &EffectLine) -> bool {
        line.kind == self.kind
            && line.undone == self.record.undone
            && line.path.matches(&self.subject)
            && match (&line.from, &self.from) {
                (None, _) => true,
                (Some(pattern), Some(from)) => pattern.matches(from),
                (Some(_), None) => false,
            }
    }

    fn text(&self) -> String {
        EffectLine::of(self.record.undone, self.kind, self.from.clone(), self.subject.clone())
            .what()
    }
}

fn ended(run: &RunRecord, expected: Exit) -> bool {
    match expected {
        Exit::Timeout => run.timed_out,
        Exit::Status(status) => !run.timed_out && run.exit == Some(i32::from(status)),
        Exit::Signal(signal) => !run.timed_out && run.signal == Some(i32::from(signal)),
    }
}

fn ending(run: &RunRecord) -> String {
    match (run.timed_out, run.exit, run.signal) {
        (true, _, _) => "timeout".to_owned(),
        (_, Some(status), _) => status.to_string(),
        (_, None, Some(signal)) => format!("signal {signal}"),
        (_, None, None) => "nothing".to_owned(),
    }
}

fn output(line: &OutputLine, run: &RunRecord) -> Result<Option<MismatchProblem>, RecordError> {
    let mut found = false;
    let mut cut = false;
    if line.stream != Stream::Stderr {
        found |= contains(&run.stdout_bytes()?, &line.text);
        cut |= run.stdout_cut;
    }
    if line.stream != Stream::Stdout {
        found |= contains(&run.stderr_bytes()?, &line.text);
        cut |= run.stderr_cut;
    }
    let text = || value::quote(&line.text);
    Ok(match (line.lacks, found, cut) {
        (false, true, _) | (true, false, false) => None,
        (false, false, _) => Some(MismatchProblem::OutputLacks(text())),
        (true, true, _) => Some(MismatchProblem::OutputContains(text())),
        (true, false, true) => Some(MismatchProblem::OutputCut(text())),
    })
}

/// Whether `text` stands in `bytes`.
pub(crate) fn contains(bytes: &[u8], text: &[u8]) -> bool {
    text.is_empty() || bytes.windows(text.len()).any(|window| window == text)
}

fn started(line: &ProgramLine, run: &RunRecord) -> Result<bool, RecordError> {
    for program in &run.programs {
        let path = program.path_bytes()?;
        let argv = program.argv_bytes()?;
        let is_it = if line.name.contains(&b'/') {
            path == line.name
        } else {
            last_part(&path) == line.name
                || argv.first().is_some_and(|first| last_part(first) == line.name)
        };
        if is_it {
            return Ok(true);
        }
    }
    Ok(false)
}

fn last_part(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

/// Compares what a guard answered for one target shell. `None` where the case expects nothing of
/// it, or exactly that. `decision` is `allow`, `ask`, `deny`, `abstain` or `error`.
pub fn compare_verdict(
    case: &Case,
    shell: ShellName,
    guard: &str,
    decision: &str,
    rule: Option<&str>,
) -> Option<Mismatch> {
    let line = case
        .expects
        .iter()
        .find(|l| l.guard == guard && (l.shells.is_all() || l.shells.names(shell)))?;
    let rule_holds = line.rule.is_none() || line.rule.as_deref() == rule;
    if decision == line.decision.name() && rule_holds {
        return None;
    }
    let spell = |decision: &str, rule: Option<&str>| match rule {
        Some(rule) => format!("{decision} {rule}"),
        None => decision.to_owned(),
    };
    Some(Mismatch {
        shell: shell.name().to_owned(),
        problem: MismatchProblem::Verdict {
            guard: guard.to_owned(),
            expected: spell(line.decision.name(), line.rule.as_deref()),
            got: spell(decision, rule),
        },
    })
}
