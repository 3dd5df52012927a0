//! The ignore list as it was first published, by itself.

use crate::promise::{Preset, Promise};
use crate::{Request, Verdict};

use crate::policy::check::{Check, CheckInfo, Checked, Policy, Table};
use crate::policy::list::{IGNORE, Reading};

/// Names the policy to the check table.
pub(crate) struct HistoricPolicy;

impl Policy for HistoricPolicy {
    type Reading<'a> = Reading<'a>;
}

const REASON: &str = "the shell is restricted while an ignore file is active: use the file tools";

static CHECKS: [Check<HistoricPolicy>; 2] = [
    Check {
        info: CheckInfo {
            id: "ignore-words",
            looks_at: "the words, up to the first byte that a shell may read as more than itself",
            refuses: "words that are not exactly those of a form of the list",
            reason: REASON,
        },
        refuses: |reading| !reading.is_one_of(&IGNORE),
    },
    Check {
        info: CheckInfo {
            id: "ignore-end",
            looks_at: "what follows the words",
            refuses: "anything that does",
            reason: REASON,
        },
        refuses: |reading| reading.tail,
    },
];

/// The ignore list alone, as it was first published: a guard with known holes, kept so that a
/// hunt can be seen to find them.
///
/// Any Unicode whitespace separates words, so that `git<LF>rev-parse HEAD` and
/// `rm<LF>-f openwiki/_plan.md` are allowed, and a shell starts programs named `rev-parse` and
/// `-f`. The script is handed back untrimmed, so that whitespace that no shell takes for such
/// stays part of a program's name.
pub struct DocsOnlyHistoric {
    table: Table<HistoricPolicy>,
    promise: Promise,
}

impl Default for DocsOnlyHistoric {
    fn default() -> Self {
        Self::new()
    }
}

impl DocsOnlyHistoric {
    /// The list with both its checks.
    pub fn new() -> Self {
        let promise = Preset::DocsOnlyHistoric.promise();
        Self { table: Table::new(&CHECKS), promise }
    }
}

impl Checked for DocsOnlyHistoric {
    type Policy = HistoricPolicy;

    const NAME: &'static str = "docs_only_historic";

    fn table(&self) -> &Table<HistoricPolicy> {
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
            "rm -f openwiki/_plan.md",
            "rm -f ./openwiki/_plan.md",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .to_vec()
    }

    fn read<'a>(&self, request: &'a Request) -> Reading<'a> {
        Reading::new(&request.script)
    }

    fn allow(&self, _: &Request, _: Reading<'_>) -> Verdict {
        Verdict::allow()
    }
}
