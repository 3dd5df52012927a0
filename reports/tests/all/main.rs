//! The documents of a log: as they should look, from what is whole and from what is hostile.

mod browser;
mod gather;
mod hostile;
mod sample;
mod snapshots;
