//! The published policies, against the tables of their specifications and as properties.
#![forbid(unsafe_code)]

mod argv;
mod checks;
mod docs_only;
mod properties;
mod redundant;

use guard::{Answer, Guard, Handback, Request, TargetShell, Verdict};

/// A request for a script.
fn request(script: &[u8]) -> Request {
    Request {
        script: script.to_vec(),
        tree: "/w/tree".into(),
        run_dirs: vec!["/w/run".into(), "/w/run2".into()],
        tmp: "/w/tmp".into(),
        shell: TargetShell::Bash,
        files: std::sync::Arc::new(guard::files::Memory::new().directory("/w/tree/sub")),
    }
}

/// A verdict in a short form: `deny ID`, `same`, or what is handed back.
fn short(answer: Answer) -> String {
    match answer {
        Answer::Verdict(Verdict::Deny { id, .. }) => format!("deny {id}"),
        Answer::Verdict(Verdict::Allow { handback: Handback::Same, .. }) => "same".to_owned(),
        Answer::Verdict(Verdict::Allow { handback: Handback::Text(text), .. }) => {
            format!("text {:?}", String::from_utf8_lossy(&text))
        }
        Answer::Verdict(Verdict::Allow { handback: Handback::Argv(words), .. }) => {
            let words: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
            format!("argv {words:?}")
        }
        other => panic!("an in-process policy answered {other:?}"),
    }
}

/// Decides and gives the short form.
fn decide(guard: &mut dyn Guard, script: &[u8]) -> String {
    short(guard.decide(&request(script)))
}

/// Whether an answer allows.
fn allows(answer: &Answer) -> bool {
    matches!(answer, Answer::Verdict(Verdict::Allow { .. }))
}
