//! Denied scripts: near-misses, and what is denied without need.

use corpora::{Event, FindingKind};
use guard::{Answer, Outcome, Verdict};

use super::job::Job;
use super::seen::hash;
use super::told::finding;
use super::trust::Tried;
use crate::bucket::{Shape, Signature, plain};
use crate::generate::Candidate;
use crate::lab::{Asked, Care, Sighting};
use crate::runs::RunError;

/// Up to here, a near-miss is worth being followed; a check with more of them is well known.
const FOLLOWED: usize = 2_000;

impl Job<'_, '_> {
    pub(super) fn denied(
        &mut self,
        candidate: &Candidate,
        asked: &[Asked],
    ) -> Result<(), RunError> {
        let denied = asked.iter().find_map(|asked| match &asked.answer {
            Answer::Verdict(Verdict::Deny { id, reason }) => {
                Some((asked.shell, id.clone(), reason.clone()))
            }
            _ => None,
        });
        let Some((shell, id, reason)) = denied else { return Ok(()) };
        self.denied += 1;
        self.check(candidate, shell, &id);
        let share = match self.board.lock().overblocks(&id) {
            0 => {
                self.generator.learn(reason.as_bytes());
                self.plan.overblock_share
            }
            1 | 2 => self.plan.overblock_share,
            _ => self.plan.overblock_share.saturating_mul(100),
        };
        let all_stop = asked.iter().all(|asked| asked.outcome == Outcome::Stops);
        if self.overblocks && all_stop && self.denied.is_multiple_of(share) {
            self.attempt(Tried::denied(candidate.clone(), asked.to_vec(), id))?;
        }
        Ok(())
    }

    /// Which checks refuse a denied script: as the guard tells, or as far as taking them out one
    /// by one does.
    fn check(&mut self, candidate: &Candidate, shell: oracle::ShellName, id: &str) {
        let script = &candidate.script;
        if let Some(refusals) = self.lab.refusals(script, shell) {
            if let [check] = refusals.as_slice() {
                self.near_miss(candidate, check);
            }
            self.board.lock().checks.refused(&refusals);
            return;
        }
        let named: Vec<&'static str> =
            self.checks.iter().copied().filter(|check| *check == id).collect();
        // A refusal under another name than its check's is looked for among all of them.
        let checks = if named.is_empty() { self.checks.clone() } else { named };
        for check in checks {
            match self.lab.ask_without(check, script, shell) {
                Some(Answer::Verdict(Verdict::Allow { .. })) => self.near_miss(candidate, check),
                Some(Answer::Verdict(Verdict::Deny { id: other, .. })) if other != id => {
                    self.board.lock().checks.refused(&[check, &other]);
                }
                _ => {}
            }
        }
    }

    fn near_miss(&mut self, candidate: &Candidate, check: &'static str) {
        let mut state = self.board.lock();
        let new = state.checks.near_miss(check, hash(&candidate.script));
        let follow = new && state.checks.count(check) <= FOLLOWED;
        drop(state);
        if follow {
            self.generator.near_miss(candidate, check);
        }
    }

    /// Runs a denied script as written, to see whether it is denied without need.
    pub(super) fn overblock(
        &mut self,
        script: &[u8],
        asked: &[Asked],
        id: &str,
    ) -> Result<(), RunError> {
        let mut trial = self.lab.run_as_written(script, Care::Fast)?;
        self.count();
        self.see_failures(&trial)?;
        let harmless = trial.failed.is_empty()
            && trial.runs.iter().all(|run| {
                run.judgement.broken.is_empty() && run.judgement.unchecked.is_empty()
            })
            // What fails everywhere is no loss to anybody.
            && trial.runs.iter().any(|run| run.observation.exit == Some(0));
        if !harmless {
            return Ok(());
        }
        let shells = self.plan.shells.iter().map(|shell| shell.name).collect();
        let signature = Signature {
            shape: Shape::default(),
            ..Signature::of_kind(FindingKind::Overblock, vec![plain(id.as_bytes())], shells, script)
        };
        self.board.lock().add_overblock(id);
        if self.is_new(&signature)? {
            trial.asked = asked.to_vec();
            let sighting = Sighting {
                signature,
                summary: "denied, though no shell does anything against the promise".to_owned(),
                world: Some(0),
            };
            let finding = finding(&mut self.lab, script, script, &sighting, &trial);
            self.tell(Event::Finding(finding));
        }
        Ok(())
    }
}
