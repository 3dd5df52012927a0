//! Rows of the catalogue: strict reading, agreement with runs, and the cases they become.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use corpora::catalogue::{Evidence, Explained, Row, Runs, State, agreement, import, read_rows};
use corpora::compare::{Outcome, compare};
use corpora::record::{EffectRecord, Places};
use corpora::{Case, RunRecord};
use oracle::ShellName;
use serde_json::{Value, json};

mod common;
use common::{effect, finding, run};

fn row_json() -> Value {
    json!({
        "id": "exp-tail", "class": "expansion", "kind": "bypass", "command": ": rm; $_ -rf victim",
        "shells": ["bash", "zsh"], "expect_effect": "deletes victim/", "naive_guard_view": "odd",
        "check": ["-victim"],
        "verified": {"bash": true, "sh": false, "zsh": true},
        "verified_other": {"mksh": false},
        "observed": {
            "bash": "-victim -victim/f -victim/sub -victim/sub/g; rc=0",
            "sh": "no file changed; rc=127; err=-rf: not found",
            "zsh": "-victim -victim/f -victim/sub -victim/sub/g; rc=0"
        },
        "guard": "g", "source": "https://example.invalid/1", "source_seen": true,
        "report_match": "variant"
    })
}

fn row(change: impl Fn(&mut Value)) -> Row {
    let mut value = row_json();
    change(&mut value);
    serde_json::from_value(value).unwrap()
}

fn before() -> State {
    State::from_paths(
        ["", "/in.txt", "/victim", "/victim/f", "/victim/sub", "/victim/sub/g"]
            .map(|path| format!("/w/proj{path}").into_bytes()),
    )
}

fn did(shell: &str, exit: i32, effects: &[(&str, &str)]) -> RunRecord {
    RunRecord {
        exit: Some(exit),
        effects: effects.iter().map(|(kind, path)| effect(kind, path)).collect(),
        ..run(shell)
    }
}

fn removed(shell: &str) -> RunRecord {
    let paths = ["victim", "victim/f", "victim/sub", "victim/sub/g"].map(|path| ("delete", path));
    did(shell, 0, &paths)
}

fn runs(records: Vec<RunRecord>) -> BTreeMap<ShellName, RunRecord> {
    records
        .into_iter()
        .map(|run| (corpora::case::shell_from_name(&run.shell).unwrap(), run))
        .collect()
}

fn text(case: &Case) -> String {
    String::from_utf8(case.write().unwrap()).unwrap()
}

#[test]
fn rows_are_read_strictly() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("cases.jsonl");
    let shown = file.display();
    let good = row_json().to_string();
    fs::write(&file, format!("{good}\n")).unwrap();
    assert_eq!(read_rows(&file).unwrap().len(), 1);

    let changed = |key: &str, value: Value| {
        let mut row = row_json();
        row[key] = value;
        row.to_string()
    };
    let rows = [
        ("{".to_owned(), "1: EOF while parsing an object at line 1 column 1"),
        (changed("colour", json!(1)), "1: unknown field `colour`"),
        (changed("kind", json!("odd")), "1: unknown variant `odd`"),
        (changed("invoke", json!("pipe")), "1: unknown variant `pipe`"),
        (changed("check", json!(["victim"])), "1: unknown check `victim`"),
        (changed("observed", json!({"sh": "fine"})), "1: sh: no `; rc=N` in `fine`"),
        (changed("verified", json!({"fish": true})), "1: no shell is named \"fish\""),
        (format!("{good}\n{good}"), "2: the id `exp-tail` stands twice"),
    ];
    for (text, expected) in rows {
        fs::write(&file, &text).unwrap();
        let error = read_rows(&file).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{shown}:{expected}")), "{error}");
    }
    let missing = read_rows(&temp.path().join("none")).unwrap_err().to_string();
    assert!(missing.ends_with("none: cannot be read: No such file or directory (os error 2)"));
}

#[test]
fn agreement_takes_both_check_and_paths() {
    let row = row(|_| {});
    let before = before();
    let judge = |run: &RunRecord, shell| {
        let evidence = Evidence { before: &before, places: Places::new(b"/w/proj"), run };
        agreement(&row, shell, &evidence)
    };
    let same = judge(&removed("bash"), ShellName::Bash);
    assert!(same.holds() && same.detail.is_empty(), "{same:?}");

    // The check holds, and one path more was changed than was seen.
    let mut more = removed("bash");
    more.effects.push(effect("modify", "in.txt"));
    let more = judge(&more, ShellName::Bash);
    assert_eq!((more.check_equal, more.paths_equal, more.holds()), (true, Some(false), false));
    assert_eq!(
        more.detail,
        "paths -victim -victim/f -victim/sub -victim/sub/g ~in.txt, observed -victim -victim/f \
         -victim/sub -victim/sub/g"
    );

    // It happened where it was seen to fail.
    let other = judge(&removed("sh"), ShellName::Sh);
    assert!(!other.check_equal && !other.holds());
    assert_eq!(
        other.detail,
        "check -victim holds here, and was seen to fail; paths -victim -victim/f -victim/sub \
         -victim/sub/g, observed no file changed; status 0, observed 127"
    );

    // Of further shells only `check` is known; of unknown ones nothing.
    let mksh = judge(&did("mksh", 1, &[]), ShellName::Mksh);
    assert_eq!((mksh.paths_equal, mksh.holds()), (None, true));
    let yash = judge(&did("yash", 1, &[]), ShellName::Yash);
    assert_eq!((yash.holds(), yash.detail.as_str()), (false, "yash was not verified"));

    // A broken record agrees with nothing.
    let broken = judge(&did("bash", 0, &[("melt", "x")]), ShellName::Bash);
    assert!(!broken.holds());
    assert_eq!(broken.detail, "the record is broken: `kind`: unknown word `melt`");
}

#[test]
fn checks_on_output_and_status_are_evaluated() {
    let row = row(|row| {
        row["check"] = json!(["out:S", "any:E", "rc:139", "!+PWNED", "none"]);
        row["observed"] = json!({});
        row["verified"] = json!({"bash": true, "sh": false, "zsh": false});
    });
    let good = RunRecord {
        exit: None,
        signal: Some(11),
        stdout: Some("xSx".to_owned()),
        stderr: Some("E".to_owned()),
        ..run("bash")
    };
    let before = before();
    let holds = |run: &RunRecord| {
        let evidence = Evidence { before: &before, places: Places::new(b"/w/proj"), run };
        agreement(&row, ShellName::Bash, &evidence).check_equal
    };
    assert!(holds(&good));
    assert!(!holds(&RunRecord { stdout: Some(String::new()), ..good.clone() }));
    assert!(!holds(&RunRecord { stderr: Some(String::new()), ..good.clone() }));
    assert!(!holds(&RunRecord { signal: Some(9), ..good.clone() }));
    assert!(!holds(&RunRecord { effects: vec![effect("create", "PWNED")], ..good.clone() }));
    assert!(!holds(&RunRecord { effects: vec![effect("modify", "in.txt")], ..good }));
}

#[test]
fn a_row_becomes_a_case() {
    let plain = import(&row(|_| {}), None).unwrap();
    assert_eq!(
        text(&plain.case),
        "#@ id: exp-tail\n#@ about: deletes victim/\n#@ class: expansion\n#@ kind: bypass\n\
         #@ origin: https://example.invalid/1\n#@ world: catalogue\n#@ body: no-final-newline\n\
         #@ ---\n: rm; $_ -rf victim\n"
    );
    let full = row(|row| {
        row["kind"] = json!("false-positive");
        row["subclass"] = json!("quoting");
        row["source_seen"] = json!(false);
        row["setup"] = json!("@GIT@ && printf 'a\\n' > f");
        row["env"] = json!({"A": "b"});
        row["invoke"] = json!("stdin");
        row["timeout"] = json!(30);
        row["no_run"] = json!(true);
        row["note"] = json!("go not installed");
    });
    assert_eq!(
        text(&import(&full, None).unwrap().case),
        "#@ id: exp-tail\n#@ about: deletes victim/ (what misleads a guard: quoting)\n\
         #@ class: expansion\n#@ kind: false-positive\n\
         #@ origin: https://example.invalid/1 (from general knowledge; the address was not \
         opened)\n#@ world: catalogue\n#@ setup: @GIT@ && printf 'a\\n' > f\n#@ env: A=b\n\
         #@ delivery: file\n#@ timeout: 30s\n#@ skip: go not installed\n\
         #@ body: no-final-newline\n#@ ---\n: rm; $_ -rf victim\n"
    );
}

#[test]
fn runs_that_agree_give_the_expectations() {
    let row = row(|_| {});
    let before = before();
    let none = Explained::default();
    let records = runs(vec![removed("bash"), did("sh", 127, &[]), removed("zsh")]);
    let runs_of = Runs {
        before: &before,
        places: Places::new(b"/w/proj"),
        runs: &records,
        again: &[],
        explained: &none,
    };
    let imported = import(&row, Some(&runs_of)).unwrap();
    assert_eq!(imported.disagreements, []);
    let lines: String = text(&imported.case)
        .lines()
        .filter(|line| line.starts_with("#@ e") || line.starts_with("#@ sh"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        lines,
        "#@ effect: [bash zsh] delete victim\n#@ effect: [bash zsh] delete victim/f\n\
         #@ effect: [bash zsh] delete victim/sub\n#@ effect: [bash zsh] delete victim/sub/g\n\
         #@ exit: [bash zsh] 0\n#@ exit: [sh] 127\n"
    );
}

#[test]
fn a_run_that_disagrees_is_reported_and_not_written_down() {
    let row = row(|_| {});
    let before = before();
    let records = runs(vec![removed("bash"), removed("sh"), removed("zsh")]);
    let mut explained = Explained::default();
    let with = |explained: &Explained| {
        let places = Places::new(b"/w/proj");
        import(&row, Some(&Runs { before: &before, places, runs: &records, again: &[], explained }))
            .unwrap()
    };
    let reported = with(&explained);
    assert_eq!(reported.disagreements.len(), 1);
    assert_eq!(reported.disagreements[0].shell, ShellName::Sh);
    assert!(reported.disagreements[0].detail.starts_with("check -victim holds here"));
    assert!(text(&reported.case).contains("#@ shells: bash zsh\n#@ effect: delete victim\n"));

    // Explained, but not by what happens: sh does just what the others do.
    explained.differs.insert(ShellName::Sh, "seen with strace".to_owned());
    let wrong = with(&explained);
    assert_eq!(
        wrong.disagreements[0].detail,
        "run 1: `differs` no longer holds: the rules of the case hold here too (seen with strace)"
    );

    // A shell that truly deviates gets lines of its own.
    let records = runs(vec![removed("bash"), did("sh", 1, &[("create", "x")]), removed("zsh")]);
    let places = Places::new(b"/w/proj");
    let runs_of =
        Runs { before: &before, places, runs: &records, again: &[], explained: &explained };
    let kept = import(&row, Some(&runs_of)).unwrap();
    assert_eq!(kept.disagreements, []);
    let text = text(&kept.case);
    assert!(text.contains("#@ effect: delete victim\n"), "{text}");
    assert!(text.contains("#@ effect: [sh] create x\n#@ exit: 0\n#@ exit: [sh] 1\n"), "{text}");
    assert!(text.contains("#@ differs: sh — seen with strace\n"), "{text}");
    for run in records.values() {
        assert_eq!(compare(&kept.case, run), Outcome::Compared(Vec::new()));
    }
}

#[test]
fn names_that_are_new_in_each_run_become_patterns() {
    let row = row(|row| {
        row["check"] = json!(["rc:0"]);
        row["verified"] = json!({"bash": true, "sh": true, "zsh": true});
        row["observed"] = json!({
            "bash": "+../home/.npm/_logs/2026-11-30T08_56_55_433Z-debug-0.log; rc=0",
            "sh": "+../home/.npm/_logs/2026-11-30T08_56_55_579Z-debug-0.log; rc=0",
            "zsh": "+../home/.npm/_logs/2026-11-30T08_56_55_734Z-debug-0.log; rc=0"
        });
    });
    let log = |ms| format!("$HOME/.npm/_logs/2026-11-30T08_56_55_{ms}Z-debug-0.log");
    let before = before();
    let none = Explained::default();
    let records = runs(
        [("bash", 433, "ab"), ("sh", 579, "cd"), ("zsh", 734, "ef")]
            .map(|(shell, ms, hash)| {
                let objects = format!(".git/objects/{hash}");
                let object = format!("{objects}/0123");
                let paths = [("create", log(ms)), ("create", objects), ("create", object)];
                let paths: Vec<_> =
                    paths.iter().map(|(kind, path)| (*kind, path.as_str())).collect();
                did(shell, 0, &paths)
            })
            .into(),
    );
    let places = Places::new(b"/w/proj");
    let runs_of = Runs { before: &before, places, runs: &records, again: &[], explained: &none };
    let imported = import(&row, Some(&runs_of)).unwrap();
    assert_eq!(imported.disagreements, []);
    let text = text(&imported.case);
    assert!(text.contains("#@ effect: create like $HOME/.npm/_logs/*.log\n"), "{text}");
    assert!(text.contains("#@ effect: create like .git/objects/**\n"), "{text}");
    assert_eq!(text.matches("#@ effect").count(), 2, "{text}");
}

#[test]
fn secrets_that_came_out_are_written_down() {
    let row = row(|row| {
        row["check"] = json!(["out:SECRET-OUT"]);
        let seen = "no file changed; rc=0; out=SECRET-OUT";
        row["observed"] = json!({"bash": seen, "sh": "no file changed; rc=2; err=no", "zsh": seen});
    });
    let read = |shell| {
        let effects = vec![EffectRecord {
            zone: "outside".to_owned(),
            via: Some("token stdout".to_owned()),
            ..effect("read", "../outside/secret.txt")
        }];
        RunRecord { effects, stdout: Some("SECRET-OUT\n".to_owned()), ..run(shell) }
    };
    let before = before();
    let none = Explained::default();
    let records = runs(vec![read("bash"), did("sh", 2, &[]), read("zsh")]);
    let places = Places::new(b"/w/proj");
    let runs_of = Runs { before: &before, places, runs: &records, again: &[], explained: &none };
    let imported = import(&row, Some(&runs_of)).unwrap();
    assert_eq!(imported.disagreements, []);
    let text = text(&imported.case);
    for line in [
        "#@ effect: [bash zsh] read ../outside/secret.txt\n",
        "#@ output: [bash zsh] stdout contains SECRET-OUT\n",
        "#@ output: [sh] stdout lacks SECRET-OUT\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    // Every line matters: a run without the read is noticed.
    let silent = RunRecord { effects: Vec::new(), ..read("bash") };
    assert_ne!(compare(&imported.case, &silent), Outcome::Compared(Vec::new()));
    assert!(Case::parse(Path::new("exp-tail.sh"), text.as_bytes()).is_ok());
    assert_eq!(finding("x").bucket, "x");
}
