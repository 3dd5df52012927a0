//! The exit-status protocol.

use std::time::{Duration, Instant};

use super::{FOREVER, Foreign, PATIENT, SHORT, assert_starts, eventually, lives};

fn sh(body: &str, deadline: Duration) -> Foreign {
    Foreign::new("exit-status", "sh", body, deadline)
}

#[test]
fn the_status_is_the_decision_and_standard_error_the_reason() {
    let mut guard = sh("read -r n; echo \"because $n\" >&2; echo noise; exit $n", PATIENT);
    let rows = [
        ("0\n", "allow because 0"),
        ("1\n", "deny because 1"),
        ("2\n", "ask because 2"),
        ("3\n", "abstain"),
        ("4\n", "error crash: crashed: exit status 4: because 4"),
        ("127\n", "error crash: crashed: exit status 127"),
        ("255\n", "error crash: crashed: exit status 255"),
    ];
    for (script, expected) in rows {
        assert_starts(&guard.ask(script), expected);
    }
    assert_eq!(sh("exit 1", PATIENT).ask("x"), "deny");
}

#[test]
fn the_script_and_the_request_reach_it_as_they_are() {
    let mut guard = sh(
        "od -An -tx1 | tr -d ' \\n' >&2; \
         echo \" $TRAPLINE_CWD $TRAPLINE_SHELL $TRAPLINE_TMP $TRAPLINE_RUN_DIRS\" >&2; exit 1",
        PATIENT,
    );
    assert_eq!(guard.ask(b"a\0\xff\n"), "deny 6100ff0a /w/tree zsh /w/tmp /w/run:/w/run2");
}

#[test]
fn statuses_can_be_overridden() {
    let mut guard = Foreign::with(
        "exit-status",
        "sh",
        "read -r n; exit $n",
        PATIENT,
        "[exit-status]\nallow = [10]\ndeny = [0, 20]",
    );
    let rows = [("10", "allow"), ("0", "deny"), ("20", "deny"), ("2", "ask"), ("3", "abstain")];
    for (script, expected) in rows {
        assert_eq!(guard.ask(format!("{script}\n")), expected);
    }
    assert_starts(&guard.ask("1\n"), "error crash: ");
}

#[test]
fn the_reason_is_the_first_4_kib() {
    let mut guard = sh("head -c 200000 /dev/zero | tr '\\0' x >&2; echo tail >&2; exit 1", PATIENT);
    assert_eq!(guard.ask("a").len(), "deny ".len() + 4096);
}

#[test]
fn signals_and_missed_deadlines_are_errors() {
    assert_starts(&sh("kill -9 $$", PATIENT).ask("a"), "error crash: crashed: signal 9");
    let began = Instant::now();
    assert_starts(&sh("sleep 600", SHORT).ask("a"), "error hang: gave no answer within 700 ms");
    assert_starts(&sh("trap '' TERM HUP INT; while :; do :; done", SHORT).ask("a"), "error hang: ");
    assert!(began.elapsed() < FOREVER);
}

#[test]
fn nothing_it_does_with_its_streams_blocks() {
    let large = "x".repeat(1 << 20);
    // Reads nothing, reads a little, closes everything, writes without end, leaves children.
    assert_eq!(sh("exit 0", PATIENT).ask(&large), "allow");
    assert_eq!(sh("head -c 10 >/dev/null; exit 1", PATIENT).ask(&large), "deny");
    assert_eq!(sh("exec <&- >&- 2>&-; exit 0", PATIENT).ask(&large), "allow");
    assert_eq!(sh("head -c 5000000 /dev/zero; exit 0", PATIENT).ask(&large), "allow");
    assert_starts(&sh("cat /dev/zero", SHORT).ask("a"), "error hang: ");
    let began = Instant::now();
    let mut guard = sh("sleep 600 & echo $! >pid; exit 0", PATIENT);
    assert_eq!(guard.ask("a"), "allow");
    assert!(began.elapsed() < FOREVER);
    let pid = guard.file("pid");
    eventually("the child is killed", || !lives(&pid));
}

#[test]
fn each_request_is_a_process_of_its_own() {
    let mut guard = sh("echo x >>starts; exit 0", PATIENT);
    assert_eq!(guard.ask_many(&["a", "b", "c"]), ["allow", "allow", "allow"]);
    assert_eq!(guard.file("starts"), "x\nx\nx\n");
}
