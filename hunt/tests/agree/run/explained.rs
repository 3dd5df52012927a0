//! Differences from other parsers that running the script does not decide, and why.
//!
//! Each rule is a text that a parser is known to misread, and another way to write it. A difference
//! is explained where the reader reads both ways as one tree, the parser reads the other way as the
//! reader does, and every shell does the same for both.

use std::borrow::Cow;

use guard::syntax;
use hunt::agree::opinions::plain::List;
use hunt::agree::opinions::{Opinion, Peer, ask, differences, has_form, reader};

/// What a parser misreads.
struct Rule {
    peer: Peer,
    why: &'static str,
    /// The length of what is misread at the start of a text, and how it is written instead.
    instead: fn(&str) -> Option<Instead>,
}

type Instead = (usize, Cow<'static, str>);

const RULES: &[Rule] = &[
    Rule {
        peer: Peer::Brush,
        why: "a backslash at the end of a comment continues it",
        instead: |text| text.starts_with("\\\n").then_some((2, Cow::Borrowed("\n"))),
    },
    Rule {
        peer: Peer::Conch,
        why: "an exclamation mark that touches a word is taken for a negation",
        instead: |text| text.starts_with('!').then_some((1, Cow::Borrowed("'!'"))),
    },
    Rule {
        peer: Peer::Conch,
        why: "a carriage return or a blank of Unicode separates words",
        instead: |text| {
            let blank = text
                .chars()
                .next()
                .filter(|byte| byte.is_whitespace() && !matches!(byte, ' ' | '\t' | '\n'))?;
            Some((blank.len_utf8(), Cow::Owned(format!("'{blank}'"))))
        },
    },
    Rule {
        peer: Peer::Conch,
        why: "a continued line ends a word",
        instead: |text| text.starts_with("\\\n").then_some((2, Cow::Borrowed(""))),
    },
    Rule {
        peer: Peer::Conch,
        why: "the second dollar sign of `$$` starts another parameter",
        instead: |text| text.starts_with("$$").then_some((2, Cow::Borrowed("${$}"))),
    },
    Rule {
        peer: Peer::Conch,
        why: "a backslash before a double quote goes away in a here-document",
        instead: |text| text.starts_with("\\\"").then_some((2, Cow::Borrowed("\\\\\""))),
    },
    Rule {
        peer: Peer::Conch,
        why: "a dollar sign that stands for itself takes what follows it",
        instead: |text| text.starts_with('$').then_some((1, Cow::Borrowed("\\$"))),
    },
    Rule {
        peer: Peer::Conch,
        why: "digits at the end of a word are taken for a descriptor",
        instead: |text| {
            let digit = text.chars().next().filter(char::is_ascii_digit)?;
            let follows = text.get(1..).is_some_and(|text| text.starts_with(['<', '>']));
            follows.then(|| (1, Cow::Owned(format!("\\{digit}"))))
        },
    },
];

/// Why it is known that the reader is right though no run of `script` shows it; `None` where it is
/// not. `alike` says whether all shells do the same for two scripts.
pub(super) fn reason(
    peer: Peer,
    script: &[u8],
    own: &List,
    other: &Opinion,
    alike: &mut dyn FnMut(&[u8]) -> bool,
) -> Option<String> {
    let Opinion::Read(list) = other else { return None };
    // Arithmetic is a doubt of the reader's, so the text holds none.
    if peer == Peer::Brush && has_form(list, "((") {
        return Some("a subshell in a subshell is taken for arithmetic".to_owned());
    }
    let text = std::str::from_utf8(script).ok()?;
    let agrees = |text: &str| match ask(peer, text.as_bytes()) {
        Opinion::Read(list) => differences(own, &list).is_empty(),
        _ => false,
    };
    let rules = || RULES.iter().filter(|rule| rule.peer == peer);
    for rule in rules() {
        let written = rewrite(text, own, rule);
        if written != text && agrees(&written) {
            return alike(written.as_bytes()).then(|| rule.why.to_owned());
        }
    }
    let mut written = text.to_owned();
    let mut why = Vec::new();
    for rule in rules() {
        let next = rewrite(&written, own, rule);
        if next != written {
            why.push(rule.why);
            written = next;
        }
    }
    if written != text && agrees(&written) && alike(written.as_bytes()) {
        return Some(why.join(", and "));
    }
    // Where a blank cannot be quoted, another byte in its place shows that it is the blank.
    let other: String =
        text.chars().map(|byte| if is_odd_blank(byte) { '_' } else { byte }).collect();
    let reading = syntax::read(other.as_bytes());
    let own = reader::plain(&reading.script);
    let alike = match ask(peer, other.as_bytes()) {
        Opinion::Read(list) => reading.doubts.is_empty() && differences(&own, &list).is_empty(),
        _ => false,
    };
    (peer == Peer::Conch && other != text && alike).then(|| BLANK.to_owned())
}

const BLANK: &str = "a carriage return or a blank of Unicode separates words";

/// Whether conch-parser, and no shell, takes this for a blank.
fn is_odd_blank(byte: char) -> bool {
    byte.is_whitespace() && !matches!(byte, ' ' | '\t' | '\n')
}

/// The script with all that a rule names written in the other way, wherever that leaves the tree as
/// it is.
fn rewrite(script: &str, own: &List, rule: &Rule) -> String {
    let mut written = script.to_owned();
    let places: Vec<usize> = script.char_indices().map(|(at, _)| at).collect();
    for at in places.into_iter().rev() {
        let Some((length, instead)) = script.get(at..).and_then(rule.instead) else { continue };
        let mut next = written.clone();
        next.replace_range(at..at + length, &instead);
        let reading = syntax::read(next.as_bytes());
        let same = reading.doubts.is_empty()
            && differences(own, &reader::plain(&reading.script)).is_empty();
        if same {
            written = next;
        }
    }
    written
}
