//! Code on the line that no shell reads: `python3 -c`, `perl -e`, `awk` that starts programs.

use super::inserted::{ANY, HOLE, NAME, PATH};
use super::known::{is_awk, is_sed};
use super::modules;
use super::sed;
use crate::syntax::{Part, PartKind, Word};

/// An interpreter with the short options that take code, those that take another value, and the
/// long ones that take code.
struct Interpreter {
    code: &'static [u8],
    valued: &'static [u8],
    long: &'static [&'static str],
    /// Options that end the interpreter's own: what follows belongs to a module.
    module: &'static [u8],
    /// First operands that take code.
    words: &'static [&'static str],
}

impl Interpreter {
    const NONE: Self = Self { code: b"", valued: b"", long: &[], module: b"", words: &[] };
}

fn interpreter(base: &[u8]) -> Option<Interpreter> {
    const NONE: Interpreter = Interpreter::NONE;
    // `python3.11` is `python`.
    let end = base.iter().rposition(|byte| !byte.is_ascii_digit() && *byte != b'.');
    let plain = base.get(..end.map_or(0, |end| end + 1)).unwrap_or_default();
    Some(match plain {
        b"python" | b"pypy" | b"jython" | b"micropython" | b"hy" | b"sage" => {
            Interpreter { code: b"c", valued: b"WX", module: b"m", ..NONE }
        }
        b"perl" | b"raku" => Interpreter { code: b"eE", valued: b"IMmCDx", ..NONE },
        b"ruby" => Interpreter { code: b"e", valued: b"IrCEFKTW", ..NONE },
        b"node" | b"nodejs" | b"deno" | b"bun" | b"tsx" | b"ts-node" => Interpreter {
            code: b"ep",
            valued: b"rC",
            long: &["--eval", "--print", "--import", "--require", "--loader"],
            words: &["eval"],
            ..NONE
        },
        b"php" => Interpreter { code: b"rBRE", valued: b"cdfFtz", long: &["--run"], ..NONE },
        b"lua" | b"luajit" | b"tarantool" => Interpreter { code: b"e", valued: b"l", ..NONE },
        b"rscript" | b"r" => Interpreter { code: b"e", ..NONE },
        b"osascript" | b"tclsh" | b"guile" | b"scala" | b"groovy" | b"elixir" | b"erl" => {
            Interpreter { code: b"ec", long: &["--eval", "-eval"], ..NONE }
        }
        // Their options are words, or may be shortened.
        b"pwsh" | b"powershell" => Interpreter { code: b"cCeE", ..NONE },
        b"bb" | b"clj" | b"clojure" | b"crystal" | b"csharp" | b"csi" | b"ghc" | b"gosh"
        | b"gs" | b"iex" | b"jrunscript" | b"jsc" | b"kotlin" | b"mix" | b"mongo" | b"mongosh"
        | b"ocaml" | b"qjs" | b"rails" | b"runghc" | b"scheme" | b"swift" => Interpreter {
            long: &["-e", "-c", "--eval", "-eval", "--exec", "--execute"],
            words: &["eval", "runner", "r"],
            ..NONE
        },
        b"sqlite" => Interpreter { long: &["-cmd"], ..NONE },
        b"vim" | b"vi" | b"nvim" | b"ex" | b"emacs" | b"gdb" | b"lldb" => Interpreter {
            code: b"cSs",
            valued: b"u",
            long: &["--eval", "-ex", "--cmd", "--eval-command", "--command", "--batch"],
            ..NONE
        },
        _ => return None,
    })
}

/// The option with which a compiler has another program start its parts.
fn wrapper(base: &[u8], arguments: &[Word]) -> Option<String> {
    // `x86_64-linux-gnu-gcc-12` is `gcc`.
    let end = base.iter().rposition(|byte| !byte.is_ascii_digit() && !b".-".contains(byte));
    let plain = base.get(..end.map_or(0, |end| end + 1)).unwrap_or_default();
    let names: [&[u8]; 6] = [b"cc", b"c++", b"g++", b"cpp", b"gfortran", b"gdc"];
    let wraps = |word: &Word| word.fixed().is_some_and(|text| text.as_ref() == b"-wrapper");
    let compiles = names.iter().any(|name| plain.ends_with(name));
    (compiles && arguments.iter().any(wraps)).then(|| "-wrapper".to_owned())
}

/// The byte that stands in a script for a part that the line does not fix.
type Hole<'h> = &'h dyn Fn(&Part) -> u8;

/// Why a command runs code of the line, if it does.
pub(super) fn code(base: &[u8], arguments: &[Word], hole: Hole<'_>) -> Option<String> {
    let stripped = base.strip_suffix(b"3").unwrap_or(base);
    if is_awk(base) {
        return awk(arguments, hole);
    }
    if is_sed(base) {
        return sed(arguments, hole);
    }
    let Some(known) = interpreter(base).or_else(|| interpreter(stripped)) else {
        return wrapper(base, arguments);
    };
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let Some(text) = word.fixed() else {
            return Some("an argument that the line does not fix".to_owned());
        };
        let text = text.as_ref();
        if text == b"-" {
            return Some("code from standard input".to_owned());
        }
        if text.first() != Some(&b'-') || text == b"--" {
            // A script: the words behind it are its own.
            let script = if text == b"--" { rest.next().and_then(Word::fixed) } else { None };
            let script = script.as_deref().unwrap_or(text);
            if known.words.iter().any(|word| word.as_bytes() == script) {
                return Some(super::command::shown(script));
            }
            let stream = script == b"-" || super::readers::is_stream(script);
            return stream.then(|| "code from a stream".to_owned());
        }
        let name = text.split(|byte| *byte == b'=').next().unwrap_or_default();
        if known.long.iter().any(|long| long.as_bytes() == name) {
            return Some(super::command::shown(text));
        }
        if text.starts_with(b"--") {
            continue;
        }
        for (at, letter) in text.iter().enumerate().skip(1) {
            if known.code.contains(letter) {
                return Some(super::command::shown(text));
            }
            let glued = text.get(at + 1..).filter(|glued| !glued.is_empty());
            if known.module.contains(letter) {
                let module = glued.map(<[u8]>::to_vec).or_else(|| {
                    Some(rest.next()?.fixed().map_or_else(Vec::new, |text| text.into_owned()))
                });
                return module.and_then(|module| modules::of_python(&module, rest.as_slice()));
            }
            if known.valued.contains(letter) {
                let value = match glued {
                    Some(glued) => Some(glued.to_vec()),
                    None => rest.next().map(|word| match word.fixed() {
                        Some(text) => text.into_owned(),
                        None => vec![HOLE],
                    }),
                };
                if let Some(why) = value.and_then(|value| modules::named(base, *letter, &value)) {
                    return Some(why);
                }
                break;
            }
        }
    }
    // With nothing to run it reads its input.
    let version = arguments.iter().any(|word| {
        word.fixed().is_some_and(|text| {
            matches!(text.as_ref(), b"--version" | b"-V" | b"-v" | b"--help" | b"-h")
        })
    });
    (!version && !known.code.is_empty() && !matches!(base, b"bun" | b"deno"))
        .then(|| "code from standard input".to_owned())
}

/// A program of awk that may start others.
fn awk(arguments: &[Word], hole: Hole<'_>) -> Option<String> {
    let words = arguments.iter().find_map(|word| {
        let text = word.fixed()?;
        super::awk::starts(&text).then(|| super::command::shown(&text))
    });
    words.or_else(|| {
        awk_programs(arguments, hole).into_iter().find_map(|program| {
            let whole = !program.is_empty() && program.iter().all(|byte| *byte == HOLE);
            // Words of the line can be put together to a call.
            if whole || program.iter().any(|byte| [NAME, PATH, ANY].contains(byte)) {
                return Some("a program of awk that the line does not fix".to_owned());
            }
            super::awk::may_start(&program).then(|| super::command::shown(&program))
        })
    })
}

/// The words of an awk that are its program: the first operand, or the values of `-e`.
fn awk_programs(arguments: &[Word], hole: Hole<'_>) -> Vec<Vec<u8>> {
    let mut programs = Vec::new();
    let mut named = false;
    let mut rest = arguments.iter().map(|word| flat(word, hole));
    while let Some(text) = rest.next() {
        let operand = match text.strip_prefix(b"-") {
            None | Some(b"") => Some(text),
            Some(b"-") => rest.next(),
            Some(long) if long.starts_with(b"-") => {
                let (name, value) = long_option(&text);
                let is = |long: &&&[u8]| is_short_of(name, long);
                let valued: [&[u8]; 7] = [
                    b"--source",
                    b"--file",
                    b"--exec",
                    b"--field-separator",
                    b"--assign",
                    b"--include",
                    b"--load",
                ];
                if let Some(option) = valued.iter().find(is) {
                    let value = value.map(<[u8]>::to_vec).or_else(|| rest.next());
                    named |= matches!(*option, b"--source" | b"--file" | b"--exec");
                    if *option == b"--source" {
                        programs.extend(value);
                    }
                }
                continue;
            }
            Some(letters) => {
                let valued = |byte: &u8| b"vFfeEilWm".contains(byte);
                let Some(at) = letters.iter().position(valued) else { continue };
                let glued = letters.get(at + 1..).filter(|value| !value.is_empty());
                let value = glued.map(<[u8]>::to_vec).or_else(|| rest.next());
                let letter = letters.get(at);
                named |= matches!(letter, Some(b'f' | b'e' | b'E'));
                if letter == Some(&b'e') {
                    programs.extend(value);
                }
                continue;
            }
        };
        if !named {
            programs.extend(operand);
        }
        break;
    }
    programs
}

/// A script of sed that may start programs.
fn sed(arguments: &[Word], hole: Hole<'_>) -> Option<String> {
    sed_scripts(arguments, hole).into_iter().find_map(|script| {
        let why = sed::starts(&script)?;
        Some(format!("{why}: {}", super::command::shown(&script)))
    })
}

/// The scripts of sed, or the programs of awk, that stand on the line.
pub(super) fn scripts(base: &[u8], arguments: &[Word]) -> Vec<Vec<u8>> {
    match base {
        base if is_sed(base) => sed_scripts(arguments, &|_| HOLE),
        base if is_awk(base) => awk_programs(arguments, &|_| HOLE),
        _ => Vec::new(),
    }
}

/// What may be the script of sed: its first operand, and the values of `-e`.
fn sed_scripts(arguments: &[Word], hole: Hole<'_>) -> Vec<Vec<u8>> {
    // Several scripts are read as one, a line each.
    let mut script: Option<Vec<u8>> = None;
    let mut operand = None;
    let mut named = false;
    let mut rest = arguments.iter().map(|word| flat(word, hole)).peekable();
    while let Some(text) = rest.next() {
        let given = match text.strip_prefix(b"-") {
            None | Some(b"") => {
                // Some take what stands before `-e` for the script, and for a file what follows.
                if operand.is_none() && !named {
                    operand = Some(text);
                }
                continue;
            }
            Some(b"-") => {
                operand = operand.or_else(|| if named { None } else { rest.next() });
                break;
            }
            Some(long) if long.starts_with(b"-") => {
                let (name, value) = long_option(&text);
                if is_short_of(name, b"--expression") {
                    value.map(<[u8]>::to_vec).or_else(|| rest.next())
                } else {
                    if is_short_of(name, b"--file") {
                        named = true;
                    }
                    if value.is_none()
                        && (is_short_of(name, b"--file") || is_short_of(name, b"--line-length"))
                    {
                        rest.next();
                    }
                    continue;
                }
            }
            Some(letters) => {
                let valued = |byte: &u8| matches!(byte, b'e' | b'f' | b'l' | b'i');
                let Some(at) = letters.iter().position(valued) else { continue };
                let value = letters.get(at + 1..).filter(|value| !value.is_empty());
                match letters.get(at) {
                    // Its value is glued to it, if it has one.
                    Some(b'i') => {
                        // Elsewhere it is the next word, and then it is mostly empty.
                        rest.next_if(Vec::is_empty);
                        continue;
                    }
                    Some(b'e') => value.map(<[u8]>::to_vec).or_else(|| rest.next()),
                    letter => {
                        named |= letter == Some(&b'f');
                        if value.is_none() {
                            rest.next();
                        }
                        continue;
                    }
                }
            }
        };
        named = true;
        let script = script.get_or_insert_default();
        script.extend(given.unwrap_or_default());
        script.push(b'\n');
    }
    [operand, script].into_iter().flatten().collect()
}

/// The text of a word, with a byte for each thing that the line does not fix.
fn flat(word: &Word, hole: Hole<'_>) -> Vec<u8> {
    fn add(parts: &[Part], hole: Hole<'_>, text: &mut Vec<u8>) {
        for part in parts {
            match &part.kind {
                PartKind::Text(fixed) | PartKind::Single(fixed) => text.extend_from_slice(fixed),
                PartKind::Escaped(byte) | PartKind::Glob(byte) => text.push(*byte),
                PartKind::Double(inner) => add(inner, hole, text),
                _ => text.push(hole(part)),
            }
        }
    }
    let mut text = Vec::new();
    add(&word.parts, hole, &mut text);
    text
}

/// The name of a long option, and its value where that is glued to it, one byte behind the name.
pub(super) fn long_option(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut halves = text.splitn(2, |byte| *byte == b'=');
    (halves.next().unwrap_or_default(), halves.next())
}

/// Whether a long option may be short for another.
pub(super) fn is_short_of(name: &[u8], long: &[u8]) -> bool {
    name.len() > 2 && long.starts_with(name)
}

/// Where the name of a file starts from which sed or awk takes its script, in an option or behind it.
pub(super) fn program_file(base: &[u8], text: &[u8]) -> Option<usize> {
    if text.starts_with(b"--") {
        let (name, value) = long_option(text);
        let longs: &[&[u8]] = match is_sed(base) {
            true => &[b"--file"],
            false => &[b"--file", b"--exec", b"--include", b"--load"],
        };
        let known = longs.iter().any(|long| is_short_of(name, long));
        return known.then(|| value.map_or(text.len(), |_| name.len() + 1));
    }
    let letters = text.strip_prefix(b"-")?;
    // The first letter with a value takes the rest; `-E` of sed has none.
    let (files, valued): (&[u8], &[u8]) = match is_sed(base) {
        true => (b"f", b"eiI"),
        false => (b"fEil", b"vFeLopdDmW"),
    };
    let at = letters.iter().position(|byte| files.contains(byte) || valued.contains(byte))?;
    files.contains(letters.get(at)?).then_some(at + 2)
}

/// Whether a word is `-W` of awk, with which a long option is spelled in another way.
pub(super) fn spells_long_option(base: &[u8], text: &[u8]) -> bool {
    let mut letters = text.strip_prefix(b"-").unwrap_or_default().iter();
    is_awk(base) && letters.find(|byte| b"fEilvFeLopdDmW-".contains(byte)) == Some(&b'W')
}
