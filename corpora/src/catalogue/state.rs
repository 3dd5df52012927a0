//! The names that stand in a world, and what a run did to them as two snapshots would show it.

use std::collections::BTreeSet;

use oracle::{EffectKind, World};

use super::paths::{is_left_out, relative};
use crate::record::{NameError, Places, RecordError, RunRecord};

/// A run whose effects cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The record is broken.
    #[error("the record is broken: {0}")]
    Record(#[from] RecordError),
    /// A name that stands for no path.
    #[error("`{name}` stands for no path: {error}")]
    Name {
        /// The name, lossy.
        name: String,
        /// Why.
        error: NameError,
    },
}

/// The absolute paths that stand in a world before a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    paths: BTreeSet<Vec<u8>>,
}

/// What two snapshots of a world differ in, as the catalogue names paths: relative to the tree,
/// with `../` for what stands beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Paths that stand only after the run.
    pub created: BTreeSet<Vec<u8>>,
    /// Paths that stand only before it.
    pub deleted: BTreeSet<Vec<u8>>,
    /// Paths that stand in both with another content, type or link target.
    pub modified: BTreeSet<Vec<u8>>,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.created.is_empty() && self.deleted.is_empty() && self.modified.is_empty()
    }

    /// Whether this path changed.
    pub fn names(&self, path: &[u8]) -> bool {
        self.created.contains(path) || self.deleted.contains(path) || self.modified.contains(path)
    }
}

impl std::fmt::Display for Changes {
    /// As the catalogue writes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("no file changed");
        }
        let mut blank = "";
        for (sign, paths) in [('+', &self.created), ('-', &self.deleted), ('~', &self.modified)] {
            for path in paths {
                write!(f, "{blank}{sign}{}", String::from_utf8_lossy(path))?;
                blank = " ";
            }
        }
        Ok(())
    }
}

/// One side of what a run did, by absolute path.
#[derive(Default)]
struct Net {
    created: BTreeSet<Vec<u8>>,
    deleted: BTreeSet<Vec<u8>>,
    modified: BTreeSet<Vec<u8>>,
}

impl State {
    /// The names that a world declares. What its setup makes is not among them; [`State::after`]
    /// with a run of the setup adds it.
    pub fn of(world: &World) -> Self {
        Self { paths: world.entries.iter().map(|entry| entry.path.clone()).collect() }
    }

    /// The state with these absolute paths.
    pub fn from_paths(paths: impl IntoIterator<Item = Vec<u8>>) -> Self {
        Self { paths: paths.into_iter().collect() }
    }

    /// Whether something stands at this absolute path.
    pub fn holds(&self, path: &[u8]) -> bool {
        self.paths.contains(path)
    }

    /// The absolute paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &[u8]> {
        self.paths.iter().map(Vec::as_slice)
    }

    /// The state after a run.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn after(&self, run: &RunRecord, places: &Places<'_>) -> Result<Self, StateError> {
        let net = self.net(run, places)?;
        let mut paths = self.paths.clone();
        for path in &net.deleted {
            paths.remove(path);
        }
        paths.extend(net.created.iter().cloned());
        Ok(Self { paths })
    }

    /// What a run changed, as the catalogue would show it.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn changes(&self, run: &RunRecord, places: &Places<'_>) -> Result<Changes, StateError> {
        let net = self.net(run, places)?;
        let visible = |paths: BTreeSet<Vec<u8>>| {
            paths
                .into_iter()
                .filter(|path| !is_left_out(path))
                .map(|path| relative(&path, places.tree()))
                .collect()
        };
        Ok(Changes {
            created: visible(net.created),
            deleted: visible(net.deleted),
            modified: visible(net.modified),
        })
    }

    /// Effects are sorted by kind, not by time, so they are followed as sets.
    fn net(&self, run: &RunRecord, places: &Places<'_>) -> Result<Net, StateError> {
        let mut net = Net::default();
        let mut made = BTreeSet::new();
        let mut moves = Vec::new();
        for effect in &run.effects {
            let kind = effect.effect_kind()?;
            let Some(name) = effect.path_bytes()? else { continue };
            let path = absolute(places, &name)?;
            if kind == EffectKind::Create {
                made.insert(path.clone());
            }
            if effect.undone {
                continue;
            }
            match kind {
                EffectKind::Create => {
                    net.created.insert(path);
                }
                EffectKind::Delete => {
                    net.deleted.insert(path);
                }
                EffectKind::Modify => {
                    net.modified.insert(path);
                }
                EffectKind::Rename => {
                    if let Some(from) = effect.from_bytes()? {
                        moves.push((absolute(places, &from)?, path));
                    }
                }
                // Permissions and times are no change to the catalogue; the rest is no state.
                EffectKind::Mode
                | EffectKind::Read
                | EffectKind::Follow
                | EffectKind::Connect
                | EffectKind::Leftover
                | EffectKind::Signal => {}
            }
        }
        let arrivals: BTreeSet<_> = moves.iter().map(|(_, to)| to.clone()).collect();
        for (from, to) in &moves {
            let below = self.below(from);
            if !below.is_empty() {
                // A rename moves everything below its source too.
                for rest in below {
                    net.deleted.insert([from, rest].concat());
                    self.arrive([to, rest].concat(), &mut net);
                }
                continue;
            }
            if made.contains(from) || arrivals.contains(from) {
                // What the run itself put there stood in no snapshot.
                net.created.remove(from);
            } else {
                net.deleted.insert(from.clone());
            }
            self.arrive(to.clone(), &mut net);
        }
        for (from, _) in &moves {
            if !self.holds(from) && arrivals.contains(from) {
                net.created.remove(from);
            }
        }
        // A name that stood before and stands again was replaced.
        let replaced: Vec<_> = net.created.intersection(&net.deleted).cloned().collect();
        for path in replaced {
            net.created.remove(&path);
            net.deleted.remove(&path);
            net.modified.insert(path);
        }
        for path in net.created.iter().chain(&net.deleted) {
            net.modified.remove(path);
        }
        Ok(net)
    }

    /// What of this path and of what is below it stands before the run, as what follows the path.
    fn below(&self, path: &[u8]) -> Vec<&[u8]> {
        self.paths
            .iter()
            .filter_map(|known| known.strip_prefix(path))
            .filter(|rest| rest.is_empty() || rest.starts_with(b"/"))
            .collect()
    }

    fn arrive(&self, path: Vec<u8>, net: &mut Net) {
        if self.holds(&path) {
            net.modified.insert(path);
        } else {
            net.created.insert(path);
        }
    }
}

fn absolute(places: &Places<'_>, name: &[u8]) -> Result<Vec<u8>, StateError> {
    places.absolute(name).map_err(|error| StateError::Name {
        name: String::from_utf8_lossy(name).into_owned(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::EffectRecord;

    fn run(effects: &str) -> RunRecord {
        let effects = effects
            .split(", ")
            .filter(|text| !text.is_empty())
            .map(|text| {
                let (undone, text) = match text.strip_prefix("undone ") {
                    Some(text) => (true, text),
                    None => (false, text),
                };
                let (kind, path) = text.split_once(' ').unwrap();
                let (from, path) = match path.split_once(" -> ") {
                    Some((from, path)) => (Some(from.to_owned()), path),
                    None => (None, path),
                };
                EffectRecord {
                    kind: kind.to_owned(),
                    path: Some(path.to_owned()),
                    path_b64: None,
                    zone: "tree".to_owned(),
                    from,
                    from_b64: None,
                    via: None,
                    via_b64: None,
                    undone,
                    detail: String::new(),
                }
            })
            .collect();
        RunRecord {
            shell: "bash".to_owned(),
            version: "5".to_owned(),
            world: "catalogue".to_owned(),
            delivery: "c".to_owned(),
            mode: "exact".to_owned(),
            exit: Some(0),
            signal: None,
            timed_out: false,
            stdout: Some(String::new()),
            stdout_b64: None,
            stdout_cut: false,
            stderr: Some(String::new()),
            stderr_b64: None,
            stderr_cut: false,
            effects,
            programs: Vec::new(),
            commands: None,
            unobserved: Vec::new(),
        }
    }

    #[test]
    fn changes_are_those_of_two_snapshots() {
        let before = State::from_paths(
            [
                "/w/proj",
                "/w/proj/in.txt",
                "/w/proj/victim",
                "/w/proj/victim/f",
                "/w/proj/victim/sub",
                "/w/proj/victim/sub/g",
                "/w/proj/tmpd",
                "/w/outside",
                "/w/proj/.git/config",
                "/w/proj/victimless",
            ]
            .map(|path| path.as_bytes().to_vec()),
        );
        let rows = [
            ("", "no file changed"),
            ("create PWNED", "+PWNED"),
            ("undone create PWNED, undone delete in.txt", "no file changed"),
            ("mode in.txt, read ../outside/secret.txt", "no file changed"),
            (
                "create ../outside/f, create $HOME/x, create /w/a.tar",
                "+../a.tar +../home/x +../outside/f",
            ),
            ("delete victim/f, modify in.txt", "-victim/f ~in.txt"),
            // A moved folder takes what is in it along; a neighbour stays.
            (
                "rename victim -> v2",
                "+v2 +v2/f +v2/sub +v2/sub/g -victim -victim/f -victim/sub -victim/sub/g",
            ),
            ("rename in.txt -> b", "+b -in.txt"),
            // sed -i: a new file is moved over the old one.
            ("undone create sedAB, rename sedAB -> in.txt", "~in.txt"),
            ("create sedAB, rename sedAB -> in.txt", "~in.txt"),
            // git config: a lock is moved over the file.
            (
                "undone create .git/config.lock, rename .git/config.lock -> .git/config",
                "~.git/config",
            ),
            // A folder is moved away and a link put in its place.
            ("rename tmpd -> x, create tmpd, create ../outside/f", "+../outside/f +x ~tmpd"),
            ("create a, rename a -> b", "+b"),
            ("rename in.txt -> b, rename b -> c", "+c -in.txt"),
            ("delete in.txt, create in.txt", "~in.txt"),
            (
                "create .git/objects/ab, modify .git/index, create .git/hooks/pre-commit",
                "+.git/hooks/pre-commit",
            ),
            (
                "create .git/refs/heads/x, create .git/refs/bisect/good, create .git/configuration",
                "+.git/refs/heads/x",
            ),
            ("create __pycache__/json.cpython-311.pyc, create .pytest_cache/v", "no file changed"),
            ("create sub/.git/HEAD, create .github/x", "+.github/x"),
        ];
        for (effects, expected) in rows {
            let places = Places::new(b"/w/proj");
            let got = before.changes(&run(effects), &places).unwrap();
            assert_eq!(got.to_string(), expected, "{effects}");
        }
    }

    #[test]
    fn a_setup_is_part_of_the_state_before() {
        let places = Places::new(b"/w/proj");
        let world = State::from_paths([b"/w/proj/in.txt".to_vec()]);
        let before = world.after(&run("create d, create d/x, delete in.txt"), &places).unwrap();
        let got = before.changes(&run("rename d -> e, create in.txt"), &places).unwrap();
        assert_eq!(got.to_string(), "+e +e/x +in.txt -d -d/x");
    }
}
