use super::*;
use guard::syntax;

fn reader(script: &str) -> List {
    let reading = syntax::read(script.as_bytes());
    assert!(reading.doubts.is_empty(), "{script:?}: {:?}", reading.doubts);
    reader::plain(&reading.script)
}

#[test]
fn the_same_script_has_one_plain_form() {
    for script in [
        "a b 'c d' \"e\" \\f g\"h\"'i'",
        "a && b || c; d & e | f\n! g",
        "x=1 y='2 3' a >f 2>&1 <g 3>&- >>h",
        "a $x \"$x\" ${x:-$(b)} `c d` $((1 + 2))",
        "{ a; b; } >f; ( c; d ) | e",
        "if a; then b; elif c; then d; else e; fi",
        "while a; do b; done; until c; do d; done",
        "for x in a 'b c' $y; do d; done",
        "case $x in a | 'b') c;; (*.d) e;; esac",
        "f() { a; }; f",
        "cat <<E >f\na $x\nE\nb",
        "cat <<'E'\na $x\nE\nb",
        "a *.c [!x]* ?",
        "a ~ ~/b c~",
        "a \"b\\\"c\\$d\\\\\" e",
    ] {
        let own = reader(script);
        for peer in Peer::ALL {
            match ask(peer, script.as_bytes()) {
                Opinion::Read(other) => {
                    assert_eq!(differences(&own, &other), [], "{script:?}: {}", peer.name());
                }
                other => panic!("{script:?}: {}: {other:?}", peer.name()),
            }
        }
    }
}

#[test]
fn each_aspect_has_its_difference() {
    let aspects = |one: &str, other: &str| -> Vec<Aspect> {
        differences(&reader(one), &reader(other)).into_iter().map(|(aspect, _)| aspect).collect()
    };
    assert_eq!(aspects("a b", "a c"), [Aspect::Words]);
    assert_eq!(aspects("a b", "a $b"), [Aspect::Words]);
    assert_eq!(aspects("a 'b c'", "a b c"), [Aspect::Words]);
    assert_eq!(aspects("a '*'", "a *"), [Aspect::Words]);
    assert_eq!(aspects("x=1 a", "x=2 a"), [Aspect::Words]);
    assert_eq!(aspects("a >f", "a >g"), [Aspect::Redirections]);
    assert_eq!(aspects("a >f", "a 2>f"), [Aspect::Redirections]);
    assert_eq!(aspects("a >&2", "a 1>&2"), []);
    assert_eq!(aspects("a; b", "a\nb"), []);
    assert_eq!(aspects("a; b", "a & b"), [Aspect::Separators]);
    assert_eq!(aspects("a && b", "a || b"), [Aspect::Separators]);
    assert_eq!(aspects("a; b", "a"), [Aspect::Commands, Aspect::Separators]);
    assert_eq!(aspects("(a)", "{ a; }"), [Aspect::Commands, Aspect::Separators]);
    assert_eq!(aspects("a $(b)", "a $(c)"), [Aspect::Words]);
}

#[test]
fn a_parser_that_fails_is_no_harm() {
    // brush-parser panics on the descriptor, and takes minutes for the parentheses.
    assert_eq!(ask(Peer::Brush, b"a 1000000000000>f"), Opinion::None(Silence::Panicked));
    let open = "(".repeat(40);
    assert_eq!(ask(Peer::Brush, open.as_bytes()), Opinion::None(Silence::TooMuch));
    assert_eq!(ask(Peer::Conch, b"a \xff"), Opinion::None(Silence::NotText));
    assert!(matches!(ask(Peer::Brush, b"a ("), Opinion::Refuses(_)));
}

#[test]
fn shells_decide() {
    let own = reader("a b && c");
    let run = |status, argvs: &[&[&str]]| Ran {
        plain: true,
        status,
        argvs: argvs
            .iter()
            .map(|argv| argv.iter().map(|word| word.as_bytes().to_vec()).collect())
            .collect(),
        ..Ran::default()
    };
    let runs = [run(0, &[&["a", "b"], &["c"]]), run(1, &[&["a", "b"]])];
    let of = |script: &str, runs: &[Ran]| decide(&own, &Opinion::Read(reader(script)), runs);
    assert_eq!(of("a b && c", &runs), None);
    assert_eq!(of("a d && c", &runs), Some(Decision::Reader));
    assert_eq!(of("a b || c", &runs), Some(Decision::Reader));
    assert_eq!(of("a b; c", &runs), Some(Decision::Reader));
    let parts =
        decide(&reader("a $x"), &Opinion::Read(reader("a \\$$x")), &[run(0, &[&["a", "1", "2"]])]);
    assert_eq!(parts, Some(Decision::Reader));
    let undecided = Some(Decision::Undecided("what was run fits both"));
    assert_eq!(of("a b; c", &runs[..1]), undecided);
    assert_eq!(of("a d && c", &[]), Some(Decision::Undecided("it was not run")));
    assert_eq!(missed(&own, &runs[0]), None);
    assert!(missed(&own, &run(1, &[&["a", "b"], &["c"]])).is_some());
    let refused = Opinion::Refuses(String::new());
    assert_eq!(decide(&own, &refused, &runs), Some(Decision::Reader));
}
