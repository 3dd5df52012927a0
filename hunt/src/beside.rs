//! The worlds beside the first one in which a guard that looks at files is held to its promise.

use guard::{Clause, Guard};
use oracle::{Entry, Node, World, worlds};

/// Worlds for a guard whose allow says from where a script runs: the tree is a link, a folder of
/// the tree is a link out of it, and the shell starts in another folder.
///
/// Other guards, and other worlds than the range, have none. Nor has a guard whose inside is not known:
/// it lives in a copy of the first world, and could not look at the others.
pub fn beside(world: &World, guard: &dyn Guard) -> Vec<World> {
    let enters = guard.promise().clauses.iter().any(|clause| matches!(clause, Clause::Enter));
    if !enters || !guard.sees_request_files() || world.name != "range" {
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
        let approver = guard::registry::find("approver").expect("it is built in").make();
        let argv = guard::registry::find("argv").expect("it is built in").make();
        let names: Vec<String> =
            beside(&range, approver.as_ref()).into_iter().map(|world| world.name).collect();
        assert_eq!(names, ["range-build-out", "range-elsewhere", "range-link"]);
        assert!(beside(&range, argv.as_ref()).is_empty());
        let other = worlds::get("empty").expect("the empty world");
        assert!(beside(&other, approver.as_ref()).is_empty());
    }

    #[test]
    fn the_approver_refuses_every_script_where_the_tree_is_a_link() {
        use guard::{Answer, TargetShell, Verdict};
        let mut guard = guard::registry::find("approver").expect("it is built in").make();
        let refusal = |answer| match answer {
            Answer::Verdict(Verdict::Deny { id, .. }) => Some(id),
            _ => None,
        };
        let range = worlds::get("range").expect("the range");
        let mut names = Vec::new();
        for world in std::iter::once(range.clone()).chain(beside(&range, guard.as_ref())) {
            let layout = crate::Layout::of(&world);
            for script in ["ls", "echo a > f", "rm -rf build", "cd sub && make"] {
                let request = layout.request(script.as_bytes(), TargetShell::Bash);
                let missing = refusal(guard.decide(&request)).as_deref() == Some("tree-missing");
                assert_eq!(missing, world.name == "range-link", "{} {script}", world.name);
            }
            names.push(world.name);
        }
        assert!(names.contains(&"range-link".to_owned()));
    }
}
