//! The words of one run, and the engine that makes it.
//!
//! This crate is built twice: as a library whose vocabulary the `oracle` crate re-exports, and as
//! the small program that `oracle` embeds and starts as its long-lived worker. Use it through
//! `oracle`.

pub mod observation;
pub mod run;
pub mod stage;
pub mod world;
