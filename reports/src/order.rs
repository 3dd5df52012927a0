//! The order of findings in every document: violations first, then by kind, clause and size.

use corpora::finding::FindingKind;

use crate::log::Found;
use crate::raw;

/// What findings are sorted by.
pub(crate) type Key<'a> = (bool, FindingKind, &'a str, usize, &'a str, &'a str);

/// The key of one finding. Ties end at guard and bucket, which no two entries share with a kind.
pub(crate) fn of(found: &Found) -> Key<'_> {
    let finding = &found.finding;
    (
        !finding.kind.is_violation(),
        finding.kind,
        finding.clause.as_deref().unwrap_or(""),
        raw::reduced(finding).len(),
        finding.guard.as_str(),
        finding.bucket.as_str(),
    )
}
