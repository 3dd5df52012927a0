//! The file system as a guard may look at it.
//!
//! A guard judges paths before a script runs, so it must see the world that the script will run
//! in, and must never follow a link by accident. [`Files`] has four questions and none of them
//! follows a link anywhere in its path; [`resolve`] follows them one by one where a tool would.
//!
//! Paths are absolute, as bytes. There are two implementations, which answer alike: [`Rooted`]
//! looks below a directory, [`Memory`] at a declared tree.

mod memory;
mod resolve;
mod rooted;

use std::fmt::Debug;

pub use memory::Memory;
pub use resolve::{Resolved, normal, resolve};
pub use rooted::Rooted;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
    /// Anything else: a pipe, a socket, a device.
    Other,
}

/// What is known of a path without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// What stands there.
    pub kind: Kind,
    /// The size of a file, in bytes; 0 for anything else.
    pub size: u64,
    /// Whether somebody may execute it.
    pub executable: bool,
}

/// The start of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// At most as many bytes as were asked for.
    pub bytes: Vec<u8>,
    /// There are more.
    pub cut: bool,
}

/// Why a path gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// Nothing stands there.
    #[error("nothing stands there")]
    Missing,
    /// A component is no directory, or a link.
    #[error("a part of the path is no directory")]
    NotDirectory,
    /// What stands there is of another kind than asked for.
    #[error("it is of another kind")]
    Kind,
    /// The path is not absolute, or holds NUL, `.`, `..` or an empty component.
    #[error("the path is not a plain absolute path")]
    Path,
    /// The system refused.
    #[error("cannot be looked at: {0}")]
    System(String),
}

/// The file system as a guard may look at it. No question follows a link.
pub trait Files: Debug + Send + Sync {
    /// What stands at a path.
    fn lstat(&self, path: &[u8]) -> Result<Status, FilesError>;

    /// Where a symbolic link points, as it is written.
    fn readlink(&self, path: &[u8]) -> Result<Vec<u8>, FilesError>;

    /// The names in a directory, in the order of their bytes, without `.` and `..`.
    fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, FilesError>;

    /// The first `limit` bytes of a regular file.
    fn read(&self, path: &[u8], limit: usize) -> Result<Contents, FilesError>;
}

/// The components of a plain absolute path.
fn components(path: &[u8]) -> Result<impl Iterator<Item = &[u8]> + Clone, FilesError> {
    let rest = path.strip_prefix(b"/").ok_or(FilesError::Path)?;
    // The root has none.
    let components =
        rest.split(|&byte| byte == b'/').take(if rest.is_empty() { 0 } else { usize::MAX });
    let odd = |part: &[u8]| part.is_empty() || matches!(part, [b'.'] | [b'.', b'.']);
    if components.clone().any(odd) || path.contains(&0) {
        return Err(FilesError::Path);
    }
    Ok(components)
}
