//! A shell as anybody starts it: one `posix_spawn`, no isolation, nothing observed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use oracle::{Delivery, Shell, World, cpu};

use super::measure::Sample;
use crate::error::Error;

/// A folder that is the current one for as long as anybody runs in it.
struct Folder {
    own: tempfile::TempDir,
    /// Where the caller was.
    before: Option<PathBuf>,
}

/// A place for bare runs.
#[derive(Clone)]
pub(crate) struct Bare {
    folder: Arc<Folder>,
    env: Vec<(OsString, OsString)>,
}

fn word(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

impl Bare {
    /// Makes a folder of its own and enters it: in memory where there is such a place, as worlds
    /// are. The environment is that of the world, without the tripwire.
    ///
    /// # Errors
    ///
    /// Where there is no folder to be had.
    pub(crate) fn new(world: &World) -> Result<Self, Error> {
        const MEMORY: &str = "/dev/shm";
        let place = tempfile::tempdir_in(MEMORY).or_else(|_| tempfile::tempdir());
        let folder = place.map_err(|error| Error::io(&std::env::temp_dir(), error))?;
        let before = std::env::current_dir().ok();
        std::env::set_current_dir(folder.path())
            .map_err(|error| Error::io(folder.path(), error))?;
        let env = world.env.iter().map(|(name, value)| {
            let value = match name.as_slice() {
                b"PATH" => b"/usr/local/bin:/usr/bin:/bin",
                _ => value.as_slice(),
            };
            (word(name), word(value))
        });
        Ok(Self { env: env.collect(), folder: Arc::new(Folder { own: folder, before }) })
    }

    /// The same place, for another loop of runs.
    pub(crate) fn again(&self) -> Self {
        self.clone()
    }

    /// Makes one run of a script that creates this file, and removes it.
    ///
    /// # Errors
    ///
    /// As [`Bare::sample`].
    pub(crate) fn once(&self, shell: &Shell, script: &str, file: &str) -> Result<(), Error> {
        self.run(shell, script)?;
        let file = self.folder.own.path().join(file);
        fs::remove_file(&file).map_err(|error| Error::io(&file, error))
    }

    /// Makes so many runs of a script that creates the file `f`.
    ///
    /// # Errors
    ///
    /// Where a run fails, or there is no `f` afterwards.
    pub(crate) fn sample(&self, shell: &Shell, script: &str, runs: u32) -> Result<Sample, Error> {
        let file = self.folder.own.path().join("f");
        let gone = || fs::remove_file(&file).map_err(|error| Error::io(&file, error));
        let (mut cpu, mut wall) = (Duration::ZERO, Duration::ZERO);
        self.run(shell, script)?;
        gone()?;
        for _ in 0..runs {
            let (own, children, begun) = (cpu::own(), cpu::children(), Instant::now());
            let done = self.run(shell, script);
            wall += begun.elapsed();
            cpu += cpu::own().saturating_sub(own) + cpu::children().saturating_sub(children);
            done?;
            // Undoing it is no part of a bare run.
            gone()?;
        }
        Ok(Sample::new(cpu, wall, runs))
    }

    fn run(&self, shell: &Shell, script: &str) -> Result<(), Error> {
        let argv = shell.argv(Delivery::C, script.as_bytes());
        // Without a folder or a hook of its own, this is one call of posix_spawn.
        let status = Command::new(shell.program())
            .arg0(argv.first().map(|first| word(first)).unwrap_or_default())
            .args(argv.iter().skip(1).map(|other| word(other)))
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| Error::io(shell.program(), error))?;
        if status.success() {
            return Ok(());
        }
        Err(Error::Usage(format!("`{script}` under a bare {}: {status}", shell.name)))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The folder is about to go; somebody in it would be nowhere.
        let before = self.before.as_deref().unwrap_or(Path::new("/"));
        let _ = std::env::set_current_dir(before).or_else(|_| std::env::set_current_dir("/"));
    }
}
