//! Names with a time in them, which are new in each run.

use crate::case::Pattern;

/// The pattern that covers a path of which some component has a time of day in it, such as a
/// log's; `None` for every other path.
pub(crate) fn undated(name: &[u8]) -> Option<Vec<u8>> {
    if !name.split(|byte| *byte == b'/').any(is_dated) {
        return None;
    }
    let parts: Vec<Vec<u8>> = name
        .split(|byte| *byte == b'/')
        .map(|part| {
            if !is_dated(part) {
                return Pattern::escape(part);
            }
            let end = part.iter().rposition(|byte| *byte == b'.').unwrap_or(part.len());
            [b"*", part.get(end..).unwrap_or_default()].concat()
        })
        .collect();
    Some(parts.join(&b'/'))
}

/// A date and a time to the minute are twelve digits, and no ordinary name has as many.
fn is_dated(part: &[u8]) -> bool {
    let is_hexadecimal = part.iter().all(u8::is_ascii_hexdigit);
    !is_hexadecimal && part.iter().filter(|byte| byte.is_ascii_digit()).count() >= 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dated_names_become_patterns() {
        let rows = [
            (
                "$HOME/.npm/_logs/2026-11-30T08_56_55_433Z-debug-0.log",
                Some("$HOME/.npm/_logs/*.log"),
            ),
            ("a?/20261130-0856-x", Some("a\\?/*")),
            ("in.txt", None),
            ("0001-base.patch", None),
            ("2026-11-30", None),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", None),
        ];
        for (name, pattern) in rows {
            assert_eq!(undated(name.as_bytes()).as_deref(), pattern.map(str::as_bytes), "{name}");
        }
    }
}
