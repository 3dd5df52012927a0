//! The group that a script is handed back in, in real shells.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use guard::files::Memory;
use guard::policy::approver::handback;
use guard::{Guard, Request, TargetShell};

use crate::{approver, decide, request, verdict, world};

/// The shells that the table was taken from.
const SHELLS: [(&str, &[&str]); 5] = [
    ("bash", &["--norc", "--noprofile", "-c"]),
    ("dash", &["-c"]),
    ("zsh", &["-f", "-c"]),
    ("mksh", &["-c"]),
    ("ksh93", &["-c"]),
];

/// Commands whose group breaks in at least one shell.
fn broken() -> Vec<String> {
    let mut scripts: Vec<String> = [
        "} ; echo OUT",
        "}\necho OUT\n{",
        "\"{\" a\n}\necho OUT",
        "'{' a\n}\necho OUT",
        "\\{ a\n}\necho OUT",
        "{\"\" echo a\n}\necho OUT",
        "\"{\" a\n}\necho OUT\n{ :",
        "'then' x\n}\necho OUT\n{ :",
        "\\! x\n}\necho OUT\n{ :",
        "\"time\" x\n}\necho OUT\n{ :",
        "'function' f {\n}\necho OUT\n{ :",
        "select x in a; do :; done }\necho OUT\n{",
        "function f {\n}\necho OUT",
        "{echo a;}\necho B",
    ]
    .map(str::to_owned)
    .to_vec();
    let closed = [
        "echo x; }",
        "echo x & }",
        "echo a;}",
        "(echo x) }",
        "(( 1 )) }",
        "if :; then :; fi }",
        "for i in 1; do :; done }",
        "case a in a) :;; esac }",
        "{ :; } }",
        "[[ -n x ]] }",
        "echo IN }",
        "a=b }",
        "echo IN}",
        "echo {}}",
        "echo ${x:-}}",
        "echo a > b}",
        "! }",
        "time }",
        "coproc }",
        "if }",
        "echo x && }",
        "echo \"a\"}",
        "echo a}>f",
        "echo {a}}",
        "echo a}}",
    ];
    scripts.extend(closed.iter().map(|start| format!("{start}\necho OUT\n{{ :")));
    scripts.push("echo a};echo OUT\n{ :".to_owned());
    scripts
}

/// Commands that no shell runs, or that some shells refuse to read.
const REFUSED: &[&str] = &[
    "/\n\\",
    "echo x; \\",
    "echo x\n\\\\\\",
    ")",
    ") ; echo OUT",
    "fi",
    "done",
    "esac",
    "}",
    "if :; then :",
    "while :",
    "case a in",
    "{ :",
    "( :",
    "echo 'a",
    "echo \"a",
    "echo $(",
    "echo `",
    "cat <<E\nx",
    "echo |",
    ";;",
    "case a in a)",
    "echo \\",
    "echo a &&",
    "",
    "# only a comment",
    "f() {\n}\necho OUT",
    "time { :; }",
    "echo a }",
    "echo a }; echo OUT",
    "test } && echo",
    "[ } = } ] && echo",
    "for i in }; do :; done",
    "case } in a) :;; esac",
    "echo $(echo a })",
    "echo a >}",
];

/// Commands whose group holds in all five.
const INTACT: &[&str] = &[
    "echo x\\\\",
    "echo \"a}\"",
    "echo '}'",
    "echo \\}",
    "echo {}",
    "find . -exec echo {} \\;",
    "echo HEAD@{1}",
    "cat <<'E'\n}\nE",
    "cat <<E\n}\nE\necho x",
    "echo a # }",
    "echo ${x}",
    "f() ( echo x )",
    "f() { echo x; }",
    "f() { echo x; }; f",
    "echo x &",
    "echo x;",
    "exit 3",
    "echo x # y",
    "x={a}",
    "echo HEAD^{tree}",
    "if :; then echo x; fi",
    "{ echo x; }",
    "(echo x)",
];

#[test]
fn breaks_are_refused() {
    for script in broken() {
        assert_eq!(decide(&script), "tree-group-broken", "{script:?}");
    }
    for script in REFUSED {
        assert_eq!(decide(script), "tree-group-broken", "{script:?}");
    }
}

#[test]
fn intact_groups_are_approved() {
    for script in INTACT {
        assert_eq!(decide(script), "allow", "{script:?}");
    }
}

/// Runs a text from a folder of its own and gives back what it printed.
fn output(shell: (&str, &[&str]), text: &[u8], folder: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt as _;
    let run = Command::new(shell.0)
        .args(shell.1)
        .arg(std::ffi::OsStr::from_bytes(text))
        .current_dir(folder)
        .output();
    run.unwrap_or_else(|error| panic!("{}: {error}", shell.0)).stdout
}

/// The handback of a script for this tree.
fn text_for(tree: &Path, script: &str) -> Vec<u8> {
    let request = Request {
        script: script.as_bytes().to_vec(),
        tree: tree.to_owned(),
        run_dirs: Vec::new(),
        tmp: "/nonexistent".into(),
        shell: TargetShell::Bash,
        files: Arc::new(Memory::new()),
    };
    handback(&request)
}

#[test]
fn the_table_is_true_in_five_shells() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing");
    for script in broken() {
        let leaks = SHELLS.iter().any(|&shell| {
            let printed = output(shell, &text_for(&missing, &script), folder.path());
            let printed = String::from_utf8_lossy(&printed).into_owned();
            ["OUT", "B", "x"].iter().any(|word| printed.lines().any(|line| line == *word))
        });
        assert!(leaks, "no shell leaks: {script:?}");
    }
    // Whatever is approved prints nothing where the tree is missing, and the same with the group
    // as without it where it is there.
    let tree = folder.path().join("it's a tree");
    std::fs::create_dir(&tree).expect("a tree");
    for script in INTACT {
        for shell in SHELLS {
            let printed = output(shell, &text_for(&missing, script), folder.path());
            assert_eq!(printed, b"", "{} {script:?}", shell.0);
            let inside = output(shell, &text_for(&tree, script), folder.path());
            let plain = output(shell, script.as_bytes(), &tree);
            assert_eq!(inside, plain, "{} {script:?}", shell.0);
        }
    }
}

#[test]
fn errors_in_the_group_end_the_script_as_they_do_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for script in [
        "set -e; false; echo x",
        "set -e\n(false)\necho x",
        "set -u; echo \"$nothing\"; echo x",
        "false; echo $?",
        "exit 4; echo x",
    ] {
        for shell in SHELLS {
            let inside = output(shell, &text_for(folder.path(), script), folder.path());
            let plain = output(shell, script.as_bytes(), folder.path());
            assert_eq!(inside, plain, "{} {script:?}", shell.0);
        }
    }
}

#[test]
fn the_text_has_four_pieces() {
    let text = text_for(Path::new("/w/it's"), "a\nb");
    assert_eq!(String::from_utf8_lossy(&text), "cd -- '/w/it'\\''s' && {\na\nb\n}");
}

#[test]
fn a_tree_that_is_no_directory_is_refused() {
    for tree in [
        "/w/missing",
        "/w/tree/f",
        "relative",
        "/",
        "/w/tree/lnk",
        "/w/tree/lnk/",
        "/w/tree/lnk/./",
    ] {
        let mut asked = request(Arc::new(world()), "ls");
        asked.tree = tree.into();
        assert_eq!(verdict(approver().decide(&asked)), "tree-missing", "{tree}");
    }
}

/// Errors at which some shell gives up the group, and values that the group changes.
const CHANGED: &[(&str, &str)] = &[
    (": $((1/0))", "group-abandoned"),
    (": $((1%0)) > f", "group-abandoned"),
    (": $((1 2))", "group-abandoned"),
    (": $((08))", "group-abandoned"),
    ("x=$((1/0))", "group-abandoned"),
    ("x=abc-; : $((x))", "group-abandoned"),
    (": $((PATH))", "group-abandoned"),
    ("x=; : $((2 * $x))", "group-abandoned"),
    ("echo \"$((1/0))\" || echo b", "group-abandoned"),
    ("if : $((1/0)); then :; fi", "group-abandoned"),
    ("while : $((1/0)); do break; done", "group-abandoned"),
    ("for i in $((1/0)); do :; done", "group-abandoned"),
    ("case $((1/0)) in a) ;; esac", "group-abandoned"),
    ("f() {\n: $((1/0))\n}\nf", "group-abandoned"),
    (": ${x:-$((1/0))}", "group-abandoned"),
    ("export x=$((1/0))", "group-abandoned"),
    ("set -- $((1/0))", "group-abandoned"),
    ("readonly r=1; r=2", "group-abandoned"),
    ("readonly r; r=", "group-abandoned"),
    ("typeset -r r=1; r=2", "group-abandoned"),
    ("readonly r; echo ${r=2}", "group-abandoned"),
    ("readonly r=1; : $((r=2))", "group-abandoned"),
    ("eval 'readonly r=1'; r=2", "group-abandoned"),
    ("echo $LINENO", "own-text"),
    ("echo $((LINENO))", "own-text"),
    ("f() { echo $LINENO; }; f", "own-text"),
    ("echo $_", "own-text"),
    ("(:); echo $_", "own-text"),
    ("echo $PIPESTATUS", "own-text"),
    ("echo \"$BASH_EXECUTION_STRING\"", "own-text"),
    ("echo \"$ZSH_EXECUTION_STRING\"", "own-text"),
    // For zsh the group is a job.
    ("kill %1; echo $?", "own-text"),
    ("sleep 0.2 & kill %1; wait $!; echo $?", "own-text"),
    ("sleep 0.1 & wait %2; echo $?", "own-text"),
    ("sleep 0.1 & kill -s TERM '%-'; echo $?", "own-text"),
    ("sleep 0.1 & disown %1; echo $?", "own-text"),
    // `sh -c` takes these for options.
    ("-x", "own-text"),
    ("+x", "own-text"),
    ("--", "own-text"),
    ("-p build; echo made", "own-text"),
    ("+ > f", "own-text"),
];

/// The same, where nothing changes.
const UNCHANGED: &[&str] = &[
    "sleep 0.1 & wait %%; echo $?",
    "sleep 0.1 & wait %+; echo $?",
    "sleep 0.1 & wait $!; echo $?",
    "sleep 0.1 & wait; echo %1",
    ": $((1+1))",
    "x=5; : $((x*2)) $(($x*2)) $((x/2))",
    "x=1; : $((y)) $(($y+1))",
    "i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i",
    "( : $((1/0)) )",
    "echo $(: $((1/0)))",
    ": $((1/0)) | cat",
    "sh -c ': $((1/0))'",
    ": ${x:?}",
    ": ${x?gone}",
    "readonly r=1; echo $r",
    "readonly r=1; (r=2)",
    "readonly r=1; unset r",
    "set -u; echo $nothing",
    "set -e; false",
    "shift 5",
    "shift x",
    "export -p > /dev/null",
    "exec < /nonexistent",
    "exec nonexistent",
    ": < /nonexistent",
    "true > /nonexistent/x",
    "{ :; } > /nonexistent/x",
    "exit 3",
    "break",
    "continue",
    "cd /nonexistent",
    "trap 'echo t' EXIT; false",
    "echo *nothing*",
    "[ 1 -eq x ]",
    ": a; echo $_",
    "true | false; echo $?",
    " -x",
    "\n+x",
    ": -x",
];

#[test]
fn what_ends_a_group_and_not_a_line_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = |script: &str, shell| {
        let inside = output(shell, &text_for(folder.path(), script), folder.path());
        (inside, output(shell, script.as_bytes(), folder.path()))
    };
    for (script, id) in CHANGED {
        let script = format!("{script}\necho after");
        assert_eq!(decide(&script), *id, "{script:?}");
        let differs = SHELLS.iter().any(|&shell| {
            let (inside, plain) = ran(&script, shell);
            inside != plain
        });
        assert!(differs, "no shell does something else in the group: {script:?}");
    }
    for script in UNCHANGED {
        let script = format!("{script}\necho after");
        for shell in SHELLS {
            let (inside, plain) = ran(&script, shell);
            assert_eq!(inside, plain, "{} {script:?}", shell.0);
        }
        let found = decide(&script);
        assert!(!["group-abandoned", "own-text"].contains(&found.as_str()), "{script:?}: {found}");
    }
    // What ends with the script ends alike.
    for script in [": $((1/0))", "echo a\n: $((1/0))\n", "readonly r=1; r=2; echo b"] {
        assert_eq!(decide(script), "allow", "{script:?}");
        for shell in SHELLS {
            let (inside, plain) = ran(script, shell);
            assert_eq!(inside, plain, "{} {script:?}", shell.0);
        }
    }
}
