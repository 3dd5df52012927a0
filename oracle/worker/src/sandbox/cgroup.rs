//! Limits for a worker and all of its runs together, where the machine lets us set them.
//!
//! A limit of a process (`setrlimit`) holds for each process of a run by itself. A group of the kernel's
//! unified hierarchy (cgroup v2) holds for all of them. It can be had where the group of this process, or
//! the one above it, may be written by its user and passes the controllers `memory` and `pids` on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// What every group of ours is named, before the number of its worker.
const NAME: &str = "trapline-";

/// The limits: file, value. The worlds of a worker, which stand in memory, count too; a run that is
/// killed for its memory is one of many that pressed the machine.
const LIMITS: [(&str, &str); 3] =
    [("memory.max", "2147483648"), ("memory.swap.max", "0"), ("pids.max", "512")];

/// The folder in which groups with limits can be made; `None` where there is none.
pub fn delegated() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = own_group(&mounts, &groups)?;
    [Some(own.as_path()), own.parent()]
        .into_iter()
        .flatten()
        .find(|at| gives(at))
        .map(Path::to_owned)
}

/// The folder of the group that this process is in.
fn own_group(mounts: &str, groups: &str) -> Option<PathBuf> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        if after.split(' ').next() != Some("cgroup2") {
            return None;
        }
        let mut words = before.split(' ').skip(3);
        let (root, at) = (words.next()?, words.next()?);
        let below = Path::new(path).strip_prefix(root).ok()?;
        Some(Path::new(at).join(below))
    })
}

/// Whether groups with our limits can be made in this one.
fn gives(group: &Path) -> bool {
    let passed = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
    let has = |name| passed.split_whitespace().any(|passed| passed == name);
    has("memory") && has("pids") && access(group, Access::WRITE_OK).is_ok()
}

/// Puts this process, and so all that it will start, into a group of its own, and takes away the groups
/// of workers that have gone.
pub(crate) fn enter(above: &Path, process: u32) -> io::Result<()> {
    for entry in fs::read_dir(above)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(NAME) {
            // One in which somebody lives cannot be removed.
            let _ = fs::remove_dir(entry.path());
        }
    }
    let group = above.join(format!("{NAME}{process}"));
    // Between the two steps another worker may take the group, still empty, for one that is over.
    for _ in 0..3 {
        match fs::create_dir(&group) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let set = |(file, value): &(&str, &str)| fs::write(group.join(file), value);
        // Without swap there is no file for it.
        let set = LIMITS
            .iter()
            .map(set)
            .filter(|done| !matches!(done, Err(error) if error.kind() == io::ErrorKind::NotFound));
        let joined = set.collect::<io::Result<()>>();
        let joined =
            joined.and_then(|()| fs::write(group.join("cgroup.procs"), process.to_string()));
        match joined {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
    }
    Err(io::Error::other("the group was taken away each time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
        24 29 0:22 / /proc rw,nosuid - proc proc rw\n\
        30 29 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";

    #[test]
    fn the_own_group_is_where_it_is_mounted() {
        let table = [
            (MOUNTS, "0::/user.slice/a.scope\n", Some("/sys/fs/cgroup/user.slice/a.scope")),
            (MOUNTS, "0::/\n", Some("/sys/fs/cgroup/")),
            ("31 29 0:26 /b /mnt/x rw - cgroup2 none rw\n", "0::/b/c\n", Some("/mnt/x/c")),
            ("31 29 0:26 /b /mnt rw - cgroup2 none rw\n", "0::/d\n", None),
            ("30 29 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,pids\n", "8:pids:/\n", None),
            ("", "0::/\n", None),
            (MOUNTS, "", None),
            ("nonsense - cgroup2", "0::/\n", None),
        ];
        for (mounts, groups, expected) in table {
            assert_eq!(own_group(mounts, groups), expected.map(PathBuf::from), "{mounts}{groups}");
        }
    }

    #[test]
    fn a_group_gives_what_it_passes_on() {
        let folder = tempfile::tempdir().unwrap();
        for (passed, expected) in
            [("memory pids\n", true), ("cpu memory io pids", true), ("memory", false), ("", false)]
        {
            fs::write(folder.path().join("cgroup.subtree_control"), passed).unwrap();
            assert_eq!(gives(folder.path()), expected, "{passed}");
        }
        assert!(!gives(&folder.path().join("nothing")));
    }

    /// Plain folders stand for groups: what is written where, and what is taken away.
    #[test]
    fn a_worker_gets_a_group_and_takes_empty_ones_away() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["trapline-1", "trapline-2", "another"] {
            fs::create_dir(at(name)).unwrap();
        }
        fs::write(at("trapline-2/lives"), "").unwrap();
        enter(folder.path(), 7).unwrap();
        assert!(!at("trapline-1").exists() && at("trapline-2").exists() && at("another").exists());
        assert_eq!(fs::read_to_string(at("trapline-7/cgroup.procs")).unwrap(), "7");
        assert_eq!(fs::read_to_string(at("trapline-7/pids.max")).unwrap(), "512");
        assert_eq!(fs::read_to_string(at("trapline-7/memory.max")).unwrap(), "2147483648");
        assert!(enter(&at("nothing"), 7).is_err());
    }
}
