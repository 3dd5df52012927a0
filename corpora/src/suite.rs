//! A folder tree of cases.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::case::{Case, CaseError, Problem};

/// The largest case file, in bytes. A script that a guard is asked about is a few kilobytes; a
/// file beyond this is not a case but a mistake.
pub const MAX_FILE: u64 = 4 << 20;

/// The file name under which a hunt writes a case that has no place in a suite yet. There the id
/// need not be the file's name.
pub const UNPLACED: &str = "case.sh";

/// A file or folder that is no part of a suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// It cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A case that is none.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// Two cases with one id.
    #[error("{}: the id `{id}` stands in {} too", second.display(), first.display())]
    Duplicate {
        /// The id.
        id: String,
        /// The file that comes first.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Something in the tree that is neither a folder nor a case nor a text about them.
    #[error("{}: is no case: a case is a file whose name ends in `.sh`", .0.display())]
    NoCase(PathBuf),
    /// A case file beyond [`MAX_FILE`].
    #[error("{}: is larger than {MAX_FILE} bytes", .0.display())]
    TooLarge(PathBuf),
}

/// Everything that is wrong with a suite, in the order of its files.
#[derive(Debug)]
pub struct SuiteErrors(pub Vec<SuiteError>);

impl std::fmt::Display for SuiteErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut newline = "";
        for error in &self.0 {
            write!(f, "{newline}{error}")?;
            newline = "\n";
        }
        Ok(())
    }
}

impl std::error::Error for SuiteErrors {}

/// A case and the file that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The file.
    pub file: PathBuf,
    /// The case.
    pub case: Case,
}

/// Loads every case of these files and folders, in the order of the arguments and of names.
///
/// In a folder every file must be a case (`ID.sh`), but for Markdown files and names that start
/// with a dot; links are not followed. A file that is named itself need not end in `.sh`.
///
/// # Errors
///
/// Everything that is wrong, so that it can be mended at once.
pub fn load(paths: &[PathBuf]) -> Result<Vec<Loaded>, SuiteErrors> {
    let mut errors = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => walk(path, &mut files, &mut errors),
            Ok(_) => files.push(path.clone()),
            Err(error) => errors.push(SuiteError::Read { path: path.clone(), error }),
        }
    }
    let mut loaded: Vec<Loaded> = Vec::new();
    let mut ids = BTreeMap::<String, PathBuf>::new();
    for file in files {
        match load_file(&file) {
            Ok(case) => match ids.get(&case.id) {
                Some(first) => errors.push(SuiteError::Duplicate {
                    id: case.id,
                    first: first.clone(),
                    second: file,
                }),
                None => {
                    ids.insert(case.id.clone(), file.clone());
                    loaded.push(Loaded { file, case });
                }
            },
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(loaded) } else { Err(SuiteErrors(errors)) }
}

/// Loads one case, whose id must be the file's name.
///
/// # Errors
///
/// Where the file cannot be read, is no case, or has another name than its id.
pub fn load_file(file: &Path) -> Result<Case, SuiteError> {
    let failed = |error| SuiteError::Read { path: file.to_owned(), error };
    let mut bytes = Vec::new();
    fs::File::open(file)
        .and_then(|opened| opened.take(MAX_FILE + 1).read_to_end(&mut bytes))
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(SuiteError::TooLarge(file.to_owned()));
    }
    let case = Case::parse(file, &bytes)?;
    let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let stem = name.strip_suffix(".sh").unwrap_or(&name);
    if name != UNPLACED && stem != case.id {
        let problem = Problem::IdNotName { id: case.id, name: stem.to_owned() };
        let line = id_line(&bytes);
        return Err(CaseError { file: file.to_owned(), line, problem }.into());
    }
    Ok(case)
}

/// The line of the `id` key in a file that was parsed.
fn id_line(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').position(|line| line.starts_with(b"#@ id:")).unwrap_or(0) + 1
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>, errors: &mut Vec<SuiteError>) {
    let listed = fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.and_then(|e| Ok((e.path(), e.file_type()?)))).collect()
    });
    let mut entries: Vec<(PathBuf, fs::FileType)> = match listed {
        Ok(entries) => entries,
        Err(error) => {
            errors.push(SuiteError::Read { path: folder.to_owned(), error });
            return;
        }
    };
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    for (path, kind) in entries {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        if name.starts_with(b".") || (kind.is_file() && name.ends_with(b".md")) {
            continue;
        }
        if kind.is_dir() {
            walk(&path, files, errors);
        } else if kind.is_file() && name.ends_with(b".sh") {
            files.push(path);
        } else {
            errors.push(SuiteError::NoCase(path));
        }
    }
}
