//! Mutations: small changes of a script, by bytes and by words.
//!
//! Guards that allow a few exact texts are probed by what almost is one of them.

use super::rule::{Make, Rule, RuleKind};
use super::{Site, operand};

const fn by(name: &'static str, make: fn(&mut Site<'_>) -> Option<Vec<u8>>) -> Rule {
    Rule { name, kind: RuleKind::Mutation, make: Make::With(make) }
}

/// Kinds of white space, and what some programs take for it.
const BLANKS: &[&str] = &[
    "\n", "\t", " ", "\r", "\r\n", "\u{b}", "\u{c}", "\u{a0}", "\u{85}", "\u{2028}", "\u{2003}",
    "\u{3000}", "\u{feff}", "\u{200b}", "\0", "\\\n", "  ", " \t ", "\u{1c}", "\u{1f}",
];

/// Operators and other marks of shell grammar.
const MARKS: &[&str] = &[
    ";", ";;", "&", "&&", "|", "||", "|&", "&!", "\n", "(", ")", "{", "}", "{ ", " }", "<", ">",
    ">>", ">|", ">&", "&>", "<>", "<<", "<<-", "<<<", "<(", ">(", "=(", "$(", "${", "$((", "$'",
    "$\"", "$", "`", "'", "\"", "\\", "#", " #", "!", "~", "*", "?", "[", "]", "[[", "]]", "((",
    "))", "=", "+=", ":", ",", "^", "%", "@", "-", "--", "2>&1", "1>", "2>", "$@", "$_", "$0",
    "!!", "{a,b}", "\u{2212}", "\u{ff1b}", "\u{201c}",
];

/// Words worth adding to any command.
const WORDS: &[&str] = &[
    "-h",
    "--help",
    "--version",
    "-v",
    "-x",
    "-c",
    "-C",
    ".",
    "..",
    "/",
    "~",
    "*",
    "-",
    "--",
    "-e",
    "x",
    "''",
    "HEAD",
    "made",
    "../outside",
    "-o",
    "-P",
    "-L",
    "-f",
    "-r",
    "-rf",
    "-i",
    "--output",
    "--no-pager",
    "-n",
    "$HOME",
    "$x",
    "\"$x\"",
    "$LINENO",
    "x$LINENO",
    "\"$_\"",
    "$0",
    "$PWD",
    "$OLDPWD",
    "$BASH_COMMAND",
    "$PIPESTATUS",
    "1",
    "true",
    "id",
    "touch",
    "nobodys-program",
];

/// Words that stand before a command and may change what it is.
const PREFIXES: &[&str] = &[
    "env",
    "command",
    "exec",
    "builtin",
    "eval",
    "time",
    "!",
    "noglob",
    "nohup",
    "sudo",
    "nice",
    "A=1",
    "PATH=.",
    "IFS=x",
    "-",
    "\\",
    "then",
    "do",
    "{",
    "(",
    "=",
    "./",
    "/bin/",
    "/usr/bin/",
    "../",
    "~/",
    "\"",
    "'",
    "$",
    "#",
    ": ",
    "true;",
    "cd ..;",
    "cd ..&&",
    "2>&1",
];

/// All mutations.
pub const MUTATIONS: &[Rule] = &[
    by("insert-byte", |site| {
        let byte = site.rng.u8(..);
        Some(splice(site, |at, _| at..at, &[byte]))
    }),
    by("insert-printable", |site| {
        let byte = site.rng.u8(b' '..=b'~');
        Some(splice(site, |at, _| at..at, &[byte]))
    }),
    by("delete-byte", |site| Some(splice(site, |at, len| at..(at + 1).min(len), b""))),
    by("replace-byte", |site| {
        let byte = site.rng.u8(b' '..=b'~');
        Some(splice(site, |at, len| at..(at + 1).min(len), &[byte]))
    }),
    by("flip-case", |site| {
        let mut out = site.seed.to_vec();
        let letters: Vec<usize> =
            (0..out.len()).filter(|at| out[*at].is_ascii_alphabetic()).collect();
        let at = *pick(&letters, site.rng)?;
        out[at] ^= 0x20;
        Some(out)
    }),
    by("swap-bytes", |site| {
        let mut out = site.seed.to_vec();
        let at = site.rng.usize(..out.len().checked_sub(1).filter(|len| *len > 0)?);
        out.swap(at, at + 1);
        Some(out)
    }),
    by("truncate", |site| {
        let len = site.rng.usize(..=site.seed.len());
        Some(site.seed[..len].to_vec())
    }),
    by("other-blank", |site| {
        let blank = *pick(BLANKS, site.rng)?;
        let places: Vec<usize> =
            (0..site.seed.len()).filter(|at| site.seed[*at].is_ascii_whitespace()).collect();
        let at = *pick(&places, site.rng)?;
        Some([&site.seed[..at], blank.as_bytes(), &site.seed[at + 1..]].concat())
    }),
    by("add-blank", |site| {
        let blank = *pick(BLANKS, site.rng)?;
        Some(splice(site, |at, _| at..at, blank.as_bytes()))
    }),
    by("lead-blank", |site| Some([pick(BLANKS, site.rng)?.as_bytes(), site.seed].concat())),
    by("trail-blank", |site| Some([site.seed, pick(BLANKS, site.rng)?.as_bytes()].concat())),
    by("remove-blank", |site| {
        let places: Vec<usize> =
            (0..site.seed.len()).filter(|at| site.seed[*at].is_ascii_whitespace()).collect();
        let at = *pick(&places, site.rng)?;
        Some([&site.seed[..at], &site.seed[at + 1..]].concat())
    }),
    by("insert-mark", |site| {
        let mark = *pick(MARKS, site.rng)?;
        Some(splice(site, |at, _| at..at, mark.as_bytes()))
    }),
    by("insert-spaced-mark", |site| {
        let mark = format!(" {} ", pick(MARKS, site.rng)?);
        Some(splice(site, |at, _| at..at, mark.as_bytes()))
    }),
    by("append-mark", |site| Some([site.seed, pick(MARKS, site.rng)?.as_bytes()].concat())),
    by("append-marked-word", |site| {
        let mark = *pick(MARKS, site.rng)?;
        let word = site.words.pick(site.rng)?.to_vec();
        Some([site.seed, mark.as_bytes(), &word].concat())
    }),
    by("append-word", |site| Some([site.seed, b" ", pick(WORDS, site.rng)?.as_bytes()].concat())),
    by("append-known-word", |site| {
        let word = site.words.pick(site.rng)?.to_vec();
        Some([site.seed, b" ", &word].concat())
    }),
    by("prefix", |site| {
        let prefix = *pick(PREFIXES, site.rng)?;
        let blank = if site.rng.bool() { "" } else { " " };
        Some([prefix.as_bytes(), blank.as_bytes(), site.seed].concat())
    }),
    by("insert-word", |site| {
        let word = pick(WORDS, site.rng)?.as_bytes();
        with_words(site, |words, at, _| {
            words.insert(at, word.to_vec());
        })
    }),
    by("insert-known-word", |site| {
        let word = site.words.pick(site.rng)?.to_vec();
        with_words(site, |words, at, _| words.insert(at, word))
    }),
    by("replace-word", |site| {
        let word = pick(WORDS, site.rng)?.as_bytes();
        with_words(site, |words, at, _| words[at] = word.to_vec())
    }),
    by("replace-known-word", |site| {
        let word = site.words.pick(site.rng)?.to_vec();
        with_words(site, |words, at, _| words[at] = word)
    }),
    by("duplicate-word", |site| {
        with_words(site, |words, at, _| {
            let word = words[at].clone();
            words.insert(at, word);
        })
    }),
    by("delete-word", |site| {
        with_words(site, |words, at, _| {
            words.remove(at);
        })
    }),
    by("swap-words", |site| {
        with_words(site, |words, at, rng| {
            let other = rng.usize(..words.len());
            words.swap(at, other);
        })
    }),
    by("quote-word", |site| {
        with_words(site, |words, at, rng| {
            let quote = if rng.bool() { b'\'' } else { b'"' };
            words[at].insert(0, quote);
            words[at].push(quote);
        })
    }),
    by("half-quote", |site| {
        with_words(site, |words, at, rng| {
            let quote = if rng.bool() { b'\'' } else { b'"' };
            let from = rng.usize(..=words[at].len());
            let to = rng.usize(from..=words[at].len());
            words[at].insert(to, quote);
            words[at].insert(from, quote);
        })
    }),
    by("backslash", |site| Some(splice(site, |at, _| at..at, b"\\"))),
    by("empty-quotes", |site| {
        let quotes: &[u8] = if site.rng.bool() { b"''" } else { b"\"\"" };
        Some(splice(site, |at, _| at..at, quotes))
    }),
    by("path-prefix", |site| {
        with_words(site, |words, at, rng| {
            let prefix = ["./", "/bin/", "../", "/usr/bin/", "~/", "/"][rng.usize(..6)];
            words[at].splice(0..0, prefix.bytes());
        })
    }),
    by("option-letter", |site| {
        let places: Vec<usize> = (1..site.seed.len())
            .filter(|at| site.seed[at - 1] == b'-' && site.seed[*at].is_ascii_alphabetic())
            .collect();
        let at = *pick(&places, site.rng)?;
        let letter = site.rng.alphabetic() as u32 as u8;
        Some([&site.seed[..at], &[letter], &site.seed[at + 1..]].concat())
    }),
    by("abbreviate", |site| {
        with_words(site, |words, at, _| {
            if words[at].len() > 1 {
                words[at].pop();
            }
        })
    }),
    by("operand", |site| operand::one(site.seed, site.facts, site.rng)),
    by("comment", |site| {
        let text = ["#", " #", " # x", "\n# x", "#x"][site.rng.usize(..5)];
        Some([site.seed, text.as_bytes()].concat())
    }),
    by("continuation", |site| Some(splice(site, |at, _| at..at, b"\\\n"))),
    by("twice", |site| {
        let glue = *pick(MARKS, site.rng)?;
        Some([site.seed, glue.as_bytes(), site.seed].concat())
    }),
    by("look-alike", |site| {
        let places: Vec<usize> =
            (0..site.seed.len()).filter(|at| site.seed[*at].is_ascii_lowercase()).collect();
        let at = *pick(&places, site.rng)?;
        let other = match site.seed[at] {
            b'a' => "\u{430}",
            b'e' => "\u{435}",
            b'o' => "\u{43e}",
            b'p' => "\u{440}",
            b'i' => "\u{131}",
            b'k' => "\u{212a}",
            _ => "\u{200d}",
        };
        Some([&site.seed[..at], other.as_bytes(), &site.seed[at + 1..]].concat())
    }),
];

/// Every change of one kind of mark at one place of a script: each white space instead of and
/// around each blank and at both ends, each prefix, each further word, and each mark at each end of
/// each word. What comes with each is the name of the mutation that could have made it.
pub(super) fn each(script: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut out = Vec::new();
    let put = |at: usize, upto: usize, with: &str| {
        [&script[..at], with.as_bytes(), &script[upto..]].concat()
    };
    let blanks: Vec<usize> =
        (0..script.len()).filter(|at| matches!(script[*at], b' ' | b'\t')).collect();
    for with in BLANKS {
        for &at in &blanks {
            out.push(("other-blank", put(at, at + 1, with)));
        }
        for &at in &blanks {
            out.push(("add-blank", put(at, at, with)));
        }
        out.push(("lead-blank", put(0, 0, with)));
        out.push(("trail-blank", put(script.len(), script.len(), with)));
    }
    for with in PREFIXES {
        out.push(("prefix", put(0, 0, with)));
        out.push(("prefix", put(0, 0, &format!("{with} "))));
    }
    for with in WORDS {
        out.push(("append-word", put(script.len(), script.len(), &format!(" {with}"))));
    }
    let mut ends: Vec<usize> = blanks.iter().flat_map(|at| [*at, at + 1]).collect();
    ends.extend([0, script.len()]);
    ends.sort_unstable();
    ends.dedup();
    for with in MARKS {
        out.extend(ends.iter().map(|&at| ("insert-mark", put(at, at, with))));
    }
    out
}

fn pick<'a, T>(list: &'a [T], rng: &mut fastrand::Rng) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.usize(..list.len())])
}

/// Replaces a range that begins at a random place.
fn splice(
    site: &mut Site<'_>,
    range: fn(usize, usize) -> std::ops::Range<usize>,
    with: &[u8],
) -> Vec<u8> {
    let at = site.rng.usize(..=site.seed.len());
    let range = range(at, site.seed.len());
    [&site.seed[..range.start.min(range.end)], with, &site.seed[range.end..]].concat()
}

/// Changes the words between single spaces, at one that is picked.
fn with_words(
    site: &mut Site<'_>,
    change: impl FnOnce(&mut Vec<Vec<u8>>, usize, &mut fastrand::Rng),
) -> Option<Vec<u8>> {
    let mut words: Vec<Vec<u8>> =
        site.seed.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
    let at = site.rng.usize(..words.len());
    change(&mut words, at, site.rng);
    Some(words.join(&b" "[..]))
}
