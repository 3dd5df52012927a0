//! Holds the repository to its own rules.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The most lines of a source file.
const LINES: usize = 600;

/// The most lines of a fuzz target, comments and blank lines apart.
const TARGET_LINES: usize = 10;

fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.parent().expect("tests/ stands in the repository").to_owned()
}

/// The files that git knows or would take, relative to the root.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let paths = names.map(|name| PathBuf::from(String::from_utf8_lossy(name).into_owned()));
    let mut files: Vec<PathBuf> = paths.filter(|path| root().join(path).is_file()).collect();
    files.sort();
    assert!(files.len() > 100, "only {} files", files.len());
    files
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

fn read(path: &Path) -> String {
    let bytes = fs::read(root().join(path)).expect("a file of the repository");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn rust_files() -> Vec<PathBuf> {
    files().into_iter().filter(|path| has_extension(path, "rs")).collect()
}

/// The packages of the workspace: name, folder relative to the root, direct dependencies.
struct Package {
    name: String,
    folder: PathBuf,
    dependencies: BTreeSet<String>,
    roots: Vec<PathBuf>,
}

fn packages() -> BTreeMap<String, Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {stderr}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut packages = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let folder = manifest.parent().expect("a manifest stands in a folder").to_owned();
        let normal = |dependency: &Value| dependency["kind"].is_null();
        let dependencies = list(&package["dependencies"]);
        let dependencies = dependencies.iter().filter(|it| normal(it)).map(|it| text(&it["name"]));
        let targets = list(&package["targets"]);
        let roots = targets.iter().map(|target| text(&target["src_path"]).into());
        let name = text(&package["name"]);
        packages.insert(
            name.clone(),
            Package {
                name,
                folder: folder.strip_prefix(root()).unwrap_or(&folder).to_owned(),
                dependencies: dependencies.collect(),
                roots: roots.collect(),
            },
        );
    }
    packages
}

/// Everything that a package depends on within the workspace, itself included.
fn reaches(packages: &BTreeMap<String, Package>, name: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let mut next = vec![name.to_owned()];
    while let Some(name) = next.pop() {
        if let Some(package) = packages.get(&name)
            && known.insert(name)
        {
            next.extend(package.dependencies.iter().cloned());
        }
    }
    known
}

#[test]
fn unsafe_code_is_in_the_oracle_only() {
    for package in packages().values() {
        if package.folder.starts_with("oracle") {
            continue;
        }
        for file in &package.roots {
            let text = fs::read_to_string(file).expect("a crate's root");
            // A fuzz target's macro needs it; what it calls is held to the rule.
            let is_target = package.folder.starts_with("fuzz");
            assert!(
                is_target || text.contains("#![forbid(unsafe_code)]"),
                "{} ({}) does not forbid unsafe code",
                file.display(),
                package.name
            );
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    let reaches = |name: &str| reaches(&packages, name);
    for (from, to) in [
        ("guard", "oracle"),
        ("guard", "oracle-worker"),
        ("oracle", "guard"),
        ("oracle-worker", "guard"),
        ("oracle", "corpora"),
        ("guard", "corpora"),
        ("corpora", "hunt"),
        ("corpora", "reports"),
        ("hunt", "reports"),
        ("hunt", "trapline"),
        ("reports", "hunt"),
    ] {
        assert!(!reaches(from).contains(to), "{from} depends on {to}");
    }
    let ours = |name: &str| -> BTreeSet<String> {
        let direct = packages.get(name).map(|it| it.dependencies.clone()).unwrap_or_default();
        direct.into_iter().filter(|it| packages.contains_key(it)).collect()
    };
    assert_eq!(ours("reports"), BTreeSet::from(["corpora".to_owned()]), "reports");
    for name in ["guard", "oracle", "corpora", "hunt", "reports"] {
        let package = packages.get(name).expect(name);
        for terminal in ["clap", "indicatif", "anstream", "anstyle", "crossterm", "comfy-table"] {
            assert!(!package.dependencies.contains(terminal), "{name} depends on {terminal}");
        }
    }
}

#[test]
fn nothing_is_left_unfinished_or_silenced() {
    // In pieces, so that this file does not hold what it looks for.
    let forbidden = [
        concat!("#[", "allow("),
        concat!("#![", "allow("),
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("db", "g!("),
        concat!("#[", "ignore"),
    ];
    for file in rust_files() {
        for (number, line) in read(&file).lines().enumerate() {
            for word in forbidden {
                let at = number + 1;
                assert!(!line.contains(word), "{}:{at}: holds {word}", file.display());
            }
        }
    }
    for file in files() {
        let is_script = has_extension(&file, "sh") && !file.starts_with("corpora");
        if is_script || file.starts_with(".ci") || file.starts_with("scripts") {
            assert!(!read(&file).contains(concat!("|| ", "true")), "{}", file.display());
        }
    }
}

#[test]
fn source_files_are_short() {
    for file in rust_files() {
        let lines = read(&file).lines().count();
        assert!(lines <= LINES, "{}: {lines} lines, more than {LINES}", file.display());
    }
}

#[test]
fn no_file_names_a_machine() {
    // In pieces, so that this file does not hold what it looks for.
    let forbidden = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("sha", "red/")];
    for file in files() {
        // Cases and what they came from are quoted as they are; lock files name packages.
        let quoted = ["corpora/cases", "corpora/catalogue.jsonl", "corpora/defects"];
        let is_quoted = quoted.iter().any(|it| file.starts_with(it));
        if is_quoted || has_extension(&file, "lock") {
            continue;
        }
        for (number, line) in read(&file).lines().enumerate() {
            for word in forbidden {
                let at = number + 1;
                assert!(!line.contains(word), "{}:{at}: holds {word}", file.display());
            }
        }
    }
}

#[test]
fn fuzz_targets_are_glue() {
    for file in rust_files().iter().filter(|file| file.starts_with("fuzz/fuzz_targets")) {
        let text = read(file);
        let lines = text.lines().map(str::trim);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count();
        assert!(code < TARGET_LINES, "{}: {code} lines of code", file.display());
    }
}

#[test]
fn every_stored_case_parses() {
    let loaded = corpora::suite::load(&[root().join("corpora/cases")]);
    let loaded = loaded.unwrap_or_else(|errors| panic!("{errors}"));
    assert!(loaded.len() > 600, "only {} cases", loaded.len());
}

/// The constants of the exit code module, name to value.
fn exit_codes() -> BTreeMap<String, u8> {
    let text = read(Path::new("trapline/src/exit_codes.rs"));
    let constants = text.lines().filter_map(|line| {
        let rest = line.split_once("const ")?.1;
        let (name, rest) = rest.split_once(": u8 = ")?;
        Some((name.to_owned(), rest.trim_end_matches(';').parse().ok()?))
    });
    constants.collect()
}

#[test]
fn exit_codes_are_documented_as_they_are() {
    let codes = exit_codes();
    assert_eq!(codes.len(), 7, "{codes:?}");
    let name_of = |constant: &str| match constant {
        "ERROR" => "error".to_owned(),
        other => other.to_lowercase().replace("setup", "set-up").replace('_', " "),
    };
    let mut expected: Vec<(u8, String)> =
        codes.iter().map(|(constant, code)| (*code, name_of(constant))).collect();
    expected.sort();
    let text = read(Path::new("docs/exit-codes.md"));
    let rows = text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        Some((cells.next()?.trim().parse().ok()?, cells.next()?.trim().to_owned()))
    });
    let documented: Vec<(u8, String)> = rows.collect();
    assert_eq!(documented, expected);
}

/// The names of the subcommands, read off the enum that declares them.
fn subcommands() -> BTreeSet<String> {
    let text = read(Path::new("trapline/src/command/mod.rs"));
    let body = text.split_once("enum Command {").expect("the enum").1;
    let body = body.split_once("\n}").expect("its end").0;
    let variants = body.lines().filter_map(|line| line.trim().split_once('('));
    let names: BTreeSet<String> = variants
        .filter(|(name, _)| name.chars().all(char::is_alphanumeric))
        .map(|(name, _)| name.to_lowercase())
        .collect();
    assert!(names.contains("hunt") && names.contains("try"), "{names:?}");
    names
}

#[test]
fn documented_commands_exist() {
    let known = subcommands();
    for file in files().into_iter().filter(|file| has_extension(file, "md")) {
        if file.starts_with("corpora/cases") {
            continue;
        }
        let mut in_code = false;
        for (number, line) in read(&file).lines().enumerate() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
                continue;
            }
            for command in commands(line, in_code) {
                let place = format!("{}:{}", file.display(), number + 1);
                assert!(known.contains(&command), "{place}: `trapline {command}` does not exist");
            }
        }
    }
}

/// The subcommands that a line of Markdown names: in code, or in a code block after a prompt or at
/// the start of a line.
fn commands(line: &str, in_code: bool) -> Vec<String> {
    let pieces: Vec<&str> = match in_code {
        true => vec![line.trim_start().trim_start_matches("$ ")],
        false => line.split('`').skip(1).step_by(2).collect(),
    };
    let word = |rest: &str| {
        let word: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
        (!word.is_empty()).then_some(word)
    };
    pieces.into_iter().filter_map(|piece| word(piece.strip_prefix("trapline ")?)).collect()
}

#[test]
fn every_package_has_the_workspace_lints_and_licence() {
    for package in packages().values() {
        let manifest = read(&package.folder.join("Cargo.toml"));
        let table: toml::Table = manifest.parse().expect("a manifest");
        let inherits = |value: Option<&toml::Value>| {
            value.and_then(|value| value.get("workspace")).and_then(toml::Value::as_bool)
                == Some(true)
        };
        assert!(inherits(table.get("lints")), "{}: lints", package.name);
        let license = table.get("package").and_then(|package| package.get("license"));
        assert!(inherits(license), "{}: license", package.name);
    }
}
