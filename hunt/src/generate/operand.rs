//! Operands: the words of an allowed script that name files, led somewhere else.
//!
//! Guards that look at paths are probed by other spellings of places that their promise covers.

use super::Facts;
use super::spelling::detour;

/// How many ways out are tried that have nothing to do with the operand.
const WAYS: usize = 40;

/// One operand of a script: what stands before it, itself without what opens it (an operator, an
/// option's name, a quote), and what follows.
struct Operand<'a> {
    before: &'a [u8],
    path: &'a [u8],
    after: &'a [u8],
}

/// What may name a file in a script: every word but its first, without options.
fn operands(script: &[u8]) -> Vec<Operand<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    for word in script.split(u8::is_ascii_whitespace) {
        let start = at;
        at += word.len() + 1;
        if start == 0 || word.is_empty() {
            continue;
        }
        let opens = |byte: &u8| matches!(byte, b'<' | b'>' | b'|' | b'&' | b'\'' | b'"' | b'@');
        let redirects = word.iter().any(|byte| matches!(byte, b'<' | b'>'));
        let mut skip = if redirects {
            word.iter().take_while(|byte| opens(byte) || byte.is_ascii_digit()).count()
        } else {
            word.iter().take_while(|byte| opens(byte)).count()
        };
        if word.starts_with(b"-") {
            match word.iter().position(|byte| *byte == b'=') {
                Some(equals) => skip = equals + 1,
                None => continue,
            }
        }
        let rest = &word[skip..];
        let closes =
            rest.iter().rev().take_while(|byte| matches!(byte, b'\'' | b'"' | b';' | b')')).count();
        let path = &rest[..rest.len() - closes];
        if !path.is_empty() {
            let from = start + skip;
            let upto = from + path.len();
            out.push(Operand { before: &script[..from], path, after: &script[upto..] });
        }
    }
    out
}

/// What an operand can be replaced by: places out of what the promise allows, and the same by way
/// of the operand's own folder, of itself, and of a name that is like it.
fn instead(path: &[u8], facts: &Facts) -> Vec<Vec<u8>> {
    let folder = path.iter().rposition(|byte| *byte == b'/').map(|slash| &path[..slash]);
    let mut out: Vec<Vec<u8>> = Vec::new();
    for folder in folder.into_iter().chain([path]) {
        let below = |place: &&Vec<u8>| {
            place.strip_prefix(folder).is_some_and(|rest| rest.starts_with(b"/"))
        };
        out.extend(facts.away.iter().filter(below).cloned());
        out.extend(facts.plain_away().map(|place| detour(folder, place)));
    }
    out.extend(facts.away_names.iter().take(4).cloned());
    out.extend(facts.away.iter().take(WAYS).cloned());
    out.extend([b"../outside/".to_vec(), b"out/".to_vec(), b"/w/outside/".to_vec()].map(
        |mut place| {
            place.extend_from_slice(path);
            place
        },
    ));
    out.extend([&b"."[..], b"..", b"/", b"~", b"*", b"./*"].map(<[u8]>::to_vec));
    for suffix in [&b"/"[..], b"/.", b"/..", b"/*", b"*", b"/../.."] {
        out.push([path, suffix].concat());
    }
    out
}

/// Every script in which one operand of this one is led somewhere else.
pub(super) fn each(script: &[u8], facts: &Facts) -> Vec<Vec<u8>> {
    let mut lists: Vec<_> = operands(script)
        .into_iter()
        .map(|operand| {
            let places = instead(operand.path, facts);
            places.into_iter().map(move |path| [operand.before, &path, operand.after].concat())
        })
        .collect();
    let mut out = Vec::new();
    // One place of each operand after the other, so that no operand waits for the others.
    while !lists.is_empty() {
        lists.retain_mut(|list| match list.next() {
            Some(script) => {
                out.push(script);
                true
            }
            None => false,
        });
    }
    out
}

/// One of them.
pub(super) fn one(script: &[u8], facts: &Facts, rng: &mut fastrand::Rng) -> Option<Vec<u8>> {
    let operands = operands(script);
    let operand = operands.get(rng.usize(..operands.len().max(1)))?;
    let places = instead(operand.path, facts);
    let path = places.get(rng.usize(..places.len().max(1)))?;
    Some([operand.before, path, operand.after].concat())
}

#[cfg(test)]
mod tests {
    use guard::{Clause, Promise};

    use super::*;

    fn away(script: &str, clauses: Vec<Clause>) -> Vec<String> {
        let world = oracle::worlds::get("range").expect("it is built in");
        let facts = Facts::of(&world, &Promise { preset: None, clauses });
        let all = each(script.as_bytes(), &facts);
        all.iter().map(|script| String::from_utf8_lossy(script).into_owned()).collect()
    }

    #[test]
    fn operands_are_words_behind_the_first() {
        for (script, expected) in [
            ("rm -rf build", &["build"][..]),
            ("echo x >build/a 2>>'b c'", &["x", "build/a", "b", "c"]),
            ("git log --output=f -- \"src\"", &["log", "f", "src"]),
            ("ls", &[]),
            ("cp a\tb\nc", &["a", "b", "c"]),
        ] {
            let found = operands(script.as_bytes());
            let found: Vec<_> =
                found.iter().map(|found| String::from_utf8_lossy(found.path)).collect();
            assert_eq!(found, expected, "{script}");
        }
    }

    #[test]
    fn operands_are_led_away() {
        let delete = Clause::Delete { globs: vec!["**".into()], by: None };
        let scripts = away("rm -rf build", vec![delete]);
        for script in [
            "rm -rf out/keep",
            "rm -rf keep",
            "rm -rf build/up/keep",
            "rm -rf build/../../outside/plain.txt",
        ] {
            assert!(scripts.contains(&script.to_owned()), "{script}: {scripts:#?}");
        }
        let write = Clause::Write(vec!["openwiki/**".into()]);
        let scripts = away("echo hi >openwiki/page.md", vec![write]);
        for script in ["echo hi >openwiki/../AGENTS.md", "echo hi >openwiki/agents.md"] {
            assert!(scripts.contains(&script.to_owned()), "{script}: {scripts:#?}");
        }
    }
}
