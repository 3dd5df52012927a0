//! What fuzz targets share: the shells, the mutator's buffer, and an end that is no finding.

use oracle::{Shell, ShellName};

use crate::runs::RunError;

/// bash, sh and zsh, those of them that are installed; `None` where none is.
pub(crate) fn shells() -> Option<Vec<Shell>> {
    let names = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let shells: Vec<Shell> =
        names.into_iter().filter_map(|shell| Shell::find(shell).ok()).collect();
    (!shells.is_empty()).then_some(shells)
}

/// A custom mutator for a fuzzer: half of the time a change by `ours`, half of the time by `other`, the
/// fuzzer's own. Takes and gives back what libFuzzer does: the script is the first `size` bytes of
/// `data`, and the result the new size, which is at most `max_size`.
pub(crate) fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    other: impl FnOnce(&mut [u8], usize, usize) -> usize,
    ours: impl FnOnce(&[u8]) -> Vec<u8>,
) -> usize {
    let Some(script) = data.get(..size).filter(|_| seed.is_multiple_of(2)) else {
        return other(data, size, max_size);
    };
    let made = ours(script);
    let len = made.len().min(max_size).min(data.len());
    data[..len].copy_from_slice(&made[..len]);
    len
}

/// Ends with 97 where no result counts, else with 96: there is nobody to report to but a fuzzer, which
/// would take a panic for a finding.
pub(crate) fn end(error: &(dyn std::error::Error + 'static)) -> ! {
    eprintln!("trapline: {error}");
    let void = matches!(error.downcast_ref::<RunError>(), Some(RunError::Controls(_)));
    std::process::exit(if void { 97 } else { 96 })
}
