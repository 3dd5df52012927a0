//! The tripwire: a folder that answers every program name.
//!
//! It stands last on `PATH`, so that a program that nobody installed is still started, seen with
//! its argv by whoever watches `execve`, and does nothing. The folder is a FUSE file system of our
//! own, spoken over the raw device without threads: [`Tripwire::mount`] puts it somewhere,
//! [`Tripwire::serve`] answers what is waiting and never blocks, and the descriptor can be polled.
//! How the device is got at is told in [`node`]; the program behind the names in [`stub`].
//!
//! Invariants:
//!
//! - Every name is a link to one file, so nothing is remembered per name, however many are asked.
//! - The kernel may keep names, attributes and content for ever: a known name is not asked for
//!   again, and starting it costs one request for its attributes (the kernel asks once more
//!   before it believes that the starter may not read it).
//! - A file can be executed and not read (0111); the folder lists as empty; all is read-only.
//! - Every request but those that get no answer is answered, whatever is in it.
//!
//! # What the server must heed
//!
//! - Who touches the folder waits for [`Tripwire::serve`], and cannot be killed while it is
//!   answered: poll the descriptor wherever a run is waited for. The serving thread itself must never
//!   look into the folder: no `stat`, no `execve` by `PATH`, no waiting in `posix_spawn`.
//! - When the last descriptor of the device is closed, by the death of its process too, everybody
//!   who waits gets `ECONNABORTED` or `ENOTCONN`. A forked child that keeps a copy prevents that.
//!   The descriptor is closed on exec.
//!
//! # What is not as if nothing was there
//!
//! Found by running bash, dash, zsh, busybox, mksh, ksh93 and yash with and without it:
//!
//! - A missing program exits 0 (or [`Tripwire::with_status`]) in place of 127, prints nothing, and
//!   does not read its input. So `nosuch || …` stops and `nosuch && …` goes on, `set -e` is not
//!   tripped, and `exec nosuch` ends the shell with 0.
//! - `command -v`, `type`, `hash`, `which` and every other probe of `PATH` find it. Programs that
//!   look for optional helpers (pagers, editors, compressors, browsers) start a stub.
//! - What a shell does for a command that it cannot find never happens: the functions
//!   `command_not_found_handle` of bash and busybox and `command_not_found_handler` of zsh, the
//!   `COMMAND_NOT_FOUND_HANDLER` of yash, functions found through `FPATH` by mksh and ksh93, entering a
//!   folder by its name (`autocd`) and spelling correction. [`hides_from`] tells which scripts mention
//!   these; run them without the folder on `PATH`.
//! - `.` of a name that is nowhere on `PATH` says "permission denied" in place of "not found" in
//!   dash, zsh, busybox, mksh and ksh93; it fails either way. bash and yash go on to the working
//!   folder, as they do without. The same message change holds for `ksh93 nosuch`.
//! - zsh and completion list the folders of `PATH`; they see none of these names, so
//!   `$commands[nosuch]` is unset.
//! - `git-NAME` is answered to all but git, because git looks for such a program before it
//!   looks at its aliases, which have to be seen; `git nosuch` fails as ever.
//!
//! # What it costs
//!
//! Measured on two cores of a virtual machine with the example `tripwire --cost AT`, medians: a
//! missing name on a tmpfs 1.4 µs, a new name here 12 µs, a known one 0.7 µs; starting the stub
//! and waiting for it 97 µs from a tmpfs, 102 µs from here, 107 µs under a new name.
//!
//! # What is not answered
//!
//! Not answered are names with a slash, names over 255 bytes (`ENAMETOOLONG`, as anywhere), and any
//! name at all where a script changes `PATH`, empties the environment or says `command -p`.
mod names;
pub mod node;
pub mod stub;
mod wire;

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::MountFlags;
use thiserror::Error;

use names::{Processes, Reply};
use stub::Machine;
use wire::{Answer, Attr, Request, flag, op};

/// The node of the folder, which the protocol fixes.
const FOLDER: u64 = 1;
/// The one node of all files: every name is a link to it, so nothing has to be remembered.
const FILE: u64 = 2;
/// The kernel refuses a buffer of less than 8192; the longest request that a read-only file
/// system gets (a name of 1024 bytes, a batch of forgets) fits in less.
const BUFFER: usize = 16 * 1024;
/// How long the kernel may keep a name and its attributes, in seconds: they never change.
const FOR_EVER: u64 = 365 * 86_400;
/// How many requests one call answers at most, so that a run that floods us starves nobody.
const AT_ONCE: usize = 1024;

/// Why the tripwire cannot be put up.
#[derive(Debug, Error)]
pub enum TripwireError {
    /// There is no stub for this machine.
    #[error("the tripwire has no stub program for this machine: x86-64 and aarch64 only")]
    Machine,
    /// The device cannot be made non-blocking.
    #[error("cannot set up the fuse device: {0}")]
    Device(io::Error),
    /// A mountpoint with a NUL byte in it.
    #[error("a mountpoint cannot hold a NUL byte: {0:?}")]
    Path(PathBuf),
    /// The mount itself failed.
    #[error("cannot mount the tripwire on {path}: {source} ({hint})")]
    Mount {
        /// The mountpoint.
        path: PathBuf,
        /// What the kernel said.
        source: io::Error,
        /// What is the matter.
        hint: &'static str,
    },
}

/// Whether a script mentions something that a shell only does for commands that it cannot find.
///
/// It looks at the bytes as they stand: a name that is put together while the script runs is not
/// seen.
pub fn hides_from(script: &[u8]) -> bool {
    // Letter case is ignored; zsh ignores underscores in the names of options too.
    const MENTIONS: [&[u8]; 4] = [b"command_not_found_hand", b"fpath", b"autocd", b"auto_cd"];
    let holds =
        |word: &[u8]| script.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word));
    MENTIONS.iter().any(|word| holds(word))
}

/// What has been asked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// All requests.
    pub requests: u64,
    /// Names that were looked up; names that the kernel remembers are not asked for again.
    pub lookups: u64,
}

/// A mounted tripwire. Dropping it (or the death of its process) makes every waiting and later
/// access fail with `ENOTCONN`; the mountpoint stays until its mount namespace is gone.
#[derive(Debug)]
pub struct Tripwire {
    device: OwnedFd,
    uid: u32,
    gid: u32,
    stub: Vec<u8>,
    processes: Option<Processes>,
    buffer: Vec<u8>,
    /// What the kernel said it can do, once it has said so.
    abilities: u32,
    served: Served,
}

impl Tripwire {
    /// Mounts the folder.
    ///
    /// `device` comes from [`node::Node::open`] in the user namespace that also owns the current
    /// mount namespace; the caller needs `CAP_SYS_ADMIN` there. `uid` and `gid` own the files
    /// and must be mapped in that namespace. Nothing is answered until [`Tripwire::serve`] is
    /// called.
    ///
    /// # Errors
    ///
    /// `EINVAL` where the device was opened in another user namespace or an id is not mapped,
    /// `EPERM` without `CAP_SYS_ADMIN`, `ENOENT` without a mountpoint.
    pub fn mount(
        device: OwnedFd,
        mountpoint: &Path,
        uid: u32,
        gid: u32,
    ) -> Result<Self, TripwireError> {
        let machine = Machine::here().ok_or(TripwireError::Machine)?;
        nonblocking(&device).map_err(|errno| TripwireError::Device(errno.into()))?;
        let options = format!(
            "fd={},rootmode=40555,user_id={uid},group_id={gid},default_permissions,allow_other",
            device.as_raw_fd()
        );
        let options =
            CString::new(options).map_err(|_| TripwireError::Path(mountpoint.to_owned()))?;
        let flags =
            MountFlags::NOSUID | MountFlags::NODEV | MountFlags::RDONLY | MountFlags::NOATIME;
        rustix::mount::mount("tripwire", mountpoint, "fuse.tripwire", flags, options.as_c_str())
            .map_err(|errno| TripwireError::Mount {
                path: mountpoint.to_owned(),
                source: errno.into(),
                hint: hint(errno),
            })?;
        Ok(Self {
            device,
            uid,
            gid,
            stub: stub::elf(machine, 0),
            processes: Processes::of_the_caller(),
            buffer: vec![0; BUFFER],
            abilities: 0,
            served: Served::default(),
        })
    }

    /// Lets the stubs exit with another status than 0. To be called before the first
    /// [`Tripwire::serve`], since the kernel keeps the file once it has read it.
    #[must_use]
    pub fn with_status(mut self, status: u8) -> Self {
        if let Some(machine) = Machine::here() {
            self.stub = stub::elf(machine, status);
        }
        self
    }

    /// Whether it can be told who asks, which `git-NAME` needs; it takes a `/proc` of the pid
    /// namespace that [`Tripwire::mount`] was called in.
    pub fn knows_askers(&self) -> bool {
        self.processes.is_some()
    }

    /// What has been asked so far.
    pub fn served(&self) -> Served {
        self.served
    }

    /// Answers the requests that are waiting and returns how many; never blocks. Call it whenever
    /// the descriptor is readable. At most 1024 are answered at once.
    ///
    /// # Errors
    ///
    /// `ENODEV` once the folder is unmounted everywhere or the connection was aborted; other
    /// errors of the device. None can be put right by calling again.
    pub fn serve(&mut self) -> io::Result<usize> {
        let mut count = 0;
        while count < AT_ONCE {
            let length = match rustix::io::read(&self.device, &mut self.buffer[..]) {
                Ok(length) => length,
                Err(Errno::AGAIN) => break,
                // ENOENT: who asked was killed before we could read the question.
                Err(Errno::INTR | Errno::NOENT) => continue,
                Err(errno) => return Err(errno.into()),
            };
            count += 1;
            self.served.requests += 1;
            let answer = {
                let bytes = self.buffer.get(..length).unwrap_or_default();
                match Request::parse(bytes) {
                    Some(request) => {
                        self.served.lookups += u64::from(request.op == op::LOOKUP);
                        self.abilities = abilities(&request).unwrap_or(self.abilities);
                        self.answer(&request)
                    }
                    None => wire::u64_at(bytes, 8).map(|unique| Answer::error(unique, libc::EIO)),
                }
            };
            if let Some(answer) = answer {
                send(&self.device, &answer)?;
            }
        }
        Ok(count)
    }

    /// The answer to one request; `None` for those that get none.
    fn answer(&self, request: &Request<'_>) -> Option<Vec<u8>> {
        let unique = request.unique;
        let done = |answer: Answer| answer.done(unique);
        let answer = match request.op {
            op::FORGET | op::BATCH_FORGET | op::INTERRUPT => return None,
            op::INIT => self.init(request).map(done),
            op::LOOKUP => self.lookup(request).map(done),
            op::GETATTR => self
                .attr(request.node)
                .map(|attr| done(Answer::new().u64(FOR_EVER).u32(0).u32(0).attr(&attr))),
            op::OPEN => self.open(1 << 17).map(done),
            op::OPENDIR => self.open(1 << 24).map(done),
            op::READ => self.read(request).map(done),
            op::READDIR => list(request).map(done),
            op::STATFS => Ok(done(statfs())),
            op::ACCESS | op::RELEASE | op::RELEASEDIR | op::DESTROY => Ok(done(Answer::new())),
            op::READLINK => Err(libc::EINVAL),
            op::IOCTL => Err(libc::ENOTTY),
            op::SETATTR
            | op::SYMLINK
            | op::MKNOD
            | op::MKDIR
            | op::UNLINK
            | op::RMDIR
            | op::RENAME
            | op::RENAME2
            | op::LINK
            | op::WRITE
            | op::CREATE
            | op::SETXATTR
            | op::REMOVEXATTR
            | op::FALLOCATE
            | op::COPY_FILE_RANGE
            | op::TMPFILE => Err(libc::EROFS),
            // FLUSH, GETXATTR, LISTXATTR, LSEEK, STATX, locks and whatever the future brings: the
            // kernel takes it that we never do these and stops asking.
            _ => Err(libc::ENOSYS),
        };
        Some(answer.unwrap_or_else(|errno| Answer::error(unique, errno)))
    }

    /// The first request: agree on the protocol.
    fn init(&self, request: &Request<'_>) -> Result<Answer, i32> {
        let word = |at| wire::u32_at(request.body, at).ok_or(libc::EPROTO);
        let (major, readahead, offered) = (word(0)?, word(8)?, word(12)?);
        if major < 7 {
            return Err(libc::EPROTO);
        }
        let wanted = flag::ASYNC_READ | flag::PARALLEL_DIROPS;
        Ok(Answer::new().init(readahead, offered & wanted))
    }

    fn lookup(&self, request: &Request<'_>) -> Result<Answer, i32> {
        if request.node != FOLDER {
            return Err(libc::ENOTDIR);
        }
        let name = request.name().ok_or(libc::EINVAL)?;
        let asker = || self.processes.as_ref()?.name(request.pid);
        let keep = match names::reply(name, asker) {
            Reply::Always => FOR_EVER,
            Reply::Once => 0,
            Reply::Missing => return Err(libc::ENOENT),
            Reply::TooLong => return Err(libc::ENAMETOOLONG),
        };
        let attr = self.attr(FILE)?;
        Ok(Answer::new()
            .u64(FILE)
            .u64(0) // generation
            .u64(keep)
            .u64(FOR_EVER)
            .u32(0)
            .u32(0)
            .attr(&attr))
    }

    fn attr(&self, node: u64) -> Result<Attr, i32> {
        let (mode, size, links) = match node {
            FOLDER => (libc::S_IFDIR | 0o555, 0, 2),
            // To be executed and not read: a name that `.` or `sh NAME` find on PATH must not be
            // taken for a script.
            FILE => (libc::S_IFREG | 0o111, self.stub.len() as u64, 1),
            _ => return Err(libc::ESTALE),
        };
        Ok(Attr { inode: node, size, mode, links, uid: self.uid, gid: self.gid })
    }

    /// Opening: where the kernel can do without (`ability`), it need never ask again.
    fn open(&self, ability: u32) -> Result<Answer, i32> {
        if self.abilities & ability != 0 {
            return Err(libc::ENOSYS);
        }
        Ok(Answer::new().u64(0).u32(2).u32(0)) // fh, FOPEN_KEEP_CACHE
    }

    fn read(&self, request: &Request<'_>) -> Result<Answer, i32> {
        if request.node != FILE {
            return Err(libc::EISDIR);
        }
        let (offset, size) = range(request)?;
        let rest = self.stub.get(offset..).unwrap_or_default();
        Ok(Answer::new().raw(rest.get(..size).unwrap_or(rest)))
    }
}

impl AsFd for Tripwire {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.device.as_fd()
    }
}

/// What the kernel can do, where this is the request that says so.
fn abilities(request: &Request<'_>) -> Option<u32> {
    (request.op == op::INIT).then(|| wire::u32_at(request.body, 12)).flatten()
}

/// An empty folder: `.` and `..` only.
fn list(request: &Request<'_>) -> Result<Answer, i32> {
    let (offset, size) = range(request)?;
    let mut bytes = Vec::new();
    for (index, name) in [&b"."[..], b".."].into_iter().enumerate().skip(offset) {
        let before = bytes.len();
        wire::dirent(&mut bytes, FOLDER, index as u64 + 1, name);
        if bytes.len() > size {
            bytes.truncate(before);
            break;
        }
    }
    Ok(Answer::new().raw(&bytes))
}

/// The offset and size of `fuse_read_in`.
fn range(request: &Request<'_>) -> Result<(usize, usize), i32> {
    let offset = wire::u64_at(request.body, 8).ok_or(libc::EINVAL)?;
    let size = wire::u32_at(request.body, 16).ok_or(libc::EINVAL)?;
    Ok((usize::try_from(offset).unwrap_or(usize::MAX), size as usize))
}

/// A full and tiny file system whose names have at most 255 bytes.
fn statfs() -> Answer {
    Answer::new()
        .raw(&[0; 40]) // blocks, free, available, files, free files
        .u32(4096) // bsize
        .u32(255) // namelen
        .u32(4096) // frsize
        .raw(&[0; 28])
}

/// Hands an answer to the kernel.
fn send(device: &OwnedFd, answer: &[u8]) -> io::Result<()> {
    loop {
        match rustix::io::write(device, answer) {
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            // Who asked is gone.
            Err(Errno::NOENT) => return Ok(()),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Sets `O_NONBLOCK`.
fn nonblocking(device: &OwnedFd) -> rustix::io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(device)?;
    rustix::fs::fcntl_setfl(device, flags | rustix::fs::OFlags::NONBLOCK)
}

/// What a failed mount means.
fn hint(errno: Errno) -> &'static str {
    match errno {
        Errno::INVAL => {
            "the device must be opened in the user namespace that mounts, and the owner be mapped"
        }
        Errno::PERM => "needs CAP_SYS_ADMIN in the user namespace of the mount namespace",
        Errno::NODEV => "the kernel lacks FUSE: modprobe fuse",
        Errno::NOENT | Errno::NOTDIR => "the mountpoint must be a folder",
        _ => "FUSE in a user namespace needs Linux 4.18",
    }
}
