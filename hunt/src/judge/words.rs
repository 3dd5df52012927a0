//! The judge's own quote-only word splitter.
//!
//! It knows blanks, single quotes, double quotes and backslashes, and nothing else of a shell:
//! no comments, no expansions, no operators. An argv handback is compared with what it reads.

/// Splits a script into words; `None` where a quote or a backslash is left open.
pub fn split(script: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut bytes = script.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => words.extend(word.take()),
            b'\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match bytes.next()? {
                        b'\'' => break,
                        other => word.push(other),
                    }
                }
            }
            b'"' => {
                let word = word.get_or_insert_default();
                loop {
                    match bytes.next()? {
                        b'"' => break,
                        b'\\' => match bytes.next()? {
                            quoted @ (b'"' | b'\\') => word.push(quoted),
                            other => word.extend([b'\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            b'\\' => word.get_or_insert_default().push(bytes.next()?),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

/// The script without the white space around it, Unicode's included.
pub fn trim(script: &[u8]) -> &[u8] {
    let mut text = script;
    'start: loop {
        for len in 1..=3 {
            if text.get(..len).is_some_and(is_space) {
                text = &text[len..];
                continue 'start;
            }
        }
        break;
    }
    'end: loop {
        for len in 1..=3 {
            let Some(at) = text.len().checked_sub(len) else { break };
            if is_space(&text[at..]) {
                text = &text[..at];
                continue 'end;
            }
        }
        return text;
    }
}

/// How many characters of white space at one end are looked at one by one.
const ENDS: usize = 12;

/// The script with any part of the white space at its ends taken off: languages differ in what they
/// take for white space, so that one stops in the middle where another goes on.
pub fn trims(script: &[u8]) -> impl Iterator<Item = &[u8]> {
    let core = trim(script);
    // An empty core lies at the end of what was trimmed; there is nothing to tell apart then.
    let from = core.as_ptr().addr() - script.as_ptr().addr();
    let upto = from + core.len();
    let starts = edges(&script[..from]);
    let ends = edges(&script[upto..]).into_iter().map(move |end| upto + end).collect::<Vec<_>>();
    starts
        .into_iter()
        .flat_map(move |start| ends.clone().into_iter().map(move |end| &script[start..end]))
}

/// Where the characters of white space begin and end, the two ends of it first where there are many.
fn edges(space: &[u8]) -> Vec<usize> {
    let is_edge = |at: &usize| space.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let mut edges: Vec<usize> = (0..=space.len()).filter(is_edge).collect();
    if edges.len() > ENDS {
        edges.drain(ENDS / 2..edges.len() - ENDS / 2);
    }
    edges
}

/// Whether these bytes are exactly one character of white space: Unicode's, the four separators
/// of ASCII that some languages strip, or a byte order mark, which some others strip.
fn is_space(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(char), None) => {
            char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}' | '\u{feff}')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_by_quotes_only() {
        let table: [(&str, Option<&[&str]>); 14] = [
            ("pytest -q tests", Some(&["pytest", "-q", "tests"])),
            ("py\"test\" -q", Some(&["pytest", "-q"])),
            ("'pytest' -q", Some(&["pytest", "-q"])),
            ("pyt\\est", Some(&["pytest"])),
            ("\"pytest -q\"", Some(&["pytest -q"])),
            ("''", Some(&[""])),
            ("tools\\pytest", Some(&["toolspytest"])),
            ("tools\\\\pytest", Some(&["tools\\pytest"])),
            ("pytest # x", Some(&["pytest", "#", "x"])),
            ("a \"b\\\"c\\d\\\\\"", Some(&["a", "b\"c\\d\\"])),
            ("a\u{a0}b\u{b}c", Some(&["a\u{a0}b\u{b}c"])),
            ("  ", Some(&[])),
            ("'open", None),
            ("open\\", None),
        ];
        for (script, want) in table {
            let want =
                want.map(|words| words.iter().map(|word| word.as_bytes().to_vec()).collect());
            assert_eq!(split(script.as_bytes()), want, "{script:?}");
        }
    }

    #[test]
    fn white_space_is_trimmed_at_both_ends() {
        for script in ["pwd", " pwd\r\n", "\u{a0}pwd", "\u{feff}pwd\u{2003}", "\u{b}pwd\u{1c}"] {
            assert_eq!(trim(script.as_bytes()), b"pwd", "{script:?}");
        }
        assert_eq!(trim(b" \n"), b"");
        let all: Vec<&[u8]> = trims("\u{3000}pwd \u{feff}".as_bytes()).collect();
        assert_eq!(all.len(), 6);
        assert!(all.contains(&"pwd \u{feff}".as_bytes()) && all.contains(&&b"pwd"[..]));
        assert_eq!(trims(&[b' '; 1000]).filter(|script| script.is_empty()).count(), 1);
        assert_eq!(trim(b"\xffpwd\xff"), b"\xffpwd\xff");
    }
}
