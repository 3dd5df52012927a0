//! The oracle as a hunt's runner.

use std::time::Duration;

use oracle::{Config, Delivery, Error, Mode, Observation, Oracle, Run, Script, Shell, World};

use crate::classify::Deed;
use crate::runs::{RunError, RunSpec, Runs, Trust};
use crate::search::told_unstable;

/// How many runs are made between two looks at the worker: a self-test under one of the shells, and
/// the whole of every world that is kept ready.
const AUDIT_EVERY: u64 = 1000;

/// One run of so many is made once more at the next look, to see that it does the same.
const REPEATED: u64 = 250;

/// The most runs that are made once more at one look.
const MOST_REPEATED: usize = 8;

/// Runs scripts in the sandbox.
#[derive(Debug)]
pub struct OracleRunner {
    oracle: Oracle,
    every: u64,
    runs: u64,
    /// How many runs were made since the last look.
    unverified: u64,
    /// Why the worker is not to be relied on, where that showed without a look.
    fault: Option<String>,
    /// How often a worker was looked at.
    looks: usize,
    /// The shells that it ran under, to be tested by turns.
    shells: Vec<(Shell, Mode)>,
    repeated: Vec<Repeated>,
    notes: Vec<String>,
}

/// A run to be made once more.
#[derive(Debug)]
struct Repeated {
    script: Script,
    world: World,
    shell: Shell,
    delivery: Delivery,
    timeout: Duration,
    mode: Mode,
    closely: bool,
    seen: Observation,
}

impl OracleRunner {
    /// Sets a sandbox up.
    ///
    /// # Errors
    ///
    /// Where there can be none; see [`Oracle::new`].
    pub fn new(config: Config) -> Result<Self, Error> {
        Ok(Self {
            oracle: Oracle::new(config)?,
            every: AUDIT_EVERY,
            runs: 0,
            unverified: 0,
            fault: None,
            looks: 0,
            shells: Vec::new(),
            repeated: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Is due for a look at the worker after every so many runs, at least one.
    #[must_use]
    pub fn verified_every(mut self, runs: u64) -> Self {
        self.every = runs.max(1);
        self
    }

    /// The oracle itself.
    pub fn oracle(&mut self) -> &mut Oracle {
        &mut self.oracle
    }

    /// Makes a run. A worker that ends over it takes what it was never tested for along.
    fn observe(&mut self, run: &Run<'_>) -> Result<Observation, Error> {
        let restarts = self.oracle.restarts();
        let seen = self.oracle.observe(run);
        if self.oracle.restarts() != restarts || self.oracle.worker_id().is_none() {
            let shell = run.shell.name;
            self.fault.get_or_insert_with(|| format!("it ended over a run under {shell}"));
        }
        seen
    }

    /// What is wrong with the worker; `None` where nothing is.
    fn fault(&mut self) -> Result<Option<String>, Error> {
        if let Some(fault) = self.fault.take() {
            return Ok(Some(fault));
        }
        let turn = self.looks % self.shells.len().max(1);
        self.looks += 1;
        if let Some((shell, mode)) = self.shells.get(turn) {
            match self.oracle.self_test(shell, *mode) {
                Ok(()) => {}
                Err(error @ (Error::SelfTest { .. } | Error::Worker(_))) => {
                    return Ok(Some(error.to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        let differences = match self.oracle.audit() {
            Err(Error::Worker(what)) => return Ok(Some(what)),
            other => other?,
        };
        let left = || format!("left a world changed: {}", differences.join("; "));
        Ok((!differences.is_empty()).then(left))
    }

    /// Makes some runs once more; what did not do the same both times is told.
    fn repeat(&mut self) -> Result<(), Error> {
        for run in std::mem::take(&mut self.repeated) {
            let now = self.observe(&Run {
                script: run.script.clone(),
                world: &run.world,
                shell: &run.shell,
                delivery: run.delivery,
                timeout: Some(run.timeout),
                mode: run.mode,
                commands: false,
                closely: run.closely,
            })?;
            let script = match &run.script {
                Script::Text(text) => text.clone(),
                Script::Calls(words) | Script::Argv(words) => words.join(&b' '),
            };
            let (before, now) = (Deed::of(&run.seen), Deed::of(&now));
            self.notes.extend(told_unstable(&script, run.shell.name, &before, &now));
        }
        Ok(())
    }

    fn look(&mut self) -> Result<Trust, RunError> {
        self.unverified = 0;
        let Some(fault) = self.fault().map_err(told)? else {
            self.repeat().map_err(told)?;
            return Ok(Trust::Good);
        };
        self.repeated.clear();
        self.oracle.replace().map_err(told)?;
        for (shell, mode) in &self.shells {
            match self.oracle.self_test(shell, *mode) {
                Err(error @ Error::SelfTest { .. }) => {
                    return Err(RunError::Controls(error.to_string()));
                }
                other => other.map_err(told)?,
            }
        }
        self.notes.push(format!(
            "a worker was replaced, and what it saw since it was last found sound is thrown away and run \
             again: {fault}"
        ));
        Ok(Trust::Lost)
    }
}

impl Runs for OracleRunner {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        let mode = if spec.exact { Mode::Exact } else { Mode::ForkServer };
        let run = Run {
            script: spec.script.clone(),
            world: spec.world,
            shell: spec.shell,
            delivery: spec.delivery,
            timeout: Some(spec.timeout),
            mode,
            commands: spec.commands,
            closely: spec.closely,
        };
        self.unverified += 1;
        let seen = self.observe(&run).map_err(told)?;
        self.runs += 1;
        let tested = |(shell, known): &(Shell, Mode)| (shell, *known) == (spec.shell, mode);
        if spec.shell.name != oracle::ShellName::None && !self.shells.iter().any(tested) {
            self.shells.push((spec.shell.clone(), mode));
        }
        let some = self.runs.is_multiple_of(REPEATED) && self.repeated.len() < MOST_REPEATED;
        if some && !seen.timed_out {
            self.repeated.push(Repeated {
                script: run.script,
                world: spec.world.clone(),
                shell: spec.shell.clone(),
                delivery: spec.delivery,
                timeout: spec.timeout,
                mode,
                closely: spec.closely,
                seen: seen.clone(),
            });
        }
        Ok(seen)
    }

    fn is_due(&self) -> bool {
        self.fault.is_some() || self.unverified >= self.every
    }

    fn verify(&mut self) -> Result<Trust, RunError> {
        self.look()
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

fn told(error: Error) -> RunError {
    match error {
        Error::NoSandbox(_) | Error::Start(_) => RunError::Setup(error.to_string()),
        Error::Script(_) => RunError::Script(error.to_string()),
        other => RunError::Failed(other.to_string()),
    }
}
