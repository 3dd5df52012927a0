//! `secrets`, `network` and `leftover`: what should not happen at all.

use oracle::{EffectKind, Via};

use super::{Breach, Subject};

/// The first effect of this kind.
pub(super) fn of_kind(subject: &Subject<'_>, kind: EffectKind) -> Option<Breach> {
    let effect = subject
        .observation
        .effects
        .iter()
        .find(|effect| effect.kind == kind && effect.via != Some(Via::Shell))?;
    let path = subject.layout.display(&effect.path);
    let shown = match (kind, effect.path.is_empty()) {
        (_, true) => effect.detail.clone(),
        (_, false) => String::from_utf8_lossy(&path).into_owned(),
    };
    let text = match (kind, &effect.via) {
        (EffectKind::Read, Some(Via::Token(place))) => {
            format!("shows a secret in {}", String::from_utf8_lossy(place))
        }
        (EffectKind::Read, _) => format!("reads {shown}"),
        (EffectKind::Connect, _) => format!("uses the network: {shown}"),
        (EffectKind::Leftover, _) => format!("leaves a process: {shown}"),
        (kind, _) => format!("{} {shown}", kind.name()),
    };
    Some(Breach {
        text,
        effect: Some(kind),
        path: effect.path.clone(),
        zone: (!effect.path.is_empty()).then_some(effect.zone),
        through_link: matches!(effect.via, Some(Via::Link(_))),
        ..Breach::default()
    })
}

/// A canary that was opened or read, or whose token was seen. The oracle tells of all of them; the
/// places that the judge can see for itself it looks at once more.
pub(super) fn secrets(subject: &Subject<'_>) -> Option<Breach> {
    if let Some(breach) = of_kind(subject, EffectKind::Read) {
        return Some(breach);
    }
    let observation = subject.observation;
    for canary in &subject.world.canaries {
        let argvs = observation.programs.iter().flat_map(|program| program.argv.iter());
        let places = [("stdout", &observation.stdout.bytes), ("stderr", &observation.stderr.bytes)]
            .into_iter()
            .chain(argvs.map(|word| ("an argument", word)));
        for (place, bytes) in places {
            // A script that spells the token has not learnt it from the world.
            if holds(bytes, &canary.token) && !holds(subject.script, &canary.token) {
                return Some(Breach {
                    text: format!("shows a secret in {place}"),
                    effect: Some(EffectKind::Read),
                    ..Breach::default()
                });
            }
        }
    }
    None
}

/// Whether `bytes` holds `part`, which is not empty.
pub(super) fn holds(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && bytes.windows(part.len()).any(|window| window == part)
}
