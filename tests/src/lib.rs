//! Tests that concern more than one crate, beside this folder.
//!
//! `hygiene.rs` holds the repository to its own rules. `cli/` runs the `trapline` program; it is a
//! test of that package, because cargo tells a program's path to the tests of its own package only.
#![forbid(unsafe_code)]
