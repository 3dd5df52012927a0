//! Taking apart the words of a trace line, as each shell quotes them.
//!
//! All shells put one space between words. A word is bare, or made of bare pieces, `'…'`, `$'…'`
//! and characters after a backslash. Only busybox writes an empty word as nothing at all.

use oracle_worker::world::Bytes;

/// How a shell quotes what it traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `\NNN` in `$'…'`.
    Bash,
    /// `\C-X` and `\M-X` in `$'…'`.
    Zsh,
    /// `'…'` and `"'"` for apostrophes; empty words are nothing.
    Busybox,
    /// `\NNN` in `$'…'`.
    Mksh,
    /// `\x[HH]` and `\u[HHHH]` in `$'…'`.
    Ksh,
    /// `'…'` and backslashes.
    Yash,
    /// `'…'` and backslashes: dash with the oracle's library in it.
    Dash,
}

/// A word, unquoted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) bytes: Bytes,
    /// How many of its first bytes were bare.
    pub(super) bare: usize,
    /// Whether its last byte was bare.
    pub(super) ends_bare: bool,
    /// Whether it had any quotes.
    pub(super) quoted: bool,
}

/// The words of a line, and whether a newline ended them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) words: Vec<Word>,
    pub(super) ended: bool,
}

/// Reads the words of a line up to the first newline outside quotes; `None` where a quote is not
/// closed or an escape is none of the shell's.
pub(super) fn words(style: Style, line: &[u8]) -> Option<Words> {
    let mut found = Words::default();
    let mut word = Word::default();
    let mut rest = line;
    let mut any = false;
    let finish = |word: &mut Word, found: &mut Words| {
        let word = std::mem::take(word);
        if word.quoted || !word.bytes.is_empty() || style == Style::Busybox {
            found.words.push(word);
        }
    };
    while let Some((&byte, after)) = rest.split_first() {
        any = true;
        rest = after;
        match byte {
            b'\n' => {
                found.ended = true;
                break;
            }
            b' ' => finish(&mut word, &mut found),
            b'\'' => {
                let end = memchr::memchr(b'\'', rest)?;
                word.bytes.extend(rest.get(..end)?);
                rest = rest.get(end + 1..)?;
                word.quote();
            }
            // Only for apostrophes; everybody else puts a double quote into single ones.
            b'"' if style == Style::Busybox => {
                let end = memchr::memchr(b'"', rest)?;
                word.bytes.extend(rest.get(..end)?);
                rest = rest.get(end + 1..)?;
                word.quote();
            }
            b'$' if rest.first() == Some(&b'\'') && style.has_dollar() => {
                rest = dollar(style, rest.get(1..)?, &mut word.bytes)?;
                word.quote();
            }
            b'\\' => {
                let (&next, after) = rest.split_first()?;
                word.bytes.push(next);
                rest = after;
                word.quote();
            }
            _ => {
                word.bytes.push(byte);
                word.ends_bare = true;
                if !word.quoted {
                    word.bare += 1;
                }
            }
        }
    }
    if any && !(found.ended && found.words.is_empty() && word == Word::default()) {
        finish(&mut word, &mut found);
    }
    Some(found)
}

impl Word {
    fn quote(&mut self) {
        self.quoted = true;
        self.ends_bare = false;
    }
}

impl Style {
    fn has_dollar(self) -> bool {
        !matches!(self, Self::Busybox | Self::Yash | Self::Dash)
    }
}

/// Reads the inside of `$'…'` and gives back what follows it.
fn dollar<'a>(style: Style, mut rest: &'a [u8], out: &mut Bytes) -> Option<&'a [u8]> {
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'\'' => return Some(rest),
            b'\\' if style == Style::Zsh && is_meta(rest) => rest = meta(rest, out)?,
            b'\\' => rest = escape(style, rest, out)?,
            _ => out.push(byte),
        }
    }
}

fn is_meta(rest: &[u8]) -> bool {
    rest.starts_with(b"C-") || rest.starts_with(b"M-")
}

/// zsh's `C-X`, `M-X` and `M-\C-X`, after their backslash.
fn meta<'a>(mut rest: &'a [u8], out: &mut Bytes) -> Option<&'a [u8]> {
    let mut high = 0;
    if let Some(after) = rest.strip_prefix(b"M-") {
        high = 0x80;
        rest = after;
        if rest.starts_with(b"\\C-") {
            rest = rest.get(1..)?;
        } else {
            // 0x89 and 0xdc before a `t` look the same, as do 0x8a and 0xdc before an `n`.
            if rest.starts_with(b"\\t") || rest.starts_with(b"\\n") {
                return None;
            }
            let (&byte, after) = rest.split_first()?;
            out.push(byte | high);
            return Some(after);
        }
    }
    let rest = rest.strip_prefix(b"C-")?;
    let (&byte, after) = rest.split_first()?;
    out.push(if byte == b'?' { 0x7f } else { byte & 0x1f } | high);
    Some(after)
}

/// One escape of `$'…'`, after its backslash.
fn escape<'a>(style: Style, rest: &'a [u8], out: &mut Bytes) -> Option<&'a [u8]> {
    let (&byte, after) = rest.split_first()?;
    let one = match byte {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'e' | b'E' => 27,
        b'\\' | b'\'' | b'"' => byte,
        b'0'..=b'7' => return octal(rest, out),
        b'x' | b'u' | b'U' => return hexadecimal(style, byte, after, out),
        _ => return None,
    };
    out.push(one);
    Some(after)
}

fn octal<'a>(rest: &'a [u8], out: &mut Bytes) -> Option<&'a [u8]> {
    let length = rest.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(*byte)).count();
    let (digits, after) = rest.split_at_checked(length)?;
    let value = digits.iter().fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
    out.push(u8::try_from(value).ok()?);
    Some(after)
}

/// `xHH`, `x[HH]`, `uHHHH`, `u[H…]`, `UHHHHHHHH`: a byte for `x`, a character for the others.
fn hexadecimal<'a>(style: Style, kind: u8, rest: &'a [u8], out: &mut Bytes) -> Option<&'a [u8]> {
    let longest = match kind {
        b'x' => 2,
        b'u' => 4,
        _ => 8,
    };
    let (digits, after) = match rest.strip_prefix(b"[") {
        Some(inside) if style == Style::Ksh => {
            let end = memchr::memchr(b']', inside)?;
            (inside.get(..end)?, inside.get(end + 1..)?)
        }
        _ => {
            let hex = rest.iter().take(longest).take_while(|byte| byte.is_ascii_hexdigit());
            rest.split_at_checked(hex.count())?
        }
    };
    let value = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    if kind == b'x' {
        out.push(u8::try_from(value).ok()?);
    } else {
        let mut buffer = [0; 4];
        out.extend(char::from_u32(value)?.encode_utf8(&mut buffer).as_bytes());
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(style: Style, line: &[u8]) -> Option<Vec<Bytes>> {
        Some(words(style, line)?.words.into_iter().map(|word| word.bytes).collect())
    }

    #[test]
    fn every_form_of_quoting() {
        for (style, line, expected) in [
            (
                Style::Bash,
                &b"a 'b c' '' 'it'\\''s' \\'\nrest"[..],
                &[&b"a"[..], b"b c", b"", b"it's", b"'"][..],
            ),
            (Style::Bash, b"$'\\001\\E\\377\\3761' 'x\ny'\n", &[b"\x01\x1b\xff\xfe1", b"x\ny"]),
            (
                Style::Zsh,
                b"$'\\C-A\\M-\\C-@\\M-bb\\C-?\\C-\\b\\n' ",
                &[b"\x01\x80\xe2b\x7f\x1cb\n"],
            ),
            (Style::Ksh, b"$'\\x[01]1\\xc3\\xa9\\u[e9]\\''\n", &[b"\x011\xc3\xa9\xc3\xa9'"]),
            (Style::Busybox, b"a  'b'\"'\"'c' \n", &[b"a", b"", b"b'c", b""]),
            (Style::Yash, b"a\\'b '' '$x'\n", &[b"a'b", b"", b"$x"]),
            (Style::Mksh, b"x='' $'a\\047b' \n", &[b"x=", b"a'b"]),
            (Style::Bash, b"\n", &[]),
            (Style::Busybox, b"\n", &[]),
            (Style::Bash, b"", &[]),
        ] {
            let expected: Vec<Bytes> = expected.iter().map(|word| word.to_vec()).collect();
            assert_eq!(read(style, line), Some(expected), "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn open_quotes_and_unknown_escapes() {
        for line in [&b"'a"[..], b"$'a", b"$'\\q'", b"\\", b"$'\\u12'x'", b"$'\\x'"] {
            assert_eq!(words(Style::Bash, line).filter(|words| words.ended), None);
        }
    }
}
