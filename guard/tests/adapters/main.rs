//! Foreign guards as real processes, and what becomes of those that misbehave.
#![forbid(unsafe_code)]

mod claude_code;
mod exit_status;
mod jsonl;
mod launcher;
mod manifest;
mod naive;
mod page;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use guard::adapter::{DirectLauncher, Limits, Manifest};
use guard::{Answer, Fault, Guard, Handback, Request, TargetShell, Verdict};
use tempfile::TempDir;

/// A deadline that no working guard of these tests comes near, on a busy machine either.
const PATIENT: Duration = Duration::from_secs(30);

/// A deadline for guards that are meant to miss it.
const SHORT: Duration = Duration::from_millis(700);

/// Far less than what a guard of these tests sleeps where it would block its caller.
const FOREVER: Duration = Duration::from_secs(300);

/// A request for a script.
fn request(script: impl AsRef<[u8]>) -> Request {
    Request {
        script: script.as_ref().to_vec(),
        tree: "/w/tree".into(),
        run_dirs: vec!["/w/run".into(), "/w/run2".into()],
        tmp: "/w/tmp".into(),
        shell: TargetShell::Zsh,
        files: std::sync::Arc::new(guard::files::Memory::new()),
    }
}

/// A guard in a folder of its own.
struct Foreign {
    guard: Box<dyn Guard>,
    folder: TempDir,
}

impl Foreign {
    /// Starts `program` (a file of the folder, run by `interpreter`) under a protocol.
    fn new(protocol: &str, interpreter: &str, program: &str, deadline: Duration) -> Self {
        Self::with(protocol, interpreter, program, deadline, "")
    }

    /// The same with more keys at the top of the manifest, or with tables.
    fn with(
        protocol: &str,
        interpreter: &str,
        program: &str,
        deadline: Duration,
        keys: &str,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("program"), program).expect("a program");
        let manifest = format!(
            "name = 'test'\nprotocol = '{protocol}'\nrun = ['{interpreter}', 'program']\n{keys}\n\
             [promise]\npreset = 'read-only'\n"
        );
        let file = folder.path().join("guard.toml");
        fs::write(&file, manifest).expect("a manifest");
        Self { guard: load(&file, deadline), folder }
    }

    fn ask(&mut self, script: impl AsRef<[u8]>) -> String {
        short(self.guard.decide(&request(script)))
    }

    fn ask_many(&mut self, scripts: &[&str]) -> Vec<String> {
        let requests: Vec<Request> = scripts.iter().map(request).collect();
        self.guard.decide_many(&requests).into_iter().map(short).collect()
    }

    /// What a program of the guard's wrote into a file of its folder.
    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

/// The guard of a manifest.
fn load(file: &Path, deadline: Duration) -> Box<dyn Guard> {
    let manifest = Manifest::load(file).expect("a manifest");
    manifest.guard(Arc::new(DirectLauncher), Limits { deadline, ..Limits::default() })
}

/// An answer in a short form.
fn short(answer: Answer) -> String {
    let with = |name: &str, rule: Option<String>, reason: Option<String>| {
        let parts = [Some(name.to_owned()), rule.map(|r| format!("[{r}]")), reason];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    match answer {
        Answer::Verdict(Verdict::Allow { handback, rule, reason }) => {
            let name = match handback {
                Handback::Same => "allow".to_owned(),
                Handback::Text(text) => format!("allow {:?}", String::from_utf8_lossy(&text)),
                Handback::Argv(words) => {
                    let words: Vec<_> =
                        words.iter().map(|word| String::from_utf8_lossy(word)).collect();
                    format!("allow {words:?}")
                }
            };
            with(&name, rule, reason)
        }
        Answer::Verdict(Verdict::Ask { rule, reason }) => with("ask", rule, reason),
        Answer::Verdict(Verdict::Deny { id, reason }) => {
            let full = |text: String| Some(text).filter(|text| !text.is_empty());
            with("deny", full(id), full(reason))
        }
        Answer::Abstain => "abstain".to_owned(),
        Answer::Error(fault) => {
            let kind = match &fault {
                Fault::Crash(_) => "crash",
                Fault::Hang { .. } => "hang",
                Fault::Malformed(_) => "malformed",
                Fault::Unreadable(_) => "unreadable",
                Fault::Ignored(_) => "ignored",
                Fault::Oversize { .. } => "oversize",
                Fault::Duplicate(_) => "duplicate",
                Fault::Start(_) => "start",
                Fault::NotAsked(_) => "not-asked",
                _ => "other",
            };
            format!("error {kind}: {fault}")
        }
    }
}

/// Whether the short form starts so; else the test ends with what it was.
fn assert_starts(found: &str, expected: &str) {
    assert!(found.starts_with(expected), "expected `{expected}…`, found `{found}`");
}

/// Waits until something holds, for as long as a busy machine may take.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let until = Instant::now() + PATIENT;
    while !holds() {
        assert!(Instant::now() < until, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process of this number is there and no zombie.
fn lives(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    match stat.rsplit_once(") ") {
        Some((_, rest)) => !rest.starts_with(['Z', 'X']),
        None => false,
    }
}
