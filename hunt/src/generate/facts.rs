//! What a generator knows of the world that its scripts will run in.

use guard::{Clause, Promise};
use oracle::{Node, World};

use super::spelling::{links, relative, spellings};
use crate::judge::path;
use crate::layout::Layout;

/// How many places of one kind are kept: enough for variety, and short lists of words make more
/// scripts alike.
const KEPT: usize = 12;

/// Places of a world, spelt as a script would name them from the tree.
///
/// Places that a promise lets a script change are left out, as far as others are left.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Names that do not exist yet.
    new: Vec<Vec<u8>>,
    /// Files that can be changed.
    file: Vec<Vec<u8>>,
    /// Files that can be removed.
    gone: Vec<Vec<u8>>,
    /// Folders.
    dir: Vec<Vec<u8>>,
    /// Links that lead somewhere else.
    link: Vec<Vec<u8>>,
    /// Files that hold a secret.
    secret: Vec<Vec<u8>>,
    /// Programs that lie in the tree.
    helper: Vec<Vec<u8>>,
    /// Scripts that lie in the tree, whatever they do.
    pub(super) script: Vec<Vec<u8>>,
    /// What a promise spares in the tree.
    spared: Vec<Vec<u8>>,
    /// The tree itself, absolute.
    tree: [Vec<u8>; 1],
    /// Places out of what the promise allows, spelt in many ways.
    pub(super) away: Vec<Vec<u8>>,
    /// The plainest spelling of some of them.
    plain_away: Vec<Vec<u8>>,
    /// Their last components alone, for worlds in which a link stands in the place of the tree.
    pub(super) away_names: Vec<Vec<u8>>,
}

impl Facts {
    /// Reads the places off a world.
    pub fn of(world: &World, promise: &Promise) -> Self {
        let layout = Layout::of(world);
        let mut writable = Vec::new();
        let mut removable = Vec::new();
        let mut spared: Vec<&[String]> = Vec::new();
        for clause in &promise.clauses {
            match clause {
                Clause::Spare { globs, .. } => spared.push(globs.as_slice()),
                Clause::Write(globs) => writable.push(globs.as_slice()),
                Clause::Delete { globs, .. } => removable.push(globs.as_slice()),
                _ => {}
            }
        }
        // A place is of interest where one of the clauses does not cover it.
        let open = |clauses: &[&[String]], place: &[u8]| {
            clauses.is_empty()
                || clauses.iter().any(|globs| {
                    !globs
                        .iter()
                        .flat_map(|glob| path::resolve(glob, &layout))
                        .any(|pattern| path::matches(&pattern, place))
                })
        };
        let mut facts = Self { tree: [layout.tree.clone()], ..Self::default() };
        let new = [
            path::join(&layout.tree, b"made"),
            path::normal(&path::join(&layout.tree, b"../outside/made")),
            path::join(&layout.home, b"made"),
            path::join(layout.run_dirs.first().map_or(&b"/w/run"[..], Vec::as_slice), b"made"),
            path::join(&layout.tmp, b"made"),
        ];
        facts.new = new
            .iter()
            .filter(|place| open(&writable, place))
            .map(|place| spelt(&layout, place))
            .collect();
        if facts.new.is_empty() {
            facts.new.push(b"made".to_vec());
        }
        for entry in &world.entries {
            let place = path::normal(&entry.path);
            let name = spelt(&layout, &place);
            if !is_plain(&name) || place == layout.tree {
                continue;
            }
            if !spared.is_empty() && !open(&spared, &place) {
                facts.spared.push(name.clone());
            }
            match &entry.node {
                Node::File(content) => {
                    let is_script = content.starts_with(b"#!") || name.ends_with(b".sh");
                    if is_script && path::strip(&place, &layout.tree).is_some() {
                        facts.script.push(name.clone());
                    }
                    if open(&writable, &place) {
                        facts.file.push(name.clone());
                    }
                    if open(&removable, &place) {
                        facts.gone.push(name.clone());
                    }
                    if entry.mode & 0o111 != 0 && path::strip(&place, &layout.tree).is_some() {
                        facts.helper.push([b"./", name.as_slice()].concat());
                    }
                }
                Node::Dir => facts.dir.push(name),
                Node::Symlink(_) => facts.link.push(name),
                Node::HardLink(_) | Node::Fifo | Node::Socket => {}
            }
        }
        facts.secret = world
            .canaries
            .iter()
            .filter_map(|canary| canary.path.as_ref())
            .map(|place| spelt(&layout, place))
            .filter(|name| is_plain(name))
            .collect();
        facts.settle();
        facts.lead_away(world, &layout);
        facts
    }

    /// Spells some of the places in many ways: one of each kind in each zone.
    fn lead_away(&mut self, world: &World, layout: &Layout) {
        let links = links(world);
        let mut places: Vec<Vec<u8>> = Vec::new();
        for list in [&self.gone, &self.file, &self.new, &self.secret] {
            let mut zones = Vec::new();
            for name in list {
                let place = path::normal(&path::join(&layout.tree, name));
                let place = if name.starts_with(b"/") { path::normal(name) } else { place };
                let zone = layout.zone(&place);
                let known = zones.iter().filter(|known| **known == zone).count();
                if known < 2 && !places.contains(&place) {
                    zones.push(zone);
                    places.push(place);
                }
            }
        }
        // What a link leads to is where a guard that reads text is blind.
        let led = links.iter().filter(|(link, _)| path::strip(link, &layout.tree).is_some());
        let targets: Vec<&Vec<u8>> = led.map(|(_, target)| target).collect();
        let behind = world.entries.iter().map(|entry| path::normal(&entry.path)).filter(|place| {
            layout.zone(place) != oracle::Zone::Tree
                && targets.iter().any(|target| path::strip(place, target).is_some())
        });
        let behind: Vec<Vec<u8>> = behind.take(2).collect();
        // So is one that compares only how paths begin.
        let mut alike =
            world.entries.iter().map(|entry| path::normal(&entry.path)).filter(|place| {
                place.strip_prefix(&layout.tree[..]).is_some_and(|rest| !rest.is_empty())
                    && layout.zone(place) != oracle::Zone::Tree
            });
        places.splice(0..0, behind.into_iter().chain(alike.next()));
        let mut lists: Vec<_> = places
            .iter()
            .map(|place| spellings(place, world, layout, &links).into_iter())
            .collect();
        while !lists.is_empty() {
            lists.retain_mut(|list| match list.next() {
                Some(spelt) => {
                    if !self.away.contains(&spelt) {
                        self.away.push(spelt);
                    }
                    true
                }
                None => false,
            });
        }
        for place in &places {
            let name = place.rsplit(|byte| *byte == b'/').next().unwrap_or_default().to_vec();
            if !self.away_names.contains(&name) {
                self.away_names.push(name);
            }
        }
        self.plain_away = places.iter().take(6).map(|place| relative(layout, place)).collect();
    }

    /// The plainest spelling of some places out of what the promise allows.
    pub(super) fn plain_away(&self) -> impl Iterator<Item = &[u8]> {
        self.plain_away.iter().map(Vec::as_slice)
    }

    fn settle(&mut self) {
        let lists = [
            (&mut self.file, "in.txt"),
            (&mut self.gone, "in.txt"),
            (&mut self.dir, "."),
            (&mut self.link, "link"),
            (&mut self.secret, "../outside/secret"),
            (&mut self.helper, "./helper"),
            (&mut self.script, "run.sh"),
            (&mut self.spared, ".git/hooks"),
        ];
        for (list, other) in lists {
            list.truncate(KEPT);
            if list.is_empty() {
                list.push(other.into());
            }
        }
    }

    /// The same places, the first of each kind alone: the plainest one.
    pub fn plainest(&self) -> Self {
        let mut facts = self.clone();
        for list in [
            &mut facts.new,
            &mut facts.file,
            &mut facts.gone,
            &mut facts.dir,
            &mut facts.link,
            &mut facts.secret,
            &mut facts.helper,
            &mut facts.script,
            &mut facts.spared,
        ] {
            list.truncate(1);
        }
        facts
    }

    /// One place of a kind, by the kind's name; `None` where there is no such kind.
    pub fn place(&self, kind: &str, rng: &mut fastrand::Rng) -> Option<&[u8]> {
        let list = match kind {
            "new" => &self.new,
            "file" => &self.file,
            "gone" => &self.gone,
            "dir" => &self.dir,
            "link" => &self.link,
            "secret" => &self.secret,
            "helper" => &self.helper,
            "script" => &self.script,
            "spared" => &self.spared,
            "tree" => self.tree.as_slice(),
            _ => return None,
        };
        // The first one half of the time: the nearest place is the likeliest to be reached.
        let at = if rng.bool() { 0 } else { rng.usize(..list.len().max(1)) };
        list.get(at).map(Vec::as_slice)
    }
}

/// A path as a script spells it from the tree: relative in the tree and beside it, else absolute.
fn spelt(layout: &Layout, place: &[u8]) -> Vec<u8> {
    let shown = layout.display(place);
    if shown.starts_with(b"$") { place.to_vec() } else { shown }
}

/// Whether a name needs no quotes and is no option.
fn is_plain(name: &[u8]) -> bool {
    !name.is_empty()
        && !name.starts_with(b"-")
        && name.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/' | b'+')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_a_promise_covers_are_left_out() {
        let promise = Promise {
            preset: None,
            clauses: vec![
                Clause::Write(vec!["**".into()]),
                Clause::Delete { globs: vec!["dir/**".into()], by: None },
            ],
        };
        let facts = Facts::of(&crate::fake::world(), &promise);
        assert_eq!(facts.new[0], b"../outside/made");
        assert!(facts.file.iter().all(|name| name.starts_with(b"../") || name.starts_with(b"/")));
        assert!(facts.gone.contains(&b"in.txt".to_vec()));
        assert!(!facts.gone.contains(&b"dir/f".to_vec()));
        assert_eq!(facts.secret, [b"/w/home/.secret".to_vec()]);
        assert_eq!(facts.link, [b"link".to_vec()]);
        assert_eq!(facts.helper, [b"./helper".to_vec()]);
    }
}
