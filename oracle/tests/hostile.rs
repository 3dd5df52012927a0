//! Attacks on the sandbox: each under every shell whose syntax permits it, in both ways to start a shell,
//! and in every privilege mode that this machine offers: as the user who runs the tests, as an ordinary
//! user where that is root, and as an ordinary user who starts it through `sudo`. After each, nothing
//! outside has changed, and the next run sees a world that is exactly as declared.
//!
//! A plain `cargo test` takes a sample that reaches each attack several times; `scripts/hostile` sets
//! `HOSTILE=full` for all of it. Where root runs the tests, the ordinary user is nobody, or the one that
//! `HOSTILE_USER` names.

#[path = "hostile/attacks.rs"]
mod attacks;

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use attacks::{ATTACKS, Sign, permits};
use oracle::{Config, EffectKind, Mode, Observation, Oracle, Run, Shell, ShellName, World};

/// Which share of the attacks a sample makes: one of so many, for the three common shells and for the
/// others.
#[derive(Clone, Copy)]
struct Share {
    common: usize,
    other: usize,
}

/// All of them, as for `HOSTILE=full`.
const ALL: Share = Share { common: 1, other: 1 };

fn is_full() -> bool {
    std::env::var_os("HOSTILE").is_some_and(|value| value == "full")
}

/// What came of attacks.
#[derive(Default)]
struct Made {
    /// How many were made.
    count: usize,
    /// Those that a shell does not let anybody make.
    impossible: Vec<String>,
    /// How many of them went wrong, and how.
    failed: usize,
    wrong: Vec<String>,
}

/// How long an attack may go on that was ended before it showed what stops it.
const MORE_TIME: Duration = Duration::from_secs(20);

/// Says aloud which mode could not be tried, and why.
fn untried(mode: &str, why: &str) {
    eprintln!("not tried: {mode}: {why}");
}

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
    let says = |what: &str| {
        text(&seen.stdout.bytes).contains(what) || text(&seen.stderr.bytes).contains(what)
    };
    match sign {
        Sign::Says(what) => says(what),
        Sign::SaysAny(texts) => texts.iter().any(|what| says(what)),
        Sign::Starves => seen.timed_out || says("ork") || says("process"),
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

fn attack_all(shell: ShellName, mode: Mode, share: usize, turn: usize) -> Made {
    let config = Config { timeout: Duration::from_millis(1500), ..Config::default() };
    let mut oracle = Oracle::new(config).expect("a sandbox");
    let program = Shell::find(shell).expect("the shell");
    let world = world();
    let mut outside = Outside::new();
    let mut made = Made::default();
    let sample = ATTACKS.iter().enumerate().filter(|(at, _)| (at + turn).is_multiple_of(share));
    for (_, (name, script, sign)) in sample {
        if !permits(shell, name) {
            made.impossible.push(format!("{name} under {shell}"));
            continue;
        }
        made.count += 1;
        let before = made.wrong.len();
        let mut run = Run::new(script.as_bytes(), &world, &program);
        run.mode = mode;
        let started = Instant::now();
        let mut fail = |what: String| made.wrong.push(format!("{name} under {shell}: {what}"));
        let mut seen = oracle.observe(&run);
        // On a busy machine an attack may not get to where it is stopped; then it has more time.
        if seen.as_ref().is_ok_and(|seen| seen.timed_out && !shows(seen, *sign)) {
            run.timeout = Some(MORE_TIME);
            seen = oracle.observe(&run);
        }
        match seen {
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
        made.failed += usize::from(made.wrong.len() > before);
    }
    made
}

fn attack_under_all_shells(mode: Mode, sample: Share) {
    let share = if is_full() { ALL } else { sample };
    // By turns, so that each attack falls to as many of the shells as another.
    let common = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let others = ShellName::ALL.into_iter().filter(|shell| !common.contains(shell));
    let shares = (common.into_iter().enumerate().map(|(turn, shell)| (shell, share.common, turn)))
        .chain(others.enumerate().map(|(turn, shell)| (shell, share.other, turn)));
    let mut all = Made::default();
    for (shell, share, turn) in shares {
        let made = attack_all(shell, mode, share, turn);
        all.count += made.count;
        all.failed += made.failed;
        all.impossible.extend(made.impossible);
        all.wrong.extend(made.wrong);
    }
    let who = std::env::var("HOSTILE_AS").unwrap_or_else(|_| "the user of the tests".to_owned());
    // `scripts/hostile` adds these up.
    eprintln!(
        "tried: {who}, {}: {} attacks, {} shells, {} made, {} wrong, impossible: {}",
        mode.name(),
        ATTACKS.len(),
        ShellName::ALL.len(),
        all.count,
        all.failed,
        all.impossible.join("; "),
    );
    assert!(all.wrong.is_empty(), "{} attacks:\n{}", all.wrong.len(), all.wrong.join("\n"));
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
    for shell in ShellName::ALL {
        let made = names.iter().filter(|name| permits(shell, name)).count();
        assert!(made >= 70, "{shell} is attacked {made} times only");
    }
}

#[test]
fn every_attack_is_contained_in_exact_mode() {
    attack_under_all_shells(Mode::Exact, Share { common: 3, other: 5 });
}

#[test]
fn every_attack_is_contained_in_fork_server_mode() {
    attack_under_all_shells(Mode::ForkServer, Share { common: 3, other: 10 });
}

/// The part of a test that is run as somebody else, by a copy of this program.
#[test]
fn as_somebody_else() {
    // Alone it would be the test above once more.
    let Ok(mode) = std::env::var("HOSTILE_AS") else { return };
    match Oracle::new(Config::default()) {
        Err(oracle::Error::NoSandbox(missing)) => untried(&mode, &missing.to_string()),
        _ => {
            attack_under_all_shells(Mode::Exact, Share { common: 6, other: 15 });
            attack_under_all_shells(Mode::ForkServer, Share { common: 12, other: 30 });
        }
    }
}

/// Runs `as_somebody_else` through a program that changes who runs it.
fn run_as(mode: &str, through: &[String]) {
    let folder = tempfile::tempdir().expect("a folder");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).expect("open to all");
    // Where this program stands may be closed to them.
    let program = folder.path().join("hostile");
    std::fs::copy(std::env::current_exe().expect("this program"), &program).expect("copied");
    let words = [&format!("HOSTILE_AS={mode}"), "TMPDIR=/tmp"].map(str::to_owned);
    let full = is_full().then(|| "HOSTILE=full".to_owned());
    let done = Command::new(&through[0])
        .args(&through[1..])
        .arg("env")
        .args(words.into_iter().chain(full))
        .arg(&program)
        .args(["--exact", "as_somebody_else", "--nocapture"])
        .current_dir("/")
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    let (out, ok) = (String::from_utf8_lossy(&done.stdout), done.status.success());
    let is_told = |line: &&str| ["tried: ", "not tried: "].iter().any(|it| line.starts_with(it));
    said.lines().filter(is_told).for_each(|line| eprintln!("{line}"));
    assert!(ok && out.contains("1 passed"), "{mode}: {}\n{out}\n{said}", done.status);
}

fn can_start(argv: &[String]) -> bool {
    let done = Command::new(&argv[0])
        .args(&argv[1..])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    done.is_ok_and(|status| status.success())
}

/// Who is no root, and the words that start a program as them: none where that is who runs the tests.
/// Fails with why it cannot be had.
fn ordinary() -> Result<(String, Vec<String>), String> {
    if !rustix::process::geteuid().is_root() {
        return Ok(("the user of the tests".to_owned(), Vec::new()));
    }
    let user = std::env::var("HOSTILE_USER").unwrap_or_else(|_| "nobody".to_owned());
    let group = Command::new("id").args(["-g", "--", &user]).output().expect("id starts");
    if !group.status.success() {
        return Err(format!("there is no user {user}"));
    }
    let group = String::from_utf8_lossy(&group.stdout).trim().to_owned();
    let words =
        ["setpriv", "--reuid", &user, "--regid", &group, "--init-groups"].map(str::to_owned);
    if !can_start(&[&words[..], &["true".to_owned()]].concat()) {
        return Err("setpriv is not installed: apt-get install util-linux".to_owned());
    }
    Ok((user, words.to_vec()))
}

#[test]
fn every_attack_is_contained_for_an_ordinary_user() {
    match ordinary() {
        // The other tests are that.
        Ok((_, words)) if words.is_empty() => {}
        Ok((_, words)) => run_as("an ordinary user", &words),
        Err(why) => untried("an ordinary user", &why),
    }
}

#[test]
fn every_attack_is_contained_through_sudo() {
    const MODE: &str = "sudo";
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|&it| it.to_owned()).collect() };
    if !can_start(&words(&["sudo", "--version"])) {
        return untried(MODE, "it is not installed: apt-get install sudo");
    }
    let (user, setting) = match ordinary() {
        Ok(ordinary) => ordinary,
        Err(why) => return untried(MODE, &why),
    };
    let through = [setting, words(&["sudo", "-n"])].concat();
    if can_start(&[&through[..], &words(&["true"])].concat()) {
        return run_as(MODE, &through);
    }
    let why = format!("it asks {user} for a password, or refuses; HOSTILE_USER names another user");
    untried(MODE, &why);
}
