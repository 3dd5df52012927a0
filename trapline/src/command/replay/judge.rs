//! What a guard makes of a case: whether it answers as the case expects, and what it allows.

use std::collections::BTreeMap;

use corpora::case::Status;
use corpora::compare::compare_verdict;
use corpora::suite::Loaded;
use guard::Guard;
use hunt::classify::answer_name;
use hunt::lab::{Care, Lab, Trial};
use hunt::runner::OracleRunner;
use hunt::search::{Confirmation, confirm, finding};
use hunt::{Plan, Runs as _, Trust};
use oracle::{Config, Shell, World};

use super::crew::{Kind, Row, timeout};
use crate::command::answer::rule_and_reason;
use crate::error::Error;
use crate::guards::Opened;
use crate::{say, setup};

/// What the judging of a case comes to.
#[derive(Debug, Default)]
pub(crate) struct Ruling {
    /// What is wrong.
    pub(crate) rows: Vec<Row>,
    /// What was checked.
    pub(crate) checks: Checks,
}

/// How much of a promise could be checked.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    /// Runs of what the guard allowed.
    pub(crate) runs: u64,
    /// Clauses that were checked, over all runs.
    pub(crate) checked: u64,
    /// Clause name to the number of runs in which it could not be checked.
    pub(crate) unchecked: BTreeMap<&'static str, u64>,
    /// Violations that did not show again: the case's file and the bucket.
    pub(crate) unconfirmed: Vec<String>,
    /// Cases whose delivery the guard does not vouch for: what it allowed of them ran with `-c`.
    pub(crate) redelivered: u64,
}

impl Checks {
    /// Takes the counts of another case in.
    pub(crate) fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.checked += other.checked;
        self.unconfirmed.extend(other.unconfirmed);
        self.redelivered += other.redelivered;
        for (clause, runs) in other.unchecked {
            *self.unchecked.entry(clause).or_default() += runs;
        }
    }

    fn of(trial: &Trial) -> Self {
        let mut checks = Self { runs: trial.runs.len() as u64, ..Self::default() };
        for run in &trial.runs {
            checks.checked += run.judgement.checked as u64;
            for unchecked in &run.judgement.unchecked {
                *checks.unchecked.entry(unchecked.clause).or_default() += 1;
            }
        }
        checks
    }
}

/// A guard in one world.
pub(crate) struct Judge {
    guard: Box<dyn Guard>,
    name: String,
    runner: OracleRunner,
    plan: Plan,
}

impl Judge {
    /// A guard for cases of this world.
    ///
    /// # Errors
    ///
    /// Where there is no sandbox.
    pub(crate) fn new(guard: &Opened, world: &World, shells: &[Shell]) -> Result<Self, Error> {
        Ok(Self {
            guard: guard.make(world),
            name: guard.name(),
            runner: OracleRunner::new(Config::default())?,
            plan: setup::plan(shells.to_vec(), world.clone())?,
        })
    }

    /// Whether what it ran since this was last asked counts.
    ///
    /// # Errors
    ///
    /// Where no worker is sound.
    pub(crate) fn is_sound(&mut self) -> Result<bool, Error> {
        let trust = self.runner.verify()?;
        self.runner.notes().into_iter().for_each(|note| say::line(format!("trapline: {note}")));
        Ok(trust == Trust::Good)
    }

    /// Asks about a case, and runs what is allowed.
    ///
    /// # Errors
    ///
    /// Where nothing can be run, or the guard cannot be asked any more.
    pub(crate) fn case(&mut self, loaded: &Loaded) -> Result<Ruling, Error> {
        let case = &loaded.case;
        let mut plan = self.plan.clone();
        plan.shells.retain(|shell| case.shells.contains(&shell.name));
        plan.delivery = setup::vouched(self.guard.as_ref(), case.delivery);
        let redelivered = plan.delivery != case.delivery;
        if let Some(timeout) = timeout(case) {
            plan.timeout = timeout;
        }
        let mut rows = Vec::new();
        let mut lab = Lab::new(&plan, self.guard.as_mut(), &mut self.runner);
        let asked = lab.ask_all(&case.body);
        if let Some(why) = lab.guard().broken() {
            return Err(Error::Usage(format!("guard {}: {why}", self.name)));
        }
        for asked in &asked {
            let (rule, _) = rule_and_reason(&asked.answer);
            let decision = answer_name(&asked.answer);
            let wrong = compare_verdict(case, asked.shell, &self.name, decision, rule.as_deref());
            if let Some(wrong) = wrong {
                let problems = vec![wrong.problem.to_string()];
                rows.push(Row::new(Kind::Mismatch, loaded, asked.shell.name(), problems));
            }
        }
        let trial = lab.try_asked(&case.body, asked, Care::Exact)?;
        let shells: Vec<&str> = plan.shells.iter().map(|shell| shell.name.name()).collect();
        for error in &trial.failed {
            let problems = vec![format!("what {} allowed: {error}", self.name)];
            rows.push(Row::new(Kind::Failed, loaded, &shells.join("+"), problems));
        }
        let mut checks = Checks::of(&trial);
        checks.redelivered += u64::from(redelivered && checks.runs > 0);
        for sighting in &trial.sightings {
            // What a guard is known to fall for is no news; its `expect` lines say so.
            if !sighting.signature.kind.is_violation() || case.status == Status::Known {
                continue;
            }
            let (sighting, trial) = match confirm(&mut lab, &case.body, &trial, sighting)? {
                Confirmation::Yes(sighting, trial) => (sighting, trial),
                Confirmation::No(_) => {
                    let bucket = sighting.signature.text();
                    checks.unconfirmed.push(format!("{}: {bucket}", loaded.file.display()));
                    continue;
                }
                Confirmation::Changed(before, now) => {
                    let problems = vec![format!("unstable: it answered {before}, and then {now}")];
                    rows.push(Row::new(Kind::Finding, loaded, &shells.join("+"), problems));
                    continue;
                }
            };
            let shells: Vec<&str> =
                sighting.signature.shells.iter().map(|shell| shell.name()).collect();
            let problems = vec![sighting.signature.text(), sighting.summary.clone()];
            let depends_on =
                finding(&mut lab, &case.body, &case.body, &sighting, &trial).depends_on;
            let row = Row::new(Kind::Finding, loaded, &shells.join("+"), problems);
            rows.push(Row { depends_on, ..row });
        }
        Ok(Ruling { rows, checks })
    }
}
