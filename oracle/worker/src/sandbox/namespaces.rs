//! The worker's own namespaces and user.
//!
//! Inside there is one user, 1000. Outside it is the caller's own user, or, for root, a user that
//! nobody is: a run never carries the privileges of root, even where a namespace would fail it.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use super::{Missing, Step, cgroup, root};
use crate::sys;
use crate::tripwire::node::Node;

/// The user and group id of every run, inside.
pub(crate) const USER: u32 = 1000;

/// Where the users that stand for root's runs begin outside. The worker's process id is added, so
/// that two workers share no per-user limit.
const OUTSIDE_BASE: u32 = 1_700_000_000;

const USERNS_REMEDY: &str = "allow user namespaces (`sysctl kernel.unprivileged_userns_clone=1`, \
     `sysctl user.max_user_namespaces=10000`, on Ubuntu also \
     `sysctl kernel.apparmor_restrict_unprivileged_userns=0`), or run as root; in a container give \
     it CAP_SYS_ADMIN and an unconfined seccomp and AppArmor profile";
const FUSE_REMEDY: &str = "load the fuse module and make /dev/fuse readable and writable for \
     everybody (`modprobe fuse; chmod 0666 /dev/fuse`), or run as root; in a container pass \
     `--device /dev/fuse`";

/// What the set-up leaves in the worker's hands.
pub(crate) struct Entered {
    /// `/dev/fuse`, opened inside the user namespace as its mounts require.
    pub(crate) fuse: OwnedFd,
}

/// Moves the worker into its namespaces. `shown` are further paths of the host that it will show
/// its runs; `network` leaves it in the host's network.
///
/// The process must have one thread.
pub(crate) fn enter(shown: &[PathBuf], network: bool) -> Result<Entered, Missing> {
    let (uid, gid) = sys::ids();
    let is_root = uid == 0;
    if let Some(above) = cgroup::delegated() {
        // Without it the limits of each process hold; `doctor` tells which it is.
        let _ = cgroup::enter(&above, std::process::id());
    }
    let node = Node::prepare().map_err(io::Error::other).step("prepare /dev/fuse", FUSE_REMEDY)?;
    if is_root {
        // Root's power over the host's files ends with the user namespace, so what is shown of
        // them is taken now.
        sys::unshare(libc::CLONE_NEWNS).step("new mount namespace", USERNS_REMEDY)?;
        make_mounts_private().step("private mounts", USERNS_REMEDY)?;
        root::take(shown)?;
    }
    let stand_in = |map: &str, own: u32| -> Result<u32, Missing> {
        if !is_root {
            return Ok(own);
        }
        let map = fs::read_to_string(map).step(format!("read {map}"), "mount /proc")?;
        Ok(nobody_of(&map, OUTSIDE_BASE + std::process::id()).unwrap_or(own))
    };
    let outside = stand_in("/proc/self/uid_map", uid)?;
    let outside_group = stand_in("/proc/self/gid_map", gid)?;
    let (mut ours, helpers) = UnixStream::pair().step("socket pair", "")?;
    // SAFETY: the worker has one thread.
    let helper = unsafe { sys::fork_into(0) }.step("fork", "")?;
    if helper == 0 {
        drop(ours);
        write_maps(helpers, outside, outside_group);
    }
    drop(helpers);
    let net = if network { 0 } else { libc::CLONE_NEWNET };
    let others = libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    sys::unshare(libc::CLONE_NEWUSER | net | others)
        .step("new user, mount, network, IPC and UTS namespaces", USERNS_REMEDY)?;
    sys::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0).step("be inspectable", "")?;
    ours.write_all(b"u").step("ask for the user map", "")?;
    let mut answer = Vec::new();
    ours.read_to_end(&mut answer).step("wait for the user map", "")?;
    // SAFETY: the helper is a child that nothing else waits for.
    unsafe { libc::waitpid(helper, std::ptr::null_mut(), 0) };
    if answer != b"ok" {
        let text = String::from_utf8_lossy(&answer).into_owned();
        return Err(io::Error::other(text)).step("set the user map", USERNS_REMEDY);
    }
    make_mounts_private().step("private mounts", USERNS_REMEDY)?;
    if !is_root {
        root::take(shown)?;
    }
    let fuse = node.open().map_err(io::Error::other).step("open /dev/fuse", FUSE_REMEDY)?;
    drop(node);
    become_user().step("become the user of the sandbox", USERNS_REMEDY)?;
    let name = b"sandbox";
    // SAFETY: a pointer and its length.
    sys::check(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) })
        .step("set the host name", USERNS_REMEDY)?;
    Ok(Entered { fuse })
}

/// An id that nobody is, out of those that exist here: the wanted one, or, in a container with fewer,
/// the last of its largest range. `None` where there is no other than the caller's own.
fn nobody_of(map: &str, wanted: u32) -> Option<u32> {
    let ranges = map.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (first, _, count) = (words.next()?, words.next()?, words.next()?);
        let (first, count): (u32, u32) = (first.parse().ok()?, count.parse().ok()?);
        Some((count, first, first.checked_add(count.checked_sub(1)?)?))
    });
    let ranges: Vec<_> = ranges.collect();
    if ranges.iter().any(|(_, first, last)| (*first..=*last).contains(&wanted)) {
        return Some(wanted);
    }
    ranges.into_iter().max().map(|(_, _, last)| last)
}

fn make_mounts_private() -> io::Result<()> {
    sys::mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)
}

/// In a helper process that stays outside: maps the one user of the new namespace.
fn write_maps(mut socket: UnixStream, uid: u32, gid: u32) -> ! {
    // SAFETY: cannot fail.
    let worker = unsafe { libc::getppid() };
    let mut byte = [0];
    let mut set = || -> io::Result<()> {
        socket.read_exact(&mut byte)?;
        fs::write(format!("/proc/{worker}/setgroups"), "deny")?;
        fs::write(format!("/proc/{worker}/gid_map"), format!("{USER} {gid} 1"))?;
        fs::write(format!("/proc/{worker}/uid_map"), format!("{USER} {uid} 1"))
    };
    let said = match set() {
        Ok(()) => socket.write_all(b"ok"),
        Err(error) => socket.write_all(error.to_string().as_bytes()),
    };
    sys::exit_now(i32::from(said.is_err()))
}

fn become_user() -> io::Result<()> {
    // SAFETY: numbers only. `setgroups` is denied in the namespace, and root's supplementary
    // groups are unmapped in it and so give nothing.
    unsafe {
        sys::check(libc::setresgid(USER, USER, USER))?;
        sys::check(libc::setresuid(USER, USER, USER))?;
    }
    // Changing the user made the process uninspectable, which would close its own /proc to it.
    sys::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0)?;
    Ok(())
}

/// Gives up every capability for good.
pub(crate) fn drop_capabilities() -> io::Result<()> {
    for capability in 0..64 {
        // Ends with EINVAL after the last that the kernel knows.
        if sys::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0).is_err() {
            break;
        }
    }
    let _ = sys::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL as _, 0, 0, 0);
    // The kernel's version 3 layout: a header, then two sets of three masks.
    let header: [u32; 2] = [0x2008_0522, 0];
    let none = [0u32; 6];
    // SAFETY: both point to what version 3 of the call expects.
    sys::check_long(unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) })?;
    sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)?;
    Ok(())
}

/// Limits that hold for every run; see `docs/threat-model.md` for the reason of each.
pub(crate) fn limit_resources() -> io::Result<()> {
    sys::limit(libc::RLIMIT_CORE, 0)?;
    sys::limit(libc::RLIMIT_NPROC, 160)?;
    sys::limit(libc::RLIMIT_FSIZE, 8 << 20)?;
    sys::limit(libc::RLIMIT_NOFILE, 256)?;
    sys::limit(libc::RLIMIT_DATA, 1 << 30)?;
    sys::limit(libc::RLIMIT_MEMLOCK, 64 << 10)?;
    sys::limit(libc::RLIMIT_MSGQUEUE, 0)?;
    sys::limit(libc::RLIMIT_SIGPENDING, 256)?;
    // The kernel's first victim when memory runs out should be a run.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::nobody_of;

    #[test]
    fn a_stand_in_is_an_id_that_exists() {
        let table = [
            ("         0          0 4294967295\n", Some(1_700_000_123)),
            ("         0     100000      65536\n", Some(65_535)),
            ("         0       1000          1\n         1     100000      65536\n", Some(65_536)),
            ("         0       1000          1\n", Some(0)),
            ("", None),
            ("nonsense\n 0 0 0\n", None),
        ];
        for (map, expected) in table {
            assert_eq!(nobody_of(map, 1_700_000_123), expected, "{map:?}");
        }
    }
}
