//! Where the symbolic links of a world lead, and whether a run went through one.
//!
//! The kernel renews the access time of a link when it is followed or read (`relatime` and
//! `strictatime`). A link whose access time lies before its own modification therefore tells
//! whether a run used it. What it cannot tell is whether it was followed or only read (`ls -l`,
//! `readlink`), and by whom.

use rustix::fd::OwnedFd;
use rustix::fs::{self as sys, AtFlags, Mode, OFlags, StatVfsMountFlags};
use rustix::io;

use super::baseline::{Baseline, EntryId, ROOT};
use super::fs::{self, Base, Kind, Time};
use super::populate::LINK_ATIME;
use crate::world::{Bytes, World, is_at_or_below};

/// How many links the kernel follows before it says `ELOOP`.
const MOST_FOLLOWED: usize = 40;

/// How many links are looked at after every run; each takes a descriptor. A world in which more
/// lead out of their zone has no evidence for the rest.
const MOST_LINKS: usize = 64;

/// A link that leads out of its zone, and where to.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) entry: EntryId,
    pub(super) way: Way,
    /// Open on the link itself.
    fd: OwnedFd,
    /// Its access time while nobody has used it.
    unused: Time,
    /// Whether the last run used it.
    pub(super) used: bool,
}

/// Where a link leads.
#[derive(Debug)]
pub(super) struct Way {
    /// Its end, with every link on the way resolved.
    pub(super) end: Bytes,
    /// What stands there.
    pub(super) end_entry: Option<EntryId>,
    /// The links that are passed on the way, itself left out.
    passed: Vec<EntryId>,
}

/// What access times tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observable {
    /// Whether a link was used.
    pub(super) links: bool,
    /// Whether an access time that lies in the future stays until somebody sets it.
    pub(super) times_stay: bool,
}

/// The links of a world that lead out of their zone.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) all: Vec<Link>,
}

impl Links {
    /// What access times tell on this file system.
    pub(super) fn are_observable(base: &Base) -> io::Result<Observable> {
        let flags = sys::fstatvfs(base.folder(b"/")?)?.f_flag;
        let (never, sparing) = (StatVfsMountFlags::NOATIME, StatVfsMountFlags::RELATIME);
        Ok(Observable {
            links: !flags.contains(never),
            times_stay: flags.intersects(never | sparing),
        })
    }

    /// Prepares them.
    pub(super) fn arm(base: &Base, baseline: &Baseline, world: &World) -> io::Result<Self> {
        let mut all = Vec::new();
        for (id, entry) in baseline.entries.iter().enumerate() {
            if entry.stat.kind != Kind::Symlink || entry.mount || all.len() == MOST_LINKS {
                continue;
            }
            let Some(way) = way_out(baseline, world, id) else { continue };
            let (fd, unused) = arm(base, baseline, id)?;
            all.push(Link { entry: id, way, fd, unused, used: false });
        }
        Ok(Self { all })
    }

    /// Looks at every link.
    pub(super) fn look(&mut self) -> io::Result<()> {
        for link in &mut self.all {
            link.used = fs::stat_fd(&link.fd)?.atime != link.unused;
        }
        Ok(())
    }

    /// Prepares the used links again. Says whether there were any.
    pub(super) fn rearm(&mut self) -> io::Result<bool> {
        let mut any = false;
        for link in self.all.iter_mut().filter(|link| link.used) {
            set_atime(&link.fd, link.unused)?;
            link.used = false;
            any = true;
        }
        Ok(any)
    }

    /// Prepares a link that was made again.
    pub(super) fn renew(
        &mut self,
        base: &Base,
        baseline: &Baseline,
        id: EntryId,
    ) -> io::Result<()> {
        if let Some(link) = self.all.iter_mut().find(|link| link.entry == id) {
            (link.fd, link.unused) = arm(base, baseline, id)?;
            link.used = false;
        }
        Ok(())
    }

    /// The one used link that explains how something at `path` was reached.
    ///
    /// Where a used link leads through others, it explains their use. Only links that lead out of
    /// their zone explain anything: what lies in the same zone is more often reached by its own
    /// path, in a run that has also read the link.
    pub(super) fn explaining(&self, path: &[u8]) -> Option<EntryId> {
        let fits = |link: &&Link| link.used && is_at_or_below(path, &link.way.end);
        let mut outermost = self.all.iter().filter(fits).filter(|link| {
            !self.all.iter().filter(fits).any(|other| other.way.passed.contains(&link.entry))
        });
        let first = outermost.next()?;
        outermost.next().is_none().then_some(first.entry)
    }
}

/// Opens a link and sees to it that its use can be seen.
fn arm(base: &Base, baseline: &Baseline, id: EntryId) -> io::Result<(OwnedFd, Time)> {
    let entry = &baseline.entries[id];
    let folder = base.folder(&baseline.entries[entry.parent].path)?;
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = sys::openat(folder, entry.name.as_slice(), flags, Mode::empty())?;
    let stat = fs::stat_fd(&fd)?;
    if stat.atime <= stat.mtime {
        return Ok((fd, stat.atime));
    }
    let unused = LINK_ATIME.min((stat.mtime.0.saturating_sub(86_400), 0));
    set_atime(&fd, unused)?;
    Ok((fd, unused))
}

fn set_atime(fd: &OwnedFd, atime: Time) -> io::Result<()> {
    let mut times = fs::timestamps(atime, (0, 0));
    times.last_modification.tv_nsec = sys::UTIME_OMIT;
    sys::utimensat(fd, c"", &times, AtFlags::EMPTY_PATH)
}

/// Where a link of the frozen world leads, if that is out of its zone.
pub(super) fn way_out(baseline: &Baseline, world: &World, link: EntryId) -> Option<Way> {
    let entry = &baseline.entries[link];
    if entry.stat.kind != Kind::Symlink || entry.mount {
        return None;
    }
    let way = resolve(baseline, link)?;
    // A link to a folder that holds the link itself does not lead out.
    let out = world.zone_of(&way.end) != world.zone_of(&entry.path)
        && !is_at_or_below(&entry.path, &way.end);
    out.then_some(way)
}

/// Follows a link through the frozen world. `None` for a loop, or a way through a mount.
fn resolve(baseline: &Baseline, link: EntryId) -> Option<Way> {
    let mut passed = Vec::new();
    let mut place = vec![baseline.entries[link].parent];
    let mut climb = baseline.entries[link].parent;
    while climb != ROOT {
        climb = baseline.entries[climb].parent;
        place.insert(0, climb);
    }
    // The parts still to walk, the next one last.
    let mut rest = parts_reversed(&baseline.entries[link].content);
    if baseline.entries[link].content.starts_with(b"/") {
        place.truncate(1);
    }
    while let Some(part) = rest.pop() {
        let here = *place.last()?;
        if part == b".." {
            if place.len() > 1 {
                place.pop();
            }
            continue;
        }
        let Some(&next) = baseline.entries[here].children.get(part.as_slice()) else {
            // Nothing stands there: the last part can be made, a part before it cannot be passed.
            let end = fs::join(&baseline.entries[here].path, &part);
            return rest.is_empty().then_some(Way { end, end_entry: None, passed });
        };
        let entry = &baseline.entries[next];
        match entry.stat.kind {
            _ if entry.mount => return None,
            Kind::Symlink => {
                passed.push(next);
                if passed.len() >= MOST_FOLLOWED || next == link {
                    return None;
                }
                if entry.content.starts_with(b"/") {
                    place.truncate(1);
                }
                rest.extend(parts_reversed(&entry.content));
            }
            Kind::Dir => place.push(next),
            _ if rest.is_empty() => {
                let end = entry.path.clone();
                return Some(Way { end, end_entry: Some(next), passed });
            }
            _ => return None,
        }
    }
    let end = *place.last()?;
    Some(Way { end: baseline.entries[end].path.clone(), end_entry: Some(end), passed })
}

fn parts_reversed(target: &[u8]) -> Vec<Bytes> {
    target
        .split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty() && *part != b".")
        .rev()
        .map(<[u8]>::to_vec)
        .collect()
}
