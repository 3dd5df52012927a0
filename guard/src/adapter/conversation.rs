//! A process and its three streams, none of which is ever waited for without a limit.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use super::launch::{Ending, Launched, Process};

/// How often a process without a descriptor of its own is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// How much is read at once, and how much more than the limit of an answer is ever held.
const CHUNK: usize = 64 * 1024;

/// A process that is talked to.
pub(super) struct Conversation {
    process: Box<dyn Process>,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// What is still to be written; the bytes before `written` are gone already.
    outgoing: Vec<u8>,
    sent: usize,
    /// How many bytes were ever queued and ever written.
    pub(super) queued: u64,
    pub(super) written: u64,
    /// What was read and not yet taken.
    pub(super) incoming: Vec<u8>,
    /// The start of standard error.
    pub(super) errors: Vec<u8>,
    /// How the process ended.
    pub(super) ended: Option<Ending>,
    /// Whether all that it had written before it ended was read.
    drained: bool,
    /// How much of `incoming` and `errors` is kept.
    keep_incoming: usize,
    keep_errors: usize,
}

impl Conversation {
    /// Takes a started process over. Reading stops while more than `keep_incoming` bytes wait to
    /// be taken.
    pub(super) fn new(
        launched: Launched,
        keep_incoming: usize,
        keep_errors: usize,
    ) -> io::Result<Self> {
        for fd in [&launched.stdin, &launched.stdout, &launched.stderr] {
            fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
        }
        Ok(Self {
            process: launched.process,
            stdin: Some(launched.stdin),
            stdout: Some(launched.stdout),
            stderr: Some(launched.stderr),
            outgoing: Vec::new(),
            sent: 0,
            queued: 0,
            written: 0,
            incoming: Vec::new(),
            errors: Vec::new(),
            ended: None,
            drained: false,
            keep_incoming,
            keep_errors,
        })
    }

    /// Queues bytes for standard input.
    pub(super) fn queue(&mut self, bytes: &[u8]) {
        if self.stdin.is_some() {
            self.outgoing.extend_from_slice(bytes);
        }
        self.queued += bytes.len() as u64;
    }

    /// Whether everything that was queued was written.
    pub(super) fn all_written(&self) -> bool {
        self.written == self.queued
    }

    /// Ends standard input.
    pub(super) fn close_stdin(&mut self) {
        self.stdin = None;
        self.outgoing.clear();
        self.sent = 0;
    }

    /// Whether the process no longer reads.
    pub(super) fn stdin_closed(&self) -> bool {
        self.stdin.is_none()
    }

    /// Whether nothing more comes on standard output: its end was read, or the process is gone
    /// and what it had written was read.
    pub(super) fn output_over(&self) -> bool {
        self.stdout.is_none() || self.drained
    }

    /// Lets the process's sandbox put its world in order.
    pub(super) fn idle(&mut self) -> Vec<String> {
        self.process.idle()
    }

    /// Waits until something happens, or until then; reads and writes what can be.
    pub(super) fn step(&mut self, until: Instant) -> io::Result<()> {
        let mut wait = until.saturating_duration_since(Instant::now());
        let pidfd = if self.ended.is_none() { self.process.pidfd() } else { None };
        if pidfd.is_none() && self.ended.is_none() {
            wait = wait.min(GLANCE);
        }
        let wants_write = self.sent < self.outgoing.len();
        let wants_read = self.incoming.len() <= self.keep_incoming;
        let mut fds = Vec::with_capacity(4);
        if let (Some(fd), true) = (&self.stdin, wants_write) {
            fds.push(PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::OUT));
        }
        if let (Some(fd), true) = (&self.stdout, wants_read) {
            fds.push(PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN));
        }
        if let Some(fd) = &self.stderr {
            fds.push(PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN));
        }
        if let Some(fd) = pidfd {
            fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
        }
        let timeout = Timespec {
            tv_sec: i64::try_from(wait.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(wait.subsec_nanos()),
        };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        drop(fds);
        // Its end is looked for before its output is read: what it wrote before it ended is then
        // read for certain.
        if self.ended.is_none() {
            self.ended = self.process.ended();
        }
        self.write();
        self.read();
        Ok(())
    }

    fn write(&mut self) {
        let Some(fd) = &self.stdin else { return };
        while let Some(rest) = self.outgoing.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match rustix::io::write(fd, rest) {
                Ok(count) => {
                    self.sent += count;
                    self.written += count as u64;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => return self.close_stdin(),
            }
        }
        self.outgoing.clear();
        self.sent = 0;
    }

    fn read(&mut self) {
        let mut buffer = [0; CHUNK];
        while self.incoming.len() <= self.keep_incoming {
            let Some(fd) = &self.stdout else { break };
            match rustix::io::read(fd, &mut buffer) {
                Ok(0) => self.stdout = None,
                Ok(count) => self.incoming.extend_from_slice(&buffer[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.drained |= self.ended.is_some();
                    break;
                }
                Err(_) => self.stdout = None,
            }
        }
        // A process may write here for ever, so one step reads no more than this.
        for _ in 0..16 {
            let Some(fd) = &self.stderr else { break };
            match rustix::io::read(fd, &mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    let room = self.keep_errors.saturating_sub(self.errors.len());
                    self.errors.extend_from_slice(&buffer[..count.min(room)]);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.stderr = None,
            }
        }
    }
}
