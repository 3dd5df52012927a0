//! What a tree says that a shell may run, against what a shell ran.

use guard::syntax::{self, Found, Operation, Part, PartKind, Redirect, Script, Target, Word};

/// A piece of what a word may become.
#[derive(Debug)]
enum Piece {
    Text(Vec<u8>),
    /// Anything.
    Any,
}

/// What a word may become.
#[derive(Debug)]
struct Pattern {
    pieces: Vec<Piece>,
    /// It may become several words.
    splits: bool,
    /// It may become no word.
    vanishes: bool,
}

/// What a script may do.
#[derive(Debug, Default)]
pub struct Said {
    commands: Vec<(Vec<Pattern>, bool)>,
    files: Vec<Pattern>,
    /// Something that the script does not fix may run.
    pub open: bool,
    /// The fixed words, under which stubs must be there.
    pub names: Vec<Vec<u8>>,
}

impl Said {
    /// What this script may do.
    pub fn new(script: &Script) -> Self {
        let mut said = Self::default();
        syntax::visit(script, &mut |found| match found {
            Found::Command(reached) => {
                let patterns = reached.words.iter().map(pattern).collect();
                let fixed = reached.words.iter().filter_map(Word::fixed);
                said.names.extend(fixed.map(|word| word.into_owned()));
                said.commands.push((patterns, reached.open_ended));
            }
            Found::Redirect(Redirect { target: Target::File { mode, word }, .. })
                if mode.writes() =>
            {
                said.files.push(pattern(word));
            }
            Found::Unknown { .. } => said.open = true,
            _ => {}
        });
        said
    }

    /// Whether the tree has a command that may have these arguments.
    pub fn has_command(&self, argv: &[Vec<u8>]) -> bool {
        self.commands.iter().any(|(patterns, open_ended)| matches(patterns, argv, *open_ended))
    }

    /// Whether the tree has a redirection that may make this file.
    pub fn has_file(&self, name: &[u8]) -> bool {
        self.files.iter().any(|pattern| {
            let last = match pattern.pieces.as_slice() {
                [Piece::Text(text)] => text.rsplit(|&byte| byte == b'/').next(),
                _ => None,
            };
            last.is_none_or(|last| last == name)
        })
    }
}

fn pattern(word: &Word) -> Pattern {
    let mut pieces = Vec::new();
    word.parts.iter().for_each(|part| add(part, &mut pieces));
    Pattern { pieces, splits: word.may_split(), vanishes: word.may_vanish() }
}

fn add(part: &Part, pieces: &mut Vec<Piece>) {
    let mut text = |more: &[u8]| match pieces.last_mut() {
        Some(Piece::Text(text)) => text.extend_from_slice(more),
        _ => pieces.push(Piece::Text(more.to_vec())),
    };
    match &part.kind {
        PartKind::Text(more) | PartKind::Single(more) => text(more),
        PartKind::Escaped(byte) => text(&[*byte]),
        PartKind::Double(parts) => {
            text(b"");
            parts.iter().for_each(|part| add(part, pieces));
        }
        PartKind::Parameter(parameter) if parameter.operation == Operation::Length => {
            pieces.push(Piece::Any);
        }
        _ => pieces.push(Piece::Any),
    }
}

/// Whether words of these patterns may become `argv`.
fn matches(patterns: &[Pattern], argv: &[Vec<u8>], open_ended: bool) -> bool {
    // reach[n]: the patterns so far may have become the first n words.
    let mut reach = vec![false; argv.len() + 1];
    reach[0] = true;
    for pattern in patterns {
        let mut next = vec![false; argv.len() + 1];
        for from in (0..=argv.len()).filter(|&from| reach[from]) {
            if pattern.vanishes {
                next[from] = true;
            }
            if argv.get(from).is_some_and(|word| matches_one(&pattern.pieces, word)) {
                next[from + 1] = true;
            }
            if pattern.splits {
                next[from + 1..].iter_mut().for_each(|to| *to = true);
            }
        }
        reach = next;
    }
    if open_ended { reach.contains(&true) } else { reach[argv.len()] }
}

/// Whether a word may come of these pieces. Of the texts between two holes the first place will do, so
/// this takes no more steps than the word has bytes for each piece.
fn matches_one(pieces: &[Piece], word: &[u8]) -> bool {
    let mut rest = word;
    // Whether anything may stand before what is left.
    let mut open = false;
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Text(text) = piece else {
            open = true;
            continue;
        };
        if open && at + 1 == pieces.len() {
            return rest.ends_with(text);
        }
        let found = match open {
            true => memchr::memmem::find(rest, text),
            false => rest.starts_with(text).then_some(0),
        };
        let Some(found) = found else { return false };
        rest = rest.get(found + text.len()..).unwrap_or_default();
        open = false;
    }
    open || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_of_their_pieces() {
        let pieces = |text: &str| -> Vec<Piece> {
            let mut pieces = Vec::new();
            for (at, text) in text.split('*').enumerate() {
                if at > 0 {
                    pieces.push(Piece::Any);
                }
                if !text.is_empty() {
                    pieces.push(Piece::Text(text.into()));
                }
            }
            pieces
        };
        for (pattern, word, expected) in [
            ("", "", true),
            ("", "a", false),
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("**", "abc", true),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("*b", "abc", false),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "acb", false),
            ("*ab*ab", "ab", false),
            ("*ab*ab", "abab", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(
                matches_one(&pieces(pattern), word.as_bytes()),
                expected,
                "{pattern} {word}"
            );
        }
    }

    /// A fuzzer found that this once took longer than it would wait.
    #[test]
    fn many_holes_take_no_time() {
        let pieces: Vec<Piece> = (0..400)
            .map(|at| if at % 2 == 0 { Piece::Any } else { Piece::Text(b"a".to_vec()) })
            .chain([Piece::Text(b"b".to_vec())])
            .collect();
        assert!(!matches_one(&pieces, &b"a".repeat(4000)));
    }
}
