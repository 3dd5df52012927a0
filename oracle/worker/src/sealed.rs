//! Files in memory that nobody can change.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;

use rustix::fs::{MemfdFlags, SealFlags};
use rustix::io::Errno;

/// How often sealing is tried. The kernel itself waits each time, some 150 ms in all.
const TRIES: usize = 40;

/// A sealed file of this content.
///
/// # Errors
///
/// Those of memfd_create(2), write(2) and fcntl(2).
pub fn file(name: &CStr, content: &[u8]) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(rustix::fs::memfd_create(name, flags)?);
    file.write_all(content)?;
    let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
    for _ in 1..TRIES {
        match rustix::fs::fcntl_add_seals(&file, seals) {
            // The kernel holds a page of it itself for the moment, to move or to account for it.
            Err(Errno::BUSY) => {}
            other => return other.map(|()| file.into()).map_err(io::Error::from),
        }
    }
    rustix::fs::fcntl_add_seals(&file, seals)?;
    Ok(file.into())
}
