//! Whether a script may have sent its trace elsewhere.
//!
//! A trace that went to a file or to `/dev/null` is not missed by looking at the trace, so the script is
//! looked at: not understood, only searched for what could do it. This errs on the side of no
//! trace. `eval` and quotes can hide such a thing from the search; programs that no line tells of
//! are found all the same.

use crate::shell::ShellName;

/// What stands before a redirection that moves the trace of more than one simple command.
const CARRIERS: [&[u8]; 12] = [
    b"}", b")", b"done", b"fi", b"esac", b"eval", b"exec", b"source", b".", b"command", b"builtin",
    b"trap",
];

/// Why the trace may not be whole; `apart` says that it has a descriptor of its own.
pub(super) fn why(shell: ShellName, script: &[u8], apart: bool) -> Option<&'static str> {
    if ["ps4", "xtrace", "x_trace"].iter().any(|word| contains(script, word.as_bytes())) {
        return Some("the script may change the trace");
    }
    if stops(script) {
        return Some("the script may stop the trace");
    }
    if apart && contains(script, b"xtracefd") {
        return Some("the script may move the trace");
    }
    if shell == ShellName::Ksh && has_word(script, b"function") {
        return Some("ksh93 does not trace functions that are defined with the word `function`");
    }
    let moved = match shell {
        ShellName::Mksh => false,
        ShellName::Bash | ShellName::BashPosix => !apart && moves(script, false),
        ShellName::Yash => moves(script, true),
        _ => moves(script, false),
    };
    moved.then_some("the script redirects standard error, to which the shell writes its trace")
}

/// Whether `set +x` or `set -` may stand in it.
fn stops(script: &[u8]) -> bool {
    positions(script, b"set").any(|at| {
        let rest = script.get(at + 3..).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let word = rest.get(blank..).unwrap_or_default();
        let word: Vec<u8> =
            word.iter().copied().take_while(|byte| !b" \t\n;&|)".contains(byte)).collect();
        let whole = !at.checked_sub(1).and_then(|at| script.get(at)).is_some_and(|b| is_name(*b));
        whole && blank > 0 && (word.starts_with(b"+") || word == b"-")
    })
}

/// Whether a redirection of standard error may be of more than a simple command, or, with
/// `simple`, of anything.
fn moves(script: &[u8], simple: bool) -> bool {
    let functions = defines_functions(script);
    (0..script.len()).any(|at| {
        let here = script.get(at..).unwrap_or_default();
        if !is_move(here) {
            return false;
        }
        if simple || functions || here.starts_with(b"|&") {
            return true;
        }
        let before = script.get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| b"\n;|".contains(byte)).map_or(0, |at| at + 1);
        let segment = before.get(start..).unwrap_or_default();
        CARRIERS.iter().any(|carrier| has_word(segment, carrier))
    })
}

/// Whether a redirection of standard error begins here: `2>`, `2<`, `&>`, `>&FILE`, `|&`.
fn is_move(here: &[u8]) -> bool {
    match here {
        [b'2', b'>' | b'<', ..] | [b'&', b'>', ..] | [b'|', b'&', ..] => true,
        [b'>', b'&', next, ..] => !next.is_ascii_digit() && *next != b'-',
        _ => false,
    }
}

/// Whether a function may be defined.
fn defines_functions(script: &[u8]) -> bool {
    has_word(script, b"function")
        || positions(script, b"(").any(|at| {
            let rest = script.get(at + 1..).unwrap_or_default();
            rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b')')
        })
}

/// Whether the script may define this function.
pub(super) fn defines(script: &[u8], name: &[u8]) -> bool {
    positions(script, name).any(|at| {
        let before = script.get(..at).unwrap_or_default();
        let after = script.get(at + name.len()..).unwrap_or_default();
        let mut rest = after.iter().skip_while(|byte| matches!(byte, b' ' | b'\t'));
        let by_parentheses = rest.next() == Some(&b'(')
            && rest.find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b')')
            && !before.last().is_some_and(|byte| is_name(*byte));
        let trimmed = before.trim_ascii_end();
        by_parentheses || (trimmed.len() < before.len() && trimmed.ends_with(b"function"))
    })
}

/// Whether it holds these bytes, in any letter case.
fn contains(script: &[u8], part: &[u8]) -> bool {
    script.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// Whether it holds this word, with no letter or digit beside it where the word has one.
pub(super) fn has_word(script: &[u8], word: &[u8]) -> bool {
    let lettered = word.first().is_some_and(|byte| is_name(*byte));
    positions(script, word).any(|at| {
        let before = at.checked_sub(1).and_then(|at| script.get(at));
        let after = script.get(at + word.len());
        let free = |byte: Option<&u8>| !byte.is_some_and(|byte| is_name(*byte));
        if word == b"." {
            // The command, not the folder or part of a name.
            let space = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace());
            return space(before) && space(after);
        }
        !lettered || (free(before) && free(after))
    })
}

fn positions<'a>(script: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    memchr::memmem::find_iter(script, part)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_hide_a_trace() {
        use ShellName::{Bash, Ksh, Mksh, Sh, Yash, Zsh};
        for (shell, script, expected) in [
            (Sh, "ls 2>/dev/null; echo", false),
            (Sh, "{ ls; } 2>/dev/null", true),
            (Sh, "(ls) 2>&1 | cat", true),
            (Sh, "for i in a; do ls; done >f 2>&1", true),
            (Sh, "x=$(ls 2>/dev/null)", false),
            (Sh, "f() { ls; }; f 2>/dev/null", true),
            (Sh, "exec 2>&-", true),
            (Sh, "eval ls 2>f", true),
            (Sh, ". ./f 2>f", true),
            (Sh, "echo a >&2; (ls); echo b 1>&2", false),
            (Zsh, "{ ls } &>f", true),
            (Zsh, "ls |& cat", true),
            (Zsh, "ls; echo x >& f", false),
            (Bash, "{ ls; } >& f", true),
            (Mksh, "{ ls; } 2>/dev/null", false),
            (Yash, "ls 2>/dev/null", true),
            (Ksh, "function f { ls; }; f", true),
            (Ksh, "functional=1", false),
            (Sh, "set +x; ls", true),
            (Sh, "set -; ls", true),
            (Sh, "set -- +x; reset +x", false),
            (Sh, "PS4=x", true),
            (Zsh, "unsetopt XTRACE", true),
            (Sh, "", false),
        ] {
            assert_eq!(
                why(shell, script.as_bytes(), false).is_some(),
                expected,
                "{shell} {script}"
            );
        }
        assert_eq!(why(Bash, b"{ ls; } 2>/dev/null", true), None);
        assert!(why(Bash, b"unset BASH_XTRACEFD", true).is_some());
    }

    #[test]
    fn functions_are_found_by_their_name() {
        for (script, name, expected) in [
            ("f() { :; }", "f", true),
            ("f ( ) { :; }", "f", true),
            ("function f { :; }", "f", true),
            ("function\tg() { :; }", "g", true),
            ("gf() { :; }", "f", false),
            ("f (a)", "f", false),
            ("f", "f", false),
        ] {
            assert_eq!(defines(script.as_bytes(), name.as_bytes()), expected, "{script}");
        }
    }
}
