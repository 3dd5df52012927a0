//! Several output folders as one.

use std::path::PathBuf;

use super::StoreError;
use super::read::{Log, Torn, is_same, read};
use crate::event::{CheckStats, Funnel, Start, Stats};
use crate::finding::Finding;

/// What several hunts did together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The first event of each hunt.
    pub starts: Vec<Start>,
    /// The last states, added up; `findings` counts what is left after merging.
    pub stats: Stats,
    /// One finding per guard, kind and bucket: the one with the smallest reduced script.
    pub findings: Vec<Finding>,
    /// Notes, in order.
    pub notes: Vec<String>,
    /// Hunts that were stopped before they ended.
    pub unfinished: Vec<PathBuf>,
    /// Torn last lines.
    pub torn: Vec<Torn>,
}

/// Reads several output folders and merges them.
///
/// # Errors
///
/// The first folder that cannot be read.
pub fn merge(dirs: &[PathBuf]) -> Result<Merged, StoreError> {
    let mut merged = Merged::default();
    for dir in dirs {
        add(&mut merged, &read(dir)?);
    }
    let mut counts = std::collections::BTreeMap::<String, u64>::new();
    for finding in &merged.findings {
        *counts.entry(finding.kind.name().to_owned()).or_default() += 1;
    }
    merged.stats.funnel.finding = merged.findings.len() as u64;
    merged.stats.findings = counts;
    Ok(merged)
}

fn add(merged: &mut Merged, log: &Log) {
    merged.starts.extend(log.start().cloned());
    if let Some(stats) = log.stats() {
        add_stats(&mut merged.stats, stats);
    }
    for finding in log.findings() {
        match merged.findings.iter_mut().find(|known| is_same(known, finding)) {
            None => merged.findings.push(finding.clone()),
            Some(known) if size(finding) < size(known) => *known = finding.clone(),
            Some(_) => {}
        }
    }
    merged.notes.extend(log.notes().map(str::to_owned));
    if log.end().is_none() {
        merged.unfinished.push(log.dir.clone());
    }
    merged.torn.extend(log.torn.clone());
}

/// The length of the smallest script of a finding.
fn size(finding: &Finding) -> usize {
    [finding.reduced_bytes(), finding.script_bytes()]
        .into_iter()
        .filter_map(|bytes| Some(bytes.ok()??.len()))
        .min()
        .unwrap_or(usize::MAX)
}

fn add_stats(sum: &mut Stats, other: &Stats) {
    // Shards run at the same time.
    sum.elapsed_ms = sum.elapsed_ms.max(other.elapsed_ms);
    let Funnel { generated, read, allowed, ran, effect, finding } = other.funnel;
    let funnel = &mut sum.funnel;
    for (slot, more) in [
        (&mut funnel.generated, generated),
        (&mut funnel.read, read),
        (&mut funnel.allowed, allowed),
        (&mut funnel.ran, ran),
        (&mut funnel.effect, effect),
        (&mut funnel.finding, finding),
        (&mut sum.unconfirmed, other.unconfirmed),
    ] {
        *slot = slot.saturating_add(more);
    }
    for (map, more) in [
        (&mut sum.unchecked, &other.unchecked),
        (&mut sum.decisions, &other.decisions),
        (&mut sum.runs, &other.runs),
    ] {
        for (key, count) in more {
            let slot = map.entry(key.clone()).or_default();
            *slot = slot.saturating_add(*count);
        }
    }
    for (check, more) in &other.checks {
        let CheckStats { near_misses, shadowed, shadowed_by } = more;
        let slot = sum.checks.entry(check.clone()).or_default();
        // The larger part names the check that shadows most.
        if *shadowed > slot.shadowed || slot.shadowed_by.is_none() {
            slot.shadowed_by.clone_from(shadowed_by);
        }
        slot.near_misses = slot.near_misses.saturating_add(*near_misses);
        slot.shadowed = slot.shadowed.saturating_add(*shadowed);
    }
}
