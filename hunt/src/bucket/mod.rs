//! Buckets: the signature by which two findings are the same bug.
//!
//! A *bucket* is made of meaning: the kind of finding, the clause, what was done and in which zone
//! (or the program that was started), the shells that show it, and the *shape* of the script: the
//! operators that it uses, or, where it uses none, the program that it names. It is stable text
//! such as `bypass/write/create/tree/bash+sh+zsh/newline`.

use std::collections::BTreeSet;

use corpora::FindingKind;
use oracle::{ShellName, Zone};

use crate::judge::{Breach, Broken, path};

mod shape;

pub use shape::Shape;

/// What a bucket says, part by part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The clause that was broken, where the kind has one.
    pub clause: Option<&'static str>,
    /// What happened: effect and zone, program, or the way in which the clause was broken.
    pub what: Vec<String>,
    /// The shells that show it, in the order of reports.
    pub shells: BTreeSet<ShellName>,
    /// The shape of the script.
    pub shape: Shape,
}

impl Signature {
    /// The signature of a broken clause.
    pub fn of_clause(
        kind: FindingKind,
        broken: &Broken,
        shells: BTreeSet<ShellName>,
        script: &[u8],
    ) -> Self {
        let what = what(&broken.breach);
        Self { kind, clause: Some(broken.clause), what, shells, shape: Shape::of(script) }
    }

    /// The signature of a finding that no clause is part of.
    pub fn of_kind(
        kind: FindingKind,
        what: Vec<String>,
        shells: BTreeSet<ShellName>,
        script: &[u8],
    ) -> Self {
        Self { kind, clause: None, what, shells, shape: Shape::of(script) }
    }

    /// The stable text.
    pub fn text(&self) -> String {
        let mut text = self.kind.name().to_owned();
        let shells: Vec<&str> = self.shells.iter().map(|shell| shell.name()).collect();
        let shape = self.shape.text();
        let parts = self
            .clause
            .into_iter()
            .chain(self.what.iter().map(String::as_str))
            .chain([shells.join("+")].iter().map(String::as_str).collect::<Vec<_>>())
            .chain([shape.as_str()])
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>();
        for part in parts {
            text.push('/');
            text.push_str(&part);
        }
        text
    }

    /// Whether a finding with this signature may be the same bug as one with `wider`, seen through
    /// a simpler script: the same thing happens, at least the same shells show it, and the script
    /// uses nothing that the other did not use.
    pub fn narrows(&self, wider: &Self) -> bool {
        self.kind == wider.kind
            && self.clause == wider.clause
            && self.what == wider.what
            && self.shells.is_superset(&wider.shells)
            && self.shape.within(&wider.shape)
    }
}

/// What happened, as parts of a bucket.
fn what(breach: &Breach) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(effect) = breach.effect {
        parts.push(effect.name().to_owned());
        if let Some(zone) = breach.zone {
            let mut class = zone_name(zone).to_owned();
            if breach.path.split(|byte| *byte == b'/').any(|part| part == b".git") {
                class.push_str(".git");
            }
            if breach.through_link {
                class.push_str(".link");
            }
            parts.push(class);
        }
    } else {
        if !breach.how.is_empty() && breach.how != "unlisted" {
            parts.push(breach.how.to_owned());
        }
        if !breach.name.is_empty() {
            parts.push(plain(&breach.name));
        }
    }
    parts
}

/// The stable name of a zone.
pub fn zone_name(zone: Zone) -> &'static str {
    match zone {
        Zone::Tree => "tree",
        Zone::Outside => "outside",
        Zone::Home => "home",
        Zone::Run => "run",
        Zone::Tmp => "tmp",
        Zone::System => "system",
    }
}

/// The length of a character at the start of `text` that some programs take for white space, or
/// do not show at all, and shells take for a letter.
fn blank(text: &[u8]) -> Option<usize> {
    let len = (1..=3).find(|len| {
        text.get(..*len).is_some_and(|bytes| {
            let mut chars = std::str::from_utf8(bytes).unwrap_or_default().chars();
            matches!((chars.next(), chars.next()), (Some(char), None) if is_blank(char))
        })
    })?;
    Some(len)
}

fn is_blank(char: char) -> bool {
    (char.is_whitespace() && !matches!(char, ' ' | '\t' | '\n'))
        || matches!(char, '\u{1c}'..='\u{1f}' | '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

/// A name as one part of a bucket. Odd white space is left out and told by `blank.` in front, so
/// that all kinds of it make one bucket; other bytes than letters, digits and `-_.@` are
/// percent-coded, and no more than 32 bytes are kept.
pub fn plain(name: &[u8]) -> String {
    let mut rest = path::name(name);
    let mut bare = Vec::new();
    while let Some(byte) = rest.first() {
        match blank(rest) {
            Some(len) => rest = &rest[len..],
            None => {
                bare.push(*byte);
                rest = &rest[1..];
            }
        }
    }
    let mut text = String::new();
    if bare.len() < path::name(name).len() {
        text.push_str("blank.");
    }
    for byte in bare.iter().take(32) {
        match byte {
            b'-' | b'_' | b'.' | b'@' => text.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
