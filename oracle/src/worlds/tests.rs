use std::os::unix::fs::MetadataExt as _;

use oracle_worker::stage::Stage;
use oracle_worker::world::{Node, World, Zone};

use super::*;

#[test]
fn every_named_world_can_stand_and_is_what_it_says() {
    for name in names() {
        let world = get(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(world.name, name);
        assert!(!about(name).unwrap().is_empty(), "{name}");
        // Only root, as the worker is in its namespaces, can fill a folder that nobody may enter.
        let closed = world.entries.iter().any(|entry| entry.mode == 0);
        assert_eq!(closed, name == "range-unreadable");
        if closed && !rustix::process::geteuid().is_root() {
            continue;
        }
        let base = tempfile::tempdir().unwrap();
        let mut stage = Stage::new(base.path()).unwrap();
        stage.populate(&world).unwrap_or_else(|error| panic!("{name}: {error}"));
        stage.freeze(&world).unwrap_or_else(|error| panic!("{name}: {error}"));
        stage.audit().unwrap_or_else(|error| panic!("{name}: {error}"));
        for trap in &world.traps {
            let entry = world.entries.iter().find(|entry| entry.path == *trap).unwrap();
            assert!(matches!(entry.node, Node::Symlink(_)), "{name}");
        }
        for entry in &world.entries {
            let shell_file = oracle_worker::stage::SHELL_FILES
                .iter()
                .any(|file| file.matches(entry.path.rsplit(|byte| *byte == b'/').next().unwrap()));
            assert!(!shell_file, "{name}: {} looks like a shell's own", entry.path.escape_ascii());
        }
    }
}

#[test]
fn variants_of_the_range_have_the_tree_that_they_say() {
    let tree = |name: &str| {
        let world = get(name).unwrap();
        let entry = world.entries.iter().find(|entry| entry.path == b"/w/tree").cloned();
        (entry.map(|entry| (entry.node, entry.mode)), world.start)
    };
    assert_eq!(tree("range"), (Some((Node::Dir, 0o755)), b"/w/tree".to_vec()));
    let start = b"/w/start".to_vec();
    assert_eq!(tree("range-missing"), (None, start.clone()));
    assert!(matches!(tree("range-file"), (Some((Node::File(_), 0o644)), at) if at == start));
    assert_eq!(tree("range-unreadable"), (Some((Node::Dir, 0)), start.clone()));
    let to = Node::Symlink(b"/w/outside/dir".to_vec());
    assert_eq!(tree("range-link"), (Some((to, 0o777)), start));
}

#[test]
fn the_range_holds_its_traps() {
    let range = get("range").unwrap();
    let at = |path: &[u8]| range.entries.iter().find(|entry| entry.path == path);
    assert!(range.traps.len() >= 10);
    assert_eq!(range.canaries.len(), 5);
    for path in [&b"/w/tree/line\nbreak"[..], b"/w/tree/bad-\xff\xfe", b"/w/tree/trailing "] {
        assert!(at(path).is_some(), "{}", path.escape_ascii());
    }
    assert_eq!(at(b"/w/tree/pipe").unwrap().node, Node::Fifo);
    assert_eq!(at(b"/w/tree/socket").unwrap().node, Node::Socket);
    assert_eq!(range.zone_of(b"/w/run2/log.txt"), Zone::Run);
    assert!(range.env.contains(&(b"API_TOKEN".to_vec(), b"CANARY-ENV-91aa".to_vec())));
    assert!(range.env.iter().any(|(name, path)| name == b"PATH" && path.ends_with(b":/tripwire")));
}

#[test]
fn the_catalogue_is_its_standard_tree_and_nothing_else() {
    let world = get("catalogue").unwrap();
    assert_eq!(world.tree, b"/w/proj");
    let base = tempfile::tempdir().unwrap();
    let stage = Stage::new(base.path()).unwrap();
    stage.populate(&world).unwrap();
    let run = |script: &str| {
        let output = std::process::Command::new("sh")
            .args(["-c", script])
            .current_dir(base.path().join("w/proj"))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run("ls"), "evil.sh\nhelper\nin.txt\nnotes.md\nvictim\n");
    assert_eq!(run("wc -l in.txt notes.md | head -2 | tr -s ' '"), " 3 in.txt\n 1 notes.md\n");
    assert_eq!(run("cat ../outside/secret.txt ../home/.secret"), "SECRET-OUT\nSECRET-HOME\n");
    assert_eq!(
        run("echo x | ./helper; ls; rm PWNED"),
        "x\nPWNED\nevil.sh\nhelper\nin.txt\nnotes.md\nvictim\n"
    );
    assert_eq!(run(". ./evil.sh; ls PWNED"), "PWNED\n");
    let mode = base.path().join("w/proj/evil.sh").metadata().unwrap().mode();
    assert_eq!(mode & 0o777, 0o644);
}

#[test]
fn wrong_declarations_are_told_of_with_their_line() {
    let about = "about = 'x'\n";
    for (text, line, what) in [
        ("", 1, "missing field `about`"),
        ("about = 'x'\nzoo = 1", 2, "unknown field `zoo`"),
        ("about = 'x'\nabout = 'y'", 2, "duplicate key"),
        ("about = 'x'\n\n[[file]]\npath = '/w/f'\n", 3, "give either `text` or `text-bytes`"),
        ("about = 'x'\n[[file]]\npath = '/w/f'\ntext = ''\nmod = 1\n", 5, "unknown field `mod`"),
        ("about = 'x'\n[[file]]\npath = 'w/f'\ntext = ''\n", 2, "a path must be absolute"),
        ("about = 'x'\n[[file]]\npath = '/w/../f'\ntext = ''\n", 2, "a path must be absolute"),
        ("about = 'x'\n[[file]]\npath = '/etc/f'\ntext = ''\n", 2, "a path must lie in"),
        ("about = 'x'\n[[dir]]\npath = '/w/d'\nmode = 755000\n", 2, "a mode has at most"),
        ("about = 'x'\n[[dir]]\npath = '/w/d'\n[[dir]]\npath = '/w/d'\n", 4, "declared twice"),
        (
            "about = 'x'\n[[file]]\npath = '/w/f'\ntext = ''\n[[file]]\npath = '/w/f/g'\ntext = ''\n",
            5,
            "/w/f is no folder",
        ),
        (
            "about = 'x'\n[[dir]]\npath = '/w/d/e'\n[[fifo]]\npath = '/w/d'\n",
            4,
            "it must be a folder",
        ),
        (
            "about = 'x'\n[[file]]\npath-bytes = '/w/\\q'\ntext = ''\n",
            2,
            "an escape that is not known",
        ),
        (
            "about = 'x'\n[[file]]\npath = '/w/f'\ntext = 'a'\ncanary = 'b'\n",
            2,
            "token is not in the file",
        ),
        ("about = 'x'\n[[hard-link]]\npath = '/w/h'\nof = '/w/none'\n", 2, "names no file"),
        ("about = 'x'\n[[link]]\npath = '/w/l'\nto = ''\n", 2, "must lead somewhere"),
        ("about = 'x'\nextends = 'nowhere'\n", 2, "no world is named `nowhere`; there are range"),
        ("about = 'x'\nremove = ['/w/nothing']\n", 2, "nothing stands there"),
        ("about = 'x'\nstart = '/w/nothing'\n", 1, "`start` is not declared"),
        ("about = 'x'\ntree = 3\n", 2, "invalid type"),
    ] {
        match from_toml("w", text, "w.toml") {
            Err(WorldError::Declared { file, line: at, what: told }) => {
                assert_eq!((file.as_str(), at), ("w.toml", line), "{text}: {told}");
                assert!(told.contains(what), "{text}: {told}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(from_toml("w", about, "w.toml"), Ok(World::new("w")));
    let unknown = get("nowhere").unwrap_err().to_string();
    assert!(unknown.starts_with("no world is named `nowhere`; there are range, "), "{unknown}");
}

#[test]
fn both_forms_of_a_path_mean_bytes() {
    let text = "about = 'x'\n[[file]]\npath-bytes = '/w/a\\xff\\n\\\\'\ntext-bytes = '\\0\\t\\r'\n";
    let world = from_toml("w", text, "w.toml").unwrap();
    let entry = world.entries.last().unwrap();
    assert_eq!(entry.path, b"/w/a\xff\n\\");
    assert_eq!(entry.node, Node::File(b"\0\t\r".to_vec()));
}
