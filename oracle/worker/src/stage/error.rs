//! What can go wrong with a stage.

use std::fmt;

use rustix::io::Errno;

use crate::world::Bytes;

/// A path of the sandbox, shown so that every byte can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(pub Bytes);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// Why a stage could not be set up or read.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// A system call failed at a path of the world.
    #[error("cannot {action} {path}: {errno}")]
    At {
        /// What was tried, as a verb.
        action: &'static str,
        /// Where, in the sandbox.
        path: Shown,
        /// What the system said.
        errno: Errno,
    },
    /// No more event queues can be had.
    #[error(
        "no event queue is left: raise fs.inotify.max_user_instances (every world that is kept \
         ready takes one)"
    )]
    Queues,
    /// The event queue cannot be opened or read.
    #[error("cannot {action} the event queue: {errno}")]
    Queue {
        /// What was tried, as a verb.
        action: &'static str,
        /// What the system said.
        errno: Errno,
    },
    /// No more watches can be had.
    #[error(
        "no watch is left for {path}: raise fs.inotify.max_user_watches (every entry of a world takes one)"
    )]
    Watches {
        /// Where, in the sandbox.
        path: Shown,
    },
    /// The world holds more than a stage keeps a copy of.
    #[error("the world is too large: {what} at {path}")]
    TooLarge {
        /// Which limit, in words.
        what: &'static str,
        /// Where it was reached.
        path: Shown,
    },
    /// The world declares something that cannot stand.
    #[error("{path}: {what}")]
    World {
        /// What is wrong with it.
        what: &'static str,
        /// Where, in the sandbox.
        path: Shown,
    },
    /// The call needs a frozen stage.
    #[error("the stage is not frozen")]
    NotFrozen,
}

impl StageError {
    /// For `map_err` after a system call.
    pub(super) fn at<'a>(action: &'static str, path: &'a [u8]) -> impl FnOnce(Errno) -> Self + 'a {
        move |errno| Self::At { action, path: Shown(path.to_vec()), errno }
    }
}
