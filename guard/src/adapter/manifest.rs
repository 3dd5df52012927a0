//! The manifest of a foreign guard: one strict TOML file.

use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::exit_status::ExitTable;
use super::{ClaudeCode, ExitCodes, ExitStatus, Foreign, Jsonl, Launcher, Limits, Program};
use crate::Guard;
use crate::host::{Host, Outcome};
use crate::promise::{Promise, PromiseTable};

/// How a guard is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// Started once; one JSON object a line each way.
    Jsonl,
    /// Started per request as a `PreToolUse` hook of Claude Code.
    ClaudeCode,
    /// Started per request; answers with its exit status.
    ExitStatus(ExitCodes),
}

/// The protocols' names, for errors.
const PROTOCOLS: &str = "jsonl, claude-code, exit-status";

/// A guard as its file describes it.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The name under which findings are filed.
    pub name: String,
    /// How it is asked.
    pub protocol: Protocol,
    /// What is started.
    pub program: Program,
    /// The host that decides what an answer leads to.
    pub host: Host,
    /// Scripts that it is known to allow.
    pub seeds: Vec<Vec<u8>>,
    /// What an allow vouches for.
    pub promise: Promise,
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("{file}: {error}", file = file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file says something that does not stand.
    #[error("{file}:{line}: {key}: {message}", file = file.display())]
    Invalid {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key, with its table in front where it is not at the top; `toml` where no key can
        /// be told.
        key: String,
        /// What is wrong.
        message: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    name: Spanned<String>,
    protocol: Spanned<String>,
    run: Spanned<Vec<String>>,
    host: Option<Spanned<String>>,
    on_error: Option<Spanned<String>>,
    on_abstain: Option<Spanned<String>>,
    #[serde(default)]
    mounts: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    network: bool,
    #[serde(default)]
    seeds: Vec<String>,
    promise: Spanned<PromiseTable>,
    exit_status: Option<Spanned<ExitTable>>,
}

/// A problem of a manifest before its place is known.
struct Problem {
    key: String,
    span: Option<Range<usize>>,
    message: String,
}

impl Problem {
    fn at<T>(key: &str, value: &Spanned<T>, message: impl Into<String>) -> Self {
        Self { key: key.to_owned(), span: Some(value.span()), message: message.into() }
    }
}

impl Manifest {
    /// Reads a manifest, and looks whether its program is there.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, is not TOML, has an unknown key, lacks one, or holds a
    /// value that does not stand. The error names file, line and key.
    pub fn load(file: &Path) -> Result<Self, ManifestError> {
        let bytes =
            fs::read(file).map_err(|error| ManifestError::Read { file: file.to_owned(), error })?;
        let manifest = match std::str::from_utf8(&bytes) {
            Ok(text) => Self::parse(text, &folder_of(file)),
            Err(error) => {
                let before = error.valid_up_to();
                Err(Problem {
                    key: "toml".to_owned(),
                    span: Some(before..before),
                    message: "not UTF-8".to_owned(),
                })
            }
        };
        manifest.map_err(|problem| problem.place(file, &bytes))
    }

    fn parse(text: &str, folder: &Path) -> Result<Self, Problem> {
        let raw: Raw = toml::from_str(text).map_err(|error| toml_problem(text, &error))?;
        let name = raw.name.get_ref();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '@');
        if name.is_empty() || !name.chars().all(plain) || name.starts_with(['.', '-']) {
            let message = "is used for file names: give letters, digits and any of `._-+@`, \
                           with no dot or dash in front";
            return Err(Problem::at("name", &raw.name, message));
        }
        let protocol = protocol(&raw)?;
        let host = host(&raw)?;
        let program = Program {
            argv: argv(&raw.run, folder)?,
            folder: folder.to_owned(),
            env: Vec::new(),
            mounts: mounts(&raw.mounts)?,
            network: raw.network,
        };
        let promise_span = raw.promise.span();
        let promise = raw.promise.into_inner().build().map_err(|error| Problem {
            key: if error.key == "promise" {
                "promise".to_owned()
            } else {
                format!("promise.{}", error.key)
            },
            span: error.span.or(Some(promise_span)),
            message: error.error.to_string(),
        })?;
        Ok(Self {
            name: raw.name.into_inner(),
            protocol,
            program,
            host,
            seeds: raw.seeds.into_iter().map(String::into_bytes).collect(),
            promise,
        })
    }

    /// The guard, to be started by this launcher when it is first asked.
    pub fn guard(&self, launcher: Arc<dyn Launcher>, limits: Limits) -> Box<dyn Guard> {
        let foreign = Foreign {
            name: self.name.clone(),
            promise: self.promise.clone(),
            host: self.host,
            seeds: self.seeds.clone(),
            program: self.program.clone(),
            limits,
        };
        match &self.protocol {
            Protocol::Jsonl => Box::new(Jsonl::new(foreign, launcher)),
            Protocol::ClaudeCode => Box::new(ClaudeCode::new(foreign, launcher)),
            Protocol::ExitStatus(codes) => {
                Box::new(ExitStatus::new(foreign, codes.clone(), launcher))
            }
        }
    }
}

/// The folder of a manifest, absolute where that can be told.
fn folder_of(file: &Path) -> PathBuf {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

fn protocol(raw: &Raw) -> Result<Protocol, Problem> {
    let protocol = match raw.protocol.get_ref().as_str() {
        "jsonl" => Protocol::Jsonl,
        "claude-code" => Protocol::ClaudeCode,
        "exit-status" => {
            let codes = match &raw.exit_status {
                Some(table) => ExitCodes::new(table.get_ref())
                    .map_err(|message| Problem::at("exit-status", table, message))?,
                None => ExitCodes::default(),
            };
            return Ok(Protocol::ExitStatus(codes));
        }
        other => {
            let message = format!("unknown protocol `{other}` (there are: {PROTOCOLS})");
            return Err(Problem::at("protocol", &raw.protocol, message));
        }
    };
    match &raw.exit_status {
        Some(table) => {
            let message = "means nothing beside another protocol than `exit-status`";
            Err(Problem::at("exit-status", table, message))
        }
        None => Ok(protocol),
    }
}

fn host(raw: &Raw) -> Result<Host, Problem> {
    let keys = [("on-error", &raw.on_error), ("on-abstain", &raw.on_abstain)];
    if let Some(name) = &raw.host {
        if let Some((key, value)) = keys.iter().find_map(|(key, v)| v.as_ref().map(|v| (key, v))) {
            return Err(Problem::at(key, value, "is decided by `host`: leave one of them out"));
        }
        return name.get_ref().parse().map_err(|error: crate::host::UnknownHost| {
            Problem::at("host", name, error.to_string())
        });
    }
    let mut outcomes = [Outcome::Stops, Outcome::Asks];
    for ((key, value), outcome) in keys.into_iter().zip(&mut outcomes) {
        let Some(value) = value else { continue };
        *outcome = match (value.get_ref().as_str(), key) {
            ("allow", _) => Outcome::Runs,
            ("deny", _) => Outcome::Stops,
            ("ask", "on-abstain") => Outcome::Asks,
            (other, _) => {
                let known = if key == "on-error" { "allow, deny" } else { "allow, ask, deny" };
                let message = format!("`{other}` is not known (there are: {known})");
                return Err(Problem::at(key, value, message));
            }
        };
    }
    let [on_error, on_abstain] = outcomes;
    Ok(Host::Plain { on_error, on_abstain })
}

/// The words of `run`, the program made absolute where it is given by a path.
fn argv(run: &Spanned<Vec<String>>, folder: &Path) -> Result<Vec<OsString>, Problem> {
    let fail = |message: String| Err(Problem::at("run", run, message));
    let words = run.get_ref();
    if words.iter().any(|word| word.contains('\0')) {
        return fail("a word holds a NUL".to_owned());
    }
    let Some(name) = words.first().filter(|name| !name.is_empty()) else {
        return fail("names no program".to_owned());
    };
    let program = if name.contains('/') {
        let path = folder.join(name);
        if !is_program(&path) {
            return fail(format!("`{}` is not there or no program", path.display()));
        }
        path.into_os_string()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&path).any(|folder| is_program(&folder.join(name))) {
            let hint = match folder.join(name).exists() {
                true => format!("; the file beside the manifest is `./{name}`"),
                false => String::new(),
            };
            return fail(format!("no program `{name}` on PATH{hint}"));
        }
        name.into()
    };
    let rest = words.iter().skip(1).map(OsString::from);
    Ok(std::iter::once(program).chain(rest).collect())
}

/// Whether a file stands there that somebody may execute.
fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

fn mounts(mounts: &[Spanned<PathBuf>]) -> Result<Vec<PathBuf>, Problem> {
    for mount in mounts {
        if !mount.get_ref().is_absolute() {
            return Err(Problem::at("mounts", mount, "a path is not absolute"));
        }
        if !mount.get_ref().exists() {
            let message = format!("`{}` is not there", mount.get_ref().display());
            return Err(Problem::at("mounts", mount, message));
        }
    }
    Ok(mounts.iter().map(|mount| mount.get_ref().clone()).collect())
}

/// What TOML, or the shape of the manifest, has to say.
fn toml_problem(text: &str, error: &toml::de::Error) -> Problem {
    let message = error.message().trim().replace('\n', ", ");
    // Serde names a key that is missing or unknown in backticks; otherwise the place tells it.
    let named = ["missing field `", "unknown field `"]
        .iter()
        .find_map(|lead| message.strip_prefix(lead)?.split('`').next());
    let span = error.span();
    let key = match (named, &span) {
        (Some(key), _) => key.to_owned(),
        (None, Some(span)) => key_of_line(text, span.start),
        (None, None) => "toml".to_owned(),
    };
    Problem { key, span, message }
}

/// The key on the line of this place; `toml` where there is none.
fn key_of_line(text: &str, at: usize) -> String {
    let start =
        text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    match line.split_once('=') {
        Some((key, _)) if !key.trim().is_empty() => key.trim().to_owned(),
        _ => "toml".to_owned(),
    }
}

impl Problem {
    fn place(self, file: &Path, text: &[u8]) -> ManifestError {
        let at = self.span.map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        ManifestError::Invalid { file: file.to_owned(), line, key: self.key, message: self.message }
    }
}
