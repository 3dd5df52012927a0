//! Whether two runs of one thing came to the same.
//!
//! What is put aside before they are compared:
//!
//! - numbers of three digits and more, as the numbers of processes are, in outputs, arguments and
//!   paths;
//! - the random ends of names that `mktemp`, shells, sed, gawk and zip make up, and addresses;
//! - the `SIGCONT` that zsh sends to a substitution when something wakes it before that has ended;
//! - the order of programs and of lines of output, since parts of a pipeline run at the same time;
//! - how long it took, and by which mode it was made.

use oracle::{Bytes, Effect, EffectKind, Observation, Program};

/// Names that are made up, and addresses: what they begin with, and how many letters follow at least.
const MADE_UP: [(&[u8], usize); 9] = [
    (b"tmp.", 6),
    (b"/zsh", 6),
    (b"sh-thd.", 6),
    (b"sh-np.", 6),
    (b"bash-fc.", 6),
    (b"/sed", 6),
    (b"/zi", 6),
    (b".gawk.", 6),
    (b"0x", 6),
];

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
        let woken = |effect: &&Effect| {
            effect.kind == EffectKind::Signal && effect.detail == "SIGCONT process"
        };
        let effects = seen.effects.iter().filter(|it| !woken(it));
        let mut effects: Vec<Effect> = effects.map(effect).collect();
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
    while let Some((first, after)) = rest.split_first() {
        let made_up = MADE_UP.iter().find_map(|(start, most)| {
            let name = rest.strip_prefix(*start)?;
            let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            (length >= *most).then_some((*start, start.len() + length))
        });
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (kept, gone) = match made_up {
            Some(found) => found,
            None if digits >= 3 => (&[][..], digits),
            None => {
                // All digits of a shorter number go together, or its end would be taken for one.
                let whole = digits.max(1);
                plain.extend_from_slice(rest.get(..whole).unwrap_or(std::slice::from_ref(first)));
                rest = rest.get(whole..).unwrap_or(after);
                continue;
            }
        };
        plain.extend_from_slice(kept);
        plain.push(b'#');
        rest = rest.get(gone..).unwrap_or_default();
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Mutex;
    use std::time::Duration;

    use oracle::{Config, Mode, Oracle, Run, Script, Shell, ShellName, World};

    use super::*;
    use crate::cases;

    #[test]
    fn numbers_and_made_up_names_are_put_aside() {
        let table: [(&[u8], &[u8]); 6] = [
            (b"pid 12345 of 12", b"pid # of 12"),
            (b"/tmp/tmp.Ab3dEf9hIj/x", b"/tmp/tmp.#/x"),
            (b"/tmp/zshAbCdEf", b"/tmp/zsh#"),
            (b"/usr/bin/zsh", b"/usr/bin/zsh"),
            (b"", b""),
            (b"\xff99\xff", b"\xff99\xff"),
        ];
        for (given, expected) in table {
            assert_eq!(plain(given), expected);
        }
    }

    /// Every stored case, under its shells, by a fork server and by executing the shell.
    #[test]
    fn a_fork_server_shows_what_the_shell_shows() {
        let near = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = cases::folder(None, Some(near)).expect("the cases of the repository");
        let loaded = cases::load(&[folder]).expect("cases");
        let mut groups: Vec<(World, Vec<&corpora::suite::Loaded>)> = Vec::new();
        for loaded in loaded.iter().filter(|loaded| loaded.case.skip.is_none()) {
            let world = cases::world(&loaded.case).expect("a world");
            match groups.iter_mut().find(|(other, all)| *other == world && all.len() < 24) {
                Some((_, all)) => all.push(loaded),
                None => groups.push((world, vec![loaded])),
            }
        }
        let shells: Vec<Shell> =
            ShellName::ALL.into_iter().filter_map(|it| Shell::find(it).ok()).collect();
        let queue = Mutex::new(groups);
        let told: Mutex<Vec<String>> = Mutex::default();
        let counts: Mutex<(usize, usize)> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut oracle = Oracle::new(Config::default()).expect("an oracle");
                    loop {
                        let next = queue.lock().expect("whole").pop();
                        let Some((world, all)) = next else { return };
                        for shell in &shells {
                            for loaded in
                                all.iter().filter(|it| it.case.shells.contains(&shell.name))
                            {
                                let case = &loaded.case;
                                let mut see = |mode| {
                                    let run = Run {
                                        script: Script::Text(case.body.clone()),
                                        delivery: case.delivery,
                                        timeout: case
                                            .timeout
                                            .map(|seconds| Duration::from_secs(seconds.into())),
                                        mode,
                                        ..Run::new(b"", &world, shell)
                                    };
                                    oracle.run(&run).map(|seen| Essence::of(&seen))
                                };
                                let pair = (see(Mode::Exact), see(Mode::ForkServer));
                                let differs = match &pair {
                                    (Ok(exact), Ok(forked)) => exact.differs_from(forked),
                                    _ => vec!["an error"],
                                };
                                let mut counts = counts.lock().expect("whole");
                                counts.0 += 1;
                                if differs.is_empty() {
                                    continue;
                                }
                                if case.racy.is_some() {
                                    counts.1 += 1;
                                    continue;
                                }
                                told.lock().expect("whole").push(format!(
                                    "{} in {}: {differs:?}\n{pair:?}",
                                    case.id, shell.name
                                ));
                            }
                        }
                    }
                });
            }
        });
        let (runs, racy) = *counts.lock().expect("whole");
        let told = told.into_inner().expect("whole");
        assert!(told.is_empty(), "{} of {runs} differ:\n{}", told.len(), told.join("\n"));
        assert!(runs > 1000 && racy * 100 <= runs, "{racy} racy of {runs}");
    }
}
