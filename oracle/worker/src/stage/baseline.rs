//! What stands in the world when it is frozen: every entry with its attributes and content.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustix::fs as sys;
use rustix::io::Errno;

use super::error::{Shown, StageError};
use super::fs::{self, Base, Identity, Kind, Stat};
use crate::world::Bytes;

/// The most bytes of content that a world may hold; every worker keeps a copy.
const MOST_CONTENT: u64 = 64 << 20;

/// The most entries that a world may hold; every one takes a watch.
const MOST_ENTRIES: usize = 100_000;

/// An entry, by its place in the baseline. Parents have smaller numbers than what is in them.
pub(super) type EntryId = usize;

/// The root of the world, `/`.
pub(super) const ROOT: EntryId = 0;

/// Extended attributes, by name.
pub(super) type Attributes = Vec<(Bytes, Bytes)>;

/// One entry as it was frozen.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) parent: EntryId,
    pub(super) name: Bytes,
    pub(super) path: Bytes,
    pub(super) stat: Stat,
    /// Of a file what it holds, of a link its target, else empty.
    pub(super) content: Bytes,
    pub(super) attributes: Attributes,
    /// Every name of the same file, itself among them. Empty where it has one name only.
    pub(super) twins: Vec<EntryId>,
    /// Of a folder what stands in it.
    pub(super) children: BTreeMap<Bytes, EntryId>,
    /// Whether this is no part of the world, as another file system that is mounted here. It is
    /// never looked into.
    pub(super) mount: bool,
}

/// The frozen world.
#[derive(Debug, Default)]
pub(super) struct Baseline {
    pub(super) entries: Vec<Entry>,
    by_identity: HashMap<Identity, Vec<EntryId>>,
}

impl Baseline {
    /// Reads everything below `base`. In the base itself only `tops` are part of the world.
    pub(super) fn read(base: &Base, tops: &BTreeSet<&[u8]>) -> Result<Self, StageError> {
        let mut baseline = Self::default();
        let mut content = 0;
        let top = base.folder(b"/").map_err(StageError::at("open", b"/"))?;
        let stat = fs::stat_fd(&top).map_err(StageError::at("read", b"/"))?;
        let device = stat.device;
        baseline.push(ROOT, Vec::new(), b"/".to_vec(), stat, Vec::new(), false);
        let mut at = ROOT;
        // Entries are appended while they are walked: breadth first.
        while at < baseline.entries.len() {
            let entry = &baseline.entries[at];
            if entry.stat.kind == Kind::Dir && !entry.mount {
                let path = entry.path.clone();
                let part = |name: &[u8]| at != ROOT || tops.contains(name);
                baseline.read_folder(base, at, &path, device, &part, &mut content)?;
            }
            at += 1;
        }
        for names in baseline.by_identity.values().filter(|names| names.len() > 1) {
            for name in names {
                baseline.entries[*name].twins.clone_from(names);
            }
        }
        for entry in &mut baseline.entries {
            if !entry.mount {
                entry.attributes = attributes(base, &entry.path)
                    .map_err(StageError::at("read the attributes of", &entry.path))?;
            }
        }
        Ok(baseline)
    }

    fn read_folder(
        &mut self,
        base: &Base,
        parent: EntryId,
        path: &[u8],
        device: (u32, u32),
        part: &dyn Fn(&[u8]) -> bool,
        content: &mut u64,
    ) -> Result<(), StageError> {
        let (names, more) = base.names(path, MOST_ENTRIES).map_err(StageError::at("list", path))?;
        let fd = base.folder(path).map_err(StageError::at("open", path))?;
        for name in names {
            let here = fs::join(path, &name);
            let Some(stat) = fs::stat(&fd, &name).map_err(StageError::at("read", &here))? else {
                continue;
            };
            let mount = stat.device != device || !part(&name);
            let held = if mount {
                Vec::new()
            } else {
                match stat.kind {
                    Kind::File => {
                        *content = content.saturating_add(stat.size);
                        if *content > MOST_CONTENT {
                            let what = "more than 64 MiB of content";
                            return Err(StageError::TooLarge { what, path: Shown(here) });
                        }
                        let limit = usize::try_from(stat.size).unwrap_or(usize::MAX);
                        fs::read(&fd, &name, limit).map_err(StageError::at("read", &here))?
                    }
                    Kind::Symlink => {
                        fs::target(&fd, &name).map_err(StageError::at("read", &here))?
                    }
                    Kind::Dir | Kind::Fifo | Kind::Socket | Kind::Other => Vec::new(),
                }
            };
            if more || self.entries.len() >= MOST_ENTRIES {
                let what = "more than 100,000 entries";
                return Err(StageError::TooLarge { what, path: Shown(here) });
            }
            let id = self.push(parent, name.clone(), here, stat, held, mount);
            self.entries[parent].children.insert(name, id);
        }
        Ok(())
    }

    fn push(
        &mut self,
        parent: EntryId,
        name: Bytes,
        path: Bytes,
        stat: Stat,
        content: Bytes,
        mount: bool,
    ) -> EntryId {
        let id = self.entries.len();
        if !mount {
            self.by_identity.entry(stat.identity).or_default().push(id);
        }
        self.entries.push(Entry {
            parent,
            name,
            path,
            stat,
            content,
            attributes: Vec::new(),
            twins: Vec::new(),
            children: BTreeMap::new(),
            mount,
        });
        id
    }

    /// The entry at an absolute path.
    pub(super) fn find(&self, path: &[u8]) -> Option<EntryId> {
        path.split(|byte| *byte == b'/')
            .filter(|part| !part.is_empty())
            .try_fold(ROOT, |at, part| self.entries[at].children.get(part).copied())
    }

    /// The entries that are names of this file; one as a rule.
    pub(super) fn names_of(&self, identity: Identity) -> &[EntryId] {
        self.by_identity.get(&identity).map_or(&[], Vec::as_slice)
    }

    /// Takes note that an entry was made again, as another file. All else stays as it was frozen.
    pub(super) fn renew(&mut self, id: EntryId, identity: Identity) {
        let old = self.entries[id].stat.identity;
        if old != identity {
            if let Some(names) = self.by_identity.get_mut(&old) {
                names.retain(|name| *name != id);
                if names.is_empty() {
                    self.by_identity.remove(&old);
                }
            }
            let names = self.by_identity.entry(identity).or_default();
            names.push(id);
            names.sort_unstable();
        }
        self.entries[id].stat.identity = identity;
    }
}

/// The extended attributes of what stands at `path`, without those that the system itself keeps
/// there (`security.selinux` and the like are constant and stay in).
///
/// The calls take a path, and its folders are followed: the caller has walked them just before
/// without meeting a link, and nothing runs in between.
pub(super) fn attributes(base: &Base, path: &[u8]) -> Result<Attributes, Errno> {
    let outer = base.outer(path);
    let outer = outer.as_slice();
    let mut list = Vec::new();
    loop {
        list.resize(list.len().max(128) * 2, 0);
        match sys::llistxattr(outer, &mut list[..]) {
            Ok(length) => {
                list.truncate(length);
                break;
            }
            Err(Errno::RANGE) if list.len() < 128 << 10 => {}
            Err(Errno::NOTSUP) => return Ok(Vec::new()),
            Err(errno) => return Err(errno),
        }
    }
    let mut attributes = Vec::new();
    for name in list.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let mut value = vec![0_u8; sys::lgetxattr(outer, name, &mut [0_u8; 0][..])?];
        let length =
            if value.is_empty() { 0 } else { sys::lgetxattr(outer, name, &mut value[..])? };
        value.truncate(length);
        attributes.push((name.to_vec(), value));
    }
    attributes.sort();
    Ok(attributes)
}
