//! Lets dash quote what it traces.
//!
//! dash is the one shell whose trace does not tell where words end. It writes each word of a trace
//! line through `vsnprintf("%s")` or `(" %s")`, into an output without a buffer: it asks for the length
//! first, with no room at all, and then for the text. Nothing else in dash does that with these
//! formats, so for these two calls the word is given out in single quotes. Only in a run that
//! is traced by us, which the token in its `PS4` shows.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

type Print =
    unsafe extern "C" fn(*mut c_char, usize, c_int, usize, *const c_char, *mut c_void) -> c_int;

/// The C library's function, once it has been asked for.
static PRINT: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
/// The word whose length was asked for last.
static MEASURED: AtomicPtr<c_char> = AtomicPtr::new(null_mut());

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// Takes the place of the C library's function of that name, which is `vsnprintf` in programs
/// that are compiled with checks.
///
/// # Safety
///
/// As of `vsnprintf`: `out` has room for `size` bytes, and `arguments` are those of `format`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __vsnprintf_chk(
    out: *mut c_char,
    size: usize,
    flag: c_int,
    room: usize,
    format: *const c_char,
    arguments: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise about the format and its arguments.
    if let Some((space, word)) = unsafe { plain_word(format, arguments) } {
        let measured = MEASURED.load(Ordering::Relaxed);
        if !measured.is_null() {
            MEASURED.store(null_mut(), Ordering::Relaxed);
        }
        if size == 0 {
            if is_traced() {
                MEASURED.store(word, Ordering::Relaxed);
                // SAFETY: the argument of `%s` is a string.
                return unsafe { quote(null_mut(), 0, space, word) };
            }
        } else if measured == word {
            // SAFETY: as above; there is room for `size` bytes.
            return unsafe { quote(out, size, space, word) };
        }
    }
    prepare();
    let print = PRINT.load(Ordering::Relaxed);
    if print.is_null() {
        return -1;
    }
    // SAFETY: the C library's function has this type, and is given what we were given.
    unsafe { transmute::<*mut c_void, Print>(print)(out, size, flag, room, format, arguments) }
}

/// Looks up the C library's function, where that has yet to be done. dash calls it at each of its starts.
pub(crate) fn prepare() {
    if PRINT.load(Ordering::Relaxed).is_null() {
        // SAFETY: a constant string; the next definition of this symbol is the C library's.
        let print = unsafe { libc::dlsym(libc::RTLD_NEXT, c"__vsnprintf_chk".as_ptr()) };
        PRINT.store(print, Ordering::Relaxed);
    }
}

/// The argument of the formats `%s` and ` %s`, and whether it was the second.
///
/// # Safety
///
/// `format` is a string and `arguments` are its arguments.
unsafe fn plain_word(format: *const c_char, arguments: *mut c_void) -> Option<(bool, *mut c_char)> {
    // SAFETY: a string has a NUL, and nothing is read behind it.
    let format = unsafe { CStr::from_ptr(format) };
    let space = match format.to_bytes() {
        b"%s" => false,
        b" %s" => true,
        _ => return None,
    };
    // SAFETY: there is one argument, a pointer.
    let word = unsafe { first_pointer(arguments) };
    (!word.is_null()).then_some((space, word))
}

/// The first of some variable arguments, as the calling convention lays them out.
///
/// # Safety
///
/// `arguments` is a `va_list` whose next argument is a pointer.
#[cfg(target_arch = "x86_64")]
unsafe fn first_pointer(arguments: *mut c_void) -> *mut c_char {
    #[repr(C)]
    struct List {
        general: u32,
        floating: u32,
        overflow: *mut *mut c_char,
        saved: *mut u8,
    }
    /// How many bytes of general registers are saved.
    const REGISTERS: u32 = 48;
    // SAFETY: the layout that the calling convention gives a `va_list`.
    unsafe {
        let list = &*arguments.cast::<List>();
        if list.general < REGISTERS {
            list.saved.add(list.general as usize).cast::<*mut c_char>().read_unaligned()
        } else {
            list.overflow.read_unaligned()
        }
    }
}

/// The first of some variable arguments, as the calling convention lays them out.
///
/// # Safety
///
/// `arguments` is a `va_list` whose next argument is a pointer.
#[cfg(target_arch = "aarch64")]
unsafe fn first_pointer(arguments: *mut c_void) -> *mut c_char {
    #[repr(C)]
    struct List {
        stack: *mut *mut c_char,
        general_top: *mut u8,
        floating_top: *mut u8,
        general: i32,
        floating: i32,
    }
    // SAFETY: the layout that the calling convention gives a `va_list`, which is passed by address.
    unsafe {
        let list = &*arguments.cast::<List>();
        if list.general < 0 {
            list.general_top.offset(list.general as isize).cast::<*mut c_char>().read_unaligned()
        } else {
            list.stack.read_unaligned()
        }
    }
}

/// Whether the environment has a `PS4` of the oracle: a plus, 16 hexadecimal digits and a colon.
fn is_traced() -> bool {
    // SAFETY: a list of strings that ends with a null pointer.
    unsafe {
        let mut at = environ;
        while !at.is_null() && !(*at).is_null() {
            if let Some(value) = CStr::from_ptr(*at).to_bytes().strip_prefix(b"PS4=+") {
                return value.get(16) == Some(&b':')
                    && value.iter().take(16).all(u8::is_ascii_hexdigit);
            }
            at = at.add(1);
        }
    }
    false
}

/// Writes a word in single quotes, as much as there is room for, and gives back its whole length.
///
/// # Safety
///
/// `word` is a string; `out` has room for `size` bytes.
unsafe fn quote(out: *mut c_char, size: usize, space: bool, word: *const c_char) -> c_int {
    let mut length = 0usize;
    let mut put = |byte: u8| {
        if length + 1 < size {
            // SAFETY: there is room for `size` bytes.
            unsafe { out.add(length).write(byte as c_char) };
        }
        length += 1;
    };
    if space {
        put(b' ');
    }
    put(b'\'');
    // SAFETY: a string.
    for &byte in unsafe { CStr::from_ptr(word) }.to_bytes() {
        if byte == b'\'' {
            b"'\\''".iter().for_each(|byte| put(*byte));
        } else {
            put(byte);
        }
    }
    put(b'\'');
    if size > 0 {
        // SAFETY: within the room of `size` bytes.
        unsafe { out.add(length.min(size - 1)).write(0) };
    }
    c_int::try_from(length).unwrap_or(-1)
}
