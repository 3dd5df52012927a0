//! Memory in place of mappings of a file, so that what lies side by side becomes one mapping.
//!
//! The loader maps the data of each file from that file and takes plain memory for what stands behind
//! it (`.bss`, the heap). With a copy in the place of the former, both are one.

use core::ffi::c_void;

use oracle_init::raw;

use super::maps::{Mapping, parse};
use super::{PAGE, map, protect};

/// The most data of one file that is copied; of more the file's pages are better left alone.
const MOST: usize = 64 * PAGE;

const ANONYMOUS: usize = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED) as usize;

/// Copies to memory that is all zero, without a call of the C library's function for it. Pages of which
/// nothing differs are left alone.
///
/// # Safety
///
/// Both places have `size` bytes, a multiple of 8, begin at a multiple of 8 and do not overlap.
#[inline(always)]
unsafe fn copy(from: usize, to: usize, size: usize) {
    for at in (0..size).step_by(8) {
        // SAFETY: by the contract above. Volatile, lest the compiler makes it a call.
        unsafe {
            let word = (from as *const u64).byte_add(at).read_volatile();
            if word != 0 {
                (to as *mut u64).byte_add(at).write_volatile(word);
            }
        }
    }
}

/// Puts memory in the place of data that memory follows. `maps` are lines of `/proc/self/maps`.
pub(super) fn unite_data(maps: &[u8]) {
    let mut last: Option<Mapping> = None;
    for mapping in maps.split(|byte| *byte == b'\n').map(parse) {
        if let (Some(data), Some(rest)) = (last, mapping)
            && data.is_file()
            && !rest.is_file()
            && data.end == rest.start
            && [data, rest].iter().all(|it| it.writable && !it.executable)
            && data.end - data.start <= MOST
        {
            // With what follows, where that is small too: it may then be one with the heap.
            let end = if rest.end - data.start <= MOST { rest.end } else { data.end };
            copy_data(data.start, end - data.start);
        }
        last = mapping;
    }
}

fn copy_data(start: usize, size: usize) {
    let Some(aside) = map(size, libc::MAP_PRIVATE) else { return };
    let protection = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    // SAFETY: both places are as long. Between the two system calls nothing is used of what is replaced,
    // which may be the data of the C library or of this one: no function is called, and no signal is
    // taken, because there are no children yet.
    unsafe {
        copy(start, aside as usize, size);
        let place = [start, size, protection, ANONYMOUS, usize::MAX, 0];
        if raw::call(libc::SYS_mmap, place) == start as isize {
            copy(aside as usize, start, size);
        }
        libc::munmap(aside.cast(), size);
    }
}

/// Makes one mapping of this library's own constants and code, which the linker lays out apart.
pub(super) fn unite_own_code(maps: &[u8]) {
    let own = unite_own_code as fn(&[u8]) as usize;
    let mut last: Option<Mapping> = None;
    for mapping in maps.split(|byte| *byte == b'\n').map(parse) {
        if let (Some(constants), Some(code)) = (last, mapping)
            && (code.start..code.end).contains(&own)
            && constants.end == code.start
            && constants.inode == code.inode
            && !constants.writable
            && code.end - constants.start <= MOST
        {
            let size = code.end - constants.start;
            let Some(aside) = map(size, libc::MAP_PRIVATE) else { return };
            // SAFETY: as long as what it takes the place of, and the same, at one moment.
            unsafe {
                copy(constants.start, aside as usize, size);
                let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
                let place = constants.start as *mut c_void;
                if !protect(aside as usize, size, false, true)
                    || libc::mremap(aside.cast(), size, size, flags, place) != place
                {
                    libc::munmap(aside.cast(), size);
                }
            }
            return;
        }
        last = mapping;
    }
}
