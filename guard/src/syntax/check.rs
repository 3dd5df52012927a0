//! Doubts about what builtins and variables do to the reading.
//!
//! A builtin may define aliases, change options, run text, or evaluate an operand as arithmetic,
//! in which a subscript's substitutions run. Variables may hold code. All of that would let a
//! shell run what the tree does not show, so each is a doubt, or is reported as unknown.

use super::doubt::{Doubt, DoubtKind};
use super::evaluate::{Level, evaluations};
use super::names;
use super::reads::{self, Role};
use super::tree::{Part, PartKind, Script, Span, Word};
use super::visit::{Found, Reached, walk};

/// The doubts of a script whose form was read, in the order of the text, and the places where
/// something is evaluated that the script does not fix.
pub(super) fn check(script: &Script) -> (Vec<Doubt>, Vec<Span>) {
    let mut doubts = Vec::new();
    let mut open = Vec::new();
    let mut add = |kind, span| doubts.push(Doubt { kind, span });
    let evaluates = walk(script, &mut |found| match found {
        Found::Command(reached) => {
            if let Some(kind) = builtin(&reached) {
                add(kind, reached.place);
            }
        }
        Found::Assigned { name, value, exported, place } => {
            if let Some(kind) = assigned(name, value, exported) {
                add(kind, place);
            }
        }
        Found::Doubtful { doubt, place } => match doubt.kind {
            DoubtKind::TooDeep => add(DoubtKind::TooDeep, place),
            _ => add(DoubtKind::InNestedText, place),
        },
        _ => {}
    });
    if evaluates && doubts.is_empty() {
        evaluations(script, &mut |level, span| match level {
            Level::Code => doubts.push(Doubt { kind: DoubtKind::EvaluatedOperand, span }),
            _ => open.push(span),
        });
    }
    doubts.sort_by_key(|doubt| (doubt.span.start, doubt.span.end, doubt.kind));
    doubts.dedup();
    (doubts, open)
}

/// What setting a variable to `value`, perhaps for a program only, does to the reading.
fn assigned(name: &[u8], value: &[Part], exported: bool) -> Option<DoubtKind> {
    // What holds code runs it where a program is started too, which the visit reports itself.
    let code = names::is_code_variable(name) && !exported;
    let number = names::is_number_variable(name) && !is_number(value);
    if code {
        Some(DoubtKind::VariableRunsCode)
    } else if names::is_read_only_variable(name) && !(exported && names::is_read_only_in_bash(name))
    {
        Some(DoubtKind::ReadOnlyVariable)
    } else {
        number.then_some(DoubtKind::VariableRunsCode)
    }
}

/// Whether a value is a number to every shell: dash refuses an empty one, and bash takes digits
/// behind a zero for octal ones.
fn is_number(value: &[Part]) -> bool {
    let mut digits = Vec::new();
    let plain = value.iter().all(|part| match &part.kind {
        PartKind::Text(text) | PartKind::Single(text) => {
            digits.extend_from_slice(text);
            true
        }
        _ => false,
    });
    plain
        && digits.iter().all(u8::is_ascii_digit)
        && (digits == b"0" || digits.first().is_some_and(|&first| first != b'0'))
}

/// What setting a variable to any value does to the reading.
fn special(name: &[u8]) -> Option<DoubtKind> {
    if names::is_code_variable(name) {
        Some(DoubtKind::VariableRunsCode)
    } else if names::is_read_only_variable(name) {
        Some(DoubtKind::ReadOnlyVariable)
    } else {
        names::is_number_variable(name).then_some(DoubtKind::VariableRunsCode)
    }
}

/// What a command that may be a builtin does to the reading.
fn builtin(reached: &Reached<'_>) -> Option<DoubtKind> {
    let (first, arguments) = reached.words.split_first()?;
    let name = first.fixed()?;
    // `%NAME` resumes a job, quoted or not.
    if names::is_opaque_builtin(&name) || name.first() == Some(&b'%') {
        return Some(DoubtKind::BuiltinInOneShell);
    }
    match name.as_ref() {
        b"alias" => Some(DoubtKind::Alias),
        b"setopt" | b"unsetopt" | b"emulate" | b"shopt" => Some(DoubtKind::OptionChange),
        b"set" => options(arguments),
        b"export" | b"readonly" | b"local" | b"declare" | b"typeset" => declaration(arguments),
        b"read" => variables_of(arguments),
        b"getopts" => arguments.iter().find_map(set),
        b"hash" => match arguments {
            [] => None,
            [word] if word.bare() == Some(b"-r") => None,
            _ => Some(DoubtKind::BuiltinInOneShell),
        },
        b"command" => command_options(arguments).or_else(|| {
            // zsh takes the redirection for one without a command.
            let runs = arguments.iter().any(|word| {
                word.fixed().is_none_or(|text| !matches!(text.as_ref(), b"-p" | b"--"))
            });
            let redirects = !reached.simple.redirects.is_empty();
            (redirects && !runs).then_some(DoubtKind::RedirectWithoutCommand)
        }),
        // dash runs a program of the name `--`, or of that of any option.
        b"exec" | b"eval" => arguments
            .first()
            .and_then(first_byte)
            .is_some_and(|first| first == b'-')
            .then_some(DoubtKind::BuiltinInOneShell),
        b"printf" => arguments
            .first()
            .is_none_or(|word| word.fixed().is_none_or(|text| text.starts_with(b"-v")))
            .then_some(DoubtKind::BuiltinInOneShell)
            .filter(|_| arguments.first().is_some_and(|word| word.fixed().is_some())),
        _ => None,
    }
}

/// The first byte of a word, where the line fixes it.
fn first_byte(word: &Word) -> Option<u8> {
    let mut parts = word.parts.iter();
    loop {
        match &parts.next()?.kind {
            PartKind::Text(text) | PartKind::Single(text) if text.is_empty() => {}
            PartKind::Text(text) | PartKind::Single(text) => return text.first().copied(),
            PartKind::Escaped(byte) => return Some(*byte),
            PartKind::Double(inner) if inner.is_empty() => {}
            PartKind::Double(inner) => match &inner.first()?.kind {
                PartKind::Text(text) => return text.first().copied(),
                PartKind::Escaped(byte) => return Some(*byte),
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// `command` with options that not all shells know.
fn command_options(arguments: &[Word]) -> Option<DoubtKind> {
    for word in arguments {
        let text = word.fixed()?;
        match text.as_ref() {
            b"-p" | b"-v" | b"-V" | b"-pv" | b"-pV" => {}
            b"--" => return None,
            text if text.first() == Some(&b'-') => return Some(DoubtKind::BuiltinInOneShell),
            _ => return None,
        }
    }
    None
}

/// `set` with options other than those that leave the reading alone.
fn options(arguments: &[Word]) -> Option<DoubtKind> {
    let changed = Some(DoubtKind::OptionChange);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let Some(text) = word.fixed() else {
            // Text before an expansion decides whether it can be an option.
            let plain = match word.parts.first().map(|part| &part.kind) {
                Some(PartKind::Text(text)) => !matches!(text.first(), Some(b'-' | b'+')),
                _ => false,
            };
            return if plain { None } else { changed };
        };
        if text.as_ref() == b"--" {
            return None;
        }
        if !matches!(text.first(), Some(b'-' | b'+')) {
            return None;
        }
        let letters = text.get(1..).unwrap_or_default();
        if letters.is_empty() || !letters.iter().all(|letter| b"euxvCafo".contains(letter)) {
            return changed;
        }
        if letters.contains(&b'o') {
            if letters.last() != Some(&b'o') || letters.iter().filter(|&&l| l == b'o').count() > 1 {
                return changed;
            }
            let name = rest.next()?;
            let known = name.bare().is_some_and(super::launch::is_harmless_option);
            if !known {
                return changed;
            }
        }
    }
    None
}

/// `export` and its kind.
fn declaration(arguments: &[Word]) -> Option<DoubtKind> {
    let mut options = true;
    for word in arguments {
        let fixed = word.fixed();
        if let Some(text) = &fixed {
            if options && text.first() == Some(&b'-') {
                options = text.as_ref() != b"--";
                if !matches!(text.as_ref(), b"--" | b"-p" | b"-x" | b"-r") {
                    return Some(DoubtKind::BuiltinInOneShell);
                }
                continue;
            }
            if text.first() == Some(&b'+') {
                return Some(DoubtKind::BuiltinInOneShell);
            }
        }
        options = false;
        if let Some(kind) = declared(word) {
            return Some(kind);
        }
    }
    None
}

/// One operand of a declaration: `NAME` or `NAME=value`.
fn declared(word: &Word) -> Option<DoubtKind> {
    let Some(PartKind::Text(first)) = word.parts.first().map(|part| &part.kind) else {
        // The name is not plain text.
        return Some(DoubtKind::VariableRunsCode);
    };
    let equals = first.iter().position(|&byte| byte == b'=');
    let (name, value) = match equals {
        Some(at) => first.split_at(at),
        None if word.parts.len() == 1 => (first.as_slice(), &[][..]),
        None => return Some(DoubtKind::VariableRunsCode),
    };
    let plain = name.first().copied().is_some_and(super::cursor::starts_name)
        && name.iter().copied().all(super::cursor::in_name);
    if !plain {
        return Some(DoubtKind::VariableRunsCode);
    }
    if let Some(kind) = special(name) {
        return Some(kind);
    }
    let value = value.get(1..).unwrap_or_default();
    let after_colon = value.windows(2).any(|pair| pair == b":=");
    let opens = value.first() == Some(&b'=') || (value.is_empty() && word.parts.len() > 1);
    let opens = opens
        && (value.first() == Some(&b'=')
            || word.parts.iter().skip(1).any(
                |part| matches!(&part.kind, PartKind::Text(text) if text.first() == Some(&b'=')),
            ));
    (opens || after_colon).then_some(DoubtKind::EqualsExpansion)
}

/// `read`: the names that it sets.
fn variables_of(arguments: &[Word]) -> Option<DoubtKind> {
    reads::words(arguments).find_map(|(role, word)| match (role, word.fixed()) {
        (Role::Name, _) => set(word),
        // Where it is no number, zsh sets a variable of that name.
        (Role::Number, Some(text)) => special(&text),
        _ => None,
    })
}

/// A word that names a variable which a builtin sets.
fn set(name: &Word) -> Option<DoubtKind> {
    match name.fixed() {
        // A value that stands in one word with its option is no name to all shells.
        Some(text) if !text.contains(&b'[') && text.first() != Some(&b'-') => special(&text),
        _ => Some(DoubtKind::VariableRunsCode),
    }
}
