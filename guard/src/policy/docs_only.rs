//! The docs-only policy: almost nothing may run while a documentation agent works.
//!
//! Three rules apply, each where the configuration turns it on, and all that apply must pass:
//!
//! 1. *claims*, in repository mode: a text that names `openwiki/.claims` is refused.
//! 2. *ignore*, while ignore rules are active: the text must be on the ignore list.
//! 3. *docs-only*, in repository mode with `docs_only` set: the text must be on the docs-only list.
//!
//! A list is matched against the whole trimmed text. Each list is three checks, so that each can
//! be taken out by itself:
//!
//! | id | rule | refuses |
//! |---|---|---|
//! | `claims-text` | 1 | a text that names `openwiki/.claims`, read or write |
//! | `ignore-separator` | 2 | anything but SPACE and TAB between the words |
//! | `ignore-words` | 2 | words that are not those of a form of the list |
//! | `ignore-end` | 2 | anything after the words |
//! | `docs-only-separator` | 3 | anything but SPACE and TAB between the words |
//! | `docs-only-words` | 3 | words that are not those of a form of the list |
//! | `docs-only-end` | 3 | anything after the words |
//!
//! *The words* end at the first byte that is no letter, digit, `_`, `.`, `/`, `-` or whitespace:
//! from there on a shell may read an operator, a quote or an expansion, and all that is the *end*.
//!
//! The ignore list as it was first published let any Unicode whitespace separate words, LF and
//! NBSP among it; a shell does not split words at NBSP and ends a command at LF. Here both lists
//! take SPACE and TAB only. [`DocsOnlyHistoric`] is the first form of the list, alone, with its
//! holes.
//!
//! An allow by a list hands back the text that was matched, because a shell does not trim what
//! the policy trimmed: a CR or NBSP left in place would be part of a program's name. Where no
//! list applies nothing was matched, and the script is handed back as it is.

mod claims;
mod historic;

pub use historic::DocsOnlyHistoric;

use crate::promise::{Preset, Promise};
use crate::{Request, Verdict};

use super::check::{Check, CheckInfo, Checked, Policy, Table};
use super::ignore::IgnoreRules;
use super::list::{DOCS_ONLY, IGNORE, Reading};

/// Where the agent writes its pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputMode {
    /// Into a repository.
    #[default]
    Repository,
    /// Into a wiki of its own.
    LocalWiki,
}

/// What turns the three rules on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The output mode; repository by default.
    pub output_mode: OutputMode,
    /// Whether only documentation may be written; true by default.
    pub docs_only: bool,
    /// Ignore rules; none by default.
    pub ignore: IgnoreRules,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            output_mode: OutputMode::Repository,
            docs_only: true,
            ignore: IgnoreRules::default(),
        }
    }
}

/// Names the policy to the check table.
pub(crate) struct DocsOnlyPolicy;

/// A script, read.
pub(crate) struct Script<'a> {
    bytes: &'a [u8],
    list: Reading<'a>,
}

impl Policy for DocsOnlyPolicy {
    type Reading<'a> = Script<'a>;
}

const CLAIMS_REASON: &str =
    "the state of claims is owned by the implementation: use the two claims tools";
const IGNORE_REASON: &str =
    "the shell is restricted while an ignore file is active: use the file tools";
const DOCS_REASON: &str =
    "the shell is restricted to pwd and git rev-parse HEAD in a docs-only run";

const SEPARATORS: &str = "what separates the words";
const NOT_SPACE_OR_TAB: &str = "anything but SPACE and TAB";
const WORDS: &str = "the words, up to the first byte that a shell may read as more than itself";
const NOT_A_FORM: &str = "words that are not exactly those of a form of the list";
const END: &str = "what follows the words";
const ANYTHING: &str = "anything that does";

static CLAIMS: Check<DocsOnlyPolicy> = Check {
    info: CheckInfo {
        id: "claims-text",
        looks_at: "the text in lower case, with backslashes as slashes",
        refuses: "one that names openwiki/.claims, to read or to write",
        reason: CLAIMS_REASON,
    },
    refuses: |script| claims::names_claims(script.bytes),
};

static IGNORE_LIST: [Check<DocsOnlyPolicy>; 3] = [
    Check {
        info: CheckInfo {
            id: "ignore-separator",
            looks_at: SEPARATORS,
            refuses: NOT_SPACE_OR_TAB,
            reason: IGNORE_REASON,
        },
        refuses: |script| script.list.odd_separator,
    },
    Check {
        info: CheckInfo {
            id: "ignore-words",
            looks_at: WORDS,
            refuses: NOT_A_FORM,
            reason: IGNORE_REASON,
        },
        refuses: |script| !script.list.is_one_of(&IGNORE),
    },
    Check {
        info: CheckInfo {
            id: "ignore-end",
            looks_at: END,
            refuses: ANYTHING,
            reason: IGNORE_REASON,
        },
        refuses: |script| script.list.tail,
    },
];

static DOCS_LIST: [Check<DocsOnlyPolicy>; 3] = [
    Check {
        info: CheckInfo {
            id: "docs-only-separator",
            looks_at: SEPARATORS,
            refuses: NOT_SPACE_OR_TAB,
            reason: DOCS_REASON,
        },
        refuses: |script| script.list.odd_separator,
    },
    Check {
        info: CheckInfo {
            id: "docs-only-words",
            looks_at: WORDS,
            refuses: NOT_A_FORM,
            reason: DOCS_REASON,
        },
        refuses: |script| !script.list.is_one_of(&DOCS_ONLY),
    },
    Check {
        info: CheckInfo {
            id: "docs-only-end",
            looks_at: END,
            refuses: ANYTHING,
            reason: DOCS_REASON,
        },
        refuses: |script| script.list.tail,
    },
];

/// The docs-only policy as a guard.
pub struct DocsOnly {
    table: Table<DocsOnlyPolicy>,
    /// Whether a list applies, so that what is allowed was matched by it.
    listed: bool,
    promise: Promise,
}

impl Default for DocsOnly {
    fn default() -> Self {
        Self::new(&Config::default())
    }
}

impl DocsOnly {
    /// The policy in this configuration.
    ///
    /// The promise is that of the strictest list that applies; where none does, an allow vouches
    /// for nothing and the promise has no clauses.
    pub fn new(config: &Config) -> Self {
        let repository = config.output_mode == OutputMode::Repository;
        let ignore = config.ignore.is_active();
        let docs = repository && config.docs_only;
        let mut checks = Vec::new();
        if repository {
            checks.push(&CLAIMS);
        }
        if ignore {
            checks.extend(&IGNORE_LIST);
        }
        if docs {
            checks.extend(&DOCS_LIST);
        }
        let promise = match (docs, ignore) {
            (true, _) => Preset::DocsOnlyShell.promise(),
            (false, true) => Preset::DocsOnlyHistoric.promise(),
            (false, false) => Promise::default(),
        };
        Self { table: Table::new(checks), listed: ignore || docs, promise }
    }
}

impl Checked for DocsOnly {
    type Policy = DocsOnlyPolicy;

    const NAME: &'static str = "docs_only";

    fn table(&self) -> &Table<DocsOnlyPolicy> {
        &self.table
    }

    fn promise(&self) -> &Promise {
        &self.promise
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            "pwd",
            "git rev-parse HEAD",
            "git --no-pager rev-parse HEAD",
            "git  rev-parse\tHEAD",
            " pwd\n",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .to_vec()
    }

    fn read<'a>(&self, request: &'a Request) -> Script<'a> {
        Script { bytes: &request.script, list: Reading::new(&request.script) }
    }

    fn allow(&self, _: &Request, script: Script<'_>) -> Verdict {
        if self.listed && script.list.text != script.bytes {
            Verdict::allow_text(script.list.text)
        } else {
            Verdict::allow()
        }
    }
}
