//! The packets between the worker and a cell's first process.
//!
//! A request is four little-endian words (kind, flags, number of arguments, number of environment
//! entries) and then NUL-terminated strings: path, folder, arguments, environment. A reply is three
//! words.

use core::ffi::c_char;

/// The most bytes of a request. A script may have 64 KiB and an environment as much again.
pub const MAX_REQUEST: usize = 192 << 10;

const KIND_RUN: u32 = 1;
const KIND_KILL: u32 = 2;
const KIND_USAGE: u32 = 3;
const TERMINAL: u32 = 1;
const KEPT: u32 = 2;
const KEEP: u32 = 4;
const HEADER: usize = 16;

/// A parsed request; its pointers point into the packet.
#[derive(Debug)]
pub enum Request {
    /// Start a run.
    Run(Run),
    /// End every process of the cell but the first.
    Kill,
    /// Tell the CPU time.
    Usage,
}

/// What to start.
#[derive(Debug)]
pub struct Run {
    /// The program.
    pub path: *const c_char,
    /// The folder to start in.
    pub cwd: *const c_char,
    /// The number of arguments.
    pub argc: usize,
    /// The number of environment entries.
    pub envc: usize,
    /// The first argument; the others and the environment follow, each ended by a NUL.
    pub strings: *mut c_char,
    /// Whether standard input is a terminal that should control the session.
    pub controlling_terminal: bool,
    /// Which descriptors it gets.
    pub streams: Streams,
}

/// Which descriptors a run gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// Those that come with the request, for this run only.
    Given,
    /// Those that come with the request, which the next run may get too.
    GivenToKeep,
    /// Those that were kept.
    Kept,
}

/// A request as the worker states it.
#[derive(Clone, Copy, Debug)]
pub struct RunPacket<'a, W> {
    /// The program, absolute.
    pub path: &'a [u8],
    /// The folder to start in, absolute.
    pub cwd: &'a [u8],
    /// The arguments.
    pub argv: &'a [W],
    /// The environment, `NAME=value` each.
    pub env: &'a [W],
    /// Whether standard input is a terminal that should control the session.
    pub controlling_terminal: bool,
    /// Which descriptors it gets.
    pub streams: Streams,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn bare_packet(kind: u32) -> [u8; HEADER] {
    let mut packet = [0; HEADER];
    packet[..4].copy_from_slice(&kind.to_le_bytes());
    packet
}

/// The packet that asks for [`Request::Kill`].
pub fn kill_packet() -> [u8; HEADER] {
    bare_packet(KIND_KILL)
}

/// The packet that asks for [`Request::Usage`].
pub fn usage_packet() -> [u8; HEADER] {
    bare_packet(KIND_USAGE)
}

impl<W: AsRef<[u8]>> RunPacket<'_, W> {
    /// Hands out the parts of the packet in order; false where it would be too long or a string
    /// holds a NUL, and what was handed out is then to be thrown away.
    pub fn write(&self, mut put: impl FnMut(&[u8])) -> bool {
        let mut length = HEADER;
        let terminal = if self.controlling_terminal { TERMINAL } else { 0 };
        let flags = terminal
            | match self.streams {
                Streams::Given => 0,
                Streams::GivenToKeep => KEEP,
                Streams::Kept => KEPT,
            };
        for value in [KIND_RUN, flags, self.argv.len() as u32, self.env.len() as u32] {
            put(&value.to_le_bytes());
        }
        let words = self.argv.iter().chain(self.env).map(AsRef::as_ref);
        for string in [self.path, self.cwd].into_iter().chain(words) {
            length += string.len() + 1;
            if length > MAX_REQUEST || string.contains(&0) {
                return false;
            }
            put(string);
            put(&[0]);
        }
        true
    }
}

impl Request {
    /// Reads a packet; `None` where it is not one.
    pub fn parse(packet: &mut [u8]) -> Option<Self> {
        let kind = word(packet, 0)?;
        let flags = word(packet, 4)?;
        let (argc, envc) = (word(packet, 8)? as usize, word(packet, 12)? as usize);
        match kind {
            KIND_KILL => return Some(Self::Kill),
            KIND_USAGE => return Some(Self::Usage),
            _ => {}
        }
        let strings = &mut packet[HEADER..];
        let ends = strings.iter().filter(|&&b| b == 0).count();
        if kind != KIND_RUN || strings.last() != Some(&0) || ends != argc + envc + 2 {
            return None;
        }
        let cwd_at = strings.iter().position(|&b| b == 0)? + 1;
        let first_at = cwd_at + strings[cwd_at..].iter().position(|&b| b == 0)? + 1;
        Some(Self::Run(Run {
            path: strings.as_ptr().cast(),
            cwd: strings[cwd_at..].as_ptr().cast(),
            argc,
            envc,
            strings: strings[first_at..].as_mut_ptr().cast(),
            controlling_terminal: flags & TERMINAL != 0,
            streams: match flags & (KEPT | KEEP) {
                0 => Streams::Given,
                KEEP => Streams::GivenToKeep,
                _ => Streams::Kept,
            },
        }))
    }
}

/// What the first process says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The run's own process ended with this wait status.
    Exited {
        /// As `waitpid` gives it.
        status: i32,
        /// Whether other processes of the run are alive.
        leftover: bool,
    },
    /// After an `Exited` with leftovers: the last of them has ended by itself.
    Empty,
    /// Everything was killed.
    Killed {
        /// The wait status of the run's own process, where it was still alive.
        status: i32,
    },
    /// The CPU time of the first process and of every process of the cell that has ended.
    Usage {
        /// In microseconds.
        cpu_us: u64,
    },
    /// The run could not be started.
    Failed {
        /// The system's error number.
        errno: i32,
    },
}

/// The bytes of a reply.
pub const REPLY: usize = 12;

impl Reply {
    /// Writes the packet.
    pub fn to_bytes(self) -> [u8; REPLY] {
        let (kind, a, b) = match self {
            Self::Exited { status, leftover } => (1, status, i32::from(leftover)),
            Self::Empty => (2, 0, 0),
            Self::Killed { status } => (3, status, 0),
            Self::Failed { errno } => (4, errno, 0),
            Self::Usage { cpu_us } => (5, cpu_us as i32, (cpu_us >> 32) as i32),
        };
        let mut packet = [0; REPLY];
        for (at, value) in [kind, a, b].into_iter().enumerate() {
            packet[at * 4..at * 4 + 4].copy_from_slice(&i32::to_le_bytes(value));
        }
        packet
    }

    /// Reads a packet; `None` where it is not one.
    pub fn parse(packet: &[u8]) -> Option<Self> {
        let (kind, a, b) = (word(packet, 0)?, word(packet, 4)? as i32, word(packet, 8)?);
        match kind {
            1 => Some(Self::Exited { status: a, leftover: b != 0 }),
            2 => Some(Self::Empty),
            3 => Some(Self::Killed { status: a }),
            4 => Some(Self::Failed { errno: a }),
            5 => Some(Self::Usage { cpu_us: u64::from(a as u32) | u64::from(b) << 32 }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_survive_the_wire() {
        for reply in [
            Reply::Exited { status: 256, leftover: true },
            Reply::Empty,
            Reply::Killed { status: 9 },
            Reply::Failed { errno: 2 },
            Reply::Usage { cpu_us: 5_000_000_000 },
        ] {
            assert_eq!(Reply::parse(&reply.to_bytes()), Some(reply));
        }
        assert_eq!(Reply::parse(b"short"), None);
    }

    fn to_bytes<'a>(packet: &RunPacket<'_, &[u8]>, into: &'a mut [u8]) -> Option<&'a mut [u8]> {
        let mut length = 0;
        let whole = packet.write(|part| {
            into[length..length + part.len()].copy_from_slice(part);
            length += part.len();
        });
        whole.then(|| &mut into[..length])
    }

    #[test]
    fn a_packet_with_missing_strings_is_none() {
        let packet = RunPacket {
            path: b"/bin/sh",
            cwd: b"/",
            argv: &[&b"sh"[..]],
            env: &[&b"A=1"[..]],
            controlling_terminal: true,
            streams: Streams::Given,
        };
        let mut room = [0; 64];
        let bytes = to_bytes(&packet, &mut room).unwrap();
        assert!(matches!(Request::parse(bytes), Some(Request::Run(r)) if r.argc == 1));
        let length = bytes.len() - 4;
        assert!(Request::parse(&mut bytes[..length]).is_none());
        assert!(Request::parse(&mut [1, 2]).is_none());
        assert!(
            to_bytes(&RunPacket { path: b"/a\0b", ..packet }, &mut [0; 64]).is_none(),
            "a NUL would split the string"
        );
    }
}
