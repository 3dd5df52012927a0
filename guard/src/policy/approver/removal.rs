//! The judgement of removals.

use super::command::shown;
use super::known::is_removal;
use super::line::Judge;
use super::pattern;
use super::problem::Id;
use super::spelling::Spelling;
use super::sync;
use super::target::{self, Name, Target};
use crate::Landing;
use crate::files::Kind;
use crate::syntax::Word;
use crate::syntax::launch::base_name;

impl Judge<'_> {
    /// What a command removes.
    pub(super) fn removals(&mut self, base: &[u8], arguments: &[Word], open_ended: bool) {
        let targets = match base {
            b"find" => {
                if let Some(word) = self.may_be_action(arguments) {
                    return self.refuse(Id::TargetNotFixed, word.span, "it may be an action");
                }
                let (targets, expression) = target::found(arguments);
                if !target::deletes(expression) && !self.find_removes(expression) {
                    return;
                }
                targets
            }
            b"rsync" => sync::synced(arguments, open_ended),
            _ => match target::removed(base, arguments, open_ended) {
                Some(targets) => targets,
                None => return,
            },
        };
        if let Some(word) = self.given(arguments) {
            return self.refuse(Id::TargetNotFixed, word.span, "a launcher puts it there");
        }
        let recursive = base == b"rm" && target::is_recursive(arguments);
        for target in &targets {
            if recursive && self.takes_all(target) {
                self.refuse(Id::RemovalOutside, target.place, "all that stands in the tree");
            }
            self.removal(base, target);
        }
    }

    /// Whether a target is everything in the tree, which is no less than the tree itself.
    fn takes_all(&self, target: &Target) -> bool {
        let Name::Pattern { directory, pattern } = &target.name else { return false };
        let any = |at: &(u8, bool)| matches!(at, (b'*' | b'?', true));
        pattern.iter().all(any)
            && pattern.contains(&(b'*', true))
            && self.places.find(self.directory.as_ref(), directory, true).is_some_and(|found| {
                self.places.tree.as_ref().is_some_and(|tree| tree.physical == found.path)
            })
    }

    /// A word of `find` that the line does not fix and that may spell an action: quoted too, it may be
    /// `-delete`.
    fn may_be_action<'w>(&self, arguments: &'w [Word]) -> Option<&'w Word> {
        let takes_value = |word: &Word| {
            word.fixed().is_some_and(|text| {
                let text = text.strip_prefix(b"-").unwrap_or_default();
                let starts: [&[u8]; 14] = [
                    b"name", b"iname", b"path", b"ipath", b"whole", b"lname", b"ilname", b"regex",
                    b"iregex", b"newer", b"perm", b"user", b"group", b"type",
                ];
                let exact: [&[u8]; 14] = [
                    b"mtime",
                    b"mmin",
                    b"atime",
                    b"amin",
                    b"ctime",
                    b"cmin",
                    b"size",
                    b"maxdepth",
                    b"mindepth",
                    b"printf",
                    b"uid",
                    b"gid",
                    b"samefile",
                    b"inum",
                ];
                starts.iter().any(|start| text.starts_with(start)) || exact.contains(&text)
            })
        };
        let mut before: Option<&Word> = None;
        for word in arguments {
            let is_value = before.is_some_and(takes_value);
            before = Some(word);
            if is_value || word.fixed().is_some() {
                continue;
            }
            let spellings = Spelling::of(&word.parts, self.before, self.spoken);
            if spellings.is_none_or(|all| all.iter().any(Spelling::may_start_with_dash)) {
                return Some(word);
            }
        }
        None
    }

    /// Whether a command of `find` removes what it is given.
    fn find_removes(&self, expression: &[Word]) -> bool {
        let mut runs = false;
        for word in expression {
            let Some(text) = word.fixed() else { continue };
            match text.as_ref() {
                b"-exec" | b"-execdir" | b"-ok" | b"-okdir" => runs = true,
                b";" | b"+" => runs = false,
                text if runs && is_removal(&base_name(text)) => return true,
                _ => {}
            }
        }
        false
    }

    /// Notes what a target is and where it leads.
    fn note(&mut self, base: &[u8], target: &Target) {
        let (written, start, follows, pattern) = match &target.name {
            Name::Fixed(path) if path.is_empty() => return,
            Name::Fixed(path) => (Some(path.clone()), path.as_slice(), target.follows, false),
            Name::Pattern { directory, pattern } => {
                let bytes = pattern.iter().map(|(byte, _)| *byte);
                let written = directory.iter().copied().chain(bytes).collect();
                (Some(written), directory.as_slice(), true, true)
            }
            Name::Home | Name::Open => (None, &[][..], false, false),
        };
        let find = || self.places.find(self.directory.as_ref(), start, follows);
        let found = written.as_ref().and_then(|_| find());
        let inside = found.as_ref().is_some_and(|found| match pattern || target.contents {
            true => self.places.holds_removable(&found.path),
            false => self.places.is_inside(&found.path),
        });
        let place = self.judged.in_script(self.place(target.place));
        self.judged.landings.push(Landing {
            command: base.to_vec(),
            place,
            written,
            lands: found.map(|found| found.path),
            pattern,
            inside,
        });
    }

    /// Judges one target.
    fn removal(&mut self, base: &[u8], target: &Target) {
        self.note(base, target);
        let place = target.place;
        match &target.name {
            Name::Open => self.refuse(Id::TargetNotFixed, place, ""),
            Name::Home => self.refuse(Id::RemovalOutside, place, "the home directory"),
            // `{}` alone is judged by the start paths of `find`; behind it links would be followed.
            Name::Fixed(path) if path != b"{}" && path.windows(2).any(|pair| pair == b"{}") => {
                self.refuse(Id::TargetNotFixed, place, shown(path));
            }
            // Nothing has no name.
            Name::Fixed(path) if path.is_empty() => {}
            Name::Fixed(path) => self.fixed_removal(base, target, path),
            Name::Pattern { directory, pattern } => {
                self.pattern_removal(target, directory, pattern);
            }
        }
    }

    fn fixed_removal(&mut self, base: &[u8], target: &Target, path: &[u8]) {
        let place = target.place;
        let Some(from) = self.places.base(self.directory.as_ref(), path) else {
            return self.refuse(Id::NameNotPlaced, place, shown(path));
        };
        let Ok(found) = self.places.resolve(&from, path, target.follows) else {
            return self.refuse(Id::RemovalOutside, place, shown(path));
        };
        let inside = match target.contents {
            true => self.places.holds_removable(&found.path),
            false => self.places.is_inside(&found.path),
        };
        if !inside {
            self.refuse(Id::RemovalOutside, place, shown(&found.path));
        }
        // Everything above the last component is followed when the tool runs.
        let follows = target.follows || path.ends_with(b"/") || path.ends_with(b"/.");
        let plain = path.strip_prefix(b"./").unwrap_or(path);
        if self.before.linked && (follows || plain.contains(&b'/')) {
            self.refuse(Id::TargetAfterWrite, place, shown(path));
        }
        if self.places.is_protected(&found.path) || self.places.holds_protected(&found.path) {
            self.refuse(Id::ProtectedPath, place, shown(&found.path));
        }
        // find and rsync go through what is below; the others take a link as it is.
        if base == b"rsync" && found.kind == Some(Kind::Link) {
            self.refuse(Id::RemovalOutside, place, shown(&found.path));
        }
    }

    fn pattern_removal(&mut self, target: &Target, directory: &[u8], glob: &[(u8, bool)]) {
        let place = target.place;
        let Some(from) = self.places.base(self.directory.as_ref(), directory) else {
            return self.refuse(Id::NameNotPlaced, place, shown(directory));
        };
        let Ok(found) = self.places.resolve(&from, directory, true) else {
            return self.refuse(Id::TargetNotFixed, place, shown(directory));
        };
        let logical = match directory.first() {
            Some(b'/') => crate::files::normal(directory),
            _ => crate::files::normal(&[from.logical.as_slice(), b"/", directory].concat()),
        };
        let written = self.places.tree.as_ref().is_some_and(|tree| {
            logical == tree.logical || super::place::is_below(&logical, &tree.logical)
        });
        // A pattern that may give an option's text removes other things than it matches.
        let option =
            directory.is_empty() && glob.first().is_some_and(|(byte, wild)| *byte == b'-' && !wild);
        if !written || !self.places.is_in_tree(&found.path) || self.before.changed || option {
            return self.refuse(Id::TargetNotFixed, place, shown(&found.path));
        }
        if target.takes_parent && pattern::may_match(glob, b"..") {
            return self.refuse(Id::TargetNotFixed, place, "the pattern may match `..`");
        }
        if self.places.is_protected(&found.path) || self.hits_protected(&found.path, glob) {
            self.refuse(Id::ProtectedPath, place, shown(&found.path));
        }
    }

    /// Whether a pattern in a directory may match something of the protected set, or something
    /// that holds it, now or by its name alone.
    fn hits_protected(&self, directory: &[u8], glob: &[(u8, bool)]) -> bool {
        let mut names = self.places.files.list(directory).unwrap_or_default();
        names.extend(self.places.protected_names(directory));
        names.iter().filter(|name| pattern::may_match(glob, name)).any(|name| {
            let path = [directory, b"/", name.as_slice()].concat();
            self.places.is_protected(&path) || self.places.holds_protected(&path)
        })
    }
}
