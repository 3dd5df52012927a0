//! Reading a case file.

use std::collections::BTreeMap;
use std::path::Path;

use oracle::{Bytes, Delivery, EffectKind, ShellName};

use super::body::{self, Form};
use super::error::{CaseError, Problem};
use super::line::{
    Decision, Differs, EffectLine, Exit, ExitLine, ExpectLine, OutputLine, ProgramLine, Shells,
    Stream,
};
use super::pattern::Pattern;
use super::{Case, CaseKind, DEFAULT_SHELLS, DEFAULT_WORLD, MAX_TIMEOUT_S, Status, value};

/// Every key, in the order in which they are written, and whether it may stand more than once.
pub(crate) const KEYS: [(&str, bool); 21] = [
    ("id", false),
    ("about", false),
    ("class", false),
    ("kind", false),
    ("origin", false),
    ("status", false),
    ("world", false),
    ("setup", true),
    ("env", true),
    ("delivery", false),
    ("timeout", false),
    ("shells", false),
    ("effect", true),
    ("exit", true),
    ("output", true),
    ("program", true),
    ("expect", true),
    ("differs", true),
    ("skip", false),
    ("racy", false),
    ("body", false),
];

/// The header of a file: for each key its values with their lines.
struct Header<'a> {
    values: BTreeMap<&'static str, Vec<(usize, &'a str)>>,
    end_line: usize,
}

impl<'a> Header<'a> {
    fn all(&self, key: &str) -> &[(usize, &'a str)] {
        self.values.get(key).map_or(&[], Vec::as_slice)
    }

    fn one(&self, key: &str) -> Option<(usize, &'a str)> {
        self.all(key).first().copied()
    }

    /// The line of the `index`th value of a key, or the end of the header.
    fn line(&self, key: &str, index: usize) -> usize {
        let lines = self.all(key);
        lines.get(index).or(lines.first()).map_or(self.end_line, |(line, _)| *line)
    }
}

type At<T> = Result<T, (usize, Problem)>;

impl Case {
    /// Reads a case. `file` is the name for errors; that the id is the file's name is checked
    /// where cases are loaded, see [`crate::suite`].
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, CaseError> {
        parse(bytes).map_err(|(line, problem)| CaseError { file: file.to_owned(), line, problem })
    }
}

fn parse(bytes: &[u8]) -> At<Case> {
    let (header, rest) = split(bytes)?;
    let case = Case {
        id: text(&header, "id")?,
        about: text(&header, "about")?,
        class: text(&header, "class")?,
        kind: required(&header, "kind", kind)?,
        origin: text(&header, "origin")?,
        status: optional(&header, "status", status)?.unwrap_or_default(),
        world: match header.one("world") {
            None => DEFAULT_WORLD.to_owned(),
            Some(_) => text(&header, "world")?,
        },
        setup: setup(&header)?,
        env: many(&header, "env", env)?,
        delivery: optional(&header, "delivery", delivery)?.unwrap_or_default(),
        timeout: optional(&header, "timeout", timeout)?,
        shells: match optional(&header, "shells", |value| shell_list("shells", value))? {
            None => DEFAULT_SHELLS.into_iter().collect(),
            Some(shells) => shells.0,
        },
        effects: many(&header, "effect", effect)?,
        exits: many(&header, "exit", exit)?,
        outputs: many(&header, "output", output)?,
        programs: many(&header, "program", program)?,
        expects: many(&header, "expect", expect)?,
        differs: many(&header, "differs", differs)?,
        skip: optional(&header, "skip", |value| utf8("skip", value))?,
        racy: optional(&header, "racy", |value| utf8("racy", value))?,
        body: {
            let form = optional(&header, "body", form)?.unwrap_or_default();
            body::decode(form, rest).map_err(|problem| (header.end_line + 1, problem.into()))?
        },
    };
    case.check().map_err(|fault| (header.line(fault.key, fault.index), fault.problem))?;
    Ok(case)
}

/// Splits a file into its header and its body.
fn split(bytes: &[u8]) -> At<(Header<'_>, &[u8])> {
    let mut header = Header { values: BTreeMap::new(), end_line: 0 };
    let mut rest = bytes;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let (line, after) = match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => (rest.get(..end), rest.get(end + 1..)),
            None => (Some(rest), None),
        };
        let (line, after) = (line.unwrap_or_default(), after.unwrap_or_default());
        let line = std::str::from_utf8(line).map_err(|_| (number, Problem::NotUtf8))?;
        if line == "#@ ---" {
            header.end_line = number;
            return Ok((header, after));
        }
        if let Some(control) = line.chars().find(|c| c.is_control()) {
            return Err((number, Problem::Control(u32::from(control))));
        }
        let field = line.strip_prefix("#@ ").ok_or((number, Problem::NotHeader))?;
        let (name, value) = match field.split_once(": ") {
            Some(pair) => pair,
            None => match field.strip_suffix(':') {
                Some(name) => (name, ""),
                None => return Err((number, Problem::NotHeader)),
            },
        };
        let Some((key, repeats)) = KEYS.into_iter().find(|(key, _)| *key == name) else {
            return Err((number, Problem::UnknownKey(name.to_owned())));
        };
        let values = header.values.entry(key).or_default();
        if !values.is_empty() && !repeats {
            return Err((number, Problem::Twice(key)));
        }
        values.push((number, value));
        rest = after;
    }
    Err((number.max(1), Problem::NoEnd))
}

fn required<T>(
    header: &Header<'_>,
    key: &'static str,
    read: impl Fn(&str) -> Result<T, Problem>,
) -> At<T> {
    optional(header, key, read)?.ok_or((header.end_line, Problem::Missing(key)))
}

fn optional<T>(
    header: &Header<'_>,
    key: &'static str,
    read: impl Fn(&str) -> Result<T, Problem>,
) -> At<Option<T>> {
    match header.one(key) {
        None => Ok(None),
        Some((line, value)) => read(value).map(Some).map_err(|problem| (line, problem)),
    }
}

fn many<T>(
    header: &Header<'_>,
    key: &'static str,
    read: impl Fn(&str) -> Result<T, Problem>,
) -> At<Vec<T>> {
    header
        .all(key)
        .iter()
        .map(|(line, value)| read(value).map_err(|problem| (*line, problem)))
        .collect()
}

fn text(header: &Header<'_>, key: &'static str) -> At<String> {
    required(header, key, |value| utf8(key, value))
}

fn bytes(key: &'static str, value: &str) -> Result<Bytes, Problem> {
    value::read(value).map_err(|problem| Problem::Value { key, problem })
}

fn utf8(key: &'static str, value: &str) -> Result<String, Problem> {
    String::from_utf8(bytes(key, value)?).map_err(|_| Problem::TextNotUtf8(key))
}

fn unknown(key: &'static str, word: &str, known: impl Into<String>) -> Problem {
    Problem::UnknownWord { key, word: word.to_owned(), known: known.into() }
}

fn names<T>(all: impl IntoIterator<Item = T>, name: impl Fn(T) -> &'static str) -> String {
    all.into_iter().map(name).collect::<Vec<_>>().join(", ")
}

fn kind(value: &str) -> Result<CaseKind, Problem> {
    CaseKind::from_name(value)
        .ok_or_else(|| unknown("kind", value, names(CaseKind::ALL, CaseKind::name)))
}

fn status(value: &str) -> Result<Status, Problem> {
    [Status::Fixed, Status::Known]
        .into_iter()
        .find(|status| status.name() == value)
        .ok_or_else(|| unknown("status", value, Status::KNOWN))
}

fn delivery(value: &str) -> Result<Delivery, Problem> {
    Delivery::ALL
        .into_iter()
        .find(|delivery| delivery.name() == value)
        .ok_or_else(|| unknown("delivery", value, names(Delivery::ALL, Delivery::name)))
}

fn form(value: &str) -> Result<Form, Problem> {
    Form::from_name(value).ok_or_else(|| unknown("body", value, "base64, no-final-newline"))
}

fn timeout(value: &str) -> Result<u32, Problem> {
    let digits = value.strip_suffix('s').ok_or(Problem::Timeout)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Problem::Timeout);
    }
    let seconds = digits.parse().map_err(|_| Problem::Timeout)?;
    if (1..=MAX_TIMEOUT_S).contains(&seconds) { Ok(seconds) } else { Err(Problem::Timeout) }
}

/// A setup is one line of the script per header line.
fn setup(header: &Header<'_>) -> At<Option<Bytes>> {
    let lines = many(header, "setup", |value| bytes("setup", value))?;
    Ok((!lines.is_empty()).then(|| lines.join(&b'\n')))
}

fn env(value: &str) -> Result<(Bytes, Bytes), Problem> {
    let pair = bytes("env", value)?;
    let at = pair.iter().position(|byte| *byte == b'=').ok_or(Problem::Env)?;
    let (name, value) = pair.split_at(at);
    Ok((name.to_vec(), value.get(1..).unwrap_or_default().to_vec()))
}

fn shell(key: &'static str, word: &str) -> Result<ShellName, Problem> {
    super::shell_from_name(word)
        .ok_or_else(|| unknown(key, word, names(ShellName::ALL, ShellName::name)))
}

/// Names of shells, between blanks or commas.
fn shell_list(key: &'static str, list: &str) -> Result<Shells, Problem> {
    let mut shells = Shells::default();
    for word in list.split([' ', ',']).filter(|word| !word.is_empty()) {
        let shell = shell(key, word)?;
        if !shells.0.insert(shell) {
            return Err(Problem::ShellTwice { key, shell: shell.name() });
        }
    }
    if shells.is_all() { Err(Problem::ShellsEmpty(key)) } else { Ok(shells) }
}

/// The `[shells] ` at the start of a line, if there is one.
fn shells<'a>(key: &'static str, value: &'a str) -> Result<(Shells, &'a str), Problem> {
    let Some(list) = value.strip_prefix('[') else { return Ok((Shells::all(), value)) };
    let (list, rest) = list.split_once(']').ok_or(Problem::ShellsOpen(key))?;
    Ok((shell_list(key, list)?, rest.strip_prefix(' ').unwrap_or(rest)))
}

const EFFECT_FORM: Problem =
    Problem::Form { key: "effect", form: "[shells] [undone] KIND [like] PATH" };
const RENAME_FORM: Problem =
    Problem::Form { key: "effect", form: "[shells] [undone] rename [like] FROM -> [like] PATH" };

fn effect(value: &str) -> Result<EffectLine, Problem> {
    let (shells, rest) = shells("effect", value)?;
    let (undone, rest) = match rest.strip_prefix("undone ") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let kind = EffectKind::ALL
        .into_iter()
        .find(|kind| kind.name() == word)
        .ok_or_else(|| unknown("effect", word, names(EffectKind::ALL, EffectKind::name)))?;
    if rest.is_empty() {
        return Err(EFFECT_FORM);
    }
    let (from, rest) = if kind == EffectKind::Rename {
        let (from, rest) = rename_source(rest)?;
        (Some(from), rest)
    } else {
        (None, rest)
    };
    Ok(EffectLine { shells, undone, kind, from, path: pattern(rest)? })
}

fn pattern(value: &str) -> Result<Pattern, Problem> {
    match value.strip_prefix("like ") {
        Some(pattern) => Ok(Pattern::Like(bytes("effect", pattern)?)),
        None => Ok(Pattern::Exact(bytes("effect", value)?)),
    }
}

/// The source of a rename, and what follows its arrow.
fn rename_source(value: &str) -> Result<(Pattern, &str), Problem> {
    let (like, name) = match value.strip_prefix("like ") {
        Some(name) => (true, name),
        None => (false, value),
    };
    let (name, rest) = if name.starts_with('"') {
        let (name, rest) = value::read_quoted(name)
            .map_err(|problem| Problem::Value { key: "effect", problem })?;
        (name, rest.strip_prefix(" -> ").ok_or(RENAME_FORM)?)
    } else {
        let (name, rest) = name.split_once(" -> ").ok_or(RENAME_FORM)?;
        (bytes("effect", name)?, rest)
    };
    Ok((if like { Pattern::Like(name) } else { Pattern::Exact(name) }, rest))
}

fn exit(value: &str) -> Result<ExitLine, Problem> {
    const FORM: Problem =
        Problem::Form { key: "exit", form: "[shells] N, signal N or timeout (N from 0 to 255)" };
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|_| plain).ok_or(FORM)
    };
    let (shells, rest) = shells("exit", value)?;
    let exit = match (rest, rest.strip_prefix("signal ")) {
        ("timeout", _) => Exit::Timeout,
        (_, Some(signal)) => Exit::Signal(number(signal)?),
        (status, None) => Exit::Status(number(status)?),
    };
    Ok(ExitLine { shells, exit })
}

fn output(value: &str) -> Result<OutputLine, Problem> {
    const FORM: Problem =
        Problem::Form { key: "output", form: "[shells] [stdout|stderr] contains|lacks TEXT" };
    let (shells, rest) = shells("output", value)?;
    let (stream, rest) = if let Some(rest) = rest.strip_prefix("stdout ") {
        (Stream::Stdout, rest)
    } else if let Some(rest) = rest.strip_prefix("stderr ") {
        (Stream::Stderr, rest)
    } else {
        (Stream::Both, rest)
    };
    let (lacks, text) = match rest.split_once(' ') {
        Some(("contains", text)) => (false, text),
        Some(("lacks", text)) => (true, text),
        _ => return Err(FORM),
    };
    Ok(OutputLine { shells, stream, lacks, text: bytes("output", text)? })
}

fn program(value: &str) -> Result<ProgramLine, Problem> {
    let (shells, rest) = shells("program", value)?;
    Ok(ProgramLine { shells, name: bytes("program", rest)? })
}

fn expect(value: &str) -> Result<ExpectLine, Problem> {
    const FORM: Problem =
        Problem::Form { key: "expect", form: "[shells] GUARD allow|ask|deny [id]" };
    let (shells, rest) = shells("expect", value)?;
    let words: Vec<_> = rest.split(' ').collect();
    let (guard, decision, rule) = match words.as_slice() {
        [guard, decision] => (*guard, *decision, None),
        [guard, decision, rule] => (*guard, *decision, Some(*rule)),
        _ => return Err(FORM),
    };
    let decision = Decision::ALL
        .into_iter()
        .find(|d| d.name() == decision)
        .ok_or_else(|| unknown("expect", decision, names(Decision::ALL, Decision::name)))?;
    if guard.is_empty() || rule == Some("") {
        return Err(FORM);
    }
    Ok(ExpectLine { shells, guard: guard.to_owned(), decision, rule: rule.map(str::to_owned) })
}

fn differs(value: &str) -> Result<Differs, Problem> {
    let (list, reason) = value.split_once(" — ").ok_or(Problem::DiffersWithoutReason)?;
    if reason.trim().is_empty() {
        return Err(Problem::DiffersWithoutReason);
    }
    Ok(Differs { shells: shell_list("differs", list)?.0, reason: utf8("differs", reason)? })
}
