//! What there is around this program, as far as a script could tell.

use std::fs;
use std::path::Path;

use hunt::differences::STARTUP_FILES;
use rustix::process::{Resource, getegid, geteuid, getgroups, getppid, getrlimit};

/// The shell and the machine that this program was started from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Here {
    pub(super) user: String,
    pub(super) capabilities: String,
    pub(super) folder: String,
    pub(super) variables: Vec<(String, String)>,
    pub(super) startup: Vec<String>,
    pub(super) etc: usize,
    pub(super) devices: usize,
    pub(super) parent: String,
    pub(super) host_name: String,
    pub(super) umask: String,
    pub(super) terminal: String,
    pub(super) limits: String,
}

impl Here {
    /// Looks around. What cannot be told is empty.
    pub(crate) fn look() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.map_or(String::new(), |rest| rest.trim().to_owned())
        };
        let variables = std::env::vars_os().map(|(name, value)| {
            (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
        });
        let groups = getgroups().map_or(0, |groups| groups.len());
        let mut here = Self {
            user: format!(
                "user {}, group {}, {groups} other groups",
                geteuid().as_raw(),
                getegid().as_raw()
            ),
            capabilities: match field("CapEff:") {
                none if none.trim_start_matches('0').is_empty() => "none".to_owned(),
                some => format!("mask {some}"),
            },
            folder: std::env::current_dir()
                .map_or(String::new(), |folder| folder.display().to_string()),
            variables: variables.collect(),
            etc: entries("/etc"),
            devices: entries("/dev"),
            parent: getppid().map_or("0".to_owned(), |pid| pid.as_raw_nonzero().to_string()),
            host_name: rustix::system::uname().nodename().to_string_lossy().into_owned(),
            umask: field("Umask:"),
            terminal: if rustix::termios::isatty(std::io::stdin()) { "yes" } else { "none" }
                .to_owned(),
            limits: limits(),
            startup: Vec::new(),
        };
        let home = here.env("HOME").unwrap_or_default();
        let stands = |name: &str| {
            let path =
                name.strip_prefix("~/").map_or(name.to_owned(), |rest| format!("{home}/{rest}"));
            Path::new(&path).is_file()
        };
        here.startup = STARTUP_FILES
            .iter()
            .filter(|(name, _)| stands(name))
            .map(|(name, who)| format!("{name} ({who})"))
            .collect();
        here
    }

    /// A variable of the environment.
    pub(super) fn env(&self, name: &str) -> Option<String> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }
}

fn entries(folder: &str) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

fn limits() -> String {
    let of = |resource, unit: u64, name: &str| {
        let limit = getrlimit(resource).current;
        limit.map_or_else(|| format!("any {name}"), |limit| format!("{} {name}", limit / unit))
    };
    [
        of(Resource::Nproc, 1, "processes"),
        of(Resource::Fsize, 1 << 20, "MiB a file"),
        of(Resource::Data, 1 << 20, "MiB a process"),
        of(Resource::Nofile, 1, "descriptors"),
    ]
    .join(", ")
}
