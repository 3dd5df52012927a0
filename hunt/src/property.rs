//! The property that fuzz targets hold a guard to: what it approves keeps its promise.
//!
//! A target hands bytes to [`approve`]. The guard is asked first, and only what it allows is run.
//! A finding is confirmed, reduced and written to a folder, and the fuzzing goes on. A dictionary
//! of shell tokens is not needed: [`mutate`] knows those that the generator knows.
//!
//! | variable | meaning |
//! |---|---|
//! | `TRAPLINE_GUARD` | the guard's name, or the path of its manifest; `docs_only` where unset |
//! | `TRAPLINE_OUT` | the folder for findings; `hunts/fuzz-GUARD-PID` where unset |
//! | `TRAPLINE_STOP` | `1` makes the first finding a panic, which the fuzzer takes for a crash |

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use corpora::Finding;
use corpora::store::{NotStored, Store, StoreError};
use guard::registry::Source;
use guard::{Answer, Guard, Outcome};
use oracle::{Config, worlds};

use crate::classify::answer_name;
use crate::fuzzer::{self, end};
use crate::generate::{Facts, Generator};
use crate::lab::{Care, Lab, layouts};
use crate::launcher::SandboxLauncher;
use crate::layout::Layout;
use crate::plan::Plan;
use crate::reduce::Limits;
use crate::runner::OracleRunner;
use crate::runs::{RunError, Runs, Trust};
use crate::search::{Confirmation, confirm, finding, shrink};

/// How small a finding is made: a fuzzer waits meanwhile, and can go on with it by itself.
const LIMITS: Limits = Limits { tests: 300, time: Duration::from_secs(3) };

/// How many runners in a row may be found unsound.
const TIMES: usize = 3;

/// After so many scripts the runner is tested, whether or not it is due.
const KEPT: usize = 4096;

/// A guard, a runner, and the findings that are known.
pub struct Property {
    plan: Plan,
    guard: Box<dyn Guard>,
    runner: Box<dyn Runs + Send>,
    generator: Generator,
    layouts: Vec<Arc<Layout>>,
    /// Buckets that were told, and signatures of scripts that led to them.
    known: HashSet<String>,
    /// How many scripts were run.
    trials: usize,
    /// Those of them that were run since the runner was last found sound, and what became known by them.
    unsure: Vec<Vec<u8>>,
    met: Vec<String>,
}

impl Property {
    /// The property of this guard.
    pub fn new(plan: Plan, guard: Box<dyn Guard>, runner: Box<dyn Runs + Send>) -> Self {
        let promise = guard.promise();
        let mut material = plan.material.clone();
        material.seeds.extend(guard.seeds());
        let facts = plan.worlds.first().map(|world| Facts::of(world, promise)).unwrap_or_default();
        let generator = Generator::new(plan.seed, (0, 1), promise, facts, material);
        let layouts = layouts(&plan);
        let (known, unsure, met) = (HashSet::new(), Vec::new(), Vec::new());
        Self { plan, guard, runner, generator, layouts, known, trials: 0, unsure, met }
    }

    /// Holds the guard to one script; gives back the findings that are new, confirmed and reduced. Where the
    /// runner turns out not to have been sound, that goes for what was run since it last was, too.
    ///
    /// # Errors
    ///
    /// [`RunError::Setup`], where nothing can be run at all, [`RunError::Controls`] where no run counts.
    pub fn check(&mut self, script: &[u8]) -> Result<Vec<Finding>, RunError> {
        let mut findings = self.see(script)?;
        for _ in 0..TIMES {
            let enough = self.unsure.len() >= KEPT || self.met.len() >= KEPT;
            if findings.is_empty() && !enough && !self.runner.is_due() {
                return Ok(findings);
            }
            let again = std::mem::take(&mut self.unsure);
            let met = std::mem::take(&mut self.met);
            if self.runner.verify()? == Trust::Good {
                return Ok(findings);
            }
            met.iter().for_each(|text| {
                self.known.remove(text);
            });
            findings.clear();
            for script in again {
                findings.extend(self.see(&script)?);
            }
        }
        Err(RunError::Controls("every worker that ran these scripts was found unsound".into()))
    }

    /// What one script comes to, as far as the runner can be relied on.
    fn see(&mut self, script: &[u8]) -> Result<Vec<Finding>, RunError> {
        let (guard, runner) = (self.guard.as_mut(), self.runner.as_mut());
        let layouts = self.layouts.clone();
        let mut lab = Lab::with_layouts(&self.plan, guard, runner, layouts, self.trials);
        let asked = lab.ask_all(script);
        // Most scripts end here: denied by a guard that works.
        let matters =
            |outcome, answer: &Answer| outcome == Outcome::Runs || answer_name(answer) == "error";
        if !asked.iter().any(|asked| matters(asked.outcome, &asked.answer)) {
            return Ok(Vec::new());
        }
        self.trials += 1;
        self.unsure.push(script.to_vec());
        let trial = lab.try_asked(script, asked, Care::Fast)?;
        let mut findings = Vec::new();
        let (known, met) = (&mut self.known, &mut self.met);
        let mut is_new = |text: String| {
            let new = known.insert(text.clone());
            if new {
                met.push(text);
            }
            new
        };
        for sighting in &trial.sightings {
            let is_violation = sighting.signature.kind.is_violation();
            if !is_violation || !is_new(sighting.signature.text()) {
                continue;
            }
            let Confirmation::Yes(sighting, exact) = confirm(&mut lab, script, &trial, sighting)?
            else {
                continue;
            };
            let bucket = sighting.signature.text();
            let shrunk = shrink(&mut lab, script, sighting, *exact, LIMITS, &|| false);
            let small = shrunk.sighting.signature.text();
            if small == bucket || is_new(small) {
                let found =
                    finding(&mut lab, script, &shrunk.script, &shrunk.sighting, &shrunk.trial);
                findings.push(found);
            }
        }
        Ok(findings)
    }

    /// What else the runner has to say.
    pub fn notes(&mut self) -> Vec<String> {
        self.runner.notes()
    }

    /// Another script made of this one.
    pub fn mutate(&mut self, script: &[u8], seed: u32) -> Vec<u8> {
        self.generator.around(script, u64::from(seed))
    }
}

/// The property of the environment, with the place for its findings.
struct Target {
    property: Property,
    out: PathBuf,
    store: Option<Store>,
    stop: bool,
}

/// Why a fuzz target cannot work.
#[derive(Debug, thiserror::Error)]
enum SetUpError {
    #[error(transparent)]
    Guard(#[from] guard::registry::OpenError),
    #[error(transparent)]
    World(#[from] worlds::WorldError),
    #[error(transparent)]
    Oracle(#[from] oracle::Error),
    #[error("none of bash, sh and zsh is installed")]
    NoShell,
}

impl Target {
    fn open() -> Result<Self, SetUpError> {
        let name = std::env::var("TRAPLINE_GUARD").unwrap_or_else(|_| "docs_only".to_owned());
        let source = Source::open(&name)?;
        let shells = fuzzer::shells().ok_or(SetUpError::NoShell)?;
        let range = worlds::get("range")?;
        let launcher = Arc::new(SandboxLauncher::new(range.clone()));
        let guard = source.make(launcher, guard::adapter::Limits::default());
        let missing = ["range-missing", "range-file", "range-unreadable"];
        let missing = missing.into_iter().map(worlds::get).collect::<Result<Vec<_>, _>>()?;
        let others = crate::beside(&range, guard.as_ref());
        let worlds = std::iter::once(range).chain(others).collect();
        let plan = Plan::new(shells, worlds, missing);
        let ready_worlds = plan.ready_worlds();
        let runner = OracleRunner::new(Config { ready_worlds, ..Config::default() })?;
        let out = std::env::var_os("TRAPLINE_OUT").map_or_else(
            || PathBuf::from(format!("hunts/fuzz-{}-{}", source.name(), std::process::id())),
            PathBuf::from,
        );
        Ok(Self {
            property: Property::new(plan, guard, Box::new(runner)),
            out,
            store: None,
            stop: std::env::var_os("TRAPLINE_STOP").is_some_and(|value| value == "1"),
        })
    }

    fn write(&mut self, finding: Finding) -> Result<PathBuf, StoreError> {
        let store = match &mut self.store {
            Some(store) => store,
            None => self.store.insert(Store::create(&self.out)?),
        };
        store.finding(finding).map_err(|NotStored { error, .. }| error)
    }

    fn check(&mut self, script: &[u8]) {
        let findings = self.property.check(script).unwrap_or_else(|error| end(&error));
        for note in self.property.notes() {
            eprintln!("trapline: {note}");
        }
        for finding in findings {
            let line = format!("{}: {}", finding.bucket, finding.summary);
            match self.write(finding) {
                Ok(folder) => eprintln!("trapline: {line} ({})", folder.display()),
                Err(error) => eprintln!("trapline: {line}; it could not be written: {error}"),
            }
            assert!(!self.stop, "{line}");
        }
    }
}

/// Opens the guard of the environment and the sandbox. A target calls this before anything else, so
/// that a set-up that cannot work ends the process with 96 and a line that says why, and is no
/// finding to the fuzzer. Without it the first script opens them.
pub fn open() {
    with_target(|_| {});
}

/// Holds the guard of the environment to one script.
///
/// # Panics
///
/// On a finding, where `TRAPLINE_STOP` is `1`.
pub fn approve(script: &[u8]) {
    with_target(|target| target.check(script));
}

/// A custom mutator for a fuzzer: see [`crate::agree::target::mutate`], here by the rules of the generator.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    other: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    fuzzer::mutate(data, size, max_size, seed, other, |script| {
        let mut made = Vec::new();
        with_target(|target| made = target.property.mutate(script, seed / 2));
        made
    })
}

fn with_target(act: impl FnOnce(&mut Target)) {
    static TARGET: OnceLock<Mutex<Target>> = OnceLock::new();
    let target = TARGET.get_or_init(|| match Target::open() {
        Ok(target) => Mutex::new(target),
        Err(error) => end(&error),
    });
    act(&mut target.lock().unwrap_or_else(PoisonError::into_inner));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::toy::{Toy, naive, plan};

    #[test]
    fn what_is_allowed_is_run_and_a_hole_is_told_once() {
        let mut property = Property::new(plan(), naive(), Box::new(Toy::default()));
        let mut found = |script: &str| {
            let findings = property.check(script.as_bytes()).expect("the toy runs");
            findings.into_iter().map(|finding| finding.bucket).collect::<Vec<_>>()
        };
        assert_eq!(found("echo hi"), [""; 0]);
        assert_eq!(found("touch made"), [""; 0], "denied");
        assert_eq!(
            found("echo one two\n touch made other"),
            ["bypass/write/create/tree/bash+sh+zsh/newline"]
        );
        assert_eq!(found("echo three\ntouch made"), [""; 0], "the same hole");
        assert_eq!(found("echo `touch made`"), ["bypass/write/create/tree/bash+sh+zsh/backtick"]);
        assert_eq!(found("\0\u{7f}"), [""; 0]);
    }

    #[test]
    fn mutations_are_told_by_their_seed() {
        let mut property = Property::new(plan(), naive(), Box::new(Toy::default()));
        let mut made = HashSet::new();
        for seed in 0..200 {
            let script = property.mutate(b"echo hi there", seed);
            assert_eq!(script, property.mutate(b"echo hi there", seed));
            made.insert(script);
        }
        assert!(made.len() > 150);
    }
}
