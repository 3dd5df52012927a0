//! Kills `trapline` with SIGKILL at random moments of a hunt: once the next start has run, no process,
//! mount or folder is left of it.
//!
//! `TRAPLINE_SIGKILL` is the number of kills; `scripts/sigkill` sets it to 200.
#![forbid(unsafe_code)]

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{WaitOptions, getpid, set_child_subreaper, wait};

/// How many kills there are where nobody says otherwise.
const KILLS: usize = 6;

/// The last moment of a kill, in milliseconds: by then a hunt has set its sandboxes up, passed its
/// controls and made runs.
const LATEST: u64 = 2500;

/// A processes with all its descendants, but itself.
fn descendants(of: u32) -> Vec<(u32, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((head, rest)) = stat.rsplit_once(')') else { continue };
        let mut words = rest.split_whitespace();
        let (state, parent) = (words.next(), words.next().and_then(|it| it.parse::<u32>().ok()));
        if let (Some(state), Some(parent)) = (state, parent) {
            all.push((pid, parent, format!("{head}) {state}")));
        }
    }
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut parents = vec![of];
    while let Some(parent) = parents.pop() {
        for (pid, _, what) in all.iter().filter(|(_, its, _)| *its == parent) {
            parents.push(*pid);
            found.push((*pid, what.clone()));
        }
    }
    found
}

/// The mounts that the sandbox could have made: what it mounts is named after it, or stands where it
/// builds. Others on the machine come and go.
fn mounts() -> Vec<String> {
    let text = fs::read_to_string("/proc/self/mountinfo").expect("mounts");
    let ours = |line: &&str| {
        let at = line.split(' ').nth(4).unwrap_or_default();
        let places = ["/tmp", "/w", "/.cells", "/dev/fuse"];
        ["trapline", "tripwire"].iter().any(|name| line.contains(name))
            || places.iter().any(|place| Path::new(at).starts_with(place))
    };
    text.lines().filter(ours).map(str::to_owned).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").flatten();
    names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_killed_hunt_leaves_nothing_behind() {
    let kills = std::env::var("TRAPLINE_SIGKILL").ok().and_then(|text| text.parse().ok());
    let kills: usize = kills.unwrap_or(KILLS);
    // Whatever loses its parent becomes a child of this process, so nothing gets out of sight.
    set_child_subreaper(Some(getpid())).expect("a subreaper");
    let place = tempfile::tempdir().expect("a folder");
    let temporary = place.path().join("tmp");
    fs::create_dir(&temporary).expect("a folder");
    let naive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/naive/naive.toml");
    let guards = [Path::new("docs_only_historic"), &naive];
    let before = mounts();
    let trapline = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trapline"));
        command.args(args).current_dir(place.path()).env("TMPDIR", &temporary);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut most = 0;
    for kill in 0..kills {
        let random = RandomState::new().build_hasher().finish();
        let moment = Duration::from_millis(random % LATEST);
        let guard = guards[kill % guards.len()].to_str().expect("a path");
        let args =
            ["hunt", "--guard", guard, "--time", "1m", "--shells", "bash,sh", "--out", "out"];
        let mut hunt = trapline(&args).spawn().expect("it starts");
        std::thread::sleep(moment);
        most = most.max(descendants(hunt.id()).len());
        hunt.kill().expect("it runs");
        hunt.wait().expect("it ends");
        let next = trapline(&["try", "--shells", "sh", "--", ":"]).status().expect("it starts");
        assert_eq!(next.code(), Some(0), "the next start, after a kill at {moment:?}");
        let deadline = Instant::now() + Duration::from_secs(5);
        let left = loop {
            // What has ended and only waits to be asked for its status is not left.
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            let left = descendants(std::process::id());
            if left.is_empty() || Instant::now() > deadline {
                break left;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(left.is_empty(), "after a kill at {moment:?}: {left:?}");
        assert_eq!(names(&temporary), Vec::<String>::new(), "after a kill at {moment:?}");
        fs::remove_dir_all(place.path().join("out"))
            .or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })
            .expect("only what was asked for stands there");
        assert_eq!(names(place.path()), ["tmp"]);
    }
    assert_eq!(mounts(), before);
    // The control: there was something that could have been left.
    assert!(kills == 0 || most >= 4, "at most {most} processes were seen");
    println!(
        "sigkill: {kills} kills of hunts within {LATEST} ms of their start, {} guards, up to {most} processes \
         alive at a kill; left once the next start had run: 0 processes, 0 mounts, 0 folders",
        guards.len()
    );
}
