//! Words that a launcher adds to a program whose options hold commands: `xargs tar cf x`, where the
//! words come to `--checkpoint-action=exec=…`.
//!
//! A word that may start with a dash may be such an option. It is none where it stands behind a `--`,
//! where it is the value of an option, or where `find` found it, which starts it with the start path.

use super::filled::Hole;
use crate::syntax::Word;
use crate::syntax::launch::{takes_commands, takes_value};

/// Whether words that are added to the program of this base name may be options that hold commands.
/// `open_ended` says that any number is added at the end, `hole` what is replaced in the words.
pub(super) fn may_be_options(
    base: &[u8],
    arguments: &[Word],
    open_ended: bool,
    hole: Option<&Hole>,
) -> bool {
    if !takes_commands(base) {
        return false;
    }
    let several = hole.is_none_or(|hole| hole.several);
    let dashed = hole.is_none_or(|hole| hole.dashed);
    for (at, word) in arguments.iter().enumerate() {
        let Some(offset) = hole.and_then(|hole| hole.place(word)) else { continue };
        let before = arguments.get(..at).unwrap_or_default();
        // `a/{}` starts with what the line fixes.
        let free = offset == 0 || word.fixed().is_none_or(|text| text.first() == Some(&b'-'));
        let value = !several && before.last().is_some_and(|word| is_option_before(base, word));
        if free
            && !value
            && (dashed || first_decides(base, at))
            && !behind_end(base, before, several)
        {
            return true;
        }
    }
    open_ended && !behind_end(base, arguments, true)
}

/// Whether this option of a program takes the next word for its value.
fn is_option_before(base: &[u8], word: &Word) -> bool {
    word.fixed().is_some_and(|text| takes_value(base, &text))
}

/// Whether the first operand is more than data: it may be the letters of tar, or a variable of make.
fn first_decides(base: &[u8], at: usize) -> bool {
    match base {
        b"tar" | b"gtar" | b"bsdtar" => at == 0,
        b"make" | b"gmake" => true,
        _ => false,
    }
}

/// Whether no word behind these can be an option of the program.
fn behind_end(base: &[u8], before: &[Word], several: bool) -> bool {
    match base {
        // Variables and options stand anywhere, whatever is before them.
        b"make" | b"gmake" | b"go" => false,
        // Behind the host there may be options again, behind the command there are none.
        b"ssh" | b"autossh" => behind_host(base, before) || !several && dashes(base, before),
        b"yarn" | b"pnpm" if behind_script(before) => true,
        _ => dashes(base, before),
    }
}

/// Whether yarn or pnpm is told before to run a script, to which belongs what stands behind it.
fn behind_script(before: &[Word]) -> bool {
    let [run, script, ..] = before else { return false };
    matches!(run.bare(), Some(b"run" | b"exec" | b"dlx"))
        && script.fixed().is_some_and(|text| !matches!(text.first(), Some(b'-' | b'+')))
}

/// Whether a host and a word of its command stand before.
fn behind_host(base: &[u8], before: &[Word]) -> bool {
    let mut operands = 0;
    let mut rest = before.iter();
    while let Some(word) = rest.next() {
        let Some(text) = word.fixed() else { return false };
        if text.first() != Some(&b'-') {
            operands += 1;
        } else if takes_value(base, &text) || text.ends_with(b"o") {
            rest.next();
        }
    }
    operands >= 2
}

/// Whether a `--` is among the words that ends the options: one that is no value.
fn dashes(base: &[u8], before: &[Word]) -> bool {
    before.iter().enumerate().any(|(at, word)| {
        let previous = at.checked_sub(1).and_then(|at| before.get(at));
        word.fixed().is_some_and(|text| text.as_ref() == b"--")
            && previous.is_none_or(|word| word.fixed().is_some_and(|text| is_whole(base, &text)))
    })
}

/// Whether a word does not take the next one for its value.
fn is_whole(base: &[u8], text: &[u8]) -> bool {
    let flags: &[u8] = match base {
        b"sort" => b"bcdfghinRrVzmsuCM",
        b"rg" => b"lLniwvFcosSUz0NupPxaHI",
        b"install" => b"bcCdDpsTv",
        b"zip" => b"rqjmuv0123456789",
        _ => b"",
    };
    match text {
        [b'-', b'-', ..] => text.contains(&b'='),
        [b'-', letters @ ..] if !letters.is_empty() => {
            letters.iter().all(|letter| flags.contains(letter))
        }
        _ => true,
    }
}

/// Whether a wrapper of this base name replaces a text in its command and adds nothing behind it.
pub(super) fn only_replaces(base: &[u8], arguments: &[Word], hole: Option<&Hole>) -> bool {
    // A later one of these takes the replacement back.
    let counts = |word: &Word| {
        word.fixed().is_none_or(|text| match text.as_ref() {
            [b'-', b'-', long @ ..] => long.starts_with(b"m"),
            [b'-', letters @ ..] => letters.iter().any(|letter| b"nLl".contains(letter)),
            _ => false,
        })
    };
    base == b"xargs" && hole.is_some_and(|hole| !hole.several) && !arguments.iter().any(counts)
}
