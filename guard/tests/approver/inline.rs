//! Code that interpreters would run: sed, awk, and others by their options.

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

#[test]
fn modules_that_hold_code_of_the_line_are_refused() {
    all(
        "inline-code",
        &[
            "python3 -m timeit 'import os'",
            "python3 -mtimeit -s 'import os' x",
            "python3 -Bm timeit 'import os'",
            "python3 -m timeit \"$x\"",
            "python3 -m pdb -c 'import os' x.py",
            "python3 -m pdb",
            "python3 -m cProfile -m timeit 'import os'",
            "python3 -m trace --module timeit 'import os'",
            "python3 -m cProfile /dev/stdin",
            "python3 -m cProfile -o out /dev/stdin",
            "python3 -m code",
            "python3 -m $x",
            "perl '-MFoo;unlink(q(x))' x.pl",
            "perl -M'Foo;unlink(q(x))' x.pl",
            "perl -m'Foo;unlink(q(x))' x.pl",
            "perl -M \"Foo;$x\" x.pl",
            "ruby -r/dev/stdin x.rb",
            "ruby -r /dev/stdin x.rb",
            "node -r /dev/stdin x.js",
            "node --import 'data:text/javascript,x' x.js",
            "node --require ./x.js y.js",
            "gawk -f /dev/stdin f",
            "gawk -E /dev/stdin f",
            "gawk -i /dev/stdin '{print}' f",
            "gawk -l /dev/stdin '{print}' f",
            "gawk --load=/dev/stdin '{print}' f",
            "php -r 'x();'",
            "php -R 'x();'",
            "php -B 'x();'",
            "php -E 'x();'",
            "php -d auto_prepend_file=x y.php",
            "lua -e 'x()'",
            "lua -l /dev/stdin x.lua",
        ],
    );
}

#[test]
fn modules_that_hold_no_code_of_the_line_are_approved() {
    all(
        "allow",
        &[
            "python3 -m pytest -c x.ini",
            "python3 -m pip install x",
            "python3 -m http.server 8000",
            "python3 -m json.tool f",
            "python3 -m venv env",
            "python3 -m timeit --help",
            "python3 -m cProfile -o out x.py",
            "python3 -m cProfile -m pytest",
            "python3 -m trace --count x.py",
            "python3 -m coverage run -m pytest",
            "python3 -m pdb x.py",
            "perl -MFoo::Bar=baz,qux x.pl",
            "perl -Mstrict x.pl",
            "perl -Ilib x.pl",
            "ruby -rjson x.rb",
            "ruby -r json x.rb",
            "node -r dotenv x.js",
            "gawk -l readdir '{print}' f",
            "php -d memory_limit=1G x.php",
            "lua -l foo x.lua",
        ],
    );
}

#[test]
fn what_the_line_puts_into_a_script_of_sed_or_a_program_of_awk_can_be_code() {
    all(
        "inline-code",
        &[
            r#"x=e; sed "1$x ls" f"#,
            r#"x=e; sed "1${x%y} ls" f"#,
            r#"x=/e; sed "s/.*/ls$x/" f"#,
            r#"x='/e;s/q'; sed "s/.*/ls$x/" f"#,
            r#"x=ae; sed "sa.*a${x}a" f"#,
            r#"x='|e;s|q'; sed "s|.*|ls$x|" f"#,
            r#"sed -n "$(echo '1e ls')p" f"#,
            r#"sed "s/.*/ls$(printf '/\145;s/q')/" f"#,
            r#"sed "1${u:-e} ls" f"#,
            r#"sed "1$(date +e) ls" f"#,
            r#"echo e > x; sed "1$(cat x) ls" f"#,
            r#"echo e | sed "1$(cat) ls" f"#,
            r#"for x in e; do sed "1$x ls" f; done"#,
            r#"y=1; for i in 1 2; do sed "1$x ls" f; x=e; done"#,
            r#"y=e; x=$y; sed "1$x ls" f"#,
            r#"set -- e; sed "1$1 ls" f"#,
            r#"echo e | while read -r x; do sed "1$x ls" f; done"#,
            r#"echo e | while read -r; do sed "1$REPLY ls" f; done"#,
            r#"s() { sed "1$1 ls" f; }; s e"#,
            r#"s() { sed "1$x ls" f; }; x=e; s"#,
            r#"x=e sh -c 'sed "1$x ls" f'"#,
            r#"env x=e sh -c 'sed "1$x ls" f'"#,
            r#"sh -c 'sed "1$1 ls" f' _ e"#,
            r#"set -e; sed "1$- ls" f"#,
            r#"x=q; sed "b$x
e ls" f"#,
            r#"x='system("ls")'; awk "BEGIN{$x}""#,
            r#"x=$(printf 'system("ls")'); awk "BEGIN{print 1;$x}""#,
            r#"x=$(printf '"ls"|"sh"'); awk "BEGIN{print $x}""#,
            r#"x=sys; y=tem; awk "BEGIN{$x$y(1)}""#,
            r#"set -- 'system("ls")'; awk "BEGIN{$1}""#,
            r#"for x in 'system("ls")'; do awk '{'"$x"'}' f; done"#,
        ],
    );
    all(
        "allow",
        &[
            r#"n=5; sed -n "${n}p" f"#,
            r#"from=1; to=9; f=x.txt; sed -n "${from},${to}p" "$f""#,
            r#"n=$(wc -l < f); sed -n "${n}p" f"#,
            r#"n=$(grep x f | wc -l); sed "1,${n}d" f"#,
            r#"for n in 1 2 3; do sed -n "${n}p" f; done"#,
            r#"x=abc; sed "s/old/$x/g" f"#,
            r#"x=v1.2-rc; sed -i "s/old/$x/g" f"#,
            r#"x=src/a; sed "s|old|$x|g" f"#,
            r#"v=$(cat f); sed "s/old/$v/" f"#,
            r#"sed "s/HEAD/$(git rev-parse --short HEAD)/" f"#,
            r#"sed "s/now/$(date +%Y-%m-%d)/" f"#,
            r#"for x in a b; do sed -i "s/old/$x/" "$x.txt"; done"#,
            r#"n=2; awk "{print \$$n}" f"#,
            r#"n=x; awk -v n="$n" '{print n}' f"#,
            r#"echo a | while read -r x; do echo "$x"; done; sed -n "${n}p" f"#,
        ],
    );
}

#[test]
fn code_in_options_of_interpreters_is_refused() {
    all(
        "inline-code",
        &[
            "deno eval x",
            "bun -e x",
            "tsx -e x",
            "ts-node -pe x",
            "raku -e x",
            "jython -c x",
            "hy -c x",
            "pwsh -c x",
            "pwsh -NoProfile -Command x",
            "powershell -EncodedCommand x",
            "clojure -e x",
            "bb -e x",
            "crystal eval x",
            "ghc -e x",
            "gs -c x",
            "iex -e x",
            "kotlin -e x",
            "mix run -e x; mix -e x",
            "mongosh --eval x",
            "mongosh --eval=x",
            "ocaml -e x",
            "rails runner x",
            "bin/rails r x",
            "swift -e x",
            "tarantool -e x",
            // gcc starts its parts by what stands behind this.
            "gcc -wrapper rm,-rf,../outside,-- x.c",
            "x86_64-linux-gnu-g++-12 x.c -wrapper gdb,--args",
        ],
    );
    all(
        "allow",
        &[
            "deno test -A",
            "bun test",
            "tsx x.ts -e 1",
            "swift build -c release",
            "mix test",
            "rails server -e test",
            "ghc --make x.hs",
            "clojure -M:test",
            "brew install swift ocaml mix rails",
            "gcc -c -o x.o x.c",
            "pwsh x.ps1",
        ],
    );
}
