//! `trapline guards`: the guards that are built in, or one guard.

use guard::adapter::Protocol;
use guard::registry::{BUILT_IN, Source};
use guard::{Guard, Promise};
use oracle::worlds;
use serde::Serialize;

use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::out::Out;
use crate::text::table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Describe this one: a built-in name, or a manifest, which is checked.
    #[arg(value_name = "NAME|FILE.toml")]
    guard: Option<String>,
}

#[derive(Serialize)]
struct Told {
    v: u32,
    guards: Vec<GuardTold>,
}

#[derive(Serialize)]
struct GuardTold {
    name: String,
    about: Option<String>,
    protocol: Option<String>,
    host: String,
    promise: Promise,
    seeds: Vec<String>,
    checks: Vec<CheckTold>,
}

#[derive(Serialize)]
struct CheckTold {
    id: &'static str,
    looks_at: &'static str,
    refuses: &'static str,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let told = match &args.guard {
        Some(arg) => vec![describe(&Opened::open(arg, &ChangeArgs::default())?)?],
        None => {
            let all = BUILT_IN
                .iter()
                .map(|entry| describe(&Opened::open(entry.name, &ChangeArgs::default())?));
            all.collect::<Result<Vec<_>, Error>>()?
        }
    };
    if out.is_json() {
        out.value(&Told { v: 1, guards: told });
    } else if args.guard.is_some() {
        told.iter().for_each(|guard| one(guard, out));
    } else {
        let mut rows = vec![["guard", "promise", "checks", "about"].map(str::to_owned).to_vec()];
        for guard in told {
            let promise = guard.promise.preset.unwrap_or_else(|| "clauses".to_owned());
            let about = guard.about.unwrap_or_default();
            rows.push(vec![guard.name, promise, guard.checks.len().to_string(), about]);
        }
        table(&rows).into_iter().for_each(|line| out.line(line));
    }
    Ok(codes::CLEAN)
}

fn describe(opened: &Opened) -> Result<GuardTold, Error> {
    let guard: Box<dyn Guard> = opened.make(&worlds::get("range")?);
    let (about, protocol) = match opened.source() {
        Source::BuiltIn(entry) => (Some(entry.about.to_owned()), None),
        Source::Foreign(manifest) => (None, Some(protocol(&manifest.protocol))),
    };
    let checks = guard.check_infos();
    Ok(GuardTold {
        name: opened.name(),
        about,
        protocol: protocol.map(str::to_owned),
        host: guard.host().name().to_owned(),
        promise: guard.promise().clone(),
        seeds: guard.seeds().iter().map(|s| String::from_utf8_lossy(s).into_owned()).collect(),
        checks: checks
            .iter()
            .map(|it| CheckTold { id: it.id, looks_at: it.looks_at, refuses: it.refuses })
            .collect(),
    })
}

fn protocol(protocol: &Protocol) -> &'static str {
    match protocol {
        Protocol::Jsonl => "jsonl",
        Protocol::ClaudeCode => "claude-code",
        Protocol::ExitStatus(_) => "exit-status",
        // A protocol that this command has not been taught to name.
        _ => "other",
    }
}

fn one(guard: &GuardTold, out: &mut Out) {
    out.line(format!("{}: {}", guard.name, guard.about.as_deref().unwrap_or("a foreign guard")));
    if let Some(protocol) = &guard.protocol {
        out.line(format!("  protocol  {protocol}"));
    }
    out.line(format!("  host      {}", guard.host));
    let names: Vec<&str> = guard.promise.clauses.iter().map(guard::Clause::name).collect();
    let preset =
        guard.promise.preset.as_deref().map(|name| format!("{name}: ")).unwrap_or_default();
    out.line(format!("  promise   {preset}{}", names.join(", ")));
    for seed in &guard.seeds {
        out.line(format!("  seed      {}", crate::show::line(seed.as_bytes())));
    }
    if !guard.checks.is_empty() {
        let head = ["check", "looks at", "refuses"].map(str::to_owned).to_vec();
        let rows = guard
            .checks
            .iter()
            .map(|check| [check.id, check.looks_at, check.refuses].map(str::to_owned).to_vec());
        let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
        table(&rows).into_iter().for_each(|line| out.line(format!("  {line}")));
    }
}
