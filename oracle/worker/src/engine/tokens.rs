//! Where the token of a secret turned up.

use crate::observation::{Effect, EffectKind, Observation, Via};
use crate::world::{Bytes, World, Zone};

/// Adds a read effect for each canary whose token stands in an output, an argument or a written
/// file.
pub(crate) fn find(world: &World, seen: &mut Observation, written: &[(Bytes, Bytes)]) {
    let mut found = Vec::new();
    for canary in &world.canaries {
        // A secret without a file is named by its variable.
        let variable = || {
            let holds = |value: &[u8]| memchr::memmem::find(value, &canary.token).is_some();
            let named = world.env.iter().find(|(_, value)| holds(value));
            named
                .map_or_else(String::new, |(name, _)| format!("${}", String::from_utf8_lossy(name)))
        };
        let mut add = |place: &[u8]| {
            let path = canary.path.clone().unwrap_or_default();
            let detail = if path.is_empty() { variable() } else { String::new() };
            found.push(Effect {
                kind: EffectKind::Read,
                zone: if path.is_empty() { Zone::System } else { world.zone_of(&path) },
                path,
                from: None,
                via: Some(Via::Token(place.to_vec())),
                undone: false,
                detail,
            });
        };
        let token = canary.token.as_slice();
        // Most of what is looked at is too short to hold it.
        let holds = |bytes: &[u8]| {
            !token.is_empty()
                && bytes.len() >= token.len()
                && memchr::memmem::find(bytes, token).is_some()
        };
        if holds(&seen.stdout.bytes) {
            add(b"stdout");
        }
        if holds(&seen.stderr.bytes) {
            add(b"stderr");
        }
        if seen.programs.iter().flat_map(|program| &program.argv).any(|word| holds(word)) {
            add(b"argv");
        }
        for (path, content) in written {
            if holds(content) {
                add(path);
            }
        }
    }
    seen.effects.extend(found);
}
