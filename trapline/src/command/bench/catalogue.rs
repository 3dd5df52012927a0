//! The stored cases: what their runs take in the oracle, beside bare starts of the same shells.
//!
//! A bare run of a hostile script has no place on a real machine. So the bare runs are made inside a
//! sandbox by a program that stays there and starts one shell after the other with `posix_spawn`; no
//! run of them is isolated from the next or looked at, and putting the world back is not counted.
//!
//! First each run is made in both ways, on one core. Then those that are quick bare are made again on
//! two cores at once, as a replay makes them. Worlds, set-up scripts included, are ready before a
//! clock runs.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use corpora::Case;
use oracle::guest::{Guest, GuestConfig, GuestProgram};
use oracle::{Config, Delivery, Mode, Oracle, Run, Shell, ShellName, World};

use super::measure::join;
use crate::cases;
use crate::cores;
use crate::error::Error;
use crate::out::Out;
use crate::say;

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

/// A run whose bare start takes less is quick.
const QUICK: Duration = Duration::from_millis(20);

/// What the quick runs may take together on two cores.
const QUICK_LIMIT: f64 = 6.0;

/// What the others may take, in times of their bare starts.
const SLOW_LIMIT: f64 = 1.3;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cases, or folders of them; those of the repository unless named.
    paths: Vec<PathBuf>,
}

/// What runs of both kinds took together.
#[derive(Clone, Copy, Default)]
struct Sums {
    runs: u64,
    bare: Duration,
    oracle: Duration,
}

impl Sums {
    fn ratio(&self) -> f64 {
        self.oracle.as_secs_f64() / self.bare.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    fn value(&self) -> serde_json::Value {
        serde_json::json!({
            "runs": self.runs, "oracle_s": self.oracle.as_secs_f64(),
            "bare_s": self.bare.as_secs_f64(), "ratio_to_bare": self.ratio(),
        })
    }
}

/// The first part.
#[derive(Default)]
struct First<'a> {
    quick: Sums,
    slow: Sums,
    left_out: u64,
    worlds: Duration,
    /// The quick runs, by case.
    again: Vec<(&'a Case, Vec<&'a Shell>)>,
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
    let all = cores::allowed();
    let core = cores::pin();
    let mut oracle = Oracle::new(config(core))?;
    let mut first = First::default();
    let count = loaded.len();
    for (at, loaded) in loaded.iter().enumerate() {
        one(&mut oracle, &loaded.case, &shells, &mut first)?;
        if at % 100 == 99 {
            say::line(format!("{} of {} cases", at + 1, count));
        }
    }
    drop(oracle);
    let pair: Vec<usize> = all.into_iter().rev().take(2).collect();
    let quick_s = replay(&first.again, &pair)?.as_secs_f64();
    let slow = first.slow.ratio();
    let json = serde_json::json!({
        "v": 1, "quick": first.quick.value(), "slow": first.slow.value(),
        "left_out": first.left_out, "worlds_s": first.worlds.as_secs_f64(),
        "cores": pair.len(), "quick_on_cores_s": quick_s,
        "quick_holds": quick_s <= QUICK_LIMIT, "slow_holds": slow <= SLOW_LIMIT,
    });
    if out.is_json() {
        out.value(&json);
        return Ok(0);
    }
    for (name, sums) in [("under 20 ms", &first.quick), ("the rest", &first.slow)] {
        out.line(format!(
            "bare {name}, on one core: {} runs, {:.1} s in the oracle, {:.1} s bare, ratio {:.2}",
            sums.runs,
            sums.oracle.as_secs_f64(),
            sums.bare.as_secs_f64(),
            sums.ratio(),
        ));
    }
    let holds = |holds: bool| if holds { "holds" } else { "does not hold" };
    out.line(format!(
        "bare under 20 ms, on {} cores at once: {quick_s:.1} s; asked {QUICK_LIMIT:.1} s, {}",
        pair.len(),
        holds(quick_s <= QUICK_LIMIT),
    ));
    out.line(format!(
        "the rest: {slow:.2} times bare; asked {SLOW_LIMIT:.1}, {}",
        holds(slow <= SLOW_LIMIT),
    ));
    out.line(format!(
        "making the worlds took {:.1} s more; {} runs left out, for a time limit, a process left \
         behind, or another delivery",
        first.worlds.as_secs_f64(),
        first.left_out,
    ));
    Ok(0)
}

fn config(core: Option<usize>) -> Config {
    Config { timeout: Duration::from_secs(5), cpu: core, ..Config::default() }
}

fn one<'a>(
    oracle: &mut Oracle,
    case: &'a Case,
    shells: &'a [Shell],
    first: &mut First<'a>,
) -> Result<(), Error> {
    if case.skip.is_some() {
        return Ok(());
    }
    // Text has to pass through a line of JSON, and a terminal is no matter of starting a shell.
    let Some(text) = std::str::from_utf8(&case.body).ok().filter(|_| case.delivery == Delivery::C)
    else {
        first.left_out += shells.len() as u64;
        return Ok(());
    };
    let world = cases::world(case)?;
    let begun = Instant::now();
    let Some(shell) = shells.first() else { return Ok(()) };
    oracle.run(":", &world, shell)?;
    let mut bare = BareCell::new(&world)?;
    first.worlds += begun.elapsed();
    let mut again = Vec::new();
    for shell in shells {
        let run = Run { mode: Mode::Exact, ..Run::new(&case.body, &world, shell) };
        let begun = Instant::now();
        let seen = oracle.observe(&run)?;
        let took = begun.elapsed();
        // What waits for its time limit, or for what it left behind, measures the limits.
        let leaves = seen.effects.iter().any(|it| it.kind == oracle::EffectKind::Leftover);
        if seen.timed_out || leaves || took > Duration::from_secs(4) {
            first.left_out += 1;
            continue;
        }
        let bare = bare.run(shell, text, &world)?;
        let sums = if bare < QUICK { &mut first.quick } else { &mut first.slow };
        sums.runs += 1;
        sums.bare += bare;
        sums.oracle += took;
        if bare < QUICK {
            again.push(shell);
        }
    }
    if !again.is_empty() {
        first.again.push((case, again));
    }
    Ok(())
}

/// Makes the quick runs on these cores at once; what the core that took longest needed.
fn replay(runs: &[(&Case, Vec<&Shell>)], cores: &[usize]) -> Result<Duration, Error> {
    let jobs = cores.len().max(1);
    let job = |at: usize| {
        let core = cores.get(at).copied();
        if let Some(core) = core {
            cores::stay_on(core);
        }
        let mut oracle = Oracle::new(config(core))?;
        let mut taken = Duration::ZERO;
        for (case, shells) in runs.iter().skip(at).step_by(jobs) {
            let world = cases::world(case)?;
            if let Some(shell) = shells.first() {
                oracle.run(":", &world, shell)?;
            }
            for shell in shells {
                let begun = Instant::now();
                oracle.observe(&Run::new(&case.body, &world, shell))?;
                taken += begun.elapsed();
            }
        }
        Ok(taken)
    };
    let taken = std::thread::scope(|scope| {
        let job = &job;
        let threads: Vec<_> = (0..jobs).map(|at| scope.spawn(move || job(at))).collect();
        join(threads)
    })?;
    Ok(taken.into_iter().max().unwrap_or_default())
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
