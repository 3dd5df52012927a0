//! The files that shells make and remove for themselves.
//!
//! Each row was measured by tracing the system calls of that shell over here-documents small and
//! large, here-strings, command substitutions and process substitutions; `tests/shells.rs` runs
//! the shells again and compares.

/// A kind of file that a shell makes for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShellFile {
    /// The shell, by the name of its program.
    pub shell: &'static str,
    /// What it needs the file for.
    pub purpose: &'static str,
    /// What its last component begins with.
    prefix: &'static [u8],
    /// How many random characters follow.
    random: (usize, usize),
    /// What its last component ends with.
    suffix: &'static [u8],
}

/// Every file that a known shell makes for itself. dash and busybox make none: they use pipes.
pub const SHELL_FILES: [ShellFile; 5] = [
    // sh-thd.XXXXXX in $TMPDIR, else /tmp; only where the text does not fit into a pipe.
    ShellFile {
        shell: "bash",
        purpose: "here-document",
        prefix: b"sh-thd.",
        random: (6, 10),
        suffix: b"",
    },
    // ${TMPPREFIX}XXXXXX, by default /tmp/zshXXXXXX; also for =( ).
    ShellFile {
        shell: "zsh",
        purpose: "here-document, =(…)",
        prefix: b"zsh",
        random: (6, 6),
        suffix: b"",
    },
    // shXXXXXX.tmp in $TMPDIR, else /tmp.
    ShellFile {
        shell: "mksh",
        purpose: "here-document",
        prefix: b"sh",
        random: (6, 6),
        suffix: b".tmp",
    },
    // sfXX.XXX in /dev/shm, else $TMPDIR, else /tmp; here-documents and captured output.
    ShellFile {
        shell: "ksh93",
        purpose: "here-document, command substitution",
        prefix: b"sf",
        random: (6, 6),
        suffix: b"",
    },
    // yash-XXXXXXXXX in /tmp.
    ShellFile {
        shell: "yash",
        purpose: "here-document",
        prefix: b"yash-",
        random: (1, 20),
        suffix: b"",
    },
];

/// The files in the home in which interactive shells keep their history, where `HISTFILE` is not
/// set; `bash --posix` has that of ksh93. zsh, mksh, dash and busybox keep none.
pub const HISTORY_FILES: [(&str, &[u8]); 3] =
    [("bash", b".bash_history"), ("ksh93", b".sh_history"), ("yash", b".yash_history")];

impl ShellFile {
    /// Whether a file of this kind can have this last component.
    pub fn matches(&self, name: &[u8]) -> bool {
        let random = name
            .strip_prefix(self.prefix)
            .and_then(|rest| rest.strip_suffix(self.suffix))
            .unwrap_or_default();
        (self.random.0..=self.random.1).contains(&random.len())
            && random.iter().enumerate().all(|(at, byte)| {
                byte.is_ascii_alphanumeric() || (self.shell == "ksh93" && at == 2 && *byte == b'.')
            })
            && (self.shell != "ksh93" || random.get(2) == Some(&b'.'))
    }
}

/// The shell file that a path in a temporary folder can be.
pub(super) fn of_path(path: &[u8]) -> Option<&'static ShellFile> {
    let (_, name) = super::fs::split(path);
    SHELL_FILES.iter().find(|file| file.matches(name))
}
