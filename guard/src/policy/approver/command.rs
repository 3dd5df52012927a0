//! The judgement of one command by its name and words.

use super::line::Judge;
use super::problem::Id;
use super::target::{self, Name, Target};
use super::{agent, git, inline, pattern, registry};
use crate::files::Kind;
use crate::syntax::launch::base_name;
use crate::syntax::{Part, PartKind, Span, Word};

impl Judge<'_> {
    /// Judges a command whose name is fixed.
    pub(super) fn named(
        &mut self,
        name: &[u8],
        span: Span,
        arguments: &[Word],
        open_ended: bool,
        launches: bool,
    ) {
        if self.functions.contains(name) {
            // Its body was judged where it stands.
            if self.wanders {
                self.directory = None;
            }
            self.before.changed = true;
            self.before.linked = true;
            return;
        }
        if matches!(name, b"cd" | b"chdir" | b"pushd" | b"popd") {
            return self.change_directory(name, arguments, span);
        }
        let base = base_name(name);
        if let Some(found) = agent::starts(&base, arguments) {
            self.refuse(Id::AgentLaunch, span, found);
        }
        if let Some(found) = inline::code(&base, arguments) {
            self.refuse(Id::InlineCode, span, found);
        }
        for entry in self.registry.matches(&base, arguments) {
            self.refuse(Id::Registered, span, entry);
        }
        self.removals(&base, arguments, open_ended);
        if !launches && !quiet(&base, arguments) {
            self.other_launcher(arguments);
        }
        if name.contains(&b'/') {
            self.program_file(name, span);
        }
        self.writer(name, &base, arguments);
    }

    /// `cd` and its kind.
    fn change_directory(&mut self, name: &[u8], arguments: &[Word], span: Span) {
        let mut operands = Vec::new();
        let mut options = true;
        for word in arguments {
            match word.fixed() {
                Some(text) if options && text.as_ref() == b"--" => options = false,
                Some(text) if options && matches!(text.as_ref(), b"-L" | b"-P" | b"-e" | b"-@") => {
                }
                Some(text) if text.as_ref() == b"-" => {
                    self.refuse(Id::OldDirectory, word.span, "");
                    self.directory = None;
                    return;
                }
                Some(text) if options && matches!(text.first(), Some(b'-' | b'+')) => {
                    self.directory = None;
                    return;
                }
                fixed => operands.push(fixed),
            }
        }
        if name == b"popd" || (name == b"pushd" && operands.is_empty()) {
            self.refuse(Id::OldDirectory, span, "");
        }
        let next = match (operands.as_slice(), &self.directory) {
            ([Some(path)], Some(from)) if name != b"popd" && !path.is_empty() => {
                self.places.enter(from, path)
            }
            _ => None,
        };
        self.directory = next;
    }

    /// What a command removes.
    fn removals(&mut self, base: &[u8], arguments: &[Word], open_ended: bool) {
        let targets = match base {
            b"find" => {
                let (targets, expression) = target::found(arguments);
                if !target::deletes(expression) && !self.find_removes(expression) {
                    return;
                }
                targets
            }
            b"rsync" => target::synced(arguments, open_ended),
            _ => match target::removed(base, arguments, open_ended) {
                Some(targets) => targets,
                None => return,
            },
        };
        for target in &targets {
            self.removal(base, target);
        }
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

    /// Judges one target.
    fn removal(&mut self, base: &[u8], target: &Target) {
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

    /// Reads the arguments of a program that is not known to run commands as commands.
    fn other_launcher(&mut self, arguments: &[Word]) {
        for (at, word) in arguments.iter().enumerate().take(512) {
            let Some(text) = word.fixed() else { continue };
            let rest = arguments.get(at + 1..).unwrap_or_default();
            let base = base_name(&text);
            let hazard = is_removal(&base) && !rest.is_empty()
                || registry_hit(self.registry, &base, rest)
                || names_removal(&text);
            if hazard {
                return self.refuse(Id::UnrecognisedLauncher, word.span, shown(&text));
            }
        }
    }

    /// Judges git's settings.
    pub(super) fn git(&mut self, words: &[Word], span: Span) {
        let from_tree = self
            .directory
            .as_ref()
            .is_some_and(|directory| self.places.is_in_tree(&directory.physical));
        let settled = from_tree && !self.before.changed;
        for problem in git::settings(words, settled) {
            self.refuse(Id::GitSetting, span, problem);
        }
    }

    /// Judges the setting of a variable.
    pub(super) fn variable(&mut self, name: &[u8], value: &[Part], span: Span) {
        if agent::is_variable(name) {
            self.refuse(Id::AgentLaunch, span, shown(name));
        }
        if inline::is_code_variable(name) || crate::syntax::names::is_code_variable(name) {
            self.refuse(Id::CodeVariable, span, shown(name));
        }
        if name == b"OLDPWD" || name == b"CDPATH" || name == b"cdpath" || name == b"PWD" {
            self.directory = None;
        }
        for part in value {
            if let PartKind::Text(text) | PartKind::Single(text) = &part.kind
                && text.contains(&b' ')
                && names_removal(text)
            {
                self.refuse(Id::UnrecognisedLauncher, span, shown(text));
            }
        }
    }

    /// A word is written to: the file of a redirection.
    pub(super) fn writes(&mut self, word: &Word) {
        self.before.changed = true;
        match word.fixed() {
            Some(path) if path.starts_with(b"/dev/") => {}
            Some(path) => self.written(&path, word.span),
            None => self.before.unplaced = true,
        }
    }

    /// What a program writes, as far as its words tell.
    fn writer(&mut self, name: &[u8], base: &[u8], arguments: &[Word]) {
        if reads_only(name, base, arguments) {
            return;
        }
        self.before.changed = true;
        let plain = makes_no_links(base);
        self.before.linked |= !plain;
        for word in arguments {
            match word.fixed() {
                Some(text) if text.first() == Some(&b'-') && !text.contains(&b'=') => {}
                Some(text) => {
                    let value = text.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
                    if places_its_operands(base) {
                        self.written(value, word.span);
                    } else {
                        self.mentioned(value, word.span);
                    }
                }
                None => self.before.unplaced |= !plain,
            }
        }
    }

    /// A path is written to.
    fn written(&mut self, path: &[u8], span: Span) {
        if let Some(from) = self.places.base(self.directory.as_ref(), path)
            && let Ok(found) = self.places.resolve(&from, path, true)
            && self.places.is_protected(&found.path)
        {
            return self.refuse(Id::ProtectedPath, span, shown(&found.path));
        }
        self.mentioned(path, span);
    }

    /// A path is an operand of something that may write it.
    fn mentioned(&mut self, path: &[u8], span: Span) {
        if self.places.names_protected(path) {
            self.refuse(Id::ProtectedPath, span, shown(path));
        }
        self.before.written.push((self.directory.clone(), path.to_vec()));
    }
}

/// Programs that write files and make no links.
fn makes_no_links(base: &[u8]) -> bool {
    matches!(
        base,
        b"touch"
            | b"mkdir"
            | b"tee"
            | b"dd"
            | b"truncate"
            | b"chmod"
            | b"chown"
            | b"rm"
            | b"rmdir"
            | b"unlink"
            | b"sed"
            | b"curl"
            | b"wget"
            | b"find"
            | b"sort"
            | b"awk"
            | b"make"
            | b"cargo"
            | b"npm"
            | b"node"
            | b"python3"
            | b"python"
            | b"go"
    )
}

/// Programs whose operands are files that they write, so that links to the protected set count.
fn places_its_operands(base: &[u8]) -> bool {
    matches!(
        base,
        b"touch"
            | b"mkdir"
            | b"tee"
            | b"dd"
            | b"truncate"
            | b"chmod"
            | b"chown"
            | b"cp"
            | b"mv"
            | b"install"
            | b"ln"
            | b"sed"
            | b"rsync"
            | b"patch"
            | b"tar"
            | b"unzip"
            | b"sort"
    )
}

/// Whether an entry of the registry speaks against a command.
fn registry_hit(registry: &registry::Registry, base: &[u8], arguments: &[Word]) -> bool {
    registry.matches(base, arguments).next().is_some()
}

/// Programs that remove by their operands.
fn is_removal(base: &[u8]) -> bool {
    matches!(base, b"rm" | b"rmdir" | b"unlink" | b"mv" | b"rsync")
}

/// Whether a text names a program that removes, as a command line would.
fn names_removal(text: &[u8]) -> bool {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let blank = text.iter().any(|byte| b" \t\n;|&=".contains(byte));
    let names = [&b"rm"[..], b"rmdir", b"unlink", b"mv", b"rsync", b"-delete", b"find"];
    blank
        && text
            .split(|byte| !in_word(byte))
            .any(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
}

/// Programs whose arguments are data, so that a command in them is none.
fn quiet(base: &[u8], arguments: &[Word]) -> bool {
    let listed = matches!(
        base,
        b"echo"
            | b"printf"
            | b"grep"
            | b"egrep"
            | b"fgrep"
            | b"rg"
            | b"ag"
            | b"ls"
            | b"cat"
            | b"head"
            | b"tail"
            | b"wc"
            | b"test"
            | b"["
            | b"true"
            | b"false"
            | b":"
            | b"pwd"
            | b"export"
            | b"unset"
            | b"set"
            | b"read"
            | b"type"
            | b"which"
            | b"command"
            | b"exit"
            | b"return"
            | b"basename"
            | b"dirname"
            | b"date"
            | b"sort"
            | b"uniq"
            | b"cut"
            | b"tr"
            | b"diff"
            | b"cmp"
            | b"jq"
            | b"sleep"
            | b"mkdir"
            | b"touch"
            | b"cp"
            | b"mv"
            | b"rm"
            | b"rmdir"
            | b"unlink"
            | b"ln"
            | b"stat"
            | b"file"
            | b"du"
            | b"df"
            | b"man"
            | b"sed"
            | b"awk"
            | b"gh"
            | b"tee"
            | b"chmod"
            | b"chown"
            | b"local"
            | b"readonly"
            | b"kill"
    );
    let commits = base == b"git"
        && arguments.first().and_then(Word::fixed).is_some_and(|word| {
            matches!(
                word.as_ref(),
                b"commit"
                    | b"log"
                    | b"grep"
                    | b"show"
                    | b"diff"
                    | b"status"
                    | b"add"
                    | b"tag"
                    | b"branch"
                    | b"notes"
                    | b"mv"
                    | b"rm"
                    | b"checkout"
                    | b"restore"
                    | b"stash"
                    | b"blame"
                    | b"rev-parse"
                    | b"ls-files"
            )
        });
    // Find's own commands were judged.
    listed || commits || base == b"find"
}

/// Programs that change no file, whatever their arguments.
fn reads_only(name: &[u8], base: &[u8], arguments: &[Word]) -> bool {
    if name.contains(&b'/') && !matches!(name, b"/bin/ls" | b"/usr/bin/ls" | b"/bin/cat") {
        return false;
    }
    let listed = matches!(
        base,
        b"echo"
            | b"printf"
            | b"grep"
            | b"egrep"
            | b"fgrep"
            | b"ls"
            | b"cat"
            | b"head"
            | b"tail"
            | b"wc"
            | b"test"
            | b"["
            | b"true"
            | b"false"
            | b":"
            | b"pwd"
            | b"export"
            | b"unset"
            | b"set"
            | b"read"
            | b"type"
            | b"which"
            | b"command"
            | b"exit"
            | b"return"
            | b"basename"
            | b"dirname"
            | b"date"
            | b"cut"
            | b"tr"
            | b"diff"
            | b"cmp"
            | b"jq"
            | b"sleep"
            | b"stat"
            | b"file"
            | b"du"
            | b"df"
            | b"id"
            | b"whoami"
            | b"uname"
            | b"env"
            | b"printenv"
            | b"ps"
            | b"kill"
            | b"wait"
            | b"local"
            | b"readonly"
            | b"shift"
            | b"trap"
            | b"eval"
            | b"exec"
            | b"nohup"
            | b"nice"
            | b"timeout"
            | b"seq"
    );
    let git = base == b"git"
        && arguments.first().and_then(Word::fixed).is_some_and(|word| {
            matches!(
                word.as_ref(),
                b"log" | b"show" | b"diff" | b"rev-parse" | b"ls-files" | b"blame"
            )
        });
    listed || git
}

/// A text for a person.
pub(super) fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
