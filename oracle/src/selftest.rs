//! The oracle's test of itself: for every kind of effect one thing that must be seen, and one that is
//! alike and must not be.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::{By, EffectKind, Error, Mode, Observation, Oracle, Run, Script, Shell, World};

/// Makes a name that nobody installs, so that the tripwire has to answer. Another one every time,
/// since the kernel answers for the names that it has met.
fn nobody() -> String {
    static MADE: AtomicU64 = AtomicU64::new(0);
    format!("trapline-control-nobody-{}", MADE.fetch_add(1, Ordering::Relaxed))
}

/// The words with which a program is started.
type Words = &'static [&'static str];

/// What is planted, and what is alike and does nothing.
#[derive(Clone, Copy, Debug)]
struct Control {
    /// The kind of effect that must be seen of the first, and of the second must not.
    kind: EffectKind,
    /// What the shell does, and the program that this starts.
    planted: (&'static str, Option<Words>),
    /// The effect's path, or a part of its detail.
    place: &'static str,
    /// What is alike, and the program that it starts.
    alike: (&'static str, Option<Words>),
}

/// The process that is left behind. It is no builtin of any shell by this name.
const SLEEP: &str = "/bin/sleep";

/// The controls of a kind. There is no way to add a kind without them.
fn control(kind: EffectKind) -> Control {
    let (planted, place, alike): ((_, Option<Words>), _, (_, Option<Words>)) = match kind {
        EffectKind::Create => {
            (("echo x > made", None), "/w/tree/made", ("echo x > /dev/null", None))
        }
        EffectKind::Modify => {
            (("echo y > changed", None), "/w/tree/changed", (": < changed", None))
        }
        EffectKind::Delete => (
            ("rm removed", Some(&["rm", "removed"])),
            "/w/tree/removed",
            ("rm -f missing", Some(&["rm", "-f", "missing"])),
        ),
        EffectKind::Rename => (
            ("mv moved there", Some(&["mv", "moved", "there"])),
            "/w/tree/there",
            ("mv missing there 2> /dev/null", Some(&["mv", "missing", "there"])),
        ),
        EffectKind::Mode => (
            ("chmod 600 closed", Some(&["chmod", "600", "closed"])),
            "/w/tree/closed",
            ("chmod 600 missing 2> /dev/null", Some(&["chmod", "600", "missing"])),
        ),
        EffectKind::Read => (
            ("cat \"$HOME\"/secret > /dev/null", Some(&["cat", "/w/home/secret"])),
            "/w/home/secret",
            ("test -r \"$HOME\"/secret", None),
        ),
        EffectKind::Follow => (
            ("ls up/ > /dev/null", Some(&["ls", "up/"])),
            "/w/outside",
            ("readlink up > /dev/null", Some(&["readlink", "up"])),
        ),
        EffectKind::Connect => (
            (
                "bash -c '(exec 3<> /dev/tcp/127.0.0.1/9) 2> /dev/null'",
                Some(&["bash", "-c", "(exec 3<> /dev/tcp/127.0.0.1/9) 2> /dev/null"]),
            ),
            "127.0.0.1:9",
            ("bash -c ': /dev/tcp/127.0.0.1/9'", Some(&["bash", "-c", ": /dev/tcp/127.0.0.1/9"])),
        ),
        EffectKind::Leftover => (("/bin/sleep 9 &", None), "sleep 9", ("/bin/sleep 0 &", None)),
        EffectKind::Signal => (("kill -CONT $$", None), "SIGCONT", ("kill -0 $$", None)),
    };
    Control { kind, planted, place, alike }
}

/// The controls of all kinds, in the order in which they are made: what is left behind first, so that
/// it has long started when the shell ends.
fn controls() -> Vec<Control> {
    let mut controls: Vec<_> = EffectKind::ALL.into_iter().map(control).collect();
    controls.sort_by_key(|control| control.kind != EffectKind::Leftover);
    controls
}

/// A secret without a file, which shows by its content alone.
const TOKEN: (&str, &str) = ("echo \"$CONTROL_SECRET\"", ": \"$CONTROL_SECRET\"");

/// How long what is planted to be left behind is waited for. It stays for seconds.
const PLANTED_GRACE: Duration = Duration::from_millis(1);

/// How long its like is waited for, which ends at once wherever the machine is not too busy.
const ALIKE_GRACE: Duration = Duration::from_secs(10);

fn world() -> World {
    ["changed", "removed", "moved", "closed"]
        .into_iter()
        .fold(World::new("self-test"), |world, name| {
            world.file(format!("/w/tree/{name}"), "content\n")
        })
        .file("/w/outside/keep", "keep\n")
        .file("/w/home/secret", "CANARY-SELF-TEST\n")
        .canary("/w/home/secret", "CANARY-SELF-TEST")
        .canary_env("CONTROL_SECRET", "CANARY-IN-A-VARIABLE")
        .trap("/w/tree/up", "../outside")
}

impl Oracle {
    /// Makes runs whose every effect is known, and compares: of each kind of effect something that
    /// must be seen and something alike that must not, and the same for what programs start with and for
    /// a secret's content. Takes some 30 milliseconds.
    ///
    /// # Errors
    ///
    /// [`Error::SelfTest`] where something that was planted was not seen, or something was seen that was
    /// not there, or the worker ended over it: then no result of this worker counts. Others as
    /// [`Oracle::observe`].
    pub fn self_test(&mut self, shell: &Shell, mode: Mode) -> Result<(), Error> {
        let failed = |what: String| Error::SelfTest {
            shell: format!("{} ({})", shell.name, mode.name()),
            what,
        };
        let (world, controls) = (world(), controls());
        let restarts = self.restarts();
        let nobody = nobody();
        let unknown = format!("{nobody} 'one two' --three");

        let lines = controls.iter().map(|it| it.planted.0).chain([TOKEN.0, &unknown]);
        let seen = self.control_run(lines, &world, shell, mode, PLANTED_GRACE)?;
        for control in &controls {
            let (kind, place) = (control.kind, control.place);
            let is_it = |effect: &&crate::Effect| {
                effect.kind == kind
                    && (effect.path == place.as_bytes() || effect.detail.contains(place))
            };
            if seen.effects.iter().find(is_it).is_none() {
                let line = control.planted.0;
                return Err(failed(format!("`{line}` was not seen: {}", brief(&seen))));
            }
        }
        let token = |it: &&crate::Effect| {
            it.kind == EffectKind::Read && it.path.is_empty() && it.detail == "$CONTROL_SECRET"
        };
        if seen.effects.iter().find(token).is_none() {
            return Err(failed(format!("`{}` was not seen: {}", TOKEN.0, brief(&seen))));
        }
        let last: &[&str] = &[&nobody, "one two", "--three"];
        let programs = controls.iter().filter_map(|it| it.planted.1).chain([last]);
        if seen.effects.len() != controls.len() + 1 || !started(&seen, programs) {
            return Err(failed(format!(
                "more or less was seen than was planted: {}",
                brief(&seen)
            )));
        }
        if !seen.programs.last().is_some_and(|last| last.tripwire && last.by == By::Shell) {
            return Err(failed(format!("`{unknown}` was not answered: {}", brief(&seen))));
        }

        let unknown = format!("echo {unknown} > /dev/null");
        let lines = controls.iter().map(|it| it.alike.0).chain([TOKEN.1, &unknown]);
        let seen = self.control_run(lines, &world, shell, mode, ALIKE_GRACE)?;
        let programs = controls.iter().filter_map(|it| it.alike.1);
        if !seen.effects.is_empty() || !started(&seen, programs) {
            return Err(failed(format!(
                "effects were seen where there are none: {}",
                brief(&seen)
            )));
        }
        // A worker that ended was replaced, and its successor passed.
        match self.restarts() == restarts {
            true => Ok(()),
            false => Err(failed("the worker ended over it".to_owned())),
        }
    }

    fn control_run<'a>(
        &mut self,
        lines: impl Iterator<Item = &'a str>,
        world: &World,
        shell: &Shell,
        mode: Mode,
        grace: Duration,
    ) -> Result<Observation, Error> {
        let lines: Vec<&str> = lines.collect();
        let script = Script::from(lines.join("\n").as_str());
        // The machine may be busy: what is tested is what is seen, not how fast.
        let timeout = Some(Duration::from_secs(30));
        self.observe_with_grace(&Run { mode, timeout, ..Run::new(script, world, shell) }, grace)
    }
}

/// Whether exactly these programs were started, in this order. When the one in the background gets
/// there depends on the machine.
fn started<'a>(seen: &Observation, programs: impl Iterator<Item = &'a [&'a str]>) -> bool {
    let seen = seen.programs.iter().map(|program| &program.argv);
    let seen = seen.filter(|argv| argv.first().is_none_or(|name| name != SLEEP.as_bytes()));
    let words = |argv: &[&str]| argv.iter().map(|word| word.as_bytes().to_vec()).collect();
    seen.eq(programs.map(words).collect::<Vec<Vec<_>>>().iter())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, ShellName};

    /// Each kind has a control that shows it and nothing else, and one that shows nothing.
    #[test]
    fn every_kind_has_both_controls() {
        let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
        let shell = Shell::find(ShellName::Sh).expect("dash");
        let world = world();
        let mut see = |line: &'static str, grace| {
            let lines = [line].into_iter();
            let seen = oracle.control_run(lines, &world, &shell, Mode::Exact, grace);
            seen.expect("a run").effects
        };
        for kind in EffectKind::ALL {
            let made: Vec<_> = controls().into_iter().filter(|it| it.kind == kind).collect();
            let [control] = made.as_slice() else { panic!("{}: {made:?}", kind.name()) };
            let kinds: Vec<_> =
                see(control.planted.0, PLANTED_GRACE).iter().map(|it| it.kind).collect();
            assert_eq!(kinds, [kind], "{}", control.planted.0);
            assert_eq!(see(control.alike.0, ALIKE_GRACE), [], "{}", control.alike.0);
        }
        assert_eq!(see(TOKEN.0, PLANTED_GRACE).len(), 1);
        assert_eq!(see(TOKEN.1, ALIKE_GRACE), []);
    }
}
