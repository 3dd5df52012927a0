//! What `try --host-profile` tells.

use std::collections::BTreeSet;

use corpora::Finding;
use corpora::record::RunRecord;
use hunt::differences;
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
    /// For each finding, those that it depends on: elsewhere it may not show.
    findings: Vec<Vec<String>>,
}

impl Profile {
    /// Of these runs of a script in a world, and what was found.
    pub(crate) fn new(
        runs: &[RunRecord],
        script: &[u8],
        findings: &[Finding],
        world: &oracle::World,
    ) -> Self {
        let shells: BTreeSet<String> =
            runs.iter().map(|run| format!("{} {}", run.shell, run.version)).collect();
        let shells: Vec<String> = shells.into_iter().collect();
        let met = |run: &RunRecord| {
            differences::met(run, script).into_iter().map(differences::Difference::id).collect()
        };
        let ids = |finding: &Finding| finding.depends_on.iter().map(|it| it.id.clone()).collect();
        Self {
            differences: super::differences(&Here::look(), world, &shells.join(", ")),
            runs: runs.iter().map(met).collect(),
            findings: findings.iter().map(ids).collect(),
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

/// The line about the differences that a run met.
pub(crate) fn print_met(met: Option<&Vec<&str>>, out: &mut Out) {
    if let Some(met) = met.filter(|met| !met.is_empty()) {
        out.line(format!("  depends on what is different here: {}", met.join(", ")));
    }
}
