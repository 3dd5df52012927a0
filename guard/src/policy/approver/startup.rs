//! Files that programs take commands from when they start, told by their names.
//!
//! Where the home directory is the guard does not know, so a file counts wherever it stands: a name such
//! as `.bashrc` is given to nothing else. Of git's own directory what holds no commands is left out.

/// What stands for text in a path that does not come from the line. No path holds this byte.
pub(super) const FOREIGN: u8 = 0;

/// What stands for any text in a path, with slashes in it. No script that is read as certain holds it.
pub(super) const OPEN: u8 = 1;

/// The longest path that a system takes.
const MAX_PATH: usize = 4096;

/// Kinds of files, by the programs that read them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u32);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    /// Files that a shell reads.
    pub(super) const SHELL: Self = Self(1);
    /// Files that git reads, and its hooks.
    pub(super) const GIT: Self = Self(1 << 1);
    /// A file that is one of git's only where a `HEAD` stands beside it.
    pub(super) const CONFIG: Self = Self(1 << 2);
    /// Such a `HEAD`.
    pub(super) const HEAD: Self = Self(1 << 3);
    /// Something whose name the line does not fix.
    pub(super) const ANYWHERE: Self = Self(1 << 4);
    /// The same, but somewhere below the tree, the run directories or the temporary directory.
    pub(super) const BELOW: Self = Self(1 << 5);
    /// A setting that git was given, with a command that goes by files.
    pub(super) const STORED: Self = Self(1 << 6);
    pub(super) const SSH: Self = Self(1 << 8);
    pub(super) const EDITOR: Self = Self(1 << 9);

    /// All that has a place in a home directory.
    pub(super) fn of_home() -> Self {
        let all = Self(Self::SHELL.0 | Self::GIT.0);
        TABLE.iter().fold(all, |all, row| all.with(row.kinds))
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether one of these is among them. A setting of git without its directory is none.
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether git takes commands from one of them.
    pub(super) fn has_git(self) -> bool {
        self.has(Self::GIT) || self.has(Self::CONFIG) && self.has(Self::HEAD)
    }

    /// Whether there are some that are not among the others.
    pub(super) fn exceed(self, other: Self) -> bool {
        self.0 & !other.0 != 0
    }
}

/// Files with the programs that read them.
struct Row {
    kinds: Kinds,
    /// Base names of the programs; those of shells and of git are told elsewhere.
    programs: &'static [&'static str],
    /// Components of a path that follow each other. A star at the end of one stands for what follows.
    names: &'static [&'static str],
}

static TABLE: &[Row] = &[
    Row {
        kinds: Kinds::SHELL,
        programs: &[],
        names: &[
            ".bash*",
            ".profile",
            ".zsh*",
            ".zprofile*",
            ".zlog*",
            ".oh-my-zsh",
            ".kshrc",
            ".mkshrc",
            ".yashrc",
            ".yash_profile",
            ".shrc",
            ".shinit",
            ".ashrc",
            ".dashrc",
            ".inputrc",
            ".cshrc",
            ".tcshrc",
            ".login",
            ".logout",
            // The files above take these in on many systems.
            ".fzf.*",
            ".cargo/env",
            ".local/bin/env",
            ".config/fish",
            ".config/zsh",
            ".config/bash*",
            ".config/environment.d",
            "etc/profile*",
            "etc/bash*",
            "etc/zsh*",
            "etc/zlog*",
            "etc/zprofile",
            "etc/environment",
            "etc/inputrc",
            "etc/*kshrc",
        ],
    },
    Row {
        kinds: Kinds::GIT,
        programs: &[],
        names: &[".gitconfig*", ".husky", ".githooks", ".config/git", "etc/gitconfig"],
    },
    Row {
        kinds: Kinds::SSH,
        programs: &["ssh", "scp", "sftp", "rsync", "autossh", "mosh", "sshfs", "ssh-copy-id"],
        names: &[".ssh/config*", ".ssh/rc", ".ssh/environment", "etc/ssh"],
    },
    Row {
        kinds: Kinds::EDITOR,
        programs: &[
            "vim",
            "vi",
            "ex",
            "view",
            "nvim",
            "gvim",
            "rvim",
            "rview",
            "vimdiff",
            "emacs",
            "emacsclient",
            "nano",
        ],
        names: &[
            ".vim",
            ".vimrc",
            ".exrc",
            "_vimrc",
            "_exrc",
            ".gvimrc",
            ".nvimrc",
            ".nexrc",
            ".nvim.lua",
            ".config/nvim",
            ".config/vim",
            ".emacs*",
            ".config/emacs",
            ".nanorc",
            "etc/vim*",
        ],
    },
    Row {
        kinds: Kinds(1 << 10),
        programs: &["less", "more", "man", "zless", "lesspipe", "lessfile"],
        names: &[".less", ".lesskey", ".lessfilter", "_less", ".config/lesskey"],
    },
    Row {
        kinds: Kinds(1 << 11),
        programs: &["tmux"],
        names: &[".tmux*", ".config/tmux", "etc/tmux.conf"],
    },
    Row { kinds: Kinds(1 << 12), programs: &["screen"], names: &[".screenrc", "etc/screenrc"] },
    Row { kinds: Kinds(1 << 13), programs: &["wget", "wget2"], names: &[".wgetrc", ".wget2rc"] },
    Row { kinds: Kinds(1 << 14), programs: &["curl"], names: &[".curlrc", "_curlrc"] },
    Row {
        kinds: Kinds(1 << 15),
        programs: &["sqlite3", "sqlite", "psql", "mysql", "mariadb"],
        names: &[".sqliterc", ".config/sqlite3", ".psqlrc*", ".my.cnf", ".mylogin.cnf"],
    },
    Row {
        kinds: Kinds(1 << 16),
        programs: &["gh", "glab"],
        names: &[".config/gh", ".config/glab-cli"],
    },
    Row {
        kinds: Kinds(1 << 17),
        programs: &["hg", "chg", "jj"],
        names: &[".hgrc", ".hg", ".config/hg", ".jj", ".jjconfig.toml", ".config/jj"],
    },
    Row {
        kinds: Kinds(1 << 18),
        programs: &["gdb", "lldb"],
        names: &[".gdbinit", ".gdbearlyinit", ".lldbinit*", ".config/gdb"],
    },
    Row {
        kinds: Kinds(1 << 19),
        programs: &["docker", "kubectl", "helm", "aws", "terraform"],
        names: &[".docker", ".kube", ".aws", ".terraformrc"],
    },
    Row { kinds: Kinds(1 << 20), programs: &["direnv"], names: &[".envrc", ".config/direnv"] },
    Row { kinds: Kinds(1 << 21), programs: &["parallel"], names: &[".parallel"] },
    Row { kinds: Kinds(1 << 22), programs: &["ack"], names: &[".ackrc"] },
    Row { kinds: Kinds(1 << 23), programs: &["gpg", "gpg2", "gpgsm"], names: &[".gnupg"] },
];

/// The hooks of git.
static HOOKS: &[&[u8]] = &[
    b"applypatch-msg",
    b"pre-applypatch",
    b"post-applypatch",
    b"pre-commit",
    b"pre-merge-commit",
    b"prepare-commit-msg",
    b"commit-msg",
    b"post-commit",
    b"pre-rebase",
    b"post-checkout",
    b"post-merge",
    b"pre-push",
    b"pre-receive",
    b"update",
    b"proc-receive",
    b"post-receive",
    b"post-update",
    b"reference-transaction",
    b"push-to-checkout",
    b"pre-auto-gc",
    b"post-rewrite",
    b"sendemail-validate",
    b"fsmonitor-watchman",
    b"post-index-change",
];

/// Names that a name can come to be of which only the end is fixed.
static ENDS: &[&[u8]] = &[
    b".git",
    b".config",
    b".gitconfig",
    b"config",
    b"config.worktree",
    b"head",
    b".profile",
    b".bashrc",
    b".bash_profile",
    b".bash_login",
    b".bash_logout",
    b".zshenv",
    b".zshrc",
    b".zprofile",
    b".zlogin",
    b".zlogout",
    b".zshenv.zwc",
    b".kshrc",
    b".mkshrc",
    b".yashrc",
];

/// What a program of this base name reads at its start, shells and git left aside.
pub(super) fn read_by(base: &[u8]) -> Kinds {
    let found = TABLE.iter().filter(|row| row.programs.iter().any(|name| name.as_bytes() == base));
    found.fold(Kinds::NONE, |all, row| all.with(row.kinds))
}

/// What kinds of files stand at a path, or below it where it is moved there as a whole. `placed` says that
/// a relative path starts from a place that the line fixes, `sure` that it is a file, and no other word.
pub(super) fn kinds_of(path: &[u8], placed: bool, sure: bool) -> Kinds {
    if path.len() > MAX_PATH {
        return Kinds::NONE;
    }
    let lower = path.to_ascii_lowercase();
    let components = components(&lower);
    let Some((last, before)) = components.split_last() else { return Kinds::NONE };
    let unknown: &[u8] = &[FOREIGN];
    let loose = !placed && path.first() != Some(&b'/');
    let parent = before.last().copied().unwrap_or(if loose { unknown } else { b"" });
    let mut found = Kinds::NONE;
    for (at, name) in components.iter().enumerate() {
        let rest = components.get(at..).unwrap_or_default();
        if *name == b".git" && !is_plain(rest.get(1..).unwrap_or_default()) {
            found = found.with(Kinds::GIT);
        }
        if matches!(*name, b".config") && rest.get(1).is_none_or(|next| is_unknown(next)) {
            found = found.with(Kinds::of_home());
        }
        if name.first() == Some(&b'.') || matches!(*name, b"etc" | b"_vimrc" | b"_exrc" | b"_less")
        {
            let fits = |row: &&Row| row.names.iter().any(|pattern| begins(rest, pattern));
            found = TABLE.iter().filter(fits).fold(found, |all, row| all.with(row.kinds));
        }
    }
    if sure && HOOKS.contains(last) {
        found = found.with(Kinds::GIT);
    }
    match *last {
        b"config" | b"config.worktree" if is_unknown(parent) => {
            found = found.with(Kinds::GIT).with(Kinds::SSH);
        }
        // The directory of settings may come from a variable.
        b"config"
            if parent == b"git" && before.iter().rev().nth(1).is_some_and(|it| is_unknown(it)) =>
        {
            found = found.with(Kinds::GIT);
        }
        b"config" | b"config.worktree" => found = found.with(Kinds::CONFIG),
        b"head" if sure => found = found.with(Kinds::HEAD),
        _ => {}
    }
    if let Some(at) = last.iter().rposition(|byte| *byte == OPEN) {
        let end = last.get(at + 1..).unwrap_or_default();
        let may_be = |name: &&&[u8]| name.ends_with(end);
        if ENDS.iter().chain(HOOKS).any(|name| may_be(&name)) {
            found = found.with(Kinds::ANYWHERE);
        }
    }
    found
}

/// The components of a path, dots and what they go up from left out.
fn components(path: &[u8]) -> Vec<&[u8]> {
    let mut found: Vec<&[u8]> = Vec::new();
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." if found.last().is_some_and(|last| *last != b".." && !is_unknown(last)) => {
                found.pop();
            }
            name => found.push(name),
        }
    }
    found
}

/// Whether the line does not fix a component.
fn is_unknown(name: &[u8]) -> bool {
    name.contains(&OPEN) || name.contains(&FOREIGN)
}

/// Whether components begin with those of a pattern.
fn begins(components: &[&[u8]], pattern: &str) -> bool {
    let mut rest = components.iter();
    pattern.split('/').all(|wanted| {
        let wanted = wanted.as_bytes();
        rest.next().is_some_and(|name| {
            match (wanted.strip_suffix(b"*"), wanted.strip_prefix(b"*")) {
                (Some(start), _) => name.starts_with(start) && !name.ends_with(b"_history"),
                (None, Some(end)) => name.ends_with(end),
                (None, None) => *name == wanted,
            }
        })
    })
}

/// Whether what stands below git's own directory holds no commands.
fn is_plain(rest: &[&[u8]]) -> bool {
    let Some((last, before)) = rest.split_last() else { return false };
    if rest.iter().any(|name| is_unknown(name)) {
        return false;
    }
    let listed = matches!(
        (before, *last),
        ([b"info"], b"exclude" | b"sparse-checkout" | b"attributes")
            | (
                [],
                b"description"
                    | b"head"
                    | b"index"
                    | b"packed-refs"
                    | b"shallow"
                    | b"fetch_head"
                    | b"orig_head"
                    | b"merge_head"
                    | b"merge_msg"
                    | b"squash_msg"
                    | b"commit_editmsg"
                    | b"tag_editmsg"
            )
    );
    listed
        || matches!(rest.first(), Some(&(b"refs" | b"objects" | b"logs"))) && rest.len() > 1
        || last.ends_with(b".lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_names() {
        let git = [
            ".git",
            ".git/config",
            "./.git/",
            "sub/../.git/config",
            ".git/hooks/x",
            ".GIT/Config",
            "x/.git/modules/m/config",
            ".git/rebase-merge/git-rebase-todo",
            "\0/.gitconfig",
            "\0/.config/git/config",
            "\0/git/config",
            "\0/config",
            ".husky/pre-commit",
            "x/pre-push",
            ".git/\u{1}",
            "\0/.config",
            ".git/info/\0",
        ];
        for path in git {
            assert!(kinds_of(path.as_bytes(), true, true).has_git(), "{path:?}");
        }
        let plain = [
            ".gitignore",
            ".gitattributes",
            ".github/workflows/x.yml",
            ".git/info/exclude",
            ".git/index.lock",
            ".git/refs/heads/x",
            "src/config",
            "config.toml",
            "x.git.txt",
            "head",
            ".gitmodules",
            "\0",
            "a/\u{1}.txt",
            "hooks/x",
            "\0/x.config/y",
            "git/config",
        ];
        for path in plain {
            let found = kinds_of(path.as_bytes(), true, true);
            assert!(!found.has_git() && !found.has(Kinds::ANYWHERE), "{path:?}");
        }
        for path in ["\u{1}", "a/\u{1}", "a\u{1}", "\u{1}config", "x/\u{1}/y\u{1}", "\u{1}.git"] {
            assert!(kinds_of(path.as_bytes(), true, true).has(Kinds::ANYWHERE), "{path:?}");
        }
        for path in
            ["\0/.bashrc", "/w/home/.profile", ".zshenv", ".bash_aliases", "/etc/profile.d/x"]
        {
            assert!(kinds_of(path.as_bytes(), true, true).has(Kinds::SHELL), "{path:?}");
        }
        assert_eq!(kinds_of(b"\0/.bash_history", true, true), Kinds::NONE);
        assert!(kinds_of(b"config", false, true).has_git());
        assert!(kinds_of(b"\0/.ssh/config", true, true).has(Kinds::SSH));
        assert_eq!(kinds_of(b"\0/.ssh/known_hosts", true, true), Kinds::NONE);
        assert!(!kinds_of(b"pre-commit", true, false).has_git());
        assert_eq!(kinds_of(&[b'a'; 5000], true, true), Kinds::NONE);
        assert!(read_by(b"ssh").has(Kinds::SSH) && read_by(b"ls") == Kinds::NONE);
    }
}
