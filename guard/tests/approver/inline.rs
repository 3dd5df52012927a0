//! Code that sed and awk would run.

use crate::decide;

#[track_caller]
fn all(expected: &str, scripts: &[&str]) {
    let wrong: Vec<_> = scripts
        .iter()
        .map(|script| (script, decide(script)))
        .filter(|(_, found)| found != expected)
        .collect();
    assert!(wrong.is_empty(), "not {expected}: {wrong:#?}");
}

#[test]
fn scripts_of_sed_that_run_commands_are_refused() {
    all(
        "inline-code",
        &[
            "sed e f",
            "sed '/./e ls' f",
            "sed '1els' f",
            "sed --expression='1e ls' f",
            "sed --expr '1e ls' f",
            "sed -e1e f",
            "sed -ne '1e ls' f",
            "sed f -e '1e ls'",
            "sed -i '1e ls' f",
            "sed -i '' '1e ls' f",
            "sed -l 5 '1e ls' f",
            "sed -- '1e ls' f",
            "sed 's/.*/ls; true/e' f",
            "sed 's/.*/ls/g e' f",
            "sed 's/[[:alpha:]/]/ls/e' f",
            "sed '/./s/.*/ls/e' f",
            "sed '1,+1e ls' f",
            "sed '1~2,/x/ e ls' f",
            "sed '0,/x/Ie ls' f",
            "sed '$e ls' f",
            "sed '\\cxce ls' f",
            "sed '\\,[,],e ls' f",
            "sed '/[/]/e ls' f",
            "sed '1!e ls' f",
            "sed '{e ls\n}' f",
            "sed 'y/a;e/bcd/;e ls' f",
            "sed ':l;e ls' f",
            "sed ':l e ls' f",
            "sed 'a\\\nx\\\ny\ne ls' f",
            "sed 'i\\  \ne ls' f",
            "sed 'r x\ne ls' f",
            "sed 's/a/b\\\nc/;e ls' f",
            "sed -n -e p -e 'e ls' f",
            "sed -e 'a\\' -e x -e 'e ls' f",
            "sed \"$s\" f",
            "sed $s f",
            "sed -e \"$(cat x)\" f",
            "sed -n \"1$s\" f",
            "sed \"s/a/b/$flags\" f",
            "sed 's/a' f",
            "sed 1k f",
        ],
    );
}

#[test]
fn scripts_of_sed_that_run_nothing_are_approved() {
    all(
        "allow",
        &[
            "sed -n '1,5p' f",
            "sed -n \"${from},${to}p\" f",
            "sed 's/a/b/g' f",
            "sed -i 's#x/e#y#' f",
            "sed -i.bak 's/e/E/' f",
            "sed -i '' 's/e/E/' f",
            "sed '/re/d' f",
            "sed \"s/$a/b/\" f",
            "sed \"s|x|$(pwd)|g\" f",
            "sed -e 's/x/y/' -e '/z/d' f",
            "sed 's/;e/x/' f",
            "sed 'y/abc/xyz/' f",
            "sed '/a/,/b/{s/x/y/;p}' f",
            "sed --posix 's/a/b/' f",
            "sed -E 's/[^/]*e$//;s/[\\/]e//' f",
            "sed ':a;N;$!ba;s/\\n/ /g' f",
            "sed '/x/a e ls' f",
            "sed '$a\\\ne ls' f",
            "sed -e 'a\\' -e 'e ls' f",
            "sed -n '/a/,/b/{//!p;}' f",
            "sed '1~2d;$!N;P;D # e' f",
            "sed '/x/q5' f",
            "sed -n 's/a/b/w out.e' f",
            "sed -f x.sed f",
            "sed -n '$=' f",
            "sed = f",
            "sed p e",
            "sed --version",
        ],
    );
}

#[test]
fn programs_of_awk_that_start_others_are_refused() {
    all(
        "inline-code",
        &[
            "awk 'BEGIN{if(1||0) system(\"ls\")}'",
            "awk 'BEGIN{if(1||0) \"ls\" | getline}'",
            "awk 'BEGIN{if(1||0||1) print | \"sh\"}'",
            "awk 'BEGIN{f=\"sys\" \"tem\"; @f(\"ls\")}'",
            "awk 'BEGIN{f=\"sys\" \"tem\"; @ f(\"ls\")}'",
            "awk '@include \"x\"'",
            "awk '@namespace \"x\"'",
            "awk -e 'BEGIN{@f(\"ls\")}'",
            "awk -F: -v x=y -- 'BEGIN{@f(\"ls\")}'",
            "awk --source='BEGIN{@f(\"ls\")}'",
            "awk 'BEGIN{if(1)/a\"b/; @f(\"ls\") \"}'",
            "awk '/[/\"]/{@f(\"ls\")} #\"'",
            "awk \"BEGIN{system(\\\"$x\\\")}\"",
            "awk \"$x\" f",
            "awk $x f",
            "awk -F: \"$(cat x)\" f",
            "awk \"$a$b\" f",
            "awk -e \"$x\" f",
        ],
    );
}

#[test]
fn programs_of_awk_that_start_nothing_are_approved() {
    all(
        "allow",
        &[
            "awk '{print $1}' f",
            "awk \"/$pat/ {print}\" f",
            "awk \"{print \\$$n}\" f",
            "awk -v n=\"$n\" '{print n}' \"$f\"",
            "awk -F \"$sep\" '{print $2}' f",
            "awk -F@ '{print $2}' f",
            "awk '$1 ~ /a@b/ {print}' f",
            "awk '{print \"a@b\", $1/2}' f",
            "awk '$1==1||$2==2||$3==3' f",
            "awk '{print}' a@b",
            "awk -f \"$x\" f",
            "awk --version",
        ],
    );
}
