//! Starting guard processes.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open, waitid,
};

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; the program is absolute or looked up on `PATH`.
    pub argv: Vec<OsString>,
    /// The folder that it starts in: that of its manifest.
    pub folder: PathBuf,
    /// Variables that are set in addition to what the launcher gives.
    pub env: Vec<(OsString, OsString)>,
    /// What else a sandbox shows it, read-only.
    pub mounts: Vec<PathBuf>,
    /// Whether a sandbox lets it use the network.
    pub network: bool,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// Somebody else in this program took the news of its end.
    Unseen,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Unseen => write!(f, "an end that nobody saw"),
        }
    }
}

/// A process that was started. Dropping it kills it, and all that it started, as a whole.
pub trait Process: Send {
    /// How it ended, where it has. Never waits.
    fn ended(&mut self) -> Option<Ending>;

    /// A descriptor that is readable once the process has ended. Without one, callers look at
    /// [`Process::ended`] now and then.
    fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Called when no request is unanswered. A sandbox resets its copy of the world here where
    /// the guard changed it, and says what it found.
    fn idle(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// A started process with its standard streams.
pub struct Launched {
    /// What it reads.
    pub stdin: OwnedFd,
    /// What it writes.
    pub stdout: OwnedFd,
    /// What it writes for people.
    pub stderr: OwnedFd,
    /// The process itself.
    pub process: Box<dyn Process>,
}

/// Starts guard processes.
pub trait Launcher: Send + Sync {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// Where it cannot be started. `NotFound` and `PermissionDenied` are taken to hold for good.
    fn launch(&self, program: &Program) -> io::Result<Launched>;

    /// Whether [`Process::idle`] must run between any two requests, so that a guard is never
    /// asked the next before it has answered the last.
    fn one_at_a_time(&self) -> bool {
        false
    }
}

/// Starts programs as they are, in a process group of their own, without any sandbox.
///
/// The mounts and the network switch of a [`Program`] mean nothing here. What leaves the process
/// group is not killed with it; only a sandbox with a process namespace can promise that.
#[derive(Clone, Copy, Debug, Default)]
pub struct DirectLauncher;

impl Launcher for DirectLauncher {
    fn launch(&self, program: &Program) -> io::Result<Launched> {
        let mut words = program.argv.iter();
        let name = words.next().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut child = Command::new(name)
            .args(words)
            .current_dir(&program.folder)
            .envs(program.env.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Group::new(child);
        match streams {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok(Launched {
                stdin: stdin.into(),
                stdout: stdout.into(),
                stderr: stderr.into(),
                process: Box::new(process),
            }),
            _ => Err(io::Error::other("the process has no standard streams")),
        }
    }
}

/// How long the end of a killed process is waited for. Only a process that the kernel itself
/// holds takes longer than an instant; it is then left behind rather than waited for.
const GRACE: Duration = Duration::from_secs(2);

/// A child that leads a process group.
struct Group {
    child: Child,
    pid: Option<Pid>,
    pidfd: Option<OwnedFd>,
}

impl Group {
    fn new(child: Child) -> Self {
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pidfd = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        Self { child, pid, pidfd }
    }
}

impl Process for Group {
    fn ended(&mut self) -> Option<Ending> {
        // The child stays a zombie, so that its number, which is its group's, is not given to
        // another process before the group has been killed.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = match waitid(WaitId::Pid(self.pid?), options) {
            Ok(status) => status?,
            Err(Errno::CHILD) => return Some(Ending::Unseen),
            Err(_) => return None,
        };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(status), _) => Some(Ending::Exit(status)),
            (None, Some(signal)) => Some(Ending::Signal(signal)),
            (None, None) => None,
        }
    }

    fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(OwnedFd::as_fd)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Errors mean that nobody is left to kill or to wait for.
        if let Some(pid) = self.pid {
            kill_process_group(pid, Signal::KILL).ok();
        }
        self.child.kill().ok();
        let until = Instant::now() + GRACE;
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() >= until {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
