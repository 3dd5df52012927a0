//! Code on the line that no shell reads: `python3 -c`, `perl -e`, `awk` that starts programs.

use super::known::{is_awk, is_sed};
use crate::syntax::Word;

/// An interpreter with the short options that take code, those that take another value, and the
/// long ones that take code.
struct Interpreter {
    code: &'static [u8],
    valued: &'static [u8],
    long: &'static [&'static str],
    /// Options that end the interpreter's own: what follows belongs to a module.
    module: &'static [u8],
}

fn interpreter(base: &[u8]) -> Option<Interpreter> {
    // `python3.11` is `python`.
    let end = base.iter().rposition(|byte| !byte.is_ascii_digit() && *byte != b'.');
    let plain = base.get(..end.map_or(0, |end| end + 1)).unwrap_or_default();
    Some(match plain {
        b"python" | b"pypy" => Interpreter { code: b"c", valued: b"WX", long: &[], module: b"m" },
        b"perl" => Interpreter { code: b"eE", valued: b"IMmCDx", long: &[], module: b"" },
        b"ruby" => Interpreter { code: b"e", valued: b"IrCEFKTW", long: &[], module: b"" },
        b"node" | b"nodejs" | b"deno" | b"bun" => Interpreter {
            code: b"ep",
            valued: b"rC",
            long: &["--eval", "--print", "--import", "--require", "--loader"],
            module: b"",
        },
        b"php" => Interpreter { code: b"rBRE", valued: b"cdfFtz", long: &["--run"], module: b"" },
        b"lua" | b"luajit" => Interpreter { code: b"e", valued: b"l", long: &[], module: b"" },
        b"rscript" | b"r" => Interpreter { code: b"e", valued: b"", long: &[], module: b"" },
        b"osascript" | b"tclsh" | b"guile" | b"scala" | b"groovy" | b"elixir" | b"erl" => {
            Interpreter { code: b"ec", valued: b"", long: &["--eval", "-eval"], module: b"" }
        }
        b"sqlite" => Interpreter { code: b"", valued: b"", long: &["-cmd"], module: b"" },
        b"vim" | b"vi" | b"nvim" | b"ex" | b"emacs" | b"gdb" | b"lldb" => Interpreter {
            code: b"cSs",
            valued: b"u",
            long: &["--eval", "-ex", "--cmd", "--eval-command", "--command", "--batch"],
            module: b"",
        },
        _ => return None,
    })
}

/// Why a command runs code of the line, if it does.
pub(super) fn code(base: &[u8], arguments: &[Word]) -> Option<String> {
    let stripped = base.strip_suffix(b"3").unwrap_or(base);
    if is_awk(base) {
        return awk(arguments);
    }
    if is_sed(base) {
        return sed(arguments);
    }
    let known = interpreter(base).or_else(|| interpreter(stripped))?;
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
            if known.module.contains(letter) {
                return None;
            }
            if known.valued.contains(letter) {
                if at + 1 == text.len() {
                    rest.next();
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
    (!version && !matches!(base, b"sqlite3" | b"bun" | b"deno"))
        .then(|| "code from standard input".to_owned())
}

/// A program of awk that may start others.
fn awk(arguments: &[Word]) -> Option<String> {
    arguments.iter().find_map(|word| match word.fixed() {
        Some(text) => {
            let starts = [&b"system"[..], b"|", b"getline", b"-i", b"@load", b"@include"]
                .iter()
                .any(|call| text.windows(call.len()).any(|window| window == *call));
            // Alternatives in a pattern are no pipe.
            let pipe = text.windows(2).any(|pair| pair == b"||");
            (starts && !(pipe && text.iter().filter(|byte| **byte == b'|').count() == 2))
                .then(|| super::command::shown(&text))
        }
        None => None,
    })
}

/// A script of sed that may start programs: the command `e`, or the flag `e` of `s`.
fn sed(arguments: &[Word]) -> Option<String> {
    arguments.iter().find_map(|word| {
        let text = word.fixed()?;
        let commands = text.split(|byte| matches!(byte, b';' | b'\n' | b'{' | b'}'));
        let starts = commands.into_iter().any(|command| {
            let command = command.trim_ascii();
            let address = command
                .iter()
                .take_while(|byte| {
                    byte.is_ascii_digit() || matches!(byte, b'$' | b',' | b'~' | b'!')
                })
                .count();
            let rest = command.get(address..).unwrap_or_default().trim_ascii();
            let own = rest == b"e" || rest.starts_with(b"e ");
            let flags = match (rest.first(), rest.get(1)) {
                (Some(b's'), Some(delimiter)) => {
                    rest.rsplit(|byte| byte == delimiter).next().unwrap_or_default()
                }
                _ => &[],
            };
            own || (flags.len() < 8 && flags.contains(&b'e'))
        });
        starts.then(|| super::command::shown(&text))
    })
}

/// Variables whose value a program runs, or takes for the place of code.
pub(super) fn is_code_variable(name: &[u8]) -> bool {
    let listed = matches!(
        name,
        b"PERL5OPT"
            | b"PERL5LIB"
            | b"PERL5DB"
            | b"PERLLIB"
            | b"PYTHONPATH"
            | b"PYTHONSTARTUP"
            | b"PYTHONHOME"
            | b"PYTHONWARNINGS"
            | b"PYTHONINSPECT"
            | b"PYTHONBREAKPOINT"
            | b"NODE_OPTIONS"
            | b"NODE_PATH"
            | b"RUBYOPT"
            | b"RUBYLIB"
            | b"JAVA_TOOL_OPTIONS"
            | b"_JAVA_OPTIONS"
            | b"JDK_JAVA_OPTIONS"
            | b"LUA_INIT"
            | b"LUA_PATH"
            | b"PHPRC"
            | b"PAGER"
            | b"EDITOR"
            | b"VISUAL"
            | b"BROWSER"
            | b"MANPAGER"
            | b"LESSOPEN"
            | b"LESSCLOSE"
            | b"LESSEDIT"
            | b"GCONV_PATH"
            | b"GIT_PAGER"
            | b"GIT_EDITOR"
            | b"GIT_SSH"
            | b"GIT_SSH_COMMAND"
            | b"GIT_ASKPASS"
            | b"SSH_ASKPASS"
            | b"SUDO_ASKPASS"
            | b"GIT_EXTERNAL_DIFF"
            | b"GIT_EXEC_PATH"
            | b"GIT_TEMPLATE_DIR"
            | b"GIT_DIR"
            | b"GIT_PROXY_COMMAND"
            | b"GIT_SEQUENCE_EDITOR"
            | b"GIT_CONFIG"
            | b"RSYNC_RSH"
            | b"RSYNC_CONNECT_PROG"
            | b"CARGO_BUILD_RUSTC_WRAPPER"
            | b"RUSTC_WRAPPER"
            | b"RUSTC"
            | b"MAKEFLAGS"
            | b"GNUMAKEFLAGS"
            | b"MAKEFILES"
            | b"TAR_OPTIONS"
            | b"TAPE"
            | b"SHELL"
            | b"COMSPEC"
            | b"PROMPT_COMMAND"
            | b"VIMINIT"
            | b"EXINIT"
            | b"GVIMINIT"
            | b"MYVIMRC"
            | b"GIT_ALLOW_PROTOCOL"
            | b"GIT_PROTOCOL_FROM_USER"
            | b"LESS"
            | b"LESSKEY"
            | b"LESSKEYIN"
            // bash gives up the whole group where functions nest deeper.
            | b"FUNCNEST"
            | b"XDG_CONFIG_HOME"
            | b"HOME"
            | b"PATH"
    );
    listed
        || [&b"LD_"[..], b"DYLD_", b"GIT_CONFIG_", b"BASH_FUNC_", b"npm_config_", b"NPM_CONFIG_"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}
