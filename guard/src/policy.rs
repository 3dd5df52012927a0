//! Published policies, as in-process guards.
//!
//! A *policy* is a pure function of the request. It reads the script once and then asks a table
//! of *checks*, each of which may refuse; a script that no check refuses is allowed. Every check
//! is named, so that a hunt can take one out and see what only that check held back.

pub mod approver;
pub mod argv;
pub mod check;
pub mod docs_only;
pub mod ignore;

mod list;
mod split;
mod text;
