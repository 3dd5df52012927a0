//! Where the kernel looks for a process's command line and environment.
//!
//! A forked run has the arguments of its server in `/proc/PID/cmdline` until it tells the kernel
//! where its own stand.

use core::ffi::c_int;
use core::mem::zeroed;

use crate::{Start, raw};

const SET_MAP: c_int = 14;
const SET_MM: c_int = 35;

/// The kernel's `struct prctl_mm_map`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemoryMap {
    start_code: u64,
    end_code: u64,
    start_data: u64,
    end_data: u64,
    start_brk: u64,
    brk: u64,
    start_stack: u64,
    arg_start: u64,
    arg_end: u64,
    env_start: u64,
    env_end: u64,
    auxv: u64,
    auxv_size: u32,
    exe_fd: u32,
}

impl MemoryMap {
    /// Reads this process's own, which must not allocate after that. `None` where `/proc` does not tell.
    pub fn read() -> Option<Self> {
        let mut text = [0u8; 1024];
        // SAFETY: a constant string, and a buffer with its length.
        let n = unsafe {
            let fd = libc::open(c"/proc/self/stat".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            if fd < 0 {
                return None;
            }
            let n = libc::read(fd, text.as_mut_ptr().cast(), text.len());
            libc::close(fd);
            usize::try_from(n).ok()?
        };
        // The name may hold anything, so fields are counted from the parenthesis that ends it.
        let name_end = text[..n].iter().rposition(|&b| b == b')')?;
        let mut fields = text[name_end + 1..n].split(|b| b.is_ascii_whitespace()).skip(1);
        // The first of them is field 3 of proc(5).
        let mut number = |field: usize, last: &mut usize| -> Option<u64> {
            let skip = field - *last - 1;
            *last = field;
            let digits = fields.nth(skip)?;
            digits.iter().try_fold(0u64, |sum, digit| {
                let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
                sum.checked_mul(10)?.checked_add(digit)
            })
        };
        let mut last = 2;
        // SAFETY: zeroes are a valid value of a structure of numbers.
        let mut map: Self = unsafe { zeroed() };
        map.start_code = number(26, &mut last)?;
        map.end_code = number(27, &mut last)?;
        map.start_stack = number(28, &mut last)?;
        map.start_data = number(45, &mut last)?;
        map.end_data = number(46, &mut last)?;
        map.start_brk = number(47, &mut last)?;
        map.exe_fd = u32::MAX;
        // SAFETY: asks only.
        map.brk = unsafe { libc::sbrk(0) } as u64;
        Some(map)
    }

    /// Tells the kernel where the arguments and environment of a run stand.
    ///
    /// # Safety
    ///
    /// The strings of `start` must stand one behind the other, arguments before environment, as
    /// they do in a request.
    pub unsafe fn set(mut self, start: &Start) {
        // SAFETY: by the contract above every pointer is to a NUL-terminated string.
        unsafe {
            let end = |list: *mut *mut libc::c_char| {
                let mut last = *list;
                let mut at = list;
                while !(*at).is_null() {
                    last = (*at).add(libc::strlen(*at) + 1);
                    at = at.add(1);
                }
                last as u64
            };
            self.arg_start = *start.argv as u64;
            self.arg_end = end(start.argv);
            self.env_start = self.arg_end;
            self.env_end = if (*start.envp).is_null() { self.arg_end } else { end(start.envp) };
            // A refusal leaves the server's command line in place, which exact mode does not have.
            let map = (&raw const self) as usize;
            let arguments = [SET_MM as usize, SET_MAP as usize, map, size_of::<Self>(), 0, 0];
            raw::call(libc::SYS_prctl, arguments);
        }
    }
}
