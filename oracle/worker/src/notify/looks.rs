//! What is told of a run that is watched closely: traps that it goes through without opening
//! anything, and who removes what.
//!
//! Every call that takes a path waits for the worker, which walks the path as the kernel would and
//! notes each trap that is followed on the way. A way through `/proc` (`/proc/self/cwd/…`) is not
//! walked.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

use libc::c_long;

use super::memory::read_string;
use super::{Context, Notification, STILL_VALID, Seen, proc_of, push, starter};
use crate::observation::Removal;
use crate::sandbox::root::ZONES;
use crate::sys;
use crate::world::Bytes;

/// How many links the kernel follows before it says `ELOOP`.
const MOST_FOLLOWED: usize = 40;

/// The most removals that are kept of one run.
const MOST_REMOVALS: usize = 20_000;

/// The kernel keeps this many bytes of a program's name.
const KEPT_OF_NAME: usize = 15;

/// Whether a call follows a link that its path ends with.
#[derive(Clone, Copy, Debug)]
enum Last {
    /// It does.
    Followed,
    /// It does not.
    Kept,
    /// It does not where this argument has one of these bits.
    KeptIf(usize, u64),
    /// It does only where this argument has one of these bits.
    FollowedIf(usize, u64),
    /// As the flags of `open` in this argument say.
    Opened(usize),
    /// As the flags of `openat2` say, to which this argument points.
    OpenedAs(usize),
}

/// What a call does to the name at the end of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// It takes it away.
    Away,
    /// It gives what stands there another name.
    Elsewhere,
}

/// One path of one call.
#[derive(Clone, Copy, Debug)]
struct Look {
    call: c_long,
    /// The argument that is the folder, by its descriptor; `None` for the current one.
    folder: Option<usize>,
    path: usize,
    last: Last,
    takes: Takes,
}

const fn at(call: c_long, folder: usize, path: usize, last: Last) -> Look {
    Look { call, folder: Some(folder), path, last, takes: Takes::Nothing }
}

const fn here(call: c_long, path: usize, last: Last) -> Look {
    Look { call, folder: None, path, last, takes: Takes::Nothing }
}

const fn removes(look: Look) -> Look {
    Look { takes: Takes::Away, ..look }
}

const fn renames(look: Look) -> Look {
    Look { takes: Takes::Elsewhere, ..look }
}

const NOFOLLOW: u64 = libc::AT_SYMLINK_NOFOLLOW as u64;
/// Newer than the tables of `libc`.
const SYS_FCHMODAT2: c_long = 452;

use Last::{Followed, FollowedIf, Kept, KeptIf, Opened, OpenedAs};

/// Every path of every call that takes one. Starting programs is told of anyway.
const LOOKS: &[Look] = &[
    at(libc::SYS_newfstatat, 0, 1, KeptIf(3, NOFOLLOW)),
    at(libc::SYS_statx, 0, 1, KeptIf(2, NOFOLLOW)),
    at(libc::SYS_faccessat, 0, 1, Followed),
    at(libc::SYS_faccessat2, 0, 1, KeptIf(3, NOFOLLOW)),
    at(libc::SYS_readlinkat, 0, 1, Kept),
    here(libc::SYS_chdir, 0, Followed),
    here(libc::SYS_statfs, 0, Followed),
    at(libc::SYS_openat, 0, 1, Opened(2)),
    at(libc::SYS_openat2, 0, 1, OpenedAs(2)),
    here(libc::SYS_truncate, 0, Followed),
    at(libc::SYS_mkdirat, 0, 1, Kept),
    at(libc::SYS_mknodat, 0, 1, Kept),
    at(libc::SYS_symlinkat, 1, 2, Kept),
    at(libc::SYS_linkat, 0, 1, FollowedIf(4, libc::AT_SYMLINK_FOLLOW as u64)),
    at(libc::SYS_linkat, 2, 3, Kept),
    removes(at(libc::SYS_unlinkat, 0, 1, Kept)),
    renames(at(libc::SYS_renameat, 0, 1, Kept)),
    at(libc::SYS_renameat, 2, 3, Kept),
    renames(at(libc::SYS_renameat2, 0, 1, Kept)),
    at(libc::SYS_renameat2, 2, 3, Kept),
    at(libc::SYS_fchmodat, 0, 1, Followed),
    at(SYS_FCHMODAT2, 0, 1, KeptIf(3, NOFOLLOW)),
    at(libc::SYS_fchownat, 0, 1, KeptIf(4, NOFOLLOW)),
    at(libc::SYS_utimensat, 0, 1, KeptIf(3, NOFOLLOW)),
    here(libc::SYS_setxattr, 0, Followed),
    here(libc::SYS_lsetxattr, 0, Kept),
    here(libc::SYS_getxattr, 0, Followed),
    here(libc::SYS_lgetxattr, 0, Kept),
    here(libc::SYS_listxattr, 0, Followed),
    here(libc::SYS_llistxattr, 0, Kept),
    here(libc::SYS_removexattr, 0, Followed),
    here(libc::SYS_lremovexattr, 0, Kept),
    here(libc::SYS_inotify_add_watch, 1, KeptIf(2, libc::IN_DONT_FOLLOW as u64)),
];

/// The older calls, which newer architectures do not have.
#[cfg(target_arch = "x86_64")]
const OLDER: &[Look] = &[
    here(libc::SYS_stat, 0, Followed),
    here(libc::SYS_lstat, 0, Kept),
    here(libc::SYS_access, 0, Followed),
    here(libc::SYS_readlink, 0, Kept),
    here(libc::SYS_open, 0, Opened(1)),
    here(libc::SYS_creat, 0, Followed),
    here(libc::SYS_mkdir, 0, Kept),
    here(libc::SYS_mknod, 0, Kept),
    here(libc::SYS_symlink, 1, Kept),
    here(libc::SYS_link, 0, Kept),
    here(libc::SYS_link, 1, Kept),
    removes(here(libc::SYS_unlink, 0, Kept)),
    removes(here(libc::SYS_rmdir, 0, Kept)),
    renames(here(libc::SYS_rename, 0, Kept)),
    here(libc::SYS_rename, 1, Kept),
    here(libc::SYS_chmod, 0, Followed),
    here(libc::SYS_chown, 0, Followed),
    here(libc::SYS_lchown, 0, Kept),
    here(libc::SYS_utime, 0, Followed),
    here(libc::SYS_utimes, 0, Followed),
    at(libc::SYS_futimesat, 0, 1, Followed),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[Look] = &[];

fn looks() -> impl Iterator<Item = &'static Look> {
    LOOKS.iter().chain(OLDER)
}

/// The calls that wait for the worker in a cell that is watched closely.
pub(crate) fn calls() -> BTreeSet<c_long> {
    looks().map(|look| look.call).collect()
}

/// What a cell that is watched closely is watched for.
#[derive(Debug)]
pub(crate) struct Close<'a> {
    /// Where the worker sees the world.
    pub(crate) base: &'a Path,
    /// The traps of the world, and what each link holds.
    pub(crate) traps: &'a HashMap<Bytes, Bytes>,
}

/// Takes note of every path of a call.
pub(super) fn look(fd: i32, n: &Notification, context: &Context<'_>, seen: &mut Seen) {
    let Some(close) = &context.close else { return };
    for look in looks().filter(|look| look.call == c_long::from(n.nr)) {
        look_at(fd, n, look, close, context, seen);
    }
}

/// Takes note of the path of a program that a call starts.
pub(super) fn start(
    pid: libc::pid_t,
    folder: Option<i32>,
    path: &[u8],
    context: &Context<'_>,
    seen: &mut Seen,
) {
    let Some(close) = &context.close else { return };
    if let Some(from) = beginning(pid, folder, path) {
        let _ = walk(close, from, path, true, &mut seen.followed);
    }
}

fn look_at(
    fd: i32,
    n: &Notification,
    look: &Look,
    close: &Close<'_>,
    context: &Context<'_>,
    seen: &mut Seen,
) {
    let pid = n.pid as libc::pid_t;
    let argument = |at: usize| n.args.get(at).copied().unwrap_or_default();
    // Without a path the call is about a descriptor.
    let Some(path) = read_string(pid, argument(look.path), libc::PATH_MAX as usize) else { return };
    let folder = look.folder.map(|at| argument(at) as i32);
    let followed = match look.last {
        Followed => true,
        Kept => false,
        KeptIf(at, bits) => argument(at) & bits == 0,
        FollowedIf(at, bits) => argument(at) & bits != 0,
        Opened(at) => opens_through(argument(at)),
        OpenedAs(at) => {
            let mut flags = [0u8; 8];
            matches!(sys::read_memory(pid, argument(at), &mut flags), Ok(8))
                && opens_through(u64::from_ne_bytes(flags))
        }
    };
    if path.is_empty() {
        return;
    }
    let from = beginning(pid, folder, &path);
    // SAFETY: a descriptor and a number.
    if unsafe { libc::ioctl(fd, STILL_VALID, &raw const n.id) } < 0 {
        return;
    }
    let Some(from) = from else { return };
    let Some(end) = walk(close, from, &path, followed, &mut seen.followed) else { return };
    if look.takes != Takes::Nothing
        && outside(close, &end).is_some_and(|path| fs::symlink_metadata(path).is_ok())
    {
        if seen.removals.len() >= MOST_REMOVALS {
            push(&mut seen.unobserved, format!("who removed what after {MOST_REMOVALS} removals"));
            return;
        }
        let by = starter(pid, context.shells);
        let renamed = look.takes == Takes::Elsewhere;
        seen.removals.push(Removal { path: end, renamed, name: name_of(pid), by });
    }
}

/// Whether a link at the end of a path is opened through. What must be made is not.
fn opens_through(flags: u64) -> bool {
    const NEW: u64 = (libc::O_CREAT | libc::O_EXCL) as u64;
    flags & libc::O_NOFOLLOW as u64 == 0 && flags & NEW != NEW
}

/// The name of the program that a process is.
fn name_of(pid: libc::pid_t) -> Bytes {
    let mut name = fs::read(proc_of(pid, "comm")).unwrap_or_default();
    if name.last() == Some(&b'\n') {
        name.pop();
    }
    if name.len() == KEPT_OF_NAME
        && let Ok(program) = fs::read_link(proc_of(pid, "exe"))
        && let Some(whole) = program.file_name()
        && whole.as_bytes().starts_with(&name)
    {
        return whole.as_bytes().to_vec();
    }
    name
}

/// The folder that a path begins in, absolute; `None` where it cannot be told.
fn beginning(pid: libc::pid_t, folder: Option<i32>, path: &[u8]) -> Option<Bytes> {
    if path.starts_with(b"/") {
        return Some(Bytes::new());
    }
    let link = match folder {
        None | Some(libc::AT_FDCWD) => proc_of(pid, "cwd"),
        Some(fd) => proc_of(pid, &format!("fd/{fd}")),
    };
    let folder = fs::read_link(link).ok()?.into_os_string().into_vec();
    folder.starts_with(b"/").then_some(folder)
}

/// Where the worker sees a place of the world; `None` for one that is not in it.
fn outside(close: &Close<'_>, path: &[u8]) -> Option<std::path::PathBuf> {
    let relative = path.strip_prefix(b"/")?;
    let relative = Path::new(OsStr::from_bytes(relative));
    ZONES.iter().any(|zone| relative.starts_with(zone)).then(|| close.base.join(relative))
}

/// Walks a path and notes each trap that is followed. Gives where it ends, a link at its end left
/// as it is unless it is followed; `None` for a loop.
fn walk(
    close: &Close<'_>,
    from: Bytes,
    path: &[u8],
    followed: bool,
    traps: &mut BTreeSet<Bytes>,
) -> Option<Bytes> {
    // What ends with a slash or a dot is a folder, so the link before is followed.
    let followed = followed || path.ends_with(b"/") || path.ends_with(b"/.");
    let mut here = if from == b"/" { Bytes::new() } else { from };
    let mut rest = parts_reversed(path);
    let mut links = 0;
    while let Some(part) = rest.pop() {
        if part == b".." {
            here.truncate(here.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
            continue;
        }
        let mut next = here.clone();
        next.push(b'/');
        next.extend_from_slice(&part);
        let link = if rest.is_empty() && !followed {
            None
        } else {
            outside(close, &next).and_then(|path| fs::read_link(path).ok())
        };
        let Some(target) = link else {
            here = next;
            continue;
        };
        let target = target.into_os_string().into_vec();
        links += 1;
        if links > MOST_FOLLOWED {
            return None;
        }
        if close.traps.get(&next) == Some(&target) {
            traps.insert(next);
        }
        if target.starts_with(b"/") {
            here.clear();
        }
        rest.extend(parts_reversed(&target));
    }
    Some(here)
}

fn parts_reversed(path: &[u8]) -> Vec<Bytes> {
    path.split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty() && *part != b".")
        .rev()
        .map(<[u8]>::to_vec)
        .collect()
}
