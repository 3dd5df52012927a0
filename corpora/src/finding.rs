//! A verdict and an observation that contradict each other.

use serde::{Deserialize, Serialize};

use crate::record::RunRecord;

/// The kinds of finding. *Violations* set exit code 100, *notes* do not unless asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Allowed, and an effect that the promise rules out happened.
    Bypass,
    /// The rewritten text does not do what the script does.
    BrokenHandback,
    /// Allowed, and the shells do different things. A note.
    Divergence,
    /// Denied, though no shell does anything against the promise. A note.
    Overblock,
    /// A guard that shows its reading splits the script differently from the shell.
    Misparse,
    /// A relation between verdicts is broken, and an oracle run shows that it matters.
    Relation,
    /// The same request got another verdict.
    Unstable,
    /// The answer meant stop, and its host runs the command.
    FailsOpen,
    /// The guard crashed.
    Crash,
    /// The guard gave no answer in time.
    Hang,
}

impl FindingKind {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bypass => "bypass",
            Self::BrokenHandback => "broken-handback",
            Self::Divergence => "divergence",
            Self::Overblock => "overblock",
            Self::Misparse => "misparse",
            Self::Relation => "relation",
            Self::Unstable => "unstable",
            Self::FailsOpen => "fails-open",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

    /// Whether a finding of this kind is a violation.
    pub fn is_violation(self) -> bool {
        !matches!(self, Self::Divergence | Self::Overblock)
    }
}

/// What the guard handed back, for a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandbackRecord {
    /// `same`, `text` or `argv`.
    pub kind: String,
    /// The text, where the kind is `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_b64: Option<String>,
    /// The words, where the kind is `argv`; lossy where not UTF-8, then `argv_b64` is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv: Option<Vec<String>>,
    /// The exact words, where one is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv_b64: Option<Vec<String>>,
}

/// A known difference between the sandbox and a user's own shell that the runs of a finding met. On the user's
/// machine the finding may show otherwise, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dependence {
    /// The stable name of the difference, such as `user` or `network`.
    pub id: String,
    /// How it is in the sandbox, in a few words.
    pub text: String,
}

/// One finding, as events and `finding.json` hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The signature by which two findings are the same bug.
    pub bucket: String,
    /// The clause that was broken, where the kind has one.
    pub clause: Option<String>,
    /// What happened, in one sentence for a person.
    pub summary: String,
    /// The guard's name.
    pub guard: String,
    /// The guard's decision.
    pub decision: String,
    /// The guard's rule or refusal id, where it gave one.
    pub rule: Option<String>,
    /// The guard's reason, where it gave one.
    pub reason: Option<String>,
    /// The shells that show it.
    pub shells: Vec<String>,
    /// The script that found it; absent where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The script where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script_b64: Option<String>,
    /// The smallest script found in the same bucket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
    /// The same where it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced_b64: Option<String>,
    /// What the guard handed back for the reduced script; absent for a denied one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handback: Option<HandbackRecord>,
    /// What each shell did with the reduced script.
    pub runs: Vec<RunRecord>,
    /// What it depends on that the sandbox has otherwise than a user's own machine; absent where nothing of
    /// that kind was met, and in findings of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<Dependence>,
    /// The regression case, ready to be stored.
    pub case: String,
}
