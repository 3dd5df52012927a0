//! What the machine, or the container, lets this program do, and what it takes where it does not.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Check, kernel_file};

/// What the kernel's files say about user namespaces.
struct Namespaces {
    /// How many may be made.
    max: String,
    /// Debian's switch: whether anybody but root may make them.
    unprivileged: String,
    /// Ubuntu's: whether a program needs an AppArmor profile for them.
    restricted: String,
    /// The profile that this program runs under.
    profile: String,
    is_root: bool,
    /// Whether one could be made; `None` where that could not be tried.
    made: Option<bool>,
}

pub(super) fn user_namespaces() -> Check {
    let file = |path: &str| kernel_file(path).unwrap_or_default();
    of_namespaces(&Namespaces {
        max: file("/proc/sys/user/max_user_namespaces"),
        unprivileged: file("/proc/sys/kernel/unprivileged_userns_clone"),
        restricted: file("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
        profile: file("/proc/self/attr/current"),
        is_root: rustix::process::geteuid().is_root(),
        made: make_one(),
    })
}

/// Makes one, with a mount namespace in it, by the usual program for that.
fn make_one() -> Option<bool> {
    let status = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.ok().map(|status| status.success())
}

fn of_namespaces(found: &Namespaces) -> Check {
    const NAME: &str = "user namespaces";
    if found.max == "0" {
        let remedy = "sysctl -w user.max_user_namespaces=10000";
        return Check::missing(NAME, "none may be made", remedy);
    }
    if found.unprivileged == "0" && !found.is_root {
        let remedy = "sysctl -w kernel.unprivileged_userns_clone=1";
        return Check::missing(NAME, "only for root", remedy);
    }
    if found.restricted == "1" && !found.is_root {
        // A profile that confines nothing is how Ubuntu lets single programs make them.
        if found.profile.ends_with(" (unconfined)") {
            let name = found.profile.trim_end_matches(" (unconfined)");
            return Check::ok(NAME, format!("may be made under the AppArmor profile {name}"));
        }
        let program = std::env::current_exe()
            .map_or_else(|_| "/path/to/trapline".to_owned(), |path| path.display().to_string());
        let remedy = format!(
            "a rule for this program, as root: echo 'abi <abi/4.0>, profile trapline \"{program}\" \
             flags=(unconfined) {{ userns, }}' > /etc/apparmor.d/trapline && apparmor_parser -r \
             /etc/apparmor.d/trapline; or for every program: sysctl -w \
             kernel.apparmor_restrict_unprivileged_userns=0; or run it through sudo"
        );
        return Check::missing(NAME, "restricted by AppArmor, as on Ubuntu", remedy);
    }
    match found.made {
        Some(true) => Check::ok(NAME, "may be made"),
        // What is missing for the sandbox is said by the try to set one up.
        None => Check::ok(NAME, "not forbidden"),
        Some(false) => Check::missing(
            NAME,
            "refused, though no setting forbids them: by a container or a service manager",
            "in docker or podman: `--security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined`; in a systemd unit: `RestrictNamespaces=no`",
        )
        .optional(true),
    }
}

/// Root needs one capability; anybody else needs none.
pub(super) fn capabilities() -> Check {
    const NAME: &str = "capabilities";
    const SYS_ADMIN: u32 = 21;
    if !rustix::process::geteuid().is_root() {
        return Check::ok(NAME, "none is needed");
    }
    let status = kernel_file("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if mask >> SYS_ADMIN & 1 == 1 {
        return Check::ok(NAME, "CAP_SYS_ADMIN");
    }
    let remedy = "this is a container's root: start it with `--cap-add SYS_ADMIN --security-opt \
                  apparmor=unconfined --security-opt seccomp=unconfined`, or run as an ordinary user \
                  where user namespaces may be made";
    Check::missing(NAME, "no CAP_SYS_ADMIN", remedy).optional(true)
}

/// A container that hides parts of `/proc` cannot mount one of its own, nor can what is in it.
pub(super) fn proc() -> Check {
    const NAME: &str = "/proc";
    let mounts = kernel_file("/proc/self/mountinfo").unwrap_or_default();
    let over = mounts
        .lines()
        .filter_map(|line| line.split_whitespace().nth(4))
        .filter(|at| at.starts_with("/proc/") && !at.starts_with("/proc/sys/fs/binfmt_misc"));
    let over: Vec<&str> = over.collect();
    if over.is_empty() {
        return Check::ok(NAME, "nothing is hidden");
    }
    let remedy =
        "in docker or podman: `--security-opt systempaths=unconfined` (podman: `unmask=ALL`)";
    Check::missing(NAME, format!("hidden in part: {}", over.join(", ")), remedy).optional(true)
}

/// Limits for a whole run rather than for each of its processes.
pub(super) fn cgroups() -> Check {
    const NAME: &str = "cgroups";
    if let Some(at) = oracle::limits::delegated() {
        return Check::ok(NAME, format!("memory and processes are limited in {}", at.display()));
    }
    let mounts = kernel_file("/proc/self/mountinfo").unwrap_or_default();
    let controllers = group_mount(&mounts)
        .map(|at| kernel_file(&format!("{at}/cgroup.controllers")).unwrap_or_default());
    let (detail, remedy) =
        of_groups(controllers.as_deref(), Path::new("/run/systemd/system").is_dir());
    let detail = format!("{detail}, so limits hold for each process");
    Check::missing(NAME, detail, remedy).optional(true)
}

/// Where version 2 is mounted.
fn group_mount(mounts: &str) -> Option<&str> {
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let is_group = after.split(' ').next() == Some("cgroup2");
        before.split(' ').nth(4).filter(|_| is_group)
    })
}

/// What is missing and what it takes: by the controllers of version 2, where it is mounted, and whether
/// systemd runs.
fn of_groups(controllers: Option<&str>, systemd: bool) -> (String, &'static str) {
    let Some(controllers) = controllers else {
        let remedy = "boot with `systemd.unified_cgroup_hierarchy=1`; in a container show it: \
                      `--cgroupns private`";
        return ("version 2 is not mounted".to_owned(), remedy);
    };
    let has = |name: &&str| controllers.split_whitespace().any(|it| it == *name);
    let gone: Vec<&str> = ["memory", "pids"].into_iter().filter(|name| !has(name)).collect();
    if !gone.is_empty() {
        let remedy = "version 1 has them, or the kernel was told to leave them out: boot with \
                      `cgroup_no_v1=memory,pids cgroup_enable=memory`, with systemd \
                      `systemd.unified_cgroup_hierarchy=1`";
        return (format!("version 2 is without {}", gone.join(" and ")), remedy);
    }
    let remedy = if systemd {
        "scripts/delegate trapline …"
    } else {
        "run it in a group that it may write, below one that has no process of its own and passes \
         both on (`echo '+memory +pids' > cgroup.subtree_control`); in a container /sys/fs/cgroup has to \
         be writable: `--privileged --cgroupns private`"
    };
    ("version 2 with memory and pids is not delegated".to_owned(), remedy)
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    fn plain() -> Namespaces {
        Namespaces {
            max: "1000".to_owned(),
            unprivileged: String::new(),
            restricted: String::new(),
            profile: "unconfined".to_owned(),
            is_root: false,
            made: Some(true),
        }
    }

    #[test]
    fn what_forbids_user_namespaces_says_what_it_takes() {
        let one = || "1".to_owned();
        let zero = || "0".to_owned();
        let table = [
            (plain(), None),
            (Namespaces { made: None, ..plain() }, None),
            (Namespaces { max: zero(), ..plain() }, Some("user.max_user_namespaces=10000")),
            (Namespaces { max: zero(), is_root: true, ..plain() }, Some("max_user_namespaces")),
            (Namespaces { unprivileged: zero(), ..plain() }, Some("unprivileged_userns_clone=1")),
            (Namespaces { unprivileged: zero(), is_root: true, ..plain() }, None),
            (Namespaces { restricted: one(), ..plain() }, Some("flags=(unconfined) { userns, }")),
            (Namespaces { restricted: one(), is_root: true, ..plain() }, None),
            (
                Namespaces {
                    restricted: one(),
                    profile: "trapline (unconfined)".to_owned(),
                    ..plain()
                },
                None,
            ),
            (
                Namespaces { restricted: one(), profile: "other (enforce)".to_owned(), ..plain() },
                Some("/etc/apparmor.d/trapline"),
            ),
            (Namespaces { made: Some(false), ..plain() }, Some("seccomp=unconfined")),
        ];
        for (found, expected) in table {
            let check = of_namespaces(&found);
            assert_eq!(check.state == State::Ok, expected.is_none(), "{check:?}");
            let said = check.remedy.clone().unwrap_or_default();
            assert!(said.contains(expected.unwrap_or_default()), "{check:?}");
        }
    }

    #[test]
    fn what_keeps_groups_away_says_what_it_takes() {
        for (controllers, systemd, detail, remedy) in [
            (None, true, "not mounted", "systemd.unified_cgroup_hierarchy=1"),
            (Some("hugetlb"), true, "without memory and pids", "cgroup_no_v1=memory,pids"),
            (Some("cpu pids"), false, "without memory", "cgroup_enable=memory"),
            (Some("cpu memory pids"), true, "not delegated", "scripts/delegate"),
            (Some("memory pids"), false, "not delegated", "cgroup.subtree_control"),
        ] {
            let (said, takes) = of_groups(controllers, systemd);
            assert!(said.contains(detail) && takes.contains(remedy), "{said}: {takes}");
        }
        let mounts = "31 29 0:26 / /sys rw - sysfs sys rw\n\
                      30 31 0:27 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw\n";
        assert_eq!(group_mount(mounts), Some("/sys/fs/cgroup/unified"));
        assert_eq!(group_mount("30 31 0:27 / /sys/fs/cgroup rw - cgroup cgroup rw,pids\n"), None);
    }
}
