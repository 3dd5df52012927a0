//! Putting back exactly what a run has changed.
//!
//! The order matters: what was moved goes home first, then what is new is removed, then what is
//! missing is made again, then content and attributes are set, and at last the times of every
//! folder in which names came or went.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustix::fd::OwnedFd;
use rustix::fs::{self as sys, AtFlags, FileType, Mode, OFlags, RenameFlags};
use rustix::io::{self, Errno};

use super::baseline::{self, Baseline, EntryId, ROOT};
use super::change::Change;
use super::diff::Net;
use super::fs::{self, Base, Kind, Stat};
use super::populate;
use crate::world::{Bytes, is_at_or_below};

/// The most entries that are removed one by one; a new world is made faster than more.
const MOST_REMOVED: usize = 20_000;

/// What is being put back.
pub(super) struct Reset<'a> {
    pub(super) base: &'a Base,
    pub(super) baseline: &'a mut Baseline,
    pub(super) net: &'a Net,
    pub(super) changes: &'a [(usize, Change)],
    /// Folders in which names came or went, besides those that `net` tells of.
    pub(super) restless: BTreeSet<EntryId>,
    /// Entries that were made again, which have lost their watches.
    pub(super) remade: BTreeSet<EntryId>,
}

/// Why it could not be done, in words.
pub(super) type Failure = String;

fn failed(action: &'static str, path: &[u8]) -> impl FnOnce(Errno) -> Failure {
    let path = fs::shown(path);
    move |errno| format!("cannot {action} {path}: {errno}")
}

impl Reset<'_> {
    /// Puts everything back.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        if !self.net.unobserved.is_empty() {
            return Err("not everything that the run did could be seen".to_owned());
        }
        let is_folder = |entry: &EntryId| self.baseline.entries[*entry].stat.kind == Kind::Dir;
        let moved = self.net.appeared.iter().any(|new| new.moved.is_some());
        let new = self.net.appeared.iter().any(|new| new.stat.kind == Kind::Dir)
            || self.net.stands.iter().any(|new| new.fresh && new.stat.kind == Kind::Dir);
        let gone = self.net.missing.iter().chain(&self.net.replaced).any(is_folder);
        self.base.set_still(!moved && !new && !gone);
        let home = self.move_home();
        self.remove_new(&home)?;
        let mut again: BTreeSet<EntryId> = self.net.missing.iter().copied().collect();
        again.extend(&self.net.replaced);
        for appeared in &self.net.appeared {
            if let Some(entry) = appeared.moved
                && !home.contains(&entry)
            {
                again.extend(self.with_descendants(entry));
            }
        }
        for stands in self.net.stands.iter().filter(|stands| stands.fresh) {
            if stands.stat.kind != Kind::Dir {
                again.insert(stands.entry);
            } else {
                // The new folder takes the place of the old one.
                self.remade.insert(stands.entry);
            }
        }
        let fresh_folders: Vec<EntryId> = self.remade.iter().copied().collect();
        for entry in &again {
            self.make(*entry)?;
        }
        for folder in fresh_folders {
            self.dress(folder)?;
        }
        for (index, change) in self.changes {
            let Some(stands) = self.net.stands.get(*index).filter(|stands| !stands.fresh) else {
                continue;
            };
            if again.contains(&stands.entry) || *change == Change::default() {
                continue;
            }
            if change.content {
                self.rewrite(stands.entry)?;
            }
            self.dress(stands.entry)?;
        }
        // Everything is removed and made by its exact path; only moves can leave something behind.
        let moves = self.net.appeared.iter().any(|appeared| appeared.moved.is_some());
        let folders: Vec<EntryId> = self.restless_folders(&again).into_iter().collect();
        // From the end: nothing above is touched after its own times were set.
        for folder in folders.iter().rev() {
            self.settle_folder(*folder, moves)?;
        }
        Ok(())
    }

    /// Moves entries back to their names, where those are free. Tells which.
    fn move_home(&self) -> BTreeSet<EntryId> {
        let mut home = BTreeSet::new();
        let mut moved: Vec<(EntryId, &[u8])> = self
            .net
            .appeared
            .iter()
            .filter_map(|appeared| Some((appeared.moved?, appeared.path.as_slice())))
            .collect();
        // What was moved into a moved folder leaves it before the folder goes home.
        moved.sort_by_key(|(entry, path)| (std::cmp::Reverse(path.len()), *entry));
        loop {
            let mut waiting = Vec::new();
            let before = moved.len();
            for at in 0..moved.len() {
                let (entry, path) = moved[at];
                let holds =
                    |other: &(EntryId, &[u8])| other.0 != entry && is_at_or_below(other.1, path);
                let blocked = waiting.iter().any(holds) || moved[at + 1..].iter().any(holds);
                if !blocked && self.move_one(entry, path).is_ok() {
                    home.insert(entry);
                } else {
                    waiting.push(moved[at]);
                }
            }
            if waiting.is_empty() || waiting.len() == before {
                return home;
            }
            moved = waiting;
        }
    }

    fn move_one(&self, entry: EntryId, path: &[u8]) -> io::Result<()> {
        let entry = &self.baseline.entries[entry];
        let parent = &self.baseline.entries[entry.parent];
        let to = self.base.folder(&parent.path)?;
        if fs::stat_fd(&to)?.identity != parent.stat.identity {
            return Err(Errno::STALE);
        }
        let (folder, name) = fs::split(path);
        let from = self.base.folder(folder)?;
        sys::renameat_with(from, name, to, entry.name.as_slice(), RenameFlags::NOREPLACE)
    }

    /// Removes what has appeared and did not go home, and what stands in the place of an entry.
    fn remove_new(&self, home: &BTreeSet<EntryId>) -> Result<(), Failure> {
        let mut left = MOST_REMOVED;
        let mut paths: BTreeSet<Bytes> = BTreeSet::new();
        for appeared in &self.net.appeared {
            if appeared.moved.is_none_or(|entry| !home.contains(&entry)) {
                paths.insert(self.path_after_moves(&appeared.path, home));
            }
        }
        for stands in &self.net.stands {
            if stands.fresh && stands.stat.kind != Kind::Dir {
                paths.insert(self.path_after_moves(&stands.path, home));
            }
        }
        // A folder goes with what is in it.
        let with_another = |path: &[u8]| {
            let mut above = path;
            while above.len() > 1 {
                above = fs::split(above).0;
                if paths.contains(above) {
                    return true;
                }
            }
            false
        };
        for path in paths.iter().filter(|path| !with_another(path)) {
            remove(self.base, path, &mut left)?;
        }
        Ok(())
    }

    /// Where a path of the end of the run leads after `home` were moved back.
    fn path_after_moves(&self, path: &[u8], home: &BTreeSet<EntryId>) -> Bytes {
        let inner = self
            .net
            .appeared
            .iter()
            .filter(|appeared| appeared.moved.is_some_and(|entry| home.contains(&entry)))
            .filter(|appeared| is_at_or_below(path, &appeared.path))
            .max_by_key(|appeared| appeared.path.len());
        match inner.and_then(|appeared| Some((appeared.moved?, appeared.path.len()))) {
            Some((entry, length)) => {
                let mut moved = self.baseline.entries[entry].path.clone();
                moved.extend_from_slice(&path[length..]);
                moved
            }
            None => path.to_vec(),
        }
    }

    fn with_descendants(&self, entry: EntryId) -> Vec<EntryId> {
        let mut all = vec![entry];
        let mut at = 0;
        while let Some(entry) = all.get(at) {
            all.extend(self.baseline.entries[*entry].children.values());
            at += 1;
        }
        all
    }

    /// The folder that an entry stands in, open.
    fn folder(&self, entry: EntryId) -> Result<Rc<OwnedFd>, Failure> {
        let path = &self.baseline.entries[self.baseline.entries[entry].parent].path;
        self.base.folder(path).map_err(failed("open", path))
    }

    /// Makes an entry again, of which nothing is left.
    fn make(&mut self, id: EntryId) -> Result<(), Failure> {
        let entry = &self.baseline.entries[id];
        if entry.mount {
            return Err(format!("{} is a mount", entry.path.escape_ascii()));
        }
        let (path, name) = (entry.path.as_slice(), entry.name.as_slice());
        let folder = self.folder(id)?;
        let mode = Mode::from_raw_mode(entry.stat.mode);
        match entry.stat.kind {
            Kind::Dir => sys::mkdirat(&folder, name, mode).map_err(failed("make", path))?,
            Kind::File => {
                if let Some(other) = self.standing_name(id)? {
                    let from = self.folder(other)?;
                    let old = self.baseline.entries[other].name.as_slice();
                    sys::linkat(from, old, &folder, name, AtFlags::empty())
                        .map_err(failed("link", path))?;
                } else {
                    populate::write_new(&folder, name, &entry.content, mode)
                        .map_err(failed("write", path))?;
                }
            }
            Kind::Symlink => sys::symlinkat(entry.content.as_slice(), &folder, name)
                .map_err(failed("link", path))?,
            Kind::Fifo => sys::mknodat(&folder, name, FileType::Fifo, mode, 0)
                .map_err(failed("make", path))?,
            Kind::Socket => sys::mknodat(&folder, name, FileType::Socket, mode, 0)
                .map_err(failed("make", path))?,
            Kind::Other => return Err(format!("{} is a device", path.escape_ascii())),
        }
        self.remade.insert(id);
        self.dress(id)
    }

    /// Another name of the same file that stands already.
    fn standing_name(&self, id: EntryId) -> Result<Option<EntryId>, Failure> {
        for other in self.baseline.entries[id].twins.iter().filter(|other| **other != id) {
            let entry = &self.baseline.entries[*other];
            let folder = match self.base.folder(&self.baseline.entries[entry.parent].path) {
                Ok(folder) => folder,
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => continue,
                Err(errno) => return Err(failed("open", &entry.path)(errno)),
            };
            let stat = fs::stat(folder, &entry.name).map_err(failed("read", &entry.path))?;
            if stat.is_some_and(|stat| stat.identity == entry.stat.identity) {
                return Ok(Some(*other));
            }
        }
        Ok(None)
    }

    /// Writes the content of a file in place.
    fn rewrite(&self, id: EntryId) -> Result<(), Failure> {
        let entry = &self.baseline.entries[id];
        let folder = self.folder(id)?;
        let flags = OFlags::WRONLY | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        sys::openat(folder, entry.name.as_slice(), flags, Mode::empty())
            .and_then(|fd| populate::write_all(&fd, &entry.content))
            .map_err(failed("write", &entry.path))
    }

    /// Sets owner, permission bits, extended attributes and times of an entry that stands.
    fn dress(&mut self, id: EntryId) -> Result<(), Failure> {
        let entry = &self.baseline.entries[id];
        let path = entry.path.as_slice();
        let folder = if id == ROOT {
            self.base.folder(b"/").map_err(failed("open", b"/"))?
        } else {
            self.folder(id)?
        };
        let name = if id == ROOT { b".".as_slice() } else { entry.name.as_slice() };
        let now = standing(&folder, name, path)?;
        let want = &entry.stat;
        if (now.uid, now.gid) != (want.uid, want.gid) {
            populate::set_owner(&folder, name, want.uid, want.gid)
                .map_err(failed("give back", path))?;
        }
        if want.kind != Kind::Symlink {
            sys::chmodat(&folder, name, Mode::from_raw_mode(want.mode), AtFlags::empty())
                .map_err(failed("set the mode of", path))?;
        }
        set_attributes(self.base, path, &entry.attributes)
            .map_err(failed("set the attributes of", path))?;
        fs::set_times(&folder, name, want.atime, want.mtime)
            .map_err(failed("set the times of", path))?;
        self.baseline.renew(id, now.identity);
        Ok(())
    }

    /// Every folder whose time of modification a run or this reset has renewed.
    fn restless_folders(&self, again: &BTreeSet<EntryId>) -> BTreeSet<EntryId> {
        let mut folders = self.restless.clone();
        let parent = |entry: &EntryId| self.baseline.entries[*entry].parent;
        folders.extend(again.iter().map(parent));
        folders.extend(self.remade.iter().map(parent));
        folders.extend(
            self.remade
                .iter()
                .filter(|entry| self.baseline.entries[**entry].stat.kind == Kind::Dir),
        );
        for appeared in &self.net.appeared {
            folders.extend(appeared.moved.as_ref().map(parent));
            let (folder, _) = fs::split(&appeared.path);
            let is_folder = |id: &EntryId| self.baseline.entries[*id].stat.kind == Kind::Dir;
            folders.extend(self.baseline.find(folder).filter(is_folder));
        }
        for stands in self.net.stands.iter().filter(|stands| stands.fresh) {
            folders.insert(parent(&stands.entry));
        }
        folders
    }

    /// Sets the times of a folder, after a look at the names in it where entries were moved.
    fn settle_folder(&mut self, id: EntryId, moves: bool) -> Result<(), Failure> {
        let entry = &self.baseline.entries[id];
        let path = entry.path.as_slice();
        if moves {
            let (names, more) =
                self.base.names(path, entry.children.len()).map_err(failed("list", path))?;
            if more || !names.iter().eq(entry.children.keys()) {
                return Err(format!("{} does not hold what it held", path.escape_ascii()));
            }
        }
        let folder = self.base.folder(path).map_err(failed("open", path))?;
        if fs::stat_fd(&folder).map_err(failed("read", path))?.identity != entry.stat.identity {
            return Err(format!("{} is another folder", path.escape_ascii()));
        }
        let times = fs::timestamps(entry.stat.atime, entry.stat.mtime);
        sys::utimensat(&folder, c"", &times, AtFlags::EMPTY_PATH)
            .map_err(failed("set the times of", path))
    }
}

fn standing(folder: &OwnedFd, name: &[u8], path: &[u8]) -> Result<Stat, Failure> {
    fs::stat(folder, name)
        .map_err(failed("read", path))?
        .ok_or_else(|| format!("{} did not come back", path.escape_ascii()))
}

fn set_attributes(base: &Base, path: &[u8], want: &baseline::Attributes) -> io::Result<()> {
    let now = baseline::attributes(base, path)?;
    if now == *want {
        return Ok(());
    }
    let outer = base.outer(path);
    for (name, _) in now.iter().filter(|(name, _)| !want.iter().any(|(known, _)| known == name)) {
        sys::lremovexattr(outer.as_slice(), name.as_slice())?;
    }
    for (name, value) in want.iter().filter(|pair| !now.contains(pair)) {
        sys::lsetxattr(outer.as_slice(), name.as_slice(), value, sys::XattrFlags::empty())?;
    }
    Ok(())
}

/// Removes what stands at `path`, with everything in it.
fn remove(base: &Base, path: &[u8], left: &mut usize) -> Result<(), Failure> {
    let mut waiting = vec![path.to_vec()];
    while let Some(path) = waiting.last().cloned() {
        let (above, name) = fs::split(&path);
        let folder = base.folder(above).map_err(failed("open", above))?;
        match sys::unlinkat(&folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {
                waiting.pop();
                continue;
            }
            Err(Errno::ISDIR) => {}
            Err(errno) => return Err(failed("remove", &path)(errno)),
        }
        match sys::unlinkat(&folder, name, AtFlags::REMOVEDIR) {
            Ok(()) => {
                waiting.pop();
            }
            Err(Errno::NOTEMPTY | Errno::EXIST) => {
                // Without DAC override a folder must be ours to read before it can be emptied.
                sys::chmodat(&folder, name, Mode::RWXU, AtFlags::empty())
                    .map_err(failed("open up", &path))?;
                let (names, more) = base.names(&path, *left).map_err(failed("list", &path))?;
                if more {
                    return Err(format!("more than {MOST_REMOVED} new entries"));
                }
                *left -= names.len();
                waiting.extend(names.iter().map(|name| fs::join(&path, name)));
            }
            Err(errno) => return Err(failed("remove", &path)(errno)),
        }
    }
    Ok(())
}
