//! How one value of a header line is written: as it is, or between double quotes.
//!
//! A *raw* value stands for its own bytes, with no escapes at all, so that the common shell text
//! stays readable. What raw text cannot hold is written between double quotes, in which `\n`,
//! `\r`, `\t`, `\0`, `\\`, `\"` and `\xHH` stand for bytes.

/// Why a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueProblem {
    /// Nothing stands where a value must stand.
    #[error("the value is empty; an empty text is written \"\"")]
    Empty,
    /// A quoted value has no closing quote.
    #[error("the quoted value has no closing quote")]
    Unclosed,
    /// Something follows the closing quote.
    #[error("there is text after the closing quote")]
    Trailing,
    /// A backslash is followed by something that is no escape.
    #[error("unknown escape `\\{0}` in the quoted value")]
    Escape(String),
    /// A blank stands at the start or the end of a raw value.
    #[error("a value that starts or ends with a blank must be quoted")]
    Blank,
}

/// Whether a value can be written without quotes.
pub(crate) fn is_raw(value: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(value) else { return false };
    !text.is_empty()
        && !text.starts_with('"')
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace)
        && !text.chars().any(is_invisible)
}

/// Whether a reader of the file could not see the character: controls, blanks other than the
/// plain one, and the characters that only direct or join others.
fn is_invisible(c: char) -> bool {
    let directs = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}');
    directs || c.is_control() || (c.is_whitespace() && c != ' ')
}

/// Writes a value: raw where that is possible and `raw_too` agrees, else quoted.
pub(crate) fn write(value: &[u8], raw_too: impl Fn(&str) -> bool) -> String {
    match std::str::from_utf8(value) {
        Ok(text) if is_raw(value) && raw_too(text) => text.to_owned(),
        _ => quote(value),
    }
}

/// Writes a value between quotes.
pub(crate) fn quote(value: &[u8]) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for chunk in value.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\0' => out.push_str("\\0"),
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\\""),
                c if is_invisible(c) => {
                    let mut buffer = [0; 4];
                    for byte in c.encode_utf8(&mut buffer).bytes() {
                        push_hex(&mut out, byte);
                    }
                }
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            push_hex(&mut out, *byte);
        }
    }
    out.push('"');
    out
}

fn push_hex(out: &mut String, byte: u8) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push_str("\\x");
    for digit in [byte >> 4, byte & 15] {
        out.extend(DIGITS.get(usize::from(digit)));
    }
}

/// Reads a value that takes the whole of `text`.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, ValueProblem> {
    if text.is_empty() {
        return Err(ValueProblem::Empty);
    }
    if text.starts_with('"') {
        let (value, rest) = read_quoted(text)?;
        return if rest.is_empty() { Ok(value) } else { Err(ValueProblem::Trailing) };
    }
    if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
        return Err(ValueProblem::Blank);
    }
    Ok(text.as_bytes().to_vec())
}

/// Reads a quoted value at the start of `text`; gives it and what follows the closing quote.
pub(crate) fn read_quoted(text: &str) -> Result<(Vec<u8>, &str), ValueProblem> {
    let mut out = Vec::new();
    let mut chars = text.char_indices();
    chars.next();
    while let Some((_, c)) = chars.next() {
        match c {
            '"' => return Ok((out, chars.as_str())),
            '\\' => {
                let Some((_, escape)) = chars.next() else { return Err(ValueProblem::Unclosed) };
                match escape {
                    'n' => out.push(b'\n'),
                    'r' => out.push(b'\r'),
                    't' => out.push(b'\t'),
                    '0' => out.push(0),
                    '\\' => out.push(b'\\'),
                    '"' => out.push(b'"'),
                    'x' => {
                        let digits: String = chars.as_str().chars().take(2).collect();
                        match u8::from_str_radix(&digits, 16) {
                            Ok(byte) if digits.len() == 2 && !digits.starts_with('+') => {
                                out.push(byte);
                            }
                            _ => return Err(ValueProblem::Escape(format!("x{digits}"))),
                        }
                        chars.next();
                        chars.next();
                    }
                    other => return Err(ValueProblem::Escape(other.to_string())),
                }
            }
            c => {
                let mut buffer = [0; 4];
                out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
    Err(ValueProblem::Unclosed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_read_as_the_table_says() {
        let rows: &[(&str, Result<&[u8], ValueProblem>)] = &[
            ("plain", Ok(b"plain")),
            (r"printf 'x\n'", Ok(br"printf 'x\n'")),
            ("a \"b\" c", Ok(b"a \"b\" c")),
            ("\"\"", Ok(b"")),
            (r#""a\nb\t\r\0\\\"\xff\x00""#, Ok(b"a\nb\t\r\0\\\"\xff\0")),
            ("\"é\"", Ok("é".as_bytes())),
            ("", Err(ValueProblem::Empty)),
            (" x", Err(ValueProblem::Blank)),
            ("x\t", Err(ValueProblem::Blank)),
            ("\"x", Err(ValueProblem::Unclosed)),
            ("\"x\\", Err(ValueProblem::Unclosed)),
            ("\"x\" y", Err(ValueProblem::Trailing)),
            (r#""\q""#, Err(ValueProblem::Escape("q".into()))),
            (r#""\xg0""#, Err(ValueProblem::Escape("xg0".into()))),
            (r#""\x+1""#, Err(ValueProblem::Escape("x+1".into()))),
            (r#""\x1"#, Err(ValueProblem::Escape("x1".into()))),
            ("\"\\x1é\"", Err(ValueProblem::Escape("x1é".into()))),
        ];
        for (text, expected) in rows {
            let got = read(text);
            assert_eq!(got.as_deref(), expected.as_deref(), "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let rows = [
            ("\u{a0}", r#""\xc2\xa0""#),
            ("a\u{200b}b", r#""a\xe2\x80\x8bb""#),
            ("é — 漢", "é — 漢"),
            ("a\u{202e}", r#""a\xe2\x80\xae""#),
        ];
        for (value, text) in rows {
            assert_eq!(write(value.as_bytes(), |_| true), text);
        }
    }

    proptest! {
        #[test]
        fn every_value_survives(value: Vec<u8>) {
            prop_assert_eq!(read(&write(&value, |_| true)), Ok(value.clone()));
            prop_assert_eq!(read(&quote(&value)), Ok(value));
        }

        #[test]
        fn a_written_value_is_one_line_of_plain_text(value: Vec<u8>) {
            prop_assert!(!write(&value, |_| true).chars().any(is_invisible));
        }

        #[test]
        fn no_text_panics(text: String) {
            let _ = read(&text);
            let _ = read(&format!("\"{text}"));
        }
    }
}
