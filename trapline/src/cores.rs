//! The cores that this process may use.

use std::num::NonZeroUsize;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// How many there are, at least one. Quotas of a container count too.
pub(crate) fn count() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Their numbers, ascending; none where the system does not tell.
pub(crate) fn allowed() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// The core for one of so many jobs, where every core gets one. A run is several processes that wait
/// for each other: on one core none of them has to be woken on another. With fewer jobs than cores
/// the system finds a free one. The thread that asks for the runs may stay there too; one that has
/// work of its own in between, as a hunt has, is better left to the system.
pub(crate) fn of_job(job: usize, jobs: usize) -> Option<usize> {
    let cores = allowed();
    cores.get(job).copied().filter(|_| cores.len() == jobs)
}

/// Keeps this thread, and what it starts, on a core; false where that cannot be.
pub(crate) fn stay_on(core: usize) -> bool {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).is_ok()
}

/// Stays on the last of them.
pub(crate) fn pin() -> Option<usize> {
    let core = allowed().pop()?;
    stay_on(core).then_some(core)
}
