//! The judgement of a line: goes through it in order and collects what speaks against it.
//!
//! The directory is known at the start of the line (the tree) and behind a `cd` that the line
//! spells out, for commands joined to it by `&&`. Where a chain with a change of directory ends,
//! where one may or may not happen, and in bodies that may run later, it is unknown.

use std::collections::HashSet;
use std::rc::Rc;

use super::added;
use super::bodies::Bodies;
use super::filled;
use super::inserted::Taint;
use super::known::quiet;
use super::listing::Output;
use super::place::{Directory, Places};
use super::problem::{Id, Problem};
use super::registry::Registry;
use super::scripts::Budget;
use super::startup::Kinds;
use super::within::changes_directory;
use crate::Landing;
use crate::syntax::launch::{self, Inner};
use crate::syntax::{
    Assignment, Command, Compound, CompoundKind, Connector, List, Pipeline, Redirect, Script,
    Simple, Span, Target, Terminator, Word,
};

/// How deep launchers, texts and scripts may be nested in each other.
pub(super) const MAX_DEPTH: usize = 24;

/// How often what runs again is judged anew before its variables are taken to hold anything.
const MAX_ROUNDS: usize = 6;

/// What a script was found to hold.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(super) problems: Vec<Problem>,
    /// The text that would be handed back.
    pub(super) handback: Vec<u8>,
    /// What the script removes.
    pub(super) landings: Vec<Landing>,
    /// Where the script starts in the text that was read.
    pub(super) shift: usize,
}

impl Judged {
    /// Whether something speaks against the script by this check.
    pub(crate) fn has(&self, id: Id) -> bool {
        self.problems.iter().any(|problem| problem.id == id)
    }

    /// A place of the text that was read, in the script.
    pub(super) fn in_script(&self, place: Span) -> Span {
        let shift = u32::try_from(self.shift).unwrap_or(u32::MAX);
        Span { start: place.start.saturating_sub(shift), end: place.end.saturating_sub(shift) }
    }

    pub(super) fn add(&mut self, id: Id, place: Span, detail: impl Into<String>) {
        let place = self.in_script(place);
        self.problems.push(Problem { id, place, detail: detail.into() });
    }
}

/// What ran earlier on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Before {
    /// Something that may write or remove a file.
    pub(super) changed: bool,
    /// Something that may have made or moved a link.
    pub(super) linked: bool,
    /// How many files may have been written. Which ones they are is kept in the budget.
    pub(super) written: usize,
    /// A write whose place the line does not fix.
    pub(super) unplaced: bool,
    /// Something that may write or remove a file runs beside it, as another part of a pipeline.
    pub(super) beside: bool,
    /// Kinds of files that programs read as they start, of which one may have been written.
    pub(super) settings: Kinds,
    /// How often a variable came to hold more than it could before.
    pub(super) values: usize,
    /// Something was put into a variable or a positional parameter.
    pub(super) assigned: bool,
    /// One of them may hold the name of a program that removes or runs others.
    pub(super) named: bool,
    /// One of them may hold a part of such a name.
    pub(super) in_pieces: bool,
    /// One of them may start with a dash, as an option or an action of `find`.
    pub(super) dashed: bool,
    /// One of them may part a word where it is not quoted, or match the names of files.
    pub(super) parts_words: bool,
}

impl Before {
    /// Whether a path or a word may come to name something else than it could earlier.
    fn spells_more_than(&self, earlier: &Self, relies_on_files: bool) -> bool {
        self.linked && !earlier.linked
            || relies_on_files && self.changed && !earlier.changed
            || self.values > earlier.values
            || self.settings.exceed(earlier.settings)
            || self.named && !earlier.named
            || self.in_pieces && !earlier.in_pieces
            || self.dashed && !earlier.dashed
            || self.parts_words && !earlier.parts_words
    }
}

/// Whether a list is one simple command, which runs behind nothing but itself.
fn is_one_command(list: &List) -> bool {
    let [item] = list.items.as_slice() else { return false };
    item.rest.is_empty() && matches!(item.first.commands.as_slice(), [Command::Simple(_)])
}

/// The state of the judgement in one shell.
pub(super) struct Judge<'j> {
    pub(super) places: &'j Places<'j>,
    pub(super) registry: &'j Registry,
    pub(super) judged: &'j mut Judged,
    pub(super) budget: &'j mut Budget,
    pub(super) before: &'j mut Before,
    /// The directory, where the line fixes it.
    pub(super) directory: Option<Rc<Directory>>,
    /// The functions that are defined somewhere in this shell.
    pub(super) functions: HashSet<Vec<u8>>,
    /// Those of them that a command of their name is sure to call.
    pub(super) lasting: HashSet<Vec<u8>>,
    /// A function or a trap may change the directory.
    pub(super) wanders: bool,
    /// Where this text stands on the line, for texts and scripts.
    pub(super) outer: Option<Span>,
    /// How many launchers, texts and scripts are around.
    pub(super) depth: usize,
    /// A command of the script is sure to have run in this shell, so that `$_` is its last word.
    pub(super) spoken: bool,
    /// The text that the launcher around replaces in the words of its command by ones that the line does
    /// not fix: `{}` of `find -exec`.
    pub(super) hole: Option<filled::Hole>,
    /// It runs in the background, where no shell becomes a command that it starts.
    pub(super) background: bool,
    /// What is judged is tried as a command of a program that may run none.
    pub(super) trying: bool,
    /// Where the output goes.
    pub(super) output: Output,
}

impl Judge<'_> {
    /// A place on the line.
    pub(super) fn place(&self, span: Span) -> Span {
        self.outer.unwrap_or(span)
    }

    pub(super) fn refuse(&mut self, id: Id, span: Span, detail: impl Into<String>) {
        let place = self.place(span);
        self.judged.add(id, place, detail);
    }

    /// Judges a whole script of this shell.
    pub(super) fn script(&mut self, script: &Script) {
        let mut found = Bodies::default();
        found.list(&script.list);
        self.body(&script.list, found, script);
    }

    /// Judges all that a shell reads from its start; `script` holds the here-documents.
    pub(super) fn shell(&mut self, list: &List, script: &Script) {
        let found = Bodies::of_shell(list);
        self.lasting = found.lasting(list).map(<[u8]>::to_vec).collect();
        self.functions.clear();
        self.wanders = false;
        self.body(list, found, script);
    }

    /// Judges commands of this shell.
    fn body(&mut self, list: &List, found: Bodies, script: &Script) {
        // A text is read anew, so that a trial ends at its start.
        let trying = std::mem::replace(&mut self.trying, false);
        self.functions.extend(found.functions);
        self.wanders |= found.wanders;
        let directory = self.directory.clone();
        let spoken = self.spoken;
        let later = found.later && !is_one_command(list);
        // A part that runs at another time than where it stands may run behind a link that is
        // made, or a name that is set, after it.
        for round in 0.. {
            let earlier = *self.before;
            self.list(list, script);
            let relies = self.budget.relies_on_files.get();
            if !later || !self.before.spells_more_than(&earlier, relies) || self.gives_up(round) {
                break;
            }
            self.directory.clone_from(&directory);
        }
        // They are read before the command that they belong to has run.
        let after = std::mem::replace(&mut self.spoken, spoken);
        for document in &script.heredocs {
            self.parts(&document.body);
        }
        self.spoken = after;
        self.trying = trying;
    }

    /// Judges something that runs in a shell of its own: what it does to the directory ends with
    /// it.
    pub(super) fn apart(&mut self, go: impl FnOnce(&mut Self)) {
        let directory = self.directory.clone();
        let functions = self.functions.clone();
        let lasting = self.lasting.clone();
        let wanders = self.wanders;
        let spoken = self.spoken;
        go(self);
        self.spoken = spoken;
        self.directory = directory;
        self.functions = functions;
        self.lasting = lasting;
        self.wanders = wanders;
    }

    /// Judges something that may run or not, or later: if it changes the directory, that is
    /// unknown afterwards.
    pub(super) fn perhaps(&mut self, go: impl FnOnce(&mut Self)) {
        let directory = self.directory.clone();
        go(self);
        if self.directory != directory {
            self.directory = None;
        }
    }

    /// The same for something of which another part may run in its place.
    fn either(&mut self, go: impl FnOnce(&mut Self)) {
        let spoken = self.spoken;
        self.perhaps(go);
        self.spoken = spoken;
    }

    fn list(&mut self, list: &List, script: &Script) {
        for item in &list.items {
            let judge_item = |judge: &mut Self| {
                let start = judge.directory.clone();
                let mut either = item.first.negated;
                judge.pipeline(&item.first, script);
                // The others may not run. Behind `||` those that did are not known.
                let spoken = judge.spoken;
                let mut all = true;
                for (connector, pipeline) in &item.rest {
                    all &= *connector == Connector::And;
                    if !all {
                        judge.spoken = spoken;
                    }
                    either |= *connector == Connector::Or || pipeline.negated;
                    if either && judge.directory != start {
                        judge.directory = None;
                    }
                    judge.pipeline(pipeline, script);
                }
                judge.spoken = spoken;
            };
            if item.end == Terminator::Ampersand {
                let around = std::mem::replace(&mut self.background, true);
                self.in_subshell(|judge| judge.apart(judge_item));
                self.background = around;
            } else {
                self.perhaps(judge_item);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, script: &Script) {
        if let [command] = pipeline.commands.as_slice() {
            return self.command(command, script);
        }
        // Some shells run the last part, or the first, in the present shell.
        let start = self.directory.clone();
        let spoken = self.spoken;
        let mut moved = false;
        let linked = self.before.linked;
        let (changed, beside) = (self.before.changed, self.before.beside);
        let settings = self.before.settings;
        let mut links = vec![false; pipeline.commands.len()];
        let shown = self.only_shown(pipeline);
        let last = pipeline.commands.len() - 1;
        // All parts run at once: a link that one makes may be there for each of the others, and so may a
        // file.
        for again in [false, true] {
            let known = links.clone();
            for (at, command) in pipeline.commands.iter().enumerate() {
                let others = known.iter().enumerate().any(|(other, links)| other != at && *links);
                self.before.linked = linked || others;
                self.directory = start.clone();
                self.spoken = spoken;
                match shown.get(at) {
                    Some(shown) if at < last => {
                        self.piped(*shown, |it| it.command(command, script))
                    }
                    _ => self.command(command, script),
                }
                moved |= self.directory != start;
                if let Some(links) = links.get_mut(at) {
                    // With the others' it would be theirs.
                    *links |= !again && self.before.linked;
                }
            }
            let shown = self.before.changed && !changed && self.budget.relies_on_files.get();
            let named = self.before.settings.exceed(settings);
            if (linked || !links.contains(&true)) && !shown && !named {
                break;
            }
            self.before.beside |= shown;
        }
        self.before.beside = beside;
        self.before.linked = linked || links.contains(&true);
        self.spoken = spoken;
        self.directory = if moved { None } else { start };
    }

    fn command(&mut self, command: &Command, script: &Script) {
        match command {
            Command::Simple(simple) => self.simple(simple, script),
            Command::Compound(compound) => self.compound(compound, script),
            Command::Function(function) => {
                // It runs where it is called.
                // zsh has its name in `$0`.
                self.raises(b"0", Taint::of_text(&function.name));
                let directory = self.directory.clone();
                let spoken = self.spoken;
                if self.wanders {
                    self.directory = None;
                }
                self.called_later(|judge| judge.compound(&function.body, script));
                self.spoken = spoken;
                let mut body = Bodies::default();
                body.compound(&function.body);
                // Shells call some functions by themselves.
                self.directory = if body.wanders { None } else { directory };
            }
        }
    }

    fn compound(&mut self, compound: &Compound, script: &Script) {
        self.redirects(&compound.redirects);
        let spoken = self.spoken;
        self.redirected(&compound.redirects, |judge| judge.kind(&compound.kind, script));
        // Nothing in it runs where a redirection fails.
        if !compound.redirects.is_empty() {
            self.spoken = spoken;
        }
    }

    fn kind(&mut self, kind: &CompoundKind, script: &Script) {
        match kind {
            CompoundKind::Group(list) => self.list(list, script),
            CompoundKind::Subshell(list) => {
                self.in_subshell(|judge| judge.apart(|judge| judge.list(list, script)));
            }
            CompoundKind::If { arms, otherwise } => {
                for (at, (condition, list)) in arms.iter().enumerate() {
                    match at {
                        0 => self.perhaps(|judge| judge.list(condition, script)),
                        _ => self.either(|judge| judge.list(condition, script)),
                    }
                    self.either(|judge| judge.list(list, script));
                }
                if let Some(list) = otherwise {
                    self.either(|judge| judge.list(list, script));
                }
            }
            CompoundKind::Loop { condition, body, .. } => {
                self.repeated(|judge| {
                    judge.list(condition, script);
                    let spoken = judge.spoken;
                    judge.list(body, script);
                    judge.spoken = spoken;
                });
            }
            CompoundKind::For { name, words, body } => {
                for word in words {
                    self.variable(name, &word.parts, word.span);
                }
                if words.is_empty() {
                    // It goes through the positional parameters.
                    self.raises(name, Taint::Any);
                }
                self.remembers(b"", words);
                self.words(words);
                let spoken = self.spoken;
                self.repeated(|judge| judge.list(body, script));
                self.spoken = spoken;
            }
            CompoundKind::Case { word, arms } => {
                self.parts(&word.parts);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.either(|judge| judge.list(&arm.body, script));
                }
            }
        }
    }

    /// Judges a body that runs again: if it changes the directory, or something on disk, that
    /// holds from its start.
    fn repeated(&mut self, go: impl Fn(&mut Self)) {
        let mut start = self.directory.clone();
        for round in 0.. {
            let before = *self.before;
            go(self);
            let moved = self.directory != start;
            if moved {
                start = None;
            }
            self.directory.clone_from(&start);
            if !moved && *self.before == before || self.gives_up(round) {
                break;
            }
        }
    }

    /// Whether what runs again is not judged anew another time. Before the last round each variable is taken
    /// to hold anything, so that no more can become known.
    fn gives_up(&mut self, round: usize) -> bool {
        if round == MAX_ROUNDS {
            self.budget.values.lose();
            self.before.values += 1;
        }
        round > MAX_ROUNDS
    }

    fn simple(&mut self, simple: &Simple, script: &Script) {
        // The change of directory of the handback sets it, so that whoever looks sees another one.
        let name = b"OLDPWD";
        let looks = |word: &&Word| {
            word.fixed().is_some_and(|text| {
                text.contains(&b'O') && text.windows(name.len()).any(|part| part == name)
            })
        };
        if let Some(word) = simple.words.iter().find(looks) {
            self.refuse(Id::OldDirectory, word.span, "");
        }
        for Assignment { name, value, span } in &simple.assignments {
            self.parts(&value.parts);
            self.remembers(b"", std::slice::from_ref(value));
            self.variable(name, &value.parts, *span);
        }
        let name = simple.words.first().and_then(Word::fixed);
        self.remembers(name.as_deref().unwrap_or_default(), &simple.words);
        self.words(&simple.words);
        self.redirects(&simple.redirects);
        self.sends(simple);
        self.redirected(&simple.redirects, |judge| {
            judge.reached(&simple.words, false, simple, script);
        });
        // One without words sets `$_` too, to nothing.
        self.spoken = true;
    }

    /// Judges a command and what it runs.
    pub(super) fn reached(
        &mut self,
        words: &[Word],
        open_ended: bool,
        simple: &Simple,
        script: &Script,
    ) {
        let Some((first, arguments)) = words.split_first() else { return };
        // Where an option is not known there are several readings, each of which may have several.
        let launched = !std::ptr::eq(words, simple.words.as_slice());
        if self.depth > MAX_DEPTH || launched && !self.budget.launched(words.len()) {
            return self.refuse(Id::Unparsable, first.span, "nested too deep");
        }
        let name = first.fixed();
        let base = name.as_deref().map(launch::base_name);
        let base = base.as_deref().unwrap_or_default();
        self.takes_note(words, base);
        if (open_ended || self.hole.is_some()) && launch::is_shell(base) {
            self.raises(b"", Taint::Any);
        }
        self.filled(words, open_ended);
        if base == b"git" {
            self.git(words, first.span);
        }
        self.starts(base, arguments, first.span);
        if self.wanders && name.as_ref().is_some_and(|name| self.functions.contains(name.as_ref()))
        {
            self.directory = None;
        }
        let inner = launch::inner(words, simple, script);
        let mut launches = false;
        let in_options = launch::takes_commands(base);
        let directory = self.directory.clone();
        let changes = changes_directory(base, arguments);
        let hole = filled::hole(base, arguments);
        let replaces = added::only_replaces(base, arguments, hole.as_ref());
        let mut declared = 0;
        for inner in inner {
            match inner {
                Inner::Command { words: inside, open_ended: more } => {
                    launches = true;
                    // What stands before it may be put into its environment.
                    let start = inside.first();
                    let at = arguments
                        .iter()
                        .skip(declared)
                        .position(|word| start.is_some_and(|start| std::ptr::eq(word, start)));
                    let at = at.map_or(0, |at| declared + at);
                    self.declares(arguments.get(declared..at).unwrap_or_default());
                    declared = declared.max(at);
                    self.depth += 1;
                    if changes {
                        self.directory = None;
                    }
                    let hole = hole.clone().or_else(|| self.hole.clone());
                    let around = std::mem::replace(&mut self.hole, hole);
                    self.reached(inside, open_ended || more && !replaces, simple, script);
                    self.hole = around;
                    self.depth -= 1;
                }
                Inner::Text { text, span } => {
                    // A command in an option leaves the other words to be judged.
                    launches |= !in_options;
                    self.text(words, &text, span, changes);
                }
                Inner::Unknown(kind, span) => self.unknown(kind, span, words),
            }
        }
        // Only `eval` runs in this shell, and it has said what it does.
        if changes {
            self.directory = directory;
        }
        let Some(name) = &name else { return };
        if open_ended && !launches && filled::launches(base) {
            self.refuse(Id::ProgramNameUnknown, first.span, filled::DETAIL);
        }
        if self.functions.contains(name.as_ref()) {
            // Its body was judged where it stands.
            if self.wanders {
                self.directory = None;
            }
            self.before.changed = true;
            self.before.linked = true;
            // A launcher starts a program, whatever functions there are.
            let direct = std::ptr::eq(words, simple.words.as_slice());
            if direct && self.lasting.contains(name.as_ref()) {
                return;
            }
        }
        if !launches && !quiet(base, arguments) {
            self.unlisted(words, base, open_ended, simple, script);
        }
        self.named(name, base, first.span, arguments, open_ended, launches);
    }

    fn redirects(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            if let Target::File { mode, word } = &redirect.target {
                self.parts(&word.parts);
                if mode.writes() {
                    self.writes(word);
                }
            }
        }
    }
}
