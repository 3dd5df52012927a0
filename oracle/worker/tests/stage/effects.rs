//! Each kind of effect, by the commands that make it.

use std::path::Path;

use crate::harness::{Ground, as_root, shown, world};
use crate::tables::{CREATE, DELETE, LINKS, MODE, MODIFY, NOTHING, RENAME, Row, UNDONE, UNWATCHED};

#[test]
fn unwatched() {
    as_root(|| {
        let mut ground = Ground::new(Path::new("/dev/shm"), &world());
        for (script, expected) in UNWATCHED {
            let mut told = shown(&ground.run_late("bash", script));
            let mut expected: Vec<String> = expected.iter().map(|row| (*row).to_owned()).collect();
            told.sort();
            expected.sort();
            assert_eq!(told, expected, "{script}");
            ground.reset(script);
        }
    });
}

/// Names that commands choose at random are written as a word in capitals.
fn masked(effect: &str) -> String {
    let mut words: Vec<String> = effect.split(' ').map(str::to_owned).collect();
    if words[0] == "create" && words.last().is_some_and(|word| word == "undone") {
        let (folder, name) = words[1].rsplit_once('/').unwrap_or(("", &words[1]));
        let mask = match name {
            _ if name.starts_with("sed") && name.len() == 9 => "SED",
            _ if name.starts_with("Cu") && name.len() == 8 => "LN",
            _ if name.starts_with("tmp.") => "MKTEMP",
            _ => name,
        };
        words[1] = format!("{folder}/{mask}");
    }
    words.join(" ")
}

/// The same effects are told of in the end where nobody took events in while the run went on, so
/// that no new folder was watched.
fn check_late(rows: &[Row]) {
    let mut ground = Ground::new(Path::new("/dev/shm"), &world());
    for (script, expected) in rows {
        let report = ground.run_late("bash", script);
        let net = |effects: Vec<String>| {
            let mut net: Vec<String> =
                effects.into_iter().filter(|effect| !effect.ends_with(" undone")).collect();
            net.sort();
            net
        };
        let expected = net(expected.iter().map(|row| (*row).to_owned()).collect());
        assert_eq!(net(shown(&report)), expected, "{script}");
        ground.reset(script);
    }
}

#[test]
fn late() {
    as_root(|| {
        for rows in [NOTHING, CREATE, MODIFY, DELETE, RENAME, MODE, UNDONE, LINKS] {
            check_late(rows);
        }
    });
}

fn check(rows: &[Row]) {
    // A file system that keeps numbers of files for later ones, and one that does not.
    for root in ["/dev/shm", env!("CARGO_TARGET_TMPDIR")] {
        let mut ground = Ground::new(Path::new(root), &world());
        for (script, expected) in rows {
            let report = ground.run("bash", script);
            let mut told: Vec<String> = shown(&report).iter().map(|told| masked(told)).collect();
            let mut expected: Vec<String> = expected.iter().map(|row| (*row).to_owned()).collect();
            told.sort();
            expected.sort();
            assert_eq!(told, expected, "{root}: {script}");
            assert_eq!(report.unobserved, Vec::<String>::new(), "{root}: {script}");
            ground.reset(script);
        }
    }
}

#[test]
fn nothing() {
    as_root(|| {
        check(NOTHING);
    });
}

#[test]
fn create() {
    as_root(|| {
        check(CREATE);
    });
}

#[test]
fn modify() {
    as_root(|| {
        check(MODIFY);
    });
}

#[test]
fn delete() {
    as_root(|| {
        check(DELETE);
    });
}

#[test]
fn rename() {
    as_root(|| {
        check(RENAME);
    });
}

#[test]
fn mode() {
    as_root(|| {
        check(MODE);
    });
}

#[test]
fn undone() {
    as_root(|| {
        check(UNDONE);
    });
}

#[test]
fn links() {
    as_root(|| {
        check(LINKS);
    });
}
