//! The subcommands.

mod answer;
mod bench;
mod doctor;
mod explain;
mod guards;
mod hunt;
mod merge;
mod reduce;
mod replay;
mod report;
mod shells;
mod try_script;
mod worlds;

use clap::{Parser, Subcommand};

use crate::error::Error;
use crate::out::Out;

/// Finds shell commands that a guard approves and a shell then misuses.
#[derive(Debug, Parser)]
#[command(name = "trapline", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Print results as JSON, in a stable and versioned form.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 clean, 1 usage or internal error, 4 nothing ran, 96 set-up missing, \
97 controls failed, 100 findings, 106 interrupted.";

/// One subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search for scripts that a guard allows and that break its promise.
    Hunt(hunt::Args),
    /// Ask a guard about one script, and run it under each shell.
    Try(try_script::Args),
    /// Show how a script is read, what it reaches, and why a guard says what it says.
    Explain(explain::Args),
    /// Run stored cases and compare what they do with what they say.
    Replay(replay::Args),
    /// Find the smallest script that shows the same bug.
    Reduce(reduce::Args),
    /// Turn a hunt's output into a page or a document.
    Report(report::Args),
    /// Put the outputs of several hunts of one guard together.
    Merge(merge::Args),
    /// List the guards that are built in, or describe a guard.
    Guards(guards::Args),
    /// List the shells.
    Shells(shells::Args),
    /// List the worlds that a script can run in, or describe one.
    Worlds(worlds::Args),
    /// Check that this machine has what Trapline needs.
    Doctor(doctor::Args),
    /// Measure.
    Bench(bench::Args),
}

impl Command {
    /// Does it, and gives the exit code.
    ///
    /// # Errors
    ///
    /// What keeps it from being done.
    pub(crate) fn run(&self, out: &mut Out) -> Result<u8, Error> {
        match self {
            Self::Hunt(args) => hunt::run(args, out),
            Self::Try(args) => try_script::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::Replay(args) => replay::run(args, out),
            Self::Reduce(args) => reduce::run(args, out),
            Self::Report(args) => report::run(args, out),
            Self::Merge(args) => merge::run(args, out),
            Self::Guards(args) => guards::run(args, out),
            Self::Shells(args) => shells::run(args, out),
            Self::Worlds(args) => worlds::run(args, out),
            Self::Doctor(args) => doctor::run(args, out),
            Self::Bench(args) => bench::run(args, out),
        }
    }
}
