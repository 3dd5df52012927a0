//! Commands to which a launcher adds words that the line does not fix: `xargs`, `find -exec`, `fd -x`,
//! `parallel`.
//!
//! For most programs such words are data. For those here they decide what runs.

use super::added;
use super::known::{is_awk, is_sed};
use super::line::Judge;
use super::problem::Id;
use crate::syntax::launch::{self, base_name};
use crate::syntax::{Span, Word};

pub(super) const DETAIL: &str = "words that the line does not fix decide what runs";

/// What a launcher replaces in the words of its command.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    text: Vec<u8>,
    /// Several words may take its place.
    pub(super) several: bool,
    /// What takes its place may start with a dash.
    pub(super) dashed: bool,
    /// What takes its place stands below the start paths of `find`, which are judged.
    pub(super) found: bool,
}

impl Hole {
    /// Where the hole stands in a word.
    pub(super) fn place(&self, word: &Word) -> Option<usize> {
        let text = word.fixed()?;
        if self.text.is_empty() {
            return Some(0);
        }
        text.windows(self.text.len()).position(|part| part == self.text.as_slice())
    }

    /// A text with a byte in place of each hole.
    pub(super) fn opened(&self, text: &[u8], byte: u8) -> Vec<u8> {
        let mut opened = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((first, after)) = rest.split_first() {
            match rest.strip_prefix(self.text.as_slice()).filter(|_| !self.text.is_empty()) {
                Some(behind) => {
                    opened.push(byte);
                    rest = behind;
                }
                None => {
                    opened.push(*first);
                    rest = after;
                }
            }
        }
        opened
    }
}

/// What a launcher of this base name replaces in its command.
pub(super) fn hole(base: &[u8], arguments: &[Word]) -> Option<Hole> {
    match base {
        b"find" => {
            let several = arguments.iter().any(|word| word.bare() == Some(b"+"));
            let dashed = finds_dashes(arguments);
            Some(Hole { text: b"{}".to_vec(), several, dashed, found: true })
        }
        // Of their many holes all begin so.
        b"fd" | b"fdfind" | b"parallel" => {
            Some(Hole { text: b"{".to_vec(), several: true, dashed: true, found: false })
        }
        b"xargs" => {
            let text = replaced_by_xargs(arguments)?;
            Some(Hole { text, several: false, dashed: true, found: false })
        }
        _ => None,
    }
}

/// Whether what `find` finds may start with a dash. It starts with the start path, which starts with none,
/// but for names from a file, behind `-f`, and the bare names that some give to `-execdir`.
fn finds_dashes(arguments: &[Word]) -> bool {
    arguments.iter().any(|word| {
        word.fixed().is_some_and(|text| {
            matches!(text.as_ref(), b"-execdir" | b"-okdir" | b"-f" | b"--")
                || text.starts_with(b"-files0")
        })
    })
}

/// The operand of `-I`, `-i` or `--replace`, the last of them, among the options of xargs itself: what stands
/// behind its command is none of them.
fn replaced_by_xargs(arguments: &[Word]) -> Option<Vec<u8>> {
    let mut found = None;
    let mut words = arguments.iter().map(Word::fixed);
    let braces = || b"{}".to_vec();
    while let Some(Some(text)) = words.next() {
        let Some(option) = text.strip_prefix(b"-").filter(|option| !option.is_empty()) else {
            break;
        };
        if let Some(long) = option.strip_prefix(b"-") {
            let mut parts = long.splitn(2, |byte| *byte == b'=');
            let name = parts.next().unwrap_or_default();
            let value = parts.next();
            if name.is_empty() {
                break;
            }
            if b"replace".starts_with(name) {
                found = Some(value.filter(|it| !it.is_empty()).map_or_else(braces, <[u8]>::to_vec));
            } else if value.is_none() && VALUED_OF_XARGS.iter().any(|it| it.starts_with(name)) {
                words.next();
            }
            continue;
        }
        let Some(at) = option.iter().position(|letter| b"adEIiLlnPsSRJe".contains(letter)) else {
            continue;
        };
        let value = option.get(at + 1..).unwrap_or_default();
        match (option.get(at), value) {
            (Some(b'I'), []) => found = Some(words.next()??.into_owned()),
            (Some(b'i'), []) => found = Some(braces()),
            (Some(b'I' | b'i'), value) => found = Some(value.to_vec()),
            // These have a value only where it is glued to them.
            (Some(b'l' | b'e'), _) => {}
            (_, []) => drop(words.next()),
            _ => {}
        }
    }
    found
}

/// Long options of xargs that take the next word.
static VALUED_OF_XARGS: &[&[u8]] =
    &[b"arg-file", b"delimiter", b"max-args", b"max-procs", b"max-chars", b"process-slot-var"];

/// Whether the words of a program with this name may be a command, or hold one.
pub(super) fn launches(base: &[u8]) -> bool {
    launch::is_shell(base)
        || launch::is_wrapper(base)
        || matches!(base, b"command" | b"exec" | b"fd" | b"fdfind" | b"choom")
}

/// Whether the first operand is a program that may start others.
fn reads_program(base: &[u8]) -> bool {
    is_awk(base) || is_sed(base)
}

/// The subcommands of git that start nothing by their operands.
fn is_plain_git(subcommand: &[u8]) -> bool {
    matches!(
        subcommand,
        b"add"
            | b"rm"
            | b"mv"
            | b"checkout"
            | b"restore"
            | b"reset"
            | b"log"
            | b"show"
            | b"diff"
            | b"blame"
            | b"status"
            | b"ls-files"
            | b"ls-tree"
            | b"cat-file"
            | b"check-ignore"
            | b"update-index"
            | b"hash-object"
            | b"branch"
            | b"tag"
            | b"stage"
            | b"commit"
            | b"rev-parse"
    )
}

impl Judge<'_> {
    /// Refuses a command whose added words decide what runs.
    pub(super) fn filled(&mut self, words: &[Word], open_ended: bool) {
        if !open_ended && self.hole.is_none() {
            return;
        }
        if let Some(span) = self.decided_elsewhere(words, open_ended) {
            self.refuse(Id::ProgramNameUnknown, span, DETAIL);
        }
    }

    /// Whether the launcher around puts words that the line does not fix into this one.
    pub(super) fn in_hole(&self, word: &Word) -> bool {
        self.hole.as_ref().is_some_and(|hole| hole.place(word).is_some())
    }

    /// The first of the words into which a launcher puts what is not found below a start path that was
    /// judged.
    pub(super) fn given<'w>(&self, words: &'w [Word]) -> Option<&'w Word> {
        let hole = self.hole.as_ref().filter(|hole| !hole.found)?;
        words.iter().find(|word| hole.place(word).is_some())
    }

    /// Where words that the line does not fix decide what this command runs.
    fn decided_elsewhere(&self, words: &[Word], open_ended: bool) -> Option<Span> {
        let (first, arguments) = words.split_first()?;
        let holds = |word: &Word| self.in_hole(word);
        if holds(first) {
            return Some(first.span);
        }
        let name = first.fixed()?;
        let base = base_name(&name);
        // Behind a launcher with a hole of its own, that of the one around would be forgotten.
        if self.hole.is_some() && arguments.iter().any(holds) && hole(&base, arguments).is_some() {
            return Some(first.span);
        }
        let added = open_ended || arguments.iter().any(holds);
        let is_option = |word: &Word| {
            word.fixed().is_some_and(|text| matches!(text.first(), Some(b'-' | b'+')))
        };
        match base.as_ref() {
            // A start path could be an expression too.
            b"find" if added => Some(first.span),
            b"git" if added => {
                let subcommand = arguments.first().filter(|word| !holds(word));
                let plain = subcommand.and_then(Word::fixed).is_some_and(|it| is_plain_git(&it));
                (!plain).then_some(first.span)
            }
            // Up to a shell's script or text, a program of awk or sed, or a wrapper's command.
            base if launches(base) || reads_program(base) => {
                let upto = arguments.iter().position(|word| !is_option(word));
                if reads_program(base) && open_ended && upto.is_none() {
                    return Some(first.span);
                }
                let upto = upto.map_or(arguments.len(), |at| at + 1);
                arguments.iter().take(upto).find(|word| holds(word)).map(|word| word.span)
            }
            base => added::may_be_options(base, arguments, open_ended, self.hole.as_ref())
                .then_some(first.span),
        }
    }
}
