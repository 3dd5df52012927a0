//! Jobs by their numbers.
//!
//! For zsh a group behind `&&` is a job itself, so that the first job of a script is number 2 in the
//! handback, and "the job before" is the group.

use crate::syntax::Word;

/// The first operand that names a job by its number, or as the one before the current one, where the
/// command takes jobs: `kill %1`, `wait %-`. `%%`, `%+` and `%name` mean the same in a group.
pub(super) fn numbered<'a>(name: &[u8], arguments: &'a [Word]) -> Option<&'a Word> {
    let takes_jobs = matches!(name, b"kill" | b"wait" | b"fg" | b"bg" | b"disown" | b"jobs");
    let mut arguments = takes_jobs.then_some(arguments)?.iter();
    arguments.find(|word| word.fixed().is_some_and(|text| is_number(&text)))
}

/// Whether a word names a job by a number; as the name of a command it brings the job to the front.
pub(super) fn is_number(word: &[u8]) -> bool {
    matches!(word, [b'%', b'0'..=b'9' | b'-', ..])
}
