//! Attacks on the sandbox, under three shells and in both modes. After each, nothing outside has
//! changed, and the next run sees a world that is exactly as declared.

#[path = "hostile/attacks.rs"]
mod attacks;

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use attacks::{ATTACKS, Sign};
use oracle::{Config, EffectKind, Mode, Observation, Oracle, Run, Shell, ShellName, World};

const SHELLS: [ShellName; 3] = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];

fn world() -> World {
    World::new("hostile")
        .file("/w/tree/a.txt", "a\n")
        .dir("/w/tree/build", 0o755)
        .file("/w/outside/keep", "keep\n")
        .trap("/w/tree/link", "../outside")
}

/// Things of this machine that an attack might reach.
struct Outside {
    folder: tempfile::TempDir,
    process: Child,
}

impl Outside {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("file"), "content").expect("written");
        let process = Command::new("sleep").arg("1000").spawn().expect("sleep");
        Self { folder, process }
    }

    fn is_untouched(&mut self) -> bool {
        let file = self.folder.path().join("file");
        let only = std::fs::read_dir(self.folder.path()).map(Iterator::count).ok();
        std::fs::read(file).is_ok_and(|content| content == b"content")
            && only == Some(1)
            && self.process.try_wait().is_ok_and(|ended| ended.is_none())
            && !["/escaped", "/usr/escaped"].iter().any(|path| std::path::Path::new(path).exists())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("reaped");
    }
}

fn shows(seen: &Observation, sign: Sign) -> bool {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match sign {
        Sign::Says(what) => {
            text(&seen.stdout.bytes).contains(what) || text(&seen.stderr.bytes).contains(what)
        }
        Sign::IsEnded => seen.timed_out,
        Sign::Leaves => seen.effects.iter().any(|effect| effect.kind == EffectKind::Leftover),
        Sign::Does(kind, what) => seen.effects.iter().any(|effect| {
            effect.kind.name() == kind
                && (text(&effect.path).contains(what) || effect.detail.contains(what))
        }),
    }
}

/// A run whose every effect is known: one file, one program.
fn is_exact(oracle: &mut Oracle, world: &World, shell: &Shell, mode: Mode) -> Result<(), String> {
    let mut run = Run::new(b"echo x > made; ls", world, shell);
    run.mode = mode;
    let seen = oracle.observe(&run).map_err(|error| error.to_string())?;
    let effects: Vec<_> =
        seen.effects.iter().map(|effect| (effect.kind, effect.path.as_slice())).collect();
    let programs: Vec<_> = seen.programs.iter().map(|program| program.argv.clone()).collect();
    let as_declared = effects == [(EffectKind::Create, &b"/w/tree/made"[..])]
        && programs == [[b"ls".to_vec()]]
        && seen.stdout.bytes == b"a.txt\nbuild\nlink\nmade\n"
        && seen.stderr.bytes.is_empty()
        && seen.exit == Some(0);
    if as_declared { Ok(()) } else { Err(format!("{seen:?}")) }
}

fn attack_all(shell: ShellName, mode: Mode) -> Vec<String> {
    let config = Config { timeout: Duration::from_millis(1500), ..Config::default() };
    let mut oracle = Oracle::new(config).expect("a sandbox");
    let program = Shell::find(shell).expect("the shell");
    let world = world();
    let mut outside = Outside::new();
    let mut wrong = Vec::new();
    for (name, script, sign) in ATTACKS {
        let mut run = Run::new(script.as_bytes(), &world, &program);
        run.mode = mode;
        let started = Instant::now();
        let mut fail = |what: String| wrong.push(format!("{name} under {shell}: {what}"));
        match oracle.observe(&run) {
            Ok(seen) if shows(&seen, *sign) => {}
            Ok(seen) => fail(format!("does not show {sign:?}: {}", brief(&seen))),
            Err(error) => fail(error.to_string()),
        }
        if started.elapsed() > Duration::from_secs(30) {
            fail(format!("took {:?}", started.elapsed()));
        }
        if let Err(what) = is_exact(&mut oracle, &world, &program, mode) {
            fail(format!("the next run is not exact: {what}"));
        }
        if !outside.is_untouched() {
            fail("something outside has changed".to_owned());
        }
    }
    wrong
}

fn attack_under_all_shells(mode: Mode) {
    let wrong: Vec<_> = SHELLS.into_iter().flat_map(|shell| attack_all(shell, mode)).collect();
    assert!(wrong.is_empty(), "{} attacks:\n{}", wrong.len(), wrong.join("\n"));
}

fn brief(seen: &Observation) -> String {
    let head = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
    format!(
        "exit {:?}, signal {:?}, timed out {}, out {:?}, err {:?}, effects {:?}, {:?}",
        seen.exit,
        seen.signal,
        seen.timed_out,
        head(&seen.stdout.bytes),
        head(&seen.stderr.bytes),
        seen.effects.iter().take(5).map(|e| (e.kind, head(&e.path), &e.detail)).collect::<Vec<_>>(),
        seen.unobserved,
    )
}

#[test]
fn there_are_enough_attacks() {
    assert!(ATTACKS.len() >= 70, "{}", ATTACKS.len());
    let mut names: Vec<_> = ATTACKS.iter().map(|(name, ..)| name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), ATTACKS.len(), "a name stands twice");
}

#[test]
fn every_attack_is_contained_in_exact_mode() {
    attack_under_all_shells(Mode::Exact);
}

#[test]
fn every_attack_is_contained_in_fork_server_mode() {
    attack_under_all_shells(Mode::ForkServer);
}
