//! The stage on real commands: what is told of each, that all of it is put back, and that nothing
//! is told of a run after it.

mod effects;
mod harness;
mod hostile;
mod random;
mod shells;
mod tables;
