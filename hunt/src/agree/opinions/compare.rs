//! Where two plain forms differ.

use super::plain::{Command, Form, Joint, List, Redirect, Target, Word};

/// In what two readings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// One takes the text, the other refuses it.
    Taken,
    /// Which commands there are, of which form and in which order.
    Commands,
    /// How they are joined and nested.
    Separators,
    /// A word or an assignment.
    Words,
    /// A redirection.
    Redirections,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Taken, Self::Commands, Self::Separators, Self::Words, Self::Redirections];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Commands => "commands",
            Self::Separators => "separators",
            Self::Words => "words",
            Self::Redirections => "redirections",
        }
    }
}

/// A command of any form, without what stands in it.
#[derive(Debug)]
pub(super) struct Head<'a> {
    /// The form.
    pub(super) kind: &'static str,
    /// The name of a function, or the variable of a loop.
    pub(super) name: &'a [u8],
    /// Assignments before a simple command.
    pub(super) assignments: &'a [(Vec<u8>, Word)],
    /// Words of a simple command, of a `for`, of a `case` with its patterns.
    pub(super) words: Vec<&'a Word>,
    /// Redirections.
    pub(super) redirects: &'a [Redirect],
}

/// A form laid out in one line: the heads of its commands, and all that joins and nests them.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) heads: Vec<Head<'a>>,
    pub(super) signs: Vec<&'static str>,
}

impl<'a> Line<'a> {
    /// Lays out a list.
    pub(super) fn of(list: &'a List) -> Self {
        let mut line = Self::default();
        line.list(list);
        line
    }

    fn list(&mut self, list: &'a List) {
        for (at, item) in list.items.iter().enumerate() {
            if at > 0 && self.signs.last() != Some(&"&") {
                self.signs.push(";");
            }
            self.pipeline(&item.first);
            for (joint, next) in &item.rest {
                self.signs.push(if *joint == Joint::And { "&&" } else { "||" });
                self.pipeline(next);
            }
            if item.background {
                self.signs.push("&");
            }
        }
    }

    fn pipeline(&mut self, pipeline: &'a super::plain::Pipeline) {
        if pipeline.negated {
            self.signs.push("!");
        }
        for (at, command) in pipeline.commands.iter().enumerate() {
            if at > 0 {
                self.signs.push("|");
            }
            self.command(command);
        }
    }

    fn within(&mut self, open: &'static str, list: &'a List, close: &'static str) {
        self.signs.push(open);
        self.list(list);
        self.signs.push(close);
    }

    fn command(&mut self, command: &'a Command) {
        let mut head = Head {
            kind: "",
            name: b"",
            assignments: &[],
            words: Vec::new(),
            redirects: &command.redirects,
        };
        match &command.form {
            Form::Simple { assignments, words } => {
                (head.kind, head.assignments) = ("command", assignments);
                head.words = words.iter().collect();
            }
            Form::Group(_) => head.kind = "{",
            Form::Subshell(_) => head.kind = "(",
            Form::If { .. } => head.kind = "if",
            Form::Loop { until, .. } => head.kind = if *until { "until" } else { "while" },
            Form::For { name, words, .. } => {
                (head.kind, head.name) = ("for", name);
                head.words = words.iter().flatten().collect();
            }
            Form::Case { word, arms } => {
                head.kind = "case";
                head.words.push(word);
                head.words.extend(arms.iter().flat_map(|(patterns, _)| patterns));
            }
            Form::Function { name, .. } => (head.kind, head.name) = ("function", name),
            Form::Other(what) => head.kind = what,
        }
        self.signs.push("C");
        let words = head.assignments.iter().map(|(_, value)| value);
        let words: Vec<&Word> = words.chain(head.words.iter().copied()).collect();
        let redirects = head.redirects;
        self.heads.push(head);
        let behind = redirects.iter().filter_map(|redirect| match &redirect.target {
            Target::File(_, word) | Target::Here(word) => Some(word),
            _ => None,
        });
        for list in words.into_iter().chain(behind).flat_map(|word| &word.nested) {
            self.within("$(", list, ")");
        }
        match &command.form {
            Form::Simple { .. } | Form::Other(_) => {}
            Form::Group(list) => self.within("{", list, "}"),
            Form::Subshell(list) => self.within("(", list, ")"),
            Form::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.within("if", condition, "then");
                    self.within("", body, "fi");
                }
                if let Some(body) = otherwise {
                    self.within("else", body, "fi");
                }
            }
            Form::Loop { condition, body, .. } => {
                self.within("while", condition, "do");
                self.within("", body, "done");
            }
            Form::For { body, .. } => self.within("do", body, "done"),
            Form::Case { arms, .. } => {
                for (patterns, body) in arms {
                    self.signs.extend(patterns.iter().map(|_| "p"));
                    self.within("in", body, ";;");
                }
            }
            Form::Function { body, .. } => {
                self.signs.push("()");
                self.command(body);
            }
        }
    }
}

/// In what two forms differ, each aspect with the first place; none where they are the same.
pub fn differences(one: &List, other: &List) -> Vec<(Aspect, String)> {
    let (left, right) = (Line::of(one), Line::of(other));
    let mut found = Vec::new();
    let kinds = |line: &Line<'_>| line.heads.iter().map(|head| head.kind).collect::<Vec<_>>();
    if kinds(&left) != kinds(&right) {
        found.push((Aspect::Commands, format!("{:?} / {:?}", kinds(&left), kinds(&right))));
    }
    if left.signs != right.signs {
        let place = format!("{:?} / {:?}", left.signs.join(" "), right.signs.join(" "));
        found.push((Aspect::Separators, place));
    }
    // Where there are other commands, the words are other ones too, which says nothing.
    if !found.is_empty() {
        return found;
    }
    let text = |word: &Word| show(word);
    for (one, other) in left.heads.iter().zip(&right.heads) {
        let words = |head: &Head<'_>| -> Vec<String> {
            let name = String::from_utf8_lossy(head.name).into_owned();
            let assigned = head.assignments.iter();
            let assigned = assigned
                .map(|(name, value)| format!("{}={}", String::from_utf8_lossy(name), text(value)));
            let words = head.words.iter().map(|word| text(word));
            std::iter::once(name).chain(assigned).chain(words).collect()
        };
        let same = one.name == other.name
            && one.assignments.len() == other.assignments.len()
            && one
                .assignments
                .iter()
                .zip(other.assignments)
                .all(|(left, right)| left.0 == right.0 && left.1.pieces == right.1.pieces)
            && one.words.len() == other.words.len()
            && one.words.iter().zip(&other.words).all(|(left, right)| left.pieces == right.pieces);
        if !same && !found.iter().any(|(aspect, _)| *aspect == Aspect::Words) {
            found.push((Aspect::Words, format!("{:?} / {:?}", words(one), words(other))));
        }
        let alike = one.redirects.len() == other.redirects.len()
            && one
                .redirects
                .iter()
                .zip(other.redirects)
                .all(|(one, other)| redirects_alike(one, other));
        if !alike && !found.iter().any(|(aspect, _)| *aspect == Aspect::Redirections) {
            let place = format!("{:?} / {:?}", one.redirects, other.redirects);
            found.push((Aspect::Redirections, place));
        }
    }
    found
}

/// Whether a command of this form that the reader of `guard` does not have stands anywhere.
pub fn has_form(list: &List, other: &str) -> bool {
    Line::of(list).heads.iter().any(|head| head.kind == other)
}

/// Whether two redirections are the same but for what is nested, which is compared by itself.
fn redirects_alike(one: &Redirect, other: &Redirect) -> bool {
    one.fd == other.fd
        && match (&one.target, &other.target) {
            (Target::File(mode, word), Target::File(other_mode, other)) => {
                mode == other_mode && word.pieces == other.pieces
            }
            (Target::Here(body), Target::Here(other)) => body.pieces == other.pieces,
            (target, other) => target == other,
        }
}

/// A word to read: what the run fixes is `…`, what makes a pattern stands in brackets.
fn show(word: &Word) -> String {
    use super::plain::Piece;
    let pieces = word.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => String::from_utf8_lossy(text).into_owned(),
        Piece::Glob(byte) => format!("[{}]", char::from(*byte)),
        Piece::Any => "…".to_owned(),
    });
    pieces.collect()
}
