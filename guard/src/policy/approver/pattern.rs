//! Shell patterns in one component of a path.

/// Whether a pattern (bytes with whether each is a wildcard) may match a name in some shell. A
/// leading dot must be spelled out. Sets that shells read differently match anything.
pub(super) fn may_match(pattern: &[(u8, bool)], name: &[u8]) -> bool {
    if name.first() == Some(&b'.') && pattern.first() != Some(&(b'.', false)) {
        return false;
    }
    matches(pattern, name)
}

/// Matches without a rule about dots. Linear in the product of both lengths.
fn matches(pattern: &[(u8, bool)], name: &[u8]) -> bool {
    // reach[n]: the pattern so far may have matched the first n bytes.
    let mut reach = vec![false; name.len() + 1];
    if let Some(first) = reach.first_mut() {
        *first = true;
    }
    let mut rest = pattern;
    while let Some(((byte, wild), after)) = rest.split_first() {
        let mut next = vec![false; name.len() + 1];
        let mut step = |reach: &[bool], fits: &dyn Fn(u8) -> bool| {
            for (at, byte) in name.iter().enumerate() {
                if reach.get(at) == Some(&true)
                    && fits(*byte)
                    && let Some(place) = next.get_mut(at + 1)
                {
                    *place = true;
                }
            }
        };
        rest = after;
        match (byte, wild) {
            (b'*', true) => {
                let first = reach.iter().position(|place| *place).unwrap_or(reach.len());
                next.iter_mut().skip(first).for_each(|place| *place = true);
            }
            (b'?', true) => {
                // In a locale of single bytes it takes one byte, else a whole letter.
                step(&reach, &|_| true);
                for width in 2..=4 {
                    for at in 0..name.len() {
                        if reach.get(at) == Some(&true)
                            && name.get(at).is_some_and(|byte| *byte >= 0xc0)
                            && let Some(place) = next.get_mut(at + width)
                        {
                            *place = true;
                        }
                    }
                }
            }
            (b'[', true) => {
                // What a set takes differs between shells and locales: any one letter, or the
                // text itself where the set is not closed.
                let close = rest.iter().skip(1).position(|(byte, _)| *byte == b']');
                match close {
                    Some(length) => {
                        rest = rest.get(length + 2..).unwrap_or_default();
                        let first = reach.iter().position(|place| *place).unwrap_or(reach.len());
                        next.iter_mut().skip(first + 1).for_each(|place| *place = true);
                    }
                    None => step(&reach, &|byte| byte == b'['),
                }
            }
            (byte, _) => step(&reach, &|other| other == *byte),
        }
        reach = next;
    }
    reach.last() == Some(&true)
}
