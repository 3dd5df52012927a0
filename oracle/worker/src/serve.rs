//! The worker program: sets the sandbox up, then makes runs until its caller is gone.

use std::io::{self, BufReader};
use std::os::fd::{AsFd, BorrowedFd, FromRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};

use crate::engine::Engine;
use crate::engine::guest::Guest;
use crate::proto::{self, Config, FromWorker, ToWorker};
use crate::sandbox::{Missing, Step, namespaces, root};
use crate::sys;
use crate::tripwire::Tripwire;

/// Where a worker for guests has the socket that their streams come through.
const GUEST_STREAMS: i32 = 3;

/// Runs the worker on the socket that is its standard input. Returns when the caller is gone.
pub fn main() -> io::Result<()> {
    // Descriptors that the caller did not mean to give.
    sys::close_range(GUEST_STREAMS as u32 + 1, u32::MAX);
    // SAFETY: the caller starts this program with a socket there, and nothing else owns it.
    let socket = unsafe { UnixStream::from_raw_fd(0) };
    let mut reader = BufReader::new(socket.try_clone()?);
    let mut writer = socket.try_clone()?;
    let Some(ToWorker::Config(config)) = proto::read(&mut reader)? else {
        return Err(io::Error::other("this program is started by the oracle only"));
    };
    let tripwire = match set_up(&config) {
        Ok(tripwire) => tripwire,
        Err(missing) => return proto::write(&mut writer, &FromWorker::Missing(missing)),
    };
    proto::write(&mut writer, &FromWorker::Ready)?;
    let mut engine = Engine::new(config)?;
    let mut guest = None;
    loop {
        if let Some(guest) = &mut guest
            && reader.buffer().is_empty()
        {
            engine.attend(guest, socket.as_fd())?;
        }
        let Some(message) = proto::read(&mut reader)? else { return Ok(()) };
        let answer = match message {
            ToWorker::Config(_) => return Err(io::Error::other("configured twice")),
            ToWorker::World(id, world) => {
                engine.keep(id, world);
                continue;
            }
            ToWorker::Job(job) => match engine.observe(&job, socket.as_fd()) {
                Ok(observation) => FromWorker::Observed(Box::new(observation)),
                Err(refusal) => FromWorker::Refused(refusal),
            },
            ToWorker::Guest(wanted) => {
                match engine.start_guest(guest.take(), &wanted, receive_streams()?, socket.as_fd())
                {
                    Ok(started) => {
                        guest = Some(started);
                        FromWorker::GuestDone
                    }
                    Err(refusal) => FromWorker::Refused(refusal),
                }
            }
            ToWorker::GuestState => {
                FromWorker::GuestState(guest.as_ref().map_or(Some(0), Guest::ended))
            }
            ToWorker::GuestStop => {
                match guest.as_mut().map_or(Ok(()), |it| engine.stop_guest(it)) {
                    Ok(()) => FromWorker::GuestDone,
                    Err(refusal) => FromWorker::Refused(refusal),
                }
            }
            ToWorker::GuestReset => match guest.as_mut().map_or(Ok(Vec::new()), Guest::reset) {
                Ok(changes) => FromWorker::GuestChanged(changes),
                Err(refusal) => FromWorker::Refused(refusal),
            },
            ToWorker::Audit => FromWorker::Audited(engine.audit()),
            ToWorker::Usage => usage(&engine, tripwire),
        };
        proto::write(&mut writer, &answer)?;
    }
}

/// Takes the three standard streams of a guest from the second socket.
fn receive_streams() -> io::Result<[OwnedFd; 3]> {
    // SAFETY: the caller of a worker with guests starts it with a socket there.
    let socket = unsafe { BorrowedFd::borrow_raw(GUEST_STREAMS) };
    let mut byte = [0u8; 1];
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [io::IoSliceMut::new(&mut byte)];
    rustix::net::recvmsg(socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let streams: Vec<OwnedFd> = control
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(fds) => Some(fds),
            _ => None,
        })
        .flatten()
        .collect();
    streams.try_into().map_err(|_| io::Error::other("a guest came without its streams"))
}

/// Builds the sandbox; the process id of the tripwire's server.
fn set_up(config: &Config) -> Result<libc::pid_t, Missing> {
    if let Some(cpu) = config.cpu {
        let mut set = rustix::thread::CpuSet::new();
        set.set(cpu);
        // A core that went away is no reason to refuse.
        let _ = rustix::thread::sched_setaffinity(None, &set);
    }
    // 0 is the socket; what a run gets is never one of the first three.
    for fd in [1, 2] {
        // SAFETY: constant strings and numbers.
        unsafe {
            let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            libc::dup2(null, fd);
            if null > 2 {
                libc::close(null);
            }
        }
    }
    let entered = namespaces::enter(&config.shown, config.network)?;
    root::build(&config.shown, config.network)?;
    start_tripwire(entered, config.absent_status)
}

/// Mounts the tripwire and serves it from a process of its own, because the worker looks at the
/// same files and would wait for itself.
fn start_tripwire(entered: namespaces::Entered, status: u8) -> Result<libc::pid_t, Missing> {
    let at = std::path::Path::new(root::TRIPWIRE);
    let tripwire = Tripwire::mount(entered.fuse, at, namespaces::USER, namespaces::USER)
        .map_err(io::Error::other)
        .step(
            "mount the tripwire",
            "the kernel must allow FUSE in user namespaces (4.18 or newer)",
        )?;
    let mut tripwire = tripwire.with_status(status);
    let worker = rustix::process::getpid();
    // SAFETY: the worker has one thread.
    let pid = unsafe { sys::fork_into(0) }.step("fork", "")?;
    if pid == 0 {
        let died = sys::die_with_parent();
        // It may have died before the kernel was asked to watch it.
        if rustix::process::getppid() != Some(worker) {
            sys::exit_now(1);
        }
        sys::close_range(0, 0);
        let served = died.and_then(|()| serve_forever(&mut tripwire));
        sys::exit_now(i32::from(served.is_err()));
    }
    Ok(pid)
}

fn serve_forever(tripwire: &mut Tripwire) -> io::Result<()> {
    loop {
        let mut polled = [PollFd::new(&*tripwire, PollFlags::IN)];
        match poll(&mut polled, None) {
            Err(rustix::io::Errno::INTR) => {}
            other => {
                other?;
                tripwire.serve()?;
            }
        }
    }
}

fn usage(engine: &Engine, tripwire: libc::pid_t) -> FromWorker {
    let proc = std::path::Path::new(root::PROC).join(std::process::id().to_string());
    let descriptors = std::fs::read_dir(proc.join("fd")).map_or(0, |all| all.count() as u64);
    let status = std::fs::read_to_string(proc.join("status")).unwrap_or_default();
    let resident_kib = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(0);
    let mounts = std::fs::read_to_string(proc.join("mounts")).unwrap_or_default();
    FromWorker::Usage {
        descriptors,
        resident_kib,
        mounts: mounts.lines().count() as u64,
        cells: engine.cells() as u64,
        cpu_us: oracle_init::cpu_time_us() + engine.cells_cpu_us() + sys::cpu_time_of_us(tripwire),
    }
}
