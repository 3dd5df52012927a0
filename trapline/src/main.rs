//! The `trapline` command.
//!
//! Each subcommand is one file in [`command`]: its arguments, and a `run` that gives the exit code
//! or an [`error::Error`], which has one. Results go to standard output through [`out::Out`],
//! everything else to standard error.
#![forbid(unsafe_code)]

mod cases;
mod command;
mod controls;
mod cores;
mod error;
mod exit_codes;
mod guards;
mod host;
mod interrupt;
mod known;
mod out;
mod progress;
mod same;
mod say;
mod setup;
mod show;
mod text;
mod trust;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Parser as _;

use command::Cli;
use out::Out;

/// A guard and the generator make many small pieces of text; see `docs/performance.md` for what this saves.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What the last panic said and where, on one line.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn main() -> ExitCode {
    // What a guard does in a hunt is caught there; the hook keeps traces off the screen, and what was
    // said last, since a thread that is waited for does not hand it on.
    std::panic::set_hook(Box::new(|info| {
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *last = info.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    }));
    let code = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        say::line(format!("trapline: internal error: {last}"));
        exit_codes::ERROR
    });
    ExitCode::from(code)
}

fn run() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; they go to standard output. If nobody reads them,
            // there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { exit_codes::ERROR } else { exit_codes::CLEAN };
        }
    };
    let mut out = Out::new(cli.json);
    let code = match cli.command.run(&mut out) {
        Ok(code) => code,
        Err(error) => {
            say::line(format!("trapline: {error}"));
            error.exit_code()
        }
    };
    match out.into_failure() {
        None => code,
        Some(error) => {
            say::line(format!("trapline: standard output: {error}"));
            exit_codes::worst([code, exit_codes::ERROR])
        }
    }
}
