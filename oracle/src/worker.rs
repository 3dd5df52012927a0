//! The caller's end of one worker process.

use std::ffi::CStr;
use std::io::{self, BufReader};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use oracle_worker::proto::{self, Config, FromWorker, ToWorker};
use oracle_worker::sealed;

use crate::Error;

/// The worker program, built by this crate's build script.
static PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/oracle-worker"));

/// The library that a fork server is made with, built likewise.
pub(crate) static HOOK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/liboracle_hook.so"));

const NAME: &CStr = c"oracle-worker";

/// Setting a sandbox up takes some 30 ms; a machine under load may need far longer.
const START_TIME: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    reader: BufReader<UnixStream>,
    writer: UnixStream,
    /// How long an answer is waited for at present.
    patience: Duration,
}

/// The descriptor at which the worker expects the socket for a guest's streams.
const STREAMS: i32 = 3;

impl Worker {
    pub(crate) fn start(config: &Config) -> Result<Self, Error> {
        Self::start_with(config, None)
    }

    /// Starts a worker for guests, whose standard streams will come through `streams`.
    pub(crate) fn start_with(config: &Config, streams: Option<OwnedFd>) -> Result<Self, Error> {
        let (ours, theirs) = UnixStream::pair().map_err(Error::Start)?;
        // Sealed, so that nobody can change it before it starts.
        let program = sealed::file(NAME, PROGRAM).map_err(Error::Start)?;
        let mut command = Command::new(format!("/proc/self/fd/{}", program.as_raw_fd()));
        command
            .env_clear()
            .current_dir("/")
            // What is typed at a terminal to interrupt the caller is not for the worker, which
            // ends when the caller does.
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(streams) = streams {
            // SAFETY: one system call in the child, on a descriptor that the closure owns.
            unsafe {
                command.pre_exec(move || {
                    match libc::dup2(streams.as_raw_fd(), STREAMS) {
                        -1 => Err(io::Error::last_os_error()),
                        // Already there, it would still be closed on exec.
                        fd if streams.as_raw_fd() == fd => {
                            libc::fcntl(fd, libc::F_SETFD, 0);
                            Ok(())
                        }
                        _ => Ok(()),
                    }
                });
            }
        }
        let child = command.spawn().map_err(Error::Start)?;
        drop(command);
        let reader = BufReader::new(ours.try_clone().map_err(Error::Start)?);
        let mut worker = Self { child, reader, writer: ours, patience: START_TIME };
        worker.writer.set_read_timeout(Some(START_TIME)).map_err(Error::Start)?;
        worker.send(&ToWorker::Config(config.clone()))?;
        match worker.receive()? {
            FromWorker::Ready => {}
            FromWorker::Missing(missing) => return Err(Error::NoSandbox(missing)),
            other => return Err(Error::Worker(format!("began with {other:?}"))),
        }
        Ok(worker)
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// How long to wait for an answer before the worker is taken for dead.
    pub(crate) fn patience(&mut self, time: Duration) -> Result<(), Error> {
        if time == self.patience {
            return Ok(());
        }
        self.patience = time;
        self.writer.set_read_timeout(Some(time)).map_err(Error::Start)
    }

    pub(crate) fn send(&mut self, message: &ToWorker) -> Result<(), Error> {
        proto::write(&mut self.writer, message).map_err(|error| self.trouble(&error))
    }

    pub(crate) fn receive(&mut self) -> Result<FromWorker, Error> {
        match proto::read(&mut self.reader) {
            Ok(Some(message)) => Ok(message),
            Ok(None) => {
                let ended = self.child.wait();
                Err(Error::Worker(ended.map_or("ended".into(), describe)))
            }
            Err(error) => Err(self.trouble(&error)),
        }
    }

    fn trouble(&mut self, error: &io::Error) -> Error {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Error::Worker(describe(status));
        }
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                Error::Worker("did not answer in time".into())
            }
            _ => Error::Worker(format!("cannot be talked with: {error}")),
        }
    }
}

fn describe(status: ExitStatus) -> String {
    format!("ended with {status}")
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Its cells end with it: their first processes die with their parent, and everything in a
        // PID namespace dies with its first process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
