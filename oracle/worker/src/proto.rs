//! The messages between a program that uses the oracle and its worker.
//!
//! Each is a little-endian length and a [`postcard`] value. Both ends are built from one source
//! tree, so there is no versioning.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::observation::{Effect, Mode, Observation};
use crate::run::Delivery;
use crate::sandbox::Missing;
use crate::world::{Bytes, World};

/// The most bytes of one message: the largest world, or two outputs and their effects.
const MAX_MESSAGE: usize = 256 << 20;

/// What a worker must know before its first run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The core to stay on; `None` for any.
    pub cpu: Option<usize>,
    /// The most bytes kept of each output.
    pub output_limit: usize,
    /// How long a run may go on, in milliseconds, before everything in it is killed.
    pub timeout_ms: u64,
    /// How long processes that outlive the shell are waited for, in milliseconds, before they are
    /// reported as left behind.
    pub grace_ms: u64,
    /// How many worlds are kept ready.
    pub cells: usize,
    /// Further paths of the host that runs see, read-only, at the same place.
    pub shown: Vec<PathBuf>,
    /// Whether runs share the host's network. For guests only.
    pub network: bool,
    /// The library that a fork server is made with.
    pub hook: Bytes,
    /// The exit status of a program that is not there.
    pub absent_status: u8,
    /// Programs that count as shells, links resolved.
    pub shells: Vec<PathBuf>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The id of a world that was sent before.
    pub world: u64,
    /// The program to start: absolute, or a name to look up on the world's `PATH`.
    pub program: Bytes,
    /// Its arguments.
    pub argv: Vec<Bytes>,
    /// Environment entries added to, or replacing, the world's.
    pub env: Vec<(Bytes, Bytes)>,
    /// The script, where it is a file or is typed; empty where it is among the arguments.
    pub text: Bytes,
    /// How the text reaches the program.
    pub delivery: Delivery,
    /// How the program is started.
    pub mode: Mode,
    /// Whether to tell too what is only looked at, and who removes what.
    pub closely: bool,
    /// Whether the program is itself what is observed, rather than a shell.
    pub by_oracle: bool,
    /// Another time limit than the worker's, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// Another time than the worker's for processes that outlive the shell, in milliseconds.
    pub grace_ms: Option<u64>,
}

/// A program that stays: its standard streams are the caller's, not the worker's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// The id of a world that was sent before; the guest sees a copy of its own.
    pub world: u64,
    /// Its arguments; the first is absolute, or is looked up on the world's `PATH`.
    pub argv: Vec<Bytes>,
    /// Environment entries added to, or replacing, the world's.
    pub env: Vec<(Bytes, Bytes)>,
    /// The folder that it starts in.
    pub folder: Bytes,
}

/// To the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToWorker {
    /// First of all.
    Config(Config),
    /// A world to keep under this id.
    World(u64, World),
    /// A run to make.
    Job(Job),
    /// Start a guest, ending the last. Its three standard streams come with a packet on the
    /// second socket.
    Guest(Guest),
    /// Whether the guest has ended.
    GuestState,
    /// End the guest.
    GuestStop,
    /// Put the guest's world back as it was declared.
    GuestReset,
    /// Compare every ready world with its declaration.
    Audit,
    /// What the worker holds at the moment.
    Usage,
}

/// Why a run could not be observed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The sandbox could not be set up.
    Missing(Missing),
    /// No world with that id was sent.
    UnknownWorld,
    /// The world cannot be made as it is declared.
    BadWorld(String),
    /// The world's setup script failed.
    SetupFailed {
        /// Its exit status.
        exit: Option<i32>,
        /// The end of what it said.
        stderr: String,
    },
    /// The program cannot be started.
    Start(String),
    /// The worker's own trouble.
    Internal(String),
}

/// From the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The sandbox stands.
    Ready,
    /// The sandbox cannot be had; the worker ends.
    Missing(Missing),
    /// What a run did.
    Observed(Box<Observation>),
    /// A run could not be observed; the next may be.
    Refused(Refusal),
    /// The guest has been started, or ended as asked.
    GuestDone,
    /// The answer to [`ToWorker::GuestState`]: the wait status, `None` while it runs.
    GuestState(Option<i32>),
    /// The answer to [`ToWorker::GuestReset`]: what the guest had done to its world.
    GuestChanged(Vec<Effect>),
    /// The answer to [`ToWorker::Audit`]: what differs, empty for nothing.
    Audited(Vec<String>),
    /// The answer to [`ToWorker::Usage`].
    Usage {
        /// Open descriptors of the worker.
        descriptors: u64,
        /// Resident memory of the worker in KiB.
        resident_kib: u64,
        /// Mounts that the worker sees.
        mounts: u64,
        /// Live cells.
        cells: u64,
        /// CPU time of the worker and of every run that has ended, in microseconds.
        cpu_us: u64,
    },
}

/// Writes one message.
pub fn write<T: Serialize>(to: &mut impl Write, message: &T) -> io::Result<()> {
    let mut bytes = vec![0; 4];
    bytes = postcard::to_extend(message, bytes).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(io::Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

/// Reads one message; `None` at the end of the stream.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_MESSAGE {
        return Err(io::Error::other("a message is too long"));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other)
}
