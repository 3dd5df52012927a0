//! System calls that touch no memory of the C library.
//!
//! The C library keeps the error number in a page that every fork shares with its parent: to write to
//! it, or to enter code that no run needs, costs the server a page fault for each run.

use core::ffi::c_long;

/// Makes a system call. What the kernel gives back: a negative number is an error.
///
/// # Safety
///
/// As of the call that is made.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result;
    // SAFETY: the kernel's convention; it changes no other registers.
    unsafe {
        core::arch::asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") a,
            in("rsi") b,
            in("rdx") c,
            in("r10") d,
            in("r8") e,
            in("r9") f,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// Makes a system call. What the kernel gives back: a negative number is an error.
///
/// # Safety
///
/// As of the call that is made.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result;
    // SAFETY: the kernel's convention; it changes no other registers.
    unsafe {
        core::arch::asm!(
            "svc 0",
            in("x8") number,
            inlateout("x0") a => result,
            in("x1") b,
            in("x2") c,
            in("x3") d,
            in("x4") e,
            in("x5") f,
            options(nostack),
        );
    }
    result
}

/// Makes a system call. What the kernel gives back: a negative number is an error.
///
/// # Safety
///
/// As of the call that is made.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: the caller's promise.
    unsafe {
        match libc::syscall(number, a, b, c, d, e, f) {
            -1 => -(*libc::__errno_location() as isize),
            result => result as isize,
        }
    }
}
