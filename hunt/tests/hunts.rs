//! Hunts in the real sandbox, against guards with known holes and against one without.
#![forbid(unsafe_code)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use corpora::{Event, Finding};
use guard::{Answer, Clause, Guard, Promise, Request, Verdict};
use hunt::Plan;
use hunt::runner::OracleRunner;
use hunt::search::{Summary, Worker, search};
use oracle::{Config, Shell, ShellName, worlds};

fn plan() -> Plan {
    let shells = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let shells = shells.map(|shell| Shell::find(shell).expect("it is installed")).to_vec();
    let range = worlds::get("range").expect("it is built in");
    let missing = worlds::get("range-missing").expect("it is built in");
    Plan::new(shells, vec![range], vec![missing])
}

fn hunt(plan: &Plan, guard: Box<dyn Guard>) -> (Summary, Vec<Finding>) {
    let runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let worker = Worker { guard, runner: Box::new(runner) };
    let mut findings = Vec::new();
    let mut sink = |event| {
        if let Event::Finding(finding) = event {
            findings.push(finding);
        }
    };
    let summary = search(plan, vec![worker], &mut sink, &AtomicBool::new(false));
    (summary, findings)
}

fn built_in(name: &str) -> Box<dyn Guard> {
    guard::registry::find(name).expect("it is built in").make()
}

/// Allows `echo …` and looks for `;`, `&&` and `|` only.
struct Naive(Promise);

impl Guard for Naive {
    fn name(&self) -> &str {
        "naive"
    }

    fn promise(&self) -> &Promise {
        &self.0
    }

    fn decide(&mut self, request: &Request) -> Answer {
        let script = String::from_utf8_lossy(&request.script);
        let refused = [";", "&&", "|"].iter().any(|mark| script.contains(mark));
        Answer::Verdict(if script.starts_with("echo ") && !refused {
            Verdict::allow()
        } else {
            Verdict::deny("naive", "not a plain echo")
        })
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![b"echo hi".to_vec()]
    }
}

fn naive() -> Box<dyn Guard> {
    let clauses = vec![
        Clause::Write(vec![]),
        Clause::Delete { globs: vec![], by: None },
        Clause::Network,
        Clause::Leftover,
    ];
    Box::new(Naive(Promise { preset: None, clauses }))
}

#[test]
fn a_hole_of_a_naive_guard_is_found_at_once() {
    let plan = Plan { until_first: true, time: Some(Duration::from_secs(180)), ..plan() };
    let (summary, findings) = hunt(&plan, naive());
    assert_eq!(summary.why.to_string(), "first", "{:#?}", summary.stats);
    let found = findings.iter().find(|finding| finding.kind.is_violation());
    let found = found.expect("the hunt ended on it");
    assert!(matches!(found.clause.as_deref(), Some("write" | "delete" | "leftover")), "{found:#?}");
    assert_eq!(found.decision, "allow");
    assert!(found.runs.iter().all(|run| run.mode == "exact"));
    assert!(!found.case.starts_with("# this finding makes no case"), "{}", found.case);
}

#[test]
fn both_holes_of_the_early_list_are_found() {
    let plan = Plan { scripts: Some(4_000), overblock_share: 0, ..plan() };
    let (_, findings) = hunt(&plan, built_in("docs_only_historic"));
    let buckets: Vec<&str> = findings.iter().map(|finding| finding.bucket.as_str()).collect();
    for name in ["bypass/exec/rev-parse/", "bypass/exec/-f/"] {
        assert!(buckets.iter().any(|bucket| bucket.starts_with(name)), "{buckets:#?}");
    }
}

#[test]
fn nothing_is_found_against_docs_only() {
    let plan = Plan { scripts: Some(20_000), ..plan() };
    let stats = clean(&plan, "docs_only").stats;
    for (check, stats) in &stats.checks {
        assert!(stats.near_misses >= 200 || stats.near_misses == 0, "{check}: {stats:?}");
    }
}

/// By the clock, because what this guard allows takes its time: test runners, compilers.
#[test]
fn nothing_is_found_against_argv() {
    let plan = Plan { time: Some(Duration::from_secs(15)), ..plan() };
    let stats = clean(&plan, "argv").stats;
    assert!(stats.funnel.generated > stats.funnel.ran, "{stats:#?}");
}

/// By the clock for the same reason, and with every way in which a tree cannot be entered.
#[test]
fn nothing_is_found_against_the_approver() {
    let plan = plan();
    let missing = ["range-missing", "range-file", "range-unreadable"];
    let missing = missing.map(|name| worlds::get(name).expect("it is built in")).to_vec();
    let plan = Plan { time: Some(Duration::from_secs(8)), missing, ..plan };
    let stats = clean(&plan, "approver").stats;
    assert!(stats.funnel.allowed > 100 && stats.funnel.ran > 100, "{stats:#?}");
}

fn clean(plan: &Plan, name: &str) -> Summary {
    let (summary, findings) = hunt(plan, built_in(name));
    let violations: Vec<&Finding> =
        findings.iter().filter(|finding| finding.kind.is_violation()).collect();
    assert!(violations.is_empty(), "{name}: {violations:#?}");
    assert!(summary.stats.funnel.ran > 0, "{name}");
    summary
}
