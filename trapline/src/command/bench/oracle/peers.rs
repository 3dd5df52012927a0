//! Other sandboxes and tracers on the same script, by wall time.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use oracle::{Config, Mode, Oracle, Run, Shell, ShellName, World};
use serde::Serialize;

use super::super::measure::Middle;
use super::cores;
use super::table::Line;
use crate::error::Error;
use crate::out::Out;
use crate::say;
use crate::text::table;

const SCRIPT: &str = "echo x > f";

/// How many runs of a peer make a sample. Ours are as many as fit in its time, at most ten times as
/// many.
const RUNS: u32 = 5;

/// A tool, and how it is asked to do what it can of what the oracle does. `{}` is the folder that
/// the script may write to.
struct Peer {
    name: &'static str,
    program: &'static str,
    before: &'static [&'static str],
    /// Of the fastest that does as much in one respect: what is asked for.
    asked: Option<f64>,
    /// What it tells of the script's effects.
    tells: &'static str,
}

const PEERS: [Peer; 8] = [
    Peer { name: "dash alone", program: "dash", before: &[], asked: None, tells: "nothing" },
    Peer {
        name: "strace -f -e execve",
        program: "strace",
        before: &["-f", "-qq", "-e", "trace=execve", "-o", "/dev/null"],
        asked: None,
        tells: "programs",
    },
    Peer {
        name: "unshare, all namespaces",
        program: "unshare",
        before: &[
            "--user",
            "--map-root-user",
            "--mount",
            "--pid",
            "--net",
            "--ipc",
            "--uts",
            "--fork",
            "--mount-proc",
        ],
        asked: None,
        tells: "nothing",
    },
    Peer {
        name: "bwrap --unshare-all",
        program: "bwrap",
        before: &[
            "--unshare-all",
            "--die-with-parent",
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--tmpfs",
            "/tmp",
            "--bind",
            "{}",
            "{}",
            "--chdir",
            "{}",
        ],
        asked: Some(12.0),
        tells: "nothing",
    },
    Peer {
        name: "nsjail",
        program: "nsjail",
        before: &["-Mo", "-Q", "--bindmount_ro", "/", "--bindmount", "{}", "--cwd", "{}", "--"],
        asked: None,
        tells: "nothing",
    },
    Peer {
        name: "firejail",
        program: "firejail",
        before: &["--quiet", "--noprofile", "--net=none", "--"],
        asked: None,
        tells: "nothing",
    },
    Peer { name: "try", program: "try", before: &["-n"], asked: Some(500.0), tells: "files" },
    Peer { name: "sandbox-runtime", program: "srt", before: &[], asked: None, tells: "nothing" },
];

#[derive(Serialize)]
pub(super) struct Row {
    name: &'static str,
    tells: &'static str,
    wall_us: Middle,
    our_wall_us: Middle,
    ratio: Middle,
}

/// What was measured.
pub(super) struct Measured {
    pub(super) rows: Vec<Row>,
    pub(super) lines: Vec<Line>,
    pub(super) skipped: Vec<&'static str>,
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

impl Peer {
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        let here = folder.to_string_lossy();
        command.args(self.before.iter().map(|word| word.replace("{}", &here)));
        if !self.before.is_empty() || self.program != "dash" {
            command.arg("dash");
        }
        command.args(["-c", SCRIPT]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// One run; `None` where it cannot do it here.
    fn run(&self, program: &Path, folder: &Path) -> Option<Duration> {
        let begun = Instant::now();
        let status = self.command(program, folder).status().ok()?;
        let took = begun.elapsed();
        status.success().then_some(took)
    }
}

/// Measures, on the core that the caller stays on.
pub(super) fn measure(world: &World, rounds: u32) -> Result<Measured, Error> {
    let shell = Shell::find(ShellName::Sh)?;
    let place = tempfile::tempdir().map_err(|error| Error::io(&std::env::temp_dir(), error))?;
    let folder = place.path();
    let mut oracle = Oracle::new(Config { cpu: cores().pop(), ..Config::default() })?;
    let run = Run { mode: Mode::ForkServer, ..Run::new(SCRIPT.as_bytes(), world, &shell) };
    for _ in 0..20 {
        oracle.observe(&run)?;
    }
    let mut measured = Measured { rows: Vec::new(), lines: Vec::new(), skipped: Vec::new() };
    for peer in &PEERS {
        let program = find(peer.program);
        // A first run shows whether it works here at all.
        let works = program.as_deref().and_then(|it| peer.run(it, folder).map(|_| it));
        let Some(program) = works else {
            measured.skipped.push(peer.name);
            continue;
        };
        let (mut theirs, mut ours, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let taken: Option<Duration> = (0..RUNS).map(|_| peer.run(program, folder)).sum();
            let Some(taken) = taken else { continue };
            let their = taken.as_secs_f64() * 1e6 / f64::from(RUNS);
            let begun = Instant::now();
            let mut count = 0;
            while count < RUNS || count < 10 * RUNS && begun.elapsed() < taken {
                oracle.observe(&run)?;
                count += 1;
            }
            let our = begun.elapsed().as_secs_f64() * 1e6 / f64::from(count);
            theirs.push(their);
            ours.push(our);
            ratios.push(their / our);
        }
        let ratio = Middle::of(ratios);
        if let Some(asked) = peer.asked {
            measured.lines.push(Line::new(
                format!("wall time against {}", peer.name),
                ratio,
                asked,
            ));
        }
        measured.rows.push(Row {
            name: peer.name,
            tells: peer.tells,
            wall_us: Middle::of(theirs),
            our_wall_us: Middle::of(ours),
            ratio,
        });
        say::line(format!("peers: {}", peer.name));
    }
    Ok(measured)
}

pub(super) fn print(rows: &[Row], skipped: &[&str], out: &mut Out) {
    if rows.is_empty() && skipped.is_empty() {
        return;
    }
    let head = ["peer", "tells", "us a run", "ours", "ratio", "95 %"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in rows {
        lines.push(vec![
            row.name.to_owned(),
            row.tells.to_owned(),
            format!("{:.0}", row.wall_us.median),
            format!("{:.0}", row.our_wall_us.median),
            format!("{:.2}", row.ratio.median),
            format!("{:.2}-{:.2}", row.ratio.low, row.ratio.high),
        ]);
    }
    out.line("");
    table(&lines).into_iter().for_each(|line| out.line(line));
    if !skipped.is_empty() {
        out.line(format!("skipped, as not installed or not working here: {}", skipped.join(", ")));
    }
}
