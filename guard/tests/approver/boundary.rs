//! The removal boundary against what the tools really do, in a world on disk.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use guard::files::Rooted;
use guard::{Guard, Request, TargetShell};

use crate::{approver, verdict};

/// A tree with links to a directory beside it.
fn build(root: &Path) -> PathBuf {
    let tree = root.join("tree");
    for folder in ["tree/build/sub", "tree/src", "outside/d"] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for file in
        ["tree/build/a", "tree/build/.hidden", "tree/build/sub/x.o", "tree/src/s", "outside/d/f"]
    {
        std::fs::write(root.join(file), "x").expect("a file");
    }
    let out = root.join("outside/d");
    std::os::unix::fs::symlink(&out, tree.join("lnk")).expect("a link");
    std::os::unix::fs::symlink(&out, tree.join("build/link")).expect("a link");
    tree
}

/// What a command did to the directory outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outside {
    Kept,
    Emptied,
}

/// The rows: a command, what it does outside, and whether the approver lets it.
const ROWS: &[(&str, Outside, &str)] = &[
    ("rm -rf lnk", Outside::Kept, "allow"),
    ("unlink build/link", Outside::Kept, "allow"),
    ("rm -rf build/*", Outside::Kept, "allow"),
    ("rm -rf build/[al]*", Outside::Kept, "allow"),
    ("rm -rf build/a build/link", Outside::Kept, "allow"),
    // dash expands no braces, and removes neither of the two.
    ("rm -rf build/{a,link}", Outside::Kept, "command-unparsable"),
    ("mv build/* ../outside/", Outside::Kept, "allow"),
    ("rm -rf lnk/", Outside::Emptied, "removal-outside"),
    ("rm -rf lnk/*", Outside::Emptied, "target-not-fixed"),
    ("rm -rf ./build/../lnk/*", Outside::Emptied, "target-not-fixed"),
    ("rm -rf build/*/", Outside::Emptied, "target-not-fixed"),
    ("rm -rf build/*/*", Outside::Emptied, "target-not-fixed"),
    ("rm -rf build/link/.", Outside::Kept, "removal-outside"),
    ("find build/link -delete", Outside::Kept, "allow"),
    ("find build/link/ -delete", Outside::Emptied, "removal-outside"),
    ("find -L build -name f -delete", Outside::Emptied, "target-not-fixed"),
    ("find build -delete", Outside::Kept, "allow"),
    ("find . -name '*.o' -delete", Outside::Kept, "allow"),
    ("find src/.* -name f -delete", Outside::Kept, "target-not-fixed"),
    ("rm -rf build/.*", Outside::Kept, "allow"),
    ("mv build/link src", Outside::Kept, "allow"),
    ("mv lnk/f src", Outside::Emptied, "removal-outside"),
    ("cd lnk && rm -f f", Outside::Emptied, "removal-outside"),
    ("cd build && rm -rf link", Outside::Kept, "allow"),
    ("rsync -a --delete src/ build", Outside::Kept, "allow"),
    ("rsync -a --delete src/ lnk", Outside::Emptied, "removal-outside"),
    ("rsync -a --delete src/ build/link", Outside::Emptied, "removal-outside"),
    ("rsync -a --remove-source-files lnk/ build", Outside::Emptied, "removal-outside"),
    ("rmdir -p build/sub/none 2>/dev/null", Outside::Kept, "allow"),
];

/// The shells that the rows are run in.
const SHELLS: [(&str, &[&str]); 3] =
    [("bash", &["--norc", "--noprofile", "-c"]), ("dash", &["-c"]), ("zsh", &["-f", "-c"])];

/// Whether rsync is there. Where every shell is asked for, it must be.
fn has_rsync() -> bool {
    let found = Command::new("rsync").arg("--version").output().is_ok();
    let strict = std::env::var_os("REQUIRE_SHELLS").is_some_and(|value| value == "1");
    assert!(found || !strict, "rsync is not installed, and REQUIRE_SHELLS is set");
    found
}

/// A world of its own for a run, with its root.
fn fresh() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let tree = build(&root);
    (folder, root, tree)
}

/// Runs a command in a tree, and gives back what it says of errors.
fn run(shell: (&str, &[&str]), command: &str, tree: &Path) -> String {
    let run = Command::new(shell.0)
        .args(shell.1)
        .arg(command)
        .current_dir(tree)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", shell.0));
    String::from_utf8_lossy(&run.stderr).into_owned()
}

#[test]
fn every_row_is_judged_by_what_the_tool_does() {
    let rsync = has_rsync();
    let mut missing = 0;
    for (command, outside, expected) in ROWS {
        let (_folder, root, tree) = fresh();
        let request = Request {
            script: command.as_bytes().to_vec(),
            tree,
            run_dirs: Vec::new(),
            tmp: root.join("tmp"),
            shell: TargetShell::Bash,
            files: Arc::new(Rooted::open(Path::new("/")).expect("the root")),
        };
        assert_eq!(verdict(approver().decide(&request)), *expected, "{command}");
        if command.starts_with("rsync") && !rsync {
            missing += 1;
            continue;
        }
        for shell in SHELLS {
            let (_folder, root, tree) = fresh();
            let errors = run(shell, command, &tree);
            let kept = root.join("outside/d/f").exists();
            let found = if kept { Outside::Kept } else { Outside::Emptied };
            assert_eq!(found, *outside, "{} {command}: {errors}", shell.0);
        }
    }
    if missing > 0 {
        println!("{missing} rows were judged but not run: rsync is not installed");
    }
}

#[test]
fn what_is_moved_out_is_written_outside_and_removed_inside() {
    for shell in SHELLS {
        let (_folder, root, tree) = fresh();
        let errors = run(shell, "mv build/* ../outside/", &tree);
        for (place, stands) in [
            ("outside/a", true),
            ("outside/sub/x.o", true),
            ("outside/link", true),
            ("tree/build/a", false),
            ("tree/build/link", false),
            ("tree/build/.hidden", true),
        ] {
            let found = root.join(place).symlink_metadata().is_ok();
            assert_eq!(found, stands, "{} {place}: {errors}", shell.0);
        }
    }
}

#[test]
fn braces_are_expanded_by_bash_and_zsh_alone() {
    for shell in SHELLS {
        let (_folder, root, tree) = fresh();
        run(shell, "rm -rf build/{a,link}", &tree);
        let expanded = shell.0 != "dash";
        for place in ["tree/build/a", "tree/build/link"] {
            let gone = root.join(place).symlink_metadata().is_err();
            assert_eq!(gone, expanded, "{} {place}", shell.0);
        }
    }
}
