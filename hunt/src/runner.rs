//! The oracle as a hunt's runner.

use oracle::{Config, Error, Mode, Observation, Oracle, Run};

use crate::runs::{RunError, RunSpec, Runs};

/// How many runs are made between two looks at the whole of every world that is kept ready.
const AUDIT_EVERY: u64 = 1000;

/// Runs scripts in the sandbox.
#[derive(Debug)]
pub struct OracleRunner {
    oracle: Oracle,
    runs: u64,
}

impl OracleRunner {
    /// Sets a sandbox up.
    ///
    /// # Errors
    ///
    /// Where there can be none; see [`Oracle::new`].
    pub fn new(config: Config) -> Result<Self, Error> {
        Ok(Self { oracle: Oracle::new(config)?, runs: 0 })
    }

    /// The oracle itself.
    pub fn oracle(&mut self) -> &mut Oracle {
        &mut self.oracle
    }

    fn audit(&mut self) -> Result<(), Error> {
        let differences = self.oracle.audit()?;
        if differences.is_empty() {
            return Ok(());
        }
        Err(Error::Worker(format!("left a world changed: {}", differences.join("; "))))
    }
}

impl Runs for OracleRunner {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        let run = Run {
            script: spec.script.clone(),
            world: spec.world,
            shell: spec.shell,
            delivery: spec.delivery,
            timeout: Some(spec.timeout),
            mode: if spec.exact { Mode::Exact } else { Mode::ForkServer },
            commands: spec.commands,
        };
        let seen = self.oracle.observe(&run).map_err(told)?;
        self.runs += 1;
        if self.runs.is_multiple_of(AUDIT_EVERY) {
            self.audit().map_err(told)?;
        }
        Ok(seen)
    }
}

fn told(error: Error) -> RunError {
    match error {
        Error::NoSandbox(_) | Error::Start(_) => RunError::Setup(error.to_string()),
        Error::Script(_) => RunError::Script(error.to_string()),
        other => RunError::Failed(other.to_string()),
    }
}
