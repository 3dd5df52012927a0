//! What the shell's program asks of its libraries.

use core::ffi::CStr;

const DYNAMIC: u32 = 2;
const LOAD: u32 = 1;
const STRING_TABLE: i64 = 5;
const STRING_SIZE: i64 = 10;

/// A program header of a 64-bit ELF file.
#[repr(C)]
struct Header {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    physical: u64,
    size: u64,
    memory: u64,
    alignment: u64,
}

/// Whether the program's table of symbol names holds this one. True where it cannot be told.
pub(crate) fn names(symbol: &CStr) -> bool {
    // SAFETY: the kernel tells every program where its own headers are; they, and the tables that they
    // lead to, are loaded with it and stay.
    unsafe {
        let headers = libc::getauxval(libc::AT_PHDR) as *const Header;
        let count = usize::try_from(libc::getauxval(libc::AT_PHNUM)).unwrap_or_default();
        if headers.is_null() || libc::getauxval(libc::AT_PHENT) != size_of::<Header>() as u64 {
            return true;
        }
        let list = core::slice::from_raw_parts(headers, count);
        let Some(first) = list.iter().find(|it| it.kind == LOAD && it.offset == 0) else {
            return true;
        };
        // The headers stand at their place in the file, which the first part begins.
        let start = (headers as u64) & !0xfff;
        let Some(dynamic) = list.iter().find(|it| it.kind == DYNAMIC) else { return true };
        let moved = start.wrapping_sub(first.address);
        let entries = moved.wrapping_add(dynamic.address) as *const [i64; 2];
        let entries = core::slice::from_raw_parts(entries, (dynamic.memory / 16) as usize);
        let value = |tag: i64| entries.iter().find(|entry| entry[0] == tag).map(|entry| entry[1]);
        let (Some(table), Some(size)) = (value(STRING_TABLE), value(STRING_SIZE)) else {
            return true;
        };
        // The loader of the C library has put the address in place of the offset; others need not.
        let table =
            if (table as u64) < start { moved.wrapping_add(table as u64) } else { table as u64 };
        let table = core::slice::from_raw_parts(table as *const u8, size as usize);
        table.split(|byte| *byte == 0).any(|name| name == symbol.to_bytes())
    }
}
