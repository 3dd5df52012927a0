//! The table of groups that break, shell by shell.

use std::process::Command;

use crate::decide;
use crate::groups::{SHELLS, output, text_for};

/// A script, what its group does in bash, dash, zsh, mksh and ksh93, and what is said of it:
///
/// - `L`: it leaks: where the tree cannot be entered, what stands behind the break runs.
/// - `E`: the shell finds an error before anything runs.
/// - `H`: it holds.
type Row = (&'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    // A brace or an operator that closes what nothing opened.
    ("} ; echo OUT", "EEELE", "tree-group-broken"),
    ("}\necho OUT\n{", "EELLE", "tree-group-broken"),
    // Both close the group; what follows is joined to the failed change of directory.
    ("} && echo OUT\n{ :", "EEHHE", "tree-group-broken"),
    ("echo a }&& :\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    // Quoted, a keyword is the name of a command. In zsh that is installed here, `{""` opens a group.
    ("\"{\" a\n}\necho OUT", "LLELL", "tree-group-broken"),
    ("'{' a\n}\necho OUT", "LLELL", "tree-group-broken"),
    ("\\{ a\n}\necho OUT", "LLELL", "tree-group-broken"),
    ("{\"\" echo a\n}\necho OUT", "LLHLL", "tree-group-broken"),
    ("\"{\" a\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("'{' a\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("\\{ a\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("{\"\" echo a\n}\necho OUT\n{ :", "LLELL", "tree-group-broken"),
    ("'then' x\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("\\! x\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("\"time\" x\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("'function' f {\n}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    // Where a command may end, a brace closes the group.
    ("echo x; }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("echo x & }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("echo a;}\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("(echo x) }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("(( 1 )) }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("if :; then :; fi }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("for i in 1; do :; done }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("case a in a) :;; esac }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("{ :; } }\necho OUT\n{ :", "LLLLL", "tree-group-broken"),
    ("[[ -n x ]] }\necho OUT\n{ :", "LELLL", "tree-group-broken"),
    ("select x in a; do :; done }\necho OUT\n{", "LELLL", "tree-group-broken"),
    // For zsh everywhere, and at the end of a word.
    ("echo IN }\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("a=b }\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo IN}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo {}}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo ${x:-}}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a > b}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("! }\necho OUT\n{ :", "EELEL", "tree-group-broken"),
    ("time }\necho OUT\n{ :", "EELLL", "tree-group-broken"),
    ("coproc }\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("if }\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo x && }\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo \"a\"}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a};echo OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a}&&:\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a} && :\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a}>f\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a\\\n}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo {a}}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    ("echo a}}\necho OUT\n{ :", "EELEE", "tree-group-broken"),
    // zsh loses the brace.
    ("echo a}\\\n\necho OUT\n{ :", "EEEEE", "tree-group-broken"),
    // A word that only begins with a brace.
    ("{echo a;}\necho OUT", "LLHLL", "tree-group-broken"),
    ("{echo a;}\necho OUT\n{ :", "LLELL", "tree-group-broken"),
    ("function f {\n}\necho OUT", "ELHHE", "tree-group-broken"),
    // A brace behind words, which zsh refuses to read.
    ("echo a }", "HHEHH", "tree-group-broken"),
    ("echo a }; echo OUT", "HHEHH", "tree-group-broken"),
    ("echo a};echo OUT", "HHEHH", "tree-group-broken"),
    ("test } && echo OUT", "HHEHH", "tree-group-broken"),
    ("[ } = } ] && echo OUT", "HHEHH", "tree-group-broken"),
    ("for i in }; do echo OUT; done", "HHEHH", "tree-group-broken"),
    ("case } in a) :;; esac", "HHEHE", "tree-group-broken"),
    ("echo $(echo a })", "HHEHH", "tree-group-broken"),
    ("echo a >}", "HHEHH", "tree-group-broken"),
    // ksh93 finds an error in it, but only as it runs the substitution.
    ("echo $(echo }a)", "HHHHH", "tree-group-broken"),
    // What is not closed, or not opened.
    (")", "EEEEE", "tree-group-broken"),
    (") ; echo OUT", "EEEEE", "tree-group-broken"),
    ("fi", "EEEEE", "tree-group-broken"),
    ("done", "EEEEE", "tree-group-broken"),
    ("esac", "EEEEE", "tree-group-broken"),
    ("if :; then :", "EEEEE", "tree-group-broken"),
    // zsh reads on to the brace, and nothing runs.
    ("while :", "EEHEE", "tree-group-broken"),
    ("case a in", "EEEEE", "tree-group-broken"),
    ("case a in a)", "EEEEE", "tree-group-broken"),
    ("{ :", "EEEEE", "tree-group-broken"),
    ("( :", "EEEEE", "tree-group-broken"),
    ("echo 'a", "EEEEE", "tree-group-broken"),
    ("echo \"a", "EEEEE", "tree-group-broken"),
    ("echo $(", "EEEEE", "tree-group-broken"),
    ("echo `", "EEEEE", "tree-group-broken"),
    ("cat <<E\nx", "EEEEE", "tree-group-broken"),
    ("cat <<\nx", "EEEEE", "command-unparsable"),
    ("echo |", "EEEEE", "tree-group-broken"),
    (";;", "EEEEE", "tree-group-broken"),
    // zsh closes the group at the brace behind them.
    ("echo \\", "EEHEE", "tree-group-broken"),
    ("echo a &&", "EEHEE", "tree-group-broken"),
    ("echo x\n\\\\\\", "EEHEE", "tree-group-broken"),
    ("echo x; \\", "HHHHH", "tree-group-broken"),
    ("/\n\\", "HHHHH", "tree-group-broken"),
    // Empty groups.
    ("", "EEHHE", "tree-group-broken"),
    ("# only a comment", "EEHHE", "tree-group-broken"),
    ("f() {\n}\necho OUT", "EEHHE", "tree-group-broken"),
    // Not for dash.
    ("time { :; }", "HEHHH", "tree-group-broken"),
    ("for i in 1; { echo x; }", "HEHHH", "tree-group-broken"),
    // Braces that are text.
    ("echo x\\\\", "HHHHH", "allow"),
    ("echo \"a}\"", "HHHHH", "allow"),
    ("echo '}'", "HHHHH", "allow"),
    ("echo \\}", "HHHHH", "allow"),
    ("echo {}", "HHHHH", "allow"),
    ("find . -exec echo {} \\;", "HHHHH", "allow"),
    ("echo HEAD@{1}", "HHHHH", "allow"),
    ("cat <<'E'\n}\nE", "HHHHH", "allow"),
    ("cat <<E\n}\nE\necho x", "HHHHH", "allow"),
    ("echo a # }", "HHHHH", "allow"),
    ("echo {\necho a", "HHHHH", "allow"),
    ("echo a}b", "HHHHH", "allow"),
    ("echo }a", "HHHHH", "allow"),
    ("echo a}\"b\"", "HHHHH", "allow"),
    ("}a; echo {", "HHHHH", "allow"),
    ("x=a}b; echo $x }}c {a}}b >}d", "HHHHH", "allow"),
    ("x={a}", "HHHHH", "allow"),
    ("awk {print} f", "HHHHH", "allow"),
    ("echo x | xargs -I{} echo a{}b", "HHHHH", "allow"),
    ("git show HEAD^{tree}", "HHHHH", "allow"),
    ("echo ${x}", "HHHHH", "allow"),
    // What closes what it opens.
    ("f() ( echo x )", "HHHHH", "allow"),
    ("f() { echo x; }", "HHHHH", "allow"),
    ("f() { echo x; }; f", "HHHHH", "allow"),
    ("if :; then echo x; fi", "HHHHH", "allow"),
    ("{ echo x; }", "HHHHH", "allow"),
    ("(echo x)", "HHHHH", "allow"),
    ("echo x # y", "HHHHH", "allow"),
    ("echo x &", "HHHHH", "allow"),
    ("echo x;", "HHHHH", "allow"),
    ("exit 3", "HHHHH", "allow"),
    ("return 3", "HHHHH", "allow"),
    // Expanded by some shells only.
    ("echo {a,b}", "HHHHH", "command-unparsable"),
];

/// What the group of a script does in one shell.
fn group(shell: (&str, &[&str]), script: &str, folder: &std::path::Path) -> char {
    let text = text_for(&folder.join("missing"), script);
    let printed = output(shell, &text, folder);
    if printed.split(|byte| *byte == b'\n').any(|line| line == b"OUT") {
        return 'L';
    }
    // The shell reads the text and runs nothing.
    use std::os::unix::ffi::OsStrExt as _;
    let text = text_for(&folder.join("tree"), script);
    let reads = Command::new(shell.0)
        // bash wants its long options first.
        .args(shell.1.iter().filter(|option| **option != "-c"))
        .args(["-n", "-c"])
        .arg(std::ffi::OsStr::from_bytes(&text))
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", shell.0));
    if reads.status.success() { 'H' } else { 'E' }
}

#[test]
fn every_row_is_true_in_each_of_five_shells() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("tree")).expect("a tree");
    let wrong: Vec<_> = ROWS
        .iter()
        .map(|row| {
            let found = SHELLS.iter().map(|&shell| group(shell, row.0, folder.path()));
            (row, found.collect::<String>())
        })
        .filter(|(row, found)| row.1 != found)
        .collect();
    assert!(wrong.is_empty(), "row, found: {wrong:#?}");
}

#[test]
fn what_breaks_is_refused_and_what_holds_does_what_it_does_alone() {
    crate::rows::table(&ROWS.iter().map(|row| (row.0, row.2)).collect::<Vec<_>>());
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("it's a tree");
    std::fs::create_dir(&tree).expect("a tree");
    for (script, shells, _) in ROWS.iter().filter(|row| row.2 == "allow") {
        assert_eq!(*shells, "HHHHH", "{script:?} is approved");
        for shell in SHELLS {
            let printed =
                output(shell, &text_for(&folder.path().join("no"), script), folder.path());
            assert_eq!(printed, b"", "{} {script:?}", shell.0);
            let inside = output(shell, &text_for(&tree, script), folder.path());
            let plain = output(shell, script.as_bytes(), &tree);
            assert_eq!(inside, plain, "{} {script:?}", shell.0);
        }
    }
}

#[test]
fn shells_read_braces_that_are_text_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    for (script, printed) in [
        ("echo a}b }a a}\"b\" }}a {a}}b", "a}b }a a}b }}a {a}}b\n"),
        ("echo {\necho { a {", "{\n{ a {\n"),
        ("x=}a; echo $x a}'b'}c:}d", "}a a}b}c:}d\n"),
        ("for i in }a { b}c; do echo $i; done", "}a\n{\nb}c\n"),
        ("case a}b in x}y) echo no;; a}b|c}d) echo yes;; esac", "yes\n"),
        ("echo x >}a; cat }a; rm }a", "x\n"),
        ("echo `echo a}b {` \"$(echo c}c)\" ${x:-d}e}f", "a}b { c}c de}f\n"),
        ("echo {|cat; (echo {); echo {", "{\n{\n{\n"),
    ] {
        assert_eq!(decide(script), "allow", "{script:?}");
        for shell in SHELLS {
            let found = output(shell, &text_for(folder.path(), script), folder.path());
            assert_eq!(String::from_utf8_lossy(&found), printed, "{} {script:?}", shell.0);
        }
    }
}

#[test]
fn an_exit_gives_the_status_that_it_gives_alone() {
    // A `return` where nothing is to return from is an error for bash.
    let folder = tempfile::tempdir().expect("a folder");
    for (script, statuses) in [("exit 3", [3; 5]), ("return 3", [2, 3, 3, 3, 3])] {
        for (shell, expected) in SHELLS.into_iter().zip(statuses) {
            for text in [text_for(folder.path(), script), script.as_bytes().to_vec()] {
                use std::os::unix::ffi::OsStrExt as _;
                let text = std::ffi::OsStr::from_bytes(&text);
                let run = Command::new(shell.0).args(shell.1).arg(text).output().expect("a shell");
                assert_eq!(run.status.code(), Some(expected), "{} {script:?}", shell.0);
            }
        }
    }
}
