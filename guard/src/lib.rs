//! Shell guards: what they are asked, what they answer, and what an answer promises.
//!
//! A *guard* reads a script that an agent wants to run and allows it, asks, or denies it. An
//! allow carries a [`Handback`] (what the host is told to run) and a [`Promise`] (clauses about
//! the effects that the allow vouches for).
//!
//! This crate never runs a script and never depends on the oracle: if both sides shared a
//! reading of the shell language they would be wrong together.
#![forbid(unsafe_code)]

pub mod adapter;
pub mod explain;
pub mod files;
pub mod host;
pub mod policy;
pub mod promise;
pub mod registry;
pub mod request;
pub mod syntax;
pub mod verdict;

pub use explain::{Concern, Explanation, Landing};
pub use host::{Host, Outcome};
pub use promise::{Clause, Promise};
pub use request::{Request, TargetShell};
pub use verdict::{Answer, Fault, Guard, Handback, LateFault, Verdict};
