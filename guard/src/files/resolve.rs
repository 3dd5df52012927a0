//! Where a path leads.

use std::borrow::Cow;

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
    /// Whether the way went through `/dev` or `/proc`, whose links lead to what the process that
    /// follows them has open.
    pub system: bool,
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
    let mut at = Vec::with_capacity(base.len() + path.len() + 1);
    if path.first() != Some(&b'/') {
        at.extend_from_slice(&normal(base));
    }
    leave_root(&mut at);
    // What is still to be followed: texts with how far each was read, the next one last.
    let mut rest: Vec<(Cow<'_, [u8]>, usize)> = vec![(Cow::Borrowed(path), 0)];
    let follow = follow || path.ends_with(b"/") || path.ends_with(b"/.") || path == b".";
    let mut links = 0;
    let mut kind = at.is_empty().then_some(Kind::Directory);
    let mut moved = false;
    let mut system = false;
    while let Some((start, end)) = next(&mut rest) {
        let (text, _) = rest.last().ok_or(FilesError::Path)?;
        let component = text.get(start..end).unwrap_or_default();
        moved = true;
        match component {
            b"." => continue,
            b".." => {
                up(&mut at);
                kind = Some(Kind::Directory);
                continue;
            }
            _ => {
                at.push(b'/');
                at.extend_from_slice(component);
                system |= at.starts_with(b"/dev/") || at.starts_with(b"/proc/");
            }
        }
        kind = match files.lstat(&at) {
            Ok(status) => Some(status.kind),
            Err(FilesError::Missing) => None,
            // A file where a directory should be: the tools fail there.
            Err(FilesError::NotDirectory) => None,
            Err(error) => return Err(error),
        };
        if kind == Some(Kind::Link) && (follow || !is_done(&rest)) {
            links += 1;
            if links > MAX_LINKS {
                return Err(FilesError::NotDirectory);
            }
            let target = files.readlink(&at)?;
            up(&mut at);
            if target.first() == Some(&b'/') {
                at.clear();
            }
            rest.push((Cow::Owned(target), 0));
            kind = Some(Kind::Directory);
        }
    }
    if !moved {
        kind = Some(Kind::Directory);
    }
    if at.is_empty() {
        at.push(b'/');
    }
    Ok(Resolved { path: at, kind, linked: links > 0, system })
}

/// The next component of the texts: its place in the last of them.
fn next(rest: &mut Vec<(Cow<'_, [u8]>, usize)>) -> Option<(usize, usize)> {
    loop {
        let (text, at) = rest.last_mut()?;
        let left = text.get(*at..).unwrap_or_default();
        let Some(skipped) = left.iter().position(|byte| *byte != b'/') else {
            rest.pop();
            continue;
        };
        let left = left.get(skipped..).unwrap_or_default();
        let length = left.iter().position(|byte| *byte == b'/').unwrap_or(left.len());
        let start = *at + skipped;
        *at = start + length;
        return Some((start, start + length));
    }
}

/// Whether no component is left in any text.
fn is_done(rest: &[(Cow<'_, [u8]>, usize)]) -> bool {
    rest.iter().all(|(text, at)| text.iter().skip(*at).all(|byte| *byte == b'/'))
}

/// Takes the last component off a path; the root is the empty one.
fn up(at: &mut Vec<u8>) {
    at.truncate(at.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
}

/// The root as the empty path.
fn leave_root(at: &mut Vec<u8>) {
    if at == b"/" {
        at.clear();
    }
}

/// A path without `.`, empty components and `..`, by its text alone.
pub fn normal(path: &[u8]) -> Vec<u8> {
    let mut at = Vec::with_capacity(path.len() + 1);
    for component in path.split(|byte| *byte == b'/') {
        match component {
            b"" | b"." => {}
            b".." => up(&mut at),
            _ => {
                at.push(b'/');
                at.extend_from_slice(component);
            }
        }
    }
    if at.is_empty() {
        at.push(b'/');
    }
    at
}
