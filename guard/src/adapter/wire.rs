//! The lines of the jsonl protocol, version 1.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::excerpt;
use crate::{Answer, Fault, Handback, Request, TargetShell, Verdict};

/// One request.
#[derive(Serialize)]
struct RequestLine<'a> {
    v: u32,
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command_b64: Option<String>,
    cwd: &'a str,
    run_dirs: Vec<&'a str>,
    tmp: &'a str,
    shell: TargetShell,
}

/// The line of a request, with its newline.
pub(super) fn request_line(id: u64, request: &Request) -> Result<Vec<u8>, Fault> {
    let path = |path: &'static str| Fault::NotAsked(format!("the {path} is not UTF-8"));
    let (command, command_b64) = match std::str::from_utf8(&request.script) {
        Ok(text) => (Some(text), None),
        Err(_) => (None, Some(STANDARD.encode(&request.script))),
    };
    let run_dirs: Option<Vec<&str>> = request.run_dirs.iter().map(|dir| dir.to_str()).collect();
    let line = RequestLine {
        v: 1,
        id,
        command,
        command_b64,
        cwd: request.tree.to_str().ok_or_else(|| path("working tree"))?,
        run_dirs: run_dirs.ok_or_else(|| path("run directory"))?,
        tmp: request.tmp.to_str().ok_or_else(|| path("temporary directory"))?,
        shell: request.shell,
    };
    let mut bytes =
        serde_json::to_vec(&line).map_err(|error| Fault::NotAsked(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The decisions of a reply.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Decision {
    Allow,
    Ask,
    Deny,
    Abstain,
}

/// One reply. Keys that are not known are errors, so that a misspelt one is noticed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyLine {
    #[serde(rename = "id")]
    _id: u64,
    decision: Decision,
    rule: Option<String>,
    reason: Option<String>,
    command: Option<String>,
    command_b64: Option<String>,
    argv: Option<Vec<String>>,
    argv_b64: Option<Vec<String>>,
}

/// The id of a reply; an error where the line has none.
pub(super) fn reply_id(line: &[u8]) -> Result<u64, Fault> {
    #[derive(Deserialize)]
    struct Id {
        id: u64,
    }
    serde_json::from_slice::<Id>(line).map(|id| id.id).map_err(|error| {
        Fault::Malformed(format!("a line without an id: {error}: `{}`", excerpt(line)))
    })
}

/// What a reply with a known id answers.
pub(super) fn reply(line: &[u8], request: &Request) -> Answer {
    let malformed = |why: String| Answer::Error(Fault::Malformed(why));
    let reply: ReplyLine = match serde_json::from_slice(line) {
        Ok(reply) => reply,
        Err(error) => return malformed(format!("{error}: `{}`", excerpt(line))),
    };
    match reply.decision {
        Decision::Allow => match handback(&reply, &request.script) {
            Ok(handback) => {
                Answer::Verdict(Verdict::Allow { handback, rule: reply.rule, reason: reply.reason })
            }
            Err(why) => malformed(format!("{why}: `{}`", excerpt(line))),
        },
        Decision::Ask => Answer::Verdict(Verdict::Ask { rule: reply.rule, reason: reply.reason }),
        Decision::Deny => Answer::Verdict(Verdict::Deny {
            id: reply.rule.unwrap_or_default(),
            reason: reply.reason.unwrap_or_default(),
        }),
        Decision::Abstain => Answer::Abstain,
    }
}

/// What an allow hands back.
fn handback(reply: &ReplyLine, script: &[u8]) -> Result<Handback, String> {
    let decode = |key: &str, text: &str| {
        STANDARD.decode(text).map_err(|error| format!("`{key}` is not base64: {error}"))
    };
    let given = [
        reply.command.is_some(),
        reply.command_b64.is_some(),
        reply.argv.is_some(),
        reply.argv_b64.is_some(),
    ];
    if given.into_iter().filter(|given| *given).count() > 1 {
        return Err("more than one of `command`, `command_b64`, `argv` and `argv_b64`".to_owned());
    }
    let text = match (&reply.command, &reply.command_b64) {
        (Some(text), _) => Some(text.clone().into_bytes()),
        (None, Some(text)) => Some(decode("command_b64", text)?),
        (None, None) => None,
    };
    if let Some(text) = text {
        return Ok(if text == script { Handback::Same } else { Handback::Text(text) });
    }
    let argv: Vec<Vec<u8>> = match (&reply.argv, &reply.argv_b64) {
        (Some(words), _) => words.iter().map(|word| word.clone().into_bytes()).collect(),
        (None, Some(words)) => {
            words.iter().map(|word| decode("argv_b64", word)).collect::<Result<_, _>>()?
        }
        (None, None) => return Ok(Handback::Same),
    };
    if argv.is_empty() {
        return Err("`argv` has no words".to_owned());
    }
    Ok(Handback::Argv(argv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(script: &[u8]) -> Request {
        Request {
            script: script.to_vec(),
            tree: "/w/tree".into(),
            run_dirs: vec!["/w/run".into()],
            tmp: "/w/tmp".into(),
            shell: TargetShell::BashPosix,
            files: std::sync::Arc::new(crate::files::Memory::new()),
        }
    }

    #[test]
    fn requests_are_lines_of_the_published_shape() {
        let line = request_line(7, &request(b"ls \"a\"\n")).expect("a line");
        assert_eq!(
            String::from_utf8_lossy(&line),
            "{\"v\":1,\"id\":7,\"command\":\"ls \\\"a\\\"\\n\",\"cwd\":\"/w/tree\",\
             \"run_dirs\":[\"/w/run\"],\"tmp\":\"/w/tmp\",\"shell\":\"bash-posix\"}\n"
        );
        let line = request_line(8, &request(b"\xff\0")).expect("a line");
        assert_eq!(
            String::from_utf8_lossy(&line),
            "{\"v\":1,\"id\":8,\"command_b64\":\"/wA=\",\"cwd\":\"/w/tree\",\
             \"run_dirs\":[\"/w/run\"],\"tmp\":\"/w/tmp\",\"shell\":\"bash-posix\"}\n"
        );
    }

    #[test]
    fn replies_are_read_strictly() {
        let allow =
            |handback| Answer::Verdict(Verdict::Allow { handback, rule: None, reason: None });
        let rows = [
            (r#"{"id":1,"decision":"allow"}"#, allow(Handback::Same)),
            (r#" {"decision":"allow","id":1} "#, allow(Handback::Same)),
            (r#"{"id":1,"decision":"allow","command":"ls"}"#, allow(Handback::Same)),
            (
                r#"{"id":1,"decision":"allow","command":"ls -l"}"#,
                allow(Handback::Text(b"ls -l".to_vec())),
            ),
            (
                r#"{"id":1,"decision":"allow","command_b64":"/w=="}"#,
                allow(Handback::Text(vec![0xff])),
            ),
            (
                r#"{"id":1,"decision":"allow","argv":["ls","a b"]}"#,
                allow(Handback::Argv(vec![b"ls".to_vec(), b"a b".to_vec()])),
            ),
            (
                r#"{"id":1,"decision":"allow","argv_b64":["bHM=","/w=="]}"#,
                allow(Handback::Argv(vec![b"ls".to_vec(), vec![0xff]])),
            ),
            (
                r#"{"id":1,"decision":"allow","rule":"r","reason":"y"}"#,
                Answer::Verdict(Verdict::Allow {
                    handback: Handback::Same,
                    rule: Some("r".to_owned()),
                    reason: Some("y".to_owned()),
                }),
            ),
            (
                r#"{"id":1,"decision":"ask","rule":null,"command":"ls"}"#,
                Answer::Verdict(Verdict::Ask { rule: None, reason: None }),
            ),
            (r#"{"id":1,"decision":"deny"}"#, Answer::Verdict(Verdict::deny("", ""))),
            (
                r#"{"id":1,"decision":"deny","rule":"r","reason":"y"}"#,
                Answer::Verdict(Verdict::deny("r", "y")),
            ),
            (r#"{"id":1,"decision":"abstain"}"#, Answer::Abstain),
        ];
        for (line, answer) in rows {
            assert_eq!(reply(line.as_bytes(), &request(b"ls")), answer, "{line}");
        }
    }

    #[test]
    fn what_is_no_reply_is_malformed() {
        let rows = [
            (r#"{"id":1}"#, "missing field `decision`"),
            (r#"{"id":1,"decision":"DENY"}"#, "unknown variant `DENY`"),
            (r#"{"id":1,"decision":true}"#, "expected value"),
            (r#"{"id":1,"decision":"allow","comand":"x"}"#, "unknown field `comand`"),
            (r#"{"id":1,"decision":"allow","decision":"deny"}"#, "duplicate field `decision`"),
            (r#"{"id":1,"decision":"allow","argv":[]}"#, "`argv` has no words"),
            (r#"{"id":1,"decision":"allow","argv":["a"],"command":"a"}"#, "more than one of"),
            (r#"{"id":1,"decision":"allow","command_b64":"*"}"#, "`command_b64` is not base64"),
        ];
        for (line, message) in rows {
            match reply(line.as_bytes(), &request(b"ls")) {
                Answer::Error(Fault::Malformed(why)) => assert!(why.contains(message), "{why}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_line_without_an_id_is_told_apart() {
        for line in [
            &b""[..],
            b"ready",
            b"{}",
            br#"{"id":"1","decision":"allow"}"#,
            br#"{"id":-1}"#,
            br#"{"id":1"#,
            br#"{"id":1} {"id":2}"#,
            br#"{"id":1,"id":2}"#,
            b"\xff",
        ] {
            assert!(reply_id(line).is_err(), "{}", String::from_utf8_lossy(line));
        }
        assert_eq!(reply_id(br#"{"decision":"allow","id":3,"x":[{}]}"#), Ok(3));
    }
}
