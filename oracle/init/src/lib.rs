//! The first process of a cell: starts runs, reaps them, and ends whatever they leave.
//!
//! It is process 1 of the cell's PID namespace, so it cannot be killed from inside, orphans become
//! its children, and its `kill(-1)` ends everything at once. The loop is shared by two programs:
//! the worker's own spawner, which executes the shell for each run, and the library that is loaded
//! into a shell and forks it just before its `main`.
//!
//! It talks with the worker over a sequenced-packet socket and allocates nothing after
//! [`Init::new`], because in the second program the heap belongs to the shell.

#![no_std]

mod child;
pub mod memory_map;
pub mod raw;
pub mod wire;

use core::ffi::{c_char, c_int, c_void};
use core::mem::zeroed;
use core::ptr::null_mut;

use child::{Child, close, close_all_from, close_given, enter, stand_in};
use wire::{Reply, Request, Streams};

/// The descriptor of the socket, out of the way of those that scripts use. A library that is loaded
/// into a shell stands at the next one.
///
/// A process whose descriptors are all below 64 has no table of its own for them, which every fork
/// would copy.
pub const SOCKET: c_int = 60;

/// How a run's process is made.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// Execute the program of the request.
    Exec,
    /// Fork this process by this function; the child leaves the loop and goes on as the run.
    Fork(unsafe extern "C" fn() -> libc::pid_t),
}

/// What a forked run goes on with. The pointers stay valid for the life of the process.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The number of arguments.
    pub argc: c_int,
    /// The arguments, ended by a null pointer.
    pub argv: *mut *mut c_char,
    /// The environment, ended by a null pointer.
    pub envp: *mut *mut c_char,
}

/// The state of the loop.
#[derive(Debug)]
pub struct Init {
    socket: c_int,
    signals: c_int,
    method: Method,
    /// Room for a request, and behind it for a pointer to each of its strings.
    buffer: *mut u8,
    /// For children that share this process's memory.
    stack: *mut c_void,
    /// The run's own process while one is under way.
    run: libc::pid_t,
    /// Whether this process's own first three descriptors are those of a run, for the next.
    keeps: bool,
    /// Whether the worker still waits to hear that nothing is left.
    draining: bool,
}

const STACK: usize = 64 << 10;

/// How many bytes [`Init::new`] wants: a request, and a pointer to each of its strings, which have a
/// byte at least.
pub const ROOM: usize = wire::MAX_REQUEST + (wire::MAX_REQUEST + 8) * size_of::<*mut c_char>();

fn map(size: usize) -> Option<*mut c_void> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a fresh anonymous mapping.
    let at = unsafe { libc::mmap(null_mut(), size, protection, flags, -1, 0) };
    (at != libc::MAP_FAILED).then_some(at)
}

impl Init {
    /// Prepares the loop: default signals, `SIGCHLD` through a descriptor, buffers. `room` are
    /// [`ROOM`] bytes that nothing else uses; null for new ones.
    ///
    /// `None` where the system refuses; the caller then ends the process.
    pub fn new(socket: c_int, method: Method, room: *mut u8) -> Option<Self> {
        // SAFETY: plain system calls on values of this frame.
        unsafe {
            // A handler that this program's runtime set would be inherited by the runs.
            for signal in 1..=64 {
                libc::signal(signal, libc::SIG_DFL);
            }
            let mut set: libc::sigset_t = zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            if libc::sigprocmask(libc::SIG_SETMASK, &raw const set, null_mut()) != 0 {
                return None;
            }
            let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
            let signals = libc::signalfd(-1, &raw const set, flags);
            if signals < 0 {
                return None;
            }
            // Out of the way of the descriptors that scripts use.
            let high = libc::fcntl(signals, libc::F_DUPFD_CLOEXEC, SOCKET);
            libc::close(signals);
            if high < 0 {
                return None;
            }
            Some(Self {
                socket,
                signals: high,
                method,
                buffer: if room.is_null() { map(ROOM)?.cast() } else { room },
                stack: if matches!(method, Method::Exec) { map(STACK)? } else { null_mut() },
                run: 0,
                keeps: false,
                draining: false,
            })
        }
    }

    /// Tells the worker that the loop begins. False where the worker is gone.
    pub fn greet(&self) -> bool {
        self.try_send(Reply::Empty)
    }

    /// Serves until the worker is gone, which ends the process; returns only in a forked child.
    /// `before` is called before each run is started.
    pub fn serve(&mut self, mut before: impl FnMut()) -> Start {
        loop {
            if self.draining && !self.wait_for_request() {
                continue;
            }
            if let Some(start) = self.request(&mut before) {
                return start;
            }
            if self.run != 0 {
                self.attend();
            }
        }
    }

    /// Waits for the end of what a run has left behind, or for a request; true where there is one.
    fn wait_for_request(&mut self) -> bool {
        let mut polled = [
            libc::pollfd { fd: self.socket, events: libc::POLLIN, revents: 0 },
            libc::pollfd { fd: self.signals, events: libc::POLLIN, revents: 0 },
        ];
        // SAFETY: two valid entries.
        if unsafe { libc::poll(polled.as_mut_ptr(), 2, -1) } < 0 {
            return false;
        }
        if polled[1].revents != 0 {
            // SAFETY: reads whatever is queued into a buffer of its own; what matters is `waitpid`.
            unsafe {
                // A signal waits once however often it was sent, so that there is one to read.
                let mut info = [0u8; 128];
                libc::read(self.signals, info.as_mut_ptr().cast(), info.len());
            }
            if !self.reap(libc::WNOHANG) {
                self.draining = false;
                self.send(Reply::Empty);
            }
        }
        polled[0].revents != 0
    }

    /// Waits for the end of the run's own process.
    ///
    /// Nothing is received meanwhile: a worker that asks to end the run kills this process's children
    /// itself. What it asked for before the run had begun is waiting already.
    fn attend(&mut self) {
        let mut byte = 0u8;
        let flags = (libc::MSG_PEEK | libc::MSG_DONTWAIT) as usize;
        let peek = [self.socket as usize, (&raw mut byte) as usize, 1, flags, 0, 0];
        // SAFETY: one byte of room.
        if unsafe { raw::call(libc::SYS_recvfrom, peek) } >= 0 {
            // SAFETY: a child that has not been waited for.
            unsafe { libc::kill(self.run, libc::SIGKILL) };
        }
        while self.run != 0 && self.reap(0) {}
    }

    fn request(&mut self, before: &mut impl FnMut()) -> Option<Start> {
        let mut fds = [-1; 3];
        let length = self.receive(&mut fds);
        if length == 0 {
            // The worker is gone. The kernel ends everything in the namespace with this process.
            exit(0);
        }
        // SAFETY: the buffer holds `length` bytes that were just received.
        let bytes = unsafe { core::slice::from_raw_parts_mut(self.buffer, length) };
        match Request::parse(bytes) {
            Some(Request::Kill) => self.kill_all(),
            Some(Request::Usage) => self.send(Reply::Usage { cpu_us: cpu_time_us() }),
            Some(Request::Run(run)) => {
                before();
                match run.streams {
                    Streams::Given => self.keeps = false,
                    Streams::GivenToKeep => {
                        self.keeps = stand_in(fds).is_ok();
                        if self.keeps {
                            close_given(fds);
                            fds = [-1; 3];
                        }
                    }
                    Streams::Kept if self.keeps => {}
                    Streams::Kept => {
                        self.send(Reply::Failed { errno: libc::EBADF });
                        return None;
                    }
                }
                let start = self.start(&run, length, fds);
                close_given(fds);
                return start;
            }
            None => self.send(Reply::Failed { errno: libc::EBADMSG }),
        }
        for fd in fds {
            close(fd);
        }
        None
    }

    /// Receives one packet and up to three descriptors; 0 when the worker is gone.
    fn receive(&mut self, fds: &mut [c_int; 3]) -> usize {
        // SAFETY: every pointer in the message is to a buffer of the stated size that outlives it.
        unsafe {
            let mut part = libc::iovec { iov_base: self.buffer.cast(), iov_len: wire::MAX_REQUEST };
            let mut control = [0u64; 8];
            let mut message: libc::msghdr = zeroed();
            message.msg_iov = &raw mut part;
            message.msg_iovlen = 1;
            message.msg_control = control.as_mut_ptr().cast();
            message.msg_controllen = size_of_val(&control) as _;
            let flags = libc::MSG_CMSG_CLOEXEC as usize;
            let to = (&raw mut message) as usize;
            let receive = [self.socket as usize, to, flags, 0, 0, 0];
            let n = raw::call(libc::SYS_recvmsg, receive);
            if n <= 0 {
                return 0;
            }
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            if !header.is_null() && (*header).cmsg_type == libc::SCM_RIGHTS {
                let bytes = (*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let count = (bytes / size_of::<c_int>()).min(3);
                core::ptr::copy_nonoverlapping(
                    libc::CMSG_DATA(header).cast::<c_int>(),
                    fds.as_mut_ptr(),
                    count,
                );
            }
            n as usize
        }
    }

    /// Starts the run of a request of this length.
    fn start(&mut self, run: &wire::Run, length: usize, fds: [c_int; 3]) -> Option<Start> {
        // SAFETY: behind the request there is room for one pointer per byte of it, and for the two that
        // end the lists.
        let (argv, envp) = unsafe {
            let argv: *mut *mut c_char = self.buffer.add(length.next_multiple_of(16)).cast();
            let envp = argv.add(run.argc + 1);
            let mut at = run.strings;
            let mut next = || {
                let this = at;
                at = at.add(libc::strlen(at) + 1);
                this
            };
            for i in 0..run.argc {
                *argv.add(i) = next();
            }
            *argv.add(run.argc) = null_mut();
            for i in 0..run.envc {
                *envp.add(i) = next();
            }
            *envp.add(run.envc) = null_mut();
            (argv, envp)
        };
        let mut child = Child {
            path: run.path,
            cwd: run.cwd,
            start: Start { argc: run.argc as c_int, argv, envp },
            fds,
            controlling_terminal: run.controlling_terminal,
            errno: 0,
        };
        let pid = match self.method {
            Method::Exec => self.spawn(&mut child),
            // SAFETY: this process has one thread.
            Method::Fork(fork) => match unsafe { fork() } {
                0 => {
                    // SAFETY: as above.
                    unsafe {
                        let dumpable = [libc::PR_SET_DUMPABLE as usize, 1, 0, 0, 0, 0];
                        raw::call(libc::SYS_prctl, dumpable);
                        if enter(&mut child) {
                            close_all_from(3);
                            return Some(child.start);
                        }
                    }
                    exit(126)
                }
                pid => pid,
            },
        };
        if pid < 0 || child.errno != 0 {
            let errno = if child.errno != 0 { child.errno } else { last_errno() };
            if pid > 0 {
                // SAFETY: the child has ended by itself; nobody else waits for it.
                unsafe { libc::waitpid(pid, null_mut(), 0) };
            }
            self.send(Reply::Failed { errno });
        } else {
            self.run = pid;
            self.draining = false;
        }
        None
    }

    /// Executes the program in a child that borrows this process's memory until it has.
    fn spawn(&mut self, child: &mut Child) -> libc::pid_t {
        extern "C" fn go(child: *mut c_void) -> c_int {
            // SAFETY: `spawn` passes its `Child`, and is suspended while this runs.
            unsafe {
                let child = &mut *child.cast::<Child>();
                if enter(child) {
                    for fd in child.fds {
                        close(fd);
                    }
                    libc::execve(child.path, child.start.argv.cast(), child.start.envp.cast());
                    child.errno = last_errno();
                }
                libc::_exit(127)
            }
        }
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        // SAFETY: the stack is a mapping of its own that nothing else uses while the child runs.
        unsafe { libc::clone(go, self.stack.byte_add(STACK), flags, (child as *mut Child).cast()) }
    }

    /// Waits for children that have ended, with these options; whether others are alive.
    fn reap(&mut self, options: c_int) -> bool {
        let mut status = 0;
        let mut options = options;
        let mut ended = None;
        let alive = loop {
            let wait = [usize::MAX, (&raw mut status) as usize, options as usize, 0, 0, 0];
            // SAFETY: `status` is a valid place.
            match unsafe { raw::call(libc::SYS_wait4, wait) } {
                0 => break true,
                error if error == -(libc::EINTR as isize) => {}
                error if error < 0 => break false,
                pid if pid == self.run as isize => ended = Some(status),
                _ => {}
            }
            if ended.is_some() {
                options |= libc::WNOHANG;
            }
        };
        if let Some(status) = ended {
            self.run = 0;
            self.draining = alive;
            self.send(Reply::Exited { status, leftover: alive });
        }
        alive
    }

    fn kill_all(&mut self) {
        let mut status = 0;
        let mut last = 0;
        // SAFETY: as process 1 of its namespace this process is spared by its own `kill(-1)`.
        unsafe {
            libc::kill(-1, libc::SIGKILL);
            loop {
                match libc::waitpid(-1, &raw mut status, 0) {
                    pid if pid < 0 && last_errno() == libc::EINTR => {}
                    pid if pid < 0 => break,
                    pid if pid == self.run => last = status,
                    _ => {}
                }
            }
        }
        self.run = 0;
        self.draining = false;
        self.send(Reply::Killed { status: last });
    }

    fn send(&self, reply: Reply) {
        if !self.try_send(reply) {
            exit(1);
        }
    }

    fn try_send(&self, reply: Reply) -> bool {
        let bytes = reply.to_bytes();
        let write = [self.socket as usize, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0];
        // SAFETY: a buffer and its length.
        unsafe { raw::call(libc::SYS_write, write) >= 0 }
    }
}

/// CPU time of this process and of all its ended children, in microseconds.
pub fn cpu_time_us() -> u64 {
    let mut total = 0;
    for who in [libc::RUSAGE_SELF, libc::RUSAGE_CHILDREN] {
        // SAFETY: zeroes are a valid value, and `usage` a valid place.
        let usage = unsafe {
            let mut usage: libc::rusage = zeroed();
            libc::getrusage(who, &raw mut usage);
            usage
        };
        for time in [usage.ru_utime, usage.ru_stime] {
            total += time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
        }
    }
    total
}

fn last_errno() -> c_int {
    // SAFETY: the thread's own errno.
    unsafe { *libc::__errno_location() }
}

fn exit(code: c_int) -> ! {
    // SAFETY: always allowed.
    unsafe { libc::_exit(code) }
}
