//! The reader against real shells, with other parsers as second opinions.
//!
//! Every script that is read without a doubt is run under bash, dash, zsh, mksh and busybox, with
//! every program replaced by a stub that records its arguments and exits with 0, then with 1. A
//! program that a shell started and that is not in the tree, or a file that no redirection of the
//! tree makes, is a *wrong accept*, and there must be none; nor may bash, dash or zsh refuse what
//! is read (`-n`). A second check predicts, for scripts that fix everything, which programs run and
//! how often; there a shell that runs fewer shows a difference in reading that should have been a
//! doubt. Where brush-parser or conch-parser reads another script, what the shells did says who was
//! right, and what it does not say must be explained.
//!
//! As a test it runs the stored scripts and some generated ones. The example `agree` is the same
//! with other defaults: `cargo run --release -p hunt --example agree -- --help` lists the options.
#![forbid(unsafe_code)]

mod run;

fn main() -> std::process::ExitCode {
    run::main(400, false)
}
