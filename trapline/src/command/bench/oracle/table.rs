//! The table of what is asked for, and whether it holds.

use serde::Serialize;

use super::super::measure::Middle;
use crate::out::Out;
use crate::text::table;

/// How far the lower end of an interval may lie below what is asked for.
const TOLERANCE: f64 = 0.95;

/// One thing that is asked for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    what: String,
    measured: Middle,
    at_least: f64,
    holds: bool,
}

impl Line {
    /// A ratio that should reach a figure.
    pub(super) fn new(what: impl Into<String>, measured: Middle, at_least: f64) -> Self {
        let holds = measured.low >= TOLERANCE * at_least;
        Self { what: what.into(), measured, at_least, holds }
    }

    /// A number of troubles, of which there should be none.
    pub(super) fn none(what: impl Into<String>, troubles: usize) -> Self {
        let count = troubles as f64;
        let measured = Middle { median: count, low: count, high: count };
        Self { what: what.into(), measured, at_least: 0.0, holds: troubles == 0 }
    }
}

pub(super) fn print(lines: &[Line], out: &mut Out) {
    if lines.is_empty() {
        return;
    }
    let head = ["what", "measured", "95 %", "asked", "holds"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for line in lines {
        let Middle { median, low, high } = line.measured;
        rows.push(vec![
            line.what.clone(),
            format!("{median:.2}"),
            format!("{low:.2}-{high:.2}"),
            format!("{:.2}", line.at_least),
            if line.holds { "yes" } else { "no" }.to_owned(),
        ]);
    }
    out.line("");
    table(&rows).into_iter().for_each(|line| out.line(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_end_decides() {
        let of = |low| Line::new("it", Middle { median: 3.0, low, high: 4.0 }, 2.0).holds;
        assert!(of(1.9) && of(2.5));
        assert!(!of(1.89));
        assert!(Line::none("it", 0).holds && !Line::none("it", 1).holds);
    }
}
