//! Characters that a reader would take for something else, or not see at all.
//!
//! The tables hold what matters for shell text: characters that look like ASCII letters, digits
//! or shell operators but are not, and characters that leave no ink or change the order of what
//! is around them. A character that is in no table and is not a letter or digit of some script is
//! named by its code point too, so that what the tables lack is still seen.

/// What a reader makes of a character outside ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// As what it is.
    Plain,
    /// As this ASCII character.
    Like(char),
    /// As an ASCII letter or digit in another typeface.
    Styled,
    /// As a blank.
    Blank(&'static str),
    /// Not at all.
    Hidden(&'static str),
    /// Not at all, and it reorders what stands around it.
    Bidi(&'static str),
    /// As a part of the character before it.
    Combining,
    /// As a picture or a sign that the name should stand beside.
    Sign,
}

/// What a reader makes of this character.
pub(crate) fn look(c: char) -> Look {
    if let Some(look) = unseen(c) {
        return look;
    }
    if let Ok(index) = LIKE.binary_search_by_key(&c, |(from, _)| *from)
        && let Some((_, ascii)) = LIKE.get(index)
    {
        return Look::Like(*ascii);
    }
    match c {
        // The full-width forms are ASCII, moved.
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(c) - 0xFEE0).map_or(Look::Sign, Look::Like)
        }
        '\u{1D400}'..='\u{1D7FF}' | '\u{2460}'..='\u{24FF}' | '\u{1F100}'..='\u{1F1AC}' => {
            Look::Styled
        }
        '\u{0300}'..='\u{036F}'
        | '\u{0483}'..='\u{0489}'
        | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}' => Look::Combining,
        _ if c.is_alphanumeric() => Look::Plain,
        _ if c.is_whitespace() => Look::Blank("blank"),
        _ => Look::Sign,
    }
}

/// Characters without ink.
fn unseen(c: char) -> Option<Look> {
    Some(match c {
        '\u{00A0}' => Look::Blank("no-break space"),
        '\u{1680}' => Look::Blank("Ogham space mark"),
        '\u{2000}'..='\u{200A}' => Look::Blank("typographic space"),
        '\u{2028}' => Look::Blank("line separator"),
        '\u{2029}' => Look::Blank("paragraph separator"),
        '\u{202F}' => Look::Blank("narrow no-break space"),
        '\u{205F}' => Look::Blank("mathematical space"),
        '\u{2800}' => Look::Blank("Braille blank"),
        '\u{3000}' => Look::Blank("ideographic space"),
        '\u{00AD}' => Look::Hidden("soft hyphen"),
        '\u{034F}' => Look::Hidden("grapheme joiner"),
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => Look::Hidden("Hangul filler"),
        '\u{17B4}' | '\u{17B5}' => Look::Hidden("Khmer inherent vowel"),
        '\u{180B}'..='\u{180F}' => Look::Hidden("Mongolian separator"),
        '\u{200B}' => Look::Hidden("zero-width space"),
        '\u{200C}' => Look::Hidden("zero-width non-joiner"),
        '\u{200D}' => Look::Hidden("zero-width joiner"),
        '\u{2060}' => Look::Hidden("word joiner"),
        '\u{2061}'..='\u{2065}' => Look::Hidden("invisible operator"),
        '\u{206A}'..='\u{206F}' => Look::Hidden("deprecated format character"),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Look::Hidden("variation selector"),
        '\u{FEFF}' => Look::Hidden("byte order mark"),
        '\u{FFF0}'..='\u{FFFB}' => Look::Hidden("interlinear annotation"),
        '\u{1BCA0}'..='\u{1BCA3}' => Look::Hidden("shorthand format control"),
        '\u{1D173}'..='\u{1D17A}' => Look::Hidden("musical format control"),
        '\u{E0000}'..='\u{E0FFF}' => Look::Hidden("tag character"),
        '\u{061C}' => Look::Bidi("Arabic letter mark"),
        '\u{200E}' => Look::Bidi("left-to-right mark"),
        '\u{200F}' => Look::Bidi("right-to-left mark"),
        '\u{202A}' => Look::Bidi("left-to-right embedding"),
        '\u{202B}' => Look::Bidi("right-to-left embedding"),
        '\u{202C}' => Look::Bidi("pop directional formatting"),
        '\u{202D}' => Look::Bidi("left-to-right override"),
        '\u{202E}' => Look::Bidi("right-to-left override"),
        '\u{2066}' => Look::Bidi("left-to-right isolate"),
        '\u{2067}' => Look::Bidi("right-to-left isolate"),
        '\u{2068}' => Look::Bidi("first strong isolate"),
        '\u{2069}' => Look::Bidi("pop directional isolate"),
        // Private use and what is no character: no typeface agrees on an image.
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => Look::Hidden("private use"),
        _ if u32::from(c) & 0xFFFE == 0xFFFE || ('\u{FDD0}'..='\u{FDEF}').contains(&c) => {
            Look::Hidden("noncharacter")
        }
        _ => return None,
    })
}

/// Characters that look like one ASCII character, sorted by code point.
const LIKE: &[(char, char)] = &[
    ('\u{00B4}', '\''),
    ('\u{00B8}', ','),
    ('\u{00D7}', 'x'),
    ('\u{0131}', 'i'),
    ('\u{017F}', 'f'),
    ('\u{01C0}', '|'),
    ('\u{01C3}', '!'),
    ('\u{0251}', 'a'),
    ('\u{0261}', 'g'),
    ('\u{0269}', 'i'),
    ('\u{02B9}', '\''),
    ('\u{02BB}', '\''),
    ('\u{02BC}', '\''),
    ('\u{02C6}', '^'),
    ('\u{02C8}', '\''),
    ('\u{02CA}', '\''),
    ('\u{02CB}', '`'),
    ('\u{02D0}', ':'),
    ('\u{02DC}', '~'),
    ('\u{037E}', ';'),
    ('\u{0391}', 'A'),
    ('\u{0392}', 'B'),
    ('\u{0395}', 'E'),
    ('\u{0396}', 'Z'),
    ('\u{0397}', 'H'),
    ('\u{0399}', 'I'),
    ('\u{039A}', 'K'),
    ('\u{039C}', 'M'),
    ('\u{039D}', 'N'),
    ('\u{039F}', 'O'),
    ('\u{03A1}', 'P'),
    ('\u{03A4}', 'T'),
    ('\u{03A5}', 'Y'),
    ('\u{03A7}', 'X'),
    ('\u{03B1}', 'a'),
    ('\u{03B9}', 'i'),
    ('\u{03BD}', 'v'),
    ('\u{03BF}', 'o'),
    ('\u{03C1}', 'p'),
    ('\u{03C5}', 'u'),
    ('\u{03F2}', 'c'),
    ('\u{03F3}', 'j'),
    ('\u{0405}', 'S'),
    ('\u{0406}', 'I'),
    ('\u{0408}', 'J'),
    ('\u{0410}', 'A'),
    ('\u{0412}', 'B'),
    ('\u{0415}', 'E'),
    ('\u{041A}', 'K'),
    ('\u{041C}', 'M'),
    ('\u{041D}', 'H'),
    ('\u{041E}', 'O'),
    ('\u{0420}', 'P'),
    ('\u{0421}', 'C'),
    ('\u{0422}', 'T'),
    ('\u{0423}', 'Y'),
    ('\u{0425}', 'X'),
    ('\u{0430}', 'a'),
    ('\u{0433}', 'r'),
    ('\u{0435}', 'e'),
    ('\u{043E}', 'o'),
    ('\u{0440}', 'p'),
    ('\u{0441}', 'c'),
    ('\u{0443}', 'y'),
    ('\u{0445}', 'x'),
    ('\u{0455}', 's'),
    ('\u{0456}', 'i'),
    ('\u{0458}', 'j'),
    ('\u{04BB}', 'h'),
    ('\u{04CF}', 'l'),
    ('\u{0501}', 'd'),
    ('\u{051B}', 'q'),
    ('\u{051D}', 'w'),
    ('\u{0555}', 'O'),
    ('\u{0570}', 'h'),
    ('\u{0578}', 'n'),
    ('\u{057D}', 'u'),
    ('\u{0585}', 'o'),
    ('\u{0589}', ':'),
    ('\u{05C0}', '|'),
    ('\u{0660}', '.'),
    ('\u{066A}', '%'),
    ('\u{1D0B}', 'k'),
    ('\u{1D20}', 'v'),
    ('\u{1D21}', 'w'),
    ('\u{1D22}', 'z'),
    ('\u{2010}', '-'),
    ('\u{2011}', '-'),
    ('\u{2012}', '-'),
    ('\u{2013}', '-'),
    ('\u{2014}', '-'),
    ('\u{2015}', '-'),
    ('\u{2018}', '\''),
    ('\u{2019}', '\''),
    ('\u{201A}', ','),
    ('\u{201B}', '\''),
    ('\u{201C}', '"'),
    ('\u{201D}', '"'),
    ('\u{201F}', '"'),
    ('\u{2024}', '.'),
    ('\u{2032}', '\''),
    ('\u{2033}', '"'),
    ('\u{2035}', '`'),
    ('\u{2039}', '<'),
    ('\u{203A}', '>'),
    ('\u{2043}', '-'),
    ('\u{2044}', '/'),
    ('\u{204E}', '*'),
    ('\u{2052}', '%'),
    ('\u{2053}', '~'),
    ('\u{212A}', 'K'),
    ('\u{2160}', 'I'),
    ('\u{2164}', 'V'),
    ('\u{2169}', 'X'),
    ('\u{216C}', 'L'),
    ('\u{216D}', 'C'),
    ('\u{216E}', 'D'),
    ('\u{216F}', 'M'),
    ('\u{2170}', 'i'),
    ('\u{2174}', 'v'),
    ('\u{2179}', 'x'),
    ('\u{217C}', 'l'),
    ('\u{217D}', 'c'),
    ('\u{217E}', 'd'),
    ('\u{217F}', 'm'),
    ('\u{2212}', '-'),
    ('\u{2215}', '/'),
    ('\u{2216}', '\\'),
    ('\u{2217}', '*'),
    ('\u{2223}', '|'),
    ('\u{2236}', ':'),
    ('\u{223C}', '~'),
    ('\u{22C5}', '.'),
    ('\u{2329}', '<'),
    ('\u{232A}', '>'),
    ('\u{2500}', '-'),
    ('\u{2502}', '|'),
    ('\u{2571}', '/'),
    ('\u{2572}', '\\'),
    ('\u{2758}', '|'),
    ('\u{276E}', '<'),
    ('\u{276F}', '>'),
    ('\u{2772}', '('),
    ('\u{2773}', ')'),
    ('\u{27E8}', '<'),
    ('\u{27E9}', '>'),
    ('\u{29F8}', '/'),
    ('\u{29F9}', '\\'),
    ('\u{3007}', 'O'),
    ('\u{3008}', '<'),
    ('\u{3009}', '>'),
    ('\u{3014}', '('),
    ('\u{3015}', ')'),
    ('\u{A789}', ':'),
    ('\u{A78C}', '\''),
    ('\u{FE52}', '.'),
    ('\u{FE54}', ';'),
    ('\u{FE55}', ':'),
    ('\u{FE57}', '!'),
    ('\u{FE58}', '-'),
    ('\u{FE59}', '('),
    ('\u{FE5A}', ')'),
    ('\u{FE5B}', '{'),
    ('\u{FE5C}', '}'),
    ('\u{FE5F}', '#'),
    ('\u{FE60}', '&'),
    ('\u{FE61}', '*'),
    ('\u{FE62}', '+'),
    ('\u{FE63}', '-'),
    ('\u{FE64}', '<'),
    ('\u{FE65}', '>'),
    ('\u{FE66}', '='),
    ('\u{FE68}', '\\'),
    ('\u{FE69}', '$'),
    ('\u{FE6A}', '%'),
    ('\u{FE6B}', '@'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_without_doubles() {
        for pair in LIKE.windows(2) {
            let [(left, _), (right, _)] = pair else { continue };
            assert!(left < right, "{left:?} {right:?}");
        }
        assert!(LIKE.iter().all(|(from, to)| !from.is_ascii() && to.is_ascii_graphic()));
    }

    #[test]
    fn classes() {
        let table = [
            ('é', Look::Plain),
            ('漢', Look::Plain),
            ('\u{0430}', Look::Like('a')),
            ('\u{FF1B}', Look::Like(';')),
            ('\u{037E}', Look::Like(';')),
            ('\u{1D5CB}', Look::Styled),
            ('\u{00A0}', Look::Blank("no-break space")),
            ('\u{200B}', Look::Hidden("zero-width space")),
            ('\u{202E}', Look::Bidi("right-to-left override")),
            ('\u{0301}', Look::Combining),
            ('\u{E000}', Look::Hidden("private use")),
            ('\u{FFFE}', Look::Hidden("noncharacter")),
            ('→', Look::Sign),
        ];
        for (c, expected) in table {
            assert_eq!(look(c), expected, "U+{:04X}", u32::from(c));
        }
    }
}
