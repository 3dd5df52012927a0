//! What is written on the line without an operand showing it, and then run.

use crate::decide;

fn all(expected: &str, table: &[&str]) {
    let found = table.iter().map(|script| (*script, decide(script)));
    let others: Vec<_> = found.filter(|(_, id)| id != expected).collect();
    assert!(others.is_empty(), "not {expected}: {others:#?}");
}

#[test]
fn a_script_that_a_program_may_have_written_is_not_run() {
    all(
        "script-written-then-run",
        &[
            // The file stands in one word with its option.
            "sort -uook.sh f; sh ok.sh",
            "sort -mrook.sh f; sh ok.sh",
            "curl -sook.sh file:///w/tree/f; sh ok.sh",
            "curl -Dok.sh file:///w/tree/f; sh ok.sh",
            "wget -qOok.sh u; sh ok.sh",
            "wget -ook.sh -O f u; sh ok.sh",
            // It comes from an address.
            "curl -O file:///w/tree/sub/ok.sh; sh ok.sh",
            "curl --output-dir . --remote-name-all u; sh ok.sh",
            "wget file:///w/tree/sub/ok.sh; sh ok.sh",
            // It comes from a variable, a substitution, or a pattern.
            r#"y=ok.sh; sort -o "$y" f; sh ok.sh"#,
            r#"y=ok.sh; dd if=f of="$y"; sh ok.sh"#,
            r#"y=ok.sh; echo x | tee "$y"; sh ok.sh"#,
            r#"for y in ok.sh; do echo x | tee "$y"; done; sh ok.sh"#,
            r#"set -- ok.sh; echo x | tee "$@"; sh ok.sh"#,
            r#"echo x | tee "$(echo ok.sh)"; sh ok.sh"#,
            r#"echo x | tee "${y:-ok.sh}"; sh ok.sh"#,
            "echo x | tee ok.s[h]; sh ok.sh",
            r#"y=ok.sh; sed -i s/a/b/ "$y"; sh ok.sh"#,
            r#"y=ok.sh; find . -fprintf "./$y" x; sh ok.sh"#,
            // Its name has a sign that could stand before a value.
            "echo x | tee a=b; sh a=b",
            "dd if=f of=a=b; sh a=b",
            // Scripts of sed and programs of awk write.
            "sed -n 'w ok.sh' f; sh ok.sh",
            "sed 's/a/b/gw ok.sh' f; sh ok.sh",
            "sed -e p -e '1{W ok.sh' -e '}' f; sh ok.sh",
            r#"awk 'BEGIN{print "x" > "ok.sh"}'; sh ok.sh"#,
            r#"awk 'BEGIN{printf "x" >> "ok" ".sh"}'; sh ok.sh"#,
            // The rules that make has of its own run what a variable names.
            "echo x > ok.sh; make CC=./ok.sh x.o",
            "echo x > ok.sh; make -e 'CXX = ./ok.sh' x",
            "echo x > ok.sh; CC=./ok.sh make x.o",
            "echo x > ok.sh; export LD=./ok.sh; make x",
            // Git puts what it shows into a file.
            "git log -1 --format=x --output=ok.sh; sh ok.sh",
            "git diff --outp ok.sh; sh ok.sh",
        ],
    );
    all(
        "protected-path",
        &[
            "sed 's/a/b/w .abcd/x' f",
            r#"awk '{print > ".abcd/x"}' f"#,
            "sort -uo.abcd/x f",
            "git diff --output=.abcd/x",
        ],
    );
    all(
        "allow",
        &[
            "sort -u f; sh ok.sh",
            "sort -uoother f; sh ok.sh",
            r#"sort "$HOME/x"; sh ok.sh"#,
            r#"curl -s "$HOST/health" && sh ok.sh"#,
            "curl -so other u; sh ok.sh",
            "wget -qO other u; sh ok.sh",
            "sed -n '1,5p' f; sh ok.sh",
            "sed 's/world/new/' f; sh ok.sh",
            "awk '$1 > 5' f; sh ok.sh",
            "awk '{print $1}' f; sh ok.sh",
            "y=sub; find \"$y\" -name x; sh ok.sh",
            "git log --oneline; sh ok.sh",
            "echo x | tee a=b; sh ok.sh",
        ],
    );
}

#[test]
fn a_copy_that_is_made_in_place_is_not_run() {
    all(
        "script-written-then-run",
        &[
            "sed -i.sh s/a/b/ ok; sh ok.sh",
            "sed -ni.sh p ok; sh ok.sh",
            "sed --in-place=.sh s/a/b/ ok; sh ok.sh",
            "sed --in=.sh s/a/b/ ok; sh ok.sh",
            "sed -i'*.sh' s/a/b/ ok; sh ok.sh",
            "sed -i'o*.sh' -e s/a/b/ k; sh ok.sh",
            "sed -i s/a/b/ ok.sh; sh ok.sh",
            "sed -i -e s/a/b/ ok.sh; sh ok.sh",
            "sed -Ei.sh s/a/b/ ok; sh ok.sh",
        ],
    );
    all(
        "allow",
        &[
            "sed -i.bak s/a/b/ f; sh ok.sh",
            "sed -i s/a/b/ f; sh ok.sh",
            "sed -i -e s/a/b/ f g; sh ok.sh",
            "sed -E s/a/b/ f; sh ok.sh",
            "sed --in-place=.bak s/a/b/ f; sh ok.sh",
        ],
    );
}

#[test]
fn a_file_with_a_dash_may_be_written() {
    all(
        "script-written-then-run",
        &[
            "echo x | tee -- -x; sh ./-x",
            "echo x | tee -a -- -x.sh; sh ./-x.sh",
            "sort -o -y f; sh ./-y",
            "sort -o-y f; sh ./-y",
            "sort --output -y f; sh ./-y",
            "sort --output=-y f; sh ./-y",
            "curl -s -o -y u; sh ./-y",
            "cp -- f -y; sh ./-y",
        ],
    );
    all("allow", &["echo x | tee -a other; sh ok.sh", "sort -n -o other f; sh ok.sh"]);
}

#[test]
fn a_script_that_the_line_wrote_is_not_taken_by_sed_or_awk() {
    all(
        "script-written-then-run",
        &[
            "echo x > s; sed -f s f",
            "echo x > s; sed -nf s f",
            "echo x > s; sed -Ef s f",
            "echo x > s; sed -Efs f",
            "echo x > s; sed -rnfs f",
            "echo x > s; sed --file=s f",
            "echo x > s; sed --fil s f",
            "echo x > s; sed -e p -f s f",
            "echo x > s; sed -e p -Ef ./s f",
            "echo x > s; awk -f s f",
            "echo x > s; awk -fs f",
            "echo x > s; gawk -E s f",
            "echo x > s.awk; gawk -f s f",
            "echo x > s; gawk --exec=s",
            "echo x > s; mawk -Wexec s",
            "echo x > s; awk -W file=s f",
            "echo x > s; awk -F: -v a=f -f s f",
            r#"y=s; echo x > s; sed -f "$y" f"#,
            "echo x | tee s; sed -f s f",
        ],
    );
    all(
        "allow",
        &[
            "echo x > other; sed -es/f/x/ f",
            "echo x > f; sed -es/f/x/ f",
            "echo x > f; sed -Ee s/f/x/ f",
            "echo x > f; sed -E s/a/b/ f",
            "echo x > f; sed -ne /f/p f",
            "echo x > f; awk -Ff '{print $1}' f",
            "echo x > f; awk -vf=1 '{print f}' f",
            "echo x > other; awk -F: '{print $1}' f",
        ],
    );
}

#[test]
fn files_that_awk_is_told_to_write_are_not_run() {
    all(
        "script-written-then-run",
        &[
            "gawk -ook.sh 'BEGIN {}'; sh ok.sh",
            "awk -ook.sh 'BEGIN {}'; sh ok.sh",
            "awk -dok.sh 'BEGIN {}'; sh ok.sh",
            "awk -pok.sh 'BEGIN {}'; sh ok.sh",
            "awk -nook.sh 'BEGIN {}'; sh ok.sh",
            "awk --profile=ok.sh 'BEGIN {}'; sh ok.sh",
            "awk --pretty-print=ok.sh 'BEGIN {}'; sh ok.sh",
            "awk --dump-var=ok.sh 'BEGIN {}'; sh ok.sh",
            "awk -o 'BEGIN {}'; sh awkprof.out",
            "awk -d 'BEGIN {}'; sh awkvars.out",
        ],
    );
    all("allow", &["awk -oother 'BEGIN {}'; sh ok.sh", "awk -v a=ok.sh 'BEGIN {}'; sh ok.sh"]);
}

#[test]
fn code_that_awk_includes_is_refused_before_what_it_writes() {
    all(
        "inline-code",
        &[
            "awk -i inplace '{print}' ok.sh; sh ok.sh",
            "awk --include=inplace '{print}' ok.sh; sh ok.sh",
            "echo x > s; gawk -i s 'BEGIN {}'",
            "echo x > s; gawk --include s 'BEGIN {}'",
            // For GNU's sed the suffix is the script.
            "sed -i .sh s/a/b/ ok; sh ok.sh",
        ],
    );
}

#[test]
fn files_that_a_download_names_itself_are_not_run() {
    all(
        "script-written-then-run",
        &[
            "curl -o 'o#1.sh' 'file:///w/tree/{k,l}'; sh ok.sh",
            "curl -so'#1' 'file:///w/tree/{ok.sh,l}'; sh ok.sh",
            "curl --output '#1.sh' 'file:///w/tree/{ok,l}'; sh ok.sh",
            "curl -w '%output{ok.sh}x' u; sh ok.sh",
            "curl -sw'%output{ok.sh}x' u; sh ok.sh",
            "curl --write-out '%output{>>ok.sh}x' u; sh ok.sh",
            "curl -w @fmt u; sh ok.sh",
            "echo x > cfg; curl -K cfg; sh ok.sh",
            "curl -Kcfg; sh ok.sh",
            "curl -sKcfg; sh ok.sh",
            "curl --config cfg; sh ok.sh",
            "curl --conf=cfg; sh ok.sh",
            "wget -nvOok.sh u; sh ok.sh",
            "wget -qcO ok.sh u; sh ok.sh",
            "wget -U O u/ok.sh; sh ok.sh",
            "wget -UO u/ok.sh; sh ok.sh",
            "wget --user-agent -O u/ok.sh; sh ok.sh",
            "wget -o O u/ok.sh; sh ok.sh",
            "wget -oO u/ok.sh; sh ok.sh",
        ],
    );
    all(
        "allow",
        &[
            "curl -s -o other -w '%{http_code}' u; sh ok.sh",
            "curl -XPOST https://h/x; sh ok.sh",
            "wget -q -O other u; sh ok.sh",
        ],
    );
}

#[test]
fn a_variable_of_make_does_not_run_what_the_line_wrote() {
    all(
        "script-written-then-run",
        &[
            "echo x > k; CC='sh k' make",
            "echo x > k; CC='./k -O2' make",
            "echo x > k; CC='ccache ./k' make CFLAGS=-O2; ./k",
            "echo x > k; make CC='./k -O2'",
            "echo x > k; make CC='sh k'",
            "echo x > k; make CC=@./k",
            "echo x > k; make CC='-./k -O2'",
            "echo x > k; make COMPILE.c=./k",
            "echo x > k; make LEX.l=./k",
            "echo x > k; make LINK.o='./k -x'",
            "echo x > k; make TOOL=./k",
            "echo x > k; make TOOL='./k -x'",
            "echo x > k; env COMPILE.c=./k make",
            r#"y=./k; echo x > k; make CC="$y""#,
        ],
    );
    all(
        "allow",
        &[
            "make CC='gcc -O2'",
            "make CC=clang CFLAGS='-O2 -g'",
            "CC='gcc -O2' make",
            "echo x > f; make CC=/usr/bin/gcc",
            "echo x > f; make CFLAGS='-I./inc -O2'",
            "make PYTHONPATH=src",
        ],
    );
}

#[test]
fn a_job_is_not_named_by_a_number() {
    all(
        "own-text",
        &[
            "n=1; sleep 9 & kill \"%$n\"",
            "sleep 9 & kill %1",
            "sleep 9 & kill \"%$1\"",
            "sleep 9 & wait %$n",
        ],
    );
    // As the name of a command it is refused before.
    all("command-unparsable", &["sleep 9 & %1", "sleep 9 & %-", "sleep 9 & '%1'"]);
    all(
        "allow",
        &["sleep 9 & kill $!", "sleep 9 & kill %%", "sleep 9 & kill %sleep", "sleep 9 & wait"],
    );
}
