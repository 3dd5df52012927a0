//! What is different in the end: the touched names compared with the baseline.
//!
//! Only names that the record of the run tells of are looked at, and everything in folders that
//! are new. Where events were lost, every name is.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::baseline::{Baseline, EntryId, ROOT};
use super::error::StageError;
use super::fs::{self, Base, Identity, Kind, Stat};
use super::replay::Replay;
use super::thing::{End, Origin};
use crate::world::Bytes;

/// The most new entries that are listed.
const MOST_APPEARED: usize = 10_000;

/// An entry that still stands, or something of its kind in its place.
#[derive(Debug)]
pub(super) struct Stands {
    pub(super) entry: EntryId,
    /// Where it stands now.
    pub(super) path: Bytes,
    pub(super) stat: Stat,
    /// Whether it is not the entry itself but something that was put in its place.
    pub(super) fresh: bool,
}

/// Something at a name that was free, or a moved entry.
#[derive(Debug)]
pub(super) struct Appeared {
    pub(super) path: Bytes,
    pub(super) stat: Stat,
    /// The entry that was moved here.
    pub(super) moved: Option<EntryId>,
    /// The entry that stood here before.
    pub(super) over: Option<EntryId>,
}

/// The difference between the world and its baseline.
#[derive(Debug, Default)]
pub(super) struct Net {
    pub(super) stands: Vec<Stands>,
    pub(super) appeared: Vec<Appeared>,
    /// Entries that are gone, parents before what was in them.
    pub(super) missing: Vec<EntryId>,
    /// Entries that another was moved over.
    pub(super) replaced: Vec<EntryId>,
    /// What could not be looked at, in words.
    pub(super) unobserved: BTreeSet<String>,
}

/// What to look at in a folder of the world.
#[derive(Debug, Default)]
struct Wanted {
    names: BTreeSet<Bytes>,
    /// Folders in it to go through.
    through: Vec<EntryId>,
}

/// A folder to look into.
enum Job {
    /// This entry, standing here.
    Known(EntryId, Bytes),
    /// A new folder, in the place of this entry.
    New(Bytes, Option<EntryId>),
}

struct Walk<'a> {
    base: &'a Base,
    baseline: &'a Baseline,
    replay: &'a Replay,
    wanted: HashMap<EntryId, Wanted>,
    /// Where events were lost: the files of the world that stand at names which are not theirs.
    elsewhere: HashSet<Identity>,
    jobs: Vec<Job>,
    lost: Vec<EntryId>,
    net: Net,
}

/// Compares.
pub(super) fn compare(
    base: &Base,
    baseline: &Baseline,
    replay: &Replay,
) -> Result<Net, StageError> {
    let mut walk = Walk {
        base,
        baseline,
        replay,
        wanted: HashMap::new(),
        elsewhere: HashSet::new(),
        jobs: Vec::new(),
        lost: Vec::new(),
        net: Net::default(),
    };
    if replay.overflow {
        walk.find_moved();
    } else {
        walk.want_touched();
    }
    if replay.overflow || replay.inodes.contains(&ROOT) {
        let stat = base.folder(b"/").and_then(fs::stat_fd).map_err(StageError::at("read", b"/"))?;
        walk.net.stands.push(Stands { entry: ROOT, path: b"/".to_vec(), stat, fresh: false });
    }
    walk.jobs.push(Job::Known(ROOT, b"/".to_vec()));
    while let Some(job) = walk.jobs.pop() {
        match job {
            Job::Known(folder, path) => walk.known(folder, &path),
            Job::New(path, before) => walk.new_folder(&path, before),
        }
    }
    walk.settle();
    Ok(walk.net)
}

impl Walk<'_> {
    fn want_touched(&mut self) {
        let mut entries: Vec<EntryId> = self.replay.inodes.iter().copied().collect();
        for (folder, name) in self.replay.touches.keys() {
            let Some(parent) = self.replay.folders[*folder].entry else { continue };
            match self.baseline.entries[parent].children.get(name) {
                Some(entry) => entries.push(*entry),
                None => self.want(parent, name),
            }
        }
        for entry in entries {
            // What happens to a file happens at each of its names.
            let names = self.baseline.names_of(self.baseline.entries[entry].stat.identity);
            for name in names.iter().filter(|name| **name != ROOT) {
                let entry = &self.baseline.entries[*name];
                self.want(entry.parent, &entry.name);
            }
        }
    }

    fn want(&mut self, folder: EntryId, name: &[u8]) {
        let mut at = folder;
        let mut new = !self.wanted.contains_key(&at);
        self.wanted.entry(at).or_default().names.insert(name.to_vec());
        while new && at != ROOT {
            let parent = self.baseline.entries[at].parent;
            new = !self.wanted.contains_key(&parent);
            self.wanted.entry(parent).or_default().through.push(at);
            at = parent;
        }
    }

    /// Looks for files of the world at names that are not theirs.
    fn find_moved(&mut self) {
        let mut folders = vec![b"/".to_vec()];
        let mut seen = 0;
        while let Some(path) = folders.pop() {
            let Ok((names, _)) = self.base.names(&path, MOST_APPEARED) else { continue };
            let Ok(fd) = self.base.folder(&path) else { continue };
            for name in names {
                seen += 1;
                if seen > 10 * MOST_APPEARED {
                    return;
                }
                let Ok(Some(stat)) = fs::stat(&fd, &name) else { continue };
                let here = fs::join(&path, &name);
                let own = self.baseline.names_of(stat.identity);
                if !own.is_empty() && !own.iter().any(|id| self.baseline.entries[*id].path == here)
                {
                    self.elsewhere.insert(stat.identity);
                }
                if stat.kind == Kind::Dir {
                    folders.push(here);
                }
            }
        }
    }

    /// Looks at the wanted names of a folder that is still itself.
    fn known(&mut self, folder: EntryId, path: &[u8]) {
        if self.baseline.entries[folder].mount {
            return;
        }
        let wanted = self.wanted.remove(&folder);
        let (names, through) = if self.replay.overflow {
            (self.all_names(path, Some(folder)), Vec::new())
        } else {
            let wanted = wanted.unwrap_or_default();
            (wanted.names, wanted.through)
        };
        for child in through {
            let name = &self.baseline.entries[child].name;
            if !names.contains(name) {
                self.jobs.push(Job::Known(child, fs::join(path, name)));
            }
        }
        self.names_in(path, names, Some(folder));
    }

    /// Looks at everything in a folder that is new.
    fn new_folder(&mut self, path: &[u8], before: Option<EntryId>) {
        let names = self.all_names(path, before);
        self.names_in(path, names, before);
    }

    /// Compares these names of the folder at `path` with those of an entry.
    fn names_in(&mut self, path: &[u8], names: BTreeSet<Bytes>, before: Option<EntryId>) {
        if names.is_empty() {
            return;
        }
        let fd = match self.base.folder(path) {
            Ok(fd) => fd,
            Err(errno) => return self.blind(path, errno),
        };
        for name in names {
            let here = fs::join(path, &name);
            match fs::stat(&fd, &name) {
                Ok(now) => {
                    let before = before.and_then(|entry| {
                        self.baseline.entries[entry].children.get(&name).copied()
                    });
                    self.pair(before, now, here);
                }
                Err(errno) => self.blind(&here, errno),
            }
        }
    }

    /// The names that stand in a folder now, and those that an entry had.
    fn all_names(&mut self, path: &[u8], before: Option<EntryId>) -> BTreeSet<Bytes> {
        let mut names: BTreeSet<Bytes> = match self.base.names(path, 2 * MOST_APPEARED) {
            Ok((names, more)) => {
                if more {
                    let path = fs::shown(path);
                    self.net.unobserved.insert(format!("more than 20,000 names in {path}"));
                }
                names.into_iter().collect()
            }
            Err(errno) => {
                self.blind(path, errno);
                BTreeSet::new()
            }
        };
        if let Some(entry) = before {
            names.extend(self.baseline.entries[entry].children.keys().cloned());
        }
        names
    }

    fn blind(&mut self, path: &[u8], errno: rustix::io::Errno) {
        self.net.unobserved.insert(format!("what is in {}: {errno}", fs::shown(path)));
    }

    fn pair(&mut self, before: Option<EntryId>, now: Option<Stat>, path: Bytes) {
        if before.is_some_and(|entry| self.baseline.entries[entry].mount) {
            return;
        }
        match (before, now) {
            (None, None) => {}
            (Some(before), None) => self.lost.push(before),
            (None, Some(now)) => self.appear(now, path, None),
            (Some(before), Some(now)) => self.both(before, now, path),
        }
    }

    fn both(&mut self, before: EntryId, now: Stat, path: Bytes) {
        let old = &self.baseline.entries[before].stat;
        if old.identity == now.identity && old.kind == now.kind {
            if now.kind == Kind::Dir {
                self.jobs.push(Job::Known(before, path.clone()));
            }
            self.net.stands.push(Stands { entry: before, path, stat: now, fresh: false });
        } else if self.moved_away(before) {
            self.lost.push(before);
            self.appear(now, path, None);
        } else if !self.baseline.names_of(now.identity).is_empty() {
            self.lost.extend(self.baseline.entries[before].children.values());
            self.appear(now, path, Some(before));
        } else if old.kind == now.kind {
            if now.kind == Kind::Dir {
                self.jobs.push(Job::New(path.clone(), Some(before)));
            }
            self.net.stands.push(Stands { entry: before, path, stat: now, fresh: true });
        } else {
            self.lost.push(before);
            self.appear(now, path, None);
        }
    }

    /// Whether an entry that does not stand at its name stands at another.
    fn moved_away(&self, entry: EntryId) -> bool {
        if self.replay.overflow {
            return self.elsewhere.contains(&self.baseline.entries[entry].stat.identity);
        }
        self.replay
            .thing_of(entry)
            .is_some_and(|thing| thing.end.is_none() && (thing.adrift || !thing.places.is_empty()))
    }

    fn appear(&mut self, now: Stat, path: Bytes, over: Option<EntryId>) {
        if self.net.appeared.len() >= MOST_APPEARED {
            self.net.unobserved.insert(format!("more than {MOST_APPEARED} new entries"));
            return;
        }
        if now.kind == Kind::Dir {
            self.jobs.push(match self.baseline.names_of(now.identity).first() {
                Some(entry) => Job::Known(*entry, path.clone()),
                None => Job::New(path.clone(), None),
            });
        }
        self.net.appeared.push(Appeared { path, stat: now, moved: None, over });
    }

    /// Where two entries have changed places in one call, the events read as if one had replaced
    /// the other; but both stand.
    fn find_exchanged(&mut self, at: &HashMap<Identity, Vec<usize>>) {
        let made: HashSet<&[u8]> = self
            .replay
            .things
            .iter()
            .filter(|thing| thing.origin == Origin::New && thing.end.is_none())
            .filter_map(|thing| Some(thing.places.last()?.as_slice()))
            .collect();
        for index in 0..self.net.appeared.len() {
            let Some(over) = self.net.appeared[index].over else { continue };
            let identity = self.baseline.entries[over].stat.identity;
            let elsewhere = at.get(&identity).is_some_and(|places| {
                places.iter().any(|place| !made.contains(self.net.appeared[*place].path.as_slice()))
            });
            if elsewhere {
                self.net.appeared[index].over = None;
                self.lost.push(over);
            }
        }
    }

    /// Finds out which of the lost entries were moved to where something appeared.
    fn settle(&mut self) {
        let mut at: HashMap<Identity, Vec<usize>> = HashMap::new();
        for (index, appeared) in self.net.appeared.iter().enumerate().rev() {
            if !self.baseline.names_of(appeared.stat.identity).is_empty() {
                at.entry(appeared.stat.identity).or_default().push(index);
            }
        }
        self.find_exchanged(&at);
        self.lost.sort_unstable();
        self.lost.reverse();
        while let Some(lost) = self.lost.pop() {
            let entry = &self.baseline.entries[lost];
            let removed =
                self.replay.thing_of(lost).is_some_and(|thing| thing.end == Some(End::Deleted));
            let found = at.get_mut(&entry.stat.identity).filter(|_| !removed).and_then(Vec::pop);
            if let Some(index) = found {
                self.net.appeared[index].moved = Some(lost);
            } else {
                self.net.missing.push(lost);
                self.lost.extend(entry.children.values().rev());
            }
        }
        let mut kept = Vec::with_capacity(self.net.appeared.len());
        for appeared in std::mem::take(&mut self.net.appeared) {
            if let Some(entry) = appeared.moved {
                let (path, stat) = (appeared.path.clone(), appeared.stat.clone());
                self.net.stands.push(Stands { entry, path, stat, fresh: false });
                self.net.replaced.extend(appeared.over);
            } else if let Some(over) = appeared.over {
                // A further name of another entry was put in the place of this one.
                let Appeared { path, stat, .. } = appeared;
                if self.baseline.entries[over].stat.kind == stat.kind {
                    self.net.stands.push(Stands { entry: over, path, stat, fresh: true });
                    continue;
                }
                self.net.missing.push(over);
                kept.push(Appeared { path, stat, moved: None, over: None });
                continue;
            }
            kept.push(appeared);
        }
        self.net.appeared = kept;
        self.net.missing.sort_unstable();
        self.net.missing.dedup();
    }
}
