//! A hunt's event log: one JSON object a line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::finding::Finding;

/// How many scripts reached each stage of a hunt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Funnel {
    /// Scripts generated, duplicates left out.
    pub generated: u64,
    /// Scripts that at least one target shell parses.
    pub read: u64,
    /// Scripts that the guard allowed for at least one shell.
    pub allowed: u64,
    /// Oracle runs made.
    pub ran: u64,
    /// Runs with at least one effect or program.
    pub effect: u64,
    /// Distinct buckets of confirmed findings.
    pub finding: u64,
}

/// What is known about one check of a guard whose checks can be taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckStats {
    /// Denied scripts that are allowed when only this check is taken out.
    pub near_misses: u64,
    /// Scripts that this check refuses and another check refuses too.
    pub shadowed: u64,
    /// The check that refuses most of the shadowed ones.
    pub shadowed_by: Option<String>,
}

/// The first event of a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Version of the format.
    pub v: u32,
    /// The guard's name.
    pub guard: String,
    /// The guard as the command line named it (a name or a manifest's path), so that a report can
    /// say how to reproduce a finding; absent where it was the name itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard_arg: Option<String>,
    /// The promise, as JSON of `guard::Promise`.
    pub promise: serde_json::Value,
    /// The shells, name to version.
    pub shells: BTreeMap<String, String>,
    /// The seed of the generators.
    pub seed: u64,
    /// Trapline's version.
    pub trapline: String,
    /// When it began, seconds since 1970.
    pub unix_time: u64,
}

/// A state of the hunt; written every few seconds and at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Milliseconds since the hunt began.
    pub elapsed_ms: u64,
    /// The funnel.
    pub funnel: Funnel,
    /// Clause name to the number of runs in which it could not be checked.
    pub unchecked: BTreeMap<String, u64>,
    /// Decisions by name: `allow`, `ask`, `deny`, `abstain`, `error`.
    pub decisions: BTreeMap<String, u64>,
    /// Check id to what is known about it; empty for guards without a check table.
    pub checks: BTreeMap<String, CheckStats>,
    /// Findings that did not repeat in confirmation, and were dropped.
    pub unconfirmed: u64,
    /// Buckets by finding kind.
    pub findings: BTreeMap<String, u64>,
    /// Oracle runs by shell.
    pub runs: BTreeMap<String, u64>,
}

/// The last event of a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The last state.
    pub stats: Stats,
    /// Why it ended: `time`, `runs`, `first`, `exhausted`, `interrupted`, or an error's text.
    pub why: String,
    /// The exit code of the command.
    pub exit: u8,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::large_enum_variant,
    reason = "events are written one at a time, never stored in bulk"
)]
pub enum Event {
    /// The hunt begins.
    Start(Start),
    /// A state.
    Stats(Stats),
    /// A confirmed finding.
    Finding(Finding),
    /// Something worth knowing that is no finding.
    Note {
        /// What, for a person.
        text: String,
    },
    /// The hunt ended.
    End(End),
}
