//! How commands end before their time: interrupted, killed, on a full disk.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::kit::{Done, Place, is_installed, names, until};

fn send(child: &Child, signal: Signal) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process id");
    kill_process(pid, signal).expect("it runs");
}

#[test]
fn the_first_ctrl_c_writes_everything() {
    let place = Place::new();
    for (signal, out) in [(Signal::INT, "int"), (Signal::TERM, "term")] {
        let args = ["hunt", "--guard", "docs_only_historic", "--time", "10m", "--out", out];
        let child = place.spawn(&args);
        let findings = place.path().join(out).join("findings");
        until("a finding", || !names(&findings).is_empty());
        let begun = Instant::now();
        send(&child, signal);
        let done = Done::of(&child.wait_with_output().expect("it ends")).ends(106);
        assert!(begun.elapsed() < Duration::from_secs(30));
        let found = names(&findings);
        let count = found.len();
        let line = format!("interrupted with {count} confirmed finding");
        assert!(done.stderr.contains(&line), "{count}: {}", done.stderr);
        let log = fs::read_to_string(place.path().join(out).join("events.jsonl")).expect("a log");
        let last = log.lines().last().expect("an event");
        assert!(last.contains("\"event\":\"end\"") && last.contains("interrupted"), "{last}");
        assert_eq!(log.matches("\"event\":\"finding\"").count(), count);
        assert!(place.path().join(out).join("report.html").is_file());
        assert!(done.stdout.contains("page: "), "{}", done.stdout);
    }
}

#[test]
fn the_second_ctrl_c_ends_it_at_once() {
    let place = Place::new();
    // The guard never answers, so that the hunt waits for it.
    let guard = place.guard("hangs", "echo asked > /w/tmp/asked; sleep 1000.5\n");
    let args = ["hunt", "--guard", &guard, "--time", "10m", "--out", "out", "--shells", "sh"];
    let mut child = place.spawn(&args);
    until("a log", || place.path().join("out/events.jsonl").is_file());
    until("the guard is asked", || is_running(b"sleep\x001000.5\x00"));
    send(&child, Signal::INT);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none(), "it waits for its guard");
    let begun = Instant::now();
    send(&child, Signal::INT);
    Done::of(&child.wait_with_output().expect("it ends")).ends(106);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn what_was_confirmed_survives_a_kill() {
    let place = Place::new();
    let args = ["hunt", "--guard", "docs_only_historic", "--time", "10m", "--out", "out"];
    let mut child = place.spawn(&args);
    let findings = place.path().join("out/findings");
    until("two findings", || names(&findings).len() > 1);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let report = place.run(&["report", "--json", "out"]).ends(0).json();
    let told = report["findings"].as_array().map_or(0, Vec::len);
    assert!(told >= names(&findings).len(), "{told} of {:?}", names(&findings));
    let done = place.run(&["merge", "out", "--out", "all"]).ends(106);
    assert!(done.stderr.contains("out: was stopped before it ended"), "{}", done.stderr);
}

#[test]
fn a_full_disk_loses_no_finding() {
    if !is_installed("unshare") || !is_installed("mount") {
        eprintln!("skipped: unshare and mount are not installed");
        return;
    }
    let place = Place::new();
    fs::create_dir(place.path().join("small")).expect("a folder");
    let script = "mount -t tmpfs -o size=48k small small || exit 111; exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
    command.arg(env!("CARGO_BIN_EXE_trapline"));
    command.args(["hunt", "--guard", "docs_only_historic", "--time", "60s", "--out", "small/out"]);
    let output = command.current_dir(place.path()).output().expect("unshare runs");
    let done = Done::of(&output);
    if done.code == 111 {
        eprintln!("skipped: no file system can be mounted: {}", done.stderr);
        return;
    }
    let done = done.ends(1);
    assert!(done.stderr.contains("small/out/"), "{}", done.stderr);
    assert!(done.stderr.contains("No space left"), "{}", done.stderr);
    // Each finding that was told as it came stands in the end's account, the last with its case.
    let told: Vec<&str> = done
        .stderr
        .lines()
        .filter_map(|line| line.strip_prefix("finding: ")?.split(" — ").next())
        .collect();
    assert!(!told.is_empty(), "{}", done.stderr);
    for bucket in told {
        assert!(done.stdout.contains(bucket), "lacks {bucket}: {}", done.stdout);
    }
    assert!(done.stdout.contains("could not be stored; its case is:"), "{}", done.stdout);
    assert!(done.stdout.contains("#@ id: "), "{}", done.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    let mut child = place.spawn(&["worlds", "--json", "range"]);
    drop(child.stdout.take());
    let done = Done::of(&child.wait_with_output().expect("it ends")).ends(0);
    assert_eq!(done.stderr, "");
}

#[test]
fn a_sandbox_that_is_lost_in_the_middle_ends_with_set_up_missing() {
    if !is_installed("unshare") {
        eprintln!("skipped: unshare is not installed");
        return;
    }
    let place = Place::new();
    // From then on no sandbox can be made in here; and those that there are go.
    let script = "\"$@\" & hunt=$!\n\
        until [ -s out/events.jsonl ]; do sleep 0.1; done; sleep 1\n\
        echo 0 > /proc/sys/user/max_user_namespaces || exit 111\n\
        kill -9 $(cat /proc/$hunt/task/*/children) || exit 111\n\
        wait $hunt\n";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "sh", "-c", script, "sh"]);
    command.arg(env!("CARGO_BIN_EXE_trapline"));
    command.args(["hunt", "--guard", "docs_only", "--time", "60s", "--out", "out"]);
    let done = Done::of(&command.current_dir(place.path()).output().expect("unshare runs"));
    if done.code == 111 {
        eprintln!("skipped: the sandbox cannot be taken away: {}", done.stderr);
        return;
    }
    let done = done.ends(96);
    assert!(done.stderr.contains("no run is possible: no sandbox"), "{}", done.stderr);
    let log = fs::read_to_string(place.path().join("out/events.jsonl")).expect("a log");
    assert!(log.lines().last().is_some_and(|last| last.contains("\"exit\":96")), "{log}");
}

/// Whether some process was started with exactly this command line.
fn is_running(command: &[u8]) -> bool {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    entries
        .map(|entry| entry.path().join("cmdline"))
        .any(|file| fs::read(file).is_ok_and(|line| line == command))
}
