//! What is known about each check of a guard whose checks can be taken out.
//!
//! A *near-miss* of a check is a denied script that is allowed when only this check is taken out.

use std::collections::{BTreeMap, HashSet};

use corpora::event::CheckStats;

/// How many near-misses of one check are told apart. The count stops there.
const TOLD_APART: usize = 1 << 16;

/// The standing of the checks.
#[derive(Debug, Default)]
pub(super) struct Checks {
    known: BTreeMap<&'static str, Check>,
}

#[derive(Debug, Default)]
struct Check {
    near: HashSet<u64>,
    shadowed: u64,
    by: BTreeMap<String, u64>,
}

impl Checks {
    pub(super) fn new(ids: &[&'static str]) -> Self {
        Self { known: ids.iter().map(|id| (*id, Check::default())).collect() }
    }

    /// Counts a near-miss; whether it is a new one.
    pub(super) fn near_miss(&mut self, check: &str, script: u64) -> bool {
        match self.known.get_mut(check) {
            Some(check) if check.near.len() < TOLD_APART => check.near.insert(script),
            _ => false,
        }
    }

    /// How many near-misses a check has.
    pub(super) fn count(&self, check: &str) -> usize {
        self.known.get(check).map_or(0, |check| check.near.len())
    }

    /// Counts a script that these checks refuse: where they are several, each is shadowed by the
    /// others.
    pub(super) fn refused(&mut self, checks: &[&str]) {
        if checks.len() < 2 {
            return;
        }
        for (id, known) in &mut self.known {
            if !checks.contains(id) {
                continue;
            }
            known.shadowed += 1;
            for other in checks.iter().filter(|other| *other != id) {
                // Foreign ids could be without end; those of a table are few.
                if known.by.len() < 64 || known.by.contains_key(*other) {
                    *known.by.entry((*other).to_owned()).or_default() += 1;
                }
            }
        }
    }

    pub(super) fn stats(&self) -> BTreeMap<String, CheckStats> {
        let stats = |check: &Check| CheckStats {
            near_misses: check.near.len() as u64,
            shadowed: check.shadowed,
            // The first by name where two are equal, so that the same hunt tells the same.
            shadowed_by: check
                .by
                .iter()
                .max_by_key(|(name, count)| (**count, std::cmp::Reverse((*name).clone())))
                .map(|(name, _)| name.clone()),
        };
        self.known.iter().map(|(id, check)| ((*id).to_owned(), stats(check))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_distinct_and_shadows_are_counted_for_both() {
        let mut checks = Checks::new(&["a", "b", "c"]);
        assert!(checks.near_miss("a", 1) && !checks.near_miss("a", 1) && checks.near_miss("a", 2));
        assert!(!checks.near_miss("unknown", 1));
        checks.refused(&["a", "b"]);
        checks.refused(&["b", "a"]);
        checks.refused(&["b", "c"]);
        checks.refused(&["a"]);
        let stats = checks.stats();
        assert_eq!(stats["a"].near_misses, 2);
        assert_eq!((stats["b"].near_misses, stats["b"].shadowed), (0, 3));
        assert_eq!(stats["b"].shadowed_by.as_deref(), Some("a"));
        assert_eq!(stats["c"].shadowed_by.as_deref(), Some("b"));
    }
}
