//! Names that programs draw at random, so that two runs that differ by nothing else are the same.
//!
//! `mktemp`, `sed -i`, `rsync`, compilers, `python`'s `tempfile` and others make files of whose names a
//! part is drawn anew each time: six letters and digits for mkstemp(3), eight for python, ten for
//! mktemp(1). Nothing tells a drawn name by itself. Of two runs of one script it can be told: where one
//! made a name that the other did not, in the same folder, and the two differ by what may be a draw.

use std::borrow::Cow;
use std::collections::BTreeSet;

use oracle_worker::observation::{Effect, Observation};
use oracle_worker::world::Bytes;

/// The characters of the shortest draw.
const SHORTEST: usize = 6;

/// Those of the longest.
const LONGEST: usize = 12;

/// How many names of a run are paired at most, since each is compared with each. Runs that draw more
/// differ.
const MOST: usize = 256;

/// In how many places two draws differ at least: that more than two of six come out alike has a
/// chance of one in ten thousand.
const UNLIKE: usize = 4;

/// Names of two runs that stand for each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// A name of the second run, and that of the first.
    pairs: Vec<(Bytes, Bytes)>,
}

impl Drawn {
    /// Pairs the names that only the first of two runs has in a folder with those that only the second
    /// has, given the paths of both.
    pub fn new<'a>(
        first: impl IntoIterator<Item = &'a [u8]>,
        second: impl IntoIterator<Item = &'a [u8]>,
    ) -> Self {
        let (first, second): (BTreeSet<&[u8]>, BTreeSet<&[u8]>) =
            (first.into_iter().collect(), second.into_iter().collect());
        let mut left: Vec<&[u8]> = first.difference(&second).copied().collect();
        let mut drawn = Self::default();
        if left.len() > MOST {
            return drawn;
        }
        // In the order of a set a folder comes before what lies in it.
        for path in second.difference(&first).take(MOST) {
            let renamed = drawn.rename(path);
            let pair = left.iter().position(|other| **other == *renamed);
            let pair = pair.or_else(|| left.iter().position(|other| are_draws(other, &renamed)));
            let Some(pair) = pair else { continue };
            let (theirs, ours) = (name(path), name(left.swap_remove(pair)));
            if theirs != ours {
                drawn.pairs.push((theirs.to_vec(), ours.to_vec()));
            }
        }
        drawn
    }

    /// Whether no name was drawn.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// A text of the second run, with the names of the first.
    pub fn rename<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let mut text = Cow::Borrowed(text);
        for (theirs, ours) in &self.pairs {
            if memchr::memmem::find(&text, theirs).is_some() {
                text = Cow::Owned(replace(&text, theirs, ours));
            }
        }
        text
    }

    /// Gives what the second run saw the names that the first drew.
    pub(crate) fn apply(&self, seen: &mut Observation) {
        let rename = |text: &mut Bytes| {
            if let Cow::Owned(renamed) = self.rename(text) {
                *text = renamed;
            }
        };
        for effect in &mut seen.effects {
            rename(&mut effect.path);
            effect.from.iter_mut().for_each(rename);
        }
        for program in &mut seen.programs {
            rename(&mut program.path);
            program.argv.iter_mut().for_each(rename);
        }
        rename(&mut seen.stdout.bytes);
        rename(&mut seen.stderr.bytes);
    }
}

/// The paths of the effects of a run.
pub(crate) fn paths(effects: &[Effect]) -> impl Iterator<Item = &[u8]> {
    effects
        .iter()
        .flat_map(|effect| std::iter::once(&effect.path).chain(&effect.from))
        .map(Vec::as_slice)
}

/// Whether two paths differ by the last name alone, and these by what may be a draw.
fn are_draws(a: &[u8], b: &[u8]) -> bool {
    let (a_name, b_name) = (name(a), name(b));
    if a.len() != b.len() || a_name.len() != b_name.len() {
        return false;
    }
    let folder = a.len() - a_name.len();
    if a.get(..folder) != b.get(..folder) {
        return false;
    }
    let unlike: Vec<usize> =
        (0..a_name.len()).filter(|&at| a_name.get(at) != b_name.get(at)).collect();
    let (Some(&from), Some(&to)) = (unlike.first(), unlike.last()) else { return false };
    // A draw may begin or end with what both have in common.
    let short = SHORTEST.saturating_sub(to + 1 - from);
    let are_parts = |left: usize| {
        let window = from.checked_sub(left).map(|from| from..=to + short - left);
        let part = |name| window.clone().and_then(|window| <[u8]>::get(name, window));
        let (Some(a), Some(b)) = (part(a_name), part(b_name)) else { return false };
        // One draw of six in sixty is all of one kind, so it is enough that the other is not.
        may_be_draw(a) && may_be_draw(b) && (is_motley(a) || is_motley(b))
    };
    unlike.len() >= UNLIKE && (0..=short).any(are_parts)
}

/// Whether a text may have been drawn: letters and digits.
fn may_be_draw(text: &[u8]) -> bool {
    (SHORTEST..=LONGEST).contains(&text.len())
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether the characters of a text are not all of one kind, nor of one kind behind a capital, as in
/// most names that somebody chose.
fn is_motley(text: &[u8]) -> bool {
    let kinds = [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
    let (first, rest) = text.split_first().unwrap_or((&b' ', &[]));
    let is_word = first.is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase);
    kinds.iter().filter(|kind| text.iter().any(kind)).count() > 1 && !is_word
}

/// The last name of a path.
fn name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

fn replace(text: &[u8], old: &[u8], new: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, old) {
        let (before, after) = rest.split_at(at);
        out.extend_from_slice(before);
        out.extend_from_slice(new);
        rest = after.get(old.len()..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(first: &[&str], second: &[&str]) -> Vec<(String, String)> {
        let text = |bytes: &Bytes| String::from_utf8_lossy(bytes).into_owned();
        Drawn::new(first.iter().map(|it| it.as_bytes()), second.iter().map(|it| it.as_bytes()))
            .pairs
            .iter()
            .map(|(theirs, ours)| (text(theirs), text(ours)))
            .collect()
    }

    #[test]
    fn names_that_programs_draw_stand_for_each_other() {
        for (first, second) in [
            ("/t/tmp.4nj6fMWNsE", "/t/tmp.oretuFyYhJ"),
            ("/t/.main.py.pvUvBQ", "/t/.main.py.JIpmsG"),
            ("/t/ccXnjNlx.s", "/t/ccYAY5Ll.s"),
            ("/t/szygf6c3", "/t/5azcl803"),
            ("/t/tmpa1ri_d17", "/t/tmpnak9r2zp"),
            ("/t/sedAb3dE7", "/t/sedAb9fG2"),
            // They may have their first or last characters in common.
            ("/t/.g.t7Sd47", "/t/.g.Ujqsi7"),
            ("/t/.g.t7Sd47", "/t/.g.tjqsi5"),
            // One in sixty looks like a chosen name.
            ("/t/.g.nqwxkz", "/t/.g.JIpmsG"),
            ("/t/d.4nj6fM", "/t/d.Qabcde"),
        ] {
            let pair = vec![(name_of(second), name_of(first))];
            assert_eq!(drawn(&[first], &[second]), pair, "{first} {second}");
        }
    }

    fn name_of(path: &str) -> String {
        path.rsplit('/').next().expect("a name").to_owned()
    }

    #[test]
    fn other_names_do_not() {
        for (first, second) in [
            ("/t/apples", "/t/orange"),
            ("/t/Readme", "/t/Licens"),
            ("/t/a", "/t/b"),
            ("/t/f1", "/t/f2"),
            ("/t/tmp.4nj6fMWNsE", "/u/tmp.oretuFyYhJ"),
            ("/t/x.4nj6fM", "/t/y.oretuF"),
            ("/t/release1", "/t/release2"),
            ("/t/123456", "/t/654321"),
            ("/t/4nj6fM", "/t/4nj6fMx"),
        ] {
            assert_eq!(drawn(&[first], &[second]), [], "{first} {second}");
        }
    }

    #[test]
    fn what_lies_in_a_drawn_folder_goes_with_it() {
        let first = ["/t/tmp.4nj6fMWNsE", "/t/tmp.4nj6fMWNsE/a", "/t/kept"];
        let second = ["/t/kept", "/t/tmp.oretuFyYhJ", "/t/tmp.oretuFyYhJ/a"];
        let names = Drawn::new(first.map(str::as_bytes), second.map(str::as_bytes));
        assert_eq!(names.pairs.len(), 1);
        assert_eq!(&*names.rename(b"rm /t/tmp.oretuFyYhJ/a b"), b"rm /t/tmp.4nj6fMWNsE/a b");
        assert!(Drawn::new(first.map(str::as_bytes), first.map(str::as_bytes)).is_empty());
    }
}
