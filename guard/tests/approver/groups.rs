//! The group that a script is handed back in, in real shells.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use guard::files::Memory;
use guard::policy::approver::handback;
use guard::{Guard, Request, TargetShell};

use crate::{approver, decide, request, verdict, world};

/// The shells that the table was taken from.
pub(crate) const SHELLS: [(&str, &[&str]); 5] = [
    ("bash", &["--norc", "--noprofile", "-c"]),
    ("dash", &["-c"]),
    ("zsh", &["-f", "-c"]),
    ("mksh", &["-c"]),
    ("ksh93", &["-c"]),
];

/// Runs a text from a folder of its own and gives back what it printed.
pub(crate) fn output(shell: (&str, &[&str]), text: &[u8], folder: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt as _;
    let run = Command::new(shell.0)
        .args(shell.1)
        .arg(std::ffi::OsStr::from_bytes(text))
        .current_dir(folder)
        .output();
    run.unwrap_or_else(|error| panic!("{}: {error}", shell.0)).stdout
}

/// The handback of a script for this tree.
pub(crate) fn text_for(tree: &Path, script: &str) -> Vec<u8> {
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
