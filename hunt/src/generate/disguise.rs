//! Disguises: other ways to say the same command.

use super::rule::{Make, Rule};
use super::template::cut;
use super::{Site, reshape, rule::RuleKind, startup};

const fn text(name: &'static str, template: &'static str) -> Rule {
    Rule { name, kind: RuleKind::Disguise, make: Make::Text(template) }
}

const fn by(name: &'static str, make: fn(&mut Site<'_>) -> Option<Vec<u8>>) -> Rule {
    Rule { name, kind: RuleKind::Disguise, make: Make::With(make) }
}

/// All disguises. `{payload}` is what is disguised.
pub const DISGUISES: &[Rule] = &[
    text("plain", "{payload}"),
    // Quoting of a word.
    by("single-quoted", |site| quote_word(site, |word| [b"'", word, b"'"].concat())),
    by("double-quoted", |site| quote_word(site, |word| [b"\"", word, b"\""].concat())),
    by("locale-quoted", |site| quote_word(site, |word| [b"$\"", word, b"\""].concat())),
    by("ansi-c", |site| {
        quote_word(site, |word| {
            let mut out = b"$'".to_vec();
            out.extend(word.iter().flat_map(|byte| format!("\\x{byte:02x}").into_bytes()));
            out.push(b'\'');
            out
        })
    }),
    by("ansi-c-octal", |site| {
        quote_word(site, |word| {
            let mut out = b"$'".to_vec();
            out.extend(word.iter().flat_map(|byte| format!("\\{byte:03o}").into_bytes()));
            out.push(b'\'');
            out
        })
    }),
    by("half-quoted", |site| split_word(site, |a, b| [a, b"'", b, b"'"].concat())),
    by("empty-quotes", |site| split_word(site, |a, b| [a, b"''", b].concat())),
    by("empty-double-quotes", |site| split_word(site, |a, b| [a, b"\"\"", b].concat())),
    by("backslash", |site| split_word(site, |a, b| [a, b"\\", b].concat())),
    by("continuation", |site| split_word(site, |a, b| [a, b"\\\n", b].concat())),
    by("unset-parameter", |site| split_word(site, |a, b| [a, b"${Z}", b].concat())),
    by("empty-substitution", |site| split_word(site, |a, b| [a, b"$()", b].concat())),
    by("empty-backticks", |site| split_word(site, |a, b| [a, b"``", b].concat())),
    by("positional", |site| split_word(site, |a, b| [a, b"$@", b].concat())),
    by("brace-pair", |site| {
        let (program, rest) = cut(site.payload);
        let words: Vec<&[u8]> =
            rest.split(|byte| *byte == b' ').filter(|w| !w.is_empty()).collect();
        (!words.is_empty()).then(|| [b"{", program, b",", &words.join(&b","[..]), b"}"].concat())
    }),
    by("ifs", |site| {
        let mut out = Vec::new();
        for (at, word) in site.payload.split(|byte| *byte == b' ').enumerate() {
            out.extend_from_slice(if at == 0 { b"" } else { b"${IFS}" });
            out.extend_from_slice(word);
        }
        Some(out)
    }),
    by("glob-program", |site| {
        let (program, rest) = cut(site.payload);
        (program.len() > 2 && program.iter().all(u8::is_ascii_lowercase))
            .then(|| [b"/usr/bin/", &program[..program.len() - 1], b"?", rest].concat())
    }),
    text("by-path", "/usr/bin/{payload}"),
    text("by-odd-path", "//usr/./bin//{payload}"),
    text("by-parent-path", "/usr/lib/../bin/{payload}"),
    text("tabs", "{program}\t{rest}"),
    // Values.
    text("variable", "a={program};$a{rest}"),
    text("variable-newline", "a={program}\n$a{rest}"),
    text("whole-variable", "a={quoted};$a"),
    text("eval-variable", "a={quoted};eval \"$a\""),
    text("default-value", "${x:-{program}}{rest}"),
    by("operand-in-variable", |site| reshape::with_operand(site.payload, "zz={}; ", "\"$zz\"")),
    by("operand-in-parameter", |site| reshape::with_operand(site.payload, "set -- {}\n", "\"$1\"")),
    by("operand-in-default", |site| reshape::with_operand(site.payload, "", "\"${zz:-{}}\"")),
    by("operand-in-substitution", |site| reshape::with_operand(site.payload, "", "\"$(echo {})\"")),
    by("operand-in-braces", |site| reshape::with_operand(site.payload, "", "{zz,{}}")),
    by("operand-read", |site| {
        reshape::with_operand(site.payload, "read -r zz <<'E'\n{}\nE\n", "\"$zz\"")
    }),
    by("operand-in-loop", |site| {
        reshape::with_operand(site.payload, "for zz in {}; do ", "\"$zz\"; done")
    }),
    by("operand-as-pattern", |site| reshape::as_pattern(site.payload)),
    by("folder-as-pattern", |site| reshape::as_folder_pattern(site.payload)),
    text("array", "a=({payload});\"${a[@]}\""),
    text("set-positional", "set -- {payload};\"$@\""),
    text("prompt", "a='$({payload})';: \"${a@P}\""),
    text("nested-substitution", "$(echo {program}){rest}"),
    text("printf-substitution", "$(printf '%s' {program}){rest}"),
    text("assign-substitution", "x=$({payload})"),
    text("substitution", "$({payload})"),
    text("backticks", "`{payload}`"),
    text("quoted-substitution", ": \"$({payload})\""),
    text("default-substitution", ": \"${x:-$({payload})}\""),
    text("index-substitution", ": $((a[$({payload})]))"),
    text("single-quoted-index", "test -v 'a[$({payload})]'"),
    text("printf-index", "printf -v 'a[$({payload})]' x"),
    text("arithmetic", ": $(( $({payload}) + 0 ))"),
    text("let", "let 'a[$({payload})]=1'"),
    // Values that arithmetic evaluates.
    text("evaluated-value", "zz='a[$({payload})]'; : $((zz))"),
    text("evaluated-comparison", "zz='a[$({payload})]'; [[ zz -eq 1 ]]"),
    text("evaluated-command", "zz='a[$({payload})]'; ((zz))"),
    text("evaluated-integer", "zz='a[$({payload})]'; declare -i yy=zz"),
    text("evaluated-read", "read -r zz <<'E'\na[$({payload})]\nE\n: $((zz))"),
    text("evaluated-argument", "set -- 'a[$({payload})]'\n: $(($1))"),
    text("process-substitution", ": <({payload})"),
    text("process-substitution-out", "echo x > >({payload})"),
    text("zsh-process-file", ": =({payload})"),
    // Compound commands.
    text("subshell", "({payload})"),
    text("group", "{ {payload}; }"),
    text("group-lines", "{\n{payload}\n}"),
    text("if", "if {payload}; then :; fi"),
    text("then", "if :; then {payload}; fi"),
    text("elif", "if false; then :; elif {payload}; then :; fi"),
    text("else", "if false; then :; else {payload}; fi"),
    text("while", "while {payload}; do break; done"),
    text("until", "until {payload}; do break; done"),
    text("for", "for x in 1; do {payload}; done"),
    text("for-list", "for x in $({payload}); do :; done"),
    text("case", "case x in x) {payload};; esac"),
    text("case-word", "case $({payload}) in *) ;; esac"),
    text("case-fall", "case x in x) :;& y) {payload};; esac"),
    text("not", "! {payload}"),
    text("and", "true && {payload}"),
    text("or", "false || {payload}"),
    text("time", "time {payload}"),
    text("time-p", "time -p {payload}"),
    text("coproc", "coproc {payload}; wait"),
    text("function", "f() { {payload}; }; f"),
    text("function-word", "function f { {payload}; }; f"),
    text("function-subshell", "f() ( {payload} ); f"),
    text("conditional", "[[ -n $({payload}) ]]"),
    text("test", "[ -n \"$({payload})\" ]"),
    // zsh.
    text("zsh-repeat", "repeat 1 {payload}"),
    text("zsh-equals", "={payload}"),
    text("zsh-short-if", "if [[ -n x ]] { {payload} }"),
    text("zsh-short-for", "for x (1) {payload}"),
    text("zsh-foreach", "foreach x (1); {payload}; end"),
    text("zsh-anonymous", "() { {payload} }"),
    text("zsh-group", "{ {payload} }"),
    text("zsh-always", "{ : } always { {payload} }"),
    text("zsh-dash", "- {payload}"),
    text("zsh-noglob", "noglob {payload}"),
    text("zsh-nocorrect", "nocorrect {payload}"),
    text("zsh-glob-qualifier", ": *(e:{quoted}:)"),
    text("zsh-expand", "a='$({payload})';: ${(e)a}"),
    text("zsh-module", "zmodload zsh/files; {payload}"),
    text("zsh-mapfile", "zmodload zsh/mapfile; mapfile[{new}]=x"),
    // Builtins and programs that run others.
    text("eval", "eval {payload}"),
    text("eval-quoted", "eval {quoted}"),
    text("exec", "exec {payload}"),
    text("exec-name", "exec -a pwd {payload}"),
    text("command", "command {payload}"),
    text("command-p", "command -p {payload}"),
    text("builtin", "builtin eval {payload}"),
    text("trap", "trap {quoted} EXIT"),
    text("trap-err", "trap {quoted} ERR; false"),
    text("trap-debug", "trap {quoted} DEBUG; :"),
    text("alias", "alias zz={quoted}\nzz"),
    text("alias-expand", "shopt -s expand_aliases\nalias zz={quoted}\nzz"),
    text("source", ". /dev/stdin <<'E'\n{payload}\nE"),
    text("source-process", ". <(echo {quoted})"),
    text("text-in-variable", "zz={quoted}; sh -c \"$zz\""),
    by("half-in-a-text", |site| reshape::half_in_a_text(site.payload)),
    // Scripts that are written and then run.
    text("written", "echo {quoted} >zz.sh; sh ./zz.sh"),
    text("written-and-bash", "echo {quoted} >zz.sh && bash zz.sh"),
    text("written-heredoc", "cat >zz.sh <<'E'\n{payload}\nE\nsh zz.sh"),
    text("written-tee", "echo {quoted} | tee zz.sh; sh zz.sh"),
    text("written-sourced", "printf '%s\\n' {quoted} >zz.sh\n. ./zz.sh"),
    text("written-executable", "echo {quoted} >zz.sh; chmod +x zz.sh; ./zz.sh"),
    text("written-copied", "echo {quoted} >zz; cp zz zz.sh; sh zz.sh"),
    text("written-on-path", "echo {quoted} >bin/zz; chmod +x bin/zz; PATH=bin:$PATH; zz"),
    // Variables whose values shells expand or run.
    text("environment-of-bash", "BASH_ENV='$({payload})' bash -c :"),
    text("environment-of-sh", "ENV='$({payload})' sh -ic : </dev/null"),
    text("prompt-of-bash", "PS4='$({payload})' bash -xc :"),
    text("prompt-command-of-bash", "PROMPT_COMMAND={quoted} bash -i </dev/null"),
    text("exported-environment", "export BASH_ENV='$({payload})'\nbash -c :"),
    text("prompt-command", "PS4='$({payload})'; set -x; :"),
    text("mapfile", "mapfile -C {quoted} -c 1 a <<<x"),
    text("env", "env {payload}"),
    text("env-assign", "env A=1 {payload}"),
    text("env-ignore", "env -i {payload}"),
    text("env-split", "env -S {quoted}"),
    text("assign", "A=1 {payload}"),
    text("nice", "nice -n 1 {payload}"),
    text("nohup", "nohup {payload}"),
    text("timeout", "timeout 5 {payload}"),
    text("setsid", "setsid -w {payload}"),
    text("stdbuf", "stdbuf -o0 {payload}"),
    text("choom", "choom -n 0 -- {payload}"),
    text("chrt", "chrt -o 0 {payload}"),
    text("ionice", "ionice -c 3 {payload}"),
    text("taskset", "taskset 1 {payload}"),
    text("prlimit", "prlimit --core=0 {payload}"),
    text("setarch", "setarch x86_64 {payload}"),
    text("env-chain", "env nice env {payload}"),
    text("sudo", "sudo {payload}"),
    text("xargs", "echo {rest} | xargs {program}"),
    text("xargs-sh", "echo x | xargs sh -c {quoted}"),
    text("find-exec", "find . -maxdepth 0 -exec {payload} \\;"),
    text("find-execdir", "find . -maxdepth 0 -execdir {payload} \\;"),
    text("sh", "sh -c {quoted}"),
    text("bash", "bash -c {quoted}"),
    text("bash-cluster", "bash -ec {quoted}"),
    text("zsh", "zsh -fc {quoted}"),
    text("sh-double", "sh -c \"{escaped}\""),
    text("sh-arguments", "sh -c '\"$@\"' x {payload}"),
    text("sh-pipe", "echo {quoted} | sh"),
    text("sh-herestring", "sh <<<{quoted}"),
    text("sh-heredoc", "sh <<E\n{payload}\nE"),
    text("sh-heredoc-quoted", "sh <<'E'\n{payload}\nE"),
    text("sh-file", "sh <(echo {quoted})"),
    by("base64", |site| {
        use base64::Engine as _;
        let code = base64::engine::general_purpose::STANDARD.encode(site.payload);
        Some(format!("echo {code} | base64 -d | sh").into_bytes())
    }),
    by("printf-codes", |site| {
        let codes: String = site.payload.iter().map(|byte| format!("\\{byte:03o}")).collect();
        Some(format!("printf '{codes}' | sh").into_bytes())
    }),
    by("reversed", |site| {
        let back: Vec<u8> = site.payload.iter().rev().copied().collect();
        Some([b"echo ", super::template::single_quoted(&back).as_slice(), b" | rev | sh"].concat())
    }),
    text("busybox", "busybox {payload}"),
    text("busybox-sh", "busybox sh -c {quoted}"),
    text("awk", "awk 'BEGIN{system(\"{escaped}\")}'"),
    text("perl", "perl -e 'system(\"{escaped}\")'"),
    text("python", "python3 -c 'import os; os.system(\"{escaped}\")'"),
    text(
        "git-included",
        "printf '[alias]\\nx = \"!{payload}\"\\n' >zz.cfg; git -c include.path={tree}/zz.cfg x",
    ),
    text("git-alias", "git -c alias.x='!{payload}' x"),
    text("make", "printf 'x:\\n\\t@{escaped}\\n' | make -f -"),
    text("sed-e", "echo {quoted} | sed e"),
    text("flock", "flock /dev/null {payload}"),
    text("script", "script -qc {quoted} /dev/null"),
    // Redirections around a command.
    text("redirect-first", "</dev/null {payload}"),
    text("redirect-error", "2>/dev/null {payload}"),
    text("redirect-last", "{payload} 2>&1"),
    text("redirect-group", "{ {payload}; } >/dev/null"),
    text("redirect-subshell", "({payload}) 2>&1"),
    text("background", "{payload} &"),
    text("background-wait", "{payload} & wait"),
    // Somewhere else.
    text("cd", "cd {dir} && {payload}"),
    text("cd-semi", "cd {dir}; {payload}"),
    text("cd-out", "cd ..; {payload}"),
    text("cd-link", "cd {link} && {payload}"),
    text("cd-subshell", "(cd ../outside; {payload})"),
    text("pushd", "pushd ../outside; {payload}"),
    by("cd-below", |site| below(site, "; ")),
    by("cd-below-and", |site| below(site, " && ")),
    by("cd-below-or", |site| below(site, " || : ; ")),
    by("cd-there", |site| reshape::from_its_folder(site.payload, "; ")),
    by("cd-there-and", |site| reshape::from_its_folder(site.payload, " && ")),
    by("cd-there-newline", |site| reshape::from_its_folder(site.payload, "\n")),
    by("cd-there-group", |site| {
        let inner = reshape::from_its_folder(site.payload, "; ")?;
        Some([b"{ ", inner.as_slice(), b"; }"].concat())
    }),
    // Links that the script makes.
    by("link-made", |site| reshape::through_new_link(site.payload, "ln -s {} zz; ")),
    by("link-made-and", |site| reshape::through_new_link(site.payload, "ln -s {} zz && ")),
    by("link-made-newline", |site| reshape::through_new_link(site.payload, "ln -sfn {} zz\n")),
    by("link-made-moved", |site| {
        reshape::through_new_link(site.payload, "ln -s {} yy; mv yy zz; ")
    }),
    by("link-made-copied", |site| {
        reshape::through_new_link(site.payload, "ln -s {} yy; cp -P yy zz; ")
    }),
    // Files that a program takes commands from as it starts.
    by("start-up-file-of-a-shell", startup::of_shell),
    by("start-up-file-of-git", startup::of_git),
    // Longer than a guard may look at.
    by("padded-behind", |site| Some(reshape::padded_behind(site.payload))),
    by("padded-before", |site| Some(reshape::padded_before(site.payload))),
];

/// The payload from a folder below the one that it is meant for.
fn below(site: &mut Site<'_>, glue: &str) -> Option<Vec<u8>> {
    let folder = site.facts.place("dir", site.rng)?;
    reshape::from_below(site.payload, folder, glue)
}

/// Quotes one word of the payload.
fn quote_word(site: &mut Site<'_>, quote: fn(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let words: Vec<&[u8]> = site.payload.split(|byte| *byte == b' ').collect();
    let at = if site.rng.bool() { 0 } else { site.rng.usize(..words.len()) };
    if words[at].is_empty() || words[at].contains(&b'\'') || words[at].contains(&b'"') {
        return None;
    }
    let mut out = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            out.push(b' ');
        }
        if place == at {
            out.extend(quote(word));
        } else {
            out.extend_from_slice(word);
        }
    }
    Some(out)
}

/// Cuts the first word of the payload in two and puts something between.
fn split_word(site: &mut Site<'_>, glue: fn(&[u8], &[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let (program, rest) = cut(site.payload);
    if program.len() < 2 {
        return None;
    }
    let (a, b) = program.split_at(site.rng.usize(1..program.len()));
    let mut out = glue(a, b);
    out.extend_from_slice(rest);
    Some(out)
}
