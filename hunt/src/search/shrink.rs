//! Reduction of a confirmed finding.

use crate::lab::{Care, Lab, Sighting, Trial};
use crate::reduce::{Limits, reduce};
use crate::runs::RunError;

/// A finding, made small.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest script found in the same bucket; the script itself where none was smaller.
    pub script: Vec<u8>,
    /// What shows with that script.
    pub sighting: Sighting,
    /// The exact trial of that script.
    pub trial: Trial,
    /// Why the search for a smaller one ended early, where a run was not possible any more. The
    /// finding stands all the same.
    pub error: Option<RunError>,
}

/// Makes a confirmed finding small. `sighting` and `trial` are what confirmation gave; `stop` ends
/// the search early.
pub fn shrink(
    lab: &mut Lab<'_>,
    script: &[u8],
    sighting: Sighting,
    trial: Trial,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Shrunk {
    let wanted = sighting.signature.clone();
    let mut error = None;
    let small = reduce(script, limits, stop, &mut |script| {
        if error.is_some() {
            return false;
        }
        match lab.try_script(script, Care::Fast) {
            Ok(trial) => trial.sightings.iter().any(|s| s.signature.narrows(&wanted)),
            Err(failed) => {
                error = Some(failed);
                false
            }
        }
    });
    if small != script && error.is_none() {
        match lab.try_script(&small, Care::Exact) {
            Ok(exact) => {
                let shows = exact.sightings.iter().find(|s| s.signature.narrows(&wanted)).cloned();
                if let Some(sighting) = shows {
                    return Shrunk { script: small, sighting, trial: exact, error };
                }
            }
            Err(failed) => error = Some(failed),
        }
    }
    Shrunk { script: script.to_vec(), sighting, trial, error }
}
