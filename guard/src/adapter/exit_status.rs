//! The exit-status protocol: the program is started once per request, reads the script on
//! standard input, and answers with its exit status.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;

use super::launch::{Ending, Launcher};
use super::once::{Once, Output};
use super::{Foreign, excerpt};
use crate::{Answer, Fault, Guard, Host, Promise, Request, Verdict};

/// What an exit status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Allow,
    Ask,
    Deny,
    Abstain,
}

/// Which exit statuses mean what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitCodes(BTreeMap<u8, Meaning>);

/// The lists of an `[exit-status]` table.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExitTable {
    allow: Option<Vec<u8>>,
    ask: Option<Vec<u8>>,
    deny: Option<Vec<u8>>,
    abstain: Option<Vec<u8>>,
}

impl Default for ExitCodes {
    /// 0 allows, 1 denies, 2 asks, 3 abstains.
    fn default() -> Self {
        Self(BTreeMap::from([
            (0, Meaning::Allow),
            (1, Meaning::Deny),
            (2, Meaning::Ask),
            (3, Meaning::Abstain),
        ]))
    }
}

impl ExitCodes {
    /// The default with some decisions overridden: a decision that is given has the statuses
    /// that are given and no other, and the rest keep those of theirs that nobody took.
    pub(super) fn new(table: &ExitTable) -> Result<Self, String> {
        let lists = [
            (Meaning::Allow, &table.allow),
            (Meaning::Ask, &table.ask),
            (Meaning::Deny, &table.deny),
            (Meaning::Abstain, &table.abstain),
        ];
        let mut codes = BTreeMap::new();
        for (meaning, list) in lists {
            for &code in list.iter().flatten() {
                if codes.insert(code, meaning).is_some() {
                    return Err(format!("status {code} is listed twice"));
                }
            }
        }
        for (code, meaning) in Self::default().0 {
            let given = lists.iter().any(|(given, list)| *given == meaning && list.is_some());
            if !given {
                codes.entry(code).or_insert(meaning);
            }
        }
        Ok(Self(codes))
    }

    fn meaning(&self, status: i32) -> Option<Meaning> {
        self.0.get(&u8::try_from(status).ok()?).copied()
    }
}

/// A guard that answers with its exit status.
pub struct ExitStatus {
    once: Once,
    codes: ExitCodes,
}

impl ExitStatus {
    /// A guard whose statuses mean what `codes` says.
    pub fn new(foreign: Foreign, codes: ExitCodes, launcher: Arc<dyn Launcher>) -> Self {
        Self { once: Once::new(foreign, launcher), codes }
    }

    fn ask(&mut self, request: &Request) -> Result<Answer, Fault> {
        let run_dirs: Vec<&[u8]> =
            request.run_dirs.iter().map(|dir| dir.as_os_str().as_bytes()).collect();
        let env = [
            ("TRAPLINE_CWD", request.tree.clone().into_os_string()),
            ("TRAPLINE_SHELL", request.shell.name().into()),
            ("TRAPLINE_TMP", request.tmp.clone().into_os_string()),
            ("TRAPLINE_RUN_DIRS", OsString::from_vec(run_dirs.join(&b':'))),
        ];
        let ran = self.once.run(env, &request.script, Output::Dropped)?;
        let crash = || {
            let errors = excerpt(&ran.stderr);
            let colon = if errors.is_empty() { "" } else { ": " };
            Fault::Crash(format!("{}{colon}{errors}", ran.ending))
        };
        let Ending::Exit(status) = ran.ending else { return Err(crash()) };
        let text = String::from_utf8_lossy(&ran.stderr).trim_end().to_owned();
        let reason = Some(text.clone()).filter(|reason| !reason.is_empty());
        Ok(match self.codes.meaning(status).ok_or_else(crash)? {
            Meaning::Allow => Answer::Verdict(Verdict::Allow {
                handback: crate::Handback::Same,
                rule: None,
                reason,
            }),
            Meaning::Ask => Answer::Verdict(Verdict::Ask { rule: None, reason }),
            Meaning::Deny => Answer::Verdict(Verdict::deny("", text)),
            Meaning::Abstain => Answer::Abstain,
        })
    }
}

impl Guard for ExitStatus {
    fn name(&self) -> &str {
        &self.once.foreign.name
    }

    fn promise(&self) -> &Promise {
        &self.once.foreign.promise
    }

    fn decide(&mut self, request: &Request) -> Answer {
        self.ask(request).unwrap_or_else(Answer::Error)
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.once.foreign.seeds.clone()
    }

    fn broken(&self) -> Option<String> {
        self.once.broken.clone()
    }

    fn host(&self) -> Host {
        self.once.foreign.host
    }

    fn notes(&mut self) -> Vec<String> {
        self.once.take_notes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overridden_decisions_take_their_statuses() {
        let table = |text: &str| -> ExitTable { toml::from_str(text).expect("a table") };
        let name = |codes: &ExitCodes| -> String {
            (0..=5)
                .map(|status| match codes.meaning(status) {
                    Some(Meaning::Allow) => 'a',
                    Some(Meaning::Ask) => '?',
                    Some(Meaning::Deny) => 'd',
                    Some(Meaning::Abstain) => '-',
                    None => '.',
                })
                .collect()
        };
        let rows = [
            ("", "ad?-.."),
            ("deny = [2]", "a.d-.."),
            ("deny = [1, 2]", "add-.."),
            ("allow = [0, 3]", "ad?a.."),
            ("allow = []", ".d?-.."),
            ("allow = [5]\nask = [4]\ndeny = [0]", "d..-?a"),
            ("abstain = [1]", "a-?..."),
        ];
        for (text, expected) in rows {
            let codes = ExitCodes::new(&table(text)).expect("codes");
            assert_eq!(name(&codes), expected, "{text}");
        }
        let twice = ExitCodes::new(&table("allow = [0]\ndeny = [0]"));
        assert_eq!(twice, Err("status 0 is listed twice".to_owned()));
        assert!(toml::from_str::<ExitTable>("deny = [256]").is_err());
        assert!(toml::from_str::<ExitTable>("denied = [1]").is_err());
    }
}
