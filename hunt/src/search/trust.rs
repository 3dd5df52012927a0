//! What is done where the runner turns out not to have been sound.

use super::job::Job;
use crate::lab::Care;
use crate::runs::{RunError, Trust};

/// After so many scripts that were run without a word from the runner, the oldest are let go of.
const KEPT: usize = 4096;

impl Job<'_, '_> {
    /// Takes up what the runner says of itself: where its runs do not count, what they were made for is
    /// tried again.
    pub(super) fn see_trust(&mut self) -> Result<(), RunError> {
        let trust = self.lab.runner().trust();
        for note in self.lab.runner().notes() {
            self.note(note);
        }
        match trust {
            Trust::Unknown => {
                if self.since_sound.len() > KEPT {
                    self.since_sound.pop_front();
                }
            }
            Trust::Good => self.since_sound.clear(),
            Trust::Lost => {
                self.lab.forget();
                self.board.forget_met();
                for (candidate, asked) in std::mem::take(&mut self.since_sound) {
                    if self.board.is_interrupted() {
                        break;
                    }
                    let trial = self.lab.try_asked(&candidate.script, asked, Care::Fast)?;
                    self.trial(&candidate, &trial)?;
                }
            }
        }
        Ok(())
    }

    /// At the end of a hunt: what was run last counts only if the runner is sound.
    pub(super) fn verify(&mut self) -> Result<(), RunError> {
        self.lab.runner().verify()?;
        self.see_trust()
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
        trust: Trust,
        for_good: bool,
    }

    impl Runs for Blind {
        fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
            if self.looks == 0 { Ok(idle()) } else { self.toy.run(spec) }
        }

        fn verify(&mut self) -> Result<(), RunError> {
            if self.for_good {
                return Err(RunError::Controls("it sees nothing".into()));
            }
            self.looks += 1;
            self.trust = if self.looks == 1 { Trust::Lost } else { Trust::Good };
            Ok(())
        }

        fn trust(&mut self) -> Trust {
            std::mem::take(&mut self.trust)
        }

        fn notes(&mut self) -> Vec<String> {
            (self.trust == Trust::Unknown && self.looks == 1)
                .then(|| "a worker was replaced".to_owned())
                .into_iter()
                .collect()
        }
    }

    fn hunt(for_good: bool) -> (Summary, Vec<Event>) {
        let blind = Blind { toy: Toy::default(), looks: 0, trust: Trust::Unknown, for_good };
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
