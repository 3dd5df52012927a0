//! git's settings on the line.

use crate::syntax::launch::{config_settings, head, runs_setting};
use crate::syntax::{Word, read};

/// What speaks against the settings of a git command. `settled` says that it runs from the tree
/// and that nothing earlier on the line wrote or removed a file.
///
/// Two settings may name a command: `core.pager` and `core.sshCommand`. The command itself is
/// judged as one that git runs; here it must only be fixed and readable. An alias is judged as
/// the command that it stands for.
pub(super) fn settings(words: &[Word], settled: bool) -> Vec<String> {
    let mut problems = Vec::new();
    let mut elsewhere = false;
    let mut commands = false;
    let mut rest = words.get(1..).unwrap_or_default();
    while let Some((word, after)) = rest.split_first() {
        let Some(text) = word.fixed() else { break };
        if text.first() != Some(&b'-') {
            break;
        }
        rest = after;
        let value = match text.as_ref() {
            b"-c" => {
                rest = after.get(1..).unwrap_or_default();
                after.first().map(|word| word.fixed().map(|text| text.into_owned()))
            }
            b"-C" | b"--git-dir" | b"--work-tree" | b"--namespace" | b"--super-prefix" => {
                rest = after.get(1..).unwrap_or_default();
                elsewhere = true;
                continue;
            }
            text if text.starts_with(b"--config-env") || text.starts_with(b"--exec-path=") => {
                problems.push(super::command::shown(text));
                continue;
            }
            text if text.starts_with(b"-C")
                || text.starts_with(b"--git-dir=")
                || text.starts_with(b"--work-tree=") =>
            {
                elsewhere = true;
                continue;
            }
            text if text.starts_with(b"-c") => Some(text.get(2..).map(<[u8]>::to_vec)),
            _ => continue,
        };
        match value {
            None => {}
            Some(None) => problems.push("a setting that the line does not fix".to_owned()),
            Some(Some(setting)) => match judge(&setting) {
                Setting::Plain => {}
                Setting::Command => commands = true,
                Setting::Refused => problems.push(super::command::shown(&setting)),
            },
        }
    }
    for (value, _) in config_settings(rest) {
        match value.as_deref().map(judge) {
            Some(Setting::Plain) => {}
            Some(Setting::Command) => commands = true,
            Some(Setting::Refused) => {
                problems.push(super::command::shown(&value.unwrap_or_default()));
            }
            None => problems.push("a setting that the line does not fix".to_owned()),
        }
    }
    brought(rest, &mut problems);
    if commands && (elsewhere || !settled) {
        problems.push("the command is not run from the tree, or behind a change".to_owned());
    }
    problems
}

/// What speaks against settings that a subcommand brings along: a template holds hooks and settings, `clone`
/// takes settings for the copy, and a section of `config` may take the name of one that names commands.
fn brought(words: &[Word], problems: &mut Vec<String>) {
    let Some((name, arguments)) = words.split_first() else { return };
    let name = name.fixed().unwrap_or_default();
    let copies = name.as_ref() == b"clone";
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let text = head(word);
        let whole = word.fixed().is_some();
        if name.as_ref() == b"config" {
            if text.starts_with(b"--ren") || text == b"rename-section" {
                problems.push(super::command::shown(&text));
            }
            continue;
        }
        if !copies && name.as_ref() != b"init" || text.first() != Some(&b'-') {
            continue;
        }
        let option = text.splitn(2, |byte| *byte == b'=').next().unwrap_or_default();
        let long = option.len() > 3 && option.starts_with(b"--");
        let value = text.get(option.len() + 1..).map(|value| (whole, value.to_vec()));
        let mut next = || rest.next().map(|word| (word.fixed().is_some(), head(word)));
        if long && b"--template".starts_with(option) {
            // Without a value it brings nothing.
            if value.or_else(next).is_none_or(|(whole, value)| !whole || !value.is_empty()) {
                problems.push(super::command::shown(&text));
            }
            continue;
        }
        let letter = text.iter().skip(1).position(|letter| b"bcjou".contains(letter));
        let setting = match letter.map(|at| at + 1) {
            _ if !copies => continue,
            _ if long && b"--config".starts_with(option) => value.or_else(next),
            Some(at) if text.get(1) != Some(&b'-') && text.get(at) == Some(&b'c') => {
                match text.get(at + 1..) {
                    Some(glued) if !glued.is_empty() => Some((whole, glued.to_vec())),
                    _ => next(),
                }
            }
            _ => continue,
        };
        match setting {
            Some((true, setting)) if matches!(judge(&setting), Setting::Plain) => {}
            Some((_, setting)) => problems.push(super::command::shown(&setting)),
            None => {}
        }
    }
}

enum Setting {
    /// It names no command.
    Plain,
    /// It names one that can be judged.
    Command,
    Refused,
}

fn judge(setting: &[u8]) -> Setting {
    let at = setting.iter().position(|byte| *byte == b'=');
    let (key, value) = setting.split_at(at.unwrap_or(setting.len()));
    let key = key.to_ascii_lowercase();
    let value = value.get(1..).unwrap_or_default();
    match key.as_slice() {
        b"core.pager" | b"core.sshcommand" => {
            // Without a value it is a switch; with one the command must be readable.
            let readable = value.is_empty() || read(value).certain().is_some();
            if readable { Setting::Command } else { Setting::Refused }
        }
        key if key.starts_with(b"alias.") => Setting::Command,
        b"core.hookspath"
        | b"core.worktree"
        | b"core.attributesfile"
        | b"core.excludesfile"
        | b"init.templatedir"
        | b"protocol.allow"
        | b"gpg.ssh.program" => Setting::Refused,
        key if runs_setting(key)
            || key.starts_with(b"include.")
            || key.starts_with(b"includeif.")
            || key.starts_with(b"protocol.")
            || key.starts_with(b"url.") =>
        {
            Setting::Refused
        }
        _ => Setting::Plain,
    }
}
