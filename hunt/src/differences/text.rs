//! What a text names, looked at byte by byte.
//!
//! No shell's grammar is followed here: a script inside a script's quotes counts like the rest, since an
//! inner shell may come to read it. What is only text is thus named too, now and then.

/// Whether a byte may stand in a name.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a byte may stand in a path, unless it is quoted.
fn is_path(byte: u8) -> bool {
    is_name(byte)
        || matches!(byte, b'/' | b'.' | b'-' | b'+' | b'~' | b'%' | b'@' | b'\\')
        || byte >= 0x80
}

/// Whether a byte stands between words.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' | b'`' | b'"' | b'\'')
}

/// The name that a text begins with.
fn name(text: &[u8]) -> &[u8] {
    let length = text.iter().position(|byte| !is_name(*byte)).unwrap_or(text.len());
    text.get(..length).unwrap_or_default()
}

/// The variables that are expanded: `$NAME`, `${NAME…}`, and in arithmetic every name.
pub(super) fn variables(text: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let after = |at: usize| text.get(at..).unwrap_or_default();
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'$' {
            let rest = after(at + 1);
            let rest = match rest.strip_prefix(b"{") {
                // Its length, or the variable that it names.
                Some(inner) => {
                    inner.strip_prefix(b"#").or_else(|| inner.strip_prefix(b"!")).unwrap_or(inner)
                }
                None => rest,
            };
            names.push(name(rest));
        }
    }
    let mut rest = text;
    while let Some(at) = rest.windows(2).position(|two| two == b"((") {
        let inside = rest.get(at + 2..).unwrap_or_default();
        let length = inside.windows(2).position(|two| two == b"))").unwrap_or(inside.len());
        let (sum, beyond) = inside.split_at(length);
        names.extend(sum.split(|byte| !is_name(*byte)));
        rest = beyond;
    }
    names.retain(|name| name.first().is_some_and(|byte| !byte.is_ascii_digit()));
    names
}

/// The words, without their quotes.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_between(*byte)).filter(|word| !word.is_empty())
}

/// The absolute paths, each as far as it is plain.
pub(super) fn paths(text: &[u8]) -> Vec<&[u8]> {
    let mut paths = Vec::new();
    let mut before = b' ';
    for (at, byte) in text.iter().enumerate() {
        // What follows an expansion goes on from it.
        if *byte == b'/' && !is_path(before) && !matches!(before, b'}' | b'$' | b'*' | b'?' | b']')
        {
            let rest = text.get(at..).unwrap_or_default();
            let length = rest.iter().position(|byte| !is_path(*byte)).unwrap_or(rest.len());
            paths.push(rest.get(..length).unwrap_or_default());
        }
        before = *byte;
    }
    paths
}

/// Whether the home folder is meant: by `~` at the start of a word, or by `cd` without one.
pub(super) fn names_home(text: &[u8]) -> bool {
    let mut before = b' ';
    for (at, byte) in text.iter().enumerate() {
        let rest = text.get(at + 1..).unwrap_or_default();
        let next = rest.first().copied().unwrap_or(b' ');
        let starts = is_between(before) && !matches!(before, b'"' | b'\'');
        // `=~` is an operator, and what follows `=` and `:` only where a variable is set.
        if *byte == b'~'
            && (starts || matches!(before, b'=' | b':'))
            && (next == b'/' || is_between(next))
        {
            let is_operator = before == b'=' && next.is_ascii_whitespace();
            if !is_operator {
                return true;
            }
        }
        if *byte == b'c' && is_between(before) && next == b'd' {
            let rest = rest.get(1..).unwrap_or_default();
            let beyond = rest.iter().find(|byte| !matches!(**byte, b' ' | b'\t')).copied();
            let ends = matches!(beyond, None | Some(b';' | b'&' | b'|' | b'\n' | b')' | b'`'));
            if ends {
                return true;
            }
        }
        before = *byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_end_or_sense_are_read() {
        for text in
            [&b""[..], b"$", b"${", b"${#", b"((", b"(((", b"$((", b"~", b"/", b"cd", b"\xff$\xff"]
        {
            let _ = (variables(text), words(text).count(), paths(text), names_home(text));
        }
        assert_eq!(
            variables(b"${!HOME} $UID$x ${#PATH} $((1+PPID))"),
            [&b"HOME"[..], b"UID", b"x", b"PATH", b"PPID"]
        );
        assert_eq!(paths(b"ls /a \"/b c\" x/d $e/f >/g;/h"), [&b"/a"[..], b"/b", b"/g", b"/h"]);
        for (text, home) in [
            ("cd", true),
            ("cd;ls", true),
            ("(cd)", true),
            ("cd x", false),
            ("echo ~", true),
            ("x=~/a", true),
            ("[[ a =~ b ]]", false),
            ("echo '~'", false),
            ("mv a~ b", false),
        ] {
            assert_eq!(names_home(text.as_bytes()), home, "{text}");
        }
    }
}
