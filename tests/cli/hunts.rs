//! `hunt`: what it finds, writes, and ends with.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::kit::{Place, names};

/// A hunt that is the same each time.
fn steady<'a>(guard: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let start = ["hunt", "--guard", guard, "--out", out, "--jobs", "1", "--seed", "7"];
    [&start[..], more].concat()
}

#[test]
fn a_hole_is_found_told_and_written() {
    let place = Place::new();
    let guard = place.naive();
    let args = steady(&guard, "out", &["--time", "180s", "--until", "first"]);
    let done = place.run(&args).ends(100);
    assert!(done.stdout.contains("bypass/"), "{}", done.stdout);
    assert!(done.stdout.contains("page: out/report.html"), "{}", done.stdout);
    assert!(done.stderr.contains("no stored scripts"), "{}", done.stderr);
    assert!(!done.stderr.contains('\x1b'), "plain lines: {}", done.stderr);
    let folders = names(&place.path().join("out/findings"));
    assert!(!folders.is_empty());
    for folder in folders {
        let folder = place.path().join("out/findings").join(folder);
        assert_eq!(names(&folder), ["case.sh", "finding.json", "reduced.sh", "script.sh"]);
    }
    let page = fs::read_to_string(place.path().join("out/report.html")).expect("a page");
    assert!(page.starts_with("<!") && page.contains("bypass"), "a page");
}

#[test]
fn events_come_one_a_line() {
    let place = Place::new();
    let args = steady("docs_only_historic", "out", &["--json", "--runs", "60", "--shells", "bash"]);
    let done = place.run(&args).ends(100);
    let events = done.events();
    let (first, last) = (&events[0], &events[events.len() - 1]);
    assert_eq!((&first["event"], &first["v"]), (&"start".into(), &1.into()));
    assert_eq!((&first["guard"], &first["seed"]), (&"docs_only_historic".into(), &7.into()));
    assert!(first["shells"]["bash"].is_string(), "{first}");
    assert_eq!((&last["event"], &last["exit"]), (&"end".into(), &100.into()), "{last}");
    assert_eq!(last["why"], "runs");
    let findings: Vec<&Value> = events.iter().filter(|it| it["event"] == "finding").collect();
    assert!(!findings.is_empty());
    for finding in &findings {
        for key in ["kind", "bucket", "guard", "shells", "runs", "case"] {
            assert!(!finding[key].is_null(), "{key}: {finding}");
        }
    }
    let log = fs::read_to_string(place.path().join("out/events.jsonl")).expect("a log");
    let logged = log.lines().filter(|line| line.contains("\"event\":\"finding\"")).count();
    assert_eq!(logged, findings.len());
    assert_eq!(names(&place.path().join("out/findings")).len(), findings.len());
}

/// The buckets of the violations that a hunt tells.
fn buckets(events: &[Value]) -> BTreeSet<String> {
    let is_it = |event: &&Value| event["event"] == "finding" && event["kind"] != "divergence";
    let bucket = |event: &Value| event["bucket"].as_str().unwrap_or_default().to_owned();
    events.iter().filter(is_it).map(bucket).collect()
}

#[test]
fn what_is_known_does_not_count() {
    let place = Place::new();
    let more = ["--json", "--runs", "60", "--shells", "sh"];
    let args = steady("docs_only_historic", "first", &more);
    let found = buckets(&place.run(&args).ends(100).events());
    assert!(found.len() > 1, "{found:?}");
    let entry = |bucket: &String| {
        format!(
            "\n[[known]]\nguard = \"docs_only_historic\"\nbucket = {bucket:?}\nreason = \"seen\"\n"
        )
    };
    let all: String = found.iter().map(entry).collect();
    place.write("known.toml", format!("v = 1\n{all}"));
    let known = ["--baseline", "known.toml"];
    let args = steady("docs_only_historic", "second", &[&more[..], &known].concat());
    assert_eq!(buckets(&place.run(&args).ends(0).events()), found, "they are told all the same");
    let most: String = found.iter().skip(1).map(entry).collect();
    place.write("known.toml", format!("v = 1\n{most}"));
    let args = steady("docs_only_historic", "third", &[&more[..], &known].concat());
    place.run(&args).ends(100);
}

#[test]
fn a_sound_guard_is_clean_until_a_check_is_taken_out() {
    let place = Place::new();
    let shells = ["--shells", "sh,bash"];
    let more = [&shells[..], &["--time", "8s"]].concat();
    let done = place.run(&steady("docs_only", "whole", &more)).ends(0);
    assert!(done.stdout.contains("0 violations"), "{}", done.stdout);
    assert!(done.stdout.contains("near-misses"), "{}", done.stdout);
    let without = ["--without", "docs-only-end", "--until", "first", "--time", "180s"];
    let args = steady("docs_only", "holed", &[&shells[..], &without].concat());
    let done = place.run(&args).ends(100);
    assert!(done.stdout.contains("bypass/"), "{}", done.stdout);
}

#[test]
fn a_guard_that_denies_all_lets_nothing_run() {
    let place = Place::new();
    let guard = place.guard("no", "cat > /dev/null; exit 1\n");
    let args = steady(&guard, "out", &["--time", "2s", "--shells", "sh"]);
    let done = place.run(&args);
    // Now and then a denied script is run to learn of overblocks; then something ran.
    assert!([0, 4].contains(&done.code), "{}", done.stderr);
}

#[test]
fn a_guard_that_crashes_is_told_and_does_not_end_the_hunt() {
    let place = Place::new();
    let script = "read -r line\ncase $line in *'$'*) kill -9 $$ ;; *) exit 1 ;; esac\n";
    let guard = place.guard("crashes", script);
    let args = steady(&guard, "out", &["--time", "180s", "--until", "first", "--shells", "sh"]);
    let done = place.run(&args).ends(100);
    assert!(done.stdout.contains("crash/"), "{}", done.stdout);
    place.write("dead.sh", "kill -9 $$\n");
    let manifest = "name = \"dead\"\nprotocol = \"jsonl\"\nrun = [\"sh\", \"dead.sh\"]\n\
                    [promise]\npreset = \"read-only\"\n";
    place.write("dead.toml", manifest);
    let args = steady("dead.toml", "dead", &["--time", "30s", "--shells", "sh"]);
    let done = place.run(&args).ends(1);
    assert!(done.stderr.contains("in a row"), "{}", done.stderr);
}

#[test]
fn a_guard_that_hangs_is_told_after_its_time() {
    let place = Place::new();
    let guard = place.guard("hangs", "sleep 1000\n");
    let args = ["try", "--json", "--guard", &guard, "--shells", "sh", "--", "echo hi"];
    let told = place.run(&args).ends(100).json();
    assert_eq!(told["guard"]["decision"], "error");
    assert_eq!(told["findings"][0]["kind"], "hang", "{told}");
    assert_eq!(told["runs"], Value::Array(Vec::new()));
}

#[test]
fn shards_of_one_seed_differ_and_merge() {
    let place = Place::new();
    for (part, out) in [("1/2", "one"), ("2/2", "two")] {
        let more = ["--runs", "40", "--shells", "sh", "--shard", part];
        place.run(&steady("docs_only_historic", out, &more)).ends(100);
    }
    let done = place.run(&["merge", "one", "two", "--out", "all"]).ends(100);
    assert!(done.stdout.starts_with("all: "), "{}", done.stdout);
    let report = |folder: &str| place.run(&["report", "--json", folder]).ends(0).json();
    let (one, two, all) = (report("one"), report("two"), report("all"));
    let generated = |report: &Value| report["funnel"]["generated"].as_u64().expect("a funnel");
    assert_eq!(generated(&all), generated(&one) + generated(&two));
    place.run(&["report", "one", "two", "--format", "markdown"]).ends(0);
}
