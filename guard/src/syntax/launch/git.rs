//! Commands that git runs: settings given on the line, aliases, and subcommands that take one.

use super::{Inner, base_name, text_of};
use crate::syntax::tree::Word;
use crate::syntax::visit::UnknownKind;

/// Settings whose value git gives to a shell. `*` stands for the middle part.
const COMMANDS: &[(&str, &str)] = &[
    ("core", "pager"),
    ("core", "editor"),
    ("core", "sshcommand"),
    ("core", "fsmonitor"),
    ("core", "askpass"),
    ("core", "gitproxy"),
    ("core", "alternaterefscommand"),
    ("sequence", "editor"),
    ("diff", "external"),
    ("diff", "textconv"),
    ("diff", "command"),
    ("merge", "driver"),
    ("filter", "clean"),
    ("filter", "smudge"),
    ("filter", "process"),
    ("credential", "helper"),
    ("gpg", "program"),
    ("gpg", "defaultkeycommand"),
    ("pager", ""),
    ("difftool", "cmd"),
    ("difftool", "path"),
    ("mergetool", "cmd"),
    ("mergetool", "path"),
    ("interactive", "difffilter"),
    ("remote", "uploadpack"),
    ("remote", "receivepack"),
    ("remote", "vcs"),
    ("sendemail", "tocmd"),
    ("sendemail", "cccmd"),
    ("sendemail", "smtpserver"),
    ("uploadpack", "packobjectshook"),
    ("browser", "cmd"),
    ("man", "cmd"),
    ("instaweb", "httpd"),
    ("trailer", "command"),
    ("trailer", "cmd"),
    ("guitool", "cmd"),
];

/// How many settings of one command are looked at: an alias takes the words behind it along, so
/// the time grows with both.
const MAX_SETTINGS: usize = 16;

/// Whether the value of a setting is a command line. `key` is in lower case.
pub(crate) fn runs_value(key: &[u8]) -> bool {
    let section = key.split(|&byte| byte == b'.').next().unwrap_or_default();
    let name = key.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    COMMANDS.iter().any(|(first, last)| {
        first.as_bytes() == section && (last.is_empty() || last.as_bytes() == name)
    })
}

/// What a git command with these words runs.
pub(super) fn inner<'a>(words: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let mut rest = words.get(1..).unwrap_or_default();
    let mut settings = 0;
    while let Some((word, after)) = rest.split_first() {
        let Some(text) = word.fixed() else {
            inner.push(Inner::Unknown(UnknownKind::Name, word.span));
            return;
        };
        if text.first() != Some(&b'-') {
            break;
        }
        rest = after;
        let (value, word) = match text.as_ref() {
            b"-c" => {
                rest = after.get(1..).unwrap_or_default();
                match after.first() {
                    Some(next) => (next.fixed().map(|text| text.into_owned()), next),
                    None => return,
                }
            }
            b"-C" | b"--git-dir" | b"--work-tree" | b"--namespace" | b"--super-prefix"
            | b"--config-env" | b"--exec-path" | b"--attr-source" | b"--list-cmds" => {
                // `--exec-path` alone takes no value; both readings end at the subcommand.
                if text.as_ref() != b"--exec-path" {
                    rest = after.get(1..).unwrap_or_default();
                }
                if text.as_ref() == b"--config-env" {
                    inner.push(Inner::Unknown(UnknownKind::Text, word.span));
                }
                continue;
            }
            text if text.starts_with(b"-c") => (text.get(2..).map(<[u8]>::to_vec), word),
            text if text.starts_with(b"--config-env") => {
                inner.push(Inner::Unknown(UnknownKind::Text, word.span));
                continue;
            }
            _ => continue,
        };
        settings += 1;
        if settings > MAX_SETTINGS {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            return;
        }
        setting(value, word, rest, inner);
    }
    subcommand(rest, inner);
}

/// What `-c KEY=VALUE` makes git run.
fn setting<'a>(value: Option<Vec<u8>>, word: &Word, rest: &[Word], inner: &mut Vec<Inner<'a>>) {
    let Some(value) = value else {
        inner.push(Inner::Unknown(UnknownKind::Text, word.span));
        return;
    };
    let Some(at) = value.iter().position(|&byte| byte == b'=') else { return };
    let (key, command) = value.split_at(at);
    let key = key.to_ascii_lowercase();
    let command = command.get(1..).unwrap_or_default();
    if let Some(alias) = key.strip_prefix(b"alias.") {
        let text = match command.strip_prefix(b"!") {
            Some(body) => body.to_vec(),
            // The rest of the line follows where the alias is called.
            None => {
                let mut text = b"git ".to_vec();
                text.extend_from_slice(command);
                let called = rest.iter().position(|word| {
                    word.fixed().is_some_and(|name| name.eq_ignore_ascii_case(alias))
                });
                let operands = called.and_then(|at| rest.get(at + 1..)).unwrap_or_default();
                for operand in operands {
                    let Some(value) = operand.fixed() else {
                        inner.push(Inner::Unknown(UnknownKind::Text, word.span));
                        return;
                    };
                    text.push(b' ');
                    text.extend_from_slice(&crate::syntax::quote(&value));
                }
                text
            }
        };
        inner.push(Inner::Text { text, span: word.span });
    } else if runs_value(&key) && !command.is_empty() {
        let text = command.strip_prefix(b"!").unwrap_or(command).to_vec();
        inner.push(Inner::Text { text, span: word.span });
    } else if key.starts_with(b"include.") || key.starts_with(b"includeif.") {
        inner.push(Inner::Unknown(UnknownKind::File, word.span));
    }
}

/// What the subcommand runs.
fn subcommand<'a>(words: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let Some((name, arguments)) = words.split_first() else { return };
    let Some(name) = name.fixed() else { return };
    match base_name(&name).as_ref() {
        b"bisect"
            if arguments
                .first()
                .and_then(Word::fixed)
                .is_some_and(|word| word.as_ref() == b"run") =>
        {
            if let Some(words) = arguments.get(1..).filter(|words| !words.is_empty()) {
                inner.push(Inner::Command { words, open_ended: false });
            }
        }
        b"submodule" => {
            let foreach = arguments
                .iter()
                .position(|word| word.fixed().is_some_and(|w| w.as_ref() == b"foreach"));
            let operands = foreach.and_then(|at| arguments.get(at + 1..)).unwrap_or_default();
            let flags = operands
                .iter()
                .take_while(|word| word.fixed().is_some_and(|w| w.first() == Some(&b'-')))
                .count();
            inner.extend(text_of(operands.get(flags..).unwrap_or_default()));
        }
        b"rebase" => option_text(arguments, b"--exec", Some(b'x'), inner),
        b"difftool" => option_text(arguments, b"--extcmd", Some(b'x'), inner),
        b"fetch" | b"pull" | b"clone" | b"ls-remote" | b"fetch-pack" => {
            option_text(arguments, b"--upload-pack", None, inner);
        }
        b"push" | b"send-pack" => {
            option_text(arguments, b"--receive-pack", None, inner);
            option_text(arguments, b"--exec", None, inner);
        }
        _ => {}
    }
}

/// The text that an option takes, separate or behind `=`; long options may be shortened.
fn option_text<'a>(arguments: &[Word], long: &[u8], short: Option<u8>, inner: &mut Vec<Inner<'a>>) {
    for (at, word) in arguments.iter().enumerate() {
        let Some(text) = word.fixed() else { continue };
        let next = arguments.get(at + 1..at + 2).unwrap_or_default();
        let name = text.split(|&byte| byte == b'=').next().unwrap_or_default();
        if name.len() > 3 && long.starts_with(name) {
            match text.get(name.len() + 1..) {
                Some(value) => inner.push(Inner::Text { text: value.to_vec(), span: word.span }),
                None => inner.extend(text_of(next)),
            }
        } else if let (Some([b'-', letter, glued @ ..]), Some(short)) = (Some(text.as_ref()), short)
            && *letter == short
        {
            if glued.is_empty() {
                inner.extend(text_of(next));
            } else {
                inner.push(Inner::Text { text: glued.to_vec(), span: word.span });
            }
        }
    }
}
