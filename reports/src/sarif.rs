//! The report as SARIF 2.1.0.
//!
//! A rule a kind of finding, or a kind and the clause that it broke; a result a bucket, with the
//! bucket as fingerprint. There is no source file that a finding points into, so each result's
//! location is an artifact that holds the reduced script itself.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use crate::log::{Found, Log};
use crate::outcome::{kind_meaning, summary};
use crate::text::utc;
use crate::visible::{Lines, reveal};
use crate::{Format, ReportError, raw, reproduce};

#[derive(Serialize)]
struct Sarif {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    tool: Tool,
    invocations: Vec<Invocation>,
    artifacts: Vec<Artifact>,
    results: Vec<ResultJson>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    short_description: Text,
    full_description: Text,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_time_utc: Option<String>,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
}

#[derive(Serialize)]
struct Artifact {
    location: ArtifactLocation,
    contents: Contents,
}

#[derive(Clone, Serialize)]
struct ArtifactLocation {
    uri: String,
    index: usize,
}

#[derive(Serialize)]
struct Contents {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultJson {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    partial_fingerprints: BTreeMap<&'static str, String>,
    occurrence_count: usize,
    properties: Properties,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

#[derive(Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Properties {
    guard: String,
    decision: String,
    rule: Option<String>,
    clause: Option<String>,
    shells: Vec<String>,
    reproduce: Vec<String>,
    /// Ids of differences between the sandbox and a user's machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
}

/// The document, with a line feed at its end.
pub(crate) fn render(log: &Log) -> Result<String, ReportError> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut artifacts = Vec::new();
    let mut results = Vec::new();
    for (index, found) in log.found.iter().enumerate() {
        let rule = rule(log, found);
        let rule_index = match rules.iter().position(|known| known.id == rule.id) {
            Some(place) => place,
            None => {
                rules.push(rule);
                rules.len() - 1
            }
        };
        let id = rules.get(rule_index).map_or_else(String::new, |rule| rule.id.clone());
        let location = ArtifactLocation { uri: uri(found), index };
        artifacts.push(artifact(found, location.clone()));
        results.push(result(log, found, id, rule_index, location));
    }
    let version = log.hunts.iter().find_map(|hunt| hunt.start.as_ref());
    let sarif = Sarif {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: vec![Run {
            tool: Tool {
                driver: Driver {
                    name: "trapline",
                    version: version.map(|start| start.trapline.clone()),
                    rules,
                },
            },
            invocations: invocations(log),
            artifacts,
            results,
        }],
    };
    let mut text = serde_json::to_string_pretty(&sarif).map_err(|error| ReportError::Render {
        format: Format::Sarif,
        problem: error.to_string(),
    })?;
    text.push('\n');
    Ok(text)
}

fn level(found: &Found) -> &'static str {
    if found.finding.kind.is_violation() { "error" } else { "note" }
}

fn rule(log: &Log, found: &Found) -> Rule {
    let kind = found.finding.kind.name();
    let meaning = kind_meaning(kind);
    let (id, full) = match log.broken_clause(found) {
        Some(told) => {
            (format!("{kind}/{}", told.name), format!("{meaning} Promised: {}", told.plain()))
        }
        None => (kind.to_owned(), meaning.to_owned()),
    };
    Rule {
        id,
        short_description: Text { text: meaning.to_owned() },
        full_description: Text { text: full },
        default_configuration: Configuration { level: level(found) },
    }
}

/// A relative reference that is unique to the bucket: everything but unreserved characters is
/// percent-encoded, so that no bucket can name another place.
fn uri(found: &Found) -> String {
    let mut out = String::new();
    for part in [&found.finding.guard, found.finding.kind.name(), &found.finding.bucket] {
        for byte in part.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
                _ => out.push_str(&format!("%{byte:02X}")),
            }
        }
        out.push('/');
    }
    out.push_str("reduced.sh");
    out
}

fn artifact(found: &Found, location: ArtifactLocation) -> Artifact {
    let script = raw::reduced(&found.finding);
    let contents = match std::str::from_utf8(&script) {
        Ok(text) => Contents { text: Some(text.to_owned()), binary: None },
        Err(_) => Contents { text: None, binary: Some(STANDARD.encode(&script)) },
    };
    Artifact { location, contents }
}

fn result(
    log: &Log,
    found: &Found,
    rule_id: String,
    rule_index: usize,
    artifact_location: ArtifactLocation,
) -> ResultJson {
    let finding = &found.finding;
    let script = reveal(&raw::reduced(finding), Lines::Joined, 512).plain();
    ResultJson {
        rule_id,
        rule_index,
        level: level(found),
        message: Text { text: format!("{}. Script: {script}", summary(finding)) },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location,
                region: Region { start_line: 1 },
            },
            logical_locations: [LogicalLocation { name: finding.guard.clone(), kind: "module" }],
        }],
        partial_fingerprints: BTreeMap::from([("bucket/v1", finding.bucket.clone())]),
        occurrence_count: found.hunts.len(),
        properties: Properties {
            guard: finding.guard.clone(),
            decision: finding.decision.clone(),
            rule: finding.rule.clone(),
            clause: finding.clause.clone(),
            shells: finding.shells.clone(),
            reproduce: reproduce::commands(finding, log.guard_arg(found)),
            depends_on: finding.depends_on.iter().map(|it| it.id.clone()).collect(),
        },
    }
}

fn invocations(log: &Log) -> Vec<Invocation> {
    log.hunts
        .iter()
        .map(|hunt| {
            let exit = hunt.ending.as_ref().map(|end| end.exit);
            let note =
                |level, text: &String| Notification { level, message: Text { text: text.clone() } };
            Invocation {
                execution_successful: matches!(exit, Some(0 | 100)) && hunt.missing.is_empty(),
                exit_code: exit,
                start_time_utc: hunt.start.as_ref().map(|start| {
                    let (date, time) = utc(start.unix_time);
                    format!("{date}T{time}Z")
                }),
                tool_execution_notifications: hunt
                    .missing
                    .iter()
                    .map(|text| note("warning", text))
                    .chain(hunt.notes.iter().map(|(text, _)| note("note", text)))
                    .collect(),
            }
        })
        .collect()
}
