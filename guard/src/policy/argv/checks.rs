//! The table of the argv policy's checks.

use super::super::check::{Check, CheckInfo, Policy};
use super::super::split::{Split, split};
use super::super::text::{python_space, trim};

/// Programs that are accepted with any arguments.
pub(super) const ANY_ARGUMENTS: [&str; 4] = ["pytest", "ruff", "mypy", "pyright"];
/// Python's names.
pub(super) const PYTHON: [&str; 2] = ["python", "python3"];
/// The modules that Python may run.
pub(super) const MODULES: [&str; 2] = ["pytest", "unittest"];
/// Package managers.
pub(super) const PACKAGE: [&str; 3] = ["npm", "pnpm", "yarn"];
/// The scripts that a package manager may run.
pub(super) const SCRIPTS: [&str; 4] = ["test", "lint", "typecheck", "check"];
/// The commands of `go`.
pub(super) const GO: [&str; 1] = ["test"];
/// The commands of `cargo`.
pub(super) const CARGO: [&str; 3] = ["test", "check", "clippy"];
/// The bytes that a text may not hold once the whitespace around it is taken off.
pub(super) const REFUSED: &str = ";&|`$<>\n\r";

/// Names the policy to the check table.
pub(crate) struct ArgvPolicy;

impl Policy for ArgvPolicy {
    type Reading<'a> = Reading<'a>;
}

/// What the checks look at.
pub(crate) struct Reading<'a> {
    /// The text without the whitespace around it.
    text: &'a [u8],
    /// Its words.
    pub(super) split: Split,
}

impl<'a> Reading<'a> {
    pub(super) fn new(script: &'a [u8]) -> Self {
        let text = trim(script, python_space);
        Self { text, split: split(text) }
    }

    /// The words.
    fn words(&self) -> &[Vec<u8>] {
        &self.split.words
    }

    /// The first word; empty where there is none.
    fn name(&self) -> &[u8] {
        self.words().first().map_or(&[], Vec::as_slice)
    }

    /// What follows the last `/` or `\` of the first word. The check `path` refuses a directory
    /// part; the checks of programs look at this, so that each of them stands by itself.
    fn tool(&self) -> &[u8] {
        self.name().rsplit(|&byte| matches!(byte, b'/' | b'\\')).next().unwrap_or(&[])
    }

    fn tool_is(&self, names: &[&str]) -> bool {
        names.iter().any(|name| name.as_bytes() == self.tool())
    }

    /// Whether the word at this place is one of these.
    fn word_is(&self, place: usize, words: &[&str]) -> bool {
        self.words().get(place).is_some_and(|word| words.iter().any(|w| w.as_bytes() == word))
    }

    fn holds(&self, bytes: &[u8]) -> bool {
        self.text.iter().any(|byte| bytes.contains(byte))
    }
}

/// The reason that all refusals of a byte give.
const OPERATORS: &str = "shell operators and redirection are not allowed";

pub(super) static CHECKS: [Check<ArgvPolicy>; 13] = [
    Check {
        info: CheckInfo {
            id: "empty",
            looks_at: "the text without the whitespace around it",
            refuses: "an empty one",
            reason: "command is empty",
        },
        refuses: |reading| reading.text.is_empty(),
    },
    Check {
        info: CheckInfo {
            id: "operators",
            looks_at: "every byte of the text",
            refuses: "a semicolon, an ampersand and a pipe, quoted or not",
            reason: OPERATORS,
        },
        refuses: |reading| reading.holds(b";&|"),
    },
    Check {
        info: CheckInfo {
            id: "substitution",
            looks_at: "every byte of the text",
            refuses: "a backtick and a dollar, quoted or not",
            reason: OPERATORS,
        },
        refuses: |reading| reading.holds(b"`$"),
    },
    Check {
        info: CheckInfo {
            id: "redirection",
            looks_at: "every byte of the text",
            refuses: "less-than and greater-than, quoted or not",
            reason: OPERATORS,
        },
        refuses: |reading| reading.holds(b"<>"),
    },
    Check {
        info: CheckInfo {
            id: "newline",
            looks_at: "every byte of the text",
            refuses: "LF and CR inside it, quoted or not",
            reason: OPERATORS,
        },
        refuses: |reading| reading.holds(b"\n\r"),
    },
    Check {
        info: CheckInfo {
            id: "syntax",
            looks_at: "quotes and backslashes",
            refuses: "an open quote and a backslash at the end",
            reason: "invalid command syntax",
        },
        refuses: |reading| reading.split.broken,
    },
    Check {
        info: CheckInfo {
            id: "no-words",
            looks_at: "the words",
            refuses: "a text without any",
            reason: "command is empty",
        },
        refuses: |reading| reading.words().is_empty(),
    },
    Check {
        info: CheckInfo {
            id: "path",
            looks_at: "the first word, unquoted",
            refuses: "a slash or a backslash in it",
            reason: "path-qualified executables are not allowed",
        },
        refuses: |reading| reading.name().iter().any(|&byte| matches!(byte, b'/' | b'\\')),
    },
    Check {
        info: CheckInfo {
            id: "python-module",
            looks_at: "the words after python and python3",
            refuses: "all but `-m pytest` and `-m unittest`",
            reason: "python is limited to -m pytest and -m unittest",
        },
        refuses: |reading| {
            reading.tool_is(&PYTHON)
                && !(reading.word_is(1, &["-m"]) && reading.word_is(2, &MODULES))
        },
    },
    Check {
        info: CheckInfo {
            id: "package-script",
            looks_at: "the words after npm, pnpm and yarn",
            refuses: "all but test, lint, typecheck and check, with `run` in front or not",
            reason: "package managers are limited to the scripts test, lint, typecheck and check",
        },
        refuses: |reading| {
            reading.tool_is(&PACKAGE)
                && !(reading.word_is(1, &SCRIPTS)
                    || (reading.word_is(1, &["run"]) && reading.word_is(2, &SCRIPTS)))
        },
    },
    Check {
        info: CheckInfo {
            id: "go-command",
            looks_at: "the word after go",
            refuses: "all but test",
            reason: "go is limited to go test",
        },
        refuses: |reading| reading.tool_is(&["go"]) && !reading.word_is(1, &GO),
    },
    Check {
        info: CheckInfo {
            id: "cargo-command",
            looks_at: "the word after cargo",
            refuses: "all but test, check and clippy",
            reason: "cargo is limited to test, check and clippy",
        },
        refuses: |reading| reading.tool_is(&["cargo"]) && !reading.word_is(1, &CARGO),
    },
    Check {
        info: CheckInfo {
            id: "executable",
            looks_at: "the last component of the first word",
            refuses: "a program that no rule names",
            reason: "executable is not allowed",
        },
        refuses: |reading| {
            !(reading.tool_is(&ANY_ARGUMENTS)
                || reading.tool_is(&PYTHON)
                || reading.tool_is(&PACKAGE)
                || reading.tool_is(&["go", "cargo"]))
        },
    },
];
