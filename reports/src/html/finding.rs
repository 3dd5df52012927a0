//! One finding, as the page shows it.

use serde::Serialize;

use super::runs::{self, Table};
use super::space::{Space, is_tall};
use crate::log::{Found, Log};
use crate::outcome::{kind_meaning, summary};
use crate::promise::Told;
use crate::text::{count, number};
use crate::visible::{Lines, Shown, line};
use crate::{raw, reproduce};

/// Bytes of a script that are shown.
const SCRIPT: usize = 16 * 1024;
/// Bytes of a case that are shown.
const CASE: usize = 16 * 1024;
/// Bytes of a script that its heading shows.
const PREVIEW: usize = 120;

/// A finding.
#[derive(Serialize)]
pub(crate) struct View {
    /// The place in the page, from 1: its anchor.
    number: usize,
    kind: &'static str,
    meaning: &'static str,
    violation: bool,
    clause: Option<Shown>,
    broken: Option<Clause>,
    /// The guard's name, where the page has several.
    guard: Option<Shown>,
    summary: Shown,
    preview: Shown,
    shells: Vec<Shown>,
    decision: Shown,
    decision_tone: &'static str,
    rule: Option<Shown>,
    reason: Option<Shown>,
    bucket: Shown,
    depends: Vec<Depends>,
    /// Absent where the page has one hunt.
    hunts: Option<String>,
    reduced: Code,
    /// Absent where it is the reduced one.
    original: Option<Code>,
    handback: Handback,
    tables: Vec<Table>,
    commands: Vec<Copied>,
    case: Option<Copied>,
    /// Whether it is unfolded when the page opens.
    open: bool,
}

/// What a finding depends on.
#[derive(Serialize)]
struct Depends {
    id: Shown,
    text: Shown,
}

/// A clause of a promise.
#[derive(Serialize)]
pub(crate) struct Clause {
    pub(crate) name: Shown,
    lead: &'static str,
    items: Vec<Shown>,
    tail: &'static str,
}

impl From<&Told> for Clause {
    fn from(told: &Told) -> Self {
        Self {
            name: line(&told.name, 64),
            lead: told.lead,
            items: told.items.iter().map(|item| line(item, 1024)).collect(),
            tail: told.tail,
        }
    }
}

#[derive(Serialize)]
struct Code {
    text: Shown,
    size: String,
    /// What was left out.
    note: Option<String>,
    tall: bool,
}

#[derive(Serialize)]
struct Handback {
    /// `same`, `text`, `argv`, `none`.
    kind: &'static str,
    text: Option<Code>,
    words: Vec<Shown>,
}

/// A text with a button that copies it.
#[derive(Serialize)]
struct Copied {
    text: Shown,
    note: Option<String>,
    copy: Option<String>,
    tall: bool,
}

/// The view of one finding.
pub(crate) fn view(log: &Log, found: &Found, number: usize, open: bool, space: &Space) -> View {
    let finding = &found.finding;
    let reduced = raw::reduced(finding);
    let original = raw::script(finding);
    let several = log.hunts.iter().any(|hunt| hunt.guard() != Some(finding.guard.as_str()));
    View {
        number,
        kind: finding.kind.name(),
        meaning: kind_meaning(finding.kind.name()),
        violation: finding.kind.is_violation(),
        clause: finding.clause.as_deref().map(|clause| line(clause, 64)),
        broken: log.broken_clause(found).as_ref().map(Clause::from),
        guard: several.then(|| line(&finding.guard, 256)),
        summary: line(&summary(finding), 2048),
        preview: space.show(&reduced, Lines::Joined, PREVIEW),
        shells: finding.shells.iter().map(|shell| line(shell, 64)).collect(),
        decision: line(&finding.decision, 64),
        decision_tone: match finding.decision.as_str() {
            "allow" => "allow",
            "deny" => "deny",
            _ => "other",
        },
        rule: finding.rule.as_deref().map(|rule| line(rule, 512)),
        reason: finding.reason.as_deref().map(|reason| line(reason, 4096)),
        bucket: line(&finding.bucket, 512),
        depends: finding
            .depends_on
            .iter()
            .map(|it| Depends { id: line(&it.id, 64), text: line(&it.text, 256) })
            .collect(),
        hunts: hunts(log, found),
        original: (original != reduced).then(|| code(&original, space)),
        handback: handback(found, &reduced, space),
        tables: runs::tables(&finding.runs, space),
        commands: reproduce::commands(finding, log.guard_arg(found))
            .iter()
            .map(|command| copied(command, space))
            .collect(),
        case: (!finding.case.is_empty()).then(|| copied(&finding.case, space)),
        reduced: code(&reduced, space),
        open,
    }
}

/// Which hunts found it; nothing where there is one hunt alone.
fn hunts(log: &Log, found: &Found) -> Option<String> {
    let numbers: Vec<String> = found.hunts.iter().map(|hunt| (hunt + 1).to_string()).collect();
    match (log.hunts.len(), numbers.len()) {
        (0 | 1, _) => None,
        (_, 1) => Some(format!("by hunt {}", numbers.join(", "))),
        _ => Some(format!("by hunts {}; the shortest script is shown", numbers.join(", "))),
    }
}

fn handback(found: &Found, reduced: &[u8], space: &Space) -> Handback {
    let none = |kind| Handback { kind, text: None, words: Vec::new() };
    let Some(record) = &found.finding.handback else { return none("none") };
    if let Some(text) = raw::handback(record) {
        return match *text == *reduced {
            true => none("same"),
            false => Handback { kind: "text", text: Some(code(&text, space)), words: Vec::new() },
        };
    }
    match raw::handback_argv(record) {
        Some(argv) => Handback {
            kind: "argv",
            text: None,
            words: argv.iter().map(|word| space.show(word, Lines::Joined, 1024)).collect(),
        },
        None => none("same"),
    }
}

fn code(bytes: &[u8], space: &Space) -> Code {
    let text = space.show(bytes, Lines::Marked, SCRIPT);
    Code {
        size: count(bytes.len() as u64, "byte", "bytes"),
        note: text.is_cut().then(|| cut_note(&text)),
        tall: is_tall(bytes),
        text,
    }
}

fn copied(text: &str, space: &Space) -> Copied {
    let copy = space.copy(text);
    let shown = space.show(text.as_bytes(), Lines::Broken, CASE);
    let note = match (shown.is_cut(), &copy) {
        (true, Some(_)) => Some(format!("{}; the button copies all of it.", cut_note(&shown))),
        (true, None) => Some(format!("{}; the event log holds all of it.", cut_note(&shown))),
        (false, _) => None,
    };
    Copied { text: shown, note, copy, tall: is_tall(text.as_bytes()) }
}

fn cut_note(shown: &Shown) -> String {
    format!(
        "The first {} of {} are shown",
        number(shown.shown as u64),
        count(shown.total as u64, "byte", "bytes")
    )
}
