//! What a guard makes of a case: whether it answers as the case expects, and what it allows.

use corpora::case::Status;
use corpora::compare::compare_verdict;
use corpora::suite::Loaded;
use guard::Guard;
use hunt::classify::answer_name;
use hunt::lab::{Care, Lab};
use hunt::runner::OracleRunner;
use hunt::search::{Confirmation, confirm, finding};
use hunt::{Plan, Runs as _, Trust};
use oracle::{Config, Shell, World};

use super::crew::{Kind, Row, timeout};
use crate::command::answer::rule_and_reason;
use crate::error::Error;
use crate::guards::Opened;
use crate::{say, setup};

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

    /// Asks about a case, and runs what is allowed. Gives back what is wrong.
    ///
    /// # Errors
    ///
    /// Where nothing can be run, or the guard cannot be asked any more.
    pub(crate) fn case(&mut self, loaded: &Loaded) -> Result<Vec<Row>, Error> {
        let case = &loaded.case;
        let mut plan = self.plan.clone();
        plan.shells.retain(|shell| case.shells.contains(&shell.name));
        plan.delivery = case.delivery;
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
        for sighting in &trial.sightings {
            // What a guard is known to fall for is no news; its `expect` lines say so.
            if sighting.signature.kind.is_violation() && case.status != Status::Known {
                let Confirmation::Yes(sighting, trial) =
                    confirm(&mut lab, &case.body, &trial, sighting)?
                else {
                    continue;
                };
                let shells: Vec<&str> =
                    sighting.signature.shells.iter().map(|shell| shell.name()).collect();
                let problems = vec![sighting.signature.text(), sighting.summary.clone()];
                let depends_on =
                    finding(&mut lab, &case.body, &case.body, &sighting, &trial).depends_on;
                let row = Row::new(Kind::Finding, loaded, &shells.join("+"), problems);
                rows.push(Row { depends_on, ..row });
            }
        }
        Ok(rows)
    }
}
