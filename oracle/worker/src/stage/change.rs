//! How an entry that still stands has changed.

use rustix::io;

use super::Frozen;
use super::baseline::{self, Baseline, EntryId};
use super::diff::Stands;
use super::fs::{self, Base, Kind};
use super::replay::Replay;
use crate::world::Bytes;

/// What the events said of a file, by any of its names.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) modified: bool,
    pub(super) closed: bool,
    pub(super) attributes: bool,
    /// The file's own watch told of something, or the file was where nobody watched.
    unsure: bool,
}

/// How an entry has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// What a file holds, or the target of a link.
    pub(super) content: bool,
    /// Permission bits.
    pub(super) mode: bool,
    /// User or group.
    pub(super) owner: bool,
    /// Names of extended attributes that were set, changed or removed.
    pub(super) attributes: Vec<Bytes>,
    /// Times that were set explicitly.
    pub(super) times: bool,
    /// Times that differ, for whatever reason; this is to be undone, and no effect.
    pub(super) clock: bool,
}

impl Change {
    /// Whether there is an effect of the kind `mode`.
    pub(super) fn is_mode(&self) -> bool {
        self.mode || self.owner || self.times || !self.attributes.is_empty()
    }

    /// What kind of `mode` it is, in words.
    pub(super) fn words(&self, baseline: &Baseline, stands: &Stands) -> String {
        let old = &baseline.entries[stands.entry].stat;
        let mut words = Vec::new();
        if self.mode {
            words.push(format!("mode {:04o} to {:04o}", old.mode, stands.stat.mode));
        }
        if self.owner {
            words.push("owner".to_owned());
        }
        for name in &self.attributes {
            words.push(format!("attribute {}", name.escape_ascii()));
        }
        if self.times {
            words.push("times".to_owned());
        }
        words.join(", ")
    }
}

/// What the events said of an entry by any of its names.
pub(super) fn marks(baseline: &Baseline, replay: &Replay, entry: EntryId) -> Marks {
    let mut marks = Marks::default();
    let own = [entry];
    let names = baseline.names_of(baseline.entries[entry].stat.identity);
    for name in names.iter().chain(own.iter().filter(|_| names.is_empty())) {
        marks.unsure |= replay.inodes.contains(name);
        if let Some(thing) = replay.thing_of(*name) {
            marks.unsure |= thing.adrift;
            marks.modified |= thing.modified;
            marks.closed |= thing.closed;
            marks.attributes |= thing.attributes;
        }
    }
    marks
}

/// Compares one entry with what stands in its place now.
pub(super) fn of(base: &Base, frozen: &Frozen, stands: &Stands) -> io::Result<Change> {
    let Frozen { baseline, replay, .. } = frozen;
    let entry = &baseline.entries[stands.entry];
    let (old, new) = (&entry.stat, &stands.stat);
    let marks = marks(baseline, replay, stands.entry);
    let unsure = stands.fresh || replay.overflow || marks.unsure;
    let content = match new.kind {
        // The times of a file do not tell: a write through a shared mapping can leave them alone.
        Kind::File if new.size != old.size => true,
        Kind::File if unsure || marks.modified || marks.closed => {
            let (folder, name) = fs::split(&stands.path);
            !fs::holds(base.folder(folder)?, name, &entry.content)?
        }
        Kind::Symlink if stands.fresh => {
            let (folder, name) = fs::split(&stands.path);
            fs::target(base.folder(folder)?, name)? != entry.content
        }
        _ => false,
    };
    let mut attributes = Vec::new();
    if unsure || marks.attributes {
        let now = baseline::attributes(base, &stands.path)?;
        let changed = |pair: &&(Bytes, Bytes), other: &baseline::Attributes| !other.contains(pair);
        attributes
            .extend(now.iter().filter(|p| changed(p, &entry.attributes)).map(|p| p.0.clone()));
        attributes
            .extend(entry.attributes.iter().filter(|p| changed(p, &now)).map(|p| p.0.clone()));
        attributes.sort();
        attributes.dedup();
    }
    let clock = old.mtime != new.mtime || (old.atime != new.atime && new.kind != Kind::Symlink);
    Ok(Change {
        content,
        mode: old.mode != new.mode && new.kind != Kind::Symlink,
        owner: (old.uid, old.gid) != (new.uid, new.gid),
        attributes,
        times: !stands.fresh && clock && explicit(frozen, stands, marks, content),
        clock,
    })
}

/// Whether a time was set explicitly, as far as that can be told. A run that sets a time to the
/// present just after a write leaves the same traces as the write alone.
fn explicit(frozen: &Frozen, stands: &Stands, marks: Marks, content: bool) -> bool {
    let since = frozen.since;
    let (old, new) = (&frozen.baseline.entries[stands.entry].stat, &stands.stat);
    let armed = frozen.times_stay
        && old.atime == super::populate::DECLARED_ATIME
        && new.kind != Kind::Symlink;
    if armed && old.atime != new.atime {
        return true;
    }
    if old.mtime == new.mtime {
        return false;
    }
    // Where the clock was set by the system it was set to the present, and to that of the last
    // change of attributes unless another one came later.
    let parted = new.mtime < since || new.mtime > new.ctime;
    if frozen.replay.overflow {
        return parted || !content && new.kind != Kind::Dir;
    }
    if new.kind == Kind::Dir && frozen.replay.is_restless(stands.entry) {
        return marks.attributes && parted;
    }
    if marks.modified || content { parted } else { marks.attributes || parted }
}
