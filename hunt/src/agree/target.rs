//! The property of the fuzz target `agree`: what the reader reads without a doubt, shells run as
//! the tree says.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use oracle::{Config, worlds};

use super::{Agree, Agreement, Generator};
use crate::RunError;
use crate::fuzzer::{self, end};
use crate::runner::OracleRunner;

/// The reader against bash, sh and zsh, those of them that are installed, in a sandbox.
///
/// # Errors
///
/// [`RunError::Setup`], which says what is missing.
pub fn against_shells() -> Result<Agree, RunError> {
    let missing = |error: &dyn std::error::Error| RunError::Setup(error.to_string());
    let none = || RunError::Setup("none of bash, sh and zsh is installed".to_owned());
    let shells = fuzzer::shells().ok_or_else(none)?;
    let world = worlds::get("empty").map_err(|error| missing(&error))?;
    // Only the tripwire answers, so that no program does anything.
    let path = world.env.iter().find(|(name, _)| name == b"PATH").map(|(_, value)| value.clone());
    let last = path.as_deref().and_then(|path| path.rsplit(|byte| *byte == b':').next());
    let last = last.unwrap_or_default().to_vec();
    let world = world.env("PATH", last);
    let timeout = Duration::from_secs(1);
    let config = Config { timeout, absent_status: 0, ..Config::default() };
    let runner = OracleRunner::new(config).map_err(|error| missing(&error))?;
    Ok(Agree::new(Box::new(runner), shells, world))
}

/// Opens the sandbox. A target calls this before anything else, so that a set-up that cannot work
/// ends the process with 96 and a line that says why, and is no finding to the fuzzer.
pub fn open() {
    with(|_| {});
}

/// Holds the reader to one script.
///
/// # Panics
///
/// Where a shell did what the tree does not have, which the fuzzer takes for a crash.
pub fn agree(script: &[u8]) {
    with(|agree| {
        let found = check(agree, script);
        match found {
            Ok(Agreement::Wrong { shell, what }) => {
                panic!("{:?}: {shell}: {what}", String::from_utf8_lossy(script));
            }
            // One run that failed says nothing of the script.
            Ok(_) | Err(RunError::Failed(_)) => {}
            Err(error) => end(&error),
        }
    });
}

fn check(agree: &mut Agree, script: &[u8]) -> Result<Agreement, RunError> {
    let found = agree.check(script)?;
    #[cfg(feature = "opinions")]
    if found == (Agreement::Agrees { open: false }) && agree.second(script)?.is_some() {
        // What that is comes from a runner that was found sound since.
        agree.verify()?;
        if let Some(wrong) = agree.second(script)? {
            agree.verify()?;
            return Ok(wrong);
        }
    }
    Ok(found)
}

/// A custom mutator for a fuzzer: half of the time a change by the generator's rules, half of the
/// time by `other`, the fuzzer's own. Takes and gives back what libFuzzer does.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    other: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    fuzzer::mutate(data, size, max_size, seed, other, |script| {
        Generator::new(u64::from(seed), Vec::new()).around(script)
    })
}

fn with(act: impl FnOnce(&mut Agree)) {
    static TARGET: OnceLock<Mutex<Agree>> = OnceLock::new();
    let target = TARGET.get_or_init(|| match against_shells() {
        Ok(agree) => Mutex::new(agree),
        Err(error) => end(&error),
    });
    act(&mut target.lock().unwrap_or_else(PoisonError::into_inner));
}
