//! The event queue: one inotify descriptor for the life of a stage.
//!
//! Closing a descriptor that has watches can take 20 ms, so it is never closed between runs.

use std::mem::MaybeUninit;

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::{self, Errno};

use super::baseline::Baseline;
use super::error::{Shown, StageError};
use super::fs::Base;
use super::replay::Replay;

/// What is asked for of every folder: all changes of what is in it.
///
/// `IN_EXCL_UNLINK` is left out on purpose: a write to a file that has lost its name may be a
/// write to another name of the same file.
const FOLDER: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);

/// What is asked for of every other entry: the change of its link count, which is the only sign
/// of a further name that is made, used and removed in one run.
const ENTRY: WatchFlags = WatchFlags::ATTRIB.union(WatchFlags::DONT_FOLLOW);

/// What is asked for besides where opening and reading matter.
const READS: WatchFlags = WatchFlags::OPEN.union(WatchFlags::ACCESS);

/// The fixed part of an event.
const HEADER: usize = 16;

/// The largest event: a header and a name of 256 bytes.
const LARGEST: usize = HEADER + 256;

/// This takes some hundred usual events.
const BUFFER: usize = 16 << 10;

/// One event of the queue.
#[derive(Debug)]
pub(super) struct Event<'a> {
    pub(super) wd: i32,
    pub(super) what: ReadFlags,
    pub(super) cookie: u32,
    /// The name in the folder that is watched; empty where the entry is watched itself.
    pub(super) name: &'a [u8],
}

/// The watches of the event queue.
pub(super) struct Watches(OwnedFd);

impl Watches {
    /// Watches a folder.
    pub(super) fn watch_folder(&self, base: &Base, path: &[u8], reads: bool) -> io::Result<i32> {
        self.watch(base, path, if reads { FOLDER | READS } else { FOLDER })
    }

    /// Watches an entry that is no folder.
    pub(super) fn watch_entry(&self, base: &Base, path: &[u8], reads: bool) -> io::Result<i32> {
        self.watch(base, path, if reads { ENTRY | READS } else { ENTRY })
    }

    /// There is no call that takes a folder's descriptor, so a watch goes by path. A run that
    /// puts a link in the place of a folder above can make it watch something else, which is
    /// either in the world and known by its watch, or never changes.
    fn watch(&self, base: &Base, path: &[u8], flags: WatchFlags) -> io::Result<i32> {
        // Where two paths lead to one entry they share its watch: what is asked for is added.
        inotify::add_watch(&self.0, base.outer(path).as_slice(), flags | WatchFlags::MASK_ADD)
    }

    /// Takes a watch away. The entry may be gone, and its watch with it.
    pub(super) fn forget(&self, wd: i32) {
        match inotify::remove_watch(&self.0, wd) {
            // INVAL: the kernel has taken it away already.
            Ok(()) | Err(_) => {}
        }
    }
}

/// The event queue.
pub(super) struct Queue {
    pub(super) watches: Watches,
    buffer: Box<[MaybeUninit<u8>]>,
}

impl Queue {
    pub(super) fn open() -> Result<Self, StageError> {
        let fd =
            inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).map_err(
                |errno| match errno {
                    Errno::MFILE => StageError::Queues,
                    errno => StageError::Queue { action: "open", errno },
                },
            )?;
        let buffer = vec![MaybeUninit::uninit(); BUFFER].into_boxed_slice();
        Ok(Self { watches: Watches(fd), buffer })
    }

    /// Takes every waiting event into the record. Does not wait.
    ///
    /// The record adds watches as it meets new folders.
    pub(super) fn replay(
        &mut self,
        base: &Base,
        baseline: &Baseline,
        replay: &mut Replay,
    ) -> Result<(), StageError> {
        let Self { watches, buffer } = self;
        let mut reader = Reader::new(&watches.0, buffer);
        let mut taken = 0;
        loop {
            // What left room for another event was all there was.
            if reader.is_buffer_empty() && (1..BUFFER - LARGEST).contains(&taken) {
                return Ok(());
            }
            if reader.is_buffer_empty() {
                taken = 0;
            }
            match reader.next() {
                Ok(event) => {
                    let name = event.file_name().map_or(&[][..], |name| name.to_bytes());
                    // Names are padded to a multiple of the header, with a NUL at least.
                    let padded = if name.is_empty() { 0 } else { name.len() / HEADER + 1 };
                    taken += HEADER * (1 + padded);
                    replay.take(
                        base,
                        baseline,
                        watches,
                        &Event {
                            wd: event.wd(),
                            what: event.events(),
                            cookie: event.cookie(),
                            name,
                        },
                    );
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(errno) => return Err(StageError::Queue { action: "read", errno }),
            }
        }
    }
}

impl AsFd for Queue {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.watches.0.as_fd()
    }
}

/// The error for a watch that could not be had while a world is frozen.
pub(super) fn refused(path: &[u8], errno: Errno) -> StageError {
    match errno {
        Errno::NOSPC => StageError::Watches { path: Shown(path.to_vec()) },
        errno => StageError::At { action: "watch", path: Shown(path.to_vec()), errno },
    }
}
