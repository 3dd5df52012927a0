//! Taking checks out, one by one.

use guard::Guard;
use guard::policy::argv::Argv;
use guard::policy::docs_only::{Config, DocsOnly, DocsOnlyHistoric};
use guard::policy::ignore::IgnoreRules;

use super::{decide, request, short};

fn all() -> Vec<Box<dyn Guard>> {
    let ignore = IgnoreRules::parse(b"secrets/");
    vec![
        Box::new(DocsOnly::default()),
        Box::new(DocsOnly::new(&Config { ignore: ignore.clone(), ..Config::default() })),
        Box::new(DocsOnly::new(&Config { ignore, docs_only: false, ..Config::default() })),
        Box::new(DocsOnlyHistoric::new()),
        Box::new(Argv::new()),
    ]
}

#[test]
fn ids_are_distinct_and_described() {
    for guard in all() {
        let ids = guard.checks();
        let infos = guard.check_infos();
        assert_eq!(ids, infos.iter().map(|info| info.id).collect::<Vec<_>>());
        let mut sorted = ids.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), ids.len(), "{ids:?}");
        assert!(!ids.is_empty());
        for info in infos {
            for text in [info.id, info.looks_at, info.refuses, info.reason] {
                assert!(!text.is_empty(), "{info:?}");
            }
        }
    }
}

#[test]
fn a_check_that_is_not_there_cannot_be_taken_out() {
    for mut guard in all() {
        for id in ["", "nothing", "docs_only"] {
            assert!(guard.decide_without(id, &request(b"pwd")).is_none());
        }
    }
    assert!(DocsOnly::default().decide_without("ignore-end", &request(b"pwd")).is_none());
}

/// Script, the check that alone refuses it, and what comes of it without that check.
type Case = (&'static [u8], &'static str, &'static str);

const DOCS_ONLY: &[Case] = &[
    (b"git\nrev-parse HEAD", "docs-only-separator", "same"),
    (b"git\xc2\xa0rev-parse HEAD", "docs-only-separator", "same"),
    (
        b"git\r\n--no-pager rev-parse\x0bHEAD ",
        "docs-only-separator",
        r#"text "git\r\n--no-pager rev-parse\u{b}HEAD""#,
    ),
    (b"touch x", "docs-only-words", "same"),
    (b"/bin/pwd", "docs-only-words", "same"),
    (b"git clean -fdx\n", "docs-only-words", r#"text "git clean -fdx""#),
    (b"pwd; touch x", "docs-only-end", "same"),
    (b"pwd;\ntouch x", "docs-only-end", "same"),
    (b"git rev-parse HEAD>AGENTS.md", "docs-only-end", "same"),
    (b"pwd \"\"", "docs-only-end", "same"),
];

const HISTORIC: &[Case] = &[
    (b"touch x", "ignore-words", "same"),
    (b"touch\nx", "ignore-words", "same"),
    (b"pwd; touch x", "ignore-end", "same"),
];

const ARGV: &[Case] = &[
    (b"pytest ; x", "operators", r#"argv ["pytest", ";", "x"]"#),
    (b"pytest & x", "operators", r#"argv ["pytest", "&", "x"]"#),
    (b"pytest | x", "operators", r#"argv ["pytest", "|", "x"]"#),
    (b"pytest `x`", "substitution", r#"argv ["pytest", "`x`"]"#),
    (b"pytest $(x)", "substitution", r#"argv ["pytest", "$(x)"]"#),
    (b"pytest > x", "redirection", r#"argv ["pytest", ">", "x"]"#),
    (b"pytest\nx", "newline", r#"argv ["pytest", "x"]"#),
    (b"pytest 'x y", "syntax", r#"argv ["pytest", "x y"]"#),
    (b"pytest x\\", "syntax", r#"argv ["pytest", "x"]"#),
    (b"./pytest", "path", r#"argv ["./pytest"]"#),
    (b"/tmp/npm test", "path", r#"argv ["/tmp/npm", "test"]"#),
    (b"tools\\\\pytest", "path", r#"argv ["tools\\pytest"]"#),
    (b"python -c 1", "python-module", r#"argv ["python", "-c", "1"]"#),
    (b"npm exec x", "package-script", r#"argv ["npm", "exec", "x"]"#),
    (b"go run .", "go-command", r#"argv ["go", "run", "."]"#),
    (b"cargo run", "cargo-command", r#"argv ["cargo", "run"]"#),
    (b"touch x", "executable", r#"argv ["touch", "x"]"#),
];

#[test]
fn each_check_holds_back_something_of_its_own() {
    let rows: [(Box<dyn Guard>, &[Case]); 3] = [
        (Box::new(DocsOnly::default()), DOCS_ONLY),
        (Box::new(DocsOnlyHistoric::new()), HISTORIC),
        (Box::new(Argv::new()), ARGV),
    ];
    for (mut guard, cases) in rows {
        for &(script, check, without) in cases {
            let shown = String::from_utf8_lossy(script);
            assert_eq!(guard.refusals(&request(script)).expect("a table"), [check], "{shown:?}");
            assert_eq!(decide(&mut *guard, script), format!("deny {check}"), "{shown:?}");
            let answer = guard.decide_without(check, &request(script)).expect("a check");
            assert_eq!(short(answer), without, "{shown:?}");
        }
        let redundant = ["claims-text", "empty", "no-words"];
        for check in guard.checks() {
            let covered = cases.iter().any(|(_, id, _)| *id == check);
            assert!(covered || redundant.contains(&check), "{check} has no case here");
        }
    }
}

/// A guard, a script, and all checks that refuse it.
type Shadowed = (Box<dyn Guard>, &'static [u8], &'static [&'static str]);

/// What these refuse, another check refuses as well.
#[test]
fn redundant_checks_are_known() {
    let rows: [Shadowed; 5] = [
        // `pytest;` is a name of its own once it is split.
        (Box::new(Argv::new()), b"pytest; x", &["operators", "executable"]),
        (Box::new(DocsOnly::default()), b"openwiki/.claims", &["claims-text", "docs-only-words"]),
        (Box::new(Argv::new()), b"", &["empty", "no-words", "executable"]),
        (Box::new(Argv::new()), b"\n\t", &["empty", "no-words", "executable"]),
        (
            Box::new(DocsOnly::new(&Config {
                ignore: IgnoreRules::parse(b"x"),
                ..Config::default()
            })),
            b"touch x",
            &["ignore-words", "docs-only-words"],
        ),
    ];
    for (mut guard, script, checks) in rows {
        assert_eq!(guard.refusals(&request(script)).expect("a table"), checks);
        for check in checks {
            let answer = guard.decide_without(check, &request(script)).expect("a check");
            assert!(short(answer).starts_with("deny "), "{check}");
        }
    }
    // Where no list applies, the claims check stands alone.
    let mut chat = DocsOnly::new(&Config { docs_only: false, ..Config::default() });
    let script = request(b"cat openwiki/.claims/x");
    assert_eq!(chat.refusals(&script).expect("a table"), ["claims-text"]);
    assert_eq!(short(chat.decide_without("claims-text", &script).expect("a check")), "same");
}
