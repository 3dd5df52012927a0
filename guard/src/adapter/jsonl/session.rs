//! One process that speaks the jsonl protocol.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::super::conversation::Conversation;
use super::super::wire::{reply, reply_id};
use super::super::{Limits, excerpt};
use crate::{Answer, Fault, Request};

/// How many answered requests are remembered, to say which one a late reply belongs to.
const REMEMBERED: usize = 256;

/// How long a process that closed its output is given to end by itself.
const LINGER: Duration = Duration::from_secs(1);

/// One process.
pub(super) struct Session {
    pub(super) talk: Conversation,
    pub(super) first_id: u64,
    pub(super) last_id: u64,
    pub(super) pending: VecDeque<Pending>,
    pub(super) answered: VecDeque<(u64, Request)>,
}

/// An unanswered request.
pub(super) struct Pending {
    pub(super) id: u64,
    /// Its place among the requests of the caller.
    pub(super) index: usize,
    /// How many bytes must have been written for it to be out.
    pub(super) end: u64,
    /// When it was written, or first tried to be.
    pub(super) since: Instant,
    pub(super) out: bool,
    /// Whether it must be asked with no other beside it.
    pub(super) alone: bool,
}

/// What a line turned out to be.
pub(super) enum Line {
    Reply(usize, Answer),
    Duplicate(u64),
    Fault(Fault),
}

impl Session {
    /// When the oldest unanswered request is late.
    pub(super) fn late(&self, limits: &Limits) -> Instant {
        self.pending.front().map_or_else(Instant::now, |oldest| limits.late(oldest.since))
    }

    /// Starts the clocks of the requests that are out now.
    pub(super) fn note_written(&mut self) {
        let written = self.talk.written;
        let now = Instant::now();
        for pending in self.pending.iter_mut().filter(|p| !p.out && p.end <= written) {
            pending.out = true;
            pending.since = now;
        }
    }

    /// The next line, without its newline, left where it is. A line that is too long counts as
    /// one even before its end has come.
    pub(super) fn peek_line(&self, limit: usize) -> Option<&[u8]> {
        let incoming = &self.talk.incoming;
        match incoming.iter().position(|&byte| byte == b'\n') {
            Some(end) => incoming.get(..end),
            None if incoming.len() > limit => Some(incoming),
            None => None,
        }
    }

    pub(super) fn take_line(&mut self, limit: usize) -> Option<Vec<u8>> {
        let line = self.peek_line(limit)?.to_vec();
        let taken = (line.len() + 1).min(self.talk.incoming.len());
        self.talk.incoming.drain(..taken);
        Some(line)
    }

    /// Whether this process was ever asked under this id and has answered.
    pub(super) fn was_asked(&self, id: u64) -> bool {
        (self.first_id..=self.last_id).contains(&id)
            && self.pending.iter().all(|pending| pending.id != id)
    }

    pub(super) fn read(&self, line: &[u8], requests: &[Request], limit: usize) -> Line {
        if line.len() > limit {
            return Line::Fault(Fault::Oversize { limit });
        }
        let id = match reply_id(line) {
            Ok(id) => id,
            Err(fault) => return Line::Fault(fault),
        };
        match self.pending.iter().find(|pending| pending.id == id) {
            Some(pending) => Line::Reply(pending.index, reply(line, &requests[pending.index])),
            None if self.was_asked(id) => Line::Duplicate(id),
            None => {
                let line = excerpt(line);
                Line::Fault(Fault::Malformed(format!("a line with an unknown id: `{line}`")))
            }
        }
    }

    /// Marks a request as answered; its id, and how long it took.
    pub(super) fn answer(&mut self, index: usize, request: &Request) -> (u64, Duration) {
        let Some(place) = self.pending.iter().position(|pending| pending.index == index) else {
            return (0, Duration::ZERO);
        };
        let Some(pending) = self.pending.remove(place) else { return (0, Duration::ZERO) };
        let now = Instant::now();
        for behind in self.pending.iter_mut().skip(place) {
            behind.since = now;
        }
        if self.answered.len() >= REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back((pending.id, request.clone()));
        (pending.id, now - pending.since)
    }

    /// What the end of the output means.
    pub(super) fn crash(&mut self) -> Fault {
        // Its output ends an instant before the process does, and how it ended is worth knowing.
        let until = Instant::now() + LINGER;
        while self.talk.ended.is_none() && Instant::now() < until {
            if self.talk.step(until).is_err() {
                break;
            }
        }
        let mut why = match self.talk.ended {
            Some(ending) => ending.to_string(),
            None => "closed its standard output".to_owned(),
        };
        if !self.talk.incoming.is_empty() {
            why.push_str(", in the middle of a line");
        }
        let errors = excerpt(&self.talk.errors);
        if !errors.is_empty() {
            why.push_str(": ");
            why.push_str(&errors);
        }
        Fault::Crash(why)
    }
}
