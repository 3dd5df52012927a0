//! Standard input, output and error of a run, and what the worker reads and writes at their other
//! ends.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pipe::PipeFlags;

use crate::observation::Output;
use crate::run::Delivery;

/// How much more output than is kept is read before the run is ended for it.
const ENDURED: usize = 16;

/// What ends input at a terminal.
const END_OF_INPUT: &[u8] = b"\x04";

/// The descriptors that a run gets.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) input: OwnedFd,
    pub(crate) output: OwnedFd,
    pub(crate) error: OwnedFd,
}

impl Given {
    pub(crate) fn fds(&self) -> [BorrowedFd<'_>; 3] {
        [self.input.as_fd(), self.output.as_fd(), self.error.as_fd()]
    }
}

/// The descriptors of a run and the worker's ends of them, between two runs.
#[derive(Debug)]
pub(crate) struct Streams {
    given: Given,
    output: OwnedFd,
    error: OwnedFd,
}

impl Given {
    /// Whether nothing about them is other than when they were opened: a run can change their flags,
    /// and the modes of its pipes.
    fn are_plain(&self) -> bool {
        const CHANGED: OFlags = OFlags::NONBLOCK
            .union(OFlags::APPEND)
            .union(OFlags::ASYNC)
            .union(OFlags::DIRECT)
            .union(OFlags::NOATIME);
        const PIPE: u32 = libc::S_IFIFO | 0o600;
        let flags = |fd: &OwnedFd| {
            rustix::fs::fcntl_getfl(fd).is_ok_and(|flags| !flags.intersects(CHANGED))
        };
        let mode = |fd: &OwnedFd| rustix::fs::fstat(fd).is_ok_and(|stat| stat.st_mode == PIPE);
        [&self.input, &self.output, &self.error].into_iter().all(flags)
            && [&self.output, &self.error].into_iter().all(mode)
    }
}

impl Streams {
    /// Those of a run that is over and has left nothing in them, for the next. `None` where something
    /// about them has changed or was closed.
    pub(crate) fn keep(given: Given, ends: &mut Ends) -> Option<Self> {
        if !given.are_plain() {
            return None;
        }
        Some(Self { given, output: ends.output.fd.take()?, error: ends.error.fd.take()? })
    }

    /// For the next run.
    pub(crate) fn take(self, limit: usize) -> (Given, Ends) {
        let ends = Ends {
            output: Reader::new(Some(self.output), limit),
            error: Reader::new(Some(self.error), limit),
            input: None,
            terminal: None,
            prompted: false,
        };
        (self.given, ends)
    }
}

/// One output as the worker reads it.
#[derive(Debug)]
pub(crate) struct Reader {
    fd: Option<OwnedFd>,
    pub(crate) output: Output,
    limit: usize,
    dropped: usize,
}

/// The worker's ends.
#[derive(Debug)]
pub(crate) struct Ends {
    pub(crate) output: Reader,
    /// Closed from the start under a terminal, where both outputs are one.
    pub(crate) error: Reader,
    /// What is still to be written, and where.
    input: Option<(OwnedFd, Vec<u8>)>,
    /// Under a terminal: its other end.
    terminal: Option<OwnedFd>,
    /// Under a terminal: whether the shell has shown that it listens.
    prompted: bool,
}

impl Reader {
    fn new(fd: Option<OwnedFd>, limit: usize) -> Self {
        Self { fd, output: Output::default(), limit, dropped: 0 }
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.fd.as_ref().map(AsFd::as_fd)
    }

    /// Reads what is there. Closes at the end of the stream.
    pub(crate) fn pump(&mut self) -> io::Result<()> {
        let mut buffer = [MaybeUninit::uninit(); 16 << 10];
        while let Some(fd) = &self.fd {
            match rustix::io::read(fd, &mut buffer).map(|(read, _)| &*read) {
                Ok([]) | Err(Errno::IO) => self.fd = None,
                Ok(read) => {
                    let room = (self.limit - self.output.bytes.len()).min(read.len());
                    self.output.bytes.extend_from_slice(&read[..room]);
                    self.output.cut |= room < read.len();
                    self.dropped += read.len() - room;
                    if read.len() < 16 << 10 {
                        return Ok(());
                    }
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            if self.is_flood() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether so much more came than is kept that the run will not be waited for.
    pub(crate) fn is_flood(&self) -> bool {
        self.dropped > self.limit.saturating_mul(ENDURED)
    }
}

/// Makes the descriptors of a run.
pub(crate) fn open(delivery: Delivery, text: &[u8], limit: usize) -> io::Result<(Given, Ends)> {
    if delivery == Delivery::Tty {
        return open_terminal(text, limit);
    }
    let flags = PipeFlags::CLOEXEC;
    let (output, output_given) = rustix::pipe::pipe_with(flags)?;
    let (error, error_given) = rustix::pipe::pipe_with(flags)?;
    let (input_given, input) = match delivery {
        Delivery::Stdin | Delivery::Typed => {
            let (given, end) = rustix::pipe::pipe_with(flags)?;
            unblock(&end)?;
            (given, Some((end, text.to_vec())))
        }
        _ => {
            let null =
                rustix::fs::open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
            (null, None)
        }
    };
    unblock(&output)?;
    unblock(&error)?;
    let given = Given { input: input_given, output: output_given, error: error_given };
    let ends = Ends {
        output: Reader::new(Some(output), limit),
        error: Reader::new(Some(error), limit),
        input,
        terminal: None,
        prompted: false,
    };
    Ok((given, ends))
}

fn open_terminal(text: &[u8], limit: usize) -> io::Result<(Given, Ends)> {
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let master = rustix::fs::open("/dev/ptmx", flags, Mode::empty())?;
    rustix::pty::grantpt(&master)?;
    rustix::pty::unlockpt(&master)?;
    let name = rustix::pty::ptsname(&master, Vec::new())?;
    let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty())?;
    unblock(&master)?;
    let mut lines = text.to_vec();
    if !lines.ends_with(b"\n") {
        lines.push(b'\n');
    }
    let given = Given { input: slave.try_clone()?, output: slave.try_clone()?, error: slave };
    let ends = Ends {
        output: Reader::new(Some(master.try_clone()?), limit),
        error: Reader::new(None, limit),
        input: Some((master.try_clone()?, lines)),
        terminal: Some(master),
        prompted: false,
    };
    Ok((given, ends))
}

fn unblock(fd: &OwnedFd) -> io::Result<()> {
    rustix::fs::fcntl_setfl(fd, OFlags::NONBLOCK)?;
    Ok(())
}

impl Ends {
    /// The descriptor to wait on before more input can be written.
    pub(crate) fn input_fd(&self) -> Option<BorrowedFd<'_>> {
        // At a terminal the shell must be there first, or its line editor throws the input away.
        let may_write = self.terminal.is_none() || self.prompted;
        self.input.as_ref().filter(|_| may_write).map(|(fd, _)| fd.as_fd())
    }

    /// Writes what can be written.
    pub(crate) fn write(&mut self) {
        let Some((fd, rest)) = &mut self.input else { return };
        while !rest.is_empty() {
            match rustix::io::write(&*fd, rest) {
                Ok(n) => {
                    rest.drain(..n);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // Nobody reads it any more.
                Err(_) => break,
            }
        }
        self.input = None;
    }

    /// Called when nothing has happened for a while: a shell at a terminal is waiting for a line.
    pub(crate) fn idle(&mut self) {
        let Some(terminal) = &self.terminal else { return };
        if !self.prompted {
            self.prompted = true;
        } else if self.input.is_none() {
            // Whether it can be written is seen by what comes of it.
            let _ = rustix::io::write(terminal, END_OF_INPUT);
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal.is_some()
    }
}
