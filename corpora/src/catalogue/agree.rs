//! How far a run of ours agrees with the catalogue.

use oracle::ShellName;

use super::row::Row;
use super::state::State;
use crate::record::{Places, RunRecord};

/// What a run is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The names that stood before the run, the row's setup included.
    pub before: &'a State,
    /// The naming of the world that it ran in.
    pub places: Places<'a>,
    /// The run.
    pub run: &'a RunRecord,
}

/// How far a run agrees with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Whether `check` holds of our run exactly if it was verified.
    pub check_equal: bool,
    /// Whether the changed paths are those that were observed; `None` where the row has no
    /// observation for this shell.
    pub paths_equal: Option<bool>,
    /// Whether the status is the one that was observed; no part of [`Agreement::holds`], because
    /// the catalogue's `check` names it where it matters.
    pub status_equal: Option<bool>,
    /// What differs, for a person; empty where nothing does.
    pub detail: String,
}

impl Agreement {
    /// Whether the pair counts as agreeing: `check` equals `verified`, and where paths were
    /// observed they match.
    pub fn holds(&self) -> bool {
        self.check_equal && self.paths_equal.unwrap_or(true)
    }
}

/// Compares a run with what the catalogue has for this row and shell. A run that cannot be judged
/// (a broken record, a shell that was not verified) does not agree.
pub fn agreement(row: &Row, shell: ShellName, evidence: &Evidence<'_>) -> Agreement {
    judge(row, shell, evidence).unwrap_or_else(|detail| Agreement {
        check_equal: false,
        paths_equal: None,
        status_equal: None,
        detail,
    })
}

fn judge(row: &Row, shell: ShellName, evidence: &Evidence<'_>) -> Result<Agreement, String> {
    let run = evidence.run;
    let changes = evidence.before.changes(run, &evidence.places).map_err(|e| e.to_string())?;
    let mut detail = Vec::new();

    let checks = row.checks().map_err(|e| e.to_string())?;
    let mut held = true;
    for check in &checks {
        held &= check.holds(run, &changes).map_err(|e| e.to_string())?;
    }
    let verified = row
        .verified
        .get(&shell)
        .or_else(|| row.verified_other.get(&shell))
        .copied()
        .ok_or_else(|| format!("{shell} was not verified"))?;
    let check_equal = held == verified;
    if !check_equal {
        let holds = |yes| if yes { "holds" } else { "does not hold" };
        detail.push(format!(
            "check {} {} here, and was seen to {}",
            row.check.join(" "),
            holds(held),
            if verified { "hold" } else { "fail" }
        ));
    }

    let observed = row.observed(shell).map_err(|e| e.to_string())?;
    let paths_equal = observed.as_ref().map(|observed| observed.paths.matches(&changes));
    let status_equal =
        observed.as_ref().map(|observed| run.shell_status() == Some(observed.status));
    if let Some(observed) = &observed {
        if paths_equal == Some(false) {
            let more = if observed.paths.is_cut() { " and more" } else { "" };
            detail.push(format!("paths {changes}, observed {}{more}", observed.paths.named()));
        }
        if status_equal == Some(false) {
            let ours = run.shell_status().map_or("none".to_owned(), |status| status.to_string());
            detail.push(format!("status {ours}, observed {}", observed.status));
        }
    }
    let detail = detail.join("; ");
    Ok(Agreement { check_equal, paths_equal, status_equal, detail })
}
