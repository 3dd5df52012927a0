//! Positions: where a payload stands relative to a script that the guard allows.

use super::Site;
use super::rule::{Make, Rule, RuleKind};

const fn text(name: &'static str, template: &'static str) -> Rule {
    Rule { name, kind: RuleKind::Position, make: Make::Text(template) }
}

const fn by(name: &'static str, make: fn(&mut Site<'_>) -> Option<Vec<u8>>) -> Rule {
    Rule { name, kind: RuleKind::Position, make: Make::With(make) }
}

/// All positions. Those with `{new}` or `{file}` need no payload.
pub const POSITIONS: &[Rule] = &[
    // After, behind each separator.
    text("semicolon", "{seed};{payload}"),
    text("semicolon-blank", "{seed} ; {payload}"),
    text("newline", "{seed}\n{payload}"),
    text("carriage-return-newline", "{seed}\r\n{payload}"),
    text("carriage-return", "{seed}\r{payload}"),
    text("blank-lines", "{seed}\n\n\t{payload}"),
    text("ampersand", "{seed}&{payload}"),
    text("ampersand-blank", "{seed} & {payload}"),
    text("ampersand-newline", "{seed} &\n{payload}"),
    text("and", "{seed} && {payload}"),
    text("and-newline", "{seed} &&\n{payload}"),
    text("or", "{seed} || {payload}"),
    text("not-or", "! {seed} || {payload}"),
    text("pipe", "{seed} | {payload}"),
    text("pipe-tight", "{seed}|{payload}"),
    text("pipe-both", "{seed} |& {payload}"),
    text("zsh-disown", "{seed} &! {payload}"),
    text("zsh-disown-bar", "{seed} &| {payload}"),
    text("vertical-tab", "{seed}\u{b}{payload}"),
    text("form-feed", "{seed}\u{c}{payload}"),
    text("next-line", "{seed}\u{85}{payload}"),
    text("line-separator", "{seed}\u{2028}{payload}"),
    text("no-break-newline", "{seed}\u{a0}\n{payload}"),
    text("nul", "{seed}\0{payload}"),
    text("nul-newline", "{seed}\0\n{payload}"),
    text("continued-newline", "{seed} \\\n\n{payload}"),
    text("continued-semicolon", "{seed} \\\n;{payload}"),
    text("comment-newline", "{seed} #\n{payload}"),
    text("comment-quote", "{seed} # don't\n{payload} # '"),
    text("comment-tight", "{seed};#x\n{payload}"),
    text("no-comment", "{seed} x#;{payload}"),
    // Behind what ends a line, or all that follows, in one shell or in one kind of text only.
    text("error-division", ": $((1/0))\n{payload}"),
    text("error-unset", ": ${zz?}\n{payload}"),
    text("error-read-only", "readonly zz=1\nzz=2\n{payload}"),
    text("error-substitution", ": ${zz@@}\n{payload}"),
    text("error-no-match", ": zz*zz\n{payload}"),
    text("exit-return", "return 0 2>/dev/null\n{payload}"),
    text("break-nothing", "break\n{payload}"),
    text("set-e", "set -e; false\n{payload}"),
    text("set-u", "set -u; : $zz\n{payload}"),
    text("set-n", "set -n\n{payload}"),
    // The directory before the present one, and the shell's stack of them.
    text("cd-dash", "cd - && {payload}"),
    text("cd-dash-semicolon", "cd -; {payload}"),
    text("cd-tilde-dash", "cd ~-; {payload}"),
    text("cd-old", "cd \"$OLDPWD\"; {payload}"),
    text("pushd-swap", "pushd; {payload}"),
    text("popd", "popd; {payload}"),
    text("cd-home", "cd; {payload}"),
    text("cd-twice", "cd {dir}; cd -; {payload}"),
    // Reserved words that are quoted, and ones that are not where they look like it.
    text("quoted-close", "{seed}\n'}'\n{payload}"),
    text("quoted-open", "'{' {seed}\n}\n{payload}\n{ :"),
    text("escaped-close", "{seed}\n\\}\n{payload}"),
    text("quoted-if", "'if' :; then {payload}; fi"),
    text("half-quoted-then", "if :; t'h'en {payload}; fi"),
    text("escaped-do", "for x in 1; \\do {payload}; done"),
    text("word-close", "echo {seed} }\n{payload}"),
    text("close-behind-word", "{seed}}\n{payload}\n{ :"),
    text("close-in-case", "case x in x) {seed};; esac }\n{payload}\n{ :"),
    text("close-behind-if", "if :; then {seed}; fi }\n{payload}\n{ :"),
    text("close-behind-redirect", "{seed} >/dev/null }\n{payload}\n{ :"),
    text("close-behind-background", "{seed} & }\n{payload}\n{ :"),
    text("close-in-alias", "alias zz='}'\nzz\n{payload}"),
    text("close-in-heredoc", "{seed} <<}\nx\n}\n}\n{payload}\n{ :"),
    text("close-behind-comment", "{seed} #\n} ; {payload} ; {"),
    // Before.
    text("before-semicolon", "{payload};{seed}"),
    text("before-newline", "{payload}\n{seed}"),
    text("before-and", "{payload} && {seed}"),
    text("before-or", "{payload} || {seed}"),
    text("before-pipe", "{payload} | {seed}"),
    text("before-ampersand", "{payload} & {seed}"),
    text("comment-first", "# x\n{payload}\n{seed}"),
    text("colon-first", ": x\n{payload}\n{seed}"),
    text("byte-order-mark", "\u{feff}{seed}\n{payload}"),
    // Inside: substitutions.
    text("substitution", "{seed} $({payload})"),
    text("substitution-quoted", "{seed} \"$({payload})\""),
    text("substitution-single", "{seed} '$({payload})'"),
    text("substitution-tight", "{seed}$({payload})"),
    text("backticks", "{seed} `{payload}`"),
    text("backticks-quoted", "{seed} \"`{payload}`\""),
    text("backticks-tight", "{seed}`{payload}`"),
    text("process-in", "{seed} <({payload})"),
    text("process-out", "{seed} >({payload})"),
    text("process-redirect", "{seed} < <({payload})"),
    text("process-redirect-out", "{seed} > >({payload})"),
    text("zsh-process-file", "{seed} =({payload})"),
    text("zsh-qualifier", "{seed} *(e:{quoted}:)"),
    text("default-value", "{seed} ${zz:-$({payload})}"),
    text("default-quoted", "{seed} \"${zz:-$({payload})}\""),
    text("assign-value", "{seed} ${zz:=`{payload}`}"),
    text("arithmetic", "{seed} $(( $({payload}) ))"),
    text("arithmetic-index", "{seed} $((a[$({payload})]))"),
    text("old-arithmetic", "{seed} $[ $({payload}) ]"),
    text("index", "{seed} ${a[$({payload})]}"),
    text("brace-list", "{seed} {a,$({payload})}"),
    text("tilde", "{seed} ~$({payload})"),
    text("bash-inplace", "{seed} ${ {payload}; }"),
    by("in-a-word", |site| {
        around_word(site, |word, payload| {
            let at = word.len() / 2;
            [&word[..at], b"$(", payload, b")", &word[at..]].concat()
        })
    }),
    by("in-place-of-a-word", |site| {
        around_word(site, |_, payload| [b"$(", payload, b")"].concat())
    }),
    by("in-place-backticks", |site| around_word(site, |_, payload| [b"`", payload, b"`"].concat())),
    by("in-quotes", |site| {
        around_word(site, |word, payload| [b"\"", word, b"$(", payload, b")\""].concat())
    }),
    by("words-inserted", |site| around_word(site, |word, payload| [word, b" ", payload].concat())),
    by("newline-in-place", |site| {
        around_word(site, |word, payload| [word, b"\n", payload].concat())
    }),
    by("in-place-of-the-name", |site| {
        let (_, rest) = super::template::cut(site.seed);
        Some([site.payload, rest].concat())
    }),
    by("in-place-of-a-token", |site| {
        around_token(site, |_, payload| [b"$(", payload, b")"].concat())
    }),
    by("behind-a-token", |site| {
        around_token(site, |token, payload| [token, b"$(", payload, b")"].concat())
    }),
    by("index-in-place-of-a-token", |site| {
        around_token(site, |_, payload| [b"a[$(", payload, b")]"].concat())
    }),
    // Here-documents.
    text("heredoc", "{seed} <<E\n$({payload})\nE"),
    text("heredoc-backticks", "{seed} <<E\n`{payload}`\nE"),
    text("heredoc-quoted", "{seed} <<'E'\n$({payload})\nE"),
    text("heredoc-after", "{seed} <<'E'\nx\nE\n{payload}"),
    text("heredoc-after-tab", "{seed} <<-E\n\tx\n\tE\n{payload}"),
    text("heredoc-escaped", "{seed} <<\\E\n$({payload})\nE\n{payload}"),
    text("heredoc-half-quoted", "{seed} <<E'F'\nE\n$({payload})\nEF\n"),
    text("heredoc-same-line", "{seed} <<E; {payload}\nx\nE"),
    text("heredoc-pipe", "{seed} <<E | {payload}\nx\nE"),
    text("heredoc-two", "{seed} <<A <<'B'\nx\nA\nx\nB\n{payload}"),
    text("heredoc-blank-end", "{seed} <<E\nx\nE \n{payload}\nE"),
    text("heredoc-cr-end", "{seed} <<E\nx\nE\r\n{payload}\nE"),
    text("heredoc-continued", "{seed} <<E\nx\\\nE\n$({payload})\nE\n"),
    text("heredoc-unended", "{seed} <<E\n$({payload})"),
    text("herestring", "{seed} <<<$({payload})"),
    text("herestring-quoted", "{seed} <<<\"$({payload})\""),
    // Grammar around.
    text("group", "{ {seed}; {payload}; }"),
    text("subshell", "({seed}; {payload})"),
    text("group-redirect", "{seed} && { {payload}; } >/dev/null"),
    text("closes-group", "{seed}\n}\n{payload}\n{"),
    text("closes-group-line", "{seed}; }; {payload}; {"),
    text("zsh-closes-group", "{seed} }; {payload}; { :"),
    text("closes-subshell", "{seed})\n{payload}\n(:"),
    text("closes-quote", "{seed}'\n{payload}\n'"),
    text("if", "if {seed}; then {payload}; fi"),
    text("if-condition", "if {payload}; then {seed}; fi"),
    text("while", "while {payload}; do {seed}; break; done"),
    text("for", "for x in 1; do {payload}; {seed}; done"),
    text("case", "case x in x) {payload};; esac; {seed}"),
    text("in-word", "{seed}; in {payload}"),
    text("function-unused", "f() { {payload}; }; {seed}"),
    text("function-over", "{name}() { {payload}; }; {seed}"),
    text("function-over-newline", "function {name} {\n{payload}\n}\n{seed}"),
    text("alias-over", "alias {name}={quoted}\n{seed}"),
    text("alias-over-expand", "shopt -s expand_aliases\nalias {name}={quoted}\n{seed}"),
    text("hash-over", "hash -p /bin/id {name}; {seed}"),
    text("trap", "trap {quoted} EXIT; {seed}"),
    text("trap-newline", "trap {quoted} EXIT\n{seed}"),
    text("path-over", "PATH=.:$PATH {seed}"),
    text("path-over-newline", "PATH=.:$PATH\n{seed}"),
    text("assign-before", "X=$({payload}) {seed}"),
    text("assign-only", "X=$({payload})"),
    text("index-assign", "X[$({payload})]=1 {seed}"),
    text("environment-env", "ENV=$({payload}) {seed}"),
    // Variables that make a program do more than it was asked for.
    text("environment-git-trace", "GIT_TRACE={tree}/made {seed}"),
    text("environment-git-trace-2", "GIT_TRACE2_EVENT={tree}/made {seed}"),
    text("environment-git-diff", "GIT_EXTERNAL_DIFF={helper} {seed}"),
    text("environment-git-pager", "GIT_PAGER={helper} {seed}"),
    text(
        "environment-git-config",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0={quoted} {seed}",
    ),
    text("environment-git-exec", "GIT_EXEC_PATH=. {seed}"),
    text("environment-pager", "PAGER={quoted} {seed}"),
    text("environment-editor", "EDITOR={quoted} {seed}"),
    text("environment-less", "LESSOPEN={quoted} {seed}"),
    text("environment-man", "MANPAGER={quoted} {seed}"),
    text("environment-bash", "BASH_ENV={helper} {seed}"),
    text("environment-preload", "LD_PRELOAD={tree}/made.so {seed}"),
    text("environment-path", "PATH=.:bin:/usr/bin {seed}"),
    text("environment-python", "PYTHONPYCACHEPREFIX={tree}/made {seed}"),
    text("environment-perl", "PERL5OPT=-Mhelper {seed}"),
    text("environment-node", "NODE_OPTIONS=--require=./helper {seed}"),
    text("environment-rg", "RIPGREP_CONFIG_PATH={file} {seed}"),
    text("environment-prompt", "PS4={quoted} {seed}"),
    text("environment-fields", "IFS=/ {seed}"),
    text("time", "time {seed}; {payload}"),
    text("coproc", "coproc {payload}; {seed}"),
    text("eval-seed", "eval \"{seed}; {payload}\""),
    text("sh-seed", "sh -c \"{seed}; {payload}\""),
    text("payload-as-words", "{seed} {payload}"),
    text("payload-quoted", "{seed} {quoted}"),
    text("as-option", "{seed} --{payload}"),
    // Redirections of the script itself.
    text("redirect", "{seed} > {new}"),
    text("redirect-tight", "{seed}>{new}"),
    text("redirect-append", "{seed} >> {file}"),
    text("redirect-clobber", "{seed} >|{new}"),
    text("redirect-file", "{seed} >{file}"),
    text("redirect-both", "{seed} &>{new}"),
    text("redirect-both-append", "{seed} &>>{new}"),
    text("redirect-both-old", "{seed} >&{new}"),
    text("redirect-error", "{seed} 2>{new}"),
    text("redirect-number", "{seed} 10>{new}"),
    text("redirect-named", "{seed} {fd}>{new}"),
    text("redirect-read-write", "{seed} <>{new}"),
    text("redirect-zsh", "{seed} >!{new}"),
    text("redirect-zsh-both", "{seed} >&!{new}"),
    text("redirect-zsh-append", "{seed} >>|{new}"),
    text("redirect-first", ">{new} {seed}"),
    text("redirect-alone", "{seed}\n>{new}"),
    text("redirect-quoted", "{seed} >\"{new}\""),
    text("redirect-continued", "{seed} >\\\n{new}"),
    text("redirect-group", "{ {seed}; } >{new}"),
    text("redirect-multios", "{seed} >/dev/null >{new}"),
    text("redirect-link", "{seed} >{link}/made"),
    text("redirect-herestring", "{seed} <<<x >{new}"),
    text("redirect-comparison", "[[ x > {new} ]]; {seed}"),
    text("redirect-arithmetic", "(( x > {new} )); {seed}"),
    text("redirect-secret", "{seed} <{secret}"),
    text("zsh-null-command", "<{secret}"),
    text("zsh-null-write", "<<<x >{new}"),
    text("secret-argument", "{seed} {secret}"),
    text("secret-substitution", "{seed} $(<{secret})"),
];

/// Changes one word of the seed with the payload. The words are those between blanks and newlines.
fn around_word(site: &mut Site<'_>, change: fn(&[u8], &[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    around(site, |byte| !byte.is_ascii_whitespace(), change)
}

/// The same for a token: letters, digits and underscores, inside a word, an index or a here-document.
fn around_token(site: &mut Site<'_>, change: fn(&[u8], &[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    around(site, |byte| byte.is_ascii_alphanumeric() || *byte == b'_', change)
}

/// Changes one run of such bytes in the seed with the payload.
fn around(
    site: &mut Site<'_>,
    is_part: fn(&u8) -> bool,
    change: fn(&[u8], &[u8]) -> Vec<u8>,
) -> Option<Vec<u8>> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, byte) in site.seed.iter().enumerate() {
        match runs.last_mut() {
            _ if !is_part(byte) => {}
            Some((_, upto)) if *upto == at => *upto = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    let (from, upto) = *runs.get(site.rng.usize(..runs.len().max(1)))?;
    let changed = change(&site.seed[from..upto], site.payload);
    Some([&site.seed[..from], &changed, &site.seed[upto..]].concat())
}
