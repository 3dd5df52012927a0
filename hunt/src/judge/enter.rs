//! `enter`: nothing happens where the tree cannot be entered.

use oracle::{By, Via};

use super::program::{name, show};
use super::{Breach, Outcome, Subject, path};

/// Judged only in worlds that begin elsewhere than in the tree, because it cannot be entered.
pub(super) fn enter(subject: &Subject<'_>) -> Outcome {
    let observation = subject.observation;
    let tree = &subject.layout.tree;
    if path::normal(&subject.world.start) == *tree {
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
