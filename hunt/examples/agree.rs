//! The reader against real shells and other parsers, as a table: how often it doubts, what shells
//! refuse or read in another way, in what parsers differ from it, and who was right.
#![forbid(unsafe_code)]

#[path = "../tests/agree/run/mod.rs"]
mod run;

fn main() -> std::process::ExitCode {
    run::main(5000, true)
}
