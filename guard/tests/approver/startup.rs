//! Files that the line writes and that a program takes commands from as it starts.

use crate::decide;

fn all(expected: &str, table: &[&str]) {
    let found = table.iter().map(|script| (*script, decide(script)));
    let others: Vec<_> = found.filter(|(_, id)| id != expected).collect();
    assert!(others.is_empty(), "not {expected}: {others:#?}");
}

#[test]
fn a_shell_does_not_start_with_a_file_of_the_line() {
    all(
        "script-written-then-run",
        &[
            "echo x > ~/.bash_profile; bash -lc true",
            "echo x > ~/.bash_login; bash --login -c true",
            "echo x > ~/.profile; sh -lc true",
            "echo x > ~/.profile; sh -c -l true",
            "echo x > ~/.bashrc; bash -ic true",
            "echo x > ~/.bashrc; bash -c true",
            "echo x > ~/.bash_logout; bash -lc exit",
            "echo x > ~/.bash_aliases; bash -ic true",
            "echo x > ~/.zshenv; zsh -c true",
            "echo x > ~/.zshenv.zwc; zsh -c true",
            "echo x > \"$HOME/.zprofile\"; zsh -lc true",
            "echo x > /w/home/.mkshrc; mksh -ic true",
            "echo x > ~/.profile; env -a -sh sh -c true",
            "echo x > ~/.profile; env --argv0=-sh sh -c true",
            "echo x > ~/.profile; sudo -i true",
            "echo x > ~/.profile; su - -c true",
            "echo x > ~/.zshenv; script -qc true f",
            "echo x > ~/.profile; timeout 5 nice sh -lc true",
            "echo x > ~/.profile; find . -maxdepth 0 -exec sh -lc true \\;",
            "echo x | tee ~/.bashrc; bash -ic true",
            "cp f ~/.bashrc; bash -ic true",
            "cp dotfiles/.bashrc ~; bash -ic true",
            "cp -t ~ dotfiles/.bashrc; bash -ic true",
            "cp --target-directory=\"$HOME\" dotfiles/.bashrc; bash -ic true",
            "mv f ~/.profile; bash -lc true",
            "ln -s /w/tree/f ~/.profile; bash -lc true",
            "install -m 644 f ~/.profile; bash -lc true",
            "rsync f ~/.profile; bash -lc true",
            "cp -r dotfiles/. ~; bash -lc true",
            "tar xf x.tar -C ~; bash -lc true",
            "curl -so ~/.profile u; sh -lc true",
            "cd ~; curl -O https://h/.profile; sh -lc true",
            "sed -i s/a/b/ ~/.profile; sh -lc true",
            "sort -uo ~/.profile f; sh -lc true",
            "tool --out=/w/home/.profile; sh -lc true",
            "tool -o/w/home/.profile; sh -lc true",
            "tool \"$HOME/.profile\"; sh -lc true",
            "git show HEAD:f --output=/w/home/.profile; sh -lc true",
            // The line does not fix where it writes.
            "echo x > \"$(cat f)\"; bash -lc true",
            "read -r y < f; echo x > \"$y\"; zsh -c true",
        ],
    );
    all(
        "allow",
        &[
            "echo 'export A=1' >> ~/.bashrc",
            "echo 'export A=1' >> ~/.bashrc && grep -n A ~/.bashrc",
            "echo x > ~/.profile; sh -c true",
            "echo x > notes.md; bash -lc true",
            "echo x > \"$LOG\"; bash -lc true",
            "y=out.log; echo x > \"$y\"; bash -lc true",
            "rm -f .bashrc; bash -ic true",
            "cat ~/.bashrc; bash -lc true",
            "tar czf x.tgz sub; bash -lc true",
            "tar xzf x.tgz -C sub; bash -lc true",
            "cp f ~/notes; bash -lc true",
            "bash -lc true; echo x > ~/.bashrc",
        ],
    );
    // A shell that is told so otherwise.
    all(
        "variable-runs-code",
        &[
            "ARGV0=-sh sh -c true",
            "SSH_CLIENT=x SHLVL=0 bash -c true",
            "HOME=. bash -lc true",
            "XDG_CONFIG_HOME=. git p",
            "GIT_CONFIG_GLOBAL=f git p",
            "GIT_COMMON_DIR=sub git p",
        ],
    );
}

#[test]
fn git_does_not_start_with_a_file_of_the_line() {
    all(
        "script-written-then-run",
        &[
            "echo x > ~/.gitconfig; git p",
            "echo x > ~/.config/git/config; git p",
            "echo x > \"$XDG_CONFIG_HOME/git/config\"; git p",
            "git init -q; echo x > .git/config; git p",
            "echo x > ./sub/../.git/config; git p",
            "echo x > .GIT/config; git p",
            "echo x >> .git/config.worktree; git status",
            "echo gitdir: e > .git; git status",
            "echo x > sub/.git/config; git -C sub p",
            "echo x | tee -a .git/config; git p",
            "cp f .git/config; git p",
            "cp config .git/; git p",
            "cp -r sub .git; git p",
            "mv sub .git; git p",
            "ln -sf ../f .git/config; git p",
            "ln -s sub .git; git p",
            "sed -i s/a/b/ .git/config; git p",
            "cd .git; echo x > config; cd ..; git p",
            "cd .git && echo x > config; git p",
            "cd \"$y\"; echo x > config; git p",
            "echo exec ls > .git/rebase-merge/git-rebase-todo; git rebase --continue",
            "tool .git/config; git p",
            "tool --out .git/config; git p",
            "git archive -o .git/config HEAD; git p",
            // Hooks that a setting of before may name.
            "echo x > .husky/pre-commit; git commit -m x",
            "echo x > .githooks/pre-push; git push",
            "echo x > hooks/pre-commit; git commit -m x",
            // A folder that is a repository by what is in it.
            "echo ref: x > HEAD; echo x > config; git p",
            "git init -q --bare e; echo x > e/config; git -C e p",
            // What the line puts into a variable.
            "y=~/.gitconfig; echo x > $y; git p",
            "y=.git; echo x > $y/config; git p",
            "y=config; echo x > .git/$y; git p",
            "y=.git z=config; echo x > $y/$z; git p",
            "y=.git/config; z=$y; echo x > \"$z\"; git p",
            "y=.git; y=$y/config; echo x > \"$y\"; git p",
            "for y in a .git/config; do echo x > \"$y\"; done; git p",
            "set -- .git/config; echo x > \"$1\"; git p",
            "w() { echo x > \"$1\"; }; w .git/config; git p",
            "echo x > \"${y:-.git/config}\"; git p",
            "y='.git/conf*'; echo x > $y; git p",
            "y='a .git/config'; for z in $y; do echo x > $z; done; git p",
            "y=$(cat f); echo x > \"$y\"; git p",
            "echo x > \"$(cat f)\"; git p",
            "read -r y; echo x > \"$y\"; git p",
            "y=$(cat f); cp f \"$y\"; git p",
            "y=$(cat f); echo x | tee \"$y\"; git p",
            "y=~/.gitconfig; tool \"$y\"; git p",
            // Words that a launcher adds.
            "echo ~/.gitconfig | xargs cp f; git p",
            "echo x | xargs tee; git p",
            "find f -exec cp {} ~/.gitconfig \\;; git p",
            "find . -name x -exec tee {} \\;; git p",
            "echo .git/config | xargs sed -i s/a/b/; git p",
            // What is unpacked may be anything.
            "tar xf x.tar; git p",
            "tar -xzf x.tgz -C . && git add -A",
            "unzip -o x.zip; git p",
            "unzip -o x.zip -d sub; git -C sub p",
            "mkdir e; tar xf x.tar -C e; cd e && git p",
            "cp -r e/. .; git p",
            // A command that git keeps runs a file that is written later.
            "git config alias.p '!sh r'; echo x > r; git p",
            "git config --global alias.p \"!sh /w/tree/r\"; cp f r; git p",
            "git config core.pager 'sh r'; echo x | tee r; git -p log",
            // It starts elsewhere than it stands.
            "f() { git p; }; echo x > ~/.gitconfig; f",
            "trap 'git p' EXIT; echo x > ~/.gitconfig",
            "for i in 1 2; do git p; echo x > ~/.gitconfig; done",
            "{ sleep 1; git p; } & echo x > ~/.gitconfig; wait",
            "git p | tee ~/.gitconfig",
            "y=$(echo x > ~/.gitconfig; git p)",
            "(echo x > ~/.gitconfig); sh -c 'git p'",
            "echo x > ~/.gitconfig; timeout 5 git p",
            "echo x > ~/.gitconfig; git-p",
            "echo x > ~/.gitconfig; gh pr list",
            "echo x > ~/.gitconfig; xargs git log",
        ],
    );
    all(
        "allow",
        &[
            "echo x >> notes.md && git add -A && git commit -m x",
            "git config user.name x && git commit -m y",
            "git init && git add . && git commit -m x",
            "git init -q; git config user.email a@b; git add f && git commit -qm x",
            "echo x > .gitignore && git add .gitignore && git commit -m x",
            "echo '*.bin -text' > .gitattributes; git add -A",
            "echo target >> .git/info/exclude; git status",
            "rm -f .git/index.lock && git status",
            "rm -f .git/COMMIT_EDITMSG && git status",
            "printf 'all:\\n' > Makefile",
            "npm init -y && git add package.json",
            "cat > src/a.rs <<'E'\nfn a() {}\nE\ncargo build && git add -A",
            "echo x > config && git add config",
            "echo x > sub/config.toml; git commit -am x",
            "sed -i s/a/b/ src/*.rs; git diff",
            "grep -rl a src | xargs sed -i s/a/b/ && git commit -am x",
            "find src -name '*.rs' -exec sed -i s/a/b/ {} +; git commit -am x",
            "for y in *.md; do sed -i s/a/b/ \"$y\"; done; git add -A",
            "for y in a b; do echo x > \"$y.txt\"; done; git add -A",
            "y=build/out; echo x > \"$y/report.txt\"; git add -A",
            "y=sub; z=$y/log; echo x > \"$z\"; git status",
            "y=$(mktemp); git diff > \"$y\"; git status",
            "echo x > \"log-$(date +%F).txt\"; git add -A",
            "echo x > \"$LOG\"; git status",
            "git log > log.txt; git status",
            "git status | tee out.txt; git log",
            "cp f g; mv g h; git add h",
            "cp f sub/; ln -s f l; git status",
            "cp -r sub build; git add build",
            "cp -r build/. sub/; git add -A",
            "mkdir -p sub/x && tar xzf x.tgz -C sub/x && git add -A",
            "curl -fsSL u -o sub/x.json && git add sub",
            "curl -O https://h/x.tgz; git status",
            "npm install && git commit -am x",
            "git commit -m \"$(date)\" && git push",
            "y=$(cat f); tool \"$y\" && git tag \"$y\"",
            "pip install pre-commit && git add -A",
            "git stash; git pull; git stash pop",
            "git config alias.st status; echo x > f; git st",
            "git config core.pager cat; echo x > f; git log",
            "cat .git/config; git log",
            "ls .git/hooks; git status",
            "echo x >> ~/.ssh/known_hosts; git fetch",
            "echo x > ~/.vimrc; git commit -m x",
        ],
    );
    // A template brings hooks, and a section can take the name of another.
    all(
        "git-setting",
        &[
            "git init --template=sub e",
            "git clone --template sub . e",
            "git config --rename-section foo alias",
            "git config rename-section foo alias",
            "git clone -c core.hooksPath=sub . e",
            "git clone --config=core.fsmonitor=./x . e",
        ],
    );
    all("allow", &["git init --template=", "git clone -c user.name=x . e"]);
}

#[test]
fn other_programs_do_not_start_with_a_file_of_the_line() {
    all(
        "script-written-then-run",
        &[
            "echo x > ~/.ssh/config; ssh h true",
            "cp config ~/.ssh/; scp a h:b",
            "echo x > ~/.ssh/config; git fetch",
            "echo x > ~/.vimrc; vim f",
            "echo x > .exrc; vi f",
            "echo x > ~/.vim/plugin/x.vim; view f",
            "echo x > ~/.vimrc; git commit",
            "echo x > ~/.lesskey; less f",
            "echo x > ~/.tmux.conf; tmux ls",
            "echo x > ~/.screenrc; screen -ls",
            "echo x > ~/.wgetrc; wget u",
            "echo x > ~/.sqliterc; sqlite3 a.db .tables",
            "echo x > ~/.config/gh/config.yml; gh pr list",
            "echo x > .hg/hgrc; hg status",
            "cp -r e ~/.config; hg status",
        ],
    );
    all(
        "allow",
        &[
            "echo x > ~/.vimrc; ls",
            "ssh-keyscan h >> ~/.ssh/known_hosts; ssh h true",
            "echo x > notes; vim f",
            "echo x > a.sql; sqlite3 a.db .tables",
        ],
    );
}
