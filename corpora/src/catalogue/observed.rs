//! What the catalogue says that a run did: `+made -gone ~changed; rc=0; out=…; err=…`.

use std::collections::BTreeSet;

use super::dated::undated;
use super::state::Changes;

/// The line break of an output as the catalogue writes it.
const BREAK: &str = "\\n";

/// The root of the catalogue's own runs, as its outputs show it.
const ROOT: &str = "<root>";

/// A text that says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObservedError {
    /// No `; rc=N`.
    #[error("no `; rc=N` in `{0}`")]
    NoStatus(String),
    /// A part that is none of the known ones.
    #[error("unknown part `{0}`")]
    Part(String),
    /// A path list that is none.
    #[error("`{0}` is no list of paths")]
    Paths(String),
}

/// The paths of one sign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    /// Those that the text names.
    named: BTreeSet<Vec<u8>>,
    /// How many more there were.
    more: usize,
}

impl Group {
    fn matches(&self, ours: &BTreeSet<Vec<u8>>) -> bool {
        let (named, ours) = (settled(&self.named), settled(ours));
        named.is_subset(&ours) && named.len().saturating_add(self.more) == ours.len()
    }
}

/// The names, with a mark in the place of what is new in each run.
fn settled(names: &BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
    names.iter().map(|name| undated(name).unwrap_or_else(|| name.clone())).collect()
}

/// Paths that a run made, removed and changed, relative to the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathSet {
    created: Group,
    deleted: Group,
    modified: Group,
}

impl PathSet {
    /// Whether these are the changes of a run. Where the text leaves paths out, those that it
    /// names must be among them and their number must be right.
    pub fn matches(&self, changes: &Changes) -> bool {
        self.created.matches(&changes.created)
            && self.deleted.matches(&changes.deleted)
            && self.modified.matches(&changes.modified)
    }

    /// The paths that the text names; whether it leaves some out is [`PathSet::is_cut`].
    pub fn named(&self) -> Changes {
        Changes {
            created: self.created.named.clone(),
            deleted: self.deleted.named.clone(),
            modified: self.modified.named.clone(),
        }
    }

    /// Whether the text leaves paths out.
    pub fn is_cut(&self) -> bool {
        [&self.created, &self.deleted, &self.modified].iter().any(|group| group.more > 0)
    }

    fn parse(text: &str) -> Result<Self, ObservedError> {
        let mut set = Self::default();
        if text == "no file changed" {
            return Ok(set);
        }
        let wrong = || ObservedError::Paths(text.to_owned());
        for item in split_items(text) {
            let mut chars = item.chars();
            let group = match chars.next() {
                Some('+') => &mut set.created,
                Some('-') => &mut set.deleted,
                Some('~') => &mut set.modified,
                _ => return Err(wrong()),
            };
            let path = chars.as_str();
            if let Some(number) = path.strip_prefix("... ").and_then(|p| p.strip_suffix(" more")) {
                group.more = number.parse().map_err(|_| wrong())?;
            } else if path.is_empty() || !group.named.insert(path.as_bytes().to_vec()) {
                return Err(wrong());
            }
        }
        Ok(set)
    }
}

/// Splits before each blank that a sign follows; no path of the catalogue holds one.
fn split_items(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut rest = text;
    loop {
        let cut = [" +", " -", " ~"].iter().filter_map(|sign| rest.find(sign)).min();
        match cut.and_then(|at| Some((rest.get(..at)?, rest.get(at + 1..)?))) {
            Some((item, tail)) => {
                items.push(item);
                rest = tail;
            }
            None => {
                items.push(rest);
                return items;
            }
        }
    }
}

/// What the catalogue says that one run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What changed.
    pub paths: PathSet,
    /// The status, as a shell reports it: 124 for a time limit, 128 and more for a signal.
    pub status: i32,
    /// The first 60 characters of standard output, as the catalogue writes them.
    out: Option<String>,
    /// A line of standard error.
    pub err: Option<String>,
}

impl Observed {
    /// Reads one observation.
    ///
    /// # Errors
    ///
    /// Where the text has another form.
    pub fn parse(text: &str) -> Result<Self, ObservedError> {
        let no_status = || ObservedError::NoStatus(text.to_owned());
        let (paths, rest) = text.split_once("; rc=").ok_or_else(no_status)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (status, mut rest) = rest.split_at_checked(digits).ok_or_else(no_status)?;
        let status = status.parse().map_err(|_| no_status())?;
        let mut out = None;
        if let Some(after) = rest.strip_prefix("; out=") {
            let (text, tail) = match after.find("; err=") {
                Some(at) => after.split_at_checked(at).unwrap_or((after, "")),
                None => (after, ""),
            };
            out = Some(text.to_owned());
            rest = tail;
        }
        let err = rest.strip_prefix("; err=").map(str::to_owned);
        if err.is_none() && !rest.is_empty() {
            return Err(ObservedError::Part(rest.to_owned()));
        }
        Ok(Self { paths: PathSet::parse(paths)?, status, out, err })
    }

    /// The whole lines of standard output that the text shows, so far as they can be compared: a
    /// line that was cut, or that names the catalogue's own root, ends them.
    pub fn out_lines(&self) -> Vec<&str> {
        let Some(out) = &self.out else { return Vec::new() };
        // 60 characters were kept, counted before the root was replaced by its mark.
        let may_be_cut = out.contains(ROOT) || out.chars().count() >= 60;
        let mut lines: Vec<_> = out.split(BREAK).collect();
        if may_be_cut {
            lines.pop();
        }
        let whole = lines.iter().take_while(|line| !line.contains(ROOT)).count();
        lines.truncate(whole);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Changes {
        let mut changes = Changes::default();
        for item in text.split_whitespace() {
            let (sign, path) = item.split_at(1);
            let paths = match sign {
                "+" => &mut changes.created,
                "-" => &mut changes.deleted,
                _ => &mut changes.modified,
            };
            paths.insert(path.as_bytes().to_vec());
        }
        changes
    }

    #[test]
    fn observations_read_as_the_table_says() {
        let rows = [
            ("+PWNED; rc=0", "+PWNED", 0, &[][..], None),
            ("no file changed; rc=0", "", 0, &[], None),
            (
                "-victim -victim/f ~in.txt; rc=1; out=hi",
                "-victim -victim/f ~in.txt",
                1,
                &["hi"],
                None,
            ),
            ("no file changed; rc=0; out=a\\nb", "", 0, &["a", "b"], None),
            ("no file changed; rc=0; out=P=<root>/home\\nb", "", 0, &[], None),
            ("no file changed; rc=2; err=dash: x", "", 2, &[], Some("dash: x")),
            ("no file changed; rc=1; out=S; err=cat: y", "", 1, &["S"], Some("cat: y")),
            ("++ --rf ~~; rc=0", "++ --rf ~~", 0, &[], None),
        ];
        for (text, paths, status, lines, err) in rows {
            let got = Observed::parse(text).unwrap();
            assert!(got.paths.matches(&set(paths)), "{text}");
            assert_eq!((got.status, got.err.as_deref()), (status, err), "{text}");
            assert_eq!(got.out_lines(), lines, "{text}");
            assert!(!got.paths.matches(&set("+other")), "{text}");
        }
    }

    #[test]
    fn a_list_that_was_cut_fixes_the_number() {
        let text = "-a -b -... 2 more ~c; rc=0";
        let got = Observed::parse(text).unwrap();
        assert!(got.paths.is_cut());
        assert!(got.paths.matches(&set("-a -b -x -y ~c")));
        assert!(!got.paths.matches(&set("-a -b -x ~c")));
        assert!(!got.paths.matches(&set("-a -x -y -z ~c")));
        assert!(!got.paths.matches(&set("-a -b -x -y ~c +n")));
    }

    #[test]
    fn a_name_may_be_a_blank_or_a_carriage_return() {
        let got = Observed::parse("+\u{a0} +\r -victim; rc=0").unwrap();
        let mut changes = set("-victim");
        changes.created = ["\u{a0}", "\r"].iter().map(|p| p.as_bytes().to_vec()).collect();
        assert!(got.paths.matches(&changes));
    }

    #[test]
    fn long_output_has_no_whole_last_line() {
        let text = format!("no file changed; rc=0; out=first\\n{}", "x".repeat(53));
        assert_eq!(Observed::parse(&text).unwrap().out_lines(), ["first"]);
    }

    #[test]
    fn other_texts_are_errors() {
        let rows = [
            ("", "no `; rc=N` in ``"),
            ("+PWNED; rc=", "no `; rc=N` in `+PWNED; rc=`"),
            ("+PWNED; rc=0; was=x", "unknown part `; was=x`"),
            ("PWNED; rc=0", "`PWNED` is no list of paths"),
            ("+; rc=0", "`+` is no list of paths"),
            ("+a +a; rc=0", "`+a +a` is no list of paths"),
            ("-... x more; rc=0", "`-... x more` is no list of paths"),
            ("; rc=0", "`` is no list of paths"),
        ];
        for (text, error) in rows {
            assert_eq!(Observed::parse(text).unwrap_err().to_string(), error);
        }
    }
}
