//! How the sandbox differs from the user's own shell.
//!
//! Which differences there are, and which runs and findings meet them, is known to [`hunt::differences`];
//! here they are compared with what there is around this program.

mod here;
mod profile;

use hunt::differences::Difference as Kind;
use serde::Serialize;

pub(crate) use here::Here;
pub(crate) use profile::{Profile, print_met};

/// One known difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// A stable name, by which runs and findings tell what they depend on.
    pub(crate) id: &'static str,
    /// How it is in the sandbox.
    pub(crate) sandbox: String,
    /// How it is here.
    pub(crate) here: String,
}

/// Every known difference, between a run in a world with this environment, home and tree under these
/// shells, and the shell that this program was started from.
pub(crate) fn differences(here: &Here, world: &oracle::World, shells: &str) -> Vec<Difference> {
    let inside = |name: &str| {
        let found = world.env.iter().find(|(known, _)| known == name.as_bytes());
        found.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
    };
    let or_unset = |value: Option<String>| value.unwrap_or_else(|| "not set".to_owned());
    Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            let rows = match kind {
                Kind::Tree => {
                    let start = String::from_utf8_lossy(&world.start).into_owned();
                    vec![(start, here.folder.clone())]
                }
                Kind::Home => vec![(or_unset(inside("HOME")), or_unset(here.env("HOME")))],
                Kind::Environment => {
                    let mut rows =
                        vec![(variables(world.env.len()), variables(here.variables.len()))];
                    rows.extend(ENVIRONMENT.map(|name| {
                        let tell = |value| format!("{name} {}", or_unset(value));
                        (tell(inside(name)), tell(here.env(name)))
                    }));
                    rows
                }
                Kind::Path => {
                    let tell = |value| format!("PATH {}", or_unset(value));
                    vec![(tell(inside("PATH")), tell(here.env("PATH")))]
                }
                Kind::Version if !shells.is_empty() => {
                    vec![(shells.to_owned(), format!("SHELL {}", or_unset(here.env("SHELL"))))]
                }
                kind => vec![(kind.sandbox().to_owned(), outside(kind, here))],
            };
            rows.into_iter().map(move |(sandbox, here)| Difference { id: kind.id(), sandbox, here })
        })
        .filter(|difference| difference.sandbox != difference.here)
        .collect()
}

/// Variables that are compared one by one.
const ENVIRONMENT: [&str; 8] =
    ["LANG", "LC_ALL", "TERM", "TMPDIR", "BASH_ENV", "ENV", "ZDOTDIR", "SHELLOPTS"];

/// How it is here, for the differences of which [`Kind::sandbox`] says all that there is to say.
fn outside(kind: Kind, here: &Here) -> String {
    match kind {
        Kind::User => here.user.clone(),
        Kind::Capabilities => here.capabilities.clone(),
        Kind::Tripwire => {
            "the shell says that it is not found, or a handler of yours does".to_owned()
        }
        Kind::Startup => match here.startup.as_slice() {
            [] => "none is there".to_owned(),
            files => files.join(", "),
        },
        Kind::Version => format!("SHELL {}", here.env("SHELL").unwrap_or_default()),
        Kind::Etc => format!("{} entries", here.etc),
        Kind::Files => "everything".to_owned(),
        Kind::Network => "as it is set up".to_owned(),
        Kind::Processes => format!("$PPID is {}", here.parent),
        Kind::Devices => format!("{} entries in /dev", here.devices),
        Kind::HostName => here.host_name.clone(),
        Kind::Umask => here.umask.clone(),
        Kind::Terminal => here.terminal.clone(),
        Kind::Limits => here.limits.clone(),
        Kind::SystemCalls => "as the kernel allows".to_owned(),
        Kind::Tree | Kind::Home | Kind::Environment | Kind::Path => String::new(),
    }
}

fn variables(count: usize) -> String {
    format!("{count} variables")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_that_a_run_can_meet_is_listed() {
        let world = oracle::World::new("plain");
        let all = differences(&Here::look(), &world, "bash 5.2");
        for kind in Kind::ALL {
            // These may be the same here, by chance.
            let by_chance = [Kind::HostName, Kind::Umask, Kind::Terminal].contains(&kind);
            let found = all.iter().find(|difference| difference.id == kind.id());
            assert!(by_chance || found.is_some(), "{kind:?}");
            assert!(found.is_none_or(|it| !it.here.is_empty()), "{found:?}");
        }
    }
}
