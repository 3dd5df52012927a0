//! How the sandbox differs from the user's own shell, and which runs that matters to.

mod here;
mod profile;

use std::collections::BTreeSet;

use corpora::record::RunRecord;
use serde::Serialize;

pub(crate) use here::Here;
pub(crate) use profile::{Profile, print_met};

/// One known difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// A stable name, by which runs and findings tell what they depend on.
    pub(crate) id: &'static str,
    /// How it is in the sandbox.
    pub(crate) sandbox: String,
    /// How it is here.
    pub(crate) here: String,
}

/// Every known difference, between a run in a world with this environment, home and tree, and the
/// shell that this program was started from.
pub(crate) fn differences(here: &Here, world: &oracle::World) -> Vec<Difference> {
    let inside = |name: &str| {
        let found = world.env.iter().find(|(known, _)| known == name.as_bytes());
        found.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
    };
    let or_unset = |value: Option<String>| value.unwrap_or_else(|| "not set".to_owned());
    let mut all = Vec::new();
    let mut add = |id, sandbox: String, outside: String| {
        if sandbox != outside {
            all.push(Difference { id, sandbox, here: outside });
        }
    };
    add("user", "user 1000, group 1000, no other groups".to_owned(), here.user.clone());
    add("capabilities", "none, and no way to gain any".to_owned(), here.capabilities.clone());
    add("tree", String::from_utf8_lossy(&world.start).into_owned(), here.folder.clone());
    add("home", or_unset(inside("HOME")), or_unset(here.env("HOME")));
    add("environment", variables(world.env.len()), variables(here.variables.len()));
    for name in
        ["PATH", "LANG", "LC_ALL", "TERM", "TMPDIR", "BASH_ENV", "ENV", "ZDOTDIR", "SHELLOPTS"]
    {
        let id = if name == "PATH" { "path" } else { "environment" };
        let tell = |value: Option<String>| format!("{name} {}", or_unset(value));
        add(id, tell(inside(name)), tell(here.env(name)));
    }
    add(
        "tripwire",
        "a name that no folder of PATH has starts a stub that ends with 127".to_owned(),
        "the shell says that it is not found, or a handler of yours does".to_owned(),
    );
    add(
        "startup",
        "none, but for the profiles of hosts (NAME@login, zsh@startup), which read the world's"
            .to_owned(),
        match here.startup.as_slice() {
            [] => "none is there".to_owned(),
            files => files.join(", "),
        },
    );
    add(
        "etc",
        "a small one: three users, no mail, no services of yours".to_owned(),
        format!("{} entries", here.etc),
    );
    add(
        "files",
        "/usr, /bin, /lib and /opt of this machine, read-only; no /home, /root, /run, /var, /sys"
            .to_owned(),
        "everything".to_owned(),
    );
    add("network", "none; every address is refused".to_owned(), "as it is set up".to_owned());
    add(
        "processes",
        "only those of the run; $PPID is 1".to_owned(),
        format!("$PPID is {}", here.parent),
    );
    add(
        "devices",
        "null, zero, full, random, urandom, tty, pts".to_owned(),
        format!("{} entries in /dev", here.devices),
    );
    add("host name", "sandbox".to_owned(), here.host_name.clone());
    add("umask", "0022".to_owned(), here.umask.clone());
    add("terminal", "none, unless --delivery tty".to_owned(), here.terminal.clone());
    add(
        "limits",
        "160 processes, files of 8 MiB, a world of 64 MiB, 1 GiB a process, 256 descriptors, a time limit".to_owned(),
        here.limits.clone(),
    );
    add(
        "system calls",
        "mounts, namespaces, ptrace, keys, clocks and others are refused; set-user-id bits do nothing".to_owned(),
        "as the kernel allows".to_owned(),
    );
    all
}

fn variables(count: usize) -> String {
    format!("{count} variables")
}

/// Programs that tell, or need, what is different.
const TELLING: [(&str, &[&str]); 7] = [
    (
        "user",
        &["id", "whoami", "groups", "logname", "getent", "sudo", "su", "doas", "pkexec", "passwd"],
    ),
    ("host name", &["hostname", "hostnamectl", "uname"]),
    (
        "processes",
        &["ps", "pgrep", "pkill", "pidof", "top", "kill", "killall", "lsof", "systemctl"],
    ),
    ("environment", &["env", "printenv", "locale"]),
    ("files", &["df", "mount", "findmnt", "lsblk", "du"]),
    ("network", &["ip", "ss", "netstat", "ping", "curl", "wget", "ssh", "nc", "dig", "host"]),
    ("limits", &["ulimit", "nproc", "free", "prlimit"]),
];

/// Parts of a path, an argument or an error that show that a run met a difference.
const TRACES: [(&str, &str); 14] = [
    ("etc", "/etc/"),
    ("files", "/var/"),
    ("files", "/run/"),
    ("files", "/sys/"),
    ("files", "/home/"),
    ("files", "/root"),
    ("files", "Read-only file system"),
    ("processes", "/proc/"),
    ("devices", "/dev/sd"),
    ("limits", "No space left on device"),
    ("limits", "File too large"),
    ("limits", "Cannot allocate memory"),
    ("system calls", "Operation not permitted"),
    ("network", "Network is unreachable"),
];

/// The differences that a run met: on the user's own machine it may do something else.
pub(crate) fn met(run: &RunRecord) -> Vec<&'static str> {
    let mut met = BTreeSet::new();
    let words = run.programs.iter().map(|program| &program.argv);
    let commands = run.commands.iter().flatten().map(|command| &command.argv);
    for argv in words.chain(commands) {
        let name = argv.first().map_or("", |first| first.rsplit('/').next().unwrap_or_default());
        for (id, names) in TELLING {
            if names.contains(&name) {
                met.insert(id);
            }
        }
        for (id, trace) in TRACES {
            if argv.iter().any(|word| word.contains(trace)) {
                met.insert(id);
            }
        }
    }
    let said = run.stderr.as_deref().unwrap_or_default();
    met.extend(TRACES.iter().filter(|(_, trace)| said.contains(trace)).map(|(id, _)| *id));
    if run.programs.iter().any(|program| program.tripwire) {
        met.insert("tripwire");
    }
    if run.timed_out || run.stdout_cut || run.stderr_cut {
        met.insert("limits");
    }
    for effect in &run.effects {
        match effect.kind.as_str() {
            "connect" => met.insert("network"),
            "signal" if !effect.detail.ends_with("self") => met.insert("processes"),
            "read" if effect.detail.starts_with('$') => met.insert("environment"),
            _ => false,
        };
        if effect.zone == "home" {
            met.insert("home");
        }
    }
    let profile = run.shell.split_once('@').map_or("", |(_, profile)| profile);
    if ["login", "startup"].contains(&profile) {
        met.insert("startup");
    }
    met.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(change: serde_json::Value) -> RunRecord {
        let mut run = serde_json::json!({
            "shell": "bash", "version": "5", "world": "range", "delivery": "c", "mode": "exact",
            "exit": 0, "signal": null, "timed_out": false, "effects": [], "programs": [],
            "commands": null,
        });
        for (key, value) in change.as_object().expect("an object") {
            run[key] = value.clone();
        }
        serde_json::from_value(run).expect("a run")
    }

    #[test]
    fn a_run_tells_which_differences_it_met() {
        let program = |argv: &[&str], tripwire: bool| serde_json::json!([{ "argv": argv, "path": "/x", "by": "shell", "tripwire": tripwire }]);
        let effect = |kind: &str, zone: &str, detail: &str| serde_json::json!([{ "kind": kind, "zone": zone, "via": null, "detail": detail }]);
        for (change, expected) in [
            (serde_json::json!({}), &[][..]),
            (serde_json::json!({ "programs": program(&["touch", "made"], false) }), &[]),
            (serde_json::json!({ "programs": program(&["/usr/bin/id", "-u"], false) }), &["user"]),
            (serde_json::json!({ "programs": program(&["kubectl"], true) }), &["tripwire"]),
            (serde_json::json!({ "programs": program(&["cat", "/etc/passwd"], false) }), &["etc"]),
            (
                serde_json::json!({ "effects": effect("connect", "system", "inet 1.2.3.4:80") }),
                &["network"],
            ),
            (
                serde_json::json!({ "effects": effect("signal", "system", "SIGKILL all") }),
                &["processes"],
            ),
            (serde_json::json!({ "effects": effect("signal", "system", "SIGTERM self") }), &[]),
            (
                serde_json::json!({ "effects": effect("read", "system", "$API_TOKEN") }),
                &["environment"],
            ),
            (serde_json::json!({ "effects": effect("create", "home", "") }), &["home"]),
            (
                serde_json::json!({ "stderr": "sh: 1: cannot create /x: Read-only file system" }),
                &["files"],
            ),
            (serde_json::json!({ "timed_out": true }), &["limits"]),
            (serde_json::json!({ "shell": "bash@login" }), &["startup"]),
        ] {
            assert_eq!(met(&run(change.clone())), expected, "{change}");
        }
    }

    #[test]
    fn every_difference_that_a_run_can_meet_is_listed() {
        let world = oracle::World::new("plain");
        let all = differences(&Here::look(), &world);
        let is_listed = |id: &str| all.iter().any(|difference| difference.id == id);
        for id in TELLING.iter().map(|(id, _)| id).chain(TRACES.iter().map(|(id, _)| id)) {
            // The names of a host may be the same, by chance.
            assert!(is_listed(id) || ["host name"].contains(id), "{id}");
        }
        for id in ["tripwire", "startup", "home", "path", "user"] {
            assert!(is_listed(id), "{id}");
        }
    }
}
