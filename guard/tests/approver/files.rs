//! Both file systems answer alike.

use guard::files::{Files, Kind, Memory, Rooted, normal, resolve};
use proptest::prelude::*;

/// What is declared at a path.
#[derive(Clone, Debug)]
enum Node {
    Directory,
    File(Vec<u8>, bool),
    Link(String),
}

fn path() -> impl Strategy<Value = String> {
    proptest::collection::vec(prop_oneof!["a", "b", "c"], 1..4).prop_map(|parts| parts.join("/"))
}

fn node() -> impl Strategy<Value = Node> {
    prop_oneof![
        Just(Node::Directory),
        (proptest::collection::vec(any::<u8>(), 0..20), any::<bool>())
            .prop_map(|(bytes, run)| Node::File(bytes, run)),
        prop_oneof![
            path(),
            path().prop_map(|p| format!("/{p}")),
            path().prop_map(|p| format!("../{p}"))
        ]
        .prop_map(Node::Link),
    ]
}

/// Declares nodes in both file systems; what cannot be made is left out of both.
fn build(nodes: &[(String, Node)], root: &std::path::Path) -> Memory {
    let mut memory = Memory::new();
    for (path, node) in nodes {
        let at = root.join(path);
        let Some(parent) = at.parent() else { continue };
        // A parent that is a link or a file would lead elsewhere.
        let real = parent.strip_prefix(root).is_ok_and(|below| {
            below
                .ancestors()
                .all(|part| root.join(part).symlink_metadata().map_or(true, |found| found.is_dir()))
        });
        if !real || at.symlink_metadata().is_ok() || std::fs::create_dir_all(parent).is_err() {
            continue;
        }
        let absolute = format!("/{path}");
        match node {
            Node::Directory => {
                std::fs::create_dir(&at).expect("a directory");
                memory = memory.directory(absolute);
            }
            Node::File(bytes, run) => {
                use std::os::unix::fs::PermissionsExt as _;
                std::fs::write(&at, bytes).expect("a file");
                let mode = if *run { 0o755 } else { 0o644 };
                std::fs::set_permissions(&at, std::fs::Permissions::from_mode(mode))
                    .expect("a mode");
                memory = match run {
                    true => memory.program(absolute, bytes.clone()),
                    false => memory.file(absolute, bytes.clone()),
                };
            }
            Node::Link(target) => {
                std::os::unix::fs::symlink(target, &at).expect("a link");
                memory = memory.link(absolute, target.as_bytes());
            }
        }
    }
    memory
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn memory_and_a_real_directory_answer_alike(
        nodes in proptest::collection::vec((path(), node()), 0..12),
        asked in proptest::collection::vec(path(), 1..8),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = build(&nodes, folder.path());
        let rooted = Rooted::open(folder.path()).expect("the folder");
        for path in asked.iter().map(|path| format!("/{path}")).chain(["/".to_owned()]) {
            let path = path.as_bytes();
            prop_assert_eq!(memory.lstat(path), rooted.lstat(path));
            prop_assert_eq!(memory.readlink(path).ok(), rooted.readlink(path).ok());
            prop_assert_eq!(memory.list(path).ok(), rooted.list(path).ok());
            prop_assert_eq!(memory.read(path, 9).ok(), rooted.read(path, 9).ok());
            prop_assert_eq!(
                resolve(&memory, b"/", path, true).ok(),
                resolve(&rooted, b"/", path, true).ok()
            );
        }
    }

    #[test]
    fn links_are_followed_as_the_system_does(
        nodes in proptest::collection::vec((path(), node()), 0..12),
        asked in path(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        // Links that start at the root would leave the folder here.
        let nodes: Vec<_> = nodes
            .into_iter()
            .filter(|(_, node)| !matches!(node, Node::Link(target) if target.starts_with('/')))
            .collect();
        build(&nodes, &root);
        let rooted = Rooted::open(std::path::Path::new("/")).expect("the root");
        use std::os::unix::ffi::OsStrExt as _;
        let base = root.as_os_str().as_bytes();
        if let Ok(real) = root.join(&asked).canonicalize() {
            let found = resolve(&rooted, base, asked.as_bytes(), true).expect("a place");
            prop_assert_eq!(found.path, real.as_os_str().as_bytes());
        }
    }
}

#[test]
fn links_are_followed_only_where_they_are_asked_for() {
    let files = Memory::new()
        .directory("/d/e")
        .link("/l", "d")
        .link("/d/up", "../l/e")
        .link("/loop", "loop");
    let to = |path: &[u8], follow| {
        resolve(&files, b"/", path, follow).map(|found| (found.path, found.kind))
    };
    assert_eq!(to(b"l", false), Ok((b"/l".to_vec(), Some(Kind::Link))));
    assert_eq!(to(b"l/", false), Ok((b"/d".to_vec(), Some(Kind::Directory))));
    assert_eq!(to(b"l/.", false), Ok((b"/d".to_vec(), Some(Kind::Directory))));
    assert_eq!(to(b"l/up", true), Ok((b"/d/e".to_vec(), Some(Kind::Directory))));
    assert_eq!(to(b"l/e/..", false), Ok((b"/d".to_vec(), Some(Kind::Directory))));
    assert_eq!(to(b"none/../x", false), Ok((b"/x".to_vec(), None)));
    assert!(to(b"loop", true).is_err());
    assert!(to(&[b'a'; 5000], false).is_err());
    assert_eq!(normal(b"/a/./b//../c"), b"/a/c");
}

#[test]
fn odd_paths_are_errors() {
    let files = Memory::new().file("/f", "").other("/p");
    for path in ["f", "/a/../f", "//f", "/f/", "/./f", "/f\0"] {
        assert!(files.lstat(path.as_bytes()).is_err(), "{path:?}");
    }
    assert!(files.read(b"/p", 1).is_err());
    assert!(files.list(b"/f").is_err());
}
