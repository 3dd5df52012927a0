//! The words of one run, and the engine that makes it.
//!
//! This crate is built twice: as a library whose vocabulary the `oracle` crate re-exports, and as
//! the small program that `oracle` embeds and starts as its long-lived worker. Use it through
//! `oracle`.

mod cell;
mod engine;
mod notify;
pub mod observation;
pub mod proto;
pub mod run;
pub mod sandbox;
pub mod sealed;
pub mod serve;
pub mod stage;
mod sys;
pub mod tripwire;
pub mod world;
