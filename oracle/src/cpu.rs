//! CPU time, for measurements.

use std::time::Duration;

/// The CPU time that this process has used so far, its threads together.
pub fn own() -> Duration {
    of(libc::RUSAGE_SELF)
}

/// The CPU time of the children that this process has waited for, and of theirs.
pub fn children() -> Duration {
    of(libc::RUSAGE_CHILDREN)
}

/// What one `CPUID` instruction takes. On bare metal that is next to nothing; a hypervisor may stop
/// the machine for each, and the start of a dynamically linked program makes some 43 of them. `None`
/// where there is no such instruction.
pub fn cpuid() -> Option<Duration> {
    #[cfg(target_arch = "x86_64")]
    {
        const COUNT: u32 = 1000;
        let begun = own();
        for _ in 0..COUNT {
            std::hint::black_box(core::arch::x86_64::__cpuid_count(4, 0));
        }
        Some(own().saturating_sub(begun) / COUNT)
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

fn of(who: libc::c_int) -> Duration {
    // SAFETY: zeroes are a valid value, and `usage` a valid place.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    };
    let time = |at: libc::timeval| {
        Duration::from_secs(at.tv_sec.unsigned_abs())
            + Duration::from_micros(at.tv_usec.unsigned_abs())
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    #[test]
    fn work_takes_time() {
        let (own, children) = (super::own(), super::children());
        // Ends, or the clock stands still.
        while super::own() == own {}
        let work = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done";
        let status = Command::new("sh").args(["-c", work]).status().expect("sh runs");
        assert!(status.success());
        assert!(super::children() > children);
    }
}
