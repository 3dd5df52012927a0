//! The loop of a hunt.
//!
//! generate → ask the guard, once a shell → run what it hands back → judge → confirm → reduce →
//! bucket → tell. What the guard does wrong is a finding; it never ends the hunt. Several jobs
//! share what is known; each has a guard, a runner and a generator of its own.
//!
//! With one job and no time limit, the same seed makes the same hunt.

mod board;
mod check;
mod confirm;
mod denied;
mod job;
mod seen;
mod shrink;
mod told;
mod trust;
mod waiting;

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;

use corpora::Event;
use corpora::event::Stats;
use guard::Guard;

use crate::generate::Credit;
use crate::plan::Plan;
use crate::runs::Runs;

pub(crate) use confirm::told_unstable;
pub use confirm::{Confirmation, confirm};
pub use shrink::{Shrunk, shrink};
pub use told::finding;

use board::Board;

/// Takes the events of a hunt as they happen: `Stats`, `Note` and `Finding`. The first and the
/// last event are the caller's to write, who knows the shells' versions and the exit code.
pub trait Sink: Send {
    /// Takes one event.
    fn event(&mut self, event: Event);
}

impl<F: FnMut(Event) + Send> Sink for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// One job of a hunt.
pub struct Worker {
    /// Its own guard.
    pub guard: Box<dyn Guard>,
    /// Its own runner.
    pub runner: Box<dyn Runs + Send>,
}

/// Why a hunt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its time was over.
    Time,
    /// It had made its runs, or its scripts.
    Runs,
    /// The first violation was enough.
    First,
    /// No new script could be made.
    Exhausted,
    /// It was interrupted.
    Interrupted,
    /// It could not go on.
    Error(String),
    /// There is no sandbox, or no shell, any more.
    Setup(String),
    /// The oracle does not see what it must.
    Controls(String),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time => f.write_str("time"),
            Self::Runs => f.write_str("runs"),
            Self::First => f.write_str("first"),
            Self::Exhausted => f.write_str("exhausted"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Error(text) | Self::Setup(text) | Self::Controls(text) => f.write_str(text),
        }
    }
}

/// What a hunt came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The last state.
    pub stats: Stats,
    /// Why it ended.
    pub why: Why,
    /// What each rule of the generator led to, in the order of [`crate::generate::rules`].
    pub credits: Vec<Credit>,
}

/// Hunts until the plan says stop, or `interrupted` is set. Without a worker nothing happens.
pub fn search(
    plan: &Plan,
    workers: Vec<Worker>,
    sink: &mut dyn Sink,
    interrupted: &AtomicBool,
) -> Summary {
    let board = Board::new(plan, &workers, interrupted);
    let sink = Mutex::new(sink);
    let count = workers.len();
    let (shard, of) = plan.shard;
    let share = |at| (shard * count + at, of.max(1) * count);
    if count == 1 {
        for worker in workers {
            job::run(plan, worker, share(0), &board, &sink);
        }
    } else {
        std::thread::scope(|scope| {
            let start = |(at, worker)| {
                let (board, sink) = (&board, &sink);
                let share = share(at);
                scope.spawn(move || job::run(plan, worker, share, board, sink))
            };
            let jobs: Vec<_> = workers.into_iter().enumerate().map(start).collect();
            // What a job's panic said goes on, where the scope would say only that there was one.
            let ends: Vec<_> = jobs.into_iter().map(ScopedJoinHandle::join).collect();
            if let Some(Err(panic)) = ends.into_iter().find(Result::is_err) {
                std::panic::resume_unwind(panic);
            }
        });
    }
    let summary = board.summary();
    lock(&sink).event(Event::Stats(summary.stats.clone()));
    summary
}

/// Locks, whatever happened to the last one who did.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
