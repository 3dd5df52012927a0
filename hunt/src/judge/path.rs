//! The judge's own paths and path globs.
//!
//! A promise is never judged by the matcher of the policy that made it, so nothing here is shared
//! with `guard`. Paths are bytes. Nothing here looks at a file system: an observation already
//! says where an effect landed.

use crate::layout::Layout;

/// Drops `.`, doubled slashes and trailing slashes, and takes `..` back lexically. The result is
/// absolute; the root is `/`.
pub fn normal(path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let mut out = Vec::with_capacity(path.len() + 1);
    for part in parts {
        out.push(b'/');
        out.extend_from_slice(part);
    }
    if out.is_empty() {
        out.push(b'/');
    }
    out
}

/// The part of `path` below `root`, without a leading slash; `None` where it is not below it.
pub fn strip<'a>(path: &'a [u8], root: &[u8]) -> Option<&'a [u8]> {
    if root == b"/" {
        return path.strip_prefix(b"/").filter(|rest| !rest.is_empty());
    }
    path.strip_prefix(root)?.strip_prefix(b"/").filter(|rest| !rest.is_empty())
}

/// `root/rest`.
pub fn join(root: &[u8], rest: &[u8]) -> Vec<u8> {
    let mut out = root.to_vec();
    if !out.ends_with(b"/") {
        out.push(b'/');
    }
    out.extend_from_slice(rest);
    out
}

/// The last component.
pub fn name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// Whether no clause regards this path: the devices that every program may write to.
pub fn is_no_path(path: &[u8]) -> bool {
    matches!(path, b"/dev/null" | b"/dev/zero" | b"/dev/full" | b"/dev/tty" | b"/dev/ptmx")
        || path.starts_with(b"/dev/std")
        || path.starts_with(b"/dev/fd")
        || path.starts_with(b"/dev/pts")
}

/// The absolute patterns that one glob of a clause stands for. `$RUN` stands for every run
/// directory, `$RUN2` and so on for one of them.
pub fn resolve(glob: &str, layout: &Layout) -> Vec<Vec<u8>> {
    let glob = glob.as_bytes();
    let (roots, rest): (Vec<&[u8]>, &[u8]) = if glob.starts_with(b"/") {
        (vec![b"/"], glob)
    } else if let Some(variable) = glob.strip_prefix(b"$") {
        let end = variable.iter().position(|byte| *byte == b'/').unwrap_or(variable.len());
        let (variable, rest) = variable.split_at(end);
        let roots: Vec<&[u8]> = match variable {
            b"RUN" => layout.run_dirs.iter().map(Vec::as_slice).collect(),
            b"TMP" => vec![&layout.tmp],
            b"HOME" => vec![&layout.home],
            other => match other.strip_prefix(b"RUN").and_then(number) {
                Some(at) => {
                    layout.run_dirs.get(at.wrapping_sub(1)).map(Vec::as_slice).into_iter().collect()
                }
                // Not one of ours: a name in the tree that begins with a dollar sign.
                None => return vec![join(&layout.tree, glob)],
            },
        };
        (roots, rest)
    } else {
        (vec![&layout.tree], glob)
    };
    roots.into_iter().map(|root| normal(&join(root, rest))).collect()
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether an absolute pattern matches an absolute path.
///
/// `*` and `?` match bytes but `/`; a component `**` matches any number of components, none
/// included, but at the end it stands for something: `d/**` is everything below `d` and not `d`.
/// `[…]` is a set as in a shell, `\` takes the next byte as it is.
pub fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let pattern: Vec<&[u8]> = pattern.split(|byte| *byte == b'/').collect();
    let path: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    components(&pattern, &path)
}

fn components(pattern: &[&[u8]], path: &[&[u8]]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((&b"**", [])) => !path.is_empty(),
        Some((&b"**", rest)) => (0..=path.len()).any(|at| components(rest, &path[at..])),
        Some((first, rest)) => match path.split_first() {
            Some((part, path)) => component(first, part) && components(rest, path),
            None => false,
        },
    }
}

/// One component, with the usual backtracking to the last star.
fn component(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        let step = match pattern.get(at) {
            Some(b'*') => {
                star = Some((at + 1, seen));
                at += 1;
                continue;
            }
            Some(b'?') => Some(at + 1),
            Some(b'[') => match set(&pattern[at..], text[seen]) {
                Some((true, len)) => Some(at + len),
                Some((false, _)) => None,
                None => (text[seen] == b'[').then_some(at + 1),
            },
            Some(b'\\') if at + 1 < pattern.len() => {
                (pattern[at + 1] == text[seen]).then_some(at + 2)
            }
            Some(byte) => (*byte == text[seen]).then_some(at + 1),
            None => None,
        };
        match (step, star) {
            (Some(next), _) => {
                at = next;
                seen += 1;
            }
            (None, Some((after, from))) => {
                at = after;
                seen = from + 1;
                star = Some((after, from + 1));
            }
            (None, None) => return false,
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// A bracket set at the start of `pattern`: whether it holds `byte`, and its length. `None` where
/// the bracket is never closed.
fn set(pattern: &[u8], byte: u8) -> Option<(bool, usize)> {
    let mut at = 1;
    let negated = matches!(pattern.get(at), Some(b'!' | b'^'));
    if negated {
        at += 1;
    }
    let first = at;
    let mut found = false;
    loop {
        let low = *pattern.get(at)?;
        if low == b']' && at > first {
            return Some((found != negated, at + 1));
        }
        match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some(b'-'), Some(&high)) if high != b']' => {
                found |= (low..=high).contains(&byte);
                at += 3;
            }
            _ => {
                found |= low == byte;
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_as_documented() {
        for (glob, path, want) in [
            ("a", "/w/tree/a", true),
            ("a", "/w/tree/a/b", false),
            ("a", "/w/tree/A", false),
            ("./a//b/", "/w/tree/a/b", true),
            ("a/**", "/w/tree/a/b", true),
            ("a/**", "/w/tree/a/b/c", true),
            ("a/**", "/w/tree/a", false),
            ("**", "/w/tree/a/b", true),
            ("**", "/w/tree", false),
            ("**", "/w/tree2/a", false),
            ("**/b", "/w/tree/b", true),
            ("**/b", "/w/tree/a/c/b", true),
            ("a/**/b", "/w/tree/a/b", true),
            ("a/**/b", "/w/tree/a/x/y/b", true),
            ("a/**/b", "/w/tree/a/x/y/c", false),
            ("*.md", "/w/tree/x.md", true),
            ("*.md", "/w/tree/.md", true),
            ("*.md", "/w/tree/d/x.md", false),
            ("*a*b*", "/w/tree/xxaxxabx", true),
            ("?", "/w/tree/ab", false),
            ("?", "/w/tree/a", true),
            ("[a-c]x", "/w/tree/bx", true),
            ("[!a-c]x", "/w/tree/bx", false),
            ("[]]", "/w/tree/]", true),
            ("[x", "/w/tree/[x", true),
            ("\\*", "/w/tree/*", true),
            ("\\*", "/w/tree/a", false),
            ("../outside/f", "/w/outside/f", true),
            ("/etc/*", "/etc/passwd", true),
            ("$RUN/**", "/w/run/a", true),
            ("$RUN/**", "/w/run2/a", true),
            ("$RUN2/**", "/w/run/a", false),
            ("$RUN2/**", "/w/run2/a", true),
            ("$RUN9/**", "/w/run2/a", false),
            ("$TMP/**", "/w/tmp/a", true),
            ("$TMP/**", "/tmp/a", false),
            ("$HOME/.x", "/w/home/.x", true),
            ("$HOMER/x", "/w/tree/$HOMER/x", true),
            ("", "/w/tree", true),
        ] {
            let layout = crate::fake::layout();
            let got = resolve(glob, &layout).iter().any(|glob| matches(glob, path.as_bytes()));
            assert_eq!(got, want, "{glob} on {path}");
        }
    }

    #[test]
    fn normal_takes_dots_away() {
        for (from, to) in
            [("/a/./b//c/", "/a/b/c"), ("/a/../../b", "/b"), ("", "/"), ("/", "/"), ("/..", "/")]
        {
            assert_eq!(normal(from.as_bytes()), to.as_bytes());
        }
    }
}
