//! The lab: one script, asked and run everywhere it has to be, and judged.
//!
//! A *trial* is all of that for one script: the guard is asked once for each shell; what it hands
//! back is run under that shell in each world that the promise needs, and judged. What comes of it
//! are *sightings*: findings that are not confirmed yet.

mod ask;
mod files;
mod see;

use std::collections::HashSet;
use std::sync::Arc;

use guard::{Answer, Clause, Guard, Handback, Host, Outcome, Promise};
use oracle::{Observation, Script, Shell, ShellName, World};

use crate::bucket::Signature;
use crate::cache::{Cache, Key, More};
use crate::classify;
use crate::judge::{self, Judgement, Subject};
use crate::layout::Layout;
use crate::plan::Plan;
use crate::runs::{RunError, RunSpec, Runs, Trust};

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
    /// The world's place in the lab.
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

impl Counts {
    /// Adds others.
    pub(crate) fn add(&mut self, other: &Self) {
        for (shell, runs) in &other.runs {
            *self.runs.entry(shell.clone()).or_default() += runs;
        }
        self.effects += other.effects;
        for (clause, times) in &other.unchecked {
            *self.unchecked.entry(clause.clone()).or_default() += times;
        }
    }
}

/// How a trial is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// As fast as can be; known observations are used again.
    Fast,
    /// Exactly as anybody would run it, each run anew.
    Exact,
}

/// The roots of the worlds of a plan, those in which the tree cannot be entered last.
pub(crate) fn layouts(plan: &Plan) -> Vec<Arc<Layout>> {
    plan.worlds.iter().chain(&plan.missing).map(|world| Arc::new(Layout::of(world))).collect()
}

/// For how many trials a world beside the first stays with one shell.
const TURN: usize = 512;

/// A guard, a runner, and what both are told.
pub struct Lab<'a> {
    plan: &'a Plan,
    guard: &'a mut dyn Guard,
    runner: &'a mut dyn Runs,
    promise: Promise,
    host: Host,
    worlds: Vec<(&'a World, Arc<Layout>)>,
    none: Shell,
    /// A plain command, and whether it is asked about between others.
    probe: Vec<u8>,
    probed: bool,
    cache: Cache,
    /// What the runner saw since it was last found sound.
    unsure: HashSet<Key>,
    /// How many observations were used that the runner made since then, or may have.
    leaned: u64,
    /// What has been counted since [`Lab::take_counts`].
    counts: Counts,
    /// How many trials were made.
    trials: usize,
}

impl<'a> Lab<'a> {
    /// A lab for this guard and this runner.
    pub fn new(plan: &'a Plan, guard: &'a mut dyn Guard, runner: &'a mut dyn Runs) -> Self {
        Self::with_layouts(plan, guard, runner, layouts(plan), 0)
    }

    /// The same, for a caller that makes many of them: `layouts` is what [`layouts`] gives for the
    /// plan, `trials` how many trials were made with the others.
    pub(crate) fn with_layouts(
        plan: &'a Plan,
        guard: &'a mut dyn Guard,
        runner: &'a mut dyn Runs,
        layouts: Vec<Arc<Layout>>,
        trials: usize,
    ) -> Self {
        let promise = guard.promise().clone();
        let mut worlds: Vec<(&World, Arc<Layout>)> =
            plan.worlds.iter().chain(&plan.missing).zip(layouts).collect();
        if !judge::needs_missing_tree(&promise) {
            worlds.truncate(plan.worlds.len());
        }
        // What a setup script made is not declared, so it is looked up for a guard that may look.
        if guard.sees_request_files() {
            for (world, layout) in &mut worlds {
                if world.setup.is_some()
                    && let Some(shell) = plan.shells.first()
                    && let Some(files) = files::after_setup(runner, world, shell)
                {
                    Arc::make_mut(layout).files = Arc::new(files);
                }
            }
        }
        let probe = guard.seeds().into_iter().next().unwrap_or_else(|| b"true".to_vec());
        // What is built in does not have to be restarted.
        let probed = !guard.sees_request_files();
        Self {
            plan,
            host: plan.host.unwrap_or_else(|| guard.host()),
            guard,
            runner,
            promise,
            worlds,
            none: Shell::none(),
            probe,
            probed,
            cache: Cache::default(),
            unsure: HashSet::new(),
            leaned: 0,
            counts: Counts::default(),
            trials,
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

    /// What makes the runs.
    pub fn runner(&mut self) -> &mut dyn Runs {
        self.runner
    }

    /// Tests the runner, before anything that rests on its runs is told. Where it was not sound, what it
    /// saw since it last was is forgotten.
    ///
    /// # Errors
    ///
    /// As [`Runs::verify`].
    pub fn verify(&mut self) -> Result<Trust, RunError> {
        let trust = self.runner.verify()?;
        if trust == Trust::Lost {
            self.unsure.iter().for_each(|key| self.cache.drop_key(key));
        }
        self.unsure.clear();
        self.leaned = 0;
        Ok(trust)
    }

    /// Begins to count what is used of the runner's observations anew.
    pub(crate) fn begin(&mut self) {
        self.leaned = 0;
    }

    /// Whether anything was used, since that was called, that the runner was not found sound after.
    pub(crate) fn leans(&self) -> bool {
        self.leaned > 0
    }

    /// The guard.
    pub fn guard(&mut self) -> &mut dyn Guard {
        self.guard
    }

    /// A world of the lab, by its place, with its roots.
    pub fn world(&self, at: usize) -> Option<(&'a World, &Layout)> {
        self.worlds.get(at).map(|(world, layout)| (*world, &**layout))
    }

    /// What has been counted since this was last asked.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// How many runs were made since the counts were last taken.
    pub fn made(&self) -> u64 {
        self.counts.runs.values().sum()
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

    /// What answers lead to.
    pub fn host(&self) -> Host {
        self.host
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
        self.trials += 1;
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
            let target = asked.shell;
            for world in 0..self.worlds.len() {
                // A guard may look at files, so in another world it is another question. A tree
                // that cannot be entered went away after the answer.
                let is_missing = world >= plan.worlds.len();
                if world > 0 && care == Care::Fast {
                    // What hangs in one world hangs in most, and takes as long as a hundred others.
                    let hangs = trial.runs.iter().any(|run| run.observation.timed_out);
                    if hangs || !self.is_turn_of(world, &shell) {
                        continue;
                    }
                }
                if world == 0 || is_missing {
                    self.run_and_judge(script, &handback, &shell, world, care, &mut trial)?;
                    continue;
                }
                let there = self.ask_in(world, script, target);
                let handback = classify::handback_of(&there.answer);
                let is_argv = matches!(handback, Handback::Argv(_));
                if there.outcome == Outcome::Runs && is_argv == (shell.name == ShellName::None) {
                    self.run_and_judge(script, &handback, &shell, world, care, &mut trial)?;
                }
            }
        }
        self.see_answers(script, &mut trial);
        self.see_runs(script, &mut trial);
        self.see_rewrites(script, care, &mut trial)?;
        self.see_divergence(script, &mut trial);
        Ok(trial)
    }

    /// Whether a fast trial is to use this world, beside the first, with this shell. Shells differ little in
    /// what the world makes of a script, and a world is ready for one shell only, so each of these worlds
    /// has one of them for a while, and then another one; an exact trial uses all.
    fn is_turn_of(&self, world: usize, shell: &Shell) -> bool {
        let shells = &self.plan.shells;
        // What no shell runs is run once.
        let Some(at) = shells.iter().position(|one| one == shell) else { return true };
        (world + at + self.trials / TURN).is_multiple_of(shells.len())
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
        let made = self.made();
        let commands = self.needs_commands(world);
        let mut more = More { commands, closely: care == Care::Exact };
        let (observation, judgement) = loop {
            let observation = match self.observe(script, handback, shell, world, care, more) {
                Ok(observation) => observation,
                Err(error @ (RunError::Setup(_) | RunError::Controls(_))) => return Err(error),
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
            // Both cost time. Who removed something is asked only where it matters.
            let by = judgement
                .unchecked
                .iter()
                .any(|unchecked| matches!(unchecked.clause, "delete" | "spare"));
            if (more.commands && more.closely) || !by {
                break (observation, judgement);
            }
            more = More { commands: true, closely: true };
        };
        // An observation that is used again is no further run.
        if self.made() > made {
            for unchecked in &judgement.unchecked {
                *self.counts.unchecked.entry(unchecked.clause.to_owned()).or_default() += 1;
            }
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

    /// Whether every run in this world has to tell which commands were run.
    fn needs_commands(&self, world: usize) -> bool {
        let enter = world >= self.plan.worlds.len();
        self.promise.clauses.iter().any(|clause| match clause {
            Clause::Rules(_) => true,
            Clause::Enter => enter,
            _ => false,
        })
    }

    fn observe(
        &mut self,
        script: &[u8],
        handback: &Handback,
        shell: &Shell,
        world: usize,
        care: Care,
        more: More,
    ) -> Result<Arc<Observation>, RunError> {
        let Some((at, _)) = self.worlds.get(world) else {
            return Err(RunError::Setup("there is no world to run in".into()));
        };
        let what = match handback {
            Handback::Same => Script::Text(script.to_vec()),
            Handback::Text(text) => Script::Text(text.clone()),
            Handback::Argv(argv) => Script::Argv(argv.clone()),
        };
        let key = Key::of(&what, &at.name, shell, self.plan.delivery, more);
        if care == Care::Fast
            && let Some(observation) = self.cache.get(&key)
        {
            self.leaned += u64::from(self.unsure.contains(&key));
            return Ok(observation);
        }
        self.leaned += 1;
        let observation = Arc::new(self.runner.run(&RunSpec {
            script: &what,
            world: at,
            shell,
            delivery: self.plan.delivery,
            timeout: self.plan.timeout,
            exact: care == Care::Exact,
            commands: more.commands,
            closely: more.closely,
        })?);
        *self.counts.runs.entry(shell.name.name().to_owned()).or_default() += 1;
        let did = !observation.effects.is_empty()
            || observation.programs.iter().any(|program| program.by != oracle::By::Oracle);
        self.counts.effects += u64::from(did);
        match care {
            Care::Fast => {
                self.unsure.insert(key);
                self.cache.put(key, Arc::clone(&observation));
            }
            // The exact run is the better account; the fast one may have been a fluke.
            Care::Exact => self.cache.drop_key(&key),
        }
        Ok(observation)
    }
}
