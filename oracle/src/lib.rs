//! Runs a shell command in a throw-away world and observes what it really does.
//!
//! The oracle knows nothing of guards: it takes a script, a world and a shell, and gives back an
//! [`Observation`].

pub use oracle_worker::observation::{
    By, Command, CommandKind, Effect, EffectKind, Mode, Observation, Output, Program, Via,
};
pub use oracle_worker::run::{Delivery, Script};
pub use oracle_worker::world::{Bytes, Canary, Entry, Node, World, Zone};

pub mod shell;
pub mod xtrace;

pub use shell::{Shell, ShellError, ShellName};
