//! Second opinions: how other parsers read a script that the reader of `guard` reads.
//!
//! None of them is a judge: each misreads texts that shells read in another way. Where one differs
//! from the reader, the shells say who was right ([`decide`]). A parser that may panic, or take
//! exponential time, is asked in a thread of its own, within bounds and with a deadline.

mod brush;
pub mod compare;
mod conch;
mod decide;
pub mod plain;
pub mod predict;
pub mod reader;

use std::sync::{Once, mpsc};
use std::time::Duration;

pub use compare::{Aspect, differences, has_form};
pub use decide::{Decision, Ran, decide, missed};
use plain::List;

/// A parser that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    /// brush-parser
    Brush,
    /// conch-parser
    Conch,
}

impl Peer {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Brush, Self::Conch];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brush => "brush-parser",
            Self::Conch => "conch-parser",
        }
    }
}

/// What a parser makes of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It takes it, and reads this.
    Read(List),
    /// It refuses it, for this reason.
    Refuses(String),
    /// It was not asked, or did not answer.
    None(Silence),
}

/// Why there is no opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Silence {
    /// The script is no UTF-8, which is all that these parsers take.
    NotText,
    /// Longer, or with more that opens, than what they read in time and without running out of
    /// stack.
    TooMuch,
    /// It panicked.
    Panicked,
    /// It took longer than its deadline.
    TooSlow,
}

/// The longest script that is asked about, in bytes.
const MAX_LENGTH: usize = 4096;

/// How often what takes exponential time may stand in a script: `(` and `case`.
const MAX_OPEN: usize = 12;

/// The stack of a parser, enough for [`MAX_LENGTH`] opened groups.
const STACK: usize = 32 << 20;

/// How long a parser may take.
const DEADLINE: Duration = Duration::from_secs(2);

/// The name of a thread in which a panic is an answer.
const THREAD: &str = "second opinion";

/// Asks a parser how it reads a script.
pub fn ask(peer: Peer, script: &[u8]) -> Opinion {
    let Ok(text) = std::str::from_utf8(script) else { return Opinion::None(Silence::NotText) };
    let opened = text.matches('(').count() + text.matches("case").count();
    if text.len() > MAX_LENGTH || opened > MAX_OPEN {
        return Opinion::None(Silence::TooMuch);
    }
    quiet();
    let (to, answer) = mpsc::sync_channel(1);
    let text = text.to_owned();
    let thread = std::thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        let read = match peer {
            Peer::Brush => brush::read(&text),
            Peer::Conch => conch::read(&text),
        };
        // The one who asked may have given up.
        let _ = to.send(read);
    });
    let Ok(started) = started else { return Opinion::None(Silence::TooMuch) };
    let answered = answer.recv_timeout(DEADLINE);
    if !matches!(answered, Err(mpsc::RecvTimeoutError::Timeout)) {
        // It is about to end. A fuzzer that looks for leaks meanwhile would find what it still holds.
        let _ = started.join();
    }
    match answered {
        Ok(Ok(list)) => Opinion::Read(list),
        Ok(Err(reason)) => Opinion::Refuses(reason),
        Err(mpsc::RecvTimeoutError::Timeout) => Opinion::None(Silence::TooSlow),
        Err(mpsc::RecvTimeoutError::Disconnected) => Opinion::None(Silence::Panicked),
    }
}

/// Lets a panic of a parser end its thread and nothing else: neither a message, nor the process, as
/// it would with the hook of a fuzzer.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some(THREAD) {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests;
