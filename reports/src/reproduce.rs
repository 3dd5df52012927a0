//! The command lines that show a finding again.
//!
//! A script whose every byte can be typed and seen is an operand in single quotes. Any other goes
//! through `printf` with octal escapes, which every POSIX shell has, into standard input: what is
//! copied from a page stays ASCII and visible.

use std::fmt::Write as _;

use corpora::finding::Finding;

use crate::raw;
use crate::visible::{Class, Lines, reveal};

/// A longer script is not put on a command line: nobody would read it, and a terminal may cut it.
const LONGEST: usize = 8 * 1024;

/// The command lines for one finding: one for each world and delivery that it was run in. Empty
/// where the script is too long for a command line.
pub(crate) fn commands(finding: &Finding, guard_arg: &str) -> Vec<String> {
    let script = raw::reduced(finding);
    if script.len() > LONGEST {
        return Vec::new();
    }
    let mut settings: Vec<(&str, &str, Vec<&str>, bool)> = Vec::new();
    for run in &finding.runs {
        let exact = run.mode == "exact";
        let known = settings
            .iter_mut()
            .find(|(world, delivery, ..)| *world == run.world && *delivery == run.delivery);
        match known {
            Some((_, _, shells, all_exact)) => {
                if !shells.contains(&run.shell.as_str()) {
                    shells.push(&run.shell);
                }
                *all_exact &= exact;
            }
            None => settings.push((&run.world, &run.delivery, vec![&run.shell], exact)),
        }
    }
    if settings.is_empty() {
        let shells = finding.shells.iter().map(String::as_str).collect();
        settings.push(("range", "c", shells, false));
    }
    settings
        .into_iter()
        .map(|(world, delivery, shells, exact)| {
            let mut options = format!("--guard {}", word(guard_arg));
            // An argv is run without a shell; the guard's answer alone decides that.
            let shells: Vec<&str> = shells.into_iter().filter(|shell| *shell != "none").collect();
            if !shells.is_empty() {
                let _ = write!(options, " --shells {}", word(&shells.join(",")));
            }
            if world != "range" {
                let _ = write!(options, " --world {}", word(world));
            }
            if delivery != "c" {
                let _ = write!(options, " --delivery {}", word(delivery));
            }
            if exact {
                options.push_str(" --exact");
            }
            match literal(&script) {
                Some(text) => format!("trapline try {options} -- {}", quoted(text)),
                None => format!("printf {} | trapline try {options} -- -", octal(&script)),
            }
        })
        .collect()
}

/// The script as text, where it may stand on a command line as it is.
fn literal(script: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(script).ok()?;
    // A lone dash would mean standard input.
    if text == "-" {
        return None;
    }
    let seen = reveal(script, Lines::Joined, usize::MAX).pieces.into_iter().all(|piece| {
        matches!(piece.mark, None | Some(Class::Newline))
            || (piece.mark == Some(Class::Blank) && piece.text.starts_with('·'))
    });
    seen.then_some(text)
}

/// A word for a POSIX shell: bare where that is safe, in single quotes elsewhere. Bytes that a
/// command line cannot hold or show are given in octal through a command substitution.
pub(crate) fn word(text: &str) -> String {
    let bare = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '_' | '.' | '/' | ':' | '@' | '%' | '+' | ',' | '-')
    };
    if !text.is_empty() && text.chars().all(bare) {
        return text.to_owned();
    }
    match literal(text.as_bytes()) {
        Some(text) => quoted(text),
        None => format!("\"$(printf {})\"", octal(text.as_bytes())),
    }
}

/// In single quotes, in which a shell sees nothing but the closing one.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The operand of `printf` that prints these bytes.
fn octal(bytes: &[u8]) -> String {
    let mut out = String::from("'");
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'%' => out.push_str("%%"),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\'' => out.push_str("'\\''"),
            // In front it would begin an option.
            b'-' if index == 0 => out.push_str("\\055"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// The shells that the quoting is held against; the name is the program and its arguments.
    const SHELLS: &[&[&str]] = &[
        &["bash", "-c"],
        &["dash", "-c"],
        &["zsh", "-f", "-c"],
        &["mksh", "-c"],
        &["ksh93", "-c"],
        &["yash", "-c"],
        &["busybox", "ash", "-c"],
    ];

    fn bytes_that_matter() -> Vec<Vec<u8>> {
        let mut all: Vec<Vec<u8>> = (0..=255_u8).map(|byte| vec![byte]).collect();
        all.push((0..=255).collect());
        all.extend(
            [
                &b"echo 'a' \"b\" `c` $(d) $e \\ ! # ~ * ? [x]"[..],
                b"a\nb\n",
                b"\n\n",
                b"-n",
                b"-",
                b"--",
                b"-\xFF",
                b"%s%d%%",
                b"100%\r",
                b"\\0\\n\\\\\x01",
                b"'''",
                b"\x017",
                b"it's\t7",
                "caf\u{e9} \u{202e}x\u{200b}".as_bytes(),
            ]
            .map(<[u8]>::to_vec),
        );
        all
    }

    #[test]
    fn every_installed_shell_gives_the_bytes_back() {
        let mut tried = 0;
        for shell in SHELLS {
            let [program, arguments @ ..] = shell else { continue };
            if Command::new(program).args(arguments).arg(":").output().is_err() {
                eprintln!("not installed, so not tried: {program}");
                continue;
            }
            tried += 1;
            for bytes in bytes_that_matter() {
                let (text, printf) = match literal(&bytes) {
                    Some(text) => (format!("printf %s {}", quoted(text)), false),
                    None => (format!("printf {}", octal(&bytes)), true),
                };
                assert!(text.is_ascii() || !printf);
                let output = Command::new(program)
                    .args(arguments)
                    .arg(&text)
                    .env("LC_ALL", "C.UTF-8")
                    .output()
                    .unwrap();
                assert_eq!(output.stdout, bytes, "{program}: {text}");
                assert!(output.stderr.is_empty(), "{program}: {text}");
            }
        }
        assert!(tried > 0, "no shell is installed");
    }

    #[test]
    fn words_are_quoted_only_where_they_must_be() {
        let table = [
            ("docs_only", "docs_only"),
            ("./g/naive.toml", "./g/naive.toml"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", "'it'\\''s'"),
            ("~/g", "'~/g'"),
            ("a\tb", "\"$(printf 'a\\011b')\""),
        ];
        for (text, expected) in table {
            assert_eq!(word(text), expected);
        }
    }
}
