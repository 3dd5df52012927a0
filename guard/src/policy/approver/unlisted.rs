//! Programs that are not known to run commands, and are not known to run none.
//!
//! Any of their arguments may be a command. So each is judged as one from there on, and where the line
//! does not fix an argument, it is read as every program that it may come to name.

use super::inserted::Taint;
use super::known::{is_removal, names_removal, takes_data};
use super::line::{Before, Judge};
use super::problem::Id;
use super::registry::Registry;
use super::spelling::{Spelling, may_name};
use super::{agent, filled, readers};
use crate::files::Kind;
use crate::syntax::launch::{base_name, is_shell, is_wrapper, takes_commands};
use crate::syntax::{Part, Script, Simple, Word};

/// How many arguments of one program are judged as commands.
const MAX_STARTS: usize = 64;

/// Programs that remove, or that run what they are given: an argument that may come to name one of them
/// may be a command.
static HAZARDS: &[&[u8]] = &[
    b"rm",
    b"rmdir",
    b"unlink",
    b"mv",
    b"rsync",
    b"find",
    b"fd",
    b"xargs",
    b"parallel",
    b"env",
    b"nice",
    b"nohup",
    b"timeout",
    b"sudo",
    b"busybox",
    b"sh",
    b"bash",
    b"dash",
    b"zsh",
    b"ksh",
    b"mksh",
];

impl Judge<'_> {
    /// Judges the arguments of a program that is not known to run commands as commands.
    pub(super) fn unlisted(
        &mut self,
        words: &[Word],
        base: &[u8],
        open_ended: bool,
        simple: &Simple,
        script: &Script,
    ) {
        let Some((first, arguments)) = words.split_first() else { return };
        let data = takes_data(base, arguments) || is_shell(base) || is_wrapper(base);
        if open_ended && !data {
            self.refuse(Id::UnrecognisedLauncher, first.span, filled::DETAIL);
        }
        // Inside of a trial the program around it tries all that follows.
        if self.trying {
            return;
        }
        if !data {
            self.declares(arguments);
        }
        let mut starts = 0;
        for (at, word) in arguments.iter().enumerate() {
            let rest = arguments.get(at + 1..).unwrap_or_default();
            let found = match word.fixed() {
                Some(_) if !data && self.in_hole(word) => {
                    !rest.is_empty() || self.hole.as_ref().is_some_and(|hole| hole.several)
                }
                Some(text) => {
                    let base = base_name(&text);
                    // `docker rm` and `git remote rm` are subcommands.
                    let subcommand = data && at < 2;
                    let hazard = is_removal(&base) && !rest.is_empty() && !subcommand
                        || names_removal(&text);
                    hazard
                        || self.looks_like_command(&base, rest, data) && {
                            starts += 1;
                            starts > MAX_STARTS
                                || match data {
                                    true => registry_hit(self.registry, &base, rest),
                                    false => {
                                        self.would_refuse(arguments, at, open_ended, simple, script)
                                    }
                                }
                        }
                }
                None => !data && self.may_be_command(word, rest),
            };
            if found {
                let text = word.fixed().map(|text| super::command::shown(&text));
                let text = text.unwrap_or_else(|| "a word that the line does not fix".to_owned());
                return self.refuse(Id::UnrecognisedLauncher, word.span, text);
            }
        }
    }

    /// Whether a word is worth judging as the name of a command, with the words behind it.
    fn looks_like_command(&self, base: &[u8], rest: &[Word], data: bool) -> bool {
        // Most words are options, paths with an ending or numbers.
        if !base.first().is_some_and(u8::is_ascii_lowercase) {
            return false;
        }
        if self.registry.knows(base) {
            return true;
        }
        !data
            && (filled::launches(base)
                || matches!(base, b"find" | b"git")
                || takes_commands(base)
                || agent::may_start(base)
                || self.code(base, rest).is_some()
                || readers::commands_from_stream(base, rest).is_some())
    }

    /// Whether something would speak against the arguments from `at` on as a command.
    fn would_refuse(
        &mut self,
        arguments: &[Word],
        at: usize,
        open_ended: bool,
        simple: &Simple,
        script: &Script,
    ) -> bool {
        let (before, command) = arguments.split_at(at);
        let problems = self.judged.problems.len();
        let landings = self.judged.landings.len();
        // What the program itself may do is noted where it is judged.
        let earlier = *self.before;
        let values = self.budget.values.clone();
        let moved = before.iter().any(|word| self.may_be_directory(word));
        self.trying = true;
        self.depth += 1;
        self.apart(|judge| {
            if moved {
                judge.directory = None;
            }
            judge.reached(command, open_ended, simple, script);
        });
        self.depth -= 1;
        self.trying = false;
        let refused = self.judged.problems.len() > problems;
        self.judged.problems.truncate(problems);
        self.judged.landings.truncate(landings);
        self.budget.values.restore(values);
        *self.before = Before { written: self.before.written, ..earlier };
        refused
    }

    /// Whether an argument may tell a launcher in which directory it shall run its command.
    fn may_be_directory(&self, word: &Word) -> bool {
        let Some(text) = word.fixed() else { return true };
        let Some(from) = &self.directory else { return false };
        let value = text.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
        let glued = match text.as_ref() {
            [b'-', letter, rest @ ..] if *letter != b'-' => rest,
            _ => &[],
        };
        [text.as_ref(), value, glued].into_iter().filter(|path| !path.is_empty()).any(|path| {
            let Some(base) = self.places.base(Some(from), path) else { return false };
            let found = self.places.resolve(&base, path, true);
            found.is_ok_and(|found| found.kind == Some(Kind::Directory))
        })
    }

    /// Whether a word that the line does not fix may become a command that this guard judges, with the
    /// words behind it.
    fn may_be_command(&self, word: &Word, rest: &[Word]) -> bool {
        let Some(spellings) = Spelling::of(&word.parts, self.before, self.spoken) else {
            return !rest.is_empty();
        };
        spellings.iter().any(|spelling| {
            let alone = rest.is_empty() && !spelling.splits;
            if let Some(text) = spelling.fixed() {
                let base = base_name(&text);
                let hazard = || is_removal(&base) || self.looks_like_command(&base, rest, false);
                return names_removal(&text) || !alone && hazard();
            }
            !alone
                && HAZARDS
                    .iter()
                    .any(|name| may_name(spelling, name) && self.can_be(spelling, name))
        })
    }

    /// Whether a pattern of file names can become this one: it is the name of a program only where a file
    /// of that name is there, or a folder of programs is named.
    fn can_be(&self, spelling: &Spelling, name: &[u8]) -> bool {
        if !spelling.globs || spelling.has_slash() || self.before.changed {
            return true;
        }
        let Some(directory) = &self.directory else { return true };
        self.places.resolve(directory, name, false).is_ok_and(|found| found.kind.is_some())
    }

    /// Takes note of what a command may put into variables or positional parameters. Assignments among its
    /// words are seen where they are judged.
    pub(super) fn takes_note(&mut self, words: &[Word], base: &[u8]) {
        let Some((first, arguments)) = words.split_first() else { return };
        let name = first.fixed();
        let name = name.as_deref().unwrap_or_default();
        let reads = match base {
            b"read" | b"mapfile" | b"readarray" | b"getopts" | b"vared" | b"select" => true,
            b"printf" | b"print" => sets_variable(arguments),
            _ => false,
        };
        if reads {
            self.before.assigned = true;
            self.before.named = true;
            self.raises(b"REPLY", Taint::Any);
            self.raises(b"OPTARG", Taint::Any);
            for word in arguments {
                match word.fixed() {
                    Some(text) => {
                        self.variable(&text, &[], word.span);
                        self.raises(&text, Taint::Any);
                    }
                    // It may be a variable that the shell looks for directories in.
                    None => self.directory = None,
                }
            }
        }
        if matches!(name, b"set" | b"." | b"source")
            || is_shell(base)
            || self.functions.contains(name)
        {
            self.gives(arguments);
        }
    }

    /// Words become positional parameters.
    pub(super) fn gives(&mut self, arguments: &[Word]) {
        for word in arguments {
            self.holds(&word.parts);
            self.inserts(b"", &word.parts);
        }
    }

    /// A variable or a positional parameter gets a value.
    pub(super) fn holds(&mut self, value: &[Part]) {
        self.before.assigned = true;
        let Some(spellings) = Spelling::of(value, self.before, self.spoken) else {
            self.before.named = true;
            return;
        };
        for spelling in &spellings {
            match spelling.fixed() {
                Some(text) => {
                    let start = text.trim_ascii_start().first();
                    self.before.dashed |= start == Some(&b'-');
                    self.before.named |= lends(&text, |name, part| name == part);
                    self.before.in_pieces |=
                        lends(&text, |name, part| name.windows(part.len()).any(|it| it == part));
                    self.before.parts_words |=
                        text.iter().any(|byte| byte.is_ascii_whitespace() || b"*?[".contains(byte));
                }
                None => {
                    self.before.named |= HAZARDS.iter().any(|name| may_name(spelling, name));
                    self.before.parts_words = true;
                }
            }
        }
    }
}

/// Whether `printf` or `print` is told to set a variable.
fn sets_variable(arguments: &[Word]) -> bool {
    arguments.first().is_some_and(|word| {
        word.fixed().is_none_or(|text| text.first() == Some(&b'-') && text.contains(&b'v'))
    })
}

/// Whether one of the words of a value is to a name of [`HAZARDS`] as `fits` says.
fn lends(text: &[u8], fits: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric();
    let parts =
        text.split(|byte| !in_word(byte)).filter(|part| !part.is_empty() && part.len() < 16);
    parts.map(<[u8]>::to_ascii_lowercase).any(|part| HAZARDS.iter().any(|name| fits(name, &part)))
}

/// Whether an entry of the registry speaks against a command.
fn registry_hit(registry: &Registry, base: &[u8], arguments: &[Word]) -> bool {
    registry.matches(base, arguments).next().is_some()
}
