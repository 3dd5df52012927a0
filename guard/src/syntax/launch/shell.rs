//! Shells started by a script: `-c` strings, script files, standard input.

use super::Inner;
use crate::syntax::tree::{HereDoc, PartKind, Redirect, Script, Simple, Span, Target, Word};
use crate::syntax::visit::UnknownKind;

/// Whether a program of this name reads commands.
pub(crate) fn is_shell(base: &[u8]) -> bool {
    matches!(
        base,
        b"sh"
            | b"bash"
            | b"dash"
            | b"zsh"
            | b"ksh"
            | b"ksh93"
            | b"mksh"
            | b"ash"
            | b"rbash"
            | b"rksh"
            | b"rzsh"
            | b"yash"
            | b"fish"
            | b"csh"
            | b"tcsh"
            | b"pdksh"
            | b"oksh"
            | b"lksh"
            | b"posh"
            | b"hush"
            | b"osh"
            | b"ysh"
            | b"brush"
            | b"bash5"
            | b"zsh5"
    )
}

/// Whether a program of this name has a language of its own.
fn reads_otherwise(base: &[u8]) -> bool {
    matches!(base, b"fish" | b"csh" | b"tcsh" | b"osh" | b"ysh" | b"hush")
}

/// Whether a shell that is started with this option reads a text as one without it does. `value` is the
/// word behind it.
fn leaves_reading_alone(option: &[u8], value: Option<&Word>) -> bool {
    if option.starts_with(b"--") {
        let known = [
            &b"--norc"[..],
            b"--noprofile",
            b"--login",
            b"--noediting",
            b"--verbose",
            b"--version",
            b"--help",
            b"--rcfile",
            b"--init-file",
        ];
        return known.contains(&option)
            || option.starts_with(b"--rcfile=")
            || option.starts_with(b"--init-file=");
    }
    let letters = option.get(1..).unwrap_or_default();
    let named = letters.contains(&b'o');
    letters.iter().all(|letter| b"cexuvlisnfaCo".contains(letter))
        && (!named || value.and_then(Word::bare).is_some_and(is_harmless_option))
}

/// Whether an option of `set -o` is one that leaves the reading of what follows alone.
pub(crate) fn is_harmless_option(name: &[u8]) -> bool {
    matches!(
        name,
        b"errexit"
            | b"nounset"
            | b"xtrace"
            | b"verbose"
            | b"pipefail"
            | b"noclobber"
            | b"allexport"
            | b"noglob"
    )
}

/// What a shell with these arguments runs.
pub(super) fn inner<'a>(
    base: &[u8],
    arguments: &'a [Word],
    name: Span,
    simple: &Simple,
    script: &Script,
    inner: &mut Vec<Inner<'a>>,
) {
    let mut command = false;
    let mut otherwise = reads_otherwise(base).then_some(name);
    let mut rest = arguments;
    while let Some((word, after)) = rest.split_first() {
        let Some(text) = word.fixed() else {
            inner.push(Inner::Unknown(UnknownKind::Text, word.span));
            return;
        };
        let option = text.len() > 1 && matches!(text.first(), Some(b'-' | b'+'));
        if !option && text.as_ref() != b"-" {
            break;
        }
        rest = after;
        if text.as_ref() == b"--" || text.as_ref() == b"-" {
            break;
        }
        if !leaves_reading_alone(&text, after.first()) {
            otherwise = Some(word.span);
        }
        if text.starts_with(b"--") {
            // Both take a file of commands.
            if matches!(text.as_ref(), b"--rcfile" | b"--init-file") {
                let span = after.first().map_or(word.span, |word| word.span);
                inner.push(Inner::Unknown(UnknownKind::File, span));
                rest = after.get(1..).unwrap_or_default();
            } else if text.starts_with(b"--rcfile=") || text.starts_with(b"--init-file=") {
                inner.push(Inner::Unknown(UnknownKind::File, word.span));
            }
            continue;
        }
        command |= text.contains(&b'c');
        // These take the next word; a shell may put it elsewhere, so it may be an operand too.
        if text.last().is_some_and(|byte| b"oO".contains(byte)) {
            rest = after.get(1..).unwrap_or_default();
        }
    }
    let read = match rest.first() {
        Some(word) if command => Some(match word.fixed() {
            Some(text) => Inner::Text { text: text.into_owned(), span: word.span },
            None => Inner::Unknown(UnknownKind::Text, word.span),
        }),
        Some(word) => Some(Inner::Unknown(UnknownKind::File, word.span)),
        None if command => None,
        None => Some(standard_input(simple, script, name)),
    };
    if let (Some(_), Some(span)) = (&read, otherwise) {
        inner.push(Inner::Unknown(UnknownKind::Text, span));
    }
    inner.extend(read);
}

/// What a shell reads that has no operand: a here-document that is plain text, or something else.
fn standard_input<'a>(simple: &Simple, script: &Script, name: Span) -> Inner<'a> {
    let last = simple.redirects.iter().rev().find(|redirect| {
        let input = matches!(
            redirect.target,
            Target::HereDoc(_)
                | Target::File { mode: crate::syntax::Mode::Read, .. }
                | Target::File { mode: crate::syntax::Mode::ReadWrite, .. }
                | Target::Duplicate { input: true, .. }
                | Target::Close { input: true }
        );
        redirect.fd == Some(0) || (redirect.fd.is_none() && input)
    });
    let body = match last {
        Some(Redirect { target: Target::HereDoc(index), .. }) => script.heredocs.get(*index),
        _ => None,
    };
    match body.map(plain) {
        Some(Some(text)) => Inner::Text { text, span: body.map_or(name, |body| body.span) },
        _ => Inner::Unknown(UnknownKind::Stream, name),
    }
}

/// The text of a here-document without expansions.
fn plain(document: &HereDoc) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for part in &document.body {
        match &part.kind {
            PartKind::Text(more) => text.extend_from_slice(more),
            PartKind::Escaped(byte) => text.push(*byte),
            _ => return None,
        }
    }
    Some(text)
}
