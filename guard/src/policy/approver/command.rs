//! The judgement of one command by its name and words.

use super::known::{is_awk, is_sed, names_removal, places_its_operands, reads_only};
use super::line::{Before, Judge};
use super::problem::Id;
use super::spelling::Spelling;
use super::{agent, git, jobs, readers, variables, writes};
use crate::files::Kind;
use crate::syntax::launch::make_variable;
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
        if let Some(word) = jobs::numbered(name, arguments) {
            self.refuse(Id::OwnText, word.span, "zsh gives jobs other numbers in a group");
        }
        if let Some(word) = self.reads_own_text(name, arguments) {
            self.refuse(Id::OwnText, word.span, "");
        }
        self.lists(name, base, arguments, span, launches);
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
            self.refuse(Id::Registered, span, self.registry.says(entry));
        }
        if matches!(name, b"export" | b"readonly" | b"local" | b"declare" | b"typeset") {
            self.declares(arguments);
        }
        if matches!(base, b"make" | b"gmake") {
            self.make(arguments);
        }
        if is_sed(base) || is_awk(base) {
            self.program_of_file(base, arguments);
        }
        self.removals(base, arguments, open_ended);
        if name.contains(&b'/') {
            self.program_with(name, span, arguments);
        }
        self.writer(name, base, arguments, open_ended);
    }

    /// `NAME=value` among the words of a command that puts it into a variable: `export`, `env`.
    pub(super) fn declares(&mut self, arguments: &[Word]) {
        for word in arguments {
            if let Some((name, value)) = assignment(word) {
                self.variable(&name, &value, word.span);
            }
        }
    }

    /// The variables on the line of make, which it puts into the environment of its recipes. Any of them
    /// may name a program.
    fn make(&mut self, arguments: &[Word]) {
        for word in arguments {
            let Some((name, value)) = assignment(word) else { continue };
            let name = make_variable(&name);
            if agent::is_variable(name) {
                self.refuse(Id::AgentLaunch, word.span, shown(name));
            }
            if variables::is_code_variable_of_make(name) {
                self.refuse(Id::CodeVariable, word.span, shown(name));
            }
            if variables::is_program_variable(name) {
                self.program_variable(&value, word.span);
            } else if let Some(value) = (Word { parts: value, span: word.span }).fixed() {
                // A recipe may start with it: its first word is the program.
                let mut words = value.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty());
                self.own_program(words.next().unwrap_or_default(), word.span);
            }
        }
    }

    /// A variable names a program: it is judged where it stands among files that the line may write.
    /// Elsewhere are the programs of the system.
    fn own_program(&mut self, path: &[u8], span: Span) {
        if !path.contains(&b'/') || path.first() == Some(&b'-') {
            return;
        }
        let found = self.places.find(self.directory.as_ref(), path, true);
        let foreign = found.is_some_and(|found| {
            found.kind == Some(Kind::Directory) || !self.places.holds_removable(&found.path)
        });
        if !foreign {
            self.program_file(path, span);
        }
    }

    /// A variable names a program with its words, which another program starts.
    fn program_variable(&mut self, value: &[Part], span: Span) {
        let word = Word { parts: value.to_vec(), span };
        let Some(text) = word.fixed() else {
            // A script that the line writes may be what comes of it.
            if self.before.changed && writes::is_set(value, self.before) {
                self.refuse(Id::ScriptWritten, span, "what the line does not fix names a program");
            }
            return;
        };
        // Make takes these signs off the start of a line.
        let sign = |byte: &u8| b"@+-".contains(byte) || byte.is_ascii_whitespace();
        let start = text.iter().position(|byte| !sign(byte)).unwrap_or(text.len());
        let text = text.get(start..).unwrap_or_default().trim_ascii();
        if text.iter().any(|byte| byte.is_ascii_whitespace() || b"'\"\\;|&$`<>".contains(byte)) {
            // It runs in what is started later, which counts by itself.
            let before = *self.before;
            self.text(&[], text, span, false);
            let Before { changed, linked, unplaced, .. } = before;
            *self.before = Before { changed, linked, unplaced, ..*self.before };
        } else {
            self.own_program(text, span);
        }
    }

    /// `cd` and its kind.
    fn change_directory(&mut self, name: &[u8], arguments: &[Word], span: Span) {
        let mut operands = Vec::new();
        let mut options = true;
        for word in arguments {
            match word.fixed() {
                Some(text) if options && text.as_ref() == b"--" => options = false,
                // To zsh another word with a dash is a text to replace in the path: in `/my-editor`,
                // `cd -e sub` goes to `/mysubditor`.
                Some(text) if options && matches!(text.as_ref(), b"-L" | b"-P") => {}
                Some(text) if text.as_ref() == b"-" => {
                    self.refuse(Id::OldDirectory, word.span, "");
                    self.directory = None;
                    return;
                }
                Some(text) if options && matches!(text.first(), Some(b'-' | b'+')) => {
                    self.directory = None;
                    return;
                }
                fixed => {
                    // Behind an operand there are no options.
                    options = false;
                    operands.push(fixed);
                }
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
        if variables::is_code_variable(name) || crate::syntax::names::is_code_variable(name) {
            self.refuse(Id::CodeVariable, span, shown(name));
        }
        if name == b"OLDPWD" || name == b"CDPATH" || name == b"cdpath" || name == b"PWD" {
            self.directory = None;
        }
        self.holds(value);
        self.inserts(name, value);
        if variables::is_program_variable(name) {
            self.program_variable(value, span);
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
            Some(path) if path.starts_with(b"/dev/") => return,
            Some(path) => self.written(&path, word.span),
            None => self.before.unplaced = true,
        }
        self.lands_by(&word.parts);
    }

    /// What a program writes, as far as its words tell.
    fn writer(&mut self, name: &[u8], base: &[u8], arguments: &[Word], open_ended: bool) {
        let written = {
            let (before, spoken) = (&*self.before, self.spoken);
            let may_be_option = |word: &Word| {
                let spellings = Spelling::of(&word.parts, before, spoken);
                spellings.is_none_or(|all| all.iter().any(Spelling::may_start_with_dash))
            };
            if reads_only(name, base, arguments, &may_be_option) {
                return;
            }
            let filled = open_ended || self.hole.is_some();
            writes::of(base, arguments, before, filled, &may_be_option)
        };
        self.before.changed = true;
        self.protects(arguments);
        let place = arguments.first().map_or_else(Span::default, |word| word.span);
        let Some(written) = written else {
            self.lands(base, arguments, open_ended);
            self.before.linked = true;
            return self.operands(base, arguments);
        };
        self.lands_written(base, arguments, &written, open_ended);
        self.before.unplaced |= written.unplaced;
        if written.too_many {
            self.refuse(Id::ProtectedPath, place, "more names than are looked up");
        }
        for name in written.names {
            self.written(&name, place);
        }
        for name in written.mentioned {
            self.mentioned(&name, place);
        }
    }

    /// Refuses words that name the protected set, whatever is done with them.
    fn protects(&mut self, arguments: &[Word]) {
        if self.trying {
            return;
        }
        for word in arguments {
            let Some(text) = word.fixed().filter(|text| text.first() != Some(&b'-')) else {
                continue;
            };
            // A part of a word may be a value that is a path.
            let parts: Vec<u8> =
                text.iter().map(|it| if *it == b'=' { b'/' } else { *it }).collect();
            if self.places.names_protected(&parts) {
                self.refuse(Id::ProtectedPath, word.span, shown(&text));
            }
        }
    }

    /// The operands of a program that may make links.
    fn operands(&mut self, base: &[u8], arguments: &[Word]) {
        for word in arguments {
            let Some(text) = word.fixed() else {
                self.before.unplaced = true;
                continue;
            };
            let sign = text.iter().position(|byte| *byte == b'=');
            if text.first() == Some(&b'-') && sign.is_none() {
                continue;
            }
            let value = sign.and_then(|at| text.get(at + 1..));
            for path in [Some(text.as_ref()), value].into_iter().flatten() {
                if places_its_operands(base) {
                    self.written(path, word.span);
                } else {
                    self.mentioned(path, word.span);
                }
            }
        }
    }

    /// A path is written to.
    fn written(&mut self, path: &[u8], span: Span) {
        if let Some(found) = self.places.find(self.directory.as_ref(), path, true)
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
