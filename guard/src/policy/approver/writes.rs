//! Files that a program writes without its operands showing it.

use super::line::Before;
use super::{inline, sed};
use crate::syntax::{Operation, Part, PartKind, Word};

/// What the words of a program that makes no links do not show of what it writes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Hidden {
    /// It may write a file that no word names.
    pub(super) unplaced: bool,
    /// Files that are named within words.
    pub(super) names: Vec<Vec<u8>>,
}

/// Options of a program whose value, a file that it writes, may stand in one word with them.
fn outputs(base: &[u8]) -> &'static [u8] {
    match base {
        b"sort" => b"o",
        b"curl" => b"oDc",
        b"wget" => b"Ooa",
        _ => b"",
    }
}

/// What a program may write that its operands do not show.
pub(super) fn hidden(base: &[u8], arguments: &[Word], before: &Before) -> Hidden {
    let mut hidden = Hidden::default();
    if !matches!(base, b"tee" | b"dd" | b"sort" | b"curl" | b"wget" | b"find" | b"sed" | b"awk") {
        return hidden;
    }
    let options = || arguments.iter().filter_map(Word::fixed).filter(|it| it.starts_with(b"-"));
    let open = arguments.iter().any(|word| word.fixed().is_none() && is_set(&word.parts, before));
    hidden.unplaced = match base {
        b"find" => {
            let writes = |text: &[u8]| text.starts_with(b"-fp") || text.starts_with(b"-fl");
            // An action that the line does not fix is refused where what it runs is looked for.
            open && options().any(|it| writes(&it))
        }
        // It takes the name from the address, or is told of a directory.
        b"curl" => open || options().any(|it| names_by_address(&it)),
        b"wget" => open || !options().any(|it| it.contains(&b'O') || it.starts_with(b"--output-d")),
        _ => open,
    };
    let letters = outputs(base);
    for text in options().filter(|it| !letters.is_empty() && !it.starts_with(b"--")) {
        let ends = text.iter().enumerate().filter(|(_, byte)| letters.contains(byte));
        let values = ends.filter_map(|(at, _)| text.get(at + 1..)).filter(|it| !it.is_empty());
        hidden.names.extend(values.map(<[u8]>::to_vec));
    }
    for script in inline::scripts(base, arguments) {
        let writes = match base {
            b"sed" => sed::writes(&script),
            _ => script.contains(&b'>') && script.windows(5).any(|part| part.starts_with(b"print")),
        };
        if writes {
            hidden.unplaced = true;
            let parts = script.split(|byte| b" \t\n\"';}".contains(byte));
            hidden.names.extend(parts.filter(|part| !part.is_empty()).map(<[u8]>::to_vec));
        }
    }
    hidden
}

/// Whether an option has `curl` take a name from an address, or put files into a directory.
fn names_by_address(option: &[u8]) -> bool {
    match option.starts_with(b"--") {
        true => option.starts_with(b"--rem") || option.starts_with(b"--output-d"),
        false => option.iter().any(|byte| b"OJ".contains(byte)),
    }
}

/// Whether what the line does not fix in a word may come from the line: a parameter that nothing
/// on it sets comes from the environment, which is nobody's trap.
fn is_set(parts: &[Part], before: &Before) -> bool {
    parts.iter().any(|part| match &part.kind {
        PartKind::Text(_) | PartKind::Single(_) | PartKind::Escaped(_) | PartKind::Home => false,
        PartKind::Double(inner) => is_set(inner, before),
        PartKind::Parameter(parameter) => {
            let plain = matches!(parameter.operation, Operation::Value | Operation::Length);
            before.assigned || !plain
        }
        PartKind::Glob(_) | PartKind::Command(_) | PartKind::Arithmetic(_) => true,
    })
}
