//! Strings and argument vectors in the memory of a process that waits for an answer.

use super::{KERNEL_ARGUMENT, MAX_ARGUMENT_BYTES, MAX_ARGUMENTS};
use crate::sys;

/// Reads a NUL-terminated string; `None` where it is unreadable or longer than `most`.
pub(super) fn read_string(pid: libc::pid_t, address: u64, most: usize) -> Option<Vec<u8>> {
    let mut string = Vec::new();
    let mut at = address;
    // Small strings first; never across a page, which might end the mapping.
    let mut step = 128;
    while string.len() < most {
        let to_page = 4096 - (at % 4096) as usize;
        let mut chunk = [0u8; 4096];
        let chunk = &mut chunk[..step.min(to_page)];
        let n = sys::read_memory(pid, at, chunk).ok()?;
        if let Some(end) = memchr(&chunk[..n]) {
            string.extend_from_slice(&chunk[..end]);
            return Some(string);
        }
        string.extend_from_slice(&chunk[..n]);
        at = at.checked_add(n as u64)?;
        step = 4096;
        if n == 0 {
            return None;
        }
    }
    None
}

pub(super) fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&b| b == 0)
}

/// How much of a word is read at first; most are shorter.
const FIRST: usize = 128;

/// Reads an argument vector: the words, and whether they are all.
pub(super) fn read_arguments(pid: libc::pid_t, address: u64) -> Option<(Vec<Vec<u8>>, bool)> {
    let (mut argv, mut bytes) = (Vec::new(), 0);
    if address == 0 {
        return Some((argv, true));
    }
    let mut at = address;
    loop {
        let to_page = 4096 - (at % 4096) as usize;
        let mut block = [0u8; 512];
        let size = block.len().min(to_page.max(8)) / 8 * 8;
        let block = &mut block[..size];
        let n = sys::read_memory(pid, at, block).ok()?;
        let pointers = block[..n].chunks_exact(8);
        let pointers: Vec<u64> = pointers
            .map(|it| u64::from_ne_bytes(it.try_into().unwrap_or_default()))
            .take_while(|pointer| *pointer != 0)
            .collect();
        let ended = pointers.len() < n / 8;
        let begun = read_beginnings(pid, &pointers);
        for (pointer, begun) in pointers.iter().zip(begun) {
            if argv.len() >= MAX_ARGUMENTS || bytes >= MAX_ARGUMENT_BYTES {
                return Some((argv, false));
            }
            let word = begun.or_else(|| read_string(pid, *pointer, KERNEL_ARGUMENT));
            // Too long or unreadable: the kernel refuses it as well; see `exec`.
            let word = word.unwrap_or_else(|| vec![0; KERNEL_ARGUMENT]);
            bytes += word.len();
            argv.push(word);
        }
        if ended {
            return Some((argv, true));
        }
        at = at.checked_add(n as u64)?;
        if n == 0 {
            return None;
        }
    }
}

/// Reads what begins at each of these places, with one call; `None` for a string that does not end
/// within what was read.
fn read_beginnings(pid: libc::pid_t, places: &[u64]) -> Vec<Option<Vec<u8>>> {
    // Never across a page, which might end the mapping.
    let length = |place: u64| FIRST.min(4096 - (place % 4096) as usize);
    let parts: Vec<(u64, usize)> = places.iter().map(|place| (*place, length(*place))).collect();
    let mut room = vec![0u8; parts.iter().map(|(_, length)| length).sum()];
    let read = sys::read_memory_at(pid, &parts, &mut room).unwrap_or_default();
    let mut from = 0;
    let mut strings = Vec::with_capacity(places.len());
    for (_, length) in parts {
        let part = room.get(from..(from + length).min(read)).unwrap_or_default();
        strings.push(memchr(part).map(|end| part[..end].to_vec()));
        from += length;
    }
    strings
}
