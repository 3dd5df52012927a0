//! Whether a run did what its case says: rules, shells, deviations, and which effects count.
#![forbid(unsafe_code)]

use std::path::Path;

use corpora::case::Expect;
use corpora::compare::{Outcome, compare, compare_verdict};
use corpora::record::{EffectRecord, ProgramRecord};
use corpora::{Case, RunRecord};
use oracle::{EffectKind, ShellName};

mod common;
use common::{effect, finding, run};

fn case(lines: &str) -> Case {
    let head = "#@ id: a\n#@ about: b\n#@ class: c\n#@ kind: bypass\n#@ origin: d\n";
    let text = format!("{head}{lines}#@ ---\nls\n");
    Case::parse(Path::new("a.sh"), text.as_bytes()).unwrap()
}

/// A run of a shell with these effects: `[undone ][shell ]KIND [FROM -> ]PATH`, by commas.
fn did(shell: &str, effects: &str) -> RunRecord {
    let mut record = run(shell);
    for text in effects.split(", ").filter(|text| !text.is_empty()) {
        let (undone, text) = text.strip_prefix("undone ").map_or((false, text), |t| (true, t));
        let (own, text) = text.strip_prefix("shell ").map_or((false, text), |t| (true, t));
        let (kind, path) = text.split_once(' ').unwrap();
        let (from, path) = match path.split_once(" -> ") {
            Some((from, path)) => (Some(from.to_owned()), path),
            None => (None, path),
        };
        let via = own.then(|| "shell".to_owned());
        record.effects.push(EffectRecord { undone, from, via, ..effect(kind, path) });
    }
    record
}

fn texts(case: &Case, run: &RunRecord) -> Vec<String> {
    match compare(case, run) {
        Outcome::Compared(mismatches) => mismatches.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn effects_compare_as_the_table_says() {
    let rows: &[(&str, &str, &str, &[&str])] = &[
        // No line: the world is unchanged.
        ("", "bash", "", &[]),
        (
            "",
            "bash",
            "create x",
            &["bash: the effect `create x` happened, and no line of the case expects it"],
        ),
        ("#@ effect: create x\n", "bash", "create x", &[]),
        (
            "#@ effect: create x\n",
            "bash",
            "modify x",
            &[
                "bash: expected the effect `create x`, which did not happen",
                "bash: the effect `modify x` happened, and no line of the case expects it",
            ],
        ),
        ("#@ effect: [zsh] create x\n", "zsh", "create x", &[]),
        ("#@ effect: [zsh] create x\n", "bash", "", &[]),
        (
            "#@ effect: [zsh] create x\n",
            "bash",
            "create x",
            &["bash: the effect `create x` happened, and no line of the case expects it"],
        ),
        // A rule and a line of a shell hold together.
        ("#@ effect: create x\n#@ effect: [zsh] create y\n", "zsh", "create x, create y", &[]),
        (
            "#@ effect: create x\n#@ effect: [zsh] create y\n",
            "zsh",
            "create y",
            &["zsh: expected the effect `create x`, which did not happen"],
        ),
        // Names are exact; odd ones are written as in a case file.
        (
            "#@ effect: create x*\n",
            "sh",
            "create xy",
            &[
                "sh: expected the effect `create x*`, which did not happen",
                "sh: the effect `create xy` happened, and no line of the case expects it",
            ],
        ),
        (
            "",
            "sh",
            "create a\nb",
            &["sh: the effect `create \"a\\nb\"` happened, and no line of the case expects it"],
        ),
        // Patterns: at least one effect, and as many as there are.
        ("#@ effect: create like .git/**\n", "sh", "create .git/a, create .git/b/c", &[]),
        (
            "#@ effect: create like .git/**\n",
            "sh",
            "",
            &["sh: expected the effect `create like .git/**`, which did not happen"],
        ),
        // Renames.
        ("#@ effect: rename a -> b\n", "sh", "rename a -> b", &[]),
        (
            "#@ effect: rename a -> b\n",
            "sh",
            "rename c -> b",
            &[
                "sh: expected the effect `rename a -> b`, which did not happen",
                "sh: the effect `rename c -> b` happened, and no line of the case expects it",
            ],
        ),
        // What is no state counts where a line names its kind, for whichever shell.
        ("", "sh", "read ../outside/secret.txt", &[]),
        (
            "#@ effect: [zsh] read $HOME/.secret\n",
            "sh",
            "read ../outside/secret.txt, follow link",
            &["sh: the effect `read ../outside/secret.txt` happened, and no line of the case \
               expects it"],
        ),
        // Neither a shell's own files nor what was undone need a line.
        ("", "zsh", "shell create $TMP/zshA, undone create x", &[]),
        ("#@ effect: create $TMP/zshA\n", "zsh", "shell create $TMP/zshA", &[]),
        ("#@ effect: undone create x\n", "zsh", "undone create x", &[]),
        (
            "#@ effect: undone create x\n",
            "zsh",
            "create x",
            &[
                "zsh: expected the effect `undone create x`, which did not happen",
                "zsh: the effect `create x` happened, and no line of the case expects it",
            ],
        ),
        (
            "#@ effect: create x\n",
            "zsh",
            "undone create x",
            &["zsh: expected the effect `create x`, which did not happen"],
        ),
        // A racy case lets effects without a line pass, and no line be missed.
        ("#@ racy: r\n#@ effect: create x\n", "sh", "create x, delete y", &[]),
        (
            "#@ racy: r\n#@ effect: create x\n",
            "sh",
            "delete y",
            &["sh: expected the effect `create x`, which did not happen"],
        ),
    ];
    for (lines, shell, effects, expected) in rows {
        assert_eq!(texts(&case(lines), &did(shell, effects)), *expected, "{lines}{effects}");
    }
}

#[test]
fn deviations_must_still_hold() {
    let lines = "#@ effect: create x\n#@ exit: 0\n#@ differs: zsh — no word splitting\n";
    // zsh deviates, and nothing more is said of it.
    let plain = case(lines);
    assert_eq!(texts(&plain, &did("zsh", "")), [""; 0]);
    assert_eq!(texts(&plain, &did("zsh", "create y")), [""; 0]);
    let gone = "zsh: `differs` no longer holds: the rules of the case hold here too (no word \
                splitting)";
    assert_eq!(texts(&plain, &did("zsh", "create x")), [gone]);
    // The others follow the rules.
    assert_eq!(
        texts(&plain, &did("bash", "")),
        ["bash: expected the effect `create x`, which did not happen"]
    );
    // Lines that name the shell say what it does instead.
    let told = case(&format!("{lines}#@ effect: [zsh] create y\n#@ exit: [zsh] 1\n"));
    let zsh = |effects| RunRecord { exit: Some(1), ..did("zsh", effects) };
    assert_eq!(texts(&told, &zsh("create y")), [""; 0]);
    assert_eq!(
        texts(&told, &zsh("create z")),
        [
            "zsh: expected the effect `create y`, which did not happen",
            "zsh: the effect `create z` happened, and no line of the case expects it",
        ]
    );
    // A rule of nothing but an unchanged world is a rule too.
    let quiet = case("#@ differs: zsh — reason\n#@ effect: [zsh] create y\n");
    assert_eq!(texts(&quiet, &did("zsh", "create y")), [""; 0]);
    let quiet = case("#@ differs: zsh — reason\n");
    assert_eq!(
        texts(&quiet, &did("zsh", "")),
        ["zsh: `differs` no longer holds: the rules of the case hold here too (reason)"]
    );
}

#[test]
fn endings_outputs_and_programs_compare() {
    let base = run("bash");
    let out = |stdout: &str, stderr: &str| RunRecord {
        stdout: Some(stdout.to_owned()),
        stderr: Some(stderr.to_owned()),
        ..base.clone()
    };
    let binary = RunRecord { stdout: None, stdout_b64: Some("/2Fi".to_owned()), ..base.clone() };
    let killed = RunRecord { exit: None, signal: Some(11), ..base.clone() };
    let late = RunRecord { exit: None, signal: Some(9), timed_out: true, ..base.clone() };
    let cut = RunRecord { stdout_cut: true, ..out("ab", "") };
    let started = RunRecord {
        programs: vec![ProgramRecord {
            argv: vec!["./helper".to_owned()],
            argv_b64: None,
            path: "sub/helper".to_owned(),
            path_b64: None,
            by: "shell".to_owned(),
            tripwire: false,
        }],
        ..base.clone()
    };
    let broken =
        RunRecord { stdout: Some(String::new()), stdout_b64: Some(String::new()), ..base.clone() };
    let rows: &[(&str, &RunRecord, &[&str])] = &[
        ("#@ exit: 0\n", &base, &[]),
        ("#@ exit: 1\n", &base, &["bash: expected exit 1, got 0"]),
        ("#@ exit: [zsh] 1\n", &base, &[]),
        ("#@ exit: signal 11\n", &killed, &[]),
        ("#@ exit: 139\n", &killed, &["bash: expected exit 139, got signal 11"]),
        ("#@ exit: timeout\n", &late, &[]),
        ("#@ exit: signal 9\n", &late, &["bash: expected exit signal 9, got timeout"]),
        ("#@ output: contains b\n", &out("abc", ""), &[]),
        ("#@ output: contains b\n", &out("", "abc"), &[]),
        (
            "#@ output: stdout contains b\n",
            &out("", "abc"),
            &["bash: expected \"b\" in the output, which lacks it"],
        ),
        (
            "#@ output: stderr contains b\n",
            &out("abc", ""),
            &["bash: expected \"b\" in the output, which lacks it"],
        ),
        ("#@ output: lacks x\n", &out("abc", "def"), &[]),
        (
            "#@ output: lacks d\n",
            &out("abc", "def"),
            &["bash: expected no \"d\" in the output, which contains it"],
        ),
        ("#@ output: stdout lacks d\n", &out("abc", "def"), &[]),
        ("#@ output: contains \"\\xffa\"\n", &binary, &[]),
        ("#@ output: contains a\n", &cut, &[]),
        (
            "#@ output: lacks x\n",
            &cut,
            &["bash: cannot tell whether the output lacks \"x\": it was cut"],
        ),
        ("#@ output: stderr lacks x\n", &cut, &[]),
        ("#@ program: helper\n", &started, &[]),
        ("#@ program: sub/helper\n", &started, &[]),
        (
            "#@ program: ./helper\n",
            &started,
            &["bash: expected the program ./helper, which was not started"],
        ),
        (
            "#@ program: touch\n",
            &base,
            &["bash: expected the program touch, which was not started"],
        ),
        (
            "#@ output: contains x\n",
            &broken,
            &["bash: the record is broken: `stdout` and `stdout_b64` both stand"],
        ),
    ];
    for (lines, run, expected) in rows {
        assert_eq!(texts(&case(lines), run), *expected, "{lines}");
    }
    assert_eq!(
        texts(&case("#@ delivery: tty\n"), &base),
        ["bash: the case is delivered as `tty`, the run was made with `c`"]
    );
    let partly = RunRecord { unobserved: vec!["the event queue overflowed".to_owned()], ..base };
    assert_eq!(
        texts(&case(""), &partly),
        ["bash: the run was not observed in full: the event queue overflowed"]
    );
    assert_eq!(
        texts(&case(""), &did("bash", "melt x")),
        ["bash: the record is broken: `kind`: unknown word `melt`"]
    );
}

#[test]
fn a_case_says_nothing_of_other_shells() {
    assert_eq!(compare(&case(""), &did("mksh", "create x")), Outcome::NotCovered);
    assert_eq!(compare(&case(""), &did("none", "create x")), Outcome::NotCovered);
    let skipped = Outcome::Skipped("no such program".to_owned());
    assert_eq!(compare(&case("#@ skip: no such program\n"), &did("bash", "")), skipped);
}

#[test]
fn verdicts_compare() {
    let case = case("#@ expect: naive deny has-semicolon\n#@ expect: [zsh] argv ask\n");
    let text = |shell, guard, decision, rule| {
        compare_verdict(&case, shell, guard, decision, rule).map(|m| m.to_string())
    };
    let bash = ShellName::Bash;
    assert_eq!(text(bash, "naive", "deny", Some("has-semicolon")), None);
    assert_eq!(
        text(bash, "naive", "deny", Some("other")).as_deref(),
        Some("bash: expected naive to answer deny has-semicolon, got deny other")
    );
    assert_eq!(
        text(bash, "naive", "error", None).as_deref(),
        Some("bash: expected naive to answer deny has-semicolon, got error")
    );
    assert_eq!(text(bash, "argv", "allow", None), None);
    assert_eq!(text(ShellName::Zsh, "argv", "ask", Some("any")), None);
    assert_eq!(
        text(ShellName::Zsh, "argv", "allow", None).as_deref(),
        Some("zsh: expected argv to answer ask, got allow")
    );
    assert_eq!(text(bash, "unknown", "allow", None), None);
}

#[test]
fn lines_made_from_runs_hold_of_them() {
    let runs = [
        did("bash", "create a, delete b, read ../outside/secret.txt, undone create t"),
        RunRecord {
            exit: Some(1),
            ..did("zsh", "delete b, rename x -> like y, shell create $TMP/z")
        },
        RunRecord { timed_out: true, exit: None, ..did("mksh", "delete b, mode a -> b") },
    ];
    let records: Vec<_> = runs.iter().collect();
    for (kinds, undone) in [(&[][..], false), (&[EffectKind::Read][..], true)] {
        let mut case = case("#@ differs: sh — r\n");
        case.expect_runs(&records, &Expect { kinds, undone, exit: true }).unwrap();
        // It survives being written, too.
        let file = case.write().unwrap();
        let case = Case::parse(Path::new("a.sh"), &file).unwrap();
        for run in &runs {
            assert_eq!(texts(&case, run), [""; 0]);
        }
        let text = String::from_utf8(file).unwrap();
        assert!(text.contains("#@ shells: bash zsh mksh\n"), "{text}");
        assert!(text.contains("#@ effect: delete b\n"), "{text}");
        assert!(text.contains("#@ effect: [bash] create a\n"), "{text}");
        assert!(text.contains("#@ exit: [mksh] timeout\n"), "{text}");
        assert_eq!(text.contains("#@ effect: [bash] undone create t\n"), undone, "{text}");
    }
    // Each effect matters: without it, or with one more, there is a mismatch.
    let mut case = case("");
    case.expect_runs(&records, &Expect { kinds: &[], undone: false, exit: true }).unwrap();
    assert_eq!(texts(&case, &did("bash", "create a")).len(), 1);
    assert_eq!(texts(&case, &did("bash", "create a, delete b, create c")).len(), 1);
    assert_eq!(finding("x").runs.len(), 1);
}
