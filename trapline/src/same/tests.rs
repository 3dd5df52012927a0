//! The comparison, and what it is for: both modes over every stored case.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use oracle::{Config, Mode, Oracle, Run, Script, Shell, ShellName, World};

use super::*;
use crate::{cases, setup};

/// How long a run may take on a busy machine, where its case does not say.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn numbers_and_made_up_names_are_put_aside() {
    let table: [(&[u8], &[u8]); 10] = [
        (b"pid 12345 of 12", b"pid # of 12"),
        (b"/tmp/tmp.Ab3dEf9hIj/x", b"/tmp/tmp.#/x"),
        (b"/tmp/zshAbCdEf", b"/tmp/zsh#"),
        (b"/usr/bin/zsh", b"/usr/bin/zsh"),
        (b"in 0.01s, 12%", b"in #s, 12%"),
        (b"/w/tmp/gv28_0xd", b"/w/tmp/#"),
        (b"/w/tmp/short", b"/w/tmp/short"),
        (b".git/objects/04/1eb2c012bc23aa21ed123b81e123ede2a12345", b".git/objects/#/#"),
        (b"", b""),
        (b"\xff99\xff", b"\xff99\xff"),
    ];
    for (given, expected) in table {
        assert_eq!(plain(given), expected);
    }
}

/// A shell. One that is missing is said, and is an error where all are asked for.
fn installed(name: ShellName) -> Option<Shell> {
    match Shell::find(name) {
        Ok(shell) => Some(shell),
        Err(error) => {
            assert!(!setup::is_strict(), "{error}");
            eprintln!("skipping a shell: {error}");
            None
        }
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
    let racy = racy::load(&near.join("../oracle/racy.toml")).expect("the list");
    let shells: Vec<Shell> = ShellName::ALL.into_iter().filter_map(installed).collect();
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
                        for loaded in all.iter().filter(|it| it.case.shells.contains(&shell.name)) {
                            let case = &loaded.case;
                            let mut see = |mode| {
                                let run = Run {
                                    script: Script::Text(case.body.clone()),
                                    delivery: case.delivery,
                                    // What is compared is what is seen, not how fast.
                                    timeout: Some(case.timeout.map_or(PATIENCE, |seconds| {
                                        Duration::from_secs(seconds.into())
                                    })),
                                    mode,
                                    ..Run::new(b"", &world, shell)
                                };
                                oracle.observe(&run).map(|seen| Essence::of(&seen))
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
                            let known = racy.iter().any(|it| it.is_about(&case.id, shell.name));
                            if case.racy.is_some() || known {
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
