//! The private root: read-only pieces of the host, a small `/etc`, a small `/dev`.
//!
//! It is built once, in the worker's own mount namespace, and the worker then moves into it. What
//! only the worker may see stands under [`CELLS`] and [`PROC`]; a cell lets go of both before its
//! first run.

use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::{Missing, Step};
use crate::sys;

/// Where the worker keeps each cell's writable file system.
pub(crate) const CELLS: &str = "/.cells";
/// Where the worker sees the host's processes, which is how it looks into a run's.
pub(crate) const PROC: &str = "/proc";
/// Where the worker keeps the further paths that were asked for.
pub(crate) const SHOWN_BESIDES: &str = "/.shown";
/// Where a cell mounts its own processes before they take the place of the host's.
pub(crate) const OWN_PROC: &CStr = c"/.proc";
/// The folder that answers every program name.
pub(crate) const TRIPWIRE: &str = "/tripwire";
/// Where a script stands that is delivered as a file.
pub(crate) const SCRIPT: &str = "/script";

/// The writable folders of a cell; what lies in them is the world's.
pub(crate) const ZONES: [&str; 3] = ["w", "tmp", "var/tmp"];

/// Folders of the host that runs see, read-only.
const SHOWN: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu"];

/// What of the host's `/etc` programs need to work at all; nothing of it tells who the user is.
const SHOWN_ETC: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/magic",
    "/etc/mime.types",
    "/etc/perl",
    "/etc/protocols",
    "/etc/python3",
    "/etc/services",
    "/etc/ssl",
];

const FILES: &[(&str, &str)] = &[
    (
        "etc/passwd",
        "root:x:0:0:root:/root:/bin/sh\n\
         user:x:1000:1000:user:/w/home:/bin/bash\n\
         nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    ),
    ("etc/group", "root:x:0:\nuser:x:1000:\nnogroup:x:65534:\n"),
    ("etc/hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n"),
    ("etc/hostname", "sandbox\n"),
    ("etc/nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files\n"),
    ("etc/resolv.conf", ""),
    ("etc/shells", "/bin/sh\n/bin/bash\n/bin/dash\n/bin/zsh\n"),
];

const FOLDERS: &[&str] = &[
    "etc", "dev", "dev/pts", "proc", "root", "run", "script", "tmp", "tripwire", "var", "var/tmp",
    "w", ".cells", ".proc", ".shown", ".old",
];

/// Where the pieces are put together; every machine has it, and only this mount namespace sees it
/// covered.
const WORKSHOP: &CStr = c"/tmp";
const TAKEN: &str = "/tmp/taken";
const NEW: &str = "/tmp/root";

const NODES: &[&str] = &["null", "zero", "full", "random", "urandom", "tty"];

const DEV_LINKS: &[(&str, &str)] = &[
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
    ("ptmx", "pts/ptmx"),
];

const REMEDY: &str = "the sandbox needs to mount in its own namespace; in a container give it \
     CAP_SYS_ADMIN and an unconfined seccomp and AppArmor profile";

pub(crate) fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// Makes `from` visible at `to`, with these further attributes on it and all mounts below.
pub(crate) fn bind(from: &Path, to: &Path, attributes: u64) -> io::Result<()> {
    let (from, to) = (c_path(from)?, c_path(to)?);
    sys::mount(Some(&from), &to, None, libc::MS_BIND | libc::MS_REC, None)?;
    if attributes != 0 {
        sys::mount_set(&to, attributes)?;
    }
    Ok(())
}

/// Read-only, without devices and set-user-id bits.
pub(crate) const SHOWN_AS: u64 =
    libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;

/// Covers the workshop and takes hold of these paths of the host, which may lie below it.
pub(crate) fn take(paths: &[PathBuf]) -> Result<(), Missing> {
    let held: Vec<_> = paths
        .iter()
        .map(|path| {
            rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
                .step(format!("show {}", path.display()), "the guard's files must be readable")
        })
        .collect::<Result<_, _>>()?;
    let size = Some(c"mode=755,size=1m");
    sys::mount(Some(c"trapline"), WORKSHOP, Some(c"tmpfs"), libc::MS_NOSUID, size)
        .step("mount a tmpfs", REMEDY)?;
    for folder in [TAKEN, NEW] {
        fs::create_dir(folder).step("make a folder to build in", "")?;
    }
    for (number, (path, fd)) in paths.iter().zip(&held).enumerate() {
        let at = Path::new(TAKEN).join(number.to_string());
        let from = PathBuf::from(format!("/proc/self/fd/{}", fd.as_raw_fd()));
        let make = || place(&from, &at).and_then(|()| bind(&from, &at, 0));
        make().step(format!("show {}", path.display()), REMEDY)?;
    }
    Ok(())
}

/// Makes an empty file or folder for a mount, whichever the source is.
fn place(source: &Path, at: &Path) -> io::Result<()> {
    if fs::metadata(source)?.is_dir() {
        return fs::create_dir_all(at);
    }
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(at, b"")
}

/// Builds the root and moves the worker into it. `shown` are the paths that [`take`] was given.
pub(crate) fn build(shown: &[PathBuf], network: bool) -> Result<(), Missing> {
    let new = Path::new(NEW);
    let at = c_path(new).step("name the new root", "")?;
    let size = Some(c"mode=755,size=16m,nr_inodes=10000");
    sys::mount(Some(c"trapline"), &at, Some(c"tmpfs"), libc::MS_NOSUID, size)
        .step("mount a tmpfs", REMEDY)?;
    for folder in FOLDERS {
        fs::create_dir(new.join(folder)).step(format!("make /{folder}"), "")?;
    }
    for folder in SHOWN {
        show(Path::new(folder), new).step(format!("show {folder}"), REMEDY)?;
    }
    for path in SHOWN_ETC {
        show(Path::new(path), new).step(format!("show {path}"), REMEDY)?;
    }
    for (path, content) in FILES {
        fs::write(new.join(path), content).step(format!("write /{path}"), "")?;
    }
    if network {
        for path in ["/etc/resolv.conf", "/etc/hosts"] {
            let content = fs::read(path).unwrap_or_default();
            fs::write(new.join(&path[1..]), content).step(format!("write {path}"), "")?;
        }
    }
    devices(new)?;
    for number in 0..shown.len() {
        let (from, to) = (Path::new(TAKEN), new.join(&SHOWN_BESIDES[1..]));
        let (from, to) = (from.join(number.to_string()), to.join(number.to_string()));
        let make = || place(&from, &to).and_then(|()| bind(&from, &to, SHOWN_AS));
        make().step("show a path", REMEDY)?;
    }
    bind(Path::new("/proc"), &new.join("proc"), 0).step("keep /proc", REMEDY)?;
    std::env::set_current_dir(new).step("enter the new root", "")?;
    sys::pivot_root(c".", c".old").step("pivot_root", REMEDY)?;
    std::env::set_current_dir("/").step("enter the new root", "")?;
    sys::umount_detach(c"/.old").step("let go of the old root", REMEDY)?;
    fs::remove_dir("/.old").step("remove the old root's place", "")?;
    fs::set_permissions(CELLS, fs::Permissions::from_mode(0o700)).step("close the cells", "")
}

/// Shows a folder, file or link of the host at the same place, read-only. What the host does not
/// have is left out.
fn show(path: &Path, new: &Path) -> io::Result<()> {
    let Ok(meta) = fs::symlink_metadata(path) else { return Ok(()) };
    let to = new.join(path.strip_prefix("/").unwrap_or(path));
    if meta.is_symlink() {
        return symlink(fs::read_link(path)?, to);
    }
    if meta.is_dir() {
        fs::create_dir(&to)?;
    } else {
        fs::write(&to, b"")?;
    }
    bind(path, &to, SHOWN_AS)
}

fn devices(new: &Path) -> Result<(), Missing> {
    for node in NODES {
        let to = new.join("dev").join(node);
        fs::write(&to, b"").step(format!("make /dev/{node}"), "")?;
        bind(&Path::new("/dev").join(node), &to, 0).step(format!("show /dev/{node}"), REMEDY)?;
    }
    for (name, target) in DEV_LINKS {
        symlink(target, new.join("dev").join(name)).step(format!("link /dev/{name}"), "")?;
    }
    let pts = c_path(&new.join("dev/pts")).step("name /dev/pts", "")?;
    let flags = libc::MS_NOSUID | libc::MS_NOEXEC;
    sys::mount(
        Some(c"devpts"),
        &pts,
        Some(c"devpts"),
        flags,
        Some(c"newinstance,ptmxmode=0666,mode=0620"),
    )
    .step("mount devpts", REMEDY)
}

/// Makes the places of the further paths in a cell's file system, before its baseline is taken.
pub(crate) fn make_places(shown: &[PathBuf], base: &Path) -> io::Result<()> {
    for (number, path) in shown.iter().enumerate() {
        let relative = path.strip_prefix("/").unwrap_or(path);
        let at = if ZONES.iter().any(|zone| relative.starts_with(zone)) {
            base.join(relative)
        } else {
            path.clone()
        };
        // What lies in a folder that is shown as a whole stands there already.
        if fs::symlink_metadata(&at).is_err() {
            place(&Path::new(SHOWN_BESIDES).join(number.to_string()), &at)?;
        }
    }
    Ok(())
}

/// In a cell: puts the further paths into their places.
pub(crate) fn show_besides(shown: &[PathBuf]) -> io::Result<()> {
    for (number, path) in shown.iter().enumerate() {
        bind(&Path::new(SHOWN_BESIDES).join(number.to_string()), path, SHOWN_AS)?;
    }
    Ok(())
}
