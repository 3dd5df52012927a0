//! Records and findings that the tests build on.

use corpora::record::EffectRecord;
use corpora::{Finding, FindingKind, RunRecord};

/// A run that did nothing and exited with 0.
pub(crate) fn run(shell: &str) -> RunRecord {
    RunRecord {
        shell: shell.to_owned(),
        version: "1".to_owned(),
        world: "range".to_owned(),
        delivery: "c".to_owned(),
        mode: "exact".to_owned(),
        exit: Some(0),
        signal: None,
        timed_out: false,
        stdout: Some(String::new()),
        stdout_b64: None,
        stdout_cut: false,
        stderr: Some(String::new()),
        stderr_b64: None,
        stderr_cut: false,
        effects: Vec::new(),
        programs: Vec::new(),
        commands: None,
        unobserved: Vec::new(),
    }
}

/// An effect on this path.
pub(crate) fn effect(kind: &str, path: &str) -> EffectRecord {
    EffectRecord {
        kind: kind.to_owned(),
        path: Some(path.to_owned()),
        path_b64: None,
        zone: "tree".to_owned(),
        from: None,
        from_b64: None,
        via: None,
        via_b64: None,
        undone: false,
        detail: String::new(),
    }
}

/// A finding in this bucket.
pub(crate) fn finding(bucket: &str) -> Finding {
    Finding {
        kind: FindingKind::Bypass,
        bucket: bucket.to_owned(),
        clause: Some("write".to_owned()),
        summary: "made a file".to_owned(),
        guard: "naive".to_owned(),
        decision: "allow".to_owned(),
        rule: None,
        reason: None,
        shells: vec!["bash".to_owned()],
        script: Some("echo x > made\n".to_owned()),
        script_b64: None,
        reduced: None,
        reduced_b64: Some("PiD/".to_owned()),
        handback: None,
        runs: vec![RunRecord { effects: vec![effect("create", "made")], ..run("bash") }],
        depends_on: Vec::new(),
        case: "#@ id: x\n".to_owned(),
    }
}
