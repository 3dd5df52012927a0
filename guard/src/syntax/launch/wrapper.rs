//! Programs whose operands are a command, or whose option is a text that a shell reads.

use super::{Inner, text_of};
use crate::syntax::tree::Word;
use crate::syntax::visit::UnknownKind;

/// A program that runs its operands.
struct Wrapper {
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
static PLAIN: Wrapper = Wrapper {
    valued: b"",
    flags: b"cwfabdehkpqrtvxV",
    long: &[],
    operands: 0,
    assigns: false,
    open_ended: false,
};

static SUDO: Wrapper = Wrapper {
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
};

static DOAS: Wrapper = Wrapper { valued: b"aCu", flags: b"Lns", ..PLAIN };

static TIME: Wrapper = Wrapper { valued: b"fo", flags: b"apqvV", ..PLAIN };

static XARGS: Wrapper = Wrapper {
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
};

static TIMEOUT: Wrapper = Wrapper {
    valued: b"ks",
    flags: b"fpv",
    long: &["--kill-after", "--signal"],
    operands: 1,
    ..PLAIN
};

static NICE: Wrapper =
    Wrapper { valued: b"n", flags: b"0123456789", long: &["--adjustment"], ..PLAIN };

static STDBUF: Wrapper =
    Wrapper { valued: b"ioe", flags: b"", long: &["--input", "--output", "--error"], ..PLAIN };

static IONICE: Wrapper =
    Wrapper { valued: b"cnpPu", flags: b"t", long: &["--class", "--classdata"], ..PLAIN };

static NSENTER: Wrapper =
    Wrapper { valued: b"tSG", flags: b"aFZ", long: &["--target", "--setuid", "--setgid"], ..PLAIN };

static RUNUSER: Wrapper = Wrapper {
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
};

static CHRT: Wrapper = Wrapper { valued: b"TPD", flags: b"abdfimoprRv", operands: 1, ..PLAIN };

static FLOCK: Wrapper = Wrapper {
    valued: b"wEc",
    flags: b"enosuxFv",
    long: &["--timeout", "--conflict-exit-code", "--command"],
    operands: 1,
    ..PLAIN
};

static CHROOT: Wrapper =
    Wrapper { valued: b"", flags: b"", long: &["--userspec", "--groups"], operands: 1, ..PLAIN };

static TASKSET: Wrapper = Wrapper { valued: b"", flags: b"acp", operands: 1, ..PLAIN };

static UNSHARE: Wrapper = Wrapper {
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
};

static STRACE: Wrapper =
    Wrapper { valued: b"abeEIoOpPsSuX", flags: b"cCdfFhiknqrtTvVwxyz", ..PLAIN };

static WATCH: Wrapper =
    Wrapper { valued: b"nq", flags: b"bcCdegprtvwx", long: &["--interval"], ..PLAIN };

static PARALLEL: Wrapper =
    Wrapper { valued: b"jaInNLPS", flags: b"0kmqrtuvX", open_ended: true, ..PLAIN };

static SCRIPT: Wrapper = Wrapper { valued: b"cBEIOTmo", flags: b"aefqt", operands: 64, ..PLAIN };

/// `env`, but for `-S`.
static ENV: Wrapper = Wrapper {
    valued: b"uCa",
    flags: b"0iv",
    long: &["--unset", "--chdir", "--argv0"],
    assigns: true,
    ..PLAIN
};

/// The wrapper of a base name.
fn wrapper(base: &[u8]) -> Option<&'static Wrapper> {
    Some(match base {
        b"sudo" => &SUDO,
        b"doas" => &DOAS,
        b"time" => &TIME,
        b"xargs" => &XARGS,
        b"timeout" | b"gtimeout" => &TIMEOUT,
        b"nice" => &NICE,
        b"stdbuf" => &STDBUF,
        b"ionice" => &IONICE,
        b"nsenter" => &NSENTER,
        b"runuser" | b"su" => &RUNUSER,
        b"chrt" => &CHRT,
        b"flock" => &FLOCK,
        b"chroot" => &CHROOT,
        b"taskset" => &TASKSET,
        b"unshare" => &UNSHARE,
        b"strace" | b"ltrace" => &STRACE,
        b"setpriv" | b"prlimit" | b"numactl" | b"cgexec" | b"firejail" | b"bwrap" => &PLAIN,
        b"watch" => &WATCH,
        b"parallel" => &PARALLEL,
        b"script" => &SCRIPT,
        b"nohup" | b"setsid" | b"eatmydata" | b"proxychains" | b"proxychains4" | b"busybox"
        | b"toybox" | b"noglob" | b"nocorrect" | b"builtin" | b"fakeroot" | b"torsocks"
        | b"catchsegv" | b"unbuffer" | b"caffeinate" | b"winpty" | b"xvfb-run" | b"systemd-run"
        | b"dbus-run-session" | b"linux32" | b"linux64" | b"setarch" | b"pkexec" | b"daemonize"
        | b"chronic" | b"ifne" | b"nocache" => &PLAIN,
        _ => return None,
    })
}

/// Whether a program of this base name runs some of its operands as a command.
pub(crate) fn is_wrapper(base: &[u8]) -> bool {
    base == b"env" || wrapper(base).is_some()
}

/// What the program of this base name runs.
pub(super) fn inner<'a>(base: &[u8], arguments: &'a [Word], inner: &mut Vec<Inner<'a>>) {
    if base == b"env" {
        return env(arguments, inner);
    }
    let Some(wrapper) = wrapper(base) else { return };
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
        }
        // `parallel` adds words that it reads.
        if base != b"watch" {
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
    let mut is_value = false;
    for (at, word) in arguments.iter().enumerate() {
        let Some(text) = word.fixed() else { continue };
        if text.first() != Some(&b'-') && !text.contains(&b'=') {
            // It may be the value of the option before it.
            if std::mem::take(&mut is_value) {
                continue;
            }
            break;
        }
        // Long options may be shortened.
        let name = text.split(|&byte| byte == b'=').next().unwrap_or_default();
        let valued = [&b"--unset"[..], b"--chdir", b"--argv0"];
        is_value = takes_next(&ENV, &text)
            || name.len() > 2
                && name == text.as_ref()
                && valued.iter().any(|it| it.starts_with(name));
        let split = if name.len() > 2 && b"--split-string".starts_with(name) {
            Some(text.get(name.len() + 1..).map(<[u8]>::to_vec))
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
    for start in starts(&ENV, arguments) {
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
