//! Makes the server cheap to fork and its children cheap to start.
//!
//! Two things cost most of a fork: how many mappings there are, and how often the child stops for a
//! page that it has but the kernel has not yet entered into its page table. Both depend on how the
//! loader has laid the shell out, not on what the shell does.
//!
//! - [`merge`] joins the mappings of each file: what cannot be written becomes one readable and
//!   executable mapping, what the loader wrote and then protected joins the data. Nothing of the
//!   content changes.
//! - [`Pages`] learns from some of the first runs which pages of code and constants a run touches, and
//!   keeps a copy of just these in the server. A page that the server has a copy of is entered by the
//!   fork itself; of a page of a file the kernel enters nothing, and then 16 at a time when it is
//!   asked for.

mod maps;
mod unite;

use core::cell::UnsafeCell;
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicUsize, Ordering};

use oracle_init::raw;

use self::maps::{memory, merge, read_maps};
use self::unite::{unite_data, unite_own_code};

const PAGE: usize = 4096;
/// Room for `/proc/self/maps`; of a longer one the rest stays as it is.
const TEXT: usize = 64 << 10;
/// The most files whose code is looked after.
const MOST: usize = 24;
/// `MADV_POPULATE_WRITE` of Linux 5.14.
const POPULATE_WRITE: c_int = 23;
/// The most pages of code, all files together: 64 MiB.
const BITS: usize = 16 << 10;
/// The most pieces of memory that are got ready for a run.
const WRITES: usize = 48;
/// The runs that are learned from.
const LESSONS: [usize; 3] = [0, 4, 16];

/// Code and constants of one file, or memory that is written to.
#[derive(Clone, Copy, Default)]
struct Range {
    start: usize,
    end: usize,
    writable: bool,
}

impl Range {
    fn pages(self) -> usize {
        (self.end - self.start) / PAGE
    }
}

/// What the exit of a run that is learned from needs; set in that run only.
static LEARNING: AtomicBool = AtomicBool::new(false);
static RANGES: AtomicPtr<Range> = AtomicPtr::new(null_mut());
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// The run itself, whose memory counts; that of its subshells does not.
static RUN: AtomicI32 = AtomicI32::new(0);
static SEEN: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Room for what is looked after and, behind it, for what is got ready.
struct Lists(UnsafeCell<[Range; MOST + WRITES]>);

// SAFETY: used by the one `Pages` of a process with one thread.
unsafe impl Sync for Lists {}

static LISTS: Lists = {
    const NONE: Range = Range { start: 0, end: 0, writable: false };
    Lists(UnsafeCell::new([NONE; MOST + WRITES]))
};

fn map(size: usize, sharing: c_int) -> Option<*mut u8> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a fresh anonymous mapping.
    let at =
        unsafe { libc::mmap(null_mut(), size, protection, sharing | libc::MAP_ANONYMOUS, -1, 0) };
    (at != libc::MAP_FAILED).then_some(at.cast())
}

fn protect(start: usize, size: usize, writable: bool, executable: bool) -> bool {
    let mut protection = libc::PROT_READ;
    if writable {
        protection |= libc::PROT_WRITE;
    }
    if executable {
        protection |= libc::PROT_EXEC;
    }
    // Not by way of the C library, whose pages are dropped and copied here.
    let arguments = [start, size, protection as usize, 0, 0, 0];
    // SAFETY: the callers pass mappings of this process, and never take away a right that is used.
    unsafe { raw::call(libc::SYS_mprotect, arguments) == 0 }
}

/// The pages that runs touch.
pub(crate) struct Pages {
    ranges: *mut Range,
    count: usize,
    seen: *mut u8,
    runs: usize,
    /// Whether the last run was learned from.
    taught: bool,
    /// Memory that every run so far has written to.
    written: *mut Range,
    writes: usize,
}

impl Pages {
    /// Joins the mappings, and gets ready to learn. `None` where the kernel does not tell of them.
    pub(crate) fn new() -> Option<Self> {
        let text = map(TEXT, libc::MAP_PRIVATE)?;
        let lines = || {
            // SAFETY: as long as it was mapped, and nobody has another part of it at the same time.
            let read = read_maps(unsafe { core::slice::from_raw_parts_mut(text, TEXT) });
            // SAFETY: `read` bytes were read.
            unsafe { core::slice::from_raw_parts(text, read) }
        };
        // Within this library's memory: a mapping of its own would be one more for each fork to copy.
        let ranges: *mut Range = LISTS.0.get().cast();
        // SAFETY: the second part of the same list.
        let written = unsafe { ranges.add(MOST) };
        let seen = map(BITS / 8, libc::MAP_SHARED)?;
        let mut pages = Self { ranges, count: 0, seen, runs: 0, taught: false, written, writes: 0 };
        unite_own_code(lines());
        merge(lines(), |range| pages.add(range));
        unite_data(lines());
        // As they are now.
        lines().split(|byte| *byte == b'\n').filter_map(memory).for_each(|range| pages.add(range));
        // SAFETY: mapped above, and nothing points into it any more.
        unsafe { libc::munmap(text.cast(), TEXT) };
        Some(pages)
    }

    fn add(&mut self, range: Range) {
        let ranges = self.ranges();
        let known: usize = ranges.iter().map(|range| range.pages()).sum();
        if self.count < MOST && known + range.pages() <= BITS {
            // SAFETY: within the room of `MOST`.
            unsafe { self.ranges.add(self.count).write(range) };
            self.count += 1;
        }
    }

    fn ranges(&self) -> &[Range] {
        // SAFETY: `count` of them were written.
        unsafe { core::slice::from_raw_parts(self.ranges, self.count) }
    }

    /// In the server, before a run is forked: takes what the last run has taught, and prepares the
    /// next lesson. What the server itself touches from run to run is learned with it.
    pub(crate) fn before_run(&mut self) {
        if core::mem::take(&mut self.taught) {
            tell(false);
            self.keep();
            self.learn_writes();
        }
        if LESSONS.contains(&self.runs) {
            self.taught = true;
            self.prepare();
        } else if LESSONS.last().is_some_and(|last| self.runs == last + 1) {
            // SAFETY: mapped by `new`; nobody looks at it after the last lesson.
            unsafe { libc::munmap(self.seen.cast(), BITS / 8) };
        }
        self.runs += 1;
    }

    /// Keeps a copy of each page that was touched.
    fn keep(&self) {
        let mut bit = 0;
        for range in self.ranges() {
            let size = range.end - range.start;
            if range.writable {
                bit += range.pages();
                continue;
            }
            if !protect(range.start, size, true, true) {
                return;
            }
            drop_pages(*range);
            for page in 0..range.pages() {
                if self.is_seen(bit + page) {
                    let at = (range.start + page * PAGE) as *mut u8;
                    // SAFETY: a byte of a page that is readable and, for now, writable. It keeps its
                    // value, but is written, which makes the kernel copy the page; to read it first
                    // would enter 16 pages of the file.
                    unsafe {
                        let byte = AtomicU8::from_ptr(at);
                        let _ = byte.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
                    }
                }
            }
            protect(range.start, size, false, true);
            bit += range.pages();
        }
    }

    fn is_seen(&self, bit: usize) -> bool {
        // SAFETY: within the bits; a run may have written there, which is no matter.
        let byte = unsafe { self.seen.add(bit / 8).read_volatile() };
        byte & 1 << (bit % 8) != 0
    }

    /// Notes the memory that the last run has written to, as far as the others before it have.
    fn learn_writes(&mut self) {
        let first = self.writes == 0;
        let mut found = [Range::default(); WRITES];
        let mut count = 0usize;
        let mut bit = 0;
        for range in self.ranges() {
            for page in (0..range.pages()).filter(|_| range.writable) {
                let start = range.start + page * PAGE;
                let before = || self.written().iter().any(|it| (it.start..it.end).contains(&start));
                if !self.is_seen(bit + page) || !first && !before() {
                    continue;
                }
                let last = count.checked_sub(1).and_then(|at| found.get_mut(at));
                match last.filter(|last| last.end == start) {
                    Some(last) => last.end += PAGE,
                    None => {
                        if let Some(slot) = found.get_mut(count) {
                            *slot = Range { start, end: start + PAGE, writable: true };
                            count += 1;
                        }
                    }
                }
            }
            bit += range.pages();
        }
        for (at, range) in found.iter().take(count).enumerate() {
            // SAFETY: within the room of `WRITES`.
            unsafe { self.written.add(at).write(*range) };
        }
        self.writes = count;
    }

    fn written(&self) -> &[Range] {
        // SAFETY: `writes` of them were written.
        unsafe { core::slice::from_raw_parts(self.written, self.writes) }
    }

    /// In a run that has just been forked: gets its own copy of the memory that it will write to,
    /// rather than page by page as it is stopped at each.
    pub(crate) fn in_run(&self) {
        if self.taught {
            // SAFETY: cannot fail.
            RUN.store(unsafe { libc::getpid() }, Ordering::Relaxed);
            return;
        }
        for range in self.written() {
            // SAFETY: writable memory of this process, of which the content stays. Older kernels refuse,
            // and the pages come one by one.
            unsafe { advise(*range, POPULATE_WRITE) };
        }
    }

    /// Makes the server and the next run tell which pages they touch.
    fn prepare(&self) {
        let mut bit = 0;
        for range in self.ranges() {
            if range.writable {
                for bit in bit..bit + range.pages() {
                    // SAFETY: within the bits.
                    unsafe {
                        let byte = self.seen.add(bit / 8);
                        byte.write_volatile(byte.read_volatile() & !(1 << (bit % 8)));
                    }
                }
                bit += range.pages();
                continue;
            }
            bit += range.pages();
            // A mapping of its own for each page, so that the kernel enters each one by one.
            for page in (0..range.pages()).step_by(2) {
                if !protect(range.start + page * PAGE, PAGE, true, true) {
                    return;
                }
            }
            drop_pages(*range);
        }
        RANGES.store(self.ranges, Ordering::Relaxed);
        COUNT.store(self.count, Ordering::Relaxed);
        SEEN.store(self.seen, Ordering::Relaxed);
        LEARNING.store(true, Ordering::Relaxed);
    }
}

/// Gives the kernel a word about a range.
///
/// # Safety
///
/// As of what is advised.
#[inline(always)]
unsafe fn advise(range: Range, advice: c_int) {
    // A refusal is no matter.
    let arguments = [range.start, range.end - range.start, advice as usize, 0, 0, 0];
    // SAFETY: the caller's promise.
    unsafe { raw::call(libc::SYS_madvise, arguments) };
}

/// Takes every page of a range out of the page table.
fn drop_pages(range: Range) {
    // SAFETY: pages of a file that nobody has written to other than to copy them: they come back as
    // they are.
    unsafe { advise(range, libc::MADV_DONTNEED) };
}

/// At the end of a process of a run: tells which pages it has touched.
pub(crate) fn at_exit() {
    tell(true);
}

/// Tells which pages this process has touched, once for each lesson.
fn tell(in_run: bool) {
    // Only read as a rule: writing would copy the page.
    if !LEARNING.load(Ordering::Relaxed) {
        return;
    }
    LEARNING.store(false, Ordering::Relaxed);
    let (ranges, count) = (RANGES.load(Ordering::Relaxed), COUNT.load(Ordering::Relaxed));
    let seen = SEEN.load(Ordering::Relaxed);
    // SAFETY: plain system calls on values of this frame; `in_run` has set all three.
    unsafe {
        let fd = libc::open(c"/proc/self/pagemap".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if fd < 0 {
            return;
        }
        let memory = in_run && libc::getpid() == RUN.load(Ordering::Relaxed);
        let mut bit = 0;
        for range in core::slice::from_raw_parts(ranges, count) {
            // Of memory, what nobody else has.
            let wanted_bits = if range.writable { 1 << 63 | 1 << 56 } else { 1u64 << 63 };
            let mut page = if range.writable && !memory { range.pages() } else { 0 };
            while page < range.pages() {
                let mut entries = [0u64; 256];
                let wanted = entries.len().min(range.pages() - page) * 8;
                let at = (range.start / PAGE + page) * 8;
                let n = libc::pread(fd, entries.as_mut_ptr().cast(), wanted, at as libc::off_t);
                let Ok(n @ 8..) = usize::try_from(n) else { break };
                for (next, entry) in entries.iter().take(n / 8).enumerate() {
                    // The highest bit of an entry: the page is there.
                    if entry & wanted_bits == wanted_bits {
                        let bit = bit + page + next;
                        let byte = seen.add(bit / 8);
                        byte.write_volatile(byte.read_volatile() | 1 << (bit % 8));
                    }
                }
                page += n / 8;
            }
            bit += range.pages();
        }
        libc::close(fd);
    }
}
