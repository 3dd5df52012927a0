//! The text that is handed back, and the proof that it holds together.

use std::os::unix::ffi::OsStrExt as _;

use crate::Request;
use crate::syntax::{
    Command, CompoundKind, Connector, DoubtKind, List, Pipeline, Reading, Simple, Terminator, quote,
};

/// The text that runs a script from the tree, all of it or nothing: a change of directory and one
/// group on lines of its own.
pub fn handback(request: &Request) -> Vec<u8> {
    let tree = quote(request.tree.as_os_str().as_bytes());
    let mut text = Vec::with_capacity(request.script.len() + tree.len() + 16);
    text.extend_from_slice(b"cd -- ");
    text.extend_from_slice(&tree);
    text.extend_from_slice(b" && {\n");
    text.extend_from_slice(&request.script);
    text.extend_from_slice(b"\n}");
    text
}

/// What stands in the group of a text that is exactly one change of directory and one group with
/// everything else in it. Only a brace that is wholly unquoted opens or closes a group for the
/// reader.
pub(super) fn group(reading: &Reading) -> Option<&List> {
    let script = reading.certain()?;
    let [item] = script.list.items.as_slice() else { return None };
    let [(Connector::And, pipeline)] = item.rest.as_slice() else { return None };
    let whole = item.end == Terminator::End && is_change(&item.first);
    inside(pipeline).filter(|_| whole)
}

/// `cd -- 'DIRECTORY'`
fn is_change(pipeline: &Pipeline) -> bool {
    let [Command::Simple(Simple { assignments, words, redirects, .. })] =
        pipeline.commands.as_slice()
    else {
        return false;
    };
    let [cd, dashes, directory] = words.as_slice() else { return false };
    !pipeline.negated
        && assignments.is_empty()
        && redirects.is_empty()
        && cd.bare() == Some(b"cd")
        && dashes.bare() == Some(b"--")
        && directory.fixed().is_some()
}

/// The list of a pipeline that is one group and nothing else.
fn inside(pipeline: &Pipeline) -> Option<&List> {
    let [Command::Compound(compound)] = pipeline.commands.as_slice() else { return None };
    let plain = !pipeline.negated && compound.redirects.is_empty();
    match &compound.kind {
        CompoundKind::Group(list) if plain => Some(list),
        _ => None,
    }
}

/// Whether a doubt means that a group may end early or not at all.
pub(super) fn breaks_groups(kind: DoubtKind) -> bool {
    matches!(
        kind,
        DoubtKind::UnexpectedKeyword
            | DoubtKind::UnexpectedOperator
            | DoubtKind::UnquotedBraceEndsWord
            | DoubtKind::BraceStartsWord
            | DoubtKind::KeywordGlued
            | DoubtKind::KeywordInOneShell
            | DoubtKind::KeywordAfterPrefix
            | DoubtKind::MissingSeparator
            | DoubtKind::EmptyList
            | DoubtKind::Unclosed
            | DoubtKind::UnterminatedQuote
            | DoubtKind::UnterminatedSubstitution
            | DoubtKind::UnterminatedHereDoc
            | DoubtKind::TrailingBackslash
            | DoubtKind::FunctionName
            | DoubtKind::ArithmeticCommand
    )
}
