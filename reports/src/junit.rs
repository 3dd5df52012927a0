//! The report as JUnit XML.
//!
//! A suite a guard. Its test cases: that the hunt came to its end and ran something; each clause
//! of the promise that no finding names; each bucket, which fails where it is a violation and is
//! *skipped*, with its summary, where it is a note.

use std::fmt::Write as _;

use crate::log::{Found, Log};
use crate::outcome::{self, Outcome, State};
use crate::visible::{Lines, line, reveal};
use crate::{clauses, raw, reproduce};

/// Bytes of a script that a test case shows.
const SCRIPT: usize = 4 * 1024;

enum Result {
    Pass { note: Option<String> },
    Fail { message: String, kind: &'static str, body: String },
    Error { message: String },
    Skip { message: String },
}

struct Case {
    /// Visible text.
    name: String,
    /// As it came.
    class: String,
    result: Result,
}

struct Suite {
    guard: String,
    time_ms: u64,
    start: Option<u64>,
    cases: Vec<Case>,
}

/// The document.
pub(crate) fn render(log: &Log) -> String {
    let outcome = Outcome::of(log);
    let mut suites: Vec<Suite> = Vec::new();
    for (index, hunt) in log.hunts.iter().enumerate() {
        let guard = hunt.guard().unwrap_or("unknown guard").to_owned();
        let elapsed = hunt.stats.as_ref().map_or(0, |stats| stats.elapsed_ms);
        let place = match suites.iter().position(|suite| suite.guard == guard) {
            Some(place) => place,
            None => {
                suites.push(Suite {
                    guard: guard.clone(),
                    time_ms: 0,
                    start: hunt.start.as_ref().map(|start| start.unix_time),
                    cases: Vec::new(),
                });
                suites.len() - 1
            }
        };
        let Some(suite) = suites.get_mut(place) else { continue };
        suite.time_ms = suite.time_ms.saturating_add(elapsed);
        suite.cases.push(Case {
            name: match log.hunts.len() {
                1 => "the hunt came to its end".to_owned(),
                _ => format!("hunt {} came to its end", index + 1),
            },
            class: guard,
            result: ended(log, index, outcome.state),
        });
    }
    for suite in &mut suites {
        clauses(log, suite);
    }
    for found in &log.found {
        let guard = &found.finding.guard;
        let place = suites.iter().position(|suite| suite.guard == *guard).unwrap_or(0);
        if let Some(suite) = suites.get_mut(place) {
            suite.cases.push(case(log, found));
        }
    }
    write(&suites)
}

fn pass() -> Result {
    Result::Pass { note: None }
}

/// Whether a hunt tells anything about its guard.
fn ended(log: &Log, index: usize, state: State) -> Result {
    let Some(hunt) = log.hunts.get(index) else { return pass() };
    if let Some(missing) = hunt.missing.first() {
        return Result::Error { message: missing.clone() };
    }
    let exit = hunt.ending.as_ref().map(|end| end.exit);
    match exit {
        Some(0 | 100) if hunt.stats.as_ref().is_some_and(|stats| stats.funnel.ran == 0) => {
            Result::Error { message: "nothing ran".to_owned() }
        }
        Some(0 | 100) if state != State::Void => pass(),
        _ => Result::Error {
            message: format!(
                "{}; {}",
                outcome::meaning(exit, 0),
                hunt.ending.as_ref().map_or("", |end| outcome::why(&end.why))
            ),
        },
    }
}

/// A test case for each clause of the guard's promise that no violation names.
fn clauses(log: &Log, suite: &mut Suite) {
    for row in clauses::rows(log, Some(&suite.guard)) {
        let result = match row.result() {
            clauses::Result::Broken => continue,
            clauses::Result::NothingRan | clauses::Result::NeverChecked => {
                Result::Skip { message: row.words() }
            }
            clauses::Result::Held => Result::Pass { note: row.unchecked() },
        };
        suite.cases.push(Case {
            name: format!("{}: {}", line(&row.told.name, 64).plain(), row.told.plain()),
            class: format!("{}.promise", suite.guard),
            result,
        });
    }
}

fn case(log: &Log, found: &Found) -> Case {
    let finding = &found.finding;
    let message = outcome::summary(finding);
    let kind = finding.kind.name();
    let result = if finding.kind.is_violation() {
        let mut body = String::new();
        let script = reveal(&raw::reduced(finding), Lines::Broken, SCRIPT);
        let _ = writeln!(body, "script:\n{}\n", script.plain());
        if let Some(told) = log.broken_clause(found) {
            let name = line(&told.name, 64).plain();
            let _ = writeln!(body, "promised ({name}): {}", told.plain());
        }
        for it in &finding.depends_on {
            let (id, text) = (line(&it.id, 64).plain(), line(&it.text, 256).plain());
            let _ = writeln!(body, "depends on {id} (in the sandbox: {text})");
        }
        for command in reproduce::commands(finding, log.guard_arg(found)) {
            let _ = writeln!(body, "reproduce: {command}");
        }
        if found.hunts.len() > 1 {
            let _ = writeln!(body, "found by {} hunts", found.hunts.len());
        }
        Result::Fail { message, kind, body }
    } else {
        Result::Skip { message }
    };
    Case {
        name: line(&finding.bucket, 512).plain(),
        class: format!("{}.{kind}", finding.guard),
        result,
    }
}

fn write(suites: &[Suite]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all = || suites.iter().flat_map(|suite| &suite.cases);
    let _ = writeln!(
        out,
        "<testsuites name=\"trapline\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
        all().count(),
        all().filter(|case| matches!(case.result, Result::Fail { .. })).count(),
        all().filter(|case| matches!(case.result, Result::Error { .. })).count(),
        all().filter(|case| matches!(case.result, Result::Skip { .. })).count(),
    );
    for suite in suites {
        let of = |pick: fn(&Result) -> bool| suite.cases.iter().filter(|c| pick(&c.result)).count();
        let _ = write!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
             time=\"{}.{:03}\"",
            escape(&suite.guard),
            suite.cases.len(),
            of(|result| matches!(result, Result::Fail { .. })),
            of(|result| matches!(result, Result::Error { .. })),
            of(|result| matches!(result, Result::Skip { .. })),
            suite.time_ms / 1000,
            suite.time_ms % 1000,
        );
        if let Some(start) = suite.start {
            let (date, time) = crate::text::utc(start);
            let _ = write!(out, " timestamp=\"{date}T{time}Z\"");
        }
        out.push_str(">\n");
        for case in &suite.cases {
            write_case(&mut out, case);
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn write_case(out: &mut String, case: &Case) {
    let _ = write!(
        out,
        "    <testcase name=\"{}\" classname=\"{}\" time=\"0\"",
        xml(&case.name),
        escape(&case.class)
    );
    let _ = match &case.result {
        Result::Pass { note: None } => writeln!(out, "/>"),
        Result::Pass { note: Some(note) } => {
            writeln!(out, ">\n      <system-out>{}</system-out>\n    </testcase>", escape(note))
        }
        Result::Fail { message, kind, body } => writeln!(
            out,
            ">\n      <failure message=\"{}\" type=\"{kind}\">{}</failure>\n    </testcase>",
            escape(message),
            xml(body)
        ),
        Result::Error { message } => writeln!(
            out,
            ">\n      <error message=\"{}\" type=\"hunt\"/>\n    </testcase>",
            escape(message)
        ),
        Result::Skip { message } => {
            writeln!(out, ">\n      <skipped message=\"{}\"/>\n    </testcase>", escape(message))
        }
    };
}

/// For an attribute: on one line, and nothing that XML 1.0 cannot hold.
fn escape(text: &str) -> String {
    xml(&line(text, 1024).plain())
}

/// What XML would read, escaped. The text was made visible before.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_only_what_it_can() {
        assert_eq!(escape("a\0b\u{FFFE}<&\">'\n"), "a⟨NUL⟩b⟨U+FFFE⟩&lt;&amp;&quot;&gt;&apos;↵");
        assert_eq!(xml("]]>\nx"), "]]&gt;\nx");
    }
}
