//! Findings as they are told.

use corpora::finding::{Finding, HandbackRecord};
use corpora::record::{Label, RunRecord, twin_of};
use guard::{Answer, Outcome, Verdict};

use crate::case;
use crate::classify::{answer_name, handback_of};
use crate::differences;
use crate::lab::{Lab, Sighting, Trial};

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
    let delivery = lab.plan().delivery;
    let runs = trial
        .runs
        .iter()
        .filter(|run| sighting.world.is_none_or(|world| world == run.world))
        .filter_map(|run| {
            let (world, _) = lab.world(run.world)?;
            let version = &run.shell.version;
            let label = Label { shell: run.shell.name, version, world, delivery };
            Some(RunRecord::new(&run.observation, &label))
        })
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
        depends_on: Vec::new(),
        case: String::new(),
    };
    finding.depends_on = differences::of_finding(&finding);
    finding.case = case::text(&finding, reduced, delivery);
    finding
}
