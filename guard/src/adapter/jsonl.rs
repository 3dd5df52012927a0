//! The jsonl protocol: a guard that is started once and asked over and over.
//!
//! One JSON object a line each way; a reply carries the id of its request, and replies may come
//! in any order. Where the process hangs, ends, writes too long a line or one whose id nobody
//! asked for, it is killed: the answer is an error for the oldest unanswered request, and the
//! others are asked again, one at a time, of a new process.
//!
//! A process that ends while nothing is unanswered is noticed when the next request is asked,
//! and that request gets the error: whether a guard lives is then no question of timing.
//!
//! A request's deadline counts from when it was written. One that was written while others were
//! unanswered counts from the last reply to an earlier one, so that a guard that answers in
//! order is never blamed for what waited behind another request.

mod session;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use self::session::{Line, Pending, Session};
use super::conversation::Conversation;
use super::launch::Launcher;
use super::once::{is_for_good, keep, start_fault};
use super::wire::{reply_id, request_line};
use super::{Foreign, RESTARTS, STDERR};
use crate::{Answer, Fault, Guard, Host, LateFault, Promise, Request};

/// How many requests may be unanswered at once.
const WINDOW: usize = 64;

/// A guard that speaks the jsonl protocol.
pub struct Jsonl {
    foreign: Foreign,
    launcher: Arc<dyn Launcher>,
    session: Option<Session>,
    next_id: u64,
    started: bool,
    /// Restarts since the last well-formed reply.
    restarts: u32,
    broken: Option<String>,
    /// How many requests are asked at once: more while answers come quickly, so that a request
    /// never waits for its deadline behind others.
    window: usize,
    late: Vec<LateFault>,
    notes: Vec<String>,
}

/// The requests of one call and what became of them.
struct Batch<'a> {
    requests: &'a [Request],
    answers: Vec<Option<Answer>>,
    /// The ids under which requests of this call were answered.
    ids: Vec<(u64, usize)>,
    /// Requests still to be asked, with whether each must be asked alone.
    waiting: VecDeque<(usize, bool)>,
}

impl Jsonl {
    /// A guard that is started when it is first asked.
    pub fn new(foreign: Foreign, launcher: Arc<dyn Launcher>) -> Self {
        Self {
            foreign,
            launcher,
            session: None,
            next_id: 1,
            started: false,
            restarts: 0,
            broken: None,
            window: 1,
            late: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn ask(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut batch = Batch {
            requests,
            answers: vec![None; requests.len()],
            ids: Vec::new(),
            waiting: (0..requests.len()).map(|index| (index, false)).collect(),
        };
        loop {
            if let Some(why) = &self.broken {
                let fault = Fault::Start(why.clone());
                let given = batch.answers.into_iter();
                return given.map(|a| a.unwrap_or(Answer::Error(fault.clone()))).collect();
            }
            if let Err(fault) = self.fill(&mut batch) {
                if let Some((index, _)) = batch.waiting.pop_front() {
                    batch.answers[index] = Some(Answer::Error(fault));
                }
                continue;
            }
            let Some(session) = self.session.as_mut().filter(|s| !s.pending.is_empty()) else {
                break;
            };
            let until = session.late(&self.foreign.limits);
            let stepped = session.talk.step(until);
            let fault = self.advance(&mut batch, stepped);
            if let Some(fault) = fault {
                self.fail(&mut batch, fault);
            }
        }
        self.settle(&mut batch);
        let unasked = || Answer::Error(Fault::NotAsked("no answer was kept".to_owned()));
        batch.answers.into_iter().map(|answer| answer.unwrap_or_else(unasked)).collect()
    }

    /// Writes as many waiting requests as may be unanswered at once, starting the process first
    /// where there is none.
    fn fill(&mut self, batch: &mut Batch<'_>) -> Result<(), Fault> {
        while let Some(&(index, alone)) = batch.waiting.front() {
            let pending = self.session.as_ref().map(|session| &session.pending);
            let unanswered = pending.map_or(0, VecDeque::len);
            let beside = pending.is_none_or(|pending| pending.iter().all(|p| !p.alone));
            let most = if alone || self.launcher.one_at_a_time() { 1 } else { self.window };
            if unanswered >= most || !beside {
                break;
            }
            let request = &batch.requests[index];
            let line = request_line(self.next_id, request)?;
            self.start()?;
            let Some(session) = self.session.as_mut() else { break };
            session.talk.queue(&line);
            session.pending.push_back(Pending {
                id: self.next_id,
                index,
                end: session.talk.queued,
                since: Instant::now(),
                out: false,
                alone,
            });
            session.last_id = self.next_id;
            self.next_id += 1;
            batch.waiting.pop_front();
        }
        Ok(())
    }

    /// Starts the process where there is none.
    fn start(&mut self) -> Result<(), Fault> {
        if self.session.is_some() {
            return Ok(());
        }
        if self.started {
            self.restarts += 1;
        }
        self.started = true;
        let limit = self.foreign.limits.output;
        let talk = self
            .launcher
            .launch(&self.foreign.program)
            .and_then(|launched| Conversation::new(launched, limit, STDERR));
        match talk {
            Ok(talk) => {
                self.session = Some(Session {
                    talk,
                    first_id: self.next_id,
                    last_id: 0,
                    pending: VecDeque::new(),
                    answered: VecDeque::new(),
                });
                Ok(())
            }
            Err(error) => {
                let fault = start_fault(&self.foreign, &error);
                if is_for_good(&error) || self.restarts >= RESTARTS {
                    self.broken = Some(format!("{}: {fault}", self.foreign.name));
                }
                Err(fault)
            }
        }
    }

    /// Reads what came and says what, if anything, ends the process.
    fn advance(&mut self, batch: &mut Batch<'_>, stepped: io::Result<()>) -> Option<Fault> {
        let limits = self.foreign.limits;
        let session = self.session.as_mut()?;
        session.note_written();
        while let Some(line) = session.take_line(limits.output) {
            match session.read(&line, batch.requests, limits.output) {
                Line::Reply(index, answer) => {
                    if !matches!(answer, Answer::Error(_)) {
                        self.restarts = 0;
                    }
                    batch.answers[index] = Some(answer);
                    let (id, took) = session.answer(index, &batch.requests[index]);
                    batch.ids.push((id, index));
                    self.window = if took < limits.deadline / 20 {
                        (self.window + 1).min(WINDOW)
                    } else {
                        (self.window / 2).max(1)
                    };
                    if session.pending.is_empty() && self.launcher.one_at_a_time() {
                        keep(&mut self.notes, session.talk.idle());
                    }
                }
                Line::Duplicate(id) => duplicate(session, batch, &mut self.late, id),
                Line::Fault(fault) => return Some(fault),
            }
            if session.pending.is_empty() {
                return None;
            }
        }
        if let Err(error) = stepped {
            return Some(Fault::Crash(format!("could not be talked to: {error}")));
        }
        if session.talk.output_over() {
            return Some(session.crash());
        }
        let oldest = session.pending.front()?;
        if session.talk.stdin_closed() && !oldest.out {
            return Some(Fault::Crash("closed its standard input".to_owned()));
        }
        if Instant::now() >= limits.late(oldest.since) {
            return Some(limits.hang());
        }
        None
    }

    /// Kills the process; the oldest unanswered request gets the fault, the others are asked
    /// again, alone.
    fn fail(&mut self, batch: &mut Batch<'_>, fault: Fault) {
        let Some(mut session) = self.session.take() else { return };
        if let Some(oldest) = session.pending.pop_front() {
            batch.answers[oldest.index] = Some(Answer::Error(fault.clone()));
        }
        for pending in session.pending.drain(..).rev() {
            batch.waiting.push_front((pending.index, true));
        }
        if self.restarts >= RESTARTS {
            self.broken = Some(format!(
                "{}: {RESTARTS} restarts in a row without a verdict; the last time it {fault}",
                self.foreign.name
            ));
        }
    }

    /// Looks, without waiting, whether a second reply came on the heels of the last one.
    fn settle(&mut self, batch: &mut Batch<'_>) {
        let limit = self.foreign.limits.output;
        let Some(session) = self.session.as_mut() else { return };
        // An error shows again, and is dealt with, when the next request is asked.
        drop(session.talk.step(Instant::now()));
        while let Some(line) = session.peek_line(limit) {
            match reply_id(line) {
                Ok(id) if session.was_asked(id) => {
                    session.take_line(limit);
                    duplicate(session, batch, &mut self.late, id);
                }
                _ => break,
            }
        }
        if !self.launcher.one_at_a_time() {
            keep(&mut self.notes, session.talk.idle());
        }
    }
}

/// Records a second reply: in the answers where they have not been given yet, else as late.
fn duplicate(session: &Session, batch: &mut Batch<'_>, late: &mut Vec<LateFault>, id: u64) {
    let fault = Fault::Duplicate(id);
    if let Some(&(_, index)) = batch.ids.iter().find(|(known, _)| *known == id) {
        batch.answers[index] = Some(Answer::Error(fault));
    } else if let Some((_, request)) = session.answered.iter().find(|(known, _)| *known == id) {
        keep(late, [LateFault { request: request.clone(), fault }]);
    }
}

impl Guard for Jsonl {
    fn name(&self) -> &str {
        &self.foreign.name
    }

    fn promise(&self) -> &Promise {
        &self.foreign.promise
    }

    fn decide(&mut self, request: &Request) -> Answer {
        let gone = || Answer::Error(Fault::NotAsked("no answer was kept".to_owned()));
        self.ask(std::slice::from_ref(request)).pop().unwrap_or_else(gone)
    }

    fn decide_many(&mut self, requests: &[Request]) -> Vec<Answer> {
        self.ask(requests)
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.foreign.seeds.clone()
    }

    fn broken(&self) -> Option<String> {
        self.broken.clone()
    }

    fn host(&self) -> Host {
        self.foreign.host
    }

    fn late_faults(&mut self) -> Vec<LateFault> {
        std::mem::take(&mut self.late)
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}
