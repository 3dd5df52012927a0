//! Whitespace of the languages that the published policies are written in, over bytes.
//!
//! A script is bytes and may hold invalid UTF-8; a byte that begins no character is no whitespace.

/// Whitespace as JavaScript's `trim` and `\s` know it.
pub(crate) fn js_space(c: char) -> bool {
    match c {
        '\u{feff}' => true,
        // U+0085 is whitespace to Unicode but not to JavaScript.
        '\u{85}' => false,
        _ => c.is_whitespace(),
    }
}

/// Whitespace as Python's `str.strip` knows it.
pub(crate) fn python_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// The character at the start of the bytes, and its length.
pub(crate) fn first_char(bytes: &[u8]) -> Option<(char, usize)> {
    (1..=bytes.len().min(4)).find_map(|len| {
        let text = std::str::from_utf8(bytes.get(..len)?).ok()?;
        text.chars().next().map(|c| (c, len))
    })
}

/// The character at the end of the bytes, and its length.
fn last_char(bytes: &[u8]) -> Option<(char, usize)> {
    (1..=bytes.len().min(4)).find_map(|len| {
        let text = std::str::from_utf8(bytes.get(bytes.len() - len..)?).ok()?;
        text.chars().next().map(|c| (c, len))
    })
}

/// The bytes without the whitespace at either end.
pub(crate) fn trim(mut bytes: &[u8], space: fn(char) -> bool) -> &[u8] {
    while let Some((c, len)) = first_char(bytes) {
        if !space(c) {
            break;
        }
        bytes = &bytes[len..];
    }
    while let Some((c, len)) = last_char(bytes) {
        if !space(c) {
            break;
        }
        bytes = &bytes[..bytes.len() - len];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_what_the_languages_trim() {
        let rows: [(&str, &str, &str); 7] = [
            ("\u{feff}x\u{feff}", "x", "\u{feff}x\u{feff}"),
            ("\u{85}x", "\u{85}x", "x"),
            ("\u{1c}x\u{1f}", "\u{1c}x\u{1f}", "x"),
            ("\u{a0}x\u{2028}\u{3000}", "x", "x"),
            ("\r\n\t\u{b}\u{c}x", "x", "x"),
            ("\u{200b}x", "\u{200b}x", "\u{200b}x"),
            (" \n ", "", ""),
        ];
        for (input, js, python) in rows {
            assert_eq!(trim(input.as_bytes(), js_space), js.as_bytes(), "{input:?}");
            assert_eq!(trim(input.as_bytes(), python_space), python.as_bytes(), "{input:?}");
        }
    }

    #[test]
    fn a_broken_character_is_no_whitespace() {
        for bytes in [&b"\xa0x"[..], b"x\xc2", b"\xe2\x80x\x80"] {
            assert_eq!(trim(bytes, js_space), bytes);
        }
    }
}
