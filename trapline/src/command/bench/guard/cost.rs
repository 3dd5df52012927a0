//! Times of the reader and of the approver's whole decision.

use std::hint::black_box;
use std::time::{Duration, Instant};

use guard::{Answer, Guard, TargetShell, Verdict, syntax};
use hunt::Layout;
use oracle::worlds;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use super::super::measure::Middle;
use crate::error::Error;

/// The commands that agents run all day, one a line.
pub(super) const COMMON: &str = include_str!("../../../../../corpora/common.txt");

/// How often one command is decided for one sample.
const REPEATS: u32 = 200;
/// How many samples are taken of each time.
const SAMPLES: usize = 9;

/// What a decision takes, in microseconds.
#[derive(Serialize)]
pub(super) struct Decision {
    /// How many different commands were decided.
    pub(super) commands: usize,
    /// The median over the commands.
    pub(super) median_us: f64,
    /// The ninth tenth.
    pub(super) ninth_us: f64,
    /// The median of the reader alone.
    pub(super) reader_us: f64,
}

/// What a text of one kind and length takes, in microseconds.
#[derive(Serialize)]
pub(super) struct Growth {
    /// What the text is made of.
    pub(super) text: &'static str,
    /// Its length.
    pub(super) bytes: usize,
    /// The reader alone.
    pub(super) reader_us: f64,
    /// The whole decision.
    pub(super) decision_us: f64,
}

/// CPU time of this thread, in seconds: what else the machine does is not in it.
fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

/// The middle time of one call, in microseconds.
fn time(repeats: u32, mut call: impl FnMut()) -> f64 {
    let samples = (0..SAMPLES).map(|_| {
        let begun = cpu();
        (0..repeats).for_each(|_| call());
        (cpu() - begun) * 1e6 / f64::from(repeats)
    });
    Middle::of(samples.collect::<Vec<_>>()).median
}

fn approver() -> Box<dyn Guard> {
    guard::registry::BUILT_IN
        .iter()
        .find(|entry| entry.name == "approver")
        .map(guard::registry::Entry::make)
        .unwrap_or_else(|| Box::new(guard::policy::approver::Approver::bundled()))
}

/// Whether the approver allows it without looking at what it removes.
fn is_plain(guard: &mut dyn Guard, request: &guard::Request) -> bool {
    let allows = matches!(guard.decide(request), Answer::Verdict(Verdict::Allow { .. }));
    allows && guard.explain(request).is_some_and(|seen| seen.targets.is_empty())
}

/// Whole decisions about commands of about 60 bytes.
pub(super) fn decision() -> Result<Decision, Error> {
    let layout = Layout::of(&worlds::get("range")?);
    let mut guard = approver();
    let (mut whole, mut reader) = (Vec::new(), Vec::new());
    for line in COMMON.lines().filter(|line| (45..=75).contains(&line.len())) {
        let request = layout.request(line.as_bytes(), TargetShell::Bash);
        if !is_plain(guard.as_mut(), &request) {
            continue;
        }
        whole.push(time(REPEATS, || {
            black_box(guard.decide(black_box(&request)));
        }));
        reader.push(time(REPEATS, || {
            black_box(syntax::read(black_box(line.as_bytes())));
        }));
    }
    whole.sort_by(f64::total_cmp);
    let at = |part: usize| whole.get(whole.len() * part / 10).copied().unwrap_or_default();
    let reader_us = Middle::of(reader).median;
    let median_us = Middle::of(whole.clone()).median;
    Ok(Decision { commands: whole.len(), median_us, ninth_us: at(9), reader_us })
}

/// Texts that are repeated: opened again and again, or one behind the other.
const PIECES: &[(&str, &str)] = &[
    ("commands", "cargo test --workspace -- --nocapture 'a b' \"$x\" > out\n"),
    ("words", "word "),
    ("assignments", "x=1; "),
    ("open (", "("),
    ("open {", "{ "),
    ("open $(", "$("),
    ("open ${x:-", "${x:-"),
    ("open $((", "$(("),
    ("quotes", "'a'\"b\""),
    ("backquotes", "`a` "),
    ("here-documents", "a <<E\nx\nE\n"),
    ("if", "if a; then "),
    ("case", "case a in a) "),
    ("functions", "f() { a; }\n"),
    ("arithmetic lines", "x=$((x+1))\n"),
];

/// How times grow with the length: plain commands at each length, everything else at 64 KiB.
pub(super) fn growth() -> Result<Vec<Growth>, Error> {
    let layout = Layout::of(&worlds::get("range")?);
    let mut guard = approver();
    let mut rows = Vec::new();
    for (text, piece) in PIECES {
        let lengths: &[usize] = match *text {
            "commands" => &[64, 256, 1024, 4096, 16 * 1024, 64 * 1024],
            _ => &[8 * 1024, 64 * 1024],
        };
        for length in lengths {
            let script: Vec<u8> = piece.bytes().cycle().take(*length).collect();
            rows.push(grown(text, &script, guard.as_mut(), &layout));
        }
    }
    for depth in [8, 32, 60] {
        let script = format!("{}a{}", "(a; ".repeat(depth), ")".repeat(depth));
        rows.push(grown("nested to 8, 32, 60", script.as_bytes(), guard.as_mut(), &layout));
    }
    Ok(rows)
}

fn grown(text: &'static str, script: &[u8], guard: &mut dyn Guard, layout: &Layout) -> Growth {
    let request = layout.request(script, TargetShell::Bash);
    let begun = Instant::now();
    guard.decide(&request);
    // About 5 ms for one sample.
    let one = begun.elapsed().max(Duration::from_nanos(500));
    let repeats = u32::try_from(5_000_000 / one.as_nanos()).unwrap_or(1).clamp(1, 2000);
    Growth {
        text,
        bytes: script.len(),
        reader_us: time(repeats, || {
            black_box(syntax::read(black_box(script)));
        }),
        decision_us: time(repeats, || {
            black_box(guard.decide(black_box(&request)));
        }),
    }
}
