//! The reader by itself: doubts by name, exact places, bounds on time and depth.
#![forbid(unsafe_code)]

use std::time::Duration;

use guard::syntax::{
    self, Command, DoubtKind, Found, MAX_LENGTH, PartKind, Target, UnknownKind, Via, print, quote,
    read, visit,
};

/// The id of the first doubt, or "read".
fn doubt(script: &[u8]) -> &'static str {
    read(script).doubts.first().map_or("read", |doubt| doubt.kind.id())
}

/// The commands of a script, wherever they stand, as `[word word]`; words that are not fixed are
/// `*`.
fn commands(script: &str) -> Vec<String> {
    let reading = read(script.as_bytes());
    assert_eq!(reading.doubts, [], "{script}");
    let mut commands = Vec::new();
    visit(&reading.script, &mut |found| {
        if let Found::Command(reached) = found {
            let text = |word: &syntax::Word| match word.fixed() {
                Some(text) => String::from_utf8_lossy(&text).into_owned(),
                None => "*".to_owned(),
            };
            commands.push(reached.words.iter().map(text).collect::<Vec<_>>().join(" "));
        }
    });
    commands
}

/// What a script leaves open.
fn unknown(script: &str) -> Vec<UnknownKind> {
    let reading = read(script.as_bytes());
    assert_eq!(reading.doubts, [], "{script}");
    let mut kinds = Vec::new();
    visit(&reading.script, &mut |found| {
        if let Found::Unknown { kind, .. } = found {
            kinds.push(kind);
        }
    });
    kinds
}

#[test]
fn each_place_that_shells_read_differently_has_its_name() {
    let table: &[(&[u8], &str)] = &[
        (b"a\0b", "control-byte"),
        (b"a\x7f", "control-byte"),
        (b"-x", "leading-dash"),
        (b"a; '%b'", "builtin-in-one-shell"),
        (b"a \\", "trailing-backslash"),
        (b"a 'b", "unterminated-quote"),
        (b"a \"b", "unterminated-quote"),
        (b"a $(b", "unterminated-substitution"),
        (b"a ${b", "unterminated-substitution"),
        (b"a `b", "unterminated-substitution"),
        (b"a <<E\nb", "unterminated-here-doc"),
        (b"{ a;", "unclosed"),
        (b"if a; then b", "unclosed"),
        (b"a; fi", "unexpected-keyword"),
        (b"}", "unexpected-keyword"),
        (b"a &&", "unexpected-operator"),
        (b")", "unexpected-operator"),
        (b"a;;b", "unexpected-operator"),
        (b"! # a", "unexpected-operator"),
        (b"[[ a ]]", "keyword-in-one-shell"),
        (b"a [[ b", "keyword-in-one-shell"),
        (b"function f { a; }", "keyword-in-one-shell"),
        (b"time a", "keyword-in-one-shell"),
        (b"repeat 2 a", "keyword-in-one-shell"),
        (b"x=1 if", "keyword-after-prefix"),
        (b"{ a; };{(b)}", "keyword-glued"),
        (b"{ }", "empty-list"),
        (b"(a) b", "missing-separator"),
        (b"a {b,c}", "brace-expansion"),
        (b"a {1..3}", "brace-expansion"),
        (b"{a; }", "brace-starts-word"),
        (b"a }", "unquoted-brace-ends-word"),
        (b"a b}", "unquoted-brace-ends-word"),
        (b"a b}\\\nc", "unquoted-brace-ends-word"),
        (b"a \\\n}", "unquoted-brace-ends-word"),
        (b"a $(b }c)", "unquoted-brace-ends-word"),
        (b"a {>b", "brace-starts-word"),
        (b"a =ls", "equals-expansion"),
        (b"a ==", "equals-expansion"),
        (b"a ''=b", "equals-expansion"),
        (b"a ~user", "tilde-form"),
        (b"a b=~", "tilde-form"),
        (b"a $'b'", "ansi-quote"),
        (b"a $\"b\"", "locale-quote"),
        (b"a $[1]", "dollar-form"),
        (b"a \"$$(\" b", "dollar-form"),
        (b"a \"$${\" b", "dollar-form"),
        (b"a ${x:-$$(}", "dollar-form"),
        (b"a ${x/b/c}", "parameter-form"),
        (b"a ${!x}", "parameter-form"),
        (b"a ${1:=b}", "parameter-form"),
        (b"a ${*=b}", "parameter-form"),
        (b"a \"${@:=b}\"", "parameter-form"),
        (b"a ${ b; }", "parameter-form"),
        (b"a \"${x:-'b'}\"", "parameter-word"),
        (b"a $x:h", "parameter-modifier"),
        (b"a $x[1]", "parameter-subscript"),
        (b"a $10", "parameter-digits"),
        (b"a $((b[1]))", "arithmetic-form"),
        (b"a $((b) )", "arithmetic-form"),
        (b"((a))", "arithmetic-command"),
        (b"a `b \\`c\\``", "backquote-form"),
        (b"a (b)", "parenthesis"),
        (b"a=(b)", "parenthesis"),
        (b"a*(b)", "parenthesis"),
        (b"a+=b", "append-assignment"),
        (b"a[1]=b", "subscript-assignment"),
        (b"1=b", "subscript-assignment"),
        (b"a\\\nb=\"c\" d", "line-continuation"),
        (b"a\\\nb[[ ", "line-continuation"),
        (b"a &> f", "redirect-form"),
        (b"a | 0>f b", "redirect-form"),
        (b"a | { b; } 0>>f", "redirect-form"),
        (b"1<f a | b", "redirect-form"),
        (b"a 1<>f | b", "redirect-form"),
        (b"<f 0>g a", "redirect-form"),
        (b"3<f 3>g a", "redirect-form"),
        (b"a 3>f 3<&0", "redirect-form"),
        (b"a <<E 0>&2\nx\nE\n", "redirect-form"),
        (b"a >&f", "redirect-form"),
        (b"a <<< b", "redirect-form"),
        (b"a {b}> f", "redirect-form"),
        (b"a {b} > f", "redirect-form"),
        (b"a |& b", "redirect-form"),
        (b"a >! f", "redirect-form"),
        (b"a 10>f", "redirect-number"),
        (b"> f", "redirect-without-command"),
        (b"command > f", "redirect-without-command"),
        (b"command -p -- 2>&1", "redirect-without-command"),
        (b"a <1-9>", "numeric-range"),
        (b"a <<E$\nE$\n", "here-doc-delimiter"),
        (b"a <<\\& b\n`c`\n\n&\n", "here-doc-delimiter"),
        (b"a <<\\'E' b\n`c`\nE\n", "here-doc-delimiter"),
        (b"a <<\\ b\n`c`\n\n", "here-doc-delimiter"),
        (b"a <<\\;b\n`c`\n\n", "here-doc-delimiter"),
        (b"a <<E\nb\\\nE\n", "here-doc-body"),
        (b"a <<E\n$(b\n)\nE\n", "here-doc-body"),
        (b"a <<E '\n'\nE\n", "here-doc-place"),
        (b"a $(b <<E\nE\nc)", "here-doc-place"),
        (b"a <(b)", "process-substitution"),
        (b"a &| b", "background"),
        (b"!(a)", "negation"),
        (b"eval() { a; }", "function-name"),
        (b"f( ) { a; }", "function-name"),
        (b"f (\t) (a)", "function-name"),
        (b"case a in esac", "case-form"),
        (b"case a in (b)c d;; esac", "case-form"),
        (b"case a in (b)(c);; esac", "case-form"),
        (b"case a in ( b )$x;; esac", "case-form"),
        (b"for a; do b; done", "loop-form"),
        (b"alias a=b", "alias"),
        (b"setopt x", "option-change"),
        (b"set -o posix", "option-change"),
        (b"print a", "builtin-in-one-shell"),
        (b"hash a=b", "builtin-in-one-shell"),
        (b"'noglob' a", "builtin-in-one-shell"),
        (b"\"-\" a", "builtin-in-one-shell"),
        (b"PS4=a", "variable-runs-code"),
        (b"RANDOM=a", "variable-runs-code"),
        (b"read PS4", "variable-runs-code"),
        (b"OPTIND=", "variable-runs-code"),
        (b"OPTIND=08", "variable-runs-code"),
        (b"OPTIND=$x a", "variable-runs-code"),
        (b"status=0", "read-only-variable"),
        (b"LINENO=1 a", "read-only-variable"),
        (b"for history in a; do b; done", "read-only-variable"),
        (b"export UID=1", "read-only-variable"),
        (b"read -r parameters", "read-only-variable"),
        (b"a ${status:=b}", "read-only-variable"),
        (b"v='a[$(b)]'; c $((v))", "evaluated-operand"),
        (b"test -v 'a[$(b)]'", "evaluated-operand"),
        (b"eval 'a }'", "in-nested-text"),
        (b"eval -- a", "builtin-in-one-shell"),
        (b"eval -$x", "builtin-in-one-shell"),
        (b"exec -a b", "builtin-in-one-shell"),
        (b"exec \"-$x\"", "builtin-in-one-shell"),
        (b"eval --\nb", "builtin-in-one-shell"),
        (b"a\\\n|b", "line-continuation"),
        ("a $x\u{e9}".as_bytes(), "non-ascii-name"),
    ];
    for (script, id) in table {
        assert_eq!(doubt(script), *id, "{}", String::from_utf8_lossy(script));
    }
    let named: std::collections::HashSet<&str> = table.iter().map(|(_, id)| *id).collect();
    let missing: Vec<&str> =
        DoubtKind::ALL.iter().map(|kind| kind.id()).filter(|id| !named.contains(id)).collect();
    assert_eq!(missing, ["too-long", "too-deep"], "kinds without a row");
}

#[test]
fn ordinary_scripts_are_read() {
    for script in [
        "",
        "# nothing",
        "\n\n",
        "ls -la",
        "a 'b' \"c\" \\d",
        "a; b & c",
        "a && b || c | d",
        "! a",
        "{ a; }",
        "( (a) )",
        "if a; then b; elif c; then d; else e; fi",
        "while a; do b; done",
        "for x in 1 2; do a $x; done",
        "case $x in (a|b) c;; *) ;; esac",
        "f() { a; }; f",
        "UID=1 a",
        "OPTIND=1; COLUMNS=80 a",
        "case $x in (a) b;; (c);; ( d )\ne;; esac",
        "command a > f; command -v a > f",
        "exec $x -a; exec > f",
        "a <<E\n$x\nE\nb",
        "a <<'E' | b\n$(c)\nE",
        "x=1 y=$z a",
        "a \"$(b \"$(c)\")\"",
        "a `b`",
        "a $((x + 1))",
        "a ${x:-b} ${x%.*} ${#x}",
        "a {} a{b}c @{1}",
        "a b}c }d }}e {f}}g",
        "a {; b { c",
        "a ~ ~/b",
        "[ a = b ]",
        "a >f 2>&1 <g >>h",
        "a *.c [ab]? ",
        "a \\\n  b",
        "set -euo pipefail",
        "echo a#b",
        "a$",
        "export A=b",
        "a=$(<f); b",
        "cd() { a; }; cd",
    ] {
        assert_eq!(doubt(script.as_bytes()), "read", "{script}");
        let reading = read(script.as_bytes());
        let again = read(&print(&reading.script));
        assert_eq!(again.doubts, [], "{script}");
        assert_eq!(again.script.without_places(), reading.script.without_places(), "{script}");
    }
}

#[test]
fn commands_are_found_wherever_they_stand() {
    let table: &[(&str, &[&str])] = &[
        ("a; b", &["a", "b"]),
        ("a \"$(b `c`)\"", &["c", "b *", "a *"]),
        ("x=$(a) c >$(b)", &["a", "b", "c"]),
        ("x=$(a)", &["a", ""]),
        ("a <<E\n$(b)\nE", &["a", "b"]),
        ("a $((1 + $(b)))", &["b", "a *"]),
        ("a ${x:-$(b)} ${x%$(c)}", &["b", "c", "a * *"]),
        ("case $(a) in $(b)) c;; esac", &["a", "b", "c"]),
        ("f() (a)", &["a"]),
        ("for x in $(a); do b; done >$(c)", &["c", "a", "b"]),
        ("eval 'a; b' c", &["eval a; b c", "a", "b c"]),
        ("trap 'a' EXIT", &["trap a EXIT", "a"]),
        ("sh -ec 'a; b' c", &["sh -ec a; b c", "a", "b"]),
        ("sh <<'E'\na\nE", &["sh", "a"]),
        ("command -p a b", &["command -p a b", "a b"]),
        ("exec a b", &["exec a b", "a b"]),
        ("nice -n 5 nohup a", &["nice -n 5 nohup a", "nohup a", "a"]),
        ("sudo -u x A=b c", &["sudo -u x A=b c", "c"]),
        ("env -i A=b c", &["env -i A=b c", "c"]),
        ("env -S 'A=b c' d", &["env -S A=b c d", "env A=b c d", "c d"]),
        ("timeout -k 1 5 a", &["timeout -k 1 5 a", "a"]),
        ("xargs -n 1 a b", &["xargs -n 1 a b", "a b"]),
        ("find . -exec a {} \\; -ok b \\;", &["find . -exec a {} ; -ok b ;", "a {}", "b"]),
        ("git -c core.pager='a b' log", &["git -c core.pager=a b log", "a b"]),
        ("git -c alias.p='!a b' p", &["git -c alias.p=!a b p", "a b"]),
        ("git -c alias.p='push -f' p o", &["git -c alias.p=push -f p o", "git push -f o"]),
        ("git bisect run a b", &["git bisect run a b", "a b"]),
        ("git rebase -x 'a b' m", &["git rebase -x a b m", "a b"]),
        ("git submodule foreach 'a b'", &["git submodule foreach a b", "a b"]),
        ("su -c 'a b' c", &["su -c a b c", "a b"]),
        ("watch 'a | b'", &["watch a | b", "a", "b"]),
        ("flock f -c 'a b'", &["flock f -c a b", "a b", "-c a b"]),
        ("nice -Z a b", &["nice -Z a b", "a b", "b"]),
        ("sh -c 'sh -c \"a b\"'", &["sh -c sh -c \"a b\"", "sh -c a b", "a b"]),
    ];
    for (script, expected) in table {
        assert_eq!(commands(script), *expected, "{script}");
    }
}

#[test]
fn what_is_not_fixed_is_said() {
    use UnknownKind::{Environment, File, Name, Operand, Stream, Text};
    let table: &[(&str, &[UnknownKind])] = &[
        ("a $x", &[]),
        ("$x a", &[Name]),
        ("[ab] c", &[Name]),
        ("eval \"$x\"", &[Text]),
        ("trap \"$x\" EXIT", &[Text]),
        ("sh -c \"$x\"", &[Text]),
        ("sh a.sh", &[File]),
        ("bash -x a.sh", &[File]),
        (". ./a.sh", &[File]),
        ("a | sh", &[Stream]),
        ("sh <<E\n$x\nE", &[Stream]),
        ("env -S \"$x\"", &[Text]),
        ("git -c core.pager=\"$x\" log", &[Text]),
        ("BASH_ENV=f a", &[Environment]),
        ("x=$(a); b $((x))", &[Operand]),
        ("x=1; b $((x))", &[]),
        ("x=$(a); [ $x -gt 1 ]", &[Operand]),
        ("[ $? -eq 0 ]", &[]),
        ("read x; [ \"$x\" = y ]", &[]),
    ];
    for (script, expected) in table {
        assert_eq!(unknown(script), *expected, "{script}");
    }
}

#[test]
fn commands_say_how_they_are_reached() {
    let mut paths = Vec::new();
    let reading = read(b"f() { nice sh -c 'echo $(a)'; }");
    visit(&reading.script, &mut |found| {
        if let Found::Command(reached) = found {
            paths.push((reached.via.to_vec(), reached.place));
        }
    });
    let (via, place) = paths.iter().max_by_key(|(via, _)| via.len()).expect("a command");
    assert_eq!(
        via,
        &[
            Via::Function(b"f".to_vec()),
            Via::Launcher(b"nice".to_vec()),
            Via::Text(b"sh".to_vec()),
            Via::Substitution
        ]
    );
    // A place is always one in the script itself.
    assert_eq!(place.of(b"f() { nice sh -c 'echo $(a)'; }"), b"'echo $(a)'");
}

#[test]
fn places_are_exact() {
    let script = b"x=1 a \"b $c\" 2>'f g' && { d; } >h";
    let reading = read(script);
    let item = &reading.script.list.items[0];
    assert_eq!(item.span.of(script), script);
    let Command::Simple(simple) = &item.first.commands[0] else { panic!("a simple command") };
    assert_eq!(simple.span.of(script), b"x=1 a \"b $c\" 2>'f g'");
    assert_eq!(simple.assignments[0].span.of(script), b"x=1");
    assert_eq!(simple.words[1].span.of(script), b"\"b $c\"");
    assert_eq!(simple.redirects[0].span.of(script), b"2>'f g'");
    let Target::File { word, .. } = &simple.redirects[0].target else { panic!("a file") };
    assert_eq!(word.span.of(script), b"'f g'");
    let PartKind::Double(parts) = &simple.words[1].parts[0].kind else { panic!("quotes") };
    let places: Vec<_> = parts.iter().map(|part| part.span.of(script)).collect();
    assert_eq!(places, [&b"b "[..], b"$c"]);
    let Command::Compound(group) = &item.rest[0].1.commands[0] else { panic!("a group") };
    assert_eq!(group.span.of(script), b"{ d; } >h");
    let doubts = read(b"a; b {c,d}").doubts;
    assert_eq!(doubts[0].span.of(b"a; b {c,d}"), b"{c");
    assert_eq!(
        doubts[0].to_string(),
        "brace-expansion at byte 5: bash, zsh and mksh expand it, dash does not"
    );
}

#[test]
fn here_documents_are_printed_where_they_are_read() {
    for script in [
        "a <<E && b\nx\nE\nc",
        "! >f !a b",
        "! >|'b' !a b",
        "a |!\"\n\" b <<E\nx\nE\n: >>f",
        "a=\"\n\" >f b=1 <g c \"\n\" <<E >>h d\nx\nE\n",
        "! a | >f !b c",
        "{ a <<E; b <<'F'\nx\nE\ny\nF\n} | c",
        "a \"$(b <<'E'\nx\nE\n)\" c",
        "a <<-E\n\t$x\n\tE\n",
        "if a <<E; then\nx\nE\nb; fi",
        "a <<''\nb\n\nc",
    ] {
        let reading = read(script.as_bytes());
        assert_eq!(reading.doubts, [], "{script}");
        let printed = print(&reading.script);
        let again = read(&printed);
        assert_eq!(again.doubts, [], "{}", String::from_utf8_lossy(&printed));
        assert_eq!(again.script.without_places(), reading.script.without_places(), "{script}");
        assert_eq!(print(&again.script), printed, "{script}");
    }
}

#[test]
fn quoted_text_is_read_as_itself() {
    for text in [&b""[..], b"a", b"it's", b"a\nb", b"$(x) `y` \\", "\u{a0}".as_bytes()] {
        let script = [b"a ", quote(text).as_slice()].concat();
        let reading = read(&script);
        let Command::Simple(simple) = &reading.script.list.items[0].first.commands[0] else {
            panic!("a simple command");
        };
        assert_eq!(simple.words[1].fixed().as_deref(), Some(text));
    }
}

/// Texts that have made readers slow, deep or wrong.
fn hard_texts() -> Vec<Vec<u8>> {
    let units = [
        "(",
        "( ",
        "{ ",
        "$(",
        "${",
        "${x:-",
        "$((",
        "`",
        "\"",
        "'",
        "\"$(",
        "\"${x:-",
        "a <<E ",
        "a <<E\n",
        "<<E\nE\n",
        "if ",
        "if a; then ",
        "while ",
        "case a in b) ",
        "for x in a; do ",
        "a;",
        "a&&",
        "a|",
        "a\n",
        "a&",
        "!",
        "! ",
        "f() { ",
        "[",
        "[[ ",
        "{a",
        "a{b}",
        "}",
        "\\\n",
        "\\",
        "a \\\n",
        "$x",
        "\"$x\"",
        "a'b'",
        "x=1 ",
        "x=",
        "2>f ",
        ">",
        "<",
        "nice ",
        "eval ",
        "sudo -Z ",
        "env a=b ",
        "sh -c ",
        "sh -c '",
        "$a ",
        "watch -z ",
        "git -c alias.a=",
        "=",
        "~",
        "$((1+",
        "$((a)",
        "\"a\\\n",
        "# a\n",
        "a #",
        "\t",
        " ",
        "é",
        "\u{a0}",
        "a=$((b+",
        "; ",
        "printf %d ",
        "[ $x -eq ",
        "read x;",
        "xargs ",
        "find . -exec a ",
        "exec ",
        "command ",
    ];
    let mut texts = Vec::new();
    for unit in units {
        let count = MAX_LENGTH / unit.len();
        texts.push(unit.repeat(count).into_bytes());
        // Nested and closed, as far as nesting goes.
        for (open, close) in [("(", ")"), ("{ ", ";}"), ("$(", ")"), ("\"$(", ")\"")] {
            let text = [open.repeat(60), unit.repeat(500), close.repeat(60)].concat();
            texts.push(text.into_bytes());
        }
    }
    texts.push(vec![0; MAX_LENGTH]);
    texts.push(vec![0xff; MAX_LENGTH]);
    texts.push(b"a b\n".repeat(MAX_LENGTH / 4));
    texts
}

/// What this thread has used of the processor: other work on the machine is no fault of the
/// reader's.
fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(now.tv_nsec.unsigned_abs())
}

#[test]
fn any_text_is_answered_soon_and_without_much_stack() {
    // A thread's stack of a quarter of the usual size: nesting is bounded, so depth is too.
    let slowest = std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(|| {
            let mut slowest = (Duration::ZERO, Vec::new());
            for text in hard_texts() {
                let time = (0..3)
                    .map(|_| {
                        let start = cpu_time();
                        let reading = read(&text);
                        if reading.doubts.is_empty() {
                            visit(&reading.script, &mut |_| {});
                            let printed = print(&reading.script);
                            assert!(printed.len() <= text.len() * 2 + 64);
                        }
                        cpu_time().saturating_sub(start)
                    })
                    .min()
                    .unwrap_or_default();
                if time > slowest.0 {
                    slowest = (time, text);
                }
            }
            slowest
        })
        .expect("a thread")
        .join()
        .expect("no overflow");
    let (time, text) = slowest;
    let shown = String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
    assert!(time < Duration::from_millis(50), "{time:?} for {shown:?}");
}

#[test]
fn limits_are_doubts() {
    assert_eq!(doubt(&vec![b'a'; MAX_LENGTH]), "read");
    assert_eq!(doubt(&vec![b'a'; MAX_LENGTH + 1]), "too-long");
    let nested = |depth: usize| format!("{}a{}", "( ".repeat(depth), " )".repeat(depth));
    assert_eq!(doubt(nested(64).as_bytes()), "read");
    assert_eq!(doubt(nested(65).as_bytes()), "too-deep");
    let launchers = |count: usize| format!("{}a", "nice ".repeat(count));
    assert_eq!(doubt(launchers(64).as_bytes()), "read");
    assert_eq!(doubt(launchers(65).as_bytes()), "too-deep");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_read_or_doubted(text in proptest::collection::vec(proptest::num::u8::ANY, 0..80)) {
        let reading = read(&text);
        for doubt in &reading.doubts {
            proptest::prop_assert!(doubt.span.start <= doubt.span.end);
            proptest::prop_assert!(doubt.span.end as usize <= text.len());
        }
    }

    #[test]
    fn printed_trees_are_read_as_they_were(text in "[ab ;&|\\n(){}'\"$`<>\\\\E=!#*~x]{0,40}") {
        let reading = read(text.as_bytes());
        if reading.doubts.is_empty() {
            let printed = print(&reading.script);
            let again = read(&printed);
            proptest::prop_assert_eq!(&again.doubts, &[]);
            proptest::prop_assert_eq!(again.script.without_places(), reading.script.without_places());
            proptest::prop_assert_eq!(print(&again.script), printed);
        }
    }
}
