//! The words of the record of a run: what stood in the world, and at which names.

use super::baseline::EntryId;
use super::replay::FolderId;
use crate::world::Bytes;

/// A thing, by its place in the record's list.
pub(super) type ThingId = usize;

/// What a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// This entry of the world.
    Entry(EntryId),
    /// Made by the run.
    New,
}

/// How a thing went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was removed.
    Deleted,
    /// Something was moved over it.
    Replaced,
}

/// Something that stood in the world while it ran.
#[derive(Debug)]
pub(super) struct Thing {
    pub(super) origin: Origin,
    /// Every path that it was made at or moved to, in order; of an entry, those besides its own.
    pub(super) places: Vec<Bytes>,
    pub(super) end: Option<End>,
    /// `IN_MODIFY`.
    pub(super) modified: bool,
    /// `IN_CLOSE_WRITE`.
    pub(super) closed: bool,
    /// `IN_ATTRIB`.
    pub(super) attributes: bool,
    /// Whether it is moving, or was moved to where nobody watches.
    pub(super) adrift: bool,
    /// Whether it is a folder.
    pub(super) is_dir: bool,
    /// The watched folder that it is.
    pub(super) folder: Option<FolderId>,
    /// Found when its folder was listed; the event of its making may still come.
    pub(super) listed: bool,
}

/// A name that something happened to.
#[derive(Debug, Default)]
pub(super) struct Touch {
    /// What stands there now, as far as the events tell.
    pub(super) thing: Option<ThingId>,
    /// Whether names came or went, so that the folder's own time was renewed.
    pub(super) structural: bool,
}

impl Thing {
    /// A thing that nothing has happened to yet.
    pub(super) fn new(origin: Origin, is_dir: bool, places: Vec<Bytes>) -> Self {
        Self {
            origin,
            places,
            end: None,
            modified: false,
            closed: false,
            attributes: false,
            adrift: false,
            is_dir,
            folder: None,
            listed: false,
        }
    }
}
