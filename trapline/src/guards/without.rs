//! A guard with one of its checks taken out.

use guard::{Answer, Explanation, Guard, Host, Promise, Request};

/// The guard, and what it lacks.
pub(crate) struct Without {
    inner: Box<dyn Guard>,
    check: &'static str,
    name: String,
}

impl Without {
    /// `inner` without `check`, under another name.
    pub(crate) fn new(inner: Box<dyn Guard>, check: &'static str, name: String) -> Self {
        Self { inner, check, name }
    }
}

impl Guard for Without {
    fn name(&self) -> &str {
        &self.name
    }

    fn promise(&self) -> &Promise {
        self.inner.promise()
    }

    fn decide(&mut self, request: &Request) -> Answer {
        match self.inner.decide_without(self.check, request) {
            Some(answer) => answer,
            // It has the check, as the command line made sure.
            None => self.inner.decide(request),
        }
    }

    fn sees_request_files(&self) -> bool {
        self.inner.sees_request_files()
    }

    fn vouches_for(&self, delivery: &str) -> bool {
        self.inner.vouches_for(delivery)
    }

    fn check_infos(&self) -> Vec<guard::policy::check::CheckInfo> {
        self.inner.check_infos()
    }

    fn explain(&mut self, request: &Request) -> Option<Explanation> {
        let mut seen = self.inner.explain(request)?;
        seen.problems.retain(|problem| problem.check != self.check);
        Some(seen)
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.inner.seeds()
    }

    fn host(&self) -> Host {
        self.inner.host()
    }

    fn notes(&mut self) -> Vec<String> {
        self.inner.notes()
    }
}
