//! The report as Markdown, for an issue, a review or a step summary.
//!
//! Text from outside stands only in code spans and fenced blocks that are longer than any run of
//! backticks in it, so that it makes no heading, link, mention or markup.

use std::fmt::Write as _;

use corpora::record::RunRecord;

use crate::compare::{self, Group};
use crate::effect::{ending, told};
use crate::log::{Found, Log};
use crate::outcome::{self, Outcome};
use crate::text::{count, duration, number, percent, rate, utc};
use crate::visible::{Lines, line, reveal};
use crate::{promise, raw, reproduce};

/// Bytes of a script or a case that are shown.
const SCRIPT: usize = 8 * 1024;
/// Bytes of an output that are shown.
const OUTPUT: usize = 512;
/// Effects, programs or commands of a run that are shown.
const LINES: usize = 40;
/// Buckets that are shown in full; the rest are counted.
const FINDINGS: usize = 50;

/// The document.
pub(crate) fn render(log: &Log) -> String {
    let outcome = Outcome::of(log);
    let mut out = String::new();
    let guards = guards(log);
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

fn guards(log: &Log) -> String {
    let mut names: Vec<&str> = Vec::new();
    for hunt in &log.hunts {
        let name = hunt.guard().unwrap_or("unknown guard");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().map(code).collect::<Vec<_>>().join(", ")
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
    let Some(start) = log.hunts.iter().find_map(|hunt| hunt.start.as_ref()) else { return };
    let clauses = promise::clauses(&start.promise);
    let unchecked = log.unchecked();
    if clauses.is_empty() && unchecked.is_empty() {
        return;
    }
    let ran = log.funnel().map_or(0, |funnel| funnel.ran);
    out.push_str("## Promise\n\n| clause | promised | result |\n|---|---|---|\n");
    for told in &clauses {
        let buckets = log
            .found
            .iter()
            .filter(|found| {
                found.finding.kind.is_violation()
                    && found.finding.clause.as_deref() == Some(told.name.as_str())
            })
            .count();
        let mut result = match (buckets, ran) {
            (0, 0) => "nothing ran".to_owned(),
            (0, _) => "no violation found".to_owned(),
            (n, _) => format!("broken in {}", count(n as u64, "bucket", "buckets")),
        };
        if let Some(runs) = unchecked.get(&told.name) {
            let _ = write!(result, "; {}", outcome::unchecked_in(*runs, ran));
        }
        let items: Vec<String> = told.items.iter().map(|item| cell(item)).collect();
        let _ = writeln!(
            out,
            "| {} | {}{}{} | {result} |",
            cell(&told.name),
            told.lead,
            items.join(", "),
            told.tail
        );
    }
    for (name, runs) in unchecked.iter().filter(|(n, _)| !clauses.iter().any(|c| c.name == **n)) {
        let _ = writeln!(out, "| {} | | {} |", cell(name), outcome::unchecked_in(*runs, ran));
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

fn finding(out: &mut String, log: &Log, found: &Found) {
    let finding = &found.finding;
    let script = raw::reduced(finding);
    let _ = write!(out, "### {}", finding.kind.name());
    if let Some(clause) = &finding.clause {
        let _ = write!(out, ": {}", code(clause));
    }
    let _ = writeln!(out, "\n\n{}\n", plain(&finding.summary));
    if let Some(told) = log.broken_clause(found) {
        let items: Vec<String> = told.items.iter().map(|item| code(item)).collect();
        let _ = writeln!(out, "Promised: {}{}{}\n", told.lead, items.join(", "), told.tail);
    }
    let _ = writeln!(out, "Reduced script:\n\n{}", block(&script, SCRIPT, Lines::Marked));
    let original = raw::script(finding);
    if original != script {
        let _ = writeln!(out, "Found as:\n\n{}", block(&original, SCRIPT, Lines::Marked));
    }
    if let Some(handback) = &finding.handback {
        if let Some(text) = raw::handback(handback) {
            let _ = writeln!(out, "Handed back:\n\n{}", block(&text, SCRIPT, Lines::Marked));
        } else if let Some(argv) = &handback.argv {
            let words: Vec<String> = argv.iter().map(|word| code(word)).collect();
            let _ = writeln!(out, "Handed back as an argv: {}\n", words.join(" "));
        }
    }
    let _ = write!(out, "- Guard {} decided {}", code(&finding.guard), code(&finding.decision));
    if let Some(rule) = &finding.rule {
        let _ = write!(out, ", rule {}", code(rule));
    }
    if let Some(reason) = &finding.reason {
        let _ = write!(out, ": {}", code(reason));
    }
    let _ = writeln!(out, "\n- Bucket {}, {}\n", code(&finding.bucket), seen(found));
    for group in compare::groups(&finding.runs) {
        runs(out, &group);
    }
    let commands = reproduce::commands(finding, log.guard_arg(found));
    if !commands.is_empty() {
        let _ = writeln!(out, "Reproduce:\n\n{}", fenced(&commands.join("\n"), "sh"));
    }
    if !finding.case.is_empty() {
        let case = block(finding.case.as_bytes(), SCRIPT, Lines::Broken);
        let _ = writeln!(out, "<details><summary>Case</summary>\n\n{case}\n</details>\n");
    }
}

fn seen(found: &Found) -> String {
    match found.seen {
        1 => "found once".to_owned(),
        times => format!("found {} times; the shortest is shown", number(times)),
    }
}

fn runs(out: &mut String, group: &Group<'_>) {
    let _ = write!(out, "What each shell did (world {}", code(group.world));
    if group.delivery != "c" {
        let _ = write!(out, ", delivery {}", code(group.delivery));
    }
    out.push_str("); **bold** where the shells differ:\n\n|  |");
    for run in &group.runs {
        let _ = write!(out, " {} |", cell(&format!("{} {}", run.shell, run.version)));
    }
    out.push_str("\n|---|");
    out.push_str(&"---|".repeat(group.runs.len()));
    out.push('\n');
    row(out, "exit", group, |index, run| {
        mark(ending(run), group.exit.get(index).copied().unwrap_or(false))
    });
    row(out, "effects", group, |index, run| {
        let lines = run.effects.iter().map(|effect| told(effect).plain()).collect();
        list(lines, group.effects.lines.get(index), "none")
    });
    row(out, "programs", group, |index, run| {
        let lines = run
            .programs
            .iter()
            .map(|program| {
                let words: Vec<String> = raw::argv(program)
                    .iter()
                    .map(|word| reveal(word, Lines::Joined, 256).plain())
                    .collect();
                let tripwire = if program.tripwire { " (not installed: tripwire)" } else { "" };
                format!("{words:?}{tripwire}")
            })
            .collect();
        list(lines, group.programs.lines.get(index), "none")
    });
    row(out, "stdout", group, |_, run| output(&raw::stdout(run), run.stdout_cut));
    row(out, "stderr", group, |_, run| output(&raw::stderr(run), run.stderr_cut));
    out.push('\n');
}

fn row(
    out: &mut String,
    name: &str,
    group: &Group<'_>,
    each: impl Fn(usize, &RunRecord) -> String,
) {
    let _ = write!(out, "| {name} |");
    for (index, run) in group.runs.iter().enumerate() {
        let _ = write!(out, " {} |", each(index, run));
    }
    out.push('\n');
}

fn mark(text: String, differs: bool) -> String {
    if differs { format!("**{text}**") } else { text }
}

fn list(lines: Vec<String>, differs: Option<&Vec<bool>>, none: &str) -> String {
    if lines.is_empty() {
        return none.to_owned();
    }
    let total = lines.len();
    let mut shown: Vec<String> = lines
        .into_iter()
        .take(LINES)
        .enumerate()
        .map(|(index, text)| {
            let odd = differs.and_then(|d| d.get(index)).copied().unwrap_or(false);
            mark(cell(&text), odd)
        })
        .collect();
    if total > LINES {
        shown.push(format!("and {} more", number((total - LINES) as u64)));
    }
    shown.join("<br>")
}

fn output(bytes: &[u8], cut: bool) -> String {
    if bytes.is_empty() {
        return "empty".to_owned();
    }
    let text = reveal(bytes, Lines::Joined, OUTPUT).plain();
    format!("{}{}", cell(&text), if cut { " (cut)" } else { "" })
}

/// Bytes in a fenced block.
fn block(bytes: &[u8], limit: usize, lines: Lines) -> String {
    let shown = reveal(bytes, lines, limit);
    let mut text = fenced(&shown.plain(), "");
    if shown.is_cut() {
        let _ = writeln!(
            text,
            "Shown: {} of {} bytes.",
            number(shown.shown as u64),
            number(shown.total as u64)
        );
    }
    text
}

fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// A code span, on one line.
fn code(text: &str) -> String {
    let text = line(text, 1024).plain();
    let ticks = "`".repeat(longest_run(&text) + 1);
    let pad = if text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A code span in a table, whose cells a bar would end even there.
fn cell(text: &str) -> String {
    if !text.contains("\\|") {
        return code(text).replace('|', "\\|");
    }
    // Readers disagree about a backslash in front of a bar; entities they all read alike.
    let mut out = String::from("<code>");
    for c in line(text, 1024).plain().chars() {
        if c.is_ascii_punctuation() {
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out + "</code>"
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A sentence that may hold anything, as text: what Markdown or HTML would read is escaped.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in line(text, 2048).plain().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A mention, a reference or a link would reach somebody.
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            ':' if out.ends_with(|before: char| before.is_ascii_alphabetic()) => {
                out.push_str("&#58;");
            }
            '.' if out.ends_with(['w', 'W']) => out.push_str("&#46;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_cannot_be_left() {
        let table = [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            ("", "`  `"),
            ("a\nb", "`a↵b`"),
            ("```", "```` ``` ````"),
        ];
        for (text, expected) in table {
            assert_eq!(code(text), expected);
        }
        assert_eq!(cell("a|b"), "`a\\|b`");
        assert_eq!(cell("a\\|b"), "<code>a&#92;&#124;b</code>");
        assert_eq!(fenced("```\n# x", ""), "````\n```\n# x\n````\n");
    }

    #[test]
    fn sentences_hold_no_markup() {
        assert_eq!(plain("<b> @x #1 [a](b)"), "&lt;b&gt; &#64;x &#35;1 \\[a\\](b)");
    }
}
