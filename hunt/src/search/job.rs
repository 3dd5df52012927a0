//! One job: its own guard, runner and generator.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use corpora::{Event, FindingKind};
use guard::{Answer, Clause, Outcome, Verdict};
use oracle::Delivery;

use super::board::Board;
use super::confirm::{Confirmation, confirm};
use super::seen::hash;
use super::shrink::{Shrunk, shrink};
use super::told::finding;
use super::trust::{Tried, Unsure};
use super::waiting::Waiting;
use super::{Sink, Why, Worker, lock};
use crate::bucket::{Shape, Signature};
use crate::classify::{answer_name, of_fault};
use crate::generate::{Aim, Candidate, Facts, Generator, Reward};
use crate::judge;
use crate::lab::{Asked, Lab, Sighting, Trial};
use crate::plan::Plan;
use crate::reduce::Limits;
use crate::runs::{RunError, target};

/// How many scripts are asked about at once: enough to keep a guard that is a process busy, few
/// enough for what they lead to to matter for the next ones.
const BATCH: usize = 16;

/// How long a batch may take to be answered in a hunt that ends by the clock. A guard that starts a
/// program for each script takes a tenth of a second and more, and what it allows is to run soon.
const PATIENCE: Duration = Duration::from_millis(500);

/// After so many failed runs in a row the runner is taken to be broken for good.
const FAILED_IN_A_ROW: u32 = 20;

/// One script of so many is asked about twice at once, to see that the verdict stays.
const ASKED_TWICE: u64 = 61;

type SharedSink<'s> = Mutex<&'s mut (dyn Sink + 's)>;

/// Hunts until the board says that it is over.
pub(super) fn run(
    plan: &Plan,
    mut worker: Worker,
    share: (usize, usize),
    board: &Board<'_>,
    sink: &SharedSink<'_>,
) {
    let Some(world) = plan.worlds.first() else {
        return board.end(Why::Error("there is no world to run in".into()));
    };
    if plan.shells.is_empty() {
        return board.end(Why::Error("there is no shell to run".into()));
    }
    let mut material = plan.material.clone();
    let mut seeds = worker.guard.seeds();
    seeds.append(&mut material.seeds);
    material.seeds = seeds;
    for check in worker.guard.check_infos() {
        let words = [check.looks_at, check.refuses, check.reason];
        material.words.extend(words.map(|text| text.as_bytes().to_vec()));
    }
    let promise = worker.guard.promise().clone();
    let checks = worker.guard.checks();
    let generator =
        Generator::new(plan.seed, share, &promise, Facts::of(world, &promise), material);
    let lab = Lab::new(plan, worker.guard.as_mut(), worker.runner.as_mut());
    let is_argv = promise.clauses.iter().any(|clause| matches!(clause, Clause::Argv(_)));
    let mut job = Job {
        plan,
        board,
        sink,
        lab,
        generator,
        checks,
        // What an argv clause says of a script that was denied cannot be told.
        overblocks: plan.overblock_share > 0 && !is_argv,
        asked: 0,
        denied: 0,
        failed: 0,
        waiting: Waiting::new(),
        unsure: Unsure::default(),
        batch: if plan.time.is_some() { 1 } else { BATCH },
    };
    let ended = job.hunt().and_then(|()| job.verify());
    job.count();
    if matches!(ended, Err(RunError::Controls(_))) {
        job.withdraw();
    }
    board.credit(job.generator.credits());
    match ended {
        Ok(()) => {}
        Err(error @ RunError::Controls(_)) => board.end(Why::Controls(error.to_string())),
        Err(error @ RunError::Setup(_)) => board.end(Why::Setup(error.to_string())),
        Err(error) => board.end(Why::Error(error.to_string())),
    }
}

pub(super) struct Job<'a, 's> {
    pub(super) plan: &'a Plan,
    pub(super) board: &'a Board<'a>,
    sink: &'a SharedSink<'s>,
    pub(super) lab: Lab<'a>,
    pub(super) generator: Generator,
    pub(super) checks: Vec<&'static str>,
    pub(super) overblocks: bool,
    asked: u64,
    pub(super) denied: u64,
    failed: u32,
    waiting: Waiting,
    /// What rests on runs that the runner was not found sound after.
    pub(super) unsure: Unsure,
    /// How many scripts are asked about at once.
    batch: usize,
}

impl Job<'_, '_> {
    fn hunt(&mut self) -> Result<(), RunError> {
        while !self.board.is_over() {
            let mut batch = Vec::with_capacity(self.batch);
            while batch.len() < self.batch && !self.board.is_full() {
                let candidate = self.generator.next_candidate();
                if self.board.is_new(hash(&candidate.script)) {
                    batch.push(candidate);
                }
            }
            let scripts: Vec<&[u8]> = batch.iter().map(|made| made.script.as_slice()).collect();
            let asking = Instant::now();
            let answers = self.lab.ask_many(&scripts);
            if self.plan.time.is_some() {
                self.batch = match asking.elapsed() {
                    long if long > PATIENCE => self.batch.div_ceil(2),
                    short if short < PATIENCE / 4 => (self.batch * 2).min(BATCH),
                    _ => self.batch,
                };
            }
            for (candidate, asked) in batch.iter().zip(answers) {
                if self.board.is_cut_short() {
                    break;
                }
                self.candidate(candidate, asked)?;
            }
            self.run_waiting()?;
            self.see_guard()?;
            if let Some(stats) = self.board.due() {
                self.tell(Event::Stats(stats));
            }
        }
        Ok(())
    }

    pub(super) fn tell(&self, event: Event) {
        lock(self.sink).event(event);
    }

    pub(super) fn note(&self, text: String) {
        if self.board.lock().is_new_note(&text) {
            self.tell(Event::Note { text });
        }
    }

    fn candidate(&mut self, candidate: &Candidate, asked: Vec<Asked>) -> Result<(), RunError> {
        let script = &candidate.script;
        self.asked += 1;
        let allowed = asked.iter().any(|asked| asked.outcome == Outcome::Runs);
        // Only what would be run is worth a shell's time to parse.
        let read = !allowed || self.lab.is_read(script) != Some(false);
        {
            let mut state = self.board.lock();
            for asked in &asked {
                let name = answer_name(&asked.answer).to_owned();
                *state.stats.decisions.entry(name).or_default() += 1;
            }
            state.stats.funnel.read += u64::from(read);
            state.stats.funnel.allowed += u64::from(allowed && read);
        }
        if self.asked.is_multiple_of(ASKED_TWICE) {
            self.ask_twice(script, &asked)?;
        }
        if !allowed {
            self.denied(candidate, &asked)?;
            self.see_trust()?;
        } else {
            self.generator.reward(candidate, Reward::Allowed);
        }
        let is_error = asked.iter().any(|asked| matches!(asked.answer, Answer::Error(_)));
        // No argument can hold a NUL, so there is no run to be made.
        let given = self.plan.delivery != Delivery::C || !script.contains(&0);
        if read && given && (allowed || is_error || self.lab.host().judges_fails_open()) {
            if is_error {
                self.waiting.push_urgent(candidate.clone(), asked);
            } else {
                let broken = asked.iter().any(|asked| self.breaks_at_once(script, asked));
                let aim = match broken {
                    true => Some(Aim::Breach),
                    false => self.generator.aims(candidate).filter(|_| allowed),
                };
                self.waiting.push(aim, candidate.clone(), asked);
            }
        }
        Ok(())
    }

    /// Runs what was allowed. Where the hunt ends by the clock, runs take a share of the time only,
    /// so that a guard that allows slow programs is still asked about many scripts.
    fn run_waiting(&mut self) -> Result<(), RunError> {
        loop {
            let enough = match self.plan.time {
                Some(_) => self.board.is_over() || self.waiting.had_its_share(),
                None => self.board.is_cut_short(),
            };
            // What a guard did instead of answering is told whatever the time.
            if enough && (self.board.is_interrupted() || !self.waiting.has_urgent()) {
                return Ok(());
            }
            let Some((candidate, asked)) = self.waiting.next() else { return Ok(()) };
            let started = Instant::now();
            self.attempt(Tried::allowed(candidate, asked))?;
            self.waiting.took(started.elapsed());
            self.see_trust()?;
        }
    }

    /// Whether what is handed back breaks the promise whatever its run does.
    fn breaks_at_once(&self, script: &[u8], asked: &Asked) -> bool {
        match &asked.answer {
            Answer::Verdict(Verdict::Allow { handback, .. }) => {
                judge::breaks_at_once(self.lab.promise(), script, handback)
            }
            _ => false,
        }
    }

    /// What the guard did beside answering.
    fn see_guard(&mut self) -> Result<(), RunError> {
        for late in self.lab.guard().late_faults() {
            let outcome = self.lab.host().outcome(&Answer::Error(late.fault.clone()));
            let Some(found) = of_fault(&late.fault, outcome) else { continue };
            let script = &late.request.script;
            let shell = self.plan.shells.iter().map(|shell| shell.name);
            let shells = shell.filter(|shell| target(*shell) == Some(late.request.shell)).collect();
            let signature = Signature {
                shape: Shape::default(),
                ..Signature::of_kind(found.kind, found.what, shells, script)
            };
            let told = self.found_by_answers(script, signature, found.summary, &Trial::default());
            told?;
        }
        for note in self.lab.guard().notes() {
            self.note(note);
        }
        if let Some(why) = self.lab.guard().broken() {
            self.board.end(Why::Error(why));
        }
        Ok(())
    }

    pub(super) fn trial(&mut self, candidate: &Candidate, trial: &Trial) -> Result<(), RunError> {
        self.see_failures(trial)?;
        let effect = trial
            .runs
            .iter()
            .any(|run| !run.observation.effects.is_empty() || !run.observation.programs.is_empty());
        self.count();
        if effect {
            self.generator.reward(candidate, Reward::Effect);
        }
        if trial.sightings.iter().any(|sighting| sighting.signature.kind.is_violation()) {
            self.generator.reward(candidate, Reward::Finding);
        }
        for sighting in &trial.sightings {
            let worth = self.board.lock().is_worth_it(&sighting.signature);
            if worth {
                self.sighting(&candidate.script, trial, sighting)?;
            }
            // The whole of it is tried again.
            if self.unsure.is_lost {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn see_failures(&mut self, trial: &Trial) -> Result<(), RunError> {
        if !trial.runs.is_empty() {
            self.failed = 0;
        }
        let failed = trial.failed.iter().rfind(|error| !matches!(error, RunError::Script(_)));
        if let Some(error) = failed {
            self.failed += 1;
            self.note(error.to_string());
            if self.failed >= FAILED_IN_A_ROW {
                return Err(RunError::Setup(format!("{error}, {FAILED_IN_A_ROW} times in a row")));
            }
        }
        Ok(())
    }

    /// Confirms, reduces and tells a sighting.
    fn sighting(
        &mut self,
        script: &[u8],
        trial: &Trial,
        sighting: &Sighting,
    ) -> Result<(), RunError> {
        let confirmed = confirm(&mut self.lab, script, trial, sighting);
        self.count();
        let (sighting, trial) = match confirmed? {
            Confirmation::Yes(sighting, trial) => (sighting, *trial),
            Confirmation::No(unstable) => {
                self.unsure.note(unstable);
                self.unsure.unconfirmed += 1;
                self.board.lock().stats.unconfirmed += 1;
                return Ok(());
            }
            Confirmation::Changed(before, now) => {
                return self.unstable(script, trial, before, now);
            }
        };
        let limits = match sighting.signature.kind {
            // Each test of a hang takes as long as the host waits.
            FindingKind::Hang => Limits { tests: 0, ..Limits::default() },
            kind if kind.is_violation() => Limits::default(),
            _ => Limits { tests: 100, ..Limits::default() },
        };
        let board = self.board;
        // From here on the finding is told, come what may but a runner that was not sound.
        let shrunk = shrink(&mut self.lab, script, sighting, trial, limits, &|| board.is_urgent());
        self.count();
        if self.is_new(&shrunk.sighting.signature)? {
            let Shrunk { script: small, sighting, trial, .. } = &shrunk;
            let finding = finding(&mut self.lab, script, small, sighting, trial);
            self.tell(Event::Finding(finding));
        }
        if self.plan.until_first && self.board.lock().has_violation() {
            self.board.end(Why::First);
        }
        shrunk.error.map_or(Ok(()), Err)
    }

    /// Asks about a script once more.
    fn ask_twice(&mut self, script: &[u8], asked: &[Asked]) -> Result<(), RunError> {
        let Some(first) = asked.first() else { return Ok(()) };
        let again = self.lab.ask(script, first.shell);
        let (before, now) = (answer_name(&first.answer), answer_name(&again.answer));
        if before != now {
            let trial = Trial { asked: asked.to_vec(), ..Trial::default() };
            self.unstable(script, &trial, before, now)?;
        }
        Ok(())
    }

    /// Tells that a verdict did not stay.
    fn unstable(
        &mut self,
        script: &[u8],
        trial: &Trial,
        before: &str,
        now: &str,
    ) -> Result<(), RunError> {
        let mut answers = [before, now];
        answers.sort_unstable();
        let shells = self.plan.shells.iter().map(|shell| shell.name).collect();
        let signature = Signature {
            shape: Shape::default(),
            ..Signature::of_kind(FindingKind::Unstable, vec![answers.join("~")], shells, script)
        };
        let summary = format!("the guard said {before}, and {now} when it was asked again");
        self.found_by_answers(script, signature, summary, trial)
    }

    /// Tells a finding that answers alone make; it shows the runs of the trial, where there are any.
    fn found_by_answers(
        &mut self,
        script: &[u8],
        signature: Signature,
        summary: String,
        trial: &Trial,
    ) -> Result<(), RunError> {
        let new = match trial.runs.is_empty() {
            true => self.board.lock().add_bucket(&signature),
            false => self.is_new(&signature)?,
        };
        if !new {
            return Ok(());
        }
        let sighting = Sighting { signature, summary, world: None };
        let finding = finding(&mut self.lab, script, script, &sighting, trial);
        self.tell(Event::Finding(finding));
        if self.plan.until_first {
            self.board.end(Why::First);
        }
        Ok(())
    }
}
