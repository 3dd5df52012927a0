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
