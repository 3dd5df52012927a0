//! Guards as the command line names them.

mod without;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use guard::Guard;
use guard::adapter::Limits;
use guard::policy::approver::{self, Approver};
use guard::registry::{self, Entry, Source};
use hunt::launcher::SandboxLauncher;
use oracle::World;

use crate::error::Error;
use without::Without;

/// What stands between a guard's name and that of a check that is taken out of it.
const WITHOUT: &str = "-without-";

/// The guard that has a registry.
const APPROVER: &str = "approver";

/// The largest registry file that is read, in bytes.
const LARGEST_REGISTRY: u64 = 1 << 20;

/// The options that change a built-in guard.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ChangeArgs {
    /// Take one check out of a built-in guard; `trapline guards NAME` lists them.
    #[arg(long, value_name = "CHECK", requires = "guard")]
    pub(crate) without: Option<String>,
    /// Add the entries of this file to the registry of the approver; docs/approver.md has its form.
    #[arg(long, value_name = "FILE.json", requires = "guard")]
    pub(crate) registry: Option<PathBuf>,
}

/// A guard that is known, to be made as often as it is needed.
pub(crate) struct Opened {
    arg: String,
    source: Source,
    without: Option<&'static str>,
    /// What the approver is set to, where that is not as it is bundled.
    config: Option<approver::Config>,
}

impl Opened {
    /// Finds a guard: a built-in name, a manifest's path, or `NAME-without-CHECK`.
    ///
    /// # Errors
    ///
    /// Where there is no such guard or check, or the manifest or the registry cannot be used.
    pub(crate) fn open(arg: &str, change: &ChangeArgs) -> Result<Self, Error> {
        let without = change.without.as_deref();
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
        let config = match (&change.registry, &source) {
            (None, _) => None,
            (Some(file), Source::BuiltIn(entry)) if entry.name == APPROVER => {
                Some(configured(file)?)
            }
            (Some(_), _) => {
                let text = format!("--registry: {arg}: only the approver has a registry");
                return Err(Error::Usage(text));
            }
        };
        Ok(Self { arg: arg.to_owned(), source, without, config })
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
        let guard: Box<dyn Guard> = match &self.config {
            Some(config) => Box::new(Approver::new(config.clone())),
            None => {
                let launcher = Arc::new(SandboxLauncher::new(world.clone()));
                self.source.make(launcher, Limits::default())
            }
        };
        match self.without {
            None => guard,
            Some(check) => Box::new(Without::new(guard, check, self.name())),
        }
    }
}

/// The approver with the entries of a file.
fn configured(file: &Path) -> Result<approver::Config, Error> {
    let name = file.display().to_string();
    let bytes = File::open(file).and_then(|opened| {
        let mut bytes = Vec::new();
        opened.take(LARGEST_REGISTRY + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    let bytes = bytes.map_err(|error| Error::Usage(format!("{name}: {error}")))?;
    if bytes.len() as u64 > LARGEST_REGISTRY {
        return Err(Error::Usage(format!("{name}: longer than {LARGEST_REGISTRY} bytes")));
    }
    let wrong = |error: approver::RegistryError| Error::Usage(error.to_string());
    let config = approver::Config::bundled().map_err(wrong)?;
    let registry = config.registry.with_file(&name, &bytes).map_err(wrong)?;
    Ok(approver::Config { registry, ..config })
}

fn check_of(entry: &Entry, check: &str) -> Result<&'static str, Error> {
    let checks = entry.make().checks();
    checks.iter().copied().find(|known| *known == check).ok_or_else(|| {
        let known = checks.join(", ");
        Error::Usage(format!("{} has no check `{check}` (there are: {known})", entry.name))
    })
}
