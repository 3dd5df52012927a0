//! Shells and worlds as the command line names them.

use std::time::Duration;

use clap::Args;
use guard::Guard;
use hunt::Plan;
use oracle::{Delivery, Shell, ShellError, ShellName, World, worlds};

use crate::error::Error;
use crate::say;

/// The shells of a command that names none.
pub(crate) const DEFAULT_SHELLS: [ShellName; 3] = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];

/// The option that names shells.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ShellArgs {
    /// The shells to run under, plain or as NAME@profile [default: bash,sh,zsh as far as they are installed].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = shell_name)]
    pub(crate) shells: Option<Vec<ShellName>>,
}

fn shell_name(text: &str) -> Result<ShellName, String> {
    let known = || ShellName::all().map(ShellName::name).collect::<Vec<_>>().join(", ");
    match text.parse() {
        Ok(ShellName::None) | Err(_) => Err(format!("there are {}", known())),
        Ok(name) => Ok(name),
    }
}

impl ShellArgs {
    /// The installed shells among these, or of the default ones.
    ///
    /// # Errors
    ///
    /// Where one that was named is not installed, where any is not and `REQUIRE_SHELLS` is set to
    /// `1`, or where there is none at all.
    pub(crate) fn find(&self) -> Result<Vec<Shell>, Error> {
        let mut names: Vec<ShellName> = Vec::new();
        for name in self.shells.as_deref().unwrap_or(&DEFAULT_SHELLS) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        let strict = self.shells.is_some() || is_strict();
        let mut shells = Vec::new();
        for name in &names {
            match Shell::find(*name) {
                Ok(shell) => shells.push(shell),
                Err(error @ ShellError::Missing { .. }) if !strict => {
                    say::line(format!("trapline: skipping a shell: {error}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
        if shells.is_empty() {
            let names: Vec<&str> = names.iter().map(|name| name.name()).collect();
            return Err(Error::NoShell(names.join(", ")));
        }
        Ok(shells)
    }
}

/// Whether a shell that is not installed is an error everywhere.
pub(crate) fn is_strict() -> bool {
    std::env::var_os("REQUIRE_SHELLS").is_some_and(|value| value == "1")
}

/// The option that names a world.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorldArgs {
    /// The world to run in; `trapline worlds` lists them.
    #[arg(long, value_name = "NAME", default_value = "range")]
    pub(crate) world: String,
}

impl WorldArgs {
    /// The world.
    ///
    /// # Errors
    ///
    /// Where none has that name.
    pub(crate) fn get(&self) -> Result<World, Error> {
        Ok(worlds::get(&self.world)?)
    }
}

/// The worlds in which the tree of this one cannot be entered: it is missing, a file, or closed.
///
/// # Errors
///
/// Where a named one cannot be had.
pub(crate) fn without_tree(world: &World) -> Result<Vec<World>, Error> {
    if world.name == "range" {
        let names = ["range-missing", "range-file", "range-unreadable"];
        return names.into_iter().map(|name| Ok(worlds::get(name)?)).collect();
    }
    if world.start != world.tree {
        // Runs in this world start beside the tree as it is.
        return Ok(vec![world.clone()]);
    }
    let mut missing = world.clone().without(&world.tree).tree(&world.tree, "/w/start");
    // It makes things in the tree, and would fail where there is none; then nothing could run.
    missing.setup = None;
    missing.name = format!("{}-missing", world.name);
    Ok(vec![missing])
}

/// A plan for these shells in this world.
///
/// # Errors
///
/// As [`without_tree`].
pub(crate) fn plan(shells: Vec<Shell>, world: World) -> Result<Plan, Error> {
    let missing = without_tree(&world)?;
    Ok(Plan::new(shells, vec![world], missing))
}

/// How what a guard allows is to reach the shell, where a case names a delivery: as the case says
/// where the guard vouches for that, and otherwise with `-c`, as its host does it.
pub(crate) fn vouched(guard: &dyn Guard, delivery: Delivery) -> Delivery {
    if guard.vouches_for(delivery.name()) { delivery } else { Delivery::C }
}

/// Reads the name of a delivery.
///
/// # Errors
///
/// The names that there are.
pub(crate) fn delivery(text: &str) -> Result<Delivery, String> {
    Delivery::ALL
        .into_iter()
        .find(|delivery| delivery.name() == text)
        .ok_or_else(|| format!("there are {}", Delivery::ALL.map(Delivery::name).join(", ")))
}

/// Reads the time limit of a run.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn timeout(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_secs(600);
    match crate::text::duration(text)? {
        time if time <= LONGEST => Ok(time),
        _ => Err("a run may take at most 10m".to_owned()),
    }
}
