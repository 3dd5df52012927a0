//! The worlds that have names, and worlds that are declared in files.
//!
//! Every TOML file beside this module is a named world, so that adding one is adding a file;
//! [`from_toml`] tells the format. A world can extend another, so that a variant is a few lines.

mod declared;
#[cfg(test)]
mod tests;

use oracle_worker::world::World;

pub use self::declared::{WorldError, from_toml};

/// The named worlds, in the order in which they are listed; the build script finds them.
const NAMED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/named_worlds.rs"));

/// The names that [`get`] knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|(name, _)| *name)
}

/// One sentence about a named world.
///
/// # Errors
///
/// As [`get`].
pub fn about(name: &str) -> Result<String, WorldError> {
    declared::about(text(name)?, &format!("{name}.toml"))
}

/// A named world.
///
/// # Errors
///
/// Where no world has that name.
pub fn get(name: &str) -> Result<World, WorldError> {
    from_toml(name, text(name)?, &format!("{name}.toml"))
}

fn text(name: &str) -> Result<&'static str, WorldError> {
    NAMED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
        .ok_or_else(|| WorldError::Unknown { name: name.to_owned(), known: names().collect() })
}
