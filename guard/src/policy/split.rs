//! Splitting a text into words by quotes alone, as Python's `shlex.split` does.
//!
//! There are no comments, expansions or operators: SPACE, TAB, CR and LF separate words, quotes
//! and backslashes keep them together.

/// A text, split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// The words. Where `broken` is set they are what is there: an open quote ends with the text
    /// and a backslash at the end stands for nothing.
    pub(crate) words: Vec<Vec<u8>>,
    /// Whether a quote is left open or a backslash dangles.
    pub(crate) broken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    Word,
    Single,
    Double,
}

/// Splits.
pub(crate) fn split(text: &[u8]) -> Split {
    let mut words = Vec::new();
    let mut word = Vec::new();
    let mut state = State::Between;
    let mut broken = false;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (state, byte) {
            (State::Single, b'\'') | (State::Double, b'"') => state = State::Word,
            (State::Single, _) => word.push(byte),
            (State::Double, b'\\') => match bytes.next() {
                Some(next @ (b'"' | b'\\')) => word.push(next),
                Some(next) => word.extend([b'\\', next]),
                None => broken = true,
            },
            (State::Double, _) => word.push(byte),
            (State::Between, b' ' | b'\t' | b'\r' | b'\n') => {}
            (State::Word, b' ' | b'\t' | b'\r' | b'\n') => {
                words.push(std::mem::take(&mut word));
                state = State::Between;
            }
            (State::Between | State::Word, b'\'') => state = State::Single,
            (State::Between | State::Word, b'"') => state = State::Double,
            (State::Between | State::Word, b'\\') => {
                state = State::Word;
                match bytes.next() {
                    Some(next) => word.push(next),
                    None => broken = true,
                }
            }
            (State::Between | State::Word, _) => {
                state = State::Word;
                word.push(byte);
            }
        }
    }
    broken |= matches!(state, State::Single | State::Double);
    if state != State::Between {
        words.push(word);
    }
    Split { words, broken }
}
