//! The commands that a shell ran, read from its own trace (`set -x`).
//!
//! A *trace line* is what a shell writes for one simple command: `PS4`, then its words. Ours are told
//! from other output by a random token in `PS4`. Tracing is done in a second run of the same handback
//! in a fresh world, so the judged run is never touched; the caller compares the effects and programs
//! of the two.
//!
//! Use: [`Tracing`] makes a run its traced twin and reads it. Below it, make a [`Tracer`], start the shell with [`Tracer::flags`] after its prefix,
//! [`Tracer::env`] in its environment and [`Tracer::text`] in place of the script; then give what it
//! wrote on standard error to [`Tracer::commands`].
//!
//! What is *not* a command, though the shells trace it: assignments, redirections, `[[ … ]]`, `(( … ))`
//! and the heads of loops and `case`. What the shells do *not* show, found by running them:
//!
//! - zsh and mksh leave `command`, `builtin` and `exec` out, busybox `command`: `exec ls` is traced as
//!   `ls`.
//! - ksh93 shows `export x=1` as an assignment and `export x`, and nothing inside a function that was
//!   defined with the word `function`; mksh shows `local` as `typeset`, `(( … ))` as `let`.
//! - dash does not quote, unless the oracle's library is in it ([`Tracer::with_quoting`]): see
//!   [`Untraced::Words`].
//! - A shell that the script starts, itself or through a program, is not traced:
//!   [`Untraced::Nested`].
//! - All but mksh, and bash with [`Tracer::with_fd`], trace to standard error as it is redirected at
//!   the moment, yash even for a simple command, so lines may go elsewhere: [`Untraced::Hidden`].
//! - bash takes `PS4` and `BASH_XTRACEFD` from the environment only where it is not run by user 0.
//!   yash never takes `PS4`, so its script is changed: an assignment and `set -x` are put before its first line.
//!
//! The depth of a command is the number of functions and subshells that it ran in, as far as the
//! shell can say: bash and ksh93 count both, zsh counts functions, `eval` and `.`; the others say
//! nothing and it is 0.

mod builtins;
mod hidden;
mod join;
mod lines;
mod plain;
mod quoting;
mod read;

use oracle_worker::observation::{Command, Program};
use oracle_worker::world::Bytes;
use thiserror::Error;

use crate::shell::ShellName;

pub use builtins::is_builtin;
pub use join::{Tracing, same};

/// Why the commands of a run cannot be told.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Untraced {
    /// There is no shell, or no line of it came.
    #[error("no trace: the shell wrote no trace line")]
    Silent,
    /// The output was longer than its limit.
    #[error("no trace: the output was cut")]
    Cut,
    /// Two processes wrote into one line; another run may do better.
    #[error("no trace: lines of two processes are mixed")]
    Torn,
    /// A line that the shell should not write.
    #[error("no trace: a line cannot be read: {}", String::from_utf8_lossy(.0))]
    Unreadable(Bytes),
    /// dash does not quote what it traces, and these words could have been several ways.
    #[error("no trace: it cannot be told where words end: {}", String::from_utf8_lossy(.0))]
    Words(Bytes),
    /// The token was seen on standard output: the run has read its own trace.
    #[error("no trace: the run read its own trace")]
    Read,
    /// The script may have sent part of the trace elsewhere, or stopped it.
    #[error("no trace: {0}")]
    Hidden(&'static str),
    /// A program was started that no line tells of.
    #[error("no trace: no line for a program that was started: {}", show(.0))]
    Missing(Vec<Bytes>),
    /// The script started a shell, whose commands are not traced.
    #[error("no trace: the run started another shell: {}", show(.0))]
    Nested(Vec<Bytes>),
}

/// Words on one line, for messages.
fn show(argv: &[Bytes]) -> String {
    argv.iter().map(|word| String::from_utf8_lossy(word)).collect::<Vec<_>>().join(" ")
}

/// What is known of the traced run besides its trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traced<'a> {
    /// The script, as it was before [`Tracer::text`].
    pub script: &'a [u8],
    /// The programs that were started.
    pub programs: &'a [Program],
    /// Standard output; empty where it is the same stream as the trace (a terminal).
    pub stdout: &'a [u8],
    /// Whether the stream of the trace was cut.
    pub cut: bool,
    /// Whether the trace went through a terminal, which adds carriage returns.
    pub terminal: bool,
}

/// How one shell is made to trace, and how its trace is read.
#[derive(Clone, Debug)]
pub struct Tracer {
    shell: ShellName,
    token: String,
    fd: Option<u32>,
    quoting: bool,
}

impl Tracer {
    /// A tracer for a shell. `random` makes its token: take a new number for every run.
    pub fn new(shell: ShellName, random: u64) -> Self {
        Self { shell: shell.base(), token: format!("{random:016x}"), fd: None, quoting: false }
    }

    /// Lets bash write its trace to this descriptor, which the run has to have open for writing;
    /// what comes out of it is then the trace, and standard error is left alone. Other shells have no
    /// such thing and take no notice.
    #[must_use]
    pub fn with_fd(mut self, fd: u32) -> Self {
        self.fd = matches!(self.shell, ShellName::Bash | ShellName::BashPosix).then_some(fd);
        self
    }

    /// Says that dash runs with the oracle's library in it, which lets it quote what it traces.
    #[must_use]
    pub fn with_quoting(mut self) -> Self {
        self.quoting = self.shell == ShellName::Sh;
        self
    }

    /// The descriptor that the trace is written to: 2 but for bash with [`Tracer::with_fd`].
    pub fn fd(&self) -> u32 {
        self.fd.unwrap_or(2)
    }

    /// What marks a trace line. Where it is found in a file that the run wrote, the trace was sent
    /// there and [`Tracer::commands`] cannot know.
    pub fn token(&self) -> &[u8] {
        self.token.as_bytes()
    }

    /// The arguments that follow the shell's own prefix.
    pub fn flags(&self) -> Vec<Bytes> {
        // yash has to have its `PS4` first: see [`Tracer::text`].
        if matches!(self.shell, ShellName::None | ShellName::Yash) {
            Vec::new()
        } else {
            vec![b"-x".to_vec()]
        }
    }

    /// The variables that are added to the environment.
    pub fn env(&self) -> Vec<(Bytes, Bytes)> {
        let mut env = vec![(b"PS4".to_vec(), self.ps4().into_bytes())];
        if let Some(fd) = self.fd {
            env.push((b"BASH_XTRACEFD".to_vec(), fd.to_string().into_bytes()));
        }
        env
    }

    /// The script as it has to be for tracing: the same for all shells but yash.
    pub fn text(&self, script: &[u8]) -> Bytes {
        if self.shell == ShellName::Yash {
            // On the same line, so that line numbers stay.
            let mut text = format!("PS4='{}'; set -x; ", self.ps4()).into_bytes();
            text.extend(script);
            text
        } else {
            script.to_vec()
        }
    }

    /// `+TOKEN:FUNCTIONS:SUBSHELLS:FUNCTION:TOKEN `; bash repeats the plus.
    fn ps4(&self) -> String {
        let place = match self.shell {
            // `FUNCNAME` is unset outside functions, which `set -u` minds.
            ShellName::Bash | ShellName::BashPosix => {
                "${FUNCNAME[0]+${#FUNCNAME[@]}}:$BASH_SUBSHELL:${FUNCNAME[0]-}"
            }
            ShellName::Ksh => "${.sh.level-}:${.sh.subshell-}:${.sh.fun-}",
            ShellName::Zsh => "%e:0:%N",
            _ => "0:0:",
        };
        format!("+{token}:{place}:{token} ", token = self.token)
    }

    /// The commands of a traced run, in the order in which their lines were written.
    ///
    /// # Errors
    ///
    /// Whenever the trace is not surely whole and exact.
    pub fn commands(&self, trace: &[u8], run: &Traced<'_>) -> Result<Vec<Command>, Untraced> {
        if run.cut {
            return Err(Untraced::Cut);
        }
        if self.shell == ShellName::None {
            return Err(Untraced::Silent);
        }
        if memchr::memmem::find(run.stdout, self.token()).is_some() {
            return Err(Untraced::Read);
        }
        if let Some(why) = hidden::why(self.shell, run.script, self.fd.is_some()) {
            return Err(Untraced::Hidden(why));
        }
        let unixed;
        let trace = if run.terminal {
            unixed = without_returns(trace);
            &unixed
        } else {
            trace
        };
        let lines = lines::split(trace, &self.token)?;
        read::commands(self.shell, self.quoting, &lines, run)
    }
}

/// What was written to a terminal that gave it out with a carriage return before every newline.
fn without_returns(bytes: &[u8]) -> Bytes {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\r' || rest.peek() != Some(&b'\n') {
            plain.push(byte);
        }
    }
    plain
}
