//! The text that is handed back, and the proof that it holds together.

use std::os::unix::ffi::OsStrExt as _;

use crate::Request;
use crate::syntax::{
    Command, CompoundKind, Connector, DoubtKind, Pipeline, Simple, Terminator, quote, read,
};

/// The text that runs a script from the tree, all of it or nothing: a change of directory and one
/// group on lines of its own.
pub fn handback(request: &Request) -> Vec<u8> {
    let mut text = b"cd -- ".to_vec();
    text.extend_from_slice(&quote(request.tree.as_os_str().as_bytes()));
    text.extend_from_slice(b" && {\n");
    text.extend_from_slice(&request.script);
    text.extend_from_slice(b"\n}");
    text
}

/// Whether a text is exactly one change of directory and one group with everything else in it.
/// Only a brace that is wholly unquoted opens or closes a group for the reader.
pub(super) fn is_one_group(text: &[u8]) -> bool {
    let reading = read(text);
    let Some(script) = reading.certain() else { return false };
    let [item] = script.list.items.as_slice() else { return false };
    let [(Connector::And, group)] = item.rest.as_slice() else { return false };
    item.end == Terminator::End && is_change(&item.first) && is_group(group)
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

fn is_group(pipeline: &Pipeline) -> bool {
    let [Command::Compound(compound)] = pipeline.commands.as_slice() else { return false };
    !pipeline.negated
        && compound.redirects.is_empty()
        && matches!(compound.kind, CompoundKind::Group(_))
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
