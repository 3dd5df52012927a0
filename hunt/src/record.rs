//! Observations and findings in their stored form.

use base64::Engine as _;
use corpora::finding::{Finding, HandbackRecord};
use corpora::record::{CommandRecord, EffectRecord, ProgramRecord, RunRecord};
use guard::Handback;
use oracle::{By, CommandKind, Delivery, Mode, Observation, Shell, Via, World};

use crate::bucket::zone_name;
use crate::layout::Layout;

/// Bytes as text, or as base64 where they are not UTF-8: the two twins of a key.
pub fn twins(bytes: &[u8]) -> (Option<String>, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Some(text.to_owned()), None),
        Err(_) => (None, Some(base64_of(bytes))),
    }
}

fn base64_of(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A run in its stored form, with the paths as reports show them.
pub fn run_record(
    shell: &Shell,
    world: &World,
    layout: &Layout,
    delivery: Delivery,
    observation: &Observation,
) -> RunRecord {
    let (stdout, stdout_b64) = twins(&observation.stdout.bytes);
    let (stderr, stderr_b64) = twins(&observation.stderr.bytes);
    let effects = observation
        .effects
        .iter()
        .map(|effect| {
            let (path, path_b64) = match effect.path.as_slice() {
                b"" => (None, None),
                path => twins(&layout.display(path)),
            };
            EffectRecord {
                kind: effect.kind.name().to_owned(),
                path,
                path_b64,
                zone: zone_name(effect.zone).to_owned(),
                from: effect.from.as_ref().map(|from| lossy(&layout.display(from))),
                via: effect.via.as_ref().map(|via| match via {
                    Via::Shell => "shell".to_owned(),
                    Via::Link(link) => lossy(&layout.display(link)),
                    Via::Token(place) => lossy(place),
                }),
                undone: effect.undone,
                detail: effect.detail.clone(),
            }
        })
        .collect();
    let programs = observation
        .programs
        .iter()
        .map(|program| {
            let exact = program.argv.iter().any(|word| std::str::from_utf8(word).is_err());
            ProgramRecord {
                argv: program.argv.iter().map(|word| lossy(word)).collect(),
                argv_b64: exact.then(|| program.argv.iter().map(|word| base64_of(word)).collect()),
                path: lossy(&program.path),
                by: match program.by {
                    By::Shell => "shell",
                    By::Program => "program",
                    By::Oracle => "oracle",
                }
                .to_owned(),
                tripwire: program.tripwire,
            }
        })
        .collect();
    let commands = observation.commands.as_ref().map(|commands| {
        let record = |command: &oracle::Command| CommandRecord {
            argv: command.argv.iter().map(|word| lossy(word)).collect(),
            kind: match command.kind {
                CommandKind::Builtin => "builtin",
                CommandKind::Function => "function",
                CommandKind::Program => "program",
            }
            .to_owned(),
            depth: command.depth,
        };
        commands.iter().map(record).collect()
    });
    RunRecord {
        shell: shell.name.name().to_owned(),
        version: shell.version.clone(),
        world: world.name.clone(),
        delivery: delivery.name().to_owned(),
        mode: match observation.mode {
            Mode::Exact => "exact",
            Mode::ForkServer => "fork-server",
        }
        .to_owned(),
        exit: observation.exit,
        signal: observation.signal,
        timed_out: observation.timed_out,
        stdout,
        stdout_b64,
        stdout_cut: observation.stdout.cut,
        stderr,
        stderr_b64,
        stderr_cut: observation.stderr.cut,
        effects,
        programs,
        commands,
        unobserved: observation.unobserved.clone(),
    }
}

/// A handback in its stored form.
pub fn handback_record(handback: &Handback) -> HandbackRecord {
    let (kind, text, text_b64, argv) = match handback {
        Handback::Same => ("same", None, None, None),
        Handback::Text(text) => {
            let (text, text_b64) = twins(text);
            ("text", text, text_b64, None)
        }
        Handback::Argv(argv) => {
            ("argv", None, None, Some(argv.iter().map(|word| lossy(word)).collect()))
        }
    };
    HandbackRecord { kind: kind.to_owned(), text, text_b64, argv }
}

/// The regression case of a finding, in the format of a case file: its expectations are what the
/// runs did and what the guard should have said.
pub fn case_text(finding: &Finding, script: &[u8]) -> String {
    let id = blake3::hash(format!("{}\0{}", finding.guard, finding.bucket).as_bytes()).to_hex();
    let mut lines = vec![
        format!("#@ id: found-{}", &id[..12]),
        format!("#@ about: {}", one_line(&finding.summary)),
        "#@ class: found".to_owned(),
        format!("#@ kind: {}", finding.kind.name()),
        format!("#@ origin: hunt against {}", one_line(&finding.guard)),
        "#@ status: known".to_owned(),
    ];
    if let Some(run) = finding.runs.first() {
        lines.push(format!("#@ world: {}", one_line(&run.world)));
        if run.delivery != "c" {
            lines.push(format!("#@ delivery: {}", run.delivery));
        }
    }
    let mut effects: Vec<(String, Vec<&str>)> = Vec::new();
    for run in &finding.runs {
        for effect in run.effects.iter().filter(|effect| effect.via.as_deref() != Some("shell")) {
            let Some(path) = &effect.path else { continue };
            let line = format!("{} {}", effect.kind, one_line(path));
            match effects.iter_mut().find(|(known, _)| *known == line) {
                Some((_, shells)) if !shells.contains(&run.shell.as_str()) => {
                    shells.push(&run.shell);
                }
                Some(_) => {}
                None => effects.push((line, vec![&run.shell])),
            }
        }
    }
    for (line, shells) in effects {
        lines.push(format!("#@ effect: {} {line}", shells.join(" ")));
    }
    if finding.kind.is_violation() {
        lines.push(format!("#@ expect: {} deny", one_line(&finding.guard)));
    }
    let body = match std::str::from_utf8(script) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            lines.push("#@ body: base64".to_owned());
            base64_of(script)
        }
    };
    lines.push("#@ ---".to_owned());
    lines.push(body);
    lines.join("\n")
}

fn one_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}
