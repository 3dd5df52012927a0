//! Where a path leads.

use super::{Files, FilesError, Kind};

/// As many links as Linux follows in one path.
const MAX_LINKS: usize = 40;

/// The longest path that Linux takes, in bytes.
const MAX_PATH: usize = 4096;

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The place, absolute, without links but perhaps a last one that was not to be followed.
    pub path: Vec<u8>,
    /// What stands there, if something does.
    pub kind: Option<Kind>,
    /// Whether a link was followed on the way.
    pub linked: bool,
}

/// Follows `path` from `base` (absolute, without links) as the system would. The last component
/// is followed where `follow` says so or where the path ends in `/` or `/.`.
///
/// Behind a component that is missing, the rest is taken as it is written: something earlier may
/// make it. What cannot be looked at, and a chain of links that does not end, is an error.
pub fn resolve(
    files: &dyn Files,
    base: &[u8],
    path: &[u8],
    follow: bool,
) -> Result<Resolved, FilesError> {
    if path.len() > MAX_PATH || path.contains(&0) || base.first() != Some(&b'/') {
        return Err(FilesError::Path);
    }
    let mut at: Vec<Vec<u8>> = if path.first() == Some(&b'/') { Vec::new() } else { split(base) };
    // What is still to be followed, the next component last.
    let mut rest: Vec<Vec<u8>> = split(path);
    rest.reverse();
    let follow = follow || path.ends_with(b"/") || path.ends_with(b"/.") || path == b".";
    let mut links = 0;
    let mut kind = None;
    if rest.is_empty() || at.is_empty() {
        kind = Some(Kind::Directory);
    }
    while let Some(component) = rest.pop() {
        match component.as_slice() {
            b"." => continue,
            b".." => {
                at.pop();
                kind = Some(Kind::Directory);
                continue;
            }
            _ => at.push(component),
        }
        kind = match files.lstat(&join(&at)) {
            Ok(status) => Some(status.kind),
            Err(FilesError::Missing) => None,
            // A file where a directory should be: the tools fail there.
            Err(FilesError::NotDirectory) => None,
            Err(error) => return Err(error),
        };
        if kind == Some(Kind::Link) && (!rest.is_empty() || follow) {
            links += 1;
            if links > MAX_LINKS {
                return Err(FilesError::NotDirectory);
            }
            let target = files.readlink(&join(&at))?;
            at.pop();
            if target.first() == Some(&b'/') {
                at.clear();
            }
            rest.extend(split(&target).into_iter().rev());
            kind = Some(Kind::Directory);
        }
    }
    Ok(Resolved { path: join(&at), kind, linked: links > 0 })
}

/// A path without `.`, empty components and `..`, by its text alone.
pub fn normal(path: &[u8]) -> Vec<u8> {
    let mut at: Vec<Vec<u8>> = Vec::new();
    for component in split(path) {
        match component.as_slice() {
            b"." => {}
            b".." => {
                at.pop();
            }
            _ => at.push(component),
        }
    }
    join(&at)
}

/// The components of a path, without empty ones.
fn split(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|&byte| byte == b'/')
        .filter(|component| !component.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}

/// The absolute path of some components.
fn join(components: &[Vec<u8>]) -> Vec<u8> {
    let mut path = Vec::new();
    for component in components {
        path.push(b'/');
        path.extend_from_slice(component);
    }
    if path.is_empty() { b"/".to_vec() } else { path }
}
