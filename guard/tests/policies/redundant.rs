//! Checks that no script needs: whatever they refuse, another check refuses as well.
//!
//! A hunt shows for every other check scripts that only it refuses. For these there are none, which
//! is shown here on many scripts that they do refuse: a hunt makes few of those.

use std::collections::{BTreeMap, HashSet};

use guard::policy::argv::Argv;
use guard::policy::docs_only::DocsOnly;
use guard::{Answer, Guard, Verdict};

use super::request;

/// How many distinct scripts are looked at for each check.
const SCRIPTS: usize = 100_000;

/// What denies a script, if anything does.
fn denied_by(answer: Answer) -> Option<String> {
    match answer {
        Answer::Verdict(Verdict::Deny { id, .. }) => Some(id),
        _ => None,
    }
}

/// The checks that still deny what this one denies, each with how often.
fn shadows(
    guard: &mut dyn Guard,
    check: &str,
    script: impl Fn(&mut fastrand::Rng) -> Vec<u8>,
) -> BTreeMap<String, usize> {
    let mut random = fastrand::Rng::with_seed(0x7261_7020);
    let mut seen = HashSet::new();
    let mut shadows = BTreeMap::new();
    for _ in 0..SCRIPTS * 20 {
        if seen.len() == SCRIPTS {
            break;
        }
        let script = script(&mut random);
        let request = request(&script);
        let refused = guard.refusals(&request).expect("an in-process policy");
        if !refused.contains(&check) || !seen.insert(script.clone()) {
            continue;
        }
        let answer = guard.decide_without(check, &request).expect("it has this check");
        let Some(other) = denied_by(answer) else {
            panic!("only {check} denies {:?}", String::from_utf8_lossy(&script));
        };
        *shadows.entry(other).or_default() += 1;
    }
    assert_eq!(seen.len(), SCRIPTS, "too few scripts that {check} refuses");
    shadows
}

/// Some of these pieces in a row.
fn pieces(random: &mut fastrand::Rng, from: &[&str], most: usize) -> String {
    (0..random.usize(0..=most)).map(|_| from[random.usize(0..from.len())]).collect()
}

#[test]
fn a_text_that_names_the_claims_is_no_form_of_the_list() {
    const AROUND: &[&str] = &[
        "pwd",
        "git rev-parse HEAD",
        "git",
        " ",
        "\t",
        "\n",
        "\r",
        "\u{a0}",
        "'",
        "\"",
        "`",
        "=",
        ";",
        "|",
        "&",
        "(",
        ")",
        "/",
        "cat ",
        "x",
        "#",
        "$",
        "\\",
        "<",
        ">",
        "./",
        "rm -f ",
        "\0",
        "{",
        "}",
    ];
    const NAMES: &[&str] = &[
        "openwiki/.claims",
        "OPENWIKI/.claims",
        "openwiki\\.claims",
        "Openwiki/.Claims/page.json",
    ];
    let shadows = shadows(&mut DocsOnly::default(), "claims-text", |random| {
        let (before, after) = (pieces(random, AROUND, 6), pieces(random, AROUND, 6));
        format!("{before}{}{after}", NAMES[random.usize(0..NAMES.len())]).into_bytes()
    });
    let by: Vec<&str> = shadows.keys().map(String::as_str).collect();
    assert_eq!(by, ["docs-only-end", "docs-only-separator", "docs-only-words"]);
}

#[test]
fn a_text_of_whitespace_has_no_executable() {
    const SPACES: &[&str] = &[
        " ", "\t", "\n", "\r", "\u{b}", "\u{c}", "\u{1c}", "\u{1d}", "\u{1e}", "\u{1f}", "\u{85}",
        "\u{a0}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{3000}",
    ];
    for (check, shadow) in [("empty", "no-words"), ("no-words", "empty")] {
        let shadows =
            shadows(&mut Argv::new(), check, |random| pieces(random, SPACES, 12).into_bytes());
        assert_eq!(shadows.keys().collect::<Vec<_>>(), [shadow]);
    }
}
