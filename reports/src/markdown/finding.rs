//! One finding in Markdown.

use std::fmt::Write as _;

use corpora::record::RunRecord;

use super::inline::{barred, block, cell, code, fenced, plain, span};
use crate::compare::{self, Group};
use crate::effect::{ending, told};
use crate::log::{Found, Log};
use crate::outcome::summary;
use crate::text::number;
use crate::visible::{Lines, reveal};
use crate::{raw, reproduce};

/// Bytes of a script or a case that are shown.
const SCRIPT: usize = 8 * 1024;
/// Bytes of an output that are shown.
const OUTPUT: usize = 512;
/// Effects, programs or commands of a run that are shown.
const LINES: usize = 40;
/// Writes a finding.
pub(super) fn finding(out: &mut String, log: &Log, found: &Found) {
    let finding = &found.finding;
    let script = raw::reduced(finding);
    let _ = write!(out, "### {}", finding.kind.name());
    if let Some(clause) = &finding.clause {
        let _ = write!(out, ": {}", code(clause));
    }
    let _ = writeln!(out, "\n\n{}.\n", plain(&summary(finding)));
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
        } else if let Some(argv) = raw::handback_argv(handback) {
            let words: Vec<String> =
                argv.iter().map(|word| span(&reveal(word, Lines::Joined, 1024).plain())).collect();
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
    let _ = write!(out, "\n- Bucket {}", code(&finding.bucket));
    if found.hunts.len() > 1 {
        let _ = write!(out, ", found by {} hunts; the shortest script is shown", found.hunts.len());
    }
    for it in &finding.depends_on {
        let (id, text) = (code(&it.id), plain(&it.text));
        let _ = write!(out, "\n- Depends on {id} (in the sandbox: {text})");
    }
    out.push_str("\n\n");
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
                let words: Vec<String> = raw::program(program)
                    .iter()
                    .map(|word| reveal(word, Lines::Joined, 256).plain())
                    .collect();
                let words: Vec<String> = words
                    .iter()
                    .map(|word| if bare(word) { word.clone() } else { format!("\"{word}\"") })
                    .collect();
                let tripwire = if program.tripwire { " (not installed: tripwire)" } else { "" };
                format!("{}{tripwire}", words.join(" "))
            })
            .collect();
        list(lines, group.programs.lines.get(index), "none")
    });
    row(out, "stdout", group, |_, run| output(&raw::stdout(run), run.stdout_cut));
    row(out, "stderr", group, |_, run| output(&raw::stderr(run), run.stderr_cut));
    out.push('\n');
}

/// Whether a word can be told from the next one without quotes.
fn bare(word: &str) -> bool {
    !word.is_empty() && !word.contains([' ', '"', '\''])
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
            mark(barred(&text), odd)
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
    format!("{}{}", barred(&text), if cut { " (cut)" } else { "" })
}
