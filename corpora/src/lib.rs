//! What is stored: cases, findings and hunt events, with strict parsers and writers.
#![forbid(unsafe_code)]

pub mod case;
pub mod catalogue;
pub mod compare;
pub mod event;
pub mod finding;
pub mod record;

pub use case::Case;
pub use event::Event;
pub use finding::{Finding, FindingKind};
pub use record::RunRecord;
