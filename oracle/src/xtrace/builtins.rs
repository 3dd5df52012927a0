//! The commands that are built into each shell, as bash 5.2, dash 0.5.12, zsh 5.9, busybox 1.35,
//! mksh R59, ksh93u+m 1.0.4 and yash 2.52 have them. A test compares them with the installed shells.

use crate::shell::ShellName;

const BASH: &str = "
    . : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare
    dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill
    let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt
    source suspend test times trap true type typeset ulimit umask unalias unset wait";

const DASH: &str = "
    . : [ alias bg break cd chdir command continue echo eval exec exit export false fg getopts hash
    jobs kill local printf pwd read readonly return set shift test times trap true type ulimit umask
    unalias unset wait";

const ZSH: &str = "
    - . : [ alias autoload bg bindkey break builtin bye cd chdir command compadd comparguments
    compcall compctl compdescribe compfiles compgroups compquote compset comptags comptry compvalues
    continue declare dirs disable disown echo echotc echoti emulate enable eval exec exit export
    false fc fg float functions getln getopts hash history integer jobs kill let limit local log
    logout noglob popd print printf private pushd pushln pwd r read readonly rehash return sched set
    setopt shift source suspend test times trap true ttyctl type typeset ulimit umask unalias
    unfunction unhash unlimit unset unsetopt vared wait whence where which zcompile zformat zle
    zmodload zparseopts zregexparse zstyle";

const BUSYBOX: &str = "
    . : [ [[ alias bg break cd chdir command continue echo eval exec exit export false fg getopts
    hash help history jobs kill let local printf pwd read readonly return set shift source test
    times trap true type ulimit umask unalias unset wait";

const MKSH: &str = "
    . : [ alias bg bind break builtin cd chdir command continue echo eval exec exit export false fc
    fg getopts jobs kill let print pwd read readonly realpath rename return set shift source suspend
    test times trap true typeset ulimit umask unalias unset wait whence";

const KSH: &str = "
    . : [ alias autoload bg break builtin cd command compound continue disown echo enum eval exec
    exit export false fc fg float functions getopts hash hist integer jobs kill let nameref print
    printf pwd read readonly redirect return set shift sleep source stop suspend test times trap
    true type typeset ulimit umask unalias unset wait whence";

const YASH: &str = "
    . : [ alias array bg bindkey break cd command complete continue dirs disown echo eval exec exit
    export false fc fg getopts hash help history jobs kill local popd printf pushd pwd read readonly
    return set shift suspend test times trap true type typeset ulimit umask unalias unset wait";

/// Whether a command is built into a shell.
pub fn is_builtin(shell: ShellName, name: &[u8]) -> bool {
    table(shell).split_ascii_whitespace().any(|builtin| builtin.as_bytes() == name)
}

/// The builtins of a shell, separated by white space.
fn table(shell: ShellName) -> &'static str {
    match shell {
        ShellName::Bash | ShellName::BashPosix => BASH,
        ShellName::Sh => DASH,
        ShellName::Zsh => ZSH,
        ShellName::Busybox => BUSYBOX,
        ShellName::Mksh => MKSH,
        ShellName::Ksh => KSH,
        ShellName::Yash => YASH,
        ShellName::None | ShellName::Host(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use oracle_worker::run::Delivery;

    use super::*;
    use crate::shell::Shell;

    /// Every name that any shell has built in, and some that none has, under every shell.
    #[test]
    fn tables_agree_with_the_installed_shells() {
        let mut names: Vec<&str> = ShellName::ALL
            .iter()
            .flat_map(|shell| table(*shell).split_ascii_whitespace())
            .chain(["ls", "env", "printenv", "nosuchprogram", "jot", "basename", "global"])
            .collect();
        names.sort_unstable();
        names.dedup();
        for shell in ShellName::ALL {
            let found = Shell::find(shell).expect("installed");
            // `PATH` is empty, so what is found is built in, an alias or a keyword.
            let script = "for n do printf '%s\\n' \"$n: $(unalias \"$n\"; LC_ALL=C command -V -- \"$n\")\"; done";
            let script = match shell {
                ShellName::Zsh => {
                    "for n do print -r -- \"$n: ${builtins[$n]+a shell builtin}\"; done"
                }
                ShellName::Mksh | ShellName::Ksh => {
                    "for n do print -r -- \"$n: $(unalias \"$n\"; whence -v -- \"$n\")\"; done"
                }
                ShellName::Sh | ShellName::Busybox => {
                    "for n do printf '%s\\n' \"$n: $(unalias \"$n\"; type \"$n\")\"; done"
                }
                _ => script,
            };
            let argv = found.argv(Delivery::C, script.as_bytes());
            let argv: Vec<String> =
                argv.into_iter().map(|word| String::from_utf8(word).expect("text")).collect();
            let output = Command::new(found.program())
                .args(argv.iter().skip(1))
                .arg("sh")
                .args(&names)
                .env_clear()
                .env("PATH", "/nonexistent")
                .output()
                .expect("started");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.lines().count() >= names.len(), "{shell}: {said}");
            for line in said.lines() {
                let Some((name, what)) = line.split_once(": ") else { continue };
                let built_in = what.ends_with("builtin") || what.contains("built-in");
                assert_eq!(is_builtin(shell, name.as_bytes()), built_in, "{shell}: {line}");
            }
        }
    }
}
