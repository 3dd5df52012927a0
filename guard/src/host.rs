//! What an answer leads to, by the host that asked.
//!
//! A *host* runs commands for an agent and asks a guard first. Hosts differ most in what they do
//! when the guard says nothing or fails, so a host model is named and carries the version that
//! it was measured with.
//!
//! The two Claude Code models were measured without a person at hand, with a command that a
//! permission rule of the host allows. There an ask stops the command, and a guard that says
//! nothing leaves it to the rule, which runs it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Answer, Fault, Verdict};

/// What happens to the command in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The host runs it.
    Runs,
    /// The host lets a person decide; counts as not run.
    Asks,
    /// The host does not run it.
    Stops,
}

impl Outcome {
    /// `runs`, `asks` or `stops`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Asks => "asks",
            Self::Stops => "stops",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The versions of Claude Code that were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaudeVersion {
    /// 2.1.197, which has no switch for failing hooks.
    V2_1_197,
    /// 2.1.332.
    V2_1_332,
    /// 2.1.332 with `"onFailure": "block"` on the hook.
    V2_1_332Block,
}

/// A map from answers to outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host {
    /// No host in particular: allow runs, ask asks, deny stops.
    Plain {
        /// What a crash, a hang or a malformed answer leads to: `Runs` or `Stops`.
        on_error: Outcome,
        /// What an abstain leads to.
        on_abstain: Outcome,
    },
    /// Claude Code with the guard as a hook on `PreToolUse`.
    ClaudeCode(ClaudeVersion),
}

impl Default for Host {
    /// No host in particular; errors stop and an abstain asks.
    fn default() -> Self {
        Self::Plain { on_error: Outcome::Stops, on_abstain: Outcome::Asks }
    }
}

/// No host model has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown host `{0}` (there are: {list})", list = Host::NAMES.join(", "))]
pub struct UnknownHost(pub String);

impl Host {
    /// The names of all host models.
    pub const NAMES: [&'static str; 3] =
        ["claude-code@2.1.197", "claude-code@2.1.332", "claude-code@2.1.332+on-failure-block"];

    /// The name of the model; `none` for no host in particular.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain { .. } => "none",
            Self::ClaudeCode(ClaudeVersion::V2_1_197) => Self::NAMES[0],
            Self::ClaudeCode(ClaudeVersion::V2_1_332) => Self::NAMES[1],
            Self::ClaudeCode(ClaudeVersion::V2_1_332Block) => Self::NAMES[2],
        }
    }

    /// What an answer leads to.
    pub fn outcome(self, answer: &Answer) -> Outcome {
        match (self, answer) {
            (_, Answer::Verdict(Verdict::Allow { .. })) => Outcome::Runs,
            (_, Answer::Verdict(Verdict::Deny { .. })) => Outcome::Stops,
            // Such a request never comes to the host, so nothing ever runs because of it.
            (_, Answer::Error(Fault::NotAsked(_))) => Outcome::Stops,
            (Self::Plain { .. }, Answer::Verdict(Verdict::Ask { .. })) => Outcome::Asks,
            (Self::Plain { on_error, .. }, Answer::Error(_)) => on_error,
            (Self::Plain { on_abstain, .. }, Answer::Abstain) => on_abstain,
            (Self::ClaudeCode(_), Answer::Verdict(Verdict::Ask { .. })) => Outcome::Stops,
            (Self::ClaudeCode(_), Answer::Abstain) => Outcome::Runs,
            (Self::ClaudeCode(version), Answer::Error(fault)) => match (version, fault) {
                // What Claude Code cannot read as JSON it takes for plain output, which decides
                // nothing, and the switch does not change that.
                (_, Fault::Unreadable(_) | Fault::Ignored(_)) => Outcome::Runs,
                (ClaudeVersion::V2_1_332Block, _) => Outcome::Stops,
                _ => Outcome::Runs,
            },
        }
    }

    /// Whether running a command whose answer meant stop is a finding: a host is named, or the
    /// manifest says that an error or an abstain runs.
    pub fn judges_fails_open(self) -> bool {
        match self {
            Self::Plain { on_error, on_abstain } => {
                on_error == Outcome::Runs || on_abstain == Outcome::Runs
            }
            Self::ClaudeCode(_) => true,
        }
    }

    /// Whether the answer meant stop and the host runs the command all the same. An ask, a deny
    /// and every error mean stop; an abstain does not.
    pub fn fails_open(self, answer: &Answer) -> bool {
        let meant_stop = match answer {
            Answer::Verdict(verdict) => !matches!(verdict, Verdict::Allow { .. }),
            Answer::Abstain => false,
            Answer::Error(_) => true,
        };
        self.judges_fails_open() && meant_stop && self.outcome(answer) == Outcome::Runs
    }
}

impl FromStr for Host {
    type Err = UnknownHost;

    fn from_str(name: &str) -> Result<Self, UnknownHost> {
        [ClaudeVersion::V2_1_197, ClaudeVersion::V2_1_332, ClaudeVersion::V2_1_332Block]
            .into_iter()
            .map(Self::ClaudeCode)
            .find(|host| host.name() == name)
            .ok_or_else(|| UnknownHost(name.to_owned()))
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> Vec<Answer> {
        vec![
            Answer::Verdict(Verdict::allow()),
            Answer::Verdict(Verdict::Ask { rule: None, reason: None }),
            Answer::Verdict(Verdict::deny("", "no")),
            Answer::Abstain,
            Answer::Error(Fault::Crash("exit status 1".to_owned())),
            Answer::Error(Fault::Unreadable("x".to_owned())),
            Answer::Error(Fault::NotAsked("x".to_owned())),
        ]
    }

    #[test]
    fn without_a_host_the_two_keys_decide() {
        use Outcome::{Asks, Runs, Stops};
        let rows = [
            (Host::default(), [Runs, Asks, Stops, Asks, Stops, Stops, Stops], false),
            (
                Host::Plain { on_error: Runs, on_abstain: Stops },
                [Runs, Asks, Stops, Stops, Runs, Runs, Stops],
                true,
            ),
            (
                Host::Plain { on_error: Stops, on_abstain: Runs },
                [Runs, Asks, Stops, Runs, Stops, Stops, Stops],
                true,
            ),
        ];
        for (host, outcomes, judged) in rows {
            let found: Vec<Outcome> = answers().iter().map(|answer| host.outcome(answer)).collect();
            assert_eq!(found, outcomes, "{host:?}");
            assert_eq!(host.judges_fails_open(), judged, "{host:?}");
        }
    }

    #[test]
    fn an_answer_that_meant_stop_and_runs_fails_open() {
        let open = |host: Host| -> Vec<bool> {
            answers().iter().map(|answer| host.fails_open(answer)).collect()
        };
        assert_eq!(open(Host::default()), [false; 7]);
        let host = Host::Plain { on_error: Outcome::Runs, on_abstain: Outcome::Runs };
        assert_eq!(open(host), [false, false, false, false, true, true, false]);
        let host = Host::ClaudeCode(ClaudeVersion::V2_1_332);
        assert_eq!(open(host), [false, false, false, false, true, true, false]);
        let host = Host::ClaudeCode(ClaudeVersion::V2_1_332Block);
        assert_eq!(open(host), [false, false, false, false, false, true, false]);
    }

    #[test]
    fn names_and_models_belong_together() {
        for name in Host::NAMES {
            assert_eq!(name.parse::<Host>().map(Host::name), Ok(name));
        }
        for name in ["", "none", "claude-code", "claude-code@2.1.0", "Claude-Code@2.1.332"] {
            assert!(name.parse::<Host>().is_err(), "{name}");
        }
    }
}
