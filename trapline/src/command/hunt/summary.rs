//! What a hunt prints when it has ended.

use corpora::event::{CheckStats, Funnel, Stats};
use corpora::store::folder_name;

use super::record::Told;
use crate::known::Known;
use crate::out::Out;
use crate::show;
use crate::text::{clock, count, number, table};

/// How many findings are printed in full. The page has all of them.
const IN_FULL: usize = 25;

/// Prints everything.
pub(crate) fn print(stats: &Stats, told: &Told, known: &Known, out: &mut Out) {
    funnel(stats, out);
    checks(stats, out);
    findings(told, known, out);
    if let Some(guard) = told.findings.first().map(|finding| finding.guard.as_str()) {
        for bucket in known.missed(guard, &told.findings) {
            out.line(format!("known, and not met this time: {bucket}"));
        }
    }
    if let Some(page) = &told.page {
        out.line(format!("page: {}", page.display()));
    }
}

fn funnel(stats: &Stats, out: &mut Out) {
    let Funnel { generated, read, allowed, ran, effect, finding } = stats.funnel;
    let rate = |value: u64| {
        let per_second = value.saturating_mul(1000) / stats.elapsed_ms.max(1);
        format!("{}/s", number(per_second))
    };
    let row = |name: &str, value: u64| {
        vec![name.to_owned(), format!("{:>11}", number(value)), format!("{:>9}", rate(value))]
    };
    out.line(format!("after {}:", clock(stats.elapsed_ms)));
    let rows = [
        row("generated", generated),
        row("read", read),
        row("allowed", allowed),
        row("ran", ran),
        row("effect", effect),
        vec!["finding".to_owned(), format!("{:>11}", number(finding))],
    ];
    for line in table(&rows) {
        out.line(format!("  {line}"));
    }
    if stats.unconfirmed > 0 {
        let sightings = count(stats.unconfirmed, "sighting", "sightings");
        out.line(format!("  dropped: {sightings} that did not repeat"));
    }
    for (clause, runs) in stats.unchecked.iter().filter(|(_, runs)| **runs > 0) {
        out.line(format!("  unchecked: {clause}, in {}", count(*runs, "run", "runs")));
    }
}

fn checks(stats: &Stats, out: &mut Out) {
    if stats.checks.is_empty() {
        return;
    }
    let head = ["check", "near-misses", "refused by another too", "mostly by"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (id, check) in &stats.checks {
        let CheckStats { near_misses, shadowed, shadowed_by } = check;
        let by = shadowed_by.clone().unwrap_or_default();
        rows.push(vec![id.clone(), number(*near_misses), number(*shadowed), by]);
    }
    out.line("near-misses (denied scripts that only this check keeps from being allowed):");
    for line in table(&rows) {
        out.line(format!("  {line}"));
    }
}

fn findings(told: &Told, known: &Known, out: &mut Out) {
    let (violations, notes): (Vec<_>, Vec<_>) =
        told.findings.iter().partition(|finding| finding.kind.is_violation());
    out.line(format!(
        "{} and {}",
        count(violations.len() as u64, "violation", "violations"),
        count(notes.len() as u64, "note", "notes")
    ));
    let mut printed = 0;
    let mut left_out = 0;
    for finding in violations.into_iter().chain(notes) {
        // What no file holds is printed in any case.
        if printed >= IN_FULL && !told.not_stored.contains(&folder_name(finding)) {
            left_out += 1;
            continue;
        }
        printed += 1;
        out.line("");
        for line in show::finding(finding, known.has(finding)) {
            out.line(line);
        }
        let folder = folder_name(finding);
        if told.not_stored.contains(&folder) {
            // Nothing on disk holds it, so all of it is told here.
            out.line("  could not be stored; its case is:");
            for line in finding.case.lines() {
                out.line(format!("    {}", show::line(line.as_bytes())));
            }
        } else {
            out.line(format!("  folder   {}", told.folder.join("findings").join(folder).display()));
        }
    }
    out.line("");
    if left_out > 0 {
        out.line(format!("… and {} more, on the page", count(left_out, "finding", "findings")));
    }
}
