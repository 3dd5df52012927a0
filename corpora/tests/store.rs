//! The output folder of a hunt: what was confirmed survives kills, full disks and bad folders.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use corpora::event::{CheckStats, End, Funnel, Start, Stats};
use corpora::store::{self, Store};
use corpora::{Event, Finding};

mod common;
use common::finding;

fn start() -> Event {
    Event::Start(Start {
        v: 1,
        guard: "naive".to_owned(),
        guard_arg: None,
        promise: serde_json::json!({"clauses": []}),
        shells: BTreeMap::from([("bash".to_owned(), "5.2".to_owned())]),
        seed: 7,
        trapline: "0.1.0".to_owned(),
        unix_time: 1,
    })
}

fn end(stats: Stats) -> Event {
    Event::End(End { stats, why: "time".to_owned(), exit: 100 })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_stored_reads_back() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("deep/out");
    let mut store = Store::create(&dir).unwrap();
    store.append(&start()).unwrap();
    let folder = store.finding(finding("one")).unwrap();
    store.append(&Event::Note { text: "line\nbreak".to_owned() }).unwrap();
    store.append(&end(Stats::default())).unwrap();

    let log = store::read(&dir).unwrap();
    assert_eq!(log.events.len(), 4);
    assert_eq!(log.start().unwrap().seed, 7);
    assert_eq!(log.findings(), [&finding("one")]);
    assert_eq!(log.notes().collect::<Vec<_>>(), ["line\nbreak"]);
    assert_eq!(log.end().unwrap().exit, 100);
    assert_eq!((log.torn, log.only_in_folders), (None, Vec::new()));

    assert_eq!(names(&dir), ["events.jsonl", "findings"]);
    assert_eq!(names(&folder), ["case.sh", "finding.json", "reduced.sh", "script.sh"]);
    assert_eq!(fs::read(folder.join("script.sh")).unwrap(), b"echo x > made\n");
    assert_eq!(fs::read(folder.join("reduced.sh")).unwrap(), b"> \xff");
    assert_eq!(store::read_finding(&folder).unwrap(), finding("one"));
}

#[test]
fn a_better_finding_takes_the_place_of_the_first() {
    let temp = tempfile::tempdir().unwrap();
    let mut store = Store::create(temp.path()).unwrap();
    store.append(&start()).unwrap();
    let first = store.finding(finding("one")).unwrap();
    let other = store.finding(finding("two")).unwrap();
    let better = Finding { reduced: Some(">x".to_owned()), reduced_b64: None, ..finding("one") };
    assert_eq!(store.finding(better.clone()).unwrap(), first);
    assert_ne!(first, other);

    assert_eq!(fs::read(first.join("reduced.sh")).unwrap(), b">x");
    assert_eq!(names(&first), ["case.sh", "finding.json", "reduced.sh", "script.sh"]);
    let log = store::read(temp.path()).unwrap();
    assert_eq!(log.findings(), [&better, &finding("two")]);
    assert_eq!(names(&temp.path().join("findings")).len(), 2);
}

#[test]
fn a_folder_that_holds_a_hunt_is_left_alone() {
    let temp = tempfile::tempdir().unwrap();
    Store::create(temp.path()).unwrap();
    let error = Store::create(temp.path()).unwrap_err();
    let expected = format!("{} already holds a hunt; name another folder", temp.path().display());
    assert_eq!(error.to_string(), expected);
}

#[test]
fn an_unwritable_folder_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::create(&file.join("out")).unwrap_err().to_string();
    let expected = format!("{}/out/findings: cannot be written: Not a directory", file.display());
    assert!(error.starts_with(&expected), "{error}");

    // What becomes unwritable later is named too, and the finding comes back.
    let dir = temp.path().join("out");
    let mut store = Store::create(&dir).unwrap();
    store.append(&start()).unwrap();
    fs::remove_dir(dir.join("findings")).unwrap();
    fs::write(dir.join("findings"), "").unwrap();
    let lost = store.finding(finding("one")).unwrap_err();
    assert_eq!(*lost.finding, finding("one"));
    let folder = store::folder_name(&finding("one"));
    let expected = format!(
        "the finding could not be stored: {}/findings/.{folder}.new: cannot be written: ",
        dir.display()
    );
    assert!(lost.to_string().starts_with(&expected), "{lost}");
    // Its event was written all the same.
    fs::remove_file(dir.join("findings")).unwrap();
    assert_eq!(store::read(&dir).unwrap().findings(), [&finding("one")]);
}

#[test]
fn a_torn_last_line_is_reported_and_nothing_else_is_forgiven() {
    let temp = tempfile::tempdir().unwrap();
    let mut store = Store::create(temp.path()).unwrap();
    store.append(&start()).unwrap();
    store.finding(finding("one")).unwrap();
    let file = temp.path().join("events.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let shown = file.display();

    let lines: Vec<_> = whole.lines().collect();
    for cut in [1, 10, lines[1].len() - 1] {
        fs::write(&file, format!("{}\n{}", lines[0], &lines[1][..cut])).unwrap();
        let log = store::read(temp.path()).unwrap();
        assert_eq!(log.events.len(), 1);
        let torn = log.torn.clone().unwrap();
        let text = format!("{shown}:2: the last line is torn ({cut} bytes); it was left out");
        assert_eq!(torn.to_string(), text);
        // The finding's folder was written before its event, so it is still there.
        assert_eq!(log.findings(), [&finding("one")]);
        assert_eq!(log.only_in_folders, [finding("one")]);
    }
    fs::write(&file, whole.trim_end()).unwrap();
    assert_eq!(store::read(temp.path()).unwrap().torn, None, "only the newline is missing");
    fs::write(&file, "").unwrap();
    assert_eq!(store::read(temp.path()).unwrap().events, []);

    let start = lines[0];
    let rows = [
        (
            format!("{start}\nnope\n"),
            format!("{shown}:2: is no event: expected ident at line 1 column 2"),
        ),
        (
            format!("{start}\n\n"),
            format!("{shown}:2: is no event: EOF while parsing a value at line 1 column 0"),
        ),
        (format!("{start}\n{start}\n"), format!("{shown}:2: is no event: a second `start`")),
        (
            format!("{}\n", lines[1]),
            format!("{shown}:1: is no event: the first event must be `start`"),
        ),
        (
            format!("{}\n", start.replace("\"v\":1", "\"v\":2")),
            format!("{shown}:1: is version 2, this Trapline reads version 1"),
        ),
    ];
    for (text, expected) in rows {
        fs::write(&file, text).unwrap();
        assert_eq!(store::read(temp.path()).unwrap_err().to_string(), expected);
    }
    let unknown = start.replace("\"seed\"", "\"sead\"");
    fs::write(&file, format!("{unknown}\n")).unwrap();
    let error = store::read(temp.path()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{shown}:1: is no event: unknown field `sead`")), "{error}");

    fs::write(&file, format!("{start}\n")).unwrap();
    let folder = temp.path().join("findings").join(store::folder_name(&finding("one")));
    fs::write(folder.join("finding.json"), "{}").unwrap();
    let error = store::read(temp.path()).unwrap_err().to_string();
    let expected = format!("{}/finding.json: is no finding: missing field", folder.display());
    assert!(error.starts_with(&expected), "{error}");
    assert!(
        store::read(&temp.path().join("none"))
            .unwrap_err()
            .to_string()
            .contains("none/events.jsonl")
    );
}

#[test]
fn shards_merge_into_one() {
    let temp = tempfile::tempdir().unwrap();
    let stats = |shadowed, by: &str| Stats {
        elapsed_ms: 5,
        funnel: Funnel { generated: 10, ran: 3, ..Funnel::default() },
        runs: BTreeMap::from([("bash".to_owned(), 3)]),
        checks: BTreeMap::from([(
            "glob".to_owned(),
            CheckStats { near_misses: 1, shadowed, shadowed_by: Some(by.to_owned()) },
        )]),
        ..Stats::default()
    };
    let small = Finding { reduced: Some(">".to_owned()), reduced_b64: None, ..finding("one") };
    let dirs: Vec<PathBuf> = ["a", "b"].map(|name| temp.path().join(name)).into();
    let mut first = Store::create(&dirs[0]).unwrap();
    first.append(&start()).unwrap();
    first.finding(finding("one")).unwrap();
    first.append(&end(stats(2, "quote"))).unwrap();
    let mut second = Store::create(&dirs[1]).unwrap();
    second.append(&start()).unwrap();
    second.finding(small.clone()).unwrap();
    second.finding(finding("two")).unwrap();
    second.append(&Event::Stats(stats(3, "comment"))).unwrap();
    fs::OpenOptions::new()
        .append(true)
        .open(dirs[1].join("events.jsonl"))
        .unwrap()
        .write_all(b"{\"event\":")
        .unwrap();

    let merged = store::merge(&dirs).unwrap();
    assert_eq!(merged.starts.len(), 2);
    assert_eq!(merged.findings, [small, finding("two")]);
    assert_eq!(merged.unfinished, [dirs[1].clone()]);
    assert_eq!(merged.torn.len(), 1);
    assert_eq!(
        merged.stats.funnel,
        Funnel { generated: 20, ran: 6, finding: 2, ..Funnel::default() }
    );
    assert_eq!(merged.stats.runs["bash"], 6);
    assert_eq!(merged.stats.findings, BTreeMap::from([("bypass".to_owned(), 2)]));
    let check = CheckStats { near_misses: 2, shadowed: 5, shadowed_by: Some("comment".to_owned()) };
    assert_eq!(merged.stats.checks["glob"], check);
}

/// Where the writer of the tests below works; set when the test program starts itself.
const WRITER: &str = "CORPORA_TEST_WRITER";

/// Writes findings until it is killed or the disk is full. Does nothing in an ordinary test run.
#[test]
fn writer() {
    let Some(dir) = std::env::var_os(WRITER).map(PathBuf::from) else { return };
    let mut store = Store::create(&dir).unwrap();
    store.append(&start()).unwrap();
    for number in 0..1_000_000 {
        match store.finding(finding(&format!("bucket {number}"))) {
            Ok(_) => println!("stored {number}"),
            Err(lost) => {
                println!("lost {}: {}", lost.finding.bucket, lost.error);
                // The log must stay whole lines after a failed write.
                let _ = store.append(&Event::Note { text: "x".repeat(100_000) });
                return;
            }
        }
    }
}

fn writer_command(dir: &Path) -> Command {
    let mut command = Command::new("sh");
    // Ignored, SIGXFSZ becomes an error of the write: the same path as a full disk.
    let script = "trap '' XFSZ; ulimit -f \"$LIMIT\"; exec \"$0\" --exact writer --nocapture";
    command
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env(WRITER, dir)
        .env("LIMIT", "unlimited")
        .stdout(Stdio::piped());
    command
}

#[test]
fn a_killed_writer_loses_nothing_that_it_reported() {
    let temp = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let dir = temp.path().join(round.to_string());
        let mut child = writer_command(&dir).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let is_stored = |line: &std::io::Result<String>| line.as_ref().unwrap().contains("stored ");
        let before = lines.by_ref().filter(is_stored).take(3 + 5 * round).count();
        child.kill().unwrap();
        let stored = before + lines.filter(is_stored).count();
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        assert!(stored >= 3);

        let log = store::read(&dir).unwrap();
        let found = log.findings().len();
        assert!(found >= stored, "reported {stored}, found {found}");
        assert!(found <= stored + 1, "reported {stored}, found {found}");
    }
}

/// `lost BUCKET: ERROR` of a writer whose disk was full, and how many findings it had stored.
fn lost(output: &[u8]) -> (String, usize) {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().find(|line| line.contains("lost ")).expect("the disk was never full");
    (line.to_owned(), text.matches("stored ").count())
}

#[test]
fn a_file_size_limit_is_an_error_that_names_the_file() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let output = writer_command(&dir).env("LIMIT", "16").output().unwrap();
    let (line, stored) = lost(&output.stdout);
    let named = format!("{}/events.jsonl: cannot be written: File too large", dir.display());
    assert!(line.contains(&named), "{line}");
    assert!(line.contains(&format!("lost bucket {stored}:")), "{line}");

    let log = store::read(&dir).unwrap();
    assert_eq!(log.torn, None, "the torn line was cut off");
    assert_eq!(log.findings().len(), stored + 1, "the lost event's folder is there");
    assert_eq!(log.only_in_folders.len(), 1);
}

#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let temp = tempfile::tempdir().unwrap();
    // A small disk of its own, in a mount namespace that ends with the writer.
    let script = "mount -t tmpfs -o size=256k none \"$1\" && \"$0\" --exact writer --nocapture; \
                  cat \"$1/out/events.jsonl\" > \"$2\"";
    let copy = temp.path().join("copy.jsonl");
    let disk = temp.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(std::env::current_exe().unwrap())
        .args([&disk, &copy])
        .env(WRITER, disk.join("out"))
        .output();
    let output = match output {
        Ok(output) if !String::from_utf8_lossy(&output.stderr).contains("unshare") => output,
        // Without user namespaces the size limit above is the witness.
        _ => return,
    };
    let (line, stored) = lost(&output.stdout);
    assert!(line.contains("No space left on device"), "{line}");
    assert!(line.contains(&disk.display().to_string()), "{line}");
    let dir = temp.path().join("read");
    fs::create_dir(&dir).unwrap();
    fs::rename(copy, dir.join("events.jsonl")).unwrap();
    assert!(store::read(&dir).unwrap().findings().len() >= stored);
    assert!(stored > 0);
}
