//! Guards as the command line names them.

mod without;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use guard::Guard;
use guard::adapter::Limits;
use guard::registry::{self, Entry, Source};
use hunt::launcher::SandboxLauncher;
use oracle::World;

use crate::error::Error;
use without::Without;

/// What stands between a guard's name and that of a check that is taken out of it.
const WITHOUT: &str = "-without-";

/// The option that names the check to take out.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct WithoutArgs {
    /// Take one check out of a built-in guard; `trapline guards NAME` lists them.
    #[arg(long, value_name = "CHECK", requires = "guard")]
    pub(crate) without: Option<String>,
}

/// A guard that is known, to be made as often as it is needed.
pub(crate) struct Opened {
    arg: String,
    source: Source,
    without: Option<&'static str>,
}

impl Opened {
    /// Finds a guard: a built-in name, a manifest's path, or `NAME-without-CHECK`.
    ///
    /// # Errors
    ///
    /// Where there is no such guard or check, or the manifest cannot be used.
    pub(crate) fn open(arg: &str, without: Option<&str>) -> Result<Self, Error> {
        let (name, inner) = match arg.split_once(WITHOUT) {
            Some((name, check)) if registry::find(name).is_some() => (name, Some(check)),
            _ => (arg, None),
        };
        let wanted = match (without, inner) {
            (Some(_), Some(_)) => {
                let text = "only one check can be taken out at a time".to_owned();
                return Err(Error::Usage(text));
            }
            (one, other) => one.or(other),
        };
        let source = Source::open(name)?;
        let without = match (wanted, &source) {
            (None, _) => None,
            (Some(check), Source::BuiltIn(entry)) => Some(check_of(entry, check)?),
            (Some(_), Source::Foreign(_)) => {
                let text = format!("--without: {arg}: only built-in guards have checks");
                return Err(Error::Usage(text));
            }
        };
        Ok(Self { arg: arg.to_owned(), source, without })
    }

    /// The name under which its findings are filed. It names the guard again.
    pub(crate) fn name(&self) -> String {
        match self.without {
            None => self.source.name().to_owned(),
            Some(check) => format!("{}{WITHOUT}{check}", self.source.name()),
        }
    }

    /// How the command line names it, where that is not its name.
    pub(crate) fn arg(&self) -> Option<&str> {
        matches!(self.source, Source::Foreign(_)).then_some(&self.arg)
    }

    /// The folder of its manifest.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        match &self.source {
            Source::BuiltIn(_) => None,
            Source::Foreign(_) => Path::new(&self.arg).parent().map(Path::to_owned),
        }
    }

    /// Where it comes from.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// A guard of its own for one job; a foreign one lives in a sandbox with a copy of this world.
    pub(crate) fn make(&self, world: &World) -> Box<dyn Guard> {
        let launcher = Arc::new(SandboxLauncher::new(world.clone()));
        let guard = self.source.make(launcher, Limits::default());
        match self.without {
            None => guard,
            Some(check) => Box::new(Without::new(guard, check, self.name())),
        }
    }
}

fn check_of(entry: &Entry, check: &str) -> Result<&'static str, Error> {
    let checks = entry.make().checks();
    checks.iter().copied().find(|known| *known == check).ok_or_else(|| {
        let known = checks.join(", ");
        Error::Usage(format!("{} has no check `{check}` (there are: {known})", entry.name))
    })
}
