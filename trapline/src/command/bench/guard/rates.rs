//! How much is read of what shells run alike.

use std::time::Duration;

use corpora::suite;
use guard::syntax;
use hunt::classify::Deed;
use hunt::runner::OracleRunner;
use hunt::{RunError, RunSpec, Runs as _, Trust};
use oracle::{Config, Delivery, Script, Shell, ShellName, World, worlds};
use serde::Serialize;

use super::cost::COMMON;
use crate::error::Error;
use crate::{cases, trust};

/// How much of a list is read.
#[derive(Serialize)]
pub(super) struct Rate {
    /// What the scripts are.
    pub(super) list: &'static str,
    /// How many there are.
    pub(super) scripts: usize,
    /// How many bash, sh and zsh run alike: the same programs with the same words, the same
    /// effects, and exit zero or not.
    pub(super) alike: usize,
    /// How many of those are read without a doubt.
    pub(super) read: usize,
    /// The same in a hundred.
    pub(super) percent: f64,
}

/// The rates of the common commands and of the stored cases.
pub(super) fn rates() -> Result<Vec<Rate>, Error> {
    let shells = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let shells = shells.map(Shell::find).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut runner = OracleRunner::new(Config::default())?;
    let range = worlds::get("range")?;
    let common: Vec<(Vec<u8>, World)> =
        COMMON.lines().map(|line| (line.as_bytes().to_vec(), range.clone())).collect();
    let mut sound = |list, scripts: &[(Vec<u8>, World)]| {
        trust::sound(|| {
            let rate = rate(list, scripts, &shells, &mut runner)?;
            Ok((runner.verify()? == Trust::Good).then_some(rate))
        })
    };
    let mut rates = vec![sound("common commands", &common)?];
    if let Some(folder) = cases::folder(None, None) {
        let loaded = suite::load(&[folder])?;
        let plain = loaded.iter().filter(|it| {
            it.case.skip.is_none() && it.case.delivery == Delivery::C && !it.case.body.contains(&0)
        });
        let stored: Vec<(Vec<u8>, World)> = plain
            .map(|it| Ok((it.case.body.clone(), cases::world(&it.case)?)))
            .collect::<Result<_, Error>>()?;
        rates.push(sound("stored cases", &stored)?);
    }
    Ok(rates)
}

fn rate(
    list: &'static str,
    scripts: &[(Vec<u8>, World)],
    shells: &[Shell],
    runner: &mut OracleRunner,
) -> Result<Rate, Error> {
    let (mut alike, mut read) = (0, 0);
    for (script, world) in scripts {
        if runs_alike(script, world, shells, runner)? {
            alike += 1;
            read += usize::from(syntax::read(script).certain().is_some());
        }
    }
    let percent = read as f64 * 100.0 / (alike as f64).max(1.0);
    Ok(Rate { list, scripts: scripts.len(), alike, read, percent })
}

fn runs_alike(
    script: &[u8],
    world: &World,
    shells: &[Shell],
    runner: &mut OracleRunner,
) -> Result<bool, Error> {
    let text = Script::Text(script.to_vec());
    let mut first: Option<Deed> = None;
    let mut did = false;
    for shell in shells {
        let seen = runner.run(&RunSpec {
            script: &text,
            world,
            shell,
            delivery: Delivery::C,
            timeout: Duration::from_secs(2),
            exact: false,
            commands: false,
            closely: false,
        });
        let seen = match seen {
            Ok(seen) if !seen.timed_out => seen,
            Err(error @ RunError::Setup(_)) => return Err(error.into()),
            _ => return Ok(false),
        };
        did |= seen.exit == Some(0) || !seen.programs.is_empty() || !seen.effects.is_empty();
        let deed = Deed::of(&seen);
        match &first {
            None => first = Some(deed),
            Some(first) if first.differs(&deed).is_some() => return Ok(false),
            Some(_) => {}
        }
    }
    // What no shell takes is no script.
    Ok(did)
}
