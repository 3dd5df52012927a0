//! Words of the reader's tree as text.

use guard::syntax::{Operation, Part, PartKind, Word};

/// How much of a word is written, in bytes; a here-document in a substitution can be long.
const LONGEST: usize = 2000;

/// Words with blanks between them.
pub(super) fn all(words: &[Word]) -> String {
    words.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// A word, quoted as it was.
pub(super) fn one(word: &Word) -> String {
    let mut out = Vec::new();
    parts(&word.parts, &mut out);
    out.truncate(LONGEST);
    String::from_utf8_lossy(&out).into_owned()
}

pub(super) fn parts(parts: &[Part], out: &mut Vec<u8>) {
    for part in parts {
        if out.len() > LONGEST {
            return;
        }
        match &part.kind {
            PartKind::Text(text) => out.extend_from_slice(text),
            PartKind::Escaped(byte) => out.extend_from_slice(&[b'\\', *byte]),
            PartKind::Single(text) => {
                out.push(b'\'');
                out.extend_from_slice(text);
                out.push(b'\'');
            }
            PartKind::Double(inner) => {
                out.push(b'"');
                self::parts(inner, out);
                out.push(b'"');
            }
            PartKind::Glob(byte) => out.push(*byte),
            PartKind::Home => out.push(b'~'),
            PartKind::Command(_) => out.extend_from_slice(b"$(...)"),
            PartKind::Arithmetic(inner) => {
                out.extend_from_slice(b"$((");
                self::parts(inner, out);
                out.extend_from_slice(b"))");
            }
            PartKind::Parameter(parameter) => {
                let name = &parameter.name;
                match &parameter.operation {
                    Operation::Value if !parameter.braced => {
                        out.push(b'$');
                        out.extend_from_slice(name);
                    }
                    operation => {
                        out.extend_from_slice(b"${");
                        if *operation == Operation::Length {
                            out.push(b'#');
                        }
                        out.extend_from_slice(name);
                        match operation {
                            Operation::Value | Operation::Length => {}
                            Operation::Alternative { colon, operator, word } => {
                                out.extend(colon.then_some(b':'));
                                out.push(*operator);
                                self::parts(word, out);
                            }
                            Operation::Trim { operator, longest, pattern } => {
                                out.push(*operator);
                                out.extend(longest.then_some(*operator));
                                self::parts(pattern, out);
                            }
                        }
                        out.push(b'}');
                    }
                }
            }
        }
    }
}
