//! Listings of all variables, of which one differs in the handback, and where they go.
//!
//! The handback's own change of directory sets OLDPWD, which bash and dash hand on to programs, and a
//! shell that lists its variables shows the text that it runs. On a terminal that is one more line. Where
//! the listing becomes words, a file, or the input of a program that may do with it what it likes, the line
//! may do something else than alone.

use super::known::{is_awk, is_sed};
use super::line::Judge;
use super::problem::Id;
use crate::syntax::{Command, Pipeline, Redirect, Simple, Span, Target, Word};

/// Where the output of a command goes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Output {
    /// Into words, or into the input of a program that may do something with it.
    caught: bool,
    /// Into a file.
    kept: bool,
    /// The command runs in a shell of its own, where zsh knows no jobs of the one around it.
    apart: bool,
    /// It runs when it is called, wherever that is.
    later: bool,
}

/// What was found so far, wherever it stands: what runs later may be called where output is caught.
#[derive(Debug, Default)]
pub(super) struct Listings {
    /// Some output goes elsewhere than to the terminal.
    caught: bool,
    /// Some output of the present shell goes into a file.
    kept: bool,
    /// `exec` sends all output of the present shell into a file.
    all: bool,
    /// Something lists the variables, and whether that runs later.
    variables: Option<(Span, bool)>,
    /// Something lists the jobs.
    jobs: Option<(Span, bool)>,
}

const VARIABLES: &str = "it lists all variables, and the line does something with the list";
const JOBS: &str = "zsh gives jobs other numbers in a group, and the line keeps the list";

impl Listings {
    /// What runs later and lists what may be called where the list is caught.
    pub(super) fn called(&self) -> impl Iterator<Item = (Id, Span, &'static str)> {
        let called = |found: Option<(Span, bool)>, caught: bool| {
            found.filter(|(_, later)| self.all || *later && caught).map(|(place, _)| place)
        };
        let variables = called(self.variables, self.caught || self.kept);
        let jobs = called(self.jobs, self.kept);
        let variables = variables.map(|place| (Id::OldDirectory, place, VARIABLES));
        variables.into_iter().chain(jobs.map(|place| (Id::OwnText, place, JOBS)))
    }

    /// Something lists, and its list goes to the terminal as far as is known.
    fn lists(found: &mut Option<(Span, bool)>, place: Span, later: bool) {
        *found = match *found {
            Some((_, true)) => *found,
            _ => Some((place, later)),
        };
    }
}

/// Whether a command lists all variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lists {
    No,
    /// Only where what the line does not fix comes to nothing.
    Perhaps,
    Yes,
}

impl Judge<'_> {
    /// Judges something whose output goes through these redirections.
    pub(super) fn redirected(&mut self, redirects: &[Redirect], go: impl FnOnce(&mut Self)) {
        let kept = redirects.iter().any(keeps);
        self.budget.listings.kept |= kept;
        self.output_as(Output { kept: self.output.kept || kept, ..self.output }, go);
    }

    /// Judges a part of a pipeline. `shown` says that those behind it only show what they get.
    pub(super) fn piped(&mut self, shown: bool, go: impl FnOnce(&mut Self)) {
        self.budget.listings.caught |= !shown;
        self.output_as(
            Output { caught: self.output.caught || !shown, apart: true, ..self.output },
            go,
        );
    }

    /// Judges a substitution.
    pub(super) fn in_words(&mut self, go: impl FnOnce(&mut Self)) {
        self.budget.listings.caught = true;
        self.output_as(Output { caught: true, apart: true, ..self.output }, go);
    }

    /// Judges what runs in a shell of its own.
    pub(super) fn in_subshell(&mut self, go: impl FnOnce(&mut Self)) {
        self.output_as(Output { apart: true, ..self.output }, go);
    }

    /// Judges what runs at another time: the body of a function, or of a trap.
    pub(super) fn called_later(&mut self, go: impl FnOnce(&mut Self)) {
        self.output_as(Output { later: true, ..self.output }, go);
    }

    fn output_as(&mut self, output: Output, go: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.output, output);
        go(self);
        self.output = around;
    }

    /// `exec` with redirections sends what follows elsewhere.
    pub(super) fn sends(&mut self, simple: &Simple) {
        let name = simple.words.first().and_then(Word::fixed);
        let words = match name.as_deref() {
            Some(b"command" | b"builtin") => simple.words.get(1..).unwrap_or_default(),
            _ => simple.words.as_slice(),
        };
        let executes = words.first().and_then(Word::fixed).is_some_and(|it| it.as_ref() == b"exec");
        let elsewhere = |redirect: &Redirect| match &redirect.target {
            Target::File { mode, word } => {
                mode.writes() && word.fixed().is_none_or(|path| path.as_ref() != b"/dev/null")
            }
            _ => keeps(redirect),
        };
        if executes && simple.redirects.iter().any(elsewhere) {
            self.budget.listings.all = true;
        }
    }

    /// Refuses a listing that differs in the handback where the line does something with it.
    pub(super) fn lists(
        &mut self,
        name: &[u8],
        base: &[u8],
        arguments: &[Word],
        span: Span,
        launches: bool,
    ) {
        if self.trying {
            return;
        }
        let Output { caught, kept, apart, later } = self.output;
        let kept = kept || self.budget.listings.all;
        if name == b"caller" && (caught || kept) {
            self.refuse(Id::OwnText, span, "it shows the number of a line");
        }
        if name == b"jobs" && !apart && !only_processes(arguments) {
            if kept {
                self.refuse(Id::OwnText, span, JOBS);
            }
            let place = self.place(span);
            Listings::lists(&mut self.budget.listings.jobs, place, later);
        }
        let found = if launches { Lists::No } else { variables(name, base, arguments) };
        // What awk does with them is not followed.
        if found != Lists::No && (caught || kept || is_awk(base)) {
            self.refuse(Id::OldDirectory, span, VARIABLES);
        } else if found == Lists::Yes {
            let place = self.place(span);
            Listings::lists(&mut self.budget.listings.variables, place, later);
        }
    }

    /// For each part of a pipeline, whether all that stand behind it only show what they get, and end
    /// alike with one variable more in a listing.
    pub(super) fn only_shown(&self, pipeline: &Pipeline) -> Vec<bool> {
        let mut shown = vec![true; pipeline.commands.len()];
        let mut harmless = true;
        let mut chooses = false;
        for (at, command) in pipeline.commands.iter().enumerate().rev() {
            if let Some(shown) = shown.get_mut(at) {
                *shown = harmless;
            }
            if !harmless {
                continue;
            }
            // Of lines that were changed a pattern tells nothing.
            match self.filter(command) {
                Some(filter) => {
                    harmless = !(filter.changes && chooses);
                    chooses |= filter.chooses;
                }
                None => harmless = false,
            }
        }
        shown
    }

    /// What a command shows of its input, if it does no more than that.
    fn filter(&self, command: &Command) -> Option<Filter> {
        let Command::Simple(simple) = command else { return None };
        if simple.redirects.iter().any(keeps) {
            return None;
        }
        let words = simple.words.iter().map(|word| word.fixed().map(|text| text.into_owned()));
        let words = words.collect::<Option<Vec<_>>>()?;
        let (name, arguments) = words.split_first()?;
        if self.functions.contains(name) {
            return None;
        }
        let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
        let all = |is: &dyn Fn(&[u8]) -> bool| arguments.iter().all(|word| is(word));
        let operand = |word: &[u8]| word.first() != Some(&b'-');
        let starts = |word: &[u8], options: &[&[u8]]| options.iter().any(|it| word.starts_with(it));
        let has = |part: &[u8]| {
            arguments.iter().any(|word| word.windows(part.len()).any(|window| window == part))
        };
        match name.as_slice() {
            b"cat" if arguments.is_empty() => Some(WHOLE),
            b"sort" if all(&|word| starts(word, &[b"-k", b"-t"]) || letters(word, b"rufnVbds")) => {
                Some(WHOLE)
            }
            b"grep" | b"egrep" | b"fgrep" => greps(&arguments),
            b"cat" | b"head" | b"tail" | b"wc" | b"cut" | b"tr" | b"nl" | b"column" | b"tac"
            | b"rev" | b"fold" | b"less" | b"more" => Some(CHANGED),
            b"uniq" if all(&|word| !operand(word)) => Some(CHANGED),
            // One that writes a file, or ends as the lines are, is none of these.
            name if is_sed(name)
                && all(&|word| operand(word) || letters(word, b"nEre"))
                && ![b"q", b"Q", b"w", b"W", b"F"].iter().any(|it| has(*it)) =>
            {
                Some(CHANGED)
            }
            name if is_awk(name)
                && all(&|word| operand(word) || starts(word, &[b"-F", b"-v"]))
                && ![&b">"[..], b"|", b"exit", b"system"].iter().any(|it| has(it)) =>
            {
                Some(CHANGED)
            }
            _ => None,
        }
    }
}

/// A command that shows something of its input, and does no more.
#[derive(Clone, Copy, Debug)]
struct Filter {
    /// Not by whole lines.
    changes: bool,
    /// Lines by a pattern, and it ends as there are some.
    chooses: bool,
}

const WHOLE: Filter = Filter { changes: false, chooses: false };
const CHANGED: Filter = Filter { changes: true, chooses: false };

/// Whether a word is an option of these letters.
fn letters(word: &[u8], known: &[u8]) -> bool {
    let letters = word.strip_prefix(b"-").unwrap_or_default();
    !letters.is_empty() && letters.iter().all(|letter| known.contains(letter))
}

/// What `grep` makes of a listing. It ends as it does without OLDPWD if that line matches only where the
/// line of PWD, which holds the same directory, matches too.
fn greps(arguments: &[&[u8]]) -> Option<Filter> {
    let (pattern, options) = arguments.split_last()?;
    let color = |word: &[u8]| matches!(word, b"--color=auto" | b"--color=never");
    let known = |word: &&[u8]| color(word) || letters(word, b"iqEFsvwxanco");
    if pattern.first() == Some(&b'-') || !options.iter().all(known) {
        return None;
    }
    let has = |letter: u8| options.iter().any(|it| !color(it) && it.contains(&letter));
    // A turned one may show the line of OLDPWD where it shows that of PWD not.
    let whole = has(b'w') || has(b'x');
    let mut parts = pattern.split(|byte| *byte == b'|' || *byte == b'\n');
    let harmless = parts.all(|part| {
        let turned = has(b'v') && (whole || part.first() == Some(&b'^'));
        // The backslash of `\|` ends the part before it.
        !turned && spares_the_line(part.strip_suffix(b"\\").unwrap_or(part))
    });
    let changes = has(b'n') || has(b'c') || has(b'o');
    harmless.then_some(Filter { changes, chooses: true })
}

/// Whether a pattern matches the line of OLDPWD nowhere but behind these letters, where that of PWD is the
/// same.
fn spares_the_line(pattern: &[u8]) -> bool {
    let pattern = pattern.strip_prefix(b"^").unwrap_or(pattern);
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_/-=".contains(byte);
    // What stands at the start of every match.
    let mut start: &[u8] = pattern.split(|byte| !is_plain(byte)).next().unwrap_or_default();
    if pattern.get(start.len()).is_some_and(|byte| b"*?+{\\".contains(byte)) {
        start = start.split_last().map(|(_, start)| start).unwrap_or_default();
    }
    let meets = |line: &[u8]| {
        line.iter().zip(start).all(|(ours, theirs)| ours.eq_ignore_ascii_case(theirs))
    };
    !start.is_empty() && ![&b"OLDPWD="[..], b"LDPWD=", b"DPWD="].iter().any(|line| meets(line))
}

/// Whether `jobs` shows the numbers of processes only.
fn only_processes(arguments: &[Word]) -> bool {
    let known = |word: &Word| {
        word.fixed().is_some_and(|text| matches!(text.as_ref(), b"-p" | b"%%" | b"%+"))
    };
    !arguments.is_empty() && arguments.iter().all(known)
}

/// Whether a redirection of output goes to a file, or to a descriptor that may be one.
fn keeps(redirect: &Redirect) -> bool {
    match &redirect.target {
        Target::File { mode, word } => {
            mode.writes()
                && redirect.fd != Some(2)
                && word.fixed().is_none_or(|path| {
                    !matches!(path.as_ref(), b"/dev/null" | b"/dev/stderr" | b"/dev/tty")
                })
        }
        Target::Duplicate { input: false, fd } => *fd > 2,
        _ => false,
    }
}

/// Whether a command lists all variables.
fn variables(name: &[u8], base: &[u8], arguments: &[Word]) -> Lists {
    let sure = |lists: bool| if lists { Lists::Yes } else { Lists::No };
    let fixed =
        |word: &Word, is: &dyn Fn(&[u8]) -> bool| word.fixed().is_some_and(|text| is(&text));
    let all = |is: &dyn Fn(&[u8]) -> bool| arguments.iter().all(|word| fixed(word, is));
    let any = |is: &dyn Fn(&[u8]) -> bool| arguments.iter().any(|word| fixed(word, is));
    match base {
        b"env" => sure(!any(&|text| {
            matches!(text, b"-" | b"-i" | b"--ignore-environment" | b"--help" | b"--version")
        })),
        b"printenv" => sure(all(&|text| text.first() == Some(&b'-') && text.len() != 6)),
        base if is_awk(base) => sure(any(&|text| names_whole(text, b"ENVIRON", b"[\""))),
        b"jq" | b"gojq" | b"jaq" => {
            sure(any(&|text| names_whole(text, b"env", b".") || names_whole(text, b"ENV", b".")))
        }
        _ if any(&|text| text.ends_with(b"/self/environ")) => Lists::Yes,
        _ => match name {
            b"set" => sure(all(&|text| text == b"+")),
            b"compgen" => sure(any(&|text| {
                matches!(text, b"variable" | b"export" | b"arrayvar")
                    || text.first() == Some(&b'-') && text.iter().any(|it| b"ve".contains(it))
            })),
            b"export" | b"readonly" | b"declare" | b"typeset" | b"local" => {
                let option = |word: &Word| {
                    word.fixed().is_none_or(|text| {
                        matches!(text.first(), Some(b'-' | b'+'))
                            && !text.iter().any(|letter| matches!(letter, b'f' | b'F'))
                    })
                };
                match arguments.iter().all(option) {
                    false => Lists::No,
                    true if arguments.iter().all(|word| word.fixed().is_some()) => Lists::Yes,
                    true => Lists::Perhaps,
                }
            }
            _ => Lists::No,
        },
    }
}

/// Whether a program names a table of all variables, and not one entry of it.
fn names_whole(text: &[u8], table: &[u8], entry: &[u8]) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'.';
    let starts = text.windows(table.len()).enumerate().filter(|(_, part)| *part == table);
    let mut starts = starts.map(|(at, _)| at);
    starts.any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        let rest = text.get(at + table.len()..).unwrap_or_default();
        let is_name = before.is_some_and(in_name)
            || rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        !is_name && !rest.starts_with(entry)
    })
}
