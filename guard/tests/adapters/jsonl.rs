//! The jsonl protocol.

use std::time::{Duration, Instant};

use super::{FOREVER, Foreign, PATIENT, assert_starts, eventually, lives, request};

/// What every Python guard here begins with. `reply` writes one reply, `out` any bytes.
const PRELUDE: &str = r#"
import base64, json, os, signal, subprocess, sys, time

def out(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.buffer.flush()

def reply(request, decision="allow", **more):
    out(json.dumps({"id": request["id"], "decision": decision, **more}) + "\n")

def requests():
    for line in sys.stdin.buffer:
        yield json.loads(line)

with open("starts", "a") as starts:
    starts.write("x")
"#;

fn python(body: &str, deadline: Duration) -> Foreign {
    Foreign::new("jsonl", "python3", &format!("{PRELUDE}\n{body}"), deadline)
}

/// A deadline that a guard is to miss while others of its answers, on a busy machine, do not.
const SLUGGISH: Duration = Duration::from_secs(8);

/// How often the guard was started.
fn starts(guard: &Foreign) -> usize {
    guard.file("starts").len()
}

#[test]
fn a_request_holds_what_the_protocol_says() {
    let mut guard = python(
        r#"
for r in requests():
    reply(r, "deny", rule=json.dumps(sorted(r)), reason=json.dumps([r[k] for k in sorted(r) if k != "id"]))
"#,
        PATIENT,
    );
    assert_eq!(
        guard.ask("echo \"ä\0\"\n"),
        r#"deny [["command", "cwd", "id", "run_dirs", "shell", "tmp", "v"]] ["echo \"\u00e4\u0000\"\n", "/w/tree", ["/w/run", "/w/run2"], "zsh", "/w/tmp", 1]"#
    );
    assert_eq!(
        guard.ask(b"\xff"),
        r#"deny [["command_b64", "cwd", "id", "run_dirs", "shell", "tmp", "v"]] ["/w==", "/w/tree", ["/w/run", "/w/run2"], "zsh", "/w/tmp", 1]"#
    );
    assert_eq!(starts(&guard), 1);
}

#[test]
fn every_decision_is_read() {
    let mut guard = python(
        r#"
for r in requests():
    out(json.dumps({"id": r["id"], **json.loads(r["command"])}) + "\n")
"#,
        PATIENT,
    );
    let rows = [
        (r#"{"decision":"allow"}"#, "allow"),
        (r#"{"decision":"allow","rule":"r","reason":"y"}"#, "allow [r] y"),
        (r#"{"decision":"allow","command":"ls"}"#, r#"allow "ls""#),
        (r#"{"decision":"allow","argv":["ls","-l"]}"#, r#"allow ["ls", "-l"]"#),
        (r#"{"decision":"ask","rule":"r","reason":"y"}"#, "ask [r] y"),
        (r#"{"decision":"deny","rule":"r","reason":"y"}"#, "deny [r] y"),
        (r#"{"decision":"deny"}"#, "deny"),
        (r#"{"decision":"abstain"}"#, "abstain"),
        (r#"{"decision":"maybe"}"#, "error malformed: "),
        (r#"{"decision":"allow","extra":1}"#, "error malformed: "),
    ];
    for (script, expected) in rows {
        assert_starts(&guard.ask(script), expected);
    }
    // What is malformed but belongs to a request costs nobody else anything.
    assert_eq!(starts(&guard), 1);
}

#[test]
fn many_requests_are_answered_each_by_its_own() {
    let mut guard = python("for r in requests(): reply(r, rule=r['command'])", PATIENT);
    let scripts: Vec<String> = (0..2000).map(|n| format!("echo {n}")).collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let expected: Vec<String> = scripts.iter().map(|script| format!("allow [{script}]")).collect();
    assert_eq!(guard.ask_many(&scripts), expected);
    assert_eq!(starts(&guard), 1);
    assert!(guard.ask_many(&[]).is_empty());
}

#[test]
fn replies_may_come_in_any_order() {
    let mut guard = python(
        r#"
held = []
for r in requests():
    held.append(r)
    if r["command"] == "go" or len(held) == 3:
        for h in reversed(held):
            reply(h, rule=h["command"])
        held = []
    elif r["command"].startswith("now"):
        reply(held.pop(), rule=r["command"])
"#,
        PATIENT,
    );
    // The first ones are answered at once, until more than one may be unanswered.
    let scripts = ["now1", "now2", "now3", "now4", "a", "b", "c", "now5", "d", "e", "go"];
    let expected: Vec<String> = scripts.iter().map(|script| format!("allow [{script}]")).collect();
    assert_eq!(guard.ask_many(&scripts), expected);
    assert_eq!(starts(&guard), 1);
}

#[test]
fn large_scripts_do_not_lock_up() {
    // Both pipes are full at once: nothing is read until much was written, and the other way.
    let mut guard = python(
        r#"
for r in requests():
    out(json.dumps({"id": r["id"], "decision": "deny", "reason": r["command"][:300000]}) + "\n")
"#,
        PATIENT,
    );
    let script = "x".repeat(900_000);
    let requests: Vec<_> = (0..8).map(|_| request(&script)).collect();
    for answer in guard.guard.decide_many(&requests) {
        assert_eq!(super::short(answer).len(), "deny ".len() + 300_000);
    }
}

/// A fault hits one request of a batch. The rest is asked again and answered, each by its own.
fn one_fault(body: &str, deadline: Duration, expected: &str) -> Foreign {
    let mut guard = python(body, deadline);
    let mut scripts: Vec<String> = (0..30).map(|n| format!("s{n}")).collect();
    scripts[17] = "bad".to_owned();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    for (script, found) in scripts.iter().zip(guard.ask_many(&scripts)) {
        if *script == "bad" {
            assert_starts(&found, expected);
        } else {
            assert_eq!(found, format!("allow [{script}]"));
        }
    }
    assert_eq!(starts(&guard), 2);
    assert!(guard.guard.broken().is_none());
    // And it goes on.
    assert_eq!(guard.ask("next"), "allow [next]");
    guard
}

const ANSWER: &str = "reply(r, rule=r['command'])";

fn on_bad(what: &str) -> String {
    format!("for r in requests():\n  if r['command'] == 'bad':\n    {what}\n  else: {ANSWER}\n")
}

#[test]
fn a_crash_is_a_crash() {
    one_fault(&on_bad("sys.exit('oh no')"), PATIENT, "error crash: crashed: exit status 1: oh no");
    one_fault(&on_bad("os.kill(os.getpid(), 11)"), PATIENT, "error crash: crashed: signal 11");
    one_fault(&on_bad("sys.exit(0)"), PATIENT, "error crash: crashed: exit status 0");
    one_fault(
        &on_bad(r#"out('{"id":1,"deci'); sys.exit(0)"#),
        PATIENT,
        "error crash: crashed: exit status 0, in the middle of a line",
    );
    one_fault(
        &on_bad("os.close(1); time.sleep(60)"),
        PATIENT,
        "error crash: crashed: closed its standard output",
    );
}

/// One that cannot be asked to stop, and whose child outlives it and writes to the pipe.
#[test]
fn a_hang_is_a_hang_and_is_killed_in_time() {
    let mut guard = one_fault(
        &on_bad(
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); \
             signal.signal(signal.SIGHUP, signal.SIG_IGN); \
             open('pid', 'w').write(str(os.getpid())); \
             subprocess.Popen(['sh', '-c', 'sleep 9; echo late'], start_new_session=True); \
             time.sleep(600)",
        ),
        SLUGGISH,
        "error hang: gave no answer within 8000 ms",
    );
    let pid = guard.file("pid");
    assert!(!pid.is_empty() && !lives(&pid));
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(guard.ask("more"), "allow [more]");
}

#[test]
fn broken_lines_are_malformed() {
    for line in [
        "debug: reading",
        "",
        "{",
        "[]",
        "{}",
        r#"{"decision":"allow"}"#,
        r#"{"id":null,"decision":"allow"}"#,
        r#"{"id":"1","decision":"allow"}"#,
        r#"{"id":999999,"decision":"allow"}"#,
        r#"{"id":0,"decision":"allow"}"#,
        r#"{"id":1,"decision":"allow"} {"id":2,"decision":"allow"}"#,
    ] {
        let body = on_bad(&format!("out({line:?} + '\\n')"));
        one_fault(&body, PATIENT, "error malformed: ");
    }
    one_fault(&on_bad(r"out(b'\xff\xfe\n')"), PATIENT, "error malformed: ");
}

#[test]
fn too_long_a_line_is_oversize() {
    let expected = "error oversize: answered with more than 1048576 bytes";
    one_fault(&on_bad("out('x' * (1 << 21))"), PATIENT, expected);
    one_fault(&on_bad("out('x' * (1 << 21) + '\\n')"), PATIENT, expected);
    // Without an end, and for ever.
    one_fault(&on_bad("while True: out('x' * 65536)"), PATIENT, expected);
    // A line of the greatest length is read.
    let mut guard = python(
        r#"
for r in requests():
    line = json.dumps({"id": r["id"], "decision": "deny", "reason": ""})
    fill = (1 << 20) - len(line)
    out(line[:-2] + "x" * fill + line[-2:] + "\n")
"#,
        PATIENT,
    );
    assert!(guard.ask("ls").starts_with("deny xxx"));
}

#[test]
fn a_second_reply_makes_the_answer_an_error() {
    let mut guard = python(
        r#"
for r in requests():
    line = json.dumps({"id": r["id"], "decision": "allow"}) + "\n"
    out(line * (2 if r["command"] == "twice" else 1))
"#,
        PATIENT,
    );
    assert_eq!(guard.ask("once"), "allow");
    assert_starts(&guard.ask("twice"), "error duplicate: ");
    assert_eq!(guard.ask("once"), "allow");
    let found = guard.ask_many(&["once", "twice", "once", "twice", "once"]);
    let kinds: Vec<&str> = found.iter().filter_map(|it| it.split([' ', ':']).next()).collect();
    assert_eq!(kinds, ["allow", "error", "allow", "error", "allow"]);
    assert_eq!(starts(&guard), 1);
    assert!(guard.guard.late_faults().is_empty());
}

#[test]
fn a_second_reply_that_comes_late_is_recorded_with_its_request() {
    let mut guard = python(
        r#"
last = None
for r in requests():
    if r["command"] == "again":
        reply(last, "deny")
    reply(r)
    last = r
"#,
        PATIENT,
    );
    assert_eq!(guard.ask("first"), "allow");
    assert_eq!(guard.ask("again"), "allow");
    let late = guard.guard.late_faults();
    assert_eq!(late.len(), 1);
    assert_eq!(late[0].request.script, b"first");
    assert!(late[0].fault.to_string().contains("twice"), "{}", late[0].fault);
    assert!(guard.guard.late_faults().is_empty());
    assert_eq!(starts(&guard), 1);
}

#[test]
fn children_that_hold_the_pipe_open_keep_nobody_waiting() {
    let began = Instant::now();
    let guard = one_fault(
        &on_bad("open('pid', 'w').write(str(subprocess.Popen(['sleep', '600']).pid)); os._exit(7)"),
        PATIENT,
        "error crash: crashed: exit status 7",
    );
    assert!(began.elapsed() < FOREVER);
    // They are in the group, and go with it.
    let pid = guard.file("pid");
    eventually("the child is killed", || !lives(&pid));
}

#[test]
fn a_process_that_stops_reading_is_reported() {
    one_fault(&on_bad("os.close(0); time.sleep(1); os._exit(3)"), PATIENT, "error crash: ");
    // It answers what it had read before it closed its input.
    let mut guard = python(
        r#"
line = os.read(0, 65536)
r = json.loads(line)
if os.path.exists("closed"):
    while True:
        reply(r, rule=r["command"])
        r = json.loads(sys.stdin.readline())
open("closed", "w")
os.close(0)
reply(r, rule=r["command"])
time.sleep(600)
"#,
        PATIENT,
    );
    assert_eq!(guard.ask("a"), "allow [a]");
    assert_starts(&guard.ask("b"), "error crash: crashed: closed its standard input");
    assert_eq!(guard.ask("c"), "allow [c]");
}

#[test]
fn one_that_ends_after_each_answer_is_the_same_every_time() {
    let mut guard = python("for r in requests():\n  reply(r)\n  sys.exit(0)", PATIENT);
    for _ in 0..3 {
        assert_eq!(guard.ask("a"), "allow");
        std::thread::sleep(Duration::from_millis(200));
        assert_starts(&guard.ask("b"), "error crash: crashed: exit status 0");
    }
    assert!(guard.guard.broken().is_none());
}

#[test]
fn output_for_people_is_neither_read_nor_in_the_way() {
    let mut guard = python(
        "for r in requests():\n  sys.stderr.write('x' * 500000); sys.stderr.flush(); reply(r)",
        PATIENT,
    );
    for _ in 0..5 {
        assert_eq!(guard.ask("a"), "allow");
    }
}

#[test]
fn five_restarts_in_a_row_without_a_verdict_end_it() {
    let mut guard = python("sys.exit('no key')", PATIENT);
    for _ in 0..5 {
        assert_starts(&guard.ask("a"), "error crash: crashed: exit status 1: no key");
        assert!(guard.guard.broken().is_none());
    }
    assert_starts(&guard.ask("a"), "error crash: ");
    assert_eq!(
        guard.guard.broken().as_deref(),
        Some(
            "test: 5 restarts in a row without a verdict; the last time it crashed: \
             exit status 1: no key"
        )
    );
    assert_eq!(starts(&guard), 6);
    // It is not started again.
    assert_starts(&guard.ask("a"), "error start: ");
    assert_eq!(guard.ask_many(&["a", "b"]).len(), 2);
    assert_eq!(starts(&guard), 6);
}

#[test]
fn a_verdict_in_between_counts_the_restarts_anew() {
    // Crashes on every second request, whichever process it is.
    let mut guard = python(
        r#"
for r in requests():
    if r["command"] == "bad":
        sys.exit(1)
    reply(r, "abstain")
"#,
        PATIENT,
    );
    for _ in 0..8 {
        assert_starts(&guard.ask("bad"), "error crash: ");
        assert_eq!(guard.ask("good"), "abstain");
    }
    assert!(guard.guard.broken().is_none());
}

#[test]
fn a_slow_guard_is_not_blamed_for_the_queue() {
    // It is quick until many are asked at once. Then all of them together take longer than the
    // deadline, and none by itself.
    let mut guard = python(
        r#"
for r in requests():
    if r["command"] == "slow":
        time.sleep(0.6)
    reply(r)
"#,
        SLUGGISH,
    );
    let scripts: Vec<&str> = [["quick"; 30], ["slow"; 30]].concat();
    let found = guard.ask_many(&scripts);
    assert!(found.iter().all(|answer| answer == "allow"), "{found:?}");
}

#[test]
fn dropping_the_guard_kills_its_process() {
    let mut guard = python(
        "open('pid', 'w').write(str(os.getpid()))\nfor r in requests(): reply(r)\ntime.sleep(600)",
        PATIENT,
    );
    assert_eq!(guard.ask("a"), "allow");
    let pid = guard.file("pid");
    assert!(lives(&pid));
    drop(guard);
    assert!(!lives(&pid));
}
