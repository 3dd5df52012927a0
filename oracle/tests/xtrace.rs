//! Traces of real shells: every row is a script and the commands that it runs.

#[path = "xtrace/bench.rs"]
mod bench;
#[path = "xtrace/rows.rs"]
mod rows;

use bench::{Bench, write};
use oracle::xtrace::{Traced, Tracer, Untraced};
use oracle::{CommandKind, ShellName};

/// Whether a row's commands may come in another order: those of processes side by side.
fn side_by_side(script: &str) -> bool {
    ["|", "&", "<(", "<<"].iter().any(|sign| script.contains(sign))
}

#[test]
fn every_row_under_every_shell() {
    let bench = Bench::new();
    let mut wrong = Vec::new();
    let mut pairs = 0;
    for row in rows::ROWS {
        for shell in ShellName::ALL {
            let Some(expected) = row.expected(shell) else { continue };
            for locale in ["C.UTF-8", "C"] {
                // In the C locale yash can hold no other bytes.
                if shell == ShellName::Yash && locale == "C" && !row.script.is_ascii() {
                    continue;
                }
                pairs += 1;
                let mut found = bench.commands(shell, locale, row.script.as_bytes(), &[]);
                let mut expected = expected.clone();
                if side_by_side(row.script) {
                    found.sort();
                    expected.sort();
                }
                // dash does not quote, so it may well not know; it must not be wrong.
                let unsure = shell == ShellName::Sh && found.iter().any(|line| line == "? words");
                if found != expected && !unsure {
                    wrong.push(format!(
                        "{shell} {locale}: {}\n   found {found:?}\n   wanted {expected:?}",
                        row.script
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {pairs} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(pairs > 1000, "{pairs}");
}

/// dash says what it can.
#[test]
fn dash_is_exact_where_words_have_no_quotes_or_programs_tell() {
    let bench = Bench::new();
    for (script, expected) in [
        ("cd / ; echo a b c; x=1 y=2 read z", &["b|cd|/", "b|echo|a|b|c", "b|read|z"][..]),
        ("ls 'a b' '' \"c\nd\"; nosuch", &["p|ls|a b||c\nd", "p|nosuch"]),
        ("x='a b' y= ls 'c d'", &["p|ls|c d"]),
        ("cd '/'; true; ls 'a'", &["b|cd|/", "b|true", "p|ls|a"]),
        ("echo 'a b'", &["? words"]),
        ("echo 'a\nb'", &["? words"]),
        ("x='a b'; :", &["b|:"]),
        ("x='a true'; :", &["? words"]),
        ("ls 'a b'; ls a 'b c'; ls a b", &["p|ls|a b", "p|ls|a|b c", "p|ls|a|b"]),
        ("exec ls 'a  b' ''", &["b|exec|ls|a  b|"]),
        ("ls() { :; }; ls 'a b'", &["? words"]),
    ] {
        let found = bench.commands(ShellName::Sh, "C", script.as_bytes(), &[]);
        assert_eq!(found, expected, "{script}");
    }
}

/// Every byte, alone and beside others, comes back through the quoting of every shell.
#[test]
fn every_byte_comes_back() {
    let bench = Bench::new();
    for shell in ShellName::ALL {
        for locale in ["C", "C.UTF-8"] {
            if shell == ShellName::Sh {
                continue;
            }
            let mut words: Vec<Vec<u8>> = Vec::new();
            for byte in 1..=255u8 {
                // yash drops what is not text in its locale before it is traced.
                if shell == ShellName::Yash && byte >= 0x80 {
                    continue;
                }
                // zsh writes these two like 0xdc and a letter: it cannot be told which.
                if shell == ShellName::Zsh && matches!(byte, 0x89 | 0x8a) {
                    continue;
                }
                words.extend([vec![byte], vec![b'a', byte, b'1'], vec![byte, byte, b'\'', b' ']]);
            }
            words.extend(["é", "\u{200b}x", "日本 語", "\u{a0}", "e\u{301}", "\u{1f600}"].map(
                |word| {
                    if shell == ShellName::Yash && locale == "C" { Vec::new() } else { word.into() }
                },
            ));
            let found = bench.commands(shell, locale, b": \"$@\"", &words);
            let mut expected = b"b|:".to_vec();
            for word in &words {
                expected.push(b'|');
                expected.extend(word);
            }
            let expected = [write(&expected)];
            assert!(found == expected, "{shell} {locale}: {found:?}");
        }
    }
}

#[test]
fn what_makes_a_trace_unsure() {
    let bench = Bench::new();
    for shell in ShellName::ALL {
        for (script, expected) in [
            ("sh -c 'echo a'", "? nested"),
            ("set +x; echo a", "? hidden"),
            ("PS4=x; echo a", "? hidden"),
            (
                "{ echo a; } 2>/dev/null",
                if shell == ShellName::Mksh { "b|echo|a" } else { "? hidden" },
            ),
        ] {
            let found = bench.commands(shell, "C", script.as_bytes(), &[]);
            assert_eq!(found, [expected], "{shell} {script}");
        }
        // A redirection that the search cannot see: the program gives it away.
        let script = "x=2; eval \"{ ls a; } $x\"'>'f";
        let found = bench.commands(shell, "C", script.as_bytes(), &[]);
        let known = found.iter().any(|line| line.starts_with("? ") || line == "p|ls|a");
        assert!(known, "{shell} {found:?}");
    }
}

/// bash with a descriptor of its own for the trace is not troubled by redirections.
#[test]
fn a_descriptor_for_the_trace() {
    let bench = Bench::new();
    for shell in [ShellName::Bash, ShellName::BashPosix] {
        let script =
            b"{ echo 'a b'; ls; } 2>/dev/null; f() { cd /; }; f 2>&1 | cat; exec 2>&-; echo c";
        let mut found = bench.apart(shell, script);
        found.sort();
        assert_eq!(found, ["b|cd|/", "b|echo|a b", "b|echo|c", "b|exec", "f|f", "p|cat", "p|ls"]);
    }
}

#[test]
fn depth_counts_functions_and_subshells() {
    let bench = Bench::new();
    let script = b"f() { (true in); }; true; f; (f)";
    for (shell, expected) in [
        (ShellName::Bash, [0, 0, 2, 1, 3]),
        (ShellName::Ksh, [0, 0, 2, 1, 3]),
        (ShellName::Zsh, [0, 0, 1, 0, 1]),
        (ShellName::Yash, [0; 5]),
    ] {
        let commands = bench.run(shell, "C", script, &[]).expect("traced");
        let depths: Vec<u32> = commands.iter().map(|command| command.depth).collect();
        assert_eq!(depths, expected, "{shell}");
        assert_eq!(commands[1].kind, CommandKind::Function);
    }
}

#[test]
fn broken_traces() {
    let tracer = Tracer::new(ShellName::Bash, 0xabc);
    let token = "0000000000000abc";
    let run = Traced { script: b"echo", ..Traced::default() };
    let read = |text: &str, run: &Traced<'_>| {
        let text = text.replace("T", &format!("{token}:0:0::{token} "));
        tracer.commands(text.as_bytes(), run)
    };
    assert_eq!(read("+Techo 'a\n", &run), Err(Untraced::Unreadable(b"echo 'a".to_vec())));
    assert_eq!(read("+Techo+Tcat\n", &run), Err(Untraced::Torn));
    assert_eq!(read("+Techo", &run), Err(Untraced::Torn));
    assert_eq!(read("", &run), Ok(Vec::new()));
    assert_eq!(read("+Techo\n", &Traced { cut: true, ..run }), Err(Untraced::Cut));
    let own = token.as_bytes();
    assert_eq!(read("+Techo\n", &Traced { stdout: own, ..run }), Err(Untraced::Read));
    let terminal = read("+Techo 'a\r\nb' c\r\n", &Traced { terminal: true, ..run }).expect("read");
    assert_eq!(terminal[0].argv, [&b"echo"[..], b"a\nb", b"c"]);
    assert_eq!(Tracer::new(ShellName::None, 1).commands(b"", &run), Err(Untraced::Silent));
}
