//! The documents of a log: as they should look, from what is whole and from what is hostile.
#![forbid(unsafe_code)]

mod browser;
mod gather;
mod hostile;
mod sample;
mod snapshots;
