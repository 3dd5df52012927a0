//! Whether two runs of one thing came to the same.
//!
//! What is put aside before they are compared:
//!
//! - in outputs, arguments and paths: numbers of three digits and more, as those of processes are,
//!   numbers with a point, as times are, and hashes;
//! - the random ends of names that `mktemp`, shells, sed, gawk, zip and git make up, names of eight
//!   letters and more right in `/w/tmp`, as python's are, and addresses;
//! - the `SIGCONT` that zsh sends to a substitution when something wakes it before that has ended;
//! - the order of programs and of lines of output, since parts of a pipeline run at the same time;
//! - how long it took, and by which mode it was made.

pub(crate) mod racy;

use oracle::{Bytes, Effect, Observation, Program};

/// Names that are made up, and addresses: what they begin with, and how many letters follow at least.
const MADE_UP: [(&[u8], usize); 14] = [
    (b"tmp.", 6),
    (b"tmp_obj_", 6),
    (b"/w/tmp/", 8),
    (b"/zsh", 6),
    (b"sh-thd.", 6),
    (b"sh-np.", 6),
    (b"bash-fc.", 6),
    (b"/sed", 6),
    (b"/zi", 6),
    (b".gawk.", 6),
    (b"git-blob-", 6),
    (b"index.stash.", 1),
    (b".git/objects/", 2),
    (b"0x", 6),
];

/// How long a word of hexadecimal digits is a hash. What stands behind the first two digits of one
/// names an object of git.
const HASH: usize = 30;

/// What of a run is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Essence {
    exit: Option<i32>,
    signal: Option<i32>,
    timed_out: bool,
    effects: Vec<Effect>,
    programs: Vec<Program>,
    stdout: Vec<Bytes>,
    stderr: Vec<Bytes>,
    unobserved: Vec<String>,
}

impl Essence {
    /// Of this run.
    pub(crate) fn of(seen: &Observation) -> Self {
        // git puts an object in a folder by the first two digits of its hash, which for a commit depends on
        // the second. Whether that folder was there before is luck, and so is whether the draft of the object
        // is seen: what is undone in a folder that was just made is not always.
        let draft = |effect: &&Effect| {
            effect.undone && effect.path.windows(9).any(|part| part == b"/tmp_obj_")
        };
        let folder = |effect: &Effect| effect.path.ends_with(b".git/objects/#");
        let effects =
            seen.effects.iter().filter(|it| !hunt::classify::wakes_a_job(it) && !draft(it));
        let mut effects: Vec<Effect> = effects.map(effect).filter(|it| !folder(it)).collect();
        effects.sort();
        let mut programs: Vec<Program> = seen.programs.iter().map(program).collect();
        programs.sort_by(|one, other| (&one.argv, &one.path).cmp(&(&other.argv, &other.path)));
        Self {
            exit: seen.exit,
            signal: seen.signal,
            timed_out: seen.timed_out,
            effects,
            programs,
            stdout: lines(&seen.stdout),
            stderr: lines(&seen.stderr),
            unobserved: seen.unobserved.clone(),
        }
    }

    /// In what they differ, a word each.
    pub(crate) fn differs_from(&self, other: &Self) -> Vec<&'static str> {
        let table = [
            ("exit", (self.exit, self.signal) != (other.exit, other.signal)),
            ("time limit", self.timed_out != other.timed_out),
            ("effects", self.effects != other.effects),
            ("programs", self.programs != other.programs),
            ("standard output", self.stdout != other.stdout),
            ("standard error", self.stderr != other.stderr),
            ("what could not be observed", self.unobserved != other.unobserved),
        ];
        table.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect()
    }
}

fn effect(effect: &Effect) -> Effect {
    Effect {
        path: plain(&effect.path),
        from: effect.from.as_deref().map(plain),
        detail: String::from_utf8_lossy(&plain(effect.detail.as_bytes())).into_owned(),
        ..effect.clone()
    }
}

fn program(program: &Program) -> Program {
    Program {
        argv: program.argv.iter().map(|word| plain(word)).collect(),
        path: plain(&program.path),
        ..program.clone()
    }
}

/// The lines of an output. Of one that was cut only that it was.
fn lines(output: &oracle::Output) -> Vec<Bytes> {
    if output.cut {
        return vec![b"cut".to_vec()];
    }
    let mut lines: Vec<Bytes> = output.bytes.split(|byte| *byte == b'\n').map(plain).collect();
    lines.sort();
    lines
}

/// The bytes with a mark in place of everything that may differ.
fn plain(bytes: &[u8]) -> Bytes {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (kept, length, marked) = next(rest);
        plain.extend_from_slice(rest.get(..kept).unwrap_or_default());
        if marked {
            plain.push(b'#');
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    plain
}

/// What begins here: how much of it is kept, how long it is, and whether a mark follows.
fn next(rest: &[u8]) -> (usize, usize, bool) {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let count = |bytes: &[u8], is: &dyn Fn(&u8) -> bool| bytes.iter().take_while(|b| is(b)).count();
    for (start, most) in MADE_UP {
        if let Some(name) = rest.strip_prefix(start) {
            let length = count(name, &is_letter);
            if length >= most {
                return (start.len(), start.len() + length, true);
            }
        }
    }
    let hash = count(rest, &u8::is_ascii_hexdigit);
    if hash >= HASH {
        return (0, hash, true);
    }
    let digits = count(rest, &u8::is_ascii_digit);
    if digits == 0 {
        return (1, 1, false);
    }
    let after = rest.get(digits..).unwrap_or_default();
    let part = after.strip_prefix(b".").map_or(0, |part| count(part, &u8::is_ascii_digit));
    match part {
        // All digits of a shorter number go together, or its end would be taken for one.
        0 if digits < 3 => (digits, digits, false),
        0 => (0, digits, true),
        _ => (0, digits + 1 + part, true),
    }
}

#[cfg(test)]
mod tests;
