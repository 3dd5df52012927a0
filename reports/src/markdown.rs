//! The report as Markdown, for an issue, a review or a step summary.
//!
//! Text from outside stands only in code spans and fenced blocks that are longer than any run of
//! backticks in it, so that it makes no heading, link, mention or markup.

mod finding;
mod inline;

use std::fmt::Write as _;

use self::finding::finding;
use self::inline::{cell, code, plain};
use crate::clauses;
use crate::log::{Found, Log};
use crate::outcome::{self, Outcome};
use crate::text::{capital, count, duration, number, percent, rate, utc};

/// Buckets that are shown in full; the rest are counted.
const FINDINGS: usize = 50;

/// The document.
pub(crate) fn render(log: &Log) -> String {
    let outcome = Outcome::of(log);
    let mut out = String::new();
    let guards = log.guards().into_iter().map(code).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "# Trapline: {guards}\n");
    let _ = writeln!(out, "**{}**\n", capital(&plain(&outcome.sentence)));
    for missing in log.missing() {
        let _ = writeln!(out, "> {}\n", plain(&missing));
    }
    facts(&mut out, log, &outcome);
    funnel(&mut out, log);
    promised(&mut out, log);
    checks(&mut out, log);
    notes(&mut out, log);
    findings(&mut out, log, "Violations", true);
    findings(&mut out, log, "Notes", false);
    out
}

fn facts(out: &mut String, log: &Log, outcome: &Outcome) {
    out.push_str(
        "| hunt | seed | shells | began | took | ended | exit |\n|---|---|---|---|---|---|---|\n",
    );
    for hunt in &log.hunts {
        let start = hunt.start.as_ref();
        let shells = start.map_or_else(
            || "not known".to_owned(),
            |start| {
                let all = start.shells.iter().map(|(name, v)| cell(&format!("{name} {v}")));
                all.collect::<Vec<_>>().join(", ")
            },
        );
        let exit = hunt.ending.as_ref().map(|end| end.exit);
        let _ = writeln!(
            out,
            "| {} | {} | {shells} | {} | {} | {} | {} |",
            cell(hunt.guard().unwrap_or("unknown guard")),
            start.map_or_else(|| "not known".to_owned(), |start| start.seed.to_string()),
            start.map_or_else(
                || "not known".to_owned(),
                |start| {
                    let (date, time) = utc(start.unix_time);
                    format!("{date} {time} UTC")
                }
            ),
            hunt.stats.as_ref().map_or_else(|| "not known".to_owned(), |s| duration(s.elapsed_ms)),
            hunt.ending.as_ref().map_or_else(
                || "not recorded".to_owned(),
                |end| match outcome::why(&end.why) {
                    text if text == end.why => cell(text),
                    text => text.to_owned(),
                }
            ),
            exit.map_or_else(|| "not recorded".to_owned(), |code| code.to_string()),
        );
    }
    let exit = outcome.exit.map_or_else(String::new, |code| format!("{code}, "));
    let _ = writeln!(
        out,
        "\nExit code: {exit}{}.\n",
        outcome::meaning(outcome.exit, outcome.violations)
    );
}

fn funnel(out: &mut String, log: &Log) {
    out.push_str("## Funnel\n\n");
    let Some(funnel) = log.funnel() else {
        out.push_str("The log holds no figures.\n\n");
        return;
    };
    let ms = log
        .hunts
        .iter()
        .filter_map(|h| h.stats.as_ref())
        .fold(0_u64, |sum, stats| sum.saturating_add(stats.elapsed_ms));
    out.push_str("| stage | count | share |\n|---|---:|---|\n");
    let of = |part, whole, name: &str| {
        percent(part, whole).map_or_else(String::new, |share| format!("{share} of {name}"))
    };
    let speed = |events| rate(events, ms).unwrap_or_default();
    let rows = [
        ("generated (scripts)", funnel.generated, speed(funnel.generated)),
        ("read (scripts)", funnel.read, of(funnel.read, funnel.generated, "generated")),
        ("allowed (scripts)", funnel.allowed, of(funnel.allowed, funnel.read, "read")),
        ("ran (runs)", funnel.ran, speed(funnel.ran)),
        ("effect (runs)", funnel.effect, of(funnel.effect, funnel.ran, "ran")),
        ("finding (buckets)", funnel.finding, String::new()),
    ];
    for (stage, figure, share) in rows {
        let _ = writeln!(out, "| {stage} | {} | {share} |", number(figure));
    }
    out.push('\n');
    let decisions = log.decisions();
    if !decisions.is_empty() {
        let all = decisions.iter().map(|(name, n)| format!("{} {}", code(name), number(*n)));
        let _ = writeln!(out, "Decisions: {}.\n", all.collect::<Vec<_>>().join(", "));
    }
    if log.unconfirmed() > 0 {
        let _ = writeln!(
            out,
            "{} did not repeat in confirmation and {} dropped.\n",
            count(log.unconfirmed(), "finding", "findings"),
            if log.unconfirmed() == 1 { "was" } else { "were" }
        );
    }
}

fn promised(out: &mut String, log: &Log) {
    let rows = clauses::rows(log, None);
    if rows.is_empty() {
        return;
    }
    out.push_str("## Promise\n\n| clause | promised | result |\n|---|---|---|\n");
    for row in rows {
        let mut result = row.words();
        if let Some(unchecked) = row.unchecked() {
            let _ = write!(result, "; {unchecked}");
        }
        let items: Vec<String> = row.told.items.iter().map(|item| cell(item)).collect();
        let _ = writeln!(
            out,
            "| {} | {}{}{} | {result} |",
            cell(&row.told.name),
            row.told.lead,
            items.join(", "),
            row.told.tail
        );
    }
    out.push('\n');
}

fn checks(out: &mut String, log: &Log) {
    let checks = log.checks();
    if checks.is_empty() {
        return;
    }
    out.push_str("## Checks\n\n| check | near-misses | shadowed | by |\n|---|---:|---:|---|\n");
    for (id, check) in &checks {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            cell(id),
            number(check.near_misses),
            number(check.shadowed),
            check.shadowed_by.as_deref().map_or_else(String::new, cell)
        );
    }
    out.push('\n');
}

fn notes(out: &mut String, log: &Log) {
    let all: Vec<&(String, u64)> = log.hunts.iter().flat_map(|hunt| &hunt.notes).collect();
    if all.is_empty() {
        return;
    }
    out.push_str("## Remarks of the hunt\n\n");
    for (text, times) in all {
        let _ = match times {
            1 => writeln!(out, "- {}", code(text)),
            times => writeln!(out, "- {} ({times} times)", code(text)),
        };
    }
    out.push('\n');
}

fn findings(out: &mut String, log: &Log, title: &str, violations: bool) {
    let all: Vec<&Found> =
        log.found.iter().filter(|f| f.finding.kind.is_violation() == violations).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {title}\n");
    for found in all.iter().take(FINDINGS) {
        finding(out, log, found);
    }
    if all.len() > FINDINGS {
        let more = (all.len() - FINDINGS) as u64;
        let _ =
            writeln!(out, "{} left out here.\n", count(more, "more bucket is", "more buckets are"));
    }
}
