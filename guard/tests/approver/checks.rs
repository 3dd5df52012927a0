//! Each check holds something back that no other does.

use std::collections::BTreeSet;
use std::sync::Arc;

use guard::Guard;
use guard::policy::approver::{Config, Id, Registry};

use crate::{approver, request, verdict, world};

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
        "command":["frob"],"match":["frob a"],"not_match":["ls"]}}}"#;
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
    let unknown = br#"{"schema_version":1,"entries":{},"disabled":true}"#;
    assert!(bundled().with_file("more.json", unknown).is_err());
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
