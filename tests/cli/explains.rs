//! `explain`: a script is told apart, and nothing is run.

use serde_json::Value;

use crate::kit::Place;

#[test]
fn a_script_is_told_apart() {
    let place = Place::new();
    let script = "cd sub && rm -rf \"$d\" ../../outside/dir; sh -c 'nice pwd' | cat > f";
    let done = place.run(&["explain", "--", script]).ends(0);
    let text = "\
approver: deny [target-not-fixed]: the line does not fix what is removed

speaks against it:
  target-not-fixed: the line does not fix what is removed
    1: cd sub && rm -rf \"$d\" ../../outside/dir; sh -c 'nice pwd' | cat > f
                        ^^^^
";
    assert!(done.stdout.starts_with(text), "{}", done.stdout);
    let end = "
commands:
  cd sub
  rm -rf \"$d\" ../../outside/dir
  sh -c 'nice pwd'
  nice pwd   (in a text that sh runs)
  pwd   (in a text that sh runs, launched by nice)
  cat

read as:
  command  cd sub
  and
    command  rm -rf \"$d\" ../../outside/dir
  pipeline
    command  sh -c 'nice pwd'
    command  cat
      redirect  > f
";
    assert!(done.stdout.ends_with(end), "{}", done.stdout);
}

#[test]
fn targets_are_told_with_where_they_land() {
    let place = Place::new();
    let script = "rm -rf ./src/../made ../outside/x";
    let told = place.run(&["explain", "--json", "--", script]).ends(0).json();
    let guard = &told["guard"];
    let target = |at: usize| {
        let it = &guard["targets"][at];
        (it["written"].clone(), it["lands"].clone(), it["inside"].clone())
    };
    let row = |written: &str, lands: &str, inside: bool| {
        (Value::from(written), Value::from(lands), Value::from(inside))
    };
    assert_eq!(target(0), row("./src/../made", "/w/tree/made", true));
    assert_eq!(target(1), row("../outside/x", "/w/outside/x", false));
    let problem = &guard["problems"][0];
    assert_eq!(problem["id"], "removal-outside");
    let span = (problem["start"].as_u64(), problem["end"].as_u64());
    assert_eq!(span, (Some(21), Some(33)), "{problem}");
    assert_eq!((&told["v"], &told["read"]), (&1.into(), &true.into()));
    assert_eq!(told["tree"][0]["kind"], "command");
    assert_eq!(guard["answers"].as_array().map(Vec::len), Some(3));
}

#[test]
fn doubts_are_marked_and_any_bytes_are_taken() {
    let place = Place::new();
    let done = place.run(&["explain", "--", "ls\necho {a,b}"]).ends(0);
    let doubt = "
doubts of the reader:
  brace-expansion: bash, zsh and mksh expand it, dash does not
    2: echo {a,b}
            ^^
";
    assert!(done.stdout.contains(doubt), "{}", done.stdout);
    for input in [&b""[..], b"\xff\x00\x1b[31m`", &[b'('; 70_000]] {
        let done = place.run_with(input, &["explain", "-"]).ends(0);
        assert!(!done.stdout.contains('\x1b'), "{}", done.stdout);
        place.run_with(input, &["explain", "--json", "-"]).ends(0).json();
    }
}

#[test]
fn other_guards_are_asked_too() {
    let place = Place::new();
    let guard = place.naive();
    let done = place.run(&["explain", "--guard", &guard, "--", "ls && pwd"]).ends(0);
    assert!(done.stdout.starts_with("naive: deny: an operator\n"), "{}", done.stdout);
    let args = ["explain", "--json", "--without", "target-not-fixed", "--guard", "approver"];
    let told = place.run(&[&args[..], &["--", "rm $x"]].concat()).ends(0).json();
    assert_eq!(told["guard"]["answers"][0]["decision"], "allow");
    assert_eq!(told["guard"]["problems"], Value::Array(Vec::new()));
    place.run(&["explain", "--guard", "nobody", "--", "ls"]).ends(1);
}

#[test]
fn a_registry_of_ones_own_refuses_more() {
    let place = Place::new();
    let entry = "\"tier\": \"block\", \"why\": \"it publishes\", \"command\": [\"ship\"], \
                 \"subcommand\": [\"publish\"], \"match\": [\"ship publish\"], \"not_match\": [\"ship pack\"]";
    let text = format!("{{\"schema_version\": 1, \"entries\": {{\"ship-publish\": {{{entry}}}}}}}");
    place.write(".abcd/guard.json", text);
    let more = ["--registry", ".abcd/guard.json", "--", "ship publish"];
    for command in ["explain", "try"] {
        let args = [command, "--json", "--guard", "approver"];
        let answers = |args: &[&str]| {
            let told = place.run(args).ends(0).json();
            let answers = told["guard"]["answers"].as_array().expect("answers").clone();
            assert!(!answers.is_empty(), "{told}");
            answers.iter().map(|it| it["decision"].clone()).collect::<Vec<_>>()
        };
        assert!(
            answers(&[&args[..], &["--", "ship publish"]].concat()).iter().all(|it| it == "allow")
        );
        assert!(answers(&[&args[..], &more].concat()).iter().all(|it| it == "deny"));
    }
    let told = place
        .run(&[&["explain", "--json", "--guard", "approver"][..], &more].concat())
        .ends(0)
        .json();
    let problem = &told["guard"]["problems"][0];
    assert_eq!(problem["id"], "registered-command", "{told}");
    let about = problem["about"].as_str().unwrap_or_default();
    assert!(about.contains("ship-publish: it publishes"), "{problem}");
}
