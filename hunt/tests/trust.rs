//! A worker of the real oracle that goes blind in the middle of a hunt.
#![forbid(unsafe_code)]

use std::fs;
use std::process::Command;
use std::time::Duration;

use hunt::runner::OracleRunner;
use hunt::{RunSpec, Runs, Trust};
use oracle::{Config, Delivery, Script, Shell, ShellName, World};

/// The processes whose parent this is.
fn children(parent: u32) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("/proc").filter_map(|entry| {
        let pid = entry.ok()?.file_name().into_string().ok()?;
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let after = stat.rsplit_once(')')?.1;
        (after.split_whitespace().nth(1) == Some(&parent.to_string())).then_some(pid)
    });
    all.collect()
}

#[test]
fn a_blind_worker_is_replaced_and_its_runs_are_not_relied_on() {
    let mut runner = OracleRunner::new(Config::default()).expect("a sandbox").verified_every(3);
    let server = children(runner.oracle().worker_id().expect("a worker"));
    let world = World::new("plain");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let script = Script::from("touch made; nobody-has-this");
    let spec = RunSpec {
        script: &script,
        world: &world,
        shell: &shell,
        delivery: Delivery::C,
        timeout: Duration::from_secs(5),
        exact: true,
        commands: false,
        closely: false,
    };
    let sees = |runner: &mut OracleRunner| {
        let seen = runner.run(&spec).expect("observed");
        seen.programs.iter().any(|program| program.tripwire)
    };
    for _ in 0..3 {
        assert!(sees(&mut runner));
    }
    assert_eq!((runner.trust(), runner.trust()), (Trust::Good, Trust::Unknown));
    assert_eq!(runner.notes(), Vec::<String>::new());
    // What answers unknown names dies; the worker itself does not notice.
    assert_eq!(server.len(), 1, "{server:?}");
    let kill = format!("kill -9 {}", server[0]);
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("sh runs").success());
    for _ in 0..3 {
        // What these saw is no matter; the last is followed by a look at the worker.
        runner.run(&spec).expect("observed");
    }
    assert_eq!(runner.trust(), Trust::Lost);
    let notes = runner.notes();
    assert!(notes[0].contains("replaced") && notes[0].contains("self-test"), "{notes:?}");
    assert!(sees(&mut runner));
    runner.verify().expect("it is sound");
    assert_eq!((runner.trust(), runner.oracle().restarts()), (Trust::Good, 1));
}

#[test]
fn a_run_that_does_not_do_the_same_twice_is_told_with_both_accounts() {
    let mut runner = OracleRunner::new(Config::default()).expect("a sandbox").verified_every(250);
    let world = World::new("plain");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let run = |runner: &mut OracleRunner, script: &str| {
        let script = Script::from(script);
        let timeout = Duration::from_secs(5);
        let (exact, commands, delivery) = (false, false, Delivery::C);
        let (world, shell) = (&world, &shell);
        let spec = RunSpec {
            closely: false,
            script: &script,
            world,
            shell,
            delivery,
            timeout,
            exact,
            commands,
        };
        runner.run(&spec).expect("observed");
    };
    for _ in 0..249 {
        run(&mut runner, ":");
    }
    // Nanoseconds never come twice; the last of these is the one that is made again.
    run(&mut runner, "echo x > made-$(date +%N)");
    let notes = runner.notes();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("unstable effects: `echo x > made-$(date +%N)` under sh: first "));
    assert_eq!(notes[0].matches("create /w/tree/made-").count(), 2, "{notes:?}");
}
