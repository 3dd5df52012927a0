//! The argv policy.

use std::io::Write;
use std::process::{Command, Stdio};

use guard::policy::argv::Argv;
use guard::promise::Clause;
use guard::{Answer, Guard, Handback, Verdict};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::{decide, request};

/// Script, and what comes of it.
const CASES: &[(&[u8], &str)] = &[
    // Surrounding whitespace, and nothing but it.
    (b"", "deny empty"),
    (b" \t\n", "deny empty"),
    (b"\xc2\xa0\x1c", "deny empty"),
    (b"pytest\n", r#"argv ["pytest"]"#),
    (b"\r\npytest -q\r\n", r#"argv ["pytest", "-q"]"#),
    // Refused bytes, quoted or not.
    (b"pytest -q; rm -rf .git", "deny operators"),
    (b"pytest &", "deny operators"),
    (b"pytest | cat", "deny operators"),
    (b"pytest $(cat /etc/passwd)", "deny substitution"),
    (b"pytest `x`", "deny substitution"),
    (b"pytest < x", "deny redirection"),
    (b"pytest > x", "deny redirection"),
    (b"pytest\ntests", "deny newline"),
    (b"pytest\rtests", "deny newline"),
    (b"pytest \"a;b\"", "deny operators"),
    (b"pytest 'a|b'", "deny operators"),
    (b"pytest --cov=$X", "deny substitution"),
    (b"pytest '\n'", "deny newline"),
    // Quoting that does not end.
    (b"pytest \"x", "deny syntax"),
    (b"pytest 'x", "deny syntax"),
    (b"pytest x\\", "deny syntax"),
    (b"pytest \"x\\", "deny syntax"),
    // Quoting is all that is read.
    (b"pytest # x", r##"argv ["pytest", "#", "x"]"##),
    (b"py\"test\" -q", r#"argv ["pytest", "-q"]"#),
    (b"'pytest' -q", r#"argv ["pytest", "-q"]"#),
    (b"pyt\\est", r#"argv ["pytest"]"#),
    (
        b"pytest \"a\\\"b\\\\c\\d\" 'a\\b' \"\" ''x",
        r#"argv ["pytest", "a\"b\\c\\d", "a\\b", "", "x"]"#,
    ),
    (b"\"pytest -q\"", "deny executable"),
    (b"''", "deny executable"),
    (b"\"\"", "deny executable"),
    (b"tools\\pytest", "deny executable"),
    // A directory part, seen after unquoting.
    (b"tools\\\\pytest -q", "deny path"),
    (b"\"./pytest\"", "deny path"),
    (b"./pytest", "deny path"),
    (b"./pytest -q", "deny path"),
    (b"/tmp/pytest", "deny path"),
    (b"/tmp/pytest -q", "deny path"),
    (b"'tools\\pytest'", "deny path"),
    // Nothing expands.
    (b"pytest *.py", r#"argv ["pytest", "*.py"]"#),
    (b"pytest {a,b}", r#"argv ["pytest", "{a,b}"]"#),
    (b"pytest ~/x", r#"argv ["pytest", "~/x"]"#),
    (b"pytest (a)", r#"argv ["pytest", "(a)"]"#),
    (b"pytest !x", r#"argv ["pytest", "!x"]"#),
    // What separates words.
    (b"pytest\ttests", r#"argv ["pytest", "tests"]"#),
    (b"pytest\x0btests", "deny executable"),
    (b"pytest\x0ctests", "deny executable"),
    (b"pytest\xc2\xa0tests", "deny executable"),
    (b"pytest\xe2\x80\xa8tests", "deny executable"),
    // Other programs.
    (b"FOO=1 pytest", "deny executable"),
    (b"env pytest", "deny executable"),
    (b"sudo pytest", "deny executable"),
    (b"npx x", "deny executable"),
    (b"node -e \"1\"", "deny executable"),
    (b"make test", "deny executable"),
    (b"tox", "deny executable"),
    (b"uv run pytest", "deny executable"),
    (b"git status", "deny executable"),
    (b"bun test", "deny executable"),
    (b"PYTEST", "deny executable"),
    (b"pytest.exe", "deny executable"),
    (b"python3.11 -m pytest", "deny executable"),
    // Programs that are accepted with any arguments.
    (b"pytest -q tests/test_api.py", r#"argv ["pytest", "-q", "tests/test_api.py"]"#),
    (b"ruff check --fix", r#"argv ["ruff", "check", "--fix"]"#),
    (b"mypy --install-types", r#"argv ["mypy", "--install-types"]"#),
    (b"pyright", r#"argv ["pyright"]"#),
    // Python.
    (
        b"python -m unittest discover -s tests",
        r#"argv ["python", "-m", "unittest", "discover", "-s", "tests"]"#,
    ),
    (b"python3 -m pytest", r#"argv ["python3", "-m", "pytest"]"#),
    (b"python x.py", "deny python-module"),
    (b"python dangerous.py", "deny python-module"),
    (b"python -c \"1\"", "deny python-module"),
    (b"python -mpytest", "deny python-module"),
    (b"python -I -m pytest", "deny python-module"),
    (b"python -m pip", "deny python-module"),
    (b"python3", "deny python-module"),
    // Package managers.
    (b"npm test", r#"argv ["npm", "test"]"#),
    (b"pnpm typecheck", r#"argv ["pnpm", "typecheck"]"#),
    (b"npm test --prefix /tmp", r#"argv ["npm", "test", "--prefix", "/tmp"]"#),
    (b"npm run test -- --x", r#"argv ["npm", "run", "test", "--", "--x"]"#),
    (b"yarn run lint", r#"argv ["yarn", "run", "lint"]"#),
    (b"npm t", "deny package-script"),
    (b"npm run-script test", "deny package-script"),
    (b"npm run test:unit", "deny package-script"),
    (b"npm run build", "deny package-script"),
    (b"npm exec x", "deny package-script"),
    (b"npm --prefix x test", "deny package-script"),
    (b"pnpm -r test", "deny package-script"),
    (b"pnpm dlx x", "deny package-script"),
    (b"pnpm exec x", "deny package-script"),
    (b"yarn node x", "deny package-script"),
    (b"npm", "deny package-script"),
    (b"yarn", "deny package-script"),
    (b"npm run", "deny package-script"),
    // Go and cargo.
    (b"go test ./...", r#"argv ["go", "test", "./..."]"#),
    (b"go test -exec /tmp/x", r#"argv ["go", "test", "-exec", "/tmp/x"]"#),
    (b"go -C x test", "deny go-command"),
    (b"go run .", "deny go-command"),
    (b"go vet", "deny go-command"),
    (b"go", "deny go-command"),
    (b"cargo test", r#"argv ["cargo", "test"]"#),
    (b"cargo check", r#"argv ["cargo", "check"]"#),
    (b"cargo clippy --fix", r#"argv ["cargo", "clippy", "--fix"]"#),
    (b"cargo +nightly test", "deny cargo-command"),
    (b"cargo run", "deny cargo-command"),
    (b"cargo build", "deny cargo-command"),
    // Bytes that are no text.
    (b"pytest a\0b", "argv [\"pytest\", \"a\\0b\"]"),
    (b"pytest \xff", "argv [\"pytest\", \"\u{fffd}\"]"),
    (b"\xffpytest", "deny executable"),
];

#[test]
fn every_case_of_the_page_holds() {
    let mut guard = Argv::new();
    for &(script, expected) in CASES {
        assert_eq!(decide(&mut guard, script), expected, "{:?}", String::from_utf8_lossy(script));
    }
}

/// What the page says is accepted although it reaches further than the name suggests.
#[test]
fn arguments_of_accepted_programs_are_free() {
    let mut guard = Argv::new();
    for script in [
        "pytest -p plugin",
        "pytest -c /tmp/x.ini",
        "pytest --rootdir=/",
        "pytest ../../x",
        "ruff check --config /tmp/x",
        "cargo test --config x",
    ] {
        let words: Vec<&str> = script.split(' ').collect();
        assert_eq!(decide(&mut guard, script.as_bytes()), format!("argv {words:?}"), "{script}");
    }
}

#[test]
fn refusals_give_the_reason_of_their_class() {
    let rows = [
        ("", "command is empty"),
        ("pytest;", "shell operators and redirection"),
        ("pytest >x", "shell operators and redirection"),
        ("pytest '", "invalid command syntax"),
        ("./pytest", "path-qualified executables"),
        ("python x", "limited to -m pytest and -m unittest"),
        ("npm x", "limited to the scripts"),
        ("go x", "limited to go test"),
        ("cargo x", "limited to"),
        ("x", "executable is not allowed"),
    ];
    for (script, expected) in rows {
        match Argv::new().decide(&request(script.as_bytes())) {
            Answer::Verdict(Verdict::Deny { reason, .. }) => {
                assert!(reason.contains(expected), "{script}: {reason}");
            }
            other => panic!("{script}: {other:?}"),
        }
    }
}

#[test]
fn the_promise_names_every_program_and_form() {
    let guard = Argv::new();
    let [Clause::Argv(clause)] = guard.promise().clauses.as_slice() else {
        panic!("{:?}", guard.promise());
    };
    assert_eq!(
        clause.names,
        [
            "pytest", "ruff", "mypy", "pyright", "python", "python3", "npm", "pnpm", "yarn", "go",
            "cargo"
        ]
    );
    assert_eq!(clause.refused, ";&|`$<>\n\r");
    assert_eq!(clause.forms.len(), 4 + 2 * 2 + 3 * 4 * 2 + 1 + 3);
    // Every form is a script that is allowed, and is handed back as it is.
    for form in &clause.forms {
        let words: Vec<Vec<u8>> = form.iter().map(|word| word.clone().into_bytes()).collect();
        match Argv::new().decide(&request(form.join(" ").as_bytes())) {
            Answer::Verdict(Verdict::Allow { handback: Handback::Argv(argv), .. }) => {
                assert_eq!(argv, words);
            }
            other => panic!("{form:?}: {other:?}"),
        }
    }
}

/// Python's own `str.strip` and `shlex.split` read 4,000 texts as the policy does.
#[test]
fn words_are_those_that_python_splits() {
    const ALPHABET: &[&str] = &[
        "a", "b", "-", "/", "\"", "'", "\\", " ", "\t", "#", "*", "~", "(", "{", "!", "\u{b}",
        "\u{c}", "\u{1c}", "\u{85}", "\u{a0}", "\u{2028}", "\u{feff}", "é", "\0",
    ];
    const PROGRAM: &str = r#"
import json, shlex, sys
for line in sys.stdin:
    text = json.loads(line).strip()
    try:
        words = shlex.split(text)
    except ValueError:
        words = None
    print(json.dumps(words))
"#;
    let strategy = proptest::collection::vec(proptest::sample::select(ALPHABET), 0..12);
    let mut runner = TestRunner::deterministic();
    let texts: Vec<String> = (0..4000)
        .map(|_| {
            // A name that is accepted, so that the words are handed back and can be compared.
            let tail = strategy.new_tree(&mut runner).expect("a value").current().concat();
            format!("pytest {tail}")
        })
        .collect();
    let mut input = Vec::new();
    for text in &texts {
        serde_json::to_writer(&mut input, text).expect("JSON");
        input.push(b'\n');
    }
    let mut python = Command::new("python3")
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let mut stdin = python.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = python.wait_with_output().expect("python3 ends");
    writer.join().expect("a thread").expect("all is read");
    let theirs: Vec<Option<Vec<String>>> = String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(theirs.len(), texts.len());
    for (text, theirs) in texts.iter().zip(theirs) {
        let ours = match Argv::new().decide(&request(text.as_bytes())) {
            Answer::Verdict(Verdict::Allow { handback: Handback::Argv(words), .. }) => Some(
                words.into_iter().map(|word| String::from_utf8(word).expect("UTF-8")).collect(),
            ),
            Answer::Verdict(Verdict::Deny { id, .. }) if id == "syntax" => None,
            other => panic!("{text:?}: {other:?}"),
        };
        // A name that runs on is refused, and there is nothing to compare.
        assert_eq!(ours, theirs, "{text:?}");
    }
}
