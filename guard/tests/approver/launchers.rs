//! Programs that start others, and what decides which and how.

use crate::rows::table;

/// Holds the lines to this refusal, and the others to none.
#[track_caller]
fn told_apart(refused: &[&str], id: &str, allowed: &[&str]) {
    let rows = refused.iter().map(|line| (*line, id));
    let rows: Vec<_> = rows.chain(allowed.iter().map(|line| (*line, "allow"))).collect();
    table(&rows);
}

#[test]
fn a_function_hides_a_program_only_where_it_is_sure_to_be_called() {
    table(&[
        ("rm() { echo no; }\nrm -rf ../outside", "allow"),
        ("f() { :; }; g() { :; }; f rm x; g", "allow"),
        ("rm() { :; }; (rm -rf ../outside)", "allow"),
        ("find() { env A=1 find /tmp -delete; }; find .", "removal-outside"),
        ("find() { command find /tmp -delete; }; find .", "removal-outside"),
        ("rm() { :; }; echo x | xargs rm", "target-not-fixed"),
        ("rm() { :; }; env rm -rf ../outside", "removal-outside"),
        ("rm -rf ../outside; rm() { :; }", "removal-outside"),
        ("if false; then rm() { :; }; fi; rm -rf ../outside", "removal-outside"),
        ("(rm() { :; }); rm -rf ../outside", "removal-outside"),
        ("false && rm() { :; }; rm -rf ../outside", "removal-outside"),
        ("true; rm() { :; }; rm -rf ../outside", "removal-outside"),
        ("rm() { :; } & rm -rf ../outside", "removal-outside"),
        ("rm() { :; }; unset -f rm; rm -rf ../outside", "removal-outside"),
        ("false && eval 'rm() { :; }'; rm -rf ../outside", "removal-outside"),
        ("if false; then eval 'rm() { :; }'; fi; rm -rf ../outside", "removal-outside"),
        ("eval 'rm() { :; }'; unset -f rm; rm -rf ../outside", "removal-outside"),
        ("rm() { :; }; eval 'unset -f rm'; rm -rf ../outside", "removal-outside"),
        ("rm() { unset -f rm; }; rm x; rm -rf ../outside", "removal-outside"),
        ("rm() { :; }; sh -c 'rm -rf ../outside'", "removal-outside"),
        ("git() { :; }; unset -f git; git push --force", "registered-command"),
        ("choom() { :; }; unset -f choom; choom -n0 rm x", "unrecognised-launcher"),
        ("sh() { :; }; command sh ./s.sh", "script-runs-hazard"),
    ]);
}

#[test]
fn arguments_of_programs_that_may_launch_are_judged_as_commands() {
    let refused = [
        "choom -n0 rm ../outside/plain.txt",
        "choom -n0 m\\v /tmp x",
        "choom -n0 find ../outside -delete",
        "choom -n0 find . -exec rm {} +",
        "choom -n0 sh ./s.sh",
        "choom -n0 sh -c 'rm x'",
        "choom -n0 sh -c 'choom -n0 sh ./s.sh'",
        "choom -n0 env choom -n0 find ../outside -delete",
        "echo ls | choom -n0 sh",
        "echo x | choom -n0 xargs rm",
        "choom -n0 env rm x",
        "choom -n0 python3 -c 'import os'",
        "choom -n0 awk 'BEGIN{system(\"x\")}'",
        "choom -n0 git push --force",
        "choom -n0 claude -p hi",
        "myrun -C .. sh ./ok.sh",
        "myrun --in=.. sh ./ok.sh",
        "myrun -C.. sh ./ok.sh",
        "choom -n0 ${x-mv} /tmp x",
        "choom -n0 ${x:-/bin/mv} /tmp x",
        "choom -n0 ${x:+mv} /tmp x",
        "choom -n0 \"${x:=mv}\" /tmp x",
        "choom -n0 ${x-rm /tmp/y}",
        "choom -n0 \"${x-rm /tmp/y}\"",
        "choom -n0 ${x}mv /tmp x",
        "choom -n0 $HOME/m\\v /tmp x",
        "choom -n0 /bin/m[v] /tmp x",
        "choom -n0 $(echo mv) /tmp x",
        "choom -n0 $(echo mv /tmp x)",
        "choom -n0 \"$(echo mv)\" /tmp x",
        "touch mv; choom -n0 m? /tmp x",
        "x=mv; choom -n0 $x /tmp x",
        "x=/bin/mv; choom -n0 \"$x\" /tmp x",
        "a=m b=v; choom -n0 $a$b /tmp x",
        "a=m; b=${a}v; choom -n0 $b /tmp x",
        "x=xmv; choom -n0 ${x#x} /tmp x",
        "x=$(echo mv); choom -n0 $x /tmp x",
        "export x=mv; choom -n0 $x /tmp x",
        "env x=mv sh -c 'choom -n0 $x /tmp x'",
        "for x in mv cp; do choom -n0 $x /tmp x; done",
        "echo mv | while read -r x; do choom -n0 $x /tmp x; done",
        "f() { choom -n0 $x /tmp x; }; x=mv; f",
        "f() { choom -n0 \"$@\"; }; f mv /tmp x",
        "f() { choom -n0 \"$1\" \"$2\" x; }; f mv /tmp",
        "set -- mv /tmp; choom -n0 \"$@\" x",
        "sh -c 'choom -n0 \"$@\"' sh mv /tmp x",
        "while :; do choom -n0 $x /tmp x; x=mv; done",
        "echo mv; choom -n0 $_ /tmp x",
        "choom -n0 $0 ./s.sh",
        "choom -n0 $SHELL ./s.sh",
        "choom -n0 rm${IFS}/tmp/y z",
        "x=' '; choom -n0 rm${x}/tmp/y z",
        "x=?; choom -n0 /bin/m$x /tmp y",
        "x='?'; choom -n0 /bin/m$x /tmp y",
        "x=[v]; choom -n0 /bin/m$x /tmp y",
        "command set -- mv /tmp; choom -n0 \"$@\" x",
        "echo mv | while command read -r x; do choom -n0 $x /tmp x; done",
        "env sh -c 'choom -n0 \"$@\"' sh mv /tmp x",
        "nice bash -c 'choom -n0 $1 $2 x' bash mv /tmp",
        "mv() { choom -n0 $FUNCNAME /tmp x; }; mv",
        "choom -n0 ${x-git} push --force",
        "choom -n0 ${x-python3} -c 'import os'",
        "choom -n0 ${x-claude} -p hi",
        "choom -n0 gsed -e 1e f",
        "split --filter='r\\m -f x' f",
        "myrun \"r'm' -f x\"",
        "choom -n0 python3.12 -c 'import os'",
        "choom -n0 gmake -f -",
        "choom -n0 psql db",
        "npm --prefix . exec find /tmp -delete",
        "yarn --cwd . dlx find /tmp -delete",
        "x=exec; npm $x find /tmp -delete",
        "cargo r -- sh ./s.sh",
        "ip netns exec a find /tmp -delete",
        "podman unshare find /tmp -delete",
        "cmake -E chdir .. sh ./s.sh",
        "echo rm x | xargs mytool",
        "find /bin/mv -exec mytool {} /tmp x \\;",
        "find . -exec mytool {} +",
        "myrun sub sh ok.sh",
    ];
    let allowed = [
        "choom -n0 ls",
        "choom -n0 find . -name x",
        "choom -n0 sh ./ok.sh",
        "myrun x sh ok.sh",
        "mytool ${PORT:-3000} x",
        "mytool $IMG ls",
        "IMG=foo; mytool $IMG ls",
        "mytool \"$HOME/x/$name\" foo",
        "mytool \"$(date)\"",
        "mytool *.c x",
        "for f in *.c; do mytool \"$f\" x; done",
        "prettier --write $(git ls-files)",
        "npm test -- $(git diff --name-only) y",
        "git ls-files | xargs prettier --write",
        "find . -name x -exec mytool {} \\;",
        "apt-get install -y git zsh jq",
        "docker exec c bash -c 'npm test'",
        "printf '%s' x; mytool $y z",
        "echo a=b; mytool $y z",
        "for x in a b; do mytool $x z; done",
        "MSG='a b'; mytool \"$MSG\" z",
        "npm run build -- \"$x\" y",
        "git commit -m \"$x\" y",
    ];
    told_apart(&refused, "unrecognised-launcher", &allowed);
}

#[test]
fn what_a_shell_is_started_with_decides_how_it_reads() {
    let refused = [
        "bash -O dotglob -c 'rm -rf ./*'",
        "bash +O extglob -c 'ls'",
        "bash -k -c 'ls'",
        "bash --posix -c 'ls'",
        "bash -eO dotglob ok.sh",
        "zsh -o globdots -c 'rm -rf ./*'",
        "zsh -oglobdots -c 'rm -rf ./*'",
        "zsh --globdots -c 'rm -rf ./*'",
        "zsh -4 -c 'rm -rf ./*'",
        "zsh -yc 'ls'",
        "bash -O dotglob <<'E'\nrm -rf ./*\nE",
        "zsh -o globdots <<'E'\nrm -rf ./*\nE",
        "fish <<'E'\nls\nE",
        "fish -c 'ls'",
        "csh -c 'ls'",
        "tcsh ok.sh",
    ];
    let allowed = [
        "bash -euxo pipefail -c 'ls'",
        "bash --norc --noprofile -c 'ls'",
        "bash -lc 'ls'",
        "zsh -fc 'ls'",
        "sh -e ok.sh",
        "sh -o noglob -c 'ls'",
    ];
    told_apart(&refused, "execute-string-uninspectable", &allowed);
    table(&[
        ("GLOBIGNORE=x; rm -rf ./*", "command-unparsable"),
        ("read -r GLOBIGNORE; rm -rf ./*", "command-unparsable"),
        ("export GLOBIGNORE=x; bash -c 'rm -rf ./*'", "command-unparsable"),
        ("GLOBIGNORE=x bash -c 'rm -rf ./*'", "variable-runs-code"),
        ("env GLOBIGNORE=x bash -c 'rm -rf ./*'", "variable-runs-code"),
    ]);
}

#[test]
fn variables_that_run_code_are_seen_wherever_they_are_set() {
    let refused = [
        "PS4='$(ls)' bash -xc :",
        "env PS4='$(ls)' bash -xc :",
        "env 'PS4=$(ls)' bash -xc :",
        "env P'S4'=x bash -xc :",
        "env -i A=b BASH_ENV=e bash -c :",
        "nice env PS4='$(ls)' bash -xc :",
        "sudo PS4='$(ls)' bash -xc :",
        "find . -exec env BASH_ENV=e bash -c : \\;",
        "env LESSOPEN='|ls' less f",
        "env GIT_SSH_COMMAND=ls git fetch",
        "myrun BASH_ENV=e bash -c :",
    ];
    let allowed = [
        "env A=b bash -c :",
        "env -u BASH_ENV bash -c :",
        "echo PS4=x",
        "make CC=gcc",
        "find . -exec grep PS4=x {} \\; -o -name y -o -name z",
    ];
    told_apart(&refused, "variable-runs-code", &allowed);
}

#[test]
fn a_session_is_not_made_by_what_may_be_the_shell_itself() {
    // Alone it is the leader of the process group that the shell was, and starts another process.
    told_apart(
        &["setsid x", "ls; setsid x y", "nice setsid x", "sh -c 'setsid x'", "setsid -c x"],
        "own-text",
        &[
            "setsid -f x",
            "setsid --wait x",
            "setsid ./server > log 2>&1 &",
            "nohup ./server > log 2>&1 &",
            "(setsid x &)",
            "man setsid",
        ],
    );
}

#[test]
fn a_shell_in_a_shell_does_not_look_at_its_parent() {
    told_apart(
        &[
            "sh -c 'kill $PPID'",
            "bash -c 'kill -9 $PPID'",
            "sh -c 'ls; kill \"$PPID\"'",
            "env sh -c 'p=$PPID; kill $p'",
            "sh -c 'kill $((PPID))'",
        ],
        "own-text",
        &["echo $PPID", "sh -c 'kill $$'", "sh -c 'sleep 1 & kill $!'", "ls; kill -0 $PPID"],
    );
}

#[test]
fn what_a_launcher_puts_into_a_removal_is_not_fixed() {
    let refused = [
        "cat f | xargs -I% rm -rf %",
        "cat f | xargs -I{} rm -rf {}",
        "cat f | xargs -i rm -rf {}",
        "cat f | xargs --replace=build rm -rf build",
        "xargs -I% rm -rf build/% < f",
        "xargs -I% rmdir -p %/ < f",
        "xargs -I% rmdir -p build/% < f",
        "xargs -I% unlink % < f",
        "xargs -I% mv % sub < f",
        "xargs -I% mv -t % f < f",
        "xargs -I% rsync -a --delete sub/ % < f",
        "xargs -I% rsync -a % sub < f",
        "xargs -I% env rm -rf % < f",
        "xargs -I% find % -delete < f",
        "xargs -I% xargs -I@ rm -rf % < f",
        "fd x -x rm -rf {}",
        "fd x -x rm -rf {//}",
        r"find build -exec rmdir -p {}/x \;",
        r"find build -exec rmdir -p {} \;",
    ];
    for script in refused {
        let found = crate::decide(script);
        let ids = ["target-not-fixed", "program-name-unknown", "unrecognised-launcher"];
        assert!(ids.contains(&found.as_str()), "{script}: {found}");
    }
    for script in [
        "xargs -I% echo % < f",
        "xargs -I% rm -rf build < f",
        r"find build -exec rm -rf {} \;",
        "find build -name x -exec rm -rf {} +",
        r"find build -name x -exec mv {} sub \;",
    ] {
        assert_eq!(crate::decide(script), "allow", "{script}");
    }
}

#[test]
fn an_option_of_the_command_is_none_of_xargs() {
    for script in [
        "cat f | xargs rm -i -f",
        "cat f | xargs rm -f -I x",
        "cat f | xargs -t rm -i -f",
        "cat f | xargs -- rm -i -f",
        "cat f | xargs -d i rm -f",
        "cat f | xargs -di rm -f",
        "cat f | xargs -E -i rm -f",
        "cat f | xargs --delimiter -i rm -f",
        "cat f | xargs mv -i -f -t sub",
        "cat f | xargs -I@ -I% rm %",
        "cat f | xargs --rep=% rm %",
    ] {
        assert_eq!(crate::decide(script), "target-not-fixed", "{script}");
    }
    for script in ["cat f | xargs -I% -t rm build/a.o", "cat f | xargs grep -i foo"] {
        assert_eq!(crate::decide(script), "allow", "{script}");
    }
}
