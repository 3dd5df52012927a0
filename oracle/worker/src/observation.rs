//! What one run did.

use serde::{Deserialize, Serialize};

use crate::world::{Bytes, Zone};

/// The kinds of effect. Their names are stable: JSON, case files and buckets use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EffectKind {
    /// A new name: file, folder, link, pipe, socket.
    Create,
    /// The content of a file, or the target of a link, was changed.
    Modify,
    /// A name was removed.
    Delete,
    /// A name was moved; `from` is where it stood.
    Rename,
    /// Permission bits, owner, extended attributes or explicitly set times were changed.
    Mode,
    /// A canary secret was opened, or its token was seen.
    Read,
    /// A trap was followed, and something behind it opened, listed, run or changed; or only looked at,
    /// as [`Effect::detail`] then says.
    Follow,
    /// A socket was connected, bound or sent on.
    Connect,
    /// A process was alive after the shell had exited.
    Leftover,
    /// A signal was sent.
    Signal,
}

impl EffectKind {
    /// All kinds, in the order in which observations sort them.
    pub const ALL: [Self; 10] = [
        Self::Create,
        Self::Modify,
        Self::Delete,
        Self::Rename,
        Self::Mode,
        Self::Read,
        Self::Follow,
        Self::Connect,
        Self::Leftover,
        Self::Signal,
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Modify => "modify",
            Self::Delete => "delete",
            Self::Rename => "rename",
            Self::Mode => "mode",
            Self::Read => "read",
            Self::Follow => "follow",
            Self::Connect => "connect",
            Self::Leftover => "leftover",
            Self::Signal => "signal",
        }
    }
}

/// How an effect came about, where that is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Via {
    /// The shell did it for itself, such as the temporary file of a here-document.
    Shell,
    /// Through this link of the world, absolute.
    Link(Bytes),
    /// A canary's token was seen there: `stdout`, `stderr`, `argv`, or a file's path.
    Token(Bytes),
}

/// One thing that a run did to the world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// What was done.
    pub kind: EffectKind,
    /// Where it landed, absolute. Empty for the kinds that have no path; see `detail`.
    pub path: Bytes,
    /// The zone of `path`.
    pub zone: Zone,
    /// For a rename, where the name stood before.
    pub from: Option<Bytes>,
    /// How it came about.
    pub via: Option<Via>,
    /// Whether the run itself took it back before it ended.
    pub undone: bool,
    /// What a path cannot say: an address (`inet 127.0.0.1:80`), a signal (`SIGKILL 1`), the argv
    /// of a process left behind, the variable of a secret (`$API_TOKEN`), that a trap was only
    /// [looked through](Effect::LOOKED). Empty otherwise.
    pub detail: String,
}

impl Effect {
    /// The detail of a trap that was followed by a call that opened, listed, ran and changed nothing
    /// behind it, such as `stat` and `chdir`. Only a run that is watched closely tells of it.
    pub const LOOKED: &'static str = "looked at";

    /// Whether a trap was only looked through.
    pub fn is_look(&self) -> bool {
        self.kind == EffectKind::Follow && self.detail == Self::LOOKED
    }
}

/// Who started a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A shell of the run: the one that was handed the script, a fork of it, or a shell that the
    /// script started.
    Shell,
    /// Another program of the run.
    Program,
    /// The oracle itself, for a handback that is an argv.
    Oracle,
}

/// A program that was started.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Program {
    /// Its exact arguments, the name first.
    pub argv: Vec<Bytes>,
    /// The path that was executed, absolute.
    pub path: Bytes,
    /// Who started it.
    pub by: By,
    /// Whether nobody installed it, so that the tripwire answered.
    pub tripwire: bool,
}

/// A name that was about to be removed, or moved away, by a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Removal {
    /// The name, absolute, with the links on the way to it resolved.
    pub path: Bytes,
    /// Whether it was moved, with everything below it.
    pub renamed: bool,
    /// The name of the program that did it, without its folder: what it was started by.
    pub name: Bytes,
    /// What that program was.
    pub by: By,
}

/// What a command was to the shell that ran it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CommandKind {
    /// Built into the shell.
    Builtin,
    /// Defined by the script.
    Function,
    /// Another program.
    Program,
}

/// A simple command that a shell of the run executed, as its own trace shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Command {
    /// Its words after expansion.
    pub argv: Vec<Bytes>,
    /// What it was.
    pub kind: CommandKind,
    /// How deep in functions and substitutions it ran; 0 at the top.
    pub depth: u32,
}

/// Output that is kept up to a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Output {
    /// The bytes, from the start.
    pub bytes: Bytes,
    /// Whether more came and was dropped.
    pub cut: bool,
}

/// How a run's shell process came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// By executing the shell, as anybody would.
    Exact,
    /// By forking a shell that was stopped just before its `main`.
    ForkServer,
}

impl Mode {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::ForkServer => "fork-server",
        }
    }
}

/// Everything that one run did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The exit status, where it exited.
    pub exit: Option<i32>,
    /// The signal, where one ended it.
    pub signal: Option<i32>,
    /// Whether the time limit ended it.
    pub timed_out: bool,
    /// Standard output.
    pub stdout: Output,
    /// Standard error.
    pub stderr: Output,
    /// Effects, in the order of their kind and path.
    pub effects: Vec<Effect>,
    /// Programs started, in order.
    pub programs: Vec<Program>,
    /// Who removed what, in order. `None` for a run that was not watched closely.
    pub removals: Option<Vec<Removal>>,
    /// Commands run, in order. `None` where they were not asked for or cannot be told.
    pub commands: Option<Vec<Command>>,
    /// How the shell was started.
    pub mode: Mode,
    /// Wall time of the run in microseconds, from the request to the end of the shell.
    pub wall_us: u64,
    /// What could not be observed in full, in words; empty as a rule.
    pub unobserved: Vec<String>,
}
