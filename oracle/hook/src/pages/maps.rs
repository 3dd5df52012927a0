//! The mappings of this process, and joining them.

use core::ffi::c_void;

use super::{PAGE, Range, map, protect};

/// The longest file without code of which a copy is kept.
const SMALL: usize = 4 * PAGE;

/// A private mapping that can be read, as the kernel tells of it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mapping {
    pub(super) start: usize,
    pub(super) end: usize,
    offset: u64,
    /// 0 for what is of no file.
    pub(super) inode: u64,
    pub(super) writable: bool,
    pub(super) executable: bool,
}

impl Mapping {
    /// Whether it is of a file.
    pub(super) fn is_file(&self) -> bool {
        self.inode != 0
    }
}

/// A mapping that is written to, from a line of `/proc/self/maps`: data, heap, stack.
pub(super) fn memory(line: &[u8]) -> Option<Range> {
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let mut bounds = words.next()?.split(|byte| *byte == b'-');
    let (start, end) = (number(bounds.next()?, 16)?, number(bounds.next()?, 16)?);
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    (words.next()? == b"rw-p").then_some(Range { start, end, writable: true })
}

pub(super) fn read_maps(text: &mut [u8]) -> usize {
    let mut length = 0;
    // SAFETY: a constant string, and a buffer with its length.
    unsafe {
        let fd = libc::open(c"/proc/self/maps".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if fd < 0 {
            return 0;
        }
        while let Some(rest) = text.get_mut(length..).filter(|rest| !rest.is_empty()) {
            match usize::try_from(libc::read(fd, rest.as_mut_ptr().cast(), rest.len())) {
                Ok(0) | Err(_) => break,
                Ok(n) => length += n,
            }
        }
        libc::close(fd);
    }
    length
}

/// Joins the mappings of each file, and tells of its code and constants.
pub(super) fn merge(maps: &[u8], mut found: impl FnMut(Range)) {
    let mut file = [Mapping::default(); 8];
    let mut count = 0usize;
    let lines = maps.split(|byte| *byte == b'\n').map(|line| parse(line).filter(Mapping::is_file));
    let lines = lines.chain(core::iter::once(None));
    for mapping in lines {
        let goes_on = |last: &Mapping, next: &Mapping| {
            last.inode == next.inode
                && last.end == next.start
                && last.offset + (last.end - last.start) as u64 == next.offset
        };
        let last = count.checked_sub(1).and_then(|at| file.get(at)).copied();
        if let (Some(last), Some(next)) = (last, mapping)
            && goes_on(&last, &next)
            && let Some(slot) = file.get_mut(count)
        {
            *slot = next;
            count += 1;
            continue;
        }
        join(file.get(..count).unwrap_or_default(), &mut found);
        count = 0;
        if let Some(next) = mapping
            && let Some(slot) = file.first_mut()
        {
            *slot = next;
            count = 1;
        }
    }
}

/// Joins what is mapped of one file.
fn join(file: &[Mapping], found: &mut impl FnMut(Range)) {
    let Some(first) = file.first().filter(|first| !first.writable) else { return };
    if !file.iter().any(|mapping| mapping.executable) {
        match file {
            // What the loader wrote and then protected, where a hole separates it from the code.
            [protected, data] if data.writable => {
                protect(protected.start, protected.end - protected.start, true, false);
            }
            [constants] if constants.end - constants.start <= SMALL => take_in(*constants),
            _ => {}
        }
        return;
    }
    let data = file.iter().position(|mapping| mapping.writable).unwrap_or(file.len());
    // What stands right before the data and after the code was written by the loader.
    let code = file.iter().rposition(|mapping| mapping.executable).unwrap_or_default();
    let protected = (data < file.len() && data > code + 2).then(|| data - 1);
    let constant = protected.unwrap_or(data);
    if let Some(mapping) = protected.and_then(|at| file.get(at)) {
        protect(mapping.start, mapping.end - mapping.start, true, false);
    }
    let Some(last) = constant.checked_sub(1).and_then(|at| file.get(at)) else { return };
    let range = Range { start: first.start, end: last.end, writable: false };
    let size = range.end - range.start;
    // Writable for a moment: mappings that were are joined with no others.
    if protect(range.start, size, true, true) && protect(range.start, size, false, true) {
        found(range);
    }
}

/// Puts a copy in the place of a small file, such as each of the dozen of a locale: copies that lie
/// side by side are one mapping.
fn take_in(file: Mapping) {
    let size = file.end - file.start;
    let Some(copy) = map(size, libc::MAP_PRIVATE) else { return };
    let (protection, flags) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
    );
    // SAFETY: both are as long; nobody else runs while the one takes the place of the other. The last
    // page of the file is readable to its end.
    unsafe {
        let place = file.start as *mut c_void;
        core::ptr::copy_nonoverlapping(place.cast::<u8>(), copy, size);
        if libc::mmap(place, size, protection, flags, -1, 0) == place {
            core::ptr::copy_nonoverlapping(copy, place.cast::<u8>(), size);
            protect(file.start, size, false, false);
        }
        libc::munmap(copy.cast(), size);
    }
}

/// One line of `/proc/self/maps`; `None` for what is shared or cannot be read.
pub(super) fn parse(line: &[u8]) -> Option<Mapping> {
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let mut bounds = words.next()?.split(|byte| *byte == b'-');
    let (start, end) = (number(bounds.next()?, 16)?, number(bounds.next()?, 16)?);
    let rights = words.next()?;
    let offset = number(words.next()?, 16)?;
    let inode = number(words.nth(1)?, 10)?;
    Some(Mapping {
        start: usize::try_from(start).ok()?,
        end: usize::try_from(end).ok()?,
        offset,
        inode,
        writable: rights.get(1) == Some(&b'w'),
        executable: rights.get(2) == Some(&b'x'),
    })
    .filter(|_| rights.first() == Some(&b'r') && rights.last() == Some(&b'p'))
}

fn number(digits: &[u8], base: u32) -> Option<u64> {
    digits.iter().try_fold(0u64, |sum, digit| {
        let digit = char::from(*digit).to_digit(base)?;
        sum.checked_mul(base.into())?.checked_add(digit.into())
    })
}
