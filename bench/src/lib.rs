//! Benchmarks of what a hunt does most often, beside this folder: `cargo bench -p bench`.
//!
//! What they print is compared with their own last run on the same machine. Figures that are claimed
//! anywhere come from `trapline bench`, which measures what it compares with in the same run.
#![forbid(unsafe_code)]
