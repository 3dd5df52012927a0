//! A toy shell and toy guards, so that the loop of a hunt can be tested without a sandbox.
//!
//! The toy knows separators, quotes, substitutions, `>` and a handful of commands. What it is
//! handed it carries out on paper only.

use guard::{Answer, Clause, Fault, Guard, Promise, Request, Verdict};
use oracle::{By, EffectKind, Observation, Program, Script, Shell, ShellName};

use super::{command, effect, idle, program};
use crate::plan::Plan;
use crate::runs::{RunError, RunSpec, Runs};

pub(crate) fn shells() -> Vec<Shell> {
    [ShellName::Bash, ShellName::Sh, ShellName::Zsh]
        .map(|name| Shell { name, program: "/bin/toy".into(), version: "1".into(), login: false })
        .to_vec()
}

pub(crate) fn plan() -> Plan {
    Plan::new(shells(), vec![super::world()], vec![super::missing()])
}

/// The toy. `after` fails every run after so many.
#[derive(Debug, Default)]
pub(crate) struct Toy {
    pub(crate) runs: u64,
    pub(crate) after: Option<u64>,
}

impl Runs for Toy {
    fn run(&mut self, spec: &RunSpec<'_>) -> Result<Observation, RunError> {
        self.runs += 1;
        if self.after.is_some_and(|after| self.runs > after) {
            return Err(RunError::Failed("the toy is broken".into()));
        }
        let mut run = Run { observation: idle(), shell: spec.shell.name };
        if !spec.commands {
            run.observation.commands = None;
        }
        match spec.script {
            Script::Text(text) => run.list(text),
            Script::Calls(calls) => calls.iter().for_each(|call| run.list(call)),
            Script::Argv(argv) => run
                .observation
                .programs
                .push(Program { argv: argv.clone(), ..program("/usr/bin/x", "", By::Oracle) }),
        }
        Ok(run.observation)
    }
}

struct Run {
    observation: Observation,
    shell: ShellName,
}

impl Run {
    /// Commands between separators outside quotes.
    fn list(&mut self, text: &[u8]) {
        let mut quote = None;
        let mut depth = 0;
        let mut command = Vec::new();
        for (at, &byte) in text.iter().enumerate() {
            match byte {
                b'\'' | b'"' if quote.is_none() && depth == 0 => quote = Some(byte),
                byte if quote == Some(byte) => quote = None,
                b'(' if quote != Some(b'\'') => depth += 1,
                b')' if quote != Some(b'\'') => depth -= 1,
                // Only bash and zsh know `&>`.
                b'&' if text.get(at + 1) == Some(&b'>') && self.shell != ShellName::Sh => continue,
                b';' | b'\n' | b'&' | b'|' if quote.is_none() && depth <= 0 => {
                    self.command(&std::mem::take(&mut command));
                    continue;
                }
                _ => {}
            }
            command.push(byte);
        }
        self.command(&command);
    }

    fn command(&mut self, text: &[u8]) {
        let mut words: Vec<Vec<u8>> = Vec::new();
        let mut word: Option<Vec<u8>> = None;
        let mut to = false;
        let mut at = 0;
        let mut end = |run: &mut Self, word: &mut Option<Vec<u8>>, to: &mut bool| {
            if let Some(word) = word.take() {
                if std::mem::take(to) {
                    run.create(&word);
                } else {
                    words.push(word);
                }
            }
        };
        while at < text.len() {
            let byte = text[at];
            match byte {
                b' ' | b'\t' => end(self, &mut word, &mut to),
                b'>' => {
                    end(self, &mut word, &mut to);
                    to = true;
                }
                b'\'' | b'"' => {
                    let word = word.get_or_insert_default();
                    at += 1;
                    while at < text.len() && text[at] != byte {
                        if byte == b'"' && text[at..].starts_with(b"$(") {
                            at = self.substitution(text, at);
                        } else {
                            word.push(text[at]);
                        }
                        at += 1;
                    }
                }
                b'$' if text.get(at + 1) == Some(&b'(') => {
                    word.get_or_insert_default();
                    at = self.substitution(text, at);
                }
                b'`' => {
                    let close = text[at + 1..].iter().position(|byte| *byte == b'`');
                    let close = close.map_or(text.len(), |len| at + 1 + len);
                    self.list(&text[at + 1..close]);
                    word.get_or_insert_default();
                    at = close;
                }
                byte => word.get_or_insert_default().push(byte),
            }
            at += 1;
        }
        end(self, &mut word, &mut to);
        self.start(&words);
    }

    /// Runs what stands between `$(` at `at` and its bracket, where it returns.
    fn substitution(&mut self, text: &[u8], at: usize) -> usize {
        let mut depth = 0;
        let mut close = text.len();
        for (place, byte) in text.iter().enumerate().skip(at + 1) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                close = place;
                break;
            }
        }
        if let Some(inner) = text.get(at + 2..close) {
            self.list(inner);
        }
        close
    }

    fn create(&mut self, word: &[u8]) {
        let path = String::from_utf8_lossy(word).into_owned();
        self.effect(EffectKind::Create, &path);
    }

    fn effect(&mut self, kind: EffectKind, path: &str) {
        let path = match path.strip_prefix("../") {
            Some(rest) => format!("/w/{rest}"),
            None if path.starts_with('/') => path.to_owned(),
            None => format!("/w/tree/{path}"),
        };
        self.observation.effects.push(effect(kind, &path));
    }

    fn start(&mut self, words: &[Vec<u8>]) {
        let Some(first) = words.first() else { return };
        let shown = String::from_utf8_lossy(&words.join(&b' ')).into_owned();
        if let Some(commands) = &mut self.observation.commands {
            commands.push(command(&shown));
        }
        let name = String::from_utf8_lossy(first).into_owned();
        match name.as_str() {
            "echo" | "pwd" | "cd" | "true" | ":" => return,
            "touch" | "rm" => {
                let kind = if name == "touch" { EffectKind::Create } else { EffectKind::Delete };
                for word in words.iter().skip(1).filter(|word| !word.starts_with(b"-")) {
                    self.effect(kind, &String::from_utf8_lossy(word));
                }
            }
            _ => {}
        }
        let installed = ["touch", "rm", "git", "cat", "id"].contains(&name.as_str());
        let folder = if installed { "/usr/bin" } else { "/tripwire" };
        let program = program(&format!("{folder}/{name}"), &shown, By::Shell);
        self.observation.programs.push(program);
    }
}

/// A check: its id, and whether it refuses a script.
pub(crate) type Check = (&'static str, fn(&[u8]) -> bool);

/// A guard made of a function.
pub(crate) struct Toyguard<F> {
    pub(crate) promise: Promise,
    pub(crate) seeds: Vec<&'static str>,
    /// Check ids and what each refuses.
    pub(crate) checks: Vec<Check>,
    /// What is answered where no check refuses.
    pub(crate) last: F,
    /// How many answers have been no verdicts.
    pub(crate) faults: u32,
}

impl<F: FnMut(&Request) -> Answer + Send> Guard for Toyguard<F> {
    fn name(&self) -> &str {
        "toy"
    }

    fn promise(&self) -> &Promise {
        &self.promise
    }

    fn decide(&mut self, request: &Request) -> Answer {
        let answer = self.decide_without("", request).unwrap_or(Answer::Abstain);
        match answer {
            Answer::Error(_) => self.faults += 1,
            _ => self.faults = 0,
        }
        answer
    }

    fn broken(&self) -> Option<String> {
        (self.faults >= 5).then(|| "the guard crashed 5 times in a row".to_owned())
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
    }

    fn checks(&self) -> Vec<&'static str> {
        self.checks.iter().map(|(id, _)| *id).collect()
    }

    fn decide_without(&mut self, check: &str, request: &Request) -> Option<Answer> {
        for (id, refuses) in &self.checks {
            if *id != check && refuses(&request.script) {
                return Some(Answer::Verdict(Verdict::deny(*id, format!("refused by {id}"))));
            }
        }
        Some((self.last)(request))
    }
}

pub(crate) fn allow(_: &Request) -> Answer {
    Answer::Verdict(Verdict::allow())
}

pub(crate) fn crash(_: &Request) -> Answer {
    Answer::Error(Fault::Crash("exit status 1".into()))
}

pub(crate) fn read_only() -> Vec<Clause> {
    vec![
        Clause::Write(vec![]),
        Clause::Delete { globs: vec![], by: None },
        Clause::Network,
        Clause::Leftover,
    ]
}

pub(crate) fn promise(clauses: Vec<Clause>) -> Promise {
    Promise { preset: None, clauses }
}

/// Allows `echo …` without `;`, `&&` and `|`.
pub(crate) fn naive() -> Box<dyn Guard> {
    Box::new(Toyguard {
        promise: promise(read_only()),
        seeds: vec!["echo hi"],
        checks: vec![
            ("name", |script| !script.starts_with(b"echo ")),
            ("operators", |script| {
                script.contains(&b';')
                    || script.contains(&b'|')
                    || script.windows(2).any(|two| two == b"&&")
            }),
        ],
        last: allow,
        faults: 0,
    })
}

/// Allows three texts, with any white space between their words.
pub(crate) fn historic() -> Box<dyn Guard> {
    let mut clauses = read_only();
    clauses[1] = Clause::Delete { globs: vec!["openwiki/_plan.md".into()], by: None };
    clauses.push(Clause::Exec(vec!["git".into(), "rm".into()]));
    Box::new(Toyguard {
        promise: promise(clauses),
        seeds: vec!["pwd", "git rev-parse HEAD", "rm -f openwiki/_plan.md"],
        checks: vec![("list", |script| {
            let words: Vec<&str> =
                std::str::from_utf8(script).unwrap_or("").split_whitespace().collect();
            !matches!(
                words.as_slice(),
                ["pwd"] | ["git", "rev-parse", "HEAD"] | ["rm", "-f", "openwiki/_plan.md"]
            )
        })],
        last: allow,
        faults: 0,
    })
}
