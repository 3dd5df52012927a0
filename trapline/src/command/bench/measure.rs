//! Samples, and what they come to.

use std::thread::ScopedJoinHandle;
use std::time::Duration;

use serde::Serialize;

use crate::error::Error;

/// What each of these threads came to.
///
/// # Errors
///
/// The first error of a thread; one that panicked is a fault of ours, and none of the caller's.
pub(crate) fn join<'scope, T>(
    threads: impl IntoIterator<Item = ScopedJoinHandle<'scope, Result<T, Error>>>,
) -> Result<Vec<T>, Error> {
    let panicked = || Error::Internal("a thread that measures panicked".to_owned());
    let ended: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
    ended.into_iter().map(|result| result.unwrap_or_else(|_| Err(panicked()))).collect()
}

/// What one run took on average, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// CPU time, whoever spent it.
    pub(crate) cpu: f64,
    /// Wall time.
    pub(crate) wall: f64,
}

impl Sample {
    /// The mean of so many runs.
    pub(crate) fn new(cpu: Duration, wall: Duration, runs: u32) -> Self {
        let runs = f64::from(runs.max(1));
        Self { cpu: cpu.as_secs_f64() / runs, wall: wall.as_secs_f64() / runs }
    }
}

/// A middle value with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Middle {
    /// The median.
    pub(crate) median: f64,
    /// The lower end of the interval.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
}

impl Middle {
    /// Of these values. The interval of the median is that of the order statistics, which assumes
    /// nothing about how the values spread.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let at = |place: f64| {
            let place = place.clamp(0.0, n.saturating_sub(1) as f64);
            values.get(place as usize).copied().unwrap_or_default()
        };
        let middle = (n as f64 - 1.0) / 2.0;
        let half = 0.98 * (n as f64).sqrt();
        Self {
            median: f64::midpoint(at(middle.floor()), at(middle.ceil())),
            low: at((middle - half).floor()),
            high: at((middle + half).ceil()),
        }
    }

    /// One over it: a time as a rate. The ends change places.
    pub(crate) fn inverse(self) -> Self {
        let inverse = |value: f64| if value > 0.0 { 1.0 / value } else { 0.0 };
        Self { median: inverse(self.median), low: inverse(self.high), high: inverse(self.low) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_is_an_internal_error() {
        let of = |at: u32| match at {
            1 => Err(Error::Usage("one".to_owned())),
            2 => std::panic::resume_unwind(Box::new("two")),
            at => Ok(at),
        };
        let all = |threads: [u32; 2]| {
            std::thread::scope(|scope| join(threads.map(|at| scope.spawn(move || of(at)))))
        };
        assert_eq!(all([3, 4]).expect("both"), [3, 4]);
        assert!(matches!(all([3, 1]), Err(Error::Usage(_))));
        assert!(matches!(all([3, 2]), Err(Error::Internal(_))));
    }

    #[test]
    fn medians_and_their_intervals() {
        let middle = Middle::of((1..=101).map(f64::from));
        assert_eq!(middle, Middle { median: 51.0, low: 41.0, high: 61.0 });
        assert_eq!(Middle::of([2.0, 1.0]), Middle { median: 1.5, low: 1.0, high: 2.0 });
        assert_eq!(Middle::of([]), Middle::default());
        let rate = Middle { median: 2.0, low: 1.0, high: 4.0 }.inverse();
        assert_eq!(rate, Middle { median: 0.5, low: 0.25, high: 1.0 });
    }
}
