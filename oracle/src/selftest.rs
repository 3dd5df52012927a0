//! The oracle's test of itself: for every kind of effect one thing that must be seen, and one that is
//! alike and must not be.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{
    By, Delivery, EffectKind, Error, Mode, Observation, Oracle, Run, Script, Shell, World,
};

/// How much a self-test covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfTest {
    /// Everything. Takes a few hundred milliseconds, for a process that is left behind is waited for.
    Full,
    /// All but a process that is left behind. Takes some 30 milliseconds.
    Quick,
}

/// Makes a name that nobody installs, so that the tripwire has to answer. Another one every time,
/// since the kernel answers for the names that it has met.
fn nobody() -> String {
    static MADE: AtomicU64 = AtomicU64::new(0);
    format!("trapline-control-nobody-{}", MADE.fetch_add(1, Ordering::Relaxed))
}

/// What is planted: what a shell does, the effect that must be seen of it, and where.
const PLANTED: [(&str, EffectKind, &str); 9] = [
    ("echo x > made", EffectKind::Create, "/w/tree/made"),
    ("echo y > changed", EffectKind::Modify, "/w/tree/changed"),
    ("rm removed", EffectKind::Delete, "/w/tree/removed"),
    ("mv moved there", EffectKind::Rename, "/w/tree/there"),
    ("chmod 600 closed", EffectKind::Mode, "/w/tree/closed"),
    ("cat \"$HOME\"/secret > /dev/null", EffectKind::Read, "/w/home/secret"),
    ("ls up/ > /dev/null", EffectKind::Follow, "/w/outside"),
    ("bash -c '(exec 3<> /dev/tcp/127.0.0.1/9) 2> /dev/null'", EffectKind::Connect, "127.0.0.1:9"),
    ("kill -CONT $$", EffectKind::Signal, "SIGCONT"),
];

/// The last kind, which takes time.
const LEFT: (&str, EffectKind, &str) = ("env sleep 9 &", EffectKind::Leftover, "sleep 9");

/// For each of these, what is alike and does nothing.
const NOTHING: [&str; 9] = [
    "echo x > /dev/null",
    ": < changed",
    "rm -f missing",
    "mv missing there 2> /dev/null",
    "chmod 600 missing 2> /dev/null",
    "test -r \"$HOME\"/secret",
    "readlink up > /dev/null",
    "bash -c ':'",
    "kill -0 $$",
];

const NOT_LEFT: &str = "env sleep 0 & wait";

/// The programs of [`PLANTED`] and of [`NOTHING`], in order.
const PLANTED_PROGRAMS: [&str; 6] = ["rm", "mv", "chmod", "cat", "ls", "bash"];
const NOTHING_PROGRAMS: [&str; 5] = ["rm", "mv", "chmod", "readlink", "bash"];

fn world() -> World {
    ["changed", "removed", "moved", "closed"]
        .into_iter()
        .fold(World::new("self-test"), |world, name| {
            world.file(format!("/w/tree/{name}"), "content\n")
        })
        .file("/w/outside/keep", "keep\n")
        .file("/w/home/secret", "CANARY-SELF-TEST\n")
        .canary("/w/home/secret", "CANARY-SELF-TEST")
        .trap("/w/tree/up", "../outside")
}

impl Oracle {
    /// Makes runs whose every effect is known, and compares.
    ///
    /// # Errors
    ///
    /// [`Error::SelfTest`] where something that was planted was not seen, or something was seen that was
    /// not there: then no result of this worker counts. Others as [`Oracle::observe`].
    pub fn self_test(&mut self, shell: &Shell, mode: Mode, scope: SelfTest) -> Result<(), Error> {
        let full = scope == SelfTest::Full;
        let world = world();
        let mut lines: Vec<&str> = PLANTED.iter().map(|(line, ..)| *line).collect();
        let nobody = nobody();
        let unknown = format!("{nobody} 'one two' --three");
        lines.push(&unknown);
        lines.extend(full.then_some(LEFT.0));
        let seen = self.test_run(&lines, &world, shell, mode)?;
        let failed = |what: String| Error::SelfTest {
            shell: format!("{} ({})", shell.name, mode.name()),
            what,
        };
        let expected: Vec<_> = PLANTED.iter().chain(full.then_some(&LEFT)).collect();
        for (line, kind, place) in &expected {
            let is_it = |effect: &&crate::Effect| {
                effect.kind == *kind
                    && (effect.path == place.as_bytes() || effect.detail.contains(place))
            };
            if seen.effects.iter().find(is_it).is_none() {
                return Err(failed(format!("`{line}` was not seen: {}", brief(&seen))));
            }
        }
        let programs = PLANTED_PROGRAMS.into_iter().chain([nobody.as_str()]);
        if seen.effects.len() != expected.len() || !started(&seen, programs) {
            return Err(failed(format!(
                "more or less was seen than was planted: {}",
                brief(&seen)
            )));
        }
        let words = [nobody.as_str(), "one two", "--three"].map(|word| word.as_bytes().to_vec());
        let answered = |it: &crate::Program| it.tripwire && it.argv == words && it.by == By::Shell;
        if !seen.programs.iter().any(answered) {
            return Err(failed(format!("`{unknown}` was not seen: {}", brief(&seen))));
        }
        let mut lines = NOTHING.to_vec();
        lines.extend(full.then_some(NOT_LEFT));
        let seen = self.test_run(&lines, &world, shell, mode)?;
        let programs = NOTHING_PROGRAMS.into_iter();
        if !seen.effects.is_empty() || !started(&seen, programs) {
            return Err(failed(format!(
                "effects were seen where there are none: {}",
                brief(&seen)
            )));
        }
        Ok(())
    }

    fn test_run(
        &mut self,
        lines: &[&str],
        world: &World,
        shell: &Shell,
        mode: Mode,
    ) -> Result<Observation, Error> {
        let script = Script::from(lines.join("\n").as_str());
        // The machine may be busy: what is tested is what is seen, not how fast.
        let timeout = Some(std::time::Duration::from_secs(30));
        let run = Run { mode, timeout, delivery: Delivery::C, ..Run::new(&script, world, shell) };
        self.observe(&run)
    }
}

/// Whether exactly these programs were started, in this order. How far what is left behind comes
/// before it is ended depends on the machine.
fn started<'a>(seen: &Observation, names: impl Iterator<Item = &'a str>) -> bool {
    let seen = seen.programs.iter().filter_map(|program| program.argv.first().map(Vec::as_slice));
    seen.filter(|name| ![&b"env"[..], b"sleep"].contains(name)).eq(names.map(str::as_bytes))
}

/// What was seen, on one line.
fn brief(seen: &Observation) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let effects: Vec<String> = seen
        .effects
        .iter()
        .map(|it| format!("{} {}{}", it.kind.name(), text(&it.path), it.detail))
        .collect();
    let programs: Vec<String> =
        seen.programs.iter().map(|program| text(&program.argv.join(&b' '))).collect();
    let (effects, programs) = (effects.join(", "), programs.join(", "));
    let said = text(&seen.stderr.bytes);
    format!("exit {:?}, effects [{effects}], programs [{programs}], {said:?}", seen.exit)
}
