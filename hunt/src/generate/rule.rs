//! Rules of the generator, and how those that lead somewhere are favoured.
//!
//! A *rule* is one named item of a table. Every candidate carries the rules that made it, so that
//! they can be listed and credited.

use super::Site;

/// What a rule makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// A way to build a candidate out of the others.
    Plan,
    /// The least that breaks a clause.
    Payload,
    /// An option of a common tool that does more than its name says.
    Tool,
    /// Another way to say a command.
    Disguise,
    /// Where a payload stands.
    Position,
    /// A small change of a script.
    Mutation,
}

impl RuleKind {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Payload => "payload",
            Self::Tool => "tool",
            Self::Disguise => "disguise",
            Self::Position => "position",
            Self::Mutation => "mutation",
        }
    }
}

/// How a rule makes its text.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// By filling a template.
    Text(&'static str),
    /// By a function; `None` where the rule does not apply.
    With(fn(&mut Site<'_>) -> Option<Vec<u8>>),
}

/// One named item of a table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// A stable name, unique within its kind.
    pub name: &'static str,
    /// What it makes.
    pub kind: RuleKind,
    /// How it makes it.
    pub make: Make,
}

/// A rule's place in the list of all rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub(super) u16);

/// What a candidate led to, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reward {
    /// A check had refused it alone, and had not been seen to do so before.
    NearMiss,
    /// The guard allowed it.
    Allowed,
    /// A run of it did something.
    Effect,
    /// A run of it broke a clause.
    Finding,
}

impl Reward {
    fn points(self) -> f32 {
        match self {
            Self::NearMiss => 0.25,
            Self::Allowed => 0.5,
            Self::Effect => 1.0,
            Self::Finding => 2.0,
        }
    }
}

/// What the candidates of one rule have led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// Candidates made with it, those included that had been met before.
    pub made: u64,
    /// New near-misses.
    pub near_misses: u64,
    /// Candidates that were allowed.
    pub allowed: u64,
    /// Candidates of which a run did something.
    pub effects: u64,
    /// Candidates of which a run broke a clause.
    pub findings: u64,
}

impl Credit {
    /// Adds what another generator says of the same rule.
    pub fn add(&mut self, other: Self) {
        self.made += other.made;
        self.near_misses += other.near_misses;
        self.allowed += other.allowed;
        self.effects += other.effects;
        self.findings += other.findings;
    }
}

/// How much a rule that leads somewhere may be favoured over one that never did. Every rule is
/// tried again and again, since a hole may be behind any of them.
const MOST: f32 = 8.0;

/// How fast an old success is forgotten, once a candidate that uses the rule.
const FADE: f32 = 0.99;

/// The standing of each rule.
#[derive(Clone, Debug)]
pub(super) struct Bandit {
    weights: Vec<f32>,
    credits: Vec<Credit>,
}

impl Bandit {
    pub(super) fn new(rules: usize) -> Self {
        Self { weights: vec![1.0; rules], credits: vec![Credit::default(); rules] }
    }

    /// One rule of a range, by its weight.
    pub(super) fn pick(&self, range: std::ops::Range<usize>, rng: &mut fastrand::Rng) -> RuleId {
        let weights = self.weights.get(range.clone()).unwrap_or_default();
        let mut left = rng.f32() * weights.iter().sum::<f32>();
        let mut last = range.start;
        for (at, weight) in range.zip(weights) {
            last = at;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        RuleId(u16::try_from(last).unwrap_or_default())
    }

    pub(super) fn credits(&self) -> &[Credit] {
        &self.credits
    }

    /// Marks a rule as used.
    pub(super) fn used(&mut self, rule: RuleId) {
        if let Some(weight) = self.weights.get_mut(usize::from(rule.0)) {
            *weight = 1.0 + (*weight - 1.0) * FADE;
        }
        if let Some(credit) = self.credits.get_mut(usize::from(rule.0)) {
            credit.made += 1;
        }
    }

    pub(super) fn reward(&mut self, rule: RuleId, reward: Reward) {
        if let Some(weight) = self.weights.get_mut(usize::from(rule.0)) {
            *weight = (*weight + reward.points()).min(MOST);
        }
        if let Some(credit) = self.credits.get_mut(usize::from(rule.0)) {
            *match reward {
                Reward::NearMiss => &mut credit.near_misses,
                Reward::Allowed => &mut credit.allowed,
                Reward::Effect => &mut credit.effects,
                Reward::Finding => &mut credit.findings,
            } += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_is_favoured_and_forgotten() {
        let mut bandit = Bandit::new(4);
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..10 {
            bandit.reward(RuleId(2), Reward::Finding);
        }
        let mut seen = [0u32; 4];
        for _ in 0..4000 {
            seen[usize::from(bandit.pick(0..4, &mut rng).0)] += 1;
        }
        assert!(seen[2] > 2 * seen[1], "{seen:?}");
        assert!(seen.iter().all(|count| *count > 200), "no rule is given up: {seen:?}");
        for _ in 0..2000 {
            bandit.used(RuleId(2));
        }
        assert!((bandit.weights[2] - 1.0).abs() < 0.01);
        assert_eq!(bandit.pick(9..9, &mut rng), RuleId(9));
    }
}
