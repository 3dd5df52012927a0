//! `trapline try`: one script, the guard's verdict, what each shell did, and what that breaks.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

use corpora::finding::HandbackRecord;
use corpora::record::{Label, RunRecord, twin_of};
use corpora::{Finding, FindingKind};
use guard::{Outcome, Promise};
use hunt::bucket::Signature;
use hunt::lab::{Asked, Care, Lab, Sighting, Trial};
use hunt::runner::OracleRunner;
use hunt::search::{Confirmation, confirm, finding};
use hunt::{Plan, RunError, RunSpec, Runs, Trust};
use oracle::{Config, Delivery, Observation, Script, ShellName};
use serde::Serialize;

use super::answer::AnswerRecord;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::host;
use crate::out::Out;
use crate::setup::{self, ShellArgs, WorldArgs};
use crate::{say, show, trust};

/// The longest script that is read from standard input, in bytes. A shell takes no longer one.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ask this guard first: a built-in name, or the manifest of a foreign one.
    #[arg(long, value_name = "NAME|FILE.toml")]
    guard: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    shells: ShellArgs,
    #[command(flatten)]
    world: WorldArgs,
    /// How the text reaches the shell: c, file, stdin, typed or tty.
    #[arg(long, value_name = "HOW", default_value = "c", value_parser = setup::delivery)]
    delivery: Delivery,
    /// Execute the shell anew for the run, rather than fork one that is ready.
    #[arg(long)]
    exact: bool,
    /// When a run is ended.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = setup::timeout)]
    timeout: Duration,
    /// List every known difference between the sandbox and your own shell, and which of them each run
    /// and finding met.
    #[arg(long)]
    host_profile: bool,
    /// The script; `-` reads it from standard input. A session, such as bash@session, takes several,
    /// and runs one after another.
    #[arg(value_name = "SCRIPT", required = true)]
    scripts: Vec<OsString>,
}

/// Runs with the commands told, whether or not a promise needs them.
struct WithCommands(OracleRunner);

impl Runs for WithCommands {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        self.0.run(&RunSpec { commands: true, closely: true, ..*spec })
    }

    fn verify(&mut self) -> Result<Trust, RunError> {
        self.0.verify()
    }
}

/// Everything that is told.
#[derive(Serialize)]
struct Told {
    v: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    script_b64: Option<String>,
    guard: Option<GuardTold>,
    runs: Vec<RunRecord>,
    /// Runs that could not be made, and why.
    failed: Vec<Failed>,
    findings: Vec<Finding>,
    /// Clause name to the number of runs in which it could not be checked.
    unchecked: BTreeMap<&'static str, u64>,
    /// How the sandbox differs from the user's own shell; only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_profile: Option<host::Profile>,
}

#[derive(Serialize)]
struct GuardTold {
    name: String,
    // The answer for the first shell.
    decision: String,
    rule: Option<String>,
    reason: Option<String>,
    handback: Option<HandbackRecord>,
    promise: Promise,
    /// The answer for each shell.
    answers: Vec<AnswerRecord>,
}

#[derive(Serialize)]
struct Failed {
    shell: String,
    error: String,
}

impl Failed {
    fn new(shell: ShellName, script: &[u8], delivery: Delivery, error: String) -> Self {
        let nul = script.iter().position(|byte| *byte == 0).filter(|_| delivery == Delivery::C);
        let error = match nul {
            Some(at) => format!(
                "byte {} of the script is NUL, which no argument can hold; it can be run with \
                 --delivery file",
                at + 1
            ),
            None => error,
        };
        Self { shell: shell.name().to_owned(), error }
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let calls = args.scripts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let script = calls.join(&b'\n');
    let world = args.world.get()?;
    let guard = args.guard.as_deref().map(|arg| Opened::open(arg, &args.change));
    let guard = guard.transpose()?;
    let mut plan = setup::plan(args.shells.find()?, world)?;
    plan.delivery = args.delivery;
    if let (Some(guard), Some(world)) = (&guard, plan.worlds.first())
        && setup::vouched(guard.make(world).as_ref(), args.delivery) != args.delivery
    {
        return Err(Error::Usage(format!(
            "--delivery {}: {} vouches for `-c` only; leave --guard out to see what shells do",
            args.delivery.name(),
            guard.name()
        )));
    }
    plan.timeout = args.timeout;
    let mut runner = WithCommands(OracleRunner::new(Config::default())?);
    let text = match calls.as_slice() {
        [_] => Script::Text(script.clone()),
        _ => several(&calls, guard.is_some(), &plan)?,
    };
    let care = if args.exact { Care::Exact } else { Care::Fast };
    let (mut told, runs_nothing) = trust::sound(|| {
        let mut told = Told {
            v: 1,
            script: None,
            script_b64: None,
            guard: None,
            runs: Vec::new(),
            failed: Vec::new(),
            findings: Vec::new(),
            unchecked: BTreeMap::new(),
            host_profile: None,
        };
        (told.script, told.script_b64) = twin_of(&script);
        let runs_nothing = match &guard {
            None => {
                as_written(&mut told, &plan, &mut runner, (&script, &text), care)?;
                false
            }
            Some(guard) => asked(&mut told, guard, &plan, &mut runner, &script, care)?,
        };
        let good = runner.verify()? == Trust::Good;
        Ok(good.then_some((told, runs_nothing)))
    })?;
    if let Some(world) = plan.worlds.first().filter(|_| args.host_profile) {
        told.host_profile = Some(host::Profile::new(&told.runs, &script, &told.findings, world));
    }
    if out.is_json() {
        out.value(&told);
    } else {
        print(&told, out);
    }
    let violation = told.findings.iter().any(|finding| finding.kind.is_violation());
    let nothing = told.runs.is_empty() && !runs_nothing;
    for failed in &told.failed {
        say::line(format!("trapline: {}: {}", failed.shell, failed.error));
    }
    for (clause, runs) in &told.unchecked {
        say::line(format!("trapline: the clause `{clause}` could not be checked in {runs} runs"));
    }
    let code = |holds: bool, code: u8| if holds { code } else { codes::CLEAN };
    Ok(codes::worst([code(violation, codes::FINDINGS), code(nothing, codes::NOTHING_RAN)]))
}

/// The script, from the command line or standard input.
pub(super) fn read(arg: &OsString) -> Result<Vec<u8>, Error> {
    if arg != "-" {
        return Ok(arg.as_bytes().to_vec());
    }
    let mut script = Vec::new();
    let failed = |error: std::io::Error| Error::Usage(format!("standard input: {error}"));
    std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut script).map_err(failed)?;
    if script.len() as u64 > LONGEST {
        return Err(Error::Usage(format!("standard input: longer than {LONGEST} bytes")));
    }
    Ok(script)
}

/// Several scripts, for shells that keep their state between them.
fn several(calls: &[Vec<u8>], guarded: bool, plan: &Plan) -> Result<Script, Error> {
    if guarded {
        let why =
            "a guard is asked about one script; leave --guard out to run several as a session";
        return Err(Error::Usage(why.to_owned()));
    }
    if let Some(shell) = plan.shells.iter().find(|shell| !shell.name.is_session()) {
        let why = format!(
            "{} takes one script; a session takes several: --shells bash@session",
            shell.name
        );
        return Err(Error::Usage(why));
    }
    Ok(Script::Calls(calls.to_vec()))
}

/// Runs it as it is under each shell.
fn as_written(
    told: &mut Told,
    plan: &Plan,
    runner: &mut WithCommands,
    (script, text): (&[u8], &Script),
    care: Care,
) -> Result<(), Error> {
    for shell in &plan.shells {
        for world in &plan.worlds {
            let spec = RunSpec {
                script: text,
                world,
                shell,
                delivery: plan.delivery,
                timeout: plan.timeout,
                exact: care == Care::Exact,
                commands: true,
                closely: true,
            };
            match runner.run(&spec) {
                Ok(seen) => {
                    let (version, delivery) = (&shell.version, plan.delivery);
                    let label = Label { shell: shell.name, version, world, delivery };
                    told.runs.push(RunRecord::new(&seen, &label));
                }
                Err(RunError::Failed(error) | RunError::Script(error)) => {
                    told.failed.push(Failed::new(shell.name, script, plan.delivery, error));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}

/// Asks the guard, and runs what it allows. True where it allows nothing.
fn asked(
    told: &mut Told,
    guard: &Opened,
    plan: &Plan,
    runner: &mut WithCommands,
    script: &[u8],
    care: Care,
) -> Result<bool, Error> {
    let Some(world) = plan.worlds.first() else { return Ok(true) };
    let mut made = guard.make(world);
    let mut lab = Lab::new(plan, made.as_mut(), runner);
    let asked = lab.ask_all(script);
    if let Some(why) = lab.guard().broken() {
        return Err(Error::Usage(format!("guard {}: {why}", guard.name())));
    }
    let runs_nothing = asked.iter().all(|asked| asked.outcome != Outcome::Runs);
    let trial = lab.try_asked(script, asked, care)?;
    for run in &trial.runs {
        let Some((world, _)) = lab.world(run.world) else { continue };
        let (version, delivery) = (&run.shell.version, plan.delivery);
        let label = Label { shell: run.shell.name, version, world, delivery };
        told.runs.push(RunRecord::new(&run.observation, &label));
        for unchecked in &run.judgement.unchecked {
            *told.unchecked.entry(unchecked.clause).or_default() += 1;
        }
    }
    // A shell that was to run it and did not is one whose run failed.
    let ran =
        |shell| trial.runs.iter().any(|run| [shell, ShellName::None].contains(&run.shell.name));
    let left = trial.asked.iter().filter(|it| it.outcome == Outcome::Runs && !ran(it.shell));
    for (asked, error) in left.zip(&trial.failed) {
        let failed = Failed::new(asked.shell, script, plan.delivery, error.to_string());
        told.failed.push(failed);
    }
    for sighting in &trial.sightings {
        told.findings.extend(settled(&mut lab, script, &trial, sighting)?);
    }
    let answers: Vec<AnswerRecord> = trial.asked.iter().map(AnswerRecord::new).collect();
    if let Some(first) = answers.first().cloned() {
        let promise = lab.promise().clone();
        let AnswerRecord { decision, rule, reason, handback, .. } = first;
        let name = guard.name();
        told.guard = Some(GuardTold { name, decision, rule, reason, handback, promise, answers });
    }
    Ok(runs_nothing)
}

/// The finding of a sighting, where it repeats.
fn settled(
    lab: &mut Lab<'_>,
    script: &[u8],
    trial: &Trial,
    sighting: &Sighting,
) -> Result<Option<Finding>, Error> {
    Ok(match confirm(lab, script, trial, sighting)? {
        Confirmation::Yes(sighting, trial) => Some(finding(lab, script, script, &sighting, &trial)),
        Confirmation::No(unstable) => {
            if let Some(text) = unstable {
                say::line(format!("trapline: {text}"));
            }
            let bucket = sighting.signature.text();
            say::line(format!("trapline: {bucket} did not repeat, and is left out"));
            None
        }
        Confirmation::Changed(before, now) => {
            let shells: BTreeSet<_> = trial.asked.iter().map(|asked: &Asked| asked.shell).collect();
            let what = vec![before.to_owned(), now.to_owned()];
            let sighting = Sighting {
                signature: Signature::of_kind(FindingKind::Unstable, what, shells, script),
                summary: format!("the guard said {before}, and {now} when it was asked again"),
                world: None,
            };
            Some(finding(lab, script, script, &sighting, trial))
        }
    })
}

fn print(told: &Told, out: &mut Out) {
    if let Some(guard) = &told.guard {
        let mut said: Vec<(String, Vec<&str>)> = Vec::new();
        for answer in &guard.answers {
            let says = answer.says();
            match said.iter_mut().find(|(known, _)| *known == says) {
                Some((_, shells)) => shells.push(&answer.shell),
                None => said.push((says, vec![&answer.shell])),
            }
        }
        let alike = said.len() == 1;
        for (says, shells) in said {
            let shells = if alike { String::new() } else { format!(" for {}", shells.join(", ")) };
            out.line(format!("{}{shells}: {says}", guard.name));
        }
        if told.runs.is_empty() && told.failed.is_empty() {
            out.line("nothing was run; without --guard, trapline shows what the script does");
        }
    }
    for (at, run) in told.runs.iter().enumerate() {
        if at > 0 || told.guard.is_some() {
            out.line("");
        }
        out.line(show::heading(run));
        for deed in show::deeds(run) {
            out.line(format!("  {deed}"));
        }
        host::print_met(told.host_profile.as_ref().and_then(|profile| profile.runs.get(at)), out);
    }
    for finding in &told.findings {
        out.line("");
        for line in show::finding(finding, false) {
            out.line(line);
        }
    }
    if let Some(profile) = &told.host_profile {
        profile.print(out);
    }
}
