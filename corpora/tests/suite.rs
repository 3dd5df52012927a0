//! Folders of cases.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

use corpora::suite;

fn case(id: &str) -> String {
    format!("#@ id: {id}\n#@ about: b\n#@ class: c\n#@ kind: bypass\n#@ origin: d\n#@ ---\nls\n")
}

fn put(root: &Path, file: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn errors(paths: &[PathBuf]) -> Vec<String> {
    suite::load(paths).unwrap_err().0.iter().map(ToString::to_string).collect()
}

#[test]
fn a_tree_loads_in_the_order_of_names() {
    let temp = tempfile::tempdir().unwrap();
    for id in ["z/b", "a/c", "a/a", "top"] {
        put(temp.path(), &format!("{id}.sh"), case(id.rsplit('/').next().unwrap()));
    }
    put(temp.path(), "a/ORIGIN.md", "text");
    put(temp.path(), "a/.c.sh.swp", "editor's");
    put(temp.path(), ".git/x", "");
    let loaded = suite::load(&[temp.path().to_owned()]).unwrap();
    let ids: Vec<_> = loaded.iter().map(|loaded| loaded.case.id.as_str()).collect();
    assert_eq!(ids, ["a", "c", "top", "b"]);
    assert_eq!(loaded[0].file, temp.path().join("a/a.sh"));
}

#[test]
fn everything_wrong_is_said_at_once() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path();
    put(root, "one/a.sh", case("a"));
    put(root, "two/a.sh", case("a"));
    put(root, "two/b.sh", case("c"));
    put(root, "two/d.sh", "#@ nope: x\n");
    put(root, "two/e.txt", "");
    put(root, "two/f.sh", vec![b'#'; (suite::MAX_FILE + 1) as usize]);
    std::os::unix::fs::symlink("one/a.sh", root.join("link.sh")).unwrap();
    let at = |file: &str| root.join(file).display().to_string();
    assert_eq!(
        errors(&[root.to_owned(), root.join("missing")]),
        [
            format!("{}: is no case: a case is a file whose name ends in `.sh`", at("link.sh")),
            format!("{}: is no case: a case is a file whose name ends in `.sh`", at("two/e.txt")),
            format!("{}: cannot be read: No such file or directory (os error 2)", at("missing")),
            format!("{}: the id `a` stands in {} too", at("two/a.sh"), at("one/a.sh")),
            format!("{}:1: the id is `c`, but the file's name says `b`", at("two/b.sh")),
            format!("{}:1: unknown key `nope`", at("two/d.sh")),
            format!("{}: is larger than 4194304 bytes", at("two/f.sh")),
        ]
    );
}

#[test]
fn the_case_of_a_finding_needs_no_name_of_its_own() {
    let temp = tempfile::tempdir().unwrap();
    let file = put(temp.path(), "case.sh", case("bypass-1"));
    assert_eq!(suite::load(std::slice::from_ref(&file)).unwrap()[0].case.id, "bypass-1");
    let twice = errors(&[file.clone(), file.clone()]);
    assert_eq!(twice, [format!("{0}: the id `bypass-1` stands in {0} too", file.display())]);
}

#[test]
fn the_shipped_cases_load() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let loaded = match suite::load(&[cases]) {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{errors}"),
    };
    assert!(loaded.len() >= 634);
    for loaded in &loaded {
        // The folder is the class, and the file is as the writer would write it.
        let folder = loaded.file.parent().and_then(Path::file_name).unwrap();
        assert_eq!(folder.to_str(), Some(loaded.case.class.as_str()), "{}", loaded.file.display());
        let text = loaded.case.write().unwrap();
        assert!(text == fs::read(&loaded.file).unwrap(), "{}", loaded.file.display());
    }
}

#[test]
fn the_common_commands_are_plain_lines_that_bash_parses() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("common.txt");
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() >= 300);
    let mut seen = std::collections::BTreeSet::new();
    for line in &lines {
        assert!(line.trim() == *line && !line.is_empty() && seen.insert(line), "{line:?}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
        let parses = std::process::Command::new("bash").args(["-n", "-c", line]).status().unwrap();
        assert!(parses.success(), "{line}");
    }
}
