//! Programs of awk, read as far as it takes to see whether they start others.

use super::inserted::{HOLE, NUMBER};

/// Whether a program may start others. What the line does not fix in it may be empty, so that what stands
/// around it joins.
pub(super) fn may_start(program: &[u8]) -> bool {
    let starts = |program: &[u8]| starts(program) || calls_by_name(program);
    let is_open = |byte: &u8| matches!(*byte, HOLE | NUMBER);
    starts(program)
        || program.iter().any(is_open) && {
            let joined: Vec<u8> = program.iter().copied().filter(|byte| !is_open(byte)).collect();
            starts(&joined)
        }
}

/// Whether a text has what starts programs in awk, or reads code from elsewhere.
pub(super) fn starts(text: &[u8]) -> bool {
    let named = [&b"system"[..], b"getline", b"-i", b"@load", b"@include"]
        .iter()
        .any(|call| text.windows(call.len()).any(|window| window == *call));
    // `||` is no pipe.
    named || text.split(|byte| *byte != b'|').any(|bars| !matches!(bars.len(), 0 | 2))
}

/// Whether a program has `@` in code, where it calls a function by a name that is computed.
///
/// `@/…/` is a regular expression. Where it is not certain what is code, each other `@` counts.
fn calls_by_name(program: &[u8]) -> bool {
    let mut certain = true;
    // An `@` in what was taken for a string, a regular expression or a comment.
    let mut hidden = false;
    // Whether a value stands before, so that `/` divides.
    let mut value = false;
    let mut rest = program;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'@' if rest.first() != Some(&b'/') => return true,
            b'"' => {
                let (text, after, closed) = quoted(rest, b'"');
                hidden |= text.contains(&b'@');
                certain &= closed;
                rest = after;
                value = true;
            }
            b'/' if !value => {
                let (text, after, closed) = quoted(rest, b'/');
                hidden |= text.contains(&b'@');
                // In brackets awks differ in whether `/` ends the expression.
                certain &= closed && !text.contains(&b'[');
                rest = after;
                value = true;
            }
            b'/' => value = false,
            b'#' => {
                let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                let (text, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                hidden |= text.contains(&b'@');
                rest = after;
                value = false;
            }
            b' ' | b'\t' => {}
            byte if is_name(*byte) => {
                let end = rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len());
                let (name, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
                let number = is_number(byte) && name.iter().all(is_number);
                rest = after;
                value = true;
                certain &= number || !divides_or_not(rest);
            }
            b')' | b'+' | b'-' => {
                value = *byte == b')';
                certain &= !divides_or_not(rest);
            }
            byte => value = *byte == b']',
        }
    }
    hidden && !certain
}

fn is_name(byte: u8) -> bool {
    // What the line does not fix is taken for a name.
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | HOLE | NUMBER)
}

/// Whether a `/` is next: behind a name it divides, and behind a keyword it begins an expression.
fn divides_or_not(rest: &[u8]) -> bool {
    rest.trim_ascii_start().first() == Some(&b'/')
}

/// The text up to a closing byte, what is behind it, and whether it is closed on its line.
fn quoted(rest: &[u8], close: u8) -> (&[u8], &[u8], bool) {
    let mut escaped = false;
    let end = rest.iter().position(|byte| {
        let ends = *byte == close && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    let Some((text, after)) = end.and_then(|end| rest.split_at_checked(end)) else {
        return (rest, &[], false);
    };
    (text, after.get(1..).unwrap_or_default(), !text.contains(&b'\n'))
}
