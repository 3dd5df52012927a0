//! The guards that can be named: those that are built in, and manifests of foreign ones.

use std::path::Path;
use std::sync::Arc;

use crate::adapter::{Launcher, Limits, Manifest, ManifestError};
use crate::policy::approver::Approver;
use crate::policy::argv::Argv;
use crate::policy::docs_only::{DocsOnly, DocsOnlyHistoric};
use crate::{Guard, Promise};

/// A guard that is built in.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is, on one line.
    pub about: &'static str,
    make: fn() -> Box<dyn Guard>,
}

impl Entry {
    /// A guard of this name in its default configuration.
    pub fn make(&self) -> Box<dyn Guard> {
        (self.make)()
    }

    /// What its allows promise.
    pub fn promise(&self) -> Promise {
        self.make().promise().clone()
    }
}

/// All built-in guards, in the order of lists.
pub const BUILT_IN: &[Entry] = &[
    Entry {
        name: "docs_only",
        about: "allows pwd and git rev-parse HEAD only, for agents that write documentation",
        make: || Box::new(DocsOnly::default()),
    },
    Entry {
        name: "docs_only_historic",
        about: "an early list of docs_only, with its known holes",
        make: || Box::new(DocsOnlyHistoric::new()),
    },
    Entry {
        name: "argv",
        about: "turns test and lint commands into an argv that runs without a shell",
        make: || Box::new(Argv::new()),
    },
    Entry {
        name: "approver",
        about: "hands a line back as one group in the tree, if its removals stay inside",
        make: || Box::new(Approver::bundled()),
    },
];

/// Why there is no such guard.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No built-in guard has this name, and it does not look like a manifest.
    #[error("unknown guard `{name}` (there are: {list}; or give a manifest FILE.toml)", list = names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
}

fn names() -> String {
    BUILT_IN.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

/// The built-in guard of this name; `-` and `_` are alike.
pub fn find(name: &str) -> Option<&'static Entry> {
    let name = name.replace('-', "_");
    BUILT_IN.iter().find(|entry| entry.name == name)
}

/// Where a guard comes from.
pub enum Source {
    /// It is built in.
    BuiltIn(&'static Entry),
    /// It is described by a manifest.
    Foreign(Box<Manifest>),
}

impl Source {
    /// Reads what `--guard` was given: a name, or the path of a manifest, which ends in `.toml`
    /// or holds a slash.
    ///
    /// # Errors
    ///
    /// Where no built-in guard has the name, or the manifest cannot be used.
    pub fn open(guard: &str) -> Result<Self, OpenError> {
        if let Some(entry) = find(guard) {
            return Ok(Self::BuiltIn(entry));
        }
        if guard.ends_with(".toml") || guard.contains('/') {
            return Ok(Self::Foreign(Box::new(Manifest::load(Path::new(guard))?)));
        }
        Err(OpenError::Unknown { name: guard.to_owned() })
    }

    /// The guard's name.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(entry) => entry.name,
            Self::Foreign(manifest) => &manifest.name,
        }
    }

    /// A guard; the launcher starts it where it is a process. May be called again for another
    /// launcher, or another thread.
    pub fn make(&self, launcher: Arc<dyn Launcher>, limits: Limits) -> Box<dyn Guard> {
        match self {
            Self::BuiltIn(entry) => entry.make(),
            Self::Foreign(manifest) => manifest.guard(launcher, limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_found_under_both_spellings() {
        for (given, name) in [
            ("docs_only", "docs_only"),
            ("docs-only", "docs_only"),
            ("docs-only-historic", "docs_only_historic"),
            ("docs_only-historic", "docs_only_historic"),
            ("argv", "argv"),
        ] {
            let entry = find(given).expect(given);
            assert_eq!((entry.name, entry.make().name()), (name, name));
        }
        for given in ["", "docsonly", "ARGV", "argv.toml"] {
            assert!(find(given).is_none(), "{given}");
        }
    }

    #[test]
    fn an_unknown_guard_is_one_line() {
        let error = Source::open("nobody").err().expect("an error").to_string();
        assert_eq!(
            error,
            "unknown guard `nobody` (there are: docs_only, docs_only_historic, argv, approver; \
             or give a manifest FILE.toml)"
        );
        let error = Source::open("/nowhere/x.toml").err().expect("an error").to_string();
        assert!(error.starts_with("/nowhere/x.toml: "), "{error}");
    }
}
