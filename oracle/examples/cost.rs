//! Where the time of a run goes: `cost SHELL SCRIPT RUNS`.
use oracle::{Config, Mode, Oracle, Run, Shell, ShellName, cpu, worlds};
use std::time::{Duration, Instant};

fn schedstat(pid: &str) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1000.0
}
fn children(pid: &str) -> Vec<String> {
    let text =
        std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let name = ShellName::ALL.into_iter().find(|n| n.name() == args[1]).unwrap();
    let runs: u32 = args[3].parse().unwrap();
    let shell = Shell::find(name).unwrap();
    let world = worlds::get("range").unwrap();
    let mut set = rustix::thread::CpuSet::new();
    set.set(1);
    rustix::thread::sched_setaffinity(None, &set).unwrap();
    let mut oracle = Oracle::new(Config { cpu: Some(1), ..Config::default() }).unwrap();
    let mode = if args.get(4).is_some() { Mode::Exact } else { Mode::ForkServer };
    let run = Run { mode, ..Run::new(args[2].as_bytes(), &world, &shell) };
    for _ in 0..20 {
        oracle.observe(&run).unwrap();
    }
    let me = std::process::id().to_string();
    let worker = children(&me)[0].clone();
    let kids = children(&worker);
    eprintln!("worker {worker} kids {kids:?}");
    let snap = |oracle: &mut Oracle| {
        let usage = oracle.usage().unwrap().cpu_us as f64;
        let mut v = vec![schedstat(&me), schedstat(&worker)];
        v.extend(kids.iter().map(|k| schedstat(k)));
        (cpu::own().as_secs_f64() * 1e6 + usage, v)
    };
    std::env::set_current_dir("/dev/shm").unwrap();
    let bare = || {
        let argv = shell.argv(oracle::Delivery::C, args[2].as_bytes());
        let before = cpu::own() + cpu::children();
        let m = 20;
        for _ in 0..m {
            use std::os::unix::ffi::OsStrExt as _;
            use std::os::unix::process::CommandExt as _;
            let word = |b: &[u8]| std::ffi::OsStr::from_bytes(b).to_owned();
            let ok = std::process::Command::new(shell.program())
                .arg0(word(&argv[0]))
                .args(argv[1..].iter().map(|w| word(w)))
                .env_clear()
                .envs(world.env.iter().map(|(n, v)| {
                    (word(n), if n == b"PATH" { word(b"/usr/bin:/bin") } else { word(v) })
                }))
                .stdin(std::process::Stdio::null())
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .status()
                .unwrap();
            assert!(ok.success());
            let _ = std::fs::remove_file("f");
        }
        (cpu::own() + cpu::children() - before).as_secs_f64() * 1e6 / f64::from(m)
    };
    let mut ratios = Vec::new();
    let (mut bs, mut os) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        let b = bare();
        let u0 = oracle.usage().unwrap().cpu_us as f64 + cpu::own().as_secs_f64() * 1e6;
        for _ in 0..40 {
            oracle.observe(&run).unwrap();
        }
        let o =
            (oracle.usage().unwrap().cpu_us as f64 + cpu::own().as_secs_f64() * 1e6 - u0) / 40.0;
        ratios.push(b / o);
        bs.push(b);
        os.push(o);
    }
    let med = |v: &mut Vec<f64>| {
        v.sort_by(f64::total_cmp);
        v[v.len() / 2]
    };
    println!("RATIO {:.2} bare {:.0} ours {:.0}", med(&mut ratios), med(&mut bs), med(&mut os));
    let (a, av) = snap(&mut oracle);
    let begun = Instant::now();
    for _ in 0..runs {
        oracle.observe(&run).unwrap();
    }
    let wall: Duration = begun.elapsed();
    let (b, bv) = snap(&mut oracle);
    let n = f64::from(runs);
    let total = (b - a) / n;
    let parts: Vec<f64> = av.iter().zip(&bv).map(|(x, y)| (y - x) / n).collect();
    println!(
        "wall {:.1} cpu {total:.1}: caller {:.1} worker {:.1} kids {:?} rest (runs) {:.1}",
        wall.as_secs_f64() * 1e6 / n,
        parts[0],
        parts[1],
        parts[2..].iter().map(|x| format!("{x:.1}")).collect::<Vec<_>>(),
        total - parts.iter().sum::<f64>()
    );
}
