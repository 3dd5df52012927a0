//! `write`, `delete` and `keep`: changes to paths.

use guard::promise::PathGlob;
use oracle::{By, CommandKind, Effect, EffectKind, Observation, Removal, Via, Zone};

use super::{Breach, Outcome, Subject, path};

/// One change to one path, as the clauses count it.
struct Change<'a> {
    /// `Create`, `Modify`, `Mode` or `Delete`.
    kind: EffectKind,
    path: Vec<u8>,
    zone: Zone,
    effect: &'a Effect,
}

impl Change<'_> {
    fn breach(&self, subject: &Subject<'_>) -> Breach {
        let path = String::from_utf8_lossy(&subject.layout.display(&self.path)).into_owned();
        let verb = match self.kind {
            EffectKind::Create => "creates",
            EffectKind::Modify => "modifies",
            EffectKind::Mode => "changes the mode of",
            _ => "removes",
        };
        let mut text = format!("{verb} {path}");
        if self.effect.kind == EffectKind::Rename {
            text.push_str(" by a rename");
        }
        if self.effect.undone {
            text.push_str(" and takes it back");
        }
        Breach {
            text,
            effect: Some(self.kind),
            path: self.path.clone(),
            zone: Some(self.zone),
            through_link: matches!(self.effect.via, Some(Via::Link(_))),
            ..Breach::default()
        }
    }
}

/// Every change of a run that a clause regards. A rename is a removal at its source and a create
/// (a modify, where something stood) at its destination, for what lies below it too.
fn changes<'a>(subject: &Subject<'a>) -> Vec<Change<'a>> {
    let mut out = Vec::new();
    for effect in &subject.observation.effects {
        if effect.via == Some(Via::Shell) {
            continue;
        }
        let mut push = |kind, path: Vec<u8>, zone| {
            if !path::is_no_path(&path) {
                out.push(Change { kind, path, zone, effect });
            }
        };
        match effect.kind {
            EffectKind::Create | EffectKind::Modify | EffectKind::Mode | EffectKind::Delete => {
                push(effect.kind, path::normal(&effect.path), effect.zone);
            }
            EffectKind::Rename => {
                let to = path::normal(&effect.path);
                let zone = |path: &[u8]| subject.layout.zone(path);
                if let Some(from) = &effect.from {
                    let from = path::normal(from);
                    for entry in &subject.world.entries {
                        let old = path::normal(&entry.path);
                        if let Some(rest) = path::strip(&old, &from) {
                            let new = path::join(&to, rest);
                            let new_zone = zone(&new);
                            push(EffectKind::Create, new, new_zone);
                            let old_zone = zone(&old);
                            push(EffectKind::Delete, old, old_zone);
                        }
                    }
                    let from_zone = zone(&from);
                    push(EffectKind::Delete, from, from_zone);
                }
                let stood = subject.world.entries.iter().any(|e| path::normal(&e.path) == to);
                let kind = if stood { EffectKind::Modify } else { EffectKind::Create };
                push(kind, to, effect.zone);
            }
            EffectKind::Read
            | EffectKind::Follow
            | EffectKind::Connect
            | EffectKind::Leftover
            | EffectKind::Signal => {}
        }
    }
    // The shortest path first, so that a folder is named rather than what lies in it.
    out.sort_by(|a, b| (a.kind, a.path.len(), &a.path).cmp(&(b.kind, b.path.len(), &b.path)));
    out
}

/// Absolute patterns of the globs of a clause.
fn patterns(subject: &Subject<'_>, globs: &[PathGlob]) -> Vec<Vec<u8>> {
    globs.iter().flat_map(|glob| path::resolve(glob, subject.layout)).collect()
}

fn inside(patterns: &[Vec<u8>], path: &[u8]) -> bool {
    patterns.iter().any(|pattern| path::matches(pattern, path))
}

pub(super) fn write(subject: &Subject<'_>, globs: &[PathGlob]) -> Option<Breach> {
    let patterns = patterns(subject, globs);
    changes(subject)
        .iter()
        .find(|change| change.kind != EffectKind::Delete && !inside(&patterns, &change.path))
        .map(|change| change.breach(subject))
}

/// With `by`, a removal counts only where a program of that name made it.
pub(super) fn delete(subject: &Subject<'_>, globs: &[PathGlob], by: Option<&[String]>) -> Outcome {
    removed(subject, globs, false, by)
}

/// A removal in the globs counts where a program of a name in `by` made it.
pub(super) fn spare(subject: &Subject<'_>, globs: &[PathGlob], by: &[String]) -> Outcome {
    removed(subject, globs, true, Some(by))
}

/// The first removal inside the globs, or outside, and whether it counts.
fn removed(
    subject: &Subject<'_>,
    globs: &[PathGlob],
    counts: bool,
    by: Option<&[String]>,
) -> Outcome {
    let patterns = patterns(subject, globs);
    let changes = changes(subject);
    let Some(change) = changes.iter().find(|change| {
        change.kind == EffectKind::Delete && inside(&patterns, &change.path) == counts
    }) else {
        return Outcome::Kept;
    };
    let breach = change.breach(subject);
    match by.map_or(Maker::Listed, |by| maker(subject, by, &change.path)) {
        Maker::Listed => Outcome::Broken(breach),
        Maker::Other => Outcome::Kept,
        Maker::Unknown => Outcome::Unchecked(format!("who {} cannot be told", breach.text)),
    }
}

/// Who made the removals of a run.
enum Maker {
    /// A program of the list.
    Listed,
    /// None of them.
    Other,
    /// Either.
    Unknown,
}

/// Programs and builtins that remove nothing, whatever their arguments, and run no other command.
const HARMLESS: &[&str] = &[
    ":", "[", "basename", "cat", "cd", "chgrp", "chmod", "chown", "cmp", "cut", "date", "diff",
    "dirname", "du", "echo", "exit", "export", "false", "file", "grep", "head", "id", "ls",
    "mkdir", "mkfifo", "printf", "pwd", "read", "readlink", "realpath", "return", "set", "shift",
    "sleep", "stat", "tail", "test", "touch", "tr", "true", "truncate", "umask", "uniq", "wait",
    "wc",
];

/// Programs that run others and remove nothing by themselves; what they start is told too.
const RUNNERS: &[&str] = &[
    "awk", "bash", "choom", "chrt", "dash", "env", "gawk", "ionice", "mawk", "nice", "nohup",
    "setsid", "sh", "stdbuf", "taskset", "time", "timeout", "xargs",
];

/// A run that was watched closely says who removed what. Of another it can be told where only
/// programs of the list can have made it, or only others, or where of all that ran only those were
/// given its name.
fn maker(subject: &Subject<'_>, by: &[String], removed: &[u8]) -> Maker {
    let (observation, tree) = (subject.observation, subject.layout.tree.as_slice());
    if let Some(maker) = seen_maker(observation, by, removed) {
        return maker;
    }
    match possible(observation, by) {
        Maker::Unknown if only_listed_name(observation, by, removed, tree) => Maker::Listed,
        maker => maker,
    }
}

/// Who was seen to remove a path, or a folder that it lay in. `None` where nobody was.
fn seen_maker(observation: &Observation, by: &[String], removed: &[u8]) -> Option<Maker> {
    let is_it = |removal: &&Removal| {
        let path = path::normal(&removal.path);
        path == removed || removal.renamed && path::strip(removed, &path).is_some()
    };
    let removals: Vec<&Removal> = observation.removals.as_deref()?.iter().filter(is_it).collect();
    let listed = |name: &[u8]| by.iter().any(|listed| listed.as_bytes() == name);
    if removals.is_empty() {
        return None;
    }
    if removals.iter().any(|removal| listed(&removal.name)) {
        return Some(Maker::Listed);
    }
    if removals.iter().all(|removal| removal.by == By::Program) {
        return Some(Maker::Other);
    }
    // A shell did it, by a builtin.
    let Some(commands) = &observation.commands else { return Some(Maker::Unknown) };
    let builtins = commands.iter().filter(|command| command.kind == CommandKind::Builtin);
    let (mut itself, mut asked) = (false, false);
    for command in builtins {
        let Some((name, words)) = command.argv.split_first() else { continue };
        itself |= listed(path::name(name));
        asked |= !HARMLESS.iter().any(|it| it.as_bytes() == path::name(name))
            && words.iter().any(|word| listed(path::name(word)));
    }
    Some(match (itself, asked) {
        (true, _) => Maker::Listed,
        (false, true) => Maker::Unknown,
        (false, false) => Maker::Other,
    })
}

/// Programs that remove at most what they are given the name of.
const WRITERS: &[&str] = &["cp", "dd", "install", "ln", "tee"];

/// Whether a program of the list was given the last name of a path, and nothing else that ran can
/// have removed it.
fn only_listed_name(observation: &Observation, by: &[String], removed: &[u8], tree: &[u8]) -> bool {
    let last = path::name(removed);
    let one_of = |names: &[&str], word: &[u8]| names.iter().any(|it| it.as_bytes() == word);
    let names_it = |argv: &[Vec<u8>]| argv.iter().skip(1).any(|word| path::name(word) == last);
    // What git removes, hooks and helpers apart, stands in its own tree.
    let git =
        |name: &[u8], tree: &[u8]| name.starts_with(b"git") && path::strip(removed, tree).is_none();
    let (mut named, mut other) = (false, false);
    for program in observation.programs.iter().filter(|program| !program.tripwire) {
        let name = path::name(&program.path);
        if by.iter().any(|listed| listed.as_bytes() == name) {
            named |= names_it(&program.argv);
        } else if one_of(WRITERS, name) {
            other |= names_it(&program.argv);
        } else {
            other |= !one_of(HARMLESS, name) && !one_of(RUNNERS, name) && !git(name, tree);
        }
    }
    let removes = |command: &oracle::Command| {
        let started = observation.programs.iter().any(|program| program.argv == command.argv);
        let name = command.argv.first().map_or(&b""[..], |word| path::name(word));
        command.kind == CommandKind::Builtin && !started && !one_of(HARMLESS, name)
    };
    other |= observation.commands.iter().flatten().any(removes);
    named && !other
}

/// Who may have made a removal, by what ran.
fn possible(observation: &Observation, by: &[String]) -> Maker {
    let listed = |word: &[u8]| by.iter().any(|name| name.as_bytes() == path::name(word));
    let harmless = |word: &[u8]| HARMLESS.iter().any(|name| name.as_bytes() == path::name(word));
    let runs_others = |word: &[u8]| RUNNERS.iter().any(|name| name.as_bytes() == path::name(word));
    let (mut some_listed, mut some_other) = (false, false);
    for program in &observation.programs {
        // What the tripwire answers does nothing.
        if program.tripwire {
            continue;
        }
        let name = program.argv.first().map_or(&b""[..], Vec::as_slice);
        if listed(&program.path) || listed(name) {
            some_listed = true;
        } else if !harmless(&program.path) && !runs_others(&program.path) {
            some_other = true;
        }
    }
    // Without an account of the commands a builtin may have done it.
    let Some(commands) = &observation.commands else { return Maker::Unknown };
    for command in commands {
        let Some(name) = command.argv.first() else { continue };
        let started = observation.programs.iter().any(|program| program.argv == command.argv);
        if started || command.kind == CommandKind::Function {
            continue;
        }
        // A builtin of that name, or one that was asked to run it.
        if command.argv.iter().any(|word| listed(word)) && !harmless(name) {
            some_listed = true;
            some_other |= !listed(name);
        } else if !harmless(name) {
            some_other = true;
        }
    }
    match (some_listed, some_other) {
        (true, false) => Maker::Listed,
        (false, _) => Maker::Other,
        (true, true) => Maker::Unknown,
    }
}

pub(super) fn keep(subject: &Subject<'_>, globs: &[PathGlob]) -> Option<Breach> {
    let patterns = patterns(subject, globs);
    changes(subject)
        .iter()
        .find(|change| inside(&patterns, &change.path))
        .map(|change| change.breach(subject))
}
