//! What is stored: cases, findings and hunt events, with strict parsers and writers.
//!
//! - [`case`]: a script with expectations, as a file; [`suite`] loads folders of them and
//!   [`compare`](mod@compare) says whether a run did what a case states.
//! - [`record`]: what a run did, as JSON; [`finding`] and [`event`] build on it, and [`store`]
//!   writes and reads the output folder of a hunt.
//! - [`catalogue`]: the catalogue of public reports that most cases come from.
#![forbid(unsafe_code)]

pub mod case;
pub mod catalogue;
pub mod compare;
pub mod event;
pub mod finding;
pub mod record;
pub mod store;
pub mod suite;

pub use case::Case;
pub use event::Event;
pub use finding::{Finding, FindingKind};
pub use record::RunRecord;
