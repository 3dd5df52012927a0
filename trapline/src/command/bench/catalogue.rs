//! The stored cases: what their runs take in the oracle, beside bare starts of the same shells.
//!
//! A bare run of a hostile script has no place on a real machine. So the bare runs are made inside a
//! sandbox by a program that stays there and starts one shell after the other with `posix_spawn`; no
//! run of them is isolated from the next or looked at, and putting the world back is not counted.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use corpora::Case;
use oracle::guest::{Guest, GuestConfig, GuestProgram};
use oracle::{Config, Delivery, Mode, Oracle, Run, Shell, ShellName, World};

use crate::cases;
use crate::error::Error;
use crate::out::Out;

/// Starts what each line of its input names and prints how long that took, in nanoseconds.
const DRIVER: &str = r#"
import json, os, sys, time
quiet = os.open("/dev/null", os.O_RDWR)
to = [(os.POSIX_SPAWN_DUP2, quiet, 0), (os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
for line in sys.stdin:
    program, argv, folder = json.loads(line)
    os.chdir(folder)
    begun = time.perf_counter_ns()
    pid = os.posix_spawn(program, argv, os.environ, file_actions=to, setsid=True)
    os.waitpid(pid, 0)
    print(time.perf_counter_ns() - begun, flush=True)
"#;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cases, or folders of them; those of the repository unless named.
    paths: Vec<PathBuf>,
}

/// What the runs of both kinds took together.
#[derive(Default)]
struct Sums {
    runs: u64,
    left_out: u64,
    bare: Duration,
    oracle: Duration,
    worlds: Duration,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let paths = match (args.paths.is_empty(), cases::folder(None, None)) {
        (false, _) => args.paths.clone(),
        (true, Some(folder)) => vec![folder],
        (true, None) => return Err(Error::Usage("no cases are here; name some".to_owned())),
    };
    let loaded = cases::load(&paths)?;
    let shells = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let shells = shells.map(Shell::find).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut oracle = Oracle::new(Config { timeout: Duration::from_secs(5), ..Config::default() })?;
    let mut sums = Sums::default();
    for loaded in &loaded {
        one(&mut oracle, &loaded.case, &shells, &mut sums)?;
    }
    let ratio = sums.oracle.as_secs_f64() / sums.bare.as_secs_f64().max(f64::MIN_POSITIVE);
    let json = serde_json::json!({
        "v": 1, "runs": sums.runs, "left_out": sums.left_out,
        "oracle_s": sums.oracle.as_secs_f64(), "bare_s": sums.bare.as_secs_f64(),
        "ratio_to_bare": ratio, "worlds_s": sums.worlds.as_secs_f64(),
    });
    if out.is_json() {
        out.value(&json);
    } else {
        out.line(format!(
            "{} runs on one core: {:.1} s in the oracle, {:.1} s bare, ratio {ratio:.2}; \
             making the worlds {:.1} s more; {} runs left out, for a time limit or a terminal",
            sums.runs,
            sums.oracle.as_secs_f64(),
            sums.bare.as_secs_f64(),
            sums.worlds.as_secs_f64(),
            sums.left_out,
        ));
    }
    Ok(0)
}

fn one(oracle: &mut Oracle, case: &Case, shells: &[Shell], sums: &mut Sums) -> Result<(), Error> {
    if case.skip.is_some() {
        return Ok(());
    }
    // Text has to pass through a line of JSON, and a terminal is no matter of starting a shell.
    let Some(text) = std::str::from_utf8(&case.body).ok().filter(|_| case.delivery == Delivery::C)
    else {
        sums.left_out += shells.len() as u64;
        return Ok(());
    };
    let world = cases::world(case)?;
    let begun = Instant::now();
    oracle.run(":", &world, &shells[0])?;
    let mut bare = BareCell::new(&world)?;
    sums.worlds += begun.elapsed();
    for shell in shells {
        let mut run = Run::new(&case.body, &world, shell);
        run.mode = Mode::Exact;
        let begun = Instant::now();
        let seen = oracle.observe(&run)?;
        let took = begun.elapsed();
        // What waits for its time limit, or for what it left behind, measures the limits.
        let leaves = seen.effects.iter().any(|it| it.kind == oracle::EffectKind::Leftover);
        if seen.timed_out || leaves || took > Duration::from_secs(4) {
            sums.left_out += 1;
            continue;
        }
        sums.bare += bare.run(shell, text, &world)?;
        sums.oracle += took;
        sums.runs += 1;
    }
    Ok(())
}

/// A sandbox with a program in it that starts shells.
struct BareCell {
    guest: Guest,
    input: File,
    output: BufReader<File>,
}

impl BareCell {
    fn new(world: &World) -> Result<Self, Error> {
        let config = GuestConfig { world: world.clone(), shown: Vec::new(), network: false };
        let mut guest = Guest::new(&config)?;
        let streams = guest.start(&GuestProgram {
            argv: ["python3", "-c", DRIVER].map(Into::into).to_vec(),
            env: Vec::new(),
            folder: PathBuf::from("/"),
        })?;
        let (input, output) = (File::from(streams.stdin), File::from(streams.stdout));
        Ok(Self { guest, input, output: BufReader::new(output) })
    }

    fn run(&mut self, shell: &Shell, text: &str, world: &World) -> Result<Duration, Error> {
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let argv = shell.argv(Delivery::C, text.as_bytes());
        let argv: Vec<_> = argv.iter().map(|word| lossy(word)).collect();
        let line = serde_json::json!([shell.program(), argv, lossy(&world.start)]);
        let trouble = |error| Error::io(Path::new("the bare runs"), error);
        writeln!(self.input, "{line}").map_err(trouble)?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).map_err(trouble)?;
        let took = answer.trim().parse().map(Duration::from_nanos).map_err(|_| {
            Error::Usage(format!("the bare runs ended early, at `{}`", text.escape_debug()))
        })?;
        self.guest.reset()?;
        Ok(took)
    }
}
