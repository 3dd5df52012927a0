//! Foreign guards: programs in any language, asked through a protocol.
//!
//! A *manifest* ([`Manifest`], one TOML file) names the program, its protocol, its host and its
//! promise. A [`Launcher`] starts the program, so that whoever owns a sandbox can run guards in
//! it. The protocol's adapter asks and reads; what a process does that is no answer becomes a
//! [`Fault`], never a verdict, and nothing that it does can block the caller.

mod claude_code;
mod conversation;
mod exit_status;
mod jsonl;
mod launch;
mod manifest;
mod once;
mod wire;

pub use claude_code::ClaudeCode;
pub use exit_status::{ExitCodes, ExitStatus};
pub use jsonl::Jsonl;
pub use launch::{DirectLauncher, Ending, Launched, Launcher, Process, Program};
pub use manifest::{Manifest, ManifestError, Protocol};

use std::time::{Duration, Instant};

use crate::Fault;
use crate::host::Host;
use crate::promise::Promise;

/// How long and how large an answer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long a guard may take for an answer, counted from when its request was written.
    pub deadline: Duration,
    /// How many bytes a line, or the whole output of a process that is started per request, may
    /// have.
    pub output: usize,
}

impl Default for Limits {
    /// 10 s and 1 MiB, as the protocols say.
    fn default() -> Self {
        Self { deadline: Duration::from_secs(10), output: 1 << 20 }
    }
}

/// How many restarts in a row without a verdict make a guard unusable.
const RESTARTS: u32 = 5;

/// How much standard error is kept: the reason of an exit-status guard, and what reports quote.
const STDERR: usize = 4096;

/// What every adapter knows about its guard.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The name under which findings are filed.
    pub name: String,
    /// What an allow vouches for.
    pub promise: Promise,
    /// The host that decides what an answer leads to.
    pub host: Host,
    /// Scripts that the guard is known to allow.
    pub seeds: Vec<Vec<u8>>,
    /// The program.
    pub program: Program,
    /// How long and how large an answer may be.
    pub limits: Limits,
}

impl Limits {
    /// When a request that was written at this time is late.
    fn late(&self, written: Instant) -> Instant {
        const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
        written.checked_add(self.deadline).unwrap_or_else(|| written + FOREVER)
    }

    /// The fault of a guard that is late.
    fn hang(&self) -> Fault {
        let deadline_ms = u64::try_from(self.deadline.as_millis()).unwrap_or(u64::MAX);
        Fault::Hang { deadline_ms }
    }
}

/// Text for people: lossy, on one line, and not longer than a line of a report.
fn excerpt(bytes: &[u8]) -> String {
    const MOST: usize = 200;
    let cut = bytes.len() > MOST;
    let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
    let mut line: String =
        text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if cut {
        line.push('…');
    }
    line
}
