//! A new process of a run, until its program goes on.

use core::ffi::{c_char, c_int};

use crate::{Start, last_errno, raw};

/// What the child of a request needs.
pub(crate) struct Child {
    pub(crate) path: *const c_char,
    pub(crate) cwd: *const c_char,
    pub(crate) start: Start,
    pub(crate) fds: [c_int; 3],
    pub(crate) controlling_terminal: bool,
    pub(crate) errno: c_int,
}

/// Puts a new process into its place: session, descriptors, folder, signals. Runs in a child that
/// may share memory with its parent, so it calls the system only.
///
/// # Safety
///
/// The pointers of `child` must be valid.
pub(crate) unsafe fn enter(child: &mut Child) -> bool {
    // SAFETY: by the contract above.
    unsafe {
        raw::call(libc::SYS_setsid, [0; 6]);
        if let Err(errno) = stand_in(child.fds) {
            child.errno = errno;
            return false;
        }
        if child.controlling_terminal {
            libc::ioctl(0, libc::TIOCSCTTY, 0);
        }
        let entered = raw::call(libc::SYS_chdir, [child.cwd as usize, 0, 0, 0, 0, 0]);
        if entered != 0 {
            child.errno = -entered as c_int;
            return false;
        }
        // The kernel's set of signals has a bit for each.
        let none = 0u64;
        let set = [libc::SIG_SETMASK as usize, (&raw const none) as usize, 0, size_of_val(&none)];
        let [how, from, to, size] = set;
        raw::call(libc::SYS_rt_sigprocmask, [how, from, to, size, 0, 0]);
        true
    }
}

pub(crate) fn close(fd: c_int) {
    if fd >= 0 {
        // SAFETY: the caller owns the descriptor.
        unsafe { libc::close(fd) };
    }
}

/// Closes every descriptor from that one on, which is how a run begins.
pub(crate) fn close_all_from(first: c_int) {
    // SAFETY: numbers only; the caller uses none of them again.
    unsafe {
        let range = [first as usize, c_int::MAX as usize, 0, 0, 0, 0];
        if raw::call(libc::SYS_close_range, range) != 0 {
            for fd in first..256 {
                libc::close(fd);
            }
        }
    }
}

/// Closes the descriptors of a run that has begun.
pub(crate) fn close_given(fds: [c_int; 3]) {
    let [first, second, third] = fds;
    if first < 0 && second < 0 && third < 0 {
        return;
    }
    // They come with one packet and so stand side by side as a rule.
    // SAFETY: numbers only; the caller owns them.
    let closed = first > 2
        && second == first + 1
        && third == second + 1
        && unsafe { libc::syscall(libc::SYS_close_range, first, third, 0) == 0 };
    if !closed {
        fds.into_iter().for_each(close);
    }
}

/// Puts descriptors into the places of the first three, as far as they are not there already.
pub(crate) fn stand_in(fds: [c_int; 3]) -> Result<(), c_int> {
    for (to, from) in fds.into_iter().enumerate().filter(|(_, from)| *from >= 0) {
        // What comes from the worker is never 0, 1 or 2, which are always open.
        // SAFETY: numbers only; what stood there is not used again.
        if unsafe { libc::dup2(from, to as c_int) } < 0 {
            return Err(last_errno());
        }
    }
    Ok(())
}
