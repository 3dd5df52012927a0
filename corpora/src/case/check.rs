//! What must hold of a case beyond the form of its lines.

use std::collections::BTreeSet;

use oracle::{EffectKind, ShellName};

use super::error::Problem;
use super::line::Shells;
use super::{Case, MAX_TIMEOUT_S, is_id};
use crate::case::body::BodyProblem;

/// Something wrong, and the line of which key it belongs to.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) key: &'static str,
    pub(crate) index: usize,
    pub(crate) problem: Problem,
}

fn fault(key: &'static str, index: usize, problem: Problem) -> Result<(), Fault> {
    Err(Fault { key, index, problem })
}

impl Case {
    /// Checks what the parser's grammar alone does not: a case that passes can be written, and
    /// what is written reads back as the same case.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if !is_id(&self.id) {
            return fault("id", 0, Problem::BadId(self.id.clone()));
        }
        let texts = [
            ("about", Some(&self.about)),
            ("class", Some(&self.class)),
            ("origin", Some(&self.origin)),
            ("world", Some(&self.world)),
            ("skip", self.skip.as_ref()),
            ("racy", self.racy.as_ref()),
        ];
        for (key, text) in texts {
            if text.is_some_and(|text| text.trim().is_empty()) {
                return fault(key, 0, Problem::EmptyText(key));
            }
        }
        if self.body.is_empty() {
            return fault("body", 0, BodyProblem::Empty.into());
        }
        if self.timeout.is_some_and(|s| !(1..=MAX_TIMEOUT_S).contains(&s)) {
            return fault("timeout", 0, Problem::Timeout);
        }
        if self.shells.is_empty() {
            return fault("shells", 0, Problem::ShellsEmpty("shells"));
        }
        if self.shells.contains(&ShellName::None) {
            let known = ShellName::ALL.map(ShellName::name).join(", ");
            let word = ShellName::None.name().to_owned();
            return fault("shells", 0, Problem::UnknownWord { key: "shells", word, known });
        }
        self.check_start()?;
        self.check_lines()?;
        self.check_expects()?;
        self.check_differs()
    }

    fn check_start(&self) -> Result<(), Fault> {
        match self.setup.as_deref() {
            Some([]) => return fault("setup", 0, Problem::EmptyText("setup")),
            Some(setup) if setup.contains(&0) => return fault("setup", 0, Problem::SetupNul),
            _ => {}
        }
        let mut names = BTreeSet::new();
        for (index, (name, value)) in self.env.iter().enumerate() {
            if name.is_empty() || name.contains(&b'=') || name.contains(&0) || value.contains(&0) {
                return fault("env", index, Problem::Env);
            }
            if !names.insert(name) {
                return fault("env", index, Problem::SameLine("env"));
            }
        }
        Ok(())
    }

    fn check_lines(&self) -> Result<(), Fault> {
        for (index, line) in self.effects.iter().enumerate() {
            if line.from.is_some() != (line.kind == EffectKind::Rename) {
                return fault("effect", index, Problem::RenameEnds);
            }
        }
        self.check_list("effect", &self.effects, |line| &line.shells)?;
        self.check_list("exit", &self.exits, |line| &line.shells)?;
        self.check_list("output", &self.outputs, |line| &line.shells)?;
        self.check_list("program", &self.programs, |line| &line.shells)?;
        for (index, line) in self.outputs.iter().enumerate() {
            if line.text.is_empty() {
                return fault("output", index, Problem::EmptyText("output"));
            }
        }
        for (index, line) in self.programs.iter().enumerate() {
            if line.name.is_empty() {
                return fault("program", index, Problem::EmptyText("program"));
            }
        }
        let mut seen = BTreeSet::new();
        for (index, line) in self.exits.iter().enumerate() {
            for shell in &self.shells {
                let applies = line.shells.names(*shell)
                    || (line.shells.is_all() && self.differs_for(*shell).is_none());
                if applies && !seen.insert(*shell) {
                    let (key, shell) = ("exit", shell.name());
                    return fault(key, index, Problem::Ambiguous { key, shell });
                }
            }
        }
        Ok(())
    }

    /// No line twice, and every named shell among the case's.
    fn check_list<T: PartialEq>(
        &self,
        key: &'static str,
        lines: &[T],
        shells: impl Fn(&T) -> &Shells,
    ) -> Result<(), Fault> {
        for (index, line) in lines.iter().enumerate() {
            if lines.iter().take(index).any(|earlier| earlier == line) {
                return fault(key, index, Problem::SameLine(key));
            }
            self.check_covered(key, index, &shells(line).0)?;
        }
        Ok(())
    }

    fn check_covered(
        &self,
        key: &'static str,
        index: usize,
        named: &BTreeSet<ShellName>,
    ) -> Result<(), Fault> {
        match named.difference(&self.shells).next() {
            None => Ok(()),
            Some(shell) => {
                let shells: Vec<_> = self.shells.iter().map(|shell| shell.name()).collect();
                let (shell, shells) = (shell.name(), shells.join(" "));
                fault(key, index, Problem::ShellNotCovered { key, shell, shells })
            }
        }
    }

    fn check_expects(&self) -> Result<(), Fault> {
        const FORM: Problem =
            Problem::Form { key: "expect", form: "[shells] GUARD allow|ask|deny [id]" };
        let is_word = |word: &str| {
            !word.is_empty()
                && !word.starts_with('[')
                && !word.chars().any(|c| c.is_whitespace() || c.is_control())
        };
        let mut seen = BTreeSet::new();
        for (index, line) in self.expects.iter().enumerate() {
            if !is_word(&line.guard) || !line.rule.as_deref().is_none_or(is_word) {
                return fault("expect", index, FORM);
            }
            self.check_covered("expect", index, &line.shells.0)?;
            for shell in &self.shells {
                let applies = line.shells.is_all() || line.shells.names(*shell);
                if applies && !seen.insert((&line.guard, *shell)) {
                    let (key, shell) = ("expect", shell.name());
                    return fault(key, index, Problem::Ambiguous { key, shell });
                }
            }
        }
        Ok(())
    }

    fn check_differs(&self) -> Result<(), Fault> {
        let mut seen = BTreeSet::new();
        for (index, line) in self.differs.iter().enumerate() {
            if line.shells.is_empty() {
                return fault("differs", index, Problem::ShellsEmpty("differs"));
            }
            if line.reason.trim().is_empty() {
                return fault("differs", index, Problem::DiffersWithoutReason);
            }
            self.check_covered("differs", index, &line.shells)?;
            for shell in &line.shells {
                if !seen.insert(*shell) {
                    let (key, shell) = ("differs", shell.name());
                    return fault(key, index, Problem::ShellTwice { key, shell });
                }
            }
        }
        Ok(())
    }
}
