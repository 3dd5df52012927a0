//! Scripts of sed and programs of awk that stand in files.

use super::known::is_awk;
use super::line::Judge;
use super::problem::Id;
use super::scripts::MAX_SCRIPT;
use super::{inline, inserted, sed, writes};
use crate::files::FilesError;
use crate::syntax::Word;
use crate::syntax::launch::head;

/// How many of them are read for one line.
const MAX_READ: usize = 16;

/// What was read: the path, whether it is one of awk, and what it does.
pub(super) type Read = Vec<(Vec<u8>, bool, Does)>;

/// What a script that stands in a file does besides showing its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Does {
    Nothing,
    /// It writes files.
    Writes,
    /// It may start programs.
    Anything,
}

impl Judge<'_> {
    /// Sed and awk take their script from a file: the line must not have written it.
    pub(super) fn program_of_file(&mut self, base: &[u8], arguments: &[Word]) {
        // A text in an option is another source.
        let is_source = |word: &Word| {
            let text = head(word);
            text.first() == Some(&b'-')
                && text.contains(&b'e')
                && !text.starts_with(b"--re")
                && inline::program_file(base, &text).is_none()
        };
        let mut sources = usize::from(arguments.iter().any(is_source));
        let mut found = Does::Nothing;
        for (at, word) in arguments.iter().enumerate() {
            let text = head(word);
            if self.before.changed && inline::spells_long_option(base, &text) {
                self.refuse(Id::ScriptWritten, word.span, "an option that is not read");
            }
            let Some(from) = inline::program_file(base, &text) else { continue };
            let glued = from < text.len() || word.fixed().is_none();
            let (place, from) = if glued { (at, from) } else { (at + 1, 0) };
            let Some(word) = arguments.get(place) else { continue };
            let written = match word.fixed() {
                Some(path) => self.may_be_written(path.get(from..).unwrap_or_default()),
                None => self.before.changed && writes::is_set(&word.parts, self.before),
            };
            if written {
                self.refuse(Id::ScriptWritten, word.span, "");
            }
            let path = word.fixed();
            let path = path.as_deref().and_then(|path| path.get(from..)).unwrap_or_default();
            // Several are one text, in which one may quote a part of the other.
            sources += 1;
            let does = if sources > 1 { Does::Anything } else { self.does(base, path) };
            found = found.max(does);
        }
        if found == Does::Nothing {
            return;
        }
        // It runs by itself, as any program does, and names files that are not seen here.
        self.before.changed = true;
        self.before.unplaced = true;
        self.before.linked |= found == Does::Anything;
    }

    /// Whether the line may have written this file, or the one that awk takes in its place.
    fn may_be_written(&mut self, path: &[u8]) -> bool {
        if !self.before.changed {
            return false;
        }
        if self.before.unplaced || self.before.linked {
            return true;
        }
        [path.to_vec(), [path, b".awk"].concat()].iter().any(|path| {
            let found = self.places.find(self.directory.as_ref(), path, true);
            found.is_none_or(|found| self.budget.is_written(self.places, &found.path))
        })
    }

    /// What the script in a file does. One that is not there makes the program fail.
    fn does(&mut self, base: &[u8], path: &[u8]) -> Does {
        let Some(found) = self.places.find(self.directory.as_ref(), path, true) else {
            return Does::Anything;
        };
        let awk = is_awk(base);
        let mut read = self.budget.standing.iter();
        if let Some((_, _, does)) = read.find(|it| it.0 == found.path && it.1 == awk) {
            return *does;
        }
        if found.system || self.budget.standing.len() == MAX_READ {
            return Does::Anything;
        }
        let does = self.read_standing(awk, &found.path);
        self.budget.standing.push((found.path, awk, does));
        does
    }

    fn read_standing(&self, awk: bool, path: &[u8]) -> Does {
        let text = match self.places.files.read(path, MAX_SCRIPT) {
            Ok(contents) if !contents.cut => contents.bytes,
            // Awk takes another name then.
            Err(FilesError::Missing) if !awk => return Does::Nothing,
            _ => return Does::Anything,
        };
        // What stands for something else in a script on the line.
        let is_open = text.iter().any(|byte| inserted::Taint::of_byte(*byte).is_some());
        let (starts, writes) = match awk {
            true => (super::awk::may_start(&text), text.contains(&b'>')),
            false => (sed::starts(&text).is_some(), sed::writes(&text)),
        };
        match (is_open || starts, writes) {
            (true, _) => Does::Anything,
            (false, true) => Does::Writes,
            (false, false) => Does::Nothing,
        }
    }
}
