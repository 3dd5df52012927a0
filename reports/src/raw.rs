//! Bytes out of records, which hold them as text where they are UTF-8 and as base64 elsewhere.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use corpora::finding::{Finding, HandbackRecord};
use corpora::record::{CommandRecord, EffectRecord, ProgramRecord, RunRecord};

/// The bytes of a pair of twins. A twin whose base64 does not decode stands for itself, so that
/// what a broken log holds is shown and not lost.
pub(crate) fn twin<'a>(text: Option<&'a str>, b64: Option<&'a str>) -> Option<Cow<'a, [u8]>> {
    if let Some(text) = text {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    b64.map(|b64| match STANDARD.decode(b64) {
        Ok(bytes) => Cow::Owned(bytes),
        Err(_) => Cow::Borrowed(b64.as_bytes()),
    })
}

/// The script that found it; empty where the record holds none.
pub(crate) fn script(finding: &Finding) -> Cow<'_, [u8]> {
    twin(finding.script.as_deref(), finding.script_b64.as_deref()).unwrap_or_default()
}

/// The smallest script of the bucket: the reduced one, or the script itself.
pub(crate) fn reduced(finding: &Finding) -> Cow<'_, [u8]> {
    twin(finding.reduced.as_deref(), finding.reduced_b64.as_deref())
        .unwrap_or_else(|| script(finding))
}

/// The text of a handback of kind `text`.
pub(crate) fn handback(record: &HandbackRecord) -> Option<Cow<'_, [u8]>> {
    twin(record.text.as_deref(), record.text_b64.as_deref())
}

/// Standard output of a run.
pub(crate) fn stdout(run: &RunRecord) -> Cow<'_, [u8]> {
    twin(run.stdout.as_deref(), run.stdout_b64.as_deref()).unwrap_or_default()
}

/// Standard error of a run.
pub(crate) fn stderr(run: &RunRecord) -> Cow<'_, [u8]> {
    twin(run.stderr.as_deref(), run.stderr_b64.as_deref()).unwrap_or_default()
}

/// The path of an effect, for the kinds that have one.
pub(crate) fn path(effect: &EffectRecord) -> Option<Cow<'_, [u8]>> {
    twin(effect.path.as_deref(), effect.path_b64.as_deref())
}

/// Where an effect's path stood before.
pub(crate) fn from(effect: &EffectRecord) -> Option<Cow<'_, [u8]>> {
    twin(effect.from.as_deref(), effect.from_b64.as_deref())
}

/// How an effect came about.
pub(crate) fn via(effect: &EffectRecord) -> Option<Cow<'_, [u8]>> {
    twin(effect.via.as_deref(), effect.via_b64.as_deref())
}

/// The exact words of a program.
pub(crate) fn program(record: &ProgramRecord) -> Vec<Cow<'_, [u8]>> {
    words(&record.argv, record.argv_b64.as_deref())
}

/// The exact path of a program.
pub(crate) fn program_path(record: &ProgramRecord) -> Cow<'_, [u8]> {
    twin(None, record.path_b64.as_deref()).unwrap_or(Cow::Borrowed(record.path.as_bytes()))
}

/// The exact words of a command.
pub(crate) fn command(record: &CommandRecord) -> Vec<Cow<'_, [u8]>> {
    words(&record.argv, record.argv_b64.as_deref())
}

/// The exact words of a handback of kind `argv`.
pub(crate) fn handback_argv(record: &HandbackRecord) -> Option<Vec<Cow<'_, [u8]>>> {
    let lossy = record.argv.as_deref().unwrap_or_default();
    let exact = record.argv_b64.as_deref();
    (record.argv.is_some() || exact.is_some()).then(|| words(lossy, exact))
}

/// Words that are lossy unless an exact twin stands beside them.
fn words<'a>(lossy: &'a [String], exact: Option<&'a [String]>) -> Vec<Cow<'a, [u8]>> {
    match exact {
        Some(words) => words.iter().filter_map(|word| twin(None, Some(word))).collect(),
        None => lossy.iter().map(|word| Cow::Borrowed(word.as_bytes())).collect(),
    }
}
