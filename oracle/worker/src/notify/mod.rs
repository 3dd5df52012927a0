//! What runs wait for the worker to answer: programs, network addresses, signals; and, where a run
//! is watched closely, every call that takes a path.
//!
//! The answers confine nothing (arguments can change after they were read; the namespaces do the
//! confining), but for network addresses the answer is an error, so that what was seen is what
//! happened.

mod looks;
mod memory;

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

pub(crate) use self::looks::{Close, calls as close_calls};
use self::memory::{memchr, read_arguments, read_string};
use crate::cell::in_tripwire;
use crate::observation::{By, Program, Removal};
use crate::sandbox::namespaces::USER;
use crate::sandbox::root::PROC;
use crate::sys;
use crate::world::Bytes;

const RECEIVE: libc::c_ulong = 0xc050_2100;
const SEND: libc::c_ulong = 0xc018_2101;
const STILL_VALID: libc::c_ulong = 0x4008_2102;
const SET_FLAGS: libc::c_ulong = 0x4008_2104;
const SYNC_WAKE_UP: u64 = 1;
const CONTINUE: u32 = 1;

/// The most arguments, and bytes of arguments, that are kept of one program start. The kernel's
/// own limit for all of them is a quarter of the stack limit, 2 MiB.
const MAX_ARGUMENTS: usize = 4096;
const MAX_ARGUMENT_BYTES: usize = 256 << 10;
/// The kernel refuses a longer single argument (`MAX_ARG_STRLEN`).
const KERNEL_ARGUMENT: usize = 128 << 10;
/// The most program starts that are kept of one run.
const MAX_PROGRAMS: usize = 2000;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Notification {
    id: u64,
    pid: u32,
    flags: u32,
    nr: i32,
    arch: u32,
    ip: u64,
    args: [u64; 6],
}

#[repr(C)]
struct Response {
    id: u64,
    value: i64,
    error: i32,
    flags: u32,
}

enum Answer {
    Continue,
    Errno(i32),
}

/// The listener of one cell's filter.
#[derive(Debug)]
pub(crate) struct Listener {
    fd: Option<OwnedFd>,
}

/// What was seen of one run.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) programs: Vec<Program>,
    /// `connect` details, in order, each once.
    pub(crate) addresses: Vec<String>,
    /// `signal` details, in order, each once.
    pub(crate) signals: Vec<String>,
    /// Names that were taken away, in order. Only of a run that is watched closely.
    pub(crate) removals: Vec<Removal>,
    /// Traps that were followed. Only of a run that is watched closely.
    pub(crate) followed: BTreeSet<Bytes>,
    pub(crate) unobserved: Vec<String>,
}

/// What the listener must know to tell a run's own start from what the run starts.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// The cell's first process.
    pub(crate) init: libc::pid_t,
    /// The run starts with one `execve` of its shell, which is not the script's doing.
    pub(crate) skip_first_exec: bool,
    /// Whether everything in the cell is still the shell, because nothing has been started yet.
    pub(crate) only_shell: bool,
    /// Whether network calls go through, for a guest that may use the network.
    pub(crate) network: bool,
    /// Programs that count as shells, by path with links resolved.
    pub(crate) shells: &'a HashSet<PathBuf>,
    /// Set where the run is watched closely.
    pub(crate) close: Option<Close<'a>>,
}

impl Listener {
    pub(crate) fn new(fd: OwnedFd) -> Self {
        // Older kernels lack the flag; answers then take one scheduler round more.
        // SAFETY: a descriptor and a number.
        unsafe { libc::ioctl(fd.as_raw_fd(), SET_FLAGS, SYNC_WAKE_UP) };
        Self { fd: Some(fd) }
    }

    /// A listener of a cell that has not started.
    pub(crate) fn closed() -> Self {
        Self { fd: None }
    }

    pub(crate) fn fd(&self) -> io::Result<BorrowedFd<'_>> {
        self.fd
            .as_ref()
            .map(AsFd::as_fd)
            .ok_or_else(|| io::Error::other("the cell has not started"))
    }

    /// Answers one waiting call. Call it when the descriptor is readable.
    pub(crate) fn serve(&self, context: &mut Context<'_>, seen: &mut Seen) -> io::Result<()> {
        let fd = self.fd()?.as_raw_fd();
        let mut n = Notification::default();
        // SAFETY: a structure of the kernel's layout.
        if unsafe { libc::ioctl(fd, RECEIVE, &raw mut n) } < 0 {
            let error = io::Error::last_os_error();
            // The caller was killed meanwhile.
            return match error.raw_os_error() {
                Some(libc::ENOENT | libc::EINTR) => Ok(()),
                _ => Err(error),
            };
        }
        let answer = if n.pid as libc::pid_t == context.init {
            Answer::Continue
        } else {
            self.look(fd, &n, context, seen)
        };
        let mut response = Response { id: n.id, value: 0, error: 0, flags: 0 };
        match answer {
            Answer::Errno(errno) if !context.network => response.error = -errno,
            _ => response.flags = CONTINUE,
        }
        // SAFETY: a structure of the kernel's layout.
        if unsafe { libc::ioctl(fd, SEND, &raw mut response) } < 0 {
            let error = io::Error::last_os_error();
            return match error.raw_os_error() {
                Some(libc::ENOENT | libc::EINPROGRESS) => Ok(()),
                _ => Err(error),
            };
        }
        Ok(())
    }

    fn look(
        &self,
        fd: i32,
        n: &Notification,
        context: &mut Context<'_>,
        seen: &mut Seen,
    ) -> Answer {
        let pid = n.pid as libc::pid_t;
        let a = n.args;
        match i64::from(n.nr) {
            libc::SYS_execve => {
                self.exec(fd, n, context, seen, None, a[0], a[1]);
                Answer::Continue
            }
            libc::SYS_execveat => {
                self.exec(fd, n, context, seen, Some(a[0] as i32), a[1], a[2]);
                Answer::Continue
            }
            libc::SYS_connect => address(pid, "connect", a[1], a[2], seen),
            libc::SYS_bind => address(pid, "bind", a[1], a[2], seen),
            libc::SYS_sendto => address(pid, "send", a[4], a[5], seen),
            libc::SYS_sendmsg | libc::SYS_sendmmsg => {
                // The address and its length lead `struct msghdr`.
                let mut head = [0u8; 16];
                match sys::read_memory(pid, a[1], &mut head) {
                    Ok(16) => {
                        let at = u64::from_ne_bytes(head[..8].try_into().unwrap_or_default());
                        let length = u32::from_ne_bytes(head[8..12].try_into().unwrap_or_default());
                        if at == 0 {
                            Answer::Continue
                        } else {
                            address(pid, "send", at, length.into(), seen)
                        }
                    }
                    _ => Answer::Continue,
                }
            }
            libc::SYS_kill => signal(pid, a[0] as i32, a[1] as i32, seen),
            libc::SYS_tkill | libc::SYS_rt_sigqueueinfo => {
                signal(pid, a[0] as i32, a[1] as i32, seen)
            }
            libc::SYS_tgkill | libc::SYS_rt_tgsigqueueinfo => {
                signal(pid, a[1] as i32, a[2] as i32, seen)
            }
            libc::SYS_pidfd_send_signal => {
                push(&mut seen.signals, format!("{} process", signal_name(a[1] as i32)));
                Answer::Continue
            }
            // Before its first program is there, the run is still the oracle's own.
            _ if context.skip_first_exec => Answer::Continue,
            _ => {
                looks::look(fd, n, context, seen);
                Answer::Continue
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of two system calls, told apart")]
    fn exec(
        &self,
        fd: i32,
        n: &Notification,
        context: &mut Context<'_>,
        seen: &mut Seen,
        folder: Option<i32>,
        path_at: u64,
        argv_at: u64,
    ) {
        if context.skip_first_exec {
            context.skip_first_exec = false;
            return;
        }
        let only_shell = std::mem::take(&mut context.only_shell);
        let pid = n.pid as libc::pid_t;
        let Some(path) = read_string(pid, path_at, libc::PATH_MAX as usize) else { return };
        let read = read_arguments(pid, argv_at);
        // SAFETY: a descriptor and a number.
        if unsafe { libc::ioctl(fd, STILL_VALID, &raw const n.id) } < 0 {
            return;
        }
        looks::start(pid, folder, &path, context, seen);
        let Some((argv, whole)) = read else { return };
        let Some(path) = would_start(pid, folder, &path) else {
            context.only_shell = only_shell;
            return;
        };
        if argv.iter().any(|word| word.len() >= KERNEL_ARGUMENT) {
            return;
        }
        let by = if only_shell { By::Shell } else { starter(pid, context.shells) };
        if !whole {
            push(&mut seen.unobserved, "a program's arguments were too many to keep".into());
        }
        if seen.programs.len() >= MAX_PROGRAMS {
            push(&mut seen.unobserved, format!("programs after the first {MAX_PROGRAMS}"));
            return;
        }
        let tripwire = in_tripwire(&path);
        seen.programs.push(Program { argv, path, by, tripwire });
    }
}

fn push(to: &mut Vec<String>, what: String) {
    if !to.contains(&what) && to.len() < 1000 {
        to.push(what);
    }
}

fn proc_of(pid: libc::pid_t, entry: &str) -> PathBuf {
    Path::new(PROC).join(pid.to_string()).join(entry)
}

/// The absolute path that the call would start; `None` where it would fail, as most steps of a
/// `PATH` search do.
fn would_start(pid: libc::pid_t, folder: Option<i32>, path: &[u8]) -> Option<Vec<u8>> {
    let (through, shown) = if path.first() == Some(&b'/') {
        let relative = Path::new(OsStr::from_bytes(path)).strip_prefix("/").ok()?;
        (proc_of(pid, "root").join(relative), path.to_vec())
    } else {
        let link = match folder {
            None | Some(libc::AT_FDCWD) => proc_of(pid, "cwd"),
            Some(fd) => proc_of(pid, &format!("fd/{fd}")),
        };
        let shown = fs::read_link(&link).ok()?;
        if path.is_empty() {
            (link, shown.into_os_string().into_vec())
        } else {
            let relative = OsStr::from_bytes(path);
            (link.join(relative), shown.join(relative).into_os_string().into_vec())
        }
    };
    let meta = fs::metadata(&through).ok()?;
    let bit = match (meta.uid() == USER, meta.gid() == USER) {
        (true, _) => 0o100,
        (false, true) => 0o010,
        (false, false) => 0o001,
    };
    (meta.is_file() && meta.mode() & bit != 0).then_some(shown)
}

/// Who makes the call, told by the program that it is now.
fn starter(pid: libc::pid_t, shells: &HashSet<PathBuf>) -> By {
    match fs::read_link(proc_of(pid, "exe")) {
        Ok(program) if shells.contains(&program) => By::Shell,
        _ => By::Program,
    }
}

fn signal_name(number: i32) -> String {
    const NAMES: [&str; 32] = [
        "0",
        "SIGHUP",
        "SIGINT",
        "SIGQUIT",
        "SIGILL",
        "SIGTRAP",
        "SIGABRT",
        "SIGBUS",
        "SIGFPE",
        "SIGKILL",
        "SIGUSR1",
        "SIGSEGV",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
        "SIGTERM",
        "SIGSTKFLT",
        "SIGCHLD",
        "SIGCONT",
        "SIGSTOP",
        "SIGTSTP",
        "SIGTTIN",
        "SIGTTOU",
        "SIGURG",
        "SIGXCPU",
        "SIGXFSZ",
        "SIGVTALRM",
        "SIGPROF",
        "SIGWINCH",
        "SIGIO",
        "SIGPWR",
        "SIGSYS",
    ];
    usize::try_from(number)
        .ok()
        .and_then(|n| NAMES.get(n))
        .map_or_else(|| format!("signal {number}"), |name| (*name).to_owned())
}

/// The sender's own number inside its namespace, which is what it knows itself by.
fn own_number(pid: libc::pid_t) -> Option<i32> {
    let status = fs::read_to_string(proc_of(pid, "status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    line.split_whitespace().last()?.parse().ok()
}

/// Numbers of processes differ from run to run, so the target is told by what it is.
fn signal(pid: libc::pid_t, target: i32, number: i32, seen: &mut Seen) -> Answer {
    let whom = match target {
        -1 => "all",
        0 => "own group",
        1 => "parent",
        n if n < -1 => "group",
        n if own_number(pid) == Some(n) => "self",
        _ => "process",
    };
    push(&mut seen.signals, format!("{} {whom}", signal_name(number)));
    Answer::Continue
}

/// Records a network address and decides what becomes of the call.
fn address(pid: libc::pid_t, what: &str, at: u64, length: u64, seen: &mut Seen) -> Answer {
    let mut bytes = [0u8; 128];
    let bytes = &mut bytes[..(length as usize).min(128)];
    let read = if bytes.is_empty() { Ok(0) } else { sys::read_memory(pid, at, bytes) };
    if read.ok() != Some(bytes.len()) || bytes.len() < 2 {
        return Answer::Continue;
    }
    let family = i32::from(u16::from_ne_bytes([bytes[0], bytes[1]]));
    let port = |b: &[u8]| u16::from_be_bytes([b[2], b[3]]);
    match family {
        libc::AF_INET if bytes.len() >= 8 => {
            let ip = std::net::Ipv4Addr::new(bytes[4], bytes[5], bytes[6], bytes[7]);
            push(&mut seen.addresses, format!("{what} inet {ip}:{}", port(bytes)));
        }
        libc::AF_INET6 if bytes.len() >= 24 => {
            let octets: [u8; 16] = bytes[8..24].try_into().unwrap_or_default();
            let ip = std::net::Ipv6Addr::from(octets);
            push(&mut seen.addresses, format!("{what} inet6 [{ip}]:{}", port(bytes)));
        }
        libc::AF_UNIX => {
            let name = &bytes[2..];
            let shown = if name.first() == Some(&0) {
                format!("@{}", String::from_utf8_lossy(&name[1..]))
            } else {
                String::from_utf8_lossy(&name[..memchr(name).unwrap_or(name.len())]).into_owned()
            };
            // Every program that looks a user up asks this daemon first; nobody meant to.
            if shown.contains("/nscd/") {
                return Answer::Errno(libc::ENOENT);
            }
            push(&mut seen.addresses, format!("{what} unix {shown}"));
            return Answer::Continue;
        }
        libc::AF_NETLINK => {
            push(&mut seen.addresses, format!("{what} netlink"));
            return Answer::Continue;
        }
        libc::AF_UNSPEC => return Answer::Continue,
        other => push(&mut seen.addresses, format!("{what} family {other}")),
    }
    Answer::Errno(if what == "bind" { libc::EADDRNOTAVAIL } else { libc::ENETUNREACH })
}
