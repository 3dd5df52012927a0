//! Runs a command with a tripwire mounted, in a user and mount namespace of its own.
//!
//! ```text
//! tripwire [--private] [--status N] AT PROGRAM [ARG]...   run PROGRAM (absolute) with a tripwire on the folder AT
//! tripwire --cost AT                          measure what it costs
//! ```
//!
//! With `--private` it makes a device node of its own even where the machine's can be opened by
//! all (as root only). It exits like the program and ends with a line on standard error that says what was asked. It
//! works as root and as an ordinary user and shows every step that a sandbox has to take.

use std::error::Error;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use oracle_worker::tripwire::{Tripwire, node::Node};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{DumpableBehavior, Gid, Uid, getegid, geteuid, set_dumpable_behavior};
use rustix::thread::{
    UnshareFlags, set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

/// Who root becomes on the machine, and whom everybody is inside.
const NOBODY: u32 = 65_534;
const INSIDE: u32 = 1000;

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("tripwire: {error}");
            ExitCode::from(96)
        }
    }
}

fn run() -> Result<u8, Box<dyn Error>> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut status = 0;
    let private = words.first().is_some_and(|word| word == "--private");
    if private {
        words.remove(0);
    }
    let cost = words.first().is_some_and(|word| word == "--cost");
    if cost {
        words.remove(0);
    } else if words.first().is_some_and(|word| word == "--status") && words.len() > 1 {
        status = words[1].to_string_lossy().parse()?;
        words.drain(..2);
    }
    if words.is_empty() || (!cost && words.len() < 2) {
        return Err(
            "usage: tripwire [--private] [--status N] AT PROGRAM [ARG]... | --cost AT".into()
        );
    }
    let at = PathBuf::from(words.remove(0));
    let start = std::env::current_dir()?;
    let mut tripwire = enter(&at, private)?.with_status(status);
    // The folder may be below the mount: enter it again.
    std::env::set_current_dir(start)?;
    let (ended, end) = rustix::pipe::pipe()?;

    // A thread of its own, because what it does may wait for answers.
    let client = std::thread::spawn(move || -> io::Result<u8> {
        let end = end;
        let code = if cost {
            measure(&at)?;
            0
        } else {
            let status = Command::new(&words[0]).args(&words[1..]).status()?;
            status.code().or_else(|| status.signal().map(|signal| signal + 128)).unwrap_or(1) as u8
        };
        drop(end);
        Ok(code)
    });
    let before = resident()?;
    serve(&mut tripwire, &ended)?;
    let code = client.join().map_err(|_| "the client thread panicked")??;
    let served = tripwire.served();
    eprintln!(
        "tripwire: requests={} lookups={} grown_kib={} askers={}",
        served.requests,
        served.lookups,
        resident()?.saturating_sub(before),
        tripwire.knows_askers()
    );
    Ok(code)
}

/// Answers until the other end of the pipe is closed.
fn serve(tripwire: &mut Tripwire, ended: &OwnedFd) -> Result<(), Box<dyn Error>> {
    loop {
        let (asked, over) = {
            let mut both = [
                PollFd::from_borrowed_fd(tripwire.as_fd(), PollFlags::IN),
                PollFd::new(ended, PollFlags::IN),
            ];
            poll(&mut both, None)?;
            (!both[0].revents().is_empty(), !both[1].revents().is_empty())
        };
        if asked {
            tripwire.serve()?;
        }
        if over {
            return Ok(());
        }
    }
}

/// Enters new namespaces as an ordinary user and mounts the tripwire.
fn enter(at: &Path, private: bool) -> Result<Tripwire, Box<dyn Error>> {
    // 1. With all the privilege there is.
    let node = if private { Node::private() } else { Node::prepare() }?;
    // 2. Never run anything as the machine's root.
    if geteuid().is_root() {
        set_thread_groups(&[])?;
        let (uid, gid) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
        // Taking on another id made /proc/self root's.
        set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    }
    let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
    // 3. The user namespace; the process has one thread here.
    let flags = UnshareFlags::NEWUSER | UnshareFlags::NEWNS;
    // SAFETY: no descriptors or memory are unshared, and there is only one thread.
    unsafe { rustix::thread::unshare_unsafe(flags)? };
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/gid_map", format!("{INSIDE} {gid} 1"))?;
    std::fs::write("/proc/self/uid_map", format!("{INSIDE} {uid} 1"))?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // 4. The device, opened inside.
    let device = node.open()?;
    // A folder to mount on, also where `at` is not ours.
    mount("tmpfs", at, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=755")?;
    let at = at.join("tripwire");
    std::fs::create_dir(&at)?;
    let tripwire = Tripwire::mount(device, &at, INSIDE, INSIDE)?;
    set_no_new_privs(true)?;
    Ok(tripwire)
}

/// The resident memory of this process, in KiB.
fn resident() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    Ok(line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0))
}

/// Times lookups and starts, on the tripwire and beside it.
fn measure(at: &Path) -> io::Result<()> {
    let folder = at.join("tripwire");
    let stub = folder.join("stub");
    let copy = at.join("copy");
    let machine = oracle_worker::tripwire::stub::Machine::here().ok_or(io::ErrorKind::Other)?;
    std::fs::write(&copy, oracle_worker::tripwire::stub::elf(machine, 0))?;
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&copy, executable)?;

    let fresh = |base: &Path, index: usize| base.join(format!("name{index}")).metadata().is_ok();
    type Act<'a> = Box<dyn Fn(usize) -> bool + 'a>;
    let rows: [(&str, Act<'_>); 6] = [
        ("missing name on a tmpfs", Box::new(|index| fresh(at, index))),
        ("new name on the tripwire", Box::new(|index| fresh(&folder, index))),
        ("known name on the tripwire", Box::new(|_| stub.metadata().is_ok())),
        ("start of the stub on a tmpfs", Box::new(|_| start(&copy))),
        ("start of a known stub", Box::new(|_| start(&stub))),
        ("start of a new stub", Box::new(|index| start(&folder.join(format!("start{index}"))))),
    ];
    for (what, act) in rows {
        let mut times: Vec<Duration> = (0..1000)
            .map(|index| {
                let begun = Instant::now();
                act(index);
                begun.elapsed()
            })
            .collect();
        times.sort();
        println!("{what}: p10 {:?}, p50 {:?}, p99 {:?}", times[100], times[500], times[990]);
    }
    Ok(())
}

/// Starts a program and waits for it.
fn start(program: &Path) -> bool {
    Command::new(program).stdin(Stdio::null()).status().is_ok_and(|status| status.success())
}
