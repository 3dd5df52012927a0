//! Programs that take commands from files as they start: the line must not have written these.

use super::line::Judge;
use super::problem::Id;
use super::startup::{Kinds, read_by};
use crate::syntax::launch::{base_name, head, is_shell};
use crate::syntax::{Span, Word};

/// What stands in a refusal.
const DETAIL: &str = "it takes commands from a file that the line may have written";

impl Judge<'_> {
    /// A command starts: refuses it where it reads commands from a file that the line may have written.
    pub(super) fn starts(&mut self, base: &[u8], arguments: &[Word], span: Span) {
        let written = self.before.settings;
        if written == Kinds::NONE {
            return;
        }
        let words = || arguments.iter().map(head);
        let reads = if is_shell(base) {
            shell_reads(base, words())
        } else if renames(base, words()) {
            Kinds::SHELL.with(Kinds::ANYWHERE)
        } else if base == b"git" {
            return self.git_starts(arguments, span);
        } else if base.starts_with(b"git-") || goes_by_git(base) {
            Kinds::GIT.with(read_by(base))
        } else if starts_shell_of_user(base, words()) {
            Kinds::SHELL.with(read_by(base))
        } else {
            read_by(base)
        };
        if written.has(reads) || reads.has(Kinds::GIT) && written.has_git() {
            self.refuse(Id::ScriptWritten, span, DETAIL);
        }
    }

    /// The same for a program whose first line names others that start it.
    pub(super) fn starts_by_line(&mut self, start: &[u8], span: Span) {
        let Some(line) = start.strip_prefix(b"#!").filter(|_| self.before.settings != Kinds::NONE)
        else {
            return;
        };
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            let base = base_name(word);
            let options = || words.clone().map(<[u8]>::to_vec);
            let reads = match is_shell(&base) {
                true => shell_reads(&base, options()),
                false if *base == *b"git" => Kinds::GIT.with(Kinds::ANYWHERE),
                false => Kinds::NONE,
            };
            if self.before.settings.has(reads) {
                self.refuse(Id::ScriptWritten, span, DETAIL);
            }
        }
    }

    fn git_starts(&mut self, arguments: &[Word], span: Span) {
        let written = self.before.settings;
        let moved = self.elsewhere(arguments);
        let found = written.has_git()
            || written.has(Kinds::ANYWHERE)
            || written.has(Kinds::BELOW) && moved
            || written.has(Kinds::SSH) && reaches_out(arguments)
            || written.has(Kinds::EDITOR) && opens_editor(arguments);
        if found {
            self.refuse(Id::ScriptWritten, span, DETAIL);
        }
    }

    /// Whether git may run in another directory than the tree.
    fn elsewhere(&self, arguments: &[Word]) -> bool {
        let tree = self.places.tree.as_ref().map(|tree| tree.physical.as_slice());
        let here = self.directory.as_ref().map(|directory| directory.physical.as_slice());
        here.is_none()
            || here != tree
            || arguments.iter().map(head).take_while(|text| text.first() == Some(&b'-')).any(
                |text| {
                    text.starts_with(b"-C")
                        || text.starts_with(b"--git-dir")
                        || text.starts_with(b"--work-tree")
                },
            )
    }
}

/// What a shell reads at its start. One that is no login shell and no interactive one reads nothing, but
/// zsh has a file for each, and bash takes `.bashrc` where it believes to be started over a network.
fn shell_reads(base: &[u8], words: impl Iterator<Item = Vec<u8>>) -> Kinds {
    let opens = words.into_iter().any(|text| match text.as_slice() {
        [b'-', b'-', long @ ..] => {
            !long.is_empty() && (b"login".starts_with(long) || b"interactive".starts_with(long))
        }
        [b'-' | b'+', letters @ ..] => letters.iter().any(|letter| b"li".contains(letter)),
        _ => false,
    });
    let has = |part: &[u8]| base.windows(part.len()).any(|window| window == part);
    match opens || has(b"zsh") {
        true => Kinds::SHELL.with(Kinds::ANYWHERE),
        false if has(b"bash") || base == b"brush" => Kinds::SHELL,
        false => Kinds::NONE,
    }
}

/// Whether a launcher gives the program another name, by which a shell becomes a login shell.
fn renames(base: &[u8], mut words: impl Iterator<Item = Vec<u8>>) -> bool {
    let letters: &[u8] = match base {
        b"exec" => b"la",
        b"env" => b"a",
        _ => return false,
    };
    words.any(|text| match text.as_slice() {
        [b'-', b'-', long @ ..] => base == b"env" && long.starts_with(b"a"),
        [b'-', rest @ ..] => rest.iter().any(|letter| letters.contains(letter)),
        _ => false,
    })
}

/// Whether a program starts the shell that the user has.
fn starts_shell_of_user(base: &[u8], mut words: impl Iterator<Item = Vec<u8>>) -> bool {
    match base {
        b"sudo" | b"doas" => words.any(|text| match text.as_slice() {
            [b'-', b'-', long @ ..] => long.starts_with(b"login") || long.starts_with(b"shell"),
            [b'-', letters @ ..] => letters.iter().any(|letter| b"is".contains(letter)),
            _ => false,
        }),
        _ => matches!(
            base,
            b"su"
                | b"runuser"
                | b"login"
                | b"script"
                | b"flock"
                | b"parallel"
                | b"tmux"
                | b"screen"
                | b"newgrp"
                | b"sg"
                | b"entr"
                | b"xterm"
                | b"nix-shell"
                | b"machinectl"
                | b"expect"
                | b"direnv"
        ),
    }
}

/// Whether a program starts git at once.
fn goes_by_git(base: &[u8]) -> bool {
    matches!(
        base,
        b"gh"
            | b"glab"
            | b"hub"
            | b"tig"
            | b"lazygit"
            | b"gitk"
            | b"gitui"
            | b"pre-commit"
            | b"lefthook"
    )
}

/// Whether one of git's words is among these.
fn names(arguments: &[Word], subcommands: &[&[u8]]) -> bool {
    let fixed = |word: &Word| word.fixed().is_none_or(|text| subcommands.contains(&text.as_ref()));
    arguments.iter().any(fixed)
}

/// Whether git may connect to a host.
fn reaches_out(arguments: &[Word]) -> bool {
    names(
        arguments,
        &[b"fetch", b"pull", b"push", b"clone", b"ls-remote", b"submodule", b"remote", b"archive"],
    )
}

/// Whether git may start an editor.
fn opens_editor(arguments: &[Word]) -> bool {
    let told = |word: &Word| {
        let text = head(word);
        let short = text.first() == Some(&b'-') && text.get(1) != Some(&b'-');
        short && text.iter().any(|letter| b"mFC".contains(letter))
            || [&b"--message"[..], b"--file", b"--no-edit", b"--reuse-message"]
                .iter()
                .any(|option| text.starts_with(option))
    };
    let edits = names(
        arguments,
        &[
            b"commit",
            b"rebase",
            b"merge",
            b"pull",
            b"revert",
            b"cherry-pick",
            b"tag",
            b"notes",
            b"branch",
            b"config",
            b"am",
            b"add",
            b"replace",
            b"bundle",
        ],
    );
    edits && !arguments.iter().any(told)
}
