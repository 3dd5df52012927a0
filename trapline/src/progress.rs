//! The progress of a hunt on standard error.
//!
//! On a terminal two lines are drawn again and again; elsewhere a plain line comes now and then.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use corpora::event::{Funnel, Stats};

use crate::say;
use crate::text::{clock, number};

/// How often the lines are drawn on a terminal.
pub(crate) const LIVE: Duration = Duration::from_millis(500);

/// How often a plain line comes.
pub(crate) const PLAIN: Duration = Duration::from_secs(5);

/// What is drawn, and when it was.
#[derive(Debug)]
pub(crate) struct Progress {
    live: bool,
    colour: bool,
    /// When the hunt ends, for the clock.
    time: Option<Duration>,
    /// How many lines are on the screen at the moment.
    drawn: usize,
    last: Instant,
    /// The funnel when the last rate was told.
    before: (u64, Funnel),
}

impl Progress {
    /// The progress of a hunt that takes so long.
    pub(crate) fn new(time: Option<Duration>) -> Self {
        Self {
            live: say::is_live(),
            colour: say::is_coloured(),
            time,
            drawn: 0,
            last: Instant::now(),
            before: (0, Funnel::default()),
        }
    }

    /// How often the state is wanted.
    pub(crate) fn every(&self) -> Duration {
        if self.live { LIVE } else { PLAIN }
    }

    /// Shows the state.
    pub(crate) fn stats(&mut self, stats: &Stats) {
        let [first, second] = self.lines(stats);
        if self.live {
            self.draw(&[first, second]);
        } else {
            say::line(format!("{first}  {second}"));
        }
        self.before = (stats.elapsed_ms, stats.funnel);
        self.last = Instant::now();
    }

    /// Writes a line that stays.
    pub(crate) fn line(&mut self, text: &str) {
        self.wipe();
        say::line(text);
    }

    /// A line that stays, about a finding.
    pub(crate) fn finding(&mut self, text: &str) {
        let text = if self.colour { format!("\x1b[1;31m{text}\x1b[0m") } else { text.to_owned() };
        self.line(&text);
    }

    /// Takes what is drawn off the screen.
    pub(crate) fn wipe(&mut self) {
        if self.drawn > 0 {
            let mut text = String::new();
            for _ in 0..self.drawn {
                // Up one line, and clear it.
                text.push_str("\x1b[1A\x1b[2K");
            }
            let _ = io::stderr().lock().write_all(text.as_bytes());
            self.drawn = 0;
        }
    }

    fn draw(&mut self, lines: &[String]) {
        let width = width();
        self.wipe();
        let mut text = String::new();
        for line in lines {
            // A line that wraps could not be taken off again.
            text.extend(line.chars().take(width));
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        self.drawn = lines.len();
    }

    fn lines(&self, stats: &Stats) -> [String; 2] {
        let Funnel { generated, read, allowed, ran, effect, finding } = stats.funnel;
        let (before_ms, before) = &self.before;
        let ms = stats.elapsed_ms.saturating_sub(*before_ms).max(1);
        let rate = |now: u64, then: u64| number(now.saturating_sub(then) * 1000 / ms);
        let end = self.time.map(|time| clock(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)));
        let end = end.map(|end| format!(" of {end}")).unwrap_or_default();
        [
            format!(
                "{}{end}  {} scripts/s, {} runs/s",
                clock(stats.elapsed_ms),
                rate(generated, before.generated),
                rate(ran, before.ran)
            ),
            format!(
                "generated {} → read {} → allowed {} → ran {} → effect {} → finding {}",
                number(generated),
                number(read),
                number(allowed),
                number(ran),
                number(effect),
                number(finding)
            ),
        ]
    }
}

/// How many columns the terminal has.
fn width() -> usize {
    let columns = rustix::termios::tcgetwinsize(io::stderr()).map_or(0, |size| size.ws_col);
    // Some terminals say nothing.
    if columns == 0 { 80 } else { usize::from(columns) }
}
