//! Places: the roots that removals may touch, and the directory that a command runs in.

use std::os::unix::ffi::OsStrExt as _;

use crate::Request;
use crate::files::{Files, FilesError, Kind, Resolved, normal, resolve};

/// The directory that a command runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directory {
    /// As the shell names it: what `cd ..` goes up from.
    pub(super) logical: Vec<u8>,
    /// Where it is: what relative paths start from.
    pub(super) physical: Vec<u8>,
}

/// The places that a request names, links followed.
#[derive(Debug)]
pub(super) struct Places<'r> {
    pub(super) files: &'r dyn Files,
    /// The tree, or nothing where it is no directory.
    pub(super) tree: Option<Directory>,
    /// The tree, the run directories and the temporary directory.
    roots: Vec<Vec<u8>>,
    /// The protected set.
    protected: Vec<Vec<u8>>,
}

impl<'r> Places<'r> {
    pub(super) fn new(request: &'r Request, protected: &[Vec<u8>]) -> Self {
        let files = request.files.as_ref();
        let directory = |path: &[u8]| {
            let found = resolve(files, b"/", path, true).ok()?;
            (path.first() == Some(&b'/') && found.kind == Some(Kind::Directory)).then_some(found)
        };
        let path = request.tree.as_os_str().as_bytes();
        let tree = directory(path)
            .map(|found| Directory { logical: normal(path), physical: found.path })
            // Removing anything would be inside.
            .filter(|tree| tree.physical != b"/");
        let mut roots: Vec<Vec<u8>> = tree.iter().map(|tree| tree.physical.clone()).collect();
        let others = request.run_dirs.iter().chain([&request.tmp]);
        for other in others {
            let found = directory(other.as_os_str().as_bytes());
            roots.extend(found.map(|found| found.path).filter(|path| path != b"/"));
        }
        let below_tree = |name: &Vec<u8>| {
            tree.as_ref().map(|tree| [tree.physical.as_slice(), b"/", name].concat())
        };
        let protected = protected.iter().filter_map(below_tree).collect();
        Self { files, tree, roots, protected }
    }

    /// Whether a removal at this place is inside: below a root, not a root itself.
    pub(super) fn is_inside(&self, path: &[u8]) -> bool {
        self.roots.iter().any(|root| is_below(path, root))
            && !self.roots.iter().any(|root| path == root || is_below(root, path))
    }

    /// Whether a directory is the tree or below it.
    pub(super) fn is_in_tree(&self, path: &[u8]) -> bool {
        self.tree
            .as_ref()
            .is_some_and(|tree| path == tree.physical || is_below(path, &tree.physical))
    }

    /// Whether a directory is a root or below one, so that what stands in it may be removed.
    pub(super) fn holds_removable(&self, path: &[u8]) -> bool {
        self.roots.iter().any(|root| path == root || is_below(path, root))
    }

    /// Whether changing this place, or what is below it, changes the protected set.
    pub(super) fn is_protected(&self, path: &[u8]) -> bool {
        self.protected.iter().any(|guarded| path == guarded || is_below(path, guarded))
    }

    /// Whether something of the protected set stands below a place.
    pub(super) fn holds_protected(&self, path: &[u8]) -> bool {
        self.protected.iter().any(|guarded| {
            (path == guarded || is_below(guarded, path)) && self.files.lstat(guarded).is_ok()
        })
    }

    /// The names under which something of the protected set would stand in a directory.
    pub(super) fn protected_names(&self, directory: &[u8]) -> Vec<Vec<u8>> {
        let below = self.protected.iter().filter_map(|path| path.strip_prefix(directory));
        below
            .filter_map(|rest| rest.strip_prefix(b"/"))
            .filter_map(|rest| rest.split(|byte| *byte == b'/').next())
            .map(<[u8]>::to_vec)
            .collect()
    }

    /// Whether a text has a component that the protected set starts with.
    pub(super) fn names_protected(&self, text: &[u8]) -> bool {
        let Some(tree) = &self.tree else { return false };
        self.protected_names(&tree.physical)
            .iter()
            .any(|name| text.split(|byte| *byte == b'/').any(|component| component == name))
    }

    /// Where a path leads from a directory.
    pub(super) fn resolve(
        &self,
        base: &Directory,
        path: &[u8],
        follow: bool,
    ) -> Result<Resolved, FilesError> {
        resolve(self.files, &base.physical, path, follow)
    }

    /// The directory that `cd PATH` leads to, where it is sure: shells drop `..` by text, the
    /// system by what is there, and both must give the same directory.
    pub(super) fn enter(&self, from: &Directory, path: &[u8]) -> Option<Directory> {
        let mut logical =
            if path.first() == Some(&b'/') { Vec::new() } else { from.logical.clone() };
        logical.push(b'/');
        logical.extend_from_slice(path);
        let logical = normal(&logical);
        let by_text = resolve(self.files, b"/", &logical, true).ok()?;
        let by_system = self.resolve(from, path, true).ok()?;
        let sure = by_text == by_system
            || (by_text.path == by_system.path && by_text.kind == by_system.kind);
        (sure && by_text.kind == Some(Kind::Directory))
            .then_some(Directory { logical, physical: by_text.path })
    }
}

/// Whether a path lies below another one, and is not it.
pub(super) fn is_below(path: &[u8], root: &[u8]) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.len() > 1 && rest.first() == Some(&b'/'))
}
