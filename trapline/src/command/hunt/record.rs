//! Takes the events of a hunt: stores each as it comes, shows it, and keeps what the end needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use corpora::Finding;
use corpora::event::{End, Event, Start, Stats};
use corpora::store::{NotStored, Store, StoreError, folder_name};
use hunt::search::{Sink, Why};
use reports::{Format, Gather};

use crate::interrupt::Interrupt;
use crate::known::Known;
use crate::out::Out;
use crate::progress::Progress;
use crate::show;

/// How often a state is written to the log: often enough to see how a hunt went, seldom enough
/// that a night of it stays small.
const STATE_EVERY: Duration = Duration::from_secs(5);

/// What is left when a hunt has ended.
#[derive(Debug)]
pub(crate) struct Told {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// The page, where it could be written.
    pub(crate) page: Option<PathBuf>,
    /// The findings, in order.
    pub(crate) findings: Vec<Finding>,
    /// The folders of findings that could not be stored.
    pub(crate) not_stored: BTreeSet<String>,
    /// Whether something could not be written.
    pub(crate) failed: bool,
}

/// The taker of events.
pub(crate) struct Recorder<'a> {
    store: Store,
    out: &'a mut Out,
    progress: Progress,
    known: &'a Known,
    interrupt: &'a Interrupt,
    until_first: bool,
    gather: Gather,
    stored: Instant,
    not_stored: BTreeSet<String>,
    failed: bool,
    /// The findings so far.
    pub(crate) findings: Vec<Finding>,
    /// Why the recorder asked the hunt to end.
    pub(crate) stopped: Option<Why>,
}

impl<'a> Recorder<'a> {
    /// A recorder that writes to this store.
    pub(crate) fn new(
        store: Store,
        out: &'a mut Out,
        progress: Progress,
        known: &'a Known,
        interrupt: &'a Interrupt,
        until_first: bool,
    ) -> Self {
        Self {
            store,
            out,
            progress,
            known,
            interrupt,
            until_first,
            gather: Gather::new(),
            stored: Instant::now(),
            not_stored: BTreeSet::new(),
            failed: false,
            findings: Vec::new(),
            stopped: None,
        }
    }

    /// Takes the first event.
    pub(crate) fn start(&mut self, start: Start) {
        self.write(&Event::Start(start));
    }

    /// Takes the last event.
    pub(crate) fn end(&mut self, end: End) {
        self.progress.wipe();
        self.write(&Event::End(end));
    }

    /// Writes the page, and gives back what is left.
    pub(crate) fn finish(mut self) -> Told {
        let path = self.store.dir().join(Format::Html.file_name());
        let gather = std::mem::take(&mut self.gather);
        let page = gather.finish().and_then(|log| reports::render(Format::Html, &log));
        let page = match page.map_err(|error| error.to_string()).and_then(|page| {
            fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
        }) {
            Ok(()) => Some(path),
            Err(problem) => {
                self.trouble(&format!("the page could not be written: {problem}"));
                None
            }
        };
        Told {
            folder: self.store.dir().to_owned(),
            page,
            findings: self.findings,
            not_stored: self.not_stored,
            failed: self.failed,
        }
    }

    fn trouble(&mut self, text: &str) {
        self.failed = true;
        self.progress.line(&format!("trapline: {text}"));
    }

    /// Shows an event to whoever reads standard output, and keeps it for the page.
    fn tell(&mut self, event: &Event) {
        if self.out.is_json() {
            self.out.value(event);
        }
        self.gather.event(event.clone());
    }

    fn write(&mut self, event: &Event) {
        self.tell(event);
        if let Err(error) = self.store.append(event) {
            self.lost(&error);
        }
    }

    /// A hunt whose results cannot be kept is not worth going on with.
    fn lost(&mut self, error: &StoreError) {
        if self.stopped.is_none() {
            self.trouble(&error.to_string());
            self.stopped = Some(Why::Error(error.to_string()));
        }
        self.failed = true;
        self.interrupt.stop();
    }

    fn stats(&mut self, stats: Stats) {
        self.progress.stats(&stats);
        let event = Event::Stats(stats);
        if self.stored.elapsed() >= STATE_EVERY {
            self.stored = Instant::now();
            self.write(&event);
        } else {
            self.gather.event(event);
        }
    }

    fn finding(&mut self, finding: Finding) {
        let known = self.known.has(&finding);
        self.tell(&Event::Finding(finding.clone()));
        let mark = if known { "known finding" } else { "finding" };
        let text = format!(
            "{mark}: {} — {}",
            show::line(finding.bucket.as_bytes()),
            show::line(finding.summary.as_bytes())
        );
        if finding.kind.is_violation() && !known {
            self.progress.finding(&text);
        } else {
            self.progress.line(&text);
        }
        self.findings.push(finding.clone());
        if let Err(NotStored { finding, error }) = self.store.finding(finding) {
            self.not_stored.insert(folder_name(&finding));
            self.lost(&error);
        }
        let counts = self.findings.last().is_some_and(|finding| finding.kind.is_violation());
        if self.until_first && counts && !known {
            self.stopped.get_or_insert(Why::First);
            self.interrupt.stop();
        }
    }
}

impl Sink for Recorder<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Stats(stats) => self.stats(stats),
            Event::Finding(finding) => self.finding(finding),
            Event::Note { ref text } => {
                self.progress.line(&format!("note: {}", show::line(text.as_bytes())));
                self.write(&event);
            }
            Event::Start(_) | Event::End(_) => self.write(&event),
        }
    }
}
