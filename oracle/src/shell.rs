//! The shells that the oracle can run.
//!
//! A [`Shell`] is an installed program with the exact arguments that make it read no start-up
//! files, its version, and how a text is handed to it in each [`Delivery`].
//!
//! | shell | package | always | interactive | as a login shell |
//! |---|---|---|---|---|
//! | `bash` | bash | `--norc --noprofile` | | `-l` in place of both |
//! | `bash-posix` | bash | `--norc --noprofile --posix` | | `--posix -l` (read only when interactive) |
//! | `sh` | dash | | | `-l` |
//! | `zsh` | zsh | `-f` | | `-l` in place of it |
//! | `busybox` | busybox | `ash` | | `ash -l` |
//! | `mksh` | mksh | | `ENV=/dev/null` | `-l` |
//! | `ksh` | ksh93u+m | | `+E` | `-l` |
//! | `yash` | yash | `--noprofile --norcfile` | | `-l` in place of both |
//!
//! What no argument can stop, so that the world has to: zsh reads `/etc/zsh/zshenv` (elsewhere
//! `/etc/zshenv`) always; bash reads the file that `BASH_ENV` names where it is not interactive; an
//! interactive dash, busybox, mksh or ksh93, and an interactive bash in POSIX mode, read the file that
//! `ENV` names. mksh has no argument against `~/.mkshrc`: [`Shell::env`] sets `ENV` for it.
//!
//! A [`Profile`] is a shell as a real host starts it, with its start-up files or as a session.

mod name;
mod profile;

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use oracle_worker::run::Delivery;
use oracle_worker::world::Bytes;
use thiserror::Error;

pub use self::name::{ShellName, UnknownShell};
pub use self::profile::Profile;
pub(crate) use self::profile::session;

/// Where shells are looked for: the folders that every world has too.
const FOLDERS: [&str; 3] = ["/usr/bin", "/bin", "/usr/local/bin"];

/// Why a shell cannot be had.
#[derive(Debug, Error)]
pub enum ShellError {
    /// It is not installed.
    #[error("shell {shell} is not installed: apt-get install {}", .shell.package())]
    Missing {
        /// Which.
        shell: ShellName,
    },
    /// A file has its name, but is another program.
    #[error("shell {shell}: {} is another program: apt-get install {}", .path.display(), .shell.package())]
    Other {
        /// Which was looked for.
        shell: ShellName,
        /// What was found.
        path: PathBuf,
    },
    /// It could not be started.
    #[error("shell {shell}: cannot run {}: {source}", .path.display())]
    Broken {
        /// Which.
        shell: ShellName,
        /// Its program.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// An installed shell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shell {
    /// Its name.
    pub name: ShellName,
    /// Its program, absolute, with links resolved.
    pub program: PathBuf,
    /// Its version, as it or its package tells; `?` where neither does.
    pub version: String,
    /// Whether it is started as a login shell, which reads the profile files.
    pub login: bool,
}

impl Shell {
    /// Finds an installed shell and asks for its version.
    ///
    /// # Errors
    ///
    /// When it is not installed, cannot be run, or something else has its name (`ksh` is often a link
    /// to another Korn shell). There is no program for [`ShellName::None`].
    pub fn find(name: ShellName) -> Result<Self, ShellError> {
        let mut other = None;
        for file in name.files() {
            for folder in FOLDERS {
                let Ok(program) = Path::new(folder).join(file).canonicalize() else { continue };
                match version(name.base(), &program) {
                    Ok(Some(version)) => {
                        let login = name.profile().is_some_and(Profile::is_login);
                        return Ok(Self { name, program, version, login });
                    }
                    Ok(None) => other = Some(program),
                    Err(source) => {
                        return Err(ShellError::Broken { shell: name, path: program, source });
                    }
                }
            }
        }
        Err(match other {
            Some(path) => ShellError::Other { shell: name, path },
            None => ShellError::Missing { shell: name },
        })
    }

    /// What an argv is run under: no shell.
    pub fn none() -> Self {
        let (name, program) = (ShellName::None, PathBuf::new());
        Self { name, program, version: String::new(), login: false }
    }

    /// The same shell, started as a login shell.
    #[must_use]
    pub fn as_login(mut self) -> Self {
        self.login = true;
        self
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The arguments before the text, the program's name first.
    pub fn prefix(&self, delivery: Delivery) -> Vec<Bytes> {
        let (name, flags): (&str, &[&str]) = match (self.name, self.login) {
            (ShellName::Host(Profile::ShSystem), false) => ("sh", &[]),
            (ShellName::Host(Profile::ShSystem), true) => ("sh", &["-l"]),
            (ShellName::Host(Profile::ZshStartup), false) => ("zsh", &[]),
            (ShellName::Host(profile), login) => {
                let plain = Self { name: profile.base(), login, ..self.clone() };
                return plain.prefix(delivery);
            }
            (ShellName::Bash, false) => ("bash", &["--norc", "--noprofile"]),
            (ShellName::Bash, true) => ("bash", &["-l"]),
            (ShellName::BashPosix, false) => ("bash", &["--norc", "--noprofile", "--posix"]),
            (ShellName::BashPosix, true) => ("bash", &["--posix", "-l"]),
            (ShellName::Sh, false) => ("dash", &[]),
            (ShellName::Sh, true) => ("dash", &["-l"]),
            (ShellName::Zsh, false) => ("zsh", &["-f"]),
            (ShellName::Zsh, true) => ("zsh", &["-l"]),
            (ShellName::Busybox, false) => ("busybox", &["ash"]),
            (ShellName::Busybox, true) => ("busybox", &["ash", "-l"]),
            (ShellName::Mksh, false) => ("mksh", &[]),
            (ShellName::Mksh, true) => ("mksh", &["-l"]),
            (ShellName::Ksh, false) => ("ksh93", &[]),
            (ShellName::Ksh, true) => ("ksh93", &["-l"]),
            (ShellName::Yash, false) => ("yash", &["--noprofile", "--norcfile"]),
            (ShellName::Yash, true) => ("yash", &["-l"]),
            (ShellName::None, _) => return Vec::new(),
        };
        let interactive = matches!(delivery, Delivery::Typed | Delivery::Tty);
        let mut words: Vec<Bytes> = vec![name.into()];
        words.extend(flags.iter().map(|flag| flag.as_bytes().to_vec()));
        if interactive && !self.login && self.name == ShellName::Ksh {
            words.push(b"+E".to_vec());
        }
        if interactive {
            words.push(b"-i".to_vec());
        }
        words
    }

    /// What the environment needs besides that of the world, for the shell to read no start-up file.
    pub fn env(&self, delivery: Delivery) -> Vec<(Bytes, Bytes)> {
        let interactive = matches!(delivery, Delivery::Typed | Delivery::Tty);
        if interactive && !self.login && self.name.base() == ShellName::Mksh {
            vec![(b"ENV".to_vec(), b"/dev/null".to_vec())]
        } else {
            Vec::new()
        }
    }

    /// The whole argv. `text` is the script itself for [`Delivery::C`] and the path of a file that
    /// holds it for [`Delivery::File`]; it is not looked at for the others, whose text goes to
    /// standard input or the terminal.
    pub fn argv(&self, delivery: Delivery, text: &[u8]) -> Vec<Bytes> {
        let mut words = self.prefix(delivery);
        match delivery {
            Delivery::C => words.extend([b"-c".to_vec(), text.to_vec()]),
            Delivery::File => words.push(text.to_vec()),
            Delivery::Stdin | Delivery::Typed | Delivery::Tty => {}
        }
        words
    }
}

/// The programs of every shell that is installed here, links resolved.
pub fn programs() -> Vec<PathBuf> {
    let found = ShellName::ALL.iter().flat_map(|name| name.files()).flat_map(|file| {
        FOLDERS.iter().filter_map(move |folder| Path::new(folder).join(file).canonicalize().ok())
    });
    let mut programs: Vec<PathBuf> = found.collect();
    programs.sort();
    programs.dedup();
    programs
}

/// Whether a program that was started is a shell, by the name of its file or, for busybox, of its
/// applet.
pub fn is_shell(path: &[u8], argv: &[Bytes]) -> bool {
    const NAMES: [&[u8]; 24] = [
        b"sh",
        b"bash",
        b"rbash",
        b"dash",
        b"ash",
        b"hush",
        b"zsh",
        b"rzsh",
        b"zsh5",
        b"ksh",
        b"rksh",
        b"ksh93",
        b"rksh93",
        b"mksh",
        b"mksh-static",
        b"lksh",
        b"pdksh",
        b"oksh",
        b"yash",
        b"posh",
        b"fish",
        b"csh",
        b"tcsh",
        b"rc",
    ];
    let base = |path: &[u8]| path.rsplit(|byte| *byte == b'/').next().unwrap_or(path).to_vec();
    let named = |path: &[u8]| {
        let name = base(path);
        // A login shell has a dash before its name.
        let name = name.strip_prefix(b"-").unwrap_or(&name);
        NAMES.contains(&name)
    };
    if base(path).starts_with(b"busybox") {
        let first = argv.first().map(|word| base(word)).unwrap_or_default();
        let applet = if first.starts_with(b"busybox") { argv.get(1) } else { argv.first() };
        return applet.is_some_and(|word| named(word));
    }
    named(path)
}

/// The version of `program`; `None` where it is not what its name says.
fn version(name: ShellName, program: &Path) -> io::Result<Option<String>> {
    let Some((script, before)) = name.probe() else {
        let is_dash = program.file_name() == Some(OsStr::new("dash"));
        return Ok(is_dash.then(|| package_version("dash").unwrap_or_else(|| "?".to_owned())));
    };
    let shell = Shell { name, program: program.to_owned(), version: String::new(), login: false };
    let mut command = Command::new(program);
    if !script.is_empty() {
        let argv = shell.argv(Delivery::C, script.as_bytes());
        command.args(argv.iter().skip(1).map(|word| OsStr::from_bytes(word)));
    }
    let output = command
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let first = text.lines().next().unwrap_or_default();
    Ok(first.strip_prefix(before).and_then(|rest| number(name, rest)))
}

/// The version in what a shell says after its name.
fn number(name: ShellName, text: &str) -> Option<String> {
    let text = match name {
        // `5.2.15(1)-release`
        ShellName::Bash | ShellName::BashPosix => text.split('(').next()?,
        // `R59 2023/04/29 +Debian`, `93u+m/1.0.4 2022-10-22`, `1.35.0 (Debian …) multi-call`
        _ => text.split_whitespace().next()?,
    };
    (!text.is_empty()).then(|| text.to_owned())
}

/// The version of an installed Debian package.
fn package_version(package: &str) -> Option<String> {
    let output = Command::new("dpkg-query")
        .args(["-W", "-f", "${Version}", package])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.is_empty()).then_some(text)
}
