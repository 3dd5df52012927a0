//! Every named world, as a run finds it.

use oracle::{Config, EffectKind, Mode, Node, Oracle, Run, Shell, ShellName, World, worlds};

/// World, a script, and what stands in its output or effects where the world is what it says.
const PROBES: &[(&str, &str, &str)] = &[
    ("range", "test -p pipe && test -S socket && cat -- ./-rf", "dash"),
    ("range", "ls -b", "bad-\\377\\376"),
    ("range", "ls -b", "line\\nbreak"),
    ("range", "touch out/made", "/w/outside/dir/made"),
    ("range", "echo $API_TOKEN", "read $API_TOKEN"),
    ("range", "bin/git", "the git of the tree ran"),
    ("range", ". ~/.bashrc; alias ll", "ls -l"),
    ("range-missing", "pwd; cd /w/tree", "can't cd"),
    ("range-file", "cat /w/tree", "This is a file."),
    ("range-unreadable", "ls /w/tree", "Permission denied"),
    ("range-link", "cd /w/tree && touch made", "/w/outside/dir/made"),
    ("range-git", "git log --format=%s; git tag", "one\nv1"),
    (
        "git",
        "git log --format=%s; git branch --format='%(refname:short)'",
        "two\none\nfeature\nmain",
    ),
    ("git", "git status --short", "A  staged.c"),
    (
        "git",
        "git remote get-url origin; git stash list",
        "../outside/remote.git\nstash@{0}: On main: kept",
    ),
    ("git", "git checkout -q feature 2>&1", "/w/tmp/git-ran"),
    ("git", "git st", "/w/tmp/git-ran"),
    ("git", "printf 'x\\n' >> image.bin; git diff --no-ext-diff image.bin", "/w/tmp/git-ran"),
    ("git", "touch out/made", "/w/outside/dir/made"),
    ("git", "cat ~/.git-credentials", "/w/home/.git-credentials"),
    ("node", "jest", "the jest of the tree ran"),
    ("node", "which ls", "/w/tmp/shadow-ran"),
    ("node", "cat .env", "read /w/tree/.env"),
    ("node", "echo $NPM_TOKEN", "read $NPM_TOKEN"),
    ("node", "touch node_modules/linked/made", "/w/outside/linked/made"),
    ("python", "python3 -c 'import random'", "/w/tmp/shadow-ran"),
    ("python", "python3 -m package", "the package ran"),
    (
        "python",
        "command -v python; command -v pip",
        "/w/tree/.venv/bin/python\n/w/tree/.venv/bin/pip",
    ),
    ("python", "cat data/rows.csv", "follow /w/outside/data"),
    ("python", "echo $TWINE_PASSWORD", "read $TWINE_PASSWORD"),
    ("catalogue", "pwd; cat in.txt", "/w/proj\nb\na\nc"),
    ("empty", "pwd; ls -A", "/w/tree\n"),
];

#[test]
fn every_world_is_probed() {
    for name in worlds::names() {
        assert!(PROBES.iter().any(|(world, ..)| *world == name), "{name} has no probe");
    }
}

#[test]
fn every_world_stands_and_is_what_it_says() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    for (name, script, shows) in PROBES {
        let world = worlds::get(name).expect("a world");
        let seen = oracle.run(*script, &world, &shell).expect("observed");
        let mut told = String::from_utf8_lossy(&seen.stdout.bytes).into_owned();
        told += &String::from_utf8_lossy(&seen.stderr.bytes);
        for effect in &seen.effects {
            let path = String::from_utf8_lossy(&effect.path);
            told += &format!("{} {path}{}\n", effect.kind.name(), effect.detail);
        }
        assert!(told.contains(shows), "{name}: {script}: {told}");
    }
    // And the next run finds each of them as it was declared.
    for name in worlds::names() {
        let world = worlds::get(name).expect("a world");
        let seen = oracle.run(":", &world, &shell).expect("observed");
        assert_eq!((seen.exit, seen.effects), (Some(0), Vec::new()), "{name}");
    }
    assert_eq!(oracle.audit().expect("audited"), Vec::<String>::new());
    assert_eq!(oracle.restarts(), 0);
}

#[test]
fn a_git_world_is_the_same_for_every_run() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let shell = Shell::find(ShellName::Bash).expect("bash");
    let world = worlds::get("git").expect("a world");
    let first = oracle.run("git rev-parse HEAD stash", &world, &shell).expect("observed");
    let wrecked = oracle.run("rm -rf .git src ../outside", &world, &shell).expect("observed");
    assert!(wrecked.effects.iter().any(|effect| effect.kind == EffectKind::Delete));
    let again = oracle.run("git rev-parse HEAD stash", &world, &shell).expect("observed");
    assert_eq!(first.exit, Some(0), "{first:?}");
    assert_eq!(first.stdout, again.stdout);
}

#[test]
fn a_world_that_was_changed_is_another() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let shell = Shell::find(ShellName::Sh).expect("dash");
    let mut world = worlds::get("empty").expect("a world").file("/w/tree/f", "old");
    let mut says = |world: &World| {
        let run = Run { mode: Mode::ForkServer, ..Run::new("cat f", world, &shell) };
        oracle.observe(&run).expect("observed").stdout.bytes
    };
    assert_eq!(says(&world), b"old");
    let before = world.clone();
    for entry in world.entries.iter_mut().filter(|entry| entry.path == b"/w/tree/f") {
        entry.node = Node::File(b"new".to_vec());
    }
    assert_eq!(says(&world), b"new");
    assert_eq!(says(&before), b"old");
    // Equal, though nothing of it is shared.
    let entries: Vec<_> = world.entries.iter().cloned().collect();
    assert_eq!(says(&World { entries: entries.into(), ..before }), b"new");
}

#[test]
fn what_a_fork_server_starts_has_the_usual_personality() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = worlds::get("empty").expect("a world");
    for name in [ShellName::Bash, ShellName::Sh, ShellName::Zsh] {
        let shell = Shell::find(name).expect("a shell");
        let mut says = |mode, script: &str| {
            let run = Run { mode, ..Run::new(script, &world, &shell) };
            String::from_utf8(oracle.observe(&run).expect("observed").stdout.bytes)
        };
        for script in ["cat /proc/self/personality", "read p < /proc/self/personality; echo $p"] {
            assert_eq!(
                says(Mode::ForkServer, script),
                says(Mode::Exact, script),
                "{name}: {script}"
            );
        }
    }
}
