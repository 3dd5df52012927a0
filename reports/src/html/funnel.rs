//! The funnel: how many scripts reached each stage, as a band that narrows.

use corpora::event::Funnel;
use serde::Serialize;

use crate::log::Log;
use crate::outcome::Outcome;
use crate::text::{count, number, percent, rate};

/// The funnel.
#[derive(Serialize)]
pub(crate) struct View {
    stages: Vec<Stage>,
    /// What an empty stage means.
    empty: Option<&'static str>,
}

#[derive(Serialize)]
struct Stage {
    name: &'static str,
    what: &'static str,
    figure: String,
    unit: &'static str,
    share: Option<String>,
    empty: bool,
    tone: &'static str,
    /// The outline of its part of the funnel, in a box of 100 by 100.
    outline: String,
    /// The length of its bar, of 100.
    bar: String,
}

/// A length of 100 on a logarithmic scale that begins at nothing.
pub(crate) fn length(value: u64, most: u64) -> f64 {
    if value == 0 || most == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a length on a page has three digits")]
    let share = (value as f64).ln_1p() / (most as f64).ln_1p();
    share * 100.0
}

/// The funnel of a log.
pub(crate) fn view(log: &Log, funnel: Funnel, outcome: &Outcome) -> View {
    let ms = log
        .hunts
        .iter()
        .filter_map(|hunt| hunt.stats.as_ref())
        .fold(0_u64, |sum, stats| sum.saturating_add(stats.elapsed_ms));
    let speed = |figure| rate(figure, ms);
    let of = |part, whole, name| percent(part, whole).map(|share| format!("{share} of {name}"));
    let stages = [
        (
            "generated",
            "distinct scripts made",
            funnel.generated,
            "scripts",
            speed(funnel.generated),
        ),
        (
            "read",
            "a shell can parse them",
            funnel.read,
            "scripts",
            of(funnel.read, funnel.generated, "generated"),
        ),
        (
            "allowed",
            "the guard lets them run",
            funnel.allowed,
            "scripts",
            of(funnel.allowed, funnel.read, "read"),
        ),
        ("ran", "in a throw-away world", funnel.ran, "runs", speed(funnel.ran)),
        (
            "effect",
            "changed or started something",
            funnel.effect,
            "runs",
            of(funnel.effect, funnel.ran, "ran"),
        ),
        (
            "finding",
            "confirmed, and different",
            funnel.finding,
            "buckets",
            (funnel.finding > 0 && outcome.violation_buckets < funnel.finding)
                .then(|| count(outcome.violation_buckets, "violation", "violations")),
        ),
    ];
    let most = stages.iter().map(|stage| stage.2).max().unwrap_or(0);
    let heights: Vec<f64> = stages.iter().map(|stage| length(stage.2, most)).collect();
    let views = stages
        .into_iter()
        .enumerate()
        .map(|(index, (name, what, figure, unit, share))| {
            let here = heights.get(index).copied().unwrap_or(0.0);
            let next = heights.get(index + 1).copied().unwrap_or(here);
            Stage {
                name,
                what,
                figure: number(figure),
                unit: match (unit, figure) {
                    ("scripts", 1) => "script",
                    ("runs", 1) => "run",
                    ("buckets", 1) => "bucket",
                    (unit, _) => unit,
                },
                share,
                empty: figure == 0,
                tone: match name {
                    "finding" if outcome.violations > 0 => "bad",
                    "finding" if figure == 0 => "none",
                    "finding" => "warn",
                    _ => "flow",
                },
                outline: outline(here, next),
                bar: format!("{here:.1}"),
            }
        })
        .collect();
    View { stages: views, empty: empty(funnel, outcome.unchecked > 0) }
}

/// A band around the middle that goes from one height to the next in a smooth curve.
fn outline(here: f64, next: f64) -> String {
    let (top, bottom) = (50.0 - here / 2.0, 50.0 + here / 2.0);
    let (next_top, next_bottom) = (50.0 - next / 2.0, 50.0 + next / 2.0);
    format!(
        "M0 {top:.1}C60 {top:.1} 70 {next_top:.1} 100 {next_top:.1}V{next_bottom:.1}C70 \
         {next_bottom:.1} 60 {bottom:.1} 0 {bottom:.1}Z"
    )
}

/// What the first empty stage means.
fn empty(funnel: Funnel, unchecked: bool) -> Option<&'static str> {
    let Funnel { generated, read, allowed, ran, effect, finding } = funnel;
    Some(match (generated, read, allowed, ran, effect, finding) {
        (0, ..) => "Nothing was generated, so nothing was asked and nothing ran.",
        (_, 0, ..) => "No shell could parse what was generated, so nothing ran.",
        (_, _, 0, 0, ..) => {
            "The guard allowed nothing, so nothing ran. This says nothing about what it would allow."
        }
        (_, _, _, 0, ..) => "Nothing ran, so nothing is known about what the guard allows.",
        (_, _, _, _, 0, _) => {
            "Nothing that ran had an effect or started a program. The scripts may be too harmless to \
             tell."
        }
        (.., 0) if unchecked => {
            "Things happened, and none that could be checked is against the promise."
        }
        (.., 0) => "Things happened, and none of them is against the promise.",
        _ => return None,
    })
}
