//! Records of runs: every byte survives, and JSON has the documented shape.
#![forbid(unsafe_code)]

use corpora::event::{End, Stats};
use corpora::finding::HandbackRecord;
use corpora::record::{Label, Places, bytes_of, twin_of};
use corpora::{Event, Finding, RunRecord};
use guard::Handback;
use oracle::{
    By, Command, CommandKind, Delivery, Effect, EffectKind, Mode, Observation, Output, Program,
    ShellName, Via, World, Zone,
};
use proptest::prelude::*;

mod common;
use common::{effect, finding, run};

fn world() -> World {
    World {
        name: "range".to_owned(),
        tree: b"/w/tree".to_vec(),
        start: b"/w/tree".to_vec(),
        entries: Vec::new().into(),
        env: Vec::new(),
        canaries: Vec::new(),
        traps: Vec::new(),
        setup: None,
    }
}

fn observation() -> Observation {
    let effect = |kind, path: &[u8], zone, via| Effect {
        kind,
        path: path.to_vec(),
        zone,
        from: None,
        via,
        undone: false,
        detail: String::new(),
    };
    Observation {
        exit: Some(0),
        signal: None,
        timed_out: false,
        stdout: Output { bytes: b"hi\n".to_vec(), cut: false },
        stderr: Output { bytes: vec![0xff], cut: true },
        effects: vec![
            effect(EffectKind::Create, b"/w/tree/made", Zone::Tree, None),
            effect(EffectKind::Create, b"/w/tmp/zshA", Zone::Tmp, Some(Via::Shell)),
            Effect {
                from: Some(b"/w/home/a".to_vec()),
                ..effect(EffectKind::Rename, b"/w/tree/\xff", Zone::Tree, None)
            },
            effect(
                EffectKind::Read,
                b"/w/outside/secret.txt",
                Zone::Outside,
                Some(Via::Token(b"stdout".to_vec())),
            ),
            effect(
                EffectKind::Read,
                b"/w/outside/secret.txt",
                Zone::Outside,
                Some(Via::Token(b"/w/tree/stdout".to_vec())),
            ),
            effect(
                EffectKind::Follow,
                b"/w/outside",
                Zone::Outside,
                Some(Via::Link(b"/w/tree/link".to_vec())),
            ),
            Effect {
                detail: "inet 127.0.0.1:80".to_owned(),
                ..effect(EffectKind::Connect, b"", Zone::System, None)
            },
        ],
        programs: vec![Program {
            argv: vec![b"touch".to_vec(), b"\xff".to_vec()],
            path: b"/usr/bin/touch".to_vec(),
            by: By::Shell,
            tripwire: false,
        }],
        commands: Some(vec![Command {
            argv: vec![b"touch".to_vec(), b"x".to_vec()],
            kind: CommandKind::Program,
            depth: 0,
        }]),
        mode: Mode::ForkServer,
        wall_us: 3,
        removals: None,
        unobserved: Vec::new(),
    }
}

fn record() -> RunRecord {
    let world = world();
    let label =
        Label { shell: ShellName::Sh, version: "0.5.12", world: &world, delivery: Delivery::Stdin };
    RunRecord::new(&observation(), &label)
}

#[test]
fn a_record_has_the_documented_shape() {
    let expected = serde_json::json!({
        "shell": "sh", "version": "0.5.12", "world": "range", "delivery": "stdin",
        "mode": "fork-server", "exit": 0, "signal": null, "timed_out": false,
        "stdout": "hi\n", "stdout_cut": false, "stderr_b64": "/w==", "stderr_cut": true,
        "effects": [
            {"kind": "create", "path": "made", "zone": "tree", "via": null, "undone": false},
            {"kind": "create", "path": "$TMP/zshA", "zone": "tmp", "via": "shell", "undone": false},
            {"kind": "rename", "path_b64": "/w==", "zone": "tree", "from": "$HOME/a", "via": null,
             "undone": false},
            {"kind": "read", "path": "../outside/secret.txt", "zone": "outside",
             "via": "token stdout", "undone": false},
            {"kind": "read", "path": "../outside/secret.txt", "zone": "outside",
             "via": "token file stdout", "undone": false},
            {"kind": "follow", "path": "../outside", "zone": "outside", "via": "link link",
             "undone": false},
            {"kind": "connect", "zone": "system", "via": null, "undone": false,
             "detail": "inet 127.0.0.1:80"},
        ],
        "programs": [{"argv": ["touch", "\u{fffd}"], "argv_b64": ["dG91Y2g=", "/w=="],
                      "path": "/usr/bin/touch", "by": "shell", "tripwire": false}],
        "commands": [{"argv": ["touch", "x"], "kind": "program", "depth": 0}],
    });
    assert_eq!(serde_json::to_value(record()).unwrap(), expected);
    assert_eq!(serde_json::from_value::<RunRecord>(expected).unwrap(), record());
}

#[test]
fn exact_bytes_come_back() {
    let record = record();
    assert_eq!(record.stdout_bytes().unwrap(), b"hi\n");
    assert_eq!(record.stderr_bytes().unwrap(), b"\xff");
    assert_eq!(record.effects[2].path_bytes().unwrap().unwrap(), b"\xff");
    assert_eq!(record.effects[2].from_bytes().unwrap().unwrap(), b"$HOME/a");
    assert_eq!(record.effects[6].subject().unwrap(), b"inet 127.0.0.1:80");
    assert_eq!(record.programs[0].argv_bytes().unwrap()[1], b"\xff");
    assert!(record.effects[1].is_shells_own() && !record.effects[0].is_shells_own());
    let places = Places::new(b"/w/tree");
    let path = record.effects[2].path_bytes().unwrap().unwrap();
    assert_eq!(places.absolute(&path).unwrap(), b"/w/tree/\xff");
}

#[test]
fn the_status_is_what_a_shell_would_report() {
    let rows = [
        (RunRecord { exit: Some(3), ..run("sh") }, Some(3)),
        (RunRecord { exit: None, signal: Some(11), ..run("sh") }, Some(139)),
        (RunRecord { exit: None, signal: Some(9), timed_out: true, ..run("sh") }, Some(124)),
        (RunRecord { exit: None, ..run("sh") }, None),
    ];
    for (record, status) in rows {
        assert_eq!(record.shell_status(), status);
    }
}

#[test]
fn broken_records_are_errors() {
    let error =
        |effect: &corpora::record::EffectRecord| effect.path_bytes().unwrap_err().to_string();
    let mut both = effect("create", "x");
    both.path_b64 = Some("eA==".to_owned());
    assert_eq!(error(&both), "`path` and `path_b64` both stand");
    let mut bad = effect("create", "x");
    (bad.path, bad.path_b64) = (None, Some("!".to_owned()));
    assert_eq!(error(&bad), "`path_b64` is not base64");
    assert_eq!(
        effect("melt", "x").effect_kind().unwrap_err().to_string(),
        "`kind`: unknown word `melt`"
    );
    let mut program = record().programs.remove(0);
    program.argv.pop();
    assert_eq!(
        program.argv_bytes().unwrap_err().to_string(),
        "`argv` and `argv_b64` have different lengths"
    );
    let unknown = r#"{"kind":"create","path":"x","zone":"tree","via":null,"colour":1}"#;
    let error = serde_json::from_str::<corpora::record::EffectRecord>(unknown).unwrap_err();
    assert!(error.to_string().starts_with("unknown field `colour`"), "{error}");
}

#[test]
fn handbacks_come_back() {
    let rows = [
        (Handback::Same, r#"{"kind":"same"}"#),
        (Handback::Text(b"ls".to_vec()), r#"{"kind":"text","text":"ls"}"#),
        (Handback::Text(b"\xff".to_vec()), r#"{"kind":"text","text_b64":"/w=="}"#),
        (Handback::Argv(vec![b"ls".to_vec()]), r#"{"kind":"argv","argv":["ls"]}"#),
        (
            Handback::Argv(vec![b"\xff".to_vec()]),
            "{\"kind\":\"argv\",\"argv\":[\"\u{fffd}\"],\"argv_b64\":[\"/w==\"]}",
        ),
    ];
    for (handback, json) in rows {
        let record = HandbackRecord::new(&handback);
        assert_eq!(serde_json::to_string(&record).unwrap(), json);
        let again: HandbackRecord = serde_json::from_str(json).unwrap();
        assert_eq!(again.handback(), Ok(handback));
    }
    for json in [r#"{"kind":"text"}"#, r#"{"kind":"argv"}"#, r#"{"kind":"odd"}"#] {
        let record: HandbackRecord = serde_json::from_str(json).unwrap();
        assert!(record.handback().is_err(), "{json}");
    }
}

#[test]
fn events_are_one_line_each_and_come_back() {
    let full = Finding {
        handback: Some(HandbackRecord::new(&Handback::Text(b"a\nb".to_vec()))),
        runs: vec![record()],
        ..finding("bucket")
    };
    let events = [
        Event::Finding(full),
        Event::Stats(Stats::default()),
        Event::Note { text: "a\nb\u{2028}".to_owned() },
        Event::End(End { stats: Stats::default(), why: "time".to_owned(), exit: 0 }),
    ];
    for event in events {
        let line = serde_json::to_string(&event).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), event);
    }
    let error = serde_json::from_str::<Event>(r#"{"event":"note","text":"x","more":1}"#);
    assert!(error.is_err(), "an unknown key");
}

proptest! {
    #[test]
    fn twins_hold_any_bytes(bytes: Vec<u8>) {
        let (text, b64) = twin_of(&bytes);
        prop_assert!(text.is_some() != b64.is_some());
        prop_assert_eq!(bytes_of("x", text.as_deref(), b64.as_deref()), Ok(Some(bytes)));
    }
}
