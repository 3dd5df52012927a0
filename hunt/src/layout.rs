//! Where the roots of a world are, for clauses, for requests and for reports.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::Arc;

use corpora::record::Places;
use guard::files::Memory;
use guard::{Request, TargetShell};
use oracle::{Node, World, Zone};

use crate::judge::path::{normal, strip};

/// The roots of a world, absolute and without `.`, `..` or doubled slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The working tree.
    pub tree: Vec<u8>,
    /// The run directories; the first is `$RUN`, the second `$RUN2`.
    pub run_dirs: Vec<Vec<u8>>,
    /// The temporary directory, `$TMP`.
    pub tmp: Vec<u8>,
    /// The home, `$HOME`.
    pub home: Vec<u8>,
    /// The folders of `PATH`, in its order.
    pub path: Vec<Vec<u8>>,
    /// What stands in the world, for guards that look.
    pub files: Arc<Memory>,
}

impl Layout {
    /// Reads the roots off a world: `TMPDIR`, `HOME` and `PATH` from its environment, the run
    /// directories from the folders `/w/run`, `/w/run2`, … that it declares.
    pub fn of(world: &World) -> Self {
        let env = |name: &[u8]| {
            world.env.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.clone())
        };
        let mut run_dirs: Vec<Vec<u8>> = world
            .entries
            .iter()
            .filter(|entry| entry.node == Node::Dir && is_run_dir(&entry.path))
            .map(|entry| normal(&entry.path))
            .collect();
        run_dirs.sort();
        run_dirs.dedup();
        if run_dirs.is_empty() {
            run_dirs.push(b"/w/run".to_vec());
        }
        Self {
            tree: normal(&world.tree),
            run_dirs,
            tmp: normal(&env(b"TMPDIR").unwrap_or_else(|| b"/w/tmp".to_vec())),
            home: normal(&env(b"HOME").unwrap_or_else(|| b"/w/home".to_vec())),
            path: env(b"PATH")
                .unwrap_or_default()
                .split(|byte| *byte == b':')
                .filter(|folder| folder.starts_with(b"/"))
                .map(normal)
                .collect(),
            files: Arc::new(files(world)),
        }
    }

    /// The question that a guard is asked about a script in this world.
    pub fn request(&self, script: &[u8], shell: TargetShell) -> Request {
        Request {
            script: script.to_vec(),
            tree: path_buf(&self.tree),
            run_dirs: self.run_dirs.iter().map(|dir| path_buf(dir)).collect(),
            tmp: path_buf(&self.tmp),
            shell,
            files: self.files.clone(),
        }
    }

    /// The zone that a path lies in. The temporary zone holds `/tmp` and `/var/tmp` too.
    pub fn zone(&self, path: &[u8]) -> Zone {
        let below = |root: &[u8]| path == root || strip(path, root).is_some();
        if below(&self.tree) {
            Zone::Tree
        } else if self.run_dirs.iter().any(|dir| below(dir)) {
            Zone::Run
        } else if below(&self.tmp) || below(b"/tmp") || below(b"/var/tmp") {
            Zone::Tmp
        } else if below(&self.home) {
            Zone::Home
        } else if below(b"/w") || below(parent(&self.tree)) && parent(&self.tree) != b"/" {
            Zone::Outside
        } else {
            Zone::System
        }
    }

    /// A path as reports name it.
    pub fn display(&self, path: &[u8]) -> Vec<u8> {
        if path.is_empty() { Vec::new() } else { Places::new(&self.tree).name(&normal(path)) }
    }
}

/// What a world declares, as a guard may look at it.
fn files(world: &World) -> Memory {
    let content = |path: &[u8]| {
        world.entries.iter().find_map(|entry| match &entry.node {
            Node::File(bytes) if entry.path == path => Some(bytes.clone()),
            _ => None,
        })
    };
    world.entries.iter().fold(Memory::new(), |files, entry| {
        let path = entry.path.clone();
        let bytes = match &entry.node {
            Node::Dir => return files.directory(path),
            Node::Symlink(target) => return files.link(path, target.clone()),
            Node::Fifo | Node::Socket => return files.other(path),
            Node::File(bytes) => bytes.clone(),
            Node::HardLink(other) => content(other).unwrap_or_default(),
        };
        match entry.mode & 0o111 {
            0 => files.file(path, bytes),
            _ => files.program(path, bytes),
        }
    })
}

fn is_run_dir(path: &[u8]) -> bool {
    path.strip_prefix(b"/w/run").is_some_and(|rest| rest.iter().all(u8::is_ascii_digit))
}

fn parent(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(0) | None => b"/",
        Some(at) => &path[..at],
    }
}

fn path_buf(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes.to_vec()))
}

#[cfg(test)]
mod tests {

    #[test]
    fn paths_lie_in_zones() {
        use oracle::Zone::{Home, Outside, Run, System, Tmp, Tree};
        let layout = crate::fake::layout();
        for (path, zone) in [
            ("/w/tree", Tree),
            ("/w/tree/a/b", Tree),
            ("/w/tree2/a", Outside),
            ("/w/outside/f", Outside),
            ("/w/home/.ssh/id", Home),
            ("/w/run/x", Run),
            ("/w/run2", Run),
            ("/w/run3", Outside),
            ("/w/tmp/t", Tmp),
            ("/tmp/t", Tmp),
            ("/etc/passwd", System),
        ] {
            assert_eq!(layout.zone(path.as_bytes()), zone, "{path}");
        }
    }
}
