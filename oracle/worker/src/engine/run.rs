//! One run, from its request to everything that it did.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use oracle_init::wire::{Reply, RunPacket, Streams};
use rustix::event::Timespec;
use rustix::event::{PollFd, PollFlags, poll};

use super::{Engine, feed, leftover, tokens};
use crate::cell::{Cell, in_tripwire};
use crate::notify::{Close, Context, Seen};
use crate::observation::{By, Effect, EffectKind, Mode, Observation, Program, Via};
use crate::proto::{Job, Refusal};
use crate::run::{Delivery, SCRIPT_FILE};
use crate::stage::Stage;
use crate::world::{Bytes, World, Zone};

/// How long a terminal must be quiet before the shell is taken to wait for input.
const QUIET: Duration = Duration::from_millis(40);

/// How long the outputs of a run are left alone at first. Most runs are over by then, and what they
/// wrote waits in the pipes; a run that has filled one goes on after this time.
const HEAD_START: Duration = Duration::from_millis(1);

/// How long the cell's first process may take to end everything.
const KILL_TIME: Duration = Duration::from_secs(10);

fn internal(what: &str, error: &io::Error) -> Refusal {
    Refusal::Internal(format!("{what}: {error}"))
}

/// What a run is made under, besides what its job says.
pub(crate) struct Terms<'a> {
    /// How its shell is started.
    pub(crate) mode: Mode,
    /// Its time limit, in milliseconds.
    pub(crate) timeout: u64,
    /// For a run that is watched closely, the traps that are looked out for.
    pub(crate) traps: Option<&'a HashMap<Bytes, Bytes>>,
    /// The caller, who may go away meanwhile.
    pub(crate) client: BorrowedFd<'a>,
}

/// Makes a run and says everything that it did.
pub(crate) fn observe(
    engine: &Engine,
    world: &World,
    cell: &Cell,
    stage: &mut Stage,
    job: &Job,
    terms: &Terms<'_>,
) -> Result<Observation, Refusal> {
    let mut seen = raw(engine, world, cell, Some(stage), job, terms)?;
    let mut report = stage.finish().map_err(|error| Refusal::Internal(error.to_string()))?;
    if matches!(job.delivery, Delivery::Typed | Delivery::Tty) {
        let env = environment(world, &job.env);
        let home = env.iter().find_map(|entry| entry.strip_prefix(b"HOME="));
        report.mark_history(home.unwrap_or_default());
    }
    // What was done behind a trap says more than that it was looked at.
    let done: HashSet<Option<Via>> =
        report.effects.iter().map(|effect| effect.via.clone()).collect();
    seen.effects.retain(|effect| !effect.is_look() || !done.contains(&effect.via));
    seen.effects.extend(report.effects);
    seen.unobserved.extend(report.unobserved);
    tokens::find(world, &mut seen, &report.touched_contents);
    seen.effects.sort();
    seen.effects.dedup();
    Ok(seen)
}

/// Makes a run and says all but its effects on files.
pub(crate) fn raw(
    engine: &Engine,
    world: &World,
    cell: &Cell,
    stage: Option<&mut Stage>,
    job: &Job,
    terms: &Terms<'_>,
) -> Result<Observation, Refusal> {
    let env = environment(world, &job.env);
    let program = find_program(cell, &env, &job.program)?;
    if job.delivery == Delivery::File {
        let path = cell.outside(SCRIPT_FILE);
        fs::write(path, &job.text).map_err(|error| internal("write the script", &error))?;
    }
    let limit = engine.config.output_limit;
    let keeps = cell.keeps && matches!(job.delivery, Delivery::C | Delivery::File);
    let kept = cell.kept.take().filter(|_| keeps);
    let again = kept.is_some();
    let (given, ends) = match kept {
        Some(streams) => streams.take(limit),
        None => feed::open(job.delivery, &job.text, limit)
            .map_err(|error| internal("open the run's descriptors", &error))?,
    };
    let packet = RunPacket {
        path: &program,
        cwd: &world.start,
        argv: &job.argv,
        env: &env,
        controlling_terminal: ends.is_terminal(),
        streams: match (keeps, again) {
            (true, true) => Streams::Kept,
            (true, false) => Streams::GivenToKeep,
            (false, _) => Streams::Given,
        },
    };
    let mut seen = Seen::default();
    if job.by_oracle {
        seen.programs.push(Program {
            argv: job.argv.clone(),
            path: program.clone(),
            by: By::Oracle,
            tripwire: in_tripwire(&program),
        });
    }
    let started = Instant::now();
    cell.run(&packet, given.fds()).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => Refusal::Start(error.to_string()),
        _ => internal("start the run", &error),
    })?;
    let mut run = Run {
        cell,
        stage,
        ends,
        seen,
        context: Context {
            init: cell.init,
            // The first process is not to be inspected, and what it starts is known anyway.
            skip_first_exec: terms.mode == Mode::Exact,
            only_shell: terms.mode == Mode::ForkServer && !job.by_oracle,
            network: false,
            shells: &engine.shells,
            close: terms.traps.map(|traps| Close { base: &cell.base, traps }),
        },
        started,
        last_event: started,
        deadline: started + Duration::from_millis(terms.timeout),
        grace: Duration::from_millis(job.grace_ms.unwrap_or(engine.config.grace_ms)),
        client: terms.client,
    };
    let given = keeps.then_some(given);
    let ended = run.go(job)?;
    // A program could do more to its descriptors than can be seen here.
    let quiet = !ended.timed_out && ended.left.is_empty() && run.seen.programs.is_empty();
    if let Some(given) = given.filter(|_| quiet) {
        cell.kept.replace(feed::Streams::keep(given, &mut run.ends));
    }
    Ok(run.into_observation(terms, ended))
}

/// The complete environment of a run.
pub(crate) fn environment(world: &World, changes: &[(Bytes, Bytes)]) -> Vec<Bytes> {
    let replaced = |name: &Bytes| changes.iter().any(|(other, _)| other == name);
    let kept = world.env.iter().filter(|(name, _)| !replaced(name));
    kept.chain(changes).map(|(name, value)| [name.as_slice(), b"=", value].concat()).collect()
}

/// Looks a program up as `execvp` would.
pub(crate) fn find_program(cell: &Cell, env: &[Bytes], program: &Bytes) -> Result<Bytes, Refusal> {
    if program.contains(&b'/') {
        return Ok(program.clone());
    }
    let path = env.iter().find_map(|entry| entry.strip_prefix(b"PATH=")).unwrap_or_default();
    for folder in path.split(|&b| b == b':').filter(|folder| folder.starts_with(b"/")) {
        let candidate = [folder, b"/", program].concat();
        if in_tripwire(&candidate) || cell.outside(&candidate).is_file() {
            return Ok(candidate);
        }
    }
    let name = String::from_utf8_lossy(program);
    Err(Refusal::Start(format!("`{name}` is not on the world's PATH")))
}

struct Run<'a> {
    cell: &'a Cell,
    stage: Option<&'a mut Stage>,
    ends: feed::Ends,
    seen: Seen,
    context: Context<'a>,
    started: Instant,
    last_event: Instant,
    deadline: Instant,
    grace: Duration,
    client: BorrowedFd<'a>,
}

/// How the run's own process ended.
#[derive(Default)]
struct Ended {
    status: i32,
    timed_out: bool,
    /// From its start.
    wall: Duration,
    /// The arguments of what was left behind.
    left: Vec<String>,
}

impl Run<'_> {
    fn go(&mut self, job: &Job) -> Result<Ended, Refusal> {
        let mut ended: Option<Ended> = None;
        let mut left = Vec::new();
        let mut wall = Duration::ZERO;
        loop {
            let now = Instant::now();
            let flood = self.ends.output.is_flood() || self.ends.error.is_flood();
            if now >= self.deadline || flood {
                if ended.is_some() {
                    // The grace is over: what is alive now was left behind.
                    left = leftover::name_all(self.cell.init);
                }
                let status = self.kill_all()?;
                if ended.is_none() {
                    wall = self.started.elapsed();
                    ended = Some(Ended { status, timed_out: true, ..Ended::default() });
                    if flood {
                        self.seen.unobserved.push("ended for its flood of output".into());
                    }
                }
                break;
            }
            match self.wait(now)? {
                None => {}
                Some(Reply::Exited { status, leftover }) => {
                    wall = self.started.elapsed();
                    ended = Some(Ended { status, ..Ended::default() });
                    if !leftover {
                        break;
                    }
                    self.deadline = Instant::now() + self.grace;
                }
                Some(Reply::Empty) => break,
                Some(Reply::Failed { errno }) => {
                    let error = io::Error::from_raw_os_error(errno);
                    let program = String::from_utf8_lossy(&job.program).into_owned();
                    return Err(Refusal::Start(format!("{program}: {error}")));
                }
                Some(other @ (Reply::Killed { .. } | Reply::Usage { .. })) => {
                    return Err(Refusal::Internal(format!("the cell said {other:?} unasked")));
                }
            }
        }
        self.drain()?;
        Ok(Ended { wall, left, ..ended.unwrap_or_default() })
    }

    /// Waits for one thing to happen and deals with it.
    fn wait(&mut self, now: Instant) -> Result<Option<Reply>, Refusal> {
        let trouble = |error: io::Error| internal("wait for the run", &error);
        let mut timeout = self.deadline - now;
        let head_start = HEAD_START.saturating_sub(now - self.started);
        let young = !head_start.is_zero() && !self.ends.is_terminal();
        if self.ends.is_terminal() {
            timeout = timeout.min(QUIET);
        } else if young {
            timeout = timeout.min(head_start);
        }
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        let socket = self.cell.socket();
        let listener = self.cell.listener.fd().map_err(trouble)?;
        let mut polled = vec![
            PollFd::from_borrowed_fd(listener, PollFlags::IN),
            PollFd::from_borrowed_fd(socket, PollFlags::IN),
            PollFd::from_borrowed_fd(self.client, PollFlags::RDHUP),
        ];
        let (mut output_at, mut error_at, mut input_at) = (None, None, None);
        let mut add = |fd: Option<BorrowedFd<'_>>, flags, at: &mut Option<usize>| {
            if let Some(fd) = fd {
                // SAFETY: the descriptors belong to `self.ends`, which is not touched before the
                // poll is over.
                let fd = unsafe { BorrowedFd::borrow_raw(std::os::fd::AsRawFd::as_raw_fd(&fd)) };
                *at = Some(polled.len());
                polled.push(PollFd::from_borrowed_fd(fd, flags));
            }
        };
        if !young {
            add(self.ends.output.fd(), PollFlags::IN, &mut output_at);
            add(self.ends.error.fd(), PollFlags::IN, &mut error_at);
        }
        add(self.ends.input_fd(), PollFlags::OUT, &mut input_at);
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) => {
                if !young {
                    self.ends.idle();
                }
                return Ok(None);
            }
            Err(rustix::io::Errno::INTR) => return Ok(None),
            other => other.map_err(|error| trouble(error.into()))?,
        };
        let happened = |at: Option<usize>| at.is_some_and(|at| !polled[at].revents().is_empty());
        let (output, error, input) = (happened(output_at), happened(error_at), happened(input_at));
        let (notified, replied, gone) = (
            polled[0].revents().contains(PollFlags::IN),
            !polled[1].revents().is_empty(),
            !polled[2].revents().is_empty(),
        );
        self.last_event = Instant::now();
        if gone {
            return Err(Refusal::Internal("nobody waits for the run any more".into()));
        }
        if notified {
            self.cell.listener.serve(&mut self.context, &mut self.seen).map_err(trouble)?;
            // Folders made so far are watched before the next program can use them.
            if let Some(stage) = &mut self.stage {
                stage.pump().map_err(|error| Refusal::Internal(error.to_string()))?;
            }
        }
        if output {
            self.ends.output.pump().map_err(trouble)?;
        }
        if error {
            self.ends.error.pump().map_err(trouble)?;
        }
        if input {
            self.ends.write();
        }
        if replied {
            return self.cell.reply().map(Some).map_err(trouble);
        }
        Ok(None)
    }

    /// Ends every process of the run and waits until they are gone; the wait status of the run's
    /// own process where it was alive.
    fn kill_all(&mut self) -> Result<i32, Refusal> {
        let trouble = |error: io::Error| internal("end the run", &error);
        self.cell.kill().map_err(trouble)?;
        self.deadline = Instant::now() + KILL_TIME;
        let mut ended = None;
        loop {
            let now = Instant::now();
            if now >= self.deadline {
                return Err(Refusal::Internal("the run cannot be ended".into()));
            }
            match self.wait(now)? {
                Some(Reply::Exited { status, .. }) => ended = Some(status),
                Some(Reply::Killed { status }) => return Ok(ended.unwrap_or(status)),
                _ => {}
            }
        }
    }

    /// Reads the rest of the outputs; every process that could write is gone.
    fn drain(&mut self) -> Result<(), Refusal> {
        let trouble = |error: io::Error| internal("read the run's output", &error);
        self.ends.output.pump().map_err(trouble)?;
        self.ends.error.pump().map_err(trouble)
    }

    fn into_observation(self, terms: &Terms<'_>, ended: Ended) -> Observation {
        let exited = libc::WIFEXITED(ended.status);
        let signaled = libc::WIFSIGNALED(ended.status);
        let effect = |kind, detail| Effect {
            kind,
            path: Bytes::new(),
            zone: Zone::System,
            from: None,
            via: None,
            undone: false,
            detail,
        };
        let addresses = self.seen.addresses.into_iter().map(|it| effect(EffectKind::Connect, it));
        let signals = self.seen.signals.into_iter().map(|it| effect(EffectKind::Signal, it));
        let left = ended.left.into_iter().map(|it| effect(EffectKind::Leftover, it));
        let looked = self.stage.map(|stage| stage.looked_through(&self.seen.followed));
        Observation {
            exit: (exited && !ended.timed_out).then(|| libc::WEXITSTATUS(ended.status)),
            signal: signaled.then(|| libc::WTERMSIG(ended.status)),
            timed_out: ended.timed_out,
            stdout: self.ends.output.output,
            stderr: self.ends.error.output,
            effects: addresses
                .chain(signals)
                .chain(left)
                .chain(looked.into_iter().flatten())
                .collect(),
            programs: self.seen.programs,
            removals: terms.traps.map(|_| self.seen.removals),
            commands: None,
            mode: terms.mode,
            wall_us: ended.wall.as_micros() as u64,
            unobserved: self.seen.unobserved,
        }
    }
}
