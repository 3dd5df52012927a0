//! Where another parser reads a script in another way, a closer look at what shells do.

use guard::syntax;
use oracle::{By, EffectKind, Observation, World};

use super::opinions::{Opinion, Peer, Ran, ask, differences, missed, reader};
use super::{Agree, Agreement, Said};
use crate::judge::path;
use crate::runs::RunError;

/// The folder of the programs that fail.
const FAILING: &str = "/w/failing";

impl Agree {
    /// Asks the other parsers about a script that is read without a doubt, and where one differs
    /// runs it again, once with every program succeeding and once with every program failing: which
    /// programs run must be what the tree fixes, where it does. Gives back what was wrong.
    ///
    /// # Errors
    ///
    /// As [`Agree::check`], which comes first.
    pub fn second(&mut self, script: &[u8]) -> Result<Option<Agreement>, RunError> {
        let reading = syntax::read(script);
        let Some(tree) = reading.certain() else { return Ok(None) };
        let own = reader::plain(tree);
        let differs = |peer| match ask(peer, script) {
            Opinion::None(_) => false,
            Opinion::Refuses(_) => true,
            Opinion::Read(list) => !differences(&own, &list).is_empty(),
        };
        if super::may_never_end(script) || !Peer::ALL.into_iter().any(differs) {
            return Ok(None);
        }
        let failing = failing(&self.world, &Said::new(tree));
        for (status, world) in [(0, None), (1, Some(&failing))] {
            for at in 0..self.shells.len() {
                let Some(seen) = self.run(script, at, world)? else { return Ok(None) };
                let ran = ran(&seen, status);
                if let Some(expected) = missed(&own, &ran) {
                    let what = format!(
                        "starts {} programs where {} must run, each of which exits with {status}",
                        ran.argvs.len(),
                        expected.len()
                    );
                    return Ok(Some(Agreement::Wrong { shell: self.name(at), what }));
                }
            }
        }
        Ok(None)
    }
}

/// The world with a program that fails under each fixed word of the script.
fn failing(world: &World, said: &Said) -> World {
    let path = world.env.iter().find(|(name, _)| name == b"PATH").map(|(_, path)| path.clone());
    let path = [FAILING.as_bytes(), b":", path.as_deref().unwrap_or_default()].concat();
    let mut world = world.clone().dir(FAILING, 0o755).env("PATH", path);
    for name in &said.names {
        let odd = name.is_empty() || name.len() > 200 || name.contains(&b'/') || name.contains(&0);
        if !odd && name != b"." && name != b".." {
            world = world.symlink([FAILING.as_bytes(), b"/", name].concat(), "/bin/false");
        }
    }
    world
}

/// What a run did, in the form in which it is compared.
fn ran(seen: &Observation, status: u8) -> Ran {
    let started = seen.programs.iter().filter(|program| program.by == By::Shell);
    let made = seen.effects.iter().filter(|effect| {
        matches!(effect.kind, EffectKind::Create | EffectKind::Modify)
            && !path::is_no_path(&effect.path)
    });
    Ran {
        plain: true,
        status,
        cut: seen.timed_out || seen.signal.is_some(),
        argvs: started.map(|program| program.argv.clone()).collect(),
        files: made.map(|effect| path::name(&effect.path).to_vec()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::{RunSpec, Runs};

    /// A runner whose shells start `a` once, or never.
    struct Starts(usize);

    impl Runs for Starts {
        fn run(&mut self, _: &RunSpec<'_>) -> Result<Observation, RunError> {
            let argv = vec![b"a".to_vec()];
            let path = b"/tripwire/a".to_vec();
            let program = oracle::Program { argv, path, by: By::Shell, tripwire: true };
            Ok(Observation { programs: vec![program; self.0], ..crate::fake::idle() })
        }
    }

    #[test]
    fn a_difference_is_looked_at_closer() {
        let agree = |count| {
            let shells = crate::fake::toy::plan().shells;
            Agree::new(Box::new(Starts(count)), shells, crate::fake::world())
        };
        // brush-parser reads it as arithmetic.
        assert_eq!(agree(1).second(b"( (a) )"), Ok(None));
        let wrong = agree(0).second(b"( (a) )");
        assert!(matches!(wrong, Ok(Some(Agreement::Wrong { .. }))), "{wrong:?}");
        // Nobody differs, so nothing is run.
        assert_eq!(agree(0).second(b"a b"), Ok(None));
        assert_eq!(agree(0).second(b"echo {a,b}"), Ok(None));
    }

    #[test]
    fn programs_fail_in_the_other_world() {
        let said = Said::new(&syntax::read(b"a ./b ''").script);
        let world = failing(&World::new("w"), &said);
        let links: Vec<_> = world
            .entries
            .iter()
            .filter(|entry| entry.path.starts_with(b"/w/failing/"))
            .map(|entry| entry.path.as_slice())
            .collect();
        assert_eq!(links, [b"/w/failing/a".as_slice()]);
        let path = world.env.iter().find(|(name, _)| name == b"PATH");
        assert!(path.is_some_and(|(_, path)| path.starts_with(b"/w/failing:")));
    }
}
