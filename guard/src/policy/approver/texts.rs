//! The judgement of texts that commands run, and of what they run that the line does not show.

use super::bodies::Bodies;
use super::line::{Judge, MAX_DEPTH};
use super::problem::Id;
use crate::syntax::{Span, UnknownKind, Word};

impl Judge<'_> {
    /// Judges a text that a command runs.
    pub(super) fn text(&mut self, words: &[Word], text: &[u8], span: Span, changes: bool) {
        if !self.budget.text(text.len()) || self.depth >= MAX_DEPTH {
            return self.refuse(Id::Unparsable, span, "nested too deep");
        }
        let reading = crate::syntax::read(text);
        let Some(script) = reading.certain() else {
            return self.refuse(Id::Unparsable, span, "the text holds a doubt");
        };
        let outer = self.place(span);
        let same_shell = words.first().and_then(Word::bare) == Some(b"eval");
        let later =
            words.first().and_then(Word::fixed).is_some_and(|name| name.as_ref() == b"trap");
        let around = self.outer.replace(outer);
        self.depth += 1;
        if same_shell {
            self.perhaps(|judge| judge.script(script));
        } else {
            self.apart(|judge| {
                if later && judge.wanders || changes {
                    judge.directory = None;
                }
                // What started it has set `$_`.
                judge.spoken = true;
                if later {
                    judge.called_later(|judge| judge.script(script));
                } else {
                    judge.shell(&script.list, script);
                }
            });
        }
        self.depth -= 1;
        self.outer = around;
        let mut body = Bodies::default();
        body.list(&script.list);
        if later && body.wanders {
            self.directory = None;
            self.wanders = true;
        }
    }

    pub(super) fn unknown(&mut self, kind: UnknownKind, span: Span, words: &[Word]) {
        match kind {
            UnknownKind::Name => self.refuse(Id::ProgramNameUnknown, span, ""),
            UnknownKind::Text => self.refuse(Id::StringUninspectable, span, ""),
            UnknownKind::Stream => self.refuse(Id::ReadsStream, span, ""),
            UnknownKind::File => {
                let word = words.iter().find(|word| word.span == span);
                let sourced = words
                    .first()
                    .and_then(Word::fixed)
                    .is_some_and(|name| matches!(name.as_ref(), b"." | b"source"));
                self.script_file(word, span, sourced);
            }
            UnknownKind::Environment => self.refuse(Id::CodeVariable, span, ""),
            // Reported once for the whole script.
            _ => {}
        }
    }
}
