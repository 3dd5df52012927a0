//! `trapline shells`: the shells and the profiles of hosts, installed or not.

use oracle::{Delivery, Shell, ShellName};
use serde::Serialize;

use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::text::table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

#[derive(Serialize)]
struct Told {
    v: u32,
    shells: Vec<ShellTold>,
}

#[derive(Serialize)]
struct ShellTold {
    shell: &'static str,
    version: Option<String>,
    program: Option<String>,
    /// The arguments before a script that is delivered by `-c`; of a session, all that there are.
    argv: Vec<String>,
    /// Whether it is one shell that is handed several scripts.
    session: bool,
    package: &'static str,
    problem: Option<String>,
}

pub(crate) fn run(_: &Args, out: &mut Out) -> Result<u8, Error> {
    let told: Vec<ShellTold> = ShellName::all().map(describe).collect();
    let any = told.iter().any(|shell| shell.program.is_some());
    if out.is_json() {
        out.value(&Told { v: 1, shells: told });
    } else {
        let mut rows = vec![["shell", "version", "run as"].map(str::to_owned).to_vec()];
        for shell in told {
            rows.push(match (shell.version, shell.problem) {
                (Some(version), _) => {
                    let how =
                        if shell.session { "as a session, one script after another" } else { "-c" };
                    vec![shell.shell.to_owned(), version, format!("{} {how}", shell.argv.join(" "))]
                }
                (None, problem) => {
                    vec![shell.shell.to_owned(), "-".to_owned(), problem.unwrap_or_default()]
                }
            });
        }
        table(&rows).into_iter().for_each(|line| out.line(line));
    }
    Ok(if any { codes::CLEAN } else { codes::SETUP_MISSING })
}

fn describe(name: ShellName) -> ShellTold {
    let (shell, package) = (name.name(), name.package());
    match Shell::find(name) {
        Ok(found) => ShellTold {
            shell,
            version: Some(found.version.clone()),
            program: Some(found.program().display().to_string()),
            argv: found
                .prefix(Delivery::C)
                .iter()
                .map(|word| String::from_utf8_lossy(word).into_owned())
                .collect(),
            session: name.is_session(),
            package,
            problem: None,
        },
        Err(error) => ShellTold {
            shell,
            version: None,
            program: None,
            argv: Vec::new(),
            session: name.is_session(),
            package,
            problem: Some(error.to_string()),
        },
    }
}
