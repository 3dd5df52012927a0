//! The whole world compared with its baseline.

use super::baseline::{self, Baseline, EntryId};
use super::error::{Shown, StageError};
use super::fs::{self, Base, Kind};

/// Where the world is not what it was frozen as.
#[derive(Debug, thiserror::Error)]
pub enum Difference {
    /// An entry differs.
    #[error("{path}: {what}")]
    At {
        /// Where, in the sandbox.
        path: Shown,
        /// What differs.
        what: &'static str,
    },
    /// The world could not be read.
    #[error(transparent)]
    Stage(#[from] StageError),
}

fn differs<T>(path: &[u8], what: &'static str) -> Result<T, Difference> {
    Err(Difference::At { path: Shown(path.to_vec()), what })
}

/// Compares every entry: names, kinds, modes, owners, times, content, targets, attributes and
/// which names are one file.
pub(super) fn audit(base: &Base, baseline: &Baseline) -> Result<(), Difference> {
    for (id, entry) in baseline.entries.iter().enumerate() {
        if entry.mount {
            continue;
        }
        one(base, baseline, id)?;
        if entry.stat.kind == Kind::Dir {
            let (names, more) = base
                .names(&entry.path, entry.children.len())
                .map_err(StageError::at("list", &entry.path))?;
            if more || names.iter().any(|name| !entry.children.contains_key(name)) {
                return differs(&entry.path, "holds more than it did");
            }
        }
    }
    Ok(())
}

fn one(base: &Base, baseline: &Baseline, id: EntryId) -> Result<(), Difference> {
    let entry = &baseline.entries[id];
    let path = entry.path.as_slice();
    let (folder, name) = fs::split(path);
    let fd = base.folder(folder).map_err(StageError::at("open", folder))?;
    let Some(now) = fs::stat(&fd, name).map_err(StageError::at("read", path))? else {
        return differs(path, "is gone");
    };
    let was = &entry.stat;
    if now.kind != was.kind {
        return differs(path, "is of another kind");
    }
    if now.identity != was.identity {
        return differs(path, "is another file");
    }
    if now.mode != was.mode {
        return differs(path, "has another mode");
    }
    if (now.uid, now.gid) != (was.uid, was.gid) {
        return differs(path, "has another owner");
    }
    if now.mtime != was.mtime {
        return differs(path, "has another time of modification");
    }
    if now.kind != Kind::Dir && now.nlink != was.nlink {
        return differs(path, "has another number of names");
    }
    if !entry.twins.is_empty() && baseline.names_of(was.identity) != entry.twins {
        return differs(path, "is one file with other names");
    }
    let content = match now.kind {
        Kind::File => {
            now.size == was.size
                && fs::holds(&fd, name, &entry.content).map_err(StageError::at("read", path))?
        }
        Kind::Symlink => {
            fs::target(&fd, name).map_err(StageError::at("read", path))? == entry.content
        }
        _ => true,
    };
    if !content {
        return differs(path, "has other content");
    }
    if baseline::attributes(base, path).map_err(StageError::at("read", path))? != entry.attributes {
        return differs(path, "has other extended attributes");
    }
    Ok(())
}
