//! The reader against real shells.
//!
//! Every script that is read without a doubt is run under bash, dash, zsh, mksh and busybox, with
//! every program replaced by a stub that records its arguments and exits with 0, then with 1. A
//! program that a shell started and that is not in the tree, or a file that no redirection of the
//! tree makes, is a *wrong accept*, and there must be none. A second check predicts, for scripts
//! that fix everything, which programs run and how often; there a shell that runs fewer shows a
//! difference in reading that should have been a doubt.
//!
//! As a test it runs a small number of scripts. `--count N`, `--seed N` and `--minutes N` run
//! more; `--file F` takes scripts from the `script` or `command` of JSON lines, or else one a line, and
//! `--scripts` takes the rest of the arguments as scripts.
#![forbid(unsafe_code)]

mod predict;
mod shells;
mod wire;

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guard::syntax;
use hunt::agree::{Generator, Said};
use shells::{SHELLS, Watcher};
use wire::{Ask, Run};

type Failure = Box<dyn std::error::Error>;

/// What the command line asks for.
#[derive(Default)]
struct Options {
    count: usize,
    seed: u64,
    minutes: Option<u64>,
    files: Vec<String>,
    scripts: Vec<Vec<u8>>,
    /// Print every run.
    verbose: bool,
    /// Run scripts with doubts too, to see how shells read them.
    doubtful: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--inside") {
        return match shells::watch() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    match options(&arguments).and_then(|options| sweep(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("agree: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, Failure> {
    let mut options = Options { count: 400, ..Options::default() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--count" => options.count = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--minutes" => options.minutes = Some(value()?.parse()?),
            "--file" => options.files.push(value()?.clone()),
            "--verbose" => options.verbose = true,
            "--doubtful" => options.doubtful = true,
            "--scripts" => {
                options.scripts = rest.by_ref().map(|text| text.clone().into_bytes()).collect();
                options.count = 0;
            }
            // What the test runner of cargo passes on to every test.
            "--nocapture" | "-q" | "--quiet" => {}
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    Ok(options)
}

/// The scripts of a file.
fn load(path: &str) -> Result<Vec<Vec<u8>>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(scripts(&text))
}

/// The scripts of a text: JSON objects a line, or scripts a line.
fn scripts(text: &str) -> Vec<Vec<u8>> {
    let mut scripts = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let field = |key: &str| value.as_ref()?.get(key)?.as_str().map(str::to_owned);
        let decoded = field("script_b64").and_then(|text| STANDARD.decode(text).ok());
        let text = || field("script").or_else(|| field("command")).map(String::into_bytes);
        scripts.push(decoded.or_else(text).unwrap_or_else(|| line.as_bytes().to_vec()));
    }
    scripts
}

/// Stored scripts: what they are, how many of a hundred must be read where bash, dash and zsh run
/// them alike, and the scripts.
fn stored() -> Vec<(&'static str, usize, Vec<Vec<u8>>)> {
    vec![
        // Of what agents run every day almost everything must be read.
        ("common", 99, scripts(include_str!("../../../corpora/common.txt"))),
        ("catalogue", 97, scripts(include_str!("../../../corpora/catalogue.jsonl"))),
        // Each of these is there because some parser reads it wrongly.
        ("disagreements", 0, scripts(include_str!("../../../corpora/disagreements.jsonl"))),
    ]
}

/// What a sweep counts.
#[derive(Default)]
struct Counts {
    scripts: usize,
    read: usize,
    open: usize,
    predicted: usize,
    alike: usize,
    alike_read: usize,
    wrong: usize,
    differs: usize,
    timeouts: usize,
    doubts: BTreeMap<&'static str, usize>,
}

fn sweep(options: &Options) -> Result<bool, Failure> {
    let mut watcher = Watcher::start()?;
    let mut counts = Counts::default();
    let mut seen = HashSet::new();
    let start = Instant::now();
    let mut given: Vec<Vec<u8>> = options.scripts.clone();
    for file in &options.files {
        given.extend(load(file)?);
    }
    let mut good = true;
    let fixed = !given.is_empty();
    let lists = if fixed { Vec::new() } else { stored() };
    if fixed {
        for script in &given {
            if seen.insert(script.clone()) {
                one(script, &mut watcher, &mut counts, options, true)?;
            }
        }
        report("given", &counts, start);
        good &= counts.wrong == 0 && counts.differs == 0;
    }
    for (name, least, scripts) in lists {
        let (mut counts, start) = (Counts::default(), Instant::now());
        for script in &scripts {
            if seen.insert(script.clone()) {
                one(script, &mut watcher, &mut counts, options, true)?;
            }
        }
        report(name, &counts, start);
        good &= counts.wrong == 0 && counts.differs == 0;
        if counts.alike_read * 100 < counts.alike * least {
            println!("{name}: fewer than {least} % are read");
            good = false;
        }
        given.extend(scripts);
    }
    let mut generator = Generator::new(options.seed, given);
    let mut counts = Counts::default();
    let start = Instant::now();
    let limit = options.minutes.map(|minutes| Duration::from_secs(minutes * 60));
    while counts.read < options.count && limit.is_none_or(|limit| start.elapsed() < limit) {
        let script = generator.script();
        if seen.insert(script.clone()) {
            one(&script, &mut watcher, &mut counts, options, false)?;
            if counts.read % 2000 == 0 && counts.read > 0 && options.minutes.is_some() {
                report("so far", &counts, start);
            }
        }
    }
    if options.count > 0 {
        report("generated", &counts, start);
    }
    good &= counts.wrong == 0 && counts.differs == 0;
    Ok(good)
}

fn report(what: &str, counts: &Counts, start: Instant) {
    println!(
        "{what}: {} distinct scripts, {} read without doubt ({} of them with something unknown), \
         {} predicted; wrong accepts {}, differences {}, timeouts {}; {:.1} s",
        counts.scripts,
        counts.read,
        counts.open,
        counts.predicted,
        counts.wrong,
        counts.differs,
        counts.timeouts,
        start.elapsed().as_secs_f64(),
    );
    if counts.alike > 0 {
        println!(
            "{what}: of {} that bash, dash and zsh run alike, {} are read ({:.1} %)",
            counts.alike,
            counts.alike_read,
            counts.alike_read as f64 * 100.0 / counts.alike as f64,
        );
    }
    let mut doubts: Vec<_> = counts.doubts.iter().collect();
    doubts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let doubts: Vec<_> = doubts.iter().map(|(id, count)| format!("{id} {count}")).collect();
    println!("{what}: doubts: {}", doubts.join(", "));
}

/// Reads a script, and runs it where it is read (or where `always`, to see how shells read it).
fn one(
    script: &[u8],
    watcher: &mut Watcher,
    counts: &mut Counts,
    options: &Options,
    always: bool,
) -> Result<(), Failure> {
    counts.scripts += 1;
    // The loader is the one program in the sandbox that is no stub.
    let loader = script.windows(4).any(|window| window == b"/lib");
    if script.contains(&0) || loader {
        return Ok(());
    }
    let reading = syntax::read(script);
    let shown = String::from_utf8_lossy(script);
    if let Some(doubt) = reading.doubts.first() {
        *counts.doubts.entry(doubt.kind.id()).or_default() += 1;
    }
    let said = Said::new(&reading.script);
    if reading.doubts.is_empty() {
        counts.read += 1;
        counts.open += usize::from(said.open);
        let printed = syntax::print(&reading.script);
        let again = syntax::read(&printed);
        if !again.doubts.is_empty() || !same(&again.script, &reading.script) {
            counts.wrong += 1;
            println!(
                "PRINT {shown:?} -> {:?}: {:?}",
                String::from_utf8_lossy(&printed),
                again.doubts.first().map(ToString::to_string),
            );
        }
    } else if !always && !options.doubtful {
        return Ok(());
    }
    let mut names = said.names.clone();
    names.extend(words(script));
    let shells = (0..SHELLS.len()).filter_map(|shell| u8::try_from(shell).ok()).collect();
    let statuses = if constant(script) { vec![0] } else { vec![0, 1] };
    let ask = Ask { script: script.to_vec(), shells, statuses };
    let runs = watcher.run(&ask, &names)?;
    counts.timeouts += usize::from(runs.iter().any(|run| run.timed_out));
    let alike = runs_alike(&runs);
    counts.alike += usize::from(alike);
    counts.alike_read += usize::from(alike && reading.doubts.is_empty());
    let doubt = reading.doubts.first();
    if options.verbose || (always && alike && doubt.is_some()) {
        println!("{shown:?}: {}", doubt.map_or("read".to_owned(), ToString::to_string));
    }
    if options.verbose {
        runs.iter().for_each(show);
    }
    if doubt.is_some() {
        return Ok(());
    }
    for run in &runs {
        let missed = run.ran.iter().find(|argv| !said.open && !said.has_command(argv));
        let file = run.files.iter().find(|file| !said.open && !said.has_file(file));
        if missed.is_some() || file.is_some() {
            counts.wrong += 1;
            println!("WRONG {shown:?}");
            show(run);
            return Ok(());
        }
    }
    let mut predicted = false;
    for run in runs.iter().filter(|run| !run.timed_out) {
        let Some(mut expected) = predict::predict(&reading.script, run.status, run.shell) else {
            continue;
        };
        expected.retain(|argv| !argv.is_empty());
        predicted = true;
        expected.sort();
        let mut ran = run.ran.clone();
        ran.sort();
        if ran != expected {
            counts.differs += 1;
            println!("DIFFERS {shown:?}");
            show(run);
            return Ok(());
        }
    }
    counts.predicted += usize::from(predicted);
    Ok(())
}

/// Whether nothing in the text depends on the status of a program.
fn constant(script: &[u8]) -> bool {
    let has = |word: &[u8]| script.windows(word.len()).any(|window| window == word);
    ![&b"&&"[..], b"||", b"if", b"while", b"until", b"!", b"$?", b"-e", b"trap"]
        .into_iter()
        .any(has)
}

/// Whether bash, dash and zsh ran the same programs with the same words and made the same files.
fn runs_alike(runs: &[Run]) -> bool {
    let of = |shell: u8| runs.iter().filter(move |run| run.shell == shell);
    let same = |one: &Run, other: &Run| {
        let (mut left, mut right) = (one.ran.clone(), other.ran.clone());
        left.sort();
        right.sort();
        left == right
            && one.files == other.files
            && (one.exit == 0) == (other.exit == 0)
            && !one.timed_out
            && !other.timed_out
    };
    of(0).zip(of(1)).zip(of(2)).all(|((bash, dash), zsh)| same(bash, dash) && same(bash, zsh))
        && runs.iter().any(|run| run.shell < 3 && (run.exit == 0 || !run.ran.is_empty()))
}

/// Whether two trees are the same but for their places.
fn same(one: &syntax::Script, other: &syntax::Script) -> bool {
    outline(one) == outline(other)
}

/// A tree's debug text without its spans.
fn outline(script: &syntax::Script) -> String {
    let text = format!("{script:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { start: ") {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        let end = after.find('}').map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    out.push_str(rest);
    out
}

/// Words under which a shell might look for a program if it read the text in another way.
fn words(script: &[u8]) -> Vec<Vec<u8>> {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.+@%,{}[]!^:=~*?#".contains(byte);
    let mut words: Vec<Vec<u8>> = Vec::new();
    let joined: Vec<u8> = script
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| {
            let continues = byte == b'\n' && at > 0 && script[at - 1] == b'\\';
            !continues && !matches!(byte, b'\\' | b'\'' | b'"' | b'`')
        })
        .map(|(_, &byte)| byte)
        .collect();
    for text in [script, &joined] {
        for word in text.split(|byte| !in_word(byte)) {
            words.push(word.to_vec());
            words.extend(word.split(|byte| b"{}[]!^:=~*?#@%,+".contains(byte)).map(<[u8]>::to_vec));
        }
    }
    words.extend(["cat", "more", "sh", "x", "env", "less"].map(|name| name.as_bytes().to_vec()));
    words
}

fn show(run: &Run) {
    let name = SHELLS.get(usize::from(run.shell)).map_or("?", |(name, ..)| name);
    let ran: Vec<String> = run
        .ran
        .iter()
        .map(|argv| {
            let words: Vec<_> = argv.iter().map(|word| String::from_utf8_lossy(word)).collect();
            format!("{words:?}")
        })
        .collect();
    let files: Vec<_> = run.files.iter().map(|file| String::from_utf8_lossy(file)).collect();
    println!(
        "  {name} {}: exit {}{} ran {} files {files:?}",
        run.status,
        run.exit,
        if run.timed_out { " (timed out)" } else { "" },
        ran.join(" "),
    );
}
