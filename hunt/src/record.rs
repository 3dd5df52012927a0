//! Findings in their stored form.

use corpora::case::{Case, CaseKind, Decision, Expect, ExpectLine, Shells, Status};
use corpora::finding::HandbackRecord;
use corpora::record::{Label, RunRecord, twin_of};
use corpora::{Finding, FindingKind};
use guard::{Answer, Outcome, Verdict};
use oracle::EffectKind;

use crate::classify::{answer_name, handback_of};
use crate::lab::{Lab, Run, Sighting, Trial};

/// The record of one run of a lab; `None` where the lab has no such world.
pub fn run_record(lab: &Lab<'_>, run: &Run) -> Option<RunRecord> {
    let (world, _) = lab.world(run.world)?;
    let label = Label {
        shell: run.shell.name,
        version: &run.shell.version,
        world,
        delivery: lab.plan().delivery,
    };
    Some(RunRecord::new(&run.observation, &label))
}

/// A finding in its stored form. `script` is the one that found it, `reduced` the smallest in the
/// same bucket; the sighting and the trial are those of the reduced one.
pub fn finding(
    lab: &mut Lab<'_>,
    script: &[u8],
    reduced: &[u8],
    sighting: &Sighting,
    trial: &Trial,
) -> Finding {
    let signature = &sighting.signature;
    // The answer that a shell which shows it got; for an argv, which no shell runs, any that runs.
    let asked = trial
        .asked
        .iter()
        .find(|asked| signature.shells.contains(&asked.shell))
        .or_else(|| trial.asked.iter().find(|asked| asked.outcome == Outcome::Runs))
        .or_else(|| trial.asked.first());
    let (rule, reason) = match asked.map(|asked| &asked.answer) {
        Some(Answer::Verdict(
            Verdict::Allow { rule, reason, .. } | Verdict::Ask { rule, reason },
        )) => (rule.clone(), reason.clone()),
        Some(Answer::Verdict(Verdict::Deny { id, reason })) => {
            (Some(id.clone()).filter(|id| !id.is_empty()), Some(reason.clone()))
        }
        Some(Answer::Error(fault)) => (None, Some(fault.to_string())),
        Some(Answer::Abstain) | None => (None, None),
    };
    let ran = asked.filter(|asked| asked.outcome == Outcome::Runs);
    let runs: Vec<RunRecord> = trial
        .runs
        .iter()
        .filter(|run| sighting.world.is_none_or(|world| world == run.world))
        .filter_map(|run| run_record(lab, run))
        .collect();
    let (script, script_b64) = twin_of(script);
    let (reduced_text, reduced_b64) = twin_of(reduced);
    let mut finding = Finding {
        kind: signature.kind,
        bucket: signature.text(),
        clause: signature.clause.map(str::to_owned),
        summary: sighting.summary.clone(),
        guard: lab.guard().name().to_owned(),
        decision: asked.map_or("none", |asked| answer_name(&asked.answer)).to_owned(),
        rule,
        reason,
        shells: signature.shells.iter().map(|shell| shell.name().to_owned()).collect(),
        script,
        script_b64,
        reduced: reduced_text,
        reduced_b64,
        handback: ran.map(|asked| HandbackRecord::new(&handback_of(&asked.answer))),
        runs,
        case: String::new(),
    };
    finding.case = case_text(lab, &finding, reduced);
    finding
}

/// The regression case of a finding: what the shells do with the script, and that the guard should
/// not have allowed it. Empty where the format cannot hold it, such as an empty script.
fn case_text(lab: &Lab<'_>, finding: &Finding, script: &[u8]) -> String {
    let id = blake3::hash(format!("{}\0{}", finding.guard, finding.bucket).as_bytes()).to_hex();
    let mut case = Case::new(
        format!("found-{}", id.get(..16).unwrap_or_default()),
        CaseKind::from_name(finding.kind.name()).unwrap_or(CaseKind::Bypass),
        "found",
        finding.summary.clone(),
        format!("a hunt against {}", finding.guard),
        script,
    );
    case.status = Status::Known;
    case.delivery = lab.plan().delivery;
    if let Some(run) = finding.runs.first() {
        case.world = run.world.clone();
    }
    // What was run is the script itself only where it was handed back as it was.
    let as_written = finding.handback.as_ref().is_none_or(|handback| handback.kind == "same");
    if as_written {
        let runs: Vec<&RunRecord> = finding.runs.iter().collect();
        let expect = Expect {
            kinds: &[EffectKind::Read, EffectKind::Connect, EffectKind::Leftover],
            undone: true,
            exit: false,
        };
        if case.expect_runs(&runs, &expect).is_err() {
            return String::new();
        }
    }
    let allowed = matches!(finding.kind, FindingKind::Bypass | FindingKind::BrokenHandback);
    if allowed && finding.decision == "allow" {
        case.expects.push(ExpectLine {
            shells: Shells::all(),
            guard: finding.guard.clone(),
            decision: Decision::Deny,
            rule: None,
        });
    }
    let bytes = case.write().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
