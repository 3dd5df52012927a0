//! Stops a shell just before its `main` and forks it for each run.
//!
//! Loaded into a shell by `LD_PRELOAD`, this library takes the place of the C library's
//! `__libc_start_main` and hands it a `main` of its own. That one serves the worker's requests
//! ([`oracle_init`]); the child of each request goes on into the shell's real `main`, with the
//! arguments and environment of the request. Everything that the shell does at its start still
//! happens, but executing, linking and relocating it was paid once.
//!
//! It also lets dash quote the words of its trace (its module `words`) and write each of its lines at
//! once (its module `lines`).
//!
//! The library keeps away from the heap, which belongs to the shell.

// Where it is embedded it is built without the standard library, which brings a library of its own
// (for unwinding) that every fork would copy.
#![cfg_attr(panic = "abort", no_std)]

mod imports;
pub mod lines;
mod pages;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub mod words;

use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int, c_void};
use core::mem::transmute;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicPtr, Ordering};

use oracle_init::{Init, Method, ROOM, SOCKET, Start, memory_map::MemoryMap};

type Main = extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;
type StartMain = extern "C" fn(
    Main,
    c_int,
    *mut *mut c_char,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_void,
) -> c_int;

static SHELL_MAIN: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Where requests are received. It is a part of this library's memory, because a mapping of its own
/// would be one more for each fork to copy.
#[repr(align(4096))]
struct Request(UnsafeCell<[u8; ROOM]>);

// SAFETY: handed to the loop, once, by a process with one thread.
unsafe impl Sync for Request {}

static REQUEST: Request = Request(UnsafeCell::new([0; ROOM]));

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
    fn mblen(from: *const c_char, size: usize) -> c_int;
}

/// Takes the place of the C library's function of that name, which `_start` calls with the
/// program's `main`.
///
/// # Safety
///
/// Called by the program's start-up code only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __libc_start_main(
    main: Main,
    argc: c_int,
    argv: *mut *mut c_char,
    init: *mut c_void,
    fini: *mut c_void,
    rtld_fini: *mut c_void,
    stack_end: *mut c_void,
) -> c_int {
    SHELL_MAIN.store(main as *mut c_void, Ordering::Relaxed);
    // SAFETY: a constant string; the next definition of this symbol is the C library's.
    let real = unsafe { libc::dlsym(libc::RTLD_NEXT, c"__libc_start_main".as_ptr()) };
    if real.is_null() {
        // SAFETY: always allowed.
        unsafe { libc::_exit(125) }
    }
    // SAFETY: the C library's function has this type.
    let real: StartMain = unsafe { transmute::<*mut c_void, StartMain>(real) };
    real(serve, argc, argv, init, fini, rtld_fini, stack_end)
}

extern "C" fn serve(_: c_int, _: *mut *mut c_char, _: *mut *mut c_char) -> c_int {
    // SAFETY: plain system and C library calls before the shell's own code has run.
    let start: Start = unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
        // Programs that the runs start have their addresses randomised as ever.
        libc::personality(0);
        libc::fcntl(SOCKET, libc::F_SETFD, libc::FD_CLOEXEC);
        // This library's own file.
        libc::close(SOCKET + 1);
        // Shells look their user up as they start. Asking once here finds out that there is no
        // daemon to ask, and loads what answers instead.
        libc::getpwuid(libc::getuid());
        // Most also load their locale, for which this server has the variables of the world.
        if imports::names(c"setlocale") && !libc::setlocale(libc::LC_ALL, c"".as_ptr()).is_null() {
            mblen(c"\u{e4}".as_ptr(), 2);
            mblen(null(), 0);
            libc::setlocale(libc::LC_ALL, c"C".as_ptr());
        }
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        words::prepare();
        let map = MemoryMap::read();
        let room = REQUEST.0.get().cast();
        let Some(mut init) = Init::new(SOCKET, Method::Fork(fork()), room) else {
            libc::_exit(124)
        };
        let mut pages = pages::Pages::new();
        if !init.greet() {
            libc::_exit(124)
        }
        let start = init.serve(|| {
            if let Some(pages) = &mut pages {
                pages.before_run();
            }
        });
        if let Some(pages) = &pages {
            pages.in_run();
        }
        if let Some(map) = map {
            map.set(&start);
        }
        environ = start.envp;
        start
    };
    // SAFETY: stored before the C library called this function.
    let main = unsafe { transmute::<*mut c_void, Main>(SHELL_MAIN.load(Ordering::Relaxed)) };
    main(start.argc, start.argv, start.envp)
}

/// The C library's plain fork, where it has one: it does without the locks of the heap, which one
/// thread does not need, and so copies fewer pages.
fn fork() -> unsafe extern "C" fn() -> libc::pid_t {
    type Fork = unsafe extern "C" fn() -> libc::pid_t;
    // SAFETY: a constant string.
    let plain = unsafe { libc::dlsym(libc::RTLD_NEXT, c"_Fork".as_ptr()) };
    if plain.is_null() {
        return libc::fork;
    }
    // SAFETY: the function of that name has this type.
    unsafe { transmute::<*mut c_void, Fork>(plain) }
}

/// Called by the loader when a program ends by `exit`.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = at_exit;

extern "C" fn at_exit() {
    pages::at_exit();
}

/// Takes the place of the C library's function of that name, by which some shells end.
#[unsafe(no_mangle)]
pub extern "C" fn _exit(status: c_int) -> ! {
    pages::at_exit();
    loop {
        // SAFETY: does not come back.
        unsafe { libc::syscall(libc::SYS_exit_group, status) };
    }
}

#[cfg(panic = "abort")]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: always allowed.
    unsafe { libc::abort() }
}

/// Named by the tables of the compiled core library; nothing unwinds here.
#[cfg(panic = "abort")]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
