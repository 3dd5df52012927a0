//! From trace lines to commands.

use std::collections::BTreeSet;

use oracle_worker::observation::{By, Command, CommandKind, Program};
use oracle_worker::world::Bytes;

use super::builtins::is_builtin;
use super::lines::Line;
use super::quoting::{self, Style, Word};
use super::{Traced, Untraced, hidden, plain};
use crate::shell::{ShellName, is_shell};

/// What one line was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No command: an assignment, a redirection, a condition, the head of a loop.
    Nothing,
    /// The words of a command.
    Words(Vec<Bytes>),
    /// The words of a command of a known kind; a program is taken from those that were started.
    Known(Vec<Bytes>, CommandKind),
}

impl Found {
    /// Words, unless there are none.
    pub(super) fn from_words(words: Vec<Bytes>) -> Self {
        if words.is_empty() { Self::Nothing } else { Self::Words(words) }
    }
}

/// What is known of the run.
pub(super) struct Facts<'a> {
    shell: ShellName,
    script: &'a [u8],
    /// The programs that shells started and that no line has told of yet.
    started: Vec<&'a Program>,
    /// The functions that lines were in.
    functions: BTreeSet<&'a [u8]>,
    /// See [`plain::is_plain`].
    pub(super) plain_script: bool,
}

impl Facts<'_> {
    /// Takes the program that was started with this argv.
    fn take(&mut self, argv: &[Bytes]) -> bool {
        self.take_by(|program| program.argv == argv)
    }

    fn take_by(&mut self, matches: impl Fn(&Program) -> bool) -> bool {
        let at = self.started.iter().position(|program| matches(program));
        at.map(|at| self.started.remove(at)).is_some()
    }

    /// Takes the first program whose words, with spaces between, begin `body` and end with a newline,
    /// after assignments at most. `None` too where two readings could be meant.
    pub(super) fn take_joined(&mut self, body: &[u8]) -> Option<Vec<Bytes>> {
        let fits = |program: &Program| {
            let mut joined = program.argv.join(&b' ');
            joined.push(b'\n');
            if body.starts_with(&joined) {
                return Some((0, program.argv.clone()));
            }
            joined.insert(0, b' ');
            let at = has_assignment(body).then(|| memchr::memmem::find(body, &joined)).flatten()?;
            Some((at + 1, program.argv.clone()))
        };
        let all: Vec<(usize, Vec<Bytes>)> =
            self.started.iter().filter_map(|program| fits(program)).collect();
        let (at, argv) = all.first()?;
        let name = argv.first()?;
        if self.is_known(name) || all.iter().any(|(other, _)| other != at) {
            return None;
        }
        self.take(argv).then(|| argv.clone())
    }

    /// Whether a name is a builtin or may be a function.
    pub(super) fn is_known(&self, name: &[u8]) -> bool {
        is_builtin(self.shell, name) || self.is_function(name)
    }

    fn is_function(&self, name: &[u8]) -> bool {
        self.functions.contains(name) || hidden::defines(self.script, name)
    }

    /// What a command was. Programs are tried first: the same words can be a builtin elsewhere.
    fn kind(&mut self, argv: &[Bytes]) -> CommandKind {
        if self.take(argv) {
            return CommandKind::Program;
        }
        let name = argv.first().map(Vec::as_slice).unwrap_or_default();
        if self.is_function(name) {
            CommandKind::Function
        } else if is_builtin(self.shell, name) {
            self.take_wrapped(argv);
            CommandKind::Builtin
        } else {
            CommandKind::Program
        }
    }

    /// `command ls` and `exec ls` are lines of a builtin that start a program.
    fn take_wrapped(&mut self, argv: &[Bytes]) {
        let Some((name, rest)) = argv.split_first() else { return };
        if !matches!(name.as_slice(), b"command" | b"exec" | b"builtin" | b"redirect") {
            return;
        }
        let taken =
            self.take_by(|program| !program.argv.is_empty() && rest.ends_with(&program.argv));
        if !taken {
            // `exec -a NAME ls` and `exec -l ls` change the first word.
            self.take_by(|program| {
                program.argv.get(1..).is_some_and(|words| rest.ends_with(words))
            });
        }
    }
}

/// Reads all lines.
pub(super) fn commands(
    shell: ShellName,
    quoting: bool,
    lines: &[Line<'_>],
    run: &Traced<'_>,
) -> Result<Vec<Command>, Untraced> {
    let by_shells = || run.programs.iter().filter(|program| program.by == By::Shell);
    // Through `env` or `xargs` too; those that belong to a program's own work cannot be told apart.
    let others = || run.programs.iter().filter(|program| program.by != By::Oracle);
    if let Some(nested) = others().find(|program| is_shell(&program.path, &program.argv)) {
        return Err(Untraced::Nested(nested.argv.clone()));
    }
    if lines.is_empty() {
        // A script of assignments and such is silent under some shells; one that starts programs is
        // not.
        return match by_shells().next() {
            Some(program) => Err(Untraced::Missing(program.argv.clone())),
            None => Ok(Vec::new()),
        };
    }
    let mut facts = Facts {
        shell,
        script: run.script,
        started: by_shells().collect(),
        functions: lines.iter().map(|line| line.function).filter(|name| !name.is_empty()).collect(),
        plain_script: plain::is_plain(run.script),
    };
    let mut commands = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        // Debian's zsh reads this file whatever its arguments are.
        if shell == ShellName::Zsh && line.function.starts_with(b"/etc/zsh") {
            continue;
        }
        // With the library every word is in quotes; a dash that it cannot help says nothing of it.
        let quoting = quoting && line.body.starts_with(b"'");
        let style = if quoting { Some(Style::Dash) } else { style(shell) };
        let found = match style {
            None => plain::words(line, &mut facts)?,
            Some(style) => quoted(style, shell, line, index + 1 == lines.len(), &mut facts)?,
        };
        let (argv, kind) = match found {
            Found::Nothing => continue,
            Found::Known(argv, kind) => (argv, kind),
            Found::Words(argv) => {
                let kind = facts.kind(&argv);
                (argv, kind)
            }
        };
        if stops(&argv) {
            return Err(Untraced::Hidden("the script stops the trace"));
        }
        commands.push(Command { argv, kind, depth: line.depth });
    }
    match facts.started.first() {
        Some(program) => Err(Untraced::Missing(program.argv.clone())),
        None => Ok(commands),
    }
}

/// How a shell quotes; `None` for the one that does not.
fn style(shell: ShellName) -> Option<Style> {
    Some(match shell {
        ShellName::Bash | ShellName::BashPosix => Style::Bash,
        ShellName::Zsh => Style::Zsh,
        ShellName::Busybox => Style::Busybox,
        ShellName::Mksh => Style::Mksh,
        ShellName::Ksh => Style::Ksh,
        ShellName::Yash => Style::Yash,
        ShellName::Sh | ShellName::None | ShellName::Host(_) => return None,
    })
}

/// Reads one line of a shell that quotes.
fn quoted(
    style: Style,
    shell: ShellName,
    line: &Line<'_>,
    last: bool,
    facts: &mut Facts<'_>,
) -> Result<Found, Untraced> {
    let body = line.body;
    if is_redirection(style, body) || is_array(style, body) {
        return Ok(Found::Nothing);
    }
    if style == Style::Zsh && has_assignment(body) {
        return after_assignments(body, last, facts);
    }
    let head = is_head(style, body);
    let Some(read) = quoting::words(style, body) else {
        // The head of a loop or a condition is not quoted as words are.
        return if head { Ok(Found::Nothing) } else { Err(unreadable(body)) };
    };
    let mut words = read.words;
    if style == Style::Zsh {
        join_arrays(&mut words);
    }
    let argv: Vec<Bytes> = words.iter().map(|word| word.bytes.clone()).collect();
    // `'for' i in x` is a program, and the tripwire has seen it.
    if facts.started.iter().any(|program| program.argv == argv) && read.ended {
        return Ok(Found::Words(argv));
    }
    if head {
        return Ok(Found::Nothing);
    }
    let first = words.iter().position(|word| !is_assignment(style, word)).unwrap_or(words.len());
    let only_assignments = first == words.len();
    if !read.ended {
        return Err(Untraced::Torn);
    }
    if only_assignments {
        return Ok(Found::Nothing);
    }
    // bash and ksh93 give every assignment a line of its own.
    let first = if matches!(style, Style::Bash | Style::Ksh) { 0 } else { first };
    let argv: Vec<Bytes> = argv.into_iter().skip(first).collect();
    if style == Style::Zsh && is_arithmetic(facts, &argv) {
        return Ok(Found::Nothing);
    }
    let name = argv.first().map(Vec::as_slice).unwrap_or_default();
    if shell == ShellName::Busybox && name.is_empty() {
        return Ok(Found::Nothing);
    }
    Ok(Found::Words(argv))
}

/// zsh begins a new line after the assignments before a builtin or a function, and does not before a
/// program. It writes the variable of a loop like an assignment, but without quotes. So what
/// follows an assignment is a command only if such a program was started.
fn after_assignments(body: &[u8], last: bool, facts: &mut Facts<'_>) -> Result<Found, Untraced> {
    let words = quoting::words(Style::Zsh, body).filter(|read| read.ended);
    if let Some(read) = words {
        let rest = read.words.into_iter().skip_while(|word| is_assignment(Style::Zsh, word));
        let argv: Vec<Bytes> = rest.map(|word| word.bytes).collect();
        if !argv.is_empty() && facts.take(&argv) {
            return Ok(Found::Known(argv, CommandKind::Program));
        }
    }
    // `x=` is written before the substitution that gives the value, which ends it.
    if last && !body.contains(&b'\n') { Err(Untraced::Torn) } else { Ok(Found::Nothing) }
}

fn unreadable(body: &[u8]) -> Untraced {
    let end = memchr::memchr(b'\n', body).unwrap_or(body.len());
    Untraced::Unreadable(body.get(..end).unwrap_or(body).to_vec())
}

/// mksh and ksh93 trace redirections: `2>/dev/null`, `0<< \E` with the whole here-document.
fn is_redirection(style: Style, body: &[u8]) -> bool {
    let rest = body.iter().skip_while(|byte| byte.is_ascii_digit());
    matches!(style, Style::Mksh | Style::Ksh) && matches!(rest.clone().next(), Some(b'<' | b'>'))
}

/// Whether an array is assigned: its words are written as in the script.
fn is_array(style: Style, body: &[u8]) -> bool {
    if matches!(style, Style::Busybox | Style::Dash) {
        return false;
    }
    let name =
        body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let rest = body.get(name..).unwrap_or_default();
    name > 0 && (rest.starts_with(b"=(") || rest.starts_with(b"+=("))
}

/// Whether a line may be a condition, an arithmetic command or the head of a loop.
fn is_head(style: Style, body: &[u8]) -> bool {
    let heads: &[&[u8]] = match style {
        Style::Bash => &[b"[[ ", b"(( ", b"((", b"for ", b"case ", b"select "],
        Style::Zsh => &[b"[[ ", b"((", b"case "],
        Style::Ksh => &[b"[[ ", b"(("],
        Style::Mksh => &[b"[[ "],
        Style::Busybox | Style::Yash | Style::Dash => &[],
    };
    heads.iter().any(|head| body.starts_with(head))
}

/// zsh writes the three parts of `for ((…))` as they stand.
fn is_arithmetic(facts: &Facts<'_>, argv: &[Bytes]) -> bool {
    let name = argv.first().map(Vec::as_slice).unwrap_or_default();
    memchr::memmem::find(facts.script, b"((").is_some()
        && !facts.is_known(name)
        && !facts.started.iter().any(|program| program.argv == argv)
}

/// Puts the words of `typeset x=( a b )` into one, as there is no argv for them.
fn join_arrays(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        let opens = words.get(at).is_some_and(|word| {
            word.bytes.ends_with(b"=(") && word.bare == word.bytes.len() && word.ends_bare
        });
        if opens {
            let close = words.iter().skip(at).position(|word| word.bytes == b")" && word.bare == 1);
            let end = close.map_or(words.len(), |close| at + close + 1);
            let joined: Vec<Word> = words.drain(at..end).collect();
            let bytes = joined.iter().map(|word| word.bytes.as_slice()).collect::<Vec<_>>();
            let bare = joined.first().map_or(0, |word| word.bare);
            let bytes = bytes.join(&b' ');
            words.insert(at, Word { bytes, bare, ..Word::default() });
        }
        at += 1;
    }
}

/// Whether a word is `NAME=…`, and in the shells that have them `NAME+=…` or `NAME[…]=…`, with all up
/// to the sign bare.
fn is_assignment(style: Style, word: &Word) -> bool {
    // Our own quoting leaves nothing bare.
    let length = if style == Style::Dash { word.bytes.len() } else { word.bare };
    let bare = word.bytes.get(..length).unwrap_or_default();
    let name =
        bare.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if name == 0 || bare.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let mut rest = bare.get(name..).unwrap_or_default();
    if !matches!(style, Style::Busybox | Style::Yash | Style::Dash) {
        if rest.starts_with(b"[") {
            // A subscript can be quoted: look at the whole word.
            let whole = word.bytes.get(name..).unwrap_or_default();
            return memchr::memmem::find(whole, b"]=").is_some()
                || memchr::memmem::find(whole, b"]+=").is_some();
        }
        rest = rest.strip_prefix(b"+").unwrap_or(rest);
    }
    rest.starts_with(b"=")
}

/// Whether a raw line begins with an assignment.
fn has_assignment(body: &[u8]) -> bool {
    let name =
        body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && body.get(name) == Some(&b'=') && !body.first().is_some_and(u8::is_ascii_digit)
}

/// Whether a command stops the trace.
fn stops(argv: &[Bytes]) -> bool {
    let Some((name, rest)) = argv.split_first() else { return false };
    let stops = |word: &Bytes| word == b"-" || (word.starts_with(b"+") && word.contains(&b'x'));
    name == b"set" && rest.iter().take_while(|word| *word != b"--").any(stops)
}
