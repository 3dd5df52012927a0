//! What a sweep counts, and how it is printed.

use std::collections::BTreeMap;
use std::time::Instant;

use hunt::agree::opinions::{Aspect, Decision, Peer, Silence};

use super::one::Outcome;

/// What came of the scripts of one source.
pub(super) struct Counts {
    name: String,
    /// How many of a hundred must be read where bash, dash and zsh run them alike.
    least: usize,
    start: Instant,
    seconds: f64,
    pub(super) scripts: usize,
    pub(super) read: usize,
    open: usize,
    predicted: usize,
    alike: usize,
    alike_read: usize,
    refused: usize,
    wrong: usize,
    differs: usize,
    timeouts: usize,
    doubts: BTreeMap<&'static str, usize>,
    peers: BTreeMap<Peer, Peers>,
}

/// What came of another parser's readings.
#[derive(Default)]
struct Peers {
    asked: usize,
    silent: BTreeMap<Silence, usize>,
    aspects: BTreeMap<Aspect, usize>,
    reader_right: usize,
    explained: usize,
    undecided: usize,
}

impl Counts {
    pub(super) fn new(name: String, least: usize) -> Self {
        Self {
            name,
            least,
            start: Instant::now(),
            seconds: 0.0,
            scripts: 0,
            read: 0,
            open: 0,
            predicted: 0,
            alike: 0,
            alike_read: 0,
            refused: 0,
            wrong: 0,
            differs: 0,
            timeouts: 0,
            doubts: BTreeMap::new(),
            peers: BTreeMap::new(),
        }
    }

    /// Counts a script, and tells what is to be told of it.
    pub(super) fn add(&mut self, outcome: Outcome) {
        outcome.told.iter().for_each(|line| println!("{line}"));
        if outcome.skipped {
            return;
        }
        self.scripts += 1;
        let read = outcome.doubt.is_none();
        match outcome.doubt {
            None => self.read += 1,
            Some(doubt) => *self.doubts.entry(doubt).or_default() += 1,
        }
        self.open += usize::from(read && outcome.open);
        self.predicted += usize::from(outcome.predicted);
        self.alike += usize::from(outcome.alike);
        self.alike_read += usize::from(outcome.alike && read);
        self.refused += usize::from(outcome.refused);
        self.wrong += usize::from(outcome.wrong);
        self.differs += usize::from(outcome.differs);
        self.timeouts += usize::from(outcome.timed_out);
        for second in outcome.peers {
            let peer = self.peers.entry(second.peer).or_default();
            match second.silence {
                Some(silence) => *peer.silent.entry(silence).or_default() += 1,
                None => peer.asked += 1,
            }
            for aspect in second.aspects {
                *peer.aspects.entry(aspect).or_default() += 1;
            }
            match second.decision {
                None => {}
                Some(Decision::Reader) => peer.reader_right += 1,
                Some(Decision::Undecided(_)) if second.reason.is_some() => peer.explained += 1,
                Some(Decision::Undecided(_)) => peer.undecided += 1,
            }
        }
    }

    /// Stops the clock.
    pub(super) fn done(mut self) -> Self {
        self.seconds = self.start.elapsed().as_secs_f64();
        self
    }

    /// Whether nothing is wrong, and no difference is left unexplained.
    pub(super) fn good(&self) -> bool {
        self.wrong + self.differs + self.refused == 0
            && self.alike_read * 100 >= self.alike * self.least
            && self.peers.values().all(|peer| peer.undecided == 0)
    }

    /// The main figures in one line.
    pub(super) fn summary(&self) -> String {
        format!(
            "{} scripts, {} read without a doubt, {} wrong accepts, {} differences, {} refused",
            self.scripts, self.read, self.wrong, self.differs, self.refused
        )
    }

    fn rate(part: usize, of: usize) -> String {
        format!("{:.1} %", part as f64 * 100.0 / of.max(1) as f64)
    }
}

/// Prints all sources.
pub(super) fn print(tables: &[Counts]) {
    let width = tables.iter().map(|counts| counts.name.len()).max().unwrap_or(0).max(6);
    println!(
        "{:width$}  scripts     read    doubts  open  predicted  refused  wrong  differ  timeouts  \
         run alike, read     time",
        "source"
    );
    for counts in tables {
        println!(
            "{:width$}  {:7}  {:7}  {:>8}  {:4}  {:9}  {:7}  {:5}  {:6}  {:8}  {:6} {:>8}  {:5.1} s",
            counts.name,
            counts.scripts,
            counts.read,
            Counts::rate(counts.scripts - counts.read, counts.scripts),
            counts.open,
            counts.predicted,
            counts.refused,
            counts.wrong,
            counts.differs,
            counts.timeouts,
            counts.alike,
            Counts::rate(counts.alike_read, counts.alike),
            counts.seconds,
        );
    }
    println!(
        "\n{:width$}  {:12}  asked  refuses  commands  separators  words  redirections  reader right  \
         explained  undecided  silent",
        "source", "parser"
    );
    for counts in tables {
        for (peer, seen) in &counts.peers {
            let of = |aspect: Aspect| seen.aspects.get(&aspect).copied().unwrap_or_default();
            let silent: Vec<_> =
                seen.silent.iter().map(|(why, count)| format!("{why:?} {count}")).collect();
            println!(
                "{:width$}  {:12}  {:5}  {:7}  {:8}  {:10}  {:5}  {:12}  {:12}  {:9}  {:9}  {}",
                counts.name,
                peer.name(),
                seen.asked,
                of(Aspect::Taken),
                of(Aspect::Commands),
                of(Aspect::Separators),
                of(Aspect::Words),
                of(Aspect::Redirections),
                seen.reader_right,
                seen.explained,
                seen.undecided,
                silent.join(", "),
            );
        }
    }
    println!();
    for counts in tables {
        let mut doubts: Vec<_> = counts.doubts.iter().collect();
        doubts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let doubts: Vec<_> = doubts.iter().map(|(id, count)| format!("{id} {count}")).collect();
        println!("{}: doubts: {}", counts.name, doubts.join(", "));
        if counts.alike_read * 100 < counts.alike * counts.least {
            println!("{}: fewer than {} % are read", counts.name, counts.least);
        }
    }
}
