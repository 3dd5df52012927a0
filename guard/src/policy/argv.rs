//! The argv policy: a text becomes an argv of a known developer tool, or is refused.
//!
//! Nothing here reads the shell language, because no shell is to read the text: an allow hands
//! back an argv, which the host starts without a shell. Rules apply in the order of the table;
//! the first that refuses gives the refusal its id.
//!
//! | id | rule |
//! |---|---|
//! | `empty` | nothing is left when the whitespace around the text is taken off |
//! | `operators` | `;`, `&` or a pipe, quoted or not |
//! | `substitution` | a backtick or a dollar, quoted or not |
//! | `redirection` | `<` or `>`, quoted or not |
//! | `newline` | LF or CR inside the text, quoted or not |
//! | `syntax` | an open quote or a dangling backslash |
//! | `no-words` | no word is left |
//! | `path` | the program's name has a directory part (`/` or `\`) |
//! | `python-module` | `python` and `python3` that do not begin `-m pytest` or `-m unittest` |
//! | `package-script` | `npm`, `pnpm` and `yarn` that do not run `test`, `lint`, `typecheck` or `check` |
//! | `go-command` | `go` with another command than `test` |
//! | `cargo-command` | `cargo` with another command than `test`, `check` or `clippy` |
//! | `executable` | any other program |
//!
//! `empty` and `no-words` refuse nothing that `executable` does not refuse too: without a word
//! there is no program that it knows.

mod checks;

use crate::promise::{ArgvClause, Clause, Promise};
use crate::{Handback, Request, Verdict};

use self::checks::{
    ANY_ARGUMENTS, ArgvPolicy, CARGO, CHECKS, GO, MODULES, PACKAGE, PYTHON, REFUSED, Reading,
    SCRIPTS,
};
use super::check::{Checked, Table};

/// The clause that an allow of this policy vouches for.
pub fn clause() -> ArgvClause {
    let mut names = Vec::new();
    let mut forms: Vec<Vec<String>> = Vec::new();
    let mut add = |words: &[&str]| {
        forms.push(words.iter().map(|&word| word.to_owned()).collect());
    };
    for name in ANY_ARGUMENTS {
        names.push(name.to_owned());
        add(&[name]);
    }
    for name in PYTHON {
        names.push(name.to_owned());
        for module in MODULES {
            add(&[name, "-m", module]);
        }
    }
    for name in PACKAGE {
        names.push(name.to_owned());
        for script in SCRIPTS {
            add(&[name, script]);
            add(&[name, "run", script]);
        }
    }
    for (name, commands) in [("go", &GO[..]), ("cargo", &CARGO[..])] {
        names.push(name.to_owned());
        for command in commands {
            add(&[name, command]);
        }
    }
    ArgvClause { names, forms, refused: REFUSED.to_owned() }
}

/// The argv policy as a guard.
pub struct Argv {
    table: Table<ArgvPolicy>,
    promise: Promise,
}

impl Argv {
    /// The policy with all its checks.
    pub fn new() -> Self {
        let promise =
            Promise { preset: Some("argv".to_owned()), clauses: vec![Clause::Argv(clause())] };
        Self { table: Table::new(&CHECKS), promise }
    }
}

impl Default for Argv {
    fn default() -> Self {
        Self::new()
    }
}

impl Checked for Argv {
    type Policy = ArgvPolicy;

    const NAME: &'static str = "argv";

    fn table(&self) -> &Table<ArgvPolicy> {
        &self.table
    }

    fn promise(&self) -> &Promise {
        &self.promise
    }

    /// One script for each accepted form.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let arguments = ["", " -q tests/test_api.py", " -v", " --help"];
        let forms = clause().forms.into_iter().map(|form| form.join(" "));
        forms
            .zip(arguments.into_iter().cycle())
            .map(|(form, arguments)| format!("{form}{arguments}").into_bytes())
            .collect()
    }

    fn read<'a>(&self, request: &'a Request) -> Reading<'a> {
        Reading::new(&request.script)
    }

    fn allow(&self, _: &Request, reading: Reading<'_>) -> Verdict {
        let handback = Handback::Argv(reading.split.words);
        Verdict::Allow { handback, rule: None, reason: None }
    }
}
