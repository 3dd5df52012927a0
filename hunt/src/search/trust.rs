//! What is done to tell only what a sound runner saw.
//!
//! A finding, and whatever else is told of runs, rests on runs that the runner was found sound after. Where it turns
//! out not to have been, what was counted since it last was is taken back, and what was run is run again.

use std::collections::VecDeque;

use super::job::Job;
use crate::bucket::Signature;
use crate::generate::Candidate;
use crate::lab::{Asked, Care, Counts};
use crate::runs::{RunError, Trust};

/// After so many scripts the runner is tested, whether or not it is due.
const KEPT: usize = 4096;

/// The same where scripts are run again: one of them may be what makes a runner unsound, and is to take few others
/// along.
const KEPT_AGAIN: usize = 32;

/// How often a script is run at most, where every runner that ran it was found unsound.
const TIMES: u8 = 3;

/// The most notes that wait to be told.
const NOTES: usize = 100;

/// A script that was run.
pub(super) struct Tried {
    candidate: Candidate,
    asked: Vec<Asked>,
    /// The refusal, for one that was denied and run to see whether there was a need.
    denied: Option<String>,
    times: u8,
}

impl Tried {
    /// One that was allowed.
    pub(super) fn allowed(candidate: Candidate, asked: Vec<Asked>) -> Self {
        Self { candidate, asked, denied: None, times: 0 }
    }

    /// One that was denied with this refusal.
    pub(super) fn denied(candidate: Candidate, asked: Vec<Asked>, id: String) -> Self {
        Self { denied: Some(id), ..Self::allowed(candidate, asked) }
    }
}

/// What rests on runs that the runner was not found sound after.
#[derive(Default)]
pub(super) struct Unsure {
    tried: VecDeque<Tried>,
    counts: Counts,
    pub(super) unconfirmed: u64,
    notes: Vec<String>,
    /// Whether the runner was found unsound, and all that is left to do is to try again.
    pub(super) is_lost: bool,
}

impl Unsure {
    /// Keeps a note about runs until they are known to count.
    pub(super) fn note(&mut self, text: Option<String>) {
        if self.notes.len() < NOTES {
            self.notes.extend(text);
        }
    }
}

impl Job<'_, '_> {
    /// Counts what the lab did.
    pub(super) fn count(&mut self) {
        let counts = self.lab.take_counts();
        self.unsure.counts.add(&counts);
        self.board.count(counts);
    }

    /// Runs a script and sees what comes of it.
    pub(super) fn attempt(&mut self, tried: Tried) -> Result<(), RunError> {
        self.lab.begin();
        let Tried { candidate, asked, denied, .. } = &tried;
        match denied {
            None => {
                let trial = self.lab.try_asked(&candidate.script, asked.clone(), Care::Fast)?;
                self.trial(candidate, &trial)?;
            }
            Some(id) => self.overblock(&candidate.script, asked, id)?,
        }
        if self.unsure.is_lost || self.lab.leans() {
            self.unsure.tried.push_back(tried);
        }
        Ok(())
    }

    /// Whether this is a new bucket of a finding whose runs count. Where they do not, the script is tried again by
    /// and by.
    pub(super) fn is_new(&mut self, signature: &Signature) -> Result<bool, RunError> {
        if self.board.lock().is_known(signature) || !self.is_sound()? {
            return Ok(false);
        }
        Ok(self.board.lock().add_bucket(signature))
    }

    /// Whether all runs up to now count.
    fn is_sound(&mut self) -> Result<bool, RunError> {
        self.count();
        let trust = self.lab.verify()?;
        for note in self.lab.runner().notes() {
            self.note(note);
        }
        match trust {
            Trust::Good => {
                // What is lost stays so until it was tried again.
                if !self.unsure.is_lost {
                    self.unsure.tried.clear();
                }
                self.unsure.counts = Counts::default();
                self.unsure.unconfirmed = 0;
                for note in std::mem::take(&mut self.unsure.notes) {
                    self.note(note);
                }
            }
            Trust::Lost => self.withdraw(),
        }
        Ok(trust == Trust::Good)
    }

    /// Takes back what rests on runs that do not count.
    pub(super) fn withdraw(&mut self) {
        let counts = std::mem::take(&mut self.unsure.counts);
        self.board.take_back(&counts, std::mem::take(&mut self.unsure.unconfirmed));
        self.board.forget_met();
        self.unsure.notes.clear();
        self.unsure.is_lost = true;
    }

    /// Tests the runner where that is due; what does not count is run again.
    pub(super) fn see_trust(&mut self) -> Result<(), RunError> {
        if self.lab.runner().is_due() || self.unsure.tried.len() >= KEPT {
            self.is_sound()?;
        }
        self.again()
    }

    /// Runs again what was run by a runner that was not sound.
    fn again(&mut self) -> Result<(), RunError> {
        while std::mem::take(&mut self.unsure.is_lost) {
            let mut left = std::mem::take(&mut self.unsure.tried);
            let mut given_up = Vec::new();
            // When it was interrupted, what does not count stays taken back.
            while !self.board.is_interrupted()
                && let Some(mut tried) = left.pop_front()
            {
                tried.times += 1;
                if tried.times >= TIMES {
                    given_up.push(tried.candidate.script);
                    continue;
                }
                self.attempt(tried)?;
                if !self.unsure.is_lost
                    && (self.lab.runner().is_due() || self.unsure.tried.len() >= KEPT_AGAIN)
                {
                    self.is_sound()?;
                }
                if self.unsure.is_lost {
                    break;
                }
            }
            if let Some(script) = given_up.first() {
                self.note(format!(
                    "left out: every worker that ran `{}` was found unsound ({} scripts in all)",
                    script.escape_ascii(),
                    given_up.len()
                ));
            }
            self.unsure.tried.append(&mut left);
        }
        Ok(())
    }

    /// At the end of a hunt: what was run last counts only if the runner is sound.
    pub(super) fn verify(&mut self) -> Result<(), RunError> {
        while !self.is_sound()? {
            self.again()?;
            // With nothing left that rests on it, what it says of itself is no matter.
            if self.unsure.tried.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use corpora::{Event, FindingKind};
    use oracle::Observation;

    use crate::fake::idle;
    use crate::fake::toy::{Toy, naive, plan};
    use crate::plan::Plan;
    use crate::search::{Summary, Why, Worker, search};
    use crate::{RunError, RunSpec, Runs, Trust};

    /// Sees nothing until it is looked at for the first time, and knows it then.
    struct Blind {
        toy: Toy,
        looks: u32,
        for_good: bool,
    }

    impl Runs for Blind {
        fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
            if self.looks == 0 { Ok(idle()) } else { self.toy.run(spec) }
        }

        fn verify(&mut self) -> Result<Trust, RunError> {
            if self.for_good {
                return Err(RunError::Controls("it sees nothing".into()));
            }
            self.looks += 1;
            Ok(if self.looks == 1 { Trust::Lost } else { Trust::Good })
        }

        fn notes(&mut self) -> Vec<String> {
            (self.looks == 1).then(|| "a worker was replaced".to_owned()).into_iter().collect()
        }
    }

    fn hunt(for_good: bool) -> (Summary, Vec<Event>) {
        let blind = Blind { toy: Toy::default(), looks: 0, for_good };
        let worker = Worker { guard: naive(), runner: Box::new(blind) };
        let plan = Plan { scripts: Some(800), ..plan() };
        let mut events = Vec::new();
        let stop = AtomicBool::new(false);
        let summary = search(&plan, vec![worker], &mut |event| events.push(event), &stop);
        (summary, events)
    }

    #[test]
    fn what_an_unsound_runner_missed_is_found_when_it_is_tried_again() {
        let (summary, events) = hunt(false);
        assert_eq!(summary.why, Why::Runs);
        let bypass = |event: &Event| match event {
            Event::Finding(finding) => finding.kind == FindingKind::Bypass,
            _ => false,
        };
        assert!(events.iter().any(bypass), "{events:?}");
        let replaced = |event: &Event| match event {
            Event::Note { text } => text.contains("replaced"),
            _ => false,
        };
        assert!(events.iter().any(replaced), "{events:?}");
    }

    #[test]
    fn a_runner_that_stays_unsound_makes_the_hunt_void() {
        let (summary, _) = hunt(true);
        assert!(matches!(summary.why, Why::Controls(_)), "{:?}", summary.why);
    }
}
