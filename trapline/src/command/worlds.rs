//! `trapline worlds`: the worlds that have names, or what stands in one.

use oracle::{Node, World, worlds};
use serde::Serialize;

use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::show;
use crate::text::table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Show what stands in this one.
    #[arg(value_name = "NAME")]
    world: Option<String>,
}

#[derive(Serialize)]
struct Told {
    v: u32,
    worlds: Vec<WorldTold>,
}

#[derive(Serialize)]
struct WorldTold {
    world: String,
    about: String,
    tree: String,
    start: String,
    secrets: usize,
    traps: usize,
    entries: usize,
    /// What stands where; only for a world that was asked for by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    content: Vec<EntryTold>,
}

#[derive(Serialize)]
struct EntryTold {
    path: String,
    kind: &'static str,
    mode: String,
    /// Where a link leads.
    to: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let told = match &args.world {
        Some(name) => vec![describe(name, true)?],
        None => worlds::names().map(|name| describe(name, false)).collect::<Result<Vec<_>, _>>()?,
    };
    if out.is_json() {
        out.value(&Told { v: 1, worlds: told });
        return Ok(codes::CLEAN);
    }
    if args.world.is_some() {
        for world in &told {
            out.line(format!("{}: {}", world.world, world.about));
            out.line(format!("  tree {}, runs start in {}", world.tree, world.start));
            let rows = world.content.iter().map(|entry| {
                let to = entry.to.as_ref().map(|to| format!(" -> {to}")).unwrap_or_default();
                vec![entry.kind.to_owned(), entry.mode.clone(), format!("{}{to}", entry.path)]
            });
            let rows: Vec<_> = rows.collect();
            table(&rows).into_iter().for_each(|line| out.line(format!("  {line}")));
        }
    } else {
        let head = ["world", "entries", "traps", "secrets", "about"].map(str::to_owned).to_vec();
        let rows = told.into_iter().map(|world| {
            let numbers = [world.entries, world.traps, world.secrets].map(|n| n.to_string());
            let [entries, traps, secrets] = numbers;
            vec![world.world, entries, traps, secrets, world.about]
        });
        let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
        table(&rows).into_iter().for_each(|line| out.line(line));
    }
    Ok(codes::CLEAN)
}

fn describe(name: &str, in_full: bool) -> Result<WorldTold, Error> {
    let world: World = worlds::get(name)?;
    let content = world.entries.iter().filter(|_| in_full).map(|entry| {
        let (kind, to) = match &entry.node {
            Node::Dir => ("dir", None),
            Node::File(_) => ("file", None),
            Node::Symlink(to) => ("link", Some(to)),
            Node::HardLink(of) => ("hard-link", Some(of)),
            Node::Fifo => ("fifo", None),
            Node::Socket => ("socket", None),
        };
        EntryTold {
            path: show::line(&entry.path),
            kind,
            mode: format!("{:04o}", entry.mode),
            to: to.map(|to| show::line(to)),
        }
    });
    Ok(WorldTold {
        world: name.to_owned(),
        about: worlds::about(name)?,
        tree: show::line(&world.tree),
        start: show::line(&world.start),
        secrets: world.canaries.len(),
        traps: world.traps.len(),
        entries: world.entries.len(),
        content: content.collect(),
    })
}
