//! How the sandbox differs from a user's own shell, and which runs and findings depend on it.
//!
//! A *difference* is something that a script can tell apart, or needs, and that the sandbox has otherwise
//! than a user's machine does. A finding that *depends* on one may not show there, or show otherwise.
//! What a run met is decided by what was seen of it (programs, effects, outputs) and by what its text
//! names: variables, paths, `~`. A name that a script puts together while it runs is thus seen only where it
//! reaches a program, an effect or an error.

mod tables;
mod text;

use std::collections::BTreeSet;

use corpora::finding::{Dependence, Finding, FindingKind};
use corpora::record::RunRecord;

use tables::{ALIKE, BUILTINS, ERRORS, FOLDERS, NODES, SHELLS, TELLING, VARIABLES};

pub use tables::STARTUP_FILES;

/// A known difference, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// Who runs it.
    User,
    /// What that user may do besides.
    Capabilities,
    /// Where it starts.
    Tree,
    /// The home folder, and what lies in it.
    Home,
    /// Variables.
    Environment,
    /// Where programs are looked for.
    Path,
    /// What answers for a program that nobody installed.
    Tripwire,
    /// Start-up files of the shell.
    Startup,
    /// The shell's version.
    Version,
    /// `/etc`.
    Etc,
    /// What there is of the file system.
    Files,
    /// The network.
    Network,
    /// Other processes.
    Processes,
    /// Devices.
    Devices,
    /// The name of the machine.
    HostName,
    /// The mode that new files get.
    Umask,
    /// The terminal.
    Terminal,
    /// Limits of time, memory and files.
    Limits,
    /// System calls that are refused.
    SystemCalls,
}

use Difference::{
    Capabilities, Devices, Environment, Etc, Files, Home, HostName, Limits, Network, Path,
    Processes, Startup, SystemCalls, Terminal, Tree, Tripwire, Umask, User, Version,
};

impl Difference {
    /// All of them.
    pub const ALL: [Self; 19] = [
        User,
        Capabilities,
        Tree,
        Home,
        Environment,
        Path,
        Tripwire,
        Startup,
        Version,
        Etc,
        Files,
        Network,
        Processes,
        Devices,
        HostName,
        Umask,
        Terminal,
        Limits,
        SystemCalls,
    ];

    /// The stable name, by which runs and findings tell what they depend on.
    pub fn id(self) -> &'static str {
        match self {
            User => "user",
            Capabilities => "capabilities",
            Tree => "tree",
            Home => "home",
            Environment => "environment",
            Path => "path",
            Tripwire => "tripwire",
            Startup => "startup",
            Version => "version",
            Etc => "etc",
            Files => "files",
            Network => "network",
            Processes => "processes",
            Devices => "devices",
            HostName => "host name",
            Umask => "umask",
            Terminal => "terminal",
            Limits => "limits",
            SystemCalls => "system calls",
        }
    }

    /// How it is in the sandbox.
    pub fn sandbox(self) -> &'static str {
        match self {
            User => "user 1000, group 1000, no other groups",
            Capabilities => "none, and no way to gain any",
            Tree => "the world's, in /w",
            Home => "the world's, with its files only",
            Environment => "that of the world, and nothing of yours",
            Path => "the folders of the system and the tripwire",
            Tripwire => "a name that no folder of PATH has starts a stub that ends with 127",
            Startup => {
                "none, but for the profiles of hosts (NAME@login, zsh@startup), which read the world's"
            }
            Version => "the shells of this machine, each of one version",
            Etc => "a small one: three users, no mail, no services of yours",
            Files => {
                "/usr, /bin, /lib and /opt of this machine, read-only; no /home, /root, /run, /var, /sys"
            }
            Network => "none; every address is refused",
            Processes => "only those of the run; $PPID is 1",
            Devices => "null, zero, full, random, urandom, tty, pts",
            HostName => "sandbox",
            Umask => "0022",
            Terminal => "none, unless --delivery tty",
            Limits => {
                "160 processes, files of 8 MiB, a world of 64 MiB, 1 GiB a process, 256 descriptors, a time limit"
            }
            SystemCalls => {
                "mounts, namespaces, ptrace, keys, clocks and others are refused; set-user-id bits do nothing"
            }
        }
    }
}

/// The signal of a file that grows beyond the limit, on Linux's common machines.
const SIGXFSZ: i32 = 25;

/// The differences that a run of this script met: on the user's own machine it may do something else.
pub fn met(run: &RunRecord, script: &[u8]) -> BTreeSet<Difference> {
    let mut met = BTreeSet::new();
    named(script, &mut met);
    let words = run.programs.iter().map(|program| &program.argv);
    let commands = run.commands.iter().flatten().map(|command| &command.argv);
    for argv in words.chain(commands) {
        started(argv, &mut met);
    }
    for program in &run.programs {
        if program.tripwire {
            met.insert(Tripwire);
        } else if !program.path.starts_with('/')
            && !program.argv.first().is_some_and(|name| name.contains('/'))
        {
            // Found along PATH, and in a folder of the world.
            met.insert(Path);
        }
    }
    let said = run.stderr_bytes().unwrap_or_default();
    paths(&said, &mut met);
    let said = String::from_utf8_lossy(&said);
    met.extend(ERRORS.iter().filter(|(_, error)| said.contains(error)).map(|(it, _)| *it));
    let too_large = run.signal == Some(SIGXFSZ) || run.exit == Some(128 + SIGXFSZ);
    if run.timed_out || run.stdout_cut || run.stderr_cut || too_large {
        met.insert(Limits);
    }
    for effect in &run.effects {
        match effect.kind.as_str() {
            "connect" => met.insert(Network),
            "signal" if !effect.detail.ends_with("self") => met.insert(Processes),
            "read" if effect.detail.starts_with('$') => met.insert(Environment),
            _ => false,
        };
        if effect.zone == "home" {
            met.insert(Home);
        }
    }
    let profile = run.shell.split_once('@').map_or("", |(_, profile)| profile);
    if ["login", "startup"].contains(&profile) {
        met.insert(Startup);
    }
    met
}

/// What a finding depends on: what the runs that show it met, with the script as it was run.
/// A finding that the guard's answer alone makes depends on nothing in the sandbox.
pub fn of_finding(finding: &Finding) -> Vec<Dependence> {
    use FindingKind::{Crash, FailsOpen, Hang, Unstable};
    if matches!(finding.kind, Crash | FailsOpen | Hang | Unstable) {
        return Vec::new();
    }
    let script = match (finding.reduced_bytes(), finding.script_bytes()) {
        (Ok(Some(reduced)), _) => reduced,
        (_, Ok(Some(script))) => script,
        _ => Vec::new(),
    };
    let handed = finding.handback.as_ref().and_then(|handback| handback.handback().ok());
    let text = match handed {
        Some(guard::Handback::Text(text)) => text,
        Some(guard::Handback::Argv(argv)) => argv.join(&b' '),
        Some(guard::Handback::Same) | None => script,
    };
    let shows = |run: &&RunRecord| finding.shells.contains(&run.shell);
    let all = !finding.runs.iter().any(|run| shows(&run));
    let runs = finding.runs.iter().filter(|run| all || shows(run));
    let met: BTreeSet<Difference> = runs.flat_map(|run| met(run, &text)).collect();
    let told = |difference: Difference| Dependence {
        id: difference.id().to_owned(),
        text: difference.sandbox().to_owned(),
    };
    met.into_iter().map(told).collect()
}

/// What the text of a script names.
fn named(script: &[u8], met: &mut BTreeSet<Difference>) {
    for name in text::variables(script) {
        let known =
            VARIABLES.iter().filter(|(_, names)| names.iter().any(|it| it.as_bytes() == name));
        met.extend(known.map(|(difference, _)| *difference));
    }
    for word in text::words(script) {
        let builtin = BUILTINS.iter().find(|name| name.as_bytes() == word);
        met.extend(builtin.and_then(|name| telling(name)));
        startup(word, met);
    }
    if text::names_home(script) {
        met.insert(Home);
    }
    paths(script, met);
}

/// What a program or a command tells by its words.
fn started(argv: &[String], met: &mut BTreeSet<Difference>) {
    let Some((first, rest)) = argv.split_first() else { return };
    let name = first.rsplit('/').next().unwrap_or_default();
    met.extend(telling(name));
    for word in rest {
        paths(word.as_bytes(), met);
        startup(word.as_bytes(), met);
    }
    // A start-up file that is named may also be one that is read.
    if SHELLS.contains(&name) {
        let options = rest.iter().take_while(|word| word.starts_with(['-', '+']));
        for option in options {
            match option.as_str() {
                "--version" => met.insert(Version),
                "--login" | "--rcfile" | "--init-file" => met.insert(Startup),
                long if long.starts_with("--") => false,
                short if short.starts_with('-') && short.contains(['l', 'i']) => {
                    met.insert(Startup)
                }
                _ => false,
            };
        }
    }
}

fn telling(name: &str) -> Option<Difference> {
    TELLING.iter().find(|(_, names)| names.contains(&name)).map(|(difference, _)| *difference)
}

/// Whether a word is the path of a start-up file.
fn startup(word: &[u8], met: &mut BTreeSet<Difference>) {
    let is = |file: &str| match file.strip_prefix("~/") {
        Some(name) => word
            .strip_suffix(name.as_bytes())
            .is_some_and(|before| matches!(before.last(), Some(b'/'))),
        None => word == file.as_bytes(),
    };
    if STARTUP_FILES.iter().any(|(file, _)| is(file)) {
        met.insert(Startup);
    }
}

/// The folders that a text names.
fn paths(bytes: &[u8], met: &mut BTreeSet<Difference>) {
    for path in text::paths(bytes) {
        let within = |folder: &str| {
            path.strip_prefix(folder.as_bytes())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        };
        if ALIKE.into_iter().any(within) {
            continue;
        }
        met.extend(FOLDERS.iter().filter(|(_, folder)| within(folder)).map(|(it, _)| *it));
        if let Some(rest) = path.strip_prefix(b"/dev/") {
            let node = rest.split(|byte| *byte == b'/').next().unwrap_or_default();
            if !node.is_empty() && !NODES.iter().any(|known| known.as_bytes() == node) {
                met.insert(Devices);
            }
        }
    }
}

#[cfg(test)]
mod tests;
