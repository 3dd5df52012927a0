//! The regression case of a finding.

use corpora::case::{Case, CaseKind, Decision, Expect, ExpectLine, Shells, Status};
use corpora::finding::{Finding, FindingKind};
use oracle::{Delivery, EffectKind};

/// The effect kinds that a promise can speak of beside changes of files.
const KINDS: [EffectKind; 4] =
    [EffectKind::Read, EffectKind::Connect, EffectKind::Leftover, EffectKind::Follow];

/// The text of a case file: its expectations are what the runs did and what the guard should have
/// said. Where the runs cannot be written down, a comment says so in the place of the case.
pub fn text(finding: &Finding, script: &[u8], delivery: Delivery) -> String {
    let id = blake3::hash(format!("{}\0{}", finding.guard, finding.bucket).as_bytes()).to_hex();
    let origin = format!("hunt against {}", finding.guard);
    let kind = kind(finding.kind);
    let mut case = Case::new(
        format!("found-{}", &id[..12]),
        kind,
        "found",
        finding.summary.clone(),
        origin,
        script,
    );
    case.status = Status::Known;
    case.delivery = delivery;
    if let Some(run) = finding.runs.first() {
        case.world = run.world.clone();
    }
    if finding.kind.is_violation() {
        case.expects.push(ExpectLine {
            shells: Shells::all(),
            guard: finding.guard.clone(),
            decision: Decision::Deny,
            rule: None,
        });
    }
    // Runs of a rewritten text or of an argv say nothing about the script itself.
    let same = finding.handback.as_ref().is_none_or(|handback| handback.kind == "same");
    let runs: Vec<_> = finding.runs.iter().filter(|_| same).collect();
    let expect = Expect { kinds: &KINDS, undone: true, exit: true };
    let filled = case.expect_runs(&runs, &expect).map_err(|error| error.to_string());
    match filled.and_then(|()| case.write().map_err(|problem| problem.to_string())) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(why) => format!("# this finding makes no case: {why}\n"),
    }
}

fn kind(kind: FindingKind) -> CaseKind {
    match kind {
        FindingKind::Bypass => CaseKind::Bypass,
        FindingKind::BrokenHandback => CaseKind::BrokenHandback,
        FindingKind::Divergence => CaseKind::Divergence,
        FindingKind::Overblock => CaseKind::Overblock,
        FindingKind::Misparse => CaseKind::Misparse,
        FindingKind::Relation => CaseKind::Relation,
        FindingKind::Unstable => CaseKind::Unstable,
        FindingKind::FailsOpen => CaseKind::FailsOpen,
        FindingKind::Crash => CaseKind::Crash,
        FindingKind::Hang => CaseKind::Hang,
    }
}
