//! Runs a shell command in a throw-away world and observes what it really does.
//!
//! The oracle knows nothing of guards: it takes a script, a world and a shell, and gives back an
//! [`Observation`]: how it ended, what it printed, which programs it started with which arguments,
//! and every effect on the world. Nothing that a script does reaches the machine: it runs in
//! namespaces of its own, in a private root of which only the world is writable, without network,
//! capabilities or a way to get them. Where that cannot be had, [`Oracle::new`] says what is
//! missing; there is no way to run without it.
//!
//! ```
//! use oracle::{Config, EffectKind, Oracle, Shell, ShellName, worlds};
//!
//! # fn main() -> Result<(), oracle::Error> {
//! let mut oracle = Oracle::new(Config::default())?;
//! let shell = Shell::find(ShellName::Bash)?;
//! let world = worlds::get("range")?;
//! let seen = oracle.run("touch made; rm out/keep", &world, &shell)?;
//!
//! assert_eq!(seen.exit, Some(0));
//! let programs: Vec<_> = seen.programs.iter().map(|program| program.argv.join(&b' ')).collect();
//! assert_eq!(programs, [&b"touch made"[..], b"rm out/keep"]);
//! let effects: Vec<_> = seen.effects.iter().map(|it| (it.kind, it.path.as_slice())).collect();
//! assert_eq!(effects[0], (EffectKind::Create, &b"/w/tree/made"[..]));
//! // `out` is a link of that world that leads out of the tree, and a trap.
//! assert_eq!(effects[1], (EffectKind::Delete, &b"/w/outside/dir/keep"[..]));
//! # Ok(())
//! # }
//! ```
//!
//! A world of one's own is built in code or read from TOML ([`worlds::from_toml`]); a [`Run`] says
//! more of a run than its script: how the text reaches the shell, how the shell is started, whether
//! the commands that it ran are wanted.
//!
//! ```
//! use oracle::{Config, Delivery, Mode, Oracle, Run, Script, Shell, ShellName, World};
//!
//! # fn main() -> Result<(), oracle::Error> {
//! let world = World::new("mine").file("/w/tree/notes", "a\n").trap("/w/tree/up", "../outside");
//! let shell = Shell::find(ShellName::Sh)?;
//! let mut oracle = Oracle::new(Config::default())?;
//! let run = Run { delivery: Delivery::Stdin, mode: Mode::ForkServer, ..Run::new("cat notes", &world, &shell) };
//! assert_eq!(oracle.observe(&run)?.stdout.bytes, b"a\n");
//!
//! // A session keeps its directory, aliases and functions from one call to the next.
//! let session: ShellName = "bash@session".parse().expect("a shell");
//! let calls = Script::Calls(vec![b"cd up".to_vec(), b"touch made".to_vec()]);
//! let seen = oracle.run(&calls, &world, &Shell::find(session)?)?;
//! assert!(seen.effects.iter().any(|effect| effect.path == b"/w/outside/made"));
//! # Ok(())
//! # }
//! ```
//!
//! Every failure is one [`Error`]; nothing here panics, whatever the script, the world or the
//! machine. One [`Oracle`] makes one run at a time: use one a thread.

pub mod cpu;
mod drawn;
mod error;
pub mod limits {
    //! Limits for all runs of a worker together.

    pub use oracle_worker::sandbox::cgroup::delegated;
}
pub mod guest;
mod oracle;
mod selftest;
pub mod shell;
mod worker;
pub mod worlds;
pub mod xtrace;

pub use drawn::Drawn;
pub use error::Error;
pub use oracle::{Config, MAX_SCRIPT, Oracle, Run, Usage};
pub use oracle_worker::observation::{
    By, Command, CommandKind, Effect, EffectKind, Mode, Observation, Output, Program, Removal, Via,
};
pub use oracle_worker::run::{Delivery, Script};
pub use oracle_worker::sandbox::Missing;
pub use oracle_worker::world::{Bytes, Canary, Entries, Entry, Node, World, Zone};
pub use shell::{Profile, Shell, ShellError, ShellName};
