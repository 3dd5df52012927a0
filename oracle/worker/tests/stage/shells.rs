//! The files that real shells make for themselves.

use std::path::Path;
use std::process::Command;

use oracle_worker::observation::Via;
use oracle_worker::stage::{HISTORY_FILES, SHELL_FILES};

use crate::harness::{Ground, as_root, shown, world};

/// Scripts that make shells keep a text somewhere: small and large here-documents, and the ways
/// that only some shells have.
const SCRIPTS: &[&str] = &[
    "cat <<E\nsmall\nE\n",
    "cat <<E\n$(head -c 200000 /dev/zero | tr '\\0' x)\nE\n",
    "f() {\ncat <<E\nin a function\nE\n}\nf; f\n",
    "x=$(cat <<E\nin a substitution\nE\n)\n",
    "cat <<<word\n",
    "cat <(echo x)\n",
    "cat =(echo x)\n",
];

/// The shells, and whether they make files in a folder that is watched here. ksh93 uses /dev/shm
/// where there is one, yash /tmp itself; those show in the sandbox only.
const SHELLS: &[(&str, &str, bool)] = &[
    ("bash", "bash", true),
    ("dash", "dash", false),
    ("zsh -f", "zsh", true),
    ("mksh", "mksh", true),
    ("ksh93", "ksh93", false),
    ("yash", "yash", false),
    ("busybox sh", "busybox", false),
];

#[test]
fn what_shells_make_for_themselves_is_told_apart() {
    as_root(|| {
        let mut ground = Ground::new(Path::new("/dev/shm"), &world());
        for (shell, name, seen_here) in SHELLS {
            let mut seen = false;
            for script in SCRIPTS {
                let report = ground.run(shell, script);
                for effect in &report.effects {
                    assert!(
                        effect.via == Some(Via::Shell) && effect.undone,
                        "{shell}: {script}: {:?}",
                        shown(&report)
                    );
                    let file = effect.path.rsplit(|byte| *byte == b'/').next().unwrap();
                    let known = SHELL_FILES.iter().find(|row| row.matches(file)).unwrap();
                    assert_eq!(known.shell, *name, "{}", file.escape_ascii());
                    seen = true;
                }
                ground.reset(script);
            }
            assert_eq!(seen, *seen_here, "{shell}");
        }
    });
}

#[test]
fn the_names_are_those_that_the_shells_choose() {
    as_root(|| {
        // What a shell opens is read from its own trace, wherever the file stands.
        for row in &SHELL_FILES {
            let mut names = Vec::new();
            for script in SCRIPTS {
                let folder = tempfile::tempdir().unwrap();
                let trace = folder.path().join("trace");
                let status = Command::new("strace")
                    .args(["-f", "-qq", "-e", "trace=open,openat", "-e", "status=successful", "-o"])
                    .arg(&trace)
                    .args([row.shell, "-c", script])
                    .env("TMPDIR", folder.path())
                    .stdout(std::process::Stdio::null())
                    .stderr(std::process::Stdio::null())
                    .status();
                let Ok(_) = status else {
                    // Without strace there is no second witness; the test above still holds.
                    return;
                };
                let trace = std::fs::read_to_string(&trace).unwrap();
                for line in trace.lines().filter(|line| line.contains("O_EXCL")) {
                    names.push(
                        line.split('"').nth(1).unwrap().rsplit('/').next().unwrap().to_owned(),
                    );
                }
            }
            assert!(!names.is_empty(), "{} makes no file any more", row.shell);
            for name in names {
                assert!(row.matches(name.as_bytes()), "{}: {name}", row.shell);
            }
        }
    });
}

#[test]
fn a_script_that_keeps_such_a_file_is_not_a_shell() {
    as_root(|| {
        let mut ground = Ground::new(Path::new("/dev/shm"), &world());
        for (script, expected) in [
            ("echo x > $TMPDIR/sh-thd.abcdef", vec!["create tmp/sh-thd.abcdef"]),
            ("echo x > sh-thd.abcdef; rm sh-thd.abcdef", vec!["create tree/sh-thd.abcdef undone"]),
            (
                "echo x > $TMPDIR/a; mv $TMPDIR/a $TMPDIR/sh-thd.abcdef; rm $TMPDIR/sh-thd.abcdef",
                vec!["create tmp/a undone", "create tmp/sh-thd.abcdef undone"],
            ),
            (
                "mkdir $TMPDIR/zshabcdef; rmdir $TMPDIR/zshabcdef",
                vec!["create tmp/zshabcdef undone"],
            ),
        ] {
            assert_eq!(shown(&ground.run("bash", script)), expected, "{script}");
            ground.reset(script);
        }
    });
}

#[test]
fn the_history_of_interactive_shells() {
    as_root(|| {
        let mut ground = Ground::new(Path::new("/dev/shm"), &world());
        for (shell, name, _) in SHELLS {
            // `-c` comes last, so this is `SHELL -c 'SHELL -i'`: the inner one reads what is piped.
            let script = format!("echo : | {shell} -i");
            let mut report = ground.run("bash", &script);
            report.mark_history(b"/w/home");
            let expected: Vec<String> = HISTORY_FILES
                .iter()
                .filter(|(keeper, _)| keeper == name)
                .map(|(_, file)| format!("create home/{} via shell", file.escape_ascii()))
                .collect();
            assert_eq!(shown(&report), expected, "{shell}");
            ground.reset(&script);
        }
    });
}
