//! Questions to the guard.

use std::panic::{AssertUnwindSafe, catch_unwind};

use guard::{Answer, Fault, Guard, Request};
use oracle::ShellName;

use super::{Asked, Lab};
use crate::runs::target;

/// Every so many questions to a guard that is a process, one is about a plain command. A process
/// that was restarted five times without a verdict is broken; this stays below that.
const PROBE_EVERY: usize = 4;

impl Lab<'_> {
    fn request(&self, script: &[u8], shell: ShellName) -> Option<Request> {
        Some(self.worlds.first()?.1.request(script, target(shell)?))
    }

    /// Asks the guard about a script for one shell. A guard that panics has crashed.
    pub fn ask(&mut self, script: &[u8], shell: ShellName) -> Asked {
        self.ask_in(0, script, shell)
    }

    /// Asks the guard in the world at this place.
    pub(super) fn ask_in(&mut self, world: usize, script: &[u8], shell: ShellName) -> Asked {
        let guard = &mut *self.guard;
        let request = self
            .worlds
            .get(world)
            .and_then(|(_, layout)| Some(layout.request(script, target(shell)?)));
        let answer = request.map_or(Answer::Abstain, |request| decide(guard, &request));
        Asked { shell, outcome: self.host.outcome(&answer), answer }
    }

    /// Asks about many scripts, each for every shell of the plan; the answers come in the order of
    /// the scripts. A guard that is a process may be asked the next before it has answered the last.
    ///
    /// Scripts that make a guard crash come in crowds. So that such a crowd is not taken for a
    /// guard that is broken for good, a plain command is asked about in between.
    pub fn ask_many(&mut self, scripts: &[&[u8]]) -> Vec<Vec<Asked>> {
        let plan = self.plan;
        let mut requests: Vec<Request> = Vec::new();
        // Whose answer it is: a script and a shell, or nobody's.
        let mut whose: Vec<Option<(usize, ShellName)>> = Vec::new();
        for (at, script) in scripts.iter().enumerate() {
            for shell in &plan.shells {
                let Some(request) = self.request(script, shell.name) else { continue };
                requests.push(request);
                whose.push(Some((at, shell.name)));
                if self.probed && requests.len() % PROBE_EVERY == PROBE_EVERY - 1 {
                    requests.extend(self.request(&self.probe, shell.name));
                    whose.push(None);
                }
            }
        }
        let guard = &mut *self.guard;
        let answers = catch_unwind(AssertUnwindSafe(|| guard.decide_many(&requests)));
        let answers = match answers {
            Ok(answers) if answers.len() == requests.len() => answers,
            // One of them made it panic: which one shows when they are asked one by one.
            _ => requests.iter().map(|request| decide(guard, request)).collect(),
        };
        let mut all = vec![Vec::with_capacity(plan.shells.len()); scripts.len()];
        for (whose, answer) in whose.into_iter().zip(answers) {
            if let Some((at, shell)) = whose
                && let Some(asked) = all.get_mut(at)
            {
                asked.push(Asked { shell, outcome: self.host.outcome(&answer), answer });
            }
        }
        all
    }

    /// What the guard would answer with one check taken out.
    pub fn ask_without(&mut self, check: &str, script: &[u8], shell: ShellName) -> Option<Answer> {
        let request = self.request(script, shell)?;
        let guard = &mut *self.guard;
        catch_unwind(AssertUnwindSafe(|| guard.decide_without(check, &request))).ok()?
    }

    /// The checks that refuse a script, each by itself, where the guard can tell.
    pub fn refusals(&mut self, script: &[u8], shell: ShellName) -> Option<Vec<&'static str>> {
        let request = self.request(script, shell)?;
        let guard = &mut *self.guard;
        catch_unwind(AssertUnwindSafe(|| guard.refusals(&request))).ok()?
    }

    /// Asks for every shell.
    pub fn ask_all(&mut self, script: &[u8]) -> Vec<Asked> {
        self.ask_many(&[script]).pop().unwrap_or_default()
    }
}

/// A decision; a guard that panics has crashed.
fn decide(guard: &mut dyn Guard, request: &Request) -> Answer {
    catch_unwind(AssertUnwindSafe(|| guard.decide(request)))
        .unwrap_or_else(|panic| Answer::Error(Fault::Crash(panic_text(&*panic))))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message");
    format!("panicked: {text}")
}
