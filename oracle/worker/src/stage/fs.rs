//! System calls below one folder, none of which follows a symbolic link.
//!
//! Folders are opened with `openat2` and `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`, and everything
//! in them is named by one component, so that no link that a run has made can lead out.

use std::cell::{Cell, RefCell};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    self as sys, AtFlags, FileType, Mode, OFlags, ResolveFlags, StatxFlags, Timespec, Timestamps,
};
use rustix::io::{self, Errno};

use crate::world::Bytes;

/// The longest path, below the base, that is opened; the kernel takes less than 4,096 bytes.
pub(super) const LONGEST_PATH: usize = 4_000;

/// What stands at a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Dir,
    File,
    Symlink,
    Fifo,
    Socket,
    /// A device.
    Other,
}

/// What tells two files of one file system apart, even where numbers are used again.
pub(super) type Identity = (u64, (i64, u32));

/// Seconds and nanoseconds.
pub(super) type Time = (i64, u32);

/// The attributes of one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) kind: Kind,
    /// Permission bits, with set-user-ID and the like.
    pub(super) mode: u32,
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) size: u64,
    pub(super) mtime: Time,
    pub(super) atime: Time,
    pub(super) ctime: Time,
    pub(super) identity: Identity,
    pub(super) nlink: u32,
    pub(super) device: (u32, u32),
}

/// The folder that everything stands in.
#[derive(Debug)]
pub(super) struct Base {
    fd: OwnedFd,
    path: PathBuf,
    /// Whether folders stay where they are.
    still: Cell<bool>,
    /// While they do: the folder that was opened last.
    last: RefCell<Option<(Bytes, Rc<OwnedFd>)>>,
}

impl Base {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self {
            fd: sys::open(path, flags, Mode::empty())?,
            path: path.to_path_buf(),
            still: Cell::new(false),
            last: RefCell::new(None),
        })
    }

    /// Says whether, from now on, every folder stays where it is: nothing of a run is alive, and we
    /// move, make and remove none.
    pub(super) fn set_still(&self, still: bool) {
        self.still.set(still);
        if !still {
            self.last.replace(None);
        }
    }

    /// The path outside the sandbox of a path in it.
    pub(super) fn outer(&self, path: &[u8]) -> Bytes {
        let mut outer = self.path.as_os_str().as_bytes().to_vec();
        outer.extend_from_slice(path);
        outer
    }

    /// A descriptor of the folder at `path`, good for calls on names in it only.
    pub(super) fn folder(&self, path: &[u8]) -> io::Result<Rc<OwnedFd>> {
        if let Some((last, fd)) = &*self.last.borrow()
            && last == path
        {
            return Ok(Rc::clone(fd));
        }
        let fd = Rc::new(self.resolve(path, OFlags::PATH | OFlags::DIRECTORY)?);
        if self.still.get() {
            self.last.replace(Some((path.to_vec(), Rc::clone(&fd))));
        }
        Ok(fd)
    }

    /// The names in the folder at `path`, in the order of their bytes, at most `limit` of them.
    /// The flag says whether there are more.
    pub(super) fn names(&self, path: &[u8], limit: usize) -> io::Result<(Vec<Bytes>, bool)> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let fd = match self.resolve(path, flags | OFlags::NOATIME) {
            Err(Errno::PERM) => self.resolve(path, flags)?,
            other => other?,
        };
        let mut names = Vec::new();
        let mut buffer = Vec::with_capacity(8 << 10);
        let mut entries = sys::RawDir::new(fd, buffer.spare_capacity_mut());
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            if names.len() == limit {
                return Ok((names, true));
            }
            names.push(name.to_vec());
        }
        names.sort_unstable();
        Ok((names, false))
    }

    fn resolve(&self, path: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        let below = path.strip_prefix(b"/").unwrap_or(path);
        if below.len() > LONGEST_PATH {
            return Err(Errno::NAMETOOLONG);
        }
        let below = if below.is_empty() { b"." } else { below };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let flags = flags | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        loop {
            // The kernel gives up with EAGAIN when something was renamed under the walk.
            match sys::openat2(&self.fd, below, flags, Mode::empty(), resolve) {
                Err(Errno::AGAIN | Errno::INTR) => {}
                other => return other,
            }
        }
    }
}

/// The attributes of `name` in `folder`; `None` where nothing stands there.
pub(super) fn stat(folder: impl AsFd, name: &[u8]) -> io::Result<Option<Stat>> {
    let name = if name.is_empty() { b"." } else { name };
    match statx(folder, name, AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT | Errno::NOTDIR) => Ok(None),
        Err(errno) => Err(errno),
    }
}

/// The attributes of what `fd` is open on.
pub(super) fn stat_fd(fd: impl AsFd) -> io::Result<Stat> {
    statx(fd, b"", AtFlags::EMPTY_PATH)
}

fn statx(fd: impl AsFd, name: &[u8], flags: AtFlags) -> io::Result<Stat> {
    let x = sys::statx(fd, name, flags, StatxFlags::BASIC_STATS | StatxFlags::BTIME)?;
    let raw = u32::from(x.stx_mode);
    let kind = match FileType::from_raw_mode(raw) {
        FileType::Directory => Kind::Dir,
        FileType::RegularFile => Kind::File,
        FileType::Symlink => Kind::Symlink,
        FileType::Fifo => Kind::Fifo,
        FileType::Socket => Kind::Socket,
        _ => Kind::Other,
    };
    Ok(Stat {
        kind,
        mode: raw & 0o7777,
        uid: x.stx_uid,
        gid: x.stx_gid,
        size: x.stx_size,
        mtime: (x.stx_mtime.tv_sec, x.stx_mtime.tv_nsec),
        atime: (x.stx_atime.tv_sec, x.stx_atime.tv_nsec),
        ctime: (x.stx_ctime.tv_sec, x.stx_ctime.tv_nsec),
        identity: (x.stx_ino, (x.stx_btime.tv_sec, x.stx_btime.tv_nsec)),
        nlink: x.stx_nlink,
        device: (x.stx_dev_major, x.stx_dev_minor),
    })
}

/// Opens the regular file `name` for reading and tells its size; a link, a pipe or a device is `ELOOP` or `INVAL`.
///
/// The caller has seen by `stat` that a regular file stands there, and nothing runs in between;
/// `O_NONBLOCK` is for the case that this was wrong.
pub(super) fn open_file(folder: impl AsFd, name: &[u8]) -> io::Result<(OwnedFd, u64)> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let fd = match sys::openat(&folder, name, flags | OFlags::NOATIME, Mode::empty()) {
        Err(Errno::PERM) => sys::openat(&folder, name, flags, Mode::empty())?,
        other => other?,
    };
    let stat = stat_fd(&fd)?;
    if stat.kind == Kind::File { Ok((fd, stat.size)) } else { Err(Errno::INVAL) }
}

/// At most `limit` bytes of the regular file `name`.
pub(super) fn read(folder: impl AsFd, name: &[u8], limit: usize) -> io::Result<Bytes> {
    let (fd, size) = open_file(folder, name)?;
    let mut content = Vec::new();
    // One byte more than there should be, which shows the end in the same call.
    let mut chunk = vec![0_u8; usize::try_from(size).unwrap_or(usize::MAX).min(16 << 10) + 1];
    while content.len() < limit {
        let wanted = chunk.len().min(limit - content.len());
        let got = io::retry_on_intr(|| io::read(&fd, &mut chunk[..wanted]))?;
        content.extend_from_slice(&chunk[..got]);
        if got == 0 || got < wanted && content.len() as u64 == size {
            break;
        }
    }
    Ok(content)
}

/// Whether the regular file `name` holds exactly `content`.
pub(super) fn holds(folder: impl AsFd, name: &[u8], content: &[u8]) -> io::Result<bool> {
    let (fd, _) = open_file(folder, name)?;
    let mut rest = content;
    let mut chunk = vec![0_u8; content.len().min(16 << 10) + 1];
    loop {
        let got = io::retry_on_intr(|| io::read(&fd, &mut chunk))?;
        if got == 0 {
            return Ok(rest.is_empty());
        }
        match rest.strip_prefix(&chunk[..got]) {
            Some(after) => rest = after,
            None => return Ok(false),
        }
    }
}

/// The target of the symbolic link `name`.
pub(super) fn target(folder: impl AsFd, name: &[u8]) -> io::Result<Bytes> {
    Ok(sys::readlinkat(folder, name, Vec::new())?.into_bytes())
}

/// Both times in the form of the kernel.
pub(super) fn timestamps(atime: Time, mtime: Time) -> Timestamps {
    let spec = |(tv_sec, nanoseconds): Time| Timespec { tv_sec, tv_nsec: nanoseconds.into() };
    Timestamps { last_access: spec(atime), last_modification: spec(mtime) }
}

/// Sets both times of `name`.
pub(super) fn set_times(
    folder: impl AsFd,
    name: &[u8],
    atime: Time,
    mtime: Time,
) -> io::Result<()> {
    let name = if name.is_empty() { b"." } else { name };
    sys::utimensat(folder, name, &timestamps(atime, mtime), AtFlags::SYMLINK_NOFOLLOW)
}

/// Splits an absolute path into its folder and its last component; the root is `("/", "")`.
pub(super) fn split(path: &[u8]) -> (&[u8], &[u8]) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(0) => (b"/", path.get(1..).unwrap_or_default()),
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (b"/", path),
    }
}

/// A path for a message, with every byte visible, cut where it is long.
pub(super) fn shown(path: &[u8]) -> String {
    match path.get(..200) {
        Some(start) if path.len() > 200 => format!("{}…", start.escape_ascii()),
        _ => path.escape_ascii().to_string(),
    }
}

/// The path of `name` in `folder`.
pub(super) fn join(folder: &[u8], name: &[u8]) -> Bytes {
    let mut path = Vec::with_capacity(folder.len() + 1 + name.len());
    if folder != b"/" {
        path.extend_from_slice(folder);
    }
    path.push(b'/');
    path.extend_from_slice(name);
    path
}
