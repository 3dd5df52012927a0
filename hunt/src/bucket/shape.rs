//! The shape of a script: a fingerprint that tells holes apart.

use std::collections::BTreeSet;

use super::{blank, plain};

/// What a script is made of, as far as it tells holes apart.
///
/// It is read by a scanner that knows quotes and operators and nothing more; it is a fingerprint,
/// not a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// Names of the operators and forms that are used.
    pub marks: BTreeSet<&'static str>,
    /// The first word that is no assignment, without quotes and folder, where no operator is used.
    pub word: Option<String>,
}

/// The marks by which a script can hold a second command or a file: with one of them, the first
/// word says little.
const OPERATORS: &[&str] = &[
    "newline",
    "semi",
    "amp",
    "and",
    "or",
    "pipe",
    "pipe-amp",
    "gt",
    "gt-gt",
    "gt-pipe",
    "gt-amp",
    "gt-bang",
    "amp-gt",
    "lt-gt",
    "lt",
    "heredoc",
    "herestring",
    "cmdsub",
    "backtick",
    "arith",
    "procsub",
    "subshell",
    "group",
    "keyword",
];

/// Words that only a reserved word's place makes special.
const KEYWORDS: &[&[u8]] = &[
    b"if",
    b"then",
    b"elif",
    b"else",
    b"fi",
    b"while",
    b"until",
    b"for",
    b"do",
    b"done",
    b"case",
    b"esac",
    b"select",
    b"function",
    b"time",
    b"coproc",
    b"repeat",
    b"always",
    b"foreach",
    b"end",
    b"nocorrect",
    b"noglob",
    b"!",
];

impl Shape {
    /// Scans a script.
    pub fn of(script: &[u8]) -> Self {
        let mut scan = Scan { text: script, at: 0, marks: BTreeSet::new(), words: Vec::new() };
        scan.run();
        let Scan { mut marks, words, .. } = scan;
        let mut word = None;
        let mut first = true;
        for candidate in words {
            if KEYWORDS.contains(&candidate.as_slice()) {
                marks.insert("keyword");
            } else if is_assignment(&candidate) {
                marks.insert("assign");
            } else if std::mem::take(&mut first) && is_name(&candidate) {
                word = Some(plain(&candidate));
            }
        }
        // What is a word to a shell with odd white space in it is anybody's guess.
        if marks.contains("blank") || marks.iter().any(|mark| OPERATORS.contains(mark)) {
            word = None;
        }
        Self { marks, word }
    }

    /// `gt+newline`, or `word=env`, or both marks and word.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = self.marks.iter().map(|mark| (*mark).to_owned()).collect();
        parts.extend(self.word.iter().map(|word| format!("word={word}")));
        parts.join("+")
    }

    /// Whether this shape may be the other one, made simpler: all of it is in the other one, and
    /// where the other one has an operator, so has this one.
    pub fn within(&self, other: &Self) -> bool {
        let operates = |shape: &Self| shape.marks.iter().any(|mark| OPERATORS.contains(mark));
        self.marks.is_subset(&other.marks)
            && operates(self) == operates(other)
            && (self.word == other.word || self.word.is_none() || other.word.is_none())
    }
}

/// Whether a word may be the name of a program. What codes hide one differs from script to script.
fn is_name(word: &[u8]) -> bool {
    word.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-+./:[".contains(byte))
}

fn is_assignment(word: &[u8]) -> bool {
    let Some(at) = word.iter().position(|byte| *byte == b'=') else { return false };
    at > 0
        && !word[0].is_ascii_digit()
        && word[..at].iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+'))
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    marks: BTreeSet<&'static str>,
    /// The words in command position, as far as a scanner can tell.
    words: Vec<Vec<u8>>,
}

/// Operators, longest first.
const TOKENS: &[(&[u8], &str)] = &[
    (b"<<<", "herestring"),
    (b"$((", "arith"),
    (b"&>>", "amp-gt"),
    (b"<<-", "heredoc"),
    (b"$(", "cmdsub"),
    (b"${", "param"),
    (b"$'", "ansi-c"),
    (b"$\"", "locale"),
    (b"&&", "and"),
    (b"||", "or"),
    (b"|&", "pipe-amp"),
    (b"&>", "amp-gt"),
    (b">&", "gt-amp"),
    (b">|", "gt-pipe"),
    (b">!", "gt-bang"),
    (b">>", "gt-gt"),
    (b"<<", "heredoc"),
    (b"<>", "lt-gt"),
    (b"<(", "procsub"),
    (b">(", "procsub"),
    (b"=(", "procsub"),
    (b"((", "arith"),
    (b"\\\n", "continuation"),
    (b"\n", "newline"),
    (b";", "semi"),
    (b"&", "amp"),
    (b"|", "pipe"),
    (b">", "gt"),
    (b"<", "lt"),
    (b"`", "backtick"),
    (b"$", "param"),
    (b"(", "subshell"),
    (b"*", "glob"),
    (b"?", "glob"),
    (b"[", "glob"),
    (b"~", "tilde"),
    (b"\0", "nul"),
    (b"{", "brace"),
];

impl Scan<'_> {
    fn run(&mut self) {
        let mut word: Vec<u8> = Vec::new();
        let mut first = true;
        let mut quoted = false;
        while let Some(&byte) = self.text.get(self.at) {
            let rest = &self.text[self.at..];
            let mut end = false;
            if quoted {
                match byte {
                    b'"' => quoted = false,
                    b'\\' => {
                        self.at += 1;
                        word.extend(self.text.get(self.at));
                    }
                    b'`' => {
                        self.marks.insert("backtick");
                    }
                    b'$' => {
                        self.marks.insert(match rest.get(1) {
                            Some(b'(') if rest.get(2) == Some(&b'(') => "arith",
                            Some(b'(') => "cmdsub",
                            _ => "param",
                        });
                    }
                    byte => word.push(byte),
                }
                self.at += 1;
                continue;
            }
            if let Some(len) = blank(rest) {
                self.marks.insert("blank");
                self.at += len;
                continue;
            }
            let token = TOKENS.iter().find(|(token, _)| rest.starts_with(token));
            match (byte, token) {
                (b' ' | b'\t', _) => end = true,
                (b'\'', _) => {
                    self.marks.insert("squote");
                    self.at += 1;
                    while let Some(&byte) = self.text.get(self.at).filter(|byte| **byte != b'\'') {
                        word.push(byte);
                        self.at += 1;
                    }
                }
                (b'"', _) => {
                    self.marks.insert("dquote");
                    quoted = true;
                }
                (b'#', _) if word.is_empty() => {
                    self.marks.insert("comment");
                }
                (_, Some((token, mark))) => {
                    let group = *mark == "brace"
                        && word.is_empty()
                        && rest.get(1).is_some_and(u8::is_ascii_whitespace);
                    self.marks.insert(if group { "group" } else { mark });
                    self.at += token.len() - 1;
                    end = starts_command(mark) || group;
                    if end {
                        self.flush(&mut word, &mut first);
                        first = true;
                    } else if !matches!(*mark, "continuation") {
                        word.extend_from_slice(token);
                    }
                }
                (b'\\', None) => {
                    self.marks.insert("backslash");
                    self.at += 1;
                    word.extend(self.text.get(self.at));
                }
                (byte, None) => {
                    if byte < b' ' || byte == 0x7f {
                        self.marks.insert("control");
                    } else if byte >= 0x80 {
                        self.marks.insert("non-ascii");
                    } else if byte == b'=' && word.is_empty() {
                        self.marks.insert("equals");
                    }
                    word.push(byte);
                }
            }
            self.at += 1;
            if end {
                self.flush(&mut word, &mut first);
            }
        }
        self.flush(&mut word, &mut first);
    }

    /// Ends a word. Only those in command position are kept.
    fn flush(&mut self, word: &mut Vec<u8>, first: &mut bool) {
        let word = std::mem::take(word);
        if word.is_empty() || !*first {
            return;
        }
        *first = is_assignment(&word) || KEYWORDS.contains(&word.as_slice());
        self.words.push(word);
    }
}

fn starts_command(mark: &str) -> bool {
    matches!(
        mark,
        "newline"
            | "semi"
            | "amp"
            | "and"
            | "or"
            | "pipe"
            | "pipe-amp"
            | "cmdsub"
            | "backtick"
            | "procsub"
            | "subshell"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_tell_holes_apart() {
        for (script, shape) in [
            ("git\nrev-parse HEAD", "newline"),
            ("rm\n-f openwiki/_plan.md", "newline"),
            ("echo $(touch x)", "cmdsub"),
            ("echo \"$(touch x)\"", "cmdsub+dquote"),
            ("echo `touch x`", "backtick"),
            ("echo x > f", "gt"),
            ("echo x &> f", "amp-gt"),
            ("echo x >& f", "gt-amp"),
            ("echo x >| f", "gt-pipe"),
            ("echo x & touch f", "amp"),
            ("echo x <(touch f)", "procsub"),
            ("cat <<EOF\nx\nEOF", "heredoc+newline"),
            ("env touch x", "word=env"),
            ("A=1 sort -o f g", "assign+word=sort"),
            ("/bin/\"touch\" x", "dquote+word=touch"),
            ("if touch x; then :; fi", "keyword+semi"),
            ("{ touch x; }", "group+semi"),
            ("echo {a,b}", "brace+word=echo"),
            ("rm *", "glob+word=rm"),
            ("pwd\u{a0}", "blank"),
            ("pwd\r\n", "blank+newline"),
            ("\u{feff}pwd\u{b}", "blank"),
            ("", ""),
        ] {
            assert_eq!(Shape::of(script.as_bytes()).text(), shape, "{script:?}");
        }
    }

    #[test]
    fn any_bytes_have_a_shape() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let script: Vec<u8> = (0..rng.usize(..24)).map(|_| rng.u8(..)).collect();
            Shape::of(&script);
        }
    }
}
