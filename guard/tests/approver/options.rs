//! Commands that programs take in options.

use crate::decide;

/// Scripts that are approved.
#[track_caller]
fn approved(scripts: &[&str]) {
    let wrong: Vec<_> = scripts
        .iter()
        .map(|script| (script, decide(script)))
        .filter(|(_, found)| found != "allow")
        .collect();
    assert!(wrong.is_empty(), "script, found: {wrong:#?}");
}

/// Scripts that are refused, whatever the check.
#[track_caller]
fn refused(scripts: &[&str]) {
    let wrong: Vec<_> = scripts.iter().filter(|script| decide(script) == "allow").collect();
    assert!(wrong.is_empty(), "approved: {wrong:#?}");
}

#[test]
fn env_splits_behind_shortened_options() {
    refused(&[
        r#"env --split="r'm' -f ../outside/x""#,
        r#"env --s "r'm' -f ../outside/x""#,
        r#"env --split-str="r'm' -f ../outside/x""#,
        r#"env -u A --split "r'm' -f ../outside/x""#,
        r#"env --uns A -S "r'm' -f ../outside/x""#,
        "env --split='rm -f ../outside/x'",
    ]);
    approved(&["env -u A ls", "env --chdir sub ls"]);
}

#[test]
fn commands_in_options_are_judged() {
    refused(&[
        r"split --filter='r\m -f ../outside/x' f",
        r"split --filt 'r\m -f ../outside/x' f",
        r#"split --filter="$X" f"#,
        r"tar cf x.tar --checkpoint=1 --checkpoint-action=exec='r\m -f ../outside/x' d",
        r"tar xf x.tar --to-command='r\m -f ../outside/x'",
        r"tar xf x.tar --to-c 'r\m -f ../outside/x'",
        r"tar -I 'r\m -f ../outside/x' -cf x.tar d",
        r"tar -cI 'r\m -f ../outside/x' -f x.tar d",
        r"tar cIf 'r\m -f ../outside/x' x.tar d",
        r#"tar -I"$X" -cf x.tar d"#,
        r"tar --use-compress-program='r\m -f ../outside/x' -cf x.tar d",
        r"tar --rsh-command='r\m -f ../outside/x' -cf h:x.tar d",
        r"tar -F 'r\m -f ../outside/x' -cMf x.tar d",
        r"tar --info-script='r\m -f ../outside/x' -cMf x.tar d",
        r"tar --new-volume-script 'r\m -f ../outside/x' -cMf x.tar d",
        "tar -I ./run.sh -cf x.tar d",
        r"make --eval='$(shell r\m -f ../outside/x)'",
        r"make SHELL='r\m -f ../outside/x'",
        r"make 'X!=r\m -f ../outside/x'",
        r"make 'X=$(shell r\m -f ../outside/x)'",
        r"rsync -e 'r\m -f ../outside/x;' a h:",
        r"rsync -ave 'r\m -f ../outside/x;' a h:",
        r"rsync --rsh='r\m -f' a h:",
        r"rsync --rsync-path='r\m -f ../outside/x;' a h:",
        r"ssh -o ProxyCommand='r\m -f ../outside/x' h",
        r"ssh -oProxyCommand='r\m -f ../outside/x' h",
        r"ssh -vo 'proxycommand r\m -f ../outside/x' h",
        r"ssh -o PermitLocalCommand=yes -o LocalCommand='r\m -f ../outside/x' h",
        "ssh -o ProxyCommand='nc %h %p' h rm -rf /x",
        r"sort --compress-program='r\m' f",
        "sort --compress-program=./run.sh f",
        r"install -s --strip-program='r\m' f g",
        r"zip -T -TT 'r\m -f ../outside/x' x.zip f",
        r"zip -T --unzip-command 'r\m -f ../outside/x' x.zip f",
        r"man -P 'r\m -f ../outside/x' ls",
        r"less '+!r\m -f ../outside/x' f",
        "foo tar -I ./run.sh -cf x.tar d",
        r"foo ssh -o ProxyCommand='r\m -f ../outside/x' h",
        "env tar -I ./run.sh -cf x.tar d",
        "find . -exec tar -I {} -cf x d \\;",
        "find . -exec tar --use-compress-program={} -cf x d \\;",
        "find . -exec git clone -u {} . y \\;",
        "rg --pre ./run.sh x",
        r"rg --pre='r\m' x",
        r"npm exec -c 'r\m -f ../outside/x'",
        r"npm exec --call='r\m -f ../outside/x'",
        r"npx -c 'r\m -f ../outside/x'",
        r"pnpm exec -c 'r\m -f ../outside/x'",
        r"npm run x --script-shell='./run.sh'",
        r"vim '+!r\m -f ../outside/x' f",
        r"vim f '+!r\m -f ../outside/x'",
        r"vim f -c '!r\m -f ../outside/x'",
        r"scp -S ./run.sh a h:",
        r"sftp -S ./run.sh h",
    ]);
    approved(&[
        "tar -I zstd -cf x.tar d",
        "tar czf x.tgz d",
        "tar --checkpoint=10 -cf x.tar d",
        "tar cf x.tar --checkpoint-action=dot d",
        "make -j4 all",
        "make CFLAGS=-O2 all",
        "rsync -e ssh a b:",
        "rsync -e 'ssh -p 22' a h:",
        "sort -k2 f",
        "split -l 10 f",
        "split --filter=cat f",
        "install -s f g",
        "less +10 f",
        "less +/x f",
        "vim +10 f",
        "man ls",
        "rg --pre cat x",
        "npm run build",
    ]);
}

#[test]
fn commands_that_git_takes_in_options_are_judged() {
    refused(&[
        r"git ls-remote --exec='r\m -f ../outside/x;' .",
        r"git ls-remote --upload-pack='r\m -f ../outside/x;' .",
        r"git ls-remote --upload-pack 'r\m -f' .",
        r"git clone -u 'r\m -f ../outside/x;' . y",
        r"git clone -qu 'r\m -f ../outside/x;' . y",
        r"git clone --u='r\m -f ../outside/x;' . y",
        r"git clone --upload-pack='r\m -f ../outside/x;' . y",
        r#"git clone --upload-pack="$X" . y"#,
        r"git clone -u ./run.sh . y",
        r"git fetch-pack --exec='r\m -f ../outside/x;' .",
        r"git archive --remote=. --exec='r\m -f ../outside/x;' HEAD",
        r"git grep -O'r\m -f ../outside/x;' -e .",
        r"git grep -nO'r\m -f ../outside/x;' -e .",
        r"git grep --open-files-in-pager='r\m -f ../outside/x;' -e .",
        r"git difftool -yx 'r\m -f ../outside/x;' HEAD",
        r"git rebase -fx 'r\m -f ../outside/x' HEAD",
        r"git -c core.sshCommand='r\m -f' fetch ../outside/x:y",
        r"git config alias.x '!r\m -f ../outside/x'",
        r"git config --global alias.x '!r\m -f ../outside/x'",
        r"git config --add core.pager 'r\m -f ../outside/x'",
        r"git config set core.pager 'r\m -f ../outside/x'",
        r#"git config core.pager "$X""#,
        "git config diff.external ./run.sh",
        "git config core.hooksPath hooks",
        r"git -c core.pager=cat filter-branch --tree-filter 'r\m -f ../outside/x' HEAD",
        r"git ls-remote 'ext::sh -c r\m% -f% ../outside/x'",
        "git ls-remote 'ext::rm -f ../outside/x'",
        r#"git clone "ext::$X" y"#,
    ]);
    approved(&[
        "git ls-remote origin",
        "git clone -u git-upload-pack h:x y",
        "git fetch -u origin main",
        "git config user.name me",
        "git config --get user.name",
        "git config core.pager less",
        "git -c core.sshCommand='ssh -i key' fetch origin",
        "git grep -n x",
        "git grep -O x",
        "git rebase -x 'make test' main",
        "git difftool -yx 'diff -u' HEAD",
        "git archive --format=tar HEAD",
        "git push origin main",
    ]);
}

#[test]
fn variables_that_programs_obey_are_not_set() {
    refused(&[
        "npm_config_script_shell=./x npm run build",
        "NPM_CONFIG_SCRIPT_SHELL=./x npm run build",
        "VIMINIT='!x' vim f",
        "EXINIT=x vi f",
        "GIT_ALLOW_PROTOCOL=ext git fetch",
        "GIT_EXTERNAL_DIFF=./x git diff",
        "FUNCNEST=1; ls",
        "export FUNCNEST=1",
        "LESS='+!x' less f",
    ]);
}

#[test]
fn builds_may_make_links() {
    refused(&[
        "make; rm -f build/x",
        "npm run build && rm -rf build/x",
        "python3 app.py; rm build/a.o",
        "cargo build; rm -rf build/x",
    ]);
    approved(&["make; rm -f x", "rm -f build/x; make", "cargo build && rm -rf build"]);
}

#[test]
fn wrong_readings_of_options_are_none() {
    approved(&[
        "tar xf x.tar -C sub",
        "tar -tvf x.tar",
        "tar --exclude=.git -czf x.tgz .",
        "ssh h ls",
        "ssh -o StrictHostKeyChecking=no h ls",
        "ssh -o ProxyCommand='nc %h %p' h ls",
        "npm exec -c 'eslint .'",
        "npx eslint .",
        "apt install make less",
        "cmake --install build",
        "just install ./x",
        "npm install -c x",
        "make DESTDIR=/tmp/x install",
        "man -k foo",
        "scp -P 22 a h:",
        "git commit -m 'set core.pager to x'",
        "git config --list",
        "git config --global user.email a@b",
        "git config --get-regexp 'alias.*'",
        "git submodule update --init",
        "go build ./...",
        "go test -run X ./...",
        "vim f",
        "sort -S 1G f",
        "zip -r x.zip d",
        "env A=b ls",
        "less -R f",
        "split --filter='gzip > $FILE.gz' f",
        "tar -I 'zstd -T0' -cf x.tar d",
        "tar cIf zstd x.tar d",
        "sort --compress-program=gzip f",
        "install -m 755 --strip-program=strip -s f g",
    ]);
}

#[test]
fn words_that_may_be_options_are_not_added() {
    refused(&[
        "echo --checkpoint-action=exec=./run.sh | xargs tar cf x.tar d --checkpoint=1",
        "echo x | xargs tar czf x.tgz",
        "echo x | xargs sort",
        "echo x | xargs sort -o --",
        "echo x | xargs -n1 make",
        "echo x | xargs -I{} make {}",
        "echo x | xargs -I{} make -C d -- {}",
        "echo x | xargs ssh h",
        "echo x | xargs -I{} ssh {} uptime",
        "echo x | xargs rg foo",
        "echo x | xargs -0 scp -q",
        "echo x | xargs split",
        "echo x | xargs npm run",
        "echo x | xargs go test",
        "echo x | xargs -I{} -n1 tar xf {}",
        "echo x | env xargs tar cf x.tar",
        "find . -execdir tar cf x.tar {} +",
        "find . -exec make {} +",
        "find . -exec tar {} x +",
        "find . -files0-from f -exec sort {} +",
        "find -f -x . -exec sort {} +",
        "fd . -X tar cf x.tar",
        "echo x | parallel tar cf x.tar {}",
        "echo x | xargs zip x.zip",
        "echo x | xargs less",
        "echo x | xargs vim",
    ]);
    approved(&[
        "git ls-files | xargs grep foo",
        "find . -name '*.c' -print0 | xargs -0 wc -l",
        "find . -name '*.c' -exec wc -l {} +",
        "echo x | xargs sort --",
        "echo x | xargs sort -u -k2 x --",
        "echo x | xargs tar czf x.tgz --",
        "ls | xargs -I{} tar xzf {}",
        "ls | xargs -I{} tar -xzf {} -C sub",
        "ls | xargs -I{} make -C {} test",
        "find . -type f -exec sort {} +",
        "find . -type f -exec tar czf x.tgz {} +",
        "find . -name '*.tgz' -exec tar xzf {} ';'",
        "find . -type f -exec rg foo {} +",
        "git ls-files | xargs rg foo --",
        "git ls-files | xargs rg -l foo --",
        "git ls-files | xargs yarn run lint",
        "git ls-files | xargs git add",
        "echo x | xargs -I{} ssh h ls {}",
        "git ls-files | xargs zip x.zip --",
    ]);
}

#[test]
fn variables_of_make_are_judged_as_commands() {
    refused(&[
        "make CC='rm -rf ../outside'",
        "make -j8 CC='r\\m -rf ../outside'",
        "make ARGS='-u A rm -rf ../outside'",
        "make CFLAGS='-O2; rm -rf ../outside'",
        "make CC:='sh -c \"rm -rf ../outside\"'",
        "make CC='env rm -rf ../outside'",
        "make CC='choom -n0 rm -rf ../outside'",
        "make CC='a && rm -rf ../outside'",
        "make CC='a | sh'",
        "make CC='find .. -delete'",
        "make \"CC=sh $x\"",
        "make SHELL=./run.sh",
        "make BASH_ENV=./run.sh",
        "make --eval='x:;rm -rf ../outside'",
        "gmake 'X=`rm -rf ../outside`'",
    ]);
    approved(&[
        "make CC=clang CFLAGS='-O2 -g' -j8 PREFIX=/usr/local",
        "make CC='ccache gcc' all",
        "make CC=/usr/bin/clang OUT=/tmp/x",
        "make CFLAGS='-O2 -DX=\"a b\"'",
        "make INSTALL='install -c' install",
        "make LDFLAGS='-L/usr/lib -lm'",
        "make ARGS='--verbose --name=x' run",
        "make TEST='foo bar' check",
        "make VERSION=\"$v\" all",
        "make CFLAGS=\"-O2 $x\"",
        "make -e",
    ]);
}

#[test]
fn files_of_settings_that_hold_commands_are_not_used() {
    refused(&[
        "ssh -F conf h",
        "ssh -Fconf h",
        "ssh -vF conf h ls",
        "scp -F conf a h:",
        "sftp -F conf h",
        "npm config set script-shell ./run.sh",
        "npm config set script-shell=./run.sh",
        "npm c set script_shell ./run.sh",
        "npm set script-shell ./run.sh",
        "pnpm config set script-shell ./run.sh",
        "npm --script-shell=./run.sh run build",
        "git -c include.path=conf log",
        "git config include.path conf",
        "git config --file conf core.pager 'r\\m -f ../outside/x'",
        "git config -f .git/config alias.x '!rm -f ../outside/x'",
    ]);
    approved(&[
        "ssh -F none h ls",
        "ssh -F /dev/null h ls",
        "npm config set registry https://r.example",
        "npm config set save-exact true",
        "npm config get script-shell",
        "git config --file .gitmodules submodule.x.url y",
        "git config -f conf user.name me",
        "curl -K conf https://h",
    ]);
}

#[test]
fn the_destination_of_rsync_stands_before_a_value_of_an_option() {
    refused(&[
        "rsync -r --del sub/ ../outside/d --max-delete 100",
        "rsync -r --del sub/ ../outside/d --stop-after 5",
        "rsync -r --del sub/ ../outside/d -@ 1",
        "rsync -r --del sub/ ../outside/d --new-in-some-release 5",
        "rsync -r --del sub/ ../outside/d --new-in-some 5 --and-more 6",
        "rsync -D f ../outside/d/k",
        "rsync --specials f ../outside/d/k",
        "rsync --read-batch=f ../outside/d",
        "rsync -rL --remove-source-files build x",
        "rsync -rk --remove-source-files build x",
        "rsync -r --copy-unsafe-links --remove-source-files build x",
        "rsync -rR --del --no-implied-dirs sub build",
    ]);
    approved(&[
        "rsync -r --del --max-delete 100 sub/ build",
        "rsync -r --del sub/ build --max-delete=100",
        "rsync -a --delete --progress sub/ build",
        "rsync -a --progress ../outside/d/ build",
        "rsync -rl --remove-source-files sub/ build",
        "rsync -avz --stats --human-readable --partial sub/ h:there",
    ]);
}

#[test]
fn rsync_removes_where_it_keeps_backups_and_parts_of_files() {
    refused(&[
        "rsync --partial-dir=/w/outside/d f build",
        "rsync --partial-dir /w/outside/d f build",
        "rsync --partial-dir=../../outside/d f build",
        "rsync --partial-dir=link f build",
        "rsync -a --delete --backup-dir=/w/outside/d sub/ build",
        "rsync -ab --backup-dir ../../outside/d sub/ build",
        r#"rsync -ab --backup-dir="$B" sub/ build"#,
        r#"rsync -ab --backup-dir "$B" sub/ build"#,
        "RSYNC_PARTIAL_DIR=/w/outside/d rsync --partial f build",
    ]);
    approved(&[
        "rsync -a --partial-dir=.part sub/ build",
        "rsync -a --delete --backup-dir=.old sub/ build",
        "rsync -a --backup-dir=/w/tmp/old sub/ build",
        "rsync -a --partial-dir=.part sub/ h:there",
    ]);
}

#[test]
fn find_takes_what_only_begins_as_an_operator_for_a_path() {
    refused(&[
        "find build , ../outside/d -delete",
        "find build - lnk/ -delete",
        "find build ')' ../outside/d -delete",
        r"find build '(x' ../outside/d -delete",
        "find build '!x' ../outside/d -exec rm {} +",
        "find build ',x' ../outside/d -delete",
        r"find /w/tmp/t -exec rmdir -p {} \;",
        r"find build -exec rmdir --parents {} +",
    ]);
    approved(&[
        "find build '(' -name a -o -name b ')' -delete",
        "find build ! -name a -delete",
        r"find build -type d -exec rmdir {} \;",
        r"find build \( -name a , -name b \) -print",
    ]);
}

#[test]
fn a_value_of_an_option_of_read_may_be_evaluated() {
    refused(&[
        "read -t 'a[$(rm -rf ../outside/d)]' x < f",
        "read -n 'a[$(rm -rf ../outside/d)]' x < f",
        "read -rt 'a[$(rm -rf ../outside/d)]' x < f",
        "read -t'0+a[$(rm -rf ../outside/d)]' x < f",
        r#"read -t "$1" x < f"#,
        "n='a[$(rm -rf ../outside/d)]'; read -t $n x < f",
        // The first letter that takes a value takes what is left of the word.
        "read -pt 'a[$(rm -rf ../outside/d)]' x < f",
        "read -rdn 'a[$(rm -rf ../outside/d)]' < f",
        "read -t1n 'a[$(rm -rf ../outside/d)]' x < f",
        "read -ap 'a[$(rm -rf ../outside/d)]' x < f",
        "read -p '' 'a[$(rm -rf ../outside/d)]' < f",
        // Behind a name, or where options end, there are no options.
        "read x -p 'a[$(rm -rf ../outside/d)]' < f",
        "read -- -p 'a[$(rm -rf ../outside/d)]' < f",
        "read - -p 'a[$(rm -rf ../outside/d)]' < f",
        // A prompt that falls apart is more words.
        "p='p a[`rm${IFS}../outside/f`]'; read -p $p x < f",
        "read -aPATH < f",
        "read -t PATH < f",
    ]);
    approved(&[
        "read -t 5 x < f",
        "read -t 0.5 -r x < f",
        "read -r -n 1 x < f",
        "n=5; read -t $n x < f",
        "read -rp 'go on [y/n] ' x",
        "read -p'go on [y/n] ' -n1 x",
        r#"read -p "$question [y/n] " x"#,
        "read -ra x < f",
        "read -r -d '' x < f",
    ]);
}
