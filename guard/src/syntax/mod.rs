//! The reader: the shell language as bash, dash and zsh read it alike.
//!
//! A *reading* is a tree of what a script says, or a [`Doubt`]: a named place that the shells read
//! differently or that the reader does not know. Nothing is decided silently. The grammar is the
//! common part of the three languages, and each construct stands in it because runs of the real
//! shells (mksh and busybox too) showed no command that the tree did not.
//!
//! What holds of every reading without a doubt:
//!
//! - every program that a shell starts by itself for the script is a command of the tree, or comes
//!   from a place that [`visit()`] reports as unknown;
//! - printing the tree ([`print()`]) and reading the text gives the same tree;
//! - the text is at most [`MAX_LENGTH`] bytes, nesting at most 64 deep, and the time linear.
//!
//! The reader works on bytes; NUL and most control bytes are doubts, and bytes over 0x7f are plain
//! text.
mod check;
mod command;
mod compound;
mod cursor;
mod doubt;
mod evaluate;
mod expand;
mod heredoc;
pub mod launch;
mod mismatch;
pub mod names;
mod parts;
mod print;
mod reads;
mod shape;
mod tree;
pub mod visit;
mod word;

pub use doubt::{Doubt, DoubtKind};
pub use print::print;
pub use tree::*;
pub use visit::{Found, Reached, UnknownKind, Via, visit};

use cursor::{Read, Reader};

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;

/// What a script says, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The tree; empty where a doubt stopped the reader.
    pub script: Script,
    /// What shells read differently or the reader does not know, in the order of the text. The
    /// script must not be trusted where there is any.
    pub doubts: Vec<Doubt>,
    /// Where some shell evaluates what the script does not fix: the places that [`visit()`] reports
    /// as [`UnknownKind::Operand`].
    pub evaluated: Vec<Span>,
}

impl Reading {
    /// The tree, where there is no doubt.
    pub fn certain(&self) -> Option<&Script> {
        self.doubts.is_empty().then_some(&self.script)
    }
}

/// Reads a script.
pub fn read(text: &[u8]) -> Reading {
    match read_script(text) {
        Ok(script) => {
            let (doubts, evaluated) = check::check(&script);
            Reading { script, doubts, evaluated }
        }
        Err(doubt) => {
            let (script, evaluated) = (Script::default(), Vec::new());
            Reading { script, doubts: vec![doubt], evaluated }
        }
    }
}

/// A word that every shell reads as this text: in single quotes.
pub fn quote(text: &[u8]) -> Vec<u8> {
    let mut quoted = Vec::with_capacity(text.len() + 2);
    quoted.push(b'\'');
    for &byte in text {
        match byte {
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            byte => quoted.push(byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Reads a script, or the first doubt in its form.
fn read_script(text: &[u8]) -> Read<Script> {
    if text.len() > MAX_LENGTH {
        let span = Span::new(MAX_LENGTH, text.len());
        return Err(Doubt { kind: DoubtKind::TooLong, span });
    }
    if matches!(text.first(), Some(b'-' | b'+')) {
        return Err(Doubt { kind: DoubtKind::LeadingDash, span: Span::new(0, 1) });
    }
    let control = |byte: u8| matches!(byte, 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f);
    // Going through all of them without a stop takes far less time.
    let any = text.iter().fold(false, |any, byte| any | control(*byte));
    if let Some(at) = any.then(|| text.iter().position(|byte| control(*byte))).flatten() {
        return Err(Doubt { kind: DoubtKind::ControlByte, span: Span::new(at, at + 1) });
    }
    let mut reader = Reader::new(text);
    let list = reader.list()?;
    if let Some(pending) = reader.pending.first() {
        return Err(Doubt { kind: DoubtKind::UnterminatedHereDoc, span: pending.span });
    }
    if reader.peek().is_some() {
        let operator = matches!(reader.peek(), Some(b')' | b';'));
        return reader.doubt_here(match operator {
            true => DoubtKind::UnexpectedOperator,
            false => DoubtKind::UnexpectedKeyword,
        });
    }
    let span = Span::new(0, text.len());
    Ok(Script { list, heredocs: std::mem::take(&mut reader.bodies), span })
}
