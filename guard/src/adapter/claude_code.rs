//! Claude Code's `PreToolUse` hook: the program is started once per request, reads one JSON
//! object on standard input, and answers with a JSON object, its exit status, or both.
//!
//! How an answer is read follows Claude Code 2.1.197 and 2.1.332 as they were measured:
//!
//! - exit status 2 blocks, whatever was written
//! - JSON on standard output is honoured at any other exit status; a byte order mark before it
//!   and keys that nobody knows do not matter
//! - without output, exit status 0 says nothing, and any other is a failure of the hook
//! - output that is no JSON, or JSON with text around it, is [`Fault::Unreadable`]; JSON of
//!   another shape (two objects, no or another `hookEventName`, an unknown decision) is
//!   [`Fault::Malformed`]; `continue: false` without a decision, and a decision that stands on
//!   standard error only, are [`Fault::Ignored`]
//! - a new command replaces the old one with `allow` or without any decision; then the host runs
//!   the guard's text, so that counts as an allow of it
//!
//! The old form, a `decision` of `approve` or `block` at the top, still counts where the new one
//! is not there. Status 1 with JSON was measured; that other statuses treat JSON alike, and that
//! JSON of a process ended by a signal does not count, is assumed.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::launch::{Ending, Launcher};
use super::once::{Once, Output, Ran};
use super::{Foreign, excerpt};
use crate::{Answer, Fault, Guard, Handback, Host, Promise, Request, Verdict};

/// The event that the hook is asked for.
const EVENT: &str = "PreToolUse";

/// A guard that is a hook of Claude Code.
pub struct ClaudeCode {
    once: Once,
}

impl ClaudeCode {
    /// A guard that is started for each request.
    pub fn new(foreign: Foreign, launcher: Arc<dyn Launcher>) -> Self {
        Self { once: Once::new(foreign, launcher) }
    }

    fn ask(&mut self, request: &Request) -> Result<Answer, Fault> {
        let input = payload(request)?;
        let env = [("CLAUDE_PROJECT_DIR", request.tree.clone().into_os_string())];
        let ran = self.once.run(env, &input, Output::Answer)?;
        read(&ran, &request.script)
    }
}

/// What the hook reads.
fn payload(request: &Request) -> Result<Vec<u8>, Fault> {
    // A command is a JSON string to this host, so another script can never come to it.
    let command = std::str::from_utf8(&request.script)
        .map_err(|_| Fault::NotAsked("the script is not UTF-8".to_owned()))?;
    let cwd = request
        .tree
        .to_str()
        .ok_or_else(|| Fault::NotAsked("the working tree is not UTF-8".to_owned()))?;
    let payload = json!({
        "session_id": "00000000-0000-4000-8000-000000000000",
        "transcript_path": "/dev/null",
        "cwd": cwd,
        "prompt_id": "00000000-0000-4000-8000-000000000001",
        "permission_mode": "default",
        "effort": { "level": "high" },
        "hook_event_name": EVENT,
        "tool_name": "Bash",
        "tool_input": { "command": command, "description": "Run a command" },
        "tool_use_id": "toolu_1",
    });
    serde_json::to_vec(&payload).map_err(|error| Fault::NotAsked(error.to_string()))
}

/// What the hook answered.
fn read(ran: &Ran, script: &[u8]) -> Result<Answer, Fault> {
    let reason = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
    match ran.ending {
        Ending::Exit(2) => return Ok(Answer::Verdict(Verdict::deny("exit-2", reason))),
        Ending::Exit(_) => {}
        Ending::Signal(_) | Ending::Unseen => return Err(crash(ran)),
    }
    let failed = ran.ending != Ending::Exit(0);
    match document(&ran.stdout) {
        Document::Empty if failed => Err(crash(ran)),
        Document::Empty => match document(&ran.stderr) {
            Document::Object(object) if decides(&object) => {
                Err(Fault::Ignored("its decision stands on standard error".to_owned()))
            }
            _ => Ok(Answer::Abstain),
        },
        Document::Object(object) => answer(&object, script),
        Document::Several => {
            Err(Fault::Malformed(format!("several JSON values: `{}`", excerpt(&ran.stdout))))
        }
        Document::Unreadable if failed => Err(crash(ran)),
        Document::Unreadable => Err(Fault::Unreadable(format!("`{}`", excerpt(&ran.stdout)))),
    }
}

fn crash(ran: &Ran) -> Fault {
    let errors = excerpt(&ran.stderr);
    let colon = if errors.is_empty() { "" } else { ": " };
    Fault::Crash(format!("{}{colon}{errors}", ran.ending))
}

/// What a stream holds.
enum Document {
    Empty,
    Object(Map<String, Value>),
    /// More than one JSON value.
    Several,
    Unreadable,
}

fn document(bytes: &[u8]) -> Document {
    let Ok(text) = std::str::from_utf8(bytes) else { return Document::Unreadable };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return Document::Empty;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match (values.next(), values.next()) {
        (Some(Ok(Value::Object(object))), None) => Document::Object(object),
        (Some(Ok(Value::Object(_))), Some(Ok(Value::Object(_)))) => Document::Several,
        _ => Document::Unreadable,
    }
}

/// Whether an object was meant to decide something.
fn decides(object: &Map<String, Value>) -> bool {
    ["hookSpecificOutput", "decision", "continue"].iter().any(|key| object.contains_key(*key))
}

/// What an object of the hook's answers.
fn answer(object: &Map<String, Value>, script: &[u8]) -> Result<Answer, Fault> {
    let malformed = |why: String| Err(Fault::Malformed(why));
    if let Some(output) = object.get("hookSpecificOutput") {
        let Some(output) = output.as_object() else {
            return malformed("`hookSpecificOutput` is no object".to_owned());
        };
        match output.get("hookEventName") {
            Some(Value::String(event)) if event == EVENT => {}
            Some(event) => return malformed(format!("`hookEventName` is {event}")),
            None => return malformed("`hookEventName` is missing".to_owned()),
        }
        if let Some(answer) = specific(output, script)? {
            return Ok(answer);
        }
    }
    let reason = object.get("reason").and_then(Value::as_str).unwrap_or_default();
    match object.get("decision") {
        Some(Value::String(decision)) if decision == "block" => {
            return Ok(Answer::Verdict(Verdict::deny("", reason)));
        }
        Some(Value::String(decision)) if decision == "approve" => {
            return Ok(Answer::Verdict(Verdict::Allow {
                handback: Handback::Same,
                rule: None,
                reason: Some(reason.to_owned()).filter(|reason| !reason.is_empty()),
            }));
        }
        Some(Value::Null) | None => {}
        Some(decision) => return malformed(format!("`decision` is {decision}")),
    }
    if object.get("continue") == Some(&Value::Bool(false)) {
        return Err(Fault::Ignored("`continue` is false, and nothing is decided".to_owned()));
    }
    Ok(Answer::Abstain)
}

/// What the object for this event answers; `None` where it decides nothing.
fn specific(output: &Map<String, Value>, script: &[u8]) -> Result<Option<Answer>, Fault> {
    let reason = output.get("permissionDecisionReason").and_then(Value::as_str).map(str::to_owned);
    let rewritten = match output.get("updatedInput") {
        None | Some(Value::Null) => None,
        Some(input) => match input.get("command").and_then(Value::as_str) {
            Some(command) => Some(command.as_bytes().to_vec()),
            None => {
                let why = "`updatedInput` has no `command` that is a text";
                return Err(Fault::Malformed(why.to_owned()));
            }
        },
    };
    let handback = match rewritten.clone() {
        Some(text) if text != script => Handback::Text(text),
        _ => Handback::Same,
    };
    let allow = |reason| Answer::Verdict(Verdict::Allow { handback, rule: None, reason });
    match output.get("permissionDecision") {
        None | Some(Value::Null) => Ok(rewritten.map(|_| allow(reason))),
        Some(Value::String(decision)) => match decision.as_str() {
            "allow" => Ok(Some(allow(reason))),
            "deny" => Ok(Some(Answer::Verdict(Verdict::deny("", reason.unwrap_or_default())))),
            "ask" => Ok(Some(Answer::Verdict(Verdict::Ask { rule: None, reason }))),
            // It ends the run with the command pending, for somebody to take up.
            "defer" => {
                let rule = Some("defer".to_owned());
                Ok(Some(Answer::Verdict(Verdict::Ask { rule, reason })))
            }
            _ => Err(Fault::Malformed(format!("`permissionDecision` is \"{decision}\""))),
        },
        Some(decision) => Err(Fault::Malformed(format!("`permissionDecision` is {decision}"))),
    }
}

impl Guard for ClaudeCode {
    fn name(&self) -> &str {
        &self.once.foreign.name
    }

    fn promise(&self) -> &Promise {
        &self.once.foreign.promise
    }

    fn decide(&mut self, request: &Request) -> Answer {
        self.ask(request).unwrap_or_else(Answer::Error)
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.once.foreign.seeds.clone()
    }

    fn broken(&self) -> Option<String> {
        self.once.broken.clone()
    }

    fn host(&self) -> Host {
        self.once.foreign.host
    }

    fn notes(&mut self) -> Vec<String> {
        self.once.take_notes()
    }
}
