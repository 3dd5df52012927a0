//! Why a guard answers as it does, for people who write guards.

use crate::syntax::Span;

/// What a guard saw in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What speaks against the script, in the order of the line.
    pub problems: Vec<Concern>,
    /// What the script removes, in the order of the line.
    pub targets: Vec<Landing>,
}

/// Something that speaks against a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concern {
    /// The id of the check.
    pub check: &'static str,
    /// Where, in the script.
    pub place: Span,
    /// What stands there or where it leads; may be empty.
    pub detail: String,
}

/// One thing that a command removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The program that removes it.
    pub command: Vec<u8>,
    /// Where its name stands, in the script.
    pub place: Span,
    /// What the line says, where it fixes it; a pattern with its directory.
    pub written: Option<Vec<u8>>,
    /// Where that leads, absolute and with links followed as the program follows them; for a
    /// pattern its directory. `None` where the line does not place it.
    pub lands: Option<Vec<u8>>,
    /// Wildcards choose among the entries of the directory.
    pub pattern: bool,
    /// It lies where removals are allowed.
    pub inside: bool,
}
