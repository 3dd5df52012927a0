//! Text from outside as code that it cannot leave, and as sentences that it cannot mark up.

use std::fmt::Write as _;

use crate::text::number;
use crate::visible::{Lines, line, reveal};

/// Bytes in a fenced block.
pub(super) fn block(bytes: &[u8], limit: usize, lines: Lines) -> String {
    let shown = reveal(bytes, lines, limit);
    let mut text = fenced(&shown.plain(), "");
    if shown.is_cut() {
        let _ = writeln!(
            text,
            "Shown: {} of {} bytes.",
            number(shown.shown as u64),
            number(shown.total as u64)
        );
    }
    text
}

/// Visible text in a fenced block.
pub(super) fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// A code span, on one line.
pub(super) fn code(text: &str) -> String {
    span(&line(text, 1024).plain())
}

/// A code span in a table.
pub(super) fn cell(text: &str) -> String {
    barred(&line(text, 1024).plain())
}

/// A code span of a text that was made visible before.
pub(super) fn span(text: &str) -> String {
    let ticks = "`".repeat(longest_run(text) + 1);
    let pad = if text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A code span of a visible text in a table, whose cells a bar would end even there.
pub(super) fn barred(text: &str) -> String {
    if !text.contains("\\|") {
        return span(text).replace('|', "\\|");
    }
    // Readers disagree about a backslash in front of a bar; entities they all read alike.
    let mut out = String::from("<code>");
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out + "</code>"
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A sentence that may hold anything, as text: what Markdown or HTML would read is escaped.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in line(text, 2048).plain().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A mention, a reference or a link would reach somebody.
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            ':' if out.ends_with(|before: char| before.is_ascii_alphabetic()) => {
                out.push_str("&#58;");
            }
            '.' if out.ends_with(['w', 'W']) => out.push_str("&#46;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_cannot_be_left() {
        let table = [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            ("", "`  `"),
            ("a\nb", "`a↵b`"),
            ("```", "```` ``` ````"),
        ];
        for (text, expected) in table {
            assert_eq!(code(text), expected);
        }
        assert_eq!(cell("a|b"), "`a\\|b`");
        assert_eq!(cell("a\\|b"), "<code>a&#92;&#124;b</code>");
        assert_eq!(fenced("```\n# x", ""), "````\n```\n# x\n````\n");
    }

    #[test]
    fn sentences_hold_no_markup() {
        assert_eq!(plain("<b> @x #1 [a](b)"), "&lt;b&gt; &#64;x &#35;1 \\[a\\](b)");
    }
}
