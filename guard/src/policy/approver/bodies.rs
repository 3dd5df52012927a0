//! What a shell may run at another time than where it stands.

use std::collections::HashSet;

use crate::syntax::{Command, Compound, Item, List, Simple, Terminator, Word};

/// What a shell may run at another time than where it stands.
#[derive(Default)]
pub(super) struct Bodies {
    pub(super) functions: HashSet<Vec<u8>>,
    /// A change of directory stands somewhere.
    pub(super) wanders: bool,
    /// Something runs at another time: in the background, in a function, in a trap.
    pub(super) later: bool,
    /// Whether what may take a function away is looked for.
    watches: bool,
    /// Something may take a function away, or put another one in its place.
    undefines: bool,
}

impl Bodies {
    /// What is in the list that a shell reads from its start.
    pub(super) fn of_shell(list: &List) -> Self {
        let first = list.items.first().and_then(|item| item.first.commands.first());
        let watches = matches!(first, Some(Command::Function(_)));
        let mut found = Self { watches, ..Self::default() };
        found.list(list);
        found
    }

    /// The functions of a list that hold for all of it: those that it begins with, where nothing takes them
    /// away again. Any other may be a program at the time of its call.
    pub(super) fn lasting<'l>(&self, list: &'l List) -> impl Iterator<Item = &'l [u8]> {
        let definition = |item: &'l Item| match item.first.commands.as_slice() {
            [Command::Function(function)]
                if item.rest.is_empty()
                    && !item.first.negated
                    && item.end != Terminator::Ampersand =>
            {
                Some(function.name.as_slice())
            }
            _ => None,
        };
        let items = if self.undefines { &[] } else { list.items.as_slice() };
        items.iter().map_while(definition)
    }

    pub(super) fn list(&mut self, list: &List) {
        for item in &list.items {
            self.later |= item.end == Terminator::Ampersand;
            let pipelines = std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p));
            for command in pipelines.flat_map(|pipeline| &pipeline.commands) {
                match command {
                    Command::Simple(simple) => self.simple(simple),
                    Command::Compound(compound) => self.compound(compound),
                    Command::Function(function) => {
                        self.later = true;
                        self.functions.insert(function.name.clone());
                        self.compound(&function.body);
                    }
                }
            }
        }
    }

    pub(super) fn compound(&mut self, compound: &Compound) {
        compound.kind.each_list(|list| self.list(list));
    }

    fn simple(&mut self, simple: &Simple) {
        // `command cd` and `eval 'cd x'` change it too.
        for text in simple.words.iter().filter_map(Word::fixed) {
            self.undefines |= self.watches
                && has_word(
                    &text,
                    &[
                        b"unset",
                        b"unfunction",
                        b"unhash",
                        b"disable",
                        b"autoload",
                        b"source",
                        b"eval",
                    ],
                );
            // All of them hold one of these letters.
            if !text.iter().any(|byte| matches!(byte, b'd' | b'p')) {
                continue;
            }
            if is_plain(&text) {
                self.wanders |= matches!(text.as_ref(), b"cd" | b"pushd" | b"popd" | b"chdir");
                self.later |= text.as_ref() == b"trap";
                continue;
            }
            self.wanders |= has_word(&text, &[b"cd", b"pushd", b"popd", b"chdir"]);
            self.later |= has_word(&text, &[b"trap"]);
        }
        let name = simple.words.first().map(Word::fixed);
        self.wanders |= matches!(name, Some(None));
        if matches!(name, Some(Some(text)) if matches!(text.as_ref(), b"." | b"source")) {
            self.wanders = true;
            self.undefines = true;
        }
    }
}

/// Whether a text is a plain word, in which no other stands.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-./=:,".contains(byte))
}

/// Whether a text is one of these words, or has one somewhere in it where it is no plain word.
fn has_word(text: &[u8], words: &[&[u8]]) -> bool {
    let plain = is_plain(text);
    words.iter().any(|word| match plain {
        true => text == *word,
        false => text.windows(word.len()).any(|window| window == *word),
    })
}
