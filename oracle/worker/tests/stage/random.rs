//! Runs of random calls: what is told of them explains exactly what is different, and a reset puts
//! everything back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use oracle_worker::observation::EffectKind;
use oracle_worker::stage::{ResetOutcome, StageReport};
use oracle_worker::world::World;

use crate::harness::{Ground, as_root, shown};

/// A small world: with few names, calls meet each other's results often.
fn world() -> World {
    let mut world = World::new("random");
    for dir in ["/w/tree/d", "/w/tree/d/e", "/w/tree/c"] {
        world = world.dir(dir, 0o755);
    }
    for file in ["/w/tree/a", "/w/tree/b", "/w/tree/d/a", "/w/tree/d/e/a", "/w/tree/c/b"] {
        world = world.file(file, file);
    }
    world
        .hard_link("/w/tree/h", "/w/tree/a")
        .hard_link("/w/tree/c/h", "/w/tree/d/a")
        .symlink("/w/tree/l", "d")
        .fifo("/w/tree/d/p")
}

/// What stands at a path: its kind, and what a file holds or a link names.
type Snapshot = BTreeMap<PathBuf, (char, Vec<u8>)>;

fn snapshot(base: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut folders = vec![base.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = fs::symlink_metadata(&path).unwrap().file_type();
            let (kind, content) = if kind.is_dir() {
                folders.push(path.clone());
                ('d', Vec::new())
            } else if kind.is_symlink() {
                ('l', fs::read_link(&path).unwrap().as_os_str().as_bytes().to_vec())
            } else if kind.is_file() {
                ('f', fs::read(&path).unwrap())
            } else {
                ('p', Vec::new())
            };
            let inner = Path::new("/").join(path.strip_prefix(base).unwrap());
            found.insert(inner, (kind, content));
        }
    }
    found
}

struct Player {
    random: fastrand::Rng,
    tree: PathBuf,
}

impl Player {
    fn path(&mut self) -> PathBuf {
        let folders = ["", "d", "d/e", "c", "n", "d/n", "n/m", "n-"];
        let names = ["a", "b", "h", "d", "e", "n", "m", "l", "n-", "d "];
        let folder = folders[self.random.usize(..folders.len())];
        self.tree.join(folder).join(names[self.random.usize(..names.len())])
    }

    /// Makes one call, which may fail, and says which.
    fn play(&mut self) -> String {
        let (one, two) = (self.path(), self.path());
        // Pipes are not opened: that would wait.
        let is_file = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
        let content = ["1", "22", "/w/tree/a"][self.random.usize(..3)];
        let (what, result) = match self.random.u8(..14) {
            0 if !one.exists() || is_file(&one) => ("write", fs::write(&one, content)),
            1 if is_file(&one) => {
                let size = fs::metadata(&one).map_or(0, |meta| meta.size()) as usize;
                (
                    "same size",
                    fs::OpenOptions::new().write(true).open(&one).and_then(|mut file| {
                        std::io::Write::write_all(&mut file, &vec![b'z'; size])
                    }),
                )
            }
            2 | 3 => ("mkdir", fs::create_dir(&one)),
            4 => ("unlink", fs::remove_file(&one)),
            5 => ("rmdir", fs::remove_dir(&one)),
            6 => ("rm -r", fs::remove_dir_all(&one)),
            7 => ("link", fs::hard_link(&one, &two)),
            8 => ("symlink", symlink("a", &one)),
            9 if !one.is_symlink() => {
                ("chmod", fs::set_permissions(&one, fs::Permissions::from_mode(0o711)))
            }
            _ => ("rename", fs::rename(&one, &two)),
        };
        let tail = |path: &Path| path.strip_prefix(&self.tree).unwrap().display().to_string();
        format!("{what} {} {} {}", tail(&one), tail(&two), result.is_ok())
    }
}

/// Where an entry stands after these renames.
fn moved(path: &Path, renames: &BTreeMap<PathBuf, PathBuf>) -> PathBuf {
    for above in path.ancestors() {
        if let Some(to) = renames.get(above) {
            let rest = path.strip_prefix(above).unwrap();
            return if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) };
        }
    }
    path.to_path_buf()
}

/// Checks that what is told of turns the one snapshot into the other.
fn explains(report: &StageReport, before: &Snapshot, after: &Snapshot) -> Result<(), String> {
    let path = |bytes: &[u8]| PathBuf::from(std::ffi::OsStr::from_bytes(bytes));
    let of = |kind: EffectKind| -> BTreeSet<PathBuf> {
        let net = report.effects.iter().filter(|effect| effect.kind == kind && !effect.undone);
        net.map(|effect| path(&effect.path)).collect()
    };
    let (created, deleted) = (of(EffectKind::Create), of(EffectKind::Delete));
    let modified = of(EffectKind::Modify);
    let renames: BTreeMap<PathBuf, PathBuf> = report
        .effects
        .iter()
        .filter(|effect| effect.kind == EffectKind::Rename && !effect.undone)
        .map(|effect| (path(effect.from.as_ref().unwrap()), path(&effect.path)))
        .collect();
    let replaced: BTreeSet<PathBuf> = report
        .effects
        .iter()
        .filter(|effect| effect.detail == "replaced")
        .map(|effect| path(&effect.path))
        .collect();
    let mut expected: BTreeSet<PathBuf> = created.clone();
    for (old, (kind, content)) in before {
        let new = moved(old, &renames);
        let gone = deleted.contains(old) || replaced.contains(&new) && !renames.contains_key(old);
        if gone {
            continue;
        }
        match after.get(&new) {
            None => return Err(format!("{} should stand", new.display())),
            Some((now, _)) if now != kind => {
                return Err(format!("{} is of another kind", new.display()));
            }
            Some((_, now)) if (now != content) != modified.contains(&new) => {
                return Err(format!("{}: modified or not?", new.display()));
            }
            Some(_) => {}
        }
        if !expected.insert(new.clone()) {
            return Err(format!("{} stands twice", new.display()));
        }
    }
    let stands: BTreeSet<PathBuf> = after.keys().cloned().collect();
    if stands == expected {
        return Ok(());
    }
    Err(format!("{:?}", stands.symmetric_difference(&expected)))
}

#[test]
fn effects_explain_the_difference() {
    as_root(|| {
        for (root, seeds) in [("/dev/shm", 0..300), (env!("CARGO_TARGET_TMPDIR"), 300..420)] {
            let mut ground = Ground::new(Path::new(root), &world());
            let before = snapshot(ground.base.path());
            for seed in seeds {
                let mut random = fastrand::Rng::with_seed(seed);
                let (calls, pumps) = (random.usize(1..16), random.u8(..3));
                let tree = ground.base.path().join("w/tree");
                let mut player = Player { random, tree };
                let mut played = Vec::new();
                // Every twentieth run is one whose events do not fit into the queue.
                let overflow = seed % 20 == 0;
                if overflow {
                    let file = player.tree.join("overflow");
                    for _ in 0..6_000 {
                        fs::write(&file, "x").unwrap();
                        fs::remove_file(&file).unwrap();
                    }
                }
                let pumps = if overflow { 2 } else { pumps };
                for _ in 0..calls {
                    played.push(player.play());
                    if pumps == 0 || pumps == 1 && player.random.bool() {
                        ground.stage.pump().unwrap();
                    }
                }
                let report = ground.stage.finish().unwrap();
                let story = || format!("seed {seed}: {played:#?}\n{:#?}", shown(&report));
                let after = snapshot(ground.base.path());
                if let Err(what) = explains(&report, &before, &after) {
                    panic!("{what}\n{}", story());
                }
                assert_eq!(report.unobserved.is_empty(), !overflow, "{}", story());
                assert_eq!(ground.stage.reset().unwrap(), ResetOutcome::Clean, "{}", story());
                if let Err(difference) = ground.stage.audit() {
                    panic!("{difference}\n{}", story());
                }
                let rest = ground.stage.finish().unwrap();
                assert_eq!(rest, StageReport::default(), "{}", story());
            }
        }
    });
}
