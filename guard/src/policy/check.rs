//! Tables of named checks.
//!
//! A *check* looks at one aspect of a script that has been read and refuses or does not. The
//! checks of a table do not depend on each other, so taking one out can only allow more.

use crate::Verdict;

/// What a check is, for people and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckInfo {
    /// The stable id. A refusal carries it.
    pub id: &'static str,
    /// What the check looks at.
    pub looks_at: &'static str,
    /// What it refuses, as the end of a sentence that begins with "refuses".
    pub refuses: &'static str,
    /// The reason that a refusal gives.
    pub reason: &'static str,
}

/// What a policy reads out of a script before its checks look at it.
pub(crate) trait Policy: 'static {
    /// The script, read once.
    type Reading<'a>;
}

/// One check of a policy.
pub(crate) struct Check<P: Policy> {
    /// What it is.
    pub(crate) info: CheckInfo,
    /// Whether it refuses.
    pub(crate) refuses: for<'a> fn(&P::Reading<'a>) -> bool,
}

/// The checks of one policy, in the order in which they apply.
pub(crate) struct Table<P: Policy> {
    checks: Vec<&'static Check<P>>,
}

impl<P: Policy> Table<P> {
    /// A table of these checks.
    pub(crate) fn new(checks: impl IntoIterator<Item = &'static Check<P>>) -> Self {
        Self { checks: checks.into_iter().collect() }
    }

    /// What each check is.
    pub(crate) fn infos(&self) -> Vec<CheckInfo> {
        self.checks.iter().map(|check| check.info).collect()
    }

    /// The ids, in order.
    pub(crate) fn ids(&self) -> Vec<&'static str> {
        self.checks.iter().map(|check| check.info.id).collect()
    }

    /// Whether there is a check of this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.checks.iter().any(|check| check.info.id == id)
    }

    /// The refusal of the first check that refuses, the one with the id `without` left out.
    pub(crate) fn refusal(
        &self,
        reading: &P::Reading<'_>,
        without: Option<&str>,
    ) -> Option<Verdict> {
        self.checks
            .iter()
            .find(|check| Some(check.info.id) != without && (check.refuses)(reading))
            .map(|check| Verdict::deny(check.info.id, check.info.reason))
    }

    /// The ids of all checks that refuse.
    pub(crate) fn refusals(&self, reading: &P::Reading<'_>) -> Vec<&'static str> {
        self.checks
            .iter()
            .filter(|check| (check.refuses)(reading))
            .map(|check| check.info.id)
            .collect()
    }
}
