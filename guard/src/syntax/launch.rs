//! What a command runs besides itself: other commands, and texts that are read as commands.

use super::tree::{Script, Simple, Span, Word};
use super::visit::{Unknown, UnknownKind};

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
    Unknown(Unknown),
}

/// What the command of these words runs. `simple` and `script` hold it, for its redirections.
pub fn inner<'a>(words: &'a [Word], simple: &Simple, script: &Script) -> Vec<Inner<'a>> {
    let _ = (simple, script);
    let mut inner = Vec::new();
    let Some((first, arguments)) = words.split_first() else { return inner };
    let Some(name) = first.fixed() else {
        inner.push(Inner::Unknown(Unknown { kind: UnknownKind::Name, span: first.span }));
        if first.may_vanish() && !arguments.is_empty() {
            inner.push(Inner::Command { words: arguments, open_ended: false });
        }
        return inner;
    };
    match name.as_slice() {
        b"command" | b"exec" => {
            let skip = arguments
                .iter()
                .position(|word| word.fixed().is_none_or(|text| text.first() != Some(&b'-')));
            if let Some(words) = skip.and_then(|skip| arguments.get(skip..)) {
                inner.push(Inner::Command { words, open_ended: false });
            }
        }
        b"eval" => inner.extend(joined(arguments)),
        b"trap" => {
            if let Some(word) = arguments.first() {
                inner.extend(joined(std::slice::from_ref(word)));
            }
        }
        _ => {}
    }
    inner
}

/// The text of words with blanks between them.
fn joined<'a>(words: &[Word]) -> Option<Inner<'a>> {
    let (first, last) = (words.first()?, words.last()?);
    let span = Span { start: first.span.start, end: last.span.end };
    let mut text = Vec::new();
    for word in words {
        let Some(value) = word.fixed() else {
            return Some(Inner::Unknown(Unknown { kind: UnknownKind::Text, span }));
        };
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(&value);
    }
    Some(Inner::Text { text, span })
}
