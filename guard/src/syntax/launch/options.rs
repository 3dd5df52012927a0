//! Options whose value is a command: `tar -I CMD`, `rsync -e CMD`, `ssh -o ProxyCommand=CMD`.
//!
//! Most programs split the value themselves or give it to `sh`; it is read as a shell would, which
//! says the same of plain words. Long options are known by any beginning that can mean them.

use super::Inner;
use crate::syntax::tree::{PartKind, Span, Word};
use crate::syntax::visit::UnknownKind;

/// What the value of an option is.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// A command as it stands.
    Text,
    /// The start of a command: the program adds words that the line does not fix.
    More,
    /// The same, but only where the value is in the word of the option.
    Glued,
    /// A text in another language that can start commands.
    Opaque,
    /// A command where it stands behind `exec=`.
    Exec,
    /// A setting of ssh, which may hold a command.
    Ssh,
    /// A file of such settings.
    SshFile,
}

/// An option that takes a command.
pub(super) struct Taking {
    /// The shortest beginning that means the long option.
    pub(super) shortest: &'static str,
    /// The long option; empty where there is none.
    pub(super) long: &'static str,
    /// The letter of the short option, if there is one.
    pub(super) short: Option<u8>,
    /// What the value is.
    pub(super) how: How,
}

/// A program with such options.
pub(super) struct Program {
    /// Letters of other short options that take a value, so that what is behind them is no cluster.
    pub(super) valued: &'static [u8],
    /// The options that take a command.
    pub(super) options: &'static [Taking],
}

/// An option with a long name only.
const fn long(shortest: &'static str, long: &'static str, how: How) -> Taking {
    Taking { shortest, long, short: None, how }
}

/// An option with a letter only.
const fn short(letter: u8, how: How) -> Taking {
    Taking { shortest: "", long: "", short: Some(letter), how }
}

static TAR: Program = Program {
    valued: TAR_VALUED,
    options: &[
        long("--checkpoint-", "--checkpoint-action", How::Exec),
        long("--to-c", "--to-command", How::Text),
        long("--us", "--use-compress-program", How::More),
        long("--rsh", "--rsh-command", How::More),
        long("--rmt", "--rmt-command", How::More),
        long("--inf", "--info-script", How::Text),
        long("--new", "--new-volume-script", How::Text),
        short(b'I', How::More),
        short(b'F', How::Text),
    ],
};

/// Letters of tar that take a value, but for those that take a command.
const TAR_VALUED: &[u8] = b"bCfgHKLNTVX";

static RSYNC: Program = Program {
    valued: b"fTBM",
    options: &[
        long("--rsh", "--rsh", How::More),
        long("--rsync-p", "--rsync-path", How::More),
        short(b'e', How::More),
    ],
};

static SSH: Program = Program {
    valued: b"BbcDEeIiJLlmOpPQRSWw",
    options: &[short(b'o', How::Ssh), short(b'F', How::SshFile)],
};

/// What scp and sftp take alike: how they start ssh, or a server in its place.
static COPIES: [Taking; 4] = [
    short(b'F', How::SshFile),
    short(b'o', How::Ssh),
    short(b'S', How::More),
    short(b'D', How::More),
];

static SCP: Program = Program { valued: b"ciJlPX", options: &COPIES };

static SFTP: Program = Program { valued: b"BbciJlPRsX", options: &COPIES };

static SPLIT: Program = Program { valued: b"", options: &[long("--fi", "--filter", How::Text)] };

static SORT: Program =
    Program { valued: b"", options: &[long("--co", "--compress-program", How::More)] };

static INSTALL: Program =
    Program { valued: b"", options: &[long("--strip-", "--strip-program", How::More)] };

static ZIP: Program = Program {
    valued: b"",
    options: &[long("-TT", "-TT", How::More), long("--unz", "--unzip-command", How::More)],
};

static MAN: Program = Program {
    valued: b"CRLmMSsrEp",
    options: &[
        long("--pa", "--pager", How::Text),
        long("--ht", "--html", How::More),
        short(b'P', How::Text),
        short(b'H', How::Glued),
    ],
};

static RG: Program = Program {
    valued: b"",
    options: &[
        long("--pre", "--pre", How::More),
        long("--hostname-bin", "--hostname-bin", How::Text),
    ],
};

static NPM: Program =
    Program { valued: b"", options: &[long("--script-", "--script-shell", How::More)] };

static NPM_EXEC: Program = Program {
    valued: b"pwC",
    options: &[
        long("--script-", "--script-shell", How::More),
        long("--cal", "--call", How::Text),
        short(b'c', How::Text),
    ],
};

static MAKE: Program = Program {
    valued: b"CfIjloW",
    options: &[long("--ev", "--eval", How::Opaque), short(b'E', How::Opaque)],
};

static WGET: Program =
    Program { valued: b"", options: &[long("--use-a", "--use-askpass", How::More)] };

static GO: Program = Program {
    valued: b"",
    options: &[
        long("-exec", "-exec", How::More),
        long("-toolexec", "-toolexec", How::More),
        long("-vettool", "-vettool", How::More),
        long("--exec", "--exec", How::More),
        long("--toolexec", "--toolexec", How::More),
        long("--vettool", "--vettool", How::More),
    ],
};

/// Editors of the family of vi, which take commands in `+…` and `-c`.
const EDITORS: &[&[u8]] = &[
    b"vim",
    b"vi",
    b"nvim",
    b"ex",
    b"view",
    b"gvim",
    b"gview",
    b"vimdiff",
    b"gvimdiff",
    b"rvim",
    b"rview",
    b"vim.basic",
    b"vim.tiny",
    b"vim.nox",
    b"nview",
    b"nvi",
];

/// The options of a program, by its base name.
fn program(base: &[u8], arguments: &[Word]) -> Option<&'static Program> {
    let executes = |word: &Word| {
        word.fixed().is_some_and(|text| matches!(text.as_ref(), b"exec" | b"x" | b"dlx"))
    };
    Some(match base {
        b"tar" | b"gtar" | b"bsdtar" => &TAR,
        b"rsync" => &RSYNC,
        b"ssh" | b"autossh" | b"ssh-copy-id" | b"sshfs" | b"mosh" => &SSH,
        b"scp" => &SCP,
        b"sftp" => &SFTP,
        b"split" | b"gsplit" => &SPLIT,
        b"sort" | b"gsort" => &SORT,
        b"install" | b"ginstall" => &INSTALL,
        b"zip" => &ZIP,
        b"man" => &MAN,
        b"rg" => &RG,
        b"npx" | b"pnpx" => &NPM_EXEC,
        b"npm" | b"pnpm" | b"yarn" if arguments.iter().any(executes) => &NPM_EXEC,
        b"npm" | b"pnpm" | b"yarn" => &NPM,
        b"make" | b"gmake" => &MAKE,
        b"wget" => &WGET,
        b"go" => &GO,
        _ => return None,
    })
}

/// Whether a program of this base name may take commands in its options. Its other words are still
/// to be looked at: the command in the option is not all that it may run.
pub(crate) fn takes_commands(base: &[u8]) -> bool {
    base == b"less" || EDITORS.contains(&base) || program(base, &[]).is_some()
}

/// Whether this word is a short option of a program with such options that takes the next word for
/// its value, which is no command.
pub(crate) fn takes_value(base: &[u8], text: &[u8]) -> bool {
    let Some(program) = program(base, &[]) else { return false };
    let Some((last, before)) = text.split_last() else { return false };
    let valued = |letter: &u8| {
        program.valued.contains(letter)
            || program.options.iter().any(|taking| taking.short == Some(*letter))
    };
    // The first word of tar needs no dash.
    let letters = match before.split_first() {
        Some((b'-', letters)) => letters,
        _ if matches!(base, b"tar" | b"gtar" | b"bsdtar") => before,
        _ => return false,
    };
    program.valued.contains(last)
        && letters.iter().all(|letter| letter.is_ascii_alphabetic() && !valued(letter))
}

/// What the options of the program of this base name run.
pub(super) fn inner<'a>(base: &[u8], arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    if base == b"less" {
        return less(arguments, inner);
    }
    if EDITORS.contains(&base) {
        return editor(arguments, inner);
    }
    let Some(program) = program(base, arguments) else { return };
    collect(program, arguments, inner);
    match base {
        b"make" | b"gmake" => make(arguments, inner),
        b"npm" | b"pnpm" | b"yarn" => npm(arguments, inner),
        b"tar" | b"gtar" | b"bsdtar" => old_cluster(arguments, inner),
        _ => {}
    }
}

/// The fixed text that a word starts with.
pub(crate) fn head(word: &Word) -> Vec<u8> {
    let mut head = Vec::new();
    for part in &word.parts {
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => head.extend_from_slice(text),
            PartKind::Escaped(byte) => head.push(*byte),
            PartKind::Double(parts) => {
                for part in parts {
                    match &part.kind {
                        PartKind::Text(text) => head.extend_from_slice(text),
                        PartKind::Escaped(byte) => head.push(*byte),
                        _ => return head,
                    }
                }
            }
            _ => return head,
        }
    }
    head
}

/// The commands in the options of a program.
pub(super) fn collect<'a>(program: &Program, arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    for (at, word) in arguments.iter().enumerate() {
        let whole = word.fixed();
        let text = whole.as_ref().map_or_else(|| head(word), |text| text.to_vec());
        if text.first() != Some(&b'-') || text.len() < 2 {
            continue;
        }
        let next = arguments.get(at + 1);
        // What is behind this many bytes, where the line fixes it.
        let glued = |from: usize| match &whole {
            Some(text) => text.get(from..).map(<[u8]>::to_vec),
            None => None,
        };
        let name = text.split(|byte| *byte == b'=').next().unwrap_or_default();
        let named = program.options.iter().find(|taking| {
            name.len() >= taking.shortest.len().max(1) && taking.long.as_bytes().starts_with(name)
        });
        if let Some(taking) = named {
            if name.len() < text.len() {
                value(taking.how, glued(name.len() + 1), word.span, inner);
            } else if whole.is_none() {
                inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            } else if let Some(next) = next.filter(|_| !matches!(taking.how, How::Glued)) {
                value(taking.how, next.fixed().map(|text| text.into_owned()), next.span, inner);
            }
            continue;
        }
        if text.starts_with(b"--") {
            continue;
        }
        for (place, letter) in text.iter().enumerate().skip(1) {
            let taking = program.options.iter().find(|taking| taking.short == Some(*letter));
            if let Some(taking) = taking {
                if place + 1 < text.len() || whole.is_none() {
                    value(taking.how, glued(place + 1), word.span, inner);
                } else if let Some(next) = next.filter(|_| !matches!(taking.how, How::Glued)) {
                    value(taking.how, next.fixed().map(|text| text.into_owned()), next.span, inner);
                }
                break;
            }
            if program.valued.contains(letter) {
                break;
            }
        }
    }
}

/// What the value of an option runs; no text where the line does not fix it.
fn value<'a>(how: How, text: Option<Vec<u8>>, span: Span, inner: &mut Vec<Inner<'a>>) {
    let unknown = Inner::Unknown(UnknownKind::Text, span);
    let Some(text) = text else { return inner.push(unknown) };
    match how {
        How::Text if !text.is_empty() => inner.push(Inner::Text { text, span }),
        How::More | How::Glued if !text.is_empty() => inner.push(more(text, span)),
        How::Text | How::More | How::Glued => {}
        How::Opaque => inner.push(unknown),
        How::Exec => {
            if let Some(text) = text.strip_prefix(b"exec=") {
                inner.push(Inner::Text { text: text.to_vec(), span });
            }
        }
        How::Ssh => ssh(&text, span, inner),
        How::SshFile if matches!(text.as_slice(), b"none" | b"/dev/null") => {}
        How::SshFile => inner.push(unknown),
    }
}

/// A text to which the program adds words.
pub(super) fn more<'a>(mut text: Vec<u8>, span: Span) -> Inner<'a> {
    text.extend_from_slice(b" \"$@\"");
    Inner::Text { text, span }
}

/// The command in a setting of ssh.
fn ssh<'a>(text: &[u8], span: Span, inner: &mut Vec<Inner<'a>>) {
    let text = text.trim_ascii();
    let ends = |byte: &u8| *byte == b'=' || byte.is_ascii_whitespace();
    let Some(end) = text.iter().position(ends) else { return };
    let (key, command) = text.split_at(end);
    let command = command.trim_ascii_start();
    let command = command.strip_prefix(b"=").unwrap_or(command).trim_ascii();
    match key.to_ascii_lowercase().as_slice() {
        b"proxycommand" | b"localcommand" | b"knownhostscommand" | b"remotecommand"
            if command.eq_ignore_ascii_case(b"none") => {}
        b"proxycommand" | b"localcommand" | b"knownhostscommand" | b"remotecommand" => {
            inner.push(Inner::Text { text: command.to_vec(), span });
        }
        // They name more settings, or code that ssh loads.
        b"match" | b"include" | b"pkcs11provider" | b"securitykeyprovider" | b"xauthlocation" => {
            inner.push(Inner::Unknown(UnknownKind::Text, span));
        }
        _ => {}
    }
}

/// The variable that make sets by what stands before a `=`: the sign may be `:=` and its kind, and white
/// space around it is left out.
pub(crate) fn make_variable(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !b":?+!".contains(byte) && !byte.is_ascii_whitespace());
    text.get(..end.map_or(0, |at| at + 1)).unwrap_or_default().trim_ascii_start()
}

/// The variables of a make line that make reads as commands.
fn make<'a>(arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    for word in arguments {
        let text = word.fixed().map_or_else(|| head(word), |text| text.into_owned());
        let Some(at) = text.iter().position(|byte| *byte == b'=') else { continue };
        let (name, value) = text.split_at(at);
        // `!=` runs the value; `:=` and its kind set it.
        let runs = name.last() == Some(&b'!');
        let name = make_variable(name);
        let special = matches!(name, b"SHELL" | b".SHELLFLAGS" | b"MAKEFLAGS" | b"MAKE");
        // `$(shell …)` runs where the variable is used.
        let value = value.get(1..).unwrap_or_default();
        if runs || special || value.contains(&b'$') {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
        } else if word.fixed().is_none() {
            // What the line fixes of it may start a command.
            let more = value.iter().any(u8::is_ascii_whitespace);
            if more && !value.starts_with(b"-") {
                inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            }
        } else if value.iter().any(|byte| !is_plain(*byte)) {
            // A recipe has it where a command starts, as `$(CC)`.
            // Options stand behind a command that only the recipe names.
            let mut text = if value.starts_with(b"-") { b"recipe ".to_vec() } else { Vec::new() };
            text.extend_from_slice(value);
            inner.push(Inner::Text { text, span: word.span });
        }
    }
}

/// Whether a byte of a value leaves it one word that a shell reads as it stands.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-./:,=+@%^".contains(&byte) || byte >= 0x80
}

/// The settings of npm that name a program, which `npm config set` writes.
fn npm<'a>(arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    let sets = |word: &Word| word.fixed().is_some_and(|text| text.as_ref() == b"set");
    let Some(at) = arguments.iter().position(sets) else { return };
    for word in arguments.get(at + 1..).unwrap_or_default() {
        let text = word.fixed().map_or_else(|| head(word), |text| text.into_owned());
        let key = text.split(|byte| *byte == b'=').next().unwrap_or_default();
        let key = key.strip_prefix(b"--").unwrap_or(key).to_ascii_lowercase();
        let key: Vec<u8> =
            key.into_iter().map(|byte| if byte == b'_' { b'-' } else { byte }).collect();
        let named = matches!(
            key.as_slice(),
            b"script-shell" | b"scriptshell" | b"git" | b"node-options" | b"shell"
        );
        if named || word.fixed().is_none() && key.is_empty() {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
        }
    }
}

/// The first word of tar without a dash: its letters take their values from the words behind it, in
/// their order.
fn old_cluster<'a>(arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    let Some((first, rest)) = arguments.split_first() else { return };
    let Some(letters) = first.fixed().filter(|text| text.first() != Some(&b'-')) else { return };
    let mut rest = rest.iter();
    for letter in letters.iter() {
        let how = match letter {
            b'I' => Some(How::More),
            b'F' => Some(How::Text),
            letter if TAR_VALUED.contains(letter) => None,
            _ => continue,
        };
        let Some(word) = rest.next() else { return };
        if let Some(how) = how {
            value(how, word.fixed().map(|text| text.into_owned()), word.span, inner);
        }
    }
}

/// `less +COMMAND`.
fn less<'a>(arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    for word in arguments {
        let whole = word.fixed();
        let text = whole.as_ref().map_or_else(|| head(word), |text| text.to_vec());
        let Some(command) = text.strip_prefix(b"+") else { continue };
        let command = command.strip_prefix(b"+").unwrap_or(command);
        match command {
            // A pattern goes to the end of the line.
            [b'/' | b'?', pattern @ ..] if whole.is_some() && !pattern.contains(&b'\n') => {}
            [b'!', command @ ..] if whole.is_some() => {
                inner.push(Inner::Text { text: command.to_vec(), span: word.span });
            }
            command if whole.is_none() || command.iter().any(|byte| b"!|#\n".contains(byte)) => {
                inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            }
            _ => {}
        }
    }
}

/// Commands that an editor is given: all but a line number and a pattern.
fn editor<'a>(arguments: &[Word], inner: &mut Vec<Inner<'a>>) {
    for word in arguments {
        let whole = word.fixed();
        let text = whole.as_ref().map_or_else(|| head(word), |text| text.to_vec());
        if text.as_slice() == b"--" {
            return;
        }
        let commands = match text.as_slice() {
            [b'+', rest @ ..] => {
                let number = rest.iter().all(u8::is_ascii_digit);
                // A pattern may end, with commands behind it.
                let pattern = matches!(rest, [b'/', pattern @ ..]
                    if !pattern.iter().any(|byte| b"/|\n".contains(byte)));
                whole.is_none() || !(number || pattern)
            }
            text => {
                text.starts_with(b"-c") || text.starts_with(b"-S") || text.starts_with(b"--cmd")
            }
        };
        if commands {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
        }
    }
}
