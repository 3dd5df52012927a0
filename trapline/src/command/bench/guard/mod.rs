//! `trapline bench guard`: what the approver and its reader cost, how much they read, and whether
//! shells run what the tree says.

mod cost;
mod rates;
mod sweep;

use serde::Serialize;

use crate::error::Error;
use crate::exit_codes as codes;
use crate::out::Out;
use crate::text::{number, table};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Instead, run so many distinct scripts that are read without a doubt, and look for a program
    /// that a shell starts and the reader did not see.
    #[arg(long, value_name = "N")]
    sweep: Option<u64>,
    /// The seed of a sweep's generators.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many sandboxes a sweep works with side by side [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

#[derive(Serialize)]
struct Told {
    v: u32,
    decision: cost::Decision,
    growth: Vec<cost::Growth>,
    rates: Vec<rates::Rate>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<u8, Error> {
    if let Some(count) = args.sweep {
        return sweep::run(count, args.seed, args.jobs, out);
    }
    let decision = cost::decision()?;
    let growth = cost::growth()?;
    let rates = rates::rates()?;
    if out.is_json() {
        out.value(&Told { v: 1, decision, growth, rates });
        return Ok(codes::CLEAN);
    }
    out.line(format!(
        "decision of the approver, {} commands of 45 to 75 bytes with nothing to resolve: \
         median {:.2} µs, slowest tenth from {:.2} µs; reader alone {:.2} µs",
        decision.commands, decision.median_us, decision.ninth_us, decision.reader_us
    ));
    out.line("");
    let mut rows =
        vec![["text", "bytes", "reader", "ns a byte", "decision"].map(str::to_owned).to_vec()];
    for it in &growth {
        rows.push(vec![
            it.text.to_owned(),
            number(it.bytes as u64),
            format!("{:.1} µs", it.reader_us),
            format!("{:.1}", it.reader_us * 1000.0 / it.bytes.max(1) as f64),
            format!("{:.1} µs", it.decision_us),
        ]);
    }
    table(&rows).into_iter().for_each(|line| out.line(line));
    out.line("");
    for rate in &rates {
        out.line(format!(
            "{}: of {} scripts, bash, sh and zsh run {} alike; {} of those are read without a doubt \
             ({:.1} %)",
            rate.list, rate.scripts, rate.alike, rate.read, rate.percent
        ));
    }
    Ok(codes::CLEAN)
}
