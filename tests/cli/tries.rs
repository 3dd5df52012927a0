//! `try`, `replay` and `reduce`.

use serde_json::Value;

use crate::kit::Place;

fn kinds_and_paths(run: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let effects = run["effects"].as_array().cloned().unwrap_or_default();
    effects.iter().map(|effect| (text(&effect["kind"]), text(&effect["path"]))).collect()
}

#[test]
fn a_script_without_a_guard_is_shown_under_each_shell() {
    let place = Place::new();
    let script = "echo hi; echo x > made; rm README.md; no-such-tool 'a b'; exit 3";
    for exact in [&[][..], &["--exact"]] {
        let args = [&["try", "--json"][..], exact, &["--", script]].concat();
        let told = place.run(&args).ends(0).json();
        assert_eq!((&told["v"], &told["guard"]), (&1.into(), &Value::Null));
        assert_eq!(told["script"], script);
        assert_eq!(told["findings"], Value::Array(Vec::new()));
        let runs = told["runs"].as_array().expect("runs");
        let shells: Vec<&str> = runs.iter().filter_map(|run| run["shell"].as_str()).collect();
        assert_eq!(shells, ["bash", "sh", "zsh"]);
        for run in runs {
            assert_eq!((&run["exit"], &run["signal"]), (&3.into(), &Value::Null), "{run}");
            assert_eq!((&run["world"], &run["timed_out"]), (&"range".into(), &false.into()));
            assert_eq!(run["stdout"], "hi\n");
            let mut did = kinds_and_paths(run);
            did.sort();
            let want = [("create", "made"), ("delete", "README.md")];
            assert_eq!(did, want.map(|(kind, path)| (kind.to_owned(), path.to_owned())));
            let tool = &run["programs"][1];
            assert_eq!(tool["argv"], serde_json::json!(["no-such-tool", "a b"]), "{run}");
            assert_eq!((&tool["by"], &tool["tripwire"]), (&"shell".into(), &true.into()));
            assert!(run["version"].as_str().is_some_and(|version| !version.is_empty()));
            let commands = run["commands"].as_array().expect("commands");
            assert!(
                commands.iter().any(|it| it["argv"] == serde_json::json!(["echo", "hi"])),
                "{run}"
            );
        }
    }
}

#[test]
fn a_denied_script_is_0_and_runs_nothing() {
    let place = Place::new();
    let args = ["try", "--json", "--guard", "docs_only", "--", "rm -rf ."];
    let told = place.run(&args).ends(0).json();
    let guard = &told["guard"];
    assert_eq!((&guard["name"], &guard["decision"]), (&"docs_only".into(), &"deny".into()));
    assert!(guard["rule"].is_string() && guard["reason"].is_string(), "{guard}");
    assert_eq!(guard["handback"], Value::Null);
    assert_eq!(guard["promise"]["preset"], "docs-only-shell");
    assert_eq!(guard["answers"].as_array().map(Vec::len), Some(3));
    assert_eq!(told["runs"], Value::Array(Vec::new()));
    let done = place.run(&["try", "--guard", "docs_only", "--", "rm -rf ."]).ends(0);
    assert!(done.stdout.starts_with("docs_only: deny ["), "{}", done.stdout);
    assert!(done.stdout.contains("nothing was run"), "{}", done.stdout);
}

#[test]
fn an_allowed_script_that_breaks_the_promise_is_100() {
    let place = Place::new();
    let guard = place.naive();
    let script = "echo hi\ntouch x";
    let told = place.run(&["try", "--json", "--guard", &guard, "--", script]).ends(100).json();
    assert_eq!(told["guard"]["decision"], "allow");
    assert_eq!(told["guard"]["handback"]["kind"], "same");
    let findings = told["findings"].as_array().expect("findings");
    let bypass = findings.iter().find(|finding| finding["kind"] == "bypass").expect("a bypass");
    for key in ["bucket", "clause", "guard", "shells", "script", "reduced", "runs", "case"] {
        assert!(!bypass[key].is_null(), "{key}: {bypass}");
    }
    assert_eq!((&bypass["clause"], &bypass["script"]), (&"write".into(), &script.into()));
    let done = place.run(&["try", "--guard", &guard, "--", script]).ends(100);
    assert!(done.stdout.contains("echo hi↵touch x"), "{}", done.stdout);
    place.run(&["try", "--guard", &guard, "--", "echo hi"]).ends(0);
}

#[test]
fn a_finding_of_a_guard_without_a_check_is_shown_again_by_its_name() {
    let place = Place::new();
    let name = "docs_only_historic";
    let told = place.run(&["guards", "--json", name]).ends(0).json();
    let checks = told["guards"][0]["checks"].as_array().cloned().unwrap_or_default();
    let check = checks[0]["id"].as_str().expect("a check");
    let full = format!("{name}-without-{check}");
    for args in [["--guard", name, "--without", check].as_slice(), &["--guard", &full]] {
        let args = [&["try", "--json"][..], args, &["--", "pwd"]].concat();
        assert_eq!(place.run(&args).ends(0).json()["guard"]["name"], full.as_str());
    }
}

#[test]
fn worlds_deliveries_and_limits_are_chosen() {
    let place = Place::new();
    let args = ["try", "--json", "--world", "catalogue", "--shells", "bash", "--delivery", "stdin"];
    let told = place.run(&[&args[..], &["--", "touch x; pwd"]].concat()).ends(0).json();
    let run = &told["runs"][0];
    assert_eq!((&run["world"], &run["delivery"]), (&"catalogue".into(), &"stdin".into()));
    assert_eq!(run["stdout"], "/w/proj\n");
    let args =
        ["try", "--json", "--shells", "sh", "--timeout", "300ms", "--", "while :; do :; done"];
    assert_eq!(place.run(&args).ends(0).json()["runs"][0]["timed_out"], true);
}

const HEAD: &str = "#@ about: x\n#@ class: c\n#@ kind: bypass\n#@ origin: o\n";

#[test]
fn a_replay_compares_what_cases_say() {
    let place = Place::new();
    place.write(
        "cases/good.sh",
        format!("#@ id: good\n{HEAD}#@ effect: create made\n#@ exit: 0\n#@ ---\ntouch made\n"),
    );
    place.write(
        "cases/setup.sh",
        format!(
            "#@ id: setup\n{HEAD}#@ setup: echo 1 > before\n#@ env: N=before\n\
             #@ effect: delete before\n#@ ---\nrm \"$N\"\n"
        ),
    );
    place.write("cases/skip.sh", format!("#@ id: skip\n{HEAD}#@ skip: because\n#@ ---\n:\n"));
    let done = place.run(&["replay", "cases"]).ends(0);
    assert!(done.stdout.contains("3 cases (1 skipped): 6 of 6 runs held"), "{}", done.stdout);
    assert!(done.stderr.contains("skip.sh: because"), "{}", done.stderr);
    place.write("cases/bad.sh", format!("#@ id: bad\n{HEAD}#@ exit: 0\n#@ ---\ntouch z; exit 9\n"));
    let done = place.run(&["replay", "cases", "--fast"]).ends(100);
    for shell in ["bash", "sh", "zsh"] {
        assert!(done.stdout.contains(&format!("bad.sh [{shell}]")), "{}", done.stdout);
    }
    assert!(done.stdout.contains("create z"), "{}", done.stdout);
    let told = place.run(&["replay", "--json", "cases", "--jobs", "2"]).ends(100).json();
    assert_eq!((&told["v"], &told["runs"], &told["held"]), (&1.into(), &9.into(), &6.into()));
    assert_eq!(told["rows"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_replay_holds_a_guard_to_its_answers_and_its_promise() {
    let place = Place::new();
    let guard = place.naive();
    let case = |id: &str, more: &str, body: &str| {
        let text = format!("#@ id: {id}\n{HEAD}{more}#@ ---\n{body}\n");
        place.write(&format!("cases/{id}.sh"), text);
    };
    case("denied", "#@ expect: naive deny\n", "echo a; echo b");
    case("other", "#@ expect: other-guard deny\n", "echo a");
    place.run(&["replay", "cases", "--guard", &guard]).ends(0);
    case("wrong", "#@ expect: naive deny\n", "echo a");
    let done = place.run(&["replay", "cases", "--guard", &guard]).ends(100);
    assert!(done.stdout.contains("expected naive to answer deny, got allow"), "{}", done.stdout);
    case("wrong", "", "echo a");
    case("hole", "#@ effect: create z\n", "echo a\ntouch z");
    let told = place.run(&["replay", "--json", "cases", "--guard", &guard]).ends(100).json();
    assert_eq!((&told["mismatches"], &told["findings"]), (&0.into(), &1.into()), "{told}");
    case(
        "hole",
        "#@ effect: create z\n#@ status: known\n#@ expect: naive allow\n",
        "echo a\ntouch z",
    );
    place.run(&["replay", "cases", "--guard", &guard]).ends(0);
}

/// A guard that allows everything, with this promise.
fn guard_of(place: &Place, name: &str, promise: &str) -> String {
    place.write("yes.sh", "exit 0\n");
    let manifest = format!(
        "name = \"{name}\"\nprotocol = \"exit-status\"\nrun = [\"sh\", \"yes.sh\"]\n\n[promise]\n{promise}\n"
    );
    let file = format!("{name}.toml");
    place.write(&file, manifest);
    file
}

#[test]
fn a_replay_says_what_it_could_not_check() {
    let place = Place::new();
    // Which commands ran is told by a trace, which this one ends.
    place.write("cases/dark.sh", format!("#@ id: dark\n{HEAD}#@ ---\nset +x; echo a\n"));
    let rules = "rules = { allow = [\"set *\", \"echo *\"], deny = [] }";
    let only = guard_of(&place, "only", rules);
    let some = guard_of(&place, "some", &format!("{rules}\nnetwork = \"none\""));
    let all = guard_of(&place, "all", "network = \"none\"");
    let run = |guard: &str, code: i32| {
        let args = ["replay", "cases", "--guard", guard, "--shells", "bash"];
        let done = place.run(&args).ends(code);
        let told = place.run(&[&args[..], &["--json"]].concat()).ends(code).json();
        (done.stderr, told)
    };
    let (stderr, told) = run(&all, 0);
    assert!(stderr.is_empty(), "{stderr}");
    assert_eq!((&told["unchecked"], &told["guarded"]), (&0.into(), &1.into()), "{told}");
    let (stderr, told) = run(&some, 0);
    assert_eq!(stderr, "trapline: could not be checked: rules in 1 of 1 run\n");
    assert_eq!((&told["unchecked"], &told["unchecked_runs"]["rules"]), (&1.into(), &1.into()));
    let (stderr, told) = run(&only, 4);
    assert!(stderr.ends_with("trapline: no clause was checked at all\n"), "{stderr}");
    assert_eq!((&told["unchecked"], &told["findings"]), (&1.into(), &0.into()), "{told}");
}

/// What a setup makes lies in the tree, so it cannot run where there is none; the guard is held to
/// doing nothing there all the same.
#[test]
fn a_case_with_a_setup_is_run_where_the_tree_is_missing_too() {
    let place = Place::new();
    let more = "#@ world: catalogue\n#@ setup: cp in.txt made.txt\n";
    place.write("cases/setup.sh", format!("#@ id: setup\n{HEAD}{more}#@ ---\ncat made.txt\n"));
    let args = ["replay", "cases", "--guard", "approver"];
    let done = place.run(&args).ends(0);
    assert!(!done.stdout.contains("could not be made"), "{}", done.stdout);
    let told = place.run(&[&args[..], &["--json"]].concat()).ends(0).json();
    assert_eq!((&told["guarded"], &told["failed"]), (&6.into(), &0.into()), "{told}");
}

#[test]
fn a_guard_is_held_to_the_deliveries_that_it_vouches_for() {
    let place = Place::new();
    // Typed, bash and zsh take `!b` for history and drop the line; the host of the approver runs
    // `-c`, where all shells do the same.
    place.write(
        "cases/typed.sh",
        format!(
            "#@ id: typed\n{HEAD}#@ delivery: typed\n#@ effect: [sh] create made\n#@ ---\n\
             echo \"a!b\"; touch made\n"
        ),
    );
    let args = ["replay", "cases", "--guard", "approver"];
    let done = place.run(&args).ends(0);
    assert!(done.stderr.contains("1 case is typed, or in a file; approver"), "{}", done.stderr);
    let told = place.run(&[&args[..], &["--json"]].concat()).ends(0).json();
    assert_eq!((&told["redelivered"], &told["held"]), (&1.into(), &3.into()), "{told}");
    let args = ["try", "--guard", "approver", "--delivery", "typed", "--", "ls"];
    let done = place.run(&args).ends(1);
    assert!(done.last_line().contains("approver vouches for `-c` only"), "{}", done.stderr);
}

#[test]
fn a_reduction_keeps_the_bucket() {
    let place = Place::new();
    let guard = place.naive();
    place
        .write("long", "echo one 'two words' three\necho four five six\ntouch some-file\necho end");
    let done = place.run(&["reduce", "long", "--guard", &guard, "--shells", "sh"]).ends(100);
    let script = done.stdout.trim_end();
    assert!(script.len() <= 16 && script.starts_with("echo ") && script.contains('\n'), "{script}");
    assert!(done.stderr.contains("bypass/write/create/tree/sh/newline"), "{}", done.stderr);
    place.write("harmless", "echo one");
    let done = place.run(&["reduce", "harmless", "--guard", &guard]).ends(1);
    assert!(done.last_line().contains("harmless: shows no such finding"), "{}", done.stderr);
    place.write("case.sh", format!("#@ id: case\n{HEAD}#@ ---\necho a\ntouch b"));
    let args = ["reduce", "--json", "case.sh", "--guard", &guard, "--shells", "bash"];
    let told = place.run(&args).ends(100).json();
    assert_eq!((&told["v"], &told["before"]), (&1.into(), &14.into()), "{told}");
    assert_eq!(told["finding"]["kind"], "bypass");
}

#[test]
fn a_host_profile_lists_what_is_different_and_who_met_it() {
    let place = Place::new();
    let guard = place.naive();
    let args = ["try", "--json", "--host-profile", "--shells", "bash", "--guard", &guard, "--"];
    let told = place.run(&[&args[..], &["echo $(whoami > made)"]].concat()).ends(100).json();
    let profile = &told["host_profile"];
    let differences = profile["differences"].as_array().expect("differences");
    for id in ["user", "home", "path", "tripwire", "network", "etc", "startup", "limits"] {
        let difference = differences.iter().find(|difference| difference["id"] == id);
        let difference = difference.unwrap_or_else(|| panic!("{id}: {profile}"));
        assert_ne!(difference["sandbox"], difference["here"], "{id}");
    }
    assert_eq!(profile["runs"], serde_json::json!([["user"]]));
    assert_eq!(profile["findings"][0], serde_json::json!(["user"]), "{profile}");
    assert_eq!(told["findings"][0]["depends_on"][0]["id"], "user");
    let args = ["try", "--host-profile", "--shells", "sh", "--", "no-such-tool"];
    let done = place.run(&args).ends(0);
    assert!(done.stdout.contains("depends on what is different here: tripwire"), "{}", done.stdout);
    assert!(done.stdout.contains("the sandbox differs from your own shell:"), "{}", done.stdout);
    let told = place.run(&["try", "--json", "--shells", "sh", "--", ":"]).ends(0).json();
    assert_eq!(told["host_profile"], Value::Null);
}

#[test]
fn a_session_runs_several_scripts_and_a_shell_does_not() {
    let place = Place::new();
    let calls = ["cd src", "alias now='touch made'", "now"];
    for shell in ["bash@session", "sh@session", "zsh@session"] {
        let args = [&["try", "--json", "--shells", shell, "--"], &calls[..]].concat();
        let told = place.run(&args).ends(0).json();
        assert_eq!(told["script"], calls.join("\n"));
        let run = &told["runs"][0];
        assert_eq!(run["shell"], shell);
        assert_eq!(kinds_and_paths(run), [("create".to_owned(), "src/made".to_owned())], "{run}");
    }
    let args = [&["try", "--shells", "bash,bash@session", "--"], &calls[..]].concat();
    let done = place.run(&args).ends(1);
    assert!(done.last_line().contains("bash takes one script"), "{}", done.stderr);
    let args = ["try", "--guard", "docs_only", "--shells", "bash@session", "--", "ls", "ls"];
    let done = place.run(&args).ends(1);
    assert!(done.last_line().contains("a guard is asked about one script"), "{}", done.stderr);
    // With a guard, and in a hunt, a profile is a shell like any other.
    let args = ["try", "--json", "--guard", "docs_only", "--shells", "bash@login", "--", "git log"];
    let told = place.run(&args).ends(0).json();
    assert_eq!(told["guard"]["answers"][0]["shell"], "bash@login");
    let done = place.run(&["try", "--shells", "bash@nothing", "--", ":"]).ends(1);
    assert!(done.stderr.contains("bash@login"), "{}", done.stderr);
}

#[test]
fn a_secret_of_the_environment_is_named_by_its_variable() {
    let place = Place::new();
    let args = ["try", "--json", "--shells", "sh", "--", "echo \"$API_TOKEN\""];
    let told = place.run(&args).ends(0).json();
    let effect = &told["runs"][0]["effects"][0];
    assert_eq!((&effect["kind"], &effect["detail"]), (&"read".into(), &"$API_TOKEN".into()));
}
