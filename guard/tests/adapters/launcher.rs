//! Launchers: programs that cannot be started, and what a sandbox can ask for.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use guard::adapter::{DirectLauncher, Ending, Launched, Launcher, Limits, Process, Program};
use guard::registry::Source;

use super::{Foreign, assert_starts, request, short};

/// Fails to start anything.
struct Failing(io::ErrorKind, AtomicUsize);

impl Launcher for Failing {
    fn launch(&self, _: &Program) -> io::Result<Launched> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Err(self.0.into())
    }
}

/// Without a descriptor for the process's end, and one request at a time.
struct Plain;

struct PlainProcess(Box<dyn Process>, usize);

impl Launcher for Plain {
    fn launch(&self, program: &Program) -> io::Result<Launched> {
        let mut launched = DirectLauncher.launch(program)?;
        launched.process = Box::new(PlainProcess(launched.process, 0));
        Ok(launched)
    }

    fn one_at_a_time(&self) -> bool {
        true
    }
}

impl Process for PlainProcess {
    fn ended(&mut self) -> Option<Ending> {
        self.0.ended()
    }

    fn idle(&mut self) -> Vec<String> {
        self.1 += 1;
        vec![format!("idle {}", self.1)]
    }
}

fn source(protocol: &str, interpreter: &str, program: &str) -> (Foreign, Source) {
    let foreign = Foreign::new(protocol, interpreter, program, super::PATIENT);
    let file = foreign.folder.path().join("guard.toml");
    let source = Source::open(&file.to_string_lossy()).expect("a manifest");
    (foreign, source)
}

#[test]
fn what_cannot_be_started_breaks_the_guard() {
    for protocol in ["jsonl", "exit-status", "claude-code"] {
        let (_folder, source) = source(protocol, "sh", "exit 0");
        // For good at once; else when it has failed often enough.
        for (kind, most) in [(io::ErrorKind::NotFound, 1), (io::ErrorKind::WouldBlock, 6)] {
            let launcher = Arc::new(Failing(kind, AtomicUsize::new(0)));
            let mut guard = source.make(launcher.clone(), Limits::default());
            for _ in 0..10 {
                assert_starts(&short(guard.decide(&request("ls"))), "error start: could not be");
            }
            let broken = guard.broken().expect("broken");
            assert!(broken.starts_with("test: could not be started: `sh`: "), "{broken}");
            assert_eq!(launcher.1.load(Ordering::Relaxed), most, "{protocol} {kind}");
        }
    }
}

#[test]
fn a_sandbox_is_told_when_nothing_is_unanswered() {
    let program = "while read -r line; do id=${line#*\\\"id\\\":}; id=${id%%,*}; \
                   echo \"{\\\"id\\\":$id,\\\"decision\\\":\\\"allow\\\"}\"; done";
    let (_folder, source) = source("jsonl", "sh", program);
    let mut guard = source.make(Arc::new(Plain), Limits::default());
    let requests: Vec<_> = (0..20).map(|n| request(format!("echo {n}"))).collect();
    let answers: Vec<String> = guard.decide_many(&requests).into_iter().map(short).collect();
    assert_eq!(answers, vec!["allow"; 20]);
    let expected: Vec<String> = (1..=20).map(|n| format!("idle {n}")).collect();
    assert_eq!(guard.notes(), expected);
    assert!(guard.notes().is_empty());
}

#[test]
fn an_end_is_seen_without_a_descriptor_too() {
    let (_folder, source) = source("jsonl", "sh", "read -r line; sleep 600 & exit 5");
    let mut guard = source.make(Arc::new(Plain), Limits::default());
    let found = short(guard.decide(&request("ls")));
    assert_starts(&found, "error crash: crashed: exit status 5");
    let (_folder, source) = self::source("exit-status", "sh", "exit 1");
    let mut guard = source.make(Arc::new(Plain), Limits::default());
    assert_eq!(short(guard.decide(&request("ls"))), "deny");
    assert_eq!(guard.notes(), ["idle 1"]);
}

/// Real processes, many of them: nothing is left open or running.
#[test]
fn nothing_is_left_behind() {
    let descriptors = || std::fs::read_dir("/proc/self/fd").expect("descriptors").count();
    let (_folder, source) = source("exit-status", "sh", "exit 1");
    let mut guard = source.make(Arc::new(DirectLauncher), Limits::default());
    guard.decide(&request("ls"));
    let before = descriptors();
    for _ in 0..40 {
        assert_eq!(short(guard.decide(&request("ls"))), "deny");
    }
    // Other tests of this program open and close some at the same time.
    assert!(descriptors() < before + 100);
}
