//! The part of the FUSE protocol (7.31, native byte order) that the tripwire speaks.
//!
//! Layouts are those of `<linux/fuse.h>`. Requests are taken apart by offset and answers put
//! together field by field, so nothing here relies on the layout of a Rust type.

/// The length of `fuse_in_header`.
pub(super) const IN_HEADER: usize = 40;
/// The length of `fuse_out_header`.
const OUT_HEADER: usize = 16;
/// The protocol that we speak: its second number.
const MINOR: u32 = 31;

/// Request codes.
pub(super) mod op {
    pub(crate) const LOOKUP: u32 = 1;
    pub(crate) const FORGET: u32 = 2;
    pub(crate) const GETATTR: u32 = 3;
    pub(crate) const SETATTR: u32 = 4;
    pub(crate) const READLINK: u32 = 5;
    pub(crate) const SYMLINK: u32 = 6;
    pub(crate) const MKNOD: u32 = 8;
    pub(crate) const MKDIR: u32 = 9;
    pub(crate) const UNLINK: u32 = 10;
    pub(crate) const RMDIR: u32 = 11;
    pub(crate) const RENAME: u32 = 12;
    pub(crate) const LINK: u32 = 13;
    pub(crate) const OPEN: u32 = 14;
    pub(crate) const READ: u32 = 15;
    pub(crate) const WRITE: u32 = 16;
    pub(crate) const STATFS: u32 = 17;
    pub(crate) const RELEASE: u32 = 18;
    pub(crate) const SETXATTR: u32 = 21;
    pub(crate) const REMOVEXATTR: u32 = 24;
    pub(crate) const INIT: u32 = 26;
    pub(crate) const OPENDIR: u32 = 27;
    pub(crate) const READDIR: u32 = 28;
    pub(crate) const RELEASEDIR: u32 = 29;
    pub(crate) const ACCESS: u32 = 34;
    pub(crate) const CREATE: u32 = 35;
    pub(crate) const INTERRUPT: u32 = 36;
    pub(crate) const DESTROY: u32 = 38;
    pub(crate) const IOCTL: u32 = 39;
    pub(crate) const BATCH_FORGET: u32 = 42;
    pub(crate) const FALLOCATE: u32 = 43;
    pub(crate) const RENAME2: u32 = 45;
    pub(crate) const COPY_FILE_RANGE: u32 = 47;
    pub(crate) const TMPFILE: u32 = 51;
}

/// Flags of the first request.
pub(super) mod flag {
    /// Reads of one file may be sent side by side.
    pub(crate) const ASYNC_READ: u32 = 1;
    /// Several names of one folder may be looked up at once.
    pub(crate) const PARALLEL_DIROPS: u32 = 1 << 18;
}

/// The header of a request, and what follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    pub(super) op: u32,
    pub(super) unique: u64,
    pub(super) node: u64,
    pub(super) pid: u32,
    pub(super) body: &'a [u8],
}

impl<'a> Request<'a> {
    /// Takes a request apart; `None` where it is shorter than it says.
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let length = usize::try_from(u32_at(bytes, 0)?).ok()?;
        Some(Self {
            op: u32_at(bytes, 4)?,
            unique: u64_at(bytes, 8)?,
            node: u64_at(bytes, 16)?,
            pid: u32_at(bytes, 32)?,
            body: bytes.get(IN_HEADER..length)?,
        })
    }

    /// The name that ends with the first NUL of the body.
    pub(super) fn name(&self) -> Option<&'a [u8]> {
        self.body.split(|byte| *byte == 0).next().filter(|name| name.len() < self.body.len())
    }
}

/// The number at an offset.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// The number at an offset.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_ne_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

/// An answer under construction; its header is filled in at the end.
#[derive(Debug, Default)]
pub(super) struct Answer {
    bytes: Vec<u8>,
}

impl Answer {
    /// An answer without anything in it yet.
    pub(super) fn new() -> Self {
        Self { bytes: vec![0; OUT_HEADER] }
    }

    /// An error number, alone.
    pub(super) fn error(unique: u64, errno: i32) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(OUT_HEADER);
        bytes.extend((OUT_HEADER as u32).to_ne_bytes());
        bytes.extend((-errno).to_ne_bytes());
        bytes.extend(unique.to_ne_bytes());
        bytes
    }

    pub(super) fn u16(mut self, value: u16) -> Self {
        self.bytes.extend(value.to_ne_bytes());
        self
    }

    pub(super) fn u32(mut self, value: u32) -> Self {
        self.bytes.extend(value.to_ne_bytes());
        self
    }

    pub(super) fn u64(mut self, value: u64) -> Self {
        self.bytes.extend(value.to_ne_bytes());
        self
    }

    pub(super) fn raw(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend(bytes);
        self
    }

    /// The finished bytes of an answer without error.
    pub(super) fn done(mut self, unique: u64) -> Vec<u8> {
        let length = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        let header = [length.to_ne_bytes(), 0i32.to_ne_bytes()].concat();
        for (slot, byte) in self.bytes.iter_mut().zip(header.iter().chain(&unique.to_ne_bytes())) {
            *slot = *byte;
        }
        self.bytes
    }

    /// `fuse_init_out`.
    pub(super) fn init(self, max_readahead: u32, flags: u32) -> Self {
        self.u32(7)
            .u32(MINOR)
            .u32(max_readahead)
            .u32(flags)
            .u16(64) // max_background
            .u16(48) // congestion_threshold
            .u32(4096) // max_write: the least that the kernel takes
            .u32(1) // time_gran, in nanoseconds
            .u16(0) // max_pages: not negotiated
            .u16(0) // map_alignment
            .raw(&[0; 32])
    }

    /// `fuse_attr`.
    pub(super) fn attr(self, attr: &Attr) -> Self {
        self.u64(attr.inode)
            .u64(attr.size)
            .u64(attr.size.div_ceil(512))
            .raw(&[0; 36]) // atime, mtime, ctime: the epoch
            .u32(attr.mode)
            .u32(attr.links)
            .u32(attr.uid)
            .u32(attr.gid)
            .u32(0) // rdev
            .u32(4096) // blksize
            .u32(0) // flags
    }
}

/// What `stat` tells of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attr {
    pub(super) inode: u64,
    pub(super) size: u64,
    pub(super) mode: u32,
    pub(super) links: u32,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

/// Appends one `fuse_dirent`, padded to eight bytes.
pub(super) fn dirent(out: &mut Vec<u8>, inode: u64, next: u64, name: &[u8]) {
    /// `DT_DIR`.
    const FOLDER: u32 = 4;
    out.extend(inode.to_ne_bytes());
    out.extend(next.to_ne_bytes());
    out.extend(u32::try_from(name.len()).unwrap_or(0).to_ne_bytes());
    out.extend(FOLDER.to_ne_bytes());
    out.extend(name);
    out.resize(out.len().next_multiple_of(8), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths are those of the kernel's header.
    #[test]
    fn lengths_are_those_of_the_protocol() {
        let attr = Attr { inode: 1, size: 9, mode: 0, links: 1, uid: 0, gid: 0 };
        assert_eq!(Answer::new().attr(&attr).done(1).len(), OUT_HEADER + 88);
        assert_eq!(Answer::new().init(0, 0).done(1).len(), OUT_HEADER + 64);
        assert_eq!(Answer::error(1, 2).len(), OUT_HEADER);
        let mut list = Vec::new();
        dirent(&mut list, 1, 1, b".");
        dirent(&mut list, 1, 2, b"..");
        assert_eq!(list.len(), 64);
    }

    #[test]
    fn broken_requests_are_refused() {
        for length in 0..IN_HEADER {
            assert!(Request::parse(&vec![0xff; length]).is_none());
        }
        let mut bytes = vec![0; IN_HEADER + 4];
        bytes[0] = 44;
        bytes[40..44].copy_from_slice(b"name");
        let request = Request::parse(&bytes).expect("whole");
        assert_eq!(request.name(), None, "a name needs its NUL");
        bytes[0] = 45;
        assert!(Request::parse(&bytes).is_none(), "longer than what was read");
        bytes[0] = 39;
        assert!(Request::parse(&bytes).is_none(), "shorter than its header");
    }
}
