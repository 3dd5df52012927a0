//! The oracle's worker program.
fn main() {}
