//! What holds for every script.

use guard::policy::argv::Argv;
use guard::policy::docs_only::{Config, DocsOnly, DocsOnlyHistoric, OutputMode};
use guard::policy::ignore::IgnoreRules;
use guard::promise::preset;
use guard::{Answer, Guard, Handback, Verdict, registry};
use proptest::prelude::*;

use super::{allows, request};

fn guards() -> Vec<Box<dyn Guard>> {
    let mut guards: Vec<Box<dyn Guard>> =
        registry::BUILT_IN.iter().map(|entry| entry.make()).collect();
    for output_mode in [OutputMode::Repository, OutputMode::LocalWiki] {
        for docs_only in [false, true] {
            for ignore in [&b""[..], b"secrets/\n!secrets/ok"] {
                let ignore = IgnoreRules::parse(ignore);
                guards.push(Box::new(DocsOnly::new(&Config { output_mode, docs_only, ignore })));
            }
        }
    }
    guards
}

/// Bytes, and words that the policies know put together in many ways.
fn script() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"pwd",
        b"git",
        b"rev-parse",
        b"HEAD",
        b"--no-pager",
        b"rm",
        b"-f",
        b"openwiki/_plan.md",
        b"./",
        b"pytest",
        b"python",
        b"-m",
        b"npm",
        b"run",
        b"test",
        b"go",
        b"cargo",
        b"x",
        b" ",
        b" ",
        b" ",
        b"\t",
        b"\n",
        b"\r",
        b"\xc2\xa0",
        b"\xef\xbb\xbf",
        b"\x0b",
        b"\x1c",
        b";",
        b"&&",
        b"|",
        b"$(",
        b")",
        b"`",
        b">",
        b"<",
        b"'",
        b"\"",
        b"\\",
        b"/",
        b"#",
        b"*",
        b"\0",
        b"\xff",
        b"openwiki/.claims",
    ];
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..10)
        .prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => prop::collection::vec(any::<u8>(), 0..64)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn taking_a_check_out_never_allows_less(script in script()) {
        let request = request(&script);
        for mut guard in guards() {
            let answer = guard.decide(&request);
            let refusals = guard.refusals(&request).expect("a table");
            prop_assert_eq!(allows(&answer), refusals.is_empty());
            for check in guard.checks() {
                let without = guard.decide_without(check, &request).expect("a check");
                // Allowed without it exactly where nothing else refuses.
                prop_assert_eq!(allows(&without), refusals.iter().all(|id| *id == check));
                if allows(&answer) {
                    prop_assert_eq!(&without, &answer);
                }
            }
            if let Answer::Verdict(Verdict::Deny { id, .. }) = &answer {
                prop_assert_eq!(Some(id.as_str()), refusals.first().copied());
            }
            // The same request gets the same answer.
            prop_assert_eq!(guard.decide(&request), answer);
        }
    }

    #[test]
    fn what_docs_only_hands_back_is_on_the_list_as_it_stands(script in script()) {
        let answer = DocsOnly::default().decide(&request(&script));
        if let Answer::Verdict(Verdict::Allow { handback, .. }) = answer {
            let text = match handback {
                Handback::Same => script,
                Handback::Text(text) => text,
                Handback::Argv(_) => panic!("an argv"),
            };
            prop_assert!(text.iter().all(|byte| byte.is_ascii_graphic() || b" \t".contains(byte)));
            let words: Vec<&[u8]> = text.split(|byte| b" \t".contains(byte))
                .filter(|word| !word.is_empty()).collect();
            let forms: [&[&[u8]]; 3] = [
                &[b"pwd"],
                &[b"git", b"rev-parse", b"HEAD"],
                &[b"git", b"--no-pager", b"rev-parse", b"HEAD"],
            ];
            prop_assert!(forms.contains(&words.as_slice()));
            prop_assert!(text.first().is_some_and(u8::is_ascii_alphanumeric));
        }
    }

    #[test]
    fn an_argv_keeps_its_clause(script in script()) {
        let answer = Argv::new().decide(&request(&script));
        if let Answer::Verdict(Verdict::Allow { handback: Handback::Argv(words), .. }) = answer {
            let clause = guard::policy::argv::clause();
            let words: Vec<String> =
                words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
            prop_assert!(clause.names.contains(&words[0]));
            prop_assert!(clause.forms.iter().any(|form| words.starts_with(form)));
        }
    }

    #[test]
    fn the_list_without_its_newer_rules_allows_no_less(script in script()) {
        let request = request(&script);
        if allows(&DocsOnly::default().decide(&request)) {
            prop_assert!(allows(&DocsOnlyHistoric::new().decide(&request)));
        }
    }

    #[test]
    fn ignore_rules_and_presets_take_anything(
        rules in prop::collection::vec(any::<u8>(), 0..64),
        path in ".{0,32}",
        name in "(page-worker:)?.{0,16}",
    ) {
        let rules = IgnoreRules::parse(&rules);
        rules.matches(&path, false);
        rules.matches(&path, true);
        drop(preset(&name));
    }
}

#[test]
fn every_seed_is_allowed() {
    for entry in registry::BUILT_IN {
        let mut guard = entry.make();
        let seeds = guard.seeds();
        assert!(seeds.len() >= 3, "{}", entry.name);
        for seed in seeds {
            let answer = guard.decide(&request(&seed));
            assert!(allows(&answer), "{}: {}", entry.name, String::from_utf8_lossy(&seed));
        }
        assert_eq!(entry.promise(), *guard.promise());
        assert!(!entry.about.is_empty() && !entry.about.contains('\n'));
    }
}
