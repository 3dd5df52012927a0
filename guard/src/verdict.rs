//! What a guard answers.

use crate::host::Host;
use crate::policy::check::CheckInfo;
use crate::{Explanation, Promise, Request};

/// What the host is told to run when a script is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handback {
    /// The script as it was, byte for byte.
    Same,
    /// Another text, to be run by the same shell.
    Text(Vec<u8>),
    /// An argv, to be run without a shell by looking its first word up on `PATH`.
    Argv(Vec<Vec<u8>>),
}

/// A guard's decision. The order of severity is `Allow < Ask < Deny`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Run it.
    Allow {
        /// What to run.
        handback: Handback,
        /// The id of the rule that allowed it, where the guard has one.
        rule: Option<String>,
        /// Why, for a person.
        reason: Option<String>,
    },
    /// Let a person decide.
    Ask {
        /// The id of the rule that asked, where the guard has one.
        rule: Option<String>,
        /// Why, for a person.
        reason: Option<String>,
    },
    /// Do not run it.
    Deny {
        /// A stable id of the check that refused; empty where a foreign guard gave none.
        id: String,
        /// Why, for a person.
        reason: String,
    },
}

impl Verdict {
    /// An allow that hands the script back as it was.
    pub fn allow() -> Self {
        Self::Allow { handback: Handback::Same, rule: None, reason: None }
    }

    /// An allow that hands back another text.
    pub fn allow_text(text: impl Into<Vec<u8>>) -> Self {
        Self::Allow { handback: Handback::Text(text.into()), rule: None, reason: None }
    }

    /// A refusal by the check with this id.
    pub fn deny(id: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Deny { id: id.into(), reason: reason.into() }
    }

    /// `allow`, `ask` or `deny`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Allow { .. } => "allow",
            Self::Ask { .. } => "ask",
            Self::Deny { .. } => "deny",
        }
    }
}

/// What a foreign guard process did that is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The process ended, by exit or by signal, before it answered.
    #[error("crashed: {0}")]
    Crash(String),
    /// No answer before the deadline, in milliseconds.
    #[error("gave no answer within {deadline_ms} ms")]
    Hang {
        /// The deadline, in milliseconds.
        deadline_ms: u64,
    },
    /// It answered with something that its protocol does not allow.
    #[error("answered with something malformed: {0}")]
    Malformed(String),
    /// It answered with something that is no document of its protocol at all: broken JSON, or
    /// JSON with text around it. Some hosts treat this otherwise than [`Fault::Malformed`].
    #[error("answered with something that cannot be read: {0}")]
    Unreadable(String),
    /// It answered in a way that its host takes no notice of.
    #[error("answered in a way that its host ignores: {0}")]
    Ignored(String),
    /// It answered with more than the protocol allows.
    #[error("answered with more than {limit} bytes")]
    Oversize {
        /// The limit, in bytes.
        limit: usize,
    },
    /// It answered the same request twice.
    #[error("answered request {0} twice")]
    Duplicate(u64),
    /// The process could not be started.
    #[error("could not be started: {0}")]
    Start(String),
    /// The guard was not asked, because its protocol cannot carry the request; its host could
    /// not have asked it either.
    #[error("could not be asked: {0}")]
    NotAsked(String),
}

/// What came back for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A decision.
    Verdict(Verdict),
    /// The guard said nothing, so its host goes on as if there were none.
    Abstain,
    /// The guard did something that is not an answer.
    Error(Fault),
}

/// A fault that came to light after the answer to its request had been given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateFault {
    /// The request.
    pub request: Request,
    /// What happened. It takes the place of the answer that was given.
    pub fault: Fault,
}

/// The system under test.
///
/// In-process guards are pure functions of the request; adapters for foreign guards own a
/// process, so the method takes `&mut self`.
pub trait Guard: Send {
    /// The name under which findings against this guard are filed.
    fn name(&self) -> &str;

    /// What every allow of this guard promises.
    fn promise(&self) -> &Promise;

    /// Decides one request.
    fn decide(&mut self, request: &Request) -> Answer;

    /// Scripts that the guard is known to allow, around which a hunt builds its own.
    fn seeds(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The ids of the checks that can be taken out one by one, in the order in which they apply.
    /// Empty for a guard whose inside is not known.
    fn checks(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Whether it looks at files through [`Request::files`] alone, so that it can be asked about any world.
    /// A guard that is a process sees the files of the place that it runs in.
    fn sees_request_files(&self) -> bool {
        false
    }

    /// Whether an allow vouches for a script that reaches the shell in this way: `c`, `file`,
    /// `stdin`, `typed` or `tty`, as case files name them. A guard whose host is not known vouches
    /// for all.
    fn vouches_for(&self, delivery: &str) -> bool {
        let _ = delivery;
        true
    }

    /// Decides as [`Guard::decide`] would with the check of this id taken out. `None` where there
    /// is no such check.
    fn decide_without(&mut self, check: &str, request: &Request) -> Option<Answer> {
        let _ = (check, request);
        None
    }

    /// What each check of [`Guard::checks`] looks at and refuses, in the same order.
    fn check_infos(&self) -> Vec<CheckInfo> {
        Vec::new()
    }

    /// The ids of all checks that refuse the request, each by itself. A script is a near-miss of
    /// a check where that check is the only one. `None` for a guard whose inside is not known.
    fn refusals(&mut self, request: &Request) -> Option<Vec<&'static str>> {
        let _ = request;
        None
    }

    /// What the guard sees in a script: what speaks against it, and what it removes. `None` for a
    /// guard whose inside is not known.
    fn explain(&mut self, request: &Request) -> Option<Explanation> {
        let _ = request;
        None
    }

    /// Decides many requests, in order. A guard that is a process may be asked the next before
    /// it has answered the last.
    fn decide_many(&mut self, requests: &[Request]) -> Vec<Answer> {
        requests.iter().map(|request| self.decide(request)).collect()
    }

    /// Why the guard can no longer be asked, where that is so: it cannot be started, or it was
    /// restarted five times in a row without a verdict. A hunt ends on this.
    fn broken(&self) -> Option<String> {
        None
    }

    /// The host that decides what an answer leads to.
    fn host(&self) -> Host {
        Host::default()
    }

    /// Faults that came to light after the answers to their requests had been given, such as a
    /// second reply. Taking them empties the list.
    fn late_faults(&mut self) -> Vec<LateFault> {
        Vec::new()
    }

    /// What else is worth knowing about the guard's process, for people. Taking it empties the
    /// list.
    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}
