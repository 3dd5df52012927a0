//! Files in memory that nobody can change.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;

use rustix::fs::{MemfdFlags, SealFlags};
use rustix::io::Errno;

/// How often sealing is tried. The kernel itself waits each time, for some 150 ms at most.
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
    let mut left = TRIES;
    loop {
        match rustix::fs::fcntl_add_seals(&file, seals) {
            // The kernel holds a page of it itself for the moment, to move or to account for it.
            Err(Errno::BUSY) if left > 1 => left -= 1,
            other => return Ok(other.map(|()| file.into())?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_can_change_a_sealed_file() {
        let sealed = File::from(file(c"mine", b"content").expect("sealed"));
        assert!((&sealed).write(b"other").is_err());
        assert!(sealed.set_len(1).is_err());
        let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&sealed));
        assert_eq!(std::fs::read(path).expect("readable"), b"content");
    }
}
