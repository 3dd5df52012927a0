//! The world's file system: making it, freezing it, watching a run, telling what it did, and
//! putting it back.
//!
//! A *stage* owns one folder, the *base*, which is the root of the sandbox as far as the world
//! goes: `/w/tree` is `base/w/tree`. Its life is [`Stage::populate`], then whatever set-up script
//! the world has, then [`Stage::freeze`], then for every run [`Stage::pump`] while it goes on,
//! [`Stage::finish`] when every process of it is dead, and [`Stage::reset`].
//!
//! # How effects are observed
//!
//! - Every folder is watched by inotify, and so is every other entry for the change of its link
//!   count. The events say *which names* were touched and what was taken back; what is different
//!   in the end is told by comparing those names with the baseline, content included.
//! - Times of files are never trusted to say that content is unchanged: a write through a shared
//!   mapping can leave them alone. Every name that was open for writing is compared.
//! - No symbolic link is ever followed, no pipe or device ever opened.
//! - Where events are lost, everything is compared, and the report says that what was taken back
//!   before the end is not known.
//!
//! # What an effect says
//!
//! - `rename`: one effect for a moved entry, a folder's content included. `detail` is `replaced`
//!   where another entry stood at the destination and was not removed first. Of something that the
//!   run itself has made, only the last name is a `create`, the others are undone ones.
//! - A file that is written beside and moved over is a `modify`, as is one that is removed and
//!   made again, the latter with an undone `delete` besides.
//! - `via: Link(name)` of a hard link: the other name by which the file was changed. This is told
//!   by events that carry the name used, and by link counts.
//! - `via: Link(link)` of a symbolic link, and `follow` of a trap: a link of the frozen world that
//!   leads out of its zone was used in this run (its access time says so), and for `via` it is the
//!   only used one that leads to the place of the effect or above. A run that reads a link (`ls -l`, `readlink`) and reaches its end by another
//!   path leaves the same traces and is told of in the same way. On a file system that keeps no
//!   access times neither is told of.
//! - `mode` with `times`: told where a time lies before the run or beyond the last change of the
//!   entry, or where attributes changed and nothing was written. An access time alone is told of
//!   on files that the world declares and that were opened for it, as `touch -a` does.

mod audit;
mod baseline;
mod change;
mod diff;
mod effects;
mod error;
mod fs;
mod links;
mod populate;
mod replay;
mod report;
mod reset;
mod shellfiles;
mod thing;
mod watch;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::Path;

use rustix::fd::{AsFd, BorrowedFd};
use rustix::time::{ClockId, clock_gettime};

use self::baseline::{Baseline, EntryId};
use self::fs::{Base, Kind, Time};
use self::links::Links;
use self::replay::Replay;
use self::report::Outcome;
use self::watch::{Queue, Watches};
use crate::observation::{Effect, EffectKind, Via};
use crate::world::{Bytes, World, is_at_or_below};

pub use self::audit::Difference;
pub use self::error::{Shown, StageError};
pub use self::report::StageReport;
pub use self::shellfiles::{HISTORY_FILES, SHELL_FILES, ShellFile};

/// How a reset ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResetOutcome {
    /// The world is as it was frozen.
    Clean,
    /// It could not be put back, for this reason: take a new base and a new stage.
    RebuildNeeded(String),
}

/// The file system of one world. See the module's page.
pub struct Stage {
    base: Base,
    queue: Queue,
    owner: populate::Owner,
    frozen: Option<Frozen>,
}

/// A frozen world.
struct Frozen {
    world: World,
    baseline: Baseline,
    replay: Replay,
    links: Links,
    /// The entries that are canaries.
    canaries: Vec<EntryId>,
    /// Whether access times that lie in the future stay as they are.
    times_stay: bool,
    /// When the next run can begin at the earliest.
    since: Time,
    /// What the last run did, between `finish` and `reset`.
    outcome: Option<Outcome>,
    /// Why the stage can be used no more.
    broken: Option<String>,
}

impl Stage {
    /// A stage in the folder `base`, which must be absolute, exist and hold nothing of the world
    /// but its folders. What else stands in the base itself, and what is mounted in it, is no part
    /// of the world and never looked into.
    ///
    /// # Errors
    ///
    /// Where the folder or the event queue cannot be opened.
    pub fn new(base: &Path) -> Result<Self, StageError> {
        let queue = Queue::open()?;
        let base = Base::open(base).map_err(StageError::at("open", b"/"))?;
        Ok(Self { base, queue, owner: None, frozen: None })
    }

    /// Sets the user and group that own everything that is declared. Without it, that is whoever
    /// populates.
    pub fn set_owner(&mut self, uid: u32, gid: u32) {
        self.owner = Some((uid, gid));
    }

    /// Makes what the world declares. The base itself and declared folders that stand already
    /// are taken as they are, and their modes and times set.
    ///
    /// # Errors
    ///
    /// Where an entry cannot be made, with its path.
    pub fn populate(&self, world: &World) -> Result<(), StageError> {
        populate::populate(&self.base, world, self.owner)
    }

    /// Takes the world as it stands now for the one that runs begin in, and starts to watch it.
    ///
    /// # Errors
    ///
    /// Where the world cannot be read or watched, or is larger than 100,000 entries or 64 MiB.
    pub fn freeze(&mut self, world: &World) -> Result<(), StageError> {
        let tops: BTreeSet<&[u8]> = world
            .entries
            .iter()
            .filter_map(|entry| entry.path.split(|byte| *byte == b'/').nth(1))
            .collect();
        let baseline = Baseline::read(&self.base, &tops)?;
        let observable =
            Links::are_observable(&self.base).map_err(StageError::at("examine", b"/"))?;
        let links = if observable.links {
            Links::arm(&self.base, &baseline, world)
                .map_err(StageError::at("prepare the links of", b"/"))?
        } else {
            Links::default()
        };
        let canaries: Vec<EntryId> = world
            .canaries
            .iter()
            .filter_map(|canary| baseline.find(canary.path.as_deref()?))
            .collect();
        let mut frozen = Frozen {
            world: world.clone(),
            baseline,
            replay: Replay::default(),
            links,
            canaries,
            times_stay: observable.times_stay,
            since: (0, 0),
            outcome: None,
            broken: None,
        };
        let all: Vec<EntryId> = (0..frozen.baseline.entries.len()).collect();
        frozen.watch(&self.base, &self.queue.watches, &all)?;
        frozen.discard(&self.base, &mut self.queue)?;
        frozen.since = now();
        self.frozen = Some(frozen);
        Ok(())
    }

    /// Takes in what has happened since the last call, and watches folders that are new. To be
    /// called whenever the descriptor of the stage is readable. Does not wait.
    ///
    /// # Errors
    ///
    /// Where the stage is not frozen or the queue cannot be read.
    pub fn pump(&mut self) -> Result<(), StageError> {
        let frozen = self.frozen.as_mut().ok_or(StageError::NotFrozen)?;
        frozen.pump(&self.base, &mut self.queue)
    }

    /// Tells what the run did. Every process of it must be dead.
    ///
    /// # Errors
    ///
    /// Where the stage is not frozen, the queue cannot be read, or the base cannot be opened.
    pub fn finish(&mut self) -> Result<StageReport, StageError> {
        let frozen = self.frozen.as_mut().ok_or(StageError::NotFrozen)?;
        frozen.pump(&self.base, &mut self.queue)?;
        frozen.finish(&self.base)
    }

    /// The traps of the frozen world that lead out of their zone, and what each link holds. Those on
    /// the way to the folder that runs start in are left out: who starts there has followed them.
    pub(crate) fn traps(&self) -> HashMap<Bytes, Bytes> {
        let Some(frozen) = &self.frozen else { return HashMap::new() };
        let leads_out = |path: &&Bytes| {
            !is_at_or_below(&frozen.world.start, path) && frozen.end_of(path).is_some()
        };
        let held = |path: &Bytes| {
            let entry = &frozen.baseline.entries[frozen.baseline.find(path)?];
            Some((path.clone(), entry.content.clone()))
        };
        frozen.world.traps.iter().filter(leads_out).filter_map(held).collect()
    }

    /// The effects of having followed these traps, and done nothing else behind them.
    pub(crate) fn looked_through(&self, traps: &BTreeSet<Bytes>) -> Vec<Effect> {
        let Some(frozen) = &self.frozen else { return Vec::new() };
        let effect = |trap: &Bytes| {
            let end = frozen.end_of(trap)?;
            Some(Effect {
                kind: EffectKind::Follow,
                zone: frozen.world.zone_of(&end),
                path: end,
                from: None,
                via: Some(Via::Link(trap.clone())),
                undone: false,
                detail: Effect::LOOKED.to_owned(),
            })
        };
        traps.iter().filter_map(effect).collect()
    }

    /// Puts back what the run has changed. The cost is that of what was changed.
    ///
    /// # Errors
    ///
    /// Where the stage is not frozen or the queue cannot be read.
    pub fn reset(&mut self) -> Result<ResetOutcome, StageError> {
        self.put_back(true)
    }

    /// As [`Stage::reset`], where nobody has looked at the world since [`Stage::finish`].
    ///
    /// # Errors
    ///
    /// As [`Stage::reset`].
    pub fn reset_unseen(&mut self) -> Result<ResetOutcome, StageError> {
        self.put_back(false)
    }

    fn put_back(&mut self, seen: bool) -> Result<ResetOutcome, StageError> {
        let frozen = self.frozen.as_mut().ok_or(StageError::NotFrozen)?;
        if frozen.outcome.is_none() {
            frozen.pump(&self.base, &mut self.queue)?;
            frozen.finish(&self.base)?;
        }
        let outcome = frozen.reset(&self.base, &mut self.queue, seen);
        self.base.set_still(false);
        let outcome = outcome?;
        if let ResetOutcome::RebuildNeeded(reason) = &outcome {
            frozen.broken = Some(reason.clone());
        }
        Ok(outcome)
    }

    /// Compares the whole world with what was frozen.
    ///
    /// # Errors
    ///
    /// The first difference, or why the world cannot be read.
    pub fn audit(&mut self) -> Result<(), Difference> {
        let frozen = self.frozen.as_mut().ok_or(StageError::NotFrozen)?;
        audit::audit(&self.base, &frozen.baseline)?;
        // The look at canaries and ends of traps has left events.
        frozen.discard(&self.base, &mut self.queue)?;
        Ok(())
    }
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage")
            .field("base", &self.base)
            .field("frozen", &self.frozen.as_ref().map(|frozen| &frozen.world.name))
            .finish_non_exhaustive()
    }
}

impl AsFd for Stage {
    /// Readable when something has happened.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.queue.as_fd()
    }
}

/// The time on the clock that files are stamped with.
fn now() -> Time {
    let time = clock_gettime(ClockId::RealtimeCoarse);
    (time.tv_sec, u32::try_from(time.tv_nsec).unwrap_or_default())
}

impl Frozen {
    /// Watches these entries, and takes note of it.
    fn watch(
        &mut self,
        base: &Base,
        watches: &Watches,
        entries: &[EntryId],
    ) -> Result<(), StageError> {
        let read = self.watched_for_reads();
        for id in entries {
            let entry = &self.baseline.entries[*id];
            if entry.mount {
                continue;
            }
            let reads = read.contains(id);
            if entry.stat.kind == Kind::Dir {
                let wd = watches
                    .watch_folder(base, &entry.path, reads)
                    .map_err(|errno| watch::refused(&entry.path, errno))?;
                self.replay.know_folder(&self.baseline, *id, wd);
            } else {
                let wd = watches
                    .watch_entry(base, &entry.path, reads)
                    .map_err(|errno| watch::refused(&entry.path, errno))?;
                self.replay.know_entry(*id, wd);
            }
        }
        Ok(())
    }

    /// Where a link that leads out of its zone ends.
    fn end_of(&self, link: &[u8]) -> Option<Bytes> {
        let id = self.baseline.find(link)?;
        links::way_out(&self.baseline, &self.world, id).map(|way| way.end)
    }

    /// The entries whose opening and reading matters: canaries, and the ends of traps with
    /// everything below them.
    fn watched_for_reads(&self) -> BTreeSet<EntryId> {
        let mut read: BTreeSet<EntryId> = self.canaries.iter().copied().collect();
        for link in &self.links.all {
            let entry = &self.baseline.entries[link.entry];
            let mut below: Vec<EntryId> = link
                .way
                .end_entry
                .filter(|_| self.world.traps.contains(&entry.path))
                .into_iter()
                .collect();
            while let Some(id) = below.pop() {
                let entry = &self.baseline.entries[id];
                if entry.stat.kind == Kind::Dir || Some(id) == link.way.end_entry {
                    read.insert(id);
                    below.extend(entry.children.values());
                }
            }
        }
        read
    }

    fn pump(&mut self, base: &Base, queue: &mut Queue) -> Result<(), StageError> {
        let Self { replay, baseline, .. } = self;
        queue.replay(base, baseline, replay)
    }

    /// Drops every waiting event, after our own work.
    fn discard(&mut self, base: &Base, queue: &mut Queue) -> Result<(), StageError> {
        self.pump(base, queue)?;
        self.replay.clear(&self.baseline, &queue.watches);
        Ok(())
    }

    fn reset(
        &mut self,
        base: &Base,
        queue: &mut Queue,
        seen: bool,
    ) -> Result<ResetOutcome, StageError> {
        let rebuild = |reason: String| Ok(ResetOutcome::RebuildNeeded(reason));
        if let Some(reason) = &self.broken {
            return rebuild(reason.clone());
        }
        let Some(outcome) = self.outcome.take() else { return Ok(ResetOutcome::Clean) };
        // Whoever has looked at the world since `finish` may have used a link.
        let looked = if seen { self.links.look() } else { Ok(()) };
        let rearmed = match looked.and_then(|()| self.links.rearm()) {
            Ok(rearmed) => rearmed,
            Err(errno) => return rebuild(format!("cannot prepare the links: {errno}")),
        };
        if self.replay.is_empty() {
            if rearmed {
                self.discard(base, queue)?;
                self.since = now();
            }
            return Ok(ResetOutcome::Clean);
        }
        let mut reset = reset::Reset {
            base,
            baseline: &mut self.baseline,
            net: &outcome.net,
            changes: &outcome.changes,
            restless: self.replay.restless(),
            remade: BTreeSet::new(),
        };
        if let Err(reason) = reset.run() {
            return rebuild(reason);
        }
        let mut remade: Vec<EntryId> = reset.remade.into_iter().collect();
        if self.replay.overflow {
            remade = (0..self.baseline.entries.len()).collect();
        }
        // First the watches of the run's own folders go: one of those may stand in the place of a
        // folder of the world from now on, and would lose its watch again.
        self.discard(base, queue)?;
        for id in &remade {
            if let Err(errno) = self.links.renew(base, &self.baseline, *id) {
                return rebuild(format!("cannot prepare a link: {errno}"));
            }
        }
        if let Err(error) = self.watch(base, &queue.watches, &remade) {
            return rebuild(error.to_string());
        }
        self.since = now();
        Ok(ResetOutcome::Clean)
    }
}
