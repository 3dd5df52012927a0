//! What tells a difference: names of programs, variables, folders and errors.

use super::Difference;
use super::Difference::{
    Environment, Etc, Files, Home, HostName, Limits, Network, Path, Processes, Startup,
    SystemCalls, Terminal, Tree, Umask, User, Version,
};

/// Start-up files, and who reads them; `~/` is the home folder.
pub const STARTUP_FILES: [(&str, &str); 16] = [
    ("/etc/profile", "login shells"),
    ("/etc/bash.bashrc", "interactive bash"),
    ("/etc/zsh/zshenv", "zsh"),
    ("/etc/zshenv", "zsh"),
    ("/etc/zsh/zshrc", "interactive zsh"),
    ("~/.bash_profile", "bash as a login shell"),
    ("~/.bash_login", "bash as a login shell"),
    ("~/.bash_logout", "bash as a login shell"),
    ("~/.profile", "login shells"),
    ("~/.bashrc", "interactive bash"),
    ("~/.bash_aliases", "interactive bash"),
    ("~/.zshenv", "zsh"),
    ("~/.zprofile", "zsh as a login shell"),
    ("~/.zlogin", "zsh as a login shell"),
    ("~/.zshrc", "interactive zsh"),
    ("~/.mkshrc", "interactive mksh"),
];

/// Programs and builtins that tell, or need, what is different.
pub(super) const TELLING: [(Difference, &[&str]); 10] = [
    (
        User,
        &["id", "whoami", "groups", "logname", "getent", "sudo", "su", "doas", "pkexec", "passwd"],
    ),
    (HostName, &["hostname", "hostnamectl", "uname"]),
    (Processes, &["ps", "pgrep", "pkill", "pidof", "top", "kill", "killall", "lsof", "systemctl"]),
    (Environment, &["env", "printenv", "locale"]),
    (Path, &["which", "whereis"]),
    (Files, &["df", "mount", "findmnt", "lsblk", "du"]),
    (Network, &["ip", "ss", "netstat", "ping", "curl", "wget", "ssh", "nc", "dig", "host"]),
    (Umask, &["umask"]),
    (Terminal, &["tty", "stty", "tput"]),
    (Limits, &["ulimit", "nproc", "free", "prlimit"]),
];

/// Builtins among them, which no start of a program shows.
pub(super) const BUILTINS: [&str; 3] = ["kill", "ulimit", "umask"];

/// Variables that tell what is different. Shells set the versions themselves.
pub(super) const VARIABLES: [(Difference, &[&str]); 9] = [
    (User, &["UID", "EUID", "GID", "EGID", "GROUPS", "USER", "LOGNAME", "USERNAME"]),
    (Tree, &["PWD", "OLDPWD"]),
    (Home, &["HOME"]),
    (Path, &["PATH"]),
    (
        Environment,
        &["LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "SHELL", "EDITOR", "VISUAL", "PAGER"],
    ),
    (Startup, &["BASH_ENV", "ENV", "ZDOTDIR"]),
    (Version, &["BASH_VERSION", "BASH_VERSINFO", "ZSH_VERSION", "KSH_VERSION", "YASH_VERSION"]),
    (Processes, &["PPID"]),
    (HostName, &["HOSTNAME", "HOST"]),
];

/// Folders that the sandbox has otherwise, or not at all.
pub(super) const FOLDERS: [(Difference, &str); 12] = [
    (Etc, "/etc"),
    (Files, "/boot"),
    (Files, "/home"),
    (Files, "/media"),
    (Files, "/mnt"),
    (Files, "/root"),
    (Files, "/run"),
    (Files, "/srv"),
    (Files, "/sys"),
    (Files, "/var"),
    (Processes, "/proc"),
    (Network, "/dev/tcp"),
];

/// Parts of these folders that are as they are elsewhere.
pub(super) const ALIKE: [&str; 3] = ["/var/tmp", "/proc/self", "/etc/alternatives"];

/// Devices that the sandbox has too, and names in `/dev` that are none.
pub(super) const NODES: [&str; 13] = [
    "null", "zero", "full", "random", "urandom", "tty", "pts", "fd", "stdin", "stdout", "stderr",
    "tcp", "udp",
];

/// Errors that the sandbox gives, where a user's machine may not.
pub(super) const ERRORS: [(Difference, &str); 9] = [
    (Files, "Read-only file system"),
    (Limits, "No space left on device"),
    (Limits, "File too large"),
    (Limits, "Cannot allocate memory"),
    (SystemCalls, "Operation not permitted"),
    (Network, "Network is unreachable"),
    (Network, "Could not resolve host"),
    (Network, "name resolution"),
    (Network, "Name or service not known"),
];

/// Shells, by the names that start them.
pub(super) const SHELLS: [&str; 9] =
    ["ash", "bash", "dash", "ksh", "ksh93", "mksh", "sh", "yash", "zsh"];
