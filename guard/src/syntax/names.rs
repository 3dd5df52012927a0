//! Names that mean something to a shell: keywords, builtins, variables.

/// Keywords that open a compound command in every shell.
pub(super) const OPENING: [&[u8]; 6] = [b"{", b"if", b"while", b"until", b"for", b"case"];

/// How long the longest keyword of both kinds is.
pub(super) const LONGEST: usize = 5;

/// Keywords that close or divide one.
pub(super) const CLOSING: [&[u8]; 8] =
    [b"then", b"elif", b"else", b"fi", b"do", b"done", b"esac", b"}"];

/// Words that are keywords, or change how the next word is read, in bash, zsh, mksh or ksh93 but
/// not in all shells.
fn is_keyword_somewhere(word: &[u8]) -> bool {
    matches!(
        word,
        b"in"
            | b"!"
            | b"[["
            | b"]]"
            | b"function"
            | b"time"
            | b"select"
            | b"coproc"
            | b"repeat"
            | b"foreach"
            | b"end"
            | b"always"
            | b"nocorrect"
            | b"noglob"
            | b"namespace"
    )
}

/// Whether a word at the start of a command is a keyword in some shell.
pub fn is_keyword(word: &[u8]) -> bool {
    OPENING.contains(&word) || CLOSING.contains(&word) || is_keyword_somewhere(word)
}

/// Builtins of some shell that only print, or keep state that decides nothing about reading, or
/// that [`super::check`] looks into.
fn is_known_builtin(name: &[u8]) -> bool {
    matches!(
        name,
        b"." | b":"
            | b"["
            | b"alias"
            | b"bg"
            | b"break"
            | b"cd"
            | b"command"
            | b"continue"
            | b"declare"
            | b"dirs"
            | b"disown"
            | b"echo"
            | b"emulate"
            | b"eval"
            | b"exec"
            | b"exit"
            | b"export"
            | b"false"
            | b"fg"
            | b"getopts"
            | b"hash"
            | b"help"
            | b"jobs"
            | b"kill"
            | b"let"
            | b"local"
            | b"popd"
            | b"printf"
            | b"pushd"
            | b"pwd"
            | b"read"
            | b"readonly"
            | b"return"
            | b"set"
            | b"setopt"
            | b"shift"
            | b"shopt"
            | b"source"
            | b"test"
            | b"times"
            | b"trap"
            | b"true"
            | b"type"
            | b"typeset"
            | b"ulimit"
            | b"umask"
            | b"unalias"
            | b"unset"
            | b"unsetopt"
            | b"wait"
            | b"which"
    )
}

/// Whether some shell has a builtin of this name.
pub fn is_builtin(name: &[u8]) -> bool {
    is_opaque_builtin(name) || is_known_builtin(name)
}

/// Builtins that a function may be named after: it then takes their place in every shell, and
/// they decide nothing about reading.
fn is_shadowed(name: &[u8]) -> bool {
    matches!(
        name,
        b"bg"
            | b"cd"
            | b"dirs"
            | b"disown"
            | b"echo"
            | b"false"
            | b"fg"
            | b"help"
            | b"jobs"
            | b"kill"
            | b"popd"
            | b"printf"
            | b"pushd"
            | b"pwd"
            | b"read"
            | b"test"
            | b"true"
            | b"type"
            | b"umask"
            | b"wait"
            | b"which"
    )
}

/// Whether all shells take this name for a function.
pub fn is_function_name(name: &[u8]) -> bool {
    !is_keyword(name) && (is_shadowed(name) || !is_builtin(name))
}

/// Whether some shell (bash, zsh with its modules, mksh, ksh93 with its aliases) has a builtin
/// of this name that runs code, reads it, or decides how what follows is read or found, and that
/// the reader does not look into.
pub fn is_opaque_builtin(name: &[u8]) -> bool {
    matches!(
        name,
        b"-" | b"noglob"
            | b"bind"
            | b"builtin"
            | b"caller"
            | b"compgen"
            | b"complete"
            | b"compopt"
            | b"enable"
            | b"fc"
            | b"history"
            | b"logout"
            | b"mapfile"
            | b"readarray"
            | b"suspend"
            | b"autoload"
            | b"bindkey"
            | b"bye"
            | b"cap"
            | b"chdir"
            | b"clone"
            | b"compadd"
            | b"comparguments"
            | b"compcall"
            | b"compctl"
            | b"compdescribe"
            | b"compfiles"
            | b"compgroups"
            | b"compquote"
            | b"compset"
            | b"comptags"
            | b"comptry"
            | b"compvalues"
            | b"disable"
            | b"echotc"
            | b"echoti"
            | b"float"
            | b"functions"
            | b"getln"
            | b"integer"
            | b"limit"
            | b"log"
            | b"print"
            | b"private"
            | b"pushln"
            | b"r"
            | b"rehash"
            | b"sched"
            | b"strftime"
            | b"sysopen"
            | b"sysread"
            | b"sysseek"
            | b"syswrite"
            | b"sysparams"
            | b"tcp"
            | b"ttyctl"
            | b"unfunction"
            | b"unhash"
            | b"unlimit"
            | b"vared"
            | b"where"
            | b"whence"
            | b"zcompile"
            | b"zcurses"
            | b"zdelattr"
            | b"zf_chgrp"
            | b"zf_chmod"
            | b"zf_chown"
            | b"zf_ln"
            | b"zf_mkdir"
            | b"zf_mv"
            | b"zf_rm"
            | b"zf_rmdir"
            | b"zf_sync"
            | b"zformat"
            | b"zftp"
            | b"zgetattr"
            | b"zle"
            | b"zlistattr"
            | b"zmodload"
            | b"zparseopts"
            | b"zprof"
            | b"zpty"
            | b"zregexparse"
            | b"zselect"
            | b"zsetattr"
            | b"zsocket"
            | b"zstat"
            | b"zstyle"
            | b"zsystem"
            | b"bgnice"
            | b"global"
            | b"login"
            | b"nameref"
            | b"stop"
            | b"enum"
            | b"hist"
            | b"newgrp"
            | b"redirect"
            | b"compound"
    )
}

/// Variables whose value some shell runs, obeys while it reads, or takes for the names of files
/// with code.
fn is_listed_code(name: &[u8]) -> bool {
    matches!(
        name,
        b"BASHOPTS"
            | b"BASH_ALIASES"
            | b"BASH_CMDS"
            | b"BASH_COMPAT"
            | b"BASH_ENV"
            | b"BASH_LOADABLES_PATH"
            | b"ENV"
            | b"FPATH"
            | b"GLOBIGNORE"
            | b"HISTCHARS"
            | b"NULLCMD"
            | b"POSIXLY_CORRECT"
            | b"PROMPT"
            | b"PROMPT2"
            | b"PROMPT3"
            | b"PROMPT4"
            | b"PROMPT_COMMAND"
            | b"PS0"
            | b"PS1"
            | b"PS2"
            | b"PS3"
            | b"PS4"
            | b"READNULLCMD"
            | b"RPROMPT"
            | b"RPS1"
            | b"SHELLOPTS"
            | b"STTY"
            | b"TIMEFMT"
            | b"ZDOTDIR"
            | b"aliases"
            | b"builtins"
            | b"commands"
            | b"dis_aliases"
            | b"dis_functions"
            | b"fpath"
            | b"functions"
            | b"galiases"
            | b"histchars"
            | b"mapfile"
            | b"module_path"
            | b"MODULE_PATH"
            | b"modules"
            | b"nameddirs"
            | b"options"
            | b"precmd_functions"
            | b"prompt"
            | b"saliases"
            | b"zsh_eval_context"
            | b"EXECSHELL"
            | b"KSH_VERSION"
    )
}

/// Whether setting a variable makes some shell run code or read differently.
pub fn is_code_variable(name: &[u8]) -> bool {
    is_listed_code(name) || name.starts_with(b"BASH_FUNC_")
}

/// Whether bash, and not zsh, ends the script where a variable is set: `readonly` lists them. Set for
/// one program they only give a message.
pub fn is_read_only_in_bash(name: &[u8]) -> bool {
    matches!(name, b"BASHOPTS" | b"BASH_VERSINFO" | b"EUID" | b"SHELLOPTS" | b"UID")
}

/// Whether some shell ends the script where a variable is set: `typeset -r +` and `zmodload -ap` of
/// zsh list them, `readonly` of bash.
pub fn is_read_only_variable(name: &[u8]) -> bool {
    let in_zsh = matches!(
        name,
        b"ARGC"
            | b"HISTCMD"
            | b"LINENO"
            | b"PPID"
            | b"TTYIDLE"
            | b"ZSH_EVAL_CONTEXT"
            | b"ZSH_SUBSHELL"
            | b"aliases"
            | b"builtins"
            | b"commands"
            | b"dis_aliases"
            | b"dis_builtins"
            | b"dis_functions"
            | b"dis_functions_source"
            | b"dis_galiases"
            | b"dis_patchars"
            | b"dis_reswords"
            | b"dis_saliases"
            | b"funcfiletrace"
            | b"funcsourcetrace"
            | b"funcstack"
            | b"functions"
            | b"functions_source"
            | b"functrace"
            | b"galiases"
            | b"history"
            | b"historywords"
            | b"jobdirs"
            | b"jobstates"
            | b"jobtexts"
            | b"keymaps"
            | b"modules"
            | b"nameddirs"
            | b"options"
            | b"parameters"
            | b"patchars"
            | b"reswords"
            | b"saliases"
            | b"status"
            | b"termcap"
            | b"terminfo"
            | b"userdirs"
            | b"usergroups"
            | b"widgets"
            | b"zsh_eval_context"
            | b"zsh_scheduled_events"
    );
    in_zsh || is_read_only_in_bash(name)
}

/// Whether setting a variable makes some shell evaluate the value as a number.
pub fn is_number_variable(name: &[u8]) -> bool {
    matches!(
        name,
        b"BASH_ARGV0"
            | b"BAUD"
            | b"COLUMNS"
            | b"EGID"
            | b"ERRNO"
            | b"EUID"
            | b"FUNCNEST"
            | b"GID"
            | b"HISTCMD"
            | b"HISTFILESIZE"
            | b"HISTSIZE"
            | b"KEYTIMEOUT"
            | b"LINENO"
            | b"LINES"
            | b"LISTMAX"
            | b"LOGCHECK"
            | b"MAILCHECK"
            | b"OPTIND"
            | b"PERIOD"
            | b"PGRP"
            | b"PPID"
            | b"RANDOM"
            | b"REPORTMEMORY"
            | b"REPORTTIME"
            | b"SAVEHIST"
            | b"SECONDS"
            | b"SHLVL"
            | b"SRANDOM"
            | b"TMOUT"
            | b"TRY_BLOCK_ERROR"
            | b"TRY_BLOCK_INTERRUPT"
            | b"TTYIDLE"
            | b"UID"
            | b"USER_ID"
            | b"ZLE_LINE_ABORTED"
            | b"EPOCHSECONDS"
            | b"EPOCHREALTIME"
            | b"KSHUID"
            | b"KSHGID"
            | b"KSHEGID"
            | b"BASHPID"
            | b"status"
            | b"FIGNORE"
    )
}
