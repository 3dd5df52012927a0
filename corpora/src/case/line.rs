//! The expectation lines of a case.

use std::collections::BTreeSet;
use std::fmt;

use oracle::{Bytes, EffectKind, ShellName};

use super::pattern::Pattern;

/// The shells that a line is about.
///
/// A line that names none is a *rule*: it holds for every shell of the case that does not stand
/// in a `differs` line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shells(pub BTreeSet<ShellName>);

impl Shells {
    /// A line for every shell.
    pub fn all() -> Self {
        Self::default()
    }

    /// Whether the line names no shell.
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the line names this shell.
    pub fn names(&self, shell: ShellName) -> bool {
        self.0.contains(&shell)
    }
}

impl FromIterator<ShellName> for Shells {
    fn from_iter<I: IntoIterator<Item = ShellName>>(shells: I) -> Self {
        Self(shells.into_iter().collect())
    }
}

impl fmt::Display for Shells {
    /// `[bash sh] ` with the blank that follows, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_all() {
            return Ok(());
        }
        let names: Vec<_> = self.0.iter().map(|shell| shell.name()).collect();
        write!(f, "[{}] ", names.join(" "))
    }
}

/// `effect: [shells] [undone] KIND [like] PATH`, or `… rename FROM -> PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectLine {
    /// For which shells.
    pub shells: Shells,
    /// Whether it is about an effect that the run took back before it ended.
    pub undone: bool,
    /// What was done.
    pub kind: EffectKind,
    /// For a rename, where the name stood; `None` for the other kinds.
    pub from: Option<Pattern>,
    /// Where it landed; for effects without a path, their detail.
    pub path: Pattern,
}

impl EffectLine {
    /// The line without its shells.
    pub fn what(&self) -> String {
        let undone = if self.undone { "undone " } else { "" };
        match &self.from {
            Some(from) => format!(
                "{undone}{} {} -> {}",
                self.kind.name(),
                from.text(|text| !format!("{text} ").contains(" -> ")),
                self.path.text(|_| true)
            ),
            None => format!("{undone}{} {}", self.kind.name(), self.path.text(|_| true)),
        }
    }
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// With this status, 0 to 255.
    Status(u8),
    /// By this signal.
    Signal(u8),
    /// By the time limit.
    Timeout,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "{status}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Timeout => f.write_str("timeout"),
        }
    }
}

/// `exit: [shells] N`, `exit: [shells] signal N` or `exit: [shells] timeout`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitLine {
    /// For which shells.
    pub shells: Shells,
    /// How the run ends.
    pub exit: Exit,
}

/// Where an output line looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// In standard output and in standard error.
    #[default]
    Both,
    /// In standard output only.
    Stdout,
    /// In standard error only.
    Stderr,
}

impl Stream {
    /// `stdout` or `stderr`; empty for both.
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "",
            Self::Stdout => "stdout",
            Self::Stderr => "stderr",
        }
    }
}

/// `output: [shells] [stdout|stderr] contains|lacks TEXT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputLine {
    /// For which shells.
    pub shells: Shells,
    /// Where to look.
    pub stream: Stream,
    /// Whether the text must be absent.
    pub lacks: bool,
    /// The text.
    pub text: Bytes,
}

/// `program: [shells] NAME`: a program that the run starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramLine {
    /// For which shells.
    pub shells: Shells,
    /// With a slash, the path that was executed as effects name paths; without one, the last part
    /// of that path or of the first argument.
    pub name: Bytes,
}

/// What a guard decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Run it.
    Allow,
    /// Let a person decide.
    Ask,
    /// Do not run it.
    Deny,
}

impl Decision {
    /// All decisions.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Ask, Self::Deny];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// `expect: [shells] GUARD allow|ask|deny [id]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectLine {
    /// For which target shells.
    pub shells: Shells,
    /// The guard's name.
    pub guard: String,
    /// What it decides.
    pub decision: Decision,
    /// The id of its rule or refusal; any where absent.
    pub rule: Option<String>,
}

/// `differs: SHELL … — reason`: shells that deviate from the rules of the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The shells; at least one.
    pub shells: BTreeSet<ShellName>,
    /// Why, and what the second witness was.
    pub reason: String,
}
