//! Limits for all runs of a worker together: the kernel's own groups, where this machine lets us make them.
//! Elsewhere the tests say aloud that they could not be made. `scripts/delegate cargo test -p oracle --test
//! limits` arranges it where systemd runs, and `scripts/limits` makes them in a user-mode kernel.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use oracle::{Config, Oracle, Run, Shell, ShellName, World, limits};

/// A worker's group is told by the process that it belongs to, so there is one worker at a time.
static TURN: Mutex<()> = Mutex::new(());

/// Where groups can be made, for as long as it is one's turn; says so where they cannot.
fn delegated(what: &str) -> Option<(PathBuf, MutexGuard<'static, ()>)> {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let at = limits::delegated();
    if at.is_none() {
        eprintln!("not tried: {what}: cgroup v2 with memory and pids is not delegated here");
    }
    at.map(|at| (at, turn))
}

fn world() -> World {
    World::new("limits").file("/w/tree/a.txt", "a\n")
}

/// The groups of workers in which somebody lives.
fn inhabited(above: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(above).expect("groups").flatten().map(|entry| entry.path());
    let ours = |group: &PathBuf| {
        group.file_name().is_some_and(|name| name.to_string_lossy().starts_with("trapline-"))
            && fs::read_to_string(group.join("cgroup.procs")).is_ok_and(|text| !text.is_empty())
    };
    entries.filter(ours).collect()
}

/// The group of a worker that is just started.
fn group_of(above: &Path, oracle: &mut Oracle, world: &World, shell: &Shell) -> PathBuf {
    let seen = oracle.run("echo $PPID", world, shell).expect("a run");
    assert_eq!(seen.exit, Some(0), "{seen:?}");
    let mine = std::process::id().to_string();
    let is_ours = |group: &PathBuf| {
        let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
        members.lines().any(|member| parent(member).as_deref() == Some(&mine))
    };
    inhabited(above).into_iter().find(is_ours).expect("a group for the worker")
}

/// The parent of a process.
fn parent(process: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    Some(line.trim().to_owned())
}

#[test]
fn a_worker_lives_in_a_group_with_limits() {
    let Some((above, _turn)) = delegated("the group of a worker") else { return };
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let group = group_of(&above, &mut oracle, &world(), &shell);
    let limit = |file: &str| fs::read_to_string(group.join(file)).expect("a limit");
    assert_eq!(limit("memory.max").trim(), "2147483648");
    assert_eq!(limit("pids.max").trim(), "512");
}

/// The limit is lowered to a few more than live in the group, below what a run may have by itself.
#[test]
fn what_makes_too_many_processes_together_is_refused() {
    const MANY: &str = "for each in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 5 & done; echo made";
    let Some((above, _turn)) = delegated("the number of all processes together") else { return };
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let world = world();
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let group = group_of(&above, &mut oracle, &world, &shell);
    let seen = oracle.run(MANY, &world, &shell).expect("a run");
    assert_eq!(seen.stdout.bytes, b"made\n", "{seen:?}");
    let live = fs::read_to_string(group.join("pids.current")).expect("a number");
    let live: u32 = live.trim().parse().expect("a number");
    fs::write(group.join("pids.max"), (live + 6).to_string()).expect("a limit");
    let seen = oracle.run(MANY, &world, &shell).expect("a run");
    let said = String::from_utf8_lossy(&seen.stderr.bytes);
    assert!(said.contains("fork") && seen.stdout.bytes.is_empty(), "{seen:?}");
    let events = fs::read_to_string(group.join("pids.events")).expect("events");
    assert!(events.trim() != "max 0", "{events}");
    fs::write(group.join("pids.max"), "512").expect("a limit");
    let seen = oracle.run(MANY, &world, &shell).expect("the next run");
    assert_eq!(seen.stdout.bytes, b"made\n", "{seen:?}");
}

/// Three processes that each stay below the limit of one, and together above that of all.
#[test]
fn what_takes_too_much_memory_together_is_killed_and_the_next_run_is_exact() {
    const HOGS: &str = "\
        hog='import time; held = b\"x\" * (900 << 20); time.sleep(2)'\n\
        for each in 1 2 3; do python3 -c \"$hog\" & pids=\"$pids $!\"; done\n\
        for pid in $pids; do wait $pid; echo \"ended $?\"; done";
    let Some((_, _turn)) = delegated("memory of all processes together") else { return };
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let world = world();
    let config = Config { timeout: Duration::from_secs(120), ..Config::default() };
    let mut oracle = Oracle::new(config).expect("a sandbox");
    let seen = oracle.observe(&Run::new(HOGS.as_bytes(), &world, &shell)).expect("a run");
    let said = String::from_utf8_lossy(&seen.stdout.bytes);
    assert!(said.contains("ended 137"), "none was killed: {seen:?}");
    let seen = oracle.run("echo x > made", &world, &shell).expect("the next run");
    assert_eq!(seen.effects.len(), 1, "{seen:?}");
}
