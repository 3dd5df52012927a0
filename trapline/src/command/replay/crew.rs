//! The jobs of a replay: cases in groups by world, so that a world that is ready is used again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use corpora::Case;
use corpora::compare::{Outcome, compare};
use corpora::finding::Dependence;
use corpora::record::{Label, RunRecord};
use corpora::suite::Loaded;
use oracle::{Config, Mode, Oracle, Run, Script, Shell, World};
use serde::Serialize;

use super::judge::{Checks, Judge};
use crate::error::Error;
use crate::guards::Opened;
use crate::{cases, cores, say, trust};

/// How many cases of one world a job takes at a time: enough to make its set-up worth while, few
/// enough that no job is left alone with all of them.
const GROUP: usize = 24;

/// After how many cases a worker is tested, and what it saw of them is told.
const TESTED: usize = 240;

/// How a run of a case came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// As the case says.
    Held,
    /// Otherwise than the case says.
    Mismatch,
    /// The run could not be made.
    Failed,
    /// The guard allowed it, and it broke the guard's promise.
    Finding,
}

/// One run of a case.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// How it came out.
    pub(crate) kind: Kind,
    /// The case's file.
    pub(crate) file: String,
    /// The case's id.
    pub(crate) case: String,
    /// The shell.
    pub(crate) shell: String,
    /// The script, lossy.
    pub(crate) script: String,
    /// What is wrong, one line each.
    pub(crate) problems: Vec<String>,
    /// What a finding depends on that the sandbox has otherwise than a user's own machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) depends_on: Vec<Dependence>,
}

impl Row {
    /// A row about a run of this case.
    pub(crate) fn new(kind: Kind, loaded: &Loaded, shell: &str, problems: Vec<String>) -> Self {
        Self {
            kind,
            file: loaded.file.display().to_string(),
            case: loaded.case.id.clone(),
            shell: shell.to_owned(),
            script: String::from_utf8_lossy(&loaded.case.body).into_owned(),
            problems,
            depends_on: Vec::new(),
        }
    }
}

/// Cases of one world.
struct Group<'a> {
    world: World,
    cases: Vec<&'a Loaded>,
}

/// What all jobs are told.
pub(crate) struct Crew<'a> {
    /// The shells to run under.
    pub(crate) shells: &'a [Shell],
    /// The guard to ask.
    pub(crate) guard: Option<&'a Opened>,
    /// How many jobs there are.
    pub(crate) jobs: usize,
    /// Whether the shell is executed for each run.
    pub(crate) exact: bool,
    /// Set when the replay has to end.
    pub(crate) stop: &'a AtomicBool,
}

/// What a job has to tell.
#[derive(Debug)]
pub(crate) enum News {
    /// How a run came out.
    Row(Row),
    /// How much of the guard's promise could be checked for a case.
    Checks(Checks),
}

type Message = Result<News, Error>;

impl Crew<'_> {
    /// Runs the cases; what there is to tell is handed to `take`. Gives back what kept a job from going on.
    ///
    /// # Errors
    ///
    /// Where a case's world cannot be had, before anything has run.
    pub(crate) fn run(
        &self,
        loaded: &[Loaded],
        take: &mut dyn FnMut(News),
    ) -> Result<Option<Error>, Error> {
        let groups = groups(loaded)?;
        let jobs = self.jobs.min(groups.len()).max(1);
        // The last is taken first: small groups with a set-up of their own come at the end.
        let queue = Mutex::new(groups);
        let (sender, receiver): (Sender<Message>, Receiver<Message>) = channel();
        let mut trouble = None;
        std::thread::scope(|scope| {
            for job in 0..jobs {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    // The workers that it starts stay there too.
                    if let Some(core) = cores::of_job(job, jobs) {
                        cores::stay_on(core);
                    }
                    if let Err(error) = self.job(queue, &sender) {
                        // The receiver outlives the jobs.
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            for message in receiver {
                match message {
                    Ok(news) => take(news),
                    Err(error) => {
                        self.stop.store(true, Ordering::Relaxed);
                        trouble.get_or_insert(error);
                    }
                }
            }
        });
        Ok(trouble)
    }

    fn job(&self, queue: &Mutex<Vec<Group<'_>>>, sender: &Sender<Message>) -> Result<(), Error> {
        let mut oracle = Oracle::new(Config::default())?;
        self.test(&mut oracle)?;
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut group = next();
        while group.is_some() {
            // As many groups as are tested at once, and what came of them.
            let mut some: Vec<Group<'_>> = Vec::new();
            let mut cases = 0;
            while cases < TESTED
                && let Some(one) = group.take()
            {
                cases += one.cases.len();
                some.push(one);
                group = next();
            }
            let news = trust::sound(|| {
                let restarts = oracle.restarts();
                let news = self.groups(&mut oracle, &some)?;
                // What was seen counts only where the oracle still sees.
                let fault = match self.test(&mut oracle) {
                    Ok(()) if oracle.restarts() == restarts => return Ok(Some(news)),
                    Ok(()) => "a worker ended".to_owned(),
                    Err(error @ (Error::Controls(_) | Error::Oracle(_))) => error.to_string(),
                    Err(error) => return Err(error),
                };
                say::line(format!("trapline: {fault}"));
                oracle.replace()?;
                self.test(&mut oracle)?;
                Ok(None)
            })?;
            for one in news {
                // The receiver is gone only when nobody wants to know any more.
                if sender.send(Ok(one)).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What comes of these cases; of some of them where the replay has to end.
    fn groups(&self, oracle: &mut Oracle, groups: &[Group<'_>]) -> Result<Vec<News>, Error> {
        let mut news = Vec::new();
        for group in groups {
            for shell in self.shells {
                for loaded in &group.cases {
                    if self.stop.load(Ordering::Relaxed) {
                        return Ok(news);
                    }
                    if loaded.case.shells.contains(&shell.name) {
                        news.push(News::Row(self.case(oracle, &group.world, loaded, shell)?));
                    }
                }
            }
            let Some(guard) = self.guard else { continue };
            let mut judge = Judge::new(guard, &group.world, self.shells)?;
            news.extend(trust::sound(|| {
                let mut news = Vec::new();
                for loaded in &group.cases {
                    if self.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let ruling = judge.case(loaded)?;
                    news.extend(ruling.rows.into_iter().map(News::Row));
                    news.push(News::Checks(ruling.checks));
                }
                Ok(judge.is_sound()?.then_some(news))
            })?);
        }
        Ok(news)
    }

    /// The oracle's test of itself under each shell, and whether every world is still as it was declared.
    fn test(&self, oracle: &mut Oracle) -> Result<(), Error> {
        for shell in self.shells {
            oracle.self_test(shell, self.mode())?;
        }
        match oracle.audit()?.as_slice() {
            [] => Ok(()),
            differences => {
                let what = format!("a run left a world changed: {}", differences.join("; "));
                Err(Error::Controls(what))
            }
        }
    }

    fn mode(&self) -> Mode {
        if self.exact { Mode::Exact } else { Mode::ForkServer }
    }

    fn case(
        &self,
        oracle: &mut Oracle,
        world: &World,
        loaded: &Loaded,
        shell: &Shell,
    ) -> Result<Row, Error> {
        let case = &loaded.case;
        let name = shell.name.name();
        let run = Run {
            script: Script::Text(case.body.clone()),
            delivery: case.delivery,
            timeout: timeout(case),
            mode: self.mode(),
            ..Run::new(b"", world, shell)
        };
        let seen = match oracle.observe(&run) {
            Ok(seen) => seen,
            Err(error @ (oracle::Error::NoSandbox(_) | oracle::Error::Start(_))) => {
                return Err(error.into());
            }
            Err(error) => {
                return Ok(Row::new(Kind::Failed, loaded, name, vec![error.to_string()]));
            }
        };
        let version = &shell.version;
        let label = Label { shell: shell.name, version, world, delivery: case.delivery };
        Ok(match compare(case, &RunRecord::new(&seen, &label)) {
            Outcome::Compared(mismatches) if !mismatches.is_empty() => {
                let problems = mismatches.iter().map(|it| it.problem.to_string()).collect();
                Row::new(Kind::Mismatch, loaded, name, problems)
            }
            // What a case says nothing about was left out above.
            _ => Row::new(Kind::Held, loaded, name, Vec::new()),
        })
    }
}

/// The time limit of a case, where it has its own.
pub(crate) fn timeout(case: &Case) -> Option<Duration> {
    case.timeout.map(|seconds| Duration::from_secs(seconds.into()))
}

/// The cases that can run, by world: those of few cases first.
fn groups(loaded: &[Loaded]) -> Result<Vec<Group<'_>>, Error> {
    let mut places: HashMap<World, usize> = HashMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for loaded in loaded.iter().filter(|loaded| loaded.case.skip.is_none()) {
        let world = cases::world(&loaded.case)
            .map_err(|error| Error::Usage(format!("{}: {error}", loaded.file.display())))?;
        let full = |at: &usize| groups.get(*at).is_some_and(|group| group.cases.len() >= GROUP);
        match places.get(&world).copied().filter(|at| !full(at)) {
            Some(at) => {
                if let Some(group) = groups.get_mut(at) {
                    group.cases.push(loaded);
                }
            }
            None => {
                places.insert(world.clone(), groups.len());
                groups.push(Group { world, cases: vec![loaded] });
            }
        }
    }
    groups.sort_by_key(|group| group.cases.len());
    Ok(groups)
}
