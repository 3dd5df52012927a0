//! What a hunt is told.

use std::time::Duration;

use guard::Host;
use oracle::{Delivery, Shell, World};

use crate::generate::Material;

/// What a hunt, a trial or a reduction is told, the guard and the runner apart.
#[derive(Clone)]
pub struct Plan {
    /// The shells that would run a script; a guard is asked once for each.
    pub shells: Vec<Shell>,
    /// The worlds in which the tree can be entered. The first is the one that the generator knows.
    pub worlds: Vec<World>,
    /// The worlds in which it cannot; used where a promise has an `enter` clause.
    pub missing: Vec<World>,
    /// How a text reaches its shell.
    pub delivery: Delivery,
    /// When a run is ended.
    pub timeout: Duration,
    /// What answers lead to, where that is not for the guard to say.
    pub host: Option<Host>,
    /// The seed of the generators.
    pub seed: u64,
    /// This hunt's place among the parts of one hunt, counted from 0, and how many there are.
    pub shard: (usize, usize),
    /// When the hunt ends.
    pub time: Option<Duration>,
    /// After how many oracle runs it ends.
    pub runs: Option<u64>,
    /// After how many distinct scripts it ends.
    pub scripts: Option<u64>,
    /// Whether it ends with the first violation.
    pub until_first: bool,
    /// One denied script of so many is run as written, to learn what is denied without need; 0 for
    /// none. After three of the same refusal it is one of a hundred times as many.
    pub overblock_share: u64,
    /// How often the state is told.
    pub stats_every: Duration,
    /// Seeds, stored cases and words that the generator starts from, beside the guard's own seeds.
    pub material: Material,
}

impl Plan {
    /// How many worlds an oracle has to keep ready for few runs of a hunt to wait for one: the first once with
    /// each shell, the others with the one shell whose turn it is, and some for exact runs and what the
    /// oracle tests of itself.
    pub fn ready_worlds(&self) -> usize {
        self.shells.len() + self.worlds.len() + self.missing.len() + 3
    }

    /// A plan for these shells and worlds, with the usual settings and no end.
    pub fn new(shells: Vec<Shell>, worlds: Vec<World>, missing: Vec<World>) -> Self {
        Self {
            shells,
            worlds,
            missing,
            delivery: Delivery::C,
            // Long for anything that a generated script does at once, short for one that waits.
            timeout: Duration::from_secs(2),
            host: None,
            seed: 1,
            shard: (0, 1),
            time: None,
            runs: None,
            scripts: None,
            until_first: false,
            overblock_share: 2_000,
            stats_every: Duration::from_secs(2),
            material: Material::default(),
        }
    }
}
