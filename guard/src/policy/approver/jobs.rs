//! Jobs by their numbers.
//!
//! For zsh a group behind `&&` is a job itself, so that the first job of a script is number 2 in the
//! handback, and "the job before" is the group.

use crate::syntax::Word;
use crate::syntax::launch::head;

/// The first operand that names a job by its number, or as the one before the current one, where the
/// command takes jobs: `kill %1`, `wait %-`. `%%`, `%+` and `%name` mean the same in a group. What the line
/// does not fix behind the sign may be a number.
pub(super) fn numbered<'a>(name: &[u8], arguments: &'a [Word]) -> Option<&'a Word> {
    let takes_jobs = matches!(name, b"kill" | b"wait" | b"fg" | b"bg" | b"disown" | b"jobs");
    let mut arguments = takes_jobs.then_some(arguments)?.iter();
    arguments.find(|word| match word.fixed() {
        Some(text) => matches!(text.as_ref(), [b'%', b'0'..=b'9' | b'-', ..]),
        None => matches!(head(word).as_slice(), [b'%'] | [b'%', b'0'..=b'9' | b'-', ..]),
    })
}
