//! The examples of `docs/guard-protocol.md`: each file of the page, as it stands there.

use std::collections::BTreeMap;
use std::fs;

use guard::host::Host;
use guard::promise::PRESETS;

use super::{PATIENT, assert_starts, load, request, short};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guard-protocol.md");
    fs::read_to_string(path).expect("the page")
}

/// The fenced blocks that begin with `# file: NAME`.
fn files(page: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for block in page.split("\n```").skip(1).step_by(2) {
        let body = block.split_once('\n').map_or("", |(_, body)| body);
        if let Some(name) = body.lines().next().and_then(|line| line.strip_prefix("# file: ")) {
            files.insert(name.to_owned(), format!("{body}\n"));
        }
    }
    files
}

/// Manifest of the page, script, answer.
const CASES: &[(&str, &[u8], &str)] = &[
    ("list.toml", b"git status", "allow"),
    ("list.toml", b"ls", "allow"),
    ("list.toml", b"ls; rm x", "deny not on the list"),
    ("list.toml", b"\xff", "deny not on the list"),
    ("clauses.toml", b"pwd", "allow"),
    ("other-statuses.toml", b"rm x", "deny not on the list"),
    ("other-statuses.toml", b"pwd", "allow"),
    ("reader.toml", b"ls", "allow"),
    ("reader.toml", b" ls ", r#"allow "ls""#),
    ("reader.toml", b"git commit -m x", "ask [commit]"),
    ("reader.toml", b"rm x", "deny [unknown] not on the list"),
    ("reader.toml", b"\xff", "deny [not-text] not UTF-8"),
    ("reader-perl.toml", b"pwd", "allow [reader]"),
    ("reader-perl.toml", b"pwd\n", "deny [unknown]"),
    ("reader-perl.toml", b"\xff", "deny [unknown]"),
    ("hook.toml", b"rm x", "deny removes files"),
    ("hook.toml", b"ls", "abstain"),
];

#[test]
fn every_example_works_as_it_stands() {
    let files = files(&page());
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let manifests: Vec<&String> = files.keys().filter(|name| name.ends_with(".toml")).collect();
    assert_eq!(manifests.len(), 6, "{manifests:?}");
    for name in manifests {
        let mut guard = load(&folder.path().join(name), PATIENT);
        for seed in guard.seeds() {
            assert_starts(&short(guard.decide(&request(&seed))), "allow");
        }
        let cases: Vec<_> = CASES.iter().filter(|(manifest, ..)| manifest == name).collect();
        assert!(!cases.is_empty(), "{name} has no case");
        for (_, script, expected) in cases {
            let found = short(guard.decide(&request(script)));
            assert_eq!(found, *expected, "{name}: {}", String::from_utf8_lossy(script));
        }
    }
}

#[test]
fn the_page_names_every_preset_clause_and_host() {
    let page = page();
    for preset in PRESETS {
        assert!(page.contains(&format!("| `{preset}` |")), "{preset}");
    }
    for host in Host::NAMES {
        assert!(page.contains(&format!("`{host}`")), "{host}");
    }
    for clause in [
        "write", "delete", "keep", "spare", "exec", "argv", "rules", "secrets", "network",
        "leftover", "enter",
    ] {
        assert!(page.contains(&format!("| `{clause} = ")), "{clause}");
    }
}
