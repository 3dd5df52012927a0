//! `trapline explain`: how a script is read, what it reaches, and why a guard says what it says.
//!
//! Nothing is run.

mod mark;
mod tree;
mod words;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use corpora::record::twin_of;
use guard::syntax::{self, Found, Span, UnknownKind, Via};
use guard::{Answer, Fault, Guard, TargetShell};
use hunt::Layout;
use hunt::lab::Asked;

use oracle::ShellName;
use serde::Serialize;

use super::answer::AnswerRecord;
use super::try_script::read;
use crate::error::Error;
use crate::exit_codes as codes;
use crate::guards::{ChangeArgs, Opened};
use crate::out::Out;
use crate::setup::WorldArgs;
use crate::show;
use tree::Node;

/// How many commands, targets or places are shown of each kind; JSON has all.
const MANY: usize = 40;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The guard whose answer is explained: a built-in name, or the manifest of a foreign one.
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "approver")]
    guard: String,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    world: WorldArgs,
    /// The script; `-` reads it from standard input.
    #[arg(value_name = "SCRIPT")]
    script: OsString,
}

/// Everything that is told.
#[derive(Serialize)]
struct Told {
    v: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    script_b64: Option<String>,
    /// It was read without a doubt.
    read: bool,
    doubts: Vec<Place>,
    tree: Vec<Node>,
    commands: Vec<Command>,
    /// What may run without being fixed by the script.
    unknown: Vec<Place>,
    guard: GuardTold,
}

/// A place in the script, in bytes, and what is there.
#[derive(Clone, Debug, Serialize)]
struct Place {
    id: &'static str,
    about: String,
    start: u32,
    end: u32,
}

#[derive(Serialize)]
struct Command {
    /// The words, as written.
    text: String,
    /// Their values, where the script fixes them.
    words: Vec<Option<String>>,
    /// More words may follow that the script does not fix.
    open_ended: bool,
    /// How it is reached, from the outside in.
    via: Vec<String>,
    start: u32,
    end: u32,
}

#[derive(Serialize)]
struct GuardTold {
    name: String,
    answers: Vec<AnswerRecord>,
    /// The guard tells what it sees.
    explained: bool,
    problems: Vec<Place>,
    targets: Vec<Target>,
}

#[derive(Serialize)]
struct Target {
    command: String,
    written: Option<String>,
    lands: Option<String>,
    pattern: bool,
    inside: bool,
    start: u32,
    end: u32,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    let script = read(&args.script)?;
    let world = args.world.get()?;
    let opened = Opened::open(&args.guard, &args.change)?;
    let layout = Layout::of(&world);
    let mut guard = opened.make(&world);
    let told = tell(&script, &opened.name(), guard.as_mut(), &layout);
    if let Some(why) = guard.broken() {
        return Err(Error::Usage(format!("guard {}: {why}", opened.name())));
    }
    if out.is_json() {
        out.value(&told);
    } else {
        print(&told, &script, out);
    }
    Ok(codes::CLEAN)
}

fn tell(script: &[u8], name: &str, guard: &mut dyn Guard, layout: &Layout) -> Told {
    let reading = syntax::read(script);
    let (mut commands, mut unknown) = (Vec::new(), Vec::new());
    syntax::visit(&reading.script, &mut |found| match found {
        Found::Command(reached) if !reached.words.is_empty() => commands.push(Command {
            text: words::all(reached.words),
            words: reached.words.iter().map(|word| word.fixed().map(|it| lossy(&it))).collect(),
            open_ended: reached.open_ended,
            via: reached.via.iter().map(via).collect(),
            start: reached.place.start,
            end: reached.place.end,
        }),
        Found::Unknown { kind, place } => unknown.push(at("", unknown_about(kind), place)),
        _ => {}
    });
    unknown.iter_mut().for_each(|place| place.id = "not-fixed");
    let (text, base64) = twin_of(script);
    Told {
        v: 1,
        script: text,
        script_b64: base64,
        read: reading.doubts.is_empty(),
        doubts: reading
            .doubts
            .iter()
            .map(|doubt| at(doubt.kind.id(), doubt.kind.about(), doubt.span))
            .collect(),
        tree: tree::nodes(&reading.script),
        commands,
        unknown,
        guard: ask(script, name, guard, layout),
    }
}

fn at(id: &'static str, about: impl Into<String>, span: Span) -> Place {
    Place { id, about: about.into(), start: span.start, end: span.end }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn via(via: &Via) -> String {
    match via {
        Via::Substitution => "in a substitution".to_owned(),
        Via::Function(name) => format!("in the function {}", lossy(name)),
        Via::Launcher(name) => format!("launched by {}", lossy(name)),
        Via::Text(name) => format!("in a text that {} runs", lossy(name)),
    }
}

fn unknown_about(kind: UnknownKind) -> &'static str {
    match kind {
        UnknownKind::Name => "the script does not fix which program runs",
        UnknownKind::Text => "a text that the script does not fix is read as commands",
        UnknownKind::File => "a file is read as commands",
        UnknownKind::Stream => "standard input is read as commands",
        UnknownKind::Operand => "a value that the script does not fix is evaluated",
        UnknownKind::Environment => "a program is started with a variable that holds code",
        _ => "the script does not fix what runs",
    }
}

/// Asks the guard for each shell, and what it sees.
fn ask(script: &[u8], name: &str, guard: &mut dyn Guard, layout: &Layout) -> GuardTold {
    let shells = [
        (ShellName::Bash, TargetShell::Bash),
        (ShellName::Sh, TargetShell::Sh),
        (ShellName::Zsh, TargetShell::Zsh),
    ];
    let mut answers = Vec::new();
    for (shell, target) in shells {
        let request = layout.request(script, target);
        let answer = catch_unwind(AssertUnwindSafe(|| guard.decide(&request)))
            .unwrap_or_else(|_| Answer::Error(Fault::Crash("panicked".to_owned())));
        let outcome = guard.host().outcome(&answer);
        answers.push(AnswerRecord::new(&Asked { shell, answer, outcome }));
    }
    let request = layout.request(script, TargetShell::Bash);
    let seen = catch_unwind(AssertUnwindSafe(|| guard.explain(&request))).unwrap_or_default();
    let explained = seen.is_some();
    let seen = seen.unwrap_or_default();
    let infos = guard.check_infos();
    let problem = |concern: guard::Concern| {
        let refuses = infos.iter().find(|info| info.id == concern.check).map(|info| info.reason);
        let about = match (refuses, concern.detail.as_str()) {
            (Some(reason), "") => reason.to_owned(),
            (Some(reason), detail) => format!("{reason}: {detail}"),
            (None, detail) => detail.to_owned(),
        };
        at(concern.check, about, concern.place)
    };
    let target = |landing: guard::Landing| Target {
        command: lossy(&landing.command),
        written: landing.written.as_deref().map(lossy),
        lands: landing.lands.as_deref().map(lossy),
        pattern: landing.pattern,
        inside: landing.inside,
        start: landing.place.start,
        end: landing.place.end,
    };
    GuardTold {
        name: name.to_owned(),
        answers,
        explained,
        problems: seen.problems.into_iter().map(problem).collect(),
        targets: seen.targets.into_iter().map(target).collect(),
    }
}

fn print(told: &Told, script: &[u8], out: &mut Out) {
    let guard = &told.guard;
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for answer in &guard.answers {
        match said.iter_mut().find(|(known, _)| *known == answer.says()) {
            Some((_, shells)) => shells.push(&answer.shell),
            None => said.push((answer.says(), vec![&answer.shell])),
        }
    }
    for (says, shells) in &said {
        let whose =
            if said.len() == 1 { String::new() } else { format!(" for {}", shells.join(", ")) };
        out.line(format!("{}{whose}: {says}", guard.name));
    }
    section("speaks against it", &guard.problems, script, out);
    section("doubts of the reader", &told.doubts, script, out);
    section("not fixed by the script", &told.unknown, script, out);
    if !guard.targets.is_empty() {
        out.line("");
        out.line("removes:");
        some(&guard.targets, out, |target| {
            let written = target
                .written
                .as_deref()
                .map_or("?".to_owned(), |text| show::line(text.as_bytes()));
            let lands = match (&target.lands, target.pattern) {
                (None, _) => "a place that the line does not fix".to_owned(),
                (Some(path), false) => show::line(path.as_bytes()),
                (Some(path), true) => format!("entries of {}", show::line(path.as_bytes())),
            };
            let outside = target.lands.is_some() && !target.inside;
            let inside = if outside { " (outside)" } else { "" };
            vec![format!(
                "  {}: {written} -> {lands}{inside}",
                show::line(target.command.as_bytes())
            )]
        });
    }
    if !told.commands.is_empty() {
        out.line("");
        out.line("commands:");
        some(&told.commands, out, |command| {
            let more = if command.open_ended { " ..." } else { "" };
            let via = match command.via.as_slice() {
                [] => String::new(),
                via => format!("   ({})", show::line(via.join(", ").as_bytes())),
            };
            vec![format!("  {}{more}{via}", show::line(command.text.as_bytes()))]
        });
    }
    if !told.tree.is_empty() {
        out.line("");
        out.line("read as:");
        let lines: Vec<String> = told.tree.iter().flat_map(|node| node.lines(1)).collect();
        some(&lines, out, |line| vec![line.clone()]);
    }
}

/// Places under a heading, each with its line of the script and a mark.
fn section(heading: &str, places: &[Place], script: &[u8], out: &mut Out) {
    if places.is_empty() {
        return;
    }
    out.line("");
    out.line(format!("{heading}:"));
    some(places, out, |place| {
        let mut lines = vec![format!("  {}: {}", place.id, show::line(place.about.as_bytes()))];
        let marked = mark::mark(script, place.start as usize, place.end as usize);
        lines.extend(marked.into_iter().map(|line| format!("    {line}")));
        lines
    });
}

fn some<T>(all: &[T], out: &mut Out, lines: impl Fn(&T) -> Vec<String>) {
    for one in all.iter().take(MANY) {
        lines(one).iter().for_each(|line| out.line(line));
    }
    if all.len() > MANY {
        out.line(format!("  … and {} more", all.len() - MANY));
    }
}
