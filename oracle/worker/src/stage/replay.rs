//! What the events say happened, in order: which names were touched, and what moved where.
//!
//! A *place* is a name in a folder, a *thing* is what stood there. Things move between places.
//! Net effects are told by comparing the world with its baseline; this record says which places
//! to compare, and what was taken back before the end.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustix::fs::inotify::ReadFlags;
use rustix::io::Errno;

use super::baseline::{Baseline, EntryId, ROOT};
use super::fs::{self, Base, Kind};
use super::thing::{End, Origin, Thing, ThingId, Touch};
use super::watch::{Event, Watches};
use crate::world::Bytes;

/// The most folders made by a run that are watched. More than this is only listed at the end.
const MOST_NEW_FOLDERS: usize = 2_048;

/// The most names that are read of a folder that a run has made, while it runs.
const MOST_NAMES: usize = 4_096;

/// A watched folder, by its place in [`Replay::folders`].
pub(super) type FolderId = usize;

/// A folder that is watched.
#[derive(Debug)]
pub(super) struct Folder {
    /// The entry that it is; `None` where the run made it.
    pub(super) entry: Option<EntryId>,
    parent: FolderId,
    name: Bytes,
    wd: i32,
}

/// The record of one run.
#[derive(Debug, Default)]
pub(super) struct Replay {
    pub(super) folders: Vec<Folder>,
    /// How many of the folders belong to the baseline.
    known: usize,
    folder_of_entry: HashMap<EntryId, FolderId>,
    watches: HashMap<i32, Watched>,
    pub(super) things: Vec<Thing>,
    thing_of_entry: HashMap<EntryId, ThingId>,
    pub(super) touches: BTreeMap<(FolderId, Bytes), Touch>,
    pending: HashMap<u32, ThingId>,
    /// Entries whose own watch told of an attribute or link count, whatever the name used.
    pub(super) inodes: BTreeSet<EntryId>,
    /// Entries that were opened, and whether they were read.
    pub(super) opened: BTreeMap<EntryId, bool>,
    /// Whether events were lost.
    pub(super) overflow: bool,
    /// What could not be seen, in words.
    pub(super) unobserved: BTreeSet<String>,
    moved_folders: Vec<FolderId>,
}

/// What a watch is on.
#[derive(Clone, Copy, Debug)]
enum Watched {
    Folder(FolderId),
    Entry(EntryId),
}

impl Replay {
    /// Takes note of the watch of a folder of the world. Parents come first.
    pub(super) fn know_folder(&mut self, baseline: &Baseline, id: EntryId, wd: i32) {
        if let Some(&folder) = self.folder_of_entry.get(&id) {
            self.watches.remove(&self.folders[folder].wd);
            self.folders[folder].wd = wd;
            self.watches.insert(wd, Watched::Folder(folder));
            return;
        }
        let entry = &baseline.entries[id];
        let folder = self.folders.len();
        let parent = self.folder_of_entry.get(&entry.parent).copied().unwrap_or_default();
        self.folders.push(Folder { entry: Some(id), parent, name: entry.name.clone(), wd });
        self.folder_of_entry.insert(id, folder);
        self.watches.insert(wd, Watched::Folder(folder));
        self.known = self.folders.len();
    }

    /// Takes note of the watch of an entry that is no folder.
    pub(super) fn know_entry(&mut self, id: EntryId, wd: i32) {
        self.watches.entry(wd).or_insert(Watched::Entry(id));
    }

    /// Whether nothing at all was seen.
    pub(super) fn is_empty(&self) -> bool {
        self.touches.is_empty()
            && self.inodes.is_empty()
            && self.opened.is_empty()
            && !self.overflow
            && self.unobserved.is_empty()
    }

    /// Forgets the run.
    pub(super) fn clear(&mut self, baseline: &Baseline, watches: &Watches) {
        for folder in self.folders.drain(self.known..) {
            if self.watches.remove(&folder.wd).is_some() {
                watches.forget(folder.wd);
            }
        }
        for folder in self.moved_folders.drain(..) {
            let Some(entry) = self.folders.get(folder).and_then(|folder| folder.entry) else {
                continue;
            };
            let parent = baseline.entries[entry].parent;
            self.folders[folder].parent =
                self.folder_of_entry.get(&parent).copied().unwrap_or_default();
            self.folders[folder].name.clone_from(&baseline.entries[entry].name);
        }
        self.things.clear();
        self.thing_of_entry.clear();
        self.touches.clear();
        self.pending.clear();
        self.inodes.clear();
        self.opened.clear();
        self.overflow = false;
        self.unobserved.clear();
    }

    /// The folder that an entry is.
    pub(super) fn folder_of(&self, entry: EntryId) -> Option<FolderId> {
        self.folder_of_entry.get(&entry).copied()
    }

    /// The thing that an entry was, if anything happened to it.
    pub(super) fn thing_of(&self, entry: EntryId) -> Option<&Thing> {
        self.thing_of_entry.get(&entry).map(|thing| &self.things[*thing])
    }

    /// Whether names came or went in a folder of the world.
    pub(super) fn is_restless(&self, entry: EntryId) -> bool {
        self.folder_of(entry).is_some_and(|folder| {
            self.touches
                .range((folder, Vec::new())..)
                .take_while(|((other, _), _)| *other == folder)
                .any(|(_, touch)| touch.structural)
        })
    }

    /// The folders of the world in which names came or went.
    pub(super) fn restless(&self) -> BTreeSet<EntryId> {
        self.touches
            .iter()
            .filter(|(_, touch)| touch.structural)
            .filter_map(|((folder, _), _)| self.folders.get(*folder)?.entry)
            .collect()
    }

    /// Takes one event in.
    pub(super) fn take(
        &mut self,
        base: &Base,
        baseline: &Baseline,
        watches: &Watches,
        event: &Event<'_>,
    ) {
        if event.what.intersects(ReadFlags::QUEUE_OVERFLOW | ReadFlags::UNMOUNT) {
            self.overflow = true;
            return;
        }
        let Some(&watched) = self.watches.get(&event.wd) else { return };
        if event.what.contains(ReadFlags::IGNORED) {
            self.watches.remove(&event.wd);
            return;
        }
        match watched {
            Watched::Entry(entry) => self.take_entry(entry, event.what),
            Watched::Folder(folder) if event.name.is_empty() => {
                let Some(entry) = self.folders[folder].entry else { return };
                // Of every other folder the one above tells by name.
                if event.what.contains(ReadFlags::ATTRIB) && entry == ROOT {
                    self.inodes.insert(ROOT);
                }
                self.take_opening(entry, event.what);
            }
            Watched::Folder(folder) => {
                if let Some(entry) = self.folders[folder].entry {
                    self.take_opening(entry, event.what);
                }
                self.take_name(base, baseline, watches, folder, event);
            }
        }
    }

    fn take_entry(&mut self, entry: EntryId, what: ReadFlags) {
        if what.contains(ReadFlags::ATTRIB) {
            self.inodes.insert(entry);
        }
        self.take_opening(entry, what);
    }

    fn take_opening(&mut self, entry: EntryId, what: ReadFlags) {
        if what.intersects(ReadFlags::OPEN | ReadFlags::ACCESS) {
            *self.opened.entry(entry).or_default() |= what.contains(ReadFlags::ACCESS);
        }
    }

    fn take_name(
        &mut self,
        base: &Base,
        baseline: &Baseline,
        watches: &Watches,
        folder: FolderId,
        event: &Event<'_>,
    ) {
        let what = event.what;
        let is_dir = what.contains(ReadFlags::ISDIR);
        let key = (folder, event.name.to_vec());
        if what.contains(ReadFlags::CREATE) {
            let here = self.touch(baseline, &key);
            if let Some(thing) = here
                && self.things[thing].listed
            {
                self.things[thing].listed = false;
            } else {
                let thing = self.put_new(&key, is_dir);
                if is_dir {
                    self.look_into(base, watches, &key, thing);
                }
            }
        } else if what.contains(ReadFlags::DELETE) {
            match self.touch(baseline, &key) {
                Some(thing) => self.things[thing].end = Some(End::Deleted),
                None => {
                    // It was made before its folder was watched.
                    let thing = self.put_new(&key, is_dir);
                    self.things[thing].end = Some(End::Deleted);
                }
            }
            self.leave(&key);
        } else if what.contains(ReadFlags::MOVED_FROM) {
            let thing = match self.touch(baseline, &key) {
                Some(thing) => thing,
                None => self.put_new(&key, is_dir),
            };
            self.things[thing].adrift = true;
            self.pending.insert(event.cookie, thing);
            self.leave(&key);
        } else if what.contains(ReadFlags::MOVED_TO) {
            self.arrive(base, baseline, watches, &key, event.cookie, is_dir);
        } else if let Some(thing) = self.touch(baseline, &key) {
            let thing = &mut self.things[thing];
            thing.modified |= what.contains(ReadFlags::MODIFY);
            thing.closed |= what.contains(ReadFlags::CLOSE_WRITE);
            thing.attributes |= what.contains(ReadFlags::ATTRIB);
        }
    }

    fn arrive(
        &mut self,
        base: &Base,
        baseline: &Baseline,
        watches: &Watches,
        key: &(FolderId, Bytes),
        cookie: u32,
        is_dir: bool,
    ) {
        let here = self.touch(baseline, key);
        let Some(thing) = self.pending.remove(&cookie) else {
            // From a folder that nobody watched.
            if let Some(thing) = here {
                if self.things[thing].listed {
                    self.things[thing].listed = false;
                    return;
                }
                self.things[thing].end = Some(End::Replaced);
            }
            let thing = self.put_new(key, is_dir);
            if is_dir {
                self.look_into(base, watches, key, thing);
            }
            return;
        };
        if let Some(old) = here {
            self.things[old].end = Some(End::Replaced);
        }
        let path = self.path_of(key);
        let moved = &mut self.things[thing];
        moved.adrift = false;
        moved.places.push(path);
        let folder = match (moved.folder, moved.origin) {
            (Some(folder), _) => Some(folder),
            (None, Origin::Entry(entry)) => self.folder_of(entry),
            (None, Origin::New) => None,
        };
        self.stand(key, thing);
        match folder {
            Some(folder) => {
                self.folders[folder].parent = key.0;
                self.folders[folder].name.clone_from(&key.1);
                self.moved_folders.push(folder);
            }
            None if is_dir => self.look_into(base, watches, key, thing),
            None => {}
        }
    }

    /// What stands at a place now.
    fn touch(&mut self, baseline: &Baseline, key: &(FolderId, Bytes)) -> Option<ThingId> {
        if let Some(touch) = self.touches.get(key) {
            return touch.thing;
        }
        let entry = self.folders[key.0]
            .entry
            .and_then(|folder| baseline.entries[folder].children.get(&key.1).copied());
        let thing = entry.map(|entry| {
            let is_dir = baseline.entries[entry].stat.kind == Kind::Dir;
            self.add(Origin::Entry(entry), is_dir, Vec::new())
        });
        self.touches.insert(key.clone(), Touch { thing, structural: false });
        thing
    }

    fn add(&mut self, origin: Origin, is_dir: bool, places: Vec<Bytes>) -> ThingId {
        if let Origin::Entry(entry) = origin {
            self.thing_of_entry.insert(entry, self.things.len());
        }
        self.things.push(Thing::new(origin, is_dir, places));
        self.things.len() - 1
    }

    fn put_new(&mut self, key: &(FolderId, Bytes), is_dir: bool) -> ThingId {
        let path = self.path_of(key);
        let thing = self.add(Origin::New, is_dir, vec![path]);
        self.stand(key, thing);
        thing
    }

    fn stand(&mut self, key: &(FolderId, Bytes), thing: ThingId) {
        let touch = self.touches.entry(key.clone()).or_default();
        touch.thing = Some(thing);
        touch.structural = true;
    }

    fn leave(&mut self, key: &(FolderId, Bytes)) {
        let touch = self.touches.entry(key.clone()).or_default();
        touch.thing = None;
        touch.structural = true;
    }

    /// The path of a place at this moment of the record.
    fn path_of(&self, key: &(FolderId, Bytes)) -> Bytes {
        let mut parts = vec![key.1.as_slice()];
        let mut folder = key.0;
        // A folder cannot be moved into itself, so this ends; the bound is for a lost event.
        while folder != 0 && parts.len() <= self.folders.len() {
            parts.push(&self.folders[folder].name);
            folder = self.folders[folder].parent;
        }
        let mut path = Vec::new();
        for part in parts.iter().rev() {
            path.push(b'/');
            path.extend_from_slice(part);
        }
        path
    }

    /// Watches a folder that the run has made, and takes note of what is in it already.
    fn look_into(
        &mut self,
        base: &Base,
        watches: &Watches,
        key: &(FolderId, Bytes),
        thing: ThingId,
    ) {
        let mut waiting = vec![(key.clone(), thing)];
        while let Some((key, thing)) = waiting.pop() {
            let path = self.path_of(&key);
            if self.folders.len() - self.known >= MOST_NEW_FOLDERS {
                self.unobserved.insert(format!(
                    "more than {MOST_NEW_FOLDERS} new folders: what was undone in the others"
                ));
                return;
            }
            let wd = match watches.watch_folder(base, &path, false) {
                Ok(wd) => wd,
                // It is gone again, or something else stands there by now.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => continue,
                Err(errno) => {
                    let path = fs::shown(&path);
                    self.unobserved.insert(format!("what was undone in {path}: {errno}"));
                    continue;
                }
            };
            if self.watches.contains_key(&wd) {
                // A path that leads to a folder which is known by another one: see `Queue`.
                continue;
            }
            let folder = self.folders.len();
            self.folders.push(Folder { entry: None, parent: key.0, name: key.1, wd });
            self.watches.insert(wd, Watched::Folder(folder));
            self.things[thing].folder = Some(folder);
            let Ok((names, _)) = base.names(&path, MOST_NAMES) else { continue };
            let Ok(fd) = base.folder(&path) else { continue };
            for name in names {
                let Ok(Some(stat)) = fs::stat(&fd, &name) else { continue };
                let key = (folder, name);
                let is_dir = stat.kind == Kind::Dir;
                let thing = self.put_new(&key, is_dir);
                self.things[thing].listed = true;
                if is_dir {
                    waiting.push((key, thing));
                }
            }
        }
    }
}
