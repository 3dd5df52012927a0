//! Rows of the specification for what reads through a command, and for what a line keeps along its way.

use std::sync::Arc;

use guard::Guard;

use crate::rows::table;
use crate::{approver, request, verdict, world};

/// Holds each of these lines to one verdict.
#[track_caller]
fn all(expected: &str, lines: &[&str]) {
    table(&lines.iter().map(|line| (*line, expected)).collect::<Vec<_>>());
}

#[test]
fn wrappers_are_read_through() {
    let wrappers = [
        "sudo",
        "sudo -u root -n",
        "doas",
        "doas -u root",
        "doas -C /etc/doas.conf",
        "env",
        "env -u A B=c",
        "time",
        "exec",
        "exec -a",
        "timeout 5",
        "timeout -k 1 -s INT 5",
        "nice",
        "nice -n 5 --",
        "stdbuf -o0",
        "stdbuf -o L -e L",
        "ionice -c 3",
        "ionice -c3 -n 7",
        "nsenter -t 1",
        "nsenter -t 1 -S 0 -G 0",
        "runuser -u bob",
        "runuser -u bob --",
        "runuser -u bob -g staff --",
        "chrt -f 99",
        "chrt -T 1 -P 2 -D 3 -d 0",
        "flock /w/tmp/lock",
        "flock -w 5 -E 1 /w/tmp/lock",
        "chroot /",
        "chroot --userspec=a:b --groups=c /",
        "taskset 1",
        "taskset -c 0",
        "unshare -r",
        "unshare -S 0 -G 0 -w /",
        "command",
        "command --",
        "nohup",
        "setsid -f",
        "eatmydata",
        "proxychains",
        "busybox",
        "CHRT -f 99",
        "/usr/bin/ionice -c 3",
    ];
    for wrapper in wrappers {
        let line = format!("{wrapper} rm -rf /w/outside/d");
        let id = match wrapper {
            // `time` is a keyword, and the option is not dash's.
            "time" => "tree-group-broken",
            "exec -a" => "command-unparsable",
            _ => "removal-outside",
        };
        assert_eq!(crate::decide(&line), id, "{line}");
        let line = format!("{wrapper} git push --force");
        assert_ne!(crate::decide(&line), "allow", "{line}");
    }
    // Precommands of zsh; other shells look for programs of these names.
    for wrapper in ["nocorrect", "noglob", "builtin"] {
        let line = format!("{wrapper} rm -rf /w/outside/d");
        assert_ne!(crate::decide(&line), "allow", "{line}");
    }
    all(
        "allow",
        &[
            "doas -u root ls",
            "ionice -c 3 make",
            "chrt -f 99 ls",
            "taskset -c 0 ls",
            "eatmydata ls",
            "stdbuf -o0 ls",
            "proxychains curl https://h",
            "ionice -c 3 rm -rf build",
        ],
    );
}

#[test]
fn texts_of_commands_are_read() {
    let texts = [
        "script -c 'rm -rf /w/outside/d' /dev/null",
        "script -qc 'rm -rf /w/outside/d' /dev/null",
        "script --command='rm -rf /w/outside/d' /dev/null",
        "script -Tc f -c 'rm -rf /w/outside/d'",
        "runuser -c 'rm -rf /w/outside/d' bob",
        "runuser bob -c 'rm -rf /w/outside/d'",
        "runuser --session-command='rm -rf /w/outside/d' bob",
        "su --command='rm -rf /w/outside/d'",
        "su --command 'rm -rf /w/outside/d'",
        "su --session-command='rm -rf /w/outside/d'",
        "su --session-command 'rm -rf /w/outside/d' bob",
        "su bob -c 'rm -rf /w/outside/d'",
        "su -c'rm -rf /w/outside/d'",
        "flock -c 'rm -rf /w/outside/d' f",
        "flock f -c 'rm -rf /w/outside/d'",
        "bash -c -- 'rm -rf /w/outside/d'",
        "sh -c -x 'rm -rf /w/outside/d'",
        "sh -xc 'rm -rf /w/outside/d'",
        "ZSH -c 'rm -rf /w/outside/d'",
        "env -S'rm -rf /w/outside/d'",
        "env -i env -S 'rm -rf /w/outside/d'",
        "env -i env -S'rm -rf /w/outside/d'",
        "env -vS 'rm -rf /w/outside/d'",
        "env --split-string='rm -rf' /w/outside/d",
        "watch 'rm -rf /w/outside/d'",
    ];
    all("removal-outside", &texts);
    // Words are added behind the text.
    assert_ne!(crate::decide("parallel 'rm -rf /w/outside/d' ::: a"), "allow");
    all(
        "allow",
        &[
            "script -qc 'ls -la' /dev/null",
            "su bob -c 'ls -la'",
            "runuser -c 'ls -la' bob",
            "bash -c -- 'ls -la'",
            "sh -c -x 'ls -la'",
            "env -S'ls -la'",
            "env -i env -S 'ls -la'",
            "watch 'ls -la'",
        ],
    );
}

#[test]
fn a_change_of_directory_takes_options() {
    table(&[
        ("cd -L sub && rm -rf x", "allow"),
        ("cd -P sub && rm -rf x", "allow"),
        ("cd -- sub && rm -rf x", "allow"),
        ("cd -P -- sub && rm -rf x", "allow"),
        ("cd -L ../outside && rm -rf d", "removal-outside"),
        ("cd -P -- ../outside && rm -rf d", "removal-outside"),
        ("cd -- ../outside && rm -rf d", "removal-outside"),
        ("cd +1 && rm -rf x", "name-not-placed"),
        ("cd -1 && rm -rf x", "name-not-placed"),
        ("pushd +1 && rm -rf x", "name-not-placed"),
        // bash alone knows these; zsh replaces such a word in the path of the directory.
        ("cd -e sub && rm -rf x", "name-not-placed"),
        ("cd -P -e sub && rm -rf x", "name-not-placed"),
        ("cd -@ sub && rm -rf x", "name-not-placed"),
        ("cd -e sub && ls", "allow"),
        // dash goes to the first, zsh replaces it in the path.
        ("cd sub -P && rm -rf x", "name-not-placed"),
        ("cd sub x && rm -rf x", "name-not-placed"),
    ]);
}

#[test]
fn zsh_replaces_what_is_no_option_in_the_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    for name in ["my-editor/sub", "mysubditor", "sub-x", "-P-x"] {
        std::fs::create_dir_all(root.join(name)).expect("a folder");
    }
    for (tree, line, expected) in [
        ("my-editor", "cd -e sub && pwd", "mysubditor"),
        ("my-editor", "cd -P sub && pwd", "my-editor/sub"),
        ("sub-x", "cd sub -P && pwd", "-P-x"),
    ] {
        let run = std::process::Command::new("zsh")
            .args(["-f", "-c", line])
            .current_dir(root.join(tree))
            .output()
            .expect("zsh");
        let found = String::from_utf8_lossy(&run.stdout).trim_end().to_owned();
        assert_eq!(std::path::Path::new(&found), root.join(expected), "{line}");
    }
}

#[test]
fn variables_that_are_handed_on_are_followed() {
    all(
        "variable-runs-code",
        &[
            "HOME=/w/tree/sub zsh -c true",
            "HOME=/w/tree/sub bash -lc true",
            "export HOME=/w/tree/sub; zsh -c true",
            "ZDOTDIR=. zsh -c true",
            "BASH_ENV=e bash -c true",
            "ENV=e sh -i -c true",
        ],
    );
    // The reader has a name of its own for what runs code in some shell.
    all(
        "command-unparsable",
        &[
            "export BASH_ENV=e; bash -c true",
            "declare -x BASH_ENV=e; bash -c true",
            "typeset -x BASH_ENV=e; bash -c true",
            "BASH_ENV=e; export BASH_ENV; bash -c true",
            "export ZDOTDIR=.; zsh -c true",
            "export -n BASH_ENV; bash -c true",
            "export -n A; ls",
        ],
    );
    all(
        "allow",
        &["export A=b; ls", "declare -x A=b; ls", "typeset -x A=b; ls", "A=b bash -c true"],
    );
}

#[test]
fn writers_are_known_by_their_options() {
    all(
        "script-written-then-run",
        &[
            "git restore ok.sh; bash ok.sh",
            "git restore --source=HEAD~1 -- ok.sh; bash ok.sh",
            "git restore .; bash ok.sh",
            "git checkout ok.sh; bash ok.sh",
            "git checkout -- ok.sh && bash ok.sh",
            "git clone u ok.sh; bash ok.sh/x",
            "git -C sub checkout x; bash ok.sh",
            "patch -p1 < f; bash ok.sh",
            "patch ok.sh < f; bash ok.sh",
            "patch -d . -p1 < f; bash ok.sh",
            "patch -o ok.sh f < f; bash ok.sh",
            "cp -t . sub/ok.sh; bash ok.sh",
            "cp --target-directory=. sub/ok.sh; bash ok.sh",
            "mv -t . sub/ok.sh; bash ok.sh",
            "install -t . sub/ok.sh; bash ok.sh",
            "ln -t . sub/ok.sh; bash ok.sh",
            "ln -st . sub/ok.sh; bash ok.sh",
            "ln -s sub/ok.sh; bash ok.sh",
            "ln -sf f ok.sh; bash ok.sh",
            "wget -O ok.sh u; bash ok.sh",
            "wget -q -O ok.sh u; bash ok.sh",
            "curl -o ok.sh u; bash ok.sh",
            "dd if=f of=ok.sh; bash ok.sh",
            "tar xf x.tar; bash ok.sh",
            "tar xf x.tar -C .; bash ok.sh",
            "unzip x.zip; bash ok.sh",
            "unzip x.zip -d .; bash ok.sh",
        ],
    );
    all("allow", &["wget -O other u; bash ok.sh", "git log -1; bash ok.sh"]);
}

#[test]
fn scripts_that_shells_take_otherwise_are_read_or_refused() {
    table(&[
        ("bash --rcfile s.sh -i -c true", "script-runs-hazard"),
        ("bash --init-file s.sh -i -c true", "script-runs-hazard"),
        ("bash --rcfile ok.sh -i -c true", "allow"),
        // Its own commands come from a terminal or a stream.
        ("bash --rcfile s.sh -i", "interpreter-reads-stream"),
        ("bash --rcfile <(cat f) -i", "command-unparsable"),
        ("bash < s.sh", "interpreter-reads-stream"),
        ("bash 3< s.sh 0<&3", "interpreter-reads-stream"),
        ("exec < s.sh; bash", "interpreter-reads-stream"),
        ("bash -c cat < s.sh", "allow"),
    ]);
}

#[test]
fn only_so_many_files_are_read() {
    let mut guard = approver();
    let mut ask = |count: usize, join: &str| {
        let files = (0..count).fold(world(), |files, at| {
            files.file(format!("/w/tree/part{at}.sh"), format!("echo {at}\n"))
        });
        let parts = (0..count).map(|at| format!("sh part{at}.sh")).collect::<Vec<_>>();
        verdict(guard.decide(&request(Arc::new(files), &parts.join(join))))
    };
    assert_eq!(ask(1, "; "), "allow");
    // Refused before the sixteen files are read: what runs behind a script may be written by it.
    for join in ["; ", "\n", " && ", " || ", " & ", " | "] {
        for count in [2, 16, 17] {
            assert_eq!(ask(count, join), "script-written-then-run", "{count}{join:?}");
        }
    }
}

#[test]
fn settings_of_git_from_elsewhere_are_refused() {
    all(
        "variable-runs-code",
        &[
            "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='rm x' git log",
            "GIT_CONFIG_KEY_0=core.pager git log",
            "GIT_CONFIG_KEY_15=core.pager git log",
            "GIT_CONFIG_VALUE_0=x git log",
            "GIT_CONFIG_PARAMETERS=\"'core.pager=x'\" git log",
            "GIT_CONFIG_GLOBAL=conf git log",
            "GIT_CONFIG_SYSTEM=conf git log",
            "env GIT_CONFIG_GLOBAL=conf git log",
        ],
    );
    all(
        "execute-string-uninspectable",
        &[
            "git --config-env core.pager=X log",
            "git --config-env=core.pager=X log",
            "X='rm -rf ../outside' git --config-env=core.pager=X log",
            "git --config-env=color.ui=X log",
        ],
    );
    all(
        "git-setting",
        &[
            "git -c includeIf.gitdir:/w.path=conf log",
            "git -c includeif.onbranch:main.path=conf log",
            "git -c include.path=conf log",
        ],
    );
    all("allow", &["git -c color.ui=always log"]);
}

#[test]
fn patterns_and_redirections_stand_for_what_they_may_be() {
    table(&[
        ("git pus? --force", "program-name-unknown"),
        ("git p[u]sh --force", "program-name-unknown"),
        ("git push --f*", "registered-command"),
        ("git push origin 'a*'", "allow"),
        // For dash it starts a job and truncates the file.
        ("echo x &>> f", "command-unparsable"),
        ("echo x &>> .abcd/guard.json", "command-unparsable"),
        ("echo x &> f", "command-unparsable"),
        ("echo x >> f 2>&1", "allow"),
    ]);
}
