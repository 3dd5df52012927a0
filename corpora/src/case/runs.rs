//! Expectation lines from runs.

use std::collections::{BTreeMap, BTreeSet};

use oracle::{EffectKind, ShellName};

use super::line::{EffectLine, Exit, ExitLine, Shells};
use super::pattern::Pattern;
use super::{Case, shell_from_name};
use crate::compare::is_state;
use crate::record::{RecordError, RunRecord};

impl EffectLine {
    /// The line for one effect, for every shell.
    pub(crate) fn of(
        undone: bool,
        kind: EffectKind,
        from: Option<Vec<u8>>,
        subject: Vec<u8>,
    ) -> Self {
        Self {
            shells: Shells::all(),
            undone,
            kind,
            from: from.map(Pattern::Exact),
            path: Pattern::Exact(subject),
        }
    }
}

/// What [`Case::expect_runs`] writes down.
#[derive(Clone, Copy, Debug)]
pub struct Expect<'a> {
    /// Kinds beside the state effects that become effect lines.
    pub kinds: &'a [EffectKind],
    /// Whether effects that the run took back become lines too.
    pub undone: bool,
    /// Whether the way in which the runs end becomes lines.
    pub exit: bool,
}

/// By which lines of one case are sorted and merged: kind, subject, source, undone.
type Key = (EffectKind, Vec<u8>, Option<Vec<u8>>, bool);

impl Case {
    /// Replaces the shells, the effect lines and the exit lines by what these runs did, and drops
    /// `differs` lines, so that each of the runs compares without a mismatch. Runs of `none` and
    /// of unknown shells are left out; what a shell does for itself is no line. Two runs of one
    /// shell that end differently make a case that [`Case::write`] refuses.
    ///
    /// # Errors
    ///
    /// Where a record is broken.
    pub fn expect_runs(
        &mut self,
        runs: &[&RunRecord],
        expect: &Expect<'_>,
    ) -> Result<(), RecordError> {
        let mut shells = BTreeSet::new();
        let mut effects: BTreeMap<Key, BTreeSet<ShellName>> = BTreeMap::new();
        let mut exits: BTreeMap<Exit, BTreeSet<ShellName>> = BTreeMap::new();
        for run in runs {
            let Some(shell) = shell_from_name(&run.shell) else { continue };
            shells.insert(shell);
            for effect in &run.effects {
                let kind = effect.effect_kind()?;
                let wanted = is_state(kind) || expect.kinds.contains(&kind);
                let aside = effect.is_shells_own() || effect.is_look();
                if !wanted || aside || (effect.undone && !expect.undone) {
                    continue;
                }
                let from = if kind == EffectKind::Rename {
                    Some(effect.from_bytes()?.unwrap_or_default())
                } else {
                    None
                };
                let key = (kind, effect.subject()?, from, effect.undone);
                effects.entry(key).or_default().insert(shell);
            }
            if let Some(exit) = exit_of(run) {
                exits.entry(exit).or_default().insert(shell);
            }
        }
        if shells.is_empty() {
            return Ok(());
        }
        let named = |some: BTreeSet<ShellName>| {
            if some == shells { Shells::all() } else { Shells(some) }
        };
        self.effects = effects
            .into_iter()
            .map(|((kind, subject, from, undone), some)| EffectLine {
                shells: named(some),
                ..EffectLine::of(undone, kind, from, subject)
            })
            .collect();
        if expect.exit {
            self.exits = exits
                .into_iter()
                .map(|(exit, some)| ExitLine { shells: named(some), exit })
                .collect();
        }
        self.shells = shells;
        self.differs.clear();
        Ok(())
    }
}

/// How a run ended, where a case can say it.
fn exit_of(run: &RunRecord) -> Option<Exit> {
    if run.timed_out {
        return Some(Exit::Timeout);
    }
    match (run.exit, run.signal) {
        (Some(status), _) => u8::try_from(status).ok().map(Exit::Status),
        (None, Some(signal)) => u8::try_from(signal).ok().map(Exit::Signal),
        (None, None) => None,
    }
}
