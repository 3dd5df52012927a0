//! Other ways to spell a place: through links, up and down again, from the root, from the home.
//!
//! A guard that looks at the text of a path sees one place and the shell goes to another.

use oracle::{Node, World};

use crate::judge::path;
use crate::layout::Layout;

/// How many links may lead to each other.
const HOPS: usize = 8;

/// How many folders of the tree are gone into only to go up again.
const DETOURS: usize = 1;

/// The links of a world that lead somewhere: where each stands and where it leads, both absolute.
pub(super) fn links(world: &World) -> Vec<(Vec<u8>, Vec<u8>)> {
    let step = |from: &[u8]| {
        world.entries.iter().find_map(|entry| match &entry.node {
            Node::Symlink(target) if path::normal(&entry.path) == from => {
                let parent = path::join(from, b"..");
                Some(if target.starts_with(b"/") {
                    path::normal(target)
                } else {
                    path::normal(&path::join(&parent, target))
                })
            }
            _ => None,
        })
    };
    let follow = |from: &[u8]| {
        let mut at = step(from)?;
        for _ in 0..HOPS {
            match step(&at) {
                Some(next) => at = next,
                None => return Some(at),
            }
        }
        None
    };
    let entries = world.entries.iter().map(|entry| path::normal(&entry.path));
    entries.filter_map(|from| follow(&from).map(|to| (from, to))).collect()
}

/// The spellings of an absolute place, from the tree, the plainest first.
pub(super) fn spellings(
    place: &[u8],
    world: &World,
    layout: &Layout,
    links: &[(Vec<u8>, Vec<u8>)],
) -> Vec<Vec<u8>> {
    let mut out = vec![relative(layout, place)];
    for (link, target) in links {
        let Some(link) = path::strip(link, &layout.tree) else { continue };
        if place == target {
            out.push(link.to_vec());
        } else if let Some(rest) = path::strip(place, target) {
            out.push(path::join(link, rest));
        }
    }
    let folders = world.entries.iter().filter_map(|entry| match entry.node {
        Node::Dir => path::strip(&entry.path, &layout.tree),
        _ => None,
    });
    out.extend(folders.take(DETOURS).map(|folder| detour(folder, &relative(layout, place))));
    if let Some(rest) = path::strip(place, &layout.home) {
        out.extend([&b"~/"[..], b"$HOME/"].map(|home| [home, rest].concat()));
    }
    out.push(place.to_vec());
    out
}

/// Into a folder, up again as often as it is deep, and on to a place.
pub(super) fn detour(folder: &[u8], place: &[u8]) -> Vec<u8> {
    let mut out = folder.to_vec();
    for part in folder.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." | b".." => {}
            _ => out.extend_from_slice(b"/.."),
        }
    }
    path::join(&out, place)
}

/// A path relative to the tree, with `..` where it has to be.
pub(super) fn relative(layout: &Layout, place: &[u8]) -> Vec<u8> {
    if let Some(rest) = path::strip(place, &layout.tree) {
        return rest.to_vec();
    }
    let above = path::normal(&path::join(&layout.tree, b".."));
    match path::strip(place, &above) {
        Some(rest) => path::join(b"..", rest),
        None => place.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spelt_through_links_and_up_again() {
        let world = oracle::worlds::get("range").expect("it is built in");
        let layout = Layout::of(&world);
        let links = links(&world);
        let spelt = |place: &str| -> Vec<String> {
            let all = spellings(place.as_bytes(), &world, &layout, &links);
            all.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect()
        };
        let keep = spelt("/w/outside/dir/keep");
        for path in ["../outside/dir/keep", "out/keep", "chain/keep", "openwiki/leak/keep"] {
            assert!(keep.contains(&path.to_owned()), "{keep:?}");
        }
        assert!(keep.iter().any(|path| path.ends_with("/../../outside/dir/keep")), "{keep:?}");
        assert!(spelt("/w/outside/plain.txt").contains(&"out-file".to_owned()));
        let home = spelt("/w/home/notes.txt");
        for path in ["~/notes.txt", "$HOME/notes.txt", "to-home/notes.txt"] {
            assert!(home.contains(&path.to_owned()), "{home:?}");
        }
        assert!(spelt("/w/tree/AGENTS.md").contains(&"openwiki/agents.md".to_owned()));
        assert_eq!(detour(b"a/b", b"c"), b"a/b/../../c");
        assert_eq!(detour(b"./a", b"../c"), b"./a/../../c");
    }
}
