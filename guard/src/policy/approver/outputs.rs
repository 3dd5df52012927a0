//! What the output of a command can hold, where it stands in a word.

use super::inserted::{Taint, is_file};
use super::line::Judge;
use crate::syntax::{Command, Mode, Pipeline, Script, Simple, Target};

/// A command with fixed words that reads files and writes none: its name and its arguments.
type Fixed = (Vec<u8>, Vec<Vec<u8>>);

impl Judge<'_> {
    /// What a substitution can show: counts, places, and files that the line did not change do not come
    /// from the line.
    pub(super) fn output(&self, script: &Script) -> Taint {
        self.output_known(script).unwrap_or(Taint::Any)
    }

    fn output_known(&self, script: &Script) -> Option<Taint> {
        let [item] = script.list.items.as_slice() else { return None };
        let Some(Command::Simple(last)) = item.first.commands.last() else { return None };
        if !item.rest.is_empty() {
            return None;
        }
        let (name, arguments) = self.fixed(last)?;
        let piped = item.first.commands.len() > 1;
        let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
        let given = piped || !last.redirects.is_empty();
        match name.as_slice() {
            b"wc" if given && matches!(arguments.as_slice(), [b"-l" | b"-c" | b"-w" | b"-m"]) => {
                return Some(Taint::Number);
            }
            b"grep" if counts(&arguments, given) => return Some(Taint::Number),
            b"cut"
                if piped && !self.is_changed() && self.numbers_lines(&item.first, &arguments) =>
            {
                return Some(Taint::Foreign);
            }
            b"pwd" if !piped => {
                let plain = arguments.iter().all(|word| matches!(*word, b"-P" | b"-L"));
                return plain.then(|| self.place_shown());
            }
            _ => {}
        }
        if piped || self.is_changed() {
            return None;
        }
        let (options, files): (Vec<&[u8]>, Vec<&[u8]>) =
            arguments.iter().partition(|word| word.first() == Some(&b'-'));
        match (name.as_slice(), arguments.as_slice()) {
            (b"nproc", []) | (b"id", [b"-u" | b"-g"]) => Some(Taint::Number),
            (b"whoami" | b"hostname", [])
            | (b"id", [b"-un" | b"-gn"])
            | (b"uname", [] | [b"-s" | b"-m" | b"-r" | b"-n"]) => Some(Taint::Name),
            (b"date", [format] | [b"-u", format]) => time(format),
            (b"date", []) => Some(Taint::Path),
            (b"cat", files) => {
                let named = given || !files.is_empty();
                let plain = options.is_empty() && files.iter().all(|path| is_file(path));
                (named && plain).then_some(Taint::Foreign)
            }
            (b"head" | b"tail", words) => {
                let rest = behind_count(words);
                let one = matches!(rest, [path] if is_plain_file(path)) || rest.is_empty() && given;
                one.then_some(Taint::Foreign)
            }
            // The line chooses which of the names that are there.
            (b"ls", _) => {
                let listed = options
                    .iter()
                    .all(|word| word.iter().skip(1).all(|letter| b"1aAdtrS".contains(letter)));
                let level = if files.iter().any(|it| it.contains(&b'/')) {
                    Taint::Path
                } else {
                    Taint::Name
                };
                listed.then_some(level)
            }
            (b"git", [b"branch", b"--show-current"]) => Some(Taint::Foreign),
            (b"git", [b"rev-parse", rest @ ..]) => {
                let known = |word: &&[u8]| {
                    matches!(*word, b"HEAD" | b"--short" | b"--abbrev-ref" | b"--show-toplevel")
                };
                rest.iter().all(known).then_some(Taint::Foreign)
            }
            _ => None,
        }
    }

    /// The words of a command, where the line fixes them, and it is given no more than files to read.
    fn fixed(&self, simple: &Simple) -> Option<Fixed> {
        let read = simple.redirects.iter().all(|redirect| {
            let Target::File { mode: Mode::Read, word } = &redirect.target else { return false };
            word.fixed().is_some_and(|path| is_file(&path))
        });
        if !read || !simple.assignments.is_empty() {
            return None;
        }
        let mut words = simple.words.iter().map(|word| word.fixed().map(|text| text.into_owned()));
        let name = words.next()??;
        let arguments = words.collect::<Option<Vec<_>>>()?;
        (!self.functions.contains(&name)).then_some((name, arguments))
    }

    /// `grep -n PATTERN FILE | head -1 | cut -d: -f1`, which shows the number of a line.
    fn numbers_lines(&self, pipeline: &Pipeline, cut: &[&[u8]]) -> bool {
        if !matches!(
            cut,
            [b"-d:", b"-f1"]
                | [b"-d", b":", b"-f1"]
                | [b"-d", b":", b"-f", b"1"]
                | [b"-f1", b"-d:"]
        ) {
            return false;
        }
        let simple = |command: &Command| match command {
            Command::Simple(simple) => self.fixed(simple),
            _ => None,
        };
        let Some((_, before)) = pipeline.commands.split_last() else { return false };
        let Some(parts) = before.iter().map(simple).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Some(((name, arguments), filters)) = parts.split_first() else { return false };
        let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
        let flags = |word: &[u8]| {
            word.strip_prefix(b"-").is_some_and(|letters| {
                letters.contains(&b'n') && letters.iter().all(|it| b"nivwxEFPm1".contains(it))
            })
        };
        let greps = name == b"grep"
            && matches!(arguments.as_slice(), [option, pattern, file]
                if flags(option) && pattern.first() != Some(&b'-') && is_plain_file(file));
        greps
            && filters.iter().all(|(name, arguments)| {
                let words: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
                matches!(name.as_slice(), b"head" | b"tail") && behind_count(&words).is_empty()
            })
    }
}

/// Whether `grep` shows a count and nothing else: of one file, or of its input.
fn counts(arguments: &[&[u8]], given: bool) -> bool {
    let Some((option, rest)) = arguments.split_first() else { return false };
    let counting = option.strip_prefix(b"-").is_some_and(|letters| {
        letters.contains(&b'c') && letters.iter().all(|it| b"civwxEFP".contains(it))
    });
    let plain = rest.first().is_some_and(|pattern| pattern.first() != Some(&b'-'));
    counting
        && plain
        && match rest {
            [_] => given,
            [_, file] => is_plain_file(file),
            _ => false,
        }
}

fn is_plain_file(path: &[u8]) -> bool {
    path.first() != Some(&b'-') && is_file(path)
}

/// What stands behind the count of `head` or `tail`, which goes by lines: `-n 5`, `-n5`, `-5`.
fn behind_count<'w, 'a>(words: &'w [&'a [u8]]) -> &'w [&'a [u8]] {
    let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match words {
        [b"-n", count, rest @ ..] if number(count.strip_prefix(b"+").unwrap_or(count)) => rest,
        [first, rest @ ..] => {
            let count = first.strip_prefix(b"-").map(|it| it.strip_prefix(b"n").unwrap_or(it));
            if count.is_some_and(number) { rest } else { words }
        }
        [] => words,
    }
}

/// What `date` shows in a format. A letter is a part of the time only behind a percent sign.
fn time(format: &[u8]) -> Option<Taint> {
    if format == b"-u" {
        return Some(Taint::Path);
    }
    let mut rest = format.strip_prefix(b"+")?.iter();
    let mut taint = Taint::Number;
    while let Some(byte) = rest.next() {
        let shown = match byte {
            b'%' => match rest.next()? {
                b'Y' | b'm' | b'd' | b'H' | b'M' | b'S' | b's' | b'j' | b'y' | b'N' | b'u' => {
                    Taint::Number
                }
                b'F' => Taint::Name,
                b'T' | b'R' => Taint::Path,
                _ => return None,
            },
            byte => Taint::of_text(&[*byte]),
        };
        taint = taint.max(shown);
    }
    Some(taint)
}
