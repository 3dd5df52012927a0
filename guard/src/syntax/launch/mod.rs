//! What a command runs besides itself: other commands, and texts that are read as commands.
//!
//! Where an option is not known, its next word may be its value or the command, and both are
//! given: a reading too many can only make a guard stricter.

mod git;
mod options;
mod shell;
mod wrapper;

pub(crate) use git::{config_settings, runs_value as runs_setting};
pub(crate) use options::{head, make_variable, takes_commands, takes_value};
pub(crate) use shell::{is_harmless_option, is_shell};
pub(crate) use wrapper::is_wrapper;

use std::borrow::Cow;

use super::tree::{PartKind, Script, Simple, Span, Word};
use super::visit::UnknownKind;

/// Something that a command runs.
#[derive(Clone, Debug)]
pub enum Inner<'a> {
    /// Some of its operands are a command.
    Command {
        /// The name and arguments.
        words: &'a [Word],
        /// More words that the script does not fix may follow.
        open_ended: bool,
    },
    /// A text that is read as commands.
    Text {
        /// The text.
        text: Vec<u8>,
        /// The words that it comes from.
        span: Span,
    },
    /// Something that the script does not fix.
    Unknown(UnknownKind, Span),
}

/// What the command of these words runs. `simple` and `script` hold it, for its redirections.
pub fn inner<'a>(words: &'a [Word], simple: &Simple, script: &Script) -> Vec<Inner<'a>> {
    let mut inner = Vec::new();
    let Some((first, arguments)) = words.split_first() else { return inner };
    let Some(name) = first.fixed() else {
        inner.push(Inner::Unknown(UnknownKind::Name, first.span));
        if first.may_vanish() && !arguments.is_empty() {
            inner.push(Inner::Command { words: arguments, open_ended: false });
        }
        return inner;
    };
    match name.as_ref() {
        b"command" | b"exec" => inner.extend(after_options(arguments)),
        b"eval" => {
            let arguments = without_dashes(arguments);
            inner.extend(text_of(arguments));
        }
        b"trap" => {
            let arguments = without_dashes(arguments);
            // With one operand it is a signal, which is no command.
            if let [action, _, ..] = arguments {
                inner.extend(text_of(std::slice::from_ref(action)));
            }
        }
        b"." | b"source" => {
            let span = arguments.first().map_or(first.span, |word| word.span);
            inner.push(Inner::Unknown(UnknownKind::File, span));
        }
        _ => {
            let base = base_name(&name);
            match base.as_ref() {
                b"find" => find(arguments, &mut inner),
                b"fd" | b"fdfind" => fd(arguments, &mut inner),
                b"git" => git::inner(words, &mut inner),
                base if shell::is_shell(base) => {
                    shell::inner(base, arguments, first.span, simple, script, &mut inner);
                }
                base => {
                    options::inner(base, arguments, &mut inner);
                    wrapper::inner(base, arguments, &mut inner);
                }
            }
        }
    }
    inner
}

/// The last component of a program's name, in lower case: what decides which program it is.
pub fn base_name(name: &[u8]) -> Cow<'_, [u8]> {
    let base = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    match base.iter().any(u8::is_ascii_uppercase) {
        true => Cow::Owned(base.to_ascii_lowercase()),
        false => Cow::Borrowed(base),
    }
}

/// The command behind the options of `command` and `exec`; none where it is only looked up.
fn after_options(arguments: &[Word]) -> Option<Inner<'_>> {
    for (at, word) in arguments.iter().enumerate() {
        match word.fixed() {
            Some(text) if text.as_ref() == b"--" => {
                let words = arguments.get(at + 1..).filter(|words| !words.is_empty())?;
                return Some(Inner::Command { words, open_ended: false });
            }
            Some(text) if text.first() == Some(&b'-') && text.len() > 1 => {
                if text.iter().any(|byte| b"vV".contains(byte)) {
                    return None;
                }
            }
            _ => {
                let words = arguments.get(at..)?;
                return Some(Inner::Command { words, open_ended: false });
            }
        }
    }
    None
}

/// The operands behind a `--`.
fn without_dashes(arguments: &[Word]) -> &[Word] {
    match arguments.split_first() {
        Some((first, rest)) if first.bare() == Some(b"--") => rest,
        _ => arguments,
    }
}

/// The text of words with blanks between them.
fn text_of<'a>(words: &[Word]) -> Option<Inner<'a>> {
    let span = span_of(words)?;
    let mut text = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let Some(value) = word.fixed() else {
            return Some(Inner::Unknown(UnknownKind::Text, span));
        };
        if index > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(&value);
    }
    Some(Inner::Text { text, span })
}

/// From the first to the last of some words.
fn span_of(words: &[Word]) -> Option<Span> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Span { start: first.span.start, end: last.span.end })
}

/// The commands behind `-exec` and its kind, up to `;` or `+`. A `{}` in them stands for what
/// is found.
fn find<'a>(arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let Some(flag) = first.fixed() else {
            // It may be an action itself.
            let plain = match first.parts.first().map(|part| &part.kind) {
                Some(PartKind::Text(text)) => text.first() != Some(&b'-'),
                _ => false,
            };
            if first.may_split() && !plain {
                inner.push(Inner::Unknown(UnknownKind::Name, first.span));
            }
            continue;
        };
        if !matches!(flag.as_ref(), b"-exec" | b"-execdir" | b"-ok" | b"-okdir") {
            continue;
        }
        let ends =
            |word: &Word| word.fixed().is_some_and(|text| matches!(text.as_ref(), b";" | b"+"));
        let length = after.iter().position(ends).unwrap_or(after.len());
        if let Some(words) = after.get(..length).filter(|words| !words.is_empty()) {
            inner.push(Inner::Command { words, open_ended: false });
        }
        rest = after.get(length..).unwrap_or_default();
    }
}

/// How many commands of one fd are looked at.
const MAX_ACTIONS: usize = 64;

/// The commands behind `-x` and `-X` of fd, up to `;`.
fn fd<'a>(arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    // Where the next `;` is, so that it is looked for only once.
    let mut end = 0;
    for (at, word) in arguments.iter().enumerate() {
        let Some(flag) = word.fixed() else { continue };
        let long = flag.starts_with(b"--exec");
        let short = flag.first() == Some(&b'-')
            && flag.get(1) != Some(&b'-')
            && flag.iter().any(|byte| b"xX".contains(byte));
        if long || short {
            // What an action runs may hold others, and each is taken up to the same end.
            if inner.len() >= MAX_ACTIONS {
                inner.push(Inner::Unknown(UnknownKind::Name, word.span));
                return;
            }
            if end <= at {
                let after = arguments.get(at + 1..).unwrap_or_default();
                let ends = |word: &Word| word.fixed().is_some_and(|text| text.as_ref() == b";");
                end = at + 1 + after.iter().position(ends).unwrap_or(after.len());
            }
            if let Some(words) = arguments.get(at + 1..end).filter(|words| !words.is_empty()) {
                inner.push(Inner::Command { words, open_ended: true });
            }
            // `--exec=CMD` and `-xCMD`
            if let Some(at) = flag.iter().position(|&byte| byte == b'=') {
                let text = flag.get(at + 1..).unwrap_or_default().to_vec();
                inner.push(Inner::Text { text, span: word.span });
            }
        }
    }
}
