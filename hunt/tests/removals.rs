//! Whose doing a removal was, in the real sandbox.
#![forbid(unsafe_code)]

use guard::{Answer, Clause, Guard, Promise, Request, Verdict};
use hunt::Plan;
use hunt::lab::{Care, Lab};
use hunt::runner::OracleRunner;
use oracle::{Config, Shell, ShellName, World};

/// Allows everything, and promises that `rm` and `mv` leave `kept` alone.
struct Careless(Promise);

impl Guard for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn promise(&self) -> &Promise {
        &self.0
    }

    fn decide(&mut self, _: &Request) -> Answer {
        Answer::Verdict(Verdict::allow())
    }
}

#[test]
fn a_removal_is_laid_to_the_program_that_made_it() {
    let world = World::new("kept").file("/w/tree/kept/f", "f\n").file("/w/tree/kept/g", "g\n");
    let shells = [ShellName::Bash, ShellName::Sh, ShellName::Zsh];
    let shells = shells.map(|shell| Shell::find(shell).expect("it is installed")).to_vec();
    let plan = Plan::new(shells, vec![world], Vec::new());
    let by = Some(vec!["rm".to_owned(), "mv".to_owned()]);
    let clauses = vec![Clause::Delete { globs: vec!["other/**".to_owned()], by }];
    let mut guard = Careless(Promise { preset: None, clauses });
    let mut runner = OracleRunner::new(Config::default()).expect("there is a sandbox");
    let mut lab = Lab::new(&plan, &mut guard, &mut runner);
    // What ran does not tell who it was in most of these.
    let table = [
        ("rm kept/f", true),
        ("find kept -type f -delete", false),
        ("rm missing; find kept -type f -delete", false),
        ("find kept -name g -delete; rm kept/f", true),
        ("find kept -type f -exec rm {} +", true),
        ("find kept -type f -delete; mv kept gone", true),
        ("python3 -c 'import os; os.unlink(\"kept/f\")'; rm -f missing", false),
        // What it has made itself is nobody's loss.
        ("touch new; rm new", false),
        ("env mv kept/f elsewhere; rmdir missing", true),
    ];
    for (script, broken) in table {
        for care in [Care::Fast, Care::Exact] {
            let trial = lab.try_script(script.as_bytes(), care).expect("it is run");
            assert_eq!(trial.runs.len(), 3, "{script}: {:?}", trial.failed);
            for run in &trial.runs {
                let judged = (!run.judgement.broken.is_empty(), run.judgement.unchecked.len());
                let name = run.shell.name;
                assert_eq!(judged, (broken, 0), "{script} under {name}: {:?}", run.judgement);
            }
        }
    }
}
