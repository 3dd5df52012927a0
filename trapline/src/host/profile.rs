//! What `try --host-profile` tells.

use std::collections::BTreeSet;

use corpora::Finding;
use corpora::record::RunRecord;
use serde::Serialize;

use super::{Difference, Here};
use crate::out::Out;
use crate::show;
use crate::text::table;

/// What `--host-profile` tells.
#[derive(Serialize)]
pub(crate) struct Profile {
    differences: Vec<Difference>,
    /// For each run, the ids of the differences that it met.
    pub(crate) runs: Vec<Vec<&'static str>>,
    /// For each finding, those that its runs met: elsewhere it may not show.
    pub(crate) findings: Vec<Vec<&'static str>>,
}

impl Profile {
    pub(crate) fn new(runs: &[RunRecord], findings: &[Finding], world: &oracle::World) -> Self {
        let of_finding = |finding: &Finding| {
            let met: BTreeSet<_> = finding.runs.iter().flat_map(super::met).collect();
            met.into_iter().collect()
        };
        Self {
            differences: super::differences(&Here::look(), world),
            runs: runs.iter().map(super::met).collect(),
            findings: findings.iter().map(of_finding).collect(),
        }
    }

    pub(crate) fn print(&self, out: &mut Out) {
        out.line("");
        out.line("the sandbox differs from your own shell:");
        let rows = self.differences.iter().flat_map(|difference| {
            let Difference { id, sandbox, here } = difference;
            let here = show::line(here.as_bytes());
            [
                [(*id).to_owned(), "sandbox".to_owned(), sandbox.clone()],
                [String::new(), "here".to_owned(), here],
            ]
        });
        let rows: Vec<_> = rows.map(|row| row.to_vec()).collect();
        table(&rows).into_iter().for_each(|line| out.line(format!("  {line}")));
    }
}

/// The line about the differences that a run or a finding met.
pub(crate) fn print_met(met: Option<&Vec<&str>>, out: &mut Out) {
    if let Some(met) = met.filter(|met| !met.is_empty()) {
        out.line(format!("  depends on what is different here: {}", met.join(", ")));
    }
}
