//! How the catalogue names paths, and which it leaves out.

/// The path as the catalogue names it: its runs had everything in one folder with the tree.
pub(crate) fn relative(path: &[u8], tree: &[u8]) -> Vec<u8> {
    let parent = parent(tree);
    if path == tree {
        return b".".to_vec();
    }
    if let Some(rest) = path.strip_prefix(tree).and_then(|rest| rest.strip_prefix(b"/")) {
        return rest.to_vec();
    }
    match path.strip_prefix(parent).and_then(|rest| rest.strip_prefix(b"/")) {
        Some(rest) => [b"../", rest].concat(),
        None => path.to_vec(),
    }
}

/// The absolute path of a name of the catalogue.
pub(crate) fn absolute_of(name: &[u8], tree: &[u8]) -> Vec<u8> {
    let parent = parent(tree);
    match name.strip_prefix(b"../") {
        Some(rest) => [parent, b"/", rest].concat(),
        None => [tree, b"/", name].concat(),
    }
}

/// What the catalogue leaves out of its path sets.
///
/// Of a `.git` it shows what an attacker changes and a user loses, and neither the index, objects,
/// `HEAD` and its log, messages nor the state of a bisection: rows that commit, switch and bisect
/// show it. Rows that make python import a module of the project show none of its caches, and rows that run pytest none of that one's.
pub(crate) fn is_left_out(path: &[u8]) -> bool {
    const SHOWN: [&[u8]; 5] =
        [b"config", b"hooks", b"refs/heads", b"refs/tags", b"logs/refs/heads"];
    let is_at = |inside: &[u8], root: &[u8]| {
        inside.strip_prefix(root).is_some_and(|rest| matches!(rest.first(), None | Some(b'/')))
    };
    let mut at = 0;
    for part in path.split(|byte| *byte == b'/') {
        at += part.len() + 1;
        match (part, path.get(at..)) {
            (b"__pycache__" | b".pytest_cache", _) => return true,
            (b".git", Some(inside)) => return !SHOWN.iter().any(|shown| is_at(inside, shown)),
            _ => {}
        }
    }
    false
}

/// The folder that a path stands in.
fn parent(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(at) => path.get(..at).unwrap_or_default(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths_stand_for_each_other() {
        let rows = [
            ("in.txt", "/w/proj/in.txt"),
            ("../outside/f", "/w/outside/f"),
            ("../home/.npm", "/w/home/.npm"),
            ("../a.tar", "/w/a.tar"),
            ("../proj-other/f", "/w/proj-other/f"),
        ];
        for (name, path) in rows {
            assert_eq!(relative(path.as_bytes(), b"/w/proj"), name.as_bytes());
            assert_eq!(absolute_of(name.as_bytes(), b"/w/proj"), path.as_bytes());
        }
        assert_eq!(relative(b"/tmp/x", b"/w/proj"), b"/tmp/x");
        assert_eq!(relative(b"/w/proj", b"/w/proj"), b".");
    }
}
