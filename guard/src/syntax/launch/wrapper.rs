//! Programs whose operands are a command, or whose option is a text that a shell reads.

use super::{Inner, text_of};
use crate::syntax::tree::Word;
use crate::syntax::visit::UnknownKind;

/// A program that runs its operands.
struct Wrapper {
    names: &'static [&'static str],
    /// Short options that take a value.
    valued: &'static [u8],
    /// Short options that take none.
    flags: &'static [u8],
    /// Long options that take a value in the next word.
    long: &'static [&'static str],
    /// Operands before the command.
    operands: usize,
    /// Assignments may stand before the command.
    assigns: bool,
    /// It adds words that the script does not fix.
    open_ended: bool,
}

/// A wrapper without options of its own.
const PLAIN: Wrapper = Wrapper {
    names: &[
        "nohup",
        "setsid",
        "eatmydata",
        "proxychains",
        "proxychains4",
        "busybox",
        "toybox",
        "noglob",
        "nocorrect",
        "builtin",
        "fakeroot",
        "torsocks",
        "catchsegv",
        "unbuffer",
        "caffeinate",
        "winpty",
        "xvfb-run",
        "systemd-run",
        "dbus-run-session",
        "linux32",
        "linux64",
        "setarch",
        "pkexec",
        "daemonize",
        "chronic",
        "ifne",
        "nocache",
    ],
    valued: b"",
    flags: b"cwfabdehkpqrtvxV",
    long: &[],
    operands: 0,
    assigns: false,
    open_ended: false,
};

/// The wrappers with options.
const WRAPPERS: &[Wrapper] = &[
    PLAIN,
    Wrapper {
        names: &["sudo"],
        valued: b"CDghpRrTtUu",
        flags: b"AbBEeHiKklNnPSsVv",
        long: &[
            "--close-from",
            "--chdir",
            "--group",
            "--host",
            "--prompt",
            "--chroot",
            "--role",
            "--command-timeout",
            "--type",
            "--other-user",
            "--user",
        ],
        assigns: true,
        ..PLAIN
    },
    Wrapper { names: &["doas"], valued: b"aCu", flags: b"Lns", ..PLAIN },
    Wrapper { names: &["time"], valued: b"fo", flags: b"apqvV", ..PLAIN },
    Wrapper {
        names: &["xargs"],
        valued: b"adEILnPsS",
        flags: b"0oprtx",
        long: &[
            "--arg-file",
            "--delimiter",
            "--max-args",
            "--max-procs",
            "--max-chars",
            "--process-slot-var",
            "--max-lines",
            "--replace",
            "--eof",
        ],
        open_ended: true,
        ..PLAIN
    },
    Wrapper {
        names: &["timeout", "gtimeout"],
        valued: b"ks",
        flags: b"fpv",
        long: &["--kill-after", "--signal"],
        operands: 1,
        ..PLAIN
    },
    Wrapper {
        names: &["nice"],
        valued: b"n",
        flags: b"0123456789",
        long: &["--adjustment"],
        ..PLAIN
    },
    Wrapper {
        names: &["stdbuf"],
        valued: b"ioe",
        flags: b"",
        long: &["--input", "--output", "--error"],
        ..PLAIN
    },
    Wrapper {
        names: &["ionice"],
        valued: b"cnpPu",
        flags: b"t",
        long: &["--class", "--classdata"],
        ..PLAIN
    },
    Wrapper {
        names: &["nsenter"],
        valued: b"tSG",
        flags: b"aFZ",
        long: &["--target", "--setuid", "--setgid"],
        ..PLAIN
    },
    Wrapper {
        names: &["runuser", "su"],
        valued: b"ugGswc",
        flags: b"flmpP",
        long: &[
            "--user",
            "--group",
            "--supp-group",
            "--shell",
            "--whitelist-environment",
            "--command",
            "--session-command",
        ],
        ..PLAIN
    },
    Wrapper { names: &["chrt"], valued: b"TPD", flags: b"abdfimoprRv", operands: 1, ..PLAIN },
    Wrapper {
        names: &["flock"],
        valued: b"wEc",
        flags: b"enosuxFv",
        long: &["--timeout", "--conflict-exit-code", "--command"],
        operands: 1,
        ..PLAIN
    },
    Wrapper {
        names: &["chroot"],
        valued: b"",
        flags: b"",
        long: &["--userspec", "--groups"],
        operands: 1,
        ..PLAIN
    },
    Wrapper { names: &["taskset"], valued: b"", flags: b"acp", operands: 1, ..PLAIN },
    Wrapper {
        names: &["unshare"],
        valued: b"SGwR",
        flags: b"cfimnprTuUC",
        long: &[
            "--setuid",
            "--setgid",
            "--wd",
            "--root",
            "--propagation",
            "--map-user",
            "--map-group",
            "--monotonic",
            "--boottime",
        ],
        ..PLAIN
    },
    Wrapper {
        names: &["strace", "ltrace"],
        valued: b"abeEIoOpPsSuX",
        flags: b"cCdfFhiknqrtTvVwxyz",
        ..PLAIN
    },
    Wrapper { names: &["setpriv", "prlimit", "numactl", "cgexec", "firejail", "bwrap"], ..PLAIN },
    Wrapper {
        names: &["watch"],
        valued: b"nq",
        flags: b"bcCdegprtvwx",
        long: &["--interval"],
        ..PLAIN
    },
    Wrapper {
        names: &["parallel"],
        valued: b"jaInNLPS",
        flags: b"0kmqrtuvX",
        open_ended: true,
        ..PLAIN
    },
    Wrapper { names: &["script"], valued: b"cBEIOTmo", flags: b"aefqt", operands: 64, ..PLAIN },
];

/// What the program of this base name runs.
pub(super) fn inner<'a>(base: &[u8], arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    if base == b"env" {
        return env(arguments, inner);
    }
    let named = |wrapper: &&Wrapper| wrapper.names.iter().any(|name| name.as_bytes() == base);
    let Some(wrapper) = WRAPPERS.iter().find(named) else { return };
    if matches!(base, b"su" | b"runuser" | b"script" | b"flock") {
        command_option(base, arguments, inner);
    }
    if base == b"su" {
        return;
    }
    for start in starts(wrapper, arguments) {
        let Some(words) = arguments.get(start..).filter(|words| !words.is_empty()) else {
            continue;
        };
        if matches!(base, b"watch" | b"parallel") {
            // They join their operands and give them to a shell.
            inner.extend(text_of(words));
        } else {
            inner.push(Inner::Command { words, open_ended: wrapper.open_ended });
        }
    }
}

/// How many readings of one command line are looked at.
const MAX_STARTS: usize = 8;

/// Where the command of a wrapper may start, in order.
fn starts(wrapper: &Wrapper, arguments: &[Word]) -> Vec<usize> {
    let mut starts = Vec::new();
    // Whether this word, the next one and the one after may be an option or the command.
    let mut open = [true, false, false];
    for (at, word) in arguments.iter().enumerate() {
        let [here, ..] = open;
        open = [open[1], open[2], false];
        if here {
            match word.fixed() {
                // It may be an option, an option that takes the next word, or the command.
                None => {
                    open = [true, true, false];
                    starts.push(at + wrapper.operands);
                }
                Some(text) if text.as_ref() == b"--" => starts.push(at + 1 + wrapper.operands),
                Some(text) if text.first() == Some(&b'-') && text.len() > 1 => {
                    let known = known(wrapper, &text);
                    let takes = takes_next(wrapper, &text);
                    open[0] |= !(known && takes);
                    open[1] |= !known || takes;
                }
                Some(text) if wrapper.assigns && text.contains(&b'=') => open[0] = true,
                Some(_) => starts.push(at + wrapper.operands),
            }
        }
        if open == [false; 3] || starts.len() >= MAX_STARTS {
            break;
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Whether an option is one of the wrapper's.
fn known(wrapper: &Wrapper, text: &[u8]) -> bool {
    if text.starts_with(b"--") {
        let name = text.split(|&byte| byte == b'=').next().unwrap_or_default();
        return text.contains(&b'=') || wrapper.long.iter().any(|long| long.as_bytes() == name);
    }
    for byte in text.iter().skip(1) {
        if wrapper.valued.contains(byte) {
            return true;
        }
        if !wrapper.flags.contains(byte) {
            return false;
        }
    }
    true
}

/// Whether an option takes the next word.
fn takes_next(wrapper: &Wrapper, text: &[u8]) -> bool {
    if text.starts_with(b"--") {
        return wrapper.long.iter().any(|long| long.as_bytes() == text);
    }
    let valued = text.iter().skip(1).position(|byte| wrapper.valued.contains(byte));
    valued.is_some_and(|at| at + 2 == text.len())
}

/// `-c TEXT` and `--command=TEXT`, separate or glued.
fn command_option<'a>(base: &[u8], arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let mut operands = 0;
    for (at, word) in arguments.iter().enumerate() {
        let Some(text) = word.fixed() else {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            return;
        };
        if text.as_ref() == b"--" || (base == b"flock" && operands > 1) {
            return;
        }
        if text.first() != Some(&b'-') {
            operands += 1;
            continue;
        }
        let next = arguments.get(at + 1..at + 2).unwrap_or_default();
        let long = [&b"--command"[..], b"--session-command"].into_iter().find_map(|name| {
            let rest = text.strip_prefix(name)?;
            Some(rest.strip_prefix(b"=").map(<[u8]>::to_vec))
        });
        match long {
            Some(Some(text)) => inner.push(Inner::Text { text, span: word.span }),
            Some(None) => inner.extend(text_of(next)),
            None if text.starts_with(b"--") => {}
            None => {
                if let Some(letter) = text.iter().position(|&byte| byte == b'c') {
                    match text.get(letter + 1..) {
                        Some([]) | None => inner.extend(text_of(next)),
                        Some(glued) => {
                            inner.push(Inner::Text { text: glued.to_vec(), span: word.span });
                        }
                    }
                }
            }
        }
    }
}

/// `env`, whose `-S` splits a text into words without a shell.
fn env<'a>(arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    let wrapper = Wrapper {
        names: &[],
        valued: b"uCa",
        flags: b"0iv",
        long: &["--unset", "--chdir", "--argv0"],
        assigns: true,
        ..PLAIN
    };
    for (at, word) in arguments.iter().enumerate() {
        let Some(text) = word.fixed() else { continue };
        if text.first() != Some(&b'-') && !text.contains(&b'=') {
            break;
        }
        let split = if let Some(rest) = text.strip_prefix(b"--split-string") {
            Some(rest.strip_prefix(b"=").map(<[u8]>::to_vec))
        } else if text.first() == Some(&b'-') && text.get(1) != Some(&b'-') {
            let letter = text.iter().position(|&byte| byte == b'S');
            letter.map(|at| text.get(at + 1..).filter(|rest| !rest.is_empty()).map(<[u8]>::to_vec))
        } else {
            None
        };
        let Some(glued) = split else { continue };
        let (text, used) = match glued {
            Some(text) => (Some(text), at + 1),
            None => {
                let next = arguments.get(at + 1).and_then(Word::fixed);
                (next.map(|text| text.into_owned()), at + 2)
            }
        };
        let operands = arguments.get(used..).unwrap_or_default();
        inner.push(split_string(text, operands, word));
        return;
    }
    for start in starts(&wrapper, arguments) {
        if let Some(words) = arguments.get(start..).filter(|words| !words.is_empty()) {
            inner.push(Inner::Command { words, open_ended: false });
        }
    }
}

/// The command of `env -S`, where it is plain text.
fn split_string<'a>(text: Option<Vec<u8>>, operands: &[Word], word: &Word) -> Inner<'a> {
    let unknown = Inner::Unknown(UnknownKind::Text, word.span);
    let Some(text) = text else { return unknown };
    let plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || b" _-./:,=+@%".contains(byte) || *byte >= 0x80;
    if !text.iter().all(plain) {
        return unknown;
    }
    // Plain text reads the same as the words of an `env` of its own.
    let mut all = b"env ".to_vec();
    all.extend_from_slice(&text);
    for operand in operands {
        let Some(value) = operand.fixed() else { return unknown };
        all.push(b' ');
        all.extend_from_slice(&crate::syntax::quote(&value));
    }
    Inner::Text { text: all, span: word.span }
}
