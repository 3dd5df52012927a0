use oracle_worker::{observation::Mode, proto::*, run::*, world::*};
use std::io::BufReader;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::*;
fn main() {
    let (mut a, b) = UnixStream::pair().unwrap();
    let bin = std::env::args().nth(1).unwrap();
    let mut c = Command::new(bin).stdin(Stdio::from(OwnedFd::from(b))).spawn().unwrap();
    let mut r = BufReader::new(a.try_clone().unwrap());
    let shells = vec![
        "/usr/bin/bash".into(),
        "/usr/bin/dash".into(),
        "/usr/bin/zsh".into(),
        "/bin/zsh".into(),
    ];
    write(
        &mut a,
        &ToWorker::Config(Config {
            cpu: Some(1),
            output_limit: 1 << 20,
            timeout_ms: 2000,
            grace_ms: 100,
            cells: 4,
            hook: std::fs::read("../../target/release/liboracle_hook.so").unwrap_or_default(),
            shells,
        }),
    )
    .unwrap();
    println!("{:?}", read::<FromWorker>(&mut r).unwrap());
    let w = World {
        name: "x".into(),
        tree: b"/w/tree".to_vec(),
        start: b"/w/tree".to_vec(),
        entries: vec![],
        env: vec![
            (b"PATH".to_vec(), b"/usr/local/bin:/usr/bin:/bin:/tripwire".to_vec()),
            (b"HOME".to_vec(), b"/w/home".to_vec()),
        ],
        canaries: vec![],
        traps: vec![],
        setup: None,
    };
    write(&mut a, &ToWorker::World(1, w)).unwrap();
    for s in std::env::args().skip(2) {
        for (sh, args) in [
            ("bash", vec!["bash", "--norc", "--noprofile", "-c"]),
            ("dash", vec!["dash", "-c"]),
            ("zsh", vec!["zsh", "-f", "-c"]),
        ] {
            let mut argv: Vec<Vec<u8>> = args.iter().map(|s| s.as_bytes().to_vec()).collect();
            argv.push(s.as_bytes().to_vec());
            let mut job = Job {
                world: 1,
                program: format!("/usr/bin/{sh}").into_bytes(),
                argv,
                env: vec![],
                text: vec![],
                delivery: Delivery::C,
                mode: if std::env::var("FS").is_ok() { Mode::ForkServer } else { Mode::Exact },
                by_oracle: false,
                timeout_ms: None,
            };
            if let Ok(d) = std::env::var("TTY") {
                job.delivery = if d == "1" { Delivery::Tty } else { Delivery::Typed };
                job.text = s.as_bytes().to_vec();
                job.argv.pop();
                job.argv.pop();
                job.argv.push(b"-i".to_vec());
            }
            write(&mut a, &ToWorker::Job(job.clone())).unwrap();
            match read::<FromWorker>(&mut r).unwrap() {
                Some(FromWorker::Observed(o)) => {
                    println!(
                        "{sh}: exit {:?} sig {:?} to {} out {:?} err {:?} eff {:?} unobs {:?} {}us",
                        o.exit,
                        o.signal,
                        o.timed_out,
                        String::from_utf8_lossy(&o.stdout.bytes[..o.stdout.bytes.len().min(300)]),
                        String::from_utf8_lossy(&o.stderr.bytes[..o.stderr.bytes.len().min(300)]),
                        o.effects
                            .iter()
                            .map(|e| format!(
                                "{:?} {} {}",
                                e.kind,
                                String::from_utf8_lossy(&e.path),
                                e.detail
                            ))
                            .collect::<Vec<_>>(),
                        o.unobserved,
                        o.wall_us
                    );
                    for p in &o.programs {
                        println!(
                            "   {:?} {} {:?} {}",
                            p.argv.iter().map(|s| String::from_utf8_lossy(s)).collect::<Vec<_>>(),
                            String::from_utf8_lossy(&p.path),
                            p.by,
                            p.tripwire
                        );
                    }
                }
                x => println!("{x:?}"),
            }
            if let Ok(n) = std::env::var("N") {
                let n: u32 = n.parse().unwrap();
                let t = std::time::Instant::now();
                for _ in 0..n {
                    write(&mut a, &ToWorker::Job(job.clone())).unwrap();
                    read::<FromWorker>(&mut r).unwrap();
                }
                println!("  {sh}: {:?} per run", t.elapsed() / n);
                let t = std::time::Instant::now();
                for _ in 0..n {
                    let mut c = Command::new(&args[0]);
                    c.args(&args[1..])
                        .arg(&s)
                        .current_dir("/tmp")
                        .stdin(Stdio::null())
                        .stdout(Stdio::null())
                        .stderr(Stdio::null());
                    c.status().unwrap();
                }
                println!("  {sh}: bare {:?} per run", t.elapsed() / n);
            }
        }
    }
    write(&mut a, &ToWorker::Usage).unwrap();
    println!("{:?}", read::<FromWorker>(&mut r).unwrap());
    drop(a);
    drop(r);
    println!("{:?}", c.wait());
}
