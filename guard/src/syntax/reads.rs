//! What the words of the builtin `read` are to the shells.
//!
//! The shells do not agree on which options take a value, so a word is a value only where none of
//! them takes it for the name of a variable. Such a name may have a subscript, in which
//! substitutions run.

use super::tree::Word;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A variable that is set.
    Name,
    /// What some shell evaluates, as zsh does a time, or takes for the name of a variable, as zsh
    /// does what stands behind `-n`.
    Number,
    /// A prompt or a delimiter.
    Text,
}

/// Options with a value that is text. zsh's `-p` has none, but fails without a coprocess.
const TEXTS: &[u8] = b"pd";

/// Options with a value that some shell evaluates.
const NUMBERS: &[u8] = b"tnNkui";

/// Options with a name as their value.
const NAMES: &[u8] = b"a";

/// The words of `read` that are no plain options, with what they are.
pub(super) fn words(arguments: &[Word]) -> impl Iterator<Item = (Role, &Word)> {
    let mut next = None;
    let mut ended = false;
    arguments.iter().filter_map(move |word| {
        if let Some(role) = next.take() {
            // Text that falls apart brings in other words.
            let apart = role == Role::Text && word.may_split();
            return Some((if apart { Role::Name } else { role }, word));
        }
        let option = word.fixed().filter(|text| !ended && text.len() > 1 && text.starts_with(b"-"));
        let Some(option) = option else {
            ended |= word.fixed().is_some();
            return Some((Role::Name, word));
        };
        if option.as_ref() == b"--" {
            ended = true;
            return None;
        }
        // The first option with a value takes what is left of the word, or the next one.
        let (at, role) = option.iter().enumerate().skip(1).find_map(|(at, letter)| {
            let kinds = [(TEXTS, Role::Text), (NUMBERS, Role::Number), (NAMES, Role::Name)];
            let kind = kinds.into_iter().find(|(letters, _)| letters.contains(letter));
            kind.map(|(_, role)| (at, role))
        })?;
        if at + 1 == option.len() {
            next = Some(role);
            return None;
        }
        (role != Role::Text).then_some((role, word))
    })
}
