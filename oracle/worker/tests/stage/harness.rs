//! A stage in a temporary folder, and commands that are really run in it.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use oracle_worker::observation::{Effect, Via};
use oracle_worker::stage::{ResetOutcome, Stage, StageReport};
use oracle_worker::world::World;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tempfile::TempDir;

/// Makes a test as root, as the worker is in its namespaces: only root looks into folders that
/// nobody may read. Where the caller is not, the test runs again in a user namespace in which it
/// is.
pub(crate) fn as_root(test: impl FnOnce()) {
    if rustix::process::geteuid().is_root() {
        return test();
    }
    let thread = std::thread::current();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", thread.name().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// A frozen world in a folder of its own.
pub(crate) struct Ground {
    pub(crate) stage: Stage,
    pub(crate) base: TempDir,
}

/// The world that the tables speak of.
pub(crate) fn world() -> World {
    World::new("test")
        .file("/w/tree/a.txt", "alpha\n")
        .file("/w/tree/b.txt", "beta\n")
        .file("/w/tree/empty", "")
        .program("/w/tree/exec.sh", "#!/bin/sh\n:\n")
        .file("/w/tree/dir/f", "f\n")
        .file("/w/tree/dir/sub/g", "g\n")
        .file("/w/tree/victim/f", "v\n")
        .file("/w/tree/victim/sub/g", "w\n")
        .file("/w/tree/new\nline", "n\n")
        .file(b"/w/tree/bad\xff", "x\n")
        .file("/w/tree/-dash", "d\n")
        .symlink("/w/tree/in", "a.txt")
        .symlink("/w/tree/loop", "loop")
        .trap("/w/tree/out-dir", "../outside/dir")
        .trap("/w/tree/out-file", "../outside/secret.txt")
        .trap("/w/tree/out-new", "../outside/new")
        .trap("/w/tree/chain", "out-dir")
        .fifo("/w/tree/pipe")
        .socket("/w/tree/sock")
        .file("/w/outside/secret.txt", "SECRET-OUT\n")
        .canary("/w/outside/secret.txt", "SECRET-OUT")
        .file("/w/outside/hard.txt", "hard\n")
        .hard_link("/w/tree/hard", "/w/outside/hard.txt")
        .file("/w/outside/dir/k", "k\n")
        .file("/w/outside/dir/deep/x", "x\n")
        .file("/w/home/.netrc", "SECRET-HOME\n")
        .canary("/w/home/.netrc", "SECRET-HOME")
}

impl Ground {
    /// Below `root`, which decides the kind of file system.
    pub(crate) fn new(root: &Path, world: &World) -> Self {
        let base = tempfile::Builder::new().prefix("stage").tempdir_in(root).unwrap();
        let mut stage = Stage::new(base.path()).unwrap();
        stage.populate(world).unwrap();
        if let Some(setup) = &world.setup {
            let script = String::from_utf8(setup.clone()).unwrap();
            let status = command(base.path(), world, "bash", &script).status().unwrap();
            assert!(status.success());
        }
        stage.freeze(world).unwrap();
        Self { stage, base }
    }

    /// Runs a script to its end, and takes events in meanwhile. Where it says `pause` it waits
    /// until that is done.
    pub(crate) fn run(&mut self, shell: &str, script: &str) -> StageReport {
        let world = world();
        let script = &script.replace("pause", "kill -STOP $$");
        let child = command(self.base.path(), &world, shell, script).spawn().unwrap();
        self.wait(child, script);
        self.stage.finish().unwrap()
    }

    /// Runs a script, and takes events in only when it has ended.
    pub(crate) fn run_late(&mut self, shell: &str, script: &str) -> StageReport {
        let script = script.replace("pause", ":");
        command(self.base.path(), &world(), shell, &script).status().unwrap();
        self.stage.finish().unwrap()
    }

    fn wait(&mut self, mut child: Child, script: &str) {
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "{script}: does not end");
            let wait = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };
            poll(&mut [PollFd::new(&self.stage, PollFlags::IN)], Some(&wait)).unwrap();
            self.stage.pump().unwrap();
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id()));
            if stat.is_ok_and(|stat| stat.contains(") T ")) {
                // What was done before it stopped is in the queue by now.
                self.stage.pump().unwrap();
                let pid = rustix::process::Pid::from_child(&child);
                rustix::process::kill_process(pid, rustix::process::Signal::CONT).unwrap();
            }
        }
    }

    /// Puts everything back and checks that it is.
    pub(crate) fn reset(&mut self, script: &str) {
        assert_eq!(self.stage.reset().unwrap(), ResetOutcome::Clean, "{script}");
        if let Err(difference) = self.stage.audit() {
            panic!("{script}: {difference}");
        }
        let report = self.stage.finish().unwrap();
        assert_eq!(shown(&report), Vec::<String>::new(), "{script}: told of after the reset");
        assert_eq!(report, StageReport::default(), "{script}: told of after the reset");
        assert_eq!(self.stage.reset().unwrap(), ResetOutcome::Clean, "{script}");
    }
}

fn command(base: &Path, world: &World, shell: &str, script: &str) -> Command {
    let inner = |path: &str| format!("{}{path}", base.display());
    let words: Vec<&str> = shell.split(' ').collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg("-c").arg(script);
    command.current_dir(inner(std::str::from_utf8(&world.start).unwrap()));
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    command.env("HOME", inner("/w/home")).env("TMPDIR", inner("/w/tmp"));
    // The real one is `/tmp/zsh`, which in the sandbox is the world's.
    command.env("TMPPREFIX", inner("/tmp/zsh")).env("LANG", "C.UTF-8").env("BASE", base);
    command.stdin(Stdio::null()).stdout(File::create("/dev/null").unwrap());
    command.stderr(Stdio::null());
    command
}

/// Effects as the tables write them.
pub(crate) fn shown(report: &StageReport) -> Vec<String> {
    report.effects.iter().map(show).collect()
}

fn show(effect: &Effect) -> String {
    let path = |path: &[u8]| path.strip_prefix(b"/w/").unwrap_or(path).escape_ascii().to_string();
    let mut text = format!("{} {}", effect.kind.name(), path(&effect.path));
    if let Some(from) = &effect.from {
        text += &format!(" from {}", path(from));
    }
    match &effect.via {
        Some(Via::Shell) => text += " via shell",
        Some(Via::Link(link)) => text += &format!(" via {}", path(link)),
        Some(Via::Token(place)) => text += &format!(" token {}", path(place)),
        None => {}
    }
    if !effect.detail.is_empty() {
        text += &format!(" ({})", effect.detail);
    }
    if effect.undone {
        text += " undone";
    }
    text
}
