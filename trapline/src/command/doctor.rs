//! `trapline doctor`: whether this machine has what Trapline needs.

mod privileges;

use std::fs;
use std::path::Path;

use oracle::guest::{Guest, GuestConfig, GuestProgram};
use oracle::{Config, Oracle, Shell, ShellName, World, worlds};
use serde::Serialize;

use crate::controls;
use crate::cores;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::setup::{self, DEFAULT_SHELLS};
use crate::text::{number, table};
use privileges::{capabilities, cgroups, proc, user_namespaces};

/// Less memory than this, in MiB, and a hunt may be killed: a worker and its worlds take some 100.
const MEMORY_MIB: u64 = 512;

/// Less space than this, in MiB, and a hunt's output may not fit.
const SPACE_MIB: u64 = 64;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    /// Trapline works without it.
    Optional,
    Missing,
}

#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    state: State,
    detail: String,
    /// What would help; null where nothing has to.
    remedy: Option<String>,
}

impl Check {
    fn ok(name: &'static str, detail: impl Into<String>) -> Self {
        Self { name, state: State::Ok, detail: detail.into(), remedy: None }
    }

    fn missing(name: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        let remedy = Some(remedy.into());
        Self { name, state: State::Missing, detail: detail.into(), remedy }
    }

    fn optional(self, is_optional: bool) -> Self {
        match self.state {
            State::Missing if is_optional => Self { state: State::Optional, ..self },
            _ => self,
        }
    }
}

#[derive(Serialize)]
struct Told {
    v: u32,
    ok: bool,
    checks: Vec<Check>,
}

pub(crate) fn run(_: &Args, out: &mut Out) -> Result<u8, Error> {
    let world = worlds::get("range")?;
    let mut checks =
        vec![kernel(), user_namespaces(), capabilities(), proc(), seccomp(), fuse(), cgroups()];
    let shells = shells(&mut checks);
    checks.push(cores());
    checks.push(memory());
    checks.push(space());
    sandbox(&mut checks, &shells, &world);
    let ok = checks.iter().all(|check| check.state != State::Missing);
    if out.is_json() {
        out.value(&Told { v: 1, ok, checks });
    } else {
        print(&checks, out);
    }
    Ok(if ok { codes::CLEAN } else { codes::SETUP_MISSING })
}

fn print(checks: &[Check], out: &mut Out) {
    let rows = checks.iter().map(|check| {
        let state = match check.state {
            State::Ok => "ok",
            State::Optional => "optional",
            State::Missing => "MISSING",
        };
        vec![state.to_owned(), check.name.to_owned(), check.detail.clone()]
    });
    let rows: Vec<_> = rows.collect();
    for (line, check) in table(&rows).into_iter().zip(checks) {
        out.line(line);
        if let Some(remedy) = &check.remedy {
            out.line(format!("          -> {remedy}"));
        }
    }
}

/// The one line of a file of the kernel; `None` where there is no such file.
fn kernel_file(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn kernel() -> Check {
    const NEEDED: (u32, u32) = (5, 11);
    let release = kernel_file("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut parts = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    match (parts.next(), parts.next()) {
        (Some(major), Some(minor)) if (major, minor) >= NEEDED => Check::ok("kernel", release),
        _ => {
            let (major, minor) = NEEDED;
            Check::missing("kernel", release, format!("Linux {major}.{minor} or newer is needed"))
        }
    }
}

fn seccomp() -> Check {
    const NAME: &str = "seccomp";
    let actions = kernel_file("/proc/sys/kernel/seccomp/actions_avail").unwrap_or_default();
    if actions.split_whitespace().any(|action| action == "user_notif") {
        Check::ok(NAME, "user notification")
    } else {
        let remedy = "the kernel must be built with seccomp user notification (5.0 or newer)";
        Check::missing(NAME, "no user notification", remedy)
    }
}

fn fuse() -> Check {
    const NAME: &str = "/dev/fuse";
    match fs::OpenOptions::new().read(true).write(true).open(NAME) {
        Ok(_) => Check::ok(NAME, "may be used"),
        Err(error) => Check::missing(
            NAME,
            error.to_string(),
            "modprobe fuse; in a container pass `--device /dev/fuse`",
        ),
    }
}

/// One check for each default shell, and one for all others. Gives back what is installed.
fn shells(checks: &mut Vec<Check>) -> Vec<Shell> {
    let mut found = Vec::new();
    let mut others = Vec::new();
    for name in ShellName::ALL {
        let is_default = DEFAULT_SHELLS.contains(&name);
        match Shell::find(name) {
            Ok(shell) => {
                if is_default {
                    let detail = format!("{} {}", shell.version, shell.program().display());
                    checks.push(Check::ok(name.name(), detail));
                } else {
                    others.push(format!("{name} {}", shell.version));
                }
                found.push(shell);
            }
            Err(error) if is_default => {
                let remedy = format!("apt-get install {}", name.package());
                let check = Check::missing(name.name(), error.to_string(), remedy);
                checks.push(check.optional(!setup::is_strict()));
            }
            Err(_) => {}
        }
    }
    if !others.is_empty() {
        checks.push(Check::ok("further shells", others.join(", ")));
    }
    if found.is_empty() {
        let remedy = "apt-get install bash dash zsh";
        checks.push(Check::missing("shells", "none is installed", remedy));
    }
    found
}

fn cores() -> Check {
    Check::ok("cores", cores::count().to_string())
}

fn memory() -> Check {
    const NAME: &str = "memory";
    let info = kernel_file("/proc/meminfo").unwrap_or_default();
    let available = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok())
        .map(|kib| kib / 1024);
    match available {
        Some(mib) if mib >= MEMORY_MIB => Check::ok(NAME, format!("{} MiB free", number(mib))),
        Some(mib) => {
            let remedy = format!("a hunt wants {MEMORY_MIB} MiB");
            Check::missing(NAME, format!("{mib} MiB free"), remedy).optional(true)
        }
        None => Check::ok(NAME, "not known"),
    }
}

fn space() -> Check {
    const NAME: &str = "space for output";
    let here = Path::new(".");
    match rustix::fs::statvfs(here) {
        Ok(stat) => {
            let mib = stat.f_bavail.saturating_mul(stat.f_frsize) >> 20;
            let detail = format!("{} MiB free in the current folder", number(mib));
            if mib >= SPACE_MIB {
                Check::ok(NAME, detail)
            } else {
                Check::missing(NAME, detail, "name another folder with --out").optional(true)
            }
        }
        Err(error) => {
            Check::missing(NAME, error.to_string(), "enter a folder that exists").optional(true)
        }
    }
}

/// Sets a sandbox up and makes real runs in it.
fn sandbox(checks: &mut Vec<Check>, shells: &[Shell], world: &World) {
    const NAME: &str = "sandbox";
    match Oracle::new(Config::default()) {
        Ok(mut oracle) => {
            checks.push(Check::ok(NAME, "stands"));
            for shell in shells.iter().filter(|shell| DEFAULT_SHELLS.contains(&shell.name)) {
                checks.push(self_test(&mut oracle, shell, world));
            }
        }
        Err(oracle::Error::NoSandbox(missing)) => {
            let detail = format!("{}: {}", missing.step, missing.error);
            checks.push(Check::missing(NAME, detail, missing.remedy));
            return;
        }
        Err(error) => {
            checks.push(Check::missing(NAME, error.to_string(), "this is a fault of Trapline"));
            return;
        }
    }
    checks.push(guest(world));
}

fn self_test(oracle: &mut Oracle, shell: &Shell, world: &World) -> Check {
    const NAME: &str = "self-test";
    match controls::check(oracle, std::slice::from_ref(shell), world) {
        Ok(()) => Check::ok(NAME, format!("{}: all that was planted was seen", shell.name)),
        Err(error) => Check::missing(NAME, error.to_string(), "this is a fault of Trapline"),
    }
}

/// Whether a foreign guard could be started in a sandbox of its own.
fn guest(world: &World) -> Check {
    const NAME: &str = "sandbox for guards";
    let config = GuestConfig { world: world.clone(), shown: Vec::new(), network: false };
    let program =
        GuestProgram { argv: vec!["/bin/true".into()], env: Vec::new(), folder: "/w/tree".into() };
    match Guest::new(&config).and_then(|mut guest| guest.start(&program).map(drop)) {
        Ok(()) => Check::ok(NAME, "stands"),
        Err(error) => Check::missing(NAME, error.to_string(), "see what is missing above"),
    }
}
