//! The declared state of the file system and environment that a run begins in.
//!
//! Every world is `/w/{tree,outside,home,run,tmp,start}`, with `/tmp` and `/var/tmp` beside it.
//! Paths here are absolute paths of the sandbox, as bytes.

use serde::{Deserialize, Serialize};

/// Bytes that may not be UTF-8: a path, a script, an argument.
pub type Bytes = Vec<u8>;

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Node {
    /// A folder.
    Dir,
    /// A regular file with this content.
    File(Bytes),
    /// A symbolic link with this target.
    Symlink(Bytes),
    /// A further name of the file at this absolute path, which is declared before it.
    HardLink(Bytes),
    /// A named pipe.
    Fifo,
    /// A socket file that nobody listens on.
    Socket,
}

/// One thing of a world.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// Absolute path in the sandbox.
    pub path: Bytes,
    /// What stands there.
    pub node: Node,
    /// Permission bits; ignored for symbolic links.
    pub mode: u32,
}

/// A secret that a run should not read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Canary {
    /// The file that holds it; `None` for one that only stands in the environment.
    pub path: Option<Bytes>,
    /// The text by which it is recognised in an output, a written file or an argv.
    pub token: Bytes,
}

/// What a run begins in. Build one with [`World::new`] or take a named one from `oracle::worlds`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct World {
    /// The name that findings and cases use.
    pub name: String,
    /// The tree, absolute: `/w/tree`, or `/w/proj` in the `catalogue` world.
    pub tree: Bytes,
    /// The folder that a run starts in; the tree unless that cannot be entered.
    pub start: Bytes,
    /// Everything that stands in the world, parents before children.
    pub entries: Vec<Entry>,
    /// The environment of a run, complete.
    pub env: Vec<(Bytes, Bytes)>,
    /// Secrets.
    pub canaries: Vec<Canary>,
    /// Symbolic links that lead somewhere they should not be followed to, absolute.
    pub traps: Vec<Bytes>,
    /// A bash script that is run in `start`, as the same user, before the world is frozen.
    pub setup: Option<Bytes>,
}

/// The part of a world that a path lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// The working tree.
    Tree,
    /// Beside the tree, with nothing a run should touch.
    Outside,
    /// The user's home.
    Home,
    /// The run directories.
    Run,
    /// The temporary directory of the world, `/tmp` and `/var/tmp`.
    Tmp,
    /// Everything else.
    System,
}
