//! The form that every reading is brought to, so that they can be compared.
//!
//! It has what the readings have in common: words as far as their text is fixed after quote
//! removal, redirections with the descriptor written out, and how commands are joined and nested.
//! What is quoted and how, and where anything stands, is left out.

/// Commands that run one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The parts between separators.
    pub items: Vec<Item>,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The first pipeline.
    pub first: Pipeline,
    /// The others.
    pub rest: Vec<(Joint, Pipeline)>,
    /// Ended by `&`.
    pub background: bool,
}

/// What joins two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// `!` stands before it.
    pub negated: bool,
    /// The commands.
    pub commands: Vec<Command>,
}

/// A command with its redirections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it is.
    pub form: Form,
    /// Its redirections, in the order of the text.
    pub redirects: Vec<Redirect>,
}

/// The forms of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Assignments and words.
    Simple {
        /// The assignments before the first word.
        assignments: Vec<(Vec<u8>, Word)>,
        /// The name and the arguments.
        words: Vec<Word>,
    },
    /// `{ …; }`
    Group(List),
    /// `( … )`
    Subshell(List),
    /// `if …; then …; else …; fi`
    If {
        /// Conditions with what runs when they hold.
        arms: Vec<(List, List)>,
        /// What runs when none holds.
        otherwise: Option<List>,
    },
    /// `while …; do …; done` and `until …; do …; done`
    Loop {
        /// `until` it is.
        until: bool,
        /// The condition.
        condition: List,
        /// What is repeated.
        body: List,
    },
    /// `for NAME in …; do …; done`
    For {
        /// The variable.
        name: Vec<u8>,
        /// What it runs over; `None` where no `in` stands.
        words: Option<Vec<Word>>,
        /// What is repeated.
        body: List,
    },
    /// `case WORD in …; esac`
    Case {
        /// What is matched.
        word: Word,
        /// The patterns with what runs when one matches.
        arms: Vec<(Vec<Word>, List)>,
    },
    /// `NAME() …`
    Function {
        /// The name.
        name: Vec<u8>,
        /// What it runs.
        body: Box<Command>,
    },
    /// A form that the reader of `guard` does not have.
    Other(&'static str),
}

/// A word after quote removal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// What stands next to each other; texts are joined, and so are unknown stretches.
    pub pieces: Vec<Piece>,
    /// The commands of its substitutions, in the order of the text.
    pub nested: Vec<List>,
}

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(Vec<u8>),
    /// An unquoted `*`, `?` or `[`.
    Glob(u8),
    /// What only the run fixes.
    Any,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The descriptor, also where it is not written.
    pub fd: u32,
    /// Where it leads.
    pub target: Target,
}

/// Where a redirection leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file.
    File(Mode, Word),
    /// Another descriptor.
    Descriptor(u32),
    /// Nothing: the descriptor is closed.
    Closed,
    /// The body of a here-document.
    Here(Word),
    /// A form that the reader of `guard` does not have.
    Other(&'static str),
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `<`
    Read,
    /// `<>`
    ReadWrite,
    /// `>`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
}

impl Mode {
    /// The descriptor that is meant where none is written.
    pub fn default_fd(self) -> u32 {
        u32::from(!matches!(self, Self::Read | Self::ReadWrite))
    }
}

impl Word {
    /// Adds text.
    pub fn text(&mut self, more: &[u8]) {
        match self.pieces.last_mut() {
            _ if more.is_empty() => {}
            Some(Piece::Text(text)) => text.extend_from_slice(more),
            _ => self.pieces.push(Piece::Text(more.to_vec())),
        }
    }

    /// Adds unquoted text, in which some bytes make a pattern.
    pub fn unquoted(&mut self, more: &[u8]) {
        for &byte in more {
            match byte {
                b'*' | b'?' | b'[' => self.pieces.push(Piece::Glob(byte)),
                byte => self.text(&[byte]),
            }
        }
    }

    /// Adds a stretch that only the run fixes.
    pub fn any(&mut self) {
        if self.pieces.last() != Some(&Piece::Any) {
            self.pieces.push(Piece::Any);
        }
    }

    /// Takes a `[` that stands alone for text, as shells do: nothing can close it.
    pub(super) fn settled(mut self) -> Self {
        if self.pieces == [Piece::Glob(b'[')] {
            self.pieces = vec![Piece::Text(vec![b'['])];
        }
        self
    }

    /// The text of the word, where it is fixed.
    pub fn fixed(&self) -> Option<&[u8]> {
        match self.pieces.as_slice() {
            [] => Some(b""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether `text` may be this word. A word that is not fixed may be several or none, which is
    /// for the caller to see to.
    pub fn may_be(&self, text: &[u8]) -> bool {
        may_be(&self.pieces, text)
    }
}

fn may_be(pieces: &[Piece], text: &[u8]) -> bool {
    match pieces.split_first() {
        None => text.is_empty(),
        Some((Piece::Text(start), rest)) => {
            text.strip_prefix(start.as_slice()).is_some_and(|text| may_be(rest, text))
        }
        Some((Piece::Any | Piece::Glob(_), rest)) => {
            (0..=text.len()).any(|skip| may_be(rest, text.get(skip..).unwrap_or_default()))
        }
    }
}

impl Redirect {
    /// A redirection of what `N>&WORD` or `N<&WORD` has behind its operator.
    pub(super) fn duplicate(fd: u32, word: &Word) -> Self {
        let text = word.fixed().and_then(|text| std::str::from_utf8(text).ok());
        let number = text.and_then(|text| text.parse().ok());
        let target = match (text, number) {
            (Some("-"), _) => Target::Closed,
            (_, Some(number)) => Target::Descriptor(number),
            _ => Target::Other("duplicate of a word"),
        };
        Self { fd, target }
    }
}
