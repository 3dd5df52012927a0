//! Makes a script small while the same bug still shows.
//!
//! Parts are left out by lines, by words and by bytes, the largest first (delta debugging), and
//! words are made simpler, until nothing more can go. The result depends on the script and the
//! test alone, as long as no limit ends the search.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// How long a reduction may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many scripts may be tested.
    pub tests: u32,
    /// How much time may pass.
    pub time: Duration,
}

impl Default for Limits {
    /// Enough for every script of a few lines, and too short to hold a hunt up.
    fn default() -> Self {
        Self { tests: 1_000, time: Duration::from_secs(8) }
    }
}

/// The smallest script that was found for which `shows` still says yes. It is taken to say yes for
/// `script` itself. `stop` ends the search early; what was found by then is the result.
pub fn reduce(
    script: &[u8],
    limits: Limits,
    stop: &dyn Fn() -> bool,
    shows: &mut dyn FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut search = Search {
        best: script.to_vec(),
        tried: HashSet::new(),
        left: limits.tests,
        end: Instant::now() + limits.time,
        stop,
        shows,
    };
    loop {
        let before = search.best.clone();
        search.without_parts(lines);
        search.without_parts(words);
        search.without_quotes();
        search.shorter_words();
        search.without_parts(bytes);
        if search.best == before || search.is_over() {
            return search.best;
        }
    }
}

struct Search<'a> {
    best: Vec<u8>,
    tried: HashSet<u64>,
    left: u32,
    end: Instant,
    stop: &'a dyn Fn() -> bool,
    shows: &'a mut dyn FnMut(&[u8]) -> bool,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.left == 0 || (self.stop)() || Instant::now() >= self.end
    }

    /// Takes a script as the best one where it is shorter and still shows.
    fn take(&mut self, script: Vec<u8>) -> bool {
        if script.len() >= self.best.len() || self.is_over() {
            return false;
        }
        let mut hasher = DefaultHasher::new();
        script.hash(&mut hasher);
        if !self.tried.insert(hasher.finish()) {
            return false;
        }
        self.left -= 1;
        let shows = (self.shows)(&script);
        if shows {
            self.best = script;
        }
        shows
    }

    /// Leaves parts out, half of them first and one of them last.
    fn without_parts(&mut self, cut: fn(&[u8]) -> Vec<Vec<u8>>) {
        let mut size = cut(&self.best).len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            loop {
                let parts = cut(&self.best);
                if at >= parts.len() || self.is_over() {
                    break;
                }
                let end = (at + size).min(parts.len());
                let rest: Vec<u8> = [&parts[..at], &parts[end..]].concat().concat();
                if !self.take(rest) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Leaves pairs of quotes out, and what is between them too.
    fn without_quotes(&mut self) {
        for quote in [b'\'', b'"', b'`'] {
            let mut from = 0;
            while let Some(open) = find(&self.best, quote, from) {
                let Some(close) = find(&self.best, quote, open + 1) else { break };
                let text = self.best.clone();
                let bare = [&text[..open], &text[open + 1..close], &text[close + 1..]].concat();
                let gone = [&text[..open], &text[close + 1..]].concat();
                if !self.take(gone) && !self.take(bare) {
                    from = open + 1;
                }
            }
        }
    }

    /// Replaces each word by a shorter one.
    fn shorter_words(&mut self) {
        let mut at = 0;
        loop {
            let parts = words(&self.best);
            let Some(part) = parts.get(at) else { break };
            let blank = part.iter().rposition(|byte| !byte.is_ascii_whitespace());
            let (word, after) = part.split_at(blank.map_or(0, |last| last + 1));
            let name = word.rsplit(|byte| *byte == b'/').next().unwrap_or(word);
            for shorter in [&b"x"[..], b":", name] {
                if shorter.len() < word.len() {
                    let new = [shorter, after].concat();
                    let script = [&parts[..at], &[new], &parts[at + 1..]].concat().concat();
                    if self.take(script) {
                        break;
                    }
                }
            }
            at += 1;
            if self.is_over() {
                break;
            }
        }
    }
}

fn find(text: &[u8], byte: u8, from: usize) -> Option<usize> {
    text.get(from..)?.iter().position(|other| *other == byte).map(|at| at + from)
}

/// Lines, each with its end.
fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// Words, each with the white space behind it.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut was_blank = true;
    for &byte in text {
        let is_blank = byte.is_ascii_whitespace();
        match parts.last_mut() {
            Some(part) if is_blank || !was_blank => part.push(byte),
            _ => parts.push(vec![byte]),
        }
        was_blank = is_blank;
    }
    parts
}

/// Characters, so that no half of one is left; bytes where there are none.
fn bytes(text: &[u8]) -> Vec<Vec<u8>> {
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().map(|char| char.to_string().into_bytes()).collect(),
        Err(_) => text.iter().map(|byte| vec![*byte]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(script: &str, shows: impl Fn(&str) -> bool) -> String {
        let small = reduce(script.as_bytes(), Limits::default(), &|| false, &mut |script| {
            std::str::from_utf8(script).is_ok_and(&shows)
        });
        String::from_utf8(small).expect("the test takes only text")
    }

    #[test]
    fn scripts_get_as_small_as_the_test_lets_them() {
        let noise = "echo one\necho 'two three'; touch \"made\" # x\necho four\n";
        assert_eq!(reduced(noise, |script| script.contains("touch")), "touch");
        assert_eq!(
            reduced("git  rev-parse\n HEAD", |s| s.contains("git") && s.contains('\n')),
            "git\n"
        );
        assert_eq!(reduced("a \"b c\" d", |s| s.contains("b c")), "b c");
        assert_eq!(reduced("cat ../outside/secret.txt", |s| s.starts_with("cat ")), "cat ");
        assert_eq!(reduced("x", |_| true), "");
        assert_eq!(reduced("\u{a0}pwd", |s| s.contains('\u{a0}')), "\u{a0}");
        assert_eq!(reduced("keep all of this", |_| false), "keep all of this");
    }

    #[test]
    fn limits_and_stops_keep_the_best() {
        let limits = Limits { tests: 4, ..Limits::default() };
        let mut tests = 0;
        let small = reduce(&[b'a'; 64], limits, &|| false, &mut |script| {
            tests += 1;
            script.len() > 20
        });
        assert_eq!(tests, 4);
        assert_eq!(small.len(), 32);
        let same = reduce(b"abc", limits, &|| true, &mut |_| unreachable!("it is stopped"));
        assert_eq!(same, b"abc");
    }

    #[test]
    fn any_bytes_reduce_to_the_same_every_time() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..100 {
            let script: Vec<u8> = (0..rng.usize(1..60)).map(|_| rng.u8(..)).collect();
            let wanted = script[rng.usize(..script.len())];
            let run =
                || reduce(&script, Limits::default(), &|| false, &mut |s| s.contains(&wanted));
            let small = run();
            assert!(small.contains(&wanted));
            let chars =
                std::str::from_utf8(&small).map_or(small.len(), |text| text.chars().count());
            assert_eq!((chars, run()), (1, small));
        }
    }
}
