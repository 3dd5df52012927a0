//! Positive controls: before a result counts, the oracle has to see what is planted for it, and
//! nothing where nothing is done.

use oracle::{By, Delivery, EffectKind, Mode, Observation, Oracle, Run, Script, Shell, World};

use crate::error::Error;

/// A name that nobody installs, so that the tripwire has to answer.
const NOBODY: &str = "trapline-control-nobody";

/// A file that no world declares.
const PLANTED: &str = "trapline-control-planted";

/// Runs the oracle's own self-test under each shell, and the controls in this world, in both modes.
///
/// # Errors
///
/// [`Error::Controls`] names the first that failed; an error of the oracle where nothing can run.
pub(crate) fn check(oracle: &mut Oracle, shells: &[Shell], world: &World) -> Result<(), Error> {
    for shell in shells {
        for mode in [Mode::Exact, Mode::ForkServer] {
            oracle.self_test(shell, mode)?;
            for control in [nothing, create, program] {
                control(&mut |script: &str| run(oracle, shell, world, mode, script)).map_err(
                    |error| match error {
                        Error::Controls(what) => {
                            Error::Controls(format!("{} ({}): {what}", shell.name, mode.name()))
                        }
                        other => other,
                    },
                )?;
            }
        }
    }
    Ok(())
}

type Seen<'a> = dyn FnMut(&str) -> Result<Observation, Error> + 'a;

fn run(
    oracle: &mut Oracle,
    shell: &Shell,
    world: &World,
    mode: Mode,
    script: &str,
) -> Result<Observation, Error> {
    let run = Run {
        script: Script::Text(script.as_bytes().to_vec()),
        delivery: Delivery::C,
        mode,
        ..Run::new("", world, shell)
    };
    Ok(oracle.observe(&run)?)
}

fn nothing(run: &mut Seen<'_>) -> Result<(), Error> {
    let seen = run(":")?;
    hold(":", &seen, seen.exit == Some(0) && seen.effects.is_empty() && seen.programs.is_empty())
}

fn create(run: &mut Seen<'_>) -> Result<(), Error> {
    // The folder for temporary files is there in every world, the tree is not.
    let script = format!("echo planted > \"$TMPDIR\"/{PLANTED}");
    let seen = run(&script)?;
    let one = match seen.effects.as_slice() {
        [effect] => effect.kind == EffectKind::Create && effect.path.ends_with(PLANTED.as_bytes()),
        _ => false,
    };
    hold(&script, &seen, seen.exit == Some(0) && one && seen.programs.is_empty())
}

fn program(run: &mut Seen<'_>) -> Result<(), Error> {
    let script = format!("{NOBODY} 'one two' --three");
    let seen = run(&script)?;
    let argv = [NOBODY, "one two", "--three"].map(|word| word.as_bytes().to_vec());
    let one = match seen.programs.as_slice() {
        [program] => program.argv == argv && program.tripwire && program.by == By::Shell,
        _ => false,
    };
    hold(&script, &seen, one && seen.effects.is_empty())
}

fn hold(script: &str, seen: &Observation, holds: bool) -> Result<(), Error> {
    if holds {
        return Ok(());
    }
    let effects: Vec<String> = seen
        .effects
        .iter()
        .map(|e| format!("{} {}", e.kind.name(), String::from_utf8_lossy(&e.path)))
        .collect();
    let programs: Vec<String> = seen
        .programs
        .iter()
        .map(|p| String::from_utf8_lossy(&p.argv.join(&b' ')).into_owned())
        .collect();
    Err(Error::Controls(format!(
        "`{script}` came to exit {:?}, effects [{}], programs [{}]",
        seen.exit,
        effects.join(", "),
        programs.join(", ")
    )))
}
