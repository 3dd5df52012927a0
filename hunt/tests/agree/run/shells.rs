//! Real shells, watched: which programs does each start for a script, and which files appear?
//!
//! The watcher runs in a sandbox of its own: an unprivileged user, own namespaces, a root that
//! holds the shells, their libraries, stubs under every program's name, and nothing else. The
//! driver outside sends it scripts.

use std::collections::HashSet;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::wire::{self, Ask, CHECK, Fields, Run};

/// The shells: name, program, arguments before the script.
pub(crate) const SHELLS: [(&str, &str, &[&str]); 5] = [
    ("bash", "/usr/bin/bash", &["--norc", "--noprofile", "-c"]),
    ("dash", "/usr/bin/dash", &["-c"]),
    ("zsh", "/usr/bin/zsh", &["-f", "-c"]),
    ("mksh", "/usr/bin/mksh", &["-c"]),
    ("busybox", "/usr/bin/busybox", &["sh", "-c"]),
];

/// The last of the shells that the reader must be right for.
pub(crate) const ZSH: u8 = 2;

/// How long a script may run under one shell.
const DEADLINE: Duration = Duration::from_millis(1500);

/// The driver's side of a watcher.
pub(crate) struct Watcher {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
    stubs: PathBuf,
    names: HashSet<Vec<u8>>,
    _folder: tempfile::TempDir,
}

impl Watcher {
    /// Builds the stub and starts a watcher in its sandbox.
    pub(crate) fn start() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        let stubs = folder.path().join("bin");
        std::fs::create_dir(&stubs)?;
        let source = folder.path().join("stub.rs");
        std::fs::write(&source, include_str!("stub.rs"))?;
        let stub = folder.path().join("stub");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let built = Command::new(rustc)
            .args(["-O", "--edition=2024", "-Cpanic=abort", "-Cstrip=symbols"])
            .arg("-Ctarget-feature=+crt-static")
            .arg("-o")
            .args([&stub, &source])
            .status()?;
        if !built.success() {
            return Err(io::Error::other("the stub program does not build"));
        }
        let own = std::env::current_exe()?;
        let copy = folder.path().join("watcher");
        std::fs::copy(&own, &copy)?;
        std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o755))?;
        let mut command = Command::new("setpriv");
        // Root becomes nobody; in a container that has no such user it is not the machine's root.
        if rustix::process::geteuid().is_root() && has_nobody() {
            command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
        }
        command.args(["--no-new-privs", "bwrap", "--unshare-all", "--die-with-parent"]);
        command.args(["--new-session", "--clearenv", "--cap-drop", "ALL"]);
        for library in ["/lib", "/lib64", "/usr/lib"] {
            if Path::new(library).exists() {
                command.args(["--ro-bind", library, library]);
            }
        }
        for (name, program, _) in SHELLS {
            command.args(["--ro-bind", program, &format!("/s/{name}")]);
        }
        command.arg("--ro-bind").arg(&stub).arg("/stub");
        command.arg("--ro-bind").arg(&copy).arg("/watcher");
        command.arg("--ro-bind").arg(&stubs).arg("/bin");
        for folder in ["/w", "/tmp", "/h", "/log"] {
            command.args(["--tmpfs", folder]);
        }
        command.args(["--dev", "/dev", "--proc", "/proc", "--chdir", "/w", "--", "/watcher"]);
        command.arg("--inside").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the watcher has no pipes"));
        };
        let names = HashSet::new();
        Ok(Self { child, to, from, stubs, names, _folder: folder })
    }

    /// Runs a script. `names` are the programs that may be asked for.
    pub(crate) fn run(&mut self, ask: &Ask, names: &[Vec<u8>]) -> io::Result<Vec<Run>> {
        use std::os::unix::ffi::OsStrExt as _;
        for name in names {
            let odd = name.is_empty() || name.len() > 200 || name.contains(&b'/');
            if odd || name == b"." || name == b".." || !self.names.insert(name.clone()) {
                continue;
            }
            symlink("/stub", self.stubs.join(std::ffi::OsStr::from_bytes(name)))?;
        }
        wire::send(&mut self.to, &ask.encode())?;
        let message = wire::receive(&mut self.from)?
            .ok_or_else(|| io::Error::other("the watcher ended: is bubblewrap allowed here?"))?;
        wire::decode_runs(&message).ok_or_else(|| io::Error::other("the watcher's answer is cut"))
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether this user namespace has the user and the group that nobody owns anything as.
fn has_nobody() -> bool {
    ["/proc/self/uid_map", "/proc/self/gid_map"].iter().all(|map| {
        let lines = std::fs::read_to_string(map).unwrap_or_default();
        lines.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap_or(0_u64));
            let first = numbers.next().unwrap_or(0);
            let count = numbers.nth(1).unwrap_or(0);
            (first..first + count).contains(&65534)
        })
    })
}

/// The watcher: answers until its input ends.
pub(crate) fn watch() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut number = 0_u64;
    while let Some(message) = wire::receive(&mut input)? {
        let ask = Ask::decode(&message).ok_or_else(|| io::Error::other("cut question"))?;
        let mut runs: Vec<Run> = Vec::new();
        for (&shell, &status) in ask
            .shells
            .iter()
            .flat_map(|shell| ask.statuses.iter().map(move |status| (shell, status)))
        {
            if status == CHECK && shell > ZSH {
                continue;
            }
            // What never ends under one shell seldom does under another.
            if runs.iter().any(|run| run.timed_out) {
                break;
            }
            number += 1;
            runs.push(one_run(&ask.script, shell, status, number)?);
        }
        wire::send(&mut output, &wire::encode_runs(&runs))?;
    }
    Ok(())
}

/// Runs a script under one shell in a new folder.
fn one_run(script: &[u8], shell: u8, status: u8, number: u64) -> io::Result<Run> {
    use std::os::unix::ffi::OsStrExt as _;
    let Some((name, _, arguments)) = SHELLS.get(usize::from(shell)) else {
        return Err(io::Error::other("no such shell"));
    };
    let folder = PathBuf::from(format!("/w/{number}"));
    let log = PathBuf::from(format!("/log/{number}"));
    std::fs::create_dir(&folder)?;
    // The pipe is held by everything that the shell starts, so its end is the end of all of it.
    let (reader, writer) = io::pipe()?;
    rustix::io::fcntl_setfd(&writer, rustix::io::FdFlags::empty())?;
    let mut command = Command::new(format!("/s/{name}"));
    // The last argument is `-c`; what stands before it is not for every option to follow.
    let (text, before) = arguments.split_last().unwrap_or((&"-c", &[]));
    command.args(before);
    if status == CHECK {
        command.arg("-n");
    }
    let complaint = PathBuf::from(format!("/log/{number}.err"));
    let errors = match status {
        CHECK => Stdio::from(std::fs::File::create(&complaint)?),
        _ => Stdio::null(),
    };
    let mut child = command
        .arg(text)
        .arg(std::ffi::OsStr::from_bytes(script))
        .env_clear()
        .envs([("PATH", "/bin"), ("HOME", "/h"), ("LC_ALL", "C.UTF-8"), ("TMPDIR", "/tmp")])
        .env("TRUTH_LOG", &log)
        .env("TRUTH_STATUS", status.to_string())
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors)
        .process_group(0)
        .spawn()?;
    drop(writer);
    let mut run = Run { shell, status, ..Run::default() };
    run.timed_out = !ends_within(&reader, DEADLINE)?;
    if run.timed_out {
        let group = rustix::process::Pid::from_child(&child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let exit = child.wait()?;
    run.exit = exit.code().unwrap_or_else(|| -exit.signal().unwrap_or(1));
    if status == CHECK {
        run.said = std::fs::read(&complaint).unwrap_or_default();
        let _ = std::fs::remove_file(&complaint);
    }
    let records = std::fs::read(&log).unwrap_or_default();
    let mut fields = Fields(&records);
    while !fields.0.is_empty() {
        let Some(record) = fields.list() else { break };
        run.ran.push(record);
    }
    for entry in std::fs::read_dir(&folder)? {
        run.files.push(entry?.file_name().as_bytes().to_vec());
    }
    run.files.sort();
    let _ = std::fs::remove_dir_all(&folder);
    let _ = std::fs::remove_file(&log);
    Ok(run)
}

/// Whether the other end of a pipe closes in time.
fn ends_within(reader: &io::PipeReader, limit: Duration) -> io::Result<bool> {
    let start = Instant::now();
    loop {
        let left = limit.saturating_sub(start.elapsed());
        let mut fds = [rustix::event::PollFd::new(reader, rustix::event::PollFlags::IN)];
        let timeout = rustix::event::Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(0),
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        match rustix::event::poll(&mut fds, Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
