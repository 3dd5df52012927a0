//! Shell scripts that the line runs: they are read and judged before it may.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use super::held::Texts;
use super::inserted::{Taint, Values};
use super::line::{Before, Judge};
use super::listing::Listings;
use super::place::{Directory, Places};
use super::problem::{Id, Problem};
use super::readers::is_stream;
use super::startup::Kinds;
use super::within::OwnNames;
use crate::files::{FilesError, Kind};
use crate::syntax::{Span, Word, read};

/// The longest script that is read, in bytes.
pub(super) const MAX_SCRIPT: usize = 256 * 1024;

/// How much of a program is looked at to tell whether it is a script, in bytes.
const SNIFFED: usize = 8 * 1024;

/// How many words are judged behind launchers, counted anew for each reading of them.
const MAX_LAUNCHED: usize = 128 * 1024;

/// What reading a text costs besides its length, in bytes.
const TEXT_COST: usize = 128;

/// A script with what decides how it is judged: the directory, what ran before, and how often a variable
/// came to hold more.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    path: Vec<u8>,
    directory: Option<Rc<Directory>>,
    before: Before,
    values: usize,
}

/// A path with the directory that it is relative to.
type Named = (Option<Rc<Directory>>, Vec<u8>);

/// How many names are told apart one by one, before they are hashed.
const FEW: usize = 16;

/// Names without duplicates, in the order in which they were first seen.
#[derive(Debug, Default)]
struct Names {
    list: Vec<Named>,
    /// All of them, where they are more than a few.
    hashed: HashSet<Named>,
}

impl Names {
    /// Adds a name: whether it is a new one.
    fn insert(&mut self, from: Option<&Rc<Directory>>, path: &[u8]) -> bool {
        let many = self.list.len() > FEW;
        if !many && self.list.iter().any(|(at, name)| name == path && at.as_ref() == from) {
            return false;
        }
        let named = (from.cloned(), path.to_vec());
        if many {
            if self.hashed.is_empty() {
                self.hashed.extend(self.list.iter().cloned());
            }
            if !self.hashed.insert(named.clone()) {
                return false;
            }
        }
        self.list.push(named);
        true
    }
}

/// What may be read for one line, and what is remembered for its scripts.
#[derive(Debug)]
pub(super) struct Budget {
    files: usize,
    bytes: usize,
    texts: usize,
    launched: usize,
    /// Files that may have been written.
    named: Names,
    /// How many of them were looked up: only a script makes that worth while.
    placed: usize,
    /// Where these lead.
    written: HashSet<Vec<u8>>,
    /// The line does not place one of them.
    unplaced: bool,
    /// Scripts that are being read or were, each with what they were judged under.
    seen: Vec<Seen>,
    /// What was judged so far relied on files being as they were before the line.
    pub(super) relies_on_files: Cell<bool>,
    /// What the variables can hold that the line sets.
    pub(super) values: Values,
    /// What texts the line puts into its variables.
    pub(super) variables: Texts,
    /// The kinds of files that words of the line name which are read as a program starts.
    pub(super) mentions: Kinds,
    /// A script of the present shell names the builtin that freezes variables.
    pub(super) frozen: bool,
    /// What lists all variables or jobs.
    pub(super) listings: Listings,
    /// The scripts of sed and awk that were read.
    pub(super) standing: super::standing::Read,
    /// Names that arithmetic may evaluate.
    pub(super) own_names: OwnNames,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            files: 16,
            bytes: 1024 * 1024,
            texts: 4 * crate::syntax::MAX_LENGTH,
            launched: MAX_LAUNCHED,
            named: Names::default(),
            placed: 0,
            written: HashSet::new(),
            unplaced: false,
            seen: Vec::new(),
            relies_on_files: Cell::new(false),
            values: Values::default(),
            variables: Texts::default(),
            mentions: Kinds::NONE,
            frozen: false,
            listings: Listings::default(),
            standing: Vec::new(),
            own_names: OwnNames::default(),
        }
    }
}

impl Budget {
    /// Whether a text of this length may be read.
    pub(super) fn text(&mut self, length: usize) -> bool {
        let left = self.texts.checked_sub(length.saturating_add(TEXT_COST));
        self.texts = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether a command of this many words may be judged behind a launcher.
    pub(super) fn launched(&mut self, words: usize) -> bool {
        let left = self.launched.checked_sub(words);
        self.launched = left.unwrap_or(0);
        left.is_some()
    }

    /// Remembers a file that may have been written: whether it is a new one.
    pub(super) fn writes(&mut self, from: Option<&Rc<Directory>>, path: &[u8]) -> bool {
        self.named.insert(from, path)
    }

    /// Whether a place may have been written.
    pub(super) fn is_written(&mut self, places: &Places<'_>, path: &[u8]) -> bool {
        for (directory, name) in self.named.list.get(self.placed..).unwrap_or_default() {
            match places.base(directory.as_ref(), name) {
                Some(from) => self
                    .written
                    .extend(places.resolve(&from, name, true).ok().map(|place| place.path)),
                None => self.unplaced = true,
            }
        }
        self.placed = self.named.list.len();
        self.unplaced || self.written.contains(path)
    }

    fn file(&mut self, length: usize) -> bool {
        let left = self.files.checked_sub(1).zip(self.bytes.checked_sub(length));
        (self.files, self.bytes) = left.unwrap_or((0, 0));
        left.is_some()
    }
}

impl Judge<'_> {
    /// A shell runs the file that a word names; `sourced` in the present shell.
    pub(super) fn script_file(&mut self, word: Option<&Word>, span: Span, sourced: bool) {
        let Some(path) = word.and_then(Word::fixed) else {
            return self.refuse(Id::ScriptUnread, span, "the line does not fix which script runs");
        };
        self.run_script(&path, span, sourced, true);
    }

    /// A program is run by its path: if it is a shell script, it is judged too.
    pub(super) fn program_file(&mut self, path: &[u8], span: Span) {
        self.run_script(path, span, false, false);
    }

    /// The same with arguments: they are the positional parameters of the script, and of nothing else.
    pub(super) fn program_with(&mut self, path: &[u8], span: Span, arguments: &[Word]) {
        let earlier = *self.before;
        self.gives(arguments);
        self.program_file(path, span);
        let Before { assigned, named, in_pieces, dashed, parts_words, .. } = earlier;
        *self.before = Before { assigned, named, in_pieces, dashed, parts_words, ..*self.before };
    }

    fn run_script(&mut self, path: &[u8], span: Span, sourced: bool, for_shell: bool) {
        let Some(from) = self.places.base(self.directory.as_ref(), path) else {
            return self.refuse(Id::ScriptUnread, span, "the line does not place the script");
        };
        let Ok(found) = self.places.resolve(&from, path, true) else {
            return self.refuse(Id::ScriptUnread, span, super::command::shown(path));
        };
        // What a stream holds when the line runs is not what it holds now.
        if found.path != b"/dev/null" && (found.system || is_stream(path)) {
            return self.refuse(Id::ReadsStream, span, super::command::shown(path));
        }
        let written = self.budget.is_written(self.places, &found.path);
        if written || self.before.unplaced || self.before.linked {
            return self.refuse(Id::ScriptWritten, span, super::command::shown(&found.path));
        }
        match found.kind {
            // It fails to start.
            None => return,
            Some(Kind::File) => {}
            Some(_) if for_shell => {
                return self.refuse(Id::ScriptUnread, span, super::command::shown(path));
            }
            Some(_) => return,
        }
        let seen = Seen {
            path: found.path.clone(),
            directory: self.directory.clone(),
            before: Before { written: 0, values: 0, ..*self.before },
            values: self.budget.values.raised,
        };
        if self.budget.seen.contains(&seen) {
            return;
        }
        let limit = if for_shell { MAX_SCRIPT } else { SNIFFED };
        let start = match self.places.files.read(&found.path, limit) {
            Ok(contents) => contents,
            Err(FilesError::Missing) => return,
            Err(error) => return self.refuse(Id::ScriptUnread, span, error.to_string()),
        };
        if !for_shell {
            self.starts_by_line(&start.bytes, span);
        }
        if !for_shell && !is_shell_script(&start.bytes) {
            return;
        }
        let contents = match start.cut && !for_shell {
            true => self.places.files.read(&found.path, MAX_SCRIPT),
            false => Ok(start),
        };
        let Ok(contents) = contents else {
            return self.refuse(Id::ScriptUnread, span, super::command::shown(path));
        };
        if contents.cut || !self.budget.file(contents.bytes.len()) {
            return self.refuse(Id::ScriptUnread, span, "too long, or too many scripts");
        }
        self.budget.seen.push(seen);
        self.judge_file(&contents.bytes, span, sourced);
    }

    /// Judges the text of a script. What speaks against it speaks against the line.
    fn judge_file(&mut self, text: &[u8], span: Span, sourced: bool) {
        let reading = read(text);
        let place = self.place(span);
        let Some(script) = reading.certain() else {
            let doubt = reading.doubts.first().map(ToString::to_string).unwrap_or_default();
            return self.refuse(Id::ScriptUnread, span, doubt);
        };
        if self.depth >= super::line::MAX_DEPTH {
            return self.refuse(Id::ScriptUnread, span, "nested too deep");
        }
        let count = self.judged.problems.len();
        let around = self.outer.replace(place);
        self.depth += 1;
        let directory = self.directory.clone();
        if sourced {
            // zsh has its name in `$0`.
            self.raises(b"0", Taint::Path);
            let names = [&b"readonly"[..], b"declare", b"typeset", b"local", b"export"];
            self.budget.frozen |=
                names.iter().any(|name| text.windows(name.len()).any(|part| part == *name));
            self.script(script);
            if self.directory != directory {
                self.directory = None;
            }
        } else {
            self.apart(|judge| {
                let trying = std::mem::replace(&mut judge.trying, false);
                judge.spoken = true;
                judge.shell(&script.list, script);
                judge.trying = trying;
            });
        }
        self.depth -= 1;
        self.outer = around;
        let found: Vec<Problem> = self.judged.problems.drain(count..).collect();
        if let Some(first) = found.first() {
            let detail = format!("{} {}", first.id.id(), first.detail);
            self.refuse(Id::ScriptHazard, span, detail.trim_end());
        }
    }
}

/// Whether a program is run by a shell: its first line names one, or it has no such line and no
/// NUL, in which case the shell that starts it reads it.
fn is_shell_script(start: &[u8]) -> bool {
    let Some(line) = start.strip_prefix(b"#!") else {
        return !start.is_empty() && !start.contains(&0);
    };
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.split(|byte| matches!(byte, b' ' | b'\t' | b'/')).any(|word| {
        matches!(
            word,
            b"sh"
                | b"bash"
                | b"dash"
                | b"zsh"
                | b"ksh"
                | b"mksh"
                | b"ash"
                | b"yash"
                | b"ksh93"
                | b"rbash"
                | b"busybox"
        )
    })
}
