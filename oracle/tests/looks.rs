//! Runs that are watched closely: traps that are only looked through, and who removed what.

use oracle::{
    By, Config, Effect, EffectKind, Mode, Observation, Oracle, Run, Shell, ShellName, World,
};

const SHELLS: [ShellName; 8] = [
    ShellName::Bash,
    ShellName::BashPosix,
    ShellName::Sh,
    ShellName::Zsh,
    ShellName::Busybox,
    ShellName::Mksh,
    ShellName::Ksh,
    ShellName::Yash,
];

fn world() -> World {
    World::new("looks")
        .dir("/w/outside/dir", 0o755)
        .file("/w/outside/dir/f", "f\n")
        .program("/w/outside/dir/tool", "#!/bin/sh\n:\n")
        .file("/w/tree/own", "own\n")
        .file("/w/tree/sub/f", "f\n")
        .trap("/w/tree/up", "../outside")
        .trap("/w/tree/far", "up/dir")
        .trap("/w/tree/file", "/w/outside/dir/f")
        .trap("/w/tree/nothing", "../outside/nothing")
        .symlink("/w/tree/near", "sub")
        .symlink("/w/tree/byway", "up")
}

/// A script, and the traps that it looks through.
const LOOKS: &[(&str, &[&str])] = &[
    ("cd up", &["up"]),
    ("cd far", &["far", "up"]),
    ("cd byway", &["up"]),
    ("cd up && cd .. && cd tree", &["up"]),
    ("cd -P up/dir", &["up"]),
    ("cd near", &[]),
    ("cd ../outside/dir", &[]),
    ("stat up", &[]),
    ("stat -L up", &["up"]),
    ("stat up/", &["up"]),
    ("stat up/.", &["up"]),
    ("stat up/dir/f", &["up"]),
    ("stat near/../up/dir/f", &["up"]),
    ("stat -L file", &["file"]),
    ("stat file", &[]),
    ("test -e nothing", &["nothing"]),
    ("test -e up/missing", &["up"]),
    ("[ -d far ]", &["far", "up"]),
    ("[ -L up ]", &[]),
    ("test -f own", &[]),
    ("ls -l up", &[]),
    ("readlink up", &[]),
    ("readlink up/dir", &["up"]),
    ("ls -d up/", &["up"]),
    ("cat up/missing 2> /dev/null", &["up"]),
    ("rm up/missing 2> /dev/null", &["up"]),
    ("mkdir up/dir 2> /dev/null", &["up"]),
    ("mv own up/missing/x 2> /dev/null", &["up"]),
    ("up/dir/f 2> /dev/null", &["up"]),
    ("rm up", &[]),
    ("mv up down", &[]),
    ("rm up; mkdir up; cd up", &[]),
    ("rm up; ln -s sub up; cd up", &[]),
    ("cd /w/tree/up", &["up"]),
    ("cd /usr/bin && cd /etc", &[]),
];

fn observed(
    oracle: &mut Oracle,
    world: &World,
    shell: &Shell,
    mode: Mode,
    script: &str,
) -> Observation {
    let run = Run { mode, closely: true, ..Run::new(script, world, shell) };
    oracle.observe(&run).expect("observed")
}

fn shells() -> Vec<Shell> {
    let required = std::env::var_os("REQUIRE_SHELLS").is_some();
    let find = |name: &ShellName| match Shell::find(*name) {
        Ok(shell) => Some(shell),
        Err(error) if required => panic!("{error}"),
        Err(error) => {
            eprintln!("left out: {error}");
            None
        }
    };
    SHELLS.iter().filter_map(find).collect()
}

fn traps(seen: &Observation, which: impl Fn(&Effect) -> bool) -> Vec<String> {
    let link = |effect: &Effect| match &effect.via {
        Some(oracle::Via::Link(link)) => {
            String::from_utf8_lossy(&link["/w/tree/".len()..]).into_owned()
        }
        other => panic!("followed by way of {other:?}"),
    };
    let follows = seen.effects.iter().filter(|effect| effect.kind == EffectKind::Follow);
    let mut traps: Vec<String> = follows.filter(|effect| which(effect)).map(link).collect();
    traps.sort();
    traps
}

#[test]
fn a_trap_that_is_only_looked_through_is_told_of() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    for shell in shells() {
        for mode in [Mode::Exact, Mode::ForkServer] {
            for (script, expected) in LOOKS {
                let seen = observed(&mut oracle, &world, &shell, mode, script);
                let which = format!("`{script}` under {} ({})", shell.name, mode.name());
                assert_eq!(traps(&seen, |_| true), *expected, "{which}: {seen:?}");
                assert_eq!(seen.unobserved, [""; 0], "{which}");
            }
        }
    }
}

#[test]
fn what_is_done_behind_a_trap_says_more_than_a_look() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    let done: &[(&str, bool)] = &[
        ("cat up/dir/f", true),
        ("ls up/", true),
        ("touch up/new", true),
        ("up/dir/tool", true),
        ("cd up", false),
    ];
    for shell in shells() {
        for (script, opened) in done {
            let seen = observed(&mut oracle, &world, &shell, Mode::Exact, script);
            let which = format!("`{script}` under {}: {seen:?}", shell.name);
            assert_eq!(traps(&seen, Effect::is_look).is_empty(), *opened, "{which}");
            assert_eq!(traps(&seen, |_| true), ["up"], "{which}");
        }
        // Without the close watch, only what was opened is told of.
        let seen = oracle.run("cd up; stat up/dir", &world, &shell).expect("observed");
        assert_eq!((traps(&seen, |_| true).len(), seen.removals), (0, None), "{}", shell.name);
    }
}

/// What is removed: the path below the tree, the program, and whether that is a shell.
type Gone = (&'static str, &'static str, bool);

/// A script, and what is removed by it.
const REMOVALS: &[(&str, &[Gone])] = &[
    ("rm own", &[("own", "rm", false)]),
    ("mv own there", &[("own", "mv", false)]),
    ("rm -r sub", &[("sub/f", "rm", false), ("sub", "rm", false)]),
    ("find sub -type f -delete", &[("sub/f", "find", false)]),
    ("rm missing 2> /dev/null", &[]),
    ("rm up/dir/f", &[("../outside/dir/f", "rm", false)]),
    ("env rm near/f", &[("sub/f", "rm", false)]),
    ("cat own; rm up; rmdir sub 2> /dev/null", &[("up", "rm", false), ("sub", "rmdir", false)]),
    (
        "cp /bin/rm gone-with-a-long-name; ./gone-with-a-long-name own",
        &[("own", "gone-with-a-long-name", false)],
    ),
    ("cd sub && rm ./../own", &[("own", "rm", false)]),
    ("python3 -c 'import os; os.unlink(\"own\")'", &[("own", "python3", false)]),
];

#[test]
fn who_removes_what_is_told() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    for shell in shells() {
        for (script, expected) in REMOVALS {
            let seen = observed(&mut oracle, &world, &shell, Mode::Exact, script);
            let removals = seen.removals.clone().expect("watched closely");
            let told: Vec<(String, String, bool)> = removals
                .iter()
                .map(|removal| {
                    let path = String::from_utf8_lossy(&removal.path).into_owned();
                    let name = String::from_utf8_lossy(&removal.name).into_owned();
                    (path, name, removal.by == By::Shell)
                })
                .collect();
            let expected: Vec<(String, String, bool)> = expected
                .iter()
                .map(|(path, name, shell)| {
                    let path = match path.strip_prefix("../") {
                        Some(path) => format!("/w/{path}"),
                        None => format!("/w/tree/{path}"),
                    };
                    (path, (*name).to_owned(), *shell)
                })
                .collect();
            // Some shells have `rm` and its kind built in.
            let built_in = told.iter().all(|(_, _, by_shell)| *by_shell) && !told.is_empty();
            let paths = |list: &[(String, String, bool)]| -> Vec<String> {
                list.iter().map(|(path, ..)| path.clone()).collect()
            };
            let which = format!("`{script}` under {}: {seen:?}", shell.name);
            if built_in {
                assert_eq!(paths(&told), paths(&expected), "{which}");
            } else {
                assert_eq!(told, expected, "{which}");
            }
        }
    }
    // A shell that removes by itself.
    let zsh = Shell::find(ShellName::Zsh).expect("zsh");
    let seen = observed(&mut oracle, &world, &zsh, Mode::Exact, "zmodload zsh/files; zf_rm own");
    let removals = seen.removals.expect("watched closely");
    assert_eq!(removals.len(), 1, "{removals:?}");
    assert_eq!((removals[0].by, removals[0].name.as_slice()), (By::Shell, &b"zsh"[..]));
}
