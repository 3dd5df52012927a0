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

/// Whether a text names a program that removes, as a command line would, also by a name with quotes and
/// backslashes in it.
pub(super) fn names_removal(text: &[u8]) -> bool {
    let is_quote = |byte: &u8| b"'\"\\".contains(byte);
    if text.iter().any(is_quote) {
        let plain: Vec<u8> = text.iter().copied().filter(|byte| !is_quote(byte)).collect();
        if names_removal(&plain) {
            return true;
        }
    }
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

/// Programs whose operands are data, however these come about: they run none of them as a command, though a
/// program in another language may do with its own what it likes. Words that are commands as they stand are
/// still looked at, for what options may run.
pub(super) fn takes_data(base: &[u8], arguments: &[Word]) -> bool {
    let launching: &[&[u8]] = match base {
        b"npm" | b"pnpm" | b"yarn" | b"bun" => {
            &[b"exec", b"x", b"dlx", b"explore", b"create", b"init"]
        }
        b"git" => &[
            b"bisect",
            b"submodule",
            b"rebase",
            b"filter-branch",
            b"difftool",
            b"mergetool",
            b"for-each-repo",
        ],
        b"cargo" | b"go" => &[b"run", b"r"],
        _ => return DATA.binary_search(&base).is_ok(),
    };
    // Which of the words is the subcommand depends on the options before it.
    let launches = |text: &[u8]| launching.contains(&text);
    let is_option = |word: &&Word| word.fixed().is_some_and(|text| text.starts_with(b"-"));
    let first = arguments.iter().find(|word| !is_option(word));
    first.is_none_or(|word| word.fixed().is_some())
        && !arguments.iter().any(|word| word.fixed().is_some_and(|text| launches(&text)))
}

/// Programs whose operands are data, sorted.
static DATA: &[&[u8]] = &[
    b"alias",
    b"ansible-lint",
    b"apt",
    b"apt-cache",
    b"apt-get",
    b"arp",
    b"as",
    b"aws",
    b"az",
    b"b2sum",
    b"babel",
    b"base32",
    b"base64",
    b"bc",
    b"bg",
    b"biome",
    b"black",
    b"brew",
    b"bzcat",
    b"bzip2",
    b"c++",
    b"cal",
    b"cc",
    b"chgrp",
    b"cksum",
    b"clang",
    b"clang++",
    b"clang-format",
    b"clear",
    b"cmp",
    b"column",
    b"comm",
    b"convert",
    b"cpio",
    b"csplit",
    b"curl",
    b"cwebp",
    b"declare",
    b"dig",
    b"disown",
    b"docker",
    b"dos2unix",
    b"dot",
    b"dpkg",
    b"dpkg-query",
    b"du",
    b"esbuild",
    b"eslint",
    b"exiftool",
    b"expand",
    b"expr",
    b"factor",
    b"fc-list",
    b"ffmpeg",
    b"ffprobe",
    b"fg",
    b"flake8",
    b"fmt",
    b"fold",
    b"free",
    b"g++",
    b"gcc",
    b"gcloud",
    b"getconf",
    b"getent",
    b"gofmt",
    b"golangci-lint",
    b"gradle",
    b"groups",
    b"gunzip",
    b"gzip",
    b"hadolint",
    b"hash",
    b"head",
    b"helm",
    b"hexdump",
    b"host",
    b"hostname",
    b"htmlhint",
    b"http",
    b"iconv",
    b"identify",
    b"ifconfig",
    b"info",
    b"install",
    b"isort",
    b"jar",
    b"javac",
    b"jest",
    b"jobs",
    b"join",
    b"jshint",
    b"killall",
    b"kotlinc",
    b"kubectl",
    b"ld",
    b"less",
    b"let",
    b"lint-staged",
    b"ln",
    b"locale",
    b"logger",
    b"logout",
    b"lsblk",
    b"lsof",
    b"lua",
    b"luac",
    b"make",
    b"markdownlint",
    b"md5sum",
    b"mkfifo",
    b"mktemp",
    b"mocha",
    b"more",
    b"mvn",
    b"mypy",
    b"mysqldump",
    b"nl",
    b"nm",
    b"nmap",
    b"node",
    b"nproc",
    b"nslookup",
    b"numfmt",
    b"objdump",
    b"od",
    b"openssl",
    b"otool",
    b"pandoc",
    b"paste",
    b"pdflatex",
    b"perl",
    b"pgrep",
    b"php",
    b"phpcs",
    b"pidof",
    b"ping",
    b"pip",
    b"pip3",
    b"pkg-config",
    b"pkill",
    b"plutil",
    b"pr",
    b"prettier",
    b"printenv",
    b"protoc",
    b"ps",
    b"pstree",
    b"ptx",
    b"pylint",
    b"pyright",
    b"pytest",
    b"python",
    b"python3",
    b"qpdf",
    b"readelf",
    b"readlink",
    b"realpath",
    b"rev",
    b"ruby",
    b"ruff",
    b"rustc",
    b"rustfmt",
    b"sass",
    b"scss",
    b"seq",
    b"sha1sum",
    b"sha224sum",
    b"sha256sum",
    b"sha384sum",
    b"sha512sum",
    b"shasum",
    b"shellcheck",
    b"shfmt",
    b"shift",
    b"shuf",
    b"shutdown",
    b"sleep",
    b"split",
    b"sqlfluff",
    b"ss",
    b"standard",
    b"stylelint",
    b"sum",
    b"suspend",
    b"swiftc",
    b"sync",
    b"tac",
    b"tar",
    b"terraform",
    b"times",
    b"tput",
    b"tree",
    b"truncate",
    b"ts",
    b"tsc",
    b"tslint",
    b"tsort",
    b"tty",
    b"typeset",
    b"uglifyjs",
    b"ulimit",
    b"umask",
    b"unalias",
    b"unexpand",
    b"unix2dos",
    b"unxz",
    b"unzip",
    b"uptime",
    b"users",
    b"uuidgen",
    b"vitest",
    b"vulture",
    b"wait",
    b"wc",
    b"webpack",
    b"wget",
    b"who",
    b"whoami",
    b"xmllint",
    b"xxd",
    b"xz",
    b"xzcat",
    b"yamllint",
    b"yapf",
    b"yq",
    b"zcat",
    b"zip",
    b"zipinfo",
    b"zstd",
    b"zstdcat",
];

/// Programs that change no file, whatever their arguments. `may_be_option` tells whether
/// a word that the line does not fix may be an option.
pub(super) fn reads_only(
    name: &[u8],
    base: &[u8],
    arguments: &[Word],
    may_be_option: &dyn Fn(&Word) -> bool,
) -> bool {
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
                | b"setsid"
                | b"nice"
                | b"timeout"
                | b"seq"
        );
    let git = base == b"git"
        && arguments.first().and_then(Word::fixed).is_some_and(|word| {
            matches!(
                word.as_ref(),
                b"log" | b"show" | b"diff" | b"rev-parse" | b"ls-files" | b"blame"
            ) && !arguments.iter().any(|word| {
                // A file for what it shows; the option may be shortened, or not be fixed.
                match word.fixed() {
                    Some(text) => text.starts_with(b"--ou"),
                    None => may_be_option(word),
                }
            })
        });
    listed || git
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
