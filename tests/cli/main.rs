//! Runs the `trapline` program as anybody would: real guards, real shells, the real sandbox.
#![forbid(unsafe_code)]

mod bad_input;
mod depends;
mod end;
mod explains;
mod hunts;
mod kit;
mod lists;
mod reports;
mod terminal;
mod tries;
