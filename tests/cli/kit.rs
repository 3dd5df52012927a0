//! What the tests share: the program, a folder of its own for each test, guards and cases.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// What a command did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// The one JSON object on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error}\nstdout:\n{}\nstderr:\n{}", self.stdout, self.stderr)
        })
    }

    /// One JSON object a line.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.stdout.lines().map(parse).collect()
    }

    /// The line on standard error that the program ended with.
    pub(crate) fn last_line(&self) -> &str {
        self.stderr.lines().last().unwrap_or_default()
    }
}

/// A folder that a test works in.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }

    /// The program, in this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trapline"));
        command.args(args).current_dir(self.path()).stdin(Stdio::null());
        for name in ["REQUIRE_SHELLS", "NO_COLOR"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Done {
        Done::of(&self.command(args).output().expect("trapline runs"))
    }

    /// Runs with this on standard input.
    pub(crate) fn run_with(&self, input: &[u8], args: &[&str]) -> Done {
        let mut child = self.spawn_with(Stdio::piped(), args);
        child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
        Done::of(&child.wait_with_output().expect("trapline ends"))
    }

    pub(crate) fn spawn(&self, args: &[&str]) -> Child {
        self.spawn_with(Stdio::null(), args)
    }

    fn spawn_with(&self, stdin: Stdio, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("trapline runs")
    }

    /// A guard that is a shell script, asked by exit status, and its manifest.
    pub(crate) fn guard(&self, name: &str, script: &str) -> String {
        self.write(&format!("{name}.sh"), script);
        let manifest = format!(
            "name = \"{name}\"\nprotocol = \"exit-status\"\nrun = [\"sh\", \"{name}.sh\"]\n\
             seeds = [\"echo hello\"]\n\n[promise]\npreset = \"read-only\"\n"
        );
        let file = format!("{name}.toml");
        self.write(&file, manifest);
        file
    }

    /// A guard that allows `echo …` and looks for three operators only.
    pub(crate) fn naive(&self) -> String {
        self.guard("naive", NAIVE)
    }
}

const NAIVE: &str = "\
script=$(cat; echo x)
script=${script%x}
case $script in
*';'*|*'&&'*|*'|'*) echo 'an operator' >&2; exit 1 ;;
'echo '*) exit 0 ;;
*) echo 'not an echo' >&2; exit 1 ;;
esac
";

/// Waits until something holds, for a minute at most.
#[track_caller]
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "waited a minute for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The names in a folder that do not start with a dot.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

/// Whether a program is on `PATH`.
pub(crate) fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(OsStr::new(name)).is_file())
}
