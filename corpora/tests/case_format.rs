//! The case format: good files, bad files with their exact error, and what is written reads back.
#![forbid(unsafe_code)]

use std::path::Path;

use corpora::case::{
    Case, CaseKind, Decision, Differs, EffectLine, Exit, ExitLine, ExpectLine, OutputLine, Pattern,
    ProgramLine, Shells, Status, Stream,
};
use oracle::{Delivery, EffectKind, ShellName};

const HEAD: &str = "#@ id: a\n#@ about: b\n#@ class: c\n#@ kind: bypass\n#@ origin: d\n";

fn parse(text: impl AsRef<[u8]>) -> Result<Case, String> {
    Case::parse(Path::new("dir/a.sh"), text.as_ref()).map_err(|error| error.to_string())
}

fn with(lines: &str) -> Result<Case, String> {
    parse(format!("{HEAD}{lines}#@ ---\nls\n"))
}

fn plain() -> Case {
    Case::new("a", CaseKind::Bypass, "c", "b", "d", "ls\n")
}

#[test]
fn the_smallest_case_has_defaults() {
    let case = with("").unwrap();
    assert_eq!(case, plain());
    assert_eq!(case.world, "range");
    assert_eq!(case.delivery, Delivery::C);
    assert_eq!(case.status, Status::Fixed);
    let shells: Vec<_> = case.shells.iter().map(|s| s.name()).collect();
    assert_eq!(shells, ["bash", "sh", "zsh"]);
}

#[test]
fn every_key_is_read() {
    let text = "\
#@ id: every-key
#@ about: \"two\\nlines\"
#@ class: heredoc
#@ kind: parser-disagreement
#@ origin: https://example.invalid/1
#@ status: known
#@ world: catalogue
#@ setup: mkdir a
#@ setup: \"\"
#@ setup: \"\\tcd a\"
#@ env: A=b c
#@ env: \"B=\\xff\"
#@ delivery: tty
#@ timeout: 20s
#@ shells: zsh, bash mksh
#@ effect: create PWNED
#@ effect: [zsh bash] delete victim/f
#@ effect: undone modify \" x\"
#@ effect: rename a -> b -> c
#@ effect: [mksh] rename \"a -> b\" -> like **/c
#@ effect: connect inet 127.0.0.1:80
#@ exit: [bash] 0
#@ exit: [zsh] signal 11
#@ exit: [mksh] timeout
#@ output: contains a text
#@ output: [bash] stdout lacks \"\\n\"
#@ output: stderr contains lacks x
#@ program: touch
#@ program: [zsh] ./helper
#@ expect: docs_only deny not-git
#@ expect: [bash zsh] argv ask
#@ differs: mksh — it does something else
#@ skip: no such program
#@ racy: a background job
#@ body: base64
#@ ---
bHMA
";
    let case = parse(text).unwrap();
    let zsh_bash = Shells::from_iter([ShellName::Zsh, ShellName::Bash]);
    let only = |shell| Shells::from_iter([shell]);
    let exact = |text: &str| Pattern::Exact(text.into());
    let effect = |shells, kind, path| EffectLine { shells, undone: false, kind, from: None, path };
    let expected = Case {
        about: "two\nlines".into(),
        status: Status::Known,
        world: "catalogue".into(),
        setup: Some(b"mkdir a\n\n\tcd a".to_vec()),
        env: vec![(b"A".to_vec(), b"b c".to_vec()), (b"B".to_vec(), vec![0xff])],
        delivery: Delivery::Tty,
        timeout: Some(20),
        shells: [ShellName::Bash, ShellName::Zsh, ShellName::Mksh].into(),
        effects: vec![
            effect(Shells::all(), EffectKind::Create, exact("PWNED")),
            effect(zsh_bash.clone(), EffectKind::Delete, exact("victim/f")),
            EffectLine { undone: true, ..effect(Shells::all(), EffectKind::Modify, exact(" x")) },
            EffectLine {
                from: Some(exact("a")),
                ..effect(Shells::all(), EffectKind::Rename, exact("b -> c"))
            },
            EffectLine {
                from: Some(exact("a -> b")),
                ..effect(only(ShellName::Mksh), EffectKind::Rename, Pattern::Like(b"**/c".to_vec()))
            },
            effect(Shells::all(), EffectKind::Connect, exact("inet 127.0.0.1:80")),
        ],
        exits: vec![
            ExitLine { shells: only(ShellName::Bash), exit: Exit::Status(0) },
            ExitLine { shells: only(ShellName::Zsh), exit: Exit::Signal(11) },
            ExitLine { shells: only(ShellName::Mksh), exit: Exit::Timeout },
        ],
        outputs: vec![
            OutputLine {
                shells: Shells::all(),
                stream: Stream::Both,
                lacks: false,
                text: b"a text".to_vec(),
            },
            OutputLine {
                shells: only(ShellName::Bash),
                stream: Stream::Stdout,
                lacks: true,
                text: b"\n".to_vec(),
            },
            OutputLine {
                shells: Shells::all(),
                stream: Stream::Stderr,
                lacks: false,
                text: b"lacks x".to_vec(),
            },
        ],
        programs: vec![
            ProgramLine { shells: Shells::all(), name: b"touch".to_vec() },
            ProgramLine { shells: only(ShellName::Zsh), name: b"./helper".to_vec() },
        ],
        expects: vec![
            ExpectLine {
                shells: Shells::all(),
                guard: "docs_only".into(),
                decision: Decision::Deny,
                rule: Some("not-git".into()),
            },
            ExpectLine {
                shells: zsh_bash,
                guard: "argv".into(),
                decision: Decision::Ask,
                rule: None,
            },
        ],
        differs: vec![Differs {
            shells: [ShellName::Mksh].into(),
            reason: "it does something else".into(),
        }],
        skip: Some("no such program".into()),
        racy: Some("a background job".into()),
        ..Case::new(
            "every-key",
            CaseKind::ParserDisagreement,
            "heredoc",
            "",
            "https://example.invalid/1",
            &b"ls\0"[..],
        )
    };
    assert_eq!(case, expected);
    assert_eq!(parse(case.write().unwrap()), Ok(expected));
}

#[test]
fn the_body_is_exact() {
    type Row<'a> = (&'a str, &'a [u8], Result<&'a [u8], &'a str>);
    let rows: &[Row<'_>] = &[
        ("", b"ls\n", Ok(b"ls\n")),
        ("", b"ls", Ok(b"ls")),
        ("", b"\n", Ok(b"\n")),
        ("", b"ls\r\n", Ok(b"ls\r\n")),
        ("", b"\xff\0", Ok(b"\xff\0")),
        ("", b"#@ ---\n#@ x: y\n", Ok(b"#@ ---\n#@ x: y\n")),
        ("", b"", Err("dir/a.sh:7: the body is empty")),
        ("no-final-newline", b"ls\n", Ok(b"ls")),
        ("no-final-newline", b"a\nb\n", Ok(b"a\nb")),
        ("no-final-newline", b"\n", Err("dir/a.sh:8: the body is empty")),
        ("no-final-newline", b"", Err("dir/a.sh:8: the body is empty")),
        (
            "no-final-newline",
            b"ls",
            Err("dir/a.sh:8: `body: no-final-newline`, but the file does not end in the newline \
                 to leave out"),
        ),
        (
            "no-final-newline",
            b"ls\n\n",
            Err("dir/a.sh:8: `body: no-final-newline`, but the script ends in a newline; leave \
                 the key out"),
        ),
        ("base64", b"bHM=\n", Ok(b"ls")),
        ("base64", b"bH\nM=\n", Ok(b"ls")),
        ("base64", b"AP8N\n", Ok(b"\0\xff\r")),
        ("base64", b"", Err("dir/a.sh:8: the body is empty")),
        (
            "base64",
            b"bHM\n",
            Err("dir/a.sh:8: the body is not base64 (standard alphabet, padded, in lines that \
                 end in a newline)"),
        ),
        (
            "base64",
            b"bHM=",
            Err("dir/a.sh:8: the body is not base64 (standard alphabet, padded, in lines that \
                 end in a newline)"),
        ),
        (
            "base64",
            b"bHM= \n",
            Err("dir/a.sh:8: the body is not base64 (standard alphabet, padded, in lines that \
                 end in a newline)"),
        ),
    ];
    for (form, body, expected) in rows {
        let key = if form.is_empty() { String::new() } else { format!("#@ body: {form}\n") };
        let file = [format!("{HEAD}{key}#@ ---\n").as_bytes(), body].concat();
        let got = parse(file).map(|case| case.body);
        assert_eq!(got.as_deref().map_err(String::as_str), *expected, "{form} {body:?}");
    }
}

#[test]
fn a_script_takes_the_form_that_holds_it() {
    let rows: &[(&[u8], &str)] = &[
        (b"ls\n", "#@ ---\nls\n"),
        (b"ls", "#@ body: no-final-newline\n#@ ---\nls\n"),
        (b"a\tb\n", "#@ ---\na\tb\n"),
        ("é\u{a0}\u{2063}\n".as_bytes(), "#@ ---\né\u{a0}\u{2063}\n"),
        (b"ls\r\n", "#@ body: base64\n#@ ---\nbHMNCg==\n"),
        (b"ls\0", "#@ body: base64\n#@ ---\nbHMA\n"),
        (b"\x1b[2J", "#@ body: base64\n#@ ---\nG1sySg==\n"),
        (b"rm\x0c-rf v\n", "#@ body: base64\n#@ ---\ncm0MLXJmIHYK\n"),
        (b"\xff\n", "#@ body: base64\n#@ ---\n/wo=\n"),
        ("\u{85}\n".as_bytes(), "#@ body: base64\n#@ ---\nwoUK\n"),
    ];
    for (script, end) in rows {
        let case = Case { body: script.to_vec(), ..plain() };
        let file = String::from_utf8(case.write().unwrap()).unwrap();
        assert_eq!(file, format!("{HEAD}{end}"));
    }
    let long = Case { body: vec![0; 100], ..plain() };
    let file = String::from_utf8(long.write().unwrap()).unwrap();
    assert!(file.lines().all(|line| line.len() <= 76), "{file}");
}

#[test]
fn what_is_no_header_is_an_error() {
    let rows: &[(&[u8], &str)] = &[
        (b"", "dir/a.sh:1: the file has no `#@ ---` line"),
        (b"#@ id: a\n", "dir/a.sh:1: the file has no `#@ ---` line"),
        (b"#@ id: a\n#@ about: b", "dir/a.sh:2: the file has no `#@ ---` line"),
        (b"#!/bin/sh\n", "dir/a.sh:1: a line before `#@ ---` must be `#@ key: value`"),
        (b"#@ id: a\n\n#@ ---\n", "dir/a.sh:2: a line before `#@ ---` must be `#@ key: value`"),
        (b"#@id: a\n", "dir/a.sh:1: a line before `#@ ---` must be `#@ key: value`"),
        (b"#@ id:a\n", "dir/a.sh:1: a line before `#@ ---` must be `#@ key: value`"),
        (b"#@ id\n", "dir/a.sh:1: a line before `#@ ---` must be `#@ key: value`"),
        (b"#@ --- \nls\n", "dir/a.sh:1: a line before `#@ ---` must be `#@ key: value`"),
        (
            b"#@ id: \xff\n",
            "dir/a.sh:1: the line is not UTF-8; write such bytes as \\xHH in a quoted value",
        ),
        (
            b"#@ id: a\r\n",
            "dir/a.sh:1: the line holds a control character (U+000D); quote the value and escape \
             it",
        ),
        (b"#@ nope: a\n", "dir/a.sh:1: unknown key `nope`"),
        (b"#@ ID: a\n", "dir/a.sh:1: unknown key `ID`"),
        (b"#@ id: a\n#@ id: a\n", "dir/a.sh:2: `id` is given twice"),
        (b"#@ ---\nls\n", "dir/a.sh:1: `id` is missing"),
        (b"#@ id: a\n#@ ---\nls\n", "dir/a.sh:2: `about` is missing"),
        (
            b"#@ id: a\n#@ about: b\n#@ class: c\n#@ origin: d\n#@ ---\nls\n",
            "dir/a.sh:5: `kind` is missing",
        ),
    ];
    for (file, expected) in rows {
        assert_eq!(parse(file), Err((*expected).to_owned()), "{:?}", file.escape_ascii());
    }
}

#[test]
fn what_is_no_line_is_an_error() {
    let kinds = "create, modify, delete, rename, mode, read, follow, connect, leftover, signal";
    let names = "bash, bash-posix, sh, zsh, busybox, mksh, ksh, yash";
    let rows: &[(&str, String)] = &[
        ("#@ status: open\n", "6: `status`: `open` is none of fixed, known".into()),
        ("#@ status: \n", "6: `status`: `` is none of fixed, known".into()),
        ("#@ status:\n", "6: `status`: `` is none of fixed, known".into()),
        ("#@ world:\n", "6: `world`: the value is empty; an empty text is written \"\"".into()),
        ("#@ world: \"\"\n", "6: `world` is empty".into()),
        ("#@ world: \"\\xff\"\n", "6: `world` must be UTF-8".into()),
        (
            "#@ world:  x\n",
            "6: `world`: a value that starts or ends with a blank must be quoted".into(),
        ),
        ("#@ world: \"x\n", "6: `world`: the quoted value has no closing quote".into()),
        ("#@ world: \"x\"y\n", "6: `world`: there is text after the closing quote".into()),
        ("#@ world: \"\\q\"\n", "6: `world`: unknown escape `\\q` in the quoted value".into()),
        ("#@ delivery: d\n", "6: `delivery`: `d` is none of c, file, stdin, typed, tty".into()),
        ("#@ body: text\n", "6: `body`: `text` is none of base64, no-final-newline".into()),
        (
            "#@ timeout: 5\n",
            "6: `timeout` must be a whole number of seconds from 1 to 600, as in `20s`".into(),
        ),
        (
            "#@ timeout: +5s\n",
            "6: `timeout` must be a whole number of seconds from 1 to 600, as in `20s`".into(),
        ),
        (
            "#@ timeout: 601s\n",
            "6: `timeout` must be a whole number of seconds from 1 to 600, as in `20s`".into(),
        ),
        ("#@ setup: \"\"\n", "6: `setup` is empty".into()),
        ("#@ setup: \"a\\0\"\n", "6: `setup` holds a NUL, which bash cannot read".into()),
        ("#@ env: A\n", "6: `env` must be `NAME=VALUE` without NUL".into()),
        ("#@ env: =b\n", "6: `env` must be `NAME=VALUE` without NUL".into()),
        ("#@ env: \"A=\\0\"\n", "6: `env` must be `NAME=VALUE` without NUL".into()),
        ("#@ env: A=b\n#@ env: A=c\n", "7: the same `env` line stands twice".into()),
        ("#@ shells: fish\n", format!("6: `shells`: `fish` is none of {names}")),
        ("#@ shells: none\n", format!("6: `shells`: `none` is none of {names}")),
        (
            "#@ shells: ,\n",
            "6: `shells`: the list of shells is empty; leave it out to mean every \
                            shell"
                .into(),
        ),
        ("#@ shells: sh sh\n", "6: `shells`: sh is named twice".into()),
        ("#@ effect: made x\n", format!("6: `effect`: `made` is none of {kinds}")),
        ("#@ effect: create\n", "6: `effect` must be `[shells] [undone] KIND [like] PATH`".into()),
        (
            "#@ effect: create  x\n",
            "6: `effect`: a value that starts or ends with a blank must be quoted".into(),
        ),
        (
            "#@ effect: create like \n",
            "6: `effect`: the value is empty; an empty text is written \"\"".into(),
        ),
        (
            "#@ effect: rename a\n",
            "6: `effect` must be `[shells] [undone] rename [like] FROM -> [like] PATH`".into(),
        ),
        (
            "#@ effect: rename \"a\"-> b\n",
            "6: `effect` must be `[shells] [undone] rename [like] FROM -> [like] PATH`".into(),
        ),
        ("#@ effect: [sh create x\n", "6: `effect`: the list of shells has no `]`".into()),
        (
            "#@ effect: [] create x\n",
            "6: `effect`: the list of shells is empty; leave it out to \
                                      mean every shell"
                .into(),
        ),
        (
            "#@ effect: [mksh] create x\n",
            "6: `effect` names mksh, which is not among the case's shells (bash sh zsh)".into(),
        ),
        (
            "#@ effect: create x\n#@ effect: create x\n",
            "7: the same `effect` line stands twice".into(),
        ),
        (
            "#@ exit: 256\n",
            "6: `exit` must be `[shells] N, signal N or timeout (N from 0 to 255)`".into(),
        ),
        (
            "#@ exit: +1\n",
            "6: `exit` must be `[shells] N, signal N or timeout (N from 0 to 255)`".into(),
        ),
        (
            "#@ exit: 0\n#@ exit: [zsh] 1\n",
            "7: `exit` is given twice for zsh; a shell that deviates needs a `differs` line".into(),
        ),
        (
            "#@ exit: [sh] 0\n#@ exit: [sh] 1\n",
            "7: `exit` is given twice for sh; a shell that deviates needs a `differs` line".into(),
        ),
        (
            "#@ output: has x\n",
            "6: `output` must be `[shells] [stdout|stderr] contains|lacks TEXT`".into(),
        ),
        ("#@ output: lacks \"\"\n", "6: `output` is empty".into()),
        ("#@ program: \"\"\n", "6: `program` is empty".into()),
        ("#@ expect: g\n", "6: `expect` must be `[shells] GUARD allow|ask|deny [id]`".into()),
        ("#@ expect: g no\n", "6: `expect`: `no` is none of allow, ask, deny".into()),
        (
            "#@ expect: g deny a b\n",
            "6: `expect` must be `[shells] GUARD allow|ask|deny [id]`".into(),
        ),
        (
            "#@ expect: g deny\n#@ expect: [sh] g allow\n",
            "7: `expect` is given twice for sh; a shell that deviates needs a `differs` line"
                .into(),
        ),
        ("#@ differs: zsh\n", "6: `differs` needs a reason: `differs: SHELL … — reason`".into()),
        ("#@ differs: zsh — \n", "6: `differs` needs a reason: `differs: SHELL … — reason`".into()),
        (
            "#@ differs: zsh - reason\n",
            "6: `differs` needs a reason: `differs: SHELL … — reason`".into(),
        ),
        ("#@ differs: fish — r\n", format!("6: `differs`: `fish` is none of {names}")),
        (
            "#@ differs: mksh — r\n",
            "6: `differs` names mksh, which is not among the case's shells (bash sh zsh)".into(),
        ),
        (
            "#@ differs: zsh — r\n#@ differs: zsh sh — r\n",
            "7: `differs`: zsh is named twice".into(),
        ),
        ("#@ skip: \" \"\n", "6: `skip` is empty".into()),
    ];
    for (lines, expected) in rows {
        assert_eq!(with(lines), Err(format!("dir/a.sh:{expected}")), "{lines}");
    }
    assert_eq!(
        parse(HEAD.replace("bypass", "trick") + "#@ ---\nls\n"),
        Err("dir/a.sh:4: `kind`: `trick` is none of bypass, false-positive, parser-disagreement, \
             broken-handback, divergence, overblock, misparse, relation, unstable, fails-open, \
             crash, hang"
            .into())
    );
    for id in ["../a", ".a", "a b", "a/b", "é", &"x".repeat(201)] {
        assert_eq!(
            parse(HEAD.replace("id: a", &format!("id: {id}")) + "#@ ---\nls\n"),
            Err(format!(
                "dir/a.sh:1: `{id}` is no id: up to 200 letters, digits, `-`, `_` and `.`, the \
                 first a letter or digit"
            ))
        );
    }
}

#[test]
fn what_cannot_be_read_back_is_not_written() {
    let rows: [(Case, &str); 5] = [
        (Case { body: Vec::new(), ..plain() }, "the body is empty"),
        (Case { about: " ".into(), ..plain() }, "`about` is empty"),
        (
            Case { timeout: Some(0), ..plain() },
            "`timeout` must be a whole number of seconds from 1 to 600, as in `20s`",
        ),
        (
            Case {
                effects: vec![EffectLine {
                    shells: Shells::all(),
                    undone: false,
                    kind: EffectKind::Rename,
                    from: None,
                    path: Pattern::Exact(b"x".to_vec()),
                }],
                ..plain()
            },
            "a rename needs a source, and only a rename has one",
        ),
        (
            Case {
                expects: vec![ExpectLine {
                    shells: Shells::all(),
                    guard: "two words".into(),
                    decision: Decision::Deny,
                    rule: None,
                }],
                ..plain()
            },
            "`expect` must be `[shells] GUARD allow|ask|deny [id]`",
        ),
    ];
    for (case, expected) in rows {
        assert_eq!(case.write().unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_git_macro_is_expanded_for_bash() {
    let mut case = plain();
    assert_eq!(case.setup_script(), None);
    case.setup = Some(b"mkdir o && @GIT@ && echo @GIT".to_vec());
    let script = String::from_utf8(case.setup_script().unwrap()).unwrap();
    assert!(script.starts_with("mkdir o && { git init "), "{script}");
    assert!(script.ends_with("; } && echo @GIT"), "{script}");
}

#[test]
fn a_case_may_be_about_the_profiles_of_hosts() {
    let text = "#@ id: c\n#@ about: a login shell reads its profile\n#@ class: start-up\n#@ kind: bypass\n\
                #@ origin: here\n#@ shells: bash@login, zsh@startup\n#@ setup: echo 'touch a' >> ~/.profile\n\
                #@ effect: [bash@login] create a\n#@ effect: create made\n#@ ---\ntouch made\n";
    let case = Case::parse(Path::new("c.sh"), text.as_bytes()).expect("a case");
    let login: ShellName = "bash@login".parse().expect("a shell");
    assert!(case.shells.contains(&login) && case.effects[0].shells.names(login));
    assert_eq!(case.shells.len(), 2);
    let written = case.write().expect("written");
    assert_eq!(Case::parse(Path::new("c.sh"), &written).expect("a case"), case);
    let unknown = text.replace("bash@login", "bash@nothing");
    assert!(Case::parse(Path::new("c.sh"), unknown.as_bytes()).is_err());
}
