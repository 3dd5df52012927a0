//! Many runs of mixed scripts: what grows, and what comes out otherwise from one pass to the next.

use std::path::Path;
use std::time::{Duration, Instant};

use oracle::{Config, Delivery, Mode, Oracle, Run, Script, Shell, World};
use serde::Serialize;

use super::processes::Held;
use super::table::Line;
use crate::cases;
use crate::error::Error;
use crate::out::Out;
use crate::same::{Essence, racy};
use crate::say;

/// Runs that take longer are made twice, and then no more.
const LONG: Duration = Duration::from_millis(50);

/// The most worlds that are mixed.
const WORLDS: usize = 8;

/// A script under a shell that came out otherwise.
#[derive(Debug, Serialize)]
struct Differing {
    case: String,
    shell: String,
    script: String,
    differs: Vec<&'static str>,
    /// Why that is so, where it is known.
    reason: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Told {
    runs: u64,
    scripts: usize,
    passes: u64,
    seconds: f64,
    restarts: u64,
    before: Held,
    after: Held,
    grown: Vec<String>,
    differing: Vec<Differing>,
    audit: Vec<String>,
}

impl Told {
    pub(super) fn line(&self) -> Line {
        let unexplained = self.differing.iter().filter(|it| it.reason.is_none()).count();
        let troubles = unexplained + self.grown.len() + self.audit.len() + self.restarts as usize;
        Line::none(format!("troubles in a soak of {} runs", self.runs), troubles)
    }

    pub(super) fn print(&self, out: &mut Out) {
        out.line("");
        out.line(format!(
            "soak: {} runs, {} scripts, {} passes, {:.0} s; {} workers were replaced",
            self.runs, self.scripts, self.passes, self.seconds, self.restarts
        ));
        let held = |held: &Held| {
            format!(
                "{} processes, {} KiB, {} descriptors, {} mounts, {} temporary files",
                held.processes, held.resident_kib, held.descriptors, held.mounts, held.temporary
            )
        };
        out.line(format!("  after the first pass: {}", held(&self.before)));
        out.line(format!("  at the end:           {}", held(&self.after)));
        for grown in &self.grown {
            out.line(format!("  grown: {grown}"));
        }
        for difference in &self.audit {
            out.line(format!("  not as declared: {difference}"));
        }
        for it in &self.differing {
            out.line(format!(
                "  differs: {} in {}: {}; {}",
                it.case,
                it.shell,
                it.differs.join(", "),
                it.reason.as_deref().unwrap_or("UNEXPLAINED")
            ));
        }
    }
}

/// A script that is run over and over.
struct Item {
    case: String,
    body: Vec<u8>,
    delivery: Delivery,
    world: usize,
    reason: Option<String>,
    /// What it came to in the first pass, for each shell; `None` where it is run no more.
    first: Vec<Option<Essence>>,
}

/// Measures.
pub(super) fn measure(shells: &[Shell], runs: u64, racy: Option<&Path>) -> Result<Told, Error> {
    let (worlds, mut items) = items()?;
    let racy = match racy.map(Path::to_owned).or_else(racy::file) {
        Some(file) => racy::load(&file)?,
        None => Vec::new(),
    };
    let config = Config { ready_worlds: worlds.len() * shells.len() + 1, ..Config::default() };
    let mut oracle = Oracle::new(config)?;
    let begun = Instant::now();
    let (mut made, mut passes) = (0, 0);
    let mut before = Held::default();
    let mut differing: Vec<Differing> = Vec::new();
    while passes < 2 || made < runs {
        let mut any = false;
        for item in &mut items {
            if passes >= 2 && made >= runs {
                break;
            }
            for (at, shell) in shells.iter().enumerate() {
                if passes > 0 && item.first.get(at).is_none_or(Option::is_none) {
                    continue;
                }
                let Some(world) = worlds.get(item.world) else { continue };
                let run = Run {
                    script: Script::Text(item.body.clone()),
                    delivery: item.delivery,
                    // Some of all runs are exact.
                    mode: if made % 16 == 15 { Mode::Exact } else { Mode::ForkServer },
                    ..Run::new(b"", world, shell)
                };
                let started = Instant::now();
                let essence = Essence::of(&oracle.observe(&run)?);
                made += 1;
                any = true;
                let Some(slot) = item.first.get_mut(at) else { continue };
                let Some(first) = slot else {
                    *slot = Some(essence);
                    continue;
                };
                let differs = first.differs_from(&essence);
                if !differs.is_empty() {
                    let reason = racy.iter().find(|it| it.is_about(&item.case, shell.name));
                    let reason = reason.map(|racy| racy.reason.clone()).or(item.reason.clone());
                    differing.push(Differing {
                        case: item.case.clone(),
                        shell: shell.name.name().to_owned(),
                        script: String::from_utf8_lossy(&item.body).into_owned(),
                        differs,
                        reason,
                    });
                }
                // One report of it is enough, and what takes long is made twice only.
                if differing.last().is_some_and(|last| last.case == item.case)
                    || started.elapsed() > LONG
                {
                    *slot = None;
                }
            }
        }
        passes += 1;
        if passes == 1 {
            before = Held::now();
        }
        say::line(format!("soak: {made} runs"));
        if !any {
            break;
        }
    }
    let after = Held::now();
    Ok(Told {
        runs: made,
        scripts: items.len(),
        passes,
        seconds: begun.elapsed().as_secs_f64(),
        restarts: oracle.restarts(),
        grown: after.grown_since(&before),
        before,
        after,
        differing,
        audit: oracle.audit()?,
    })
}

/// The stored cases that need no set-up, of the worlds that most of them share.
fn items() -> Result<(Vec<World>, Vec<Item>), Error> {
    let folder = cases::folder(None, None)
        .ok_or_else(|| Error::Usage("no cases are here to mix".to_owned()))?;
    let mut groups: Vec<(World, Vec<Item>)> = Vec::new();
    for loaded in cases::load(&[folder])? {
        let case = loaded.case;
        if case.skip.is_some() || case.setup.is_some() || case.timeout.is_some() {
            continue;
        }
        let world = cases::world(&case)?;
        let item = Item {
            case: case.id,
            body: case.body,
            delivery: case.delivery,
            world: 0,
            reason: case.racy,
            first: vec![None; oracle::ShellName::ALL.len()],
        };
        match groups.iter_mut().find(|(other, _)| *other == world) {
            Some((_, all)) => all.push(item),
            None => groups.push((world, vec![item])),
        }
    }
    groups.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
    groups.truncate(WORLDS);
    let (mut worlds, mut items) = (Vec::new(), Vec::new());
    for (at, (world, all)) in groups.into_iter().enumerate() {
        worlds.push(world);
        items.extend(all.into_iter().map(|item| Item { world: at, ..item }));
    }
    Ok((worlds, items))
}
