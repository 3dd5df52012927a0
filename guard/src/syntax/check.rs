//! Doubts about what builtins and variables do to the reading.
//!
//! A builtin may define aliases, change options, run text, or evaluate an operand as arithmetic,
//! in which a subscript's substitutions run. Variables may hold code. All of that would let a
//! shell run what the tree does not show, so each is a doubt, or is reported as unknown.

use super::doubt::{Doubt, DoubtKind};
use super::evaluate::{Level, evaluations};
use super::names;
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
        Found::Assigned { name, value, exported: false, place } => {
            if let Some(kind) = assigned(name, value) {
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

/// What setting a variable to `value` does to the reading.
fn assigned(name: &[u8], value: &[Part]) -> Option<DoubtKind> {
    let plain = |part: &Part| match &part.kind {
        PartKind::Text(text) | PartKind::Single(text) => text.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let code = names::is_code_variable(name)
        || (names::is_number_variable(name) && !value.iter().all(plain));
    code.then_some(DoubtKind::VariableRunsCode)
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
        b"read" => variables_of(arguments, b"pdtnNui"),
        b"getopts" => variables_of(arguments, b""),
        b"hash" => match arguments {
            [] => None,
            [word] if word.bare() == Some(b"-r") => None,
            _ => Some(DoubtKind::BuiltinInOneShell),
        },
        b"exec" => arguments
            .first()
            .and_then(Word::fixed)
            .is_some_and(|text| text.first() == Some(&b'-'))
            .then_some(DoubtKind::BuiltinInOneShell),
        b"command" => command_options(arguments),
        // dash runs a program of the name `--`.
        b"eval" => arguments
            .first()
            .and_then(Word::fixed)
            .is_some_and(|text| text.first() == Some(&b'-'))
            .then_some(DoubtKind::BuiltinInOneShell),
        b"printf" => arguments
            .first()
            .is_none_or(|word| word.fixed().is_none_or(|text| text.starts_with(b"-v")))
            .then_some(DoubtKind::BuiltinInOneShell)
            .filter(|_| arguments.first().is_some_and(|word| word.fixed().is_some())),
        _ => None,
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
            let known = matches!(
                name.bare(),
                Some(
                    b"errexit"
                        | b"nounset"
                        | b"xtrace"
                        | b"verbose"
                        | b"pipefail"
                        | b"noclobber"
                        | b"allexport"
                        | b"noglob"
                )
            );
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
    if !plain || names::is_code_variable(name) || names::is_number_variable(name) {
        return Some(DoubtKind::VariableRunsCode);
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

/// `read` and `getopts`: the names that they set. `valued` are options with a value.
fn variables_of(arguments: &[Word], valued: &[u8]) -> Option<DoubtKind> {
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let Some(text) = word.fixed() else { return Some(DoubtKind::VariableRunsCode) };
        if text.first() == Some(&b'-') && text.len() > 1 {
            if text.last().is_some_and(|letter| valued.contains(letter)) {
                rest.next();
            }
            continue;
        }
        let special = names::is_code_variable(&text) || names::is_number_variable(&text);
        if special || text.contains(&b'[') {
            return Some(DoubtKind::VariableRunsCode);
        }
    }
    None
}
