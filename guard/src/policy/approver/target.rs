//! What removal commands take away, by their words alone.

use crate::syntax::{PartKind, Span, Word};

/// How a word names what is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// This path.
    Fixed(Vec<u8>),
    /// Entries of a directory: the text before the first component with a wildcard (which may be
    /// empty), and that component, byte by byte with whether a byte is a wildcard.
    Pattern { directory: Vec<u8>, pattern: Vec<(u8, bool)> },
    /// Something below the home directory.
    Home,
    /// The line does not fix it.
    Open,
}

/// One thing that a command removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) name: Name,
    /// The last component is followed even without a slash behind it.
    pub(super) follows: bool,
    /// Only what stands in the directory goes, not the directory itself.
    pub(super) contents: bool,
    /// The name `..` may come out of a pattern and be taken.
    pub(super) takes_parent: bool,
    pub(super) place: Span,
}

impl Target {
    pub(super) fn new(word: &Word) -> Self {
        Self {
            name: name_of(word),
            follows: false,
            contents: false,
            takes_parent: false,
            place: word.span,
        }
    }

    pub(super) fn open(place: Span) -> Self {
        Self { name: Name::Open, follows: false, contents: false, takes_parent: false, place }
    }

    /// The path, where the line fixes it.
    pub(super) fn fixed(&self) -> Option<&[u8]> {
        match &self.name {
            Name::Fixed(path) => Some(path),
            _ => None,
        }
    }
}

/// How a word names a path.
pub(super) fn name_of(word: &Word) -> Name {
    if let Some(text) = word.fixed() {
        return Name::Fixed(text.into_owned());
    }
    if word.parts.first().is_some_and(|part| part.kind == PartKind::Home) {
        return Name::Home;
    }
    let mut bytes: Vec<(u8, bool)> = Vec::new();
    for part in &word.parts {
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => {
                bytes.extend(text.iter().map(|byte| (*byte, false)));
            }
            PartKind::Escaped(byte) => bytes.push((*byte, false)),
            PartKind::Glob(byte) => bytes.push((*byte, true)),
            PartKind::Double(inner) => {
                for part in inner {
                    match &part.kind {
                        PartKind::Text(text) => bytes.extend(text.iter().map(|b| (*b, false))),
                        PartKind::Escaped(byte) => bytes.push((*byte, false)),
                        _ => return Name::Open,
                    }
                }
            }
            _ => return Name::Open,
        }
    }
    let Some(first) = bytes.iter().position(|(_, wild)| *wild) else { return Name::Open };
    let start =
        bytes.iter().take(first).rposition(|(byte, _)| *byte == b'/').map_or(0, |slash| slash + 1);
    let (directory, pattern) = bytes.split_at(start);
    if pattern.iter().any(|(byte, _)| *byte == b'/') {
        return Name::Open;
    }
    let directory = directory.iter().map(|(byte, _)| *byte).collect();
    Name::Pattern { directory, pattern: pattern.to_vec() }
}

/// Operands and options of a command line as GNU tools take them: options may stand anywhere
/// before `--`.
pub(super) struct Line<'a> {
    pub(super) options: Vec<std::borrow::Cow<'a, [u8]>>,
    pub(super) operands: Vec<&'a Word>,
    /// Values of options that take one, with the option's letter.
    pub(super) values: Vec<(u8, &'a Word)>,
    /// A word may be an option or an operand.
    pub(super) open: bool,
}

/// Splits a command line. `valued` are the letters of options that take a value; `long` the long
/// options that do.
pub(super) fn split<'a>(arguments: &'a [Word], valued: &[u8], long: &[(&str, u8)]) -> Line<'a> {
    let mut line =
        Line { options: Vec::new(), operands: Vec::new(), values: Vec::new(), open: false };
    let mut rest = arguments.iter();
    let mut ended = false;
    while let Some(word) = rest.next() {
        let Some(text) = word.fixed().filter(|_| !ended) else {
            line.open |= !ended && may_be_option(word);
            line.operands.push(word);
            continue;
        };
        if text.as_ref() == b"--" {
            ended = true;
        } else if text.first() != Some(&b'-') || text.len() < 2 {
            line.operands.push(word);
        } else {
            let letter = if text.starts_with(b"--") {
                let named = long.iter().find(|(name, _)| name.as_bytes() == text.as_ref());
                named.map(|(_, letter)| *letter)
            } else {
                let last = text.iter().skip(1).position(|byte| valued.contains(byte));
                last.filter(|at| at + 2 == text.len()).and(text.last().copied())
            };
            if let Some(letter) = letter
                && let Some(value) = rest.next()
            {
                line.values.push((letter, value));
            }
            line.options.push(text);
        }
    }
    line
}

/// Whether a cluster of short options has one of these letters; `valued` are those whose value ends it.
pub(super) fn has_letter(option: &[u8], letters: &[u8], valued: &[u8]) -> bool {
    if option.starts_with(b"--") {
        return false;
    }
    let end =
        option.iter().position(|byte| valued.contains(byte)).map_or(option.len(), |at| at + 1);
    option.iter().take(end).any(|byte| letters.contains(byte))
}

/// Whether a word that is not fixed may start with a dash.
fn may_be_option(word: &Word) -> bool {
    match word.parts.first().map(|part| &part.kind) {
        Some(PartKind::Text(text) | PartKind::Single(text)) => {
            text.is_empty() || text.first() == Some(&b'-')
        }
        Some(PartKind::Escaped(byte)) => *byte == b'-',
        Some(PartKind::Home) => false,
        _ => true,
    }
}

/// What `rm`, `rmdir`, `unlink` and `mv` remove. `None` for another program.
pub(super) fn removed(base: &[u8], arguments: &[Word], open_ended: bool) -> Option<Vec<Target>> {
    let place = arguments.last().map_or_else(Span::default, |word| word.span);
    let mut targets = match base {
        b"rm" | b"unlink" => {
            let line = split(arguments, b"", &[]);
            line.operands.iter().map(|word| Target::new(word)).collect()
        }
        b"rmdir" => {
            let line = split(arguments, b"", &[]);
            let parents = line.options.iter().any(|text| {
                text.starts_with(b"--p") || (!text.starts_with(b"--") && text.contains(&b'p'))
            });
            let mut targets: Vec<Target> =
                line.operands.iter().map(|word| Target::new(word)).collect();
            if parents {
                let above: Vec<Target> = targets.iter().flat_map(parents_of).collect();
                targets.extend(above);
            }
            targets
        }
        b"mv" => moved(arguments),
        _ => return None,
    };
    if open_ended {
        targets.push(Target::open(place));
    }
    Some(targets)
}

/// Whether `rm` takes directories with what stands in them.
pub(super) fn is_recursive(arguments: &[Word]) -> bool {
    let line = split(arguments, b"", &[]);
    line.options.iter().any(|text| text.starts_with(b"--r") || has_letter(text, b"rR", b""))
}

/// How many directories above a target are looked at.
const MAX_PARENTS: usize = 24;

/// The directories above a target that `rmdir -p` removes too.
fn parents_of(target: &Target) -> Vec<Target> {
    // What `find` puts into `{}` may have any directories above it.
    let Some(path) = target.fixed().filter(|path| *path != b"{}") else {
        return vec![Target::open(target.place)];
    };
    let trimmed = path.len() - path.iter().rev().take_while(|byte| **byte == b'/').count();
    let path = path.get(..trimmed).unwrap_or_default();
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    // Each of them is looked up from the first component on.
    if slashes.clone().count() > MAX_PARENTS {
        return vec![Target::open(target.place)];
    }
    slashes
        .map(|at| {
            let above = path.get(..at).filter(|above| !above.is_empty()).unwrap_or(b"/");
            Target { name: Name::Fixed(above.to_vec()), ..target.clone() }
        })
        .collect()
}

/// The sources of `mv`.
fn moved(arguments: &[Word]) -> Vec<Target> {
    let line = split(arguments, b"tS", &[("--target-directory", b't'), ("--suffix", b'S')]);
    let into = line.values.iter().any(|(letter, _)| *letter == b't')
        || line.options.iter().any(|text| {
            let valued = text.iter().position(|byte| b"tS".contains(byte));
            let glued = valued.is_some_and(|at| text.get(at) == Some(&b't') && at + 1 < text.len());
            text.starts_with(b"--target-directory=") || !text.starts_with(b"--") && glued
        });
    // A backup renames what stands at the destination.
    let backs_up = line.options.iter().any(|text| {
        text.starts_with(b"--b") || text.starts_with(b"--su") || has_letter(text, b"bS", b"tS")
    });
    let exchange = line.options.iter().any(|text| text.starts_with(b"--e"));
    // A long option may be shortened; `--t` is that one alone.
    let shortened = line
        .options
        .iter()
        .any(|text| text.starts_with(b"--t") && !text.starts_with(b"--target-directory=") && !into);
    let count = line.operands.len();
    // A last word that may become several holds sources too.
    let splits = line.operands.last().is_some_and(|word| word.may_split());
    let all = into || exchange || splits || backs_up;
    let sources = if all { count } else { count.saturating_sub(1) };
    let mut targets: Vec<Target> = line
        .operands
        .iter()
        .take(sources)
        .map(|word| Target { takes_parent: true, ..Target::new(word) })
        .collect();
    if shortened || backs_up && into {
        targets.extend(arguments.first().map(|word| Target::open(word.span)));
    }
    targets
}

/// Whether `find` takes a word, where a path may stand, for the start of its expression. A dash, a
/// closing parenthesis and a comma alone are paths to it, and so is what only begins as an operator.
fn starts_expression(text: &[u8]) -> bool {
    matches!(text, b"(" | b"!" | [b'-', _, ..])
}

/// The start paths of `find`, and the words behind them.
pub(super) fn found(arguments: &[Word]) -> (Vec<Target>, &[Word]) {
    let mut targets = Vec::new();
    let mut rest = arguments;
    let mut follows = false;
    while let Some((word, after)) = rest.split_first() {
        let fixed = word.fixed();
        match fixed.as_deref() {
            Some(b"-H" | b"-L") => follows = true,
            Some(b"-P") => {}
            Some(b"-D") => {
                rest = after.get(1..).unwrap_or_default();
                continue;
            }
            Some(text) if text.starts_with(b"-O") || text == b"--" => {}
            Some(text) if starts_expression(text) => break,
            None if may_be_option(word) && !matches!(name_of(word), Name::Pattern { .. }) => {
                targets.push(Target::open(word.span));
            }
            _ => targets.push(Target { takes_parent: true, ..Target::new(word) }),
        }
        rest = after;
    }
    follows |= rest.iter().any(|word| {
        word.fixed().is_none_or(|text| {
            matches!(text.as_ref(), b"-follow" | b"-files0-from") || text.as_ref() == b"-L"
        }) && word.fixed().is_some()
    });
    if targets.is_empty() {
        let place = arguments.first().map_or_else(Span::default, |word| word.span);
        let name = Name::Fixed(b".".to_vec());
        targets.push(Target { name, follows: false, contents: false, takes_parent: false, place });
    }
    for target in &mut targets {
        if follows {
            // It would go through every link below.
            target.name = Name::Open;
        }
        // find leaves `.` itself alone.
        target.contents = target.name == Name::Fixed(b".".to_vec());
    }
    (targets, rest)
}

/// Whether an expression of `find` removes by itself.
pub(super) fn deletes(expression: &[Word]) -> bool {
    expression.iter().any(|word| match word.fixed() {
        Some(text) => text.as_ref() == b"-delete",
        None => may_be_option(word) && word.may_split(),
    })
}
