//! A program that stays, in a sandbox of its own: a guard under test, for one.
//!
//! A guest sees a copy of a world at the usual place, and what of the host it is shown. It talks
//! with its caller through its standard streams. What it changes in its copy can be put back between
//! two questions.

use std::ffi::OsString;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;
use std::time::Duration;

use oracle_worker::proto::{self, FromWorker, ToWorker};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::worker::Worker;
use crate::{Effect, Error, World};

/// How long the worker may take for anything but a guest's own work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The id of the one world of a worker for guests.
const WORLD: u64 = 0;

/// How guests live.
#[derive(Clone, Debug)]
pub struct GuestConfig {
    /// The world that they see a copy of.
    pub world: World,
    /// Files and folders of the host that they see, read-only, at the same place. They must be
    /// readable for everybody where the caller is root.
    pub shown: Vec<PathBuf>,
    /// Whether they may use the network.
    pub network: bool,
}

/// A program to start as a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestProgram {
    /// The program and its arguments: absolute, or looked up on the world's `PATH`.
    pub argv: Vec<OsString>,
    /// Environment entries added to, or replacing, the world's.
    pub env: Vec<(OsString, OsString)>,
    /// The folder that it starts in.
    pub folder: PathBuf,
}

/// The caller's ends of a guest's standard streams.
#[derive(Debug)]
pub struct Streams {
    /// Written by the caller.
    pub stdin: OwnedFd,
    /// Read by the caller.
    pub stdout: OwnedFd,
    /// Read by the caller.
    pub stderr: OwnedFd,
}

/// How a guest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
}

/// A sandbox for one guest at a time. Dropping it ends the guest and everything it started.
#[derive(Debug)]
pub struct Guest {
    worker: Worker,
    streams: OwnedFd,
}

impl Guest {
    /// Sets the sandbox up.
    ///
    /// # Errors
    ///
    /// As [`crate::Oracle::new`]; also where something that should be shown cannot be.
    pub fn new(config: &GuestConfig) -> Result<Self, Error> {
        let start = |error: rustix::io::Errno| Error::Start(error.into());
        let (streams, theirs) = rustix::net::socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )
        .map_err(start)?;
        let settings = proto::Config {
            cpu: None,
            output_limit: 0,
            timeout_ms: 0,
            grace_ms: 0,
            cells: 1,
            absent_status: 127,
            shown: config.shown.clone(),
            network: config.network,
            hook: Vec::new(),
            shells: Vec::new(),
        };
        let mut worker = Worker::start_with(&settings, Some(theirs))?;
        worker.send(&ToWorker::World(WORLD, config.world.clone()))?;
        worker.patience(PATIENCE)?;
        Ok(Self { worker, streams })
    }

    /// Starts a program, ending the one before it.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] where it cannot be started.
    pub fn start(&mut self, program: &GuestProgram) -> Result<Streams, Error> {
        let start = |error: rustix::io::Errno| Error::Start(error.into());
        let (stdin_theirs, stdin) = pipe_with(PipeFlags::CLOEXEC).map_err(start)?;
        let (stdout, stdout_theirs) = pipe_with(PipeFlags::CLOEXEC).map_err(start)?;
        let (stderr, stderr_theirs) = pipe_with(PipeFlags::CLOEXEC).map_err(start)?;
        let fds = [stdin_theirs.as_fd(), stdout_theirs.as_fd(), stderr_theirs.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&fds));
        rustix::net::sendmsg(
            &self.streams,
            &[IoSlice::new(b"s")],
            &mut control,
            SendFlags::NOSIGNAL,
        )
        .map_err(start)?;
        let bytes = |text: &OsString| text.as_bytes().to_vec();
        let wanted = proto::Guest {
            world: WORLD,
            argv: program.argv.iter().map(bytes).collect(),
            env: program.env.iter().map(|(name, value)| (bytes(name), bytes(value))).collect(),
            folder: program.folder.clone().into_os_string().into_vec(),
        };
        match self.ask(&ToWorker::Guest(wanted))? {
            FromWorker::GuestDone => Ok(Streams { stdin, stdout, stderr }),
            other => Err(unexpected(&other)),
        }
    }

    /// How the program ended, `None` while it runs.
    ///
    /// # Errors
    ///
    /// Where the sandbox itself has failed.
    pub fn ended(&mut self) -> Result<Option<Ended>, Error> {
        match self.ask(&ToWorker::GuestState)? {
            FromWorker::GuestState(status) => Ok(status.map(|status| match status & 0x7f {
                0 => Ended::Exit((status >> 8) & 0xff),
                signal => Ended::Signal(signal),
            })),
            other => Err(unexpected(&other)),
        }
    }

    /// Ends the program and everything it started.
    ///
    /// # Errors
    ///
    /// Where the sandbox itself has failed.
    pub fn stop(&mut self) -> Result<(), Error> {
        match self.ask(&ToWorker::GuestStop)? {
            FromWorker::GuestDone => Ok(()),
            other => Err(unexpected(&other)),
        }
    }

    /// Puts the guest's copy of the world back, and says what it had done to it.
    ///
    /// # Errors
    ///
    /// Where it cannot be put back; the sandbox is then of no further use.
    pub fn reset(&mut self) -> Result<Vec<Effect>, Error> {
        match self.ask(&ToWorker::GuestReset)? {
            FromWorker::GuestChanged(changes) => Ok(changes),
            other => Err(unexpected(&other)),
        }
    }

    fn ask(&mut self, message: &ToWorker) -> Result<FromWorker, Error> {
        self.worker.send(message)?;
        match self.worker.receive()? {
            FromWorker::Refused(refusal) => Err(Error::from_refusal(refusal, "of a guest")),
            other => Ok(other),
        }
    }
}

fn unexpected(answer: &FromWorker) -> Error {
    Error::Worker(format!("answered with {answer:?}"))
}
