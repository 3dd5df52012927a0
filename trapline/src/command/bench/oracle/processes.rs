//! What this process and everything below it hold: processes, memory, descriptors, mounts, disk.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// What all of them hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Held {
    pub(super) processes: u64,
    pub(super) resident_kib: u64,
    pub(super) descriptors: u64,
    /// Over all mount namespaces, each counted once.
    pub(super) mounts: u64,
    /// What stands in this program's temporary folder, by name.
    pub(super) temporary: u64,
}

fn children(pid: u32) -> Vec<u32> {
    let mut all = Vec::new();
    for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        all.extend(text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    all
}

fn resident_kib(proc: &Path) -> u64 {
    let status = fs::read_to_string(proc.join("status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

impl Held {
    /// Counts.
    pub(super) fn now() -> Self {
        let mut held = Self::default();
        let mut waiting = vec![std::process::id()];
        let mut namespaces: Vec<PathBuf> = Vec::new();
        while let Some(pid) = waiting.pop() {
            waiting.extend(children(pid));
            let proc = PathBuf::from(format!("/proc/{pid}"));
            held.processes += 1;
            held.resident_kib += resident_kib(&proc);
            held.descriptors += fs::read_dir(proc.join("fd")).map_or(0, |all| all.count() as u64);
            if let Ok(namespace) = fs::read_link(proc.join("ns/mnt"))
                && !namespaces.contains(&namespace)
            {
                namespaces.push(namespace);
                let mounts = fs::read_to_string(proc.join("mountinfo")).unwrap_or_default();
                held.mounts += mounts.lines().count() as u64;
            }
        }
        held.temporary = fs::read_dir(std::env::temp_dir()).map_or(0, |all| all.count() as u64);
        held
    }

    /// What has grown since then, in words. Memory may move by a twentieth and 4 MiB.
    pub(super) fn grown_since(&self, before: &Self) -> Vec<String> {
        let spare = before.resident_kib / 20 + 4096;
        let table = [
            ("processes", before.processes, self.processes, 0),
            ("KiB of memory", before.resident_kib, self.resident_kib, spare),
            ("descriptors", before.descriptors, self.descriptors, 0),
            ("mounts", before.mounts, self.mounts, 0),
        ];
        let grown = table.into_iter().filter(|(_, before, now, spare)| *now > before + spare);
        grown.map(|(what, before, now, _)| format!("{what}: {before} to {now}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_of() {
        let now = Held::now();
        assert!(now.processes >= 1 && now.resident_kib > 0 && now.descriptors > 0);
        assert!(now.mounts > 0);
        assert_eq!(now.grown_since(&now), Vec::<String>::new());
        let more = Held { processes: now.processes + 1, ..now };
        assert_eq!(more.grown_since(&now).len(), 1);
    }
}
