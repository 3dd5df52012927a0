//! Thin wrappers around the system calls that the standard library and `rustix` do not have, or
//! that must work in a child that shares memory with its parent.

use std::ffi::{CStr, c_int, c_long, c_ulong};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Turns a `-1` result into the thread's error.
pub(crate) fn check(result: c_int) -> io::Result<c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// The same for the wider result of a raw system call.
pub(crate) fn check_long(result: c_long) -> io::Result<c_long> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// `prctl` with plain numbers.
pub(crate) fn prctl(
    option: c_int,
    a: c_ulong,
    b: c_ulong,
    c: c_ulong,
    d: c_ulong,
) -> io::Result<c_int> {
    // SAFETY: every option used in this crate takes numbers only.
    check(unsafe { libc::prctl(option, a, b, c, d) })
}

/// Asks the kernel to kill this process when the thread that made it ends.
pub(crate) fn die_with_parent() -> io::Result<()> {
    prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as c_ulong, 0, 0, 0).map(drop)
}

/// Leaves the given namespaces for new ones.
pub(crate) fn unshare(flags: c_int) -> io::Result<()> {
    // SAFETY: no pointer is passed.
    check(unsafe { libc::unshare(flags) }).map(drop)
}

/// Mounts; `None` is a null pointer.
pub(crate) fn mount(
    source: Option<&CStr>,
    target: &CStr,
    kind: Option<&CStr>,
    flags: c_ulong,
    data: Option<&CStr>,
) -> io::Result<()> {
    let null = std::ptr::null();
    // SAFETY: all pointers are null or NUL-terminated strings that outlive the call.
    check(unsafe {
        libc::mount(
            source.map_or(null, CStr::as_ptr),
            target.as_ptr(),
            kind.map_or(null, CStr::as_ptr),
            flags,
            data.map_or(std::ptr::null(), |d| d.as_ptr().cast()),
        )
    })
    .map(drop)
}

/// Adds attributes to a mount and all mounts below it. The host's own restrictions stay.
pub(crate) fn mount_set(target: &CStr, attributes: u64) -> io::Result<()> {
    let change =
        libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    // SAFETY: a NUL-terminated string, and a structure passed with its size.
    check_long(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            target.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    })
    .map(drop)
}

/// Detaches a mount.
pub(crate) fn umount_detach(target: &CStr) -> io::Result<()> {
    // SAFETY: a NUL-terminated string that outlives the call.
    check(unsafe { libc::umount2(target.as_ptr(), libc::MNT_DETACH) }).map(drop)
}

/// Makes `new_root` the root and puts the old one at `put_old`.
pub(crate) fn pivot_root(new_root: &CStr, put_old: &CStr) -> io::Result<()> {
    // SAFETY: NUL-terminated strings that outlive the call.
    check_long(unsafe { libc::syscall(libc::SYS_pivot_root, new_root.as_ptr(), put_old.as_ptr()) })
        .map(drop)
}

/// Forks, optionally into new namespaces. `Ok(0)` is the child.
///
/// # Safety
///
/// The process must have one thread only, so that no lock is held in the child for ever.
pub(crate) unsafe fn fork_into(namespaces: c_int) -> io::Result<libc::pid_t> {
    let flags = c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: no CLONE_VM and no stack: the child goes on with a copy, as with fork.
    let pid = check_long(unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) })?;
    Ok(pid as libc::pid_t)
}

/// A descriptor of a process.
pub(crate) fn pidfd_open(pid: libc::pid_t) -> io::Result<OwnedFd> {
    // SAFETY: numbers only; the result is a new descriptor that nothing else owns.
    unsafe {
        let fd = check_long(libc::syscall(libc::SYS_pidfd_open, pid, 0))?;
        Ok(OwnedFd::from_raw_fd(fd as RawFd))
    }
}

/// A copy of a descriptor of another process.
pub(crate) fn pidfd_getfd(pidfd: &OwnedFd, target: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: numbers only; the result is a new descriptor that nothing else owns.
    unsafe {
        let fd = check_long(libc::syscall(libc::SYS_pidfd_getfd, pidfd.as_raw_fd(), target, 0))?;
        Ok(OwnedFd::from_raw_fd(fd as RawFd))
    }
}

/// Sends a signal to a process, by descriptor.
pub(crate) fn pidfd_kill(pidfd: &OwnedFd) -> io::Result<()> {
    let none = std::ptr::null::<libc::siginfo_t>();
    // SAFETY: a null siginfo is allowed.
    check_long(unsafe {
        libc::syscall(libc::SYS_pidfd_send_signal, pidfd.as_raw_fd(), libc::SIGKILL, none, 0)
    })
    .map(drop)
}

/// Closes every descriptor from `first` to `last`, both included.
pub(crate) fn close_range(first: u32, last: u32) {
    // SAFETY: the callers own no descriptor in that range that they use again. An old kernel
    // without the call leaves them open, and the sandbox self-test then fails.
    unsafe {
        libc::syscall(libc::SYS_close_range, first, last, 0);
    }
}

/// Sets a soft and hard resource limit, lowered to the hard limit that already holds.
pub(crate) fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `now` is a valid place for the answer.
    check(unsafe { libc::getrlimit(resource, &raw mut now) })?;
    let value = value.min(now.rlim_max);
    let new = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: `new` is a valid limit.
    check(unsafe { libc::setrlimit(resource, &raw const new) }).map(drop)
}

/// Reads memory of another process; a short read is an error.
pub(crate) fn read_memory(pid: libc::pid_t, address: u64, into: &mut [u8]) -> io::Result<usize> {
    let local = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let remote = libc::iovec { iov_base: address as *mut _, iov_len: into.len() };
    // SAFETY: `local` describes `into`; the remote address is only used by the kernel.
    let n = unsafe { libc::process_vm_readv(pid, &raw const local, 1, &raw const remote, 1, 0) };
    if n < 0 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
}

/// Reads several places of the memory of another process, one behind the other; how many bytes
/// could be read before the first that could not.
pub(crate) fn read_memory_at(
    pid: libc::pid_t,
    places: &[(u64, usize)],
    into: &mut [u8],
) -> io::Result<usize> {
    let local = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let place = |&(address, length): &(u64, usize)| libc::iovec {
        iov_base: address as *mut _,
        iov_len: length,
    };
    let remote: Vec<libc::iovec> = places.iter().map(place).collect();
    // SAFETY: `local` describes `into`; the remote addresses are only used by the kernel.
    let n = unsafe {
        let count = remote.len() as c_ulong;
        libc::process_vm_readv(pid, &raw const local, 1, remote.as_ptr(), count, 0)
    };
    if n < 0 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
}

/// The real user and group id.
pub(crate) fn ids() -> (u32, u32) {
    // SAFETY: these calls cannot fail.
    unsafe { (libc::getuid(), libc::getgid()) }
}

/// Ends this process at once, without running anything at exit.
pub(crate) fn exit_now(code: c_int) -> ! {
    // SAFETY: always allowed.
    unsafe { libc::_exit(code) }
}

/// CPU time of another process, in microseconds; 0 where it is gone.
pub(crate) fn cpu_time_of_us(pid: libc::pid_t) -> u64 {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both are valid places for the answers.
    let known = unsafe {
        libc::clock_getcpuclockid(pid, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    if known { time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1000 } else { 0 }
}
