//! One script: read, run, compared.

use guard::syntax;
use hunt::agree::Said;
use hunt::agree::opinions::plain::List;
use hunt::agree::opinions::{
    Aspect, Decision, Opinion, Peer, Ran, Silence, ask, decide, differences, missed, reader,
};

use super::shells::{SHELLS, Watcher, ZSH};
use super::wire::{Ask, CHECK, Run};
use super::{Failure, Options, explained};

/// What came of a script.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// It was not looked at: no argument can hold it, or it may run what is no stub.
    pub(super) skipped: bool,
    /// The first doubt.
    pub(super) doubt: Option<&'static str>,
    /// Something that the script does not fix may run.
    pub(super) open: bool,
    /// bash, dash and zsh ran it alike.
    pub(super) alike: bool,
    /// A run was ended before it was done.
    pub(super) timed_out: bool,
    /// The tree fixes which programs run, and they ran.
    pub(super) predicted: bool,
    /// bash, dash or zsh refuses what is read.
    pub(super) refused: bool,
    /// A shell did what the tree has not, or the tree does not print as itself.
    pub(super) wrong: bool,
    /// A shell ran other programs, or not as often, as the tree fixes.
    pub(super) differs: bool,
    /// What the other parsers make of it.
    pub(super) peers: Vec<Second>,
    /// What is to be told.
    pub(super) told: Vec<String>,
}

/// What another parser makes of a script that is read without a doubt.
#[derive(Debug)]
pub(super) struct Second {
    pub(super) peer: Peer,
    pub(super) silence: Option<Silence>,
    pub(super) aspects: Vec<Aspect>,
    pub(super) decision: Option<Decision>,
    /// It is undecided, and this is known to be why.
    pub(super) reason: Option<String>,
}

/// Reads a script, and runs it where it is read (or where it is `stored`, to see how shells read
/// it).
pub(super) fn one(
    script: &[u8],
    watcher: &mut Watcher,
    options: &Options,
    stored: bool,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    // The loader is the one program in the sandbox that is no stub.
    let loader = script.windows(4).any(|window| window == b"/lib");
    if script.contains(&0) || loader || script.len() > 100_000 {
        outcome.skipped = true;
        return Ok(outcome);
    }
    let reading = syntax::read(script);
    let shown = String::from_utf8_lossy(script);
    let doubt = reading.doubts.first();
    outcome.doubt = doubt.map(|doubt| doubt.kind.id());
    let said = Said::new(&reading.script);
    outcome.open = said.open;
    if doubt.is_none() {
        let printed = syntax::print(&reading.script);
        let again = syntax::read(&printed);
        if !again.doubts.is_empty() || outline(&again.script) != outline(&reading.script) {
            outcome.wrong = true;
            let printed = String::from_utf8_lossy(&printed);
            let doubt = again.doubts.first().map(ToString::to_string);
            outcome.told.push(format!("PRINT {shown:?} -> {printed:?}: {doubt:?}"));
        }
    } else if !stored && !options.doubtful {
        return Ok(outcome);
    }
    let mut names = said.names.clone();
    names.extend(words(script));
    let shells = (0..SHELLS.len()).filter_map(|shell| u8::try_from(shell).ok()).collect();
    let mut statuses = if constant(script) { vec![0] } else { vec![0, 1] };
    if doubt.is_none() {
        statuses.push(CHECK);
    }
    let ask = Ask { script: script.to_vec(), shells, statuses };
    let (checks, runs): (Vec<Run>, Vec<Run>) =
        watcher.run(&ask, &names)?.into_iter().partition(|run| run.status == CHECK);
    outcome.timed_out = runs.iter().any(|run| run.timed_out);
    outcome.alike = runs_alike(&runs);
    if options.verbose || (options.told && stored && outcome.alike && doubt.is_some()) {
        let how = doubt.map_or("read".to_owned(), ToString::to_string);
        outcome.told.push(format!("{shown:?}: {how}"));
    }
    if options.verbose {
        outcome.told.extend(checks.iter().chain(&runs).map(show));
    }
    if doubt.is_some() {
        return Ok(outcome);
    }
    if let Some(check) = checks.iter().find(|check| refuses(check)) {
        outcome.refused = true;
        outcome.told.push(format!("REFUSED {shown:?}\n{}", show(check)));
        return Ok(outcome);
    }
    for run in &runs {
        let argv = run.ran.iter().any(|argv| !said.open && !said.has_command(argv));
        let file = run.files.iter().any(|file| !said.open && !said.has_file(file));
        if argv || file {
            outcome.wrong = true;
            outcome.told.push(format!("WRONG {shown:?}\n{}", show(run)));
            return Ok(outcome);
        }
    }
    let own = reader::plain(&reading.script);
    let seen: Vec<Ran> = runs.iter().map(ran).collect();
    for (run, seen) in runs.iter().zip(&seen) {
        if let Some(expected) = missed(&own, seen) {
            outcome.differs = true;
            let told = format!("DIFFERS {shown:?}: {} programs\n{}", expected.len(), show(run));
            outcome.told.push(told);
            return Ok(outcome);
        }
        outcome.predicted |= !seen.cut && seen.foretold(&own);
    }
    for peer in Peer::ALL {
        // Whether another script makes every shell do the same.
        let mut alike = |other: &[u8]| {
            let ask = Ask { script: other.to_vec(), ..ask.clone() };
            let again = watcher.run(&ask, &[]).unwrap_or_default();
            let again = again.into_iter().filter(|run| run.status != CHECK);
            // What was ended before it was done got as far as the machine's load let it.
            again.zip(&runs).all(|(again, run)| {
                again.timed_out || run.timed_out || sorted(again) == sorted(run.clone())
            })
        };
        let second = ask_peer(peer, script, &own, &seen, &mut alike);
        let (second, places) = second;
        outcome.told.extend(second.tell(script, &places, options));
        outcome.peers.push(second);
    }
    Ok(outcome)
}

/// Whether a shell does not take the script. zsh ends with 1 for `! a` though it runs nothing, and
/// looks for the file of `$(<a)`; neither is a refusal.
fn refuses(check: &Run) -> bool {
    let mut lines = check.said.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let missing = b"no such file or directory: ";
    let harmless =
        |line: &[u8]| line.windows(missing.len()).any(|window| window == missing.as_slice());
    check.exit != 0 && !check.timed_out && lines.any(|line| check.shell != ZSH || !harmless(line))
}

/// Asks a parser; gives back the first place of each aspect too.
fn ask_peer(
    peer: Peer,
    script: &[u8],
    own: &List,
    seen: &[Ran],
    alike: &mut dyn FnMut(&[u8]) -> bool,
) -> (Second, Vec<String>) {
    let opinion = ask(peer, script);
    let decision = decide(own, &opinion, seen);
    let mut second = Second { peer, silence: None, aspects: Vec::new(), decision, reason: None };
    let mut places = Vec::new();
    match &opinion {
        Opinion::None(silence) => second.silence = Some(*silence),
        Opinion::Refuses(reason) => {
            second.aspects.push(Aspect::Taken);
            places.push(reason.clone());
        }
        Opinion::Read(list) => {
            for (aspect, place) in differences(own, list) {
                second.aspects.push(aspect);
                places.push(place);
            }
        }
    }
    if matches!(decision, Some(Decision::Undecided(_))) {
        second.reason = explained::reason(peer, script, own, &opinion, alike);
    }
    (second, places)
}

impl Second {
    /// What is to be told.
    fn tell(&self, script: &[u8], places: &[String], options: &Options) -> Option<String> {
        let shown = String::from_utf8_lossy(script);
        let (name, places) = (self.peer.name(), places.join("\n  "));
        match self.decision {
            Some(Decision::Undecided(why)) if options.told || self.reason.is_none() => {
                let reason = self.reason.as_deref().unwrap_or("not explained");
                Some(format!("UNDECIDED {name} {shown:?}: {why}; {reason}\n  {places}"))
            }
            Some(_) if options.verbose => Some(format!("  {name} differs: {places}")),
            _ => None,
        }
    }
}

/// A run whose programs are in an order of their own: what runs at once starts in any order.
fn sorted(mut run: Run) -> Run {
    run.ran.sort();
    run
}

fn ran(run: &Run) -> Ran {
    Ran {
        plain: run.shell <= ZSH,
        status: run.status,
        cut: run.timed_out,
        argvs: run.ran.clone(),
        files: run.files.clone(),
    }
}

/// Whether nothing in the text depends on the status of a program.
fn constant(script: &[u8]) -> bool {
    let has = |word: &[u8]| script.windows(word.len()).any(|window| window == word);
    ![&b"&&"[..], b"||", b"if", b"while", b"until", b"!", b"$?", b"-e", b"trap"]
        .into_iter()
        .any(has)
}

/// Whether bash, dash and zsh ran the same programs with the same words and made the same files.
fn runs_alike(runs: &[Run]) -> bool {
    let of = |shell: u8| runs.iter().filter(move |run| run.shell == shell);
    let same = |one: &Run, other: &Run| {
        let (mut left, mut right) = (one.ran.clone(), other.ran.clone());
        left.sort();
        right.sort();
        left == right
            && one.files == other.files
            && (one.exit == 0) == (other.exit == 0)
            && !one.timed_out
            && !other.timed_out
    };
    of(0).zip(of(1)).zip(of(2)).all(|((bash, dash), zsh)| same(bash, dash) && same(bash, zsh))
        && runs.iter().any(|run| run.shell <= ZSH && (run.exit == 0 || !run.ran.is_empty()))
}

/// A tree's debug text without its spans.
fn outline(script: &syntax::Script) -> String {
    let text = format!("{script:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { start: ") {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        let end = after.find('}').map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    out.push_str(rest);
    out
}

/// Words under which a shell might look for a program if it read the text in another way.
fn words(script: &[u8]) -> Vec<Vec<u8>> {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.+@%,{}[]!^:=~*?#".contains(byte);
    let mut words: Vec<Vec<u8>> = Vec::new();
    let joined: Vec<u8> = script
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| {
            let continues = byte == b'\n' && at > 0 && script[at - 1] == b'\\';
            !continues && !matches!(byte, b'\\' | b'\'' | b'"' | b'`')
        })
        .map(|(_, &byte)| byte)
        .collect();
    for text in [script, &joined] {
        for word in text.split(|byte| !in_word(byte)) {
            words.push(word.to_vec());
            words.extend(word.split(|byte| b"{}[]!^:=~*?#@%,+".contains(byte)).map(<[u8]>::to_vec));
        }
    }
    words.extend(["cat", "more", "sh", "x", "env", "less"].map(|name| name.as_bytes().to_vec()));
    words
}

fn show(run: &Run) -> String {
    let name = SHELLS.get(usize::from(run.shell)).map_or("?", |(name, ..)| name);
    if run.status == CHECK {
        let said = String::from_utf8_lossy(&run.said);
        return format!("  {name} -n: exit {}, {said:?}", run.exit);
    }
    let ran: Vec<String> = run
        .ran
        .iter()
        .map(|argv| {
            let words: Vec<_> = argv.iter().map(|word| String::from_utf8_lossy(word)).collect();
            format!("{words:?}")
        })
        .collect();
    let files: Vec<_> = run.files.iter().map(|file| String::from_utf8_lossy(file)).collect();
    format!(
        "  {name} {}: exit {}{} ran {} files {files:?}",
        run.status,
        run.exit,
        if run.timed_out { " (timed out)" } else { "" },
        ran.join(" "),
    )
}
