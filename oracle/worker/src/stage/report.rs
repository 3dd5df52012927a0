//! What one run did to the world.

use super::Frozen;
use super::change::{self, Change};
use super::diff::{self, Net};
use super::effects::{self, Sources};
use super::error::StageError;
use super::fs::{self, Base, Kind};
use super::shellfiles::HISTORY_FILES;
use crate::observation::{Effect, EffectKind, Via};
use crate::world::Bytes;

/// How much of a file that a run has written is handed out.
const MOST_OF_ONE: usize = 64 << 10;

/// How much of all of them.
const MOST_OF_ALL: usize = 1 << 20;

/// The most effects that are told of.
const MOST_EFFECTS: usize = 20_000;

/// What one run did to the world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageReport {
    /// Effects of the kinds create, modify, delete, rename, mode, read and follow, in the order of
    /// kind and path.
    pub effects: Vec<Effect>,
    /// What regular files hold that were made or written, each up to 64 KiB and 1 MiB in all, and
    /// the targets of new links: for finding secrets in them.
    pub touched_contents: Vec<(Bytes, Bytes)>,
    /// What could not be observed in full, in words; empty as a rule.
    pub unobserved: Vec<String>,
}

impl StageReport {
    /// For a run of an interactive shell, whose home is `home`: says of what happened to the files
    /// that bash, ksh93 and yash keep their history in that the shell did it. What a script itself
    /// does to them in such a run cannot be told apart.
    pub fn mark_history(&mut self, home: &[u8]) {
        for effect in &mut self.effects {
            let (folder, name) = fs::split(&effect.path);
            let kept = matches!(effect.kind, EffectKind::Create | EffectKind::Modify);
            if kept && folder == home && HISTORY_FILES.iter().any(|(_, file)| *file == name) {
                effect.via = Some(Via::Shell);
            }
        }
    }
}

/// What is kept from `finish` to `reset`.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) net: Net,
    /// By place in `net.stands`.
    pub(super) changes: Vec<(usize, Change)>,
}

impl Frozen {
    pub(super) fn finish(&mut self, base: &Base) -> Result<StageReport, StageError> {
        self.links.look().map_err(StageError::at("look at the links of", b"/"))?;
        let mut outcome = Outcome::default();
        let mut report = StageReport::default();
        if self.replay.is_empty() {
            self.outcome = Some(outcome);
            return Ok(report);
        }
        base.set_still(true);
        outcome.net = diff::compare(base, &self.baseline, &self.replay)?;
        for (index, stands) in outcome.net.stands.iter().enumerate() {
            match change::of(base, self, stands) {
                Ok(change) => outcome.changes.push((index, change)),
                Err(errno) => {
                    let path = fs::shown(&stands.path);
                    outcome.net.unobserved.insert(format!("how {path} has changed: {errno}"));
                }
            }
        }
        report.effects = effects::tell(&Sources {
            world: &self.world,
            baseline: &self.baseline,
            replay: &self.replay,
            net: &outcome.net,
            changes: &outcome.changes,
            links: &self.links,
            canaries: &self.canaries,
        });
        let mut unobserved = outcome.net.unobserved.clone();
        unobserved.extend(self.replay.unobserved.iter().cloned());
        if self.replay.overflow {
            unobserved.insert("too many events: what was undone before the end".to_owned());
        }
        if report.effects.len() > MOST_EFFECTS {
            report.effects.truncate(MOST_EFFECTS);
            unobserved.insert(format!("more than {MOST_EFFECTS} effects"));
        }
        report.unobserved = unobserved.into_iter().collect();
        report.touched_contents = contents(base, &outcome);
        self.outcome = Some(outcome);
        Ok(report)
    }
}

/// What new and written files hold.
fn contents(base: &Base, outcome: &Outcome) -> Vec<(Bytes, Bytes)> {
    let new = outcome.net.appeared.iter().filter(|new| new.moved.is_none());
    let written = outcome
        .changes
        .iter()
        .filter(|(_, change)| change.content)
        .filter_map(|(index, _)| outcome.net.stands.get(*index));
    let paths = new
        .map(|new| (new.path.as_slice(), new.stat.kind))
        .chain(written.map(|stands| (stands.path.as_slice(), stands.stat.kind)));
    let mut left = MOST_OF_ALL;
    let mut contents = Vec::new();
    for (path, kind) in paths {
        let (folder, name) = fs::split(path);
        let Ok(folder) = base.folder(folder) else { continue };
        let read = match kind {
            Kind::File => fs::read(folder, name, MOST_OF_ONE.min(left)),
            Kind::Symlink => fs::target(folder, name),
            _ => continue,
        };
        // What cannot be read is listed as an effect all the same.
        if let Ok(content) = read
            && !content.is_empty()
        {
            left = left.saturating_sub(content.len());
            contents.push((path.to_vec(), content));
        }
    }
    contents
}
