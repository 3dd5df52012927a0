//! Files that a program writes, as far as its own options and scripts say.

use std::collections::BTreeSet;

use super::inline;
use super::known::is_awk;
use super::line::Before;
use super::sed;
use crate::syntax::launch::head;
use crate::syntax::{Operation, Part, PartKind, Word};

/// How many words of a script that writes files are looked up.
const MAX_TOKENS: usize = 256;

/// What a program that makes no links may write.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// It may write a file that no word names.
    pub(super) unplaced: bool,
    /// Files that it writes.
    pub(super) names: Vec<Vec<u8>>,
    /// Words that may be files that it changes.
    pub(super) mentioned: Vec<Vec<u8>>,
    /// Words that are files which it writes, as far as the line does not fix them.
    pub(super) unfixed: Vec<Vec<Part>>,
    /// A script of it has more words than are looked up.
    pub(super) too_many: bool,
}

/// What a program does with its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// It reads them, or they are no files.
    Read,
    /// It removes them, or hands them on.
    Mentioned,
    /// It changes them, but not what stands in them.
    Touched,
    /// It writes them.
    Written,
}

/// How a program is told of the files that it writes.
struct Program {
    operands: Operands,
    /// Letters of short options whose value is a file that it writes.
    files: &'static [u8],
    /// Letters of other short options with a value: they end a cluster. Only those that have one in every
    /// version of the program, so that no option of a cluster is overlooked.
    valued: &'static [u8],
    /// Letters whose value is a file where it is glued to them, and the file where none is.
    optional: &'static [(u8, &'static str)],
    /// Letters with which it writes files that no word names.
    unplaced: &'static [u8],
    /// Long options whose value is a file that it writes.
    long_files: &'static [&'static str],
    /// Long options with which it writes files that no word names.
    long_unplaced: &'static [&'static str],
    /// Long options that are none of these, though they are the start of one.
    others: &'static [&'static str],
}

const PLAIN: Program = Program {
    operands: Operands::Read,
    files: b"",
    valued: b"",
    optional: &[],
    unplaced: b"",
    long_files: &[],
    long_unplaced: &[],
    others: &[],
};

static TOUCHES: Program = Program { operands: Operands::Touched, ..PLAIN };

static REMOVES: Program = Program { operands: Operands::Mentioned, ..PLAIN };

static WRITES: Program = Program { operands: Operands::Written, ..PLAIN };

static SORT: Program = Program { files: b"o", valued: b"kStT", long_files: &["--output"], ..PLAIN };

static CURL: Program = Program {
    files: b"oDc",
    valued: b"AbCdeEFHmPQrtuUwxXyYz",
    // An upload may go to an address of a file.
    unplaced: b"OJKT",
    long_files: &[
        "--output",
        "--dump-header",
        "--cookie-jar",
        "--trace",
        "--trace-ascii",
        "--stderr",
        "--libcurl",
        "--etag-save",
        "--hsts",
        "--alt-svc",
    ],
    long_unplaced: &[
        "--remote-name",
        "--remote-name-all",
        "--remote-header-name",
        "--output-dir",
        "--config",
        "--upload-file",
        "--metalink",
        "--no-clobber",
        "--expand-",
    ],
    others: &["--cookie", "--output", "--trace"],
    ..PLAIN
};

static WGET: Program = Program {
    files: b"Ooa",
    valued: b"ABDGIQRTUXiltwn",
    unplaced: b"Peb",
    long_files: &[
        "--output-document",
        "--output-file",
        "--append-output",
        "--save-cookies",
        "--rejected-log",
        "--hsts-file",
    ],
    long_unplaced: &[
        "--config",
        "--execute",
        "--backups",
        "--background",
        "--input-metalink",
        "--directory-prefix",
        "--warc-",
    ],
    ..PLAIN
};

static AWK: Program = Program {
    valued: b"vFfeEi",
    optional: &[(b'o', "awkprof.out"), (b'p', "awkprof.out"), (b'd', "awkvars.out")],
    // Options in another spelling, and code that is loaded.
    unplaced: b"Wl",
    long_files: &["--pretty-print", "--profile", "--dump-variables"],
    long_unplaced: &["--load"],
    ..PLAIN
};

/// How this program is told of what it writes, where it makes no links. What builds, or runs code of its
/// own, can make them.
fn program(base: &[u8]) -> Option<&'static Program> {
    Some(match base {
        b"touch" | b"mkdir" | b"chmod" | b"chown" => &TOUCHES,
        b"rm" | b"rmdir" | b"unlink" | b"find" => &REMOVES,
        b"tee" | b"dd" | b"truncate" => &WRITES,
        b"sort" => &SORT,
        b"curl" => &CURL,
        b"wget" => &WGET,
        b"awk" => &AWK,
        b"sed" => &PLAIN,
        _ => return None,
    })
}

/// A question about a word: whether it may be taken for an option.
pub(super) type Question<'q> = &'q dyn Fn(&Word) -> bool;

/// What a program writes; nothing where it may make links. `filled` says that a launcher puts words among
/// the arguments.
pub(super) fn of(
    base: &[u8],
    arguments: &[Word],
    before: &Before,
    filled: bool,
    may_be_option: Question<'_>,
) -> Option<Written> {
    let program = program(base)?;
    let mut reader = Reader { program, before, filled, written: Written::default() };
    match program.operands {
        Operands::Read => {}
        Operands::Written => reader.operands(arguments),
        Operands::Touched | Operands::Mentioned => reader.mentions(base, arguments),
    }
    match base {
        b"sed" => reader.in_place(arguments, may_be_option),
        b"sort" | b"curl" | b"wget" | b"awk" => reader.options(arguments, may_be_option),
        _ => {}
    }
    match base {
        b"curl" => reader.curl(arguments),
        b"wget" => reader.written.unplaced |= !is_placed(arguments),
        b"sed" | b"awk" => reader.script(base, arguments),
        _ => {}
    }
    if program.operands == Operands::Touched {
        reader.written.names.append(&mut reader.written.mentioned);
    }
    Some(reader.written)
}

struct Reader<'a> {
    program: &'static Program,
    before: &'a Before,
    filled: bool,
    written: Written,
}

impl Reader<'_> {
    fn is_set(&self, word: &Word) -> bool {
        is_set(&word.parts, self.before)
    }

    /// A word, or what is behind so many bytes of it, is the name of a file that is written.
    fn name(&mut self, word: Option<&Word>, from: usize) {
        self.written.unplaced |= self.filled;
        let Some(word) = word else { return };
        match word.fixed() {
            Some(text) => {
                let name = text.get(from..).unwrap_or_default().to_vec();
                if !name.is_empty() {
                    self.written.names.push(name);
                }
            }
            None => {
                self.written.unplaced |= self.is_set(word);
                self.written.unfixed.push(word.parts.clone());
            }
        }
    }

    /// All words may be files that are written. An option is one too: behind `--` it is an operand.
    fn operands(&mut self, arguments: &[Word]) {
        self.written.unplaced |= self.filled;
        for word in arguments {
            self.name(Some(word), 0);
            // `of=FILE`; but a name may hold the sign too.
            if let Some(at) = value_start(word) {
                self.name(Some(word), at);
            }
        }
    }

    /// All words are mentioned, and those of `find` behind the actions that write are written.
    fn mentions(&mut self, base: &[u8], arguments: &[Word]) {
        let mut writes = false;
        for word in arguments {
            let text = word.fixed();
            if std::mem::take(&mut writes) {
                self.name(Some(word), 0);
            }
            let Some(text) = text else { continue };
            // An action that the line does not fix is refused where what it runs is looked for.
            writes = base == b"find" && (text.starts_with(b"-fp") || text.starts_with(b"-fl"));
            self.written.mentioned.push(text.to_vec());
            if let Some(value) = value_start(word).and_then(|at| text.get(at..)) {
                self.written.mentioned.push(value.to_vec());
            }
        }
    }

    /// Reads the options as the program does: in a cluster the first letter with a value takes the rest.
    /// No word is passed over for being a value, so that no option is overlooked.
    fn options(&mut self, arguments: &[Word], may_be_option: Question<'_>) {
        for (at, word) in arguments.iter().enumerate() {
            let whole = word.fixed().is_some();
            let text = head(word);
            if text.first() != Some(&b'-') {
                self.written.unplaced |= !whole && may_be_option(word);
                continue;
            }
            let next = arguments.get(at + 1);
            if text.starts_with(b"--") {
                self.long(word, &text, whole, next);
            } else {
                self.cluster(word, &text, whole, next);
            }
        }
    }

    fn long(&mut self, word: &Word, text: &[u8], whole: bool, next: Option<&Word>) {
        let (name, value) = inline::long_option(text);
        if value.is_none() && !whole {
            // What the line does not fix may go on with the name.
            self.written.unplaced |= self.is_set(word);
        }
        let other = self.program.others.iter().any(|other| other.as_bytes() == name);
        let means = |longs: &[&str]| {
            let exact = longs.iter().any(|long| long.as_bytes() == name);
            // The start of several options, such as `--expand-`, stands for all of them.
            let start =
                longs.iter().any(|long| long.ends_with('-') && name.starts_with(long.as_bytes()));
            let shortened = longs.iter().any(|long| inline::is_short_of(name, long.as_bytes()));
            exact || start || shortened && !other
        };
        self.written.unplaced |= means(self.program.long_unplaced);
        if means(self.program.long_files) {
            match value {
                Some(_) => self.name(Some(word), name.len() + 1),
                None => {
                    for (_, default) in self.program.optional {
                        self.written.names.push(default.as_bytes().to_vec());
                    }
                    self.name(next, 0);
                }
            }
        }
    }

    fn cluster(&mut self, word: &Word, text: &[u8], whole: bool, next: Option<&Word>) {
        let program = self.program;
        for (at, letter) in text.iter().enumerate().skip(1) {
            let glued = at + 1 < text.len() || !whole;
            if program.unplaced.contains(letter) {
                self.written.unplaced = true;
                return;
            }
            if program.files.contains(letter) {
                match glued {
                    true => self.name(Some(word), at + 1),
                    false => self.name(next, 0),
                }
                return;
            }
            if let Some((_, default)) = program.optional.iter().find(|(known, _)| known == letter) {
                match glued {
                    true => self.name(Some(word), at + 1),
                    false => self.written.names.push(default.as_bytes().to_vec()),
                }
                return;
            }
            if program.valued.contains(letter) {
                return;
            }
        }
        // What the line does not fix may go on with letters.
        self.written.unplaced |= !whole && self.is_set(word);
    }

    /// What curl puts into names of its own: parts of the address, and files that a text for people names.
    fn curl(&mut self, arguments: &[Word]) {
        let numbered =
            |name: &Vec<u8>| name.windows(2).any(|pair| matches!(pair, [b'#', b'0'..=b'9']));
        self.written.unplaced |= self.written.names.iter().any(numbered);
        for (at, word) in arguments.iter().enumerate() {
            let text = head(word);
            let shows = match text.strip_prefix(b"--") {
                Some(_) => text.starts_with(b"--w"),
                None => text.first() == Some(&b'-') && text.contains(&b'w'),
            };
            if !shows {
                continue;
            }
            for word in [Some(word), arguments.get(at + 1)].into_iter().flatten() {
                let text = word.fixed();
                let names = |text: &[u8]| {
                    let output = b"output{";
                    text.windows(output.len()).any(|part| part == output) || text.contains(&b'@')
                };
                self.written.unplaced |= match text {
                    Some(text) => names(&text),
                    // An address shows nothing but itself.
                    None => self.is_set(word) && !head(word).starts_with(b"http"),
                };
            }
        }
    }

    /// What sed writes: its operands where it is told so, and copies of them before.
    fn in_place(&mut self, arguments: &[Word], may_be_option: Question<'_>) {
        let mut suffixes = BTreeSet::new();
        let mut in_place = false;
        let mut named = false;
        // Which of the words are scripts.
        let mut scripts = BTreeSet::new();
        for (at, word) in arguments.iter().enumerate() {
            let whole = word.fixed().is_some();
            let text = head(word);
            if text.first() != Some(&b'-') {
                // The script may start with what is not fixed.
                self.written.unplaced |= !whole && may_be_option(word);
                continue;
            }
            if text.starts_with(b"--") {
                let (name, value) = inline::long_option(&text);
                if inline::is_short_of(name, b"--in-place") {
                    in_place = true;
                    suffixes.extend(value.map(<[u8]>::to_vec));
                    self.written.unplaced |= !whole && self.is_set(word);
                } else if inline::is_short_of(name, b"--expression") {
                    named = true;
                    scripts.insert(if value.is_some() { at } else { at + 1 });
                } else if inline::is_short_of(name, b"--file") {
                    named = true;
                } else {
                    self.written.unplaced |= !whole && value.is_none() && self.is_set(word);
                }
                continue;
            }
            match text.iter().enumerate().find(|(_, letter)| b"iIef".contains(letter)) {
                Some((_, b'f')) => named = true,
                Some((end, b'e')) => {
                    named = true;
                    let glued = end + 1 < text.len() || !whole;
                    scripts.insert(if glued { at } else { at + 1 });
                }
                Some((end, _)) => {
                    in_place = true;
                    suffixes.extend(text.get(end + 1..).map(<[u8]>::to_vec));
                    // Elsewhere it is the next word, and then it is mostly empty.
                    let next = arguments.get(at + 1).and_then(Word::fixed);
                    suffixes.extend(next.filter(|next| next.len() < 8).map(|it| it.into_owned()));
                    self.written.unplaced |= !whole && self.is_set(word);
                }
                None => self.written.unplaced |= !whole && self.is_set(word),
            }
        }
        if !in_place {
            return;
        }
        // A star stands for the name of the file.
        self.written.unplaced |= self.filled || suffixes.iter().any(|it| it.contains(&b'*'));
        let mut waits = !named;
        for (at, word) in arguments.iter().enumerate() {
            if scripts.contains(&at) {
                continue;
            }
            let text = word.fixed();
            let option = text.as_deref().is_some_and(|text| text.is_empty() || text[0] == b'-');
            if !option && std::mem::take(&mut waits) {
                continue;
            }
            self.name(Some(word), 0);
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                let copies = suffixes.iter().filter(|it| !it.is_empty()).take(2);
                self.written.names.extend(copies.map(|suffix| [&text, suffix.as_slice()].concat()));
            }
        }
    }

    /// What a script of sed or a program of awk writes: one of its words.
    fn script(&mut self, base: &[u8], arguments: &[Word]) {
        let scripts = inline::scripts(base, arguments);
        let all = scripts.join(&b'\n');
        let writes = match is_awk(base) {
            // A sign before each `print` compares.
            true => all
                .windows(5)
                .position(|part| part == b"print")
                .is_some_and(|at| all.get(at..).is_some_and(|rest| rest.contains(&b'>'))),
            false => scripts.iter().any(|script| sed::writes(script)),
        };
        if !writes {
            return;
        }
        self.written.unplaced = true;
        let tokens: BTreeSet<&[u8]> =
            all.split(|byte| b" \t\n\"';}".contains(byte)).filter(|it| !it.is_empty()).collect();
        self.written.too_many = tokens.len() > MAX_TOKENS;
        self.written.names.extend(tokens.into_iter().take(MAX_TOKENS).map(<[u8]>::to_vec));
    }
}

/// Where the value of a word stands that may be `NAME=value`.
fn value_start(word: &Word) -> Option<usize> {
    word.fixed()?.iter().position(|byte| *byte == b'=').map(|at| at + 1)
}

/// Whether all that `wget` takes goes into a file that a word names. Otherwise it goes by the address.
fn is_placed(arguments: &[Word]) -> bool {
    let mut may_be_value = false;
    for word in arguments {
        let text = head(word);
        let valued = |byte: &u8| WGET.files.contains(byte) || WGET.valued.contains(byte);
        // Behind `--` there are no options.
        if text == b"--" {
            return false;
        }
        if let Some(long) = text.strip_prefix(b"--") {
            if !may_be_value && text.starts_with(b"--output-d") {
                return true;
            }
            let flag = long.contains(&b'=')
                || long.starts_with(b"no-")
                || matches!(
                    long,
                    b"quiet"
                        | b"verbose"
                        | b"show-progress"
                        | b"continue"
                        | b"https-only"
                        | b"debug"
                        | b"server-response"
                        | b"content-on-error"
                );
            may_be_value = !flag;
        } else if text.first() == Some(&b'-') {
            let letter = text.iter().skip(1).position(valued).map(|at| at + 1);
            if !may_be_value && letter.and_then(|at| text.get(at)) == Some(&b'O') {
                return true;
            }
            may_be_value = text.last().is_some_and(valued) && letter == Some(text.len() - 1);
        } else {
            may_be_value = false;
        }
    }
    false
}

/// Whether what the line does not fix in a word may come from the line: a parameter that nothing
/// on it sets comes from the environment, which is nobody's trap.
pub(super) fn is_set(parts: &[Part], before: &Before) -> bool {
    parts.iter().any(|part| match &part.kind {
        PartKind::Text(_) | PartKind::Single(_) | PartKind::Escaped(_) | PartKind::Home => false,
        PartKind::Double(inner) => is_set(inner, before),
        PartKind::Parameter(parameter) => {
            let plain = matches!(parameter.operation, Operation::Value | Operation::Length);
            before.assigned || !plain
        }
        PartKind::Glob(_) | PartKind::Command(_) | PartKind::Arithmetic(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Command, read};

    /// What the one command of a text writes.
    fn written(text: &str) -> Written {
        let reading = read(text.as_bytes());
        let script = reading.certain().expect("a script");
        let Some(Command::Simple(simple)) = script.list.items[0].first.commands.first() else {
            panic!("no command: {text}")
        };
        let name = simple.words[0].fixed().expect("a name").into_owned();
        let found = of(&name, &simple.words[1..], &Before::default(), false, &|_| false);
        found.expect("a program that makes no links")
    }

    #[test]
    fn a_word_names_no_more_than_two_files() {
        let rows = [
            format!("curl -d{}", "a/oa/o".repeat(700)),
            format!("sort -{} x", "o".repeat(4000)),
            format!("touch a{}", "=".repeat(4000)),
            format!("tee a{}", "=".repeat(4000)),
            format!("rm a{}", "=b".repeat(4000)),
            format!("wget -{} x", "O".repeat(4000)),
        ];
        for row in rows {
            let found = written(&row);
            let count = found.names.len() + found.mentioned.len();
            assert!(count <= 3, "{count}: {}", &row[..20]);
        }
        let program: String = (0..4000).map(|at| format!("{at} ")).collect();
        let found = written(&format!("awk '{{print > {program}}}'"));
        assert!(found.too_many && found.names.len() <= MAX_TOKENS);
    }
}
