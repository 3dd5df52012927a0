//! The place in the text, and the small steps over it.

use super::doubt::{Doubt, DoubtKind};
use super::tree::{HereDoc, Span};

/// How deep constructs may be nested. Shells themselves fail somewhere above (zsh needs seconds
/// for a thousand substitutions); people stay far below. It also bounds the reader's recursion.
pub(super) const MAX_DEPTH: usize = 64;

/// What a step of the reader gives: what it read, or the doubt that stopped it.
pub(super) type Read<T> = Result<T, Doubt>;

/// A here-document whose operator was read and whose body was not.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// The place in `bodies`.
    pub(super) index: usize,
    /// Where its operator stands.
    pub(super) span: Span,
}

/// The reader's state. Its methods are spread over the modules of the constructs.
pub(super) struct Reader<'a> {
    /// The text.
    pub(super) text: &'a [u8],
    /// The next byte.
    pub(super) at: usize,
    /// Where the text ends for now: the text's length, or the closing backquote.
    pub(super) end: usize,
    /// How many constructs are open.
    pub(super) depth: usize,
    /// Here-documents of this script that were read, or whose place is kept.
    pub(super) bodies: Vec<HereDoc>,
    /// Those of them whose body comes after the next newline.
    pub(super) pending: Vec<Pending>,
    /// Whether some script around this one waits for the body of a here-document.
    pub(super) outer_pending: bool,
    /// Whether this is the text of a substitution.
    pub(super) nested: bool,
    /// Whether this is inside double quotes or a here-document, where quotes in `${…}` differ.
    pub(super) in_double: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            end: text.len(),
            depth: 0,
            bodies: Vec::new(),
            pending: Vec::new(),
            outer_pending: false,
            nested: false,
            in_double: false,
        }
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    /// The byte `ahead` of the next one.
    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.end { self.text.get(at).copied() } else { None }
    }

    /// The byte before the next one, if it is in the text.
    pub(super) fn previous(&self) -> Option<u8> {
        self.at.checked_sub(1).and_then(|at| self.text.get(at)).copied()
    }

    /// Whether the text goes on with `bytes`.
    pub(super) fn looking_at(&self, bytes: &[u8]) -> bool {
        self.rest().starts_with(bytes)
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Steps over the next byte.
    pub(super) fn bump(&mut self) {
        self.at = (self.at + 1).min(self.end);
    }

    /// Steps over `bytes` if the text goes on with them.
    pub(super) fn eat(&mut self, bytes: &[u8]) -> bool {
        let there = self.looking_at(bytes);
        if there {
            self.at += bytes.len();
        }
        there
    }

    /// The range from `start` to the next byte.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// A doubt about the range from `start` to the next byte, or about the next byte.
    pub(super) fn doubt<T>(&self, kind: DoubtKind, start: usize) -> Read<T> {
        let end = if self.at > start { self.at } else { (start + 1).min(self.text.len()) };
        Err(Doubt { kind, span: Span::new(start, end) })
    }

    /// A doubt about the next byte.
    pub(super) fn doubt_here<T>(&self, kind: DoubtKind) -> Read<T> {
        self.doubt(kind, self.at)
    }

    /// Opens a construct that starts at `start`; every one is closed by [`Reader::leave`].
    pub(super) fn enter(&mut self, start: usize) -> Read<()> {
        if self.depth >= MAX_DEPTH {
            return self.doubt(DoubtKind::TooDeep, start);
        }
        self.depth += 1;
        Ok(())
    }

    /// Closes a construct.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Steps over blanks and lines that are continued at a blank.
    ///
    /// A backslash and newline vanish in every shell; where they touch an operator or a word,
    /// shells differ on what the two sides become (`>` continued by `>`).
    #[inline]
    pub(super) fn skip_blanks(&mut self) -> Read<()> {
        match self.peek() {
            Some(b' ' | b'\t' | b'\\') => self.skip_some_blanks(),
            _ => Ok(()),
        }
    }

    fn skip_some_blanks(&mut self) -> Read<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.bump(),
                Some(b'\\') if self.peek_at(1) == Some(b'\n') => {
                    let before = matches!(self.previous(), None | Some(b' ' | b'\t' | b'\n'));
                    let after = !matches!(self.peek_at(2), None | Some(b'\n' | b'#' | b'\\'));
                    if !before || !after {
                        return self.doubt_here(DoubtKind::LineContinuation);
                    }
                    if !self.pending.is_empty() || self.outer_pending {
                        return self.doubt_here(DoubtKind::HereDocPlace);
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Steps over a comment, if one starts here.
    pub(super) fn skip_comment(&mut self) {
        if self.peek() == Some(b'#') {
            let rest = self.rest();
            self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        }
    }

    /// Steps over blanks, comments, newlines, and the here-documents that start after them.
    pub(super) fn skip_lines(&mut self) -> Read<()> {
        loop {
            self.skip_blanks()?;
            self.skip_comment();
            if self.peek() != Some(b'\n') {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Steps over a newline and reads the here-documents that wait for it.
    pub(super) fn newline(&mut self) -> Read<()> {
        if self.outer_pending {
            return self.doubt_here(DoubtKind::HereDocPlace);
        }
        self.bump();
        self.read_pending()
    }
}

/// Whether a byte ends a word.
pub(super) fn is_boundary(byte: Option<u8>) -> bool {
    matches!(
        byte,
        None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
    )
}

/// Whether a byte may start a name.
pub(super) fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a byte may stand in a name.
pub(super) fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
