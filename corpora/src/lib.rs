//! What is stored: cases, findings and hunt events, with strict parsers and writers.
#![forbid(unsafe_code)]

pub mod event;
pub mod finding;
pub mod record;

pub use event::Event;
pub use finding::{Finding, FindingKind};
pub use record::RunRecord;
