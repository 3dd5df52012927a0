//! A file system that is declared.

use std::collections::HashMap;

use super::{Contents, Files, FilesError, Kind, Status, components};

/// What stands at a path of a [`Memory`].
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Directory,
    File { bytes: Vec<u8>, executable: bool },
    Link(Vec<u8>),
    Other,
}

/// A file system that is declared, path by path. `/` is always there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    nodes: HashMap<Vec<u8>, Node>,
}

impl Memory {
    /// A file system with nothing but `/`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a directory.
    #[must_use]
    pub fn directory(self, path: impl Into<Vec<u8>>) -> Self {
        self.node(path, Node::Directory)
    }

    /// Adds a regular file.
    #[must_use]
    pub fn file(self, path: impl Into<Vec<u8>>, bytes: impl Into<Vec<u8>>) -> Self {
        self.node(path, Node::File { bytes: bytes.into(), executable: false })
    }

    /// Adds a regular file that may be executed.
    #[must_use]
    pub fn program(self, path: impl Into<Vec<u8>>, bytes: impl Into<Vec<u8>>) -> Self {
        self.node(path, Node::File { bytes: bytes.into(), executable: true })
    }

    /// Adds a symbolic link.
    #[must_use]
    pub fn link(self, path: impl Into<Vec<u8>>, target: impl Into<Vec<u8>>) -> Self {
        self.node(path, Node::Link(target.into()))
    }

    /// Adds something that is none of these.
    #[must_use]
    pub fn other(self, path: impl Into<Vec<u8>>) -> Self {
        self.node(path, Node::Other)
    }

    /// Adds a node, and the directories that lead to it. Below what is no directory nothing can stand, so
    /// that nothing is added there, and what was below a directory goes with it.
    fn node(mut self, path: impl Into<Vec<u8>>, node: Node) -> Self {
        let path = path.into();
        let slashes = path.iter().enumerate().skip(1).filter(|(_, byte)| **byte == b'/');
        for (at, _) in slashes {
            let parent = path.get(..at).unwrap_or_default().to_vec();
            if *self.nodes.entry(parent).or_insert(Node::Directory) != Node::Directory {
                return self;
            }
        }
        if node != Node::Directory && self.nodes.get(&path) == Some(&Node::Directory) {
            let below = [path.as_slice(), b"/"].concat();
            self.nodes.retain(|other, _| !other.starts_with(&below));
        }
        self.nodes.insert(path, node);
        self
    }

    fn find(&self, path: &[u8]) -> Result<&Node, FilesError> {
        if let Some(node) = self.nodes.get(path) {
            return Ok(node);
        }
        // Why it is not there.
        let mut end = 0;
        let mut node = &Node::Directory;
        for component in components(path)? {
            if *node != Node::Directory {
                return Err(FilesError::NotDirectory);
            }
            end += 1 + component.len();
            let so_far = path.get(..end).unwrap_or_default();
            node = self.nodes.get(so_far).ok_or(FilesError::Missing)?;
        }
        Ok(node)
    }
}

impl Files for Memory {
    fn lstat(&self, path: &[u8]) -> Result<Status, FilesError> {
        Ok(match self.find(path)? {
            Node::Directory => Status { kind: Kind::Directory, size: 0, executable: true },
            Node::File { bytes, executable } => {
                Status { kind: Kind::File, size: bytes.len() as u64, executable: *executable }
            }
            Node::Link(_) => Status { kind: Kind::Link, size: 0, executable: true },
            Node::Other => Status { kind: Kind::Other, size: 0, executable: false },
        })
    }

    fn readlink(&self, path: &[u8]) -> Result<Vec<u8>, FilesError> {
        match self.find(path)? {
            Node::Link(target) => Ok(target.clone()),
            _ => Err(FilesError::Kind),
        }
    }

    fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, FilesError> {
        if *self.find(path)? != Node::Directory {
            return Err(FilesError::NotDirectory);
        }
        let mut prefix = path.to_vec();
        if prefix != b"/" {
            prefix.push(b'/');
        }
        let below = self.nodes.keys().filter_map(|path| path.strip_prefix(prefix.as_slice()));
        let names = below.filter(|name| !name.is_empty() && !name.contains(&b'/'));
        let mut names: Vec<_> = names.map(<[u8]>::to_vec).collect();
        names.sort_unstable();
        Ok(names)
    }

    fn read(&self, path: &[u8], limit: usize) -> Result<Contents, FilesError> {
        match self.find(path)? {
            Node::File { bytes, .. } => Ok(Contents {
                bytes: bytes.get(..limit).unwrap_or(bytes).to_vec(),
                cut: bytes.len() > limit,
            }),
            _ => Err(FilesError::Kind),
        }
    }
}
