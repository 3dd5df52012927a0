//! The oracle's test of itself, where it is sound and where it was made blind.

use std::fs;

use oracle::{Config, Error, Mode, Oracle, Shell, ShellName};

#[test]
fn a_sound_oracle_passes_under_every_shell() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    for name in ShellName::all() {
        let shell = Shell::find(name).expect("installed");
        for mode in [Mode::Exact, Mode::ForkServer] {
            for _ in 0..2 {
                oracle.self_test(&shell, mode).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
    assert_eq!(oracle.restarts(), 0);
}

/// The processes whose parent this is.
fn children(parent: u32) -> Vec<u32> {
    let is_child = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        after.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    let all = fs::read_dir("/proc").expect("/proc");
    let pids = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(is_child).collect()
}

#[test]
fn a_worker_that_lost_an_eye_fails_and_its_successor_passes() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    // Before the first run the only process that the worker has started serves the tripwire.
    let worker = oracle.worker_id().expect("a worker");
    let server = children(worker);
    assert_eq!(server.len(), 1, "{server:?}");
    let killed = std::process::Command::new("sh")
        .args(["-c", &format!("kill -9 {}", server[0])])
        .status()
        .expect("sh runs");
    assert!(killed.success());
    let failed = oracle.self_test(&shell, Mode::Exact).expect_err("it is blind");
    assert!(matches!(failed, Error::SelfTest { .. }), "{failed}");
    assert!(failed.to_string().contains("sh (exact)"), "{failed}");
    oracle.replace().expect("another worker");
    assert_ne!(oracle.worker_id(), Some(worker));
    oracle.self_test(&shell, Mode::Exact).expect("it sees");
    assert_eq!(oracle.restarts(), 1);
}
