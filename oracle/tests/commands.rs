//! Commands as the oracle tells them: from a traced twin of the run, in the sandbox.

use oracle::{CommandKind, Config, Delivery, Mode, Oracle, Run, Script, Shell, ShellName, World};

fn commands(
    oracle: &mut Oracle,
    world: &World,
    shell: &Shell,
    delivery: Delivery,
    mode: Mode,
    script: &str,
) -> Option<Vec<String>> {
    let run = Run {
        script: Script::Text(script.into()),
        world,
        shell,
        delivery,
        timeout: None,
        mode,
        commands: true,
        closely: false,
    };
    let seen = oracle.observe(&run).expect("observed");
    seen.commands.map(|commands| {
        let line = |command: &oracle::Command| {
            let kind = match command.kind {
                CommandKind::Builtin => "b",
                CommandKind::Function => "f",
                CommandKind::Program => "p",
            };
            let words = command.argv.join(&b'|');
            format!("{kind}|{}", String::from_utf8_lossy(&words))
        };
        commands.iter().map(line).collect()
    })
}

#[test]
fn every_shell_and_delivery() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("plain").dir("/w/tree", 0o755).file("/w/tree/f", "text\n");
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed");
        for delivery in Delivery::ALL {
            let script = "cd /; f() { true; }; f; nosuchprogram 'a b' ''; ls /w/tree; exit\n";
            let expected =
                ["b|cd|/", "f|f", "b|true", "p|nosuchprogram|a b|", "p|ls|/w/tree", "b|exit"];
            let found = commands(&mut oracle, &world, &shell, delivery, Mode::Exact, script);
            if name == ShellName::Yash && delivery == Delivery::Tty {
                assert_eq!(found, None);
            } else {
                assert_eq!(
                    found.as_deref(),
                    Some(&expected.map(String::from)[..]),
                    "{name} {}",
                    delivery.name()
                );
            }
        }
    }
}

/// dash quotes nothing by itself; with the oracle's library in it every word is exact.
#[test]
fn dash_tells_where_words_end() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("plain").dir("/w/tree", 0o755);
    let shell = Shell::find(ShellName::Sh).expect("installed");
    for (script, expected) in [
        ("echo 'a b' c '' \"it's\"", &["b|echo|a b|c||it's"][..]),
        ("echo 'a\nb'; echo a b", &["b|echo|a\nb", "b|echo|a|b"]),
        ("x='a b' y=; z='c d' ls -d 'e  f'; x=1 :", &["p|ls|-d|e  f", "b|:"]),
        (
            "printf '%s' 'a b'; printf ' %s' \"$(printf %s 'c d')\"",
            &["b|printf|%s|a b", "b|printf|%s|c d", "b|printf| %s|c d"],
        ),
        (
            "f() { echo \"$@\"; }; f 'a b' *; eval \"echo 'x y'\"",
            &["f|f|a b|*", "b|echo|a b|*", "b|eval|echo 'x y'", "b|echo|x y"],
        ),
        ("'a=b' 'c d'; export 'v=w x'", &["p|a=b|c d", "b|export|v=w x"]),
        ("echo 'a b' | cat 'c d' -", &["b|echo|a b", "p|cat|c d|-"]),
        (": \"$(printf '\\377\\001')\"", &["b|printf|\\377\\001", "b|:|\u{fffd}\u{1}"]),
    ] {
        for mode in [Mode::Exact, Mode::ForkServer] {
            let found = commands(&mut oracle, &world, &shell, Delivery::C, mode, script);
            let mut found = found.unwrap_or_default();
            if script.contains('|') {
                found.sort();
            }
            assert_eq!(found, expected, "{script}");
        }
    }
}

#[test]
fn what_cannot_be_told_is_not() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world =
        World::new("plain").dir("/w/tree", 0o755).program("/w/tree/script", "#!/bin/sh\ncd /\n");
    for name in [ShellName::Bash, ShellName::Sh, ShellName::Zsh] {
        let shell = Shell::find(name).expect("installed");
        for (script, told) in [
            ("rm -rf x; touch y", true),
            ("sh -c 'cd /'", false),
            ("env sh -c 'cd /'", false),
            ("./script", false),
            ("set +x; cd /", false),
            ("{ cd /; } 2>/dev/null", false),
            ("touch x | cat", true),
            ("command_not_found_handle() { touch z; }; nosuchprogram", true),
        ] {
            for mode in [Mode::Exact, Mode::ForkServer] {
                let found = commands(&mut oracle, &world, &shell, Delivery::C, mode, script);
                assert_eq!(found.is_some(), told, "{name} {script} {found:?}");
            }
        }
    }
}

#[test]
fn a_run_whose_programs_draw_names_is_told_too() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world =
        World::new("plain").dir("/w/tree", 0o755).dir("/w/tmp", 0o755).file("/w/tree/f", "a\n");
    for name in [ShellName::Bash, ShellName::Sh, ShellName::Zsh] {
        let shell = Shell::find(name).expect("installed");
        for (script, expected) in [
            ("mktemp -p /w/tmp", vec!["p|mktemp|-p|/w/tmp"]),
            ("sed -i s/a/b/ f", vec!["p|sed|-i|s/a/b/|f"]),
            ("rsync f g", vec!["p|rsync|f|g"]),
            ("mktemp -d d.XXXXXX; cd d.*; : >f", vec!["p|mktemp|-d|d.XXXXXX", "b|cd|*", "b|:"]),
        ] {
            let mode = Mode::ForkServer;
            let found = commands(&mut oracle, &world, &shell, Delivery::C, mode, script);
            let found = found.map(|commands| {
                let drawn =
                    |line: String| if line.starts_with("b|cd|d.") { "b|cd|*".into() } else { line };
                commands.into_iter().map(drawn).collect::<Vec<String>>()
            });
            assert_eq!(
                found,
                Some(expected.into_iter().map(String::from).collect()),
                "{name} {script}"
            );
        }
    }
}
