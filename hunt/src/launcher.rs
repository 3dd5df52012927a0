//! Starts foreign guards inside the oracle's sandbox.
//!
//! A guard that looks at files must see the world that the script will run in, so its sandbox shows
//! a copy of that world at the same place. What it writes there is put back between two questions,
//! and told. Of the host it sees its own folder, its program, and what its manifest mounts.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use guard::adapter::{Ending, Launched, Launcher, Process, Program};
use oracle::World;
use oracle::guest::{Ended, Guest, GuestConfig, GuestProgram};

/// A sandbox that guards of one kind follow each other in, as a protocol wants that starts the guard
/// anew for each question.
type Shared = Arc<Mutex<Option<(Key, Guest)>>>;

/// What a sandbox was set up for.
type Key = (Vec<PathBuf>, bool);

/// Starts guards in a sandbox with a copy of this world.
#[derive(Debug)]
pub struct SandboxLauncher {
    world: World,
    idle: Shared,
}

impl SandboxLauncher {
    /// A launcher for guards that should see this world.
    pub fn new(world: World) -> Self {
        Self { world, idle: Arc::default() }
    }
}

/// The last word of a program's way: where it is on this machine, and what must be shown for it.
struct Found {
    program: OsString,
    shown: Vec<PathBuf>,
}

/// Folders that every sandbox shows.
const ALWAYS: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt"];

fn is_shown(path: &Path) -> bool {
    ALWAYS.iter().any(|folder| path.starts_with(folder))
}

/// Looks a program up: relative to its folder where it has a slash, else on the sandbox's `PATH`, and
/// then on the caller's.
fn find(name: &OsStr, folder: &Path, world: &World) -> io::Result<Found> {
    let missing = || {
        let text = format!("no program `{}` is installed", name.to_string_lossy());
        io::Error::new(io::ErrorKind::NotFound, text)
    };
    if name.as_bytes().contains(&b'/') {
        let path = folder.join(name);
        let real = path.canonicalize().map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        let shown = if is_shown(&real) { Vec::new() } else { vec![prefix(&real)] };
        return Ok(Found { program: real.into(), shown });
    }
    let inside = world.env.iter().find(|(key, _)| key == b"PATH");
    let inside = inside.map(|(_, value)| OsStr::from_bytes(value).to_owned()).unwrap_or_default();
    if std::env::split_paths(&inside).any(|at| is_shown(&at) && at.join(name).is_file()) {
        return Ok(Found { program: name.to_owned(), shown: Vec::new() });
    }
    let outside = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&outside)
        .find_map(|at| at.join(name).canonicalize().ok().filter(|path| path.is_file()))
        .ok_or_else(missing)?;
    Ok(Found { shown: vec![prefix(&found)], program: found.into() })
}

/// What an installed program needs beside itself: the folder that holds its `bin`, or its own.
fn prefix(program: &Path) -> PathBuf {
    let folder = program.parent().unwrap_or(program);
    match folder.file_name() {
        Some(name) if name == "bin" => folder.parent().unwrap_or(folder).to_owned(),
        _ => folder.to_owned(),
    }
}

impl Launcher for SandboxLauncher {
    fn launch(&self, program: &Program) -> io::Result<Launched> {
        let name = program.argv.first().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = program.folder.canonicalize().map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", program.folder.display()))
        })?;
        let found = find(name, &folder, &self.world)?;
        let mut shown = found.shown;
        shown.extend(program.mounts.iter().cloned());
        if !is_shown(&folder) {
            shown.push(folder.clone());
        }
        shown.sort();
        shown.dedup();
        let key = (shown, program.network);
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut guest = match idle {
            Some((last, guest)) if last == key => guest,
            _ => Guest::new(&GuestConfig {
                world: self.world.clone(),
                shown: key.0.clone(),
                network: key.1,
            })
            .map_err(io::Error::other)?,
        };
        let mut argv = program.argv.clone();
        argv[0] = found.program;
        let start = GuestProgram { argv, env: program.env.clone(), folder };
        let streams = guest.start(&start).map_err(|error| match error {
            oracle::Error::Program(what) => io::Error::new(io::ErrorKind::NotFound, what),
            other => io::Error::other(other),
        })?;
        Ok(Launched {
            stdin: streams.stdin,
            stdout: streams.stdout,
            stderr: streams.stderr,
            process: Box::new(Sandboxed { guest: Some((key, guest)), idle: self.idle.clone() }),
        })
    }

    fn one_at_a_time(&self) -> bool {
        true
    }
}

struct Sandboxed {
    guest: Option<(Key, Guest)>,
    idle: Shared,
}

impl Process for Sandboxed {
    fn ended(&mut self) -> Option<Ending> {
        let (_, guest) = self.guest.as_mut()?;
        match guest.ended() {
            Ok(None) => None,
            Ok(Some(Ended::Exit(status))) => Some(Ending::Exit(status)),
            Ok(Some(Ended::Signal(signal))) => Some(Ending::Signal(signal)),
            Err(_) => Some(Ending::Unseen),
        }
    }

    fn idle(&mut self) -> Vec<String> {
        let Some((_, guest)) = &mut self.guest else { return Vec::new() };
        match guest.reset() {
            Ok(effects) => effects
                .iter()
                .filter(|effect| effect.via != Some(oracle::Via::Shell))
                .map(|effect| {
                    let path = String::from_utf8_lossy(&effect.path);
                    format!("the guard itself did: {} {path}", effect.kind.name())
                })
                .collect(),
            Err(error) => vec![format!("the guard's sandbox: {error}")],
        }
    }
}

impl Drop for Sandboxed {
    fn drop(&mut self) {
        if let Some((key, mut guest)) = self.guest.take()
            && guest.stop().is_ok()
        {
            *self.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, guest));
        }
    }
}
