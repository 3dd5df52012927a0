//! Claude Code's `PreToolUse` hook, and what its host makes of each behaviour.

use guard::host::{ClaudeVersion, Host};
use guard::{Answer, Outcome, Verdict};

use super::{Foreign, PATIENT, SHORT, assert_starts, request};

fn hook(body: &str) -> Foreign {
    let deadline = if body.contains("sleep") { SHORT } else { PATIENT };
    Foreign::with("claude-code", "sh", body, deadline, "host = 'claude-code@2.1.332'")
}

/// Prints a decision in the new form.
fn specific(fields: &str) -> String {
    format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{fields}}}}}"#)
}

fn prints(text: &str) -> String {
    format!("cat <<'END'\n{text}\nEND\n")
}

/// What the hook does, the answer, and what 2.1.197, 2.1.332, and 2.1.332 with
/// `"onFailure": "block"` made of it, for a command that a rule of the host allows.
fn measured() -> Vec<(String, &'static str, [Outcome; 3])> {
    use Outcome::{Runs, Stops};
    let deny = specific(r#""permissionDecision":"deny","permissionDecisionReason":"why""#);
    let bare_deny = specific(r#""permissionDecision":"deny""#);
    let allow = specific(r#""permissionDecision":"allow""#);
    let ask = specific(r#""permissionDecision":"ask""#);
    let stopped = [Stops; 3];
    let open = [Runs, Runs, Stops];
    let wide_open = [Runs; 3];
    vec![
        (prints(&deny), "deny why", stopped),
        (prints(&bare_deny), "deny", stopped),
        (prints(&ask), "ask", stopped),
        ("exit 2".into(), "deny [exit-2]", stopped),
        ("echo why >&2; exit 2".into(), "deny [exit-2] why", stopped),
        (format!("{}exit 2", prints(&allow)), "deny [exit-2]", stopped),
        (format!("{}exit 1", prints(&deny)), "deny why", stopped),
        ("exit 1".into(), "error crash: crashed: exit status 1", open),
        ("echo oops >&2; exit 3".into(), "error crash: crashed: exit status 3: oops", open),
        ("exit 127".into(), "error crash: crashed: exit status 127", open),
        ("kill -SEGV $$".into(), "error crash: crashed: signal 11", open),
        ("sleep 600".into(), "error hang: ", open),
        (prints(&deny[..deny.len() - 3]), "error unreadable: ", wide_open),
        (format!("echo checking\n{}", prints(&deny)), "error unreadable: ", wide_open),
        (format!("{}echo done\n", prints(&deny)), "error unreadable: ", wide_open),
        (format!("{{ {} }} >&2", prints(&deny)), "error ignored: ", wide_open),
        (format!("{}{}", prints(&deny), prints(&deny)), "error malformed: ", open),
        (
            prints(r#"{"hookSpecificOutput":{"permissionDecision":"deny"}}"#),
            "error malformed: ",
            open,
        ),
        (
            prints(
                r#"{"hookSpecificOutput":{"hookEventName":"PreTool","permissionDecision":"deny"}}"#,
            ),
            "error malformed: ",
            open,
        ),
        (prints(&specific(r#""permissionDecision":"DENY""#)), "error malformed: ", open),
        (format!("printf '\\357\\273\\277'\n{}", prints(&deny)), "deny why", stopped),
        (prints(&specific(r#""permissionDecision":"deny","confidence":1"#)), "deny", stopped),
        (prints(&format!(r#"{{"extra":[],{}"#, &deny[1..])), "deny why", stopped),
        (
            prints(&specific(r#""permissionDecision":"allow","updatedInput":{"command":"ls -1"}"#)),
            r#"allow "ls -1""#,
            [Runs; 3],
        ),
        (prints(&specific(r#""updatedInput":{"command":"ls -1"}"#)), r#"allow "ls -1""#, [Runs; 3]),
        (
            prints(&specific(r#""permissionDecision":"ask","updatedInput":{"command":"ls -1"}"#)),
            "ask",
            stopped,
        ),
        (prints(r#"{"continue":false}"#), "error ignored: ", wide_open),
        (prints(&specific(r#""permissionDecision":"defer""#)), "ask [defer]", stopped),
        // Normal rules apply, and here they allow the command.
        ("exit 0".into(), "abstain", [Runs; 3]),
        (prints("{}"), "abstain", [Runs; 3]),
        // The old form.
        (prints(r#"{"decision":"block","reason":"why"}"#), "deny why", stopped),
        (prints(r#"{"decision":"approve"}"#), "allow", [Runs; 3]),
        (prints(&allow), "allow", [Runs; 3]),
    ]
}

#[test]
fn every_measured_behaviour_leads_to_what_was_measured() {
    let versions = [ClaudeVersion::V2_1_197, ClaudeVersion::V2_1_332, ClaudeVersion::V2_1_332Block];
    for (body, expected, outcomes) in measured() {
        let mut hook = hook(&body);
        let answer = hook.guard.decide(&request("ls"));
        for (version, outcome) in versions.into_iter().zip(outcomes) {
            let host = Host::ClaudeCode(version);
            assert_eq!(host.outcome(&answer), outcome, "{body}: {answer:?} under {version:?}");
            // What meant stop and runs is a finding; an allow or an abstain that runs is not.
            let open = outcome == Outcome::Runs
                && !matches!(answer, Answer::Abstain | Answer::Verdict(Verdict::Allow { .. }));
            assert_eq!(host.fails_open(&answer), open, "{body}");
        }
        assert_starts(&super::short(answer), expected);
        assert_eq!(hook.guard.host(), Host::ClaudeCode(ClaudeVersion::V2_1_332));
    }
}

#[test]
fn the_payload_is_what_the_host_sends() {
    let mut hook = Foreign::new(
        "claude-code",
        "python3",
        r#"
import json, os, sys
p = json.load(sys.stdin)
assert os.environ["CLAUDE_PROJECT_DIR"] == p["cwd"] == "/w/tree"
print(json.dumps({"hookSpecificOutput": {"hookEventName": p["hook_event_name"],
    "permissionDecision": "deny",
    "permissionDecisionReason": " ".join(sorted(p)) + " | " + p["tool_name"] + " | "
        + p["permission_mode"] + " | " + p["tool_input"]["command"]}}))
"#,
        PATIENT,
    );
    assert_eq!(
        hook.ask("echo \"ä\"\0"),
        "deny cwd effort hook_event_name permission_mode prompt_id session_id tool_input \
         tool_name tool_use_id transcript_path | Bash | default | echo \"ä\"\0"
    );
}

#[test]
fn a_script_that_the_host_could_not_send_is_not_asked() {
    let mut hook = hook("touch asked; exit 2");
    let answer = hook.guard.decide(&request(b"\xff"));
    assert_eq!(hook.guard.host().outcome(&answer), Outcome::Stops);
    assert!(!hook.guard.host().fails_open(&answer));
    assert_starts(&super::short(answer), "error not-asked: ");
    assert!(!hook.folder.path().join("asked").exists());
}

#[test]
fn other_shapes_are_malformed() {
    for (body, expected) in [
        (prints(r#"{"hookSpecificOutput":"deny"}"#), "error malformed: "),
        (prints(&specific(r#""permissionDecision":true"#)), "error malformed: "),
        (prints(&specific(r#""updatedInput":{"file":"x"}"#)), "error malformed: "),
        (prints(r#"{"decision":"deny"}"#), "error malformed: "),
        (prints(r#""deny""#), "error unreadable: "),
        (prints("[]"), "error unreadable: "),
        (prints("not allowed"), "error unreadable: "),
        ("printf '\\377'".to_owned(), "error unreadable: "),
        ("head -c 2000000 /dev/zero".to_owned(), "error oversize: "),
        ("echo looked fine >&2".to_owned(), "abstain"),
        ("echo '{' ; exit 1".to_owned(), "error crash: "),
    ] {
        assert_starts(&hook(&body).ask("ls"), expected);
    }
}
