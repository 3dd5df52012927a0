//! Sightings: what a trial comes to.

use std::collections::BTreeSet;
use std::sync::Arc;

use corpora::FindingKind;
use guard::Handback;
use oracle::{Observation, ShellName};

use super::{Care, Lab, Run, Sighting, Trial};
use crate::bucket::{Shape, Signature};
use crate::cache::More;
use crate::classify;
use crate::runs::RunError;

impl Lab<'_> {
    /// Crashes, hangs and hosts that run what was to be stopped.
    pub(super) fn see_answers(&self, script: &[u8], trial: &mut Trial) {
        for asked in &trial.asked {
            for finding in classify::of_answer(&asked.answer, self.host) {
                let known = trial.sightings.iter_mut().find(|sighting| {
                    sighting.signature.kind == finding.kind
                        && sighting.signature.what == finding.what
                });
                match known {
                    Some(sighting) => {
                        sighting.signature.shells.insert(asked.shell);
                    }
                    None => trial.sightings.push(Sighting {
                        signature: Signature::of_kind(
                            finding.kind,
                            finding.what,
                            BTreeSet::from([asked.shell]),
                            script,
                        ),
                        summary: finding.summary,
                        world: None,
                    }),
                }
            }
        }
    }

    /// Broken clauses; shells that break the same one in the same way share a sighting.
    pub(super) fn see_runs(&self, script: &[u8], trial: &mut Trial) {
        for run in &trial.runs {
            let Some((kind, broken)) = classify::of_run(&run.judgement) else { continue };
            let shells = BTreeSet::from([run.shell.name]);
            let signature = Signature::of_clause(kind, broken, shells, script);
            let known = trial.sightings.iter_mut().find(|sighting| {
                sighting.signature.kind == signature.kind
                    && sighting.signature.clause == signature.clause
                    && sighting.signature.what == signature.what
            });
            match known {
                Some(sighting) => {
                    sighting.signature.shells.insert(run.shell.name);
                }
                None => {
                    let others: Vec<&str> = run
                        .judgement
                        .broken
                        .iter()
                        .map(|other| other.clause)
                        .filter(|name| *name != broken.clause)
                        .collect();
                    let mut summary = format!("{} {}", run.shell.name, broken.breach.text);
                    if !others.is_empty() {
                        summary.push_str(&format!(" (breaks {} too)", others.join(", ")));
                    }
                    trial.sightings.push(Sighting { signature, summary, world: Some(run.world) });
                }
            }
        }
    }

    /// Rewritten texts that do not do what the script does.
    pub(super) fn see_rewrites(
        &mut self,
        script: &[u8],
        care: Care,
        trial: &mut Trial,
    ) -> Result<(), RunError> {
        let rewritten: Vec<Run> = trial
            .runs
            .iter()
            .filter(|run| {
                run.world < self.plan.worlds.len() && classify::is_rewritten(script, &run.handback)
            })
            .cloned()
            .collect();
        for run in rewritten {
            let Some((world, _)) = self.world(run.world) else { continue };
            let elsewhere = world.start != world.tree;
            if elsewhere {
                // There the script alone runs in another folder. What is handed back must do in
                // the tree what it does where the shell starts in it.
                let inside = trial.runs.iter().find(|other| {
                    other.world == 0 && other.shell == run.shell && other.handback == run.handback
                });
                let same_files = self.world(0).is_some_and(|(first, _)| {
                    first.entries == world.entries && first.tree == world.tree
                });
                if let Some(inside) = inside.filter(|_| same_files) {
                    let observation = Arc::clone(&inside.observation);
                    self.compare(script, &run, &observation, trial);
                }
                continue;
            }
            let more = More { commands: false, closely: care == Care::Exact };
            let plain =
                match self.observe(script, &Handback::Same, &run.shell, run.world, care, more) {
                    Ok(observation) => observation,
                    Err(error @ (RunError::Setup(_) | RunError::Controls(_))) => return Err(error),
                    Err(error) => {
                        trial.failed.push(error);
                        continue;
                    }
                };
            self.compare(script, &run, &plain, trial);
        }
        Ok(())
    }

    /// Compares a run of a rewritten text with the run that it must be like.
    fn compare(&self, script: &[u8], run: &Run, plain: &Observation, trial: &mut Trial) {
        let Some(what) = classify::handback_differs(plain, &run.observation) else { return };
        let what = vec![what.to_owned()];
        let known = trial.sightings.iter_mut().find(|sighting| {
            sighting.signature.kind == FindingKind::BrokenHandback
                && sighting.signature.clause.is_none()
                && sighting.signature.what == what
        });
        match known {
            Some(sighting) => {
                sighting.signature.shells.insert(run.shell.name);
            }
            None => trial.sightings.push(Sighting {
                summary: format!(
                    "under {} the text that was handed back has other {} than the script",
                    run.shell.name, what[0]
                ),
                signature: Signature::of_kind(
                    FindingKind::BrokenHandback,
                    what,
                    BTreeSet::from([run.shell.name]),
                    script,
                ),
                world: Some(run.world),
            }),
        }
    }

    /// Shells that do different things with the same text.
    pub(super) fn see_divergence(&self, script: &[u8], trial: &mut Trial) {
        for world in 0..self.plan.worlds.len() {
            let Some(first) = trial.runs.iter().find(|run| run.world == world) else { continue };
            let runs: Vec<(ShellName, &Observation)> = trial
                .runs
                .iter()
                .filter(|run| run.world == world && run.handback == first.handback)
                .map(|run| (run.shell.name, &*run.observation))
                .collect();
            let Some(found) = classify::divergence(&runs) else { continue };
            let shells = runs.iter().map(|(shell, _)| *shell).collect();
            trial.sightings.push(Sighting {
                summary: format!("{} differ between shells: {}", found.what, found.groups),
                signature: Signature {
                    // How shells part is meaning enough; scripts that part them are endless.
                    shape: Shape::default(),
                    ..Signature::of_kind(
                        FindingKind::Divergence,
                        vec![found.what.to_owned(), found.groups],
                        shells,
                        script,
                    )
                },
                world: Some(world),
            });
            return;
        }
    }
}
