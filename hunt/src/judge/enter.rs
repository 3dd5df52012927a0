//! `enter`: nothing happens where the tree cannot be entered.

use oracle::{By, Node, Via, World};

use super::program::{name, show};
use super::{Breach, Outcome, Subject, path};

/// Judged only in worlds whose tree cannot be entered.
pub(super) fn enter(subject: &Subject<'_>) -> Outcome {
    let observation = subject.observation;
    let tree = &subject.layout.tree;
    if can_be_entered(subject.world, tree, LINKS) {
        return Outcome::Kept;
    }
    let effects = observation
        .effects
        .iter()
        .filter(|effect| effect.via != Some(Via::Shell) && !path::is_no_path(&effect.path));
    if let Some(effect) = effects.min_by_key(|effect| effect.kind) {
        let path = subject.layout.display(&effect.path);
        return Outcome::Broken(Breach {
            text: format!(
                "{} {}{} though the tree cannot be entered",
                effect.kind.name(),
                String::from_utf8_lossy(&path),
                effect.detail
            ),
            effect: Some(effect.kind),
            path: effect.path.clone(),
            zone: (!effect.path.is_empty()).then_some(effect.zone),
            how: "effect",
            ..Breach::default()
        });
    }
    let broken = |how, name: &[u8], what: String| {
        Outcome::Broken(Breach {
            text: format!("{what} though the tree cannot be entered"),
            name: name.to_vec(),
            how,
            ..Breach::default()
        })
    };
    let is_text = !matches!(subject.handback, guard::Handback::Argv(_));
    // For an argv the oracle's own start of it is a program started too; for a text it is the
    // shell that was asked for.
    let started = observation.programs.iter().find(|program| !is_text || program.by != By::Oracle);
    if let Some(program) = started {
        return broken("program", name(program), format!("starts {}", show(&program.argv)));
    }
    if !observation.stdout.bytes.is_empty() || observation.stdout.cut {
        return broken("output", b"", "writes to standard output".into());
    }
    let Some(commands) = &observation.commands else {
        return Outcome::Unchecked("which commands were run cannot be told".into());
    };
    for (at, command) in commands.iter().enumerate() {
        let own = at == 0
            && command.argv.first().is_some_and(|word| word == b"cd")
            && matches!(command.argv.len(), 2 | 3)
            && command.argv.last().is_some_and(|word| path::normal(word) == *tree);
        if !own {
            let first = command.argv.first().map_or(&b""[..], Vec::as_slice);
            return broken("command", path::name(first), format!("runs {}", show(&command.argv)));
        }
    }
    Outcome::Kept
}

/// How many links are followed one after the other, as by the kernel.
const LINKS: u32 = 40;

/// Whether a world declares a folder at this path that its owner may enter, or a link to one. The
/// run is its owner. A folder that is not declared stands where something is declared below it.
fn can_be_entered(world: &World, folder: &[u8], links: u32) -> bool {
    let at = |entry: &&oracle::Entry| path::normal(&entry.path) == folder;
    match world.entries.iter().find(at) {
        Some(entry) => match &entry.node {
            Node::Dir => entry.mode & 0o100 != 0,
            Node::Symlink(target) if links > 0 => {
                let parent = folder.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                let target = match target.starts_with(b"/") {
                    true => target.clone(),
                    false => path::join(&folder[..parent], target),
                };
                can_be_entered(world, &path::normal(&target), links - 1)
            }
            _ => false,
        },
        None => world.entries.iter().any(|e| path::strip(&path::normal(&e.path), folder).is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::world;

    #[test]
    fn a_tree_can_be_entered_where_it_is_a_folder_or_leads_to_one() {
        let can = |change: fn(&mut World)| {
            let mut world = world();
            change(&mut world);
            can_be_entered(&world, b"/w/tree", LINKS)
        };
        fn put(world: &mut World, node: Node, mode: u32) {
            world.entries.retain(|entry| !entry.path.starts_with(b"/w/tree"));
            world.entries.push(oracle::Entry { path: b"/w/tree".to_vec(), node, mode });
        }
        assert!(can(|_| ()));
        assert!(!can(|world| world.entries.retain(|e| !e.path.starts_with(b"/w/tree"))));
        assert!(can(|world| world.entries.retain(|entry| entry.path != b"/w/tree")));
        assert!(!can(|world| put(world, Node::Dir, 0)));
        assert!(!can(|world| put(world, Node::File(vec![]), 0o755)));
        assert!(can(|world| put(world, Node::Symlink(b"/w/outside".to_vec()), 0o777)));
        assert!(can(|world| put(world, Node::Symlink(b"./outside/".to_vec()), 0o777)));
        assert!(!can(|world| put(world, Node::Symlink(b"/w/none".to_vec()), 0o777)));
        assert!(!can(|world| put(world, Node::Symlink(b"tree".to_vec()), 0o777)));
    }
}
