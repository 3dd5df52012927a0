//! What events come to.

use std::fs;
use std::path::Path;

use corpora::event::{End, Event, Stats};
use corpora::finding::FindingKind;
use corpora::store::{self, Store};
use reports::{Format, Gather, Log, Outcome, ReportError, State, render};

use crate::sample;

/// Events as a hunt stores them, in a folder of their own.
fn stored(folder: &Path, events: Vec<Event>) -> store::Log {
    let mut store = Store::create(folder).unwrap();
    for event in events {
        match event {
            Event::Finding(finding) => {
                store.finding(finding).unwrap();
            }
            event => store.append(&event).unwrap(),
        }
    }
    store::read(folder).unwrap()
}

fn log(events: Vec<Event>) -> Log {
    Log::from_events(events).unwrap()
}

fn end(exit: u8, why: &str, ran: u64) -> Event {
    let mut stats = sample::stats();
    stats.unchecked.clear();
    stats.funnel.ran = ran;
    stats.funnel.finding = 0;
    Event::End(End { stats, why: why.into(), exit })
}

#[test]
fn no_event_is_an_error_with_exit_code_4() {
    let error = Log::from_events([]).unwrap_err();
    assert!(matches!(error, ReportError::Empty));
    assert_eq!(error.exit_code(), 4);
    assert!(matches!(Gather::new().finish(), Err(ReportError::Empty)));
}

#[test]
fn each_outcome_has_a_word_and_a_sentence() {
    let start = || Event::Start(sample::start());
    let bypass = || Event::Finding(sample::finding(FindingKind::Bypass, "x"));
    let note = || Event::Finding(sample::finding(FindingKind::Divergence, "x"));
    let table = [
        (vec![start(), end(0, "time", 9)], State::Clean, "clean: nothing found"),
        (vec![start(), note(), end(0, "time", 9)], State::Clean, "clean: no violation, and 1 note"),
        (
            vec![start(), bypass(), end(100, "time", 9)],
            State::Violations,
            "1 violation in 1 bucket",
        ),
        (
            vec![
                start(),
                bypass(),
                bypass(),
                note(),
                end(100, "time", 9),
                start(),
                bypass(),
                end(100, "time", 9),
            ],
            State::Violations,
            "2 violations in 1 bucket, and 1 note",
        ),
        (vec![start(), bypass()], State::Violations, "1 violation in 1 bucket"),
        (
            vec![start(), note(), end(100, "first", 9)],
            State::Notes,
            "no violation, but 1 note in 1 bucket that it was told to fail on",
        ),
        (
            vec![start(), end(4, "exhausted", 0)],
            State::NothingRan,
            "nothing ran, so this says nothing about the guard",
        ),
        (
            vec![start(), end(0, "time", 0)],
            State::NothingRan,
            "nothing ran, so this says nothing about the guard",
        ),
        (
            vec![start(), end(4, "time", 9)],
            State::NothingRan,
            "no clause of the promise could be checked, so this says nothing about the guard",
        ),
        (vec![start()], State::Incomplete, "incomplete: no violation when the log stops"),
        (
            vec![start(), end(106, "interrupted", 9)],
            State::Incomplete,
            "incomplete: no violation when the log stops",
        ),
        (
            vec![start(), bypass(), end(97, "controls failed", 9)],
            State::Void,
            "void: the controls failed, so nothing counts (1 violation in 1 bucket)",
        ),
        (
            vec![start(), end(1, "no space left on device", 9)],
            State::Failed,
            "failed before its end: no space left on device; no violation until then",
        ),
    ];
    for (events, state, sentence) in table {
        let outcome = Outcome::of(&log(events));
        assert_eq!((outcome.state, outcome.sentence.as_str()), (state, sentence));
    }
}

#[test]
fn a_bucket_is_shown_by_its_shortest_script_or_by_what_was_told_last() {
    let mut long = sample::finding(FindingKind::Bypass, "a long script");
    let mut short = sample::finding(FindingKind::Bypass, "short");
    long.bucket = "same".into();
    short.bucket = "same".into();
    let start = || Event::Start(sample::start());
    let (a, b) = (Event::Finding(long.clone()), Event::Finding(short.clone()));
    let table = [
        (vec![start(), a.clone(), b.clone()], "short", 1),
        (vec![start(), b.clone(), a.clone()], "a long script", 1),
        (vec![start(), b.clone(), start(), a.clone()], "short", 2),
        (vec![start(), a, start(), b], "short", 2),
    ];
    for (events, script, hunts) in table {
        let all = log(events);
        assert_eq!(all.found.len(), 1);
        let found = all.found.first().unwrap();
        assert_eq!((found.finding.reduced.as_deref(), found.hunts.len()), (Some(script), hunts));
    }
    // The same bucket of another kind or guard is another finding.
    short.kind = FindingKind::Crash;
    long.guard = "other".into();
    let all = log(vec![Event::Finding(long), Event::Finding(short)]);
    assert_eq!(all.found.len(), 2);
}

#[test]
fn violations_come_first() {
    let all = log(sample::events());
    let kinds: Vec<bool> = all.found.iter().map(|f| f.finding.kind.is_violation()).collect();
    assert!(kinds.windows(2).all(|pair| pair != [false, true]), "{kinds:?}");
}

#[test]
fn hunts_are_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut gather = Gather::new();
    gather.stored(stored(&folder.path().join("one"), sample::events()));
    gather.stored(stored(&folder.path().join("two"), sample::events()));
    let both = gather.finish().unwrap();
    assert_eq!(both.hunts.len(), 2);
    assert_eq!(both.found.len(), 12);
    assert!(both.found.iter().all(|found| found.hunts == [0, 1]));
    let funnel = both.funnel().unwrap();
    assert_eq!((funnel.generated, funnel.finding), (2 * 1_284_113, 12));
    assert_eq!(both.exit(), Some(100));
    assert_eq!(both.missing(), Vec::<String>::new());
    for format in Format::ALL {
        render(format, &both).unwrap();
    }
}

#[test]
fn exit_codes_outrank_each_other() {
    for (codes, expected) in [
        (&[0, 100][..], Some(100)),
        (&[0, 4], Some(4)),
        (&[100, 106], Some(106)),
        (&[96, 106], Some(96)),
        (&[1, 96], Some(1)),
        (&[97, 1], Some(97)),
        (&[0, 77], Some(77)),
    ] {
        let events = codes.iter().map(|code| end(*code, "time", 1));
        assert_eq!(Log::from_events(events).unwrap().exit(), expected, "{codes:?}");
    }
    let open = log(vec![end(0, "time", 1), Event::Start(sample::start())]);
    assert_eq!(open.exit(), None);
}

#[test]
fn what_is_missing_is_said() {
    let killed = log(vec![
        Event::Start(sample::start()),
        Event::Stats(Stats { elapsed_ms: 5_000, ..Stats::default() }),
    ]);
    assert_eq!(
        killed.missing(),
        ["The log has no end event: the hunt was killed or still runs. Its figures are those of \
          the last state it wrote, 5.0 s in."]
    );
    let headless = log(vec![end(0, "time", 1)]);
    assert!(headless.missing().first().unwrap().starts_with("The log has no start event"));
    let mut stats = sample::stats();
    stats.funnel.finding = 3;
    let lost = log(vec![
        Event::Start(sample::start()),
        Event::End(End { stats, why: "time".into(), exit: 100 }),
    ]);
    assert_eq!(
        lost.missing(),
        ["The end event counts 3 buckets, the log tells 0 buckets: findings are missing from it."]
    );
    for log in [killed, headless, lost] {
        for format in Format::ALL {
            render(format, &log).unwrap();
        }
        let page = render(Format::Html, &log).unwrap();
        assert!(page.contains("Not whole."));
    }
}

#[test]
fn what_was_torn_or_only_in_a_folder_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("hunt");
    stored(&dir, sample::events());
    let events = dir.join(store::EVENTS);
    // The log ends in the middle of its first finding, whose folder is whole.
    let bytes = fs::read(&events).unwrap();
    let third = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(2).unwrap().0;
    fs::write(&events, bytes.get(..third + 40).unwrap()).unwrap();
    let mut gather = Gather::new();
    gather.stored(store::read(&dir).unwrap());
    let log = gather.finish().unwrap();
    assert_eq!(log.hunts.len(), 1);
    assert_eq!(log.found.len(), 12);
    let missing = log.missing().join("\n");
    for text in ["the last line is torn (39 bytes)", "The log lacks 12 findings", "no end event"] {
        assert!(missing.contains(text), "{text}: {missing}");
    }
}

#[test]
fn a_newer_format_is_an_error() {
    let mut start = sample::start();
    start.v = 2;
    let error = Log::from_events([Event::Start(start)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the log of guard naive has format version 2; this version reads 1"
    );
    assert_eq!(error.exit_code(), 1);
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.name().parse::<Format>().unwrap(), format);
    }
    assert!("pdf".parse::<Format>().is_err());
}
