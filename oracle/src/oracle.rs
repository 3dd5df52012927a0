//! The oracle: a worker process and what it has been told.

use std::collections::HashMap;
use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

use oracle_worker::proto::{self, FromWorker, Job, ToWorker};
use oracle_worker::run::SCRIPT_FILE;
use oracle_worker::tripwire;

use crate::drawn::{self, Drawn};
use crate::shell::session;
use crate::worker::Worker;
use crate::{Delivery, Error, Mode, Observation, Script, Shell, ShellName, World, xtrace};

/// The longest script, in bytes. The kernel takes no longer argument than twice that.
pub const MAX_SCRIPT: usize = 64 << 10;

/// How often a run is traced until no line is torn; dash and busybox write a line in pieces, which mix
/// in a pipeline.
const TRACES: usize = 5;

/// How many worlds are looked through before all that were sent are.
const LAST: usize = 8;

/// How an [`Oracle`] works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How long one run may go on before everything in it is killed.
    pub timeout: Duration,
    /// How long processes that outlive the shell are waited for before they count as left behind.
    pub grace: Duration,
    /// The most bytes kept of each output of a run.
    pub output_limit: usize,
    /// How many worlds are kept ready between runs. One counts once for each shell that is ready in it.
    pub ready_worlds: usize,
    /// The exit status of a program that is not there, as far as the tripwire answers for it.
    pub absent_status: u8,
    /// The core to stay on; `None` for any. One oracle a core is fastest.
    pub cpu: Option<usize>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(2),
            grace: Duration::from_millis(100),
            output_limit: 1 << 20,
            ready_worlds: 6,
            absent_status: 127,
            cpu: None,
        }
    }
}

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What is run.
    pub script: Script,
    /// What it begins in.
    pub world: &'a World,
    /// Under which shell. For [`Script::Argv`] its name is [`ShellName::None`].
    pub shell: &'a Shell,
    /// How the text reaches the shell.
    pub delivery: Delivery,
    /// Another time limit than the oracle's.
    pub timeout: Option<Duration>,
    /// How the shell is started.
    pub mode: Mode,
    /// Whether to make a second, traced run to learn which commands were run.
    pub commands: bool,
    /// Whether to watch every call that takes a path: then a trap that is followed without opening
    /// anything (`stat`, `cd`) is told of, and [`Observation::removals`] says who removed what. Each
    /// such call waits for the worker.
    pub closely: bool,
}

impl<'a> Run<'a> {
    /// A run by `-c`, in exact mode, without commands.
    pub fn new(script: impl Into<Script>, world: &'a World, shell: &'a Shell) -> Self {
        Self {
            script: script.into(),
            world,
            shell,
            delivery: Delivery::C,
            timeout: None,
            mode: Mode::Exact,
            commands: false,
            closely: false,
        }
    }
}

/// What a worker holds at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Open descriptors.
    pub descriptors: u64,
    /// Resident memory in KiB.
    pub resident_kib: u64,
    /// Mounts.
    pub mounts: u64,
    /// Worlds that are kept ready.
    pub cells: u64,
    /// CPU time of the worker, of what serves it, and of every run that has ended, in microseconds.
    pub cpu_us: u64,
}

/// Runs scripts and observes what they do. One at a time; use one oracle per thread.
#[derive(Debug)]
pub struct Oracle {
    config: proto::Config,
    worker: Option<Worker>,
    /// Worlds that the worker has been sent, and their ids.
    sent: HashMap<World, u64>,
    /// The last few of them, one of which is nearly always the next. While they share their entries with
    /// the caller's, which are then not changed, they are told apart without a look at those.
    last: Vec<(World, u64)>,
    restarts: u64,
}

impl Oracle {
    /// Starts a worker and sets its sandbox up.
    ///
    /// # Errors
    ///
    /// [`Error::NoSandbox`] tells which step failed and what would help.
    pub fn new(config: Config) -> Result<Self, Error> {
        let config = proto::Config {
            cpu: config.cpu,
            output_limit: config.output_limit,
            timeout_ms: config.timeout.as_millis() as u64,
            grace_ms: config.grace.as_millis() as u64,
            shown: Vec::new(),
            network: false,
            cells: config.ready_worlds,
            absent_status: config.absent_status,
            hook: crate::worker::HOOK.to_vec(),
            shells: crate::shell::programs(),
        };
        let worker = Worker::start(&config)?;
        Ok(Self {
            config,
            worker: Some(worker),
            sent: HashMap::new(),
            last: Vec::new(),
            restarts: 0,
        })
    }

    /// Runs a script in a clean world and says what it did: [`Oracle::observe`] with the plain
    /// terms of [`Run::new`].
    ///
    /// # Errors
    ///
    /// As [`Oracle::observe`].
    pub fn run(
        &mut self,
        script: impl Into<Script>,
        world: &World,
        shell: &Shell,
    ) -> Result<Observation, Error> {
        self.observe(&Run::new(script, world, shell))
    }

    /// Makes a run in a clean world.
    ///
    /// A worker that dies or goes silent is replaced, and the run is made again once.
    ///
    /// # Errors
    ///
    /// No run, no observation: every error means that nothing may be concluded from the script.
    pub fn observe(&mut self, run: &Run<'_>) -> Result<Observation, Error> {
        let job = self.job(run)?;
        let mut seen = self.make(run.world, job)?;
        if run.commands {
            seen.commands = self.trace(run, &seen)?;
        }
        Ok(seen)
    }

    /// The same without commands, with another time for what outlives the shell.
    pub(crate) fn observe_with_grace(
        &mut self,
        run: &Run<'_>,
        grace: Duration,
    ) -> Result<Observation, Error> {
        let job = Job { grace_ms: Some(grace.as_millis() as u64), ..self.job(run)? };
        self.make(run.world, job)
    }

    /// How many workers had to be replaced so far.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Ends the worker and starts another, for one that is not to be trusted any more.
    ///
    /// # Errors
    ///
    /// As [`Oracle::new`].
    pub fn replace(&mut self) -> Result<(), Error> {
        self.worker = None;
        self.worker().map(|_| ())
    }

    /// The process id of the worker, while there is one.
    pub fn worker_id(&self) -> Option<u32> {
        self.worker.as_ref().map(Worker::id)
    }

    /// What the worker holds at the moment.
    ///
    /// # Errors
    ///
    /// As [`Oracle::run`].
    pub fn usage(&mut self) -> Result<Usage, Error> {
        match self.ask(&ToWorker::Usage, Duration::from_secs(30))? {
            FromWorker::Usage { descriptors, resident_kib, mounts, cells, cpu_us } => {
                Ok(Usage { descriptors, resident_kib, mounts, cells, cpu_us })
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Compares every world that is kept ready with its declaration, in full. Empty where nothing
    /// differs.
    ///
    /// # Errors
    ///
    /// As [`Oracle::run`].
    pub fn audit(&mut self) -> Result<Vec<String>, Error> {
        match self.ask(&ToWorker::Audit, Duration::from_secs(60))? {
            FromWorker::Audited(differences) => Ok(differences),
            other => Err(unexpected(&other)),
        }
    }

    fn job(&self, run: &Run<'_>) -> Result<Job, Error> {
        // What a session is handed, one after another.
        let calls: Option<Vec<&[u8]>> = match &run.script {
            Script::Calls(calls) => Some(calls.iter().map(Vec::as_slice).collect()),
            Script::Text(text) if run.shell.name.is_session() => Some(vec![text]),
            _ => None,
        };
        let delivery = if calls.is_some() { Delivery::Stdin } else { run.delivery };
        let shell_program = || run.shell.program().as_os_str().as_bytes().to_vec();
        let (program, argv, text) = match (&run.script, calls) {
            (Script::Argv(argv), _) => {
                let first = argv.first().ok_or_else(|| Error::Script("it has no words".into()))?;
                (first.clone(), argv.clone(), Vec::new())
            }
            (Script::Calls(_), _) if !run.shell.name.is_session() => {
                let why = format!("{} takes one text, not several calls", run.shell.name);
                return Err(Error::Script(why));
            }
            (_, Some(calls)) => {
                let text = session(run.shell.name.base(), &calls).ok_or_else(|| {
                    Error::Script("it holds a NUL byte, which no word of a shell can".into())
                })?;
                (shell_program(), run.shell.argv(delivery, b""), text)
            }
            (Script::Calls(_), None) => return Err(Error::Script("it has no calls".into())),
            (Script::Text(text), None) => {
                let operand = match run.delivery {
                    Delivery::C => text.as_slice(),
                    _ => SCRIPT_FILE,
                };
                let argv = run.shell.argv(run.delivery, operand);
                let fed = if run.delivery == Delivery::C { Vec::new() } else { text.clone() };
                (shell_program(), argv, fed)
            }
        };
        if argv.iter().any(|word| word.contains(&0)) {
            return Err(Error::Script("it holds a NUL byte, which no argument can".into()));
        }
        if argv.iter().map(Vec::len).sum::<usize>().max(text.len()) > 2 * MAX_SCRIPT {
            return Err(Error::Script(format!("it is longer than {MAX_SCRIPT} bytes")));
        }
        let mut env = run.shell.env(delivery);
        if hides_from(run) {
            env.push((b"PATH".to_vec(), without_tripwire(run.world)));
        }
        Ok(Job {
            world: 0,
            program,
            argv,
            env,
            text,
            delivery,
            // Only a shell can be stopped before its `main` and forked.
            mode: if run.shell.name == ShellName::None { Mode::Exact } else { run.mode },
            closely: run.closely,
            by_oracle: run.shell.name == ShellName::None,
            timeout_ms: run.timeout.map(|time| time.as_millis() as u64),
            grace_ms: None,
        })
    }

    fn make(&mut self, world: &World, mut job: Job) -> Result<Observation, Error> {
        let time = Duration::from_millis(job.timeout_ms.unwrap_or(self.config.timeout_ms));
        // A new world may run a setup script first, and a hostile run is killed at leisure.
        let patience = time + Duration::from_secs(60);
        job.world = self.send_world(world)?;
        let mut message = ToWorker::Job(job);
        let answer = match self.ask(&message, patience) {
            Err(Error::Worker(_)) => {
                let id = self.send_world(world)?;
                if let ToWorker::Job(job) = &mut message {
                    job.world = id;
                }
                self.ask(&message, patience)?
            }
            other => other?,
        };
        match answer {
            FromWorker::Observed(observation) => Ok(*observation),
            FromWorker::Refused(refusal) => Err(Error::from_refusal(refusal, &world.name)),
            other => Err(unexpected(&other)),
        }
    }

    /// The id of a world that the worker knows.
    fn send_world(&mut self, world: &World) -> Result<u64, Error> {
        if self.worker.is_some() {
            if let Some(at) = self.last.iter().position(|(last, _)| last == world) {
                let (last, id) = &mut self.last[at];
                let id = *id;
                if !last.entries.is_same(&world.entries) {
                    last.clone_from(world);
                }
                self.last[..=at].rotate_right(1);
                return Ok(id);
            }
            if let Some(&id) = self.sent.get(world) {
                self.remember(world, id);
                return Ok(id);
            }
        }
        self.worker()?;
        let id = self.sent.len() as u64;
        self.worker()?.send(&ToWorker::World(id, world.clone()))?;
        self.sent.insert(world.clone(), id);
        self.remember(world, id);
        Ok(id)
    }

    /// Takes a world for one of the last.
    fn remember(&mut self, world: &World, id: u64) {
        self.last.truncate(LAST - 1);
        self.last.insert(0, (world.clone(), id));
    }

    /// The worker, a new one where the last has gone.
    fn worker(&mut self) -> Result<&mut Worker, Error> {
        if self.worker.is_none() {
            self.sent.clear();
            self.last.clear();
            self.restarts += 1;
            self.worker = Some(Worker::start(&self.config)?);
        }
        self.worker.as_mut().ok_or_else(|| Error::Worker("is gone".into()))
    }

    /// Sends a message and waits for the answer; a worker that fails is let go of.
    fn ask(&mut self, message: &ToWorker, patience: Duration) -> Result<FromWorker, Error> {
        let worker = self.worker()?;
        let answer = worker
            .patience(patience)
            .and_then(|()| worker.send(message))
            .and_then(|()| worker.receive());
        if answer.is_err() {
            self.worker = None;
        }
        answer
    }

    /// The commands of the run, from a second run that is traced.
    fn trace(
        &mut self,
        run: &Run<'_>,
        judged: &Observation,
    ) -> Result<Option<Vec<crate::Command>>, Error> {
        for turn in 0..TRACES {
            let mut job = self.job(run)?;
            let tracing = xtrace::Tracing::new(run.shell, run.delivery, &run.script);
            let Some(tracing) = tracing else { return Ok(None) };
            tracing.alter(&mut job.argv, &mut job.env, &mut job.text);
            job.mode = tracing.mode(job.mode);
            let mut traced = self.make(run.world, job)?;
            let drawn = Drawn::new(drawn::paths(&judged.effects), drawn::paths(&traced.effects));
            drawn.apply(&mut traced);
            match tracing.commands(&traced) {
                Err(xtrace::Untraced::Torn) => {}
                Ok(commands) if xtrace::same(judged, &traced) => return Ok(Some(commands)),
                // Two names may have been drawn that look chosen, which does not happen twice.
                Ok(_) if turn == 0 => {}
                Ok(_) | Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Whether the run depends on what a shell does only for commands that it cannot find, which the
/// tripwire would keep from happening.
fn hides_from(run: &Run<'_>) -> bool {
    let script = match &run.script {
        Script::Text(text) => tripwire::hides_from(text),
        Script::Calls(calls) => calls.iter().any(|call| tripwire::hides_from(call)),
        Script::Argv(argv) => argv.iter().any(|word| tripwire::hides_from(word)),
    };
    script || run.world.setup.as_ref().is_some_and(|setup| tripwire::hides_from(setup))
}

/// The world's `PATH` without the folder that answers every name.
fn without_tripwire(world: &World) -> Vec<u8> {
    let path = world.env.iter().find(|(name, _)| name == b"PATH");
    let path = path.map_or(&[][..], |(_, value)| value);
    let folders = path.split(|&byte| byte == b':');
    let kept: Vec<&[u8]> = folders.filter(|folder| *folder != b"/tripwire").collect();
    kept.join(&b':')
}

fn unexpected(answer: &FromWorker) -> Error {
    Error::Worker(format!("answered with {answer:?}"))
}
