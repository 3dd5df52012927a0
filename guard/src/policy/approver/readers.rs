//! Programs that take commands from their standard input, or from a file that is a stream.
//!
//! What they would run stands on the line, or comes out of a pipe, and no shell reads it there.

use super::known::{is_awk, is_sed};
use crate::files::normal;
use crate::syntax::Word;

/// Whether a path names an open descriptor or another stream of the system rather than a file that
/// can be read before the line runs: `/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/0`, `/dev/tty`.
/// `/dev/null` holds nothing.
pub(super) fn is_stream(path: &[u8]) -> bool {
    let normal = normal(path);
    if normal == b"/dev/null" {
        return false;
    }
    // A relative path may lead there from where the line stands.
    let has = |part: &[u8]| normal.windows(part.len()).any(|window| window == part);
    let absolute = path.first() == Some(&b'/');
    absolute && (normal.starts_with(b"/dev/") || normal.starts_with(b"/proc/"))
        || normal.ends_with(b"/dev/stdin")
        || normal.ends_with(b"/dev/tty")
        || has(b"/dev/fd/")
        || has(b"/proc/self/")
        || has(b"/proc/thread-self/")
}

/// Why a program that is no shell takes commands from a stream, if it does.
pub(super) fn commands_from_stream(base: &[u8], arguments: &[Word]) -> Option<String> {
    let input = || Some("commands from standard input".to_owned());
    let texts = || arguments.iter().map(|word| word.fixed());
    let any = |wanted: &[&[u8]]| texts().flatten().any(|text| wanted.contains(&text.as_ref()));
    // Counted only for the few programs that it matters for: this is asked about every word of a line.
    let operands = || {
        let operand = |word: &&Word| word.fixed().is_none_or(|text| text.first() != Some(&b'-'));
        arguments.iter().filter(operand).count()
    };
    let found = match base {
        // Their input is nothing but commands, some of which start programs.
        b"ed" | b"red" | b"gdb" | b"lldb" | b"ftp" | b"tftp" | b"sftp" | b"lftp" | b"telnet" => {
            input()
        }
        b"dc" | b"m4" | b"gnuplot" | b"expect" | b"octave" | b"julia" | b"irb" | b"pry"
        | b"ghci" | b"jshell" | b"ipython" | b"ipython3" | b"clisp" | b"sbcl" | b"racket"
            if operands() == 0 || any(&[b"-", b"-e", b"-c", b"--eval", b"--expression"]) =>
        {
            input()
        }
        b"psql" | b"mysql" | b"mariadb"
            if !texts().flatten().any(|text| {
                matches!(text.as_ref(), b"-l" | b"--list")
                    || text.starts_with(b"-c")
                    || text.starts_with(b"-e")
                    || text.starts_with(b"--command")
                    || text.starts_with(b"--execute")
            }) =>
        {
            input()
        }
        b"sqlite" | b"sqlite3" if operands() < 2 => input(),
        b"sqlite" | b"sqlite3" | b"psql" | b"mysql" | b"mariadb" => {
            let starts = |text: &[u8]| {
                [&b".shell"[..], b".system", b"\\!", b".import", b".once", b".output"]
                    .iter()
                    .any(|call| text.windows(call.len()).any(|part| part == *call))
            };
            texts().flatten().find(|text| starts(text)).map(|text| super::command::shown(&text))
        }
        b"at" | b"batch" if !any(&[b"-l", b"-c", b"-d", b"-r", b"-V"]) => input(),
        b"crontab" if !any(&[b"-l", b"-r"]) => input(),
        b"parallel" if operands() == 0 => input(),
        _ => file_is_stream(base, arguments),
    };
    found.filter(|_| !any(&[b"--version", b"--help"]))
}

/// Why a program whose code stands in a file takes it from a stream, if it does.
fn file_is_stream(base: &[u8], arguments: &[Word]) -> Option<String> {
    // The long options behind which a file of code is named; the short ones are `-f`, `-E` and `-i`.
    let options: &[&[u8]] = match base {
        base if is_awk(base) => &[b"--file", b"--exec", b"--include", b"--load"],
        base if is_sed(base) => &[b"--file"],
        b"make" | b"gmake" | b"just" | b"ninja" | b"bc" => {
            &[b"--file", b"--makefile", b"--justfile"]
        }
        _ => return None,
    };
    let is_letter =
        |letter: &u8| matches!(letter, b'f' | b'E' | b'i') || *letter == b'l' && is_awk(base);
    let mut named = false;
    for word in arguments {
        let Some(text) = word.fixed() else {
            named = false;
            continue;
        };
        let value = match named {
            true => Some(text.as_ref()),
            false if text.starts_with(b"--") => options.iter().find_map(|option| {
                let rest = text.strip_prefix(*option)?;
                Some(rest.strip_prefix(b"=").unwrap_or(rest))
            }),
            // `-f/dev/stdin`, also behind other letters.
            false if text.first() == Some(&b'-') => {
                text.iter().position(is_letter).and_then(|at| text.get(at + 1..))
            }
            false => None,
        };
        if value.is_some_and(|value| value == b"-" || is_stream(value)) {
            return Some(format!("commands from {}", super::command::shown(&text)));
        }
        let cluster = text.first() == Some(&b'-') && text.get(1) != Some(&b'-');
        named = cluster && text.last().is_some_and(is_letter) || options.contains(&text.as_ref());
    }
    None
}

/// Whether a launcher starts a shell because it is given no command: that shell reads its input.
/// `launches` says that some argument was read as a command.
pub(super) fn starts_a_shell(base: &[u8], arguments: &[Word], launches: bool) -> bool {
    // An architecture looks like a command.
    let only_architecture = base == b"setarch" && arguments.len() < 2;
    if launches && !only_architecture {
        return false;
    }
    let launcher = matches!(
        base,
        b"su"
            | b"runuser"
            | b"sudo"
            | b"doas"
            | b"unshare"
            | b"nsenter"
            | b"chroot"
            | b"script"
            | b"firejail"
            | b"fakeroot"
            | b"torsocks"
            | b"dbus-run-session"
            | b"linux32"
            | b"linux64"
            | b"setarch"
            | b"pkexec"
            | b"systemd-run"
            | b"newgrp"
            | b"sg"
            | b"login"
            | b"nix-shell"
            | b"proot"
            | b"schroot"
    );
    let looks = arguments.iter().filter_map(Word::fixed).any(|text| {
        matches!(
            text.as_ref(),
            b"--version" | b"--help" | b"--list" | b"-V" | b"-h" | b"-l" | b"-v" | b"-k" | b"-K"
        )
    });
    launcher && !(looks && base != b"su" && base != b"runuser")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_told_by_their_paths() {
        for path in [
            "/dev/stdin",
            "/dev/fd/3",
            "//dev/./stdin",
            "/tmp/../dev/stdin",
            "../../dev/stdin",
            "dev/fd/0",
            "/proc/self/fd/0",
            "/proc/1/fd/0",
            "/dev/tty",
        ] {
            assert!(is_stream(path.as_bytes()), "{path}");
        }
        for path in ["/dev/null", "dev/x", "src/dev/stdin.sh", "proc", "process/self/x", "./x", "-"]
        {
            assert!(!is_stream(path.as_bytes()), "{path}");
        }
    }
}
