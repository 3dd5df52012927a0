//! `exec` and `argv`: programs that are started.

use guard::Handback;
use guard::promise::ArgvClause;
use oracle::{By, Program};

use super::{Breach, Subject, path, words};

/// The name of a program: the last component of what was executed. What it calls itself in its
/// first argument is up to whoever started it.
pub(super) fn name(program: &Program) -> &[u8] {
    if program.path.is_empty() {
        return program.argv.first().map_or(b"", |word| path::name(word));
    }
    path::name(&program.path)
}

pub(super) fn show(words: &[Vec<u8>]) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.escape_ascii().to_string());
    }
    text
}

pub(super) fn exec(subject: &Subject<'_>, names: &[String]) -> Option<Breach> {
    subject.observation.programs.iter().filter(|program| program.by == By::Shell).find_map(
        |program| {
            let name = name(program);
            let how = if !names.iter().any(|listed| listed.as_bytes() == name) {
                "unlisted"
            } else if !path_gave(subject, program) {
                "elsewhere"
            } else {
                return None;
            };
            let at = match how {
                "elsewhere" => format!(" ({})", program.path.escape_ascii()),
                _ => String::new(),
            };
            Some(Breach {
                text: format!("starts {}{at}", show(&program.argv)),
                name: name.to_vec(),
                how,
                ..Breach::default()
            })
        },
    )
}

/// Whether a program is the one that the world's `PATH` gives for its name: it lies in a folder of
/// `PATH`, and no earlier folder of it that the world declares holds a file of that name.
fn path_gave(subject: &Subject<'_>, program: &Program) -> bool {
    let layout = subject.layout;
    if layout.path.is_empty() {
        return true;
    }
    let path = merged(&path::normal(&program.path));
    let name = path::name(&path);
    for folder in &layout.path {
        let candidate = merged(&path::join(folder, name));
        if candidate == path {
            return true;
        }
        let shadow = subject.world.entries.iter().any(|entry| {
            path::normal(&entry.path) == candidate
                && (entry.mode & 0o111 != 0 || matches!(entry.node, oracle::Node::Symlink(_)))
        });
        if shadow {
            return false;
        }
    }
    false
}

/// `/bin` and `/sbin` are links into `/usr` where the two are merged; both spellings are one file.
fn merged(path: &[u8]) -> Vec<u8> {
    if path.starts_with(b"/bin/") || path.starts_with(b"/sbin/") {
        return [b"/usr", path].concat();
    }
    path.to_vec()
}

/// What of an argv clause the handback itself breaks, before anything is run.
pub(super) fn handed_back(
    script: &[u8],
    handback: &Handback,
    clause: &ArgvClause,
) -> Option<Breach> {
    let breach = |how, text: String| Some(Breach { text, how, ..Breach::default() });
    let Handback::Argv(argv) = handback else {
        return breach("not-argv", "hands back a text for a shell instead of an argv".into());
    };
    let trimmed = words::trim(script);
    if let Some(byte) = trimmed.iter().find(|byte| clause.refused.as_bytes().contains(byte)) {
        let byte = std::iter::once(*byte).collect::<Vec<u8>>();
        return breach(
            "refused",
            format!("approves a script that holds the refused byte {}", byte.escape_ascii()),
        );
    }
    let first = argv.first().map_or(&b""[..], Vec::as_slice);
    if first.contains(&b'/') || first.contains(&b'\\') {
        return breach("folder", format!("names its program with a folder: {}", show(argv)));
    }
    if !clause.names.iter().any(|listed| listed.as_bytes() == first) {
        return breach("unlisted", format!("hands back the unlisted program {}", show(argv)));
    }
    let formed = clause.forms.is_empty()
        || clause.forms.iter().any(|form| {
            form.len() <= argv.len()
                && form.iter().zip(argv).all(|(want, word)| want.as_bytes() == word)
        });
    if !formed {
        return breach("form", format!("hands back an argv of no listed form: {}", show(argv)));
    }
    // White space around a script is no part of it; what counts as such is left to the guard.
    let read = |script: &[u8]| words::split(script).is_some_and(|words| words == *argv);
    if !read(trimmed) && !words::trims(script).any(read) {
        return breach("words", format!("hands back {} for {}", show(argv), script.escape_ascii()));
    }
    None
}

pub(super) fn argv(subject: &Subject<'_>, clause: &ArgvClause) -> Option<Breach> {
    if let Some(breach) = handed_back(subject.script, subject.handback, clause) {
        return Some(breach);
    }
    let breach = |how, text: String| Some(Breach { text, how, ..Breach::default() });
    let Handback::Argv(argv) = subject.handback else { return None };
    let ours: Vec<&Program> =
        subject.observation.programs.iter().filter(|program| program.by != By::Program).collect();
    let other = ours.iter().find(|program| program.by == By::Shell || program.argv != *argv);
    if let Some(program) = other {
        return Some(Breach {
            name: name(program).to_vec(),
            ..breach("other", format!("starts {} instead of the argv", show(&program.argv)))?
        });
    }
    match ours.len() {
        0 | 1 => None,
        _ => breach("twice", format!("starts {} more than once", show(argv))),
    }
}
