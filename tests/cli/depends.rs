//! What a finding depends on that the sandbox has otherwise than a user's own machine.

use std::fs;

use serde_json::Value;

use crate::kit::{Place, names};

/// A guard that allows whatever starts with one of these words, a pattern of the shell.
fn allowing(place: &Place, name: &str, pattern: &str, seed: &str) -> String {
    place.write(
        &format!("{name}.sh"),
        format!("script=$(cat; echo x)\ncase $script in {pattern}) exit 0 ;; *) exit 1 ;; esac\n"),
    );
    let manifest = format!(
        "name = \"{name}\"\nprotocol = \"exit-status\"\nrun = [\"sh\", \"{name}.sh\"]\n\
         seeds = [\"{seed}\"]\n\n[promise]\npreset = \"read-only\"\n"
    );
    place.write(&format!("{name}.toml"), manifest);
    format!("{name}.toml")
}

fn ids(of: &Value) -> Vec<&str> {
    let all = of["depends_on"].as_array();
    all.into_iter().flatten().map(|it| it["id"].as_str().expect("an id")).collect()
}

#[test]
fn a_finding_says_what_it_depends_on() {
    let place = Place::new();
    let guard = allowing(&place, "yes", "*", "ls");
    for (shell, script, expected) in [
        ("sh", "echo x > made", &[][..]),
        ("sh", "[ \"$(id -u)\" = 0 ] || echo x > made", &["user"]),
        ("bash", "[ $UID = 0 ] || echo x > made", &["user"]),
        ("sh", "no-such-tool || echo x > made", &["tripwire"]),
        ("sh", "read x < /etc/machine-id || echo x > made", &["etc"]),
        ("sh", "ls /home || echo x > made", &["files"]),
        ("sh", "echo x > made; echo x > /made", &["files"]),
        ("bash", "echo x > made; echo x > /dev/tcp/127.0.0.1/80", &["network"]),
        (
            "sh",
            "python3 -c 'import socket; socket.socket().connect((\"127.0.0.1\", 80))'",
            &["network"],
        ),
        ("bash@login", "echo x > made", &["startup"]),
        // What that file does counts too.
        ("sh", ". ~/.profile; echo x > made", &["home", "startup", "umask"]),
        ("sh", "echo x > ~/made", &["home"]),
        ("sh", "cd; echo x > made", &["home"]),
        ("bash", "case $BASH_VERSION in *) echo x > made ;; esac", &["version"]),
        ("sh", "PATH=bin:$PATH; ls; echo x > made", &["path"]),
        ("sh", "[ $PPID != 1 ] || echo x > made", &["processes"]),
        ("sh", "echo \"$API_TOKEN\" > made", &["environment"]),
        ("sh", "umask 0; echo x > made", &["umask"]),
        ("sh", "echo x > made; head -c 9000000 /dev/zero > big", &["limits"]),
    ] {
        let args = ["try", "--json", "--guard", &guard, "--shells", shell, "--", script];
        let told = place.run(&args).ends(100).json();
        let findings = told["findings"].as_array().expect("findings");
        assert!(!findings.is_empty(), "{script}: {told}");
        for finding in findings {
            assert_eq!(ids(finding), expected, "{script}: {finding}");
            assert_eq!(finding.get("depends_on").is_none(), expected.is_empty(), "{script}");
        }
    }
    let args = ["try", "--guard", &guard, "--shells", "sh", "--", "id -u > made"];
    let done = place.run(&args).ends(100);
    let line = "  depends  on user (in the sandbox: user 1000, group 1000, no other groups)";
    assert!(done.stdout.lines().any(|it| it == line), "{}", done.stdout);
}

#[test]
fn a_hunt_its_events_and_its_pages_say_what_findings_depend_on() {
    let place = Place::new();
    let guard = allowing(&place, "who", "'whoami '*", "whoami x");
    let more = ["--jobs", "1", "--seed", "7", "--time", "180s", "--until", "first"];
    let start = ["hunt", "--guard", &guard, "--out", "out", "--shells", "sh"];
    let done = place.run(&[&start[..], &more[..]].concat()).ends(100);
    assert!(done.stdout.contains("  depends  on user (in the sandbox: "), "{}", done.stdout);
    let findings = place.path().join("out/findings");
    for folder in names(&findings) {
        let text = fs::read_to_string(findings.join(folder).join("finding.json")).expect("a file");
        let finding: Value = serde_json::from_str(&text).expect("JSON");
        assert!(ids(&finding).contains(&"user"), "{text}");
    }
    let log = fs::read_to_string(place.path().join("out/events.jsonl")).expect("a log");
    assert!(log.contains("\"depends_on\":[{\"id\":\""), "{log}");
    let page = fs::read_to_string(place.path().join("out/report.html")).expect("a page");
    assert!(page.contains("user 1000, group 1000, no other groups"), "a page");
    let written = place.run(&["report", "out", "--format", "markdown"]).ends(0).stdout;
    assert!(written.contains("- Depends on `user` (in the sandbox: user 1000"), "{written}");
}

#[test]
fn a_replay_says_what_its_findings_depend_on() {
    let place = Place::new();
    let guard = allowing(&place, "yes", "*", "ls");
    place.write(
        "cases/user.sh",
        "#@ id: user\n#@ about: a test\n#@ class: c\n#@ kind: bypass\n#@ origin: a test\n#@ effect: create z\n\
         #@ program: id\n#@ program: touch\n#@ ---\nid -u && touch z",
    );
    let args = ["replay", "cases", "--guard", &guard, "--shells", "sh"];
    let told = place.run(&[&args[..], &["--json"]].concat()).ends(100).json();
    let rows = told["rows"].as_array().expect("rows");
    let found: Vec<&Value> = rows.iter().filter(|row| row["kind"] == "finding").collect();
    assert!(!found.is_empty(), "{told}");
    assert!(found.iter().all(|row| ids(row) == ["user"]), "{told}");
    let done = place.run(&args).ends(100);
    assert!(done.stdout.contains("  depends  on user (in the sandbox: "), "{}", done.stdout);
}
