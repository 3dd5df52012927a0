//! The headless approver: judges a line by what it removes, writes and starts, and hands it back
//! as one group behind a change of directory.
//!
//! It allows unless something speaks against the script. The checks and their ids are listed in
//! `docs/approver.md`; each is a row of a table and can be taken out by itself.

mod abandon;
mod added;
mod agent;
mod arithmetic;
mod awk;
mod bodies;
mod command;
mod filled;
mod git;
mod handback;
mod held;
mod inline;
mod inserted;
mod jobs;
mod known;
mod lands;
mod line;
mod listing;
mod modules;
mod outputs;
mod pattern;
mod place;
mod problem;
mod readers;
mod registry;
mod removal;
mod scripts;
mod sed;
mod spelling;
mod standing;
mod starts;
mod startup;
mod sync;
mod target;
mod texts;
mod unlisted;
mod variables;
mod within;
mod writes;

use crate::policy::check::{Checked, Table};
use crate::promise::Clause;
use crate::syntax::{DoubtKind, Span, read};
use crate::{Concern, Explanation, Promise, Request, Verdict};

pub use handback::handback;
pub use problem::{Id, Problem};
pub use registry::{Registry, RegistryError, Tier};

use line::{Before, Judge, Judged};
use place::Places;
use problem::{ApproverPolicy, CHECKS};

/// The protected set as it is bundled: the guard's own folder, and git's hooks.
const PROTECTED: [&str; 2] = [".abcd", ".git/hooks"];

/// What the approver is set to.
#[derive(Clone, Debug)]
pub struct Config {
    /// The protected set: paths below the tree that no line may change.
    pub protected: Vec<Vec<u8>>,
    /// The registry of commands.
    pub registry: Registry,
}

impl Config {
    /// The bundled registry, and the guard's own folder and git's hooks as the protected set.
    pub fn bundled() -> Result<Self, RegistryError> {
        Ok(Self {
            protected: PROTECTED.map(|path| path.as_bytes().to_vec()).to_vec(),
            registry: Registry::bundled()?,
        })
    }
}

/// The approver as a guard.
pub struct Approver {
    /// `None` where the bundled registry cannot be read, and then everything is refused.
    config: Option<Config>,
    table: Table<ApproverPolicy>,
    promise: Promise,
}

impl Approver {
    /// The approver in this configuration.
    pub fn new(config: Config) -> Self {
        Self { config: Some(config), table: Table::new(CHECKS), promise: promise() }
    }

    /// The approver as it is bundled.
    pub fn bundled() -> Self {
        let config = Config::bundled().ok();
        Self { config, table: Table::new(CHECKS), promise: promise() }
    }

    /// Everything that speaks against a script, in the order of the line.
    pub fn problems(&self, request: &Request) -> Vec<Problem> {
        self.judge(request).problems
    }

    fn judge(&self, request: &Request) -> Judged {
        let mut judged = Judged::default();
        let whole = Span { start: 0, end: u32::try_from(request.script.len()).unwrap_or(u32::MAX) };
        let Some(config) = &self.config else {
            judged.add(Id::Unparsable, whole, "the registry cannot be read");
            return judged;
        };
        let places = Places::new(request, &config.protected);
        if places.tree.is_none() || places.through_link {
            judged.add(Id::TreeMissing, whole, "");
        }
        // `sh -c` takes a text that begins so for its options, and the text around it hides that.
        if matches!(request.script.first(), Some(b'-' | b'+')) {
            let first = Span { start: 0, end: 1 };
            judged.add(Id::OwnText, first, "alone it would be taken for options of the shell");
        }
        // It would take the newline behind it away from the closing line; alone it is a word.
        if request.script.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1 {
            judged.add(Id::TreeGroupBroken, whole, "a backslash as the last byte");
        }
        // What would run is the text that is handed back, so that is what is read.
        let text = handback(request);
        let reading = read(&text);
        let group = handback::group(&reading);
        judged.shift = text.len().saturating_sub(request.script.len() + b"\n}".len());
        for doubt in &reading.doubts {
            let id = match doubt.kind {
                DoubtKind::TooLong => Id::TooLong,
                kind if handback::breaks_groups(kind) => Id::TreeGroupBroken,
                _ => Id::Unparsable,
            };
            judged.add(id, doubt.span, doubt.kind.about());
        }
        let alone;
        let (reading, list) = match group {
            Some(list) => (&reading, list),
            None => {
                judged.shift = 0;
                if reading.doubts.is_empty() {
                    judged.add(Id::TreeGroupBroken, whole, "");
                }
                // The other checks still have their say.
                alone = read(&request.script);
                (&alone, &alone.script.list)
            }
        };
        let mut budget = scripts::Budget::default();
        budget.mentions = lands::mentioned(&request.script);
        let mut before = Before::default();
        Judge {
            places: &places,
            registry: &config.registry,
            judged: &mut judged,
            budget: &mut budget,
            before: &mut before,
            directory: places.tree.clone(),
            functions: std::collections::HashSet::new(),
            lasting: std::collections::HashSet::new(),
            wanders: false,
            outer: None,
            depth: 0,
            spoken: false,
            hole: None,
            background: false,
            trying: false,
            output: listing::Output::default(),
        }
        .shell(list, &reading.script);
        for (id, place, detail) in budget.listings.called() {
            judged.add(id, place, detail);
        }
        for place in budget.own_names.evaluated() {
            judged.add(Id::OwnText, place, "arithmetic may take it for a variable");
        }
        for place in abandon::abandoned(list, &reading.script, budget.frozen) {
            judged.add(Id::GroupAbandoned, place, "");
        }
        for place in &reading.evaluated {
            judged.add(Id::OperandEvaluated, *place, "");
        }
        judged.handback = text;
        judged
    }
}

/// What an allow vouches for: removals that the line makes stay inside and miss the protected set,
/// and nothing happens where the tree cannot be entered.
pub fn promise() -> Promise {
    let globs = ["**", "$RUN/**", "$TMP/**"].map(str::to_owned).to_vec();
    let by = ["rm", "rmdir", "unlink", "mv", "find", "rsync"].map(str::to_owned).to_vec();
    let spared = PROTECTED.iter().flat_map(|path| [(*path).to_owned(), format!("{path}/**")]);
    let spare = Clause::Spare { globs: spared.collect(), by: by.clone() };
    let delete = Clause::Delete { globs, by: Some(by) };
    Promise { preset: None, clauses: vec![delete, spare, Clause::Enter] }
}

impl Checked for Approver {
    type Policy = ApproverPolicy;

    const NAME: &'static str = "approver";

    fn table(&self) -> &Table<ApproverPolicy> {
        &self.table
    }

    fn promise(&self) -> &Promise {
        &self.promise
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            "ls -la",
            "echo hello",
            "git status",
            "rm -rf build",
            "rm -f build/*",
            "cd sub && rm -f x",
            "mv a b",
            "find . -name '*.o' -delete",
            "mkdir -p build; touch build/x",
            "rsync -a --delete src/ dst",
            "if [ -f a ]; then cat a; fi",
            "for f in a b; do echo \"$f\"; done",
            "cat <<'EOF' > f\ntext\nEOF",
            "git -c core.pager='less -F' log",
            "nice -n 5 ls",
            "sh -c 'ls; pwd'",
            "{ ls; pwd; } > out",
            "(cd sub && ls)",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .to_vec()
    }

    fn read(&self, request: &Request) -> Judged {
        self.judge(request)
    }

    fn allow(&self, request: &Request, judged: Judged) -> Verdict {
        Verdict::allow_text(match judged.handback.is_empty() {
            true => handback(request),
            false => judged.handback,
        })
    }

    fn detailed(&self, refusal: Verdict, judged: &Judged) -> Verdict {
        let Verdict::Deny { id, reason } = refusal else { return refusal };
        let first = judged.problems.iter().find(|problem| problem.id.id() == id);
        let reason = match first.map_or("", |problem| problem.detail.as_str()) {
            "" => reason,
            detail => format!("{reason}: {detail}"),
        };
        Verdict::Deny { id, reason }
    }

    /// Its host runs `bash -c` and nobody types: an interactive shell expands `!`, reads `#` and
    /// aliases otherwise, and keeps jobs, and a script on standard input is read by its own commands.
    fn vouches_for(&self, delivery: &str) -> bool {
        delivery == "c"
    }

    fn explain(&self, request: &Request) -> Option<Explanation> {
        let judged = self.judge(request);
        let problems = judged.problems.into_iter().map(|problem| Concern {
            check: problem.id.id(),
            place: problem.place,
            detail: problem.detail,
        });
        Some(Explanation { problems: problems.collect(), targets: judged.landings })
    }
}
