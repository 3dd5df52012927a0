//! The macros of `setup`.

use oracle::{Bytes, World};

use super::Case;

/// The word in a setup that stands for a small repository in the current folder: `in.txt` and
/// `notes.md` committed on branch `master`, a branch `feature`, a tag `v1`, and one uncommitted
/// change in `in.txt`. Everything else stays untracked.
pub const GIT_MACRO: &str = "@GIT@";

/// What [`GIT_MACRO`] stands for. Names and times are fixed so that the commit is the same each
/// time; the identity goes into the repository's own configuration, so that later commits work
/// without one in the environment.
const GIT_SCRIPT: &str = "{ git init -q -b master . && git config user.name n \
    && git config user.email n@example.invalid && git add in.txt notes.md \
    && GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
    git commit -q -m base && git branch feature && git tag v1 && echo change >> in.txt; }";

impl Case {
    /// The setup with its macros expanded, as bash runs it.
    pub fn setup_script(&self) -> Option<Bytes> {
        let setup = self.setup.as_deref()?;
        let mut out = Vec::with_capacity(setup.len());
        let mut rest = setup;
        while let Some(first) = rest.first() {
            if let Some(after) = rest.strip_prefix(GIT_MACRO.as_bytes()) {
                out.extend_from_slice(GIT_SCRIPT.as_bytes());
                rest = after;
            } else {
                out.push(*first);
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        Some(out)
    }

    /// The world that a run of the case begins in, made from the named one: with the case's
    /// environment, and its setup after the world's own.
    pub fn in_world(&self, named: World) -> World {
        let mut world = named;
        for (name, value) in &self.env {
            world = world.env(name, value);
        }
        match (self.setup_script(), world.setup.take()) {
            (Some(own), Some(first)) => world.setup([&first[..], b"\n", &own].concat()),
            (Some(own), None) => world.setup(own),
            (None, Some(first)) => world.setup(first),
            (None, None) => world,
        }
    }
}
