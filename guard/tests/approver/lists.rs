//! The lists of the specification: every line that it quotes for the guard under the approver, row by row.
//!
//! What the guard blocks or warns of is refused (ADR 0105), whatever the check; the rows say which it is
//! here. The fixture's folder is the tree.

use std::collections::BTreeSet;
use std::sync::Arc;

use guard::Guard;
use guard::files::{Files, Memory};

use crate::{approver, request, verdict, world};

/// A line, and the id that it is refused by.
type Row = (&'static str, &'static str);

/// The targets that `rm` must not be given: the root and the home directory, however they are spelled.
const ROOT_OR_HOME: &[Row] = &[
    ("rm -rf /", "removal-outside"),
    ("rm -rf /*", "target-not-fixed"),
    ("rm -fr /", "removal-outside"),
    ("rm -Rf /", "removal-outside"),
    ("rm -r -f /", "removal-outside"),
    ("rm --recursive --force /", "removal-outside"),
    ("rm -r /", "removal-outside"),
    ("rm -rf -- /", "removal-outside"),
    ("rm -rf --no-preserve-root /", "removal-outside"),
    ("rm -rf ~", "removal-outside"),
    ("rm -rf ~/", "removal-outside"),
    ("rm -rf ~/*", "removal-outside"),
    ("rm -rf $HOME", "target-not-fixed"),
    (r#"rm -rf "$HOME""#, "target-not-fixed"),
    (r#"rm -rf "$HOME"/*"#, "target-not-fixed"),
    ("rm -rf ${HOME}", "target-not-fixed"),
    (r#"rm -rf "${HOME}/""#, "target-not-fixed"),
    ("rm -rf ./build /", "removal-outside"),
    ("sudo rm -rf /", "removal-outside"),
    ("sudo -u root rm -rf /*", "target-not-fixed"),
    ("env rm -rf ~", "removal-outside"),
    ("command rm -rf $HOME", "target-not-fixed"),
    ("/bin/rm -rf /", "removal-outside"),
    ("sh -c 'rm -rf ~'", "removal-outside"),
    ("rm -rf ~/.*", "removal-outside"),
    ("rm -rf $HOME/.*", "target-not-fixed"),
    ("rm -rf /*/", "target-not-fixed"),
    ("rm -rf ~/*/", "removal-outside"),
    ("rm -rf /$HOME", "target-not-fixed"),
    ("rm -rf //${HOME}/", "target-not-fixed"),
    ("rm -rf ${X:-$'/'}", "command-unparsable"),
    ("rm -rf ${X:+$'/'}", "command-unparsable"),
    (r"rm -rf ${X:-$'\x2f'}", "command-unparsable"),
    ("rm -rf ${!X:-/}", "command-unparsable"),
    ("rm -rf ${1:-/}", "target-not-fixed"),
    ("rm -rf ${#:+/}", "command-unparsable"),
    ("rm -rf $!/", "target-not-fixed"),
    ("rm -rf $@/", "target-not-fixed"),
    (r#"rm -rf "$1"/"#, "target-not-fixed"),
    ("rm -rf $_/", "target-not-fixed"),
    ("IFS=x; rm -rf ${U:-x/x}", "target-not-fixed"),
    ("IFS=Uv; rm -rf $HOME/x", "target-not-fixed"),
];

/// The working directory and what is above it.
const WORKING_DIRECTORY: &[Row] = &[
    ("rm -r *", "removal-outside"),
    ("rm -r .", "removal-outside"),
    ("rm -r ./", "removal-outside"),
    ("rm -r ./*", "removal-outside"),
    ("rm -r ..", "removal-outside"),
    ("rm -r ../*", "target-not-fixed"),
    ("rm -r .*", "protected-path"),
    ("rm -r */", "target-not-fixed"),
    ("rm -r ./.*", "protected-path"),
    ("rm -r $PWD", "target-not-fixed"),
    (r#"rm -r "$PWD"/*"#, "target-not-fixed"),
    ("rm $(true) -rf *", "target-not-fixed"),
    ("rm -r ../..", "removal-outside"),
    ("rm -r ../../..", "removal-outside"),
    (r#"rm -r "../../""#, "removal-outside"),
    ("rm -r .././..", "removal-outside"),
    ("rm -r x/../../..", "removal-outside"),
    ("rm -r $PWD/../..", "target-not-fixed"),
    ("rm -r ../../*", "target-not-fixed"),
    ("rm -rf ./build ../..", "removal-outside"),
];

/// Removals behind a change of directory that the line does not fix (`scratch` is no directory here).
const AFTER_CD: &[Row] = &[
    ("cd scratch && rm -rf *", "name-not-placed"),
    ("cd /tmp/build; rm -rf .", "name-not-placed"),
    ("cd scratch &&\n\nrm -rf *", "name-not-placed"),
    ("if cd scratch; then rm -rf *; fi", "name-not-placed"),
    ("for d in a b; do cd $d && rm -rf *; done", "name-not-placed"),
    ("pushd s && rm -rf *", "name-not-placed"),
    ("popd && rm -rf *", "name-not-placed"),
    ("sh -c 'cd scratch && rm -rf *'", "name-not-placed"),
];

/// Paths that begin with what may be empty.
const UNGUARDED_VARIABLE: &[Row] = &[
    (r#"rm -f "$VAR"/*"#, "target-not-fixed"),
    ("rm -rf $VAR/build", "target-not-fixed"),
    (r#"rm -rf "${VAR}"/build"#, "target-not-fixed"),
    (r#"rm "$VAR"/notes.txt"#, "target-not-fixed"),
    (r#"rm -rf "$VAR/build""#, "target-not-fixed"),
    (r#"rm -rf "$VAR"/"#, "target-not-fixed"),
    (r#"rm -rf -- "$VAR"/*"#, "target-not-fixed"),
    (r#"rm -rf ./build "$OUT"/cache"#, "target-not-fixed"),
    (r#"rm -rf "$1"/build"#, "target-not-fixed"),
    (r#"rm -rf "$A$B"/x"#, "target-not-fixed"),
    ("rm -rf ${VAR:-}/build", "target-not-fixed"),
    ("rm -rf ${VAR:+x}/build", "target-not-fixed"),
    (r#"rm -rf "${XDG:-$CACHE}"/x"#, "target-not-fixed"),
    ("rm -rf $VAR$(true)/x", "target-not-fixed"),
    ("rm -rf ${X:- }/y", "target-not-fixed"),
    (r#"sh -c 'rm -rf "$VAR"/*'"#, "target-not-fixed"),
    (r#"sh -c "rm -rf ${X:?}/a $X/b""#, "execute-string-uninspectable"),
];

/// A forced push behind everything that starts it.
const LAUNCHED: &[Row] = &[
    ("nice git push --force origin main", "registered-command"),
    ("nice -n 5 -- git push --force origin main", "registered-command"),
    ("setsid git push --force origin main", "own-text"),
    ("flock /tmp/lock git push --force origin main", "registered-command"),
    ("stdbuf -o0 git push --force origin main", "registered-command"),
    ("chroot / git push --force origin main", "registered-command"),
    ("ionice -c3 git push --force origin main", "registered-command"),
    ("eatmydata git push --force origin main", "registered-command"),
    ("chrt -f 99 git push --force origin main", "registered-command"),
    ("taskset -c 0 git push --force origin main", "registered-command"),
    ("unshare -r git push --force origin main", "registered-command"),
    ("sudo git push --force origin main", "registered-command"),
    ("xargs -I{} git push --force origin main", "registered-command"),
    (r#"busybox sh -c "gh repo delete owner/repo""#, "registered-command"),
    ("su -c 'git push --force origin main'", "registered-command"),
    ("su bob -c 'git push --force origin main'", "registered-command"),
    ("su --command='git push --force origin main'", "registered-command"),
    ("su --session-command='git push --force origin main'", "registered-command"),
    ("runuser -c 'git push --force origin main' bob", "registered-command"),
    ("script -c 'git push --force origin main' /dev/null", "registered-command"),
    ("flock L -c 'git push --force origin main'", "registered-command"),
    ("runuser -u bob -- git push --force origin main", "registered-command"),
    ("repeat 3 git push --force origin main", "tree-group-broken"),
    ("function f { git push --force origin main; }; f", "tree-group-broken"),
    ("f() { git push --force origin main; }; f", "registered-command"),
    ("git -c alias.p='push --force' p origin main", "registered-command"),
    ("git -c alias.p='!git -c alias.q=push q --force origin main' p", "git-setting"),
    ("sh -c -x 'git push --force origin main'", "registered-command"),
    ("bash -c -- 'git push --force origin main'", "registered-command"),
    ("eval -- 'git push --force origin main'", "command-unparsable"),
    ("env -S'git push --force origin main'", "registered-command"),
    ("env -i env -S 'git push --force origin main'", "registered-command"),
];

/// Behind what may start it.
const MAYBE_LAUNCHED: &[Row] = &[
    ("myrunner git push --force", "unrecognised-launcher"),
    ("watch -n1 git push --force origin main", "registered-command"),
    ("ssh host git push --force origin main", "unrecognised-launcher"),
    ("docker run img git push --force origin main", "unrecognised-launcher"),
    ("./deploy.sh git push --force origin main", "unrecognised-launcher"),
    ("git bisect run git push --force origin main", "registered-command"),
    ("git submodule foreach git push --force origin main", "registered-command"),
];

/// Scripts with something that is refused, however a shell gets them.
const SCRIPTS: &[Row] = &[
    ("bash /w/tree/s.sh", "script-runs-hazard"),
    ("sh -x /w/tree/s.sh arg", "script-runs-hazard"),
    ("source /w/tree/s.sh", "script-runs-hazard"),
    (". /w/tree/s.sh", "script-runs-hazard"),
    ("sudo bash /w/tree/s.sh", "script-runs-hazard"),
    ("sh -c 'bash /w/tree/s.sh'", "script-runs-hazard"),
    ("bash s.sh", "script-runs-hazard"),
    ("cd /w/tree/sub && bash s.sh", "script-runs-hazard"),
    ("BASH_ENV=/w/tree/e bash -c true", "variable-runs-code"),
    ("export BASH_ENV=/w/tree/e; bash -c true", "command-unparsable"),
    ("ENV=/w/tree/e sh -i -c true", "variable-runs-code"),
    ("bash < /w/tree/s.sh", "interpreter-reads-stream"),
    ("bash 3< /w/tree/s.sh 0<&3", "interpreter-reads-stream"),
    ("exec < /w/tree/s.sh; bash", "interpreter-reads-stream"),
    ("bash --rcfile /w/tree/rc -i", "interpreter-reads-stream"),
    ("HOME=/w/tree/h zsh -c true", "variable-runs-code"),
    ("/w/tree/run.sh", "script-runs-hazard"),
    ("/w/tree/plain", "script-runs-hazard"),
    ("bash --init-file <(cat /w/tree/s.sh) -i -c true", "command-unparsable"),
    ("cat /w/tree/s.sh | bash", "interpreter-reads-stream"),
    ("printf x > s.sh; bash s.sh", "script-written-then-run"),
    ("echo x | tee ok.sh; bash ok.sh", "script-written-then-run"),
    ("cp /w/tree/ok.sh new.sh; bash new.sh", "script-written-then-run"),
    ("curl -o new.sh u; bash new.sh", "script-written-then-run"),
    ("sed -i s/a/b/ ok.sh; bash ok.sh", "script-written-then-run"),
    ("tar -xzf a.tgz -C /w/tree; bash /w/tree/ok.sh", "script-written-then-run"),
    ("ln -sf s l && bash l", "script-written-then-run"),
    ("sh -c 'printf x > ok.sh' && bash ok.sh", "script-written-then-run"),
];

/// Scripts that cannot be read, and those that the line may have written.
const UNREAD_SCRIPTS: &[Row] = &[
    (r#"echo x > "$LOG"; bash ok.sh"#, "script-written-then-run"),
    ("bash /w/tree/long.sh", "script-unread"),
    ("bash /w/tree/sub", "script-unread"),
    ("bash /w/tree/many.sh", "script-runs-hazard"),
    ("bash /w/tree/binary", "script-unread"),
    ("bash /w/tree/one.sh", "script-runs-hazard"),
];

/// Lines that the guard of the specification warns of by mistake, as it says itself.
const FALSE_ALARMS: &[&str] = &["rg git push --force docs/", "grep -rn gh repo delete ."];

/// Lines that the guard of the specification lets through, and the approver too.
const ALLOWED: &[&str] = &[
    "ls -la /",
    r#"printf '%s\n' "rm -rf /""#,
    "cat > f <<'E'\nrm -rf /\nE",
    "rm -r ./build",
    "rm -r build/*",
    "rm -r node_modules",
    "rm *",
    "rm -f *.o",
    "cd scratch && ls -la",
    r#"echo "$VAR"/build"#,
    "echo 'do not run git push --force'",
    "rg 'git push --force' docs/",
    r#"git commit -m "ban git push --force""#,
    r#"flock /tmp/lock /bin/echo -c "git push --force origin main""#,
    "bash ok.sh > out.log",
    "cat ok.sh && bash ok.sh",
    "bash ok.sh; printf x > ok.sh",
    "bash -c cat < s.sh",
    "/w/tree/tool",
    "/w/tree/app.py",
    "bash missing.sh",
];

/// Stricter than the page: lines that its guard lets through, and that the approver refuses. Most are
/// removals of what the line does not fix, or outside of the tree, which the page's own approver
/// refuses. A row that is approved one day moves to [`ALLOWED`]; none may be added.
const STRICTER: &[Row] = &[
    ("rm -rf /tmp/build", "removal-outside"),
    ("rm -rf ~/scratch/build", "removal-outside"),
    (r#"rm -rf "$HOME/.cache/x""#, "target-not-fixed"),
    ("rm ~/notes.txt", "removal-outside"),
    ("rm -f /", "removal-outside"),
    ("rm -rf ${f%.*}", "target-not-fixed"),
    ("rm -rf ${p##*/}", "target-not-fixed"),
    (r#"rm -rf "${TMPDIR:-/tmp}/abcd-x""#, "target-not-fixed"),
    (r#"rm -rf "${DIR%/}/build""#, "target-not-fixed"),
    (r#"rm -rf "$HOME/${d##*/}""#, "target-not-fixed"),
    ("rm -rf $$/", "target-not-fixed"),
    ("rm -rf $?/", "target-not-fixed"),
    ("rm -rf $0/", "target-not-fixed"),
    ("rm -r .git", "protected-path"),
    (r#"rm -r "$PWD/build""#, "target-not-fixed"),
    ("rm -r ../../build", "removal-outside"),
    ("rm -r ../..x", "removal-outside"),
    ("rm -r ..x/..", "removal-outside"),
    ("rm -r .../..", "removal-outside"),
    ("rm -f ../..", "removal-outside"),
    ("cd scratch\nrm -rf ./build", "name-not-placed"),
    ("cd scratch && rm -f ./notes.txt", "name-not-placed"),
    (r#"rm -rf "${VAR:?}"/build"#, "target-not-fixed"),
    (r#"rm -rf "${TMPDIR:-/tmp}/x""#, "target-not-fixed"),
    (r#"rm -rf "${VAR%/}"/x"#, "target-not-fixed"),
    ("rm -rf ./build/$name", "target-not-fixed"),
    (r#"rm -rf "$tmp""#, "target-not-fixed"),
    (r#"rm -rf "${VAR:-${OTHER:?}}"/y"#, "target-not-fixed"),
    ("rm -rf $VAR$((1))/x", "target-not-fixed"),
    (r#"rm -rf "${X:- }"/y"#, "target-not-fixed"),
    (r#"python3 -c "print('git push --force')""#, "inline-code"),
    ("cd /w/tree/inner; bash s.sh", "script-unread"),
    ("cd nowhere && bash s.sh", "script-unread"),
    ("cd x || bash s.sh", "script-unread"),
    ("eval 'cd x' && bash s.sh", "script-unread"),
    (r#"bash "$SCRIPT""#, "execute-string-uninspectable"),
    ("ENV=/w/tree/e sh -c true", "variable-runs-code"),
];

/// The world of the lists: scripts in it are refused, but for those that are named `ok`.
fn lists() -> Memory {
    let blocked = "git push --force origin main\n";
    let many = (0..17).map(|at| format!(". /w/tree/ok{at}.sh\n")).collect::<String>();
    let start = world()
        .file("/w/tree/sub/s.sh", blocked)
        .file("/w/tree/inner/s.sh", "echo fine\n")
        .file("/w/tree/rc", blocked)
        .file("/w/tree/h/.zshenv", blocked)
        .program("/w/tree/plain", blocked)
        .program("/w/tree/app.py", "#!/usr/bin/env python3\nprint()\n")
        .file("/w/tree/many.sh", many)
        .file("/w/tree/one.sh", "bash /w/tree/two.sh\n")
        .file("/w/tree/two.sh", "bash /w/tree/three.sh\n")
        .file("/w/tree/three.sh", blocked);
    (0..17).fold(start, |files, at| files.file(format!("/w/tree/ok{at}.sh"), "echo fine\n"))
}

/// Holds rows to what they say.
#[track_caller]
fn hold(rows: impl IntoIterator<Item = Row>) {
    let files: Arc<dyn Files> = Arc::new(lists());
    let mut guard = approver();
    let wrong: Vec<_> = rows
        .into_iter()
        .map(|row| (row, verdict(guard.decide(&request(files.clone(), row.0)))))
        .filter(|(row, found)| row.1 != found)
        .collect();
    assert!(wrong.is_empty(), "row, found: {wrong:#?}");
}

/// All that the guard of the specification blocks or warns of.
fn refused() -> impl Iterator<Item = Row> {
    let lists = [
        ROOT_OR_HOME,
        WORKING_DIRECTORY,
        AFTER_CD,
        UNGUARDED_VARIABLE,
        LAUNCHED,
        MAYBE_LAUNCHED,
        SCRIPTS,
        UNREAD_SCRIPTS,
    ];
    lists.into_iter().flatten().copied()
}

#[test]
fn what_the_guard_blocks_or_warns_of_is_refused() {
    assert!(refused().all(|(_, id)| id != "allow"));
    hold(refused());
}

#[test]
fn what_the_guard_lets_through_is_approved() {
    hold(ALLOWED.iter().chain(FALSE_ALARMS).map(|line| (*line, "allow")));
}

#[test]
fn what_is_stricter_than_the_page_is_counted_and_only_shrinks() {
    assert!(STRICTER.iter().all(|(_, id)| *id != "allow"));
    hold(STRICTER.iter().copied());
    let most = 37;
    assert!(STRICTER.len() <= most, "{} rows are stricter than the page", STRICTER.len());
    let page = include_str!("../../../docs/approver.md");
    let count = format!("{} of {}", STRICTER.len(), STRICTER.len() + ALLOWED.len());
    assert!(page.contains(&count), "docs/approver.md does not say {count}");
}

#[test]
fn a_change_of_directory_that_is_known_is_no_reason_to_refuse() {
    // The guard blocks every removal behind one; the approver says where it leads.
    hold([
        ("cd sub && rm -rf *", "allow"),
        ("cd sub && rm -rf x", "allow"),
        ("cd sub && rm -f ./notes.txt", "allow"),
        ("pushd sub && rm -rf x", "allow"),
        ("cd ../outside && rm -rf *", "target-not-fixed"),
        ("cd ../outside && rm -rf d", "removal-outside"),
    ]);
}

#[test]
fn nothing_is_approved_where_the_tree_is_a_link() {
    let files: Arc<dyn Files> = Arc::new(lists().link("/w/linked", "tree"));
    let mut guard = approver();
    for line in ALLOWED {
        for tree in ["/w/linked", "/w/linked/", "/w/linked/."] {
            let mut asked = request(files.clone(), line);
            asked.tree = tree.into();
            assert_eq!(verdict(guard.decide(&asked)), "tree-missing", "{tree} {line}");
        }
    }
    // Links above it belong to the machine.
    let mut asked = request(files, "ls");
    asked.tree = "/w/linked/sub".into();
    assert_eq!(verdict(guard.decide(&asked)), "allow");
}

#[test]
fn no_line_stands_in_two_lists() {
    let lines: Vec<&str> = refused()
        .chain(STRICTER.iter().copied())
        .map(|row| row.0)
        .chain(ALLOWED.iter().chain(FALSE_ALARMS).copied())
        .collect();
    let unique: BTreeSet<&str> = lines.iter().copied().collect();
    assert_eq!(unique.len(), lines.len());
}
