//! The judgement of one command by its name and words.

use super::known::{makes_no_links, names_removal, places_its_operands, reads_only};
use super::line::Judge;
use super::problem::Id;
use super::{agent, git, inline, jobs, readers, writes};
use crate::syntax::{Part, PartKind, Span, Word};

impl Judge<'_> {
    /// Judges a command whose name is fixed.
    pub(super) fn named(
        &mut self,
        name: &[u8],
        base: &[u8],
        span: Span,
        arguments: &[Word],
        open_ended: bool,
        launches: bool,
    ) {
        if matches!(name, b"cd" | b"chdir" | b"pushd" | b"popd") {
            return self.change_directory(name, arguments, span);
        }
        if base == b"setsid" && !self.background && !forks(arguments) {
            self.refuse(
                Id::OwnText,
                span,
                "alone it leads a process group, and starts another process",
            );
        }
        let job = jobs::numbered(name, arguments).map(|word| word.span);
        if let Some(at) = job.or_else(|| jobs::is_number(name).then_some(span)) {
            self.refuse(Id::OwnText, at, "zsh gives jobs other numbers in a group");
        }
        if let Some(found) = agent::starts(base, arguments) {
            self.refuse(Id::AgentLaunch, span, found);
        }
        let code = self.code(base, arguments);
        if let Some(found) = code.or_else(|| readers::commands_from_stream(base, arguments)) {
            self.refuse(Id::InlineCode, span, found);
        }
        if readers::starts_a_shell(base, arguments, launches) {
            self.refuse(Id::ReadsStream, span, shown(base));
        }
        for entry in self.registry.matches(base, arguments) {
            self.refuse(Id::Registered, span, entry);
        }
        // What make is told on its line it puts into the environment of its recipes.
        if matches!(name, b"export" | b"readonly" | b"local" | b"declare" | b"typeset")
            || matches!(base, b"make" | b"gmake")
        {
            self.declares(arguments);
        }
        self.removals(base, arguments, open_ended);
        if name.contains(&b'/') {
            self.program_with(name, span, arguments);
        }
        self.writer(name, base, arguments);
    }

    /// `NAME=value` among the words of a command that puts it into a variable: `export`, `env`.
    pub(super) fn declares(&mut self, arguments: &[Word]) {
        for word in arguments {
            if let Some((name, value)) = assignment(word) {
                // `:=` and its kind are make's, which leaves white space around them out.
                let name = name.trim_ascii_end();
                let end = name.iter().rposition(|byte| !b":?+! \t".contains(byte));
                let name = name.get(..end.map_or(0, |at| at + 1)).unwrap_or_default();
                self.variable(name, &value, word.span);
            }
        }
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
            // A link may stand where the directory stood.
            ([Some(path)], Some(from))
                if name != b"popd" && !path.is_empty() && !self.before.linked =>
            {
                self.places.enter(from, path)
            }
            _ => None,
        };
        self.directory = next;
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
        self.holds(value);
        self.inserts(name, value);
        if inline::is_program_variable(name)
            && let Some(path) = (Word { parts: value.to_vec(), span }).fixed()
            && path.contains(&b'/')
        {
            self.program_file(path.trim_ascii(), span);
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
                    // `of=FILE`; but a name may hold the sign too.
                    let signs = text.iter().enumerate().filter(|(_, byte)| **byte == b'=');
                    let starts = signs.map(|(at, _)| at + 1);
                    for start in std::iter::once(0).chain(starts) {
                        let value = text.get(start..).unwrap_or_default();
                        if places_its_operands(base) {
                            self.written(value, word.span);
                        } else {
                            self.mentioned(value, word.span);
                        }
                    }
                }
                None => self.before.unplaced |= !plain,
            }
        }
        if plain {
            let hidden = writes::hidden(base, arguments, self.before);
            self.before.unplaced |= hidden.unplaced;
            let place = arguments.first().map_or_else(Span::default, |word| word.span);
            for name in hidden.names {
                self.written(&name, place);
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
        if self.trying {
            return;
        }
        if self.places.names_protected(path) {
            self.refuse(Id::ProtectedPath, span, shown(path));
        }
        self.before.written += usize::from(self.budget.writes(self.directory.as_ref(), path));
    }
}

/// Whether `setsid` waits for the session that it makes, or starts a process for it in any case.
fn forks(arguments: &[Word]) -> bool {
    let options = arguments.iter().map_while(|word| word.fixed());
    let mut options = options.take_while(|text| text.first() == Some(&b'-'));
    options.any(|text| {
        let short = text.get(1) != Some(&b'-') && text.iter().any(|byte| b"fwhV".contains(byte));
        short || matches!(text.as_ref(), b"--fork" | b"--wait" | b"--help" | b"--version")
    })
}

/// A word as `NAME=value`, whichever of it is quoted.
fn assignment(word: &Word) -> Option<(Vec<u8>, Vec<Part>)> {
    let (first, rest) = word.parts.split_first()?;
    let (text, inner): (&[u8], &[Part]) = match &first.kind {
        PartKind::Text(text) | PartKind::Single(text) => (text, &[]),
        PartKind::Double(parts) => match parts.split_first() {
            Some((Part { kind: PartKind::Text(text), .. }, inner)) => (text, inner),
            _ => return None,
        },
        _ => return None,
    };
    let is_whole = word.parts.len() == 1 && !matches!(first.kind, PartKind::Double(_));
    if is_whole && !text.contains(&b'=') {
        return None;
    }
    let fixed = word.fixed();
    // A name in pieces is put together where the whole word is fixed.
    let (text, others) = match &fixed {
        Some(whole) => (whole.as_ref(), Vec::new()),
        None => (text, inner.iter().chain(rest).cloned().collect::<Vec<Part>>()),
    };
    let at = text.iter().position(|byte| *byte == b'=')?;
    let (name, value) = text.split_at(at);
    let start = PartKind::Text(value.get(1..).unwrap_or_default().to_vec());
    let start = Part { kind: start, span: word.span };
    Some((name.to_vec(), std::iter::once(start).chain(others).collect()))
}

/// A text for a person.
pub(super) fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
