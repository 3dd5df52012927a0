//! Processes that are alive when the shell has ended.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::sandbox::root::PROC;

/// The most processes that are named; a fork bomb has no end.
const MOST: usize = 64;

/// How often it is looked again where nobody was seen: a process that forks and ends all the time may be gone
/// whenever its folder is opened.
const LOOKS: u32 = 20;

/// How long it is waited before the next look.
const BETWEEN: Duration = Duration::from_micros(500);

/// The arguments of every process below the cell's first, each text once. It is known that there was
/// one a moment ago.
pub(crate) fn name_all(init: libc::pid_t) -> Vec<String> {
    for _ in 1..LOOKS {
        let names = look(init);
        if !names.is_empty() {
            return names;
        }
        sleep(BETWEEN);
    }
    look(init)
}

fn look(init: libc::pid_t) -> Vec<String> {
    let mut names = BTreeSet::new();
    let mut todo = vec![init];
    let mut seen = 0;
    while let Some(pid) = todo.pop() {
        let folder = Path::new(PROC).join(pid.to_string());
        if pid != init {
            seen += 1;
            let line = fs::read(folder.join("cmdline")).unwrap_or_default();
            let words: Vec<_> = line
                .split(|&b| b == 0)
                .filter(|word| !word.is_empty())
                .map(|word| String::from_utf8_lossy(word).chars().take(200).collect::<String>())
                .collect();
            if !words.is_empty() {
                names.insert(words.join(" "));
            }
        }
        if seen >= MOST {
            break;
        }
        todo.extend(children(pid));
    }
    names.into_iter().collect()
}

/// The children of a process with one thread.
pub(crate) fn children(pid: libc::pid_t) -> Vec<libc::pid_t> {
    let path = Path::new(PROC).join(format!("{pid}/task/{pid}/children"));
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}
