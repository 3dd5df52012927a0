//! A folder of recorded programs, and shells traced in it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use oracle::xtrace::{Traced, Tracer, Untraced};
use oracle::{By, Command as Ran, CommandKind, Delivery, Program, Shell, ShellName};

/// The names that stand on `PATH`, all of them recorders; some are what only a tripwire would answer.
const PROGRAMS: [&str; 13] =
    ["ls", "cat", "rm", "git", "env", "nosuch", "sh", "for", "a=b", "[[", "time", "x y", "seq"];

/// The user whom root becomes: bash takes no `PS4` as root.
const NOBODY: u32 = 65_534;

pub(crate) struct Bench {
    folder: tempfile::TempDir,
    random: AtomicU64,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |path: &Path, mode| {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(path, mode).expect("opened");
        };
        open(folder.path(), 0o777);
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).expect("made");
        open(&bin, 0o755);
        for name in PROGRAMS {
            std::fs::write(bin.join(name), recorder(name)).expect("written");
            open(&bin.join(name), 0o755);
        }
        std::fs::write(folder.path().join("source"), "echo 'sourced file'\n").expect("written");
        open(&folder.path().join("source"), 0o644);
        Self { folder, random: AtomicU64::new(0x1234_5678_9abc_def0) }
    }

    /// The commands of a script, each as `b|word|word`, `f|…` or `p|…`; or why there are none.
    pub(crate) fn commands(
        &self,
        shell: ShellName,
        locale: &str,
        script: &[u8],
        words: &[Vec<u8>],
    ) -> Vec<String> {
        match self.run(shell, locale, script, words) {
            Ok(commands) => commands.iter().map(line).collect(),
            Err(error) => vec![format!("? {}", name(&error))],
        }
    }

    /// Runs until no line is torn; dash and busybox write a line in pieces.
    pub(crate) fn run(
        &self,
        shell: ShellName,
        locale: &str,
        script: &[u8],
        words: &[Vec<u8>],
    ) -> Result<Vec<Ran>, Untraced> {
        let mut last = Err(Untraced::Torn);
        for _ in 0..100 {
            last = self.once(shell, locale, script, words);
            if last != Err(Untraced::Torn) {
                break;
            }
        }
        last
    }

    fn once(
        &self,
        shell: ShellName,
        locale: &str,
        script: &[u8],
        words: &[Vec<u8>],
    ) -> Result<Vec<Ran>, Untraced> {
        let tracer = Tracer::new(shell, self.random.fetch_add(1, Ordering::Relaxed));
        let (mut command, record) = self.command(shell, &tracer, script, words);
        command.env("LC_ALL", locale);
        let output = command.output().expect("started");
        let programs = programs(&record);
        tracer.commands(
            &output.stderr,
            &Traced {
                script,
                programs: &programs,
                stdout: &output.stdout,
                cut: false,
                terminal: false,
            },
        )
    }

    /// The same with a descriptor for the trace.
    pub(crate) fn apart(&self, shell: ShellName, script: &[u8]) -> Vec<String> {
        let random = self.random.fetch_add(1, Ordering::Relaxed);
        let tracer = Tracer::new(shell, random).with_fd(9);
        let (command, record) = self.command(shell, &tracer, script, &[]);
        let trace = self.folder.path().join("trace");
        // Another shell opens the descriptor.
        let mut outer = Command::new("/bin/bash");
        outer
            .args(["-c", "exec 9>\"$0\"; exec \"$@\""])
            .arg(&trace)
            .arg(command.get_program())
            .args(command.get_args());
        self.place(&mut outer, &record);
        for (key, value) in command.get_envs() {
            if let Some(value) = value {
                outer.env(key, value);
            }
        }
        let output = outer.output().expect("started");
        let programs = programs(&record);
        let trace = std::fs::read(trace).expect("a trace");
        let run =
            Traced { script, programs: &programs, stdout: &output.stdout, ..Traced::default() };
        tracer.commands(&trace, &run).expect("traced").iter().map(line).collect()
    }

    fn command(
        &self,
        shell: ShellName,
        tracer: &Tracer,
        script: &[u8],
        words: &[Vec<u8>],
    ) -> (Command, PathBuf) {
        let found = Shell::find(shell).expect("installed");
        let mut argv = found.prefix(Delivery::C);
        argv.extend(tracer.flags());
        argv.extend([b"-c".to_vec(), tracer.text(script), b"sh".to_vec()]);
        argv.extend(words.iter().cloned());
        let mut command = Command::new(found.program());
        command.args(argv.iter().skip(1).map(|word| OsStr::from_bytes(word)));
        let number = self.random.fetch_add(1, Ordering::Relaxed);
        // Not by the token, which a script that lists the folder would print.
        let record = self.folder.path().join(format!("record-{}", number % 0x1_0000));
        std::fs::write(&record, "").expect("written");
        std::fs::set_permissions(&record, std::fs::Permissions::from_mode(0o666)).expect("opened");
        self.place(&mut command, &record);
        for (key, value) in tracer.env() {
            command.env(OsStr::from_bytes(&key), OsStr::from_bytes(&value));
        }
        (command, record)
    }

    /// The environment and the user of a run.
    fn place(&self, command: &mut Command, record: &Path) {
        command
            .env_clear()
            .env("PATH", self.folder.path().join("bin"))
            .env("HOME", self.folder.path())
            .env("RECORD", record)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
}

/// A program that appends the number of its words and the words to the file that `RECORD` names,
/// with one write, so that programs side by side do not mix.
fn recorder(name: &str) -> String {
    format!("#!/bin/dash\nprintf '%s\\0' $(($# + 1)) '{name}' \"$@\" >>\"$RECORD\"\n")
}

/// The programs that were recorded, all of them started by the shell.
fn programs(record: &Path) -> Vec<Program> {
    let bytes = std::fs::read(record).expect("a record");
    std::fs::remove_file(record).expect("removed");
    let mut words = bytes.split(|byte| *byte == 0).map(<[u8]>::to_vec);
    let mut programs = Vec::new();
    while let Some(count) = words.next().filter(|count| !count.is_empty()) {
        let count = String::from_utf8(count).expect("a number").parse().expect("a number");
        let argv: Vec<Vec<u8>> = words.by_ref().take(count).collect();
        programs.push(Program { path: argv[0].clone(), argv, by: By::Shell, tripwire: false });
    }
    programs
}

/// A command as rows write it.
fn line(command: &Ran) -> String {
    let kind = match command.kind {
        CommandKind::Builtin => "b",
        CommandKind::Function => "f",
        CommandKind::Program => "p",
    };
    let mut bytes = kind.as_bytes().to_vec();
    for word in &command.argv {
        bytes.push(b'|');
        bytes.extend(word);
    }
    write(&bytes)
}

/// Bytes as text without loss: what is not UTF-8 is written as an escape.
pub(crate) fn write(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

fn name(error: &Untraced) -> &'static str {
    match error {
        Untraced::Silent => "silent",
        Untraced::Cut => "cut",
        Untraced::Torn => "torn",
        Untraced::Unreadable(_) => "unreadable",
        Untraced::Words(_) => "words",
        Untraced::Read => "read",
        Untraced::Hidden(_) => "hidden",
        Untraced::Missing(_) => "missing",
        Untraced::Nested(_) => "nested",
    }
}
