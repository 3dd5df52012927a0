//! What the approver refuses: every refusal with its stable id.

use crate::policy::check::{Check, CheckInfo, Policy};
use crate::syntax::Span;

use super::line::Judged;

/// Something that speaks against a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which check it belongs to.
    pub id: Id,
    /// Where, in the script.
    pub place: Span,
    /// What stands there or where it leads, for a person.
    pub detail: String,
}

/// Names the policy to the check table.
pub(crate) struct ApproverPolicy;

impl Policy for ApproverPolicy {
    type Reading<'a> = Judged;
}

/// Defines the checks: a variant of [`Id`] and a row of the table for each.
macro_rules! checks {
    ($($name:ident $id:literal looks_at $looks_at:literal refuses $refuses:literal reason $reason:literal;)+) => {
        /// The checks of the approver. Ids are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Id { $(#[doc = $refuses] $name,)+ }

        impl Id {
            /// Every check, in the order in which they apply.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable id, which a refusal carries.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }
        }

        /// The table.
        pub(crate) static CHECKS: &[Check<ApproverPolicy>] = &[$(Check {
            info: CheckInfo { id: $id, looks_at: $looks_at, refuses: $refuses, reason: $reason },
            refuses: |judged| judged.has(Id::$name),
        }),+];
    };
}

checks! {
    TooLong "command-too-long"
        looks_at "the length of the script"
        refuses "a script of more than 64 KiB"
        reason "the command is longer than the reader takes";
    TreeGroupBroken "tree-group-broken"
        looks_at "the text that would be handed back, read again"
        refuses "a script after which that text is not one change of directory and one group"
        reason "the command does not stay in one group behind the change of directory";
    Unparsable "command-unparsable"
        looks_at "the doubts of the reader"
        refuses "a script that shells read differently or that the reader does not know"
        reason "shells read this differently, or the reader does not know it";
    TreeMissing "tree-missing"
        looks_at "the tree"
        refuses "every script where the tree is no directory; a link to one is none"
        reason "the working tree is no directory";
    ProgramNameUnknown "program-name-unknown"
        looks_at "the names of programs"
        refuses "a program whose name the line does not fix"
        reason "the line does not fix which program runs";
    StringUninspectable "execute-string-uninspectable"
        looks_at "texts that commands run"
        refuses "a text that the line does not fix"
        reason "the line does not fix the text that is run";
    ReadsStream "interpreter-reads-stream"
        looks_at "shells that read their script from a pipe, a stream device or another stream"
        refuses "a script that the line does not show"
        reason "a shell would run what comes out of a stream";
    InlineCode "inline-code"
        looks_at "interpreters, their options, and programs that take commands from their input"
        refuses "code on the line, or out of a stream, that no shell reads"
        reason "an interpreter would run code that stands on the line or comes out of a stream";
    OperandEvaluated "operand-evaluated"
        looks_at "arithmetic"
        refuses "a value that the line does not fix where a shell evaluates it"
        reason "a shell would evaluate a value that the line does not fix";
    CodeVariable "variable-runs-code"
        looks_at "assignments"
        refuses "a variable whose value a program runs or takes code from"
        reason "a program would run what the variable holds";
    TargetNotFixed "target-not-fixed"
        looks_at "what removals take away"
        refuses "a target with an expansion, or a pattern that is not held to one directory"
        reason "the line does not fix what is removed";
    NameNotPlaced "name-not-placed"
        looks_at "relative targets behind a change of directory"
        refuses "a target whose directory the line does not fix"
        reason "the line does not place the name that is removed";
    RemovalOutside "removal-outside"
        looks_at "where targets lead, links followed as the tool does"
        refuses "a removal outside the tree, the run directories and the temporary directory"
        reason "the removal lands outside the tree, the run directories and the temporary directory";
    TargetAfterWrite "target-after-write"
        looks_at "targets behind something that may have made a link"
        refuses "a target that may lead elsewhere by the time it is removed"
        reason "something earlier on the line may have put a link in the way of the removal";
    ProtectedPath "protected-path"
        looks_at "writes and removals"
        refuses "a change to the protected set"
        reason "the path is protected";
    OldDirectory "old-directory"
        looks_at "`cd -`, `~-`, OLDPWD, and lists of all variables"
        refuses "the directory before the present one, which the handback's own change sets"
        reason "the directory before the present one is another one in the text that is handed back";
    OwnText "own-text"
        looks_at "LINENO, `_`, PIPESTATUS, the texts that bash and zsh keep of what they run, numbers of jobs, `setsid`, and how the script begins"
        refuses "a value that the text around the script changes, and a script that begins with `-` or `+`"
        reason "it means something else in the text that is handed back";
    GroupAbandoned "group-abandoned"
        looks_at "arithmetic and variables that cannot be set, on lines that others follow"
        refuses "an error at which bash gives up the group, where alone it gives up one line"
        reason "an error here would end the whole group, where alone it ends one line";
    GitSetting "git-setting"
        looks_at "git's settings on the line"
        refuses "a setting that names a command which is not fixed, not clean, or not run from the tree"
        reason "a git setting names a command that cannot be judged";
    AgentLaunch "agent-launch"
        looks_at "names, packages, options and variables of agent harnesses"
        refuses "starting another agent by an ordinary route"
        reason "the line starts another agent";
    ScriptHazard "script-runs-hazard"
        looks_at "the shell scripts that the line runs"
        refuses "a script with something that would be refused on the line"
        reason "a script that the line runs would be refused";
    ScriptWritten "script-written-then-run"
        looks_at "scripts and what is written earlier on the line"
        refuses "a script that the line may have written"
        reason "the line may have written the script that it runs";
    ScriptUnread "script-unread"
        looks_at "the shell scripts that the line runs"
        refuses "a script that cannot be read"
        reason "a script that the line runs cannot be read";
    UnrecognisedLauncher "unrecognised-launcher"
        looks_at "the arguments of programs that are not known to run commands"
        refuses "arguments that would be refused as a command"
        reason "an argument looks like a command that would be refused";
    Registered "registered-command"
        looks_at "the registry of commands"
        refuses "a command that an entry of the registry blocks or warns of"
        reason "an entry of the registry speaks against the command";
}
