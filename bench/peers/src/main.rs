//! The reader of `guard` beside published shell parsers, on the same scripts.
//!
//! `cargo run --release --manifest-path bench/peers/Cargo.toml` prints what one script takes each
//! of them, in CPU time of one thread, and how their opinions differ from the reader's: which
//! scripts that it reads without a doubt they refuse, and how many that it doubts they accept.
//! Every parser gets the same texts, those that are UTF-8, hold no NUL and are at most 2,000
//! bytes; the timed ones are those that all of them accept.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rustix::time::{ClockId, clock_gettime};

/// A parser: its name, and whether it takes a text.
type Parser = (&'static str, fn(&str) -> bool);

const PARSERS: [Parser; 5] = [
    ("guard::syntax", |text| guard::syntax::read(text.as_bytes()).certain().is_some()),
    ("brush-parser 0.4", brush),
    ("conch-parser 0.1", |text| {
        let lexer = conch_parser::lexer::Lexer::new(text.chars());
        conch_parser::parse::DefaultParser::new(lexer).into_iter().all(|command| command.is_ok())
    }),
    ("tree-sitter-bash 0.25", tree_sitter),
    ("yash-syntax 0.21", |text| text.parse::<yash_syntax::syntax::List>().is_ok()),
];

fn brush(text: &str) -> bool {
    let options = brush_parser::ParserOptions {
        enable_extended_globbing: false,
        ..brush_parser::ParserOptions::default()
    };
    let mut parser = brush_parser::Parser::new(text.as_bytes(), &options);
    parser.parse_program().is_ok()
}

thread_local! {
    static TREE_SITTER: std::cell::RefCell<Option<tree_sitter::Parser>> = {
        let mut parser = tree_sitter::Parser::new();
        let ready = parser.set_language(&tree_sitter_bash::LANGUAGE.into()).is_ok();
        std::cell::RefCell::new(ready.then_some(parser))
    };
}

/// A tree without an error.
fn tree_sitter(text: &str) -> bool {
    TREE_SITTER.with_borrow_mut(|parser| {
        let tree = parser.as_mut().and_then(|parser| parser.parse(text, None));
        tree.is_some_and(|tree| !tree.root_node().has_error())
    })
}

/// CPU time of this thread, in seconds.
fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

/// The stored scripts, by list.
fn lists() -> Vec<(&'static str, Vec<String>)> {
    let json = |text: &str| -> Vec<String> {
        let field = |value: &serde_json::Value, key: &str| value[key].as_str().map(str::to_owned);
        text.lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter_map(|value| field(&value, "script").or_else(|| field(&value, "command")))
            .collect()
    };
    let lists = vec![
        (
            "common",
            include_str!("../../../corpora/common.txt").lines().map(str::to_owned).collect(),
        ),
        ("catalogue", json(include_str!("../../../corpora/catalogue.jsonl"))),
        ("disagreements", json(include_str!("../../../corpora/disagreements.jsonl"))),
    ];
    let fits = |script: &String| {
        // One peer takes exponential time for nested parentheses.
        let open = script.bytes().filter(|byte| *byte == b'(').count();
        script.len() <= 2000 && !script.contains('\0') && open <= 12
    };
    lists
        .into_iter()
        .map(|(name, scripts): (_, Vec<String>)| (name, scripts.into_iter().filter(fits).collect()))
        .collect()
}

/// Whether a parser takes a text; one that panics does not.
fn takes(parser: &Parser, text: &str) -> bool {
    catch_unwind(AssertUnwindSafe(|| (parser.1)(text))).unwrap_or(false)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for (name, scripts) in lists() {
        let opinions: Vec<Vec<bool>> = scripts
            .iter()
            .map(|script| PARSERS.iter().map(|parser| takes(parser, script)).collect())
            .collect();
        let all: Vec<&String> = scripts
            .iter()
            .zip(&opinions)
            .filter(|(_, opinions)| opinions.iter().all(|takes| *takes))
            .map(|(script, _)| script)
            .collect();
        let bytes: usize = all.iter().map(|script| script.len()).sum();
        println!(
            "{name}: {} scripts; {} that all accept, of {} bytes in the mean",
            scripts.len(),
            all.len(),
            bytes / all.len().max(1)
        );
        let mut own = 0.0;
        for (at, parser) in PARSERS.iter().enumerate() {
            let mut rounds: Vec<f64> = (0..15)
                .map(|_| {
                    let begun = cpu();
                    for script in &all {
                        black_box((parser.1)(black_box(script)));
                    }
                    (cpu() - begun) * 1e6 / all.len().max(1) as f64
                })
                .collect();
            rounds.sort_by(f64::total_cmp);
            let median = rounds[rounds.len() / 2];
            if at == 0 {
                own = median;
            }
            let refuses =
                opinions.iter().filter(|opinions| opinions[0] && !opinions[at]).count();
            let accepts =
                opinions.iter().filter(|opinions| !opinions[0] && opinions[at]).count();
            println!(
                "  {:22} {median:6.2} µs a script ({:.1} times the reader); refuses {refuses} that the \
                 reader reads, accepts {accepts} that it doubts",
                parser.0,
                median / own.max(1e-9)
            );
            if name != "disagreements" && at > 0 {
                let refused = scripts.iter().zip(&opinions);
                let refused = refused.filter(|(_, opinions)| opinions[0] && !opinions[at]);
                for (script, _) in refused.take(3) {
                    println!("      refuses {script:?}");
                }
            }
        }
    }
}
