//! Runs a shell command in a throw-away world and observes what it really does.
//!
//! The oracle knows nothing of guards: it takes a script, a world and a shell, and gives back an
//! [`Observation`]: how it ended, what it printed, which programs it started with which arguments,
//! and every effect on the world. Nothing that a script does reaches the machine: it runs in
//! namespaces of its own, in a private root of which only the world is writable, without network,
//! capabilities or a way to get them. Where that cannot be had, [`Oracle::new`] says what is
//! missing; there is no way to run without it.
//!
//! ```no_run
//! use oracle::{Config, EffectKind, Oracle, Run, Shell, ShellName, worlds};
//!
//! let mut oracle = Oracle::new(Config::default())?;
//! let shell = Shell::find(ShellName::Bash)?;
//! let world = worlds::get("range")?;
//! let seen = oracle.run(&Run::new(b"echo hello > made", &world, &shell))?;
//! assert_eq!(seen.exit, Some(0));
//! assert_eq!(seen.effects[0].kind, EffectKind::Create);
//! assert_eq!(seen.effects[0].path, b"/w/tree/made");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cpu;
mod error;
pub mod guest;
mod oracle;
pub mod shell;
mod worker;
pub mod worlds;
pub mod xtrace;

pub use error::Error;
pub use oracle::{Config, MAX_SCRIPT, Oracle, Run, Usage};
pub use oracle_worker::observation::{
    By, Command, CommandKind, Effect, EffectKind, Mode, Observation, Output, Program, Via,
};
pub use oracle_worker::run::{Delivery, Script};
pub use oracle_worker::sandbox::Missing;
pub use oracle_worker::world::{Bytes, Canary, Entry, Node, World, Zone};
pub use shell::{Shell, ShellError, ShellName};
