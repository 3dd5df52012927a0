//! Runs and findings as people read them in a terminal.
//!
//! Everything that comes from a script, a guard or a run goes through `line`, so that no control
//! byte reaches the terminal.

use corpora::Finding;
use corpora::finding::Dependence;
use corpora::record::{CommandRecord, EffectRecord, ProgramRecord, RunRecord};

/// The longest piece of anything from outside on one line, in bytes.
const LONGEST: usize = 400;

/// How many effects, programs or commands of one run are shown.
const MANY: usize = 20;

/// Bytes on one line, with invisible ones named.
pub(crate) fn line(bytes: &[u8]) -> String {
    reports::one_line(bytes, LONGEST)
}

/// The heading of a run: shell, version, where it is not plain the world, and how it ended.
pub(crate) fn heading(run: &RunRecord) -> String {
    let mut text = run.shell.clone();
    if !run.version.is_empty() {
        text.push_str(&format!(" {}", run.version));
    }
    if run.world != "range" {
        text.push_str(&format!(" in {}", run.world));
    }
    if run.delivery != "c" {
        text.push_str(&format!(" by {}", run.delivery));
    }
    format!("{text}: {}", ending(run))
}

/// How a run ended.
pub(crate) fn ending(run: &RunRecord) -> String {
    match (run.timed_out, run.exit, run.signal) {
        (true, _, _) => "stopped by the time limit".to_owned(),
        (_, Some(status), _) => format!("exit {status}"),
        (_, None, Some(signal)) => format!("ended by signal {signal}"),
        (_, None, None) => "no ending was seen".to_owned(),
    }
}

/// What a run did, one line each.
pub(crate) fn deeds(run: &RunRecord) -> Vec<String> {
    let mut lines = Vec::new();
    some(&mut lines, &run.effects, effect);
    some(&mut lines, &run.programs, program);
    if let Some(commands) = &run.commands {
        some(&mut lines, commands, command);
    }
    output(&mut lines, "stdout", run.stdout_bytes(), run.stdout_cut);
    output(&mut lines, "stderr", run.stderr_bytes(), run.stderr_cut);
    for what in &run.unobserved {
        lines.push(format!("not observed in full: {}", line(what.as_bytes())));
    }
    if lines.is_empty() {
        lines.push("nothing".to_owned());
    }
    lines
}

fn some<T>(lines: &mut Vec<String>, all: &[T], show: fn(&T) -> String) {
    lines.extend(all.iter().take(MANY).map(show));
    if all.len() > MANY {
        lines.push(format!("… and {} more", all.len() - MANY));
    }
}

type Bytes = Result<Vec<u8>, corpora::record::RecordError>;

fn output(lines: &mut Vec<String>, name: &str, bytes: Bytes, cut: bool) {
    let bytes = bytes.unwrap_or_default();
    if !bytes.is_empty() {
        let cut = if cut { " (cut)" } else { "" };
        lines.push(format!("{name:8} {}{cut}", line(&bytes)));
    }
}

/// One effect: kind, where it landed, and how it came about.
pub(crate) fn effect(effect: &EffectRecord) -> String {
    let subject = effect.subject().unwrap_or_default();
    let mut text = format!("{:8} ", effect.kind);
    if let Ok(Some(from)) = effect.from_bytes() {
        text.push_str(&format!("{} -> ", line(&from)));
    }
    text.push_str(&line(&subject));
    if !effect.detail.is_empty() && effect.detail.as_bytes() != subject {
        text.push_str(&format!(" ({})", line(effect.detail.as_bytes())));
    }
    if let Some(via) = &effect.via {
        text.push_str(&format!(" [{}]", line(via.as_bytes())));
    }
    if effect.undone {
        text.push_str(" [undone]");
    }
    text
}

/// Words as one line; where a word would not be seen as one, it stands in quotes.
fn words(argv: &[String]) -> String {
    let word = |word: &String| {
        let shown = line(word.as_bytes());
        let plain = |c: char| !c.is_whitespace() && !matches!(c, '\'' | '"' | '↵' | '⇥' | '·');
        if !shown.is_empty() && shown.chars().all(plain) { shown } else { format!("'{shown}'") }
    };
    argv.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn program(program: &ProgramRecord) -> String {
    let by = match (program.by.as_str(), program.tripwire) {
        ("shell", false) => String::new(),
        ("shell", true) => " [not installed]".to_owned(),
        (by, false) => format!(" [by {by}]"),
        (by, true) => format!(" [by {by}; not installed]"),
    };
    format!("program  {}{by}", words(&program.argv))
}

fn command(command: &CommandRecord) -> String {
    format!("command  {} [{}]", words(&command.argv), command.kind)
}

/// A finding: its bucket, what happened, and the smallest script.
pub(crate) fn finding(finding: &Finding, known: bool) -> Vec<String> {
    let script = match (finding.reduced_bytes(), finding.script_bytes()) {
        (Ok(Some(reduced)), _) => reduced,
        (_, Ok(Some(script))) => script,
        _ => Vec::new(),
    };
    let mark = match (known, finding.kind.is_violation()) {
        (true, _) => " (known)",
        (false, true) => "",
        (false, false) => " (a note)",
    };
    let mut lines = vec![
        format!("{}{mark}", line(finding.bucket.as_bytes())),
        format!("  {}", line(finding.summary.as_bytes())),
        format!("  script   {}", line(&script)),
    ];
    if let Some(handback) = finding.handback.as_ref().filter(|handback| handback.kind != "same") {
        let text = match handback.handback() {
            Ok(guard::Handback::Text(text)) => line(&text),
            Ok(guard::Handback::Argv(argv)) => line(&argv.join(&b' ')),
            _ => String::new(),
        };
        lines.push(format!("  runs as  {text}"));
    }
    if !finding.shells.is_empty() {
        lines.push(format!("  shells   {}", finding.shells.join(", ")));
    }
    lines.extend(depends_on(&finding.depends_on));
    lines
}

/// What a finding depends on, one line each.
pub(crate) fn depends_on(all: &[Dependence]) -> impl Iterator<Item = String> {
    all.iter().map(|Dependence { id, text }| {
        let (id, text) = (line(id.as_bytes()), line(text.as_bytes()));
        format!("  depends  on {id} (in the sandbox: {text})")
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_that_moves_a_cursor_reaches_the_terminal() {
        let line = super::line(b"echo \x1b[31m\x07\r\n\xff\xe2\x80\xae done");
        assert!(!line.chars().any(char::is_control), "{line:?}");
        assert!(line.starts_with("echo ") && line.ends_with("done"), "{line}");
    }
}
