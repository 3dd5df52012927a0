//! Every check of the approver matters: without it the approver allows a script that breaks its
//! promise.
//!
//! `corpora/defects/GUARD-CHECK.sh` is the witness of a check: the whole guard denies it by that
//! check, the guard without the check allows it, and running what it hands back breaks the
//! promise. Where the script needs files that a guard can see, `GUARD-CHECK.toml` declares the
//! world. Checks without a witness are explained in `corpora/defects/README.md`.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use corpora::case::Case;
use guard::{Answer, Guard, Promise, Request, Verdict};
use hunt::lab::{Care, Lab};
use hunt::runner::OracleRunner;
use hunt::{Plan, classify};
use oracle::{Config, Shell, World, worlds};

const GUARD: &str = "approver";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/defects")
}

/// The guard with one check taken out.
struct Without {
    guard: Box<dyn Guard>,
    check: &'static str,
}

impl Guard for Without {
    fn name(&self) -> &str {
        self.guard.name()
    }

    fn promise(&self) -> &Promise {
        self.guard.promise()
    }

    fn decide(&mut self, request: &Request) -> Answer {
        self.guard.decide_without(self.check, request).unwrap_or(Answer::Abstain)
    }

    fn sees_request_files(&self) -> bool {
        self.guard.sees_request_files()
    }
}

fn make() -> Box<dyn Guard> {
    guard::registry::find(GUARD).expect("it is built in").make()
}

/// The world of a witness: declared beside it, or a named one with the setup of the case.
fn world(case: &Case, beside: &Path) -> World {
    if let Ok(text) = std::fs::read_to_string(beside) {
        return worlds::from_toml(&case.id, &text, &beside.display().to_string()).expect("a world");
    }
    case.in_world(worlds::get(&case.world).expect("a named world"))
}

/// What is wrong with a witness; nothing where it holds.
fn wrong(check: &'static str, case: &Case, runner: &mut OracleRunner) -> Option<String> {
    let world = world(case, &folder().join(format!("{GUARD}-{check}.toml")));
    let shells: Vec<Shell> =
        case.shells.iter().map(|shell| Shell::find(*shell).expect("it is installed")).collect();
    let names = ["range-missing", "range-file", "range-unreadable"];
    let missing = names.iter().map(|name| worlds::get(name).expect("a named world")).collect();
    let plan = Plan::new(shells, vec![world], missing);
    let mut whole = make();
    let mut lab = Lab::new(&plan, whole.as_mut(), runner);
    for asked in lab.ask_all(&case.body) {
        match &asked.answer {
            Answer::Verdict(Verdict::Deny { id, .. }) if id == check => {}
            other => return Some(format!("the whole guard says {other:?}")),
        }
    }
    let mut lacking = Without { guard: make(), check };
    let mut lab = Lab::new(&plan, &mut lacking, runner);
    let trial = lab.try_script(&case.body, Care::Exact).expect("it runs");
    let refused = trial.asked.iter().find(|asked| classify::answer_name(&asked.answer) != "allow");
    if let Some(asked) = refused {
        return Some(format!("without the check it says {:?}", asked.answer));
    }
    let violated = trial.sightings.iter().any(|sighting| sighting.signature.kind.is_violation());
    let seen: Vec<_> = trial.sightings.iter().map(|sighting| &sighting.summary).collect();
    (!violated).then(|| format!("nothing is broken: {seen:?}, {:?}", trial.failed))
}

#[test]
fn without_any_check_a_witness_breaks_the_promise() {
    let mut runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let readme = std::fs::read_to_string(folder().join("README.md")).expect("the explanations");
    let mut bad = BTreeMap::new();
    let (mut witnessed, mut explained) = (0, 0);
    for check in make().checks() {
        let file = folder().join(format!("{GUARD}-{check}.sh"));
        if !file.exists() {
            explained += 1;
            if !readme.contains(&format!("| `{check}` |")) {
                bad.insert(check, "no witness, and no explanation".to_owned());
            }
            continue;
        }
        let case = corpora::suite::load_file(&file).expect("a case");
        match wrong(check, &case, &mut runner) {
            None => witnessed += 1,
            Some(why) => {
                bad.insert(check, why);
            }
        }
    }
    println!("{witnessed} checks with a witness, {explained} explained");
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(witnessed * 10 >= (witnessed + explained) * 9, "too few witnesses");
}
