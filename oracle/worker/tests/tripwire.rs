//! The tripwire under real shells: every row runs the `tripwire` example, which mounts one in a
//! namespace of its own and runs a script with it last on `PATH`.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The shells, each with what makes it read no start-up files.
const SHELLS: [&[&str]; 7] = [
    &["bash", "--norc", "--noprofile", "-c"],
    &["dash", "-c"],
    &["zsh", "-f", "-c"],
    &["busybox", "sh", "-c"],
    &["mksh", "-c"],
    &["ksh93", "-c"],
    &["yash", "--norcfile", "-c"],
];

/// A status that nothing else gives.
const STUB: &str = "42";

/// The example, which cargo builds beside the tests.
fn example() -> PathBuf {
    let own = std::env::current_exe().expect("a path");
    let folder = own.parent().and_then(Path::parent).expect("target folder");
    let program = folder.join("examples").join("tripwire");
    assert!(program.exists(), "{} is not built: run `cargo build --examples`", program.display());
    program
}

/// A folder, which ordinary users can enter too.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), mode).expect("opened");
    folder
}

fn run(flags: &[&str], shell: &[&str], script: &str) -> Output {
    let place = place();
    let wire = place.path().join("tripwire");
    let path = format!("/usr/local/bin:/usr/bin:/bin:{}", wire.display());
    Command::new("timeout")
        .args(["-k", "1", "30"])
        .arg(example())
        .args(flags)
        .arg(place.path())
        .arg("/usr/bin/env")
        .args(shell)
        .arg(script)
        .env_clear()
        .env("PATH", path)
        .env("W", wire)
        .current_dir("/tmp")
        .output()
        .expect("started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

fn number(output: &Output, key: &str) -> u64 {
    let stderr = text(&output.stderr);
    let found = stderr.split_whitespace().find_map(|word| word.strip_prefix(key)?.parse().ok());
    found.unwrap_or_else(|| panic!("no {key} in {stderr}"))
}

/// Every way to start a program that nobody installed starts the stub, once per name.
#[test]
fn missing_programs_start_the_stub_under_every_shell() {
    for (script, expected) in [
        ("nosuchprog a b; echo $?", STUB),
        ("'a b' c; echo $?", STUB),
        ("$(printf 'a\\377\\nb') x; echo $?", STUB),
        ("command nosuchprog; echo $?", STUB),
        ("(exec nosuchprog); echo $?", STUB),
        ("echo hi | nosuchprog; echo $?", STUB),
        ("env nosuchprog a; echo $?", STUB),
        ("git-foo a; echo $?", STUB),
        ("x=$(nosuchprog); echo $?", STUB),
        ("find . -maxdepth 0 -exec nosuchprog {} \\; -o -print", "."),
        ("echo x | xargs -n1 nosuchprog 2>&-; echo $?", "123"),
        (
            "python3 -c 'import subprocess as s; print(s.run([\"nosuchprog\", \"x\"]).returncode)'",
            STUB,
        ),
        (
            "command -v nosuchprog >&-; test \"$(command -v nosuchprog)\" = \"$W/nosuchprog\"; echo $?",
            "0",
        ),
        // Not the tripwire's: what is somewhere else, or has a slash, or is no name.
        ("true; echo $?", "0"),
        ("./nosuchprog 2>&-; echo $?", "127"),
        ("PATH=/bin nosuchprog 2>/dev/null; echo $?", "127"),
        ("\"$W/a/b\" 2>/dev/null; test $? -ge 126 && echo refused", "refused"),
        ("ls -A \"$W\"; echo listed", "listed"),
        ("echo x 2>/dev/null > \"$W/x\" || echo refused", "refused"),
        ("cat \"$W/x\" 2>/dev/null || echo refused", "refused"),
        (
            "rm \"$W/x\" 2>/dev/null; mkdir \"$W/d\" 2>/dev/null; chmod 777 \"$W/x\" 2>/dev/null || echo refused",
            "refused",
        ),
        (
            "ln -s a \"$W/x\" 2>/dev/null; mv \"$W/x\" \"$W/y\" 2>/dev/null || echo refused",
            "refused",
        ),
        (
            "stat -c '%a %s %F' \"$W/x\" \"$W\"; stat -f -c %l \"$W\"",
            "111 190 regular file\n555 0 directory\n255",
        ),
        // git asks for git-zap before it looks at its aliases.
        ("git -c alias.zap='!echo aliased' zap", "aliased"),
        ("git nosuch 2>/dev/null; echo $?", "1"),
    ] {
        for shell in SHELLS {
            let output = run(&["--status", STUB], shell, script);
            let expected = if script.starts_with("stat") && !cfg!(target_arch = "x86_64") {
                expected.replace("190", "192")
            } else {
                expected.to_owned()
            };
            assert_eq!(
                text(&output.stdout),
                expected,
                "{shell:?} {script} {}",
                text(&output.stderr)
            );
        }
    }
}

/// A name that `.` looks for on `PATH` is never taken for a script.
#[test]
fn sourcing_a_missing_name_never_reads_the_stub() {
    for shell in SHELLS {
        let output = run(&[], shell, "(. nosuchfile) 2>/dev/null && echo sourced; :");
        assert_eq!(text(&output.stdout), "", "{shell:?}");
    }
    let place = place();
    std::fs::write(place.path().join("local"), "echo local").expect("written");
    let script = format!("cd {} && . local", place.path().display());
    let output = run(&[], SHELLS[0], &script);
    assert_eq!(text(&output.stdout), "local", "bash goes on to the working folder");
}

/// The kernel remembers a name: it is asked for once.
#[test]
fn known_names_are_not_asked_for_again() {
    let script = "i=0; while [ $i -lt 200 ]; do nosuchprog; i=$((i+1)); done";
    for shell in SHELLS {
        let output = run(&[], shell, script);
        assert_eq!(output.status.code(), Some(0), "{shell:?}");
        // One request a start: the kernel looks again whether it really must not read the file.
        assert!(number(&output, "requests=") < 220, "{shell:?} {}", text(&output.stderr));
        assert!(number(&output, "lookups=") < 5, "{shell:?} {}", text(&output.stderr));
    }
}

#[test]
fn memory_does_not_grow_with_names() {
    let script =
        "i=0; while [ $i -lt 10000 ]; do command -v n$i >/dev/null || exit 9; i=$((i+1)); done";
    let output = run(&[], SHELLS[1], script);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(number(&output, "lookups=") >= 10_000);
    assert!(number(&output, "grown_kib=") < 2048, "{}", text(&output.stderr));
}

/// A client that waits for an answer is let go when the server dies.
#[test]
fn the_death_of_the_server_frees_its_clients() {
    let script = "s=$PPID; kill -STOP $s; (sleep 0.5; kill -KILL $s) & nosuchprog 2>/dev/null; echo $?; wait";
    let output = run(&[], SHELLS[1], script);
    let status: u32 = text(&output.stdout).parse().expect("a status");
    assert!(status >= 126, "{status}");
}

#[test]
fn long_names_are_too_long() {
    let script = "n=$(printf %0255d 0); $n; echo $?; n=$(printf %0256d 0); $n 2>/dev/null; echo $?";
    let output = run(&["--status", STUB], SHELLS[1], script);
    assert_eq!(text(&output.stdout), format!("{STUB}\n127"));
}

/// A device of our own, which only root can make; elsewhere the error says so.
#[test]
fn a_private_device() {
    let output = run(&["--private", "--status", STUB], SHELLS[1], "nosuchprog; echo $?");
    if rustix::process::geteuid().is_root() {
        assert_eq!(text(&output.stdout), STUB, "{}", text(&output.stderr));
    } else {
        assert_eq!(output.status.code(), Some(96));
        assert!(text(&output.stderr).contains("private fuse device"));
    }
}

#[test]
fn scripts_that_handle_missing_commands() {
    use oracle_worker::tripwire::hides_from;
    for (script, expected) in [
        (&b"command_not_found_handle() { rm x; }"[..], true),
        (b"COMMAND_NOT_FOUND_HANDLER=('rm x')", true),
        (b"setopt AUTO_CD; d", true),
        (b"FPATH=/w/tree; f", true),
        (b"nosuch || rm x", false),
        (b"", false),
    ] {
        assert_eq!(hides_from(script), expected, "{}", String::from_utf8_lossy(script));
    }
}
