//! What the test and the example `agree` are made of.

mod explained;
mod one;
mod shells;
mod sources;
mod table;
mod wire;

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hunt::agree::Generator;
use one::{Outcome, one};
use shells::Watcher;
use table::Counts;

type Failure = Box<dyn std::error::Error + Send + Sync>;

const HELP: &str = "\
The reader against real shells, with brush-parser and conch-parser as second opinions.

  --generated N   generated scripts that are read without a doubt and run
  --minutes N     end what is generated after so many minutes
  --seed N        of the generator
  --spec FOLDER   scripts of the test suites in a folder: *.test.sh (Oils) and *.tst (yash)
  --file FILE     scripts of a file: JSON lines with `script` or `command`, or else one a line
  --no-stored     leave the stored scripts out
  --verbose       print every run
  --doubtful      run generated scripts with doubts too
  --scripts ...   the rest of the arguments are scripts, and only they are run";

/// What the command line asks for.
#[derive(Clone, Debug, Default)]
struct Options {
    /// How many generated scripts are run.
    generated: usize,
    /// Explained differences are told of too, and what shells run alike and the reader doubts.
    told: bool,
    seed: u64,
    minutes: Option<u64>,
    files: Vec<String>,
    folders: Vec<String>,
    scripts: Vec<Vec<u8>>,
    verbose: bool,
    doubtful: bool,
    no_stored: bool,
}

/// Runs what the command line asks for; without a word there so many generated scripts, with more
/// `told` or less.
pub(crate) fn main(generated: usize, told: bool) -> ExitCode {
    let defaults = Options { generated, told, ..Options::default() };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("--inside") => {
            return match shells::watch() {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            };
        }
        Some("--help") => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    match options(defaults, &arguments).and_then(|options| sweep(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("agree: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options(mut options: Options, arguments: &[String]) -> Result<Options, Failure> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--generated" => options.generated = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--minutes" => options.minutes = Some(value()?.parse()?),
            "--file" => options.files.push(value()?.clone()),
            "--spec" => options.folders.push(value()?.clone()),
            "--no-stored" => options.no_stored = true,
            "--verbose" => options.verbose = true,
            "--doubtful" => options.doubtful = true,
            "--scripts" => {
                options.scripts = rest.by_ref().map(|text| text.clone().into_bytes()).collect();
                options.generated = 0;
                options.no_stored = true;
            }
            // What the test runner of cargo passes on to every test.
            "--nocapture" | "-q" | "--quiet" => {}
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    Ok(options)
}

/// Goes through all sources: whether all is well.
fn sweep(options: &Options) -> Result<bool, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let mut watchers: Vec<Watcher> =
        (0..threads).map(|_| Watcher::start()).collect::<Result<_, _>>()?;
    let mut tables: Vec<Counts> = Vec::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for source in sources::sources(options)? {
        let mut counts = Counts::new(source.name, source.least);
        let scripts: Vec<Vec<u8>> =
            source.scripts.into_iter().filter(|script| seen.insert(script.clone())).collect();
        batch(&scripts, &mut watchers, &mut counts, options, true)?;
        tables.push(counts.done());
        seeds.extend(scripts);
    }
    let mut counts = Counts::new("generated".to_owned(), 0);
    let mut generator = Generator::new(options.seed, seeds);
    let limit = options.minutes.map(|minutes| Duration::from_secs(minutes * 60));
    let start = Instant::now();
    let mut reported = start;
    while counts.read < options.generated && limit.is_none_or(|limit| start.elapsed() < limit) {
        let fresh = (0..400).map(|_| generator.script());
        let fresh: Vec<_> = fresh.filter(|script| seen.insert(script.clone())).collect();
        batch(&fresh, &mut watchers, &mut counts, options, false)?;
        if reported.elapsed() > Duration::from_secs(60) {
            reported = Instant::now();
            println!("so far: {}", counts.summary());
        }
    }
    if counts.scripts > 0 {
        tables.push(counts.done());
    }
    table::print(&tables);
    Ok(tables.iter().all(Counts::good))
}

/// Runs scripts, each by one of the watchers, and counts what came of them in their order.
fn batch(
    scripts: &[Vec<u8>],
    watchers: &mut [Watcher],
    counts: &mut Counts,
    options: &Options,
    stored: bool,
) -> Result<(), Failure> {
    let count = watchers.len();
    let outcomes: Vec<Result<Vec<Outcome>, Failure>> = std::thread::scope(|scope| {
        let threads: Vec<_> = watchers
            .iter_mut()
            .enumerate()
            .map(|(at, watcher)| {
                let own = scripts.iter().skip(at).step_by(count);
                scope.spawn(move || {
                    own.map(|script| one(script, watcher, options, stored)).collect()
                })
            })
            .collect();
        let failed = |_| Err(Failure::from("a thread panicked"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    });
    let mut queues = Vec::new();
    for outcomes in outcomes {
        queues.push(outcomes?.into_iter());
    }
    for at in 0..scripts.len() {
        if let Some(outcome) = queues.get_mut(at % count).and_then(Iterator::next) {
            counts.add(outcome);
        }
    }
    Ok(())
}
