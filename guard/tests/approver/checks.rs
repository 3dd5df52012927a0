//! Each check holds something back that no other does.

use std::collections::BTreeSet;
use std::sync::Arc;

use guard::Guard;
use guard::policy::approver::{Config, Id, Registry};

use crate::{approver, decide, request, verdict, world};

/// A script that only this check refuses.
const WITNESSES: &[(&str, &str)] = &[
    ("tree-group-broken", "echo a; }\necho OUT\n{ :"),
    ("command-unparsable", "rm -rf {../outside/d,x}"),
    ("program-name-unknown", "x=rm; $x -rf ../outside/d"),
    ("execute-string-uninspectable", "sh -c \"$x\""),
    ("interpreter-reads-stream", "echo 'ls' | sh"),
    ("inline-code", "python3 -c 'x'"),
    ("operand-evaluated", "x=$(cat f); y=$((x))"),
    ("variable-runs-code", "export PAGER='sh x'\ngit log"),
    ("target-not-fixed", "rm -rf \"$x\""),
    ("name-not-placed", "cd sub; rm -rf ../../outside"),
    ("removal-outside", "rm -rf ../outside/d"),
    ("target-after-write", "ln -s ../outside x; rm -rf x/d"),
    ("protected-path", "rm .abcd/guard.json"),
    ("old-directory", "cd - && ls"),
    ("own-text", "touch f$LINENO"),
    ("group-abandoned", ": $((1/0))\ntouch f"),
    ("git-setting", "git -c diff.external=x diff"),
    ("agent-launch", "claude"),
    ("script-runs-hazard", "bash s.sh"),
    ("script-written-then-run", "echo ls > x.sh; bash x.sh"),
    ("script-unread", "bash odd.sh"),
    ("unrecognised-launcher", "docker run img rm -rf /x"),
    ("registered-command", "git push --force"),
];

#[test]
fn a_check_taken_out_lets_its_witness_through() {
    let mut guard = approver();
    for (id, script) in WITNESSES {
        let asked = request(Arc::new(world()), script);
        assert_eq!(guard.refusals(&asked), Some(vec![*id]), "{script}");
        assert_eq!(verdict(guard.decide(&asked)), *id);
        let without = guard.decide_without(id, &asked).expect("a check of this id");
        assert_eq!(verdict(without), "allow", "{script}");
    }
    let long = "a".repeat(70 * 1024);
    let asked = request(Arc::new(world()), &long);
    assert_eq!(guard.refusals(&asked), Some(vec!["command-too-long"]));
    let mut asked = request(Arc::new(world()), "ls");
    asked.tree = "/w/none".into();
    assert_eq!(guard.refusals(&asked), Some(vec!["tree-missing"]));
    let seen: BTreeSet<&str> =
        WITNESSES.iter().map(|(id, _)| *id).chain(["command-too-long", "tree-missing"]).collect();
    let all: BTreeSet<&str> = guard.checks().into_iter().collect();
    assert_eq!(seen, all);
}

#[test]
fn the_page_lists_every_id() {
    let page = include_str!("../../../docs/approver.md");
    for id in Id::ALL {
        let cell = format!("| `{}` |", id.id());
        assert!(page.contains(&cell), "docs/approver.md lacks {}", id.id());
    }
    for name in Registry::bundled().expect("the registry").names() {
        assert!(page.contains(&format!("`{name}`")), "docs/approver.md lacks {name}");
    }
}

#[test]
fn seeds_are_allowed() {
    let mut guard = approver();
    for seed in guard.seeds() {
        let script = String::from_utf8(seed).expect("text");
        let found = verdict(guard.decide(&request(Arc::new(world()), &script)));
        assert!(found == "allow" || script.contains("find ."), "{script}: {found}");
    }
}

#[test]
fn a_file_can_only_add_to_the_registry() {
    let bundled = || Config::bundled().expect("the registry").registry;
    let file = br#"{"schema_version":1,"entries":{"git-push-force":{"tier":"warn","why":"x",
        "command":["frob"],"subcommand":[],"flags":[],"match":["frob a"],"not_match":["ls"]}}}"#;
    let registry = bundled().with_file("more.json", file).expect("a registry");
    let config = Config { registry, ..Config::bundled().expect("the registry") };
    let mut guard = guard::policy::approver::Approver::new(config);
    for script in ["frob a", "git push --force"] {
        let found = verdict(guard.decide(&request(Arc::new(world()), script)));
        assert_eq!(found, "registered-command", "{script}");
    }
    let broken: &[(&[u8], &str)] = &[
        (b"{", "more.json: EOF while parsing an object at line 1 column 1"),
        (br#"{"schema_version":2,"entries":{}}"#, "more.json: schema_version 2 is not known (this is version 1)"),
        (
            br#"{"schema_version":1,"entries":{"a":{"tier":"warn","why":"x","command":["b"],"match":["c"],"not_match":["d"]}}}"#,
            "more.json: entry `a`: does not match its example `c`",
        ),
        (
            br#"{"schema_version":1,"entries":{"a":{"tier":"warn","why":"x","command":["b"],"match":["b"],"not_match":["b c"]}}}"#,
            "more.json: entry `a`: matches its example `b c`",
        ),
        (
            br#"{"schema_version":1,"entries":{"a":{"tier":"warn","why":"x","command":["b"],"match":["b }"],"not_match":["d"]}}}"#,
            "more.json: entry `a`: cannot read the example `b }`",
        ),
    ];
    for (bytes, message) in broken {
        let error = bundled().with_file("more.json", bytes).expect_err("a broken file");
        assert_eq!(error.to_string(), *message);
    }
}

#[test]
fn a_file_may_give_single_fields_of_an_entry() {
    let bundled = || Config::bundled().expect("the registry").registry;
    let file = br#"{"schema_version":1,"disabled":false,"entries":{"git-push-delete":{
        "flags":[],"operand_prefix":[":"],
        "match":["git push origin :main"],"not_match":["git push origin main"]}}}"#;
    let twice = bundled().with_file("a.json", file).expect("a registry");
    let twice = twice.with_file("a.json", file).expect("the same again");
    let names: Vec<&str> = twice.names().filter(|name| name.starts_with("git-push-d")).collect();
    assert_eq!(
        names,
        ["git-push-delete", "git-push-delete (a.json)", "git-push-delete (a.json, 2)"]
    );
    assert_eq!(twice.about(names[1]), twice.about("git-push-delete"), "the rest is the bundled");
    let config = Config { registry: twice, ..Config::bundled().expect("the registry") };
    let mut guard = guard::policy::approver::Approver::new(config);
    for (script, expected) in [
        ("git push origin :main", "registered-command"),
        ("git push origin --delete main", "registered-command"),
        ("git push origin main", "allow"),
        ("git pull origin :main", "allow"),
    ] {
        let found = verdict(guard.decide(&request(Arc::new(world()), script)));
        assert_eq!(found, expected, "{script}");
    }
    assert_eq!(decide("git push origin :main"), "allow", "as it is bundled");
}

#[test]
fn the_file_on_the_page_is_one() {
    let page = include_str!("../../../docs/approver.md");
    let example = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.expect("an example");
    let registry = Registry::bundled().expect("the registry");
    let registry = registry.with_file("the page", example.as_bytes()).expect("it holds");
    assert!(registry.about("npm-publish").is_some());
}

#[test]
fn a_file_that_is_no_registry_names_its_place() {
    let entry = r#""tier":"warn","why":"x","command":["b"],"match":["b"],"not_match":["d"]"#;
    let rows = [
        ("", "r.json: EOF while parsing a value at line 1 column 0"),
        ("[]", "r.json: invalid length 0, expected struct File with 3 elements at line 1 column 2"),
        ("{\"entries\":{}}", "r.json: missing field `schema_version` at line 1 column 14"),
        (
            "{\"schema_version\":1,\"disabled\":true}",
            "r.json: `disabled` is set, but nobody would see the notice: no file switches this guard off",
        ),
        (
            "{\"schema_version\":1,\n\"entry\":{}}",
            "r.json: unknown field `entry`, expected one of `schema_version`, `disabled`, `entries` at line 2 column 7",
        ),
    ];
    let owned = |text: &str, message: &str| (text.to_owned(), message.to_owned());
    let mut rows: Vec<_> = rows.iter().map(|(text, message)| owned(text, message)).collect();
    let entries = |text: &str| format!("{{\"schema_version\":1,\n\"entries\":{{\n{text}\n}}}}");
    for (text, message) in [
        (
            format!("\"a\":{{{entry},\"color\":1}}"),
            "r.json: unknown field `color`, expected one of",
        ),
        (
            format!("\"a\":{{{entry}}},\n\"a\":{{{entry}}}"),
            "r.json: entry `a` stands here twice at line 5",
        ),
        (
            "\"a\":{\"tier\":\"loud\"}".into(),
            "r.json: unknown variant `loud`, expected `warn` or `block` at line 3",
        ),
        (
            "\"a\":{\"why\":\"x\"}".into(),
            "r.json: entry `a`: needs `tier`, `why`, `command`, `match` and `not_match`",
        ),
        (
            format!("\"a\":{{{}}}", entry.replace("[\"d\"]", "[]")),
            "r.json: entry `a`: needs `tier`",
        ),
        (
            "\"git-clean\":{\"command\":[\"hg\"]}".into(),
            "r.json: entry `git-clean`: does not match its example `git clean -fdx`",
        ),
    ] {
        rows.push((entries(&text), message.to_owned()));
    }
    for (text, message) in rows {
        let registry = Registry::bundled().expect("the registry");
        let error = registry.with_file("r.json", text.as_bytes()).expect_err(&text).to_string();
        assert!(error.starts_with(&message), "{text}:\n{error}\nis not\n{message}");
    }
}

/// What the four entries for `rm` of the guard underneath block (`docs/approver.md` says by what).
#[test]
fn what_the_entries_for_rm_block_is_refused() {
    let refused = [
        "rm -rf /",
        "rm -rf /*",
        "rm -fr /",
        "rm -Rf /",
        "rm -r -f /",
        "rm -r /",
        "rm -rf -- /",
        "rm --recursive --force /",
        "rm -rf --no-preserve-root /",
        "rm -rf ~",
        "rm -rf ~/",
        "rm -rf ~/*",
        "rm -rf $HOME",
        "rm -rf \"$HOME\"",
        "rm -rf \"$HOME\"/*",
        "rm -rf ${HOME}",
        "rm -rf \"${HOME}/\"",
        "rm -rf ./build /",
        "sudo rm -rf /",
        "sudo -u root rm -rf /*",
        "env rm -rf ~",
        "command rm -rf $HOME",
        "/bin/rm -rf /",
        "sh -c 'rm -rf ~'",
        "rm -rf ~/.*",
        "rm -rf $HOME/.*",
        "rm -rf /*/",
        "rm -rf ~/*/",
        "rm -rf /$HOME",
        "rm -rf //${HOME}/",
        "rm -rf ${X:-$'/'}",
        "rm -rf ${X:+$'/'}",
        "rm -rf ${!X:-/}",
        "rm -rf ${1:-/}",
        "rm -rf ${#:+/}",
        "rm -rf $!/",
        "rm -rf $@/",
        "rm -rf \"$1\"/",
        "rm -rf $_/",
        "IFS=x; rm -rf ${U:-x/x}",
        "IFS=Uv; rm -rf $HOME/x",
        "rm -rf .",
        "rm -rf ./",
        "rm -rf ..",
        "rm -rf ../*",
        "rm -rf */",
        "rm -rf $PWD",
        "rm -rf \"$PWD\"/*",
        "rm -rf ../..",
        "rm -rf x/../../..",
        "rm -rf ./build ../..",
        "cd /tmp/build; rm -rf .",
        "cd scratch && rm -rf *",
        "for d in a b; do cd $d && rm -rf *; done",
        "popd && rm -rf *",
        "sh -c 'cd scratch && rm -rf *'",
        "pushd s && rm -rf *",
        "if cd scratch; then rm -rf *; fi",
        "cd scratch &&\n\nrm -rf *",
        "rm -f \"$VAR\"/*",
        "rm -rf $VAR/build",
        "rm -rf \"${VAR}\"/build",
        "rm \"$VAR\"/notes.txt",
        "rm \"$VAR/build\"",
        "rm \"$VAR\"/",
        "rm -- \"$VAR\"/*",
        "rm ./build \"$OUT\"/cache",
        "rm \"$1\"/build",
        "rm \"$A$B\"/x",
        "rm ${VAR:-}/build",
        "rm ${VAR:+x}/build",
        "rm \"${XDG:-$CACHE}\"/x",
        "rm $VAR$(true)/x",
        "rm ${X:- }/y",
        "sh -c 'rm -rf \"$VAR\"/*'",
        "sh -c \"rm -rf ${X:?}/a $X/b\"",
    ];
    let approved: Vec<&str> =
        refused.into_iter().filter(|script| decide(script) == "allow").collect();
    assert_eq!(approved, [""; 0]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(1500))]

    #[test]
    fn any_script_is_answered(
        bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60),
        text in "[a-z ;&|\n(){}'\"$`<>\\\\E=!#*~/.-]{0,60}",
    ) {
        let mut guard = approver();
        for script in [bytes, text.into_bytes()] {
            let mut asked = request(Arc::new(world()), "");
            asked.script.clone_from(&script);
            for problem in guard.problems(&asked) {
                proptest::prop_assert!(problem.place.start <= problem.place.end);
                proptest::prop_assert!(problem.place.end as usize <= script.len() + 2);
            }
            verdict(guard.decide(&asked));
        }
    }
}
