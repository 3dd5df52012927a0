//! Making what a world declares.

use std::collections::HashSet;

use rustix::fs::{self as sys, AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Gid, Uid};

use super::error::{Shown, StageError};
use super::fs::{self, Base, Kind, Time};
use crate::world::{Entry, Node, World};

/// The time of last modification of everything that is declared: the first second of 2026.
/// It is fixed so that two runs see the same.
pub(super) const DECLARED_MTIME: Time = (1_767_225_600, 0);

/// The time of last access of declared files and folders: the first second of 2100.
///
/// With `relatime` the kernel does not renew an access time that lies in the future, so that a
/// changed one was set explicitly.
pub(super) const DECLARED_ATIME: Time = (4_102_444_800, 0);

/// The time of last access of symbolic links: a day before their last modification.
///
/// With `relatime` the kernel renews an access time that lies before the modification, so that
/// the first time that a link is followed can be seen.
pub(super) const LINK_ATIME: Time = (DECLARED_MTIME.0 - 86_400, 0);

/// The user and group that own what is declared.
pub(super) type Owner = Option<(u32, u32)>;

/// Makes every entry of `world` in the empty `base`.
pub(super) fn populate(base: &Base, world: &World, owner: Owner) -> Result<(), StageError> {
    let mut seen = HashSet::new();
    for entry in &world.entries {
        if !is_plain(&entry.path) {
            let what = "a path must be absolute and free of empty parts, `.`, `..` and NUL";
            return Err(StageError::World { what, path: Shown(entry.path.clone()) });
        }
        if !seen.insert(entry.path.as_slice()) {
            let what = "declared twice";
            return Err(StageError::World { what, path: Shown(entry.path.clone()) });
        }
        make(base, entry, owner)?;
    }
    // From the end: a time that is set on a folder must not be renewed by what is made in it.
    for entry in world.entries.iter().rev() {
        let (folder, name) = fs::split(&entry.path);
        let fd = base.folder(folder).map_err(StageError::at("open", folder))?;
        let link = matches!(entry.node, Node::Symlink(_));
        let atime = if link { LINK_ATIME } else { DECLARED_ATIME };
        fs::set_times(fd, name, atime, DECLARED_MTIME)
            .map_err(StageError::at("set the times of", &entry.path))?;
    }
    Ok(())
}

/// Whether a path can be declared.
fn is_plain(path: &[u8]) -> bool {
    path.strip_prefix(b"/").is_some_and(|below| {
        below
            .split(|byte| *byte == b'/')
            .all(|part| !part.is_empty() && part != b"." && part != b".." && !part.contains(&0))
    })
}

fn make(base: &Base, entry: &Entry, owner: Owner) -> Result<(), StageError> {
    let path = entry.path.as_slice();
    let (folder, name) = fs::split(path);
    let fd = base.folder(folder).map_err(StageError::at("open", folder))?;
    let mode = Mode::from_raw_mode(entry.mode & 0o7777);
    match &entry.node {
        Node::Dir => match sys::mkdirat(&fd, name, mode) {
            // A sandbox may have made the roots already.
            Err(Errno::EXIST) if is_dir(&fd, name) => {}
            other => other.map_err(StageError::at("make", path))?,
        },
        Node::File(content) => {
            write_new(&fd, name, content, mode).map_err(StageError::at("write", path))?
        }
        Node::Symlink(target) => {
            sys::symlinkat(target.as_slice(), &fd, name).map_err(StageError::at("link", path))?;
        }
        Node::HardLink(of) => {
            let (old_folder, old_name) = fs::split(of);
            let old = base.folder(old_folder).map_err(StageError::at("open", old_folder))?;
            sys::linkat(old, old_name, &fd, name, AtFlags::empty())
                .map_err(StageError::at("link", path))?;
            return Ok(());
        }
        Node::Fifo => sys::mknodat(&fd, name, FileType::Fifo, mode, 0)
            .map_err(StageError::at("make", path))?,
        Node::Socket => sys::mknodat(&fd, name, FileType::Socket, mode, 0)
            .map_err(StageError::at("make", path))?,
    }
    if let Some((uid, gid)) = owner {
        set_owner(&fd, name, uid, gid).map_err(StageError::at("give away", path))?;
    }
    // After the owner, which clears set-user-ID; and whatever the umask is.
    if !matches!(entry.node, Node::Symlink(_)) {
        sys::chmodat(&fd, name, mode, AtFlags::empty())
            .map_err(StageError::at("set the mode of", path))?;
    }
    Ok(())
}

fn is_dir(folder: &rustix::fd::OwnedFd, name: &[u8]) -> bool {
    fs::stat(folder, name).is_ok_and(|stat| stat.is_some_and(|stat| stat.kind == Kind::Dir))
}

/// Writes a regular file that does not exist yet.
pub(super) fn write_new(
    folder: &rustix::fd::OwnedFd,
    name: &[u8],
    content: &[u8],
    mode: Mode,
) -> rustix::io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let fd = sys::openat(folder, name, flags, mode | Mode::WUSR)?;
    write_all(&fd, content)
}

/// Writes all of `content` at the place that `fd` stands at.
pub(super) fn write_all(fd: &rustix::fd::OwnedFd, content: &[u8]) -> rustix::io::Result<()> {
    let mut rest = content;
    while !rest.is_empty() {
        let put = rustix::io::retry_on_intr(|| rustix::io::write(fd, rest))?;
        rest = rest.get(put..).unwrap_or_default();
    }
    Ok(())
}

/// Sets the owner of `name` itself.
pub(super) fn set_owner(
    folder: &rustix::fd::OwnedFd,
    name: &[u8],
    uid: u32,
    gid: u32,
) -> rustix::io::Result<()> {
    let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
    sys::chownat(folder, name, Some(uid), Some(gid), AtFlags::SYMLINK_NOFOLLOW)
}
