//! Registry files: JSON of version 1, checked against its own examples.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use super::{Entry, FlagValue, OperandPath, RegistryError, Tier};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema_version: u64,
    #[serde(default)]
    disabled: bool,
    #[serde(default)]
    entries: Given,
}

/// The entries of a file, each name once.
#[derive(Default)]
struct Given(BTreeMap<String, Fields>);

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Once;
        impl<'de> Visitor<'de> for Once {
            type Value = Given;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of entries")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given, A::Error> {
                let mut given = BTreeMap::new();
                while let Some((id, fields)) = map.next_entry::<String, Fields>()? {
                    if given.contains_key(&id) {
                        return Err(A::Error::custom(format!("entry `{id}` stands here twice")));
                    }
                    given.insert(id, fields);
                }
                Ok(Given(given))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

/// What a file says of an entry: all of it, or what is otherwise than in the entry of that name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    tier: Option<Tier>,
    why: Option<String>,
    successor: Option<String>,
    command: Option<Vec<String>>,
    subcommand: Option<Vec<String>>,
    valued: Option<Vec<String>>,
    flags: Option<Vec<Vec<String>>>,
    flag_values: Option<Vec<FlagValue>>,
    operand_prefix: Option<Vec<String>>,
    operands: Option<Vec<String>>,
    operand_path: Option<OperandPath>,
    arguments_from: Option<Vec<String>>,
    #[serde(rename = "match")]
    matches: Option<Vec<String>>,
    not_match: Option<Vec<String>>,
}

impl Fields {
    /// The entry, with what is not given taken from another one.
    fn over(self, base: Option<&Entry>) -> Result<Entry, String> {
        /// A list that must be there and hold something.
        fn needed(given: Option<Vec<String>>, base: Option<&Vec<String>>) -> Option<Vec<String>> {
            given.or_else(|| base.cloned()).filter(|list| !list.is_empty())
        }
        fn list<T: Clone>(given: Option<Vec<T>>, base: Option<&Vec<T>>) -> Vec<T> {
            given.or_else(|| base.cloned()).unwrap_or_default()
        }
        let lacks = || "needs `tier`, `why`, `command`, `match` and `not_match`".to_owned();
        Ok(Entry {
            tier: self.tier.or(base.map(|base| base.tier)).ok_or_else(lacks)?,
            why: self.why.or_else(|| base.map(|base| base.why.clone())).ok_or_else(lacks)?,
            successor: self.successor.or_else(|| base.and_then(|base| base.successor.clone())),
            command: needed(self.command, base.map(|base| &base.command)).ok_or_else(lacks)?,
            subcommand: list(self.subcommand, base.map(|base| &base.subcommand)),
            valued: list(self.valued, base.map(|base| &base.valued)),
            flags: list(self.flags, base.map(|base| &base.flags)),
            flag_values: list(self.flag_values, base.map(|base| &base.flag_values)),
            operand_prefix: list(self.operand_prefix, base.map(|base| &base.operand_prefix)),
            operands: list(self.operands, base.map(|base| &base.operands)),
            operand_path: self
                .operand_path
                .or_else(|| base.and_then(|base| base.operand_path.clone())),
            arguments_from: list(self.arguments_from, base.map(|base| &base.arguments_from)),
            matches: needed(self.matches, base.map(|base| &base.matches)).ok_or_else(lacks)?,
            not_match: needed(self.not_match, base.map(|base| &base.not_match))
                .ok_or_else(lacks)?,
        })
    }
}

/// Reads a file and checks its entries against their examples. Those with the name of an entry
/// that is `there` may leave out what is as in that one.
pub(super) fn entries(
    name: &str,
    bytes: &[u8],
    there: &BTreeMap<String, Entry>,
) -> Result<Vec<(String, Entry)>, RegistryError> {
    let file: File = serde_json::from_slice(bytes)
        .map_err(|source| RegistryError::Json { name: name.to_owned(), source })?;
    if file.schema_version != 1 {
        let found = file.schema_version;
        return Err(RegistryError::Version { name: name.to_owned(), found });
    }
    if file.disabled {
        return Err(RegistryError::Disabled { name: name.to_owned() });
    }
    let mut entries = Vec::new();
    for (id, fields) in file.entries.0 {
        let made = fields.over(there.get(&id)).and_then(|entry| checked(&entry).map(|()| entry));
        let entry = made.map_err(|problem| RegistryError::Entry {
            name: name.to_owned(),
            entry: id.clone(),
            problem,
        })?;
        entries.push((id, entry));
    }
    Ok(entries)
}

/// Holds an entry to its examples.
fn checked(entry: &Entry) -> Result<(), String> {
    for (examples, expected) in [(&entry.matches, true), (&entry.not_match, false)] {
        for example in examples {
            if entry.matches_text(example)? != expected {
                let not = if expected { "does not match" } else { "matches" };
                return Err(format!("{not} its example `{example}`"));
            }
        }
    }
    Ok(())
}
