//! Which names are answered, and to whom.
//!
//! Every name is, but one family: `git-NAME`. Before git looks an alias up it looks for a program
//! `git-NAME` on `PATH`; were it answered, no alias would ever run, and what hides in an alias
//! (`git -c alias.x='!…' x`) is just what has to be seen. So git itself is told that there is none
//! and everybody else is answered. Where it cannot be known who asks, nobody is.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags, openat, readlinkat};

/// The longest name that file systems have (`NAME_MAX`).
const LONGEST: usize = 255;
/// What the programs that git looks for begin with.
const GIT_FAMILY: &[u8] = b"git-";
/// The process name of git.
const GIT: &[u8] = b"git";

/// What a name is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A stub, to anybody and for ever.
    Always,
    /// A stub, to this process and this time.
    Once,
    /// No such file.
    Missing,
    /// The name is too long.
    TooLong,
}

/// The answer to a name; `asker` gives the process name of who asks, where that can be known.
pub(super) fn reply(name: &[u8], asker: impl FnOnce() -> Option<Vec<u8>>) -> Reply {
    if name.is_empty() || name == b"." || name == b".." || name.contains(&b'/') {
        Reply::Missing
    } else if name.len() > LONGEST {
        Reply::TooLong
    } else if !name.starts_with(GIT_FAMILY) {
        Reply::Always
    } else if asker().is_some_and(|asker| asker != GIT) {
        Reply::Once
    } else {
        Reply::Missing
    }
}

/// A procfs that shows the pid namespace that requests are numbered in.
#[derive(Debug)]
pub(super) struct Processes(OwnedFd);

impl Processes {
    /// Takes `/proc`, if it is a procfs of the caller's own pid namespace.
    pub(super) fn of_the_caller() -> Option<Self> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let proc = rustix::fs::open("/proc", flags, Mode::empty()).ok()?;
        let own = rustix::process::getpid().as_raw_nonzero().to_string();
        let shown = readlinkat(&proc, "self", Vec::new()).ok()?;
        (shown.to_bytes() == own.as_bytes()).then_some(Self(proc))
    }

    /// The process name (`comm`, at most 15 bytes) of a thread.
    pub(super) fn name(&self, pid: u32) -> Option<Vec<u8>> {
        if pid == 0 {
            return None;
        }
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = openat(self.0.as_fd(), format!("{pid}/comm"), flags, Mode::empty()).ok()?;
        let mut buffer = [0; 64];
        let length = rustix::io::read(&file, &mut buffer).ok()?;
        let read = buffer.get(..length)?;
        Some(read.strip_suffix(b"\n").unwrap_or(read).to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_askers() {
        let long = vec![b'x'; 256];
        for (name, asker, expected) in [
            (&b"docker"[..], None, Reply::Always),
            (b"docker", Some("git"), Reply::Always),
            (b"\xff\n \x01", None, Reply::Always),
            (b"...", None, Reply::Always),
            (&long[1..], None, Reply::Always),
            (&long, None, Reply::TooLong),
            (b"", None, Reply::Missing),
            (b".", None, Reply::Missing),
            (b"..", None, Reply::Missing),
            (b"git", Some("git"), Reply::Always),
            (b"git-foo", Some("bash"), Reply::Once),
            (b"git-foo", Some("git"), Reply::Missing),
            (b"git-foo", None, Reply::Missing),
        ] {
            assert_eq!(reply(name, || asker.map(|name| name.as_bytes().to_vec())), expected);
        }
    }

    #[test]
    fn a_process_is_named() {
        let processes = Processes::of_the_caller().expect("procfs");
        let own = rustix::thread::gettid().as_raw_nonzero().get().unsigned_abs();
        assert!(processes.name(own).is_some_and(|name| !name.is_empty()));
        assert_eq!(processes.name(0), None);
        assert_eq!(processes.name(u32::MAX), None);
    }
}
