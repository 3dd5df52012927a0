//! The declared state of the file system and environment that a run begins in.
//!
//! Every world is `/w/{tree,outside,home,run,tmp,start}`, with `/tmp` and `/var/tmp` beside it.
//! Paths here are absolute paths of the sandbox, as bytes.

mod entries;
#[cfg(test)]
mod tests;

pub use self::entries::Entries;

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
    pub entries: Entries,
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

/// The folders that every world has, with their permission bits.
const FOLDERS: [(&str, u32); 10] = [
    ("/tmp", 0o1777),
    ("/var", 0o755),
    ("/var/tmp", 0o1777),
    ("/w", 0o755),
    ("/w/tree", 0o755),
    ("/w/outside", 0o755),
    ("/w/home", 0o755),
    ("/w/run", 0o755),
    ("/w/tmp", 0o755),
    ("/w/start", 0o755),
];

/// The environment that every world begins with. The last folder of `PATH` is the tripwire, which
/// answers every program name that is not found before it.
const ENVIRONMENT: [(&str, &str); 7] = [
    ("HOME", "/w/home"),
    ("LANG", "C.UTF-8"),
    ("LOGNAME", "user"),
    ("PATH", "/usr/local/bin:/usr/bin:/bin:/tripwire"),
    ("TERM", "dumb"),
    ("TMPDIR", "/w/tmp"),
    ("USER", "user"),
];

impl World {
    /// A world of empty folders: `/w/{tree,outside,home,run,tmp,start}`, `/tmp` and `/var/tmp`,
    /// with the plain environment and nothing secret.
    pub fn new(name: impl Into<String>) -> Self {
        let mut world = Self {
            name: name.into(),
            tree: b"/w/tree".to_vec(),
            start: b"/w/tree".to_vec(),
            entries: Entries::default(),
            env: ENVIRONMENT
                .iter()
                .map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()))
                .collect(),
            canaries: Vec::new(),
            traps: Vec::new(),
            setup: None,
        };
        for (path, mode) in FOLDERS {
            world = world.dir(path, mode);
        }
        world
    }

    /// Puts `node` at the absolute `path`: in the place of what is declared there, else at the
    /// end, after those of its parents that are not declared yet.
    #[must_use]
    pub fn entry(mut self, path: impl AsRef<[u8]>, node: Node, mode: u32) -> Self {
        let path = path.as_ref();
        for (at, _) in path.iter().enumerate().skip(1).filter(|(_, byte)| **byte == b'/') {
            if !self.entries.iter().any(|entry| entry.path == path[..at]) {
                let path = path[..at].to_vec();
                self.entries.push(Entry { path, node: Node::Dir, mode: 0o755 });
            }
        }
        let entry = Entry { path: path.to_vec(), node, mode };
        match self.entries.iter_mut().find(|entry| entry.path == path) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// A folder.
    #[must_use]
    pub fn dir(self, path: impl AsRef<[u8]>, mode: u32) -> Self {
        self.entry(path, Node::Dir, mode)
    }

    /// A regular file with permission bits 0644.
    #[must_use]
    pub fn file(self, path: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::File(content.as_ref().to_vec()), 0o644)
    }

    /// A regular file with permission bits 0755.
    #[must_use]
    pub fn program(self, path: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::File(content.as_ref().to_vec()), 0o755)
    }

    /// A symbolic link.
    #[must_use]
    pub fn symlink(self, path: impl AsRef<[u8]>, target: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::Symlink(target.as_ref().to_vec()), 0o777)
    }

    /// A symbolic link that should not be followed.
    #[must_use]
    pub fn trap(mut self, path: impl AsRef<[u8]>, target: impl AsRef<[u8]>) -> Self {
        if !self.traps.iter().any(|trap| trap == path.as_ref()) {
            self.traps.push(path.as_ref().to_vec());
        }
        self.symlink(path, target)
    }

    /// A further name of the file at `of`, which is declared already.
    #[must_use]
    pub fn hard_link(self, path: impl AsRef<[u8]>, of: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::HardLink(of.as_ref().to_vec()), 0o644)
    }

    /// A named pipe.
    #[must_use]
    pub fn fifo(self, path: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::Fifo, 0o644)
    }

    /// A socket file.
    #[must_use]
    pub fn socket(self, path: impl AsRef<[u8]>) -> Self {
        self.entry(path, Node::Socket, 0o755)
    }

    /// A file of the world that holds `token`, a secret.
    #[must_use]
    pub fn canary(mut self, path: impl AsRef<[u8]>, token: impl AsRef<[u8]>) -> Self {
        let path = Some(path.as_ref().to_vec());
        self.canaries.push(Canary { path, token: token.as_ref().to_vec() });
        self
    }

    /// A secret that stands in the environment only.
    #[must_use]
    pub fn canary_env(mut self, name: impl AsRef<[u8]>, token: impl AsRef<[u8]>) -> Self {
        self.canaries.push(Canary { path: None, token: token.as_ref().to_vec() });
        self.env(name, token)
    }

    /// Sets a variable of the environment.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let value = value.as_ref().to_vec();
        match self.env.iter_mut().find(|(known, _)| known == name.as_ref()) {
            Some((_, old)) => *old = value,
            None => {
                self.env.push((name.as_ref().to_vec(), value));
                self.env.sort();
            }
        }
        self
    }

    /// Takes away what stands at `path` and below it, with the secrets and traps there.
    #[must_use]
    pub fn without(mut self, path: impl AsRef<[u8]>) -> Self {
        let path = path.as_ref();
        self.entries.retain(|entry| !is_at_or_below(&entry.path, path));
        self.traps.retain(|trap| !is_at_or_below(trap, path));
        self.canaries.retain(|canary| {
            canary.path.as_ref().is_none_or(|stands| !is_at_or_below(stands, path))
        });
        self
    }

    /// The script that is run before the world is frozen.
    #[must_use]
    pub fn setup(mut self, script: impl AsRef<[u8]>) -> Self {
        self.setup = Some(script.as_ref().to_vec());
        self
    }

    /// Where the tree is and where runs start.
    #[must_use]
    pub fn tree(mut self, tree: impl AsRef<[u8]>, start: impl AsRef<[u8]>) -> Self {
        self.tree = tree.as_ref().to_vec();
        self.start = start.as_ref().to_vec();
        self
    }

    /// The zone of a path that is absolute and free of `.`, `..` and double slashes.
    ///
    /// `/w` itself, `/w/start` and whatever else stands beside the tree is `Outside`; `/w/run2`
    /// and its like are further run directories.
    pub fn zone_of(&self, path: &[u8]) -> Zone {
        if is_at_or_below(path, &self.tree) {
            return Zone::Tree;
        }
        let mut parts = path.split(|byte| *byte == b'/').skip(1);
        match (parts.next(), parts.next()) {
            (Some(b"tmp"), _) | (Some(b"var"), Some(b"tmp")) | (Some(b"w"), Some(b"tmp")) => {
                Zone::Tmp
            }
            (Some(b"w"), Some(b"home")) => Zone::Home,
            (Some(b"w"), Some(name))
                if name.strip_prefix(b"run").is_some_and(|n| n.iter().all(u8::is_ascii_digit)) =>
            {
                Zone::Run
            }
            (Some(b"w"), _) => Zone::Outside,
            _ => Zone::System,
        }
    }

    /// A name for everything that the world declares but its own name: 64 hexadecimal digits,
    /// the same in every process and on every machine.
    pub fn hash(&self) -> String {
        self.digest().to_hex().to_string()
    }

    /// The first 64 bits of the hash.
    pub fn id(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = *self.digest().as_bytes();
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }

    /// Every part goes in with its length, so that no two worlds read alike.
    fn digest(&self) -> blake3::Hash {
        let mut digest = Digest(blake3::Hasher::new());
        digest.bytes(&self.tree).bytes(&self.start);
        digest.number(self.entries.len());
        for entry in &self.entries {
            digest.bytes(&entry.path).number(entry.mode as usize);
            match &entry.node {
                Node::Dir => digest.bytes(b"dir"),
                Node::File(content) => digest.bytes(b"file").bytes(content),
                Node::Symlink(target) => digest.bytes(b"symlink").bytes(target),
                Node::HardLink(of) => digest.bytes(b"hard link").bytes(of),
                Node::Fifo => digest.bytes(b"fifo"),
                Node::Socket => digest.bytes(b"socket"),
            };
        }
        digest.number(self.env.len());
        for (name, value) in &self.env {
            digest.bytes(name).bytes(value);
        }
        digest.number(self.canaries.len());
        for canary in &self.canaries {
            digest.maybe(canary.path.as_ref()).bytes(&canary.token);
        }
        digest.number(self.traps.len());
        for trap in &self.traps {
            digest.bytes(trap);
        }
        digest.maybe(self.setup.as_ref());
        digest.0.finalize()
    }
}

struct Digest(blake3::Hasher);

impl Digest {
    fn number(&mut self, number: usize) -> &mut Self {
        self.0.update(&(number as u64).to_le_bytes());
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len()).0.update(bytes);
        self
    }

    fn maybe(&mut self, bytes: Option<&Bytes>) -> &mut Self {
        match bytes {
            None => self.number(0),
            Some(bytes) => self.number(1).bytes(bytes),
        }
    }
}

/// Whether `path` is `top` or stands in it.
pub(crate) fn is_at_or_below(path: &[u8], top: &[u8]) -> bool {
    path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest[0] == b'/' || top == b"/")
}
