//! Lets dash write each line of its trace at once.
//!
//! dash writes the parts of a trace line one by one: `PS4`, each word, the end of the line. Where two
//! parts of a pipeline trace at the same time, their lines are mixed and nobody can tell which word
//! belongs to which. So what begins like the `PS4` of a traced run is held back until the line ends.
//! Words are quoted by then (see the module `words`), so only the end of a line ends with a newline.

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};
use core::slice;

/// What a pipe takes as a whole (`PIPE_BUF` of Linux); longer lines are written as they come.
const ROOM: usize = 4096;

/// The line that is held back, and for which descriptor.
struct Held {
    fd: c_int,
    length: usize,
    bytes: [u8; ROOM],
}

/// A shell has one thread.
struct Single(UnsafeCell<Held>);

// SAFETY: shells that this library is loaded into write from one thread, and a child has a copy of
// its own.
unsafe impl Sync for Single {}

static HELD: Single = Single(UnsafeCell::new(Held { fd: 0, length: 0, bytes: [0; ROOM] }));

/// Takes the place of the C library's function of that name.
///
/// # Safety
///
/// As of `write`: `from` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(fd: c_int, from: *const c_void, size: usize) -> isize {
    // SAFETY: one thread, see above.
    let held = unsafe { &mut *HELD.0.get() };
    if from.is_null() || size == 0 || size > ROOM {
        held.let_go();
        return plain(fd, from, size);
    }
    // SAFETY: the caller's promise.
    let part = unsafe { slice::from_raw_parts(from.cast::<u8>(), size) };
    if held.length == 0 {
        if !begins_a_line(part) {
            return plain(fd, from, size);
        }
    } else if held.fd != fd || held.length + size > ROOM {
        held.let_go();
        return plain(fd, from, size);
    }
    held.fd = fd;
    for (to, from) in held.bytes.iter_mut().skip(held.length).zip(part) {
        *to = *from;
    }
    held.length += size;
    if part.ends_with(b"\n") {
        held.let_go();
    }
    size.cast_signed()
}

impl Held {
    /// Writes what is held back.
    fn let_go(&mut self) {
        let mut at = 0;
        while at < self.length {
            let rest = self.bytes.get(at..self.length).unwrap_or_default();
            match usize::try_from(plain(self.fd, rest.as_ptr().cast(), rest.len())) {
                Ok(0) | Err(_) => break,
                Ok(written) => at += written,
            }
        }
        self.length = 0;
    }
}

/// A part that is the `PS4` of a traced run and no more, with which dash begins a line.
fn begins_a_line(part: &[u8]) -> bool {
    let Some((token, rest)) = part.strip_prefix(b"+").and_then(|rest| rest.split_at_checked(16))
    else {
        return false;
    };
    token.iter().all(u8::is_ascii_hexdigit)
        && rest.first() == Some(&b':')
        && rest.strip_suffix(b" ").is_some_and(|rest| rest.ends_with(token))
}

/// The system call.
fn plain(fd: c_int, from: *const c_void, size: usize) -> isize {
    // SAFETY: the kernel checks the address; `errno` is set as by the C library's own function.
    unsafe { libc::syscall(libc::SYS_write, fd, from, size) as isize }
}
