//! The search for findings: judge, generators, confirmation, reduction, buckets.
//!
//! A *finding* is a verdict and an observation that contradict each other. This crate is where
//! guards and the oracle meet: [`judge`] says what a run broke, [`classify`] what that makes of an
//! answer, [`bucket`] by which signature two findings are the same bug, [`generate`] makes
//! scripts, [`reduce`] makes them small, and [`search`] is the loop around all of them. [`differences`] says
//! what a finding depends on that a user's own machine may have otherwise.
//!
//! It has no command line, no terminal and no pages.
#![forbid(unsafe_code)]

pub mod agree;
mod beside;
pub mod bucket;
mod cache;
pub mod case;
pub mod classify;
pub mod differences;
mod fuzzer;
pub mod generate;
pub mod judge;
pub mod lab;
pub mod launcher;
mod layout;
mod plan;
pub mod property;
pub mod reduce;
pub mod runner;
mod runs;
pub mod search;

#[cfg(test)]
mod fake;

pub use beside::beside;
pub use layout::Layout;
pub use plan::Plan;
pub use runs::{RunError, RunSpec, Runs, Trust, target};
