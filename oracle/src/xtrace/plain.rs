//! dash does not quote what it traces: `echo 'a b'` and `echo a b` give the same line.
//!
//! So a line is only taken where its words can be one thing: the argv of a program that was started, a
//! builtin or function with no word or one, or any line of a script that cannot make a word with a
//! space, a newline or nothing in it.

use oracle_worker::observation::CommandKind;
use oracle_worker::world::Bytes;

use super::Untraced;
use super::hidden;
use super::lines::Line;
use super::read::{Facts, Found};

/// The words of a dash line, without its assignments.
pub(super) fn words(line: &Line<'_>, facts: &mut Facts<'_>) -> Result<Found, Untraced> {
    let body = line.body;
    let Some(end) = memchr::memchr(b'\n', body) else {
        return Err(Untraced::Torn);
    };
    if body.first() == Some(&b'\n') {
        return Ok(Found::Nothing);
    }
    let first = body.get(..end).unwrap_or_default();
    if facts.plain_script {
        return Ok(Found::from_words(fields(first)));
    }
    if let Some(argv) = facts.take_joined(body) {
        return Ok(Found::Known(argv, CommandKind::Program));
    }
    for wrapper in [&b"command "[..], b"exec "] {
        let wrapped = body.strip_prefix(wrapper).and_then(|rest| facts.take_joined(rest));
        if let Some(mut argv) = wrapped {
            argv.insert(0, wrapper.trim_ascii_end().to_vec());
            return Ok(Found::Known(argv, CommandKind::Builtin));
        }
    }
    // What follows the newline may belong to a word.
    let open = body.len() > end + 1;
    let unsure = || Err(Untraced::Words(first.to_vec()));
    let mut words = first.split(|byte| *byte == b' ');
    let name = words.next().unwrap_or_default();
    let rest: Vec<&[u8]> = words.collect();
    if let Some(length) = assignment(name) {
        // `a=b c` is one assignment, or one and a command.
        let command = rest.iter().any(|word| facts.is_known(word));
        return if open || command || length == 0 { unsure() } else { Ok(Found::Nothing) };
    }
    if open || rest.len() > 1 {
        return unsure();
    }
    let argv: Vec<Bytes> = std::iter::once(name).chain(rest).map(<[u8]>::to_vec).collect();
    if argv.len() == 1 || facts.is_known(name) { Ok(Found::Words(argv)) } else { unsure() }
}

/// Words that surely have no spaces, after the assignments before them.
fn fields(line: &[u8]) -> Vec<Bytes> {
    line.split(|byte| *byte == b' ')
        .filter(|word| !word.is_empty())
        .skip_while(|word| assignment(word).is_some())
        .map(<[u8]>::to_vec)
        .collect()
}

/// The length of `NAME` where a word is `NAME=…`.
fn assignment(word: &[u8]) -> Option<usize> {
    let length = memchr::memchr(b'=', word)?;
    let name = word.get(..length)?;
    let named = name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    named.then_some(length)
}

/// Whether no word of a script can have a space, a newline or nothing in it: without quotes none is
/// made, unless by a file's name, by another `IFS`, or by text that is read as a script later.
pub(super) fn is_plain(script: &[u8]) -> bool {
    let words: [&[u8]; 5] = [b".", b"eval", b"alias", b"trap", b"fc"];
    !script.iter().any(|byte| b"'\"\\*?[".contains(byte))
        && memchr::memmem::find(script, b"IFS").is_none()
        && !words.iter().any(|word| hidden::has_word(script, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scripts() {
        for (script, expected) in [
            ("cd a b; x=1 ls $x `ls` $(ls) {a,b} ~", true),
            ("echo 'a'", false),
            ("echo a\\ b", false),
            ("rm *", false),
            ("IFS=: ls $x", false),
            (". ./f", false),
            ("eval $x", false),
            ("evaluate ./f a.b", true),
            ("", true),
        ] {
            assert_eq!(is_plain(script.as_bytes()), expected, "{script}");
        }
    }
}
