//! The shipped example guards: they allow their seeds, refuse what they see, and have the holes
//! that they are there for.

use std::path::PathBuf;

use super::{PATIENT, load, request, short};

fn manifests() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpora/naive");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of examples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

/// Guard, script, decision.
const CASES: &[(&str, &str, &str)] = &[
    ("naive", "echo hello", "allow"),
    ("naive", "echo", "allow"),
    ("naive", "echox", "deny"),
    ("naive", "rm x", "deny"),
    ("naive", "echo a; touch x", "deny"),
    ("naive", "echo a && touch x", "deny"),
    ("naive", "echo a | tee x", "deny"),
    ("naive", "echo $(touch x)", "allow"),
    ("naive", "echo `touch x`", "allow"),
    ("naive", "echo a\ntouch x", "allow"),
    ("naive", "echo a & touch x", "allow"),
    ("naive", "echo a > x", "allow"),
    ("prefix", "ls -la", "allow"),
    ("prefix", "rm x", "ask"),
    ("prefix", "ls; touch x", "allow"),
    ("prefix", "pwd > x", "allow"),
    ("multiline", "ls -l -a", "allow"),
    ("multiline", "ls x", "deny"),
    ("multiline", "ls; touch x", "deny"),
    ("multiline", "touch x\nls", "allow"),
    ("split", "echo 'a; b'", "allow"),
    ("split", "echo a ; touch x", "deny"),
    ("split", "echo a > x", "deny"),
    ("split", "echo 'a", "deny"),
    ("split", "touch x", "deny"),
    ("split", "echo a;touch x", "allow"),
    ("split", "echo a>x", "allow"),
    ("split", "echo $(touch x)", "allow"),
    ("first-word", "ls -la", "allow"),
    ("first-word", "git status", "ask"),
    ("first-word", "rm x", "deny"),
    ("first-word", "", "deny"),
    ("first-word", "ls; touch x", "deny"),
    ("first-word", "ls ; touch x", "allow"),
    ("first-word", "ls > x", "allow"),
];

#[test]
fn the_examples_decide_as_described() {
    let files = manifests();
    let names: Vec<String> = files
        .iter()
        .map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["first-word", "multiline", "naive", "prefix", "split"]);
    for (file, name) in files.iter().zip(&names) {
        let mut guard = load(file, PATIENT);
        assert_eq!(guard.name(), name);
        assert_eq!(guard.promise().preset.as_deref(), Some("read-only"));
        let seeds = guard.seeds();
        assert!(seeds.len() >= 5, "{name}");
        for seed in seeds {
            let found = short(guard.decide(&request(&seed)));
            let seed = String::from_utf8_lossy(&seed);
            assert!(found.starts_with("allow"), "{name}: {seed:?}: {found}");
        }
        for (_, script, expected) in CASES.iter().filter(|(guard, ..)| guard == name) {
            let found = short(guard.decide(&request(script)));
            assert!(found.starts_with(expected), "{name}: {script:?}: {found}");
        }
        // Bytes that are no text are refused, not a crash.
        let found = short(guard.decide(&request(b"rm \xff\0")));
        assert!(found.starts_with("deny"), "{name}: {found}");
    }
}
