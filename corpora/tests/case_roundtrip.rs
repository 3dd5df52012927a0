//! What is written reads back, for any case; what is read can be written; no bytes panic.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::path::Path;

use corpora::case::{
    Case, CaseKind, Decision, Differs, EffectLine, Exit, ExitLine, ExpectLine, OutputLine, Pattern,
    ProgramLine, Shells, Status, Stream,
};
use oracle::{Delivery, EffectKind, ShellName};
use proptest::prelude::*;

/// Bytes that hit every corner of quoting: plain words, arrows, brackets, quotes, controls.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    const WORDS: &[&str] = &[
        "a",
        "like ",
        "[sh] ",
        " -> ",
        " ->",
        "-> ",
        "\"",
        "\\",
        " ",
        "\n",
        "\r",
        "\0",
        "undone ",
        "rename",
        "é",
        "\u{85}",
        "x/y",
        "contains ",
        "stdout ",
        "#@ ---",
        "— ",
        "=",
    ];
    prop_oneof![
        proptest::collection::vec(proptest::sample::select(WORDS), 0..6)
            .prop_map(|parts| parts.concat().into_bytes()),
        proptest::collection::vec(any::<u8>(), 0..12),
    ]
}

fn text() -> impl Strategy<Value = String> {
    bytes().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned() + "x")
}

fn no_nul() -> impl Strategy<Value = Vec<u8>> {
    bytes().prop_map(|bytes| bytes.into_iter().filter(|b| *b != 0).collect())
}

fn some_shells() -> impl Strategy<Value = Shells> {
    proptest::sample::subsequence(&ShellName::ALL[..], 0..4).prop_map(Shells::from_iter)
}

fn pattern() -> impl Strategy<Value = Pattern> {
    prop_oneof![bytes().prop_map(Pattern::Exact), bytes().prop_map(Pattern::Like)]
}

fn effect() -> impl Strategy<Value = EffectLine> {
    (
        some_shells(),
        any::<bool>(),
        proptest::sample::select(&EffectKind::ALL[..]),
        pattern(),
        pattern(),
    )
        .prop_map(|(shells, undone, kind, from, path)| EffectLine {
            shells,
            undone,
            kind,
            from: (kind == EffectKind::Rename).then_some(from),
            path,
        })
}

fn exit() -> impl Strategy<Value = Exit> {
    prop_oneof![
        any::<u8>().prop_map(Exit::Status),
        any::<u8>().prop_map(Exit::Signal),
        Just(Exit::Timeout),
    ]
}

fn output() -> impl Strategy<Value = OutputLine> {
    let streams = proptest::sample::select(vec![Stream::Both, Stream::Stdout, Stream::Stderr]);
    (some_shells(), streams, any::<bool>(), bytes()).prop_map(|(shells, stream, lacks, text)| {
        OutputLine { shells, stream, lacks, text: [text, b"x".to_vec()].concat() }
    })
}

fn expect() -> impl Strategy<Value = ExpectLine> {
    let decisions = proptest::sample::select(&Decision::ALL[..]);
    (
        some_shells(),
        "[a-z_.é-]{1,6}",
        decisions,
        proptest::option::of("[^\\s\\pC\\[][^\\s\\pC]{0,3}"),
    )
        .prop_map(|(shells, guard, decision, rule)| ExpectLine {
            shells,
            guard,
            decision,
            rule,
        })
}

prop_compose! {
    fn identity()(
        id in "[A-Za-z0-9][A-Za-z0-9._-]{0,8}",
        about in text(),
        class in text(),
        kind in proptest::sample::select(&CaseKind::ALL[..]),
        origin in text(),
        body in proptest::collection::vec(any::<u8>(), 1..60),
    ) -> Case {
        Case::new(id, kind, class, about, origin, body)
    }
}

prop_compose! {
    fn case()(
        base in identity(),
        (known, world, delivery, timeout) in (
            any::<bool>(),
            text(),
            proptest::sample::select(&Delivery::ALL[..]),
            proptest::option::of(1u32..=600),
        ),
        setup in proptest::option::of(no_nul().prop_filter("not empty", |s| !s.is_empty())),
        env in proptest::collection::btree_map("[A-Z]{1,3}", no_nul(), 0..3),
        lines in (
            proptest::collection::vec(effect(), 0..5),
            proptest::collection::vec((some_shells(), exit()), 0..2),
            proptest::collection::vec(output(), 0..3),
            proptest::collection::vec((some_shells(), bytes()), 0..3),
            proptest::collection::vec(expect(), 0..2),
        ),
        differs in proptest::option::of((
            proptest::sample::subsequence(&ShellName::ALL[..], 1..3),
            text(),
        )),
        (skip, racy) in (proptest::option::of(text()), proptest::option::of(text())),
        text_body in proptest::option::of(bytes()),
    ) -> Case {
        let (effects, exits, outputs, programs, expects) = lines;
        let body = text_body.filter(|body| !body.is_empty()).unwrap_or(base.body.clone());
        Case {
            status: if known { Status::Known } else { Status::Fixed },
            world, delivery, timeout, setup, body,
            env: env.into_iter().map(|(name, value)| (name.into_bytes(), value)).collect(),
            shells: ShellName::ALL.into_iter().collect(),
            effects,
            exits: exits.into_iter().map(|(shells, exit)| ExitLine { shells, exit }).collect(),
            outputs,
            programs: programs.into_iter()
                .map(|(shells, name)| ProgramLine { shells, name: [name, b"x".to_vec()].concat() })
                .collect(),
            expects,
            differs: differs.into_iter()
                .map(|(shells, reason)| Differs { shells: BTreeSet::from_iter(shells), reason })
                .collect(),
            skip, racy,
            ..base
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_reads_back(case in case()) {
        if let Ok(file) = case.write() {
            prop_assert_eq!(Case::parse(Path::new("x.sh"), &file), Ok(case));
        }
    }

    #[test]
    fn what_is_read_can_be_written(case in case(), at: prop::sample::Index, byte: u8) {
        if let Ok(mut file) = case.write() {
            let at = at.index(file.len());
            file[at] = byte;
            if let Ok(changed) = Case::parse(Path::new("x.sh"), &file) {
                let again = changed.write().unwrap();
                prop_assert_eq!(Case::parse(Path::new("x.sh"), &again), Ok(changed));
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes: Vec<u8>) {
        let _ = Case::parse(Path::new("x.sh"), &bytes);
        let _ = Case::parse(Path::new("x.sh"), &[&b"#@ id: a\n#@ about: b\n"[..], &bytes].concat());
        let _ = Case::parse(Path::new("x.sh"), &[&b"#@ effect: "[..], &bytes].concat());
    }
}

#[test]
fn most_generated_cases_can_be_written() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let written = (0..200)
        .filter(|_| case().new_tree(&mut runner).unwrap().current().write().is_ok())
        .count();
    assert!(written > 100, "only {written} of 200 exercise the round trip");
}
