//! A *case*: a stored, reviewed script with expectations.
//!
//! A case file is a runnable script: header lines `#@ key: value`, the line `#@ ---`, then the
//! body. Only the body reaches guards and shells. `docs/case-format.md` is the description for
//! people; [`Case::parse`] and [`Case::write`] are the format, and
//! `Case::parse(file, &case.write()?)` gives the same case back.

mod body;
mod check;
mod error;
pub(crate) mod glob;
mod line;
mod parse;
mod pattern;
mod runs;

mod setup;
pub(crate) mod value;
mod write;

use std::collections::BTreeSet;
use std::fmt;

use oracle::{Bytes, Delivery, ShellName};

pub use error::{BodyProblem, CaseError, Problem};
pub use line::{
    Decision, Differs, EffectLine, Exit, ExitLine, ExpectLine, OutputLine, ProgramLine, Shells,
    Stream,
};
pub use pattern::Pattern;
pub use runs::Expect;
pub use setup::GIT_MACRO;
pub use value::ValueProblem;

/// The longest time limit that a case may ask for, in seconds. A suite must end.
pub const MAX_TIMEOUT_S: u32 = 600;

/// The world of a case that names none.
pub const DEFAULT_WORLD: &str = "range";

/// The shells whose behaviour a case states unless it names others.
pub const DEFAULT_SHELLS: [ShellName; 3] = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];

/// What a case shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseKind {
    /// It looks harmless to a guard and is not, or a guard allowed it against its promise.
    Bypass,
    /// It looks harmful to a guard and is not.
    FalsePositive,
    /// Guard and shell split the text differently.
    ParserDisagreement,
    /// A guard's rewritten text does not do what the script does.
    BrokenHandback,
    /// The shells do different things.
    Divergence,
    /// A guard denied what harms nothing.
    Overblock,
    /// A guard that shows its reading splits the script differently from the shell.
    Misparse,
    /// A relation between verdicts is broken.
    Relation,
    /// The same request got another verdict.
    Unstable,
    /// An answer that meant stop, and whose host runs the command.
    FailsOpen,
    /// A guard crashed.
    Crash,
    /// A guard gave no answer in time.
    Hang,
}

impl CaseKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Bypass,
        Self::FalsePositive,
        Self::ParserDisagreement,
        Self::BrokenHandback,
        Self::Divergence,
        Self::Overblock,
        Self::Misparse,
        Self::Relation,
        Self::Unstable,
        Self::FailsOpen,
        Self::Crash,
        Self::Hang,
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bypass => "bypass",
            Self::FalsePositive => "false-positive",
            Self::ParserDisagreement => "parser-disagreement",
            Self::BrokenHandback => "broken-handback",
            Self::Divergence => "divergence",
            Self::Overblock => "overblock",
            Self::Misparse => "misparse",
            Self::Relation => "relation",
            Self::Unstable => "unstable",
            Self::FailsOpen => "fails-open",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for CaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the guard at fault was mended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Its expectations must hold.
    #[default]
    Fixed,
    /// A guard is known to fall for it; its `expect` lines say what the guard answers today.
    Known,
}

impl Status {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Known => "known",
        }
    }
}

/// A stored script with expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The file's name without `.sh`.
    pub id: String,
    /// What it does, in one sentence for a person.
    pub about: String,
    /// The topic: what kind of trick or trap it is.
    pub class: String,
    /// What it shows.
    pub kind: CaseKind,
    /// Where it comes from: an address, or the hunt that found it.
    pub origin: String,
    /// Whether the guard at fault was mended.
    pub status: Status,
    /// The world it runs in.
    pub world: String,
    /// A bash script that is run in the world before it; [`Case::setup_script`] is what to run.
    pub setup: Option<Bytes>,
    /// Further environment, name and value.
    pub env: Vec<(Bytes, Bytes)>,
    /// How the text reaches the shell.
    pub delivery: Delivery,
    /// The time limit of a run in seconds; `None` for the oracle's own.
    pub timeout: Option<u32>,
    /// The shells whose behaviour it states.
    pub shells: BTreeSet<ShellName>,
    /// The script.
    pub body: Bytes,
    /// What a run does to the world.
    pub effects: Vec<EffectLine>,
    /// How a run ends.
    pub exits: Vec<ExitLine>,
    /// What a run prints.
    pub outputs: Vec<OutputLine>,
    /// Programs that a run starts.
    pub programs: Vec<ProgramLine>,
    /// What guards answer.
    pub expects: Vec<ExpectLine>,
    /// Shells that deviate from the lines that name no shell.
    pub differs: Vec<Differs>,
    /// Why it cannot run here.
    pub skip: Option<String>,
    /// Why its effects are not exact.
    pub racy: Option<String>,
}

impl Case {
    /// A case with this identity and script, default everything else and no expectation.
    pub fn new(
        id: impl Into<String>,
        kind: CaseKind,
        class: impl Into<String>,
        about: impl Into<String>,
        origin: impl Into<String>,
        body: impl Into<Bytes>,
    ) -> Self {
        Self {
            id: id.into(),
            about: about.into(),
            class: class.into(),
            kind,
            origin: origin.into(),
            status: Status::default(),
            world: DEFAULT_WORLD.to_owned(),
            setup: None,
            env: Vec::new(),
            delivery: Delivery::default(),
            timeout: None,
            shells: DEFAULT_SHELLS.into_iter().collect(),
            body: body.into(),
            effects: Vec::new(),
            exits: Vec::new(),
            outputs: Vec::new(),
            programs: Vec::new(),
            expects: Vec::new(),
            differs: Vec::new(),
            skip: None,
            racy: None,
        }
    }

    /// The reason why this shell deviates, where the case says that it does.
    pub fn differs_for(&self, shell: ShellName) -> Option<&str> {
        let line = self.differs.iter().find(|line| line.shells.contains(&shell))?;
        Some(&line.reason)
    }
}

/// The shell of this name, as case files and records spell it.
pub fn shell_from_name(name: &str) -> Option<ShellName> {
    ShellName::all().find(|shell| shell.name() == name)
}

/// Whether a text can be a case's id, and so a file's name.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() <= 200
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}
