use super::*;

#[test]
fn zones() {
    let range = World::new("range");
    let catalogue = World::new("catalogue").tree("/w/proj", "/w/proj");
    for (world, path, zone) in [
        (&range, "/w/tree", Zone::Tree),
        (&range, "/w/tree/a/b", Zone::Tree),
        (&range, "/w/treehouse", Zone::Outside),
        (&range, "/w", Zone::Outside),
        (&range, "/w/start/x", Zone::Outside),
        (&range, "/w/outside/x", Zone::Outside),
        (&range, "/w/home", Zone::Home),
        (&range, "/w/homes", Zone::Outside),
        (&range, "/w/run", Zone::Run),
        (&range, "/w/run2/x", Zone::Run),
        (&range, "/w/runner", Zone::Outside),
        (&range, "/w/tmp/x", Zone::Tmp),
        (&range, "/tmp", Zone::Tmp),
        (&range, "/tmpx", Zone::System),
        (&range, "/var", Zone::System),
        (&range, "/var/tmp/x", Zone::Tmp),
        (&range, "/", Zone::System),
        (&range, "/etc/passwd", Zone::System),
        (&catalogue, "/w/proj/x", Zone::Tree),
        (&catalogue, "/w/tree/x", Zone::Outside),
    ] {
        assert_eq!(world.zone_of(path.as_bytes()), zone, "{path}");
    }
}

#[test]
fn parents_come_first_and_later_declarations_replace() {
    let world = World::new("w").file("/w/tree/a/b", "1").file("/w/tree/a/b", "2");
    let paths: Vec<_> = world.entries.iter().map(|entry| entry.path.as_slice()).collect();
    assert_eq!(paths[10..], [b"/w/tree/a".as_slice(), b"/w/tree/a/b"]);
    assert_eq!(world.entries[11].node, Node::File(b"2".to_vec()));
    let world = world.trap("/w/tree/a/l", "../..").canary("/w/tree/a/b", "2").without("/w/tree/a");
    assert_eq!(world.entries.len(), 10);
    assert!(world.traps.is_empty() && world.canaries.is_empty());
}

#[test]
fn the_hash_leaves_out_the_name_only() {
    let hash = |world: World| world.hash();
    let plain = hash(World::new("a"));
    assert_eq!(plain, hash(World::new("b")));
    for other in [
        World::new("a").file("/w/tree/f", ""),
        World::new("a").dir("/w/tree", 0o700),
        World::new("a").env("X", "1"),
        World::new("a").canary_env("X", "1"),
        World::new("a").tree("/w/tree", "/w/start"),
        World::new("a").setup("true"),
    ] {
        assert_ne!(plain, hash(other));
    }
}
