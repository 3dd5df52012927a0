//! Modules that interpreters load by an option, where the module or its operands hold code of the line:
//! `python3 -m timeit CODE`, `perl '-MFoo; CODE'`.

use super::command::shown;
use super::inserted::HOLE;
use crate::syntax::Word;

/// Why a module of Python runs code of the line with these operands, if it does. An empty name is one that
/// the line does not fix.
pub(super) fn of_python(module: &[u8], operands: &[Word]) -> Option<String> {
    let commands = |word: &Word| {
        word.fixed().is_none_or(|text| {
            text.as_ref() == b"-" || text.starts_with(b"-c") || text.starts_with(b"--command")
        })
    };
    let runs = match module {
        b"" => return Some("a module that the line does not fix".to_owned()),
        b"timeit" => !operands.iter().all(is_help),
        // Prompts, which read their input.
        b"code" | b"asyncio" | b"idlelib" | b"bpython" | b"ptpython" | b"ptipython" => true,
        b"pdb" | b"ipdb" | b"pudb" | b"IPython" | b"ipython" | b"bdb" => {
            operands.is_empty()
                || operands.iter().any(|word| commands(word) || is_stream(word))
                || starts_nested(operands)
        }
        b"cProfile" | b"profile" | b"trace" | b"coverage" | b"runpy" | b"doctest" => {
            operands.first().is_some_and(|word| word.fixed().is_none_or(|text| *text == *b"-"))
                || operands.iter().any(is_stream)
                || starts_nested(operands)
        }
        _ => false,
    };
    runs.then(|| format!("code for the module {}", shown(module)))
}

/// Whether a word only asks for help.
fn is_help(word: &Word) -> bool {
    word.fixed().is_some_and(|text| matches!(text.as_ref(), b"-h" | b"--help"))
}

/// Whether a word is a stream of the system.
fn is_stream(word: &Word) -> bool {
    word.fixed().is_some_and(|text| super::readers::is_stream(&text))
}

/// Whether the operands run a module in their turn that runs code: `-m cProfile -m timeit CODE`.
fn starts_nested(operands: &[Word]) -> bool {
    let found = operands.iter().enumerate().find_map(|(at, word)| {
        let text = word.fixed()?;
        (text.starts_with(b"-m") || *text == *b"--module").then_some((at, text))
    });
    let Some((at, text)) = found else { return false };
    let rest = operands.get(at + 1..).unwrap_or_default();
    match text.strip_prefix(b"-m").filter(|module| !module.is_empty()) {
        Some(module) => of_python(module, rest).is_some(),
        None => rest.split_first().is_some_and(|(module, rest)| match module.fixed() {
            Some(module) => of_python(&module, rest).is_some(),
            None => true,
        }),
    }
}

/// Why the value of an option that names a module, or a setting, runs code of the line, if it does.
pub(super) fn named(base: &[u8], letter: u8, value: &[u8]) -> Option<String> {
    let free = value.contains(&HOLE);
    let stream = || super::readers::is_stream(value);
    let runs = match (base, letter) {
        // It is put behind `use`, as code; what follows `=` is quoted.
        (base, b'M' | b'm') if base.starts_with(b"perl") => {
            let name = value.split(|byte| *byte == b'=').next().unwrap_or_default();
            let name = name.strip_prefix(b"-").unwrap_or(name);
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_:.'".contains(byte);
            free || value.contains(&0) || !name.iter().all(plain)
        }
        (base, b'r' | b'l')
            if [&b"ruby"[..], b"node", b"lua"].iter().any(|name| base.starts_with(name)) =>
        {
            free || value == b"-" || stream()
        }
        // Settings of PHP that name files of code.
        (base, b'd' | b'c' | b'z' | b'f' | b'F') if base.starts_with(b"php") => {
            let key = value.split(|byte| *byte == b'=').next().unwrap_or_default();
            let lower = key.to_ascii_lowercase();
            let code = [&b"auto_"[..], b"extension", b"zend_extension", b"sendmail_path"];
            free || stream()
                || letter == b'd' && code.iter().any(|name| lower.trim_ascii().starts_with(name))
                || letter == b'd' && value.contains(&b'\n')
        }
        _ => false,
    };
    runs.then(|| format!("-{} {}", char::from(letter), shown(value)))
}
