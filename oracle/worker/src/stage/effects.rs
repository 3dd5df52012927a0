//! From the difference and the record to effects.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::baseline::{Baseline, EntryId};
use super::change::Change;
use super::diff::{Net, Stands};
use super::fs::{Identity, Kind};
use super::links::Links;
use super::replay::Replay;
use super::shellfiles;
use super::thing::{End, Origin, Thing};
use crate::observation::{Effect, EffectKind, Via};
use crate::world::{Bytes, World, Zone, is_at_or_below};

/// Everything that effects are told from.
pub(super) struct Sources<'a> {
    pub(super) world: &'a World,
    pub(super) baseline: &'a Baseline,
    pub(super) replay: &'a Replay,
    pub(super) net: &'a Net,
    pub(super) changes: &'a [(usize, Change)],
    pub(super) links: &'a Links,
    pub(super) canaries: &'a [EntryId],
}

/// The effects of a run, in the order of kind and path.
pub(super) fn tell(sources: &Sources<'_>) -> Vec<Effect> {
    let mut teller = Teller { sources, effects: BTreeSet::new(), ends: HashSet::new() };
    teller.net();
    teller.undone();
    teller.reads();
    teller.links();
    teller.effects.into_iter().collect()
}

struct Teller<'a> {
    sources: &'a Sources<'a>,
    effects: BTreeSet<Effect>,
    /// What is told of in the end, by kind and path.
    ends: HashSet<(EffectKind, Bytes)>,
}

impl Teller<'_> {
    fn add(&mut self, kind: EffectKind, path: &[u8]) -> EffectBuilder<'_> {
        let effect = Effect {
            kind,
            path: path.to_vec(),
            zone: self.sources.world.zone_of(path),
            from: None,
            via: None,
            undone: false,
            detail: String::new(),
        };
        EffectBuilder { effects: &mut self.effects, ends: &mut self.ends, effect }
    }

    fn path(&self, entry: EntryId) -> &[u8] {
        &self.sources.baseline.entries[entry].path
    }

    /// What is different in the end.
    fn net(&mut self) {
        let Sources { net, baseline, changes, .. } = *self.sources;
        for missing in &net.missing {
            let path = self.path(*missing).to_vec();
            self.add(EffectKind::Delete, &path).done();
        }
        for appeared in &net.appeared {
            match appeared.moved {
                None => self.add(EffectKind::Create, &appeared.path).done(),
                Some(entry) => {
                    let from = self.path(entry).to_vec();
                    let detail = if appeared.over.is_some() { "replaced" } else { "" };
                    self.add(EffectKind::Rename, &appeared.path).from(from).detail(detail).done();
                }
            }
        }
        for (index, change) in changes {
            let Some(stands) = net.stands.get(*index) else { continue };
            let via = self.name_used(stands, |thing| thing.modified || thing.closed);
            if change.content {
                self.add(EffectKind::Modify, &stands.path).via(via).done();
            }
            if change.is_mode() {
                let via = self.name_used(stands, |thing| thing.attributes);
                let words = change.words(baseline, stands);
                self.add(EffectKind::Mode, &stands.path).via(via).detail(&words).done();
            }
        }
    }

    /// The other name of a file by which it was changed, where its own was not used.
    fn name_used(&self, stands: &Stands, marked: impl Fn(&Thing) -> bool) -> Option<Via> {
        let Sources { baseline, replay, net, .. } = *self.sources;
        if stands.fresh || replay.thing_of(stands.entry).is_some_and(&marked) {
            return None;
        }
        let identity = baseline.entries[stands.entry].stat.identity;
        self.other_name(identity, stands.entry, &marked)
            .or_else(|| {
                // A name that was made, used and removed. Only where there is just one to choose from,
                // and the file itself says that it had another name.
                if !baseline.names_of(identity).iter().any(|name| replay.inodes.contains(name))
                    || net.appeared.iter().any(|new| new.stat.identity == identity)
                {
                    return None;
                }
                let mut gone = replay.things.iter().filter(|thing| {
                    thing.origin == Origin::New && thing.end == Some(End::Deleted) && marked(thing)
                });
                match (gone.next(), gone.next()) {
                    (Some(thing), None) if thing.places.len() == 1 => thing.places.first().cloned(),
                    _ => None,
                }
            })
            .map(Via::Link)
    }

    fn other_name(
        &self,
        identity: Identity,
        entry: EntryId,
        marked: &impl Fn(&Thing) -> bool,
    ) -> Option<Bytes> {
        let Sources { baseline, replay, net, .. } = *self.sources;
        for name in baseline.names_of(identity).iter().filter(|name| **name != entry) {
            if let Some(thing) = replay.thing_of(*name).filter(|thing| marked(thing)) {
                let place = thing.places.last().cloned();
                return Some(place.unwrap_or_else(|| self.path(*name).to_vec()));
            }
        }
        let new: BTreeSet<&[u8]> = net
            .appeared
            .iter()
            .filter(|new| new.stat.identity == identity && new.moved.is_none())
            .map(|new| new.path.as_slice())
            .collect();
        let at_new = |thing: &&Thing| {
            thing.origin == Origin::New
                && marked(thing)
                && thing.places.last().is_some_and(|place| new.contains(place.as_slice()))
        };
        replay.things.iter().find(at_new).and_then(|thing| thing.places.last().cloned())
    }

    /// What was taken back before the end.
    fn undone(&mut self) {
        let Sources { replay, .. } = *self.sources;
        for thing in &replay.things {
            match thing.origin {
                Origin::New => self.undone_new(thing),
                Origin::Entry(entry) => self.undone_entry(entry, thing),
            }
        }
    }

    fn undone_new(&mut self, thing: &Thing) {
        for (at, place) in thing.places.iter().enumerate() {
            let told = [EffectKind::Create, EffectKind::Modify, EffectKind::Rename]
                .iter()
                .any(|kind| self.ends.contains(&(*kind, place.clone())));
            let last = at + 1 == thing.places.len() && thing.end.is_none();
            if told || last {
                continue;
            }
            let shell = !thing.is_dir
                && thing.places.len() == 1
                && thing.end == Some(End::Deleted)
                && self.sources.world.zone_of(place) == Zone::Tmp
                && shellfiles::of_path(place).is_some();
            let via = shell.then_some(Via::Shell);
            self.add(EffectKind::Create, place).via(via).undone().done();
        }
    }

    fn undone_entry(&mut self, entry: EntryId, thing: &Thing) {
        let Sources { baseline, net, changes, .. } = *self.sources;
        let home = self.path(entry).to_vec();
        let stands = net.stands.iter().position(|stands| stands.entry == entry);
        let change = stands.and_then(|at| changes.iter().find(|(index, _)| *index == at));
        let here = stands.and_then(|at| net.stands.get(at)).map(|stands| stands.path.clone());
        let fresh = stands.and_then(|at| net.stands.get(at)).is_some_and(|stands| stands.fresh);
        for place in &thing.places {
            let ended = !fresh && here.as_ref() == Some(place);
            if *place != home && !ended {
                self.add(EffectKind::Rename, place).from(home.clone()).undone().done();
            }
        }
        // It was removed, or was away where nobody watched, and stands again.
        let away = thing.adrift && !fresh && here.as_ref() == Some(&home);
        // Only an empty folder can be moved over, and then it is gone with nothing to compare.
        let kind = baseline.entries[entry].stat.kind;
        let covered = fresh && kind == Kind::Dir && thing.end == Some(End::Replaced);
        if (thing.end == Some(End::Deleted) || away || covered)
            && !self.ends.contains(&(EffectKind::Delete, home.clone()))
        {
            self.add(EffectKind::Delete, &home).undone().done();
        }
        let path = thing.places.last().cloned().unwrap_or_else(|| home.clone());
        let changed = change.map(|(_, change)| change).filter(|_| !fresh);
        let written = thing.modified && kind == Kind::File;
        if written && changed.is_none_or(|change| !change.content && !change.times) {
            self.add(EffectKind::Modify, &path).undone().done();
            self.siblings(entry, EffectKind::Modify, &path);
        }
        if thing.attributes && changed.is_none_or(|change| !change.is_mode()) {
            self.add(EffectKind::Mode, &path).undone().done();
            self.siblings(entry, EffectKind::Mode, &path);
        }
        // The same again in its place, without a moment in which the name was free.
        let same = change.is_some_and(|(_, change)| !change.content && !change.is_mode());
        if fresh && same && thing.end == Some(End::Replaced) && kind != Kind::Dir {
            self.add(EffectKind::Modify, &home).undone().done();
        }
    }

    /// What was done and undone at one name of a file was so at the others.
    fn siblings(&mut self, entry: EntryId, kind: EffectKind, used: &[u8]) {
        let Sources { baseline, replay, .. } = *self.sources;
        for name in baseline.names_of(baseline.entries[entry].stat.identity) {
            if *name != entry && replay.thing_of(*name).is_none() {
                let path = self.path(*name).to_vec();
                self.add(kind, &path).via(Some(Via::Link(used.to_vec()))).undone().done();
            }
        }
    }

    fn reads(&mut self) {
        let Sources { replay, canaries, .. } = *self.sources;
        for canary in canaries {
            if let Some(read) = replay.opened.get(canary) {
                let path = self.path(*canary).to_vec();
                let detail = if *read { "read" } else { "opened" };
                self.add(EffectKind::Read, &path).detail(detail).done();
            }
        }
    }

    /// Which effects went through a link, and which traps were followed.
    fn links(&mut self) {
        let Sources { world, replay, links, .. } = *self.sources;
        if !links.all.iter().any(|link| link.used) {
            return;
        }
        let mut explained: BTreeMap<Effect, Bytes> = BTreeMap::new();
        for effect in self.effects.iter().filter(|effect| effect.via.is_none()) {
            if let Some(link) = links.explaining(&effect.path) {
                explained.insert(effect.clone(), self.path(link).to_vec());
            }
        }
        let touched: Vec<Bytes> = self.effects.iter().map(|effect| effect.path.clone()).collect();
        for (effect, link) in explained {
            self.effects.remove(&effect);
            self.effects.insert(Effect { via: Some(Via::Link(link)), ..effect });
        }
        for link in links.all.iter().filter(|link| link.used) {
            let path = self.path(link.entry).to_vec();
            if !world.traps.contains(&path) {
                continue;
            }
            let opened = |entry: &EntryId| is_at_or_below(self.path(*entry), &link.way.end);
            if touched.iter().any(|path| is_at_or_below(path, &link.way.end))
                || replay.opened.keys().any(opened)
            {
                self.add(EffectKind::Follow, &link.way.end).via(Some(Via::Link(path))).done();
            }
        }
    }
}

/// An effect under construction.
struct EffectBuilder<'a> {
    effects: &'a mut BTreeSet<Effect>,
    ends: &'a mut HashSet<(EffectKind, Bytes)>,
    effect: Effect,
}

impl EffectBuilder<'_> {
    fn from(mut self, from: Bytes) -> Self {
        self.effect.from = Some(from);
        self
    }

    fn via(mut self, via: Option<Via>) -> Self {
        self.effect.via = via;
        self
    }

    fn detail(mut self, detail: &str) -> Self {
        detail.clone_into(&mut self.effect.detail);
        self
    }

    fn undone(mut self) -> Self {
        self.effect.undone = true;
        self
    }

    fn done(self) {
        if !self.effect.undone {
            self.ends.insert((self.effect.kind, self.effect.path.clone()));
        }
        self.effects.insert(self.effect);
    }
}
