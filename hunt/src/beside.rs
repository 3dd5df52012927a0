//! The worlds beside the first one in which a guard that looks at files is held to its promise.

use guard::{Clause, Promise};
use oracle::{Entry, Node, World, worlds};

/// Worlds for a guard whose allow says from where a script runs: the tree is a link, a folder of
/// the tree is a link out of it, and the shell starts in another folder.
///
/// Other guards, and other worlds than the range, have none.
pub fn beside(world: &World, promise: &Promise) -> Vec<World> {
    let enters = promise.clauses.iter().any(|clause| matches!(clause, Clause::Enter));
    if !enters || world.name != "range" {
        return Vec::new();
    }
    let mut out = world.clone().without("/w/tree/build");
    out.name = "range-build-out".to_owned();
    let node = Node::Symlink(b"../outside/dir".to_vec());
    out.entries.push(Entry { path: b"/w/tree/build".to_vec(), node, mode: 0o777 });
    out.traps.push(b"/w/tree/build".to_vec());
    let mut elsewhere = world.clone();
    elsewhere.name = "range-elsewhere".to_owned();
    elsewhere.start = b"/w/start".to_vec();
    let mut all = vec![out, elsewhere];
    all.extend(worlds::get("range-link").ok());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_that_enter_the_tree_get_three_worlds_more() {
        let range = worlds::get("range").expect("the range");
        let promise = Promise { preset: None, clauses: vec![Clause::Enter] };
        let names: Vec<String> =
            beside(&range, &promise).into_iter().map(|world| world.name).collect();
        assert_eq!(names, ["range-build-out", "range-elsewhere", "range-link"]);
        assert!(beside(&range, &Promise::default()).is_empty());
        let other = worlds::get("empty").expect("the empty world");
        assert!(beside(&other, &promise).is_empty());
    }
}
