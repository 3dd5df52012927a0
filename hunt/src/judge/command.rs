//! `rules`: the simple commands that shells executed.

use std::borrow::Cow;

use guard::promise::RulesClause;
use oracle::By;

use super::program::{name, show};
use super::{Breach, Outcome, Subject, path};

/// Programs that run the command they are given. What they start counts as a command of the run.
const RUNNERS: &[&str] = &[
    "busybox", "chroot", "chrt", "command", "doas", "env", "exec", "find", "flock", "ionice",
    "nice", "nohup", "nsenter", "parallel", "prlimit", "script", "setarch", "setpriv", "setsid",
    "stdbuf", "strace", "sudo", "taskset", "time", "timeout", "toybox", "unshare", "watch",
    "xargs",
];

pub(super) fn rules(subject: &Subject<'_>, rules: &RulesClause) -> Outcome {
    let allow: Vec<Vec<Vec<u8>>> = rules.allow.iter().map(|rule| pattern(rule)).collect();
    let deny: Vec<Vec<Vec<u8>>> = rules.deny.iter().map(|rule| pattern(rule)).collect();
    let breach = |argv: &[Vec<u8>]| {
        let words = words(argv);
        let how = if deny.iter().any(|rule| matches(rule, &words)) {
            "denied"
        } else if !allow.iter().any(|rule| matches(rule, &words)) {
            "unlisted"
        } else {
            return None;
        };
        Some(Breach {
            text: format!("runs {}", show(argv)),
            name: words.first().map_or_else(Vec::new, |word| path::name(word).to_vec()),
            how,
            ..Breach::default()
        })
    };
    let observation = subject.observation;
    let commands = observation.commands.as_deref().unwrap_or_default();
    let told = commands.iter().filter(|c| !c.argv.is_empty()).find_map(|c| breach(&c.argv));
    if let Some(breach) = told {
        return Outcome::Broken(breach);
    }
    for program in &observation.programs {
        let counts = match program.by {
            By::Shell => true,
            By::Oracle => false,
            By::Program => commands.iter().any(|command| {
                let runner = command.argv.first().map_or(&b""[..], |word| path::name(word));
                RUNNERS.iter().any(|name| name.as_bytes() == runner)
                    && program.argv.first().is_some_and(|word| command.argv[1..].contains(word))
            }),
        };
        // A shell's own account of the same command is the better one: it has been judged.
        if !counts || commands.iter().any(|command| command.argv == program.argv) {
            continue;
        }
        let mut argv = program.argv.clone();
        let real = name(program);
        match argv.first_mut() {
            Some(first) if path::name(first) != real => *first = real.to_vec(),
            Some(_) => {}
            None => argv.push(real.to_vec()),
        }
        if let Some(breach) = breach(&argv) {
            return Outcome::Broken(breach);
        }
    }
    match observation.commands {
        Some(_) => Outcome::Kept,
        None => Outcome::Unchecked("which commands were run cannot be told".into()),
    }
}

/// The words of a rule: its final `*` says nothing, since every rule is a prefix.
fn pattern(rule: &str) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> =
        rule.split_ascii_whitespace().map(|word| relative(word.as_bytes()).to_vec()).collect();
    if parts.last().is_some_and(|word| word == b"*") {
        parts.pop();
    }
    if parts.first().is_some_and(|word| word == b"[") {
        parts[0] = b"test".to_vec();
    }
    parts
}

/// The words of a command as rules regard them: `[ … ]` is `test …`, and a leading `./` is dropped.
fn words(argv: &[Vec<u8>]) -> Vec<Cow<'_, [u8]>> {
    let mut words: Vec<Cow<'_, [u8]>> =
        argv.iter().map(|word| Cow::Borrowed(relative(word))).collect();
    if let Some(first) = words.first_mut()
        && first.as_ref() == b"["
    {
        *first = Cow::Borrowed(b"test");
        if words.last().is_some_and(|word| word.as_ref() == b"]") {
            words.pop();
        }
    }
    words
}

fn relative(word: &[u8]) -> &[u8] {
    word.strip_prefix(b"./").unwrap_or(word)
}

fn matches(rule: &[Vec<u8>], words: &[Cow<'_, [u8]>]) -> bool {
    rule.len() <= words.len() && rule.iter().zip(words).all(|(want, word)| want[..] == **word)
}
