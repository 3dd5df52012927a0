//! Values that differ in the handback: `$_`, listings of all variables and of jobs, and scripts that
//! stand in files.

use std::process::Command;
use std::sync::Arc;

use guard::files::Memory;
use guard::policy::approver::handback;
use guard::{Guard as _, Request, TargetShell};

use crate::rows::table;
use crate::{approver, decide, request, verdict, world};

/// The shells that an approval speaks for.
const SHELLS: [(&str, &[&str]); 3] =
    [("bash", &["--norc", "--noprofile", "-c"]), ("dash", &["-c"]), ("zsh", &["-f", "-c"])];

/// What stands before a use of `$_`, where some shell then shows another one in the handback.
const NOT_SPOKEN: &[&str] = &[
    "",
    "(:)\n",
    "(: a) > out\n",
    ": a | : b\n",
    "x=1 | x=2\n",
    ": a &\n",
    "f() { :; }\n",
    "if (true); then (:); fi\n",
    "if (true); then (:); elif :; then :; fi\n",
    "while (exit 1); do :; done\n",
    "until (true); do :; done\n",
    "for i in $nothing; do :; done\n",
    "case a in b) : ;; esac\n",
    "(exit 1) && : a\n",
    "(true) || : a && (:)\n",
    "(exit 1) && : a || (:)\n",
    // A file cannot be made where a folder stands.
    "{ : a; } > sub\n",
    "if { : a; } > sub; then : b; fi\n",
    "if : a; then :; fi > sub\n",
    "while : a; do break; done > sub\n",
    "case a in a) : a ;; esac < missing\n",
];

/// The same, where it is alike.
const SPOKEN: &[&str] = &[
    ": a\n",
    "x=1\n",
    "> out\n",
    ": a > sub\n",
    "nosuch a\n",
    "{ : a; }\n",
    "if : a; then x=1; fi\n",
    "while false; do (:); done\n",
    "until : a; do :; done\n",
    ": a && (:)\n",
    ": a || (:)\n",
    "(exit 1) || :; : b\n",
    "eval '(:)'\n",
    ". ./none.sh\n",
    "f() { (:); }; f a > sub\n",
    "x=$(nosuch)\n",
];

/// Uses of `$_`, each where nothing has run.
const USES: &[(&str, &str)] = &[
    ("echo \"$_\"", "own-text"),
    ("echo \"${_%x}\"", "own-text"),
    ("echo \"${#_}\"", "own-text"),
    ("echo \"${x:-$_}\"", "own-text"),
    ("x=$_; echo \"$x\"", "own-text"),
    ("for i in $_; do echo \"$i\"; done", "own-text"),
    ("cat <<A\n$_\nA", "own-text"),
    ("(cat <<A\n$_\nA\n)", "own-text"),
    ("echo \"$(echo \"$_\")\"", "own-text"),
    ("eval 'echo $_'", "own-text"),
    ("command eval 'echo $_'", "own-text"),
    ("f() { echo \"$_\"; }; f b", "own-text"),
    ("f() { echo \"$_\"; }; : a | f", "own-text"),
    ("declare -p _", "own-text"),
    ("f() { echo $PIPESTATUS; }; f", "own-text"),
    // Arithmetic takes a name for a value.
    ("x=LINENO; echo $((x))", "own-text"),
    ("for x in LINENO; do echo $((x)); done", "own-text"),
    ("export x=LINENO; echo $((x))", "own-text"),
    ("let x=LINENO; echo $x", "own-text"),
];

const ALIKE: &[&str] = &[
    "sh -c 'echo \"$_\"'",
    "bash -c 'echo \"$_\"'",
    "trap 'echo \"$_\"' EXIT",
    ": a; f() { echo \"$_\"; }; f b",
    ": a; eval 'echo $_'",
    "(exit 1) && : a && echo \"$_\"; echo b",
    "for i in a b; do : b; echo \"$_\"; done",
    "mkdir build && echo \"$_\"",
    "sep=_; i=0; i=$((i+1)); echo $i",
    "export SEP=_; echo $((SEP))",
    "f() { local _ x; x=1; echo \"$x\"; }; f",
    "x=LINENO; echo $((1+1)) \"$x\"",
    // A test takes no name for a value.
    "[ LINENO -eq 1 ] && echo a",
    "x=LINENO; [ \"$x\" -eq 1 ] && echo a",
    "sleep 0.1 & echo \"$(jobs | wc -l)\"; wait",
];

/// Whether some shell prints something else in the handback.
fn differs(script: &str) -> bool {
    SHELLS.iter().any(|(shell, options)| {
        let printed = |handed: bool| {
            let folder = tempfile::tempdir().expect("a folder");
            std::fs::create_dir(folder.path().join("tree")).expect("a tree");
            let tree = folder.path().join("tree");
            std::fs::create_dir(tree.join("sub")).expect("a folder");
            std::fs::write(tree.join("none.sh"), "").expect("a file");
            let request = Request {
                script: script.as_bytes().to_vec(),
                tree: tree.clone(),
                run_dirs: Vec::new(),
                tmp: "/nonexistent".into(),
                shell: TargetShell::Bash,
                files: Arc::new(Memory::new()),
            };
            let text = if handed { handback(&request) } else { request.script.clone() };
            let text = String::from_utf8_lossy(&text).into_owned();
            let run = Command::new(shell).args(*options).arg(text).current_dir(&tree).output();
            let output = run.unwrap_or_else(|error| panic!("{shell}: {error}")).stdout;
            let name = folder.path().to_string_lossy().into_owned();
            String::from_utf8_lossy(&output).replace(&name, "")
        };
        printed(false) != printed(true)
    })
}

#[test]
fn the_last_word_is_known_where_a_command_has_surely_run() {
    for start in NOT_SPOKEN {
        let script = format!("{start}echo \"$_\"");
        assert!(differs(&script), "alike in all shells: {script:?}");
        assert_eq!(decide(&script), "own-text", "{script:?}");
    }
    for start in SPOKEN {
        let script = format!("{start}echo \"$_\"");
        assert!(!differs(&script), "differs: {script:?}");
        let found = decide(&script);
        assert_ne!(found, "own-text", "{script:?}");
    }
    for (script, id) in USES {
        assert!(differs(script), "alike in all shells: {script:?}");
        assert_eq!(decide(script), *id, "{script:?}");
    }
    for script in ALIKE {
        assert!(!differs(script), "differs: {script:?}");
        assert_eq!(decide(script), "allow", "{script:?}");
    }
    table(&[("if { d;} >out;then d;fi;git x $_", "own-text")]);
}

#[test]
fn a_listing_of_all_variables_may_be_shown() {
    table(&[
        ("env", "allow"),
        ("printenv", "allow"),
        ("set", "allow"),
        ("export -p", "allow"),
        ("declare -x | sort", "allow"),
        ("env > /dev/null", "allow"),
        ("env 2> /dev/null", "allow"),
        ("env >&2", "allow"),
        ("(env)", "allow"),
        ("{ env; ls; } | sort", "allow"),
        ("env | sort", "allow"),
        ("env | sort | head -20", "allow"),
        ("env | wc -l", "allow"),
        ("env | cut -d= -f1 | sort", "allow"),
        ("env | sed 's/=.*//'", "allow"),
        ("env | awk -F= '{print $1}'", "allow"),
        ("env | grep -i path", "allow"),
        ("env | sort | grep '^HTTP_'", "allow"),
        ("env | grep -E 'proxy|HTTP'", "allow"),
        ("env | grep -v secret", "allow"),
        ("env | grep -q CI && echo ci", "allow"),
        ("sh -c 'env | sort'", "allow"),
        ("f() { env; }; f", "allow"),
        ("f() { env; }; f | sort", "allow"),
        // One variable, or none of the shell.
        ("x=$(printenv HOME)", "allow"),
        ("x=$(env -i)", "allow"),
        ("x=$(env A=1 ls)", "allow"),
        ("declare -p x > out", "allow"),
        ("set -e; x=$(set -e)", "allow"),
        ("awk 'BEGIN{print ENVIRON[\"HOME\"]}'", "allow"),
        ("x=$(jq -n env.HOME)", "allow"),
        ("x=$(jq -r '.a.env' f)", "allow"),
    ]);
}

#[test]
fn a_listing_of_all_variables_is_not_used() {
    table(&[
        ("ls $(env)", "old-directory"),
        ("x=$(env)", "old-directory"),
        ("x=$(set)", "old-directory"),
        ("x=$(export -p)", "old-directory"),
        ("x=$(env A=1)", "old-directory"),
        ("x=$(nice env)", "old-directory"),
        ("x=$(sh -c env)", "old-directory"),
        ("x=$(cat /proc/self/environ)", "old-directory"),
        ("x=$(jq -n env)", "old-directory"),
        ("cat <<A\n$(env)\nA", "old-directory"),
        ("awk 'BEGIN{for (k in ENVIRON) print k}'", "old-directory"),
        ("env > out", "old-directory"),
        ("env >> out", "old-directory"),
        ("printenv > out", "old-directory"),
        ("declare -p > out", "old-directory"),
        ("readonly -p > out", "old-directory"),
        ("{ env; } > out", "old-directory"),
        ("(env) > out", "old-directory"),
        ("sh -c 'env > out'", "old-directory"),
        ("sh -c env > out", "old-directory"),
        ("find . -maxdepth 0 -exec env \\; > out", "old-directory"),
        ("exec > out; env", "old-directory"),
        ("exec 3> out; env >&3", "old-directory"),
        ("trap env EXIT; exec > out", "old-directory"),
        ("f() { env; }; f > out", "old-directory"),
        ("f() { env; }; x=$(f)", "old-directory"),
        ("f() { env; }; f | tee x", "old-directory"),
        ("env | tee out", "old-directory"),
        ("env | xargs -n1 echo", "old-directory"),
        ("env | while read l; do touch \"$l\"; done", "old-directory"),
        ("env | diff - f", "old-directory"),
        // What they match, or how they end, may be that one line.
        ("env | grep OLD", "old-directory"),
        ("env | grep -i oldp", "old-directory"),
        ("env | grep 'OL*'", "old-directory"),
        ("env | grep -c .", "old-directory"),
        ("env | grep \"$x\"", "old-directory"),
        ("env | grep -v '^PATH'", "old-directory"),
        ("env | grep -E 'a|DPWD'", "old-directory"),
        ("env | head | grep PATH", "old-directory"),
        ("env | cut -c4- | grep PWD", "old-directory"),
        ("env | sed '/OLD/q5'", "old-directory"),
        ("env | awk '/OLD/{exit 1}'", "old-directory"),
        ("env | sort -o out", "old-directory"),
    ]);
}

#[test]
fn a_list_of_jobs_is_not_kept() {
    table(&[
        ("jobs", "allow"),
        ("jobs | cat", "allow"),
        ("n=$(jobs -r | wc -l)", "allow"),
        ("kill $(jobs -p)", "allow"),
        ("sleep 1 & jobs -p > out", "allow"),
        ("f() { n=$(jobs -r | wc -l); }; f > out", "allow"),
        ("sleep 1 & jobs > out", "own-text"),
        ("sleep 1 & { jobs; } > out", "own-text"),
        ("f() { jobs; }; f > out", "own-text"),
        ("jobs; exec > out", "own-text"),
    ]);
}

#[test]
fn scripts_in_files_are_read_for_what_they_write() {
    let world = || {
        world()
            .file("/w/tree/plain.sed", "s/a/b/\n")
            .file("/w/tree/writes.sed", "w out\n")
            .file("/w/tree/starts.sed", "1e ls\n")
            .file("/w/tree/plain.awk", "{print $1}\n")
            .file("/w/tree/writes.awk", "{print > \"out\"}\n")
            .file("/w/tree/starts.awk", "{system(\"ls\")}\n")
    };
    for (script, id) in [
        ("sed -f writes.sed f; sh out", "script-written-then-run"),
        ("sed -f writes.sed f; sh ok.sh", "script-written-then-run"),
        ("sed -nf writes.sed f; sh ok.sh", "script-written-then-run"),
        ("sed --file writes.sed f; sh ok.sh", "script-written-then-run"),
        ("sed --file=writes.sed f; sh ok.sh", "script-written-then-run"),
        ("sed -f starts.sed f; sh ok.sh", "script-written-then-run"),
        ("sed -f plain.sed -f plain.sed f; sh ok.sh", "script-written-then-run"),
        ("sed -e 'a\\' -f plain.sed f; sh ok.sh", "script-written-then-run"),
        ("sed -f \"$s\" f; sh ok.sh", "script-written-then-run"),
        ("awk -f writes.awk f; sh ok.sh", "script-written-then-run"),
        ("awk -f starts.awk f; sh ok.sh", "script-written-then-run"),
        ("sed -f starts.sed f; rm -f build/a.o", "target-after-write"),
        ("sed -f writes.sed f", "allow"),
        ("sed -f starts.sed f; ls", "allow"),
        ("sed -f writes.sed f; rm -f build/a.o", "allow"),
        ("sed -f plain.sed f; sh ok.sh", "allow"),
        ("sed -f plain.sed f > log; sh ok.sh", "allow"),
        ("sed --file=plain.sed f; rm -f build/a.o", "allow"),
        ("sed -f missing f; sh ok.sh", "allow"),
        ("awk -f plain.awk f > log; sh ok.sh", "allow"),
        ("awk -f plain.awk f; rm -f build/a.o", "allow"),
    ] {
        let found = verdict(approver().decide(&request(Arc::new(world()), script)));
        assert_eq!(found, id, "{script:?}");
    }
}
