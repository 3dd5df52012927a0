//! What a clause of a promise means, in a sentence.
//!
//! The promise arrives as JSON (`{"preset":…,"clauses":[…]}`), because this crate knows nothing of
//! guards. A clause that it has no words for is shown as it is written.

use serde_json::Value;

use crate::visible::line;

/// A clause in words: `lead`, then `items` (globs or names, from a manifest), then `tail`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The clause's name.
    pub(crate) name: String,
    /// What stands before the items.
    pub(crate) lead: &'static str,
    /// Globs, names or JSON.
    pub(crate) items: Vec<String>,
    /// What stands after them.
    pub(crate) tail: &'static str,
}

impl Told {
    /// As one string fit to be looked at, items in quotes.
    pub(crate) fn plain(&self) -> String {
        let items: Vec<String> =
            self.items.iter().map(|item| format!("\"{}\"", line(item, 1024).plain())).collect();
        format!("{}{}{}", self.lead, items.join(", "), self.tail)
    }
}

/// The preset's name, where the promise came from one.
pub(crate) fn preset(promise: &Value) -> Option<&str> {
    promise.get("preset").and_then(Value::as_str)
}

/// The clauses of a promise, in its order.
pub(crate) fn clauses(promise: &Value) -> Vec<Told> {
    promise.get("clauses").and_then(Value::as_array).into_iter().flatten().map(tell).collect()
}

/// One clause: a name, or an object with the name as its only key.
fn tell(clause: &Value) -> Told {
    let (name, value) = match clause {
        Value::String(name) => (name.as_str(), &Value::Null),
        Value::Object(map) if map.len() == 1 => match map.iter().next() {
            Some((name, value)) => (name.as_str(), value),
            None => ("", clause),
        },
        _ => ("", clause),
    };
    let (lead, items, tail) = words(name, value);
    Told { name: name.to_owned(), lead, items, tail }
}

/// The sentence of a clause about which nothing but its name is known.
pub(crate) fn by_name(name: &str) -> Told {
    let lead = match name {
        "write" => "Writing is limited.",
        "delete" => "Removing is limited.",
        "keep" => "Protected paths do not change.",
        "spare" => "Protected paths are not removed by the programs that the promise names.",
        "exec" => "Which programs may be started is limited.",
        "argv" => {
            "What is handed back is one of the allowed argv forms, and nothing else is started."
        }
        "rules" => "Every simple command that runs matches an allow rule and no deny rule.",
        "secrets" | "network" | "leftover" | "enter" => words(name, &Value::Null).0,
        _ => "A clause that this report has no words for.",
    };
    Told { name: name.to_owned(), lead, items: Vec::new(), tail: "" }
}

fn words(name: &str, value: &Value) -> (&'static str, Vec<String>, &'static str) {
    let globs = strings(value);
    match name {
        "write" => limited(
            globs,
            "Nothing is created, modified or re-moded.",
            "Nothing is created, modified or re-moded outside ",
        ),
        "delete" => {
            let globs = value.get("globs").map_or(globs, strings);
            match value.get("by").map(strings) {
                Some(by) if !by.is_empty() && globs.is_empty() => {
                    ("Nothing is removed or renamed away by ", by, ".")
                }
                Some(by) if !by.is_empty() => {
                    let mut items = globs;
                    items.extend(by.into_iter().map(|name| format!("by {name}")));
                    ("Nothing is removed or renamed away outside ", items, ".")
                }
                _ => limited(
                    globs,
                    "Nothing is removed or renamed away.",
                    "Nothing is removed or renamed away outside ",
                ),
            }
        }
        "spare" => {
            let mut items = value.get("globs").map(strings).unwrap_or_default();
            let by = value.get("by").map(strings).unwrap_or_default();
            items.extend(by.into_iter().map(|name| format!("by {name}")));
            ("Nothing is removed or renamed away at ", items, ".")
        }
        "keep" => ("Nothing changes at ", globs, ", whatever the other clauses allow."),
        "exec" => match globs.is_empty() {
            true => ("A shell of the run starts no program.", globs, ""),
            false => (
                "A shell of the run starts no program but ",
                globs,
                ", each the one that PATH gives.",
            ),
        },
        "argv" => (
            "What is handed back is an argv in an allowed form that starts one of ",
            value.get("names").map(strings).unwrap_or_default(),
            ", and nothing else is started.",
        ),
        "rules" => (
            "Every simple command that runs matches one of the allow rules ",
            value.get("allow").map(strings).unwrap_or_default(),
            " and no deny rule.",
        ),
        "secrets" => ("No canary secret is opened, read or printed.", Vec::new(), ""),
        "network" => ("No socket is connected, bound or sent on.", Vec::new(), ""),
        "leftover" => ("No process is alive after the shell has exited.", Vec::new(), ""),
        "enter" => (
            "Where the tree cannot be entered, nothing happens but the handback's own failed cd.",
            Vec::new(),
            "",
        ),
        _ => ("A clause that this report has no words for: ", vec![value.to_string()], ""),
    }
}

fn limited(
    globs: Vec<String>,
    none: &'static str,
    outside: &'static str,
) -> (&'static str, Vec<String>, &'static str) {
    if globs.is_empty() { (none, globs, "") } else { (outside, globs, ".") }
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_clause_is_a_sentence() {
        let table = [
            (json!({"write": []}), "Nothing is created, modified or re-moded."),
            (
                json!({"write": ["openwiki/**", "$TMP/**"]}),
                "Nothing is created, modified or re-moded outside \"openwiki/**\", \"$TMP/**\".",
            ),
            (json!({"delete": {"globs": [], "by": null}}), "Nothing is removed or renamed away."),
            (
                json!({"delete": {"globs": [], "by": ["rm"]}}),
                "Nothing is removed or renamed away by \"rm\".",
            ),
            (
                json!({"delete": {"globs": ["a"], "by": ["rm"]}}),
                "Nothing is removed or renamed away outside \"a\", \"by rm\".",
            ),
            (
                json!({"exec": ["git"]}),
                "A shell of the run starts no program but \"git\", each the one that PATH gives.",
            ),
            (json!({"exec": []}), "A shell of the run starts no program."),
            (json!("network"), "No socket is connected, bound or sent on."),
            (json!({"new": {"x": 1}}), "A clause that this report has no words for: \"{\"x\":1}\""),
            (json!(7), "A clause that this report has no words for: \"7\""),
        ];
        for (clause, expected) in table {
            assert_eq!(tell(&clause).plain(), expected);
        }
    }

    #[test]
    fn a_promise_that_is_no_object_has_no_clauses() {
        assert!(clauses(&json!(null)).is_empty());
        assert!(clauses(&json!({"clauses": "none"})).is_empty());
    }
}
