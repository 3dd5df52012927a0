//! What the approver makes of the stored cases: it approves most of the false alarms, which guards
//! denied in the field though they do no harm, and no case that comes to run what the guard
//! underneath blocks. That what it approves keeps its promise is checked by
//! `trapline replay --guard approver corpora/cases`, a step of `scripts/test`.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use corpora::case::CaseKind;
use corpora::suite::Loaded;
use guard::{Answer, Guard, Handback, TargetShell, Verdict};
use hunt::lab::Lab;
use hunt::runner::OracleRunner;
use hunt::{Layout, Plan, RunSpec, Runs as _, classify, target};
use oracle::{By, Config, Delivery, Observation, Program, Script, Shell, ShellName, World, worlds};

/// How many of a hundred false alarms must be approved.
const LEAST: usize = 85;

/// Checks that look at one command by itself, whose words are all fixed once it runs.
const UNDERNEATH: [&str; 3] = ["registered-command", "agent-launch", "inline-code"];

fn approver() -> Box<dyn Guard> {
    guard::registry::find("approver").expect("it is built in").make()
}

fn shells() -> [Shell; 3] {
    [ShellName::Bash, ShellName::Sh, ShellName::Zsh]
        .map(|name| Shell::find(name).expect("it is installed"))
}

fn cases() -> Vec<Loaded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/cases");
    corpora::suite::load(&[folder]).expect("the stored cases")
}

fn world(loaded: &Loaded) -> World {
    loaded.case.in_world(worlds::get(&loaded.case.world).expect("a named world"))
}

#[test]
fn most_false_alarms_are_approved() {
    let mut runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let (shells, mut guard) = (shells(), approver());
    let (mut all, mut approved, mut denied) = (0, 0, Vec::new());
    for loaded in cases().iter().filter(|it| it.case.kind == CaseKind::FalsePositive) {
        let case = &loaded.case;
        let plan = Plan::new(shells.to_vec(), vec![world(loaded)], Vec::new());
        let mut lab = Lab::new(&plan, guard.as_mut(), &mut runner);
        all += 1;
        // The request names the shell, so each may get another answer.
        let refused = lab.ask_all(&case.body).into_iter().find_map(|asked| match asked.answer {
            Answer::Verdict(Verdict::Allow { .. }) => None,
            Answer::Verdict(Verdict::Deny { id, .. }) => Some(format!("{}: {id}", asked.shell)),
            other => Some(format!("{}: {other:?}", asked.shell)),
        });
        match refused {
            None => approved += 1,
            Some(why) => denied.push(format!("{} in {why}", case.id)),
        }
    }
    println!("approved {approved} of {all} false alarms; denied: {denied:#?}");
    assert!(all > 50 && approved * 100 >= all * LEAST, "{denied:#?}");
}

/// The argument lists of everything that a run came to start: what shells ran, as they trace it,
/// and programs, also those that a program like `env` puts in its place. What git starts out of
/// its own folder (`git stash` resets) is how it works, and no command of anybody's.
fn started(seen: &Observation) -> Vec<Vec<Vec<u8>>> {
    let own = |program: &&Program| {
        let first = program.argv.first().map_or(&b""[..], Vec::as_slice);
        program.by == By::Program && first.starts_with(b"/") && first.ends_with(b"/git-core/git")
    };
    let commands = seen.commands.iter().flatten().map(|command| &command.argv);
    let programs = seen.programs.iter().filter(|it| it.by != By::Oracle && !own(it));
    commands.chain(programs.map(|program| &program.argv)).cloned().collect()
}

/// A command line of these words and nothing else.
fn quoted(argv: &[Vec<u8>]) -> Vec<u8> {
    let quote = |word: &Vec<u8>| [b"'", &word[..], b"'"].concat();
    let escape =
        |word: &Vec<u8>| word.split(|byte| *byte == b'\'').collect::<Vec<_>>().join(&b"'\\''"[..]);
    argv.iter().map(|word| quote(&escape(word))).collect::<Vec<_>>().join(&b' ')
}

/// Runs what a guard hands back, and finds a command in it that `guard` refuses as it stands: the
/// check and the command.
fn blocked(
    guard: &mut dyn Guard,
    answer: &Answer,
    (runner, world, shell): (&mut OracleRunner, &World, &Shell),
) -> Option<(&'static str, String)> {
    let Handback::Text(text) = classify::handback_of(answer) else { panic!("{answer:?}") };
    let spec = RunSpec {
        script: &Script::Text(text),
        world,
        shell,
        delivery: Delivery::C,
        timeout: Duration::from_secs(5),
        exact: false,
        commands: true,
        closely: false,
    };
    let seen = runner.run(&spec).expect("it runs");
    let layout = Layout::of(world);
    started(&seen).iter().find_map(|argv| {
        let script = quoted(argv);
        let request = layout.request(&script, target(shell.name).expect("a shell of a request"));
        let refusals = guard.refusals(&request).expect("it tells");
        let id = refusals.into_iter().find(|id| UNDERNEATH.contains(id))?;
        Some((id, String::from_utf8_lossy(&script).into_owned()))
    })
}

fn allows(answer: &Answer) -> bool {
    matches!(answer, Answer::Verdict(Verdict::Allow { .. }))
}

/// However a case spells and hides it: where a run of what the approver hands back starts a
/// program, the words of that program would have been let through as they are. With a check taken
/// out, the same look finds cases that the check keeps away.
#[test]
fn no_approved_case_starts_what_the_guard_underneath_blocks() {
    let mut runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let (shells, mut guard) = (shells(), approver());
    let (mut approved, mut runs, mut bad) = (0, 0, Vec::new());
    // No stored case starts an agent.
    let mut kept_away = BTreeMap::from([("registered-command", 0), ("inline-code", 0)]);
    for loaded in cases().iter().filter(|loaded| loaded.case.skip.is_none()) {
        let (case, world) = (&loaded.case, world(loaded));
        let mut plan = Plan::new(shells.to_vec(), vec![world.clone()], Vec::new());
        plan.shells.retain(|shell| case.shells.contains(&shell.name));
        let asked = Lab::new(&plan, guard.as_mut(), &mut runner).ask_all(&case.body);
        approved += usize::from(asked.iter().any(|asked| allows(&asked.answer)));
        for (asked, shell) in asked.iter().zip(&plan.shells) {
            assert_eq!(asked.shell, shell.name);
            if allows(&asked.answer) {
                runs += 1;
                let place = (&mut runner, &world, shell);
                if let Some((id, script)) = blocked(guard.as_mut(), &asked.answer, place) {
                    bad.push(format!("{} [{shell}]: {id}: {script}", case.id, shell = shell.name));
                }
            } else if shell.name == ShellName::Bash {
                let request = Layout::of(&world).request(&case.body, TargetShell::Bash);
                for (check, count) in kept_away.iter_mut().filter(|(_, count)| **count < 2) {
                    let without = guard.decide_without(check, &request).expect("it has the check");
                    let place = (&mut runner, &world, shell);
                    let found = allows(&without)
                        .then(|| blocked(guard.as_mut(), &without, place))
                        .flatten();
                    *count += usize::from(found.is_some_and(|(id, _)| id == *check));
                }
            }
        }
    }
    println!("{approved} approved cases, {runs} runs; kept away: {kept_away:?}");
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(approved > 80 && runs > 240, "{approved} approved cases, {runs} runs");
    assert!(kept_away.values().all(|count| *count == 2), "{kept_away:?}");
}
