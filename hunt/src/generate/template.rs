//! Texts with holes, so that the rules of the generator stay data.
//!
//! A hole is a known name in braces, such as `{seed}` or `{new}`; all other braces are text.

use super::facts::Facts;

/// What the holes of a template are filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill<'a> {
    /// `{seed}`: a script that the guard is known to allow. `{name}` is its first word.
    pub(super) seed: &'a [u8],
    /// `{payload}`; `{quoted}` is the same as one single-quoted word, `{escaped}` as it stands
    /// inside double quotes, `{program}` and `{rest}` its first word and what follows.
    pub(super) payload: &'a [u8],
    /// `{new}`, `{file}`, `{gone}`, `{dir}`, `{link}`, `{secret}`, `{helper}`,
    /// `{tree}`: places of the world.
    pub(super) facts: &'a Facts,
}

impl Fill<'_> {
    /// Fills a template.
    pub(super) fn fill(&self, template: &str, rng: &mut fastrand::Rng) -> Vec<u8> {
        let mut out = Vec::with_capacity(template.len() + self.seed.len() + self.payload.len());
        let mut rest = template;
        while let Some(at) = rest.find('{') {
            out.extend_from_slice(&rest.as_bytes()[..at]);
            let tail = &rest[at + 1..];
            let filled = tail.find('}').and_then(|end| {
                let value = self.value(&tail[..end], rng)?;
                Some((value, end + 1))
            });
            match filled {
                Some((value, used)) => {
                    out.extend_from_slice(&value);
                    rest = &tail[used..];
                }
                None => {
                    out.push(b'{');
                    rest = tail;
                }
            }
        }
        out.extend_from_slice(rest.as_bytes());
        out
    }

    fn value(&self, name: &str, rng: &mut fastrand::Rng) -> Option<Vec<u8>> {
        Some(match name {
            "seed" => self.seed.to_vec(),
            "name" => cut(self.seed).0.to_vec(),
            "payload" => self.payload.to_vec(),
            "quoted" => single_quoted(self.payload),
            "escaped" => escaped(self.payload),
            "program" => cut(self.payload).0.to_vec(),
            "rest" => cut(self.payload).1.to_vec(),
            name => self.facts.place(name, rng)?.to_vec(),
        })
    }
}

/// The first word of a text, and what follows it, blanks included.
pub(super) fn cut(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    text.split_at(end)
}

/// The text as one word in single quotes.
pub(super) fn single_quoted(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'\''];
    for &byte in text {
        match byte {
            b'\'' => out.extend_from_slice(b"'\\''"),
            byte => out.push(byte),
        }
    }
    out.push(b'\'');
    out
}

/// The text with a backslash before what double quotes leave special.
fn escaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        if matches!(byte, b'"' | b'\\' | b'$' | b'`') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_other_braces_are_text() {
        let facts = Facts::of(&crate::fake::world(), &guard::Promise::default());
        let fill = Fill { seed: b"pwd -P", payload: b"touch 'a b'", facts: &facts };
        let mut rng = fastrand::Rng::with_seed(1);
        for (template, want) in [
            ("{seed};{payload}", "pwd -P;touch 'a b'"),
            ("{name}() { {payload}; }", "pwd() { touch 'a b'; }"),
            ("eval {quoted}", "eval 'touch '\\''a b'\\'''"),
            ("\"{escaped}\" ${x} {a,b} {", "\"touch 'a b'\" ${x} {a,b} {"),
            ("{program}-{rest}", "touch- 'a b'"),
        ] {
            assert_eq!(fill.fill(template, &mut rng), want.as_bytes(), "{template}");
        }
    }
}
