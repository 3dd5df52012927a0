//! Answer, outcome and judgement → the kinds of finding.

use std::collections::{BTreeMap, BTreeSet};

use corpora::FindingKind;
use guard::{Answer, Fault, Handback, Host, Outcome, Verdict};
use oracle::{Drawn, Effect, EffectKind, Observation, ShellName, Via};

use crate::judge::{Broken, Judgement, path, words};

/// The name of an answer in summaries: `allow`, `ask`, `deny`, `abstain` or `error`.
pub fn answer_name(answer: &Answer) -> &'static str {
    match answer {
        Answer::Verdict(verdict) => verdict.name(),
        Answer::Abstain => "abstain",
        Answer::Error(_) => "error",
    }
}

/// What is run where the outcome is [`Outcome::Runs`]: what was handed back, or the script itself
/// where the answer was no allow.
pub fn handback_of(answer: &Answer) -> Handback {
    match answer {
        Answer::Verdict(Verdict::Allow { handback, .. }) => handback.clone(),
        _ => Handback::Same,
    }
}

/// A finding that an answer alone makes, without a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFinding {
    /// `Crash`, `Hang` or `FailsOpen`.
    pub kind: FindingKind,
    /// Parts of the bucket.
    pub what: Vec<String>,
    /// For a person.
    pub summary: String,
}

/// The findings that an answer alone makes.
pub fn of_answer(answer: &Answer, host: Host) -> Vec<AnswerFinding> {
    let mut findings = Vec::new();
    let outcome = host.outcome(answer);
    if let Answer::Error(fault) = answer {
        findings.extend(of_fault(fault, outcome));
    }
    if host.fails_open(answer) {
        let name = answer_name(answer);
        findings.push(AnswerFinding {
            kind: FindingKind::FailsOpen,
            what: vec![name.to_owned()],
            summary: format!("the guard's answer is {name}, and its host runs the command"),
        });
    }
    findings
}

/// The finding that a fault makes; `None` where the guard was never asked.
pub fn of_fault(fault: &Fault, outcome: Outcome) -> Option<AnswerFinding> {
    let (kind, what) = match fault {
        Fault::NotAsked(_) => return None,
        Fault::Hang { .. } => (FindingKind::Hang, None),
        Fault::Crash(_) => (FindingKind::Crash, None),
        Fault::Malformed(_) => (FindingKind::Crash, Some("malformed")),
        Fault::Unreadable(_) => (FindingKind::Crash, Some("unreadable")),
        Fault::Ignored(_) => (FindingKind::Crash, Some("ignored")),
        Fault::Oversize { .. } => (FindingKind::Crash, Some("oversize")),
        Fault::Duplicate(_) => (FindingKind::Crash, Some("duplicate")),
        Fault::Start(_) => (FindingKind::Crash, Some("start")),
        _ => (FindingKind::Crash, Some("other")),
    };
    let after = match outcome {
        Outcome::Runs => "its host runs the command",
        Outcome::Asks => "its host asks",
        Outcome::Stops => "its host stops the command",
    };
    Some(AnswerFinding {
        kind,
        what: what.map(str::to_owned).into_iter().collect(),
        summary: format!("the guard {fault}; {after}"),
    })
}

/// The order in which broken clauses are told: one finding names one clause, the one that says
/// most.
const CLAUSES: &[&str] = &[
    "enter", "keep", "spare", "write", "delete", "secrets", "network", "leftover", "argv", "rules",
    "exec",
];

/// The finding of a run that the outcome of the answer was to make: its kind, and the clause.
pub fn of_run(judgement: &Judgement) -> Option<(FindingKind, &Broken)> {
    let rank = |broken: &&Broken| CLAUSES.iter().position(|name| *name == broken.clause);
    let broken = judgement.broken.iter().min_by_key(rank)?;
    let kind = match broken.clause {
        "enter" => FindingKind::BrokenHandback,
        _ => FindingKind::Bypass,
    };
    Some((kind, broken))
}

/// An effect as it is compared: its kind, its path and, for a rename, where the name stood.
type Did = (EffectKind, Vec<u8>, Option<Vec<u8>>);

/// Whether a shell woke a process, which is no difference between two runs: zsh wakes a job of its own
/// that it waits for, or does not, as it happens to have ended.
pub fn wakes_a_job(effect: &Effect) -> bool {
    effect.kind == EffectKind::Signal && effect.detail == "SIGCONT process"
}

/// What one run did, as far as two runs are compared: effects, programs, commands and exit zero or
/// not; never output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    effects: BTreeMap<Did, usize>,
    programs: BTreeMap<Vec<Vec<u8>>, usize>,
    commands: Option<BTreeMap<Vec<Vec<u8>>, usize>>,
    success: bool,
}

impl Deed {
    /// What an observation comes to.
    pub fn of(observation: &Observation) -> Self {
        let mut deed = Self {
            effects: BTreeMap::new(),
            programs: BTreeMap::new(),
            commands: None,
            success: observation.exit == Some(0),
        };
        let made: Vec<&[u8]> = observation
            .effects
            .iter()
            .filter(|effect| effect.kind == EffectKind::Create && !effect.undone)
            .map(|effect| effect.path.as_slice())
            .collect();
        for effect in &observation.effects {
            // What comes and goes in a folder that was just made is seen or not, as it happens.
            let is_luck = effect.undone
                && made.iter().any(|folder| {
                    effect.path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with(b"/"))
                });
            if effect.via != Some(Via::Shell)
                && !path::is_no_path(&effect.path)
                && !wakes_a_job(effect)
                // Not every run is watched closely enough to see it.
                && !effect.is_look()
                && !is_luck
            {
                let key = (effect.kind, effect.path.clone(), effect.from.clone());
                *deed.effects.entry(key).or_default() += 1;
            }
        }
        for program in &observation.programs {
            *deed.programs.entry(program.argv.clone()).or_default() += 1;
        }
        deed.commands = observation.commands.as_ref().map(|commands| {
            let mut map = BTreeMap::new();
            for command in commands {
                *map.entry(command.argv.clone()).or_default() += 1;
            }
            map
        });
        deed
    }

    /// The paths of its effects.
    fn paths<'a>(&'a self) -> impl Iterator<Item = &'a [u8]> {
        let of = |(_, path, from): &'a Did| std::iter::once(path).chain(from);
        self.effects.keys().flat_map(of).map(Vec::as_slice)
    }

    /// The same with the names of another run.
    fn renamed(&self, drawn: &Drawn) -> Self {
        let name = |text: &Vec<u8>| drawn.rename(text).into_owned();
        let words = |argvs: &BTreeMap<Vec<Vec<u8>>, usize>| {
            argvs.iter().map(|(argv, count)| (argv.iter().map(name).collect(), *count)).collect()
        };
        let effects = self.effects.iter().map(|((kind, path, from), count)| {
            ((*kind, name(path), from.as_ref().map(name)), *count)
        });
        Self {
            effects: effects.collect(),
            programs: words(&self.programs),
            commands: self.commands.as_ref().map(words),
            success: self.success,
        }
    }

    /// Everything, on one line.
    pub fn text(&self) -> String {
        let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
        let effects: Vec<String> = self
            .effects
            .keys()
            .map(|(kind, path, _)| format!("{} {}", kind.name(), shown(path)))
            .collect();
        let programs: Vec<String> =
            self.programs.keys().map(|argv| shown(&argv.join(&b' '))).collect();
        let success = if self.success { "succeeded" } else { "failed" };
        format!(
            "it {success} with effects [{}] and programs [{}]",
            effects.join(", "),
            programs.join(", ")
        )
    }

    /// The first way in which two runs differ, but for names that programs draw at random.
    pub fn differs(&self, other: &Self) -> Option<&'static str> {
        if self.effects != other.effects {
            let drawn = Drawn::new(self.paths(), other.paths());
            if drawn.is_empty() {
                return Some("effects");
            }
            let other = other.renamed(&drawn);
            return if self.effects == other.effects {
                self.differs(&other)
            } else {
                Some("effects")
            };
        }
        if self.programs != other.programs {
            return Some("programs");
        }
        if let (Some(ours), Some(theirs)) = (&self.commands, &other.commands)
            && ours != theirs
        {
            return Some("commands");
        }
        (self.success != other.success).then_some("exit")
    }
}

/// A difference between shells that were handed the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// `effects`, `programs`, `commands` or `exit`.
    pub what: &'static str,
    /// The shells in groups that agree, joined as `bash+zsh~sh`.
    pub groups: String,
}

/// Compares what shells did with the same text. Runs that the time limit ended say nothing.
pub fn divergence(runs: &[(ShellName, &Observation)]) -> Option<Divergence> {
    if runs.iter().any(|(_, observation)| observation.timed_out) {
        return None;
    }
    let deeds: Vec<(ShellName, Deed)> =
        runs.iter().map(|(shell, observation)| (*shell, Deed::of(observation))).collect();
    let (_, first) = deeds.first()?;
    let what = deeds.iter().find_map(|(_, deed)| first.differs(deed))?;
    let mut groups: Vec<(&Deed, BTreeSet<ShellName>)> = Vec::new();
    for (shell, deed) in &deeds {
        match groups.iter_mut().find(|(known, _)| known.differs(deed).is_none()) {
            Some((_, shells)) => {
                shells.insert(*shell);
            }
            None => groups.push((deed, BTreeSet::from([*shell]))),
        }
    }
    let groups: Vec<String> = groups
        .iter()
        .map(|(_, shells)| shells.iter().map(|shell| shell.name()).collect::<Vec<_>>().join("+"))
        .collect();
    Some(Divergence { what, groups: groups.join("~") })
}

/// Whether a handback is another text, so that the two have to do the same in the tree. White
/// space around a script is no part of it.
pub fn is_rewritten(script: &[u8], handback: &Handback) -> bool {
    match handback {
        Handback::Same | Handback::Argv(_) => false,
        Handback::Text(text) => words::trim(text) != words::trim(script),
    }
}

/// Whether a rewritten text does what the script does. Commands are not compared: the text has
/// more of them, such as its `cd`.
pub fn handback_differs(script: &Observation, handback: &Observation) -> Option<&'static str> {
    if script.timed_out || handback.timed_out {
        return None;
    }
    let without_commands =
        |observation: &Observation| Deed { commands: None, ..Deed::of(observation) };
    without_commands(script).differs(&without_commands(handback))
}

#[cfg(test)]
mod tests {
    use oracle::{By, Program, Zone};

    use super::*;

    fn effect(kind: EffectKind, path: &str, undone: bool, detail: &str) -> Effect {
        Effect {
            kind,
            path: path.as_bytes().to_vec(),
            zone: Zone::Tree,
            from: None,
            via: None,
            undone,
            detail: detail.to_owned(),
        }
    }

    fn saw(effects: Vec<Effect>) -> Observation {
        Observation { effects, ..crate::fake::idle() }
    }

    #[test]
    fn a_name_that_is_drawn_is_no_difference() {
        let with = |name: &str| {
            let path = format!("/w/tmp/{name}");
            let argv = vec![b"rm".to_vec(), path.clone().into_bytes()];
            let program = Program { argv, path: Vec::new(), by: By::Shell, tripwire: false };
            let made = effect(EffectKind::Create, &path, false, "");
            Deed::of(&Observation { programs: vec![program], ..saw(vec![made]) })
        };
        assert_eq!(with("tmp.oretuFyYhJ").differs(&with("tmp.4nj6fMWNsE")), None);
        assert_eq!(with("release").differs(&with("another")), Some("effects"));
        let none = Deed::of(&saw(Vec::new()));
        assert_eq!(with("tmp.oretuFyYhJ").differs(&none), Some("effects"));
        assert_eq!(none.differs(&with("tmp.oretuFyYhJ")), Some("effects"));
    }

    #[test]
    fn what_is_seen_by_luck_is_no_difference() {
        let made = || effect(EffectKind::Create, "/w/tree/dst", false, "");
        let plain = saw(vec![made()]);
        let draft = effect(EffectKind::Create, "/w/tree/dst/.f.Jp78gS", true, "");
        assert_eq!(handback_differs(&plain, &saw(vec![made(), draft])), None);
        let woken = effect(EffectKind::Signal, "", false, "SIGCONT process");
        assert_eq!(handback_differs(&plain, &saw(vec![made(), woken])), None);
        let other = effect(EffectKind::Create, "/w/tree/f", true, "");
        assert_eq!(handback_differs(&plain, &saw(vec![made(), other])), Some("effects"));
        let ended = effect(EffectKind::Signal, "", false, "SIGTERM process");
        assert_eq!(handback_differs(&plain, &saw(vec![made(), ended])), Some("effects"));
    }
}
