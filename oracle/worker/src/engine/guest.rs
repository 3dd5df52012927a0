//! A guest: a program that stays in a cell of its own and talks with the caller directly, such as a
//! guard under test.
//!
//! It is fenced in like any run, but for what the caller chose to show it and for the network where
//! the caller allows it. Nothing of it is observed but what it changes in its copy of the world.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use oracle_init::wire::{Reply, RunPacket, Streams};
use rustix::event::{PollFd, PollFlags, poll};

use super::{Engine, Ready, run};
use crate::cell::Kind;
use crate::notify::{Context, Seen};
use crate::observation::Effect;
use crate::proto::{self, Refusal};
use crate::stage::ResetOutcome;
use crate::world::Bytes;

/// A guest's cell and how the guest is.
pub(crate) struct Guest {
    ready: Ready,
    world: u64,
    ended: Option<i32>,
    /// Whether something of it may still run.
    alive: bool,
    /// Whether its cell was asked to end it, and has yet to say that it did.
    dying: bool,
}

impl Guest {
    /// The wait status, once it has ended.
    pub(crate) fn ended(&self) -> Option<i32> {
        self.ended
    }

    /// Puts its world back and says what it had done to it.
    pub(crate) fn reset(&mut self) -> Result<Vec<Effect>, Refusal> {
        let trouble = |error: crate::stage::StageError| Refusal::Internal(error.to_string());
        let report = self.ready.stage.finish().map_err(trouble)?;
        match self.ready.stage.reset().map_err(trouble)? {
            ResetOutcome::Clean => Ok(report.effects),
            ResetOutcome::RebuildNeeded(why) => {
                Err(Refusal::Internal(format!("a guest's world cannot be put back: {why}")))
            }
        }
    }

    fn hear(&mut self, reply: Reply) {
        match reply {
            Reply::Exited { status, leftover } => {
                self.ended = Some(status);
                self.alive = leftover || self.dying;
            }
            Reply::Killed { status } => {
                self.ended = self.ended.or(Some(status));
                (self.alive, self.dying) = (false, false);
            }
            Reply::Empty => self.alive = self.dying,
            Reply::Usage { .. } => {}
            Reply::Failed { errno } => {
                self.ended = self.ended.or(Some(errno << 8));
                self.alive = self.dying;
            }
        }
    }
}

impl Engine {
    /// Starts a guest, in the cell of the last one where that can be used again.
    pub(crate) fn start_guest(
        &mut self,
        last: Option<Guest>,
        wanted: &proto::Guest,
        streams: [OwnedFd; 3],
        client: BorrowedFd<'_>,
    ) -> Result<Guest, Refusal> {
        let last = match last {
            Some(mut last) if last.world == wanted.world => {
                self.stop_guest(&mut last)?;
                last.reset().is_ok().then_some(last)
            }
            _ => None,
        };
        let mut guest = match last {
            Some(guest) => guest,
            None => Guest {
                ready: self.make(wanted.world, &Kind::EXACT, client)?,
                world: wanted.world,
                ended: None,
                alive: false,
                dying: false,
            },
        };
        guest.ended = None;
        let world = self.world(wanted.world)?;
        let env = run::environment(world, &wanted.env);
        let name: Bytes = wanted.argv.first().cloned().unwrap_or_default();
        let program = run::find_program(&guest.ready.cell, &env, &name)?;
        let packet = RunPacket {
            path: &program,
            cwd: &wanted.folder,
            argv: &wanted.argv,
            env: &env,
            controlling_terminal: false,
            streams: Streams::Given,
        };
        let fds = [streams[0].as_fd(), streams[1].as_fd(), streams[2].as_fd()];
        guest.ready.cell.run(&packet, fds).map_err(|error| Refusal::Start(error.to_string()))?;
        guest.alive = true;
        Ok(guest)
    }

    /// Ends everything of a guest.
    pub(crate) fn stop_guest(&self, guest: &mut Guest) -> Result<(), Refusal> {
        let trouble = |error: std::io::Error| Refusal::Internal(format!("end a guest: {error}"));
        if !guest.alive {
            return Ok(());
        }
        guest.ready.cell.kill().map_err(trouble)?;
        guest.dying = true;
        while guest.alive {
            self.serve_guest(guest, None).map_err(trouble)?;
        }
        Ok(())
    }

    /// Answers what a guest waits for until the caller says something.
    pub(crate) fn attend(&self, guest: &mut Guest, client: BorrowedFd<'_>) -> std::io::Result<()> {
        while !self.serve_guest(guest, Some(client))? {}
        Ok(())
    }

    /// Waits for one thing; true when it is the caller.
    fn serve_guest(
        &self,
        guest: &mut Guest,
        client: Option<BorrowedFd<'_>>,
    ) -> std::io::Result<bool> {
        let cell = &guest.ready.cell;
        let mut polled = vec![
            PollFd::from_borrowed_fd(cell.listener.fd()?, PollFlags::IN),
            PollFd::from_borrowed_fd(cell.socket(), PollFlags::IN),
        ];
        if let Some(client) = client {
            polled.push(PollFd::from_borrowed_fd(client, PollFlags::IN | PollFlags::RDHUP));
        }
        match poll(&mut polled, None) {
            Err(rustix::io::Errno::INTR) => return Ok(false),
            other => other?,
        };
        let notified = polled[0].revents().contains(PollFlags::IN);
        let replied = !polled[1].revents().is_empty();
        let spoken = polled.get(2).is_some_and(|it| !it.revents().is_empty());
        drop(polled);
        if notified {
            let mut context = Context {
                init: cell.init,
                skip_first_exec: false,
                network: self.config.network,
                only_shell: false,
                shells: &self.shells,
                close: None,
            };
            cell.listener.serve(&mut context, &mut Seen::default())?;
        }
        if replied {
            let reply = guest.ready.cell.reply()?;
            guest.hear(reply);
        }
        Ok(spoken)
    }
}
