//! Ignore rules: gitignore-like lines that name paths of a repository.
//!
//! What a line means:
//!
//! - it is trimmed; blank lines and lines that begin with `#` say nothing
//! - a leading `!` takes paths back; the last line that matches a path wins
//! - a leading slash, or a slash in the middle, ties the pattern to the root; without one it may
//!   match at any depth
//! - a slash at the end is for folders: it matches a folder and whatever lies below it
//! - `*` is any run of characters but slashes, `?` one character but a slash, `**` any run of
//!   characters, `**/` any run of leading folders, also none
//! - case does not matter, so that `SECRETS/` cannot slip by on a file system that folds case
//!
//! A pattern that matches a folder matches what lies below it, as git's own rules do; a backslash
//! in a pattern is read as a slash, as it is in a path.

use std::io;

/// A piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// This character.
    One(char),
    /// `?`.
    Any,
    /// `*`.
    Run,
    /// `**`.
    Everything,
    /// `**/`: nothing, or something that ends with a slash.
    Folders,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    negated: bool,
    folder: bool,
    anchored: bool,
    pieces: Vec<Piece>,
}

/// The rules of one file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoreRules {
    rules: Vec<Rule>,
}

impl IgnoreRules {
    /// Reads rules. Every text is a valid one; bytes that are not UTF-8 are read as U+FFFD.
    pub fn parse(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        Self { rules: text.lines().filter_map(Rule::parse).collect() }
    }

    /// The rules of a file that was tried to be read. A missing file holds no rules.
    ///
    /// # Errors
    ///
    /// Any other error is handed on: a file that cannot be read is never "no rules".
    pub fn from_read(read: io::Result<Vec<u8>>) -> io::Result<Self> {
        match read {
            Ok(text) => Ok(Self::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Whether there is at least one usable rule.
    pub fn is_active(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Whether the rules name this path. `folder` says that a folder stands there.
    ///
    /// The path is relative to the root or begins with a slash that stands for it; backslashes
    /// are slashes, and `.` and `..` are taken out, with the root as the ceiling.
    pub fn matches(&self, path: &str, folder: bool) -> bool {
        let path = normal(path);
        if path.is_empty() {
            return false;
        }
        let path: Vec<char> = path.chars().collect();
        self.rules
            .iter()
            .rev()
            .find(|rule| rule.matches(&path, folder))
            .is_some_and(|rule| !rule.negated)
    }
}

/// A path with slashes only, lower case, without empty, `.` and `..` components.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/").to_lowercase();
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

impl Rule {
    /// The rule of a line; `None` where the line says nothing.
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim_matches(super::text::js_space);
        if line.starts_with('#') {
            return None;
        }
        let (negated, line) = match line.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let line = line.replace('\\', "/").to_lowercase();
        let (rooted, line) = match line.strip_prefix('/') {
            Some(rest) => (true, rest),
            None => (false, line.as_str()),
        };
        let (folder, line) = match line.strip_suffix('/') {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        if line.is_empty() {
            return None;
        }
        let anchored = rooted || line.contains('/');
        Some(Self { negated, folder, anchored, pieces: pieces(line) })
    }

    /// Whether the rule names the path, or a folder above it.
    fn matches(&self, path: &[char], folder: bool) -> bool {
        let starts = std::iter::once(0)
            .chain(path.iter().enumerate().filter(|(_, c)| **c == '/').map(|(at, _)| at + 1))
            .take(if self.anchored { 1 } else { usize::MAX });
        let mut from = vec![false; path.len() + 1];
        for start in starts {
            from[start] = true;
        }
        let ends = reach(&self.pieces, path, from);
        ends.iter().enumerate().any(|(end, &reached)| {
            reached
                && match path.get(end) {
                    None => folder || !self.folder,
                    Some('/') => true,
                    Some(_) => false,
                }
        })
    }
}

/// The pieces of a pattern.
fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let (piece, len) = if rest.starts_with("**/") {
            (Piece::Folders, 3)
        } else if rest.starts_with("**") {
            (Piece::Everything, 2)
        } else {
            match c {
                '*' => (Piece::Run, 1),
                '?' => (Piece::Any, 1),
                c => (Piece::One(c), c.len_utf8()),
            }
        };
        pieces.push(piece);
        rest = rest.get(len..).unwrap_or_default();
    }
    pieces
}

/// Where in the path the pieces can end, when they may begin where `from` is set. Takes time in
/// the product of both lengths, whatever the pattern.
fn reach(pieces: &[Piece], path: &[char], mut from: Vec<bool>) -> Vec<bool> {
    for piece in pieces {
        let mut next = vec![false; from.len()];
        // Whether a piece that takes any number of characters is under way.
        let mut running = false;
        for at in 0..from.len() {
            let here = from[at];
            match piece {
                Piece::One(_) | Piece::Any => {
                    let takes = path.get(at).is_some_and(|&c| match piece {
                        Piece::One(one) => c == *one,
                        _ => c != '/',
                    });
                    if here && takes {
                        next[at + 1] = true;
                    }
                }
                Piece::Run => {
                    running |= here;
                    next[at] = running;
                    running &= path.get(at) != Some(&'/');
                }
                Piece::Everything => {
                    running |= here;
                    next[at] = running;
                }
                Piece::Folders => {
                    let after_slash = at > 0 && path.get(at - 1) == Some(&'/');
                    next[at] = here || (running && after_slash);
                    running |= here;
                }
            }
        }
        from = next;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_nothing_activate_nothing() {
        for text in ["", "\n\n", "# x\n", "  # x", "/", "!", "!/", "  / \n\t!\n", "\u{feff}"] {
            assert!(!IgnoreRules::parse(text.as_bytes()).is_active(), "{text:?}");
        }
        for text in ["x", "!x", "/x", "x/", "*", "# a\nb", "\\#x"] {
            assert!(IgnoreRules::parse(text.as_bytes()).is_active(), "{text:?}");
        }
    }

    #[test]
    fn patterns_match_as_described() {
        // Rules, path, whether a folder stands there, whether the rules name it.
        let rows: &[(&str, &str, bool, bool)] = &[
            ("secrets/", "secrets/token.txt", false, true),
            ("secrets/", "secrets", true, true),
            ("secrets/", "secrets", false, false),
            ("secrets/", "a/secrets/b/c", false, true),
            ("secrets", "secrets", false, true),
            ("secrets", "secrets/token.txt", false, true),
            ("secrets", "xsecrets", false, false),
            ("secrets", "secretsx", false, false),
            ("/secrets", "a/secrets", false, false),
            ("/secrets", "secrets", false, true),
            ("a/b", "a/b", false, true),
            ("a/b", "x/a/b", false, false),
            ("a/b/", "a/b/c", false, true),
            ("SECRETS/", "secrets/x", false, true),
            ("secrets/", "SeCrEtS/x", false, true),
            ("*.pem", "keys/a.pem", false, true),
            ("*.pem", "keys/a.pem.txt", false, false),
            ("/*.pem", "keys/a.pem", false, false),
            ("a*c", "a/c", false, false),
            ("a?c", "abc", false, true),
            ("a?c", "a/c", false, false),
            ("a?c", "ac", false, false),
            ("**/x", "x", false, true),
            ("**/x", "a/b/x", false, true),
            ("**/x", "a/bx", false, false),
            ("a/**/b", "a/b", false, true),
            ("a/**/b", "a/x/y/b", false, true),
            ("a/**/b", "axb", false, false),
            ("a/**", "a/x/y", false, true),
            ("a/**", "a", true, false),
            ("**", "anything/at/all", false, true),
            ("a**z", "ab/yz", false, true),
            ("*\n!keep", "keep", false, false),
            ("*\n!keep", "drop", false, true),
            ("!keep\n*", "keep", false, true),
            ("secrets/\n!secrets/ok", "secrets/ok", false, false),
            ("  secrets/  ", "secrets/x", false, true),
            ("secrets/\r\n", "secrets/x", false, true),
            ("x", "a/../x", false, true),
            ("/x", "../../x", false, true),
            ("/x", "./x", false, true),
            ("/x", "/x", false, true),
            ("/a/x", "a\\x", false, true),
            ("a\\x", "a/x", false, true),
            ("[ab]", "a", false, false),
            ("[ab]", "[ab]", false, true),
            ("ä*", "Äx", false, true),
            ("*", "", true, false),
        ];
        for &(rules, path, folder, expected) in rows {
            let found = IgnoreRules::parse(rules.as_bytes()).matches(path, folder);
            assert_eq!(found, expected, "{rules:?} on {path:?}");
        }
    }

    #[test]
    fn long_patterns_stay_quick() {
        let rules = IgnoreRules::parse(format!("{}z", "**/*a*".repeat(60)).as_bytes());
        assert!(!rules.matches(&"a/".repeat(1_000), false));
    }

    #[test]
    fn a_missing_file_is_no_rules_and_an_unreadable_one_an_error() {
        let missing = Err(io::Error::from(io::ErrorKind::NotFound));
        assert!(IgnoreRules::from_read(missing).is_ok_and(|rules| !rules.is_active()));
        let denied = Err(io::Error::from(io::ErrorKind::PermissionDenied));
        assert!(IgnoreRules::from_read(denied).is_err());
        assert!(IgnoreRules::from_read(Ok(b"x".to_vec())).is_ok_and(|rules| rules.is_active()));
    }
}
