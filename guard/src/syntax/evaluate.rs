//! What shells evaluate as arithmetic, and whether it is sure to be a number.
//!
//! An expression may name a variable, whose value is an expression again, and a subscript in it
//! may hold a substitution, which runs: `v='a[$(touch f)]'; echo $((v))`. In zsh and mksh numeric
//! operands of `test`, `printf` and others are expressions too.

use std::collections::HashMap;

use super::cursor::{in_name, starts_name};
use super::reads::{self, Role};
use super::tree::{Operation, Part, PartKind, Script, Span, Word};
use super::visit::{Found, Reached, walk};

/// How far a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// It is a number, or text without a subscript.
    Plain,
    /// The script does not fix it.
    Unknown,
    /// The script sets it to text with a subscript, or might.
    Code,
}

/// Reports what is evaluated and is not sure to be a number.
pub(super) fn evaluations(script: &Script, found: &mut dyn FnMut(Level, Span)) {
    let variables = Variables::new(script);
    walk(script, &mut |seen| {
        let (level, place) = match seen {
            Found::Arithmetic { parts, place } => (Some(variables.parts(parts)), place),
            Found::Command(reached) => (operands(&reached, &variables), reached.place),
            _ => return,
        };
        if let Some(level @ (Level::Unknown | Level::Code)) = level {
            found(level, place);
        }
    });
}

/// The variables that a script sets.
struct Variables {
    levels: HashMap<Vec<u8>, Level>,
    /// Some text of the script has a bracket.
    brackets: bool,
    /// Some text of the script has a dollar sign or a backquote that stands for itself. Together
    /// with a bracket it can be code, however it gets into a value.
    dollars: bool,
}

impl Variables {
    fn new(script: &Script) -> Self {
        let mut variables = Self { levels: HashMap::new(), brackets: false, dollars: false };
        walk(script, &mut |found| match found {
            Found::Assigned { name, value, .. } => variables.set(name, value),
            Found::Command(reached) => {
                let name = reached.words.first().and_then(Word::fixed).unwrap_or_default();
                for word in reached.words.iter().skip(1) {
                    variables.argument(&name, word);
                }
            }
            _ => {}
        });
        variables
    }

    fn set(&mut self, name: &[u8], value: &[Part]) {
        let level = self.data(value);
        self.raise(name, level);
    }

    fn raise(&mut self, name: &[u8], level: Level) {
        let known = self.levels.entry(name.to_vec()).or_insert(Level::Plain);
        *known = level.max(*known);
    }

    /// What the parts of a value may hold.
    fn data(&mut self, parts: &[Part]) -> Level {
        parts.iter().map(|part| self.data_part(part)).max().unwrap_or(Level::Plain)
    }

    fn data_part(&mut self, part: &Part) -> Level {
        let mut text = |text: &[u8]| {
            self.dollars |= text.iter().any(|byte| b"$`".contains(byte));
            let bracket = text.contains(&b'[');
            self.brackets |= bracket;
            if bracket { Level::Code } else { Level::Plain }
        };
        match &part.kind {
            PartKind::Text(bytes) | PartKind::Single(bytes) => text(bytes),
            PartKind::Escaped(byte) | PartKind::Glob(byte) => text(&[*byte]),
            PartKind::Double(parts) => self.data(parts),
            PartKind::Arithmetic(_) => Level::Plain,
            PartKind::Parameter(parameter) => match parameter.operation {
                Operation::Length => Level::Plain,
                _ if is_number(&parameter.name) => Level::Plain,
                _ => Level::Unknown,
            },
            PartKind::Home | PartKind::Command(_) => Level::Unknown,
        }
    }

    /// What an argument may set: `read x`, `export x=…`, `printf -v x`, `set -- …`, a function's.
    fn argument(&mut self, command: &[u8], word: &Word) {
        let level = self.data(&word.parts);
        let text = match word.parts.first().map(|part| &part.kind) {
            Some(PartKind::Text(text)) => text.as_slice(),
            _ => return,
        };
        let name = text.split(|&byte| byte == b'=').next().unwrap_or_default();
        match command {
            b"read" | b"getopts" => self.raise(name, Level::Unknown),
            b"export" | b"readonly" | b"local" | b"declare" | b"typeset"
                if text.contains(&b'=') =>
            {
                self.raise(name, level);
            }
            _ => {}
        }
    }

    /// Whether text of the script can be put together to code.
    fn hostile(&self) -> bool {
        self.brackets && self.dollars
    }

    /// How far the value of a variable is known.
    fn level(&self, name: &[u8]) -> Level {
        if is_number(name) {
            return Level::Plain;
        }
        let positional = name.first().is_some_and(|byte| !starts_name(*byte));
        let level = match self.levels.get(name) {
            _ if positional => Level::Unknown,
            Some(level) => *level,
            // The environment is the host's.
            None => Level::Plain,
        };
        // A value that is not fixed, or that names another variable, may come from text with a
        // bracket; but a variable that the script never sets does not.
        match level {
            Level::Unknown | Level::Code if self.hostile() => Level::Code,
            Level::Code => Level::Plain,
            level => level,
        }
    }

    /// How far an expression is known.
    fn parts(&self, parts: &[Part]) -> Level {
        parts.iter().map(|part| self.part(part)).max().unwrap_or(Level::Plain)
    }

    fn part(&self, part: &Part) -> Level {
        match &part.kind {
            PartKind::Text(text) | PartKind::Single(text) => self.text(text),
            PartKind::Escaped(byte) | PartKind::Glob(byte) => self.text(&[*byte]),
            PartKind::Double(parts) | PartKind::Arithmetic(parts) => self.parts(parts),
            PartKind::Home => Level::Plain,
            PartKind::Command(_) if self.hostile() => Level::Code,
            PartKind::Command(_) => Level::Unknown,
            PartKind::Parameter(parameter) => match &parameter.operation {
                Operation::Length => Level::Plain,
                Operation::Value | Operation::Trim { .. } => self.level(&parameter.name),
                Operation::Alternative { word, .. } => {
                    self.level(&parameter.name).max(self.parts(word))
                }
            },
        }
    }

    /// How far the names in a text are known.
    fn text(&self, text: &[u8]) -> Level {
        if text.contains(&b'[') {
            return Level::Code;
        }
        text.split(|&byte| !in_name(byte))
            .filter(|name| name.first().copied().is_some_and(starts_name))
            .map(|name| match self.levels.get(name) {
                // Its value may be a name again.
                Some(_) if self.hostile() => Level::Code,
                _ => self.level(name),
            })
            .max()
            .unwrap_or(Level::Plain)
    }

    fn word(&self, word: &Word) -> Level {
        self.parts(&word.parts)
    }
}

/// Parameters that are always numbers.
fn is_number(name: &[u8]) -> bool {
    matches!(name, b"?" | b"#" | b"$" | b"!")
}

/// Builtins that evaluate all their operands, in some shell.
fn evaluates_all(name: &[u8]) -> bool {
    matches!(
        name,
        b"let"
            | b"exit"
            | b"return"
            | b"break"
            | b"continue"
            | b"shift"
            | b"wait"
            | b"ulimit"
            | b"unset"
            | b"fg"
            | b"bg"
    )
}

/// Whether a command of this name may evaluate an operand.
pub(super) fn evaluates(name: &[u8]) -> bool {
    evaluates_all(name) || matches!(name, b"test" | b"[" | b"printf" | b"read")
}

/// How far the operands are known that a command evaluates; `None` where it evaluates none.
fn operands(reached: &Reached<'_>, variables: &Variables) -> Option<Level> {
    let (first, arguments) = reached.words.split_first()?;
    let name = first.fixed()?;
    let most = |words: &[Word]| words.iter().map(|word| variables.word(word)).max();
    match name.as_ref() {
        b"unset" => arguments
            .iter()
            .map(|word| match word.fixed() {
                // A plain name is not evaluated.
                Some(text) if !text.contains(&b'[') => Level::Plain,
                _ => variables.word(word),
            })
            .max(),
        name if evaluates_all(name) => most(arguments),
        b"printf" => {
            let (format, values) = arguments.split_first()?;
            let text = format.fixed();
            let numbers = text.as_deref().is_none_or(has_number);
            if numbers { most(values) } else { None }
        }
        b"read" => {
            let numbers = reads::words(arguments).filter(|(role, _)| *role == Role::Number);
            numbers.map(|(_, word)| variables.word(word)).max()
        }
        b"test" => test(arguments, variables),
        b"[" => {
            let (_, arguments) = arguments.split_last()?;
            test(arguments, variables)
        }
        _ => None,
    }
}

/// Whether a format has a conversion that takes a number.
fn has_number(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        let after = rest.get(at + 1..).unwrap_or_default();
        let flags = after.iter().take_while(|byte| b"0123456789.+- #'".contains(byte)).count();
        match after.get(flags) {
            Some(b's' | b'b' | b'c' | b'q' | b'%') | None => {}
            Some(_) => return true,
        }
        rest = after.get(flags + 1..).unwrap_or_default();
    }
    false
}

/// How far the operands are known that `test` evaluates.
fn test(arguments: &[Word], variables: &Variables) -> Option<Level> {
    let numeric = |text: &[u8]| {
        matches!(text, b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" | b"-t" | b"-v" | b"-R")
    };
    let fixed: Vec<_> = arguments.iter().map(Word::fixed).collect();
    let numbers = fixed.iter().flatten().any(|text| numeric(text));
    // An operand that splits, or an operator that is not fixed, may bring in another operator.
    let operator = match arguments.len() {
        2 => fixed.first().is_some_and(Option::is_none),
        3 => fixed.get(1).is_some_and(Option::is_none),
        0 | 1 => false,
        _ => fixed.iter().any(Option::is_none),
    };
    let brings = |word: &Word| operator || numbers || word.may_split();
    let levels = arguments.iter().zip(&fixed).map(|(word, fixed)| match fixed {
        // Operators are not expressions.
        Some(text) if text.first() == Some(&b'-') || text.is_empty() => Level::Plain,
        Some(text) => {
            let code = text.contains(&b'[') && text.iter().any(|byte| b"$`".contains(byte));
            match (code, numbers) {
                (true, _) => Level::Code,
                (false, true) => variables.word(word),
                (false, false) => Level::Plain,
            }
        }
        None if brings(word) => variables.word(word),
        None => Level::Plain,
    });
    levels.max()
}
