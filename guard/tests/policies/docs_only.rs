//! The docs-only policy and its older list.

use guard::Guard;
use guard::policy::docs_only::{Config, DocsOnly, DocsOnlyHistoric, OutputMode};
use guard::policy::ignore::IgnoreRules;

use super::decide;

/// The edge cases of the lists: script, what the docs-only list says, what the ignore list in its
/// first form says.
const EDGE_CASES: &[(&[u8], bool, bool)] = &[
    // Whitespace around the whole text.
    (b"pwd", true, true),
    (b" pwd ", true, true),
    (b"pwd\n", true, true),
    (b"\npwd", true, true),
    (b"pwd\r\n", true, true),
    (b"\xc2\xa0pwd", true, true),
    (b"\xef\xbb\xbfpwd", true, true),
    (b"\x0bpwd", true, true),
    // Other words, or more than words.
    (b"PWD", false, false),
    (b"pwd -P", false, false),
    (b"/bin/pwd", false, false),
    (b"\"pwd\"", false, false),
    (b"pwd;", false, false),
    (b"pwd #", false, false),
    (b"pwd && echo bad > AGENTS.md", false, false),
    // SPACE and TAB between the words.
    (b"git  rev-parse\tHEAD", true, true),
    (b"git --no-pager rev-parse HEAD", true, true),
    // Other whitespace between the words.
    (b"git\nrev-parse HEAD", false, true),
    (b"git rev-parse\nHEAD", false, true),
    (b"git\xc2\xa0rev-parse HEAD", false, true),
    (b"git\r\nrev-parse HEAD", false, true),
    (b"git rev-parse\r\nHEAD", false, true),
    // Words that are not those of the forms.
    (b"git \\\nrev-parse HEAD", false, false),
    (b"git rev-parse \\\nHEAD", false, false),
    (b"git -C . rev-parse HEAD", false, false),
    (b"git rev-parse head", false, false),
    (b"git rev-parse --short HEAD", false, false),
    (b"git rev-parse HEAD --short", false, false),
    (b"git --no-pager --no-pager rev-parse HEAD", false, false),
    // Something behind the words.
    (b"git rev-parse HEAD > AGENTS.md", false, false),
    (b"git rev-parse HEAD\necho bad > AGENTS.md", false, false),
    // The form that only the ignore list has.
    (b"rm -f openwiki/_plan.md", false, true),
    (b"rm -f ./openwiki/_plan.md", false, true),
    (b"rm\n-f openwiki/_plan.md", false, true),
    (b"rm -f openwiki/_plan.md openwiki/x", false, false),
    (b"rm -f openwiki//_plan.md", false, false),
];

/// The policy with the ignore rule `secrets/`.
fn with_ignore(config: Config) -> DocsOnly {
    DocsOnly::new(&Config { ignore: IgnoreRules::parse(b"secrets/"), ..config })
}

#[test]
fn the_lists_accept_and_refuse_what_their_page_says() {
    let mut docs = DocsOnly::default();
    let mut historic = DocsOnlyHistoric::new();
    for &(script, on_docs, on_ignore) in EDGE_CASES {
        let shown = String::from_utf8_lossy(script);
        let allowed = |verdict: &str| !verdict.starts_with("deny ");
        let verdict = decide(&mut docs, script);
        assert_eq!(allowed(&verdict), on_docs, "docs_only on {shown:?}: {verdict}");
        let verdict = decide(&mut historic, script);
        assert_eq!(allowed(&verdict), on_ignore, "docs_only_historic on {shown:?}: {verdict}");
        // The older list hands back what it was given.
        assert!(!allowed(&verdict) || verdict == "same", "{shown:?}: {verdict}");
    }
}

#[test]
fn docs_only_hands_back_what_it_matched() {
    let mut guard = DocsOnly::default();
    let rows: [(&[u8], &str); 10] = [
        (b"pwd", "same"),
        (b" pwd ", r#"text "pwd""#),
        (b"pwd\n", r#"text "pwd""#),
        (b"pwd\r\n", r#"text "pwd""#),
        (b"\xc2\xa0pwd", r#"text "pwd""#),
        (b"\xef\xbb\xbfpwd\xe2\x80\xa8", r#"text "pwd""#),
        (b"git  rev-parse\tHEAD", "same"),
        (b"\x0cgit  rev-parse\tHEAD\x0b", r#"text "git  rev-parse\tHEAD""#),
        // U+0085 is no whitespace to the language the list was written in.
        (b"\xc2\x85pwd", "deny docs-only-words"),
        // Half a character is none either.
        (b"pwd\xc2", "deny docs-only-end"),
    ];
    for (script, expected) in rows {
        assert_eq!(decide(&mut guard, script), expected, "{script:?}");
    }
}

#[test]
fn the_first_check_that_refuses_names_the_refusal() {
    let rows: [(&[u8], &str); 10] = [
        (b"cat openwiki/.claims/page.json", "deny claims-text"),
        (b"cat OPENWIKI/.CLAIMS/page.json", "deny claims-text"),
        (b"cat openwiki\\.claims", "deny claims-text"),
        (b"git\nrev-parse HEAD", "deny docs-only-separator"),
        (b"ls", "deny docs-only-words"),
        (b"", "deny docs-only-words"),
        (b" \n", "deny docs-only-words"),
        (b"pwd; touch x", "deny docs-only-end"),
        (b"pwd\0", "deny docs-only-end"),
        (b"pwd\xff", "deny docs-only-end"),
    ];
    for (script, expected) in rows {
        assert_eq!(decide(&mut DocsOnly::default(), script), expected, "{script:?}");
    }
}

/// A configuration, and what comes of scripts under it.
type Row = (&'static str, DocsOnly, Vec<(&'static [u8], &'static str)>);

#[test]
fn the_configuration_turns_rules_on() {
    let docs = Config::default();
    let chat = Config { docs_only: false, ..Config::default() };
    let wiki = Config { output_mode: OutputMode::LocalWiki, ..Config::default() };
    let claims: &'static [u8] = b"cat openwiki/.claims/x";
    let plan: &'static [u8] = b"rm -f openwiki/_plan.md";
    // A newline between the words is what the older list let through; this one does not.
    let hole: &'static [u8] = b"rm\n-f openwiki/_plan.md";
    let other: &'static [u8] = b"cat secrets/token.txt";
    let rows: Vec<Row> = vec![
        (
            "docs-only, no ignore rules",
            DocsOnly::new(&docs),
            vec![
                (b"pwd", "same"),
                (claims, "deny claims-text"),
                (plan, "deny docs-only-words"),
                (other, "deny docs-only-words"),
            ],
        ),
        (
            "docs-only, ignore rules",
            with_ignore(docs),
            vec![
                (b"pwd\n", r#"text "pwd""#),
                (claims, "deny claims-text"),
                (plan, "deny docs-only-words"),
                (hole, "deny ignore-separator"),
                (other, "deny ignore-words"),
            ],
        ),
        (
            "chat, no ignore rules",
            DocsOnly::new(&chat),
            vec![
                (b"pwd\n", "same"),
                (claims, "deny claims-text"),
                (plan, "same"),
                (hole, "same"),
                (other, "same"),
            ],
        ),
        (
            "chat, ignore rules",
            with_ignore(chat),
            vec![
                (b"pwd\n", r#"text "pwd""#),
                (claims, "deny claims-text"),
                (plan, "same"),
                (hole, "deny ignore-separator"),
                (other, "deny ignore-words"),
                (b"pwd > x", "deny ignore-end"),
            ],
        ),
        (
            "wiki, no ignore rules",
            DocsOnly::new(&wiki),
            vec![(b"pwd\n", "same"), (claims, "same"), (other, "same")],
        ),
        (
            "wiki, ignore rules",
            with_ignore(wiki),
            vec![
                (b"pwd", "same"),
                (claims, "deny ignore-words"),
                (plan, "same"),
                (other, "deny ignore-words"),
            ],
        ),
    ];
    for (name, mut guard, cases) in rows {
        for (script, expected) in cases {
            let shown = String::from_utf8_lossy(script);
            assert_eq!(decide(&mut guard, script), expected, "{name}: {shown:?}");
        }
    }
}

#[test]
fn the_promise_is_that_of_the_strictest_rule() {
    let preset = |guard: &DocsOnly| guard.promise().preset.clone();
    let chat = Config { docs_only: false, ..Config::default() };
    let wiki = Config { output_mode: OutputMode::LocalWiki, ..Config::default() };
    assert_eq!(preset(&DocsOnly::default()).as_deref(), Some("docs-only-shell"));
    assert_eq!(preset(&with_ignore(Config::default())).as_deref(), Some("docs-only-shell"));
    assert_eq!(preset(&with_ignore(chat.clone())).as_deref(), Some("docs-only-historic"));
    assert_eq!(preset(&with_ignore(wiki.clone())).as_deref(), Some("docs-only-historic"));
    assert!(DocsOnly::new(&chat).promise().clauses.is_empty());
    assert!(DocsOnly::new(&wiki).promise().clauses.is_empty());
    let historic = DocsOnlyHistoric::new();
    assert_eq!(historic.promise().preset.as_deref(), Some("docs-only-historic"));
}

/// The published tests of the shell part.
#[test]
fn the_published_tests_hold() {
    let mut ignore = with_ignore(Config { docs_only: false, ..Config::default() });
    assert_eq!(decide(&mut ignore, b"cat secrets/token.txt"), "deny ignore-words");
    assert_eq!(decide(&mut ignore, b"pwd"), "same");
    let mut docs = DocsOnly::default();
    assert_eq!(decide(&mut docs, b"echo bad > AGENTS.md"), "deny docs-only-words");
    assert_eq!(decide(&mut docs, b"pwd && echo bad > AGENTS.md"), "deny docs-only-end");
    assert_eq!(decide(&mut docs, b"git rev-parse HEAD > AGENTS.md"), "deny docs-only-end");
    assert_eq!(decide(&mut docs, b"pwd"), "same");
    let mut wiki =
        DocsOnly::new(&Config { output_mode: OutputMode::LocalWiki, ..Config::default() });
    assert_eq!(decide(&mut wiki, b"echo fine > page.md"), "same");
}
