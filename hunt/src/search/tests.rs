use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use corpora::{Event, Finding, FindingKind};
use guard::{Answer, Clause, Fault, Guard, Handback, Verdict};

use super::{Summary, Why, Worker, search};
use crate::fake::toy::{self, Toy, Toyguard, allow, historic, naive, plan, promise, read_only};
use crate::plan::Plan;

fn hunt(plan: &Plan, guards: Vec<Box<dyn Guard>>) -> (Summary, Vec<Event>) {
    let workers = guards
        .into_iter()
        .map(|guard| Worker { guard, runner: Box::new(Toy::default()) })
        .collect();
    hunt_with(plan, workers, &AtomicBool::new(false))
}

fn hunt_with(plan: &Plan, workers: Vec<Worker>, stop: &AtomicBool) -> (Summary, Vec<Event>) {
    let mut events = Vec::new();
    let summary = search(plan, workers, &mut |event| events.push(event), stop);
    (summary, events)
}

fn findings(events: &[Event]) -> Vec<&Finding> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Finding(finding) => Some(finding),
            _ => None,
        })
        .collect()
}

fn scripts(count: u64) -> Plan {
    Plan { scripts: Some(count), ..plan() }
}

#[test]
fn the_holes_of_a_naive_guard_are_found_reduced_and_told_apart() {
    let (summary, events) = hunt(&scripts(6_000), vec![naive()]);
    assert_eq!(summary.why, Why::Runs);
    let found = findings(&events);
    let buckets: Vec<&str> = found.iter().map(|finding| finding.bucket.as_str()).collect();
    for bucket in [
        "bypass/write/create/tree/bash+sh+zsh/newline",
        "bypass/write/create/tree/bash+sh+zsh/cmdsub",
        "bypass/write/create/tree/bash+sh+zsh/backtick",
        "bypass/write/create/tree/bash+sh+zsh/gt",
        "bypass/write/create/tree/bash+sh+zsh/amp",
        "bypass/delete/delete/tree/bash+sh+zsh/newline",
    ] {
        assert!(buckets.contains(&bucket), "{bucket} is not among {buckets:#?}");
    }
    let newline = found
        .iter()
        .find(|finding| finding.bucket == "bypass/write/create/tree/bash+sh+zsh/newline")
        .expect("it was found above");
    assert_eq!(newline.decision, "allow");
    assert_eq!(newline.shells, ["bash", "sh", "zsh"]);
    assert_eq!(newline.runs.len(), 3);
    assert!(newline.reduced.as_ref().is_some_and(|script| script.len() <= 14), "{newline:?}");
    assert!(newline.case.contains("#@ effect: create "), "{}", newline.case);
    assert_eq!(summary.stats.funnel.finding, found.len() as u64);
}

#[test]
fn the_two_holes_of_a_list_that_takes_newlines_are_two_buckets() {
    let (_, events) = hunt(&scripts(4_000), vec![historic()]);
    let mut violations: Vec<&Finding> = findings(&events);
    violations.retain(|finding| finding.kind.is_violation());
    let mut buckets: Vec<&str> = violations.iter().map(|found| found.bucket.as_str()).collect();
    buckets.sort_unstable();
    let own = |name| buckets.iter().filter(|bucket| bucket.contains(name)).count();
    assert_eq!(own("/exec/rev-parse/"), 1, "{buckets:#?}");
    assert_eq!(own("/exec/-f/"), 1, "{buckets:#?}");
    // What else there is comes from white space that is none to a shell.
    for finding in violations {
        let script = finding.reduced.as_deref().unwrap_or_default();
        let odd = script.contains(|char: char| char.is_whitespace() && char != ' ' && char != '\t');
        assert!(odd, "{finding:#?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_hunt() {
    let run = |seed| {
        let (summary, events) = hunt(&Plan { seed, ..scripts(5_000) }, vec![naive()]);
        let found: Vec<Finding> = findings(&events).into_iter().cloned().collect();
        (summary.stats.funnel, summary.stats.checks, summary.stats.decisions, found)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3).0, run(4).0);
}

#[test]
fn a_guard_without_holes_has_no_violation_and_many_near_misses() {
    let exact = || -> Box<dyn Guard> {
        Box::new(Toyguard {
            promise: promise([read_only(), vec![Clause::Exec(vec!["git".into()])]].concat()),
            seeds: vec!["pwd", "git rev-parse HEAD"],
            faults: 0,
            checks: vec![
                ("marks", |script| script.iter().any(|byte| b";&|<>$`\n\r".contains(byte))),
                ("name", |script| !script.starts_with(b"pwd") && !script.starts_with(b"git")),
                ("list", |script| !matches!(script, b"pwd" | b"git rev-parse HEAD" | b"pwd -P;")),
                ("never", |script| script == b"pwd" && script.len() > 3),
            ],
            last: allow,
        })
    };
    let (summary, events) = hunt(&scripts(40_000), vec![exact()]);
    assert_eq!(findings(&events).iter().filter(|found| found.kind.is_violation()).count(), 0);
    let checks = &summary.stats.checks;
    assert!(checks["list"].near_misses >= 200, "{checks:?}");
    assert_eq!(checks["never"].near_misses, 0);
    assert_eq!(checks["name"].near_misses, 0, "the list refuses all of it too");
    assert!(checks["name"].shadowed > 1_000);
    assert!(matches!(checks["name"].shadowed_by.as_deref(), Some("list" | "marks")));
    assert!(checks["marks"].shadowed > 1_000);
}

#[test]
fn the_funnel_narrows() {
    let (summary, events) = hunt(&scripts(5_000), vec![naive()]);
    let funnel = summary.stats.funnel;
    assert_eq!(funnel.generated, 5_000);
    assert!(funnel.read <= funnel.generated && funnel.allowed < funnel.read, "{funnel:?}");
    assert!(funnel.allowed > 300 && funnel.ran > funnel.allowed, "{funnel:?}");
    assert!(funnel.effect > 0 && funnel.effect <= funnel.ran, "{funnel:?}");
    assert_eq!(funnel.finding, findings(&events).len() as u64);
    assert_eq!(summary.stats.runs.values().sum::<u64>(), funnel.ran);
    assert_eq!(summary.stats.decisions.values().sum::<u64>(), 3 * funnel.generated);
    let sum = |what: fn(&crate::generate::Credit) -> u64| {
        let of = |kind| {
            let rules = crate::generate::rules();
            let credits = rules.iter().zip(&summary.credits);
            credits.filter(|((own, _), _)| *own == kind).map(|(_, credit)| what(credit)).sum()
        };
        let plans: u64 = of(crate::generate::RuleKind::Plan);
        plans
    };
    // Every candidate but the seeds themselves has one plan.
    assert!(sum(|credit| credit.made) + 1 >= funnel.generated);
    assert!(sum(|credit| credit.allowed).abs_diff(funnel.allowed) <= 1);
    assert!(sum(|credit| credit.findings) >= funnel.finding / 2);
    assert!(matches!(events.last(), Some(Event::Stats(stats)) if *stats == summary.stats));
}

#[test]
fn what_no_shell_parses_goes_home_early() {
    struct Picky(Toy);
    impl crate::Runs for Picky {
        fn run(
            &mut self,
            spec: &crate::RunSpec<'_>,
        ) -> Result<oracle::Observation, crate::RunError> {
            let oracle::Script::Text(text) = spec.script else { unreachable!("no argv is made") };
            assert!(!text.contains(&b'('), "this is not read");
            self.0.run(spec)
        }

        fn parses(&mut self, script: &[u8], _: &oracle::Shell) -> Option<bool> {
            Some(!script.contains(&b'('))
        }
    }
    let worker = Worker { guard: naive(), runner: Box::new(Picky(Toy::default())) };
    let plan = Plan { overblock_share: 0, ..scripts(1_500) };
    // Reduction never adds a bracket, so no run holds one.
    let (summary, _) = hunt_with(&plan, vec![worker], &AtomicBool::new(false));
    assert!(summary.stats.funnel.read < summary.stats.funnel.generated);
    assert!(summary.stats.funnel.allowed > 0);
}

#[test]
fn a_guard_that_fails_is_a_finding_and_never_the_end() {
    let broken: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(read_only()),
        seeds: vec!["echo hi"],
        faults: 0,
        checks: vec![],
        last: |request: &guard::Request| {
            let script = &request.script;
            if script.contains(&b'(') {
                panic!("no brackets, please");
            }
            match script {
                script if script.contains(&b'`') => {
                    Answer::Error(Fault::Hang { deadline_ms: 10_000 })
                }
                script if script.contains(&b'"') => {
                    Answer::Error(Fault::Malformed("not JSON".into()))
                }
                _ => Answer::Verdict(Verdict::deny("all", "no")),
            }
        },
    });
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (summary, events) = hunt(&scripts(3_000), vec![broken]);
    std::panic::set_hook(quiet);
    assert_eq!(summary.why, Why::Runs);
    let kinds: Vec<_> = findings(&events)
        .iter()
        .map(|found| (found.kind, found.reduced.clone().unwrap_or_default()))
        .collect();
    assert!(kinds.contains(&(FindingKind::Crash, "(".to_owned())), "{kinds:?}");
    assert!(kinds.contains(&(FindingKind::Crash, "\"".to_owned())), "{kinds:?}");
    assert!(kinds.iter().any(|(kind, _)| *kind == FindingKind::Hang), "{kinds:?}");
    assert!(
        findings(&events)
            .iter()
            .all(|found| found.decision == "error" || !found.kind.is_violation())
    );
}

#[test]
fn a_guard_that_gives_no_verdict_any_more_ends_the_hunt_with_its_findings() {
    let dead: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(read_only()),
        seeds: vec!["echo hi"],
        faults: 0,
        checks: vec![],
        last: toy::crash,
    });
    let (summary, events) = hunt(&scripts(3_000), vec![dead]);
    assert!(matches!(&summary.why, Why::Error(text) if text.contains("5 times in a row")));
    assert_eq!(findings(&events)[0].kind, FindingKind::Crash);
    assert!(summary.stats.funnel.generated < 50);
}

#[test]
fn a_verdict_that_does_not_stay_is_unstable() {
    let count = Arc::new(Mutex::new(0_u64));
    let moody: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(read_only()),
        seeds: vec!["echo hi"],
        faults: 0,
        checks: vec![],
        last: move |_: &guard::Request| {
            let mut count = count.lock().expect("only one thread");
            *count += 1;
            match *count % 7 {
                0 => Answer::Verdict(Verdict::allow()),
                _ => Answer::Verdict(Verdict::deny("mood", "not now")),
            }
        },
    });
    let (_, events) = hunt(&scripts(2_000), vec![moody]);
    let found = findings(&events);
    assert!(found.iter().any(|found| found.bucket.starts_with("unstable/allow~deny")), "{found:?}");
}

#[test]
fn rewritten_texts_are_held_to_the_script_and_to_a_missing_tree() {
    let rewriting = |how: fn(&[u8]) -> Vec<u8>| -> Box<dyn Guard> {
        Box::new(Toyguard {
            promise: promise(vec![Clause::Write(vec!["**".into()]), Clause::Enter]),
            seeds: vec!["touch a"],
            faults: 0,
            checks: vec![("line", |script| {
                !script.starts_with(b"touch ") || script.contains(&b'\n')
            })],
            last: move |request: &guard::Request| {
                Answer::Verdict(Verdict::allow_text(how(&request.script)))
            },
        })
    };
    let kinds = |guard| {
        let (_, events) = hunt(&scripts(60), vec![guard]);
        let mut buckets: Vec<String> =
            findings(&events).iter().map(|found| found.bucket.clone()).collect();
        buckets.sort();
        buckets
    };
    // The toy goes on after a failed cd, as a text without a group would.
    let ungrouped = kinds(rewriting(|script| [b"cd /w/tree\n", script].concat()));
    let enters = |b: &String| b.starts_with("broken-handback/enter/create/tree/");
    assert!(ungrouped.iter().any(enters), "{ungrouped:?}");
    let changed = kinds(rewriting(|_| b"cd /w/tree".to_vec()));
    assert!(changed.iter().any(|b| b.starts_with("broken-handback/effects/")), "{changed:?}");
}

#[test]
fn argv_handbacks_run_without_a_shell_and_once() {
    let argv: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(vec![Clause::Argv(guard::promise::ArgvClause {
            names: vec!["pytest".into()],
            forms: vec![],
            refused: ";".into(),
        })]),
        seeds: vec!["pytest -q"],
        faults: 0,
        checks: vec![("name", |script| !script.starts_with(b"pytest"))],
        last: |request: &guard::Request| {
            let words = request.script.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
            Answer::Verdict(Verdict::Allow {
                handback: Handback::Argv(words),
                rule: None,
                reason: None,
            })
        },
    });
    let (summary, events) = hunt(&scripts(2_000), vec![argv]);
    assert_eq!(summary.stats.runs.keys().collect::<Vec<_>>(), ["none"]);
    let buckets: Vec<&str> = findings(&events).iter().map(|f| f.bucket.as_str()).collect();
    assert!(buckets.iter().any(|b| b.starts_with("bypass/argv/refused/none/")), "{buckets:?}");
    assert!(buckets.iter().any(|b| b.starts_with("bypass/argv/words/none/")), "{buckets:?}");
    assert!(buckets.iter().all(|b| b.starts_with("bypass/argv/")), "{buckets:?}");
}

#[test]
fn hunts_end_when_they_should() {
    let first = Plan { until_first: true, ..scripts(100_000) };
    let (summary, events) = hunt(&first, vec![naive()]);
    assert_eq!(summary.why, Why::First);
    assert_eq!(findings(&events).iter().filter(|f| f.kind.is_violation()).count(), 1);

    let runs = Plan { runs: Some(100), ..plan() };
    let (summary, _) = hunt(&runs, vec![naive()]);
    assert_eq!(summary.why, Why::Runs);
    assert!(summary.stats.funnel.ran >= 100);

    let time = Plan { time: Some(Duration::from_millis(200)), ..plan() };
    assert_eq!(hunt(&time, vec![naive()]).0.why, Why::Time);

    let worker = || Worker { guard: naive(), runner: Box::new(Toy::default()) };
    let (summary, _) = hunt_with(&plan(), vec![worker()], &AtomicBool::new(true));
    assert_eq!(summary.why, Why::Interrupted);

    let none = Plan { worlds: vec![], ..plan() };
    assert!(matches!(hunt(&none, vec![naive()]).0.why, Why::Error(_)));
}

#[test]
fn a_runner_that_fails_ends_the_hunt_and_loses_no_finding() {
    let broken = Toy { after: Some(400), ..Toy::default() };
    let worker = Worker { guard: naive(), runner: Box::new(broken) };
    let (summary, events) = hunt_with(&plan(), vec![worker], &AtomicBool::new(false));
    assert!(matches!(&summary.why, Why::Setup(text) if text.contains("the toy is broken")));
    assert!(events.iter().any(|event| matches!(event, Event::Note { .. })));
    assert_eq!(summary.stats.funnel.finding, findings(&events).len() as u64);
    assert!(!findings(&events).is_empty());
}

#[test]
fn an_interrupt_tells_what_was_confirmed() {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut events = Vec::new();
    let plan = plan();
    let worker = Worker { guard: naive(), runner: Box::new(Toy::default()) };
    let summary = search(
        &plan,
        vec![worker],
        &mut |event| {
            if matches!(event, Event::Finding(_)) {
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            events.push(event);
        },
        &stop,
    );
    assert_eq!(summary.why, Why::Interrupted);
    assert_eq!(summary.stats.funnel.finding, findings(&events).len() as u64);
}

#[test]
fn several_jobs_share_what_they_know() {
    let (summary, events) = hunt(&scripts(6_000), vec![naive(), naive(), naive()]);
    assert!(summary.stats.funnel.generated >= 6_000);
    let found = findings(&events);
    let mut buckets: Vec<&str> = found.iter().map(|found| found.bucket.as_str()).collect();
    let count = buckets.len();
    buckets.sort_unstable();
    buckets.dedup();
    assert_eq!(buckets.len(), count, "no bucket is told twice");
    assert!(buckets.iter().any(|bucket| bucket.ends_with("/newline")));
}

#[test]
fn what_is_denied_without_need_is_told_as_a_note() {
    let strict: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(read_only()),
        seeds: vec!["echo hi"],
        faults: 0,
        checks: vec![("all", |_| true)],
        last: allow,
    });
    let plan = Plan { overblock_share: 10, ..scripts(2_000) };
    let (_, events) = hunt(&plan, vec![strict]);
    let found = findings(&events);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].bucket, "overblock/all/bash+sh+zsh");
    assert_eq!(found[0].rule.as_deref(), Some("all"));
    assert!(!found[0].case.contains("expect"), "nobody says that it should be denied");
}

#[test]
fn shells_that_part_are_told_as_a_note() {
    let open: Box<dyn Guard> = Box::new(Toyguard {
        promise: promise(vec![Clause::Write(vec!["**".into(), "../**".into(), "/**".into()])]),
        seeds: vec!["echo hi"],
        faults: 0,
        checks: vec![],
        last: allow,
    });
    let (_, events) = hunt(&scripts(3_000), vec![open]);
    let found = findings(&events);
    assert!(!found.is_empty());
    assert!(found.iter().all(|found| found.kind == FindingKind::Divergence), "{found:#?}");
    assert!(found.iter().any(|found| found.bucket.contains("bash+zsh~sh")), "{found:#?}");
}

#[test]
fn the_checks_of_built_in_guards_have_near_misses_or_a_shadow() {
    for (name, redundant) in
        [("docs_only", &["claims-text"][..]), ("argv", &["empty", "no-words"][..])]
    {
        let guard = guard::registry::find(name).expect("it is built in").make();
        let (summary, events) = hunt(&Plan { overblock_share: 0, ..scripts(60_000) }, vec![guard]);
        for (check, stats) in &summary.stats.checks {
            if redundant.contains(&check.as_str()) {
                assert_eq!(stats.near_misses, 0, "{name}/{check}");
                assert!(stats.shadowed == 0 || stats.shadowed_by.is_some());
            } else {
                assert!(stats.near_misses >= 200, "{name}/{check}: {stats:?}");
            }
        }
        let found = findings(&events);
        assert!(found.iter().all(|found| !found.kind.is_violation()), "{name}: {found:#?}");
    }
}

#[test]
fn a_guard_is_asked_in_each_world_that_its_answer_is_run_in() {
    let mut second = crate::fake::world();
    second.name = "second".into();
    second.tree = b"/w/second".to_vec();
    second.start = second.tree.clone();
    let plan = Plan { worlds: vec![crate::fake::world(), second], ..plan() };
    use crate::lab::Care;
    let tried = |only_first: bool, care: Care| {
        let mut guard = Toyguard {
            promise: promise(vec![Clause::Write(vec![]), Clause::Enter]),
            seeds: vec![],
            faults: 0,
            checks: vec![],
            last: move |request: &guard::Request| {
                let first = request.tree.as_os_str() == "/w/tree";
                Answer::Verdict(match first || !only_first {
                    true => Verdict::allow(),
                    false => Verdict::deny("tree", "not there"),
                })
            },
        };
        let mut toy = Toy::default();
        let mut lab = crate::lab::Lab::new(&plan, &mut guard, &mut toy);
        let trial = lab.try_script(b"echo hi", care).expect("the toy runs");
        let mut worlds: Vec<usize> = trial.runs.iter().map(|run| run.world).collect();
        worlds.sort_unstable();
        worlds
    };
    // Three shells, and the tree that went away in the third world.
    assert_eq!(tried(false, Care::Exact), [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    assert_eq!(tried(true, Care::Exact), [0, 0, 0, 2, 2, 2]);
    // In a fast trial, each world beside the first with the shell whose turn it is.
    assert_eq!(tried(false, Care::Fast), [0, 0, 0, 1, 2]);
    assert_eq!(tried(true, Care::Fast), [0, 0, 0, 2]);
}
