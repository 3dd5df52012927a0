//! The rows: a script, the commands that it runs, and where shells differ.
//!
//! A command is written `b|word|word` for a builtin, `f|…` for a function, `p|…` for a program; `? why`
//! says that the commands cannot be told. The words of the names are in `bench`.

use oracle::ShellName::{self, Bash, BashPosix, Busybox, Ksh, Mksh, Sh, Yash, Zsh};

/// What a shell runs: `None` where the script is not this shell's.
type Commands = Option<&'static [&'static str]>;

pub(crate) struct Row {
    pub(crate) script: &'static str,
    commands: Commands,
    /// Shells with other commands.
    but: &'static [(ShellName, Commands)],
}

impl Row {
    pub(crate) fn expected(&self, shell: ShellName) -> Option<Vec<String>> {
        let own = self.but.iter().find(|(name, _)| *name == shell);
        let commands = own.map_or(self.commands, |(_, commands)| *commands)?;
        Some(commands.iter().map(|command| (*command).to_owned()).collect())
    }
}

const fn row(
    script: &'static str,
    commands: Commands,
    but: &'static [(ShellName, Commands)],
) -> Row {
    Row { script, commands, but }
}

pub(crate) const ROWS: &[Row] = &[
    row("echo a", Some(&["b|echo|a"]), &[]),
    row("echo", Some(&["b|echo"]), &[]),
    row("echo 'a b' c", Some(&["b|echo|a b|c"]), &[]),
    row("echo '' \"\" a", Some(&["b|echo|||a"]), &[]),
    row("echo a ''", Some(&["b|echo|a|"]), &[]),
    row("echo 'a\nb'", Some(&["b|echo|a\nb"]), &[]),
    row("echo 'a\n\nb' '\n'", Some(&["b|echo|a\n\nb|\n"]), &[]),
    row("echo \"it's\" '\"' \\\\ \\'", Some(&["b|echo|it's|\"|\\|'"]), &[]),
    row("echo 'a\tb' '\r' '\x01' '\x1b[0m'", Some(&["b|echo|a\tb|\r|\x01|\x1b[0m"]), &[]),
    row("echo '*' '[a]' '?' '~' '{a,b}' '#a' '!x'", Some(&["b|echo|*|[a]|?|~|{a,b}|#a|!x"]), &[]),
    row(
        "echo '$x' '`x`' '$(x)' ';' '&' '<>' '(' ')'",
        Some(&["b|echo|$x|`x`|$(x)|;|&|<>|(|)"]),
        &[],
    ),
    row("echo é 'à b' 日本", Some(&["b|echo|é|à b|日本"]), &[]),
    row("echo a=b -n --x=y +x", Some(&["b|echo|a=b|-n|--x=y|+x"]), &[]),
    row("echo '+' 'a+' '++'", Some(&["b|echo|+|a+|++"]), &[]),
    row(
        "x=' a  b '; echo $x \"$x\"",
        Some(&["b|echo|a|b| a  b "]),
        &[(Zsh, Some(&["b|echo| a  b | a  b "]))],
    ),
    row(
        "set -- 'a b' c; echo \"$@\" \"$*\" $#",
        Some(&["b|set|--|a b|c", "b|echo|a b|c|a b c|2"]),
        &[],
    ),
    row("IFS=:; x=a:b; echo $x", Some(&["b|echo|a|b"]), &[(Zsh, Some(&["b|echo|a:b"]))]),
    row(
        "echo {a,b}c",
        Some(&["b|echo|ac|bc"]),
        &[
            (Sh, Some(&["b|echo|{a,b}c"])),
            (Busybox, Some(&["b|echo|{a,b}c"])),
            (Yash, Some(&["b|echo|{a,b}c"])),
        ],
    ),
    row(
        "echo $'a\\nb'",
        Some(&["b|echo|a\nb"]),
        &[(Sh, Some(&["b|echo|$a\\nb"])), (Yash, Some(&["b|echo|$a\\nb"]))],
    ),
    row("echo $((1+2)) ${x:-y z}", Some(&["b|echo|3|y|z"]), &[(Zsh, Some(&["b|echo|3|y z"]))]),
    row("echo \\\n a", Some(&["b|echo|a"]), &[]),
    row("echo a # comment\n\n# more\ntrue", Some(&["b|echo|a", "b|true"]), &[]),
    row("ls -l 'a b'", Some(&["p|ls|-l|a b"]), &[]),
    row("ls 'a\nb' ''", Some(&["p|ls|a\nb|"]), &[]),
    row("nosuch; git status", Some(&["p|nosuch", "p|git|status"]), &[]),
    row("'x y' z", Some(&["p|x y|z"]), &[]),
    row("l''s; \"l\"s; \\ls", Some(&["p|ls", "p|ls", "p|ls"]), &[]),
    row("x=ls; $x a; ${x} b", Some(&["p|ls|a", "p|ls|b"]), &[]),
    row(
        "command ls a",
        Some(&["b|command|ls|a"]),
        &[(Busybox, Some(&["p|ls|a"])), (Zsh, Some(&["p|ls|a"])), (Mksh, Some(&["p|ls|a"]))],
    ),
    row(
        "exec ls a",
        Some(&["b|exec|ls|a"]),
        &[(Zsh, Some(&["p|ls|a"])), (Mksh, Some(&["p|ls|a"]))],
    ),
    row(
        "(exec ls 'a b')",
        Some(&["b|exec|ls|a b"]),
        &[(Zsh, Some(&["p|ls|a b"])), (Mksh, Some(&["p|ls|a b"]))],
    ),
    row("env ls a", Some(&["p|env|ls|a"]), &[]),
    row("'for' i 'in' x", Some(&["p|for|i|in|x"]), &[]),
    row("'a=b' c", Some(&["p|a=b|c"]), &[]),
    row("'a=b'", Some(&["p|a=b"]), &[]),
    row("'[[' a", Some(&["p|[[|a"]), &[(Busybox, Some(&["b|[[|a"]))]),
    row("ls; ls; ls a; ls", Some(&["p|ls", "p|ls", "p|ls|a", "p|ls"]), &[]),
    row("x=1", Some(&[]), &[]),
    row("x='a b' y=", Some(&[]), &[]),
    row("x=1; y='a b'; echo $x$y", Some(&["b|echo|1a|b"]), &[(Zsh, Some(&["b|echo|1a b"]))]),
    row("x=1 ls a", Some(&["p|ls|a"]), &[]),
    row("x='a b' y='' ls 'c d'", Some(&["p|ls|c d"]), &[]),
    row("x=1 eval 'echo a'", Some(&["b|eval|echo a", "b|echo|a"]), &[]),
    row(
        "f() { ls $x; }; x=1 f a; x='a b' f",
        Some(&["f|f|a", "p|ls|1", "f|f", "p|ls|a|b"]),
        &[(Zsh, Some(&["f|f|a", "p|ls|1", "f|f", "p|ls|a b"]))],
    ),
    row("for i in 'ls a' x; do true \"$i\"; done", Some(&["b|true|ls a", "b|true|x"]), &[]),
    row("x=`echo a`", Some(&["b|echo|a"]), &[]),
    row("x=$(ls a) y=$(echo b); true", Some(&["p|ls|a", "b|echo|b", "b|true"]), &[]),
    row("x=$(ls a) ls b", Some(&["p|ls|a", "p|ls|b"]), &[(Ksh, Some(&["p|ls|b", "p|ls|a"]))]),
    row("export x='a b'", Some(&["b|export|x=a b"]), &[(Ksh, Some(&["b|export|x"]))]),
    row(
        "readonly x=1; unset y",
        Some(&["b|readonly|x=1", "b|unset|y"]),
        &[(Ksh, Some(&["b|readonly|x", "b|unset|y"]))],
    ),
    row(
        "x=(a 'b c'); true",
        Some(&["b|true"]),
        &[(Mksh, Some(&["b|set|-A|x|--|a|b c", "b|true"])), (Sh, None), (Busybox, None)],
    ),
    row(
        "x=(a \"it's\"); true",
        Some(&["b|true"]),
        &[(Mksh, Some(&["b|set|-A|x|--|a|it's", "b|true"])), (Sh, None), (Busybox, None)],
    ),
    row(
        "x+=a; true",
        Some(&["b|true"]),
        &[
            (Sh, Some(&["p|x+=a", "b|true"])),
            (Busybox, Some(&["p|x+=a", "b|true"])),
            (Yash, Some(&["p|x+=a", "b|true"])),
        ],
    ),
    row(
        "y[3]='a b'; true",
        Some(&["b|true"]),
        &[
            (Sh, Some(&["p|y[3]=a b", "b|true"])),
            (Busybox, Some(&["p|y[3]=a b", "b|true"])),
            (Yash, Some(&["p|y[3]=a b", "b|true"])),
        ],
    ),
    row(
        "typeset -i n=3; true",
        Some(&["b|typeset|-i|n=3", "b|true"]),
        &[
            (Ksh, Some(&["b|typeset|-i|n", "b|true"])),
            (Sh, Some(&["p|typeset|-i|n=3", "b|true"])),
            (Busybox, Some(&["p|typeset|-i|n=3", "b|true"])),
            (Yash, None),
        ],
    ),
    row("true && echo a || echo b", Some(&["b|true", "b|echo|a"]), &[]),
    row("false || ls", Some(&["b|false", "p|ls"]), &[]),
    row("! true; ! ls", Some(&["b|true", "p|ls"]), &[]),
    row("echo a | cat", Some(&["b|echo|a", "p|cat"]), &[]),
    row("ls 'a b' | cat 'c d' | cat", Some(&["p|ls|a b", "p|cat|c d", "p|cat"]), &[]),
    row("true a | true b | true c", Some(&["b|true|a", "b|true|b", "b|true|c"]), &[]),
    row("echo a & wait", Some(&["b|echo|a", "b|wait"]), &[]),
    row("ls & ls b & wait", Some(&["p|ls", "p|ls|b", "b|wait"]), &[]),
    row("(cd /; ls)", Some(&["b|cd|/", "p|ls"]), &[]),
    row("{ cd /; ls; }", Some(&["b|cd|/", "p|ls"]), &[]),
    row("(echo 'a b'; (echo c))", Some(&["b|echo|a b", "b|echo|c"]), &[]),
    row("echo a; echo b >&2; echo c", Some(&["b|echo|a", "b|echo|b", "b|echo|c"]), &[]),
    row("ls >/dev/null 2>&1; true", Some(&["p|ls", "b|true"]), &[(Yash, Some(&["? hidden"]))]),
    row("ls 2>/dev/null 'a b'", Some(&["p|ls|a b"]), &[(Yash, Some(&["? hidden"]))]),
    row("echo a >out; cat <out >>out", Some(&["b|echo|a", "p|cat"]), &[]),
    row(">out", Some(&[]), &[(Zsh, Some(&["p|cat"]))]),
    row("x=1 >out; true", Some(&["b|true"]), &[]),
    row(
        "time ls a",
        Some(&["p|ls|a"]),
        &[
            (Sh, Some(&["p|time|ls|a"])),
            (Busybox, Some(&["p|time|ls|a"])),
            (Yash, Some(&["p|time|ls|a"])),
        ],
    ),
    row("echo $(ls a)", Some(&["p|ls|a", "b|echo"]), &[]),
    row(
        "echo \"$(echo 'a b'; echo c)\" d",
        Some(&["b|echo|a b", "b|echo|c", "b|echo|a b\nc|d"]),
        &[],
    ),
    row("echo $(echo $(echo deep))", Some(&["b|echo|deep", "b|echo|deep", "b|echo|deep"]), &[]),
    row("echo `echo 'a b'`", Some(&["b|echo|a b", "b|echo|a|b"]), &[]),
    row("cd \"$(echo /)\"", Some(&["b|echo|/", "b|cd|/"]), &[]),
    row("ls $(true)", Some(&["b|true", "p|ls"]), &[]),
    row(
        "true <(ls a); wait",
        None,
        &[
            (Bash, Some(&["b|true|/dev/fd/63", "p|ls|a", "b|wait"])),
            (BashPosix, Some(&["b|true|/dev/fd/63", "p|ls|a", "b|wait"])),
        ],
    ),
    row("f() { echo \"$1\"; }; f 'a b'", Some(&["f|f|a b", "b|echo|a b"]), &[]),
    row("f() { g; }; g() { ls; }; f; g", Some(&["f|f", "f|g", "p|ls", "f|g", "p|ls"]), &[]),
    row("cd() { echo my; }; cd /", Some(&["f|cd|/", "b|echo|my"]), &[]),
    row(
        "ls() { echo my; }; ls a; command ls b",
        Some(&["f|ls|a", "b|echo|my", "b|command|ls|b"]),
        &[
            (Busybox, Some(&["f|ls|a", "b|echo|my", "p|ls|b"])),
            (Zsh, Some(&["f|ls|a", "b|echo|my", "p|ls|b"])),
            (Mksh, Some(&["f|ls|a", "b|echo|my", "p|ls|b"])),
        ],
    ),
    row(
        "function f { echo in; }; f",
        Some(&["f|f", "b|echo|in"]),
        &[(Ksh, Some(&["? hidden"])), (Sh, None)],
    ),
    row("f() ( ls; ); f x y", Some(&["f|f|x|y", "p|ls"]), &[]),
    row("eval \"echo 'a b'; ls\"", Some(&["b|eval|echo 'a b'; ls", "b|echo|a b", "p|ls"]), &[]),
    row("eval 'eval \"ls a\"'", Some(&["b|eval|eval \"ls a\"", "b|eval|ls a", "p|ls|a"]), &[]),
    row(". ./source", Some(&["b|.|./source", "b|echo|sourced file"]), &[]),
    row(
        "alias e='echo al'\neval 'e x'",
        None,
        &[
            (Sh, Some(&["b|alias|e=echo al", "b|eval|e x", "b|echo|al|x"])),
            (Busybox, Some(&["b|alias|e=echo al", "b|eval|e x", "b|echo|al|x"])),
            (Mksh, Some(&["b|alias|e=echo al", "b|eval|e x", "b|echo|al|x"])),
            (Ksh, Some(&["b|alias|e=echo al", "b|eval|e x", "b|echo|al|x"])),
            (Yash, Some(&["b|alias|e=echo al", "b|eval|e x", "b|echo|al|x"])),
        ],
    ),
    row(
        "trap 'ls trapped' EXIT; true",
        Some(&["b|trap|ls trapped|EXIT", "b|true", "p|ls|trapped"]),
        &[],
    ),
    row(
        "f() { local x='a b'; echo $x; }; f",
        Some(&["f|f", "b|local|x=a b", "b|echo|a|b"]),
        &[
            (Zsh, Some(&["f|f", "b|local|x=a b", "b|echo|a b"])),
            (Mksh, Some(&["f|f", "b|typeset|x=a b", "b|echo|a|b"])),
            (Ksh, None),
        ],
    ),
    row(
        "for i in 'a b' c; do echo $i; done",
        Some(&["b|echo|a|b", "b|echo|c"]),
        &[(Zsh, Some(&["b|echo|a b", "b|echo|c"]))],
    ),
    row("for i in \"it's\"; do ls \"$i\"; done", Some(&["p|ls|it's"]), &[]),
    row("for i do echo $i; done", Some(&[]), &[]),
    row(
        "i=0; while [ $i -lt 2 ]; do i=$((i+1)); done",
        Some(&["b|[|0|-lt|2|]", "b|[|1|-lt|2|]", "b|[|2|-lt|2|]"]),
        &[],
    ),
    row("until true; do :; done", Some(&["b|true"]), &[]),
    row("if test -d /; then ls; else rm; fi", Some(&["b|test|-d|/", "p|ls"]), &[]),
    row("case 'a b' in a*) ls;; *) rm;; esac", Some(&["p|ls"]), &[]),
    row("case \"it's\" in *) ls \"don't\";; esac", Some(&["p|ls|don't"]), &[]),
    row("case 'a\nb' in a*) echo m;; esac", Some(&["b|echo|m"]), &[]),
    row("[[ 'a b' == a* ]] && ls", Some(&["p|ls"]), &[(Sh, None), (Busybox, None)]),
    row("[[ \"it's\" == x ]]; ls", Some(&["p|ls"]), &[(Sh, None), (Busybox, None), (Yash, None)]),
    row(
        "((x=1+1)); ls $x",
        Some(&["p|ls|2"]),
        &[(Sh, None), (Busybox, None), (Yash, None), (Mksh, Some(&["b|let|x=1+1", "p|ls|2"]))],
    ),
    row(
        "for ((i=0;i<2;i++)); do echo $i; done",
        Some(&["b|echo|0", "b|echo|1"]),
        &[(Sh, None), (Busybox, None), (Yash, None), (Mksh, None)],
    ),
    row(
        "cat <<E\nbody $(ls a)\nE\ntrue",
        Some(&["p|ls|a", "p|cat", "b|true"]),
        &[(Ksh, None), (Zsh, Some(&["p|ls|a", "p|cat", "b|true"]))],
    ),
    row("cat <<'E'\nit's $x \"\nE\ntrue 'a b'", Some(&["p|cat", "b|true|a b"]), &[]),
    row("cat <<<'a b'", Some(&["p|cat"]), &[(Sh, None), (Busybox, None)]),
    row(
        "test a = b; [ a = b ]; [ -n '' ]",
        Some(&["b|test|a|=|b", "b|[|a|=|b|]", "b|[|-n||]"]),
        &[],
    ),
    row("printf '%s\\n' 'a b'", Some(&["b|printf|%s\\n|a b"]), &[(Mksh, None)]),
    row("read x </dev/null; echo done", Some(&["b|read|x", "b|echo|done"]), &[]),
    row(
        "umask 022; cd /; pwd; type ls",
        None,
        &[
            (Bash, Some(&["b|umask|022", "b|cd|/", "b|pwd", "b|type|ls"])),
            (Sh, Some(&["b|umask|022", "b|cd|/", "b|pwd", "b|type|ls"])),
            (Zsh, Some(&["b|umask|022", "b|cd|/", "b|pwd", "b|type|ls"])),
            (BashPosix, Some(&["b|umask|022", "b|cd|/", "b|pwd", "b|type|ls"])),
        ],
    ),
    row("exit 3", Some(&["b|exit|3"]), &[]),
    row("echo a; exit; echo b", Some(&["b|echo|a", "b|exit"]), &[]),
    row("set -e; false; ls", Some(&["b|set|-e", "b|false"]), &[]),
    row("set -u; ls a", Some(&["b|set|-u", "p|ls|a"]), &[]),
    row("set -f; echo *", Some(&["b|set|-f", "b|echo|*"]), &[(Zsh, None)]),
    row("", Some(&[]), &[]),
    row("# nothing", Some(&[]), &[]),
    row("f() { return 3; }; f; :", Some(&["f|f", "b|return|3", "b|:"]), &[]),
    row("while :; do break; done", Some(&["b|:", "b|break"]), &[]),
    row("x=$(false) || ls", Some(&["b|false", "p|ls"]), &[]),
    row("echo a;ls b;echo c", Some(&["b|echo|a", "p|ls|b", "b|echo|c"]), &[]),
    row("PATH=/nonexistent; ls 'a b'", Some(&["p|ls|a b"]), &[]),
    row("PATH=/nonexistent; /nonexistent/x a", Some(&["p|/nonexistent/x|a"]), &[]),
    row(
        "git commit -m 'a \"quoted\" message\nand a body'",
        Some(&["p|git|commit|-m|a \"quoted\" message\nand a body"]),
        &[],
    ),
];
