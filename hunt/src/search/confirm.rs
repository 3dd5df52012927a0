//! Confirmation: the same again, twice, on a clean world and exactly as anybody would run it.

use corpora::FindingKind;
use oracle::ShellName;

use crate::bucket::Signature;
use crate::classify::{Deed, answer_name};
use crate::lab::{Care, Lab, Run, Sighting, Trial};
use crate::runs::RunError;

/// What confirmation came to.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// It showed both times. The signature has the shells that showed it each time; the trial is
    /// the last one.
    Yes(Sighting, Box<Trial>),
    /// It did not show again. Where a run did not do the same twice, this says what it did each time.
    No(Option<String>),
    /// The guard answered otherwise than before: the names of both answers.
    Changed(&'static str, &'static str),
}

/// Confirms a sighting of `script`; `first` is the trial that it comes from.
///
/// # Errors
///
/// [`RunError::Setup`], where nothing can be run at all.
pub fn confirm(
    lab: &mut Lab<'_>,
    script: &[u8],
    first: &Trial,
    sighting: &Sighting,
) -> Result<Confirmation, RunError> {
    let mut signature = sighting.signature.clone();
    let mut trials: Vec<Trial> = Vec::new();
    let mut again = sighting.clone();
    for _ in 0..2 {
        let trial = lab.try_script(script, Care::Exact)?;
        for (before, now) in first.asked.iter().zip(&trial.asked) {
            let (before, now) = (answer_name(&before.answer), answer_name(&now.answer));
            if before != now && !matches!(signature.kind, FindingKind::Crash | FindingKind::Hang) {
                return Ok(Confirmation::Changed(before, now));
            }
        }
        let Some(same) = trial.sightings.iter().find(|other| same(&other.signature, &signature))
        else {
            return Ok(Confirmation::No(unstable(script, first, &trial)));
        };
        signature.shells = &signature.shells & &same.signature.shells;
        if signature.shells.is_empty() {
            return Ok(Confirmation::No(unstable(script, first, &trial)));
        }
        again = same.clone();
        trials.push(trial);
    }
    // What compares runs means nothing where one run differs from itself.
    let compares = signature.kind == FindingKind::Divergence
        || (signature.kind == FindingKind::BrokenHandback && signature.clause.is_none());
    let Some(last) = trials.pop() else { return Ok(Confirmation::No(None)) };
    if compares && trials.first().is_some_and(|trial| differs(trial, &last)) {
        let told = trials.first().and_then(|trial| unstable(script, trial, &last));
        return Ok(Confirmation::No(told));
    }
    again.signature = signature;
    Ok(Confirmation::Yes(again, Box::new(last)))
}

/// Whether two signatures of one script are the same but for the shells.
fn same(a: &Signature, b: &Signature) -> bool {
    (a.kind, a.clause, &a.what) == (b.kind, b.clause, &b.what)
}

/// The first run that did not do the same in both trials, with what it did each time.
fn unstable(script: &[u8], before: &Trial, now: &Trial) -> Option<String> {
    before.runs.iter().find_map(|first| {
        let same = |run: &&Run| {
            (&run.shell, run.world, &run.handback) == (&first.shell, first.world, &first.handback)
        };
        let second = now.runs.iter().find(same)?;
        let (before, now) = (Deed::of(&first.observation), Deed::of(&second.observation));
        told_unstable(script, first.shell.name, &before, &now)
    })
}

/// Two accounts of one run, where they differ.
pub(crate) fn told_unstable(
    script: &[u8],
    shell: ShellName,
    before: &Deed,
    now: &Deed,
) -> Option<String> {
    let what = before.differs(now)?;
    let (script, before, now) = (script.escape_ascii(), before.text(), now.text());
    Some(format!("unstable {what}: `{script}` under {shell}: first {before}; then {now}"))
}

/// Whether any run of two trials of one script did not do the same both times.
fn differs(a: &Trial, b: &Trial) -> bool {
    a.runs.len() != b.runs.len()
        || a.runs
            .iter()
            .zip(&b.runs)
            .any(|(a, b)| Deed::of(&a.observation).differs(&Deed::of(&b.observation)).is_some())
}
