//! A cell: one PID namespace with one world, in which runs follow each other.
//!
//! The worker owns the world's file system and sees it at [`Cell::base`]; the cell sees it at
//! `/w`, `/tmp` and `/var/tmp`. The cell's first process ([`oracle_init`]) starts the runs.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::fs;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use oracle_init::wire::{self, REPLY, Reply, RunPacket, kill_packet, usage_packet};
use oracle_init::{Init, Method, SOCKET};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};

use crate::engine::feed::Streams;
use crate::engine::leftover;
use crate::notify::{Context, Listener, Seen};
use crate::observation::Mode;
use crate::sandbox::root::{
    self, CELLS, OWN_PROC, SCRIPT, SHOWN_AS, TRIPWIRE, ZONES, bind, c_path,
};
use crate::sandbox::{Missing, Step, namespaces, seccomp};
use crate::sys;
use crate::world::World;

/// What distinguishes cells of one world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub(crate) first: First,
    /// Whether every call that takes a path waits for the worker.
    pub(crate) closely: bool,
}

/// Which program is the cell's first process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum First {
    /// The spawner: every run executes its shell.
    Exact,
    /// This shell, stopped just before its `main`: every run is a fork of it.
    ForkServer {
        /// The shell's program.
        program: Vec<u8>,
        /// The name that it is called by.
        name: Vec<u8>,
    },
}

impl Kind {
    /// A cell whose runs execute what they are, and are not watched closely.
    pub(crate) const EXACT: Self = Self { first: First::Exact, closely: false };

    /// Whether the shell's own commands leave the state of its descriptors alone. (busybox and ksh93
    /// have `chmod` and more built in.)
    fn keeps_streams(&self) -> bool {
        const PLAIN: [&[u8]; 3] = [b"bash", b"dash", b"zsh"];
        match &self.first {
            First::Exact => false,
            First::ForkServer { program, .. } => {
                program.rsplit(|byte| *byte == b'/').next().is_some_and(|it| PLAIN.contains(&it))
            }
        }
    }

    /// The mode that its runs are made in.
    pub(crate) fn mode(&self) -> Mode {
        match self.first {
            First::Exact => Mode::Exact,
            First::ForkServer { .. } => Mode::ForkServer,
        }
    }
}

/// The writable file system of a cell, which outlives it. Dropping it frees it.
#[derive(Debug)]
pub(crate) struct Base {
    /// Where the worker sees it.
    pub(crate) path: PathBuf,
}

impl Base {
    /// Makes it, empty. It can be filled before a cell is started on it.
    pub(crate) fn make(number: u64) -> Result<Self, Missing> {
        let path = Path::new(CELLS).join(number.to_string());
        fs::create_dir(&path).step("make a cell's folder", "")?;
        let at = c_path(&path).step("name a cell's folder", "")?;
        let flags = libc::MS_NOSUID | libc::MS_NODEV;
        sys::mount(Some(c"world"), &at, Some(c"tmpfs"), flags, Some(TMPFS))
            .step("mount a world", REMEDY)?;
        let base = Self { path };
        for (folder, mode) in
            [("w", 0o755), ("tmp", 0o1777), ("var", 0o755), ("var/tmp", 0o1777), ("script", 0o755)]
        {
            let path = base.path.join(folder);
            fs::create_dir(&path).step("make a world's folder", "")?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))
                .step("set a world's folder's mode", "")?;
        }
        Ok(base)
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        // Nothing here can fail in a way that matters: the mount is the worker's own and ends with
        // it at the latest.
        if let Ok(path) = c_path(&self.path) {
            let _ = sys::umount_detach(&path);
        }
        let _ = fs::remove_dir(&self.path);
    }
}

/// What the cells of one worker are made with.
#[derive(Debug)]
pub(crate) struct Materials {
    /// The library that a fork server is made with.
    pub(crate) hook: OwnedFd,
    /// Further paths of the host that the cells show.
    pub(crate) shown: Vec<PathBuf>,
}

/// A live cell. Dropping it ends every process in it.
#[derive(Debug)]
pub(crate) struct Cell {
    /// The first process, as the worker's `/proc` numbers it.
    pub(crate) init: libc::pid_t,
    /// Where the worker sees the cell's writable file system.
    pub(crate) base: PathBuf,
    /// What the runs wait for the worker to answer.
    pub(crate) listener: Listener,
    /// The descriptors of the last run, where the next can have them too.
    pub(crate) kept: RefCell<Option<Streams>>,
    /// Whether its shell is one that cannot do anything to its descriptors but write to them, unless
    /// it starts a program.
    pub(crate) keeps: bool,
    pidfd: OwnedFd,
    socket: OwnedFd,
}

const REMEDY: &str = "the sandbox needs PID and mount namespaces of its own and a fresh /proc; in \
     a container pass `--security-opt unmask=ALL` (or run it with CAP_SYS_ADMIN)";

/// How long a cell may take to start.
const START_TIME: Timespec = Timespec { tv_sec: 10, tv_nsec: 0 };

/// Bytes and files that one world may take.
const TMPFS: &CStr = c"mode=755,size=64m,nr_inodes=20000";

impl Cell {
    /// Starts a cell on that file system.
    ///
    /// # Errors
    ///
    /// Tells the step that failed.
    pub(crate) fn start(
        kind: &Kind,
        world: &World,
        base: &Base,
        materials: &Materials,
    ) -> Result<Self, Missing> {
        let (socket, theirs) = rustix::net::socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )
        .step("socket pair", "")?;
        // SAFETY: the worker has one thread.
        let pid = unsafe { sys::fork_into(libc::CLONE_NEWPID | libc::CLONE_NEWNS) }
            .step("new PID and mount namespaces", REMEDY)?;
        if pid == 0 {
            drop(socket);
            be_first(kind, world, &theirs, &base.path, materials);
        }
        drop(theirs);
        let pidfd = sys::pidfd_open(pid).step("open the cell's first process", "")?;
        let listener = match greet(&socket) {
            Ok(number) => sys::pidfd_getfd(&pidfd, number).step("take the cell's listener", REMEDY),
            Err(missing) => Err(missing),
        };
        let mut cell = Self {
            init: pid,
            base: base.path.clone(),
            // Replaced below; a cell that did not start is dropped, which ends its process.
            listener: Listener::closed(),
            kept: RefCell::new(None),
            keeps: kind.keeps_streams(),
            pidfd,
            socket,
        };
        cell.listener = Listener::new(listener?);
        rustix::net::send(&cell.socket, b"go", SendFlags::empty()).step("start the cell", "")?;
        cell.wait_until_ready()?;
        Ok(cell)
    }

    /// Waits for the first process's greeting. A fork server executes its shell before that, which
    /// is answered here.
    fn wait_until_ready(&self) -> Result<(), Missing> {
        let nothing = HashSet::new();
        let mut context = Context {
            init: self.init,
            skip_first_exec: false,
            only_shell: false,
            network: false,
            shells: &nothing,
            close: None,
        };
        let mut seen = Seen::default();
        let listener = self.listener.fd().step("start a cell", REMEDY)?;
        loop {
            let mut polled = [
                PollFd::from_borrowed_fd(listener, PollFlags::IN),
                PollFd::new(&self.socket, PollFlags::IN),
            ];
            match poll(&mut polled, Some(&START_TIME)) {
                Err(rustix::io::Errno::INTR) => continue,
                Ok(0) => {
                    let late = io::Error::from(io::ErrorKind::TimedOut);
                    return Err(late).step("start a cell", REMEDY);
                }
                other => other.step("start a cell", REMEDY)?,
            };
            if polled[0].revents().contains(PollFlags::IN) {
                self.listener.serve(&mut context, &mut seen).step("start a cell", REMEDY)?;
            }
            if !polled[1].revents().is_empty() {
                return self.reply().map(drop).step("start a cell", REMEDY);
            }
        }
    }

    /// The socket on which [`Cell::reply`] has something when it is readable.
    pub(crate) fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Starts a run.
    pub(crate) fn run(
        &self,
        packet: &RunPacket<'_, Vec<u8>>,
        fds: [BorrowedFd<'_>; 3],
    ) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(1024);
        if !packet.write(|part| bytes.extend_from_slice(part)) {
            let what = "too long, or holds a NUL byte";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if packet.streams != wire::Streams::Kept {
            control.push(SendAncillaryMessage::ScmRights(&fds));
        }
        rustix::net::sendmsg(
            &self.socket,
            &[IoSlice::new(&bytes)],
            &mut control,
            SendFlags::NOSIGNAL,
        )?;
        Ok(())
    }

    /// Asks the cell to end every process but its first.
    ///
    /// That one hears of it when the run's own process has ended, which is done from here. A run that
    /// has yet to begin is ended at once, because the request is there before.
    pub(crate) fn kill(&self) -> io::Result<()> {
        rustix::net::send(&self.socket, &kill_packet(), SendFlags::NOSIGNAL)?;
        for child in leftover::children(self.init) {
            // It may have ended, and its number be somebody else's, before it was opened; who is still
            // a child after that is the one that is open.
            if let Ok(opened) = sys::pidfd_open(child)
                && leftover::children(self.init).contains(&child)
            {
                let _ = sys::pidfd_kill(&opened);
            }
        }
        Ok(())
    }

    /// The CPU time of the first process and of every process of the cell that has ended, in
    /// microseconds. To be asked between runs.
    pub(crate) fn cpu_time_us(&self) -> io::Result<u64> {
        rustix::net::send(&self.socket, &usage_packet(), SendFlags::NOSIGNAL)?;
        match self.reply()? {
            Reply::Usage { cpu_us } => Ok(cpu_us),
            other => Err(io::Error::other(format!("asked for its CPU time, said {other:?}"))),
        }
    }

    /// The next word of the cell's first process; an error where it is gone.
    pub(crate) fn reply(&self) -> io::Result<Reply> {
        let mut packet = [0u8; REPLY];
        let (n, _) = rustix::net::recv(&self.socket, &mut packet, rustix::net::RecvFlags::empty())?;
        Reply::parse(&packet[..n])
            .ok_or_else(|| io::Error::other("the cell's first process is gone"))
    }

    /// The worker's view of a path of the cell.
    pub(crate) fn outside(&self, path: &[u8]) -> PathBuf {
        use std::os::unix::ffi::OsStrExt as _;
        let path = Path::new(std::ffi::OsStr::from_bytes(path));
        let relative = path.strip_prefix("/").unwrap_or(path);
        if ZONES.iter().chain(&["script"]).any(|zone| relative.starts_with(zone)) {
            self.base.join(relative)
        } else {
            Path::new("/").join(relative)
        }
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        // The namespace ends with its first process.
        let _ = sys::pidfd_kill(&self.pidfd);
        // SAFETY: the worker's own child.
        unsafe { libc::waitpid(self.init, std::ptr::null_mut(), 0) };
    }
}

/// Waits for the number of the listener's descriptor in the new process.
fn greet(socket: &OwnedFd) -> Result<i32, Missing> {
    let mut packet = [0u8; 1024];
    let mut polled = [PollFd::new(socket, PollFlags::IN)];
    let ready = poll(&mut polled, Some(&START_TIME)).step("wait for a cell", "")?;
    if ready == 0 {
        return Err(io::Error::from(io::ErrorKind::TimedOut)).step("start a cell", REMEDY);
    }
    let (n, _) = rustix::net::recv(socket, &mut packet, rustix::net::RecvFlags::empty())
        .step("hear from a cell", REMEDY)?;
    let text = String::from_utf8_lossy(&packet[..n]);
    match text.split_once(' ') {
        Some(("listener", number)) => {
            number.parse().map_err(io::Error::other).step("hear from a cell", REMEDY)
        }
        Some(("failed", why)) => {
            let (step, error) = why.split_once('\u{1f}').unwrap_or(("start a cell", why));
            Err(io::Error::other(error.to_owned())).step(step, REMEDY)
        }
        _ => Err(io::Error::other("it ended at once")).step("start a cell", REMEDY),
    }
}

/// In the new process: finishes the fence, hands over the listener, serves.
fn be_first(kind: &Kind, world: &World, socket: &OwnedFd, base: &Path, materials: &Materials) -> ! {
    let Materials { hook, shown } = materials;
    let listener = match fence(base, shown, kind.closely) {
        Ok(listener) => listener,
        Err(missing) => {
            let text = format!("failed {}\u{1f}{}", missing.step, missing.error);
            let _ = rustix::net::send(socket, text.as_bytes(), SendFlags::NOSIGNAL);
            sys::exit_now(1)
        }
    };
    let text = format!("listener {listener}");
    let mut go = [0u8; 2];
    let greeted = rustix::net::send(socket, text.as_bytes(), SendFlags::NOSIGNAL).is_ok()
        && rustix::net::recv(socket, &mut go, rustix::net::RecvFlags::empty())
            .is_ok_and(|(n, _)| n == 2);
    // Scripts see nothing but 0, 1 and 2: what is kept moves out of their way.
    // SAFETY: the descriptors are this process's own.
    let moved = unsafe {
        libc::dup2(socket.as_raw_fd(), SOCKET) == SOCKET
            && libc::dup2(hook.as_raw_fd(), SOCKET + 1) == SOCKET + 1
    };
    if !greeted || !moved {
        sys::exit_now(1)
    }
    sys::close_range(3, SOCKET as u32 - 1);
    match &kind.first {
        First::Exact => {
            sys::close_range(SOCKET as u32 + 1, u32::MAX);
            // SAFETY: the descriptor is this process's own.
            if unsafe { libc::fcntl(SOCKET, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
                sys::exit_now(1)
            }
            // Its memory holds nothing secret, but a run should find nobody to inspect.
            let _ = sys::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
            if let Some(mut init) = Init::new(SOCKET, Method::Exec, std::ptr::null_mut())
                && init.greet()
            {
                init.serve(|| {});
            }
        }
        First::ForkServer { program, name } => {
            sys::close_range(SOCKET as u32 + 2, u32::MAX);
            become_server(program, name, world);
        }
    }
    sys::exit_now(1)
}

/// Executes the shell with the library that stops it.
fn become_server(program: &[u8], name: &[u8], world: &World) {
    let (Ok(program), Ok(name)) = (CString::new(program), CString::new(name)) else { return };
    let preload = format!("LD_PRELOAD=/proc/self/fd/{}", SOCKET + 1);
    let Ok(preload) = CString::new(preload) else { return };
    // What runs will load their locale by, so that it is loaded now.
    let locale = world.env.iter().filter(|(name, _)| name == b"LANG" || name.starts_with(b"LC_"));
    let locale = locale.map(|(name, value)| CString::new([name, &b"="[..], value].concat()));
    let locale: Vec<CString> = locale.flatten().collect();
    // Everything is resolved now, not in every run again.
    // Restartable sequences are memory that the kernel writes to whenever it goes on with a process:
    // a page more that each fork copies.
    let mut env = vec![
        preload.as_ptr(),
        c"LD_BIND_NOW=1".as_ptr(),
        c"GLIBC_TUNABLES=glibc.pthread.rseq=0".as_ptr(),
    ];
    env.extend(locale.iter().map(|entry| entry.as_ptr()));
    env.push(std::ptr::null());
    let argv = [name.as_ptr(), std::ptr::null()];
    // SAFETY: NUL-terminated strings in arrays that end with a null pointer.
    unsafe {
        // At their usual addresses the parts of a program lie close together, in fewer page tables for
        // each fork to copy. The library takes this back for the runs.
        libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
        libc::execve(program.as_ptr(), argv.as_ptr(), env.as_ptr())
    };
}

fn fence(base: &Path, shown: &[PathBuf], closely: bool) -> Result<i32, Missing> {
    sys::die_with_parent().step("die with the worker", "")?;
    for zone in ZONES {
        bind(&base.join(zone), &Path::new("/").join(zone), 0).step(format!("show /{zone}"), "")?;
    }
    bind(&base.join("script"), Path::new(SCRIPT), SHOWN_AS).step("show /script", "")?;
    root::show_besides(shown).step("show the further paths", REMEDY)?;
    let cells = c_path(Path::new(CELLS)).step("name the cells", "")?;
    let nothing = Some(c"size=4k,mode=000");
    sys::mount(Some(c"hidden"), &cells, Some(c"tmpfs"), libc::MS_RDONLY, nothing)
        .step("hide the other cells", "")?;
    // The kernel gives a new /proc only to those who see an old one, so that goes last.
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    sys::mount(Some(c"proc"), OWN_PROC, Some(c"proc"), flags, Some(c"hidepid=2"))
        .step("mount /proc", REMEDY)?;
    sys::umount_detach(c"/proc").step("let go of the host's /proc", "")?;
    sys::mount(Some(OWN_PROC), c"/proc", None, libc::MS_MOVE, None).step("move /proc", "")?;
    seal_root().step("make the root read-only", REMEDY)?;
    std::env::set_current_dir("/").step("enter the root", "")?;
    namespaces::limit_resources().step("set limits", "")?;
    namespaces::drop_capabilities().step("drop capabilities", "")?;
    sys::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0).step("be inspectable", "")?;
    seccomp::install(closely).step(
        "install the system-call filter",
        "the kernel must have seccomp user notification (5.0 or newer)",
    )
}

/// Makes the root mount itself read-only; the folders mounted in it keep their own attributes.
fn seal_root() -> io::Result<()> {
    let flags = libc::MS_BIND | libc::MS_REMOUNT | libc::MS_RDONLY | libc::MS_NOSUID;
    sys::mount(None, c"/", None, flags, None)
}

/// Whether a path of a cell lies in the folder that answers every name.
pub(crate) fn in_tripwire(path: &[u8]) -> bool {
    path.strip_prefix(TRIPWIRE.as_bytes()).is_some_and(|rest| rest.first() == Some(&b'/'))
}
