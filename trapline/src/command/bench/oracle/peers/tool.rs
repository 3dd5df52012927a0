//! The other tools: how each is started, and how it is seen that the script really ran.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::show;

/// What every tool is asked to run.
pub(super) const SCRIPT: &str = "echo x > f";

/// The file that the script makes, and what it then holds.
const MADE: (&str, &[u8]) = ("f", b"x\n");

/// What sandbox-runtime is told: no network, and writes to the current folder only.
const SRT_SETTINGS: &str = r#"{
    "network": { "allowedDomains": [], "deniedDomains": [] },
    "filesystem": { "denyRead": [], "allowWrite": ["."], "denyWrite": [] }
}
"#;

/// How it is seen that a run really ran the script.
#[derive(Clone, Copy)]
enum Sign {
    /// The file stands in the folder.
    File,
    /// The tool tells of the file on standard error, and the folder is as it was.
    Told(&'static str),
}

/// A tool, and how it is asked to do what it can of what the oracle does. In its words `{here}` is the
/// folder that the script may write to, `{shell}` the path of dash, `{script}` the script and
/// `{settings}` the file with what sandbox-runtime is told.
pub(super) struct Peer {
    pub(super) name: &'static str,
    program: &'static str,
    words: &'static [&'static str],
    /// What it reads: the answers to what it asks.
    input: &'static [u8],
    sign: Sign,
    /// Of the fastest that does as much in one respect: what is asked for.
    pub(super) asked: Option<f64>,
    /// What it tells of the script's effects.
    pub(super) tells: &'static str,
}

const PLAIN: Peer = Peer {
    name: "",
    program: "",
    words: &[],
    input: b"",
    sign: Sign::File,
    asked: None,
    tells: "nothing",
};

pub(super) const PEERS: [Peer; 8] = [
    Peer { name: "dash alone", program: "dash", words: &["-c", "{script}"], ..PLAIN },
    Peer {
        name: "strace -f -e execve",
        program: "strace",
        words: &["-f", "-qq", "-e", "trace=execve", "-o", "/dev/null", "{shell}", "-c", "{script}"],
        tells: "programs",
        ..PLAIN
    },
    Peer {
        name: "unshare, all namespaces",
        program: "unshare",
        words: &[
            "--user",
            "--map-root-user",
            "--mount",
            "--pid",
            "--net",
            "--ipc",
            "--uts",
            "--fork",
            "--mount-proc",
            "{shell}",
            "-c",
            "{script}",
        ],
        ..PLAIN
    },
    Peer {
        name: "bwrap --unshare-all",
        program: "bwrap",
        words: &[
            "--unshare-all",
            "--die-with-parent",
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--tmpfs",
            "/tmp",
            "--bind",
            "{here}",
            "{here}",
            "--chdir",
            "{here}",
            "{shell}",
            "-c",
            "{script}",
        ],
        asked: Some(12.0),
        ..PLAIN
    },
    Peer {
        name: "nsjail -Mo",
        program: "nsjail",
        // It does not look along PATH for what it starts.
        words: &[
            "-Mo",
            "-Q",
            "--bindmount_ro",
            "/",
            "--bindmount",
            "{here}",
            "--cwd",
            "{here}",
            "--",
            "{shell}",
            "-c",
            "{script}",
        ],
        ..PLAIN
    },
    Peer {
        name: "firejail",
        program: "firejail",
        words: &["--quiet", "--noprofile", "--net=none", "--", "{shell}", "-c", "{script}"],
        ..PLAIN
    },
    Peer {
        name: "try",
        program: "try",
        // It runs its words as a script, shows what that changed, and asks whether to keep it.
        words: &["{script}"],
        input: b"n\n",
        sign: Sign::Told("/f (added)"),
        asked: Some(500.0),
        tells: "files",
    },
    Peer {
        name: "sandbox-runtime",
        program: "srt",
        words: &["-s", "{settings}", "-c", "{script}"],
        ..PLAIN
    },
];

/// The first file of this name on `PATH`.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// A place in which tools run.
pub(super) struct Place {
    /// Outside of every folder that a tool hides from its script, such as `/dev`.
    folder: tempfile::TempDir,
    shell: PathBuf,
}

impl Place {
    /// Makes a place; `None` where there is no dash for the tools to start.
    ///
    /// # Errors
    ///
    /// Where it cannot be made.
    pub(super) fn new(shell: PathBuf) -> Result<Self, Error> {
        let folder =
            tempfile::tempdir().map_err(|error| Error::io(&std::env::temp_dir(), error))?;
        let place = Self { folder, shell };
        for part in [place.here(), place.temporary()] {
            fs::create_dir(&part).map_err(|error| Error::io(&part, error))?;
        }
        for (file, content) in
            [(place.settings(), SRT_SETTINGS.as_bytes()), (place.input(), &b""[..])]
        {
            fs::write(&file, content).map_err(|error| Error::io(&file, error))?;
        }
        Ok(place)
    }

    /// Where the script runs.
    fn here(&self) -> PathBuf {
        self.folder.path().join("here")
    }

    /// Where tools keep what they need for a run.
    fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    fn settings(&self) -> PathBuf {
        self.folder.path().join("settings.json")
    }

    fn input(&self) -> PathBuf {
        self.folder.path().join("input")
    }

    /// Takes away what the last run left.
    fn clear(&self) -> Result<(), Error> {
        for part in [self.here(), self.temporary()] {
            let failed = |error| Error::io(&part, error);
            fs::remove_dir_all(&part).map_err(failed)?;
            fs::create_dir(&part).map_err(failed)?;
        }
        Ok(())
    }
}

/// How a run of a tool came out.
pub(super) enum Ran {
    /// It took so long.
    Took(Duration),
    /// It did not run the script: what it said instead.
    Not(String),
}

impl Peer {
    /// Where it is installed.
    pub(super) fn find(&self) -> Option<PathBuf> {
        find(self.program)
    }

    fn command(&self, program: &Path, place: &Place) -> Result<Command, Error> {
        let input = place.input();
        let failed = |error| Error::io(&input, error);
        fs::write(&input, self.input).map_err(failed)?;
        let mut command = Command::new(program);
        for word in self.words {
            command.arg(match *word {
                "{here}" => place.here().into_os_string(),
                "{shell}" => place.shell.clone().into_os_string(),
                "{settings}" => place.settings().into_os_string(),
                "{script}" => OsString::from(SCRIPT),
                word => OsString::from(word),
            });
        }
        command
            .current_dir(place.here())
            .env("TMPDIR", place.temporary())
            .env("TRY_SHELL", &place.shell)
            .stdin(Stdio::from(fs::File::open(&input).map_err(failed)?));
        Ok(command)
    }

    /// One run. The time is that of the tool alone: what makes the place ready, and what looks at what
    /// it did, does not count.
    ///
    /// # Errors
    ///
    /// Where the place cannot be made ready.
    pub(super) fn run(&self, program: &Path, place: &Place) -> Result<Ran, Error> {
        place.clear()?;
        let mut command = self.command(program, place)?;
        let begun = Instant::now();
        let done = command.output();
        let took = begun.elapsed();
        let done = match done {
            Ok(done) => done,
            Err(error) => return Ok(Ran::Not(error.to_string())),
        };
        Ok(match self.fault(&done, &place.here()) {
            None => Ran::Took(took),
            Some(why) => Ran::Not(why),
        })
    }

    /// What shows that a run did not run the script as it should have.
    fn fault(&self, done: &Output, here: &Path) -> Option<String> {
        let (name, content) = MADE;
        let made = fs::read(here.join(name)).is_ok_and(|it| it == content);
        let stands = here.join(name).symlink_metadata().is_ok();
        let said = String::from_utf8_lossy(&done.stderr);
        let ran = match self.sign {
            Sign::File => made,
            Sign::Told(what) => !stands && said.contains(what),
        };
        if ran && done.status.success() {
            return None;
        }
        let last = said.lines().map(str::trim).rfind(|line| !line.is_empty());
        let what = if ran { "" } else { "the script did not run; " };
        Some(match last {
            Some(line) => format!("{what}{}: {}", done.status, show::line(line.as_bytes())),
            None => format!("{what}{}", done.status),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn ran(peer: &Peer, script: &str) -> Result<(), String> {
        let place = Place::new("/bin/sh".into()).expect("a place");
        let tool = place.folder.path().join("tool");
        fs::write(&tool, format!("#!/bin/sh\n{script}\n")).expect("a tool");
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("a program");
        match peer.run(&tool, &place).expect("a run") {
            Ran::Took(_) => Ok(()),
            Ran::Not(why) => Err(why),
        }
    }

    /// A tool counts by what its script did, not by how it ended.
    #[test]
    fn only_a_script_that_ran_is_a_time() {
        let plain = Peer { words: &["{script}"], ..PLAIN };
        assert_eq!(ran(&plain, "eval \"$1\""), Ok(()));
        let not = |tool| ran(&plain, tool).expect_err(tool);
        assert_eq!(not("exit 0"), "the script did not run; exit status: 0");
        assert_eq!(not("echo y > f"), "the script did not run; exit status: 0");
        let refused = "the script did not run; exit status: 3: it may not";
        assert_eq!(not("echo first >&2; echo it may not >&2; exit 3"), refused);
        assert_eq!(not("eval \"$1\"; exit 9"), "exit status: 9");
        let telling = Peer { sign: Sign::Told("/f (added)"), input: b"n\n", ..plain };
        let asks = "read answer; [ \"$answer\" = n ] || exit 5";
        assert_eq!(ran(&telling, &format!("{asks}; echo \"$PWD/f (added)\" >&2")), Ok(()));
        let kept = format!("{asks}; eval \"$1\"; echo '/f (added)' >&2");
        assert!(ran(&telling, &kept).is_err(), "what was to be undone stands");
        let place = Place::new("/bin/sh".into()).expect("a place");
        let gone = plain.run(Path::new("/nowhere/tool"), &place).expect("a run");
        assert!(matches!(gone, Ran::Not(why) if why.contains("No such file")));
    }
}
