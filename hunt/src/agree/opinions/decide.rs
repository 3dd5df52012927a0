//! Who was right, by what shells ran.

use super::Opinion;
use super::compare::{Line, differences};
use super::plain::{List, Mode, Piece, Target, Word};
use super::predict::{Argv, predict};

/// What a shell did for a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// The shell has no builtins but those that the reader of `guard` knows.
    pub plain: bool,
    /// What every program exited with.
    pub status: u8,
    /// It was ended before it was done.
    pub cut: bool,
    /// The argument lists of the programs that it started.
    pub argvs: Vec<Argv>,
    /// The names of the files that it made, without their folders.
    pub files: Vec<Vec<u8>>,
}

impl Ran {
    /// Whether the form fixes which programs run.
    pub fn foretold(&self, form: &List) -> bool {
        predict(form, self.status, self.plain).is_some()
    }
}

/// Who was right where a parser differs from the reader, and the reader has all that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The reader: a shell did what it has and the other has not.
    Reader,
    /// What shells did fits both, for this reason.
    Undecided(&'static str),
}

/// What the reader's form does not foretell of a run: the programs that ran, where the form fixes
/// them and they were others. A text that a shell refuses shows here, and commands that are joined
/// wrongly.
pub fn missed(reader: &List, run: &Ran) -> Option<Vec<Argv>> {
    if run.cut {
        return None;
    }
    let expected = predict(reader, run.status, run.plain)?;
    (expected != sorted(run)).then_some(expected)
}

fn sorted(run: &Ran) -> Vec<Argv> {
    let mut argvs = run.argvs.clone();
    argvs.sort();
    argvs
}

/// Who was right. `None` where there is no difference, or no opinion.
///
/// The runs are those of shells that take the script, and the reader has all that they did.
pub fn decide(reader: &List, other: &Opinion, runs: &[Ran]) -> Option<Decision> {
    let other = match other {
        Opinion::None(_) => return None,
        // Every shell takes the text.
        Opinion::Refuses(_) => return Some(Decision::Reader),
        Opinion::Read(list) => list,
    };
    if differences(reader, other).is_empty() {
        return None;
    }
    let (own, theirs) = (Line::of(reader), Line::of(other));
    for run in runs {
        let argv = run.argvs.iter().any(|argv| own.has_command(argv) && !theirs.has_command(argv));
        let file = run.files.iter().any(|name| own.has_file(name) && !theirs.has_file(name));
        let foretold = || {
            let other = predict(other, run.status, run.plain);
            !run.cut
                && predict(reader, run.status, run.plain).as_ref() == Some(&sorted(run))
                && other.is_some_and(|other| other != sorted(run))
        };
        if argv || file || foretold() {
            return Some(Decision::Reader);
        }
    }
    Some(Decision::Undecided(match runs {
        [] => "it was not run",
        runs if runs.iter().any(|run| run.cut) => "a run was ended before it was done",
        runs if runs.iter().all(|run| run.argvs.is_empty()) => "nothing was run",
        _ => "what was run fits both",
    }))
}

impl Line<'_> {
    /// Whether there is a command that may have these arguments.
    fn has_command(&self, argv: &[Vec<u8>]) -> bool {
        self.heads.iter().filter(|head| head.kind == "command").any(|head| fits(&head.words, argv))
    }

    /// Whether there is a redirection that may make this file.
    fn has_file(&self, name: &[u8]) -> bool {
        let redirects = self.heads.iter().flat_map(|head| head.redirects);
        redirects.into_iter().any(|redirect| match &redirect.target {
            Target::File(Mode::Read, _) => false,
            Target::File(_, word) => word.fixed().is_none_or(|text| {
                text.rsplit(|&byte| byte == b'/').next().is_some_and(|last| last == name)
            }),
            // It may write to a file.
            Target::Other(_) => true,
            Target::Descriptor(_) | Target::Closed | Target::Here(_) => false,
        })
    }
}

/// Whether words may become these arguments. Where a word is not fixed it may be any number of them,
/// but none if it holds text: the first begins with what it begins with, the last ends with its end.
fn fits(words: &[&Word], argv: &[Vec<u8>]) -> bool {
    let mut reach = vec![false; argv.len() + 1];
    reach[0] = true;
    for word in words {
        let loose = word.pieces.iter().any(|piece| !matches!(piece, Piece::Text(_)));
        let text = word.pieces.iter().any(|piece| matches!(piece, Piece::Text(_)));
        let starts = |argument: &Vec<u8>| match word.pieces.first() {
            Some(Piece::Text(text)) => argument.starts_with(text),
            _ => true,
        };
        let ends = |argument: &Vec<u8>| match word.pieces.last() {
            Some(Piece::Text(text)) => argument.ends_with(text),
            _ => true,
        };
        let mut next = vec![false; argv.len() + 1];
        for from in (0..=argv.len()).filter(|&from| reach[from]) {
            let rest = argv.get(from..).unwrap_or_default();
            if rest.first().is_some_and(|argument| word.may_be(argument)) {
                next[from + 1] = true;
            }
            if loose && !text {
                next[from..].iter_mut().for_each(|to| *to = true);
            } else if loose && rest.first().is_some_and(starts) {
                for (at, argument) in rest.iter().enumerate().skip(1) {
                    next[from + at + 1] |= ends(argument);
                }
            }
        }
        reach = next;
    }
    reach[argv.len()]
}
