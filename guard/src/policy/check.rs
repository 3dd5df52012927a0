//! Tables of named checks.
//!
//! A *check* looks at one aspect of a script that has been read and refuses or does not. The
//! checks of a table do not depend on each other, so taking one out can only allow more.

use crate::{Answer, Explanation, Guard, Promise, Request, Verdict};

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

/// A policy that is a table of checks. What a guard has to do follows from the table.
pub(crate) trait Checked: Send {
    /// What its checks look at.
    type Policy: Policy;

    /// The guard's name.
    const NAME: &'static str;

    /// The checks.
    fn table(&self) -> &Table<Self::Policy>;

    /// As [`Guard::promise`].
    fn promise(&self) -> &Promise;

    /// As [`Guard::seeds`].
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Reads a request for the checks.
    fn read<'a>(&self, request: &'a Request) -> <Self::Policy as Policy>::Reading<'a>;

    /// The verdict on what no check refuses.
    fn allow(&self, request: &Request, reading: <Self::Policy as Policy>::Reading<'_>) -> Verdict;

    /// A refusal, with what more can be said of it.
    fn detailed(
        &self,
        refusal: Verdict,
        reading: &<Self::Policy as Policy>::Reading<'_>,
    ) -> Verdict {
        let _ = reading;
        refusal
    }

    /// As [`Guard::explain`].
    fn explain(&self, request: &Request) -> Option<Explanation> {
        let _ = request;
        None
    }

    /// As [`Guard::vouches_for`].
    fn vouches_for(&self, delivery: &str) -> bool {
        let _ = delivery;
        true
    }
}

fn answer<G: Checked>(guard: &G, request: &Request, without: Option<&str>) -> Answer {
    let reading = guard.read(request);
    Answer::Verdict(match guard.table().refusal(&reading, without) {
        Some(refusal) => guard.detailed(refusal, &reading),
        None => guard.allow(request, reading),
    })
}

impl<G: Checked> Guard for G {
    fn name(&self) -> &str {
        G::NAME
    }

    fn promise(&self) -> &Promise {
        Checked::promise(self)
    }

    fn decide(&mut self, request: &Request) -> Answer {
        answer(self, request, None)
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        Checked::seeds(self)
    }

    fn checks(&self) -> Vec<&'static str> {
        self.table().ids()
    }

    fn sees_request_files(&self) -> bool {
        true
    }

    fn vouches_for(&self, delivery: &str) -> bool {
        Checked::vouches_for(self, delivery)
    }

    fn check_infos(&self) -> Vec<CheckInfo> {
        self.table().infos()
    }

    fn decide_without(&mut self, check: &str, request: &Request) -> Option<Answer> {
        self.table().has(check).then(|| answer(self, request, Some(check)))
    }

    fn explain(&mut self, request: &Request) -> Option<Explanation> {
        Checked::explain(self, request)
    }

    fn refusals(&mut self, request: &Request) -> Option<Vec<&'static str>> {
        Some(self.table().refusals(&self.read(request)))
    }
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
