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
    let mut text = trim_start(script);
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

fn trim_start(script: &[u8]) -> &[u8] {
    let mut text = script;
    while let Some(len) = (1..=3).find(|len| text.get(..*len).is_some_and(is_space)) {
        text = &text[len..];
    }
    text
}

/// The script with more and more of the white space at its ends taken off: languages differ in what
/// they count as such. The most that is looked at of each end are eight characters.
pub fn trimmings(script: &[u8]) -> impl Iterator<Item = &[u8]> {
    const MOST: usize = 8;
    let inner = trim(script);
    // An empty rest has no place of its own.
    let first =
        if inner.is_empty() { script.len() } else { script.len() - trim_start(script).len() };
    let last = if inner.is_empty() { script.len() } else { first + inner.len() };
    let begin =
        |at: &usize| *at == 0 || *at == first || std::str::from_utf8(&script[..*at]).is_ok();
    let end = |at: &usize| {
        *at == script.len() || *at == last || std::str::from_utf8(&script[last..*at]).is_ok()
    };
    let starts: Vec<usize> = (0..=first).filter(begin).take(MOST).chain([first]).collect();
    let ends: Vec<usize> =
        (last..=script.len()).filter(end).take(MOST).chain([script.len()]).collect();
    starts
        .into_iter()
        .flat_map(move |from| ends.clone().into_iter().filter_map(move |to| script.get(from..to)))
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
        let of = |script: &str| {
            trimmings(script.as_bytes())
                .map(|text| String::from_utf8_lossy(text).into_owned())
                .collect::<std::collections::BTreeSet<_>>()
        };
        for (script, reading) in [
            ("\u{85}pwd \u{feff}", "pwd \u{feff}"),
            ("\u{85}pwd \u{feff}", "pwd"),
            ("\u{85}pwd \u{feff}", "\u{85}pwd"),
            ("pwd", "pwd"),
            (" ", " "),
        ] {
            assert!(of(script).contains(reading), "{script:?}: {:?}", of(script));
        }
        assert_eq!(trim(b" \n"), b"");
        assert_eq!(trim(b"\xffpwd\xff"), b"\xffpwd\xff");
    }
}
