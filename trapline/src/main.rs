//! The `trapline` command.
#![forbid(unsafe_code)]
fn main() {}
