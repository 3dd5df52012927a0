//! Whatever is asked of it, the oracle gives an observation or an error, and goes on.

use std::time::Duration;

use oracle::{
    Config, Delivery, EffectKind, Error, Mode, Node, Oracle, Run, Script, Shell, ShellName, World,
    worlds,
};

fn is_well(oracle: &mut Oracle, after: &str) {
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let world = World::new("plain");
    let seen = oracle.run("touch made", &world, &shell).expect("observed");
    let did: Vec<_> = seen.effects.iter().map(|it| (it.kind, it.path.as_slice())).collect();
    assert_eq!(did, [(EffectKind::Create, &b"/w/tree/made"[..])], "after {after}");
}

#[test]
fn worlds_that_cannot_stand_are_errors() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let plain = || World::new("odd");
    let long = vec![b'n'; 5000];
    let deep = [b"/w/tree".as_slice(), &b"/d".repeat(3000)].concat();
    for (name, world) in [
        ("an empty path", plain().entry("", Node::File(Vec::new()), 0o644)),
        ("a relative path", plain().file("tree/f", "x")),
        ("a path that climbs", plain().file("/w/tree/../../etc/passwd", "x")),
        ("a path of the host", plain().file("/etc/passwd", "x")),
        ("a NUL in a path", plain().file(b"/w/tree/a\0b", "x")),
        ("a name that is too long", plain().file([b"/w/tree/".as_slice(), &long].concat(), "x")),
        ("a path that is too long", plain().dir(&deep, 0o755)),
        ("a file in a file", plain().file("/w/tree/f", "x").file("/w/tree/f/g", "x")),
        ("a hard link to nothing", plain().hard_link("/w/tree/h", "/w/tree/nothing")),
        ("a link with a NUL", plain().symlink("/w/tree/l", b"a\0b")),
        ("a file that is too large", plain().file("/w/tree/f", vec![b'x'; 80 << 20])),
        ("a start that is no folder", plain().file("/w/tree/f", "x").tree("/w/tree", "/w/tree/f")),
        ("a start that is not there", plain().tree("/w/tree", "/w/nothing")),
        ("a start with a NUL", plain().tree("/w/tree", b"/w/a\0b")),
        ("a set-up that fails", plain().setup("exit 3")),
        ("a set-up with a NUL", plain().setup(b"\0")),
        ("a variable with a NUL", plain().env("A", b"a\0b")),
    ] {
        // Some of these can be made; then the run is as any other.
        if let Ok(seen) = oracle.run(":", &world, &shell) {
            assert_eq!(seen.effects, Vec::new(), "{name}");
        }
        is_well(&mut oracle, name);
    }
    let failed = oracle.run(":", &plain().setup("echo why >&2; exit 3"), &shell);
    assert!(
        matches!(&failed, Err(Error::SetupFailed { exit: Some(3), stderr, .. }) if stderr == "why\n"),
        "{failed:?}"
    );
    let unknown: Error = worlds::get("nowhere").expect_err("no such world").into();
    assert!(unknown.to_string().contains("nowhere"));
}

#[test]
fn runs_that_cannot_be_made_are_errors() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("plain");
    let bash = Shell::find(ShellName::Bash).expect("bash");
    let none = Shell::none();
    let gone = Shell { program: "/usr/bin/no-such-shell".into(), ..bash.clone() };
    let argv = |words: &[&[u8]]| Script::Argv(words.iter().map(|word| word.to_vec()).collect());
    let long = vec![b' '; 1 << 20];
    for (name, script, shell) in [
        ("a NUL", Script::from(b"echo \0"), &bash),
        ("a script that is too long", Script::from(long.as_slice()), &bash),
        ("no words", argv(&[]), &none),
        ("an empty word", argv(&[b""]), &none),
        ("a folder", argv(&[b"/w/tree"]), &none),
        ("a word with a NUL", argv(&[b"a\0b"]), &none),
        ("a shell that is not there", Script::from("echo"), &gone),
        ("a text without a shell", Script::from("echo"), &none),
        ("calls without a session", Script::Calls(vec![b"a".to_vec()]), &bash),
    ] {
        for mode in [Mode::Exact, Mode::ForkServer] {
            let run = Run { mode, ..Run::new(&script, &world, shell) };
            let failed = oracle.observe(&run);
            assert!(failed.is_err(), "{name}: {failed:?}");
            is_well(&mut oracle, name);
        }
    }
}

#[test]
fn odd_scripts_are_observed() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("plain");
    let bytes: Vec<u8> = (1..=255).collect();
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed");
        for delivery in Delivery::ALL {
            for script in [&b""[..], b"\n", b"'", b"\xff\xfe", b"$(", b"<<", b"exit 300", &bytes] {
                let timeout = Some(Duration::from_millis(700));
                let run = Run { delivery, timeout, ..Run::new(script, &world, &shell) };
                let seen = oracle.observe(&run);
                let shown = script.escape_ascii();
                seen.unwrap_or_else(|error| panic!("{name} {} {shown}: {error}", delivery.name()));
            }
        }
        is_well(&mut oracle, name.name());
    }
}
