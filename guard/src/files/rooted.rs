//! A real file system, seen below a directory.

use std::ffi::CStr;
use std::io::Read as _;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::{Contents, Files, FilesError, Kind, Status, components};

/// The file system below a directory, which stands for `/`. The directory is held open, so it
/// may be renamed; no link in a path is followed, so nothing outside can be seen.
#[derive(Debug)]
pub struct Rooted {
    root: OwnedFd,
}

impl Rooted {
    /// Opens the directory that stands for `/`.
    pub fn open(root: &Path) -> Result<Self, FilesError> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = rustix::fs::open(root, flags, Mode::empty()).map_err(error)?;
        Ok(Self { root })
    }

    /// The directory that holds the last component of a path, and that component (`.` for `/`).
    fn parent<'p>(&self, path: &'p [u8]) -> Result<(OwnedFd, &'p [u8]), FilesError> {
        let components: Vec<&[u8]> = components(path)?.collect();
        let mut directory = rustix::io::fcntl_dupfd_cloexec(self.root.as_fd(), 0).map_err(error)?;
        let Some((last, parents)) = components.split_last() else {
            return Ok((directory, b"."));
        };
        for component in parents {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            directory =
                rustix::fs::openat(&directory, *component, flags, Mode::empty()).map_err(error)?;
        }
        Ok((directory, last))
    }
}

impl Files for Rooted {
    fn lstat(&self, path: &[u8]) -> Result<Status, FilesError> {
        let (directory, name) = self.parent(path)?;
        let stat =
            rustix::fs::statat(&directory, name, AtFlags::SYMLINK_NOFOLLOW).map_err(error)?;
        let kind = match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => Kind::Directory,
            FileType::RegularFile => Kind::File,
            FileType::Symlink => Kind::Link,
            _ => Kind::Other,
        };
        let size = match kind {
            Kind::File => u64::try_from(stat.st_size).unwrap_or_default(),
            _ => 0,
        };
        let executable = match kind {
            Kind::Directory | Kind::Link => true,
            Kind::File | Kind::Other => stat.st_mode & 0o111 != 0 && kind == Kind::File,
        };
        Ok(Status { kind, size, executable })
    }

    fn readlink(&self, path: &[u8]) -> Result<Vec<u8>, FilesError> {
        let (directory, name) = self.parent(path)?;
        match rustix::fs::readlinkat(&directory, name, Vec::new()) {
            Ok(target) => Ok(target.into_bytes()),
            Err(Errno::INVAL) => Err(FilesError::Kind),
            Err(other) => Err(error(other)),
        }
    }

    fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, FilesError> {
        let (directory, name) = self.parent(path)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&directory, name, flags, Mode::empty()).map_err(error)?;
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::new(opened).map_err(error)? {
            let entry = entry.map_err(error)?;
            let name: &CStr = entry.file_name();
            if !matches!(name.to_bytes(), b"." | b"..") {
                names.push(name.to_bytes().to_vec());
            }
        }
        names.sort();
        Ok(names)
    }

    fn read(&self, path: &[u8], limit: usize) -> Result<Contents, FilesError> {
        // Opening a pipe would wait for its other end.
        if self.lstat(path)?.kind != Kind::File {
            return Err(FilesError::Kind);
        }
        let (directory, name) = self.parent(path)?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&directory, name, flags, Mode::empty()).map_err(error)?;
        let mut bytes = Vec::new();
        let wanted = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        std::fs::File::from(opened)
            .take(wanted)
            .read_to_end(&mut bytes)
            .map_err(|failure| FilesError::System(failure.to_string()))?;
        let cut = bytes.len() > limit;
        bytes.truncate(limit);
        Ok(Contents { bytes, cut })
    }
}

fn error(errno: Errno) -> FilesError {
    match errno {
        Errno::NOENT => FilesError::Missing,
        Errno::NOTDIR | Errno::LOOP => FilesError::NotDirectory,
        other => FilesError::System(other.to_string()),
    }
}
