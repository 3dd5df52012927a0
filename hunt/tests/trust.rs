//! A worker of the real oracle that goes blind in the middle of a hunt.
#![forbid(unsafe_code)]

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use corpora::Event;
use guard::{Answer, Clause, Guard, Promise, Request, Verdict};
use hunt::runner::OracleRunner;
use hunt::search::{Worker, search};
use hunt::{Plan, RunError, RunSpec, Runs, Trust};
use oracle::{Config, Delivery, Observation, Script, Shell, ShellName, World, worlds};

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
        assert!(!runner.is_due() && sees(&mut runner));
    }
    assert!(runner.is_due());
    assert_eq!(runner.verify(), Ok(Trust::Good));
    assert_eq!(runner.notes(), Vec::<String>::new());
    kill(&server);
    for _ in 0..3 {
        // What these saw is no matter.
        runner.run(&spec).expect("observed");
    }
    assert!(runner.is_due());
    assert_eq!(runner.verify(), Ok(Trust::Lost));
    let notes = runner.notes();
    assert!(notes[0].contains("replaced") && notes[0].contains("self-test"), "{notes:?}");
    assert!(sees(&mut runner));
    assert_eq!((runner.verify(), runner.oracle().restarts()), (Ok(Trust::Good), 1));
    // One that ends over a run was not found sound after those before it.
    assert!(!runner.is_due());
    kill(&[runner.oracle().worker_id().expect("a worker").to_string()]);
    assert!(sees(&mut runner) && runner.is_due());
    assert_eq!((runner.verify(), runner.verify()), (Ok(Trust::Lost), Ok(Trust::Good)));
}

/// Ends processes at once; what answers unknown names is one that the worker does not miss.
fn kill(processes: &[String]) {
    assert_eq!(processes.len(), 1, "{processes:?}");
    let kill = format!("kill -9 {}", processes[0]);
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("sh runs").success());
}

/// Allows these scripts and no others, and promises that they write nothing.
struct Listed {
    scripts: Vec<Vec<u8>>,
    promise: Promise,
}

impl Guard for Listed {
    fn name(&self) -> &str {
        "listed"
    }

    fn promise(&self) -> &Promise {
        &self.promise
    }

    fn decide(&mut self, request: &Request) -> Answer {
        Answer::Verdict(match self.scripts.contains(&request.script) {
            true => Verdict::allow(),
            false => Verdict::deny("listed", "not on the list"),
        })
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.scripts.clone()
    }
}

/// What a [`GoesBlind`] was made to do.
#[derive(Default)]
struct Account {
    /// Runs while it was blind, and after that.
    blind: AtomicU64,
    sound: AtomicU64,
    /// Runs that showed a file where there is none.
    lies: AtomicU64,
}

/// A runner whose worker is blind until it is looked at.
struct GoesBlind {
    runner: OracleRunner,
    account: Arc<Account>,
    server: Vec<String>,
    is_blind: bool,
}

impl Runs for GoesBlind {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        if !self.server.is_empty() {
            kill(&std::mem::take(&mut self.server));
        }
        let seen = self.runner.run(spec)?;
        let count = if self.is_blind { &self.account.blind } else { &self.account.sound };
        count.fetch_add(1, Ordering::Relaxed);
        let Script::Text(text) = spec.script else { return Ok(seen) };
        let lies = String::from_utf8_lossy(text).contains("||") && !seen.effects.is_empty();
        self.account.lies.fetch_add(u64::from(lies), Ordering::Relaxed);
        Ok(seen)
    }

    fn is_due(&self) -> bool {
        self.runner.is_due()
    }

    fn verify(&mut self) -> Result<Trust, RunError> {
        self.is_blind = false;
        self.runner.verify()
    }

    fn notes(&mut self) -> Vec<String> {
        self.runner.notes()
    }
}

/// A program that nobody has succeeds here, and to a blind worker fails: what it told of these scripts is the
/// opposite of what they do.
#[test]
fn what_a_blind_worker_told_is_thrown_away_and_run_again() {
    let config = Config { absent_status: 0, ..Config::default() };
    let mut runner = OracleRunner::new(config).expect("a sandbox");
    let server = children(runner.oracle().worker_id().expect("a worker"));
    let account = Arc::new(Account::default());
    let runner = GoesBlind { runner, account: Arc::clone(&account), server, is_blind: true };
    let scripts =
        |mark: &str| (0..8).map(|at| format!("nobody-{at} {mark} echo x > made-{at}")).collect();
    let [harmless, harmful]: [Vec<String>; 2] = ["||", "&&"].map(scripts);
    let scripts: Vec<Vec<u8>> =
        harmless.iter().chain(&harmful).map(|script| script.clone().into_bytes()).collect();
    let clauses = vec![Clause::Write(vec![])];
    let guard = Listed { scripts: scripts.clone(), promise: Promise { preset: None, clauses } };
    let shells = [ShellName::Bash, ShellName::Sh].map(|name| Shell::find(name).expect("a shell"));
    let world = worlds::get("range").expect("it is built in");
    let mut plan = Plan::new(shells.to_vec(), vec![world], Vec::new());
    plan.material.corpus = scripts;
    plan.scripts = Some(3000);
    let worker = Worker { guard: Box::new(guard), runner: Box::new(runner) };
    let (mut findings, mut notes) = (Vec::new(), Vec::new());
    let mut sink = |event| match event {
        Event::Finding(finding) if finding.kind.is_violation() => findings.push(finding),
        Event::Note { text } => notes.push(text),
        _ => {}
    };
    let stats = search(&plan, vec![worker], &mut sink, &AtomicBool::new(false)).stats;
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    assert!(of(&account.blind) > 0 && of(&account.lies) > 0, "it was to tell something wrong");
    assert!(notes.iter().any(|note| note.contains("thrown away")), "{notes:?}");
    // Nothing that it said is told, and what it did not see is found.
    assert!(!findings.is_empty());
    for finding in &findings {
        let script = finding.script.clone().unwrap_or_default();
        assert!(harmful.contains(&script), "{script:?}: {}", finding.summary);
    }
    assert_eq!(stats.funnel.ran, of(&account.sound), "{stats:?}");
    assert_eq!(stats.runs.values().sum::<u64>(), of(&account.sound), "{stats:?}");
}

#[test]
fn a_run_that_does_not_do_the_same_twice_is_told_with_both_accounts() {
    let mut runner = OracleRunner::new(Config::default()).expect("a sandbox");
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
    assert_eq!(runner.verify(), Ok(Trust::Good));
    let notes = runner.notes();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("unstable effects: `echo x > made-$(date +%N)` under sh: first "));
    assert_eq!(notes[0].matches("create /w/tree/made-").count(), 2, "{notes:?}");
}
