//! How paths of a run are named, and what a name stands for.

/// The outside folder of every world.
pub const OUTSIDE: &[u8] = b"/w/outside";
/// The user's home in every world.
pub const HOME: &[u8] = b"/w/home";
/// The first run directory.
pub const RUN: &[u8] = b"/w/run";
/// The second run directory, in worlds that have one.
pub const RUN2: &[u8] = b"/w/run2";
/// The temporary directory that `TMPDIR` names.
pub const TMP: &[u8] = b"/w/tmp";

/// The roots beside the tree and what their names start with.
const ROOTS: [(&[u8], &[u8]); 5] =
    [(OUTSIDE, b"../outside"), (HOME, b"$HOME"), (RUN, b"$RUN"), (RUN2, b"$RUN2"), (TMP, b"$TMP")];

/// A name that stands for no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing at all.
    #[error("the name is empty")]
    Empty,
    /// A name out of the tree by another way than `../outside`.
    #[error("the name leaves the tree")]
    Leaves,
    /// A component that is empty, `.` or `..`.
    #[error("the name has an empty, `.` or `..` component")]
    Component,
}

/// The naming of paths in a world with this tree.
///
/// A path in the tree is named relative to it, and the tree itself `.`. The other roots are
/// `../outside`, `$HOME`, `$RUN`, `$RUN2` and `$TMP`. Everything else, such as `/tmp/f`, a path
/// beside the tree, or a path that is not in plain form, is named by its absolute path.
/// A path in the tree whose first component looks like a root (`$HOME`, …) gets `./` before it,
/// so that every name stands for one path only.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    tree: &'a [u8],
}

impl<'a> Places<'a> {
    /// The naming for a world whose tree is this absolute path.
    pub fn new(tree: &'a [u8]) -> Self {
        Self { tree }
    }

    /// The naming for this world.
    pub fn of(world: &'a oracle::World) -> Self {
        Self::new(&world.tree)
    }

    /// The tree, absolute.
    pub fn tree(&self) -> &'a [u8] {
        self.tree
    }

    /// The name of an absolute path. Gives an empty path back as it is.
    pub fn name(&self, path: &[u8]) -> Vec<u8> {
        if path == self.tree {
            return b".".to_vec();
        }
        if let Some(rest) = below(path, self.tree).filter(|rest| is_plain(rest)) {
            let first = rest.split(|byte| *byte == b'/').next().unwrap_or_default();
            let looks_like_root = ROOTS.iter().any(|(_, name)| *name == first);
            let prefix: &[u8] = if looks_like_root { b"./" } else { b"" };
            return [prefix, rest].concat();
        }
        for (root, name) in ROOTS {
            if path == root {
                return name.to_vec();
            }
            if let Some(rest) = below(path, root).filter(|rest| is_plain(rest)) {
                return [name, b"/", rest].concat();
            }
        }
        path.to_vec()
    }

    /// The absolute path that a name stands for.
    ///
    /// # Errors
    ///
    /// Where the name is none that [`Places::name`] gives: empty, or with a component that leads
    /// elsewhere.
    pub fn absolute(&self, name: &[u8]) -> Result<Vec<u8>, NameError> {
        match name {
            [] => return Err(NameError::Empty),
            b"." => return Ok(self.tree.to_vec()),
            [b'/', ..] => return Ok(name.to_vec()),
            _ => {}
        }
        for (root, prefix) in ROOTS {
            if name == prefix {
                return Ok(root.to_vec());
            }
            if let Some(rest) = below(name, prefix) {
                return if is_plain(rest) {
                    Ok(join(root, rest))
                } else {
                    Err(NameError::Component)
                };
            }
        }
        let rest = name.strip_prefix(b"./").unwrap_or(name);
        if rest.starts_with(b"..") && matches!(rest.get(2), None | Some(b'/')) {
            return Err(NameError::Leaves);
        }
        if is_plain(rest) { Ok(join(self.tree, rest)) } else { Err(NameError::Component) }
    }
}

fn join(root: &[u8], rest: &[u8]) -> Vec<u8> {
    [root, b"/", rest].concat()
}

/// What follows `root/` in `path`.
pub(crate) fn below<'p>(path: &'p [u8], root: &[u8]) -> Option<&'p [u8]> {
    path.strip_prefix(root)?.strip_prefix(b"/")
}

/// Whether a relative path has no component that is empty, `.` or `..`.
fn is_plain(path: &[u8]) -> bool {
    path.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn paths_are_named_as_the_table_says() {
        let rows = [
            ("/w/tree", "/w/tree/made", "made"),
            ("/w/tree", "/w/tree", "."),
            ("/w/tree", "/w/tree/a/b", "a/b"),
            ("/w/tree", "/w/outside/f", "../outside/f"),
            ("/w/tree", "/w/outside", "../outside"),
            ("/w/tree", "/w/outsider/f", "/w/outsider/f"),
            ("/w/tree", "/w/home/.bashrc", "$HOME/.bashrc"),
            ("/w/tree", "/w/run/f", "$RUN/f"),
            ("/w/tree", "/w/run2/f", "$RUN2/f"),
            ("/w/tree", "/w/run3/f", "/w/run3/f"),
            ("/w/tree", "/w/tmp/f", "$TMP/f"),
            ("/w/tree", "/tmp/f", "/tmp/f"),
            ("/w/tree", "/w/start/f", "/w/start/f"),
            ("/w/tree", "/w/treehouse", "/w/treehouse"),
            ("/w/tree", "/w/tree/$HOME/f", "./$HOME/f"),
            ("/w/tree", "/w/tree/$PWNED", "$PWNED"),
            ("/w/tree", "/w/tree/$HOMER", "$HOMER"),
            ("/w/tree", "/w/tree/..x", "..x"),
            ("/w/tree", "/w/tree/../outside/f", "/w/tree/../outside/f"),
            ("/w/tree", "/w/tree//f", "/w/tree//f"),
            ("/w/tree", "/w/tree/", "/w/tree/"),
            ("/w/proj", "/w/proj/in.txt", "in.txt"),
            ("/w/proj", "/w/proj-other/f", "/w/proj-other/f"),
            ("/w/proj", "/usr/bin/touch", "/usr/bin/touch"),
        ];
        for (tree, path, name) in rows {
            let places = Places::new(tree.as_bytes());
            assert_eq!(text(&places.name(path.as_bytes())), name);
            assert_eq!(places.absolute(name.as_bytes()).as_deref(), Ok(path.as_bytes()), "{name}");
        }
    }

    #[test]
    fn names_that_stand_for_nothing_are_errors() {
        let places = Places::new(b"/w/tree");
        let rows = [
            ("", NameError::Empty),
            ("..", NameError::Leaves),
            ("../x", NameError::Leaves),
            ("a/../b", NameError::Component),
            ("a//b", NameError::Component),
            ("a/", NameError::Component),
            ("./.", NameError::Component),
            ("$HOME/", NameError::Component),
            ("../outside/../tree", NameError::Component),
        ];
        for (name, error) in rows {
            assert_eq!(places.absolute(name.as_bytes()), Err(error), "{name}");
        }
        assert_eq!(places.name(b""), b"");
    }

    fn component() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            proptest::sample::select(vec![
                "w",
                "tree",
                "outside",
                "home",
                "run",
                "run2",
                "tmp",
                "$HOME",
                "$RUN",
                "..",
                ".",
                "",
                "a",
                "./",
                "../outside",
            ])
            .prop_map(|text| text.as_bytes().to_vec()),
            proptest::collection::vec(1u8.., 0..4),
        ]
    }

    proptest! {
        #[test]
        fn a_name_stands_for_its_path(parts in proptest::collection::vec(component(), 0..6)) {
            let places = Places::new(b"/w/tree");
            let mut path = b"/".to_vec();
            path.extend(parts.join(&b'/'));
            prop_assert_eq!(places.absolute(&places.name(&path)), Ok(path));
        }

        #[test]
        fn no_name_panics(name: Vec<u8>) {
            let _ = Places::new(b"/w/tree").absolute(&name);
        }
    }
}
