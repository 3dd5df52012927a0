//! Places: the roots that removals may touch, and the directory that a command runs in.

use std::cell::OnceCell;
use std::os::unix::ffi::OsStrExt as _;
use std::rc::Rc;

use crate::Request;
use crate::files::{Files, FilesError, Kind, Resolved, normal, resolve};

/// The directory that a command runs in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Directory {
    /// As the shell names it: what `cd ..` goes up from.
    pub(super) logical: Vec<u8>,
    /// Where it is: what relative paths start from.
    pub(super) physical: Vec<u8>,
}

/// The places that a request names, links followed.
#[derive(Debug)]
pub(super) struct Places<'r> {
    request: &'r Request,
    pub(super) files: &'r dyn Files,
    /// The tree is a link, which may lead elsewhere by the time that the text runs.
    pub(super) through_link: bool,
    /// The tree, or nothing where it is no directory.
    pub(super) tree: Option<Rc<Directory>>,
    /// The root directory; made when it is needed.
    root: OnceCell<Rc<Directory>>,
    /// The tree, the run directories and the temporary directory; looked up when they are needed.
    roots: OnceCell<Vec<Vec<u8>>>,
    /// The protected set, as it is named below the tree.
    names: &'r [Vec<u8>],
    /// The protected set; put together when it is needed.
    protected: OnceCell<Vec<Vec<u8>>>,
}

/// A path without slashes and dots at its end, which would make a link be followed.
fn without_end(mut path: &[u8]) -> &[u8] {
    while path.len() > 1
        && let Some(shorter) = path.strip_suffix(b"/").or_else(|| path.strip_suffix(b"/."))
    {
        path = shorter;
    }
    path
}

/// A directory that a path leads to.
fn directory(files: &dyn Files, path: &[u8]) -> Option<Vec<u8>> {
    let found = resolve(files, b"/", path, true).ok()?;
    let plain = path.first() == Some(&b'/') && found.kind == Some(Kind::Directory);
    // Removing anything would be inside `/`.
    (plain && found.path != b"/").then_some(found.path)
}

impl<'r> Places<'r> {
    pub(super) fn new(request: &'r Request, protected: &'r [Vec<u8>]) -> Self {
        let files = request.files.as_ref();
        let path = request.tree.as_os_str().as_bytes();
        let found = resolve(files, b"/", without_end(path), false).ok();
        let through_link = found.as_ref().is_some_and(|found| found.kind == Some(Kind::Link));
        let tree = match found {
            Some(found) if found.kind == Some(Kind::Directory) => {
                (path.first() == Some(&b'/') && found.path != b"/").then_some(found.path)
            }
            _ => directory(files, path),
        };
        let tree = tree.map(|physical| Rc::new(Directory { logical: normal(path), physical }));
        Self {
            request,
            files,
            through_link,
            tree,
            root: OnceCell::new(),
            roots: OnceCell::new(),
            names: protected,
            protected: OnceCell::new(),
        }
    }

    /// The root directory.
    fn root(&self) -> &Rc<Directory> {
        let path = || b"/".to_vec();
        self.root.get_or_init(|| Rc::new(Directory { logical: path(), physical: path() }))
    }

    /// The tree, the run directories and the temporary directory.
    fn roots(&self) -> &[Vec<u8>] {
        self.roots.get_or_init(|| {
            let others = self.request.run_dirs.iter().chain([&self.request.tmp]);
            let others =
                others.filter_map(|other| directory(self.files, other.as_os_str().as_bytes()));
            self.tree.iter().map(|tree| tree.physical.clone()).chain(others).collect()
        })
    }

    /// The protected set.
    fn protected(&self) -> &[Vec<u8>] {
        self.protected.get_or_init(|| {
            let below = |name: &Vec<u8>| {
                let tree = self.tree.as_ref()?;
                Some([tree.physical.as_slice(), b"/", name].concat())
            };
            self.names.iter().filter_map(below).collect()
        })
    }

    /// Whether a removal at this place is inside: below a root, not a root itself.
    pub(super) fn is_inside(&self, path: &[u8]) -> bool {
        self.roots().iter().any(|root| is_below(path, root))
            && !self.roots().iter().any(|root| path == root || is_below(root, path))
    }

    /// Whether a directory is the tree or below it.
    pub(super) fn is_in_tree(&self, path: &[u8]) -> bool {
        self.tree
            .as_ref()
            .is_some_and(|tree| path == tree.physical || is_below(path, &tree.physical))
    }

    /// Whether a directory is a root or below one, so that what stands in it may be removed.
    pub(super) fn holds_removable(&self, path: &[u8]) -> bool {
        self.roots().iter().any(|root| path == root || is_below(path, root))
    }

    /// Whether changing this place, or what is below it, changes the protected set.
    pub(super) fn is_protected(&self, path: &[u8]) -> bool {
        self.protected().iter().any(|guarded| path == guarded || is_below(path, guarded))
    }

    /// Whether something of the protected set stands below a place.
    pub(super) fn holds_protected(&self, path: &[u8]) -> bool {
        self.protected().iter().any(|guarded| {
            (path == guarded || is_below(guarded, path)) && self.files.lstat(guarded).is_ok()
        })
    }

    /// The names under which something of the protected set would stand in a directory.
    pub(super) fn protected_names(&self, directory: &[u8]) -> Vec<Vec<u8>> {
        let below = self.protected().iter().filter_map(|path| path.strip_prefix(directory));
        below
            .filter_map(|rest| rest.strip_prefix(b"/"))
            .filter_map(|rest| rest.split(|byte| *byte == b'/').next())
            .map(<[u8]>::to_vec)
            .collect()
    }

    /// Whether a text has a component that the protected set starts with.
    pub(super) fn names_protected(&self, text: &[u8]) -> bool {
        self.names.iter().any(|name| {
            let first = name.split(|byte| *byte == b'/').next().unwrap_or_default();
            let last = name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let mut components = text.split(|byte| *byte == b'/');
            components.any(|component| component == first)
                && (first == last || text.split(|byte| *byte == b'/').any(|part| part == last))
        })
    }

    /// The directory that a path starts from: the root or `from`.
    pub(super) fn base(&self, from: Option<&Rc<Directory>>, path: &[u8]) -> Option<Rc<Directory>> {
        match path.first() {
            Some(b'/') => Some(self.root().clone()),
            _ => from.cloned(),
        }
    }

    /// Where a path leads that starts from the root or `from`, if that is known and it can be looked up.
    pub(super) fn find(
        &self,
        from: Option<&Rc<Directory>>,
        path: &[u8],
        follow: bool,
    ) -> Option<Resolved> {
        let base = self.base(from, path)?;
        self.resolve(&base, path, follow).ok()
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
    pub(super) fn enter(&self, from: &Directory, path: &[u8]) -> Option<Rc<Directory>> {
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
            .then(|| Rc::new(Directory { logical, physical: by_text.path }))
    }
}

/// Whether a path lies below another one, and is not it.
pub(super) fn is_below(path: &[u8], root: &[u8]) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.len() > 1 && rest.first() == Some(&b'/'))
}
