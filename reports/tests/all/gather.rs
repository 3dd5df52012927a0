//! What events come to.

use corpora::event::{End, Event, Stats};
use corpora::finding::FindingKind;
use reports::{Format, Gather, Log, Outcome, ReportError, State, render};

use crate::sample;

fn lines(events: &[Event]) -> Vec<u8> {
    let mut out = Vec::new();
    for event in events {
        serde_json::to_writer(&mut out, event).unwrap();
        out.push(b'\n');
    }
    out
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
    let mut gather = Gather::new();
    gather.jsonl("a/events.jsonl", b"\n\n").unwrap();
    assert!(matches!(gather.finish(), Err(ReportError::Empty)));
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
            vec![start(), bypass(), bypass(), note(), end(100, "time", 9)],
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
fn a_bucket_is_shown_by_its_shortest_script() {
    let mut long = sample::finding(FindingKind::Bypass, "a long script");
    let mut short = sample::finding(FindingKind::Bypass, "short");
    long.bucket = "same".into();
    short.bucket = "same".into();
    let all = log(vec![Event::Finding(long.clone()), Event::Finding(short.clone())]);
    assert_eq!(all.found.len(), 1);
    let found = all.found.first().unwrap();
    assert_eq!((found.finding.reduced.as_deref(), found.seen), (Some("short"), 2));
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
    let mut gather = Gather::new();
    gather.jsonl("one", &lines(&sample::events())).unwrap();
    gather.jsonl("two", &lines(&sample::events())).unwrap();
    let both = gather.finish().unwrap();
    assert_eq!(both.hunts.len(), 2);
    assert_eq!(both.found.len(), 12);
    assert!(both.found.iter().all(|found| found.hunts == [0, 1] && found.seen >= 2));
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
        ["The end event counts 3 buckets, the log holds 0 finding events: findings are missing \
          from it."]
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
fn a_line_that_is_cut_off_is_missing_and_any_other_is_an_error() {
    let mut bytes = lines(&sample::events());
    bytes.truncate(bytes.len() - 10);
    let mut gather = Gather::new();
    gather.jsonl("dir/events.jsonl", &bytes).unwrap();
    let log = gather.finish().unwrap();
    let missing = log.missing();
    assert!(missing.iter().any(|text| text.contains("dir/events.jsonl is cut off")), "{missing:?}");

    let mut gather = Gather::new();
    let error = gather.jsonl("dir/events.jsonl", b"\n{\"event\":\"stats\"}\n{}\n").unwrap_err();
    assert!(error.to_string().starts_with("dir/events.jsonl:2: not an event: "), "{error}");
    assert_eq!(error.exit_code(), 1);

    let mut start = sample::start();
    start.v = 2;
    let error = Log::from_events([Event::Start(start)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the log of guard naive has format version 2; this version reads 1"
    );
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.name().parse::<Format>().unwrap(), format);
    }
    assert!("pdf".parse::<Format>().is_err());
}
