//! The table of shells, checked with the shells themselves.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use oracle::shell::is_shell;
use oracle::{Delivery, Profile, Shell, ShellName};

/// Every start-up file of every shell, each of which says that it was read.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for name in [
        ".bashrc",
        ".bash_profile",
        ".bash_login",
        ".profile",
        ".zshenv",
        ".zprofile",
        ".zshrc",
        ".zlogin",
        ".mkshrc",
        ".kshrc",
        ".yashrc",
        ".yash_profile",
        ".shrc",
        ".ashrc",
    ] {
        std::fs::write(home.path().join(name), format!("echo READ {name}\n")).expect("written");
    }
    home
}

/// What a shell says to a text.
fn say(shell: &Shell, delivery: Delivery, home: &Path, text: &[u8]) -> String {
    let file = home.join("script");
    std::fs::write(&file, text).expect("written");
    let operand = if delivery == Delivery::File { file.as_os_str().as_bytes() } else { text };
    let argv = shell.argv(delivery, operand);
    let mut command = if delivery == Delivery::Tty {
        // `script` makes the pseudo-terminal; it takes one string, in which nothing needs quotes.
        let words: Vec<OsString> =
            argv.iter().skip(1).map(|word| OsStr::from_bytes(word).to_owned()).collect();
        let mut line = shell.program().as_os_str().to_owned();
        for word in words {
            line.push(" ");
            line.push(word);
        }
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-c"]).arg(line).arg("/dev/null");
        command
    } else {
        let mut command = Command::new(shell.program());
        command.args(argv.iter().skip(1).map(|word| OsStr::from_bytes(word)));
        command
    };
    let env = shell.env(delivery);
    let mut child = command
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home)
        .env("TERM", "dumb")
        .env("SHELL", "/bin/sh")
        .envs(env.iter().map(|(key, value)| (OsStr::from_bytes(key), OsStr::from_bytes(value))))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("piped");
    if matches!(delivery, Delivery::Stdin | Delivery::Typed | Delivery::Tty) {
        // A shell that has gone already is seen by what it did not say.
        let _ = input.write_all(text);
    }
    drop(input);
    let output = child.wait_with_output().expect("ended");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_delivery_runs_the_text_and_reads_no_start_up_file() {
    let home = home();
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed");
        for delivery in Delivery::ALL {
            let said = say(&shell, delivery, home.path(), b"echo he''re $((40+2))\nexit\n");
            assert!(said.contains("here 42"), "{name} {}: {said}", delivery.name());
            assert!(!said.contains("READ"), "{name} {}: {said}", delivery.name());
        }
    }
}

/// The files are there to be read: without the arguments they are.
#[test]
fn login_shells_read_their_profile() {
    let home = home();
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed").as_login();
        for delivery in [Delivery::C, Delivery::File, Delivery::Stdin] {
            let said = say(&shell, delivery, home.path(), b"echo he''re\n");
            assert!(said.contains("here"), "{name}: {said}");
            // In POSIX mode bash reads none for a login shell that is not interactive.
            assert_eq!(said.contains("READ ."), name != ShellName::BashPosix, "{name}: {said}");
        }
    }
}

#[test]
fn versions_and_programs() {
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed");
        let number = shell.version.trim_start_matches('R');
        assert!(number.starts_with(|first: char| first.is_ascii_digit()), "{shell:?}");
        assert!(shell.program().is_absolute());
        assert!(!shell.program().is_symlink());
        let path = shell.program().as_os_str().as_bytes();
        assert!(is_shell(path, &shell.argv(Delivery::C, b":")), "{shell:?}");
        assert_eq!(name.name().parse::<ShellName>().expect("a name"), name);
    }
    let error = Shell::find(ShellName::None).expect_err("no program");
    assert!(error.to_string().starts_with("shell none is not installed"));
    assert!("tcsh".parse::<ShellName>().is_err());
}

#[test]
fn argvs() {
    let of = |name, delivery, text: &str| {
        let shell = Shell { name, program: "/bin/x".into(), version: "?".to_owned(), login: false };
        let words = shell.argv(delivery, text.as_bytes());
        words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        of(ShellName::Bash, Delivery::C, "ls"),
        ["bash", "--norc", "--noprofile", "-c", "ls"]
    );
    assert_eq!(of(ShellName::Sh, Delivery::File, "/w/s"), ["dash", "/w/s"]);
    assert_eq!(of(ShellName::Zsh, Delivery::Stdin, "ls"), ["zsh", "-f"]);
    assert_eq!(of(ShellName::Busybox, Delivery::Typed, "ls"), ["busybox", "ash", "-i"]);
    assert_eq!(of(ShellName::Ksh, Delivery::Tty, "ls"), ["ksh93", "+E", "-i"]);
    assert!(of(ShellName::None, Delivery::File, "").len() < 2);
    for (profile, login, expected) in [
        (Profile::BashLogin, true, &["bash", "-l", "-c", "ls"][..]),
        (Profile::ZshLogin, true, &["zsh", "-l", "-c", "ls"]),
        (Profile::ZshStartup, false, &["zsh", "-c", "ls"]),
        (Profile::ShSystem, false, &["sh", "-c", "ls"]),
    ] {
        let shell = Shell {
            name: ShellName::Host(profile),
            program: "/bin/x".into(),
            version: "?".into(),
            login,
        };
        let words = shell.argv(Delivery::C, b"ls");
        assert_eq!(words, expected.iter().map(|word| word.as_bytes().to_vec()).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_a_shell() {
    for (path, argv, expected) in [
        ("/usr/bin/bash", &["bash"][..], true),
        ("/bin/sh", &["-sh"], true),
        ("/usr/bin/busybox", &["busybox", "ash", "-c", "ls"], true),
        ("/usr/bin/busybox", &["sh"], true),
        ("/usr/bin/busybox", &["busybox", "ls"], false),
        ("/usr/bin/busybox", &["ls"], false),
        ("/usr/bin/busybox", &["busybox"], false),
        ("/usr/bin/env", &["env", "sh"], false),
        ("/w/tree/sh", &["ls"], true),
        ("", &[], false),
    ] {
        let argv: Vec<Vec<u8>> = argv.iter().map(|word| word.as_bytes().to_vec()).collect();
        assert_eq!(is_shell(path.as_bytes(), &argv), expected, "{path} {argv:?}");
    }
}
