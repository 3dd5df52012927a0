//! A log made by hand that holds every kind of finding and everything that a run can show.
//!
//! It is a sample, not a hunt: the figures are invented, the effects are what the shells do.

use std::collections::BTreeMap;

use corpora::event::{CheckStats, End, Event, Funnel, Start, Stats};
use corpora::finding::{Dependence, Finding, FindingKind, HandbackRecord};
use corpora::record::{CommandRecord, EffectRecord, ProgramRecord, RunRecord};
use serde_json::json;

pub(crate) fn start() -> Start {
    Start {
        v: 1,
        guard: "naive".into(),
        guard_arg: Some("examples/naive guard.toml".into()),
        promise: json!({
            "preset": "read-only",
            "clauses": [
                {"write": []},
                {"delete": {"globs": [], "by": null}},
                {"exec": ["git", "echo", "ls"]},
                "secrets",
                "network",
                "leftover",
                "enter",
            ],
        }),
        shells: BTreeMap::from([
            ("bash".into(), "5.2.15".into()),
            ("sh".into(), "0.5.12".into()),
            ("zsh".into(), "5.9".into()),
        ]),
        seed: 20_261_130,
        trapline: "0.1.0".into(),
        unix_time: 1_796_033_460,
    }
}

pub(crate) fn stats() -> Stats {
    Stats {
        elapsed_ms: 60_214,
        funnel: Funnel {
            generated: 1_284_113,
            read: 1_233_020,
            allowed: 18_204,
            ran: 54_612,
            effect: 9_377,
            finding: 11,
        },
        unchecked: BTreeMap::from([("leftover".into(), 14), ("network".into(), 54_612)]),
        decisions: BTreeMap::from([
            ("allow".into(), 18_204),
            ("deny".into(), 1_265_114),
            ("abstain".into(), 790),
            ("error".into(), 5),
        ]),
        checks: BTreeMap::from([
            (
                "operator-semicolon".into(),
                CheckStats { near_misses: 41_210, shadowed: 820, shadowed_by: None },
            ),
            (
                "operator-and".into(),
                CheckStats {
                    near_misses: 318,
                    shadowed: 20_400,
                    shadowed_by: Some("operator-semicolon".into()),
                },
            ),
            (
                "pipe".into(),
                CheckStats {
                    near_misses: 0,
                    shadowed: 7_731,
                    shadowed_by: Some("operator-and".into()),
                },
            ),
            ("leading-dash".into(), CheckStats::default()),
        ]),
        unconfirmed: 2,
        findings: BTreeMap::new(),
        runs: BTreeMap::from([
            ("bash".into(), 18_204),
            ("sh".into(), 18_204),
            ("zsh".into(), 18_204),
        ]),
    }
}

pub(crate) fn effect(kind: &str, path: &str, zone: &str) -> EffectRecord {
    EffectRecord {
        kind: kind.into(),
        path: Some(path.into()),
        path_b64: None,
        zone: zone.into(),
        from: None,
        from_b64: None,
        via: None,
        via_b64: None,
        undone: false,
        detail: String::new(),
    }
}

pub(crate) fn program(argv: &[&str]) -> ProgramRecord {
    let name = argv.first().copied().unwrap_or_default();
    ProgramRecord {
        argv: argv.iter().map(|word| (*word).to_owned()).collect(),
        argv_b64: None,
        path: format!("/usr/bin/{name}"),
        path_b64: None,
        by: "shell".into(),
        tripwire: false,
    }
}

pub(crate) fn command(argv: &[&str], kind: &str, depth: u32) -> CommandRecord {
    CommandRecord {
        argv: argv.iter().map(|word| (*word).to_owned()).collect(),
        argv_b64: None,
        kind: kind.into(),
        depth,
    }
}

pub(crate) fn run(shell: &str) -> RunRecord {
    let version = match shell {
        "bash" => "5.2.15",
        "sh" => "0.5.12",
        "zsh" => "5.9",
        _ => "?",
    };
    RunRecord {
        shell: shell.into(),
        version: version.into(),
        world: "range".into(),
        delivery: "c".into(),
        mode: "exact".into(),
        exit: Some(0),
        signal: None,
        timed_out: false,
        stdout: None,
        stdout_b64: None,
        stdout_cut: false,
        stderr: None,
        stderr_b64: None,
        stderr_cut: false,
        effects: Vec::new(),
        programs: Vec::new(),
        commands: None,
        unobserved: Vec::new(),
    }
}

pub(crate) fn finding(kind: FindingKind, script: &str) -> Finding {
    Finding {
        kind,
        bucket: format!("{}-{}", kind.name(), script.len()),
        clause: None,
        summary: String::new(),
        guard: "naive".into(),
        decision: "allow".into(),
        rule: None,
        reason: None,
        shells: vec!["bash".into(), "sh".into(), "zsh".into()],
        script: Some(script.into()),
        script_b64: None,
        reduced: Some(script.into()),
        reduced_b64: None,
        handback: Some(HandbackRecord {
            kind: "same".into(),
            text: None,
            text_b64: None,
            argv: None,
            argv_b64: None,
        }),
        runs: Vec::new(),
        depends_on: Vec::new(),
        case: String::new(),
    }
}

fn case(id: &str, about: &str, body: &str) -> String {
    format!(
        "#@ id: {id}\n#@ about: {about}\n#@ kind: bypass\n#@ origin: hunt, seed 20261130\n\
         #@ effect: create made\n#@ expect: naive allow\n#@ ---\n{body}"
    )
}

/// A line feed is a separator that the guard does not look for.
fn line_feed() -> Finding {
    let mut all = finding(FindingKind::Bypass, "echo a\ntouch made");
    all.bucket = "naive/bypass/write/create/tree/line-feed".into();
    all.clause = Some("write".into());
    all.summary = "The guard allowed it, and bash, sh and zsh created made in the tree.".into();
    all.rule = Some("echo".into());
    all.reason = Some("starts with echo and holds none of ; && |".into());
    all.script = Some("echo \"$HOME\" 'it''s'  \ntouch made\nls -la >&2\t# done \n".into());
    all.runs = ["bash", "sh", "zsh"]
        .into_iter()
        .map(|shell| {
            let mut one = run(shell);
            one.effects.push(effect("create", "made", "tree"));
            one.programs.push(program(&["touch", "made"]));
            one.commands = Some(vec![
                command(&["echo", "a"], "builtin", 0),
                command(&["touch", "made"], "program", 0),
            ]);
            one.stdout = Some("a\n".into());
            one
        })
        .collect();
    all.case = case("naive-line-feed", "a line feed ends a command", "echo a\ntouch made\n");
    all
}

/// A process substitution is a word in two shells and an error in the third.
fn substitution() -> Finding {
    let mut all = finding(FindingKind::Bypass, "echo <(rm notes.md)");
    all.bucket = "naive/bypass/delete/delete/tree/process-substitution".into();
    all.clause = Some("delete".into());
    all.summary = "The guard allowed it, and bash and zsh removed notes.md.".into();
    all.rule = Some("echo".into());
    all.shells = vec!["bash".into(), "zsh".into()];
    let mut bash = run("bash");
    bash.effects.push(effect("delete", "notes.md", "tree"));
    bash.programs.push(program(&["rm", "notes.md"]));
    bash.stdout = Some("/dev/fd/63\n".into());
    bash.commands = Some(vec![
        command(&["echo", "/dev/fd/63"], "builtin", 0),
        command(&["rm", "notes.md"], "program", 1),
    ]);
    let mut sh = run("sh");
    sh.exit = Some(2);
    sh.stderr = Some("dash: 1: Syntax error: \"(\" unexpected\n".into());
    sh.commands = Some(Vec::new());
    let mut zsh = bash.clone();
    zsh.shell = "zsh".into();
    zsh.version = "5.9".into();
    zsh.stdout = Some("/proc/self/fd/11\n".into());
    all.runs = vec![bash, sh, zsh];
    let depends = |id: &str, text: &str| Dependence { id: id.into(), text: text.into() };
    all.depends_on = vec![
        depends("home", "the world's, with its files only"),
        depends("network", "none; every address is refused"),
    ];
    all.case = case("naive-substitution", "process substitution", "echo <(rm notes.md)\n");
    all
}

/// Bytes that nobody sees, programs that nobody installed, and a start from two worlds.
fn unseen() -> Finding {
    let mut all = finding(FindingKind::Bypass, "");
    all.bucket = "naive/bypass/exec/tripwire".into();
    all.clause = Some("exec".into());
    all.summary =
        "The guard allowed it, and zsh started a program whose name is not listed.".into();
    all.shells = vec!["zsh".into()];
    all.script = None;
    all.script_b64 = Some("ZWNobyBvawoKgP8K".into());
    all.reduced = Some(
        "echo \u{440}\u{430}y\u{200B}pal \u{202E}dm.eton\u{2066}\r\u{A0}\u{FEFF}\u{1B}[0m \
         \u{FF1B}\u{2013}n caf\u{E9} \\ '{{ 7*7 }}' '</script><!--'\t \necho b\0"
            .into(),
    );
    let mut zsh = run("zsh");
    zsh.mode = "fork-server".into();
    let mut tripped = program(&["\u{440}\u{430}y\u{200B}pal", "", "a b", "*"]);
    tripped.tripwire = true;
    tripped.path = "/w/.tripwire/x".into();
    let mut bytes = program(&["printf", "\u{FFFD}"]);
    bytes.argv_b64 = Some(vec!["cHJpbnRm".into(), "//4A".into()]);
    bytes.by = "program".into();
    zsh.programs = vec![tripped, bytes];
    let mut odd = effect("create", "", "outside");
    odd.path = None;
    odd.path_b64 = Some("Li4vb3V0c2lkZS/+Cg==".into());
    let mut via = effect("modify", "../outside/target", "outside");
    via.via = Some("link link-out".into());
    let mut shells_own = effect("create", "$TMP/zshAbC", "tmp");
    shells_own.via = Some("shell".into());
    shells_own.undone = true;
    let mut moved = effect("rename", "b", "tree");
    moved.from = Some("a".into());
    let mut net = effect("connect", "", "system");
    net.path = None;
    net.detail = "inet 127.0.0.1:80".into();
    let mut left = effect("leftover", "", "system");
    left.path = None;
    left.detail = "sleep 1000".into();
    zsh.effects = vec![
        odd,
        via,
        moved,
        effect("mode", "script.sh", "tree"),
        effect("read", "$HOME/.ssh/id_ed25519", "home"),
        effect("follow", "link-out", "tree"),
        net,
        left,
        shells_own,
    ];
    zsh.stdout_b64 = Some("AAEC//4KPGI+".into());
    zsh.stdout_cut = true;
    zsh.exit = None;
    zsh.signal = Some(9);
    zsh.unobserved = vec!["the reads of one process".into()];
    let mut bash = run("bash");
    bash.timed_out = true;
    bash.exit = None;
    bash.stderr = Some("bash: line 1: $'\\r': command not found\n".repeat(40));
    bash.stderr_cut = true;
    let mut missing = run("bash");
    missing.world = "tree-missing".into();
    missing.delivery = "typed".into();
    missing.exit = Some(127);
    all.runs = vec![bash, zsh, missing];
    all.case = "#@ id: naive-unseen\n#@ body: base64\n#@ ---\nZWNobyBvawoKgP8K\n".into();
    all
}

fn handback() -> Finding {
    let mut all = finding(FindingKind::BrokenHandback, "git log -- \"a  b\"");
    all.bucket = "naive/broken-handback/words".into();
    all.summary = "What the guard handed back splits a quoted word in two.".into();
    all.handback = Some(HandbackRecord {
        kind: "text".into(),
        text: Some("cd '/w/tree' && git log -- a b\n".into()),
        text_b64: None,
        argv: None,
        argv_b64: None,
    });
    let mut one = run("bash");
    one.programs.push(program(&["git", "log", "--", "a", "b"]));
    all.runs = vec![one];
    all
}

fn misparse() -> Finding {
    let mut all = finding(FindingKind::Misparse, "git log --format=%h");
    all.bucket = "naive/misparse/none".into();
    all.clause = Some("argv".into());
    all.summary = "The guard reads three words, and the argv that it handed back has two.".into();
    all.handback = Some(HandbackRecord {
        kind: "argv".into(),
        text: None,
        text_b64: None,
        argv: Some(vec!["git".into(), "log --format=%h".into(), String::new()]),
        argv_b64: None,
    });
    let mut one = run("none");
    let mut git = program(&["git", "log --format=%h", ""]);
    git.by = "oracle".into();
    one.programs.push(git);
    one.exit = Some(1);
    all.runs = vec![one];
    all
}

fn plain(kind: FindingKind, script: &str, decision: &str, summary: &str) -> Finding {
    let mut all = finding(kind, script);
    all.bucket = format!("naive/{}/{}", kind.name(), script.len());
    all.summary = summary.into();
    all.decision = decision.into();
    if decision != "allow" {
        all.handback = None;
    }
    all
}

fn divergence() -> Finding {
    let mut all = plain(
        FindingKind::Divergence,
        "echo $'a\\nb' {1..3}",
        "allow",
        "bash and zsh expand the braces; sh prints them as they are.",
    );
    all.runs = ["bash", "sh", "zsh"].into_iter().map(run).collect();
    for one in &mut all.runs {
        one.stdout = Some(if one.shell == "sh" { "$a\nb {1..3}\n" } else { "a\nb 1 2 3\n" }.into());
        one.commands = Some(vec![command(
            if one.shell == "sh" {
                &["echo", "$a\nb", "{1..3}"]
            } else {
                &["echo", "a\nb", "1", "2", "3"]
            },
            "builtin",
            0,
        )]);
    }
    all
}

/// Every kind of finding, in no order.
pub(crate) fn findings() -> Vec<Finding> {
    let mut overblock = plain(
        FindingKind::Overblock,
        "echo 'a;b'",
        "deny",
        "The guard denied it for a semicolon that stands in quotes.",
    );
    overblock.rule = Some("operator-semicolon".into());
    overblock.reason = Some("holds ;".into());
    overblock.runs = ["bash", "sh", "zsh"].into_iter().map(run).collect();
    vec![
        divergence(),
        line_feed(),
        substitution(),
        unseen(),
        handback(),
        misparse(),
        plain(
            FindingKind::Relation,
            "env git log",
            "allow",
            "With a wrapper in front it is allowed, without it is denied.",
        ),
        plain(
            FindingKind::Unstable,
            "echo $RANDOM",
            "allow",
            "Asked twice, the guard denied it once.",
        ),
        plain(
            FindingKind::FailsOpen,
            "echo \u{1F600}",
            "error",
            "The guard answered with a malformed line, and its host runs the command.",
        ),
        plain(FindingKind::Crash, "echo \\", "error", "The guard crashed: exit status 1."),
        plain(FindingKind::Hang, "echo ((((((", "error", "No answer within 10000 ms."),
        overblock,
    ]
}

/// A whole hunt.
pub(crate) fn events() -> Vec<Event> {
    let mut events = vec![
        Event::Start(start()),
        Event::Stats(Stats { elapsed_ms: 5_000, ..Stats::default() }),
        Event::Note { text: "the guard wrote to its world: cache.db".into() },
    ];
    events.extend(findings().into_iter().map(Event::Finding));
    let mut longer = line_feed();
    longer.reduced = Some("echo something longer\ntouch made".into());
    // Told again: this replaces what was told before.
    events.insert(3, Event::Finding(longer));
    events.push(Event::Note { text: "the guard wrote to its world: cache.db".into() });
    let mut stats = stats();
    stats.funnel.finding = 12;
    events.push(Event::End(End { stats, why: "time".into(), exit: 100 }));
    events
}

/// The same hunt without a finding.
pub(crate) fn clean() -> Vec<Event> {
    let mut stats = stats();
    stats.funnel.finding = 0;
    stats.unchecked.clear();
    stats.unconfirmed = 0;
    vec![Event::Start(start()), Event::End(End { stats, why: "time".into(), exit: 0 })]
}
