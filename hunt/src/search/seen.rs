//! Which scripts have been met, within bounded memory.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many hashes each half of the set holds. Two halves are some 70 MB at the most.
const HALF: usize = 1 << 21;

/// The hash of a script, the same in every run.
pub(super) fn hash(script: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    script.hash(&mut hasher);
    hasher.finish()
}

/// A set of hashes that forgets the older half of itself when it is full, so that a very long
/// hunt may meet an old script again.
#[derive(Debug, Default)]
pub(super) struct Seen {
    new: HashSet<u64>,
    old: HashSet<u64>,
}

impl Seen {
    /// Adds a hash; whether it was new.
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        if self.old.contains(&hash) || !self.new.insert(hash) {
            return false;
        }
        if self.new.len() >= HALF {
            self.old = std::mem::take(&mut self.new);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_halves_are_forgotten() {
        let mut seen = Seen::default();
        assert!(seen.insert(1) && !seen.insert(1));
        for at in 2..HALF as u64 + 10 {
            assert!(seen.insert(at));
        }
        assert!(!seen.insert(1), "the older half is still known");
        assert!(seen.new.len() + seen.old.len() <= 2 * HALF);
    }
}
