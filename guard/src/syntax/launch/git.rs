//! Commands that git runs: settings given on the line, aliases, and subcommands that take one.

use super::options::{self, How, Program, Taking};
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
    ("tar", "command"),
    ("submodule", "update"),
    ("sendemail", "sendmailcmd"),
    ("sendemail", "headercmd"),
    ("imap", "tunnel"),
    ("hook", "command"),
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
    } else if let Some(address) = command.strip_prefix(EXT) {
        inner.push(address_text(address, word));
    } else if runs_value(&key) && !command.is_empty() {
        let text = command.strip_prefix(b"!").unwrap_or(command).to_vec();
        // git adds the host, a repository or a file to most.
        let alone = key.starts_with(b"pager.") || key.ends_with(b".pager");
        inner.push(match alone {
            true => Inner::Text { text, span: word.span },
            false => options::more(text, word.span),
        });
    } else if key.starts_with(b"include.") || key.starts_with(b"includeif.") {
        inner.push(Inner::Unknown(UnknownKind::File, word.span));
    }
}

/// What the subcommand runs.
fn subcommand<'a>(words: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let Some((name, arguments)) = words.split_first() else { return };
    let Some(name) = name.fixed() else { return };
    if let Some(program) = program(&name) {
        options::collect(program, arguments, inner);
    }
    for word in arguments {
        addressed(word, inner);
    }
    for (value, word) in config_settings(words).into_iter().take(MAX_SETTINGS) {
        setting(value, word, &[], inner);
    }
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
        _ => {}
    }
}

/// How an address starts that is a command.
const EXT: &[u8] = b"ext::";

/// An operand that is a command, as an address of a repository.
fn addressed<'a>(word: &Word, inner: &mut Vec<Inner<'a>>) {
    match word.fixed() {
        Some(text) => {
            // It may stand behind an option: `--remote=ext::…`.
            let value =
                text.iter().position(|byte| *byte == b'=').filter(|_| text.first() == Some(&b'-'));
            let value = value.and_then(|at| text.get(at + 1..)).unwrap_or(&text);
            if let Some(address) = value.strip_prefix(EXT) {
                inner.push(address_text(address, word));
            }
        }
        None if options::head(word).windows(EXT.len()).any(|part| part == EXT) => {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
        }
        None => {}
    }
}

/// The command of an address. It is split at blanks and knows `%` as an escape, so that a shell reads
/// only plain words the same.
fn address_text<'a>(address: &[u8], word: &Word) -> Inner<'a> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-./:,=+@".contains(byte);
    match address.iter().all(plain) {
        true => Inner::Text { text: address.to_vec(), span: word.span },
        false => Inner::Unknown(UnknownKind::Text, word.span),
    }
}

/// The settings that `git config` writes, as `KEY=VALUE`; `words` start with the subcommand. Every pair
/// of words that may be a key and a value is one. No text where the line does not fix it.
pub(crate) fn config_settings(words: &[Word]) -> Vec<(Option<Vec<u8>>, &Word)> {
    let mut found = Vec::new();
    let Some((name, arguments)) = words.split_first() else { return found };
    if name.fixed().is_none_or(|name| name.as_ref() != b"config") {
        return found;
    }
    for (word, next) in arguments.iter().zip(arguments.iter().skip(1)) {
        let Some(key) = word.fixed() else {
            found.push((None, word));
            continue;
        };
        if key.first() == Some(&b'-') || !key.contains(&b'.') {
            continue;
        }
        // The value of a setting that runs nothing need not be fixed.
        match next.fixed() {
            Some(value) => {
                let mut text = key.into_owned();
                text.push(b'=');
                text.extend_from_slice(&value);
                found.push((Some(text), next));
            }
            None => {
                let key = key.to_ascii_lowercase();
                let runs =
                    runs_value(&key) || key.starts_with(b"alias.") || key.starts_with(b"include");
                if runs {
                    found.push((None, next));
                }
            }
        }
    }
    found
}

/// An option of git that takes a command.
const fn taking(long: &'static str, short: Option<u8>, how: How) -> Taking {
    Taking { shortest: "--x", long, short, how }
}

static UPLOAD: Program = Program {
    valued: b"oj",
    options: &[taking("--upload-pack", None, How::More), taking("--exec", None, How::More)],
};

static CLONE: Program =
    Program { valued: b"ojbc", options: &[taking("--upload-pack", Some(b'u'), How::More)] };

static PUSH: Program = Program {
    valued: b"o",
    options: &[taking("--receive-pack", None, How::More), taking("--exec", None, How::More)],
};

static ARCHIVE: Program = Program { valued: b"o", options: &[taking("--exec", None, How::More)] };

static GREP: Program = Program {
    valued: b"efABCm",
    options: &[taking("--open-files-in-pager", Some(b'O'), How::Glued)],
};

static DIFFTOOL: Program =
    Program { valued: b"tSGOUMCBl", options: &[taking("--extcmd", Some(b'x'), How::More)] };

static REBASE: Program =
    Program { valued: b"XsCSr", options: &[taking("--exec", Some(b'x'), How::Text)] };

static FILTER_BRANCH: Program = Program {
    valued: b"d",
    options: &[
        taking("--setup", None, How::Text),
        taking("--env-filter", None, How::Text),
        taking("--tree-filter", None, How::Text),
        taking("--index-filter", None, How::Text),
        taking("--parent-filter", None, How::Text),
        taking("--msg-filter", None, How::Text),
        taking("--commit-filter", None, How::Text),
        taking("--tag-name-filter", None, How::Text),
    ],
};

static SEND_EMAIL: Program = Program {
    valued: b"",
    options: &[
        taking("--to-cmd", None, How::More),
        taking("--cc-cmd", None, How::More),
        taking("--header-cmd", None, How::More),
        taking("--sendmail-cmd", None, How::More),
    ],
};

/// The options of a subcommand that take a command.
fn program(name: &[u8]) -> Option<&'static Program> {
    Some(match name {
        b"rebase" => &REBASE,
        b"difftool" => &DIFFTOOL,
        b"clone" => &CLONE,
        b"fetch" | b"pull" | b"ls-remote" | b"fetch-pack" | b"remote" | b"submodule" => &UPLOAD,
        b"push" | b"send-pack" => &PUSH,
        b"archive" => &ARCHIVE,
        b"grep" => &GREP,
        b"filter-branch" => &FILTER_BRANCH,
        b"send-email" => &SEND_EMAIL,
        _ => return None,
    })
}
