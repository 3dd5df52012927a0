//! The description of the case format: its examples are cases, its errors are the real ones.
#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;

use corpora::Case;

fn page() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/case-format.md");
    fs::read_to_string(file).unwrap()
}

#[test]
fn every_example_is_a_case() {
    let page = page();
    let mut ids = Vec::new();
    for block in page.split("\n```case\n").skip(1) {
        let (text, _) = block.split_once("```\n").unwrap();
        let case = Case::parse(Path::new("example.sh"), text.as_bytes()).unwrap();
        let again = case.write().unwrap();
        assert_eq!(Case::parse(Path::new("example.sh"), &again), Ok(case.clone()));
        ids.push(case.id);
    }
    let expected = [
        "substitution-in-echo",
        "values",
        "one-line",
        "carriage-return",
        "last-part-of-a-pipeline",
        "lines",
    ];
    assert_eq!(ids, expected);
}

#[test]
fn every_error_is_the_real_one() {
    let page = page();
    let (_, table) = page.split_once("| header line | error |\n|---|---|\n").unwrap();
    let mut rows = 0;
    for row in table.lines().take_while(|row| row.starts_with('|')) {
        let cells = row.strip_prefix("| `").and_then(|row| row.strip_suffix(" |")).unwrap();
        let (line, error) = cells.split_once("` | ").unwrap();
        let head = "#@ id: a\n#@ about: b\n#@ class: c\n#@ kind: bypass\n#@ origin: d\n";
        let text = format!("{head}{line}\n#@ ---\nls\n");
        let got = Case::parse(Path::new("a.sh"), text.as_bytes()).unwrap_err();
        assert_eq!(got.to_string(), format!("a.sh:6: {error}"));
        rows += 1;
    }
    assert!(rows >= 9);
}

#[test]
fn every_key_is_described() {
    let page = page();
    let keys = [
        "id", "about", "class", "kind", "origin", "status", "world", "setup", "env", "delivery",
        "timeout", "shells", "effect", "exit", "output", "program", "expect", "differs", "skip",
        "racy", "body",
    ];
    for key in keys {
        assert!(page.contains(&format!("| `{key}` |")), "{key}");
        // The parser knows it: an unknown key would be named.
        let text = format!("#@ {key}: \"\n#@ ---\nls\n");
        let error = Case::parse(Path::new("a.sh"), text.as_bytes()).unwrap_err().to_string();
        assert!(!error.contains("unknown key"), "{error}");
    }
}
