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
            r#"x=e; sed "1$x p" f"#,
            r#"x=e; sed "1${x%y} p" f"#,
            r#"x=/e; sed "s/.*/ls$x/" f"#,
            r#"x='/e;s/q'; sed "s/.*/ls$x/" f"#,
            r#"x=ae; sed "sa.*a${x}a" f"#,
            r#"x='|e;s|q'; sed "s|.*|ls$x|" f"#,
            r#"sed -n "$(echo '1e ls')p" f"#,
            r#"sed "s/.*/ls$(printf '/\145;s/q')/" f"#,
            r#"sed "1${u:-e} p" f"#,
            r#"sed "1$(date +e) p" f"#,
            r#"echo e > x; sed "1$(cat x) p" f"#,
            r#"echo e | sed "1$(cat) p" f"#,
            r#"for x in e; do sed "1$x p" f; done"#,
            r#"y=1; for i in 1 2; do sed "1$x p" f; x=e; done"#,
            r#"y=e; x=$y; sed "1$x p" f"#,
            r#"set -- e; sed "1$1 p" f"#,
            r#"echo e | while read -r x; do sed "1$x p" f; done"#,
            r#"echo e | while read -r; do sed "1$REPLY p" f; done"#,
            r#"s() { sed "1$1 p" f; }; s e"#,
            r#"s() { sed "1$x p" f; }; x=e; s"#,
            r#"x=e sh -c 'sed "1$x p" f'"#,
            r#"env x=e sh -c 'sed "1$x p" f'"#,
            r#"sh -c 'sed "1$1 p" f' _ e"#,
            r#"set -e; sed "1$- p" f"#,
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
            r#"f=data.csv; awk '$3 > 5 {print $1}' "$f"; sed -n 1,5p "$f"; sort "$f""#,
            r#"echo a | while read -r x; do echo "$x"; done; sed -n "${n}p" f"#,
        ],
    );
}

#[test]
fn what_the_line_sets_is_its_own_whatever_the_name() {
    all(
        "inline-code",
        &[
            r#"PWD=e; sed -n "1$PWD p" f"#,
            r#"env RANDOM=e dash -c 'sed -n "1$RANDOM p" f'"#,
            r#"psvar=e; sed "1$PSVAR p" f"#,
            r#"MANPATH=e; sed "1$manpath p" f"#,
            r#"e() { sed -n "1$0 p" f; }; e"#,
            r#"f() { g; }; g() { sed "1$x p" f; }; y=e; x=$y; f"#,
            r#"foo x=e sh -c ls; x=e; sed "1$x p" f"#,
            r#"env SECONDS=e dash -c 'sed -n "1$SECONDS p" f'"#,
            r#"watch=e; sed "1$WATCH p" f"#,
            r#"printf '%s\n' '/e;s/q/' | xargs -IX env y=1 x=X sh -c 'sed "s/.*/ls$x/" f'"#,
        ],
    );
    all("command-unparsable", &[r#"UID=e; sed -n "1$UID p" f"#, r#"EUID=e; sed -n "1$EUID p" f"#]);
    all(
        "program-name-unknown",
        &[r#"printf '%s\n' '/e;s/q/' | xargs -IX env x=X sh -c 'sed "s/.*/ls$x/" f'"#],
    );
    all(
        "allow",
        &[
            r#"sed -n "$((RANDOM % 9 + 1))p" f"#,
            r#"f() { sed -n "${1}p" f; }; f 5"#,
            r#"mkdir -p out && sed "s|@ROOT@|$PWD|g" f"#,
            r#"mkdir -p out && sed "s|@ROOT@|$(pwd)|g" f"#,
        ],
    );
}

#[test]
fn a_piece_of_what_is_not_of_the_line_is_chosen_by_the_line() {
    all(
        "inline-code",
        &[
            r#"sed -n "1${PWD##*tre} p" f"#,
            r#"awk "BEGIN{syst${PWD##*tre}m(\"ls\")}""#,
            r#"sed -n "1$(head -c1 f) p" f"#,
            r#"sed -n "1$(tail -c 1 f) p" f"#,
            r#"sed -n "1$(head -1 f f) p" f"#,
            r#"for x in [e]; do sed "1$x p" f; done"#,
            r#"sed "1$(ls e) p" f"#,
            r#"sed "1$(git rev-parse HEAD | cut -c 1) p" f"#,
            r#"sed "1$(uname) p" f"#,
        ],
    );
    all(
        "allow",
        &[
            r#"sed "s|x|${HOME%/}|" f"#,
            r#"sed "s/old/$(head -n 1 f)/" f"#,
            r#"sed "s/old/$(tail -1 f)/" f"#,
            r#"sed "s/old/$(cat build/device.txt)/" f"#,
            r#"sed "s/old/$(cat src/processor.txt)/" f"#,
            r#"n=$(grep -c x f); sed -n "${n}p" f"#,
            r#"start=$(grep -n x f | head -1 | cut -d: -f1); sed -n "${start},\$p" f"#,
            r#"for f in *.txt; do sed "s/x/$f/" f; done"#,
        ],
    );
}

#[test]
fn outputs_hold_what_their_options_say() {
    all(
        "inline-code",
        &[
            r#"sed "s/a/$(ls -l --time-style='+/;1e ls #' f)/" f"#,
            r#"sed "s/a/$(head --lines=1 f)/" f"#,
            r#"sed "s/a/$(cat -A f)/" f"#,
            r#"sed "s:.*:ls$(date +:)e;y:g;s:bcd: #:" f"#,
            r#"sed "s-.*-ls$(date +%F)e;y-g;s-bcd- #-" f"#,
            r#"sed "s-.*-ls$((0-1))e;y-g;s-bcd- #-" f"#,
            r#"sed "s .* $(date +%d) " f"#,
            r#"sed "s1.*1ls$((1))e1" f"#,
            r#"sed "s/a/$(cat /dev/stdin)/" f"#,
            r#"sed "s/a/$(grep -c x f e)/" f"#,
            r#"touch e; start=$(grep -n x e | head -1 | cut -d: -f1); sed -n "${start},\$p" f"#,
            r#"start=$(grep -n x f | cut -d: -f2); sed -n "1$start p" f"#,
        ],
    );
    all(
        "allow",
        &[
            r#"sed "s/now/$(date +%s)/" f"#,
            r#"sed "s|now|$(date)|" f"#,
            r#"sed "s|now|$(date '+%Y-%m-%d %H:%M')|" f"#,
            r#"sed "s/who/$(whoami)/" f"#,
            r#"sed "$(date +%d)q" f"#,
        ],
    );
}

#[test]
fn what_may_be_empty_joins_what_stands_around_it() {
    all(
        "inline-code",
        &[
            r#"sed "s/[$u]/X/;a ].*/ls #/e" f"#,
            r#"sed "s/[^$u]/X/;a ].*/ls #/e" f"#,
            r#"x=:alpha:; sed "s/[[$x]/X/;a ]/ls #/e" f"#,
            r#"awk "BEGIN{sys${u}tem(\"ls\")}""#,
            r#"awk "BEGIN{sys$(( 1 ))tem(\"ls\")}""#,
            r#"sed -n p ${u}-e "1e p" f"#,
            r#"sed -n p "$u"-e'1e ls' f"#,
            r#"sed -l $u p "1e p""#,
            r#"awk -F $u 1 "BEGIN{$x}""#,
        ],
    );
    all(
        "allow",
        &[
            r#"sed "s/[a$u]/X/" f"#,
            r#"sed -n p "$u" f"#,
            r#"sed -i "s/[[:space:]]*$x/y/" "$dir/f""#,
            r#"awk -F: "/$x/{print}" "$f""#,
        ],
    );
}

#[test]
fn values_split_into_words_and_options() {
    all(
        "inline-code",
        &[
            r#"x=-e1els; sed -n p "$x" f"#,
            r#"x='a -e 1e./ok.sh -e a'; sed s!$x!b! f"#,
            r#"x=a,-e,1e./ok.sh,-e,a; IFS=,; sed s!$x!b! f"#,
        ],
    );
    all(
        "allow",
        &[
            r#"x=abc; sed s/old/$x/g f"#,
            r#"f=x.txt; sed -n 1p $f"#,
            r#"x='a b'; sed "s/old/$x/g" "$f""#,
        ],
    );
}

#[test]
fn what_comes_later_reaches_what_runs_again() {
    all(
        "inline-code",
        &[
            r#"for i in 1 2 3; do sed -n "1$x p" f; x=$y; y=e; done"#,
            r#"for i in 1 2 3 4 5; do sed -n "1$x p" f; x=$y; y=$z; z=$v; v=e; done"#,
            r#"s() { sed -n "1$x p" f; x=$y; y=$z; z=e; }; s; s; s; s"#,
            r#"trap 'sed -n "1$x p" f; x=$y; y=e' USR1; sleep 1; kill -USR1 $$"#,
            r#"trap 'sed "1$(cat x) p" f' EXIT; echo e > x"#,
            r#"{ sleep 1; sed "1$(cat x) p" f; } & echo e > x; wait"#,
            r#"{ sleep 1; sed "1$(cat x) p" f; } | echo e > x"#,
            r#"a=1; b=2; while read -r l; do sed "1$a" f; a=$b; b=$c; c=$d; d=$g; g=$h; h=$i; i=$j; j=$k; k=$l; done < f"#,
        ],
    );
    all(
        "allow",
        &[
            r#"for i in 1 2 3; do n=$((i+1)); sed -n "${n}p" f; done"#,
            "./ok.sh | tail -5",
            r#"sed "s/x/$(cat f)/" f"#,
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

#[test]
fn arguments_are_the_positional_parameters_of_a_script() {
    all(
        "script-runs-hazard",
        &["./line.sh e", "sh ./line.sh e", "set -- e; . ./line.sh", "set -- 5; ./line.sh e"],
    );
    all("allow", &["./line.sh 5", "./line.sh"]);
}
