//! Running a process to its end for one request.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::conversation::Conversation;
use super::launch::{Ending, Launcher, Program};
use super::{Foreign, Limits, RESTARTS, STDERR};
use crate::Fault;

/// What a process did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ran {
    /// How it ended.
    pub(super) ending: Ending,
    /// What it wrote, up to the limit.
    pub(super) stdout: Vec<u8>,
    /// The start of what it wrote for people.
    pub(super) stderr: Vec<u8>,
}

/// Whether standard output counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// It is the answer; too much of it is a fault.
    Answer,
    /// It is read and dropped.
    Dropped,
}

/// Why there is nothing to read an answer from.
#[derive(Debug)]
enum Failure {
    /// The process could not be started.
    Start(io::Error),
    /// It did not come to an end as it should.
    Fault(Fault),
}

/// Runs a process to its end: gives it its input, reads its output, and kills whatever is left of
/// it when it has ended or is late. Children that outlive it and hold its output open are not
/// waited for.
fn run(
    launcher: &dyn Launcher,
    program: &Program,
    input: &[u8],
    output: Output,
    limits: &Limits,
) -> Result<(Ran, Vec<String>), Failure> {
    let launched = launcher.launch(program).map_err(Failure::Start)?;
    let mut talk = Conversation::new(launched, limits.output, STDERR).map_err(Failure::Start)?;
    talk.queue(input);
    let mut since = Instant::now();
    let mut written = false;
    loop {
        if !written && talk.all_written() {
            // The deadline counts from when the request was written.
            since = Instant::now();
            written = true;
            talk.close_stdin();
        }
        let until = limits.late(since);
        talk.step(until).map_err(|error| Failure::Fault(Fault::Crash(error.to_string())))?;
        match output {
            Output::Answer if talk.incoming.len() > limits.output => {
                return Err(Failure::Fault(Fault::Oversize { limit: limits.output }));
            }
            Output::Answer => {}
            Output::Dropped => talk.incoming.clear(),
        }
        if let Some(ending) = talk.ended {
            let notes = talk.idle();
            let ran = Ran { ending, stdout: talk.incoming, stderr: talk.errors };
            return Ok((ran, notes));
        }
        if Instant::now() >= until {
            return Err(Failure::Fault(limits.hang()));
        }
    }
}

/// The fault of a program that cannot be started.
pub(super) fn start_fault(foreign: &Foreign, error: &io::Error) -> Fault {
    let name =
        foreign.program.argv.first().map_or_else(Default::default, |word| word.to_string_lossy());
    Fault::Start(format!("`{name}`: {error}"))
}

/// Whether a program that could not be started never will be.
pub(super) fn is_for_good(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied)
}

/// A guard whose program is started for each request.
pub(super) struct Once {
    pub(super) foreign: Foreign,
    launcher: Arc<dyn Launcher>,
    /// Starts that failed since the last one that did not.
    failed: u32,
    pub(super) broken: Option<String>,
    notes: Vec<String>,
}

impl Once {
    pub(super) fn new(foreign: Foreign, launcher: Arc<dyn Launcher>) -> Self {
        Self { foreign, launcher, failed: 0, broken: None, notes: Vec::new() }
    }

    /// Runs the program with these variables and this input.
    pub(super) fn run(
        &mut self,
        env: impl IntoIterator<Item = (&'static str, OsString)>,
        input: &[u8],
        output: Output,
    ) -> Result<Ran, Fault> {
        if let Some(why) = &self.broken {
            return Err(Fault::Start(why.clone()));
        }
        let mut program = self.foreign.program.clone();
        program.env.extend(env.into_iter().map(|(key, value)| (key.into(), value)));
        match run(&*self.launcher, &program, input, output, &self.foreign.limits) {
            Ok((ran, notes)) => {
                self.failed = 0;
                keep(&mut self.notes, notes);
                Ok(ran)
            }
            Err(Failure::Fault(fault)) => {
                self.failed = 0;
                Err(fault)
            }
            Err(Failure::Start(error)) => {
                let fault = start_fault(&self.foreign, &error);
                self.failed += 1;
                if is_for_good(&error) || self.failed > RESTARTS {
                    self.broken = Some(format!("{}: {fault}", self.foreign.name));
                }
                Err(fault)
            }
        }
    }

    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

/// Appends to a list that somebody takes now and then, up to a limit.
pub(super) fn keep<T>(list: &mut Vec<T>, new: impl IntoIterator<Item = T>) {
    const MOST: usize = 1000;
    let room = MOST.saturating_sub(list.len());
    list.extend(new.into_iter().take(room));
}
