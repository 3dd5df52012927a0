//! The `trapline` command.
//!
//! Each subcommand is one file in [`command`]: its arguments, and a `run` that gives the exit code
//! or an [`error::Error`], which has one. Results go to standard output through [`out::Out`],
//! everything else to standard error.
#![forbid(unsafe_code)]

mod cases;
mod command;
mod controls;
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

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser as _;

use command::Cli;
use out::Out;

fn main() -> ExitCode {
    // What a guard does in a hunt is caught there; the hook only keeps traces off the screen.
    std::panic::set_hook(Box::new(|_| {}));
    let code = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        say::line(format!("trapline: internal error: {}", panic_text(&*panic)));
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

/// What a panic said, on one line.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    text.lines().next().unwrap_or_default().to_owned()
}
