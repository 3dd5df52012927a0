//! How much of what is long a page shows.
//!
//! Each piece has a limit of its own, and all pieces of a page share one budget: a page of five
//! hundred findings with a mebibyte of output each still opens. When the budget is used up, every
//! further piece is cut short, and says so.

use std::cell::Cell;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::visible::{Lines, Shown, reveal};

/// Bytes that the pieces of a page may take together.
const PAGE: usize = 6 * 1024 * 1024;
/// Bytes that a piece may always take.
const LEAST: usize = 160;
/// Bytes of a text that a button copies; a longer one has no button.
const COPY: usize = 64 * 1024;

/// Lines of effects, programs and commands that a page may hold together.
const LINES: usize = 24_000;
/// Lines that a list may always have.
const LEAST_LINES: usize = 8;

/// Whether a text may be taller than its box, which must then be reachable by the keyboard to be
/// scrolled. A box holds 18 lines of an output or 15 of a script on a desk, and a line holds at
/// least 30 characters on a phone.
pub(crate) fn is_tall(bytes: &[u8]) -> bool {
    bytes.len() > 400 || bytes.iter().filter(|byte| **byte == b'\n').count() > 12
}

/// What is left of a page.
pub(crate) struct Space {
    left: Cell<usize>,
    lines: Cell<usize>,
}

impl Space {
    /// A whole page.
    pub(crate) fn new() -> Self {
        Self { left: Cell::new(PAGE), lines: Cell::new(LINES) }
    }

    /// Shows bytes, up to a limit and to what is left.
    pub(crate) fn show(&self, bytes: &[u8], lines: Lines, limit: usize) -> Shown {
        let shown = reveal(bytes, lines, limit.min(self.left.get().max(LEAST)));
        // Each mark costs more than its text.
        let cost = shown.shown + shown.pieces.len() * 32;
        self.left.set(self.left.get().saturating_sub(cost));
        shown
    }

    /// How many lines of a list of this length to show, up to a limit and to what is left.
    pub(crate) fn lines(&self, length: usize, limit: usize) -> usize {
        let lines = length.min(limit).min(self.lines.get().max(LEAST_LINES));
        self.lines.set(self.lines.get().saturating_sub(lines));
        lines
    }

    /// The base64 of a text for a button, or nothing where it is too long.
    pub(crate) fn copy(&self, text: &str) -> Option<String> {
        let cost = text.len().saturating_mul(4) / 3;
        if text.is_empty() || text.len() > COPY || cost > self.left.get() {
            return None;
        }
        self.left.set(self.left.get().saturating_sub(cost));
        Some(STANDARD.encode(text))
    }
}
