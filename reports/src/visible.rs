//! Makes bytes fit to be looked at: nothing is left out, and nothing is left unseen.
//!
//! A *mark* stands for a byte or character that a reader would not see or would take for
//! something else. What is left beside the marks is text without control characters, without
//! invisible characters and without characters that change the order of reading; a line feed in
//! it is a line break of the display.

use serde::Serialize;

use crate::lookalike::{Look, look};

/// What kind of thing a mark stands for; documents style it by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    /// A line feed.
    Newline,
    /// A tab, or a space at the end of a line.
    Blank,
    /// A control character.
    Control,
    /// A character without ink, or a blank that is not the ordinary space.
    Hidden,
    /// A character that reorders what stands around it.
    Bidi,
    /// A character that looks like another, or is not commonly known.
    Lookalike,
    /// A byte that is not UTF-8.
    Invalid,
}

/// A piece of what is shown. `mark` is absent for text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    /// Text, or what is shown in a mark's place.
    pub(crate) text: String,
    /// What the mark stands for.
    pub(crate) mark: Option<Class>,
    /// The mark's name, with its code point or byte; empty for text.
    pub(crate) name: String,
}

/// Bytes as they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Shown {
    /// The pieces in order; text never stands beside text.
    pub(crate) pieces: Vec<Piece>,
    /// Bytes there were in all.
    pub(crate) total: usize,
    /// Bytes that are shown.
    pub(crate) shown: usize,
}

impl Shown {
    /// Whether something was left out for its length.
    pub(crate) fn is_cut(&self) -> bool {
        self.shown < self.total
    }

    /// The pieces as one string, code points in brackets.
    pub(crate) fn plain(&self) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            let coded = piece.text.starts_with("U+") || piece.mark == Some(Class::Control);
            if piece.mark.is_some() && coded {
                out.push('\u{27E8}');
                out.push_str(&piece.text);
                out.push('\u{27E9}');
            } else {
                out.push_str(&piece.text);
            }
        }
        if self.is_cut() {
            out.push('…');
        }
        out
    }
}

/// How line ends are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// As a mark and a line break: where every byte counts.
    Marked,
    /// As a line break: for output.
    Broken,
    /// As a mark alone: for what stands on one line.
    Joined,
}

/// A mark weighs this many bytes of a limit: its markup is about that much longer than text.
const MARK_WEIGHT: usize = 48;

/// Shows bytes up to a limit, which marks use up faster than text. At least one piece is shown.
pub(crate) fn reveal(bytes: &[u8], lines: Lines, limit: usize) -> Shown {
    let mut out = Writer { shown: Shown { total: bytes.len(), ..Shown::default() }, repeat: None };
    let mut used = 0_usize;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        // The end of the text is an end of a line, for spaces in front of it.
        let last = chunk.invalid().is_empty();
        for (at, c) in valid.char_indices() {
            if used >= limit {
                return out.finish();
            }
            let rest = valid.get(at..).unwrap_or_default();
            used += match describe(c, trails(rest, last)) {
                None => {
                    out.text(c);
                    c.len_utf8()
                }
                Some(sign) => out.mark(sign, c, lines),
            };
            out.shown.shown += c.len_utf8();
        }
        for byte in chunk.invalid() {
            if used >= limit {
                return out.finish();
            }
            used += out.push(Sign {
                text: format!("\\x{byte:02X}"),
                class: Class::Invalid,
                name: format!("byte 0x{byte:02X}, not UTF-8"),
            });
            out.shown.shown += 1;
        }
    }
    out.finish()
}

/// Shows a string on one line, up to a limit.
pub(crate) fn line(text: &str, limit: usize) -> Shown {
    reveal(text.as_bytes(), Lines::Joined, limit)
}

/// Whether only blanks stand between here and the end of the line.
fn trails(rest: &str, last: bool) -> bool {
    let after = rest.trim_start_matches([' ', '\t', '\r']);
    after.starts_with('\n') || (last && after.is_empty())
}

/// A mark before it is written.
struct Sign {
    text: String,
    class: Class,
    name: String,
}

/// The mark of a character, or nothing where it can stand for itself.
fn describe(c: char, trailing: bool) -> Option<Sign> {
    let sign = |text: String, class, name: String| Some(Sign { text, class, name });
    let point = u32::from(c);
    match c {
        '\n' => sign("↵".into(), Class::Newline, "line feed, 0x0A".into()),
        '\t' => sign("⇥".into(), Class::Blank, "tab, 0x09".into()),
        ' ' if trailing => sign("·".into(), Class::Blank, "space at the end of a line".into()),
        ' '..='~' => None,
        '\0'..='\x1F' | '\x7F' => {
            let (short, name) = control_name(c);
            sign(short.into(), Class::Control, format!("{name}, 0x{point:02X}"))
        }
        '\u{80}'..='\u{9F}' => {
            sign(format!("U+{point:04X}"), Class::Control, format!("C1 control, U+{point:04X}"))
        }
        _ => match look(c) {
            Look::Plain => None,
            Look::Like(ascii) => sign(
                format!("{c}\u{2039}U+{point:04X}\u{203A}"),
                Class::Lookalike,
                format!("U+{point:04X}, looks like {ascii}"),
            ),
            Look::Styled => sign(
                format!("{c}\u{2039}U+{point:04X}\u{203A}"),
                Class::Lookalike,
                format!("U+{point:04X}, looks like a letter or digit in another typeface"),
            ),
            Look::Sign => sign(
                format!("{c}\u{2039}U+{point:04X}\u{203A}"),
                Class::Lookalike,
                format!("U+{point:04X}"),
            ),
            Look::Combining => sign(
                format!("U+{point:04X}"),
                Class::Lookalike,
                format!("combining character, U+{point:04X}"),
            ),
            Look::Blank(name) | Look::Hidden(name) => {
                sign(format!("U+{point:04X}"), Class::Hidden, format!("{name}, U+{point:04X}"))
            }
            Look::Bidi(name) => {
                sign(format!("U+{point:04X}"), Class::Bidi, format!("{name}, U+{point:04X}"))
            }
        },
    }
}

/// The short and the full name of an ASCII control. The pictures that Unicode has for them
/// (U+2400 and on) are missing from many typefaces.
fn control_name(c: char) -> (&'static str, &'static str) {
    const NAMES: [(&str, &str); 32] = [
        ("NUL", "null"),
        ("SOH", "start of heading"),
        ("STX", "start of text"),
        ("ETX", "end of text"),
        ("EOT", "end of transmission"),
        ("ENQ", "enquiry"),
        ("ACK", "acknowledge"),
        ("BEL", "bell"),
        ("BS", "backspace"),
        ("HT", "tab"),
        ("LF", "line feed"),
        ("VT", "vertical tab"),
        ("FF", "form feed"),
        ("CR", "carriage return"),
        ("SO", "shift out"),
        ("SI", "shift in"),
        ("DLE", "data link escape"),
        ("DC1", "device control 1"),
        ("DC2", "device control 2"),
        ("DC3", "device control 3"),
        ("DC4", "device control 4"),
        ("NAK", "negative acknowledge"),
        ("SYN", "synchronous idle"),
        ("ETB", "end of transmission block"),
        ("CAN", "cancel"),
        ("EM", "end of medium"),
        ("SUB", "substitute"),
        ("ESC", "escape"),
        ("FS", "file separator"),
        ("GS", "group separator"),
        ("RS", "record separator"),
        ("US", "unit separator"),
    ];
    NAMES.get(c as usize).copied().unwrap_or(("DEL", "delete"))
}

/// Puts pieces together: text grows, and the same mark many times over becomes one with a count.
struct Writer {
    shown: Shown,
    repeat: Option<(String, u64)>,
}

impl Writer {
    fn text(&mut self, c: char) {
        self.repeat = None;
        match self.shown.pieces.last_mut() {
            Some(Piece { text, mark: None, .. }) => text.push(c),
            _ => self.shown.pieces.push(Piece {
                text: String::from(c),
                mark: None,
                name: String::new(),
            }),
        }
    }

    fn mark(&mut self, sign: Sign, c: char, lines: Lines) -> usize {
        if c != '\n' {
            return self.push(sign);
        }
        let weight = if lines == Lines::Broken { 1 } else { self.push(sign) };
        if lines != Lines::Joined {
            self.text('\n');
        }
        weight
    }

    /// Writes a mark and says what it weighs.
    fn push(&mut self, sign: Sign) -> usize {
        if let (Some((text, times)), Some(last)) = (&mut self.repeat, self.shown.pieces.last_mut())
            && *text == sign.text
        {
            *times += 1;
            // Up to three short signs are shown one by one, more as a count.
            if *times <= 3 && text.chars().nth(1).is_none() {
                last.text.push_str(&sign.text);
            } else {
                last.text = format!("{text}\u{D7}{times}");
            }
            last.name = format!("{times} times {}", sign.name);
            return 1;
        }
        self.repeat = Some((sign.text.clone(), 1));
        self.shown.pieces.push(Piece { text: sign.text, mark: Some(sign.class), name: sign.name });
        MARK_WEIGHT
    }

    fn finish(self) -> Shown {
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(bytes: &[u8], lines: Lines) -> String {
        let mut out = String::new();
        for piece in reveal(bytes, lines, usize::MAX).pieces {
            match piece.mark {
                None => out.push_str(&piece.text),
                Some(_) => {
                    out.push('[');
                    out.push_str(&piece.text);
                    out.push('|');
                    out.push_str(&piece.name);
                    out.push(']');
                }
            }
        }
        out
    }

    #[test]
    fn every_unseen_byte_has_a_mark_and_a_name() {
        let table: &[(&[u8], &str)] = &[
            (b"echo hi", "echo hi"),
            (b"a\nb", "a[↵|line feed, 0x0A]\nb"),
            (b"a\r\nb", "a[CR|carriage return, 0x0D][↵|line feed, 0x0A]\nb"),
            (b"a\tb", "a[⇥|tab, 0x09]b"),
            (b"a ", "a[·|space at the end of a line]"),
            (b"a  b", "a  b"),
            (b"a  \nb", "a[··|2 times space at the end of a line][↵|line feed, 0x0A]\nb"),
            (b"a \xFF", "a [\\xFF|byte 0xFF, not UTF-8]"),
            (b"\x00\x1B\x7F", "[NUL|null, 0x00][ESC|escape, 0x1B][DEL|delete, 0x7F]"),
            ("a\u{A0}b".as_bytes(), "a[U+00A0|no-break space, U+00A0]b"),
            ("\u{200B}".as_bytes(), "[U+200B|zero-width space, U+200B]"),
            ("\u{FEFF}x".as_bytes(), "[U+FEFF|byte order mark, U+FEFF]x"),
            ("\u{202E}x".as_bytes(), "[U+202E|right-to-left override, U+202E]x"),
            ("\u{0430}".as_bytes(), "[\u{0430}‹U+0430›|U+0430, looks like a]"),
            ("\u{85}".as_bytes(), "[U+0085|C1 control, U+0085]"),
            (b"\xC3\x28", "[\\xC3|byte 0xC3, not UTF-8]("),
            (b"\0\0\0\0\0", "[NUL×5|5 times null, 0x00]"),
            ("né 漢".as_bytes(), "né 漢"),
        ];
        for (bytes, expected) in table {
            assert_eq!(show(bytes, Lines::Marked), *expected, "{bytes:?}");
        }
    }

    #[test]
    fn lines_are_marked_broken_or_joined() {
        assert_eq!(show(b"a\nb", Lines::Broken), "a\nb");
        assert_eq!(show(b"a\nb", Lines::Joined), "a[↵|line feed, 0x0A]b");
    }

    #[test]
    fn a_limit_is_kept_and_told() {
        let shown = reveal(&vec![b'x'; 1 << 20], Lines::Broken, 100);
        assert_eq!((shown.total, shown.shown, shown.is_cut()), (1 << 20, 100, true));
        let zeros = reveal(&vec![0; 1 << 20], Lines::Broken, 100);
        assert_eq!(zeros.pieces.len(), 1);
        let alternating: Vec<u8> = [0, 1].repeat(1 << 19);
        assert!(reveal(&alternating, Lines::Broken, 4096).pieces.len() <= 4096 / MARK_WEIGHT + 1);
        assert!(!reveal(b"", Lines::Broken, 0).is_cut());
    }

    #[test]
    fn no_character_gets_through_unseen() {
        for point in 0..=0x10_FFFF_u32 {
            let Some(c) = char::from_u32(point) else { continue };
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            for piece in reveal(bytes, Lines::Broken, usize::MAX).pieces {
                for shown in piece.text.chars().chain(piece.name.chars()) {
                    let unseen = matches!(
                        look(shown),
                        Look::Blank(_) | Look::Hidden(_) | Look::Bidi(_) | Look::Combining
                    );
                    assert!(
                        shown == '\n' || !(shown.is_control() || (!shown.is_ascii() && unseen)),
                        "U+{point:04X} gives U+{:04X}",
                        u32::from(shown)
                    );
                }
            }
        }
    }
}
