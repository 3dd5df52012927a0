//! `trapline reduce`: the smallest script that shows the same bug.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use corpora::Case;
use corpora::finding::Finding;
use hunt::lab::{Care, Lab, Sighting};
use hunt::reduce::Limits;
use hunt::runner::OracleRunner;
use hunt::search::{Confirmation, Shrunk, confirm, finding, shrink};
use hunt::{Plan, Trust};
use oracle::{Config, World, worlds};
use serde::Serialize;

use crate::cases;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::interrupt::Interrupt;
use crate::out::Out;
use crate::setup::{self, ShellArgs};
use crate::{say, trust};

/// The largest file that is read, in bytes.
const LARGEST: u64 = corpora::suite::MAX_FILE;

/// How much a reduction that a person waits for may take.
const LIMITS: Limits = Limits { tests: 20_000, time: Duration::from_secs(120) };

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A case, or any other file, which is then the script as it is.
    file: PathBuf,
    /// The guard that allows it.
    #[arg(long, value_name = "NAME|FILE.toml")]
    guard: String,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    shells: ShellArgs,
    /// The world to run in [default: that of the case, or range].
    #[arg(long, value_name = "NAME")]
    world: Option<String>,
    /// Which finding to keep, where the script shows several: how its bucket begins.
    #[arg(long, value_name = "TEXT")]
    bucket: Option<String>,
}

/// What is reduced, and where it runs.
struct Input {
    script: Vec<u8>,
    case: Option<Case>,
}

#[derive(Serialize)]
struct Told {
    v: u32,
    bucket: String,
    before: usize,
    after: usize,
    finding: Finding,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let input = read(&args.file)?;
    let guard = Opened::open(&args.guard, &args.change)?;
    let interrupt = Interrupt::install()?;
    let world = world(args, &input)?;
    let mut plan = setup::plan(args.shells.find()?, world.clone())?;
    if let Some(case) = &input.case {
        // As a replay of the case runs it.
        plan.delivery = setup::vouched(guard.make(&world).as_ref(), case.delivery);
        if let Some(seconds) = case.timeout {
            plan.timeout = Duration::from_secs(seconds.into());
        }
    }
    let mut runner = OracleRunner::new(Config::default())?;
    let mut made = guard.make(&world);
    let before = input.script.len();
    let (small, sighting, finding) = trust::sound(|| {
        let mut lab = Lab::new(&plan, made.as_mut(), &mut runner);
        let found = smallest(args, &plan, &mut lab, &input.script, &interrupt);
        // That nothing was found counts no more than what was.
        if lab.verify()? == Trust::Lost {
            return Ok(None);
        }
        let Shrunk { script: small, sighting, trial, .. } = found?;
        let finding = finding(&mut lab, &input.script, &small, &sighting, &trial);
        Ok(Some((small, sighting, finding)))
    })?;
    let bucket = sighting.signature.text();
    say::line(format!("{bucket}: {} bytes, from {before}", small.len()));
    if out.is_json() {
        out.value(&Told { v: 1, bucket, before, after: small.len(), finding });
    } else {
        out.bytes(&small);
        if !small.ends_with(b"\n") {
            out.bytes(b"\n");
        }
    }
    let interrupted = if interrupt.is_asked() { codes::INTERRUPTED } else { codes::CLEAN };
    Ok(codes::worst([codes::FINDINGS, interrupted]))
}

/// The smallest script that shows what is wanted.
fn smallest(
    args: &Args,
    plan: &Plan,
    lab: &mut Lab<'_>,
    script: &[u8],
    interrupt: &Interrupt,
) -> Result<Shrunk, Error> {
    let trial = lab.try_script(script, Care::Exact)?;
    let wanted = |sighting: &&Sighting| match &args.bucket {
        Some(bucket) => sighting.signature.text().starts_with(bucket.as_str()),
        None => sighting.signature.kind.is_violation(),
    };
    let Some(sighting) = trial.sightings.iter().find(wanted) else {
        return Err(nothing(args, plan, &trial.sightings, &trial.failed));
    };
    let (sighting, trial) = match confirm(lab, script, &trial, sighting)? {
        Confirmation::Yes(sighting, trial) => (sighting, *trial),
        Confirmation::No(_) | Confirmation::Changed(..) => {
            let bucket = sighting.signature.text();
            let file = args.file.display();
            return Err(Error::Usage(format!("{file}: {bucket} does not repeat")));
        }
    };
    let mut shrunk = shrink(lab, script, sighting, trial, LIMITS, &|| interrupt.is_asked());
    match shrunk.error.take() {
        Some(error) => Err(error.into()),
        None => Ok(shrunk),
    }
}

fn read(file: &Path) -> Result<Input, Error> {
    let failed = |error| Error::io(file, error);
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(failed)?;
    opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::Usage(format!("{}: larger than {LARGEST} bytes", file.display())));
    }
    if !bytes.starts_with(b"#@ ") {
        return Ok(Input { script: bytes, case: None });
    }
    let case = Case::parse(file, &bytes).map_err(|error| Error::Usage(error.to_string()))?;
    Ok(Input { script: case.body.clone(), case: Some(case) })
}

fn world(args: &Args, input: &Input) -> Result<World, Error> {
    match (&args.world, &input.case) {
        (Some(name), _) => Ok(worlds::get(name)?),
        (None, Some(case)) => cases::world(case),
        (None, None) => Ok(worlds::get("range")?),
    }
}

/// Why there is nothing to reduce.
fn nothing(args: &Args, plan: &Plan, sightings: &[Sighting], failed: &[hunt::RunError]) -> Error {
    let file = args.file.display();
    if let Some(error) = failed.first() {
        return Error::NothingRan(format!("{file}: {error}"));
    }
    let shells: Vec<&str> = plan.shells.iter().map(|shell| shell.name.name()).collect();
    let found: Vec<String> = sightings.iter().map(|sighting| sighting.signature.text()).collect();
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    Error::Usage(format!(
        "{file}: shows no such finding against {} under {} (found: {found})",
        args.guard,
        shells.join(", ")
    ))
}
