//! What is wrong is told on one line that names the file and the place, with the right exit code.

use std::fs;

use crate::kit::{Done, Place};

/// One line on standard error, which holds all of these.
#[track_caller]
fn one_line(done: &Done, parts: &[&str]) {
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{}", done.stderr);
    assert!(lines[0].starts_with("trapline: "), "{}", done.stderr);
    for part in parts {
        assert!(lines[0].contains(part), "lacks {part:?}: {}", done.stderr);
    }
    assert_eq!(done.stdout, "", "nothing is a result");
}

#[test]
fn usage_errors_are_1_and_answers_are_0() {
    let place = Place::new();
    for args in [&["--help"][..], &["hunt", "--help"], &["--version"], &["help", "try"]] {
        let done = place.run(args).ends(0);
        assert!(!done.stdout.is_empty() && done.stderr.is_empty(), "{args:?}");
    }
    for args in [
        &[][..],
        &["nonsense"],
        &["hunt"],
        &["hunt", "--guard", "argv", "--bogus"],
        &["hunt", "--guard", "argv", "--time", "soon"],
        &["hunt", "--guard", "argv", "--shard", "3/2"],
        &["hunt", "--guard", "argv", "--fail-on", "nothing"],
        &["hunt", "--guard", "argv", "--until", "noon"],
        &["hunt", "--guard", "argv", "--jobs", "0"],
        &["try", "--shells", "fish", "--", ":"],
        &["try", "--delivery", "post", "--", ":"],
        &["try"],
        &["try", "--", "echo", "two words"],
        &["report"],
        &["report", ".", "--format", "pdf"],
        &["merge", "."],
    ] {
        let done = place.run(args).ends(1);
        assert!(!done.stderr.is_empty() && done.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn manifests_are_told_by_file_line_and_key() {
    let place = Place::new();
    let good = "name = \"g\"\nprotocol = \"exit-status\"\nrun = [\"sh\", \"g.sh\"]\n";
    let promise = "[promise]\npreset = \"read-only\"\n";
    for (name, text, parts) in [
        ("unknown.toml", format!("{good}colour = 1\n{promise}"), &["unknown.toml:4", "colour"][..]),
        ("lacks.toml", format!("name = \"g\"\n{promise}"), &["lacks.toml", "protocol"]),
        ("toml.toml", "name = \n".to_owned(), &["toml.toml:1"]),
        (
            "protocol.toml",
            format!("name = \"g\"\nprotocol = \"post\"\nrun = [\"sh\"]\n{promise}"),
            &["protocol.toml:2", "post"],
        ),
        (
            "program.toml",
            format!("name = \"g\"\nprotocol = \"jsonl\"\nrun = [\"./no-such-program\"]\n{promise}"),
            &["program.toml:3", "no-such-program"],
        ),
        (
            "preset.toml",
            format!("{good}[promise]\npreset = \"good\"\n"),
            &["preset.toml:5", "good"],
        ),
        ("clause.toml", format!("{good}[promise]\nwrites = []\n"), &["clause.toml:5", "writes"]),
        ("none.toml", format!("{good}[promise]\n"), &["none.toml:4", "promise"]),
    ] {
        place.write(name, text);
        for args in [
            &["hunt", "--guard", name][..],
            &["try", "--guard", name, "--", ":"],
            &["replay", "--guard", name],
            &["guards", name],
        ] {
            one_line(&place.run(args).ends(1), parts);
        }
    }
    place.write("bytes.toml", b"name = \"\xff\"\n");
    one_line(&place.run(&["guards", "bytes.toml"]).ends(1), &["bytes.toml:1", "UTF-8"]);
    one_line(&place.run(&["guards", "missing.toml"]).ends(1), &["missing.toml"]);
    fs::create_dir(place.path().join("folder.toml")).expect("a folder");
    one_line(&place.run(&["guards", "folder.toml"]).ends(1), &["folder.toml"]);
    one_line(&place.run(&["guards", "nobody"]).ends(1), &["nobody", "docs_only", "argv"]);
}

#[test]
fn a_registry_is_told_by_file_and_place() {
    let place = Place::new();
    place.write("line.json", "{\"schema_version\": 1,\n \"entry\": {}}\n");
    place.write(
        "example.json",
        "{\"schema_version\": 1, \"entries\": {\"git-clean\": {\"command\": [\"hg\"]}}}",
    );
    for (file, parts) in [
        ("line.json", &["line.json: ", "entry", "line 2"][..]),
        ("example.json", &["example.json: ", "git-clean", "git clean -fdx"]),
        ("missing.json", &["missing.json: "]),
    ] {
        for args in [&["try"][..], &["explain"], &["hunt"], &["replay"], &["reduce"]] {
            let more: &[&str] = match args[0] {
                "try" | "explain" => &["--", ":"],
                "reduce" => &["line.json"],
                _ => &[],
            };
            let given = ["--guard", "approver", "--registry", file];
            one_line(&place.run(&[args, &given[..], more].concat()).ends(1), parts);
        }
    }
    place.write("good.json", "{\"schema_version\": 1}");
    let args = ["hunt", "--guard", "argv", "--registry", "good.json"];
    one_line(&place.run(&args).ends(1), &["argv", "only the approver has a registry"]);
}

#[test]
fn checks_and_worlds_have_names() {
    let place = Place::new();
    let done = place.run(&["hunt", "--guard", "argv", "--without", "everything"]).ends(1);
    one_line(&done, &["everything", "operators"]);
    let guard = place.naive();
    let done = place.run(&["hunt", "--guard", &guard, "--without", "operators"]).ends(1);
    one_line(&done, &["naive.toml", "built-in"]);
    let done = place.run(&["try", "--world", "mars", "--", ":"]).ends(1);
    one_line(&done, &["mars", "range"]);
    one_line(&place.run(&["worlds", "mars"]).ends(1), &["mars", "range"]);
}

#[test]
fn a_script_that_an_argument_cannot_hold() {
    let place = Place::new();
    let done = place.run_with(b"echo a\0b > f", &["try", "--json", "-"]).ends(4);
    let told = done.json();
    assert_eq!(told["script"], "echo a\0b > f");
    assert_eq!(told["runs"].as_array().map(Vec::len), Some(0));
    let failed = told["failed"].as_array().expect("a list");
    assert_eq!(failed.len(), done.stderr.lines().count(), "one line each: {}", done.stderr);
    for (failed, line) in failed.iter().zip(done.stderr.lines()) {
        assert!(failed["error"].as_str().is_some_and(|error| error.contains("NUL")), "{failed}");
        assert!(line.contains("NUL") && line.contains("byte 7"), "{line}");
    }
    // In a file it can stand; bash takes one for a program where it is in the first line.
    let args = ["try", "--json", "--shells", "bash", "--delivery", "file", "-"];
    let told = place.run_with(b"echo a > f\n# \0\n", &args).ends(0).json();
    assert_eq!(told["runs"][0]["effects"][0]["path"], "f");
}

#[test]
fn a_script_that_is_not_utf_8() {
    let place = Place::new();
    let args = ["try", "--json", "--shells", "sh", "-"];
    let told = place.run_with(b"echo x > '\xff'", &args).ends(0).json();
    assert!(told.get("script").is_none() && told["script_b64"].is_string(), "{told}");
    let effect = &told["runs"][0]["effects"][0];
    assert_eq!((&effect["kind"], &effect["path_b64"]), (&"create".into(), &"/w==".into()));
    assert!(effect.get("path").is_none(), "{effect}");
    let done = place.run_with(b"echo x > '\xff'", &["try", "--shells", "sh", "-"]).ends(0);
    assert!(done.stdout.contains("\\xFF"), "{}", done.stdout);
}

#[test]
fn folders_that_cannot_be_written_or_hold_a_hunt() {
    let place = Place::new();
    let file = place.write("file", "");
    let hunt = |out: &str| {
        let args = ["hunt", "--guard", "docs_only_historic", "--runs", "60", "--jobs", "1"];
        place.run(&[&args[..], &["--shells", "sh", "--out", out]].concat())
    };
    let done = hunt("file/out").ends(1);
    assert!(done.last_line().contains("file/out") && done.stdout.is_empty(), "{}", done.stderr);
    assert_eq!(fs::read(&file).expect("still there"), b"");
    hunt("out").ends(100);
    let log = place.path().join("out/events.jsonl");
    let before = fs::read(&log).expect("a log");
    let done = hunt("out").ends(1);
    assert!(done.last_line().contains("out already holds a hunt"), "{}", done.stderr);
    assert_eq!(fs::read(&log).expect("a log"), before, "nothing was written over");
}

#[test]
fn cases_are_told_by_file_and_line() {
    let place = Place::new();
    let head = "#@ id: a\n#@ about: x\n#@ class: c\n#@ kind: bypass\n#@ origin: o\n";
    place.write("bad/a.sh", format!("{head}#@ colour: red\n#@ ---\n:\n"));
    one_line(&place.run(&["replay", "bad"]).ends(1), &["bad/a.sh:6", "colour"]);
    one_line(&place.run(&["replay", "nowhere"]).ends(1), &["nowhere"]);
    one_line(&place.run(&["replay"]).ends(4), &["corpora/cases"]);
    one_line(&place.run(&["reduce", "bad/a.sh", "--guard", "argv"]).ends(1), &["bad/a.sh:6"]);
    one_line(&place.run(&["reduce", "nowhere", "--guard", "argv"]).ends(1), &["nowhere"]);
    place.write(
        "world/b.sh",
        format!("{}#@ world: mars\n#@ ---\n:\n", head.replace("id: a", "id: b")),
    );
    one_line(&place.run(&["replay", "world"]).ends(1), &["world/b.sh", "mars"]);
}

#[test]
fn a_ledger_is_told_by_file_and_line() {
    let place = Place::new();
    place.write("known.toml", "v = 1\n\n[[known]]\nguard = \"g\"\nbuckets = \"b\"\n");
    let args = ["hunt", "--guard", "argv", "--baseline", "known.toml"];
    one_line(&place.run(&args).ends(1), &["known.toml:5", "buckets"]);
    let args = ["hunt", "--guard", "argv", "--baseline", "nowhere.toml"];
    one_line(&place.run(&args).ends(1), &["nowhere.toml"]);
}

#[test]
fn logs_are_told_by_file_and_line() {
    let place = Place::new();
    one_line(&place.run(&["report", "nowhere"]).ends(1), &["nowhere"]);
    fs::create_dir(place.path().join("empty")).expect("a folder");
    one_line(&place.run(&["report", "empty"]).ends(4), &["empty"]);
    one_line(&place.run(&["merge", "empty", "--out", "all"]).ends(4), &["empty"]);
    place.write("void/events.jsonl", "");
    one_line(&place.run(&["report", "void"]).ends(4), &["void"]);
    place.write("bad/events.jsonl", "{\"event\":\"nonsense\"}\n");
    one_line(&place.run(&["report", "bad"]).ends(1), &["bad/events.jsonl:1"]);
}
