//! Ctrl-C: the first asks the command to end and to write everything, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::error::Error;
use crate::exit_codes::INTERRUPTED;

/// Whether the command was interrupted, and whether it should end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    asked: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over the signals that end a command.
    ///
    /// # Errors
    ///
    /// Where the system refuses.
    pub(crate) fn install() -> Result<Self, Error> {
        let failed = |error: std::io::Error| Error::Internal(format!("signal handlers: {error}"));
        let interrupt = Self::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // In this order: the second signal finds the flag that the first one set.
            let asked = &interrupt.asked;
            flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(asked))
                .map_err(failed)?;
            flag::register(signal, Arc::clone(asked)).map_err(failed)?;
            flag::register(signal, Arc::clone(&interrupt.stop)).map_err(failed)?;
        }
        Ok(interrupt)
    }

    /// Whether somebody interrupted the command.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// The flag to be watched: set when interrupted, or by [`Interrupt::stop`].
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Asks the command to end for another reason.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
