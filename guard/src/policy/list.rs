//! The fixed lists of commands that `docs_only` and its older form know.
//!
//! A list is matched against the trimmed text as a whole. Three aspects of the text decide, and
//! together they say exactly "the text is one of the forms, with runs of separators between its
//! words": which words stand in front of the first byte that is not plain, what separates them,
//! and whether anything follows them.

use super::text::{first_char, js_space, trim};

/// One accepted command, word by word.
pub(crate) type Form = &'static [&'static [u8]];

/// The forms of the docs-only list.
pub(crate) const DOCS_ONLY: [Form; 3] =
    [&[b"pwd"], &[b"git", b"rev-parse", b"HEAD"], &[b"git", b"--no-pager", b"rev-parse", b"HEAD"]];

/// The forms of the ignore list.
pub(crate) const IGNORE: [Form; 5] = [
    &[b"pwd"],
    &[b"git", b"rev-parse", b"HEAD"],
    &[b"git", b"--no-pager", b"rev-parse", b"HEAD"],
    &[b"rm", b"-f", b"openwiki/_plan.md"],
    &[b"rm", b"-f", b"./openwiki/_plan.md"],
];

/// The aspects of a text that a list decides by.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    /// The trimmed text.
    pub(crate) text: &'a [u8],
    /// Its words, up to the first byte that is neither plain nor whitespace.
    words: Vec<&'a [u8]>,
    /// Whether something else than SPACE and TAB stands between, or after, those words.
    pub(crate) odd_separator: bool,
    /// Whether something stands after those words.
    pub(crate) tail: bool,
}

/// A byte that no shell reads as anything but itself in the middle of a word.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/')
}

impl<'a> Reading<'a> {
    /// Reads a script.
    pub(crate) fn new(script: &'a [u8]) -> Self {
        let text = trim(script, js_space);
        let mut reading = Self { text, words: Vec::new(), odd_separator: false, tail: false };
        let mut rest = text;
        while !rest.is_empty() {
            let plain = rest.iter().position(|&byte| !is_plain(byte)).unwrap_or(rest.len());
            if plain > 0 {
                let (word, after) = rest.split_at(plain);
                reading.words.push(word);
                rest = after;
                continue;
            }
            match first_char(rest) {
                Some((c, len)) if js_space(c) => {
                    reading.odd_separator |= !matches!(c, ' ' | '\t');
                    rest = &rest[len..];
                }
                _ => {
                    reading.tail = true;
                    break;
                }
            }
        }
        reading
    }

    /// Whether the words are those of one of the forms.
    pub(crate) fn is_one_of(&self, forms: &[Form]) -> bool {
        forms.iter().any(|form| self.words == *form)
    }
}
