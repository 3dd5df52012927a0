//! The lab: one script, asked and run everywhere it has to be, and judged.
//!
//! A *trial* is all of that for one script: the guard is asked once for each shell; what it hands
//! back is run under that shell in each world that the promise needs, and judged. What comes of it
//! are *sightings*: findings that are not confirmed yet.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use corpora::FindingKind;
use guard::{Answer, Clause, Fault, Guard, Handback, Promise};
use oracle::{Observation, Script, Shell, ShellName, World};

use crate::bucket::{Shape, Signature};
use crate::cache::{Cache, Key};
use crate::classify::{self, Outcome};
use crate::judge::{self, Judgement, Subject};
use crate::layout::Layout;
use crate::plan::Plan;
use crate::runs::{RunError, RunSpec, Runs, target};

/// The answer for one shell.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The shell.
    pub shell: ShellName,
    /// What the guard answered.
    pub answer: Answer,
    /// What that leads to.
    pub outcome: Outcome,
}

/// One run of a trial.
#[derive(Clone, Debug)]
pub struct Run {
    /// The shell that ran it; `none` for an argv.
    pub shell: Shell,
    /// The world's place in [`Lab::worlds`].
    pub world: usize,
    /// What was run.
    pub handback: Handback,
    /// What it did.
    pub observation: Arc<Observation>,
    /// What the judge says.
    pub judgement: Judgement,
}

/// A finding that is not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Its signature, by the script as it is.
    pub signature: Signature,
    /// What happened, in a sentence.
    pub summary: String,
    /// The world in which it showed, by its place; `None` where no run is part of it.
    pub world: Option<usize>,
}

/// Everything about one script.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The answers, one a shell.
    pub asked: Vec<Asked>,
    /// The runs that were made.
    pub runs: Vec<Run>,
    /// What came of it.
    pub sightings: Vec<Sighting>,
    /// Runs that failed.
    pub failed: Vec<RunError>,
}

/// How often the lab ran and what it met, for the funnel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Oracle runs, by shell.
    pub runs: std::collections::BTreeMap<String, u64>,
    /// Runs with at least one effect or program.
    pub effects: u64,
    /// Clause name to the number of runs in which it could not be checked.
    pub unchecked: std::collections::BTreeMap<String, u64>,
}

/// How a trial is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// As fast as can be; known observations are used again.
    Fast,
    /// Exactly as anybody would run it, each run anew.
    Exact,
}

/// A guard, a runner, and what both are told.
pub struct Lab<'a> {
    plan: &'a Plan,
    guard: &'a mut dyn Guard,
    runner: &'a mut dyn Runs,
    promise: Promise,
    worlds: Vec<(&'a World, Layout)>,
    none: Shell,
    cache: Cache,
    /// What has been counted since [`Lab::take_counts`].
    counts: Counts,
}

impl<'a> Lab<'a> {
    /// A lab for this guard and this runner.
    pub fn new(plan: &'a Plan, guard: &'a mut dyn Guard, runner: &'a mut dyn Runs) -> Self {
        let promise = guard.promise().clone();
        let missing = judge::needs_missing_tree(&promise).then_some(&plan.missing);
        let worlds = plan
            .worlds
            .iter()
            .chain(missing.into_iter().flatten())
            .map(|world| (world, Layout::of(world)))
            .collect();
        Self {
            plan,
            guard,
            runner,
            promise,
            worlds,
            none: Shell::none(),
            cache: Cache::default(),
            counts: Counts::default(),
        }
    }

    /// The promise that runs are held to.
    pub fn promise(&self) -> &Promise {
        &self.promise
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The guard.
    pub fn guard(&mut self) -> &mut dyn Guard {
        self.guard
    }

    /// A world of the lab, by its place, with its roots.
    pub fn world(&self, at: usize) -> Option<(&'a World, &Layout)> {
        self.worlds.get(at).map(|(world, layout)| (*world, layout))
    }

    /// What has been counted since this was last asked.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// Whether a shell is known to parse the script; `None` where nothing is known.
    pub fn is_read(&mut self, script: &[u8]) -> Option<bool> {
        let mut known = None;
        for shell in &self.plan.shells {
            match self.runner.parses(script, shell) {
                Some(false) => known = Some(false),
                other => return other,
            }
        }
        known
    }

    /// Asks the guard about a script for one shell. A guard that panics has crashed.
    pub fn ask(&mut self, script: &[u8], shell: ShellName) -> Asked {
        let answer = match (self.worlds.first(), target(shell)) {
            (Some((_, layout)), Some(target)) => {
                let request = layout.request(script, target);
                let guard = &mut *self.guard;
                catch_unwind(AssertUnwindSafe(|| guard.decide(&request)))
                    .unwrap_or_else(|panic| Answer::Error(Fault::Crash(panic_text(&*panic))))
            }
            _ => Answer::Abstain,
        };
        let outcome = self.plan.host.outcome(&answer);
        Asked { shell, answer, outcome }
    }

    /// What the guard would answer with one check taken out.
    pub fn ask_without(&mut self, check: &str, script: &[u8], shell: ShellName) -> Option<Answer> {
        let request = self.worlds.first()?.1.request(script, target(shell)?);
        let guard = &mut *self.guard;
        catch_unwind(AssertUnwindSafe(|| guard.decide_without(check, &request))).ok()?
    }

    /// Asks for every shell.
    pub fn ask_all(&mut self, script: &[u8]) -> Vec<Asked> {
        let plan = self.plan;
        plan.shells.iter().map(|shell| self.ask(script, shell.name)).collect()
    }

    /// A whole trial.
    ///
    /// # Errors
    ///
    /// [`RunError::Setup`], where nothing can be run at all.
    pub fn try_script(&mut self, script: &[u8], care: Care) -> Result<Trial, RunError> {
        let asked = self.ask_all(script);
        self.try_asked(script, asked, care)
    }

    /// The rest of a trial, once the answers are known.
    ///
    /// # Errors
    ///
    /// [`RunError::Setup`], where nothing can be run at all.
    pub fn try_asked(
        &mut self,
        script: &[u8],
        asked: Vec<Asked>,
        care: Care,
    ) -> Result<Trial, RunError> {
        let mut trial = Trial { asked, ..Trial::default() };
        let plan = self.plan;
        for at in 0..trial.asked.len() {
            let Some(asked) = trial.asked.get(at).filter(|asked| asked.outcome == Outcome::Runs)
            else {
                continue;
            };
            let handback = classify::handback_of(&asked.answer);
            let shell = match handback {
                Handback::Argv(_) => self.none.clone(),
                _ => match plan.shells.iter().find(|shell| shell.name == asked.shell) {
                    Some(shell) => shell.clone(),
                    None => continue,
                },
            };
            // Two shells may come to the same argv, which no shell runs.
            let known = |run: &Run| run.shell == shell && run.handback == handback;
            if trial.runs.iter().any(known) {
                continue;
            }
            for world in 0..self.worlds.len() {
                self.run_and_judge(script, &handback, &shell, world, care, &mut trial)?;
            }
        }
        self.see_answers(script, &mut trial);
        self.see_runs(script, &mut trial);
        self.see_rewrites(script, care, &mut trial)?;
        self.see_divergence(script, &mut trial);
        Ok(trial)
    }

    /// Runs a script as written and judges that, whatever the guard says of it.
    ///
    /// # Errors
    ///
    /// [`RunError::Setup`], where nothing can be run at all.
    pub fn run_as_written(&mut self, script: &[u8], care: Care) -> Result<Trial, RunError> {
        let mut trial = Trial::default();
        let plan = self.plan;
        for shell in &plan.shells {
            for world in 0..plan.worlds.len() {
                self.run_and_judge(script, &Handback::Same, shell, world, care, &mut trial)?;
            }
        }
        Ok(trial)
    }

    fn run_and_judge(
        &mut self,
        script: &[u8],
        handback: &Handback,
        shell: &Shell,
        world: usize,
        care: Care,
        trial: &mut Trial,
    ) -> Result<(), RunError> {
        let observation = match self.observe(script, handback, shell, world, care) {
            Ok(observation) => observation,
            Err(error @ RunError::Setup(_)) => return Err(error),
            Err(error) => {
                trial.failed.push(error);
                return Ok(());
            }
        };
        let Some((at, layout)) = self.worlds.get(world) else { return Ok(()) };
        let judgement = judge::judge(&Subject {
            promise: &self.promise,
            script,
            handback,
            world: at,
            layout,
            observation: &observation,
        });
        for unchecked in &judgement.unchecked {
            *self.counts.unchecked.entry(unchecked.clause.to_owned()).or_default() += 1;
        }
        trial.runs.push(Run {
            shell: shell.clone(),
            world,
            handback: handback.clone(),
            observation,
            judgement,
        });
        Ok(())
    }

    fn observe(
        &mut self,
        script: &[u8],
        handback: &Handback,
        shell: &Shell,
        world: usize,
        care: Care,
    ) -> Result<Arc<Observation>, RunError> {
        let Some((at, _)) = self.worlds.get(world) else {
            return Err(RunError::Setup("there is no world to run in".into()));
        };
        let what = match handback {
            Handback::Same => Script::Text(script.to_vec()),
            Handback::Text(text) => Script::Text(text.clone()),
            Handback::Argv(argv) => Script::Argv(argv.clone()),
        };
        let enter = world >= self.plan.worlds.len();
        let commands = self.promise.clauses.iter().any(|clause| match clause {
            Clause::Rules(_) | Clause::Delete { by: Some(_), .. } => true,
            Clause::Enter => enter,
            _ => false,
        });
        let key = Key::of(&what, &at.name, shell, self.plan.delivery, commands);
        if care == Care::Fast
            && let Some(observation) = self.cache.get(&key)
        {
            return Ok(observation);
        }
        let observation = Arc::new(self.runner.run(&RunSpec {
            script: &what,
            world: at,
            shell,
            delivery: self.plan.delivery,
            timeout: self.plan.timeout,
            exact: care == Care::Exact,
            commands,
        })?);
        *self.counts.runs.entry(shell.name.name().to_owned()).or_default() += 1;
        let did = !observation.effects.is_empty()
            || observation.programs.iter().any(|program| program.by != oracle::By::Oracle);
        self.counts.effects += u64::from(did);
        match care {
            Care::Fast => self.cache.put(key, Arc::clone(&observation)),
            // The exact run is the better account; the fast one may have been a fluke.
            Care::Exact => self.cache.drop_key(&key),
        }
        Ok(observation)
    }

    /// Crashes, hangs and hosts that run what was to be stopped.
    fn see_answers(&self, script: &[u8], trial: &mut Trial) {
        let declared = self.plan.host.is_declared();
        for asked in &trial.asked {
            for finding in classify::of_answer(&asked.answer, asked.outcome, declared) {
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
    fn see_runs(&self, script: &[u8], trial: &mut Trial) {
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
    fn see_rewrites(
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
            let plain = match self.observe(script, &Handback::Same, &run.shell, run.world, care) {
                Ok(observation) => observation,
                Err(error @ RunError::Setup(_)) => return Err(error),
                Err(error) => {
                    trial.failed.push(error);
                    continue;
                }
            };
            let Some(what) = classify::handback_differs(&plain, &run.observation) else { continue };
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
        Ok(())
    }

    /// Shells that do different things with the same text.
    fn see_divergence(&self, script: &[u8], trial: &mut Trial) {
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

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message");
    format!("panicked: {text}")
}
