//! Getting at the FUSE device from inside a user namespace.
//!
//! The kernel mounts FUSE in a user namespace only through a descriptor of the device that was
//! *opened in that same namespace*; a descriptor from outside gives `EINVAL` at the mount. So the
//! device has to be reachable after `unshare(CLONE_NEWUSER)`, and there are two cases:
//!
//! - Its mode is 0666, as most distributions ship it: [`Node::prepare`] has nothing to do.
//! - Its mode is 0600, or there is no node: only root can help. [`Node::prepare`] makes a
//!   node of mode 0666 on a tmpfs that is *never attached* anywhere, so nothing of the machine
//!   changes, nobody else can reach it, and it is gone with its descriptor. It needs
//!   `CAP_SYS_ADMIN` and `CAP_MKNOD` in the initial user namespace (device nodes on file systems
//!   that were mounted in any other one cannot be opened), and Linux 5.2.
//!
//! Root without those capabilities, as in a container, gets the path of the device itself:
//! the owner of a 0600 node can open it after the `unshare` too, as long as no other user id was
//! taken on in between.
//!
//! | error of [`Node::open`] | what it means |
//! |---|---|
//! | `ENOENT` | no device: a container without `--device /dev/fuse`, or a kernel without FUSE |
//! | `EACCES` | mode 0600, and the caller is not root: `chmod 666 /dev/fuse`, or run as root |
//! | `ENODEV`, `ENXIO` | a node without a driver: `modprobe fuse` |
//! | `EPERM` | a device cgroup forbids it: start the container with `--device /dev/fuse` |

use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;

use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat, openat, stat};
use rustix::io::Errno;
use rustix::mount::{FsMountFlags, FsOpenFlags, MountAttrFlags};
use thiserror::Error;

/// Where distributions put the device.
const DEVICE: &str = "/dev/fuse";
/// Its number: misc, minor 229.
const NUMBER: (u32, u32) = (10, 229);
/// The name of a node that we make.
const PRIVATE: &str = "fuse";

/// Why the FUSE device cannot be had.
#[derive(Debug, Error)]
pub enum NodeError {
    /// It could not be opened.
    #[error("cannot open {path}: {source} ({hint})")]
    Open {
        /// The device.
        path: PathBuf,
        /// What the kernel said.
        source: std::io::Error,
        /// What to do about it.
        hint: &'static str,
    },
    /// Root could not make a node of its own.
    #[error("cannot make a private fuse device: {step}: {source}")]
    Make {
        /// The call that failed.
        step: &'static str,
        /// What the kernel said.
        source: std::io::Error,
    },
}

/// A way to the FUSE device that survives `unshare(CLONE_NEWUSER)`.
#[derive(Debug)]
pub enum Node {
    /// The machine's own device.
    Device,
    /// The root of a detached tmpfs with a node of mode 0666.
    Private(OwnedFd),
}

impl Node {
    /// Call this first, before any `unshare`, with all the privilege there is.
    ///
    /// # Errors
    ///
    /// When root should be able to make a node and fails for another reason than a missing
    /// capability. That the machine's own device cannot be opened is found by [`Node::open`].
    pub fn prepare() -> Result<Self, NodeError> {
        let all = Mode::from_raw_mode(0o666);
        let open_to_all = stat(DEVICE).is_ok_and(|found| {
            FileType::from_raw_mode(found.st_mode) == FileType::CharacterDevice
                && Mode::from_raw_mode(found.st_mode).contains(all)
        });
        if open_to_all || !rustix::process::geteuid().is_root() {
            return Ok(Self::Device);
        }
        match private() {
            Ok(root) => Ok(Self::Private(root)),
            Err((_, Errno::PERM | Errno::ACCESS | Errno::NOSYS)) => Ok(Self::Device),
            Err((step, errno)) => Err(NodeError::Make { step, source: errno.into() }),
        }
    }

    /// A node of our own, whatever the machine has. [`Node::prepare`] is what is wanted as a rule.
    ///
    /// # Errors
    ///
    /// `EPERM` without the two capabilities, `ENOSYS` before Linux 5.2.
    pub fn private() -> Result<Self, NodeError> {
        let made = private().map(Self::Private);
        made.map_err(|(step, errno)| NodeError::Make { step, source: errno.into() })
    }

    /// Call this in the user namespace that will mount, before taking on another user id and
    /// before the root is changed. The descriptor is closed on exec and does not block.
    ///
    /// # Errors
    ///
    /// See the table of this module.
    pub fn open(&self) -> Result<OwnedFd, NodeError> {
        let flags = OFlags::RDWR | OFlags::CLOEXEC | OFlags::NONBLOCK;
        match self {
            Self::Device => openat(CWD, DEVICE, flags, Mode::empty()),
            Self::Private(root) => openat(root, PRIVATE, flags, Mode::empty()),
        }
        .map_err(|errno| NodeError::Open {
            path: DEVICE.into(),
            source: errno.into(),
            hint: hint(errno),
        })
    }
}

/// What to do about a device that cannot be opened.
fn hint(errno: Errno) -> &'static str {
    match errno {
        Errno::NOENT => {
            "no such device: in a container, start it with --device /dev/fuse; \
             elsewhere the kernel lacks FUSE"
        }
        Errno::ACCESS => "its mode keeps others out: chmod 666 /dev/fuse, or run as root",
        Errno::NODEV | Errno::NXIO => "its driver is not there: modprobe fuse",
        Errno::PERM => "a device cgroup forbids it: start the container with --device /dev/fuse",
        _ => "FUSE is needed for the tripwire",
    }
}

/// A detached tmpfs with a fuse node in it.
fn private() -> Result<OwnedFd, (&'static str, Errno)> {
    let context = rustix::mount::fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)
        .map_err(|errno| ("fsopen", errno))?;
    rustix::mount::fsconfig_set_string(context.as_fd(), "mode", "0755")
        .map_err(|errno| ("fsconfig mode", errno))?;
    rustix::mount::fsconfig_create(context.as_fd()).map_err(|errno| ("fsconfig create", errno))?;
    let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    let root = rustix::mount::fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, attributes)
        .map_err(|errno| ("fsmount", errno))?;
    let (major, minor) = NUMBER;
    let device = rustix::fs::makedev(major, minor);
    let mode = Mode::from_raw_mode(0o666);
    mknodat(&root, PRIVATE, FileType::CharacterDevice, mode, device)
        .map_err(|errno| ("mknod", errno))?;
    // The umask may have narrowed it.
    rustix::fs::chmodat(&root, PRIVATE, mode, rustix::fs::AtFlags::empty())
        .map_err(|errno| ("chmod", errno))?;
    Ok(root)
}
