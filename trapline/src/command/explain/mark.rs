//! A place in the source, with a mark under it.

use crate::show;

/// How much of a line is shown before and behind a place, in bytes.
const AROUND: usize = 60;

/// The line that holds the start of a place, with its number, and carets under the place.
pub(super) fn mark(source: &[u8], start: usize, end: usize) -> Vec<String> {
    let start = start.min(source.len());
    let end = end.clamp(start, source.len());
    let before = source.get(..start).unwrap_or_default();
    let number = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let first = line.max(start.saturating_sub(AROUND));
    let rest = source.get(start..).unwrap_or_default();
    let stop = start + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let last = end.min(stop);
    let marked_to = last.min(start + AROUND);
    let after_to = stop.min(marked_to + AROUND);
    // A blank at the end of a text is shown as another thing, so widths are those before a letter.
    let width = |to: usize| {
        let text = [source.get(first..to).unwrap_or_default(), b"x"].concat();
        show::line(&text).chars().count().saturating_sub(1)
    };
    let cut = |cut: bool| if cut { "…" } else { "" };
    let label = format!("{number}: {}", cut(first > line));
    let text = show::line(source.get(first..after_to).unwrap_or_default());
    let carets = width(marked_to).saturating_sub(width(start)).max(1);
    let indent = label.chars().count() + width(start);
    vec![
        format!("{label}{text}{}", cut(after_to < stop)),
        format!("{}{}", " ".repeat(indent), "^".repeat(carets)),
    ]
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn places_are_marked_on_their_line() {
        let source = b"ls\nrm -rf build/* && x";
        assert_eq!(mark(source, 10, 17), ["2: rm -rf build/* && x", "          ^^^^^^^"]);
        assert_eq!(mark(source, 0, 22), ["1: ls", "   ^^"]);
        assert_eq!(mark(source, 99, 200), ["2: rm -rf build/* && x", "                      ^"]);
        assert_eq!(mark(b"", 0, 0), ["1: ", "   ^"]);
        let long = [b"a".repeat(100), b"X".to_vec(), b"b".repeat(100)].concat();
        let marked = mark(&long, 100, 101);
        assert_eq!(marked[0].chars().filter(|c| *c == '…').count(), 2);
        assert_eq!(
            marked[0].chars().position(|c| c == 'X'),
            marked[1].chars().position(|c| c == '^')
        );
        let odd = mark(b"\x1b\xff rm", 3, 5);
        assert_eq!(odd[0].chars().position(|c| c == 'r'), odd[1].chars().position(|c| c == '^'));
    }
}
