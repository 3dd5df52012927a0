//! What the shells did, side by side, and where they differ.
//!
//! Runs in the same world with the same delivery stand beside each other. Shells *differ* in what
//! counts as a divergence: effects, programs, commands, and exit zero or not. Output is shown and
//! never counts.

use std::collections::BTreeMap;

use corpora::record::{CommandRecord, EffectRecord, ProgramRecord, RunRecord};

use crate::raw;

/// The runs of one world and delivery.
pub(crate) struct Group<'a> {
    /// The world's name.
    pub(crate) world: &'a str,
    /// The delivery's name.
    pub(crate) delivery: &'a str,
    /// The runs, a column each.
    pub(crate) runs: Vec<&'a RunRecord>,
    /// For each run, whether its end is not that of most.
    pub(crate) exit: Vec<bool>,
    /// For each run and effect, whether not every shell has it.
    pub(crate) effects: Facet,
    /// For each run and program, likewise.
    pub(crate) programs: Facet,
    /// For each run and command, likewise.
    pub(crate) commands: Facet,
    /// Whether standard output differs.
    pub(crate) stdout: bool,
    /// Whether standard error differs.
    pub(crate) stderr: bool,
}

/// A list that each run has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Facet {
    /// For each run, whether its list is not that of most.
    pub(crate) cells: Vec<bool>,
    /// For each run and line, whether not every run has that line as often.
    pub(crate) lines: Vec<Vec<bool>>,
}

impl Facet {
    /// Whether any run differs.
    pub(crate) fn differs(&self) -> bool {
        self.cells.contains(&true)
    }
}

/// Puts runs that can be compared beside each other, in the order in which they came.
pub(crate) fn groups(runs: &[RunRecord]) -> Vec<Group<'_>> {
    let mut places: Vec<(&str, &str, Vec<&RunRecord>)> = Vec::new();
    for run in runs {
        match places.iter_mut().find(|(w, d, _)| *w == run.world && *d == run.delivery) {
            Some((_, _, group)) => group.push(run),
            None => places.push((&run.world, &run.delivery, vec![run])),
        }
    }
    places.into_iter().map(|(world, delivery, runs)| compare(world, delivery, runs)).collect()
}

fn compare<'a>(world: &'a str, delivery: &'a str, runs: Vec<&'a RunRecord>) -> Group<'a> {
    let exits: Vec<String> = runs.iter().map(|run| exit_key(run)).collect();
    let effects = runs.iter().map(|run| Some(run.effects.iter().map(effect_key).collect()));
    let programs = runs.iter().map(|run| Some(run.programs.iter().map(program_key).collect()));
    let commands = runs
        .iter()
        .map(|run| run.commands.as_ref().map(|all| all.iter().map(command_key).collect()));
    let effects = facet(effects.collect());
    let programs = facet(programs.collect());
    let commands = facet(commands.collect());
    let varies = |pick: fn(&RunRecord) -> std::borrow::Cow<'_, [u8]>| {
        let mut outputs = runs.iter().map(|run| pick(run));
        let first = outputs.next();
        outputs.any(|output| Some(&output) != first.as_ref())
    };
    let stdout = varies(raw::stdout);
    let stderr = varies(raw::stderr);
    Group { world, delivery, exit: odd(&exits), effects, programs, commands, stdout, stderr, runs }
}

/// How a run ended, as far as a divergence goes: zero or not, by a signal, by the time limit.
fn exit_key(run: &RunRecord) -> String {
    match (run.timed_out, run.signal, run.exit) {
        (true, ..) => "time".to_owned(),
        (false, Some(signal), _) => format!("signal {signal}"),
        (false, None, Some(0)) => "zero".to_owned(),
        (false, None, Some(_)) => "not zero".to_owned(),
        (false, None, None) => "unknown".to_owned(),
    }
}

fn effect_key(effect: &EffectRecord) -> String {
    format!(
        "{}\0{}\0{:?}\0{:?}\0{:?}\0{}\0{}",
        effect.kind,
        effect.zone,
        raw::path(effect),
        raw::from(effect),
        // What a shell does for itself is no effect of the script, and differs by nature.
        effect.via.as_deref().filter(|via| *via == "shell"),
        effect.undone,
        effect.detail
    )
}

fn program_key(program: &ProgramRecord) -> String {
    format!("{:?}\0{}", raw::program(program), program.tripwire)
}

fn command_key(command: &CommandRecord) -> String {
    format!("{:?}", raw::command(command))
}

/// Compares lists without regard to order, which a pipeline leaves to chance. A list that cannot
/// be told (`None`) differs from nothing.
fn facet(lists: Vec<Option<Vec<String>>>) -> Facet {
    let mut counts: Vec<BTreeMap<&str, usize>> = Vec::new();
    for list in lists.iter().flatten() {
        let mut tally = BTreeMap::new();
        for line in list {
            *tally.entry(line.as_str()).or_default() += 1;
        }
        counts.push(tally);
    }
    let keys: Vec<String> = counts.iter().map(|tally| format!("{tally:?}")).collect();
    let mut known = odd(&keys).into_iter();
    let mut cells = Vec::new();
    let mut lines = Vec::new();
    for list in &lists {
        let Some(list) = list else {
            cells.push(false);
            lines.push(Vec::new());
            continue;
        };
        cells.push(known.next().unwrap_or(false));
        lines.push(
            list.iter()
                .map(|line| {
                    let mut times = counts.iter().map(|t| t.get(line.as_str()).copied());
                    let first = times.next();
                    times.any(|time| Some(time) != first)
                })
                .collect(),
        );
    }
    Facet { cells, lines }
}

/// For each key, whether it is not the one that more than half share. Where there is no such key
/// and not all are the same, every one is odd.
fn odd(keys: &[String]) -> Vec<bool> {
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for key in keys {
        *tally.entry(key).or_default() += 1;
    }
    let most = tally.iter().find(|(_, times)| *times * 2 > keys.len()).map(|(key, _)| *key);
    keys.iter().map(|key| Some(key.as_str()) != most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minority_is_odd_and_without_a_majority_all_are() {
        let table: &[(&[&str], &[bool])] = &[
            (&[], &[]),
            (&["a"], &[false]),
            (&["a", "a", "a"], &[false, false, false]),
            (&["a", "a", "b"], &[false, false, true]),
            (&["a", "b"], &[true, true]),
            (&["a", "b", "c"], &[true, true, true]),
        ];
        for (keys, expected) in table {
            let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
            assert_eq!(odd(&keys), *expected, "{keys:?}");
        }
    }

    #[test]
    fn lists_are_compared_without_order_and_line_by_line() {
        let list = |lines: &[&str]| Some(lines.iter().map(|line| (*line).to_owned()).collect());
        let same = facet(vec![list(&["a", "b"]), list(&["b", "a"])]);
        assert_eq!(same.cells, [false, false]);
        assert_eq!(same.lines, [[false, false], [false, false]]);
        let other = facet(vec![list(&["a"]), list(&["a"]), list(&["a", "a", "b"])]);
        assert_eq!(other.cells, [false, false, true]);
        assert_eq!(other.lines, [vec![true], vec![true], vec![true, true, true]]);
        let unknown = facet(vec![list(&["a"]), None]);
        assert_eq!(unknown.cells, [false, false]);
        assert!(!unknown.differs());
    }
}
