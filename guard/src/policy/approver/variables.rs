//! Variables that programs take commands or code from.

/// Variables that name the programs of make's own rules. Setting one is common; the program may be a
/// script of the tree.
pub(super) fn is_program_variable(name: &[u8]) -> bool {
    // `COMPILE.c` and its like come from the environment too.
    let of_rule = name.contains(&b'.') && name.first().is_some_and(u8::is_ascii_uppercase);
    let listed = matches!(
        name,
        b"AR"
            | b"AS"
            | b"CC"
            | b"CO"
            | b"CPP"
            | b"CWEAVE"
            | b"CTANGLE"
            | b"CXX"
            | b"FC"
            | b"GET"
            | b"LD"
            | b"LEX"
            | b"LINT"
            | b"M2C"
            | b"MAKEINFO"
            | b"OBJC"
            | b"PC"
            | b"RM"
            | b"TANGLE"
            | b"TEX"
            | b"TEXI2DVI"
            | b"WEAVE"
            | b"YACC"
    );
    listed || of_rule
}

/// Variables on make's own line that the shells of its recipes take code from. Make sets the others for
/// what its recipes start, as they ask for it.
pub(super) fn is_code_variable_of_make(name: &[u8]) -> bool {
    matches!(name, b"BASH_ENV" | b"ENV" | b"SHELL" | b"PATH")
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
            | b"GIT_COMMON_DIR"
            | b"GIT_PROXY_COMMAND"
            | b"GIT_SEQUENCE_EDITOR"
            | b"GIT_CONFIG"
            | b"RSYNC_PARTIAL_DIR"
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
            | b"AWKPATH"
            | b"AWKLIBPATH"
            | b"CURL_HOME"
            | b"WGETRC"
            | b"SYSTEM_WGETRC"
            | b"LESS"
            | b"LESSKEY"
            | b"LESSKEYIN"
            // bash gives up the whole group where functions nest deeper.
            | b"FUNCNEST"
            // zsh starts a program under this name: with a dash it is a login shell.
            | b"ARGV0"
            // bash reads `.bashrc` where it believes to be started over a network.
            | b"SSH_CLIENT"
            | b"SSH2_CLIENT"
            | b"XDG_CONFIG_HOME"
            | b"HOME"
            | b"PATH"
    );
    listed
        || [&b"LD_"[..], b"DYLD_", b"GIT_CONFIG_", b"BASH_FUNC_", b"npm_config_", b"NPM_CONFIG_"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}
