//! What a script is made of: lists of pipelines of commands, and words with their quoting.
//!
//! Every node carries the [`Span`] of the bytes it was read from. Separators are kept as they
//! were written, because a printed tree must read as the same tree.

pub use super::parts::*;

/// A half-open range of byte offsets in the text that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`. Texts are at most 64 KiB, so offsets fit 32 bits.
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    /// The bytes of `text` in this range; empty where the range is not in the text.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Longer texts than 4 GiB are never read, so saturating loses nothing.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A whole script, or the text of one substitution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Its commands.
    pub list: List,
    /// The bodies that [`Target::HereDoc`] counts into, in the order of their operators.
    pub heredocs: Vec<HereDoc>,
    /// Where it was read.
    pub span: Span,
}

/// Commands that run one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The parts between separators.
    pub items: Vec<Item>,
}

/// Pipelines joined by `&&` and `||`, with the separator that ends them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The first pipeline.
    pub first: Pipeline,
    /// The others, each with what joins it to all that stands before it.
    pub rest: Vec<(Connector, Pipeline)>,
    /// What ends the item.
    pub end: Terminator,
    /// Where it was read, without its terminator.
    pub span: Span,
}

/// What joins two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connector {
    /// `&&`: runs if what is before it succeeded.
    And,
    /// `||`: runs if what is before it failed.
    Or,
}

/// What ends an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// `;`
    Semicolon,
    /// A newline.
    Newline,
    /// `&`: the item runs in the background.
    Ampersand,
    /// The end of the list.
    End,
}

/// Commands whose output feeds the next one's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// `!` stands before it.
    pub negated: bool,
    /// At least one command.
    pub commands: Vec<Command>,
    /// Where it was read.
    pub span: Span,
}

/// One command of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Words, assignments and redirections.
    Simple(Simple),
    /// A group, subshell, condition or loop.
    Compound(Compound),
    /// The definition of a function.
    Function(Function),
}

/// A simple command: at least one word or assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simple {
    /// `NAME=value` before the first word.
    pub assignments: Vec<Assignment>,
    /// The name and the arguments, as written.
    pub words: Vec<Word>,
    /// Redirections, wherever they stand in the command.
    pub redirects: Vec<Redirect>,
    /// Where it was read.
    pub span: Span,
}

/// `NAME=value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: Vec<u8>,
    /// What it is set to; never split into several words.
    pub value: Word,
    /// Where it was read.
    pub span: Span,
}

/// A command that holds lists of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compound {
    /// Which one, and what it holds.
    pub kind: CompoundKind,
    /// Redirections that hold for all of it.
    pub redirects: Vec<Redirect>,
    /// Where it was read.
    pub span: Span,
}

/// The compound commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompoundKind {
    /// `{ …; }`, in the same shell.
    Group(List),
    /// `( … )`, in a shell of its own.
    Subshell(List),
    /// `if …; then …; elif …; then …; else …; fi`
    If {
        /// Conditions with what runs when they hold.
        arms: Vec<(List, List)>,
        /// What runs when none holds.
        otherwise: Option<List>,
    },
    /// `while …; do …; done` and `until …; do …; done`
    Loop {
        /// The loop runs until the condition holds, not while it does.
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
        /// The words it runs over.
        words: Vec<Word>,
        /// What is repeated.
        body: List,
    },
    /// `case WORD in PATTERN) …;; esac`
    Case {
        /// What is matched.
        word: Word,
        /// The patterns with what runs when one matches.
        arms: Vec<CaseArm>,
    },
}

impl CompoundKind {
    /// Hands over the lists that are directly in it, in the order of the text.
    pub fn each_list<'a>(&'a self, mut act: impl FnMut(&'a List)) {
        match self {
            Self::Group(list) | Self::Subshell(list) => act(list),
            Self::If { arms, otherwise } => {
                for (condition, list) in arms {
                    act(condition);
                    act(list);
                }
                otherwise.iter().for_each(act);
            }
            Self::Loop { condition, body, .. } => {
                act(condition);
                act(body);
            }
            Self::For { body, .. } => act(body),
            Self::Case { arms, .. } => arms.iter().for_each(|arm| act(&arm.body)),
        }
    }
}

/// One arm of a `case`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseArm {
    /// A `(` stands before the patterns.
    pub opened: bool,
    /// The patterns between `|`.
    pub patterns: Vec<Word>,
    /// What runs; may be empty.
    pub body: List,
}

/// `NAME() { …; }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: Vec<u8>,
    /// A group or a subshell.
    pub body: Box<Compound>,
    /// Where it was read.
    pub span: Span,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The descriptor written before the operator.
    pub fd: Option<u8>,
    /// What it is redirected to.
    pub target: Target,
    /// Where it was read.
    pub span: Span,
}

impl Redirect {
    /// Whether it is `<FILE` without a descriptor.
    pub(super) fn reads(&self) -> bool {
        self.fd.is_none() && matches!(self.target, Target::File { mode: Mode::Read, .. })
    }
}

/// What a descriptor is redirected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file.
    File {
        /// How it is opened.
        mode: Mode,
        /// Its name.
        word: Word,
    },
    /// `>&N` (or `<&N`): another descriptor.
    Duplicate {
        /// Written `<&`.
        input: bool,
        /// The other descriptor.
        fd: u8,
    },
    /// `>&-` (or `<&-`): nothing.
    Close {
        /// Written `<&-`.
        input: bool,
    },
    /// A here-document: the body of this number in [`Script::heredocs`].
    HereDoc(usize),
}

/// How a redirection opens its file.
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
    /// Whether the file is made, emptied or written.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Read)
    }
}

/// The body of a here-document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HereDoc {
    /// The delimiter after quote removal.
    pub delimiter: Vec<u8>,
    /// The delimiter was quoted, so the body is plain text.
    pub quoted: bool,
    /// `<<-`: tabs at the start of its lines are dropped.
    pub strip_tabs: bool,
    /// The body; one literal part where it is plain text.
    pub body: Vec<Part>,
    /// Where the body was read, with its delimiter line.
    pub span: Span,
}
