//! `trapline bench`: measures.

mod bare;
mod catalogue;
mod guard;
mod measure;
mod oracle;

use clap::Subcommand;

use crate::error::Error;
use crate::out::Out;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Runs per second of the oracle, beside those of the bare shell.
    Oracle(oracle::Args),
    /// What the approver and its reader cost, and how much they read.
    Guard(guard::Args),
    /// What replaying the stored cases takes, beside bare starts of the same shells.
    Catalogue(catalogue::Args),
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    match &args.what {
        What::Oracle(args) => oracle::run(args, out),
        What::Guard(args) => guard::run(args, out),
        What::Catalogue(args) => catalogue::run(args, out),
    }
}
