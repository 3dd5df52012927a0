//! Hand-made worlds and observations for tests.

use oracle::{
    By, Canary, Command, CommandKind, Effect, EffectKind, Entry, Mode, Node, Observation, Output,
    Program, World, Zone,
};

use crate::layout::Layout;

pub(crate) mod toy;

pub(crate) fn world() -> World {
    let dir = |path: &str| Entry { path: path.into(), node: Node::Dir, mode: 0o755 };
    let file =
        |path: &str, mode| Entry { path: path.into(), node: Node::File(b"x\n".to_vec()), mode };
    let link = |path: &str, to: &str| Entry {
        path: path.into(),
        node: Node::Symlink(to.into()),
        mode: 0o777,
    };
    World {
        name: "range".into(),
        tree: b"/w/tree".to_vec(),
        start: b"/w/tree".to_vec(),
        entries: vec![
            dir("/w/tree"),
            dir("/w/tree/dir"),
            file("/w/tree/dir/f", 0o644),
            file("/w/tree/in.txt", 0o644),
            link("/w/tree/link", "/w/outside"),
            file("/w/tree/helper", 0o755),
            dir("/w/tree/.git"),
            file("/w/tree/.git/config", 0o644),
            dir("/w/outside"),
            file("/w/outside/f", 0o644),
            dir("/w/home"),
            file("/w/home/.secret", 0o600),
            dir("/w/home/bin"),
            file("/w/home/bin/shadow", 0o755),
            dir("/w/run"),
            dir("/w/run2"),
            dir("/w/tmp"),
            dir("/w/start"),
        ]
        .into(),
        env: vec![
            (b"HOME".to_vec(), b"/w/home".to_vec()),
            (b"TMPDIR".to_vec(), b"/w/tmp".to_vec()),
            (b"PATH".to_vec(), b"/w/home/bin:/usr/bin:/bin:/tripwire".to_vec()),
        ],
        canaries: vec![Canary {
            path: Some(b"/w/home/.secret".to_vec()),
            token: b"CANARY-7f".to_vec(),
        }],
        traps: vec![b"/w/tree/link".to_vec()],
        setup: None,
    }
}

/// The world with its tree missing.
pub(crate) fn missing() -> World {
    let mut world = world();
    world.name = "missing".into();
    world.start = b"/w/start".to_vec();
    world.entries.retain(|entry| !entry.path.starts_with(b"/w/tree"));
    world
}

pub(crate) fn layout() -> Layout {
    Layout::of(&world())
}

/// A run that did nothing.
pub(crate) fn idle() -> Observation {
    Observation {
        exit: Some(0),
        signal: None,
        timed_out: false,
        stdout: Output::default(),
        stderr: Output::default(),
        effects: Vec::new(),
        programs: Vec::new(),
        commands: Some(Vec::new()),
        mode: Mode::Exact,
        wall_us: 1,
        removals: None,
        unobserved: Vec::new(),
    }
}

pub(crate) fn effect(kind: EffectKind, path: &str) -> Effect {
    Effect {
        kind,
        path: path.into(),
        zone: if path.is_empty() { Zone::System } else { layout().zone(path.as_bytes()) },
        from: None,
        via: None,
        undone: false,
        detail: String::new(),
    }
}

pub(crate) fn words(text: &str) -> Vec<Vec<u8>> {
    text.split_whitespace().map(|word| word.as_bytes().to_vec()).collect()
}

pub(crate) fn program(path: &str, argv: &str, by: By) -> Program {
    Program { argv: words(argv), path: path.into(), by, tripwire: path.starts_with("/tripwire") }
}

pub(crate) fn command(argv: &str) -> Command {
    Command { argv: words(argv), kind: CommandKind::Builtin, depth: 0 }
}
