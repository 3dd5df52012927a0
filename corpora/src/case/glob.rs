//! Path patterns of `like` lines.
//!
//! `*` stands for any bytes but `/`, `?` for one byte but `/`, `**` for any bytes with `/`, and a
//! backslash takes the next byte as it is. Nothing else is special.

/// Whether `text` as a whole matches `pattern`. Takes time of the product of both lengths at most.
pub(crate) fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let items = items(pattern);
    // `reached[i]`: the first `i` items match the text read so far.
    let mut reached = vec![false; items.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    skip_stars(&items, &mut reached);
    for byte in text {
        let mut next = vec![false; items.len() + 1];
        for (index, item) in items.iter().enumerate() {
            if !reached.get(index).copied().unwrap_or(false) {
                continue;
            }
            let (to, taken) = match item {
                Item::Byte(b) => (index + 1, b == byte),
                Item::One => (index + 1, *byte != b'/'),
                Item::Star => (index, *byte != b'/'),
                Item::DoubleStar => (index, true),
            };
            if taken && let Some(slot) = next.get_mut(to) {
                *slot = true;
            }
        }
        skip_stars(&items, &mut next);
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}

/// The pattern that matches exactly this path.
pub(crate) fn escape(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    for byte in path {
        if matches!(byte, b'*' | b'?' | b'\\') {
            out.push(b'\\');
        }
        out.push(*byte);
    }
    out
}

enum Item {
    Byte(u8),
    One,
    Star,
    DoubleStar,
}

fn items(pattern: &[u8]) -> Vec<Item> {
    let mut items = Vec::with_capacity(pattern.len());
    let mut bytes = pattern.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        items.push(match byte {
            b'\\' => Item::Byte(bytes.next().unwrap_or(b'\\')),
            b'?' => Item::One,
            b'*' if bytes.peek() == Some(&b'*') => {
                bytes.next();
                Item::DoubleStar
            }
            b'*' => Item::Star,
            byte => Item::Byte(byte),
        });
    }
    items
}

/// A star may also stand for nothing.
fn skip_stars(items: &[Item], reached: &mut [bool]) {
    for (index, item) in items.iter().enumerate() {
        if matches!(item, Item::Star | Item::DoubleStar)
            && reached.get(index).copied().unwrap_or(false)
            && let Some(slot) = reached.get_mut(index + 1)
        {
            *slot = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_match_as_the_table_says() {
        let rows: &[(&str, &str, bool)] = &[
            ("a", "a", true),
            ("a", "ab", false),
            ("", "", true),
            ("*", "", true),
            ("*", "a/b", false),
            ("**", "a/b", true),
            (".git/objects/**", ".git/objects/ab/cd", true),
            (".git/objects/**", ".git/objects/", true),
            (".git/objects/**", ".git/object", false),
            ("a*c", "abbc", true),
            ("a?c", "a/c", false),
            ("a?c", "abc", true),
            ("in.t\\?t", "in.t?t", true),
            ("in.t\\?t", "in.txt", false),
            ("x\\", "x\\", true),
            ("$HOME/.npm/_logs/*-debug-0.log", "$HOME/.npm/_logs/1-debug-0.log", true),
        ];
        for (pattern, text, expected) in rows {
            assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), *expected, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let pattern = b"*a".repeat(200);
        let text = b"a".repeat(2000);
        assert!(matches(&pattern, &text));
        assert!(!matches(&pattern, &[&text[..], b"b"].concat()));
    }

    proptest! {
        #[test]
        fn an_escaped_path_matches_itself_only(path: Vec<u8>, other: Vec<u8>) {
            prop_assert!(matches(&escape(&path), &path));
            prop_assert_eq!(matches(&escape(&path), &other), path == other);
        }
    }
}
