//! What programs do with their operands, by name.

use crate::syntax::Word;

/// Programs that remove by their operands.
pub(super) fn is_removal(base: &[u8]) -> bool {
    matches!(base, b"rm" | b"rmdir" | b"unlink" | b"mv" | b"rsync")
}

/// Whether it is one of the programs that run awk.
pub(super) fn is_awk(base: &[u8]) -> bool {
    matches!(base, b"awk" | b"gawk" | b"mawk" | b"nawk")
}

/// Whether it is sed.
pub(super) fn is_sed(base: &[u8]) -> bool {
    matches!(base, b"sed" | b"gsed")
}

/// Whether a text names a program that removes, as a command line would.
pub(super) fn names_removal(text: &[u8]) -> bool {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let blank = text.iter().any(|byte| b" \t\n;|&=".contains(byte));
    let names = [&b"rm"[..], b"rmdir", b"unlink", b"mv", b"rsync", b"-delete", b"find"];
    blank
        && text
            .split(|byte| !in_word(byte))
            .any(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
}

/// What is on both lists below: programs whose arguments are data, and that change no file.
fn only_looks(base: &[u8]) -> bool {
    matches!(
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
            | b"local"
            | b"readonly"
            | b"kill"
    )
}

/// Programs whose arguments are data, so that a command in them is none.
pub(super) fn quiet(base: &[u8], arguments: &[Word]) -> bool {
    let listed = only_looks(base)
        || matches!(
            base,
            b"rg"
                | b"ag"
                | b"sort"
                | b"uniq"
                | b"mkdir"
                | b"touch"
                | b"cp"
                | b"mv"
                | b"rm"
                | b"rmdir"
                | b"unlink"
                | b"ln"
                | b"man"
                | b"sed"
                | b"awk"
                | b"gh"
                | b"tee"
                | b"chmod"
                | b"chown"
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
pub(super) fn reads_only(name: &[u8], base: &[u8], arguments: &[Word]) -> bool {
    if name.contains(&b'/') && !matches!(name, b"/bin/ls" | b"/usr/bin/ls" | b"/bin/cat") {
        return false;
    }
    let listed = only_looks(base)
        || matches!(
            base,
            b"id"
                | b"whoami"
                | b"uname"
                | b"env"
                | b"printenv"
                | b"ps"
                | b"wait"
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

/// Programs that write files and make no links.
pub(super) fn makes_no_links(base: &[u8]) -> bool {
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
pub(super) fn places_its_operands(base: &[u8]) -> bool {
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
