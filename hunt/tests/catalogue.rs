//! What the approver makes of the stored false alarms: scripts that guards denied in the field
//! though they do no harm.
#![forbid(unsafe_code)]

use std::path::Path;

use corpora::case::CaseKind;
use guard::{Guard, Verdict};
use hunt::Plan;
use hunt::lab::Lab;
use hunt::runner::OracleRunner;
use oracle::{Config, Shell, ShellName, worlds};

/// How many of a hundred false alarms must be approved.
const LEAST: usize = 85;

#[test]
fn most_false_alarms_are_approved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/cases");
    let cases = corpora::suite::load(&[folder]).expect("the stored cases");
    let mut runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let shell = Shell::find(ShellName::Bash).expect("bash is installed");
    let (mut all, mut approved, mut denied) = (0, 0, Vec::new());
    for loaded in cases.iter().filter(|loaded| loaded.case.kind == CaseKind::FalsePositive) {
        let case = &loaded.case;
        let world = case.in_world(worlds::get(&case.world).expect("a named world"));
        let plan = Plan::new(vec![shell.clone()], vec![world], Vec::new());
        let mut guard: Box<dyn Guard> =
            guard::registry::find("approver").expect("it is built in").make();
        let mut lab = Lab::new(&plan, guard.as_mut(), &mut runner);
        all += 1;
        match lab.ask_all(&case.body).remove(0).answer {
            guard::Answer::Verdict(Verdict::Allow { .. }) => approved += 1,
            guard::Answer::Verdict(Verdict::Deny { id, .. }) => {
                denied.push(format!("{}: {id}", case.id));
            }
            other => denied.push(format!("{}: {other:?}", case.id)),
        }
    }
    println!("approved {approved} of {all} false alarms; denied: {denied:#?}");
    assert!(all > 50 && approved * 100 >= all * LEAST, "{denied:#?}");
}
