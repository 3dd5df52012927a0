//! Where scripts come from.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Failure, Options};

/// Scripts of one kind.
pub(super) struct Source {
    /// What they are.
    pub(super) name: String,
    /// How many of a hundred must be read where bash, dash and zsh run them alike.
    pub(super) least: usize,
    /// The scripts.
    pub(super) scripts: Vec<Vec<u8>>,
}

/// The sources that the command line asks for.
pub(super) fn sources(options: &Options) -> Result<Vec<Source>, Failure> {
    let source = |name: &str, least, scripts| Source { name: name.to_owned(), least, scripts };
    let mut sources = Vec::new();
    if !options.no_stored {
        // Of what agents run every day almost everything must be read.
        let text = include_str!("../../../../corpora/common.txt");
        sources.push(source("common", 99, lines(text)));
        let text = include_str!("../../../../corpora/catalogue.jsonl");
        sources.push(source("catalogue", 97, lines(text)));
        // Each of these is there because some parser reads it wrongly.
        let text = include_str!("../../../../corpora/disagreements.jsonl");
        sources.push(source("disagreements", 0, lines(text)));
    }
    for path in &options.files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        sources.push(source(path, 0, lines(&text)));
    }
    for folder in &options.folders {
        let mut files = Vec::new();
        walk(Path::new(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
        files.sort();
        let (mut oils, mut yash) = (Vec::new(), Vec::new());
        for file in files {
            let bytes =
                std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            match file.extension().is_some_and(|extension| extension == "tst") {
                true => yash.extend(yash_cases(&bytes)),
                false => oils.extend(oils_cases(&bytes)),
            }
        }
        for (name, scripts) in [("Oils", oils), ("yash", yash)] {
            if !scripts.is_empty() {
                sources.push(source(name, 0, scripts));
            }
        }
    }
    if !options.scripts.is_empty() {
        sources.push(source("given", 0, options.scripts.clone()));
    }
    Ok(sources)
}

/// The test files in a folder.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else if name.ends_with(".test.sh") || name.ends_with(".tst") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The scripts of a text: JSON objects a line, or scripts a line.
fn lines(text: &str) -> Vec<Vec<u8>> {
    let mut scripts = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let field = |key: &str| value.as_ref()?.get(key)?.as_str().map(str::to_owned);
        let decoded = field("script_b64").and_then(|text| STANDARD.decode(text).ok());
        let text = || field("script").or_else(|| field("command")).map(String::into_bytes);
        scripts.push(decoded.or_else(text).unwrap_or_else(|| line.as_bytes().to_vec()));
    }
    scripts
}

/// The cases of a file of Oils: `#### NAME` begins one, a line of `## KEY: VALUE` is no part of it,
/// and neither is what stands between `## STDOUT:` (or `STDERR`) and `## END`.
fn oils_cases(file: &[u8]) -> Vec<Vec<u8>> {
    let mut cases: Vec<Vec<u8>> = Vec::new();
    let mut output = false;
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        let text = line.trim_ascii_end();
        if line.starts_with(b"#### ") {
            output = false;
            cases.push(Vec::new());
        } else if line.starts_with(b"## ") {
            output = text != b"## END" && (output || opens_output(text));
        } else if let Some(case) = cases.last_mut().filter(|_| !output) {
            case.extend_from_slice(line);
        }
    }
    kept(cases)
}

fn opens_output(line: &[u8]) -> bool {
    line.ends_with(b"STDOUT:") || line.ends_with(b"STDERR:")
}

/// The cases of a file of yash: what stands between a line that calls `test_…` or `testcase` and a
/// line `__IN__`.
fn yash_cases(file: &[u8]) -> Vec<Vec<u8>> {
    let mut cases: Vec<Vec<u8>> = Vec::new();
    let mut inside = false;
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        let begins = line.starts_with(b"test_") || line.starts_with(b"testcase ");
        if line.trim_ascii_end() == b"__IN__" {
            inside = false;
        } else if inside {
            if let Some(case) = cases.last_mut() {
                case.extend_from_slice(line);
            }
        } else if begins {
            inside = true;
            cases.push(Vec::new());
        }
    }
    kept(cases)
}

/// The cases that hold anything, without the newlines around them.
fn kept(cases: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let mut kept = Vec::new();
    for mut case in cases {
        while case.ends_with(b"\n\n") {
            case.pop();
        }
        let start = case.iter().take_while(|&&byte| byte == b'\n').count();
        case.drain(..start);
        if !case.trim_ascii().is_empty() {
            kept.push(case);
        }
    }
    kept
}
