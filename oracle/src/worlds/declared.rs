//! Worlds declared in TOML.

use std::collections::BTreeMap;
use std::ops::Range;

use oracle_worker::world::{Bytes, Node, World};
use serde::Deserialize;
use toml::Spanned;

/// Why a world cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldError {
    /// No world has that name.
    #[error("no world is named `{name}`; there are {}", .known.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that are known.
        known: Vec<&'static str>,
    },
    /// The declaration is wrong.
    #[error("{file}:{line}: {what}")]
    Declared {
        /// The file's name, as the caller gave it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// Reads a world from its declaration.
///
/// `name` is the world's name, `file` the one that errors give. The keys, all but `about` optional:
///
/// | key | meaning |
/// |---|---|
/// | `about` | one sentence about the world |
/// | `extends` | a named world to start from; else the empty folders of every world |
/// | `remove` | paths to take away from it, with all below |
/// | `tree`, `start` | where the tree is, and where runs start (by default in the tree) |
/// | `setup` | a bash script that is run in `start` before the world is frozen |
/// | `[env]` | variables besides the usual ones |
/// | `[[dir]]` | `path`, `mode` |
/// | `[[file]]` | `path`, `text`, `mode`; `canary` is the token in it that makes it a secret |
/// | `[[link]]` | a symbolic link: `path`, `to`; `trap = true` where it should not be followed |
/// | `[[hard-link]]` | a further name: `path`, `of` |
/// | `[[fifo]]`, `[[socket]]` | `path`, `mode` |
/// | `[[secret]]` | a secret in the environment only: `name`, `token` |
///
/// Paths are absolute and lie in `/w`, `/tmp` or `/var/tmp`; folders above are made. Of `path`,
/// `text` and `to` there are the twins `path-bytes`, `text-bytes` and `to-bytes`, in which `\xHH`,
/// `\n`, `\r`, `\t`, `\0` and `\\` stand for bytes; write them in single quotes.
///
/// # Errors
///
/// For anything that is not as above: an unknown key, a path twice, a file where a folder must be.
pub fn from_toml(name: &str, text: &str, file: &str) -> Result<World, WorldError> {
    let reader = Reader { text, file };
    let declared = reader.parse()?;
    let mut world = match &declared.extends {
        Some(base) => super::get(base.get_ref())
            .map_err(|error| reader.at(&base.span(), &error.to_string()))?,
        None => World::new(name),
    };
    name.clone_into(&mut world.name);
    for path in &declared.remove {
        let bytes = path.get_ref().as_bytes();
        if !world.entries.iter().any(|entry| entry.path == bytes) {
            return Err(reader.at(&path.span(), "nothing stands there to be removed"));
        }
        world = world.without(bytes);
    }
    let tree = declared.tree.map_or(world.tree.clone(), String::into_bytes);
    let start = match declared.start {
        Some(start) => start.into_bytes(),
        None if tree == world.tree => world.start.clone(),
        None => tree.clone(),
    };
    world = world.tree(tree, start);
    if let Some(setup) = declared.setup {
        world = world.setup(setup);
    }
    for (variable, value) in declared.env {
        world = world.env(variable, value);
    }
    for secret in declared.secret {
        world = world.canary_env(secret.name, secret.token);
    }
    let mut placer = Placer { reader: &reader, world, placed: BTreeMap::new() };
    // Parents of what is declared in any table must stand first, so folders come first of all.
    for dir in declared.dir {
        let (path, mode) = (dir.get_ref().path(&reader, &dir)?, dir.get_ref().mode);
        placer.place(&dir, path, Node::Dir, mode.unwrap_or(0o755))?;
    }
    for entry in declared.file {
        let path = entry.get_ref().path(&reader, &entry)?;
        let inner = entry.get_ref();
        let content = reader.either(&entry, "text", &inner.text, &inner.text_bytes)?;
        if let Some(token) = &inner.canary {
            if memchr::memmem::find(&content, token.as_bytes()).is_none() {
                return Err(reader.at(&entry.span(), "the canary's token is not in the file"));
            }
            placer.world = placer.world.canary(&path, token);
        }
        placer.place(&entry, path, Node::File(content), inner.mode.unwrap_or(0o644))?;
    }
    for entry in declared.link {
        let inner = entry.get_ref();
        let path = reader.either(&entry, "path", &inner.path, &inner.path_bytes)?;
        let to = reader.either(&entry, "to", &inner.to, &inner.to_bytes)?;
        if to.is_empty() {
            return Err(reader.at(&entry.span(), "a link must lead somewhere"));
        }
        if inner.trap {
            placer.world = placer.world.trap(&path, &to);
        }
        placer.place(&entry, path, Node::Symlink(to), 0o777)?;
    }
    for (kind, node) in [(declared.fifo, Node::Fifo), (declared.socket, Node::Socket)] {
        for entry in kind {
            let path = entry.get_ref().path(&reader, &entry)?;
            placer.place(&entry, path, node.clone(), entry.get_ref().mode.unwrap_or(0o644))?;
        }
    }
    for entry in declared.hard_link {
        let of = entry.get_ref().of.clone().into_bytes();
        let is_file = |node: &Node| matches!(node, Node::File(_));
        if !placer.world.entries.iter().any(|other| other.path == of && is_file(&other.node)) {
            return Err(reader.at(&entry.span(), "`of` names no file of this world"));
        }
        let path = entry.get_ref().path.clone().into_bytes();
        placer.place(&entry, path, Node::HardLink(of), 0o644)?;
    }
    let stands = |path: &Bytes| placer.world.entries.iter().any(|entry| &entry.path == path);
    if !stands(&placer.world.start) {
        return Err(reader.at(&(0..0), "`start` is not declared"));
    }
    Ok(placer.world)
}

/// The sentence about a declared world.
pub(super) fn about(text: &str, file: &str) -> Result<String, WorldError> {
    Ok(Reader { text, file }.parse()?.about)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Declared {
    about: String,
    extends: Option<Spanned<String>>,
    #[serde(default)]
    remove: Vec<Spanned<String>>,
    tree: Option<String>,
    start: Option<String>,
    setup: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    dir: Vec<Spanned<Plain>>,
    #[serde(default)]
    file: Vec<Spanned<FileEntry>>,
    #[serde(default)]
    link: Vec<Spanned<LinkEntry>>,
    #[serde(default)]
    hard_link: Vec<Spanned<HardLinkEntry>>,
    #[serde(default)]
    fifo: Vec<Spanned<Plain>>,
    #[serde(default)]
    socket: Vec<Spanned<Plain>>,
    #[serde(default)]
    secret: Vec<Secret>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Plain {
    path: Option<String>,
    path_bytes: Option<String>,
    mode: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileEntry {
    path: Option<String>,
    path_bytes: Option<String>,
    text: Option<String>,
    text_bytes: Option<String>,
    mode: Option<u32>,
    canary: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LinkEntry {
    path: Option<String>,
    path_bytes: Option<String>,
    to: Option<String>,
    to_bytes: Option<String>,
    #[serde(default)]
    trap: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HardLinkEntry {
    path: String,
    of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Secret {
    name: String,
    token: String,
}

impl Plain {
    fn path<T>(&self, reader: &Reader<'_>, place: &Spanned<T>) -> Result<Bytes, WorldError> {
        reader.either(place, "path", &self.path, &self.path_bytes)
    }
}

impl FileEntry {
    fn path<T>(&self, reader: &Reader<'_>, place: &Spanned<T>) -> Result<Bytes, WorldError> {
        reader.either(place, "path", &self.path, &self.path_bytes)
    }
}

struct Reader<'a> {
    text: &'a str,
    file: &'a str,
}

impl Reader<'_> {
    fn parse(&self) -> Result<Declared, WorldError> {
        toml::from_str(self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            self.at(&span, error.message())
        })
    }

    fn at(&self, span: &Range<usize>, what: &str) -> WorldError {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        WorldError::Declared { file: self.file.to_owned(), line, what: what.to_owned() }
    }

    /// The one of the two forms of a key that is there.
    fn either<T>(
        &self,
        place: &Spanned<T>,
        key: &str,
        text: &Option<String>,
        bytes: &Option<String>,
    ) -> Result<Bytes, WorldError> {
        match (text, bytes) {
            (Some(text), None) => Ok(text.clone().into_bytes()),
            (None, Some(escaped)) => unescape(escaped).ok_or_else(|| {
                let what = format!("`{key}-bytes` holds an escape that is not known");
                self.at(&place.span(), &what)
            }),
            _ => {
                let what = format!("give either `{key}` or `{key}-bytes`");
                Err(self.at(&place.span(), &what))
            }
        }
    }
}

/// Bytes from a text with escapes; `None` for an escape that is not known.
fn unescape(escaped: &str) -> Option<Bytes> {
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'0' => 0,
            b'\\' => b'\\',
            b'x' => {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            _ => return None,
        });
    }
    Some(bytes)
}

/// Puts entries into a world, and sees to it that they can stand.
struct Placer<'a> {
    reader: &'a Reader<'a>,
    world: World,
    /// Every path of this declaration, with its line.
    placed: BTreeMap<Bytes, Range<usize>>,
}

impl Placer<'_> {
    fn place<T>(
        &mut self,
        entry: &Spanned<T>,
        path: Bytes,
        node: Node,
        mode: u32,
    ) -> Result<(), WorldError> {
        let span = entry.span();
        let wrong = |what: &str| Err(self.reader.at(&span, what));
        let plain = path.strip_prefix(b"/").is_some_and(|below| {
            below.split(|byte| *byte == b'/').all(|part| {
                !matches!(part, b"" | b"." | b"..") && !part.contains(&0) && part.len() < 256
            })
        });
        if !plain {
            return wrong("a path must be absolute and free of empty parts, `.`, `..` and NUL");
        }
        let below = |top: &[u8]| {
            path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        };
        if !below(b"/w") && !below(b"/tmp") && !below(b"/var/tmp") {
            return wrong("a path must lie in /w, /tmp or /var/tmp");
        }
        if mode > 0o7777 {
            return wrong("a mode has at most four octal digits, written as 0o755");
        }
        if self.placed.insert(path.clone(), span.clone()).is_some() {
            return wrong("this path is declared twice");
        }
        let above = |entry: &&oracle_worker::world::Entry| {
            entry.node != Node::Dir
                && path
                    .strip_prefix(entry.path.as_slice())
                    .is_some_and(|rest| rest.starts_with(b"/"))
        };
        if let Some(entry) = self.world.entries.iter().find(above) {
            let what = format!("{} is no folder", entry.path.escape_ascii());
            return wrong(&what);
        }
        let in_it = |entry: &oracle_worker::world::Entry| {
            entry.path.strip_prefix(path.as_slice()).is_some_and(|rest| rest.starts_with(b"/"))
        };
        if node != Node::Dir && self.world.entries.iter().any(in_it) {
            return wrong("something is declared in it, so it must be a folder");
        }
        let world = std::mem::replace(&mut self.world, World::new(""));
        self.world = world.entry(path, node, mode);
        Ok(())
    }
}
