//! The claims text check: a look for one path in the text, not a parser.

use crate::policy::text::js_space;

/// The folder that holds the state of claims.
const CLAIMS: &str = "openwiki/.claims";

/// Whether a character may stand next to the path without being part of a longer name.
fn is_boundary(c: char) -> bool {
    js_space(c) || matches!(c, '/' | '\'' | '"' | '`' | '=' | ';' | '|' | '&' | '(' | ')')
}

/// Whether the text names the folder of claims, or something in it.
pub(super) fn names_claims(script: &[u8]) -> bool {
    let text = String::from_utf8_lossy(script).replace('\\', "/").to_lowercase();
    text.match_indices(CLAIMS).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
        before.is_none_or(is_boundary) && after.is_none_or(is_boundary)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_found_between_boundaries_only() {
        let named = [
            "openwiki/.claims",
            "cat openwiki/.claims/page.json",
            "cat OPENWIKI/.CLAIMS/page.json",
            "cat openwiki\\.claims\\page.json",
            "cat ./openwiki/.claims",
            "x='openwiki/.claims'",
            "x=\"openwiki/.claims\"",
            "`openwiki/.claims`",
            "(openwiki/.claims)",
            "a=openwiki/.claims",
            "a;openwiki/.claims;b",
            "a|openwiki/.claims|b",
            "a&openwiki/.claims&b",
            "a\nopenwiki/.claims\nb",
            "a\u{a0}openwiki/.claims\u{a0}b",
            "xopenwiki/.claims openwiki/.claims",
            "openwi\u{212a}i/.claims",
        ];
        for text in named {
            assert!(names_claims(text.as_bytes()), "{text:?}");
        }
        let not_named = [
            "",
            "openwiki/claims",
            "xopenwiki/.claims",
            "openwiki/.claimsx",
            "openwiki/.claims.json",
            "cat <openwiki/.claims",
            "openwiki/\".claims\"/x",
            "openwiki/.c*",
            "cd openwiki",
            "{openwiki/.claims}",
        ];
        for text in not_named {
            assert!(!names_claims(text.as_bytes()), "{text:?}");
        }
    }
}
