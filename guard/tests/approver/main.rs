//! The approver, against the tables of its specification.
#![forbid(unsafe_code)]

mod boundary;
mod checks;
mod constructs;
mod files;
mod groups;
mod growth;
mod inline;
mod launchers;
mod leaks;
mod listings;
mod lists;
mod options;
mod rows;
mod startup;
mod writes;

use std::sync::Arc;

use guard::files::{Files, Memory};
use guard::policy::approver::Approver;
use guard::{Answer, Guard, Handback, Request, TargetShell, Verdict};

/// The approver as it is bundled.
fn approver() -> Approver {
    Approver::bundled()
}

/// A tree with a folder, links out of it, and scripts.
fn world() -> Memory {
    Memory::new()
        .directory("/w/tree/build")
        .directory("/w/tree/sub")
        .directory("/w/tree/.git/hooks")
        .file("/w/tree/.abcd/guard.json", "{}")
        .file("/w/tree/f", "")
        .file("/w/tree/build/a.o", "")
        .link("/w/tree/build/link", "/w/outside/d")
        .link("/w/tree/lnk", "../outside/d")
        .file("/w/outside/d/k", "")
        .file("/w/outside/secret", "")
        .file("/w/tree/ok.sh", "echo fine\n")
        .file("/w/tree/s.sh", "echo start\nrm -rf ../outside/d\n")
        .program("/w/tree/run.sh", "#!/bin/sh\nrm -rf ../outside\n")
        .program("/w/tree/line.sh", "#!/bin/sh\nsed -n \"1$1 p\" f\n")
        .program("/w/tree/tool", "\u{7f}ELF\0\0")
        .file("/w/tree/e", "git push --force\n")
        .file("/w/tree/binary", "a\0b")
        .file("/w/tree/long.sh", vec![b'#'; 300 * 1024])
        .file("/w/tree/odd.sh", "a {b,c}\n")
        .file("/w/tree/deep.sh", ". ./ok.sh; sh ./s.sh\n")
        .file("/w/run/r", "")
        .file("/w/tmp/t", "")
        .directory("/w/home")
}

fn request(files: Arc<dyn Files>, script: &str) -> Request {
    Request {
        script: script.as_bytes().to_vec(),
        tree: "/w/tree".into(),
        run_dirs: vec!["/w/run".into()],
        tmp: "/w/tmp".into(),
        shell: TargetShell::Bash,
        files,
    }
}

/// `allow`, or the id of the refusal.
fn verdict(answer: Answer) -> String {
    match answer {
        Answer::Verdict(Verdict::Allow { handback: Handback::Text(_), .. }) => "allow".to_owned(),
        Answer::Verdict(Verdict::Deny { id, .. }) => id,
        other => panic!("the approver answered {other:?}"),
    }
}

/// What the approver says of a script in the world.
fn decide(script: &str) -> String {
    verdict(approver().decide(&request(Arc::new(world()), script)))
}
