//! From a run to its traced twin and back.

use std::hash::{BuildHasher, Hasher, RandomState};

use oracle_worker::observation::{Command, Effect, Mode, Observation, Program, Via};
use oracle_worker::run::{Delivery, Script};
use oracle_worker::world::Bytes;

use super::{Traced, Tracer, Untraced};
use crate::shell::{Shell, ShellName};

/// One traced run.
#[derive(Clone, Debug)]
pub struct Tracing {
    tracer: Tracer,
    script: Bytes,
    delivery: Delivery,
    /// How many words of the argv are the shell and its own flags.
    prefix: usize,
    shell: ShellName,
}

impl Tracing {
    /// A traced run with a fresh token; `None` where there is no shell, or where the trace could not be
    /// told from what a terminal echoes, from that of start-up files, or from how a session is kept.
    pub fn new(shell: &Shell, delivery: Delivery, script: &Script) -> Option<Self> {
        let Script::Text(text) = script else { return None };
        let echoed = shell.name == ShellName::Yash && delivery == Delivery::Tty;
        let more =
            shell.name.profile().is_some_and(|it| it.reads_startup_files() || it.is_session());
        if shell.name == ShellName::None || shell.login || echoed || more {
            return None;
        }
        // Every state is seeded anew.
        let random = RandomState::new().build_hasher().finish();
        Some(Self {
            tracer: Tracer::new(shell.name.base(), random),
            script: text.clone(),
            delivery,
            prefix: shell.prefix(delivery).len(),
            shell: shell.name.base(),
        })
    }

    /// Changes a run into its traced twin: `argv` and `env` as the shell would be started with, and
    /// the text that goes into the script file or the input.
    pub fn alter(&self, argv: &mut Vec<Bytes>, env: &mut Vec<(Bytes, Bytes)>, text: &mut Bytes) {
        if self.delivery == Delivery::C {
            if let Some(last) = argv.last_mut() {
                *last = self.tracer.text(last);
            }
        } else {
            *text = self.tracer.text(text);
        }
        let at = self.prefix.min(argv.len());
        argv.splice(at..at, self.tracer.flags());
        env.extend(self.tracer.env());
    }

    /// The commands of the traced run.
    ///
    /// # Errors
    ///
    /// Whenever the trace is not surely whole and exact. After [`Untraced::Torn`] another run
    /// may do better.
    pub fn commands(&self, seen: &Observation) -> Result<Vec<Command>, Untraced> {
        let terminal = self.delivery == Delivery::Tty;
        let (trace, stdout) = if terminal {
            (&seen.stdout, &[][..])
        } else {
            (&seen.stderr, seen.stdout.bytes.as_slice())
        };
        if seen.timed_out || seen.stdout.cut {
            return Err(Untraced::Cut);
        }
        // For its line editor ksh93 asks how to move the cursor up and how to clear a line.
        let for_itself = |program: &Program| {
            terminal
                && self.shell == ShellName::Ksh
                && program.argv.first().is_some_and(|name| name == b"/usr/bin/tput")
        };
        let programs: Vec<Program> =
            seen.programs.iter().filter(|program| !for_itself(program)).cloned().collect();
        let run =
            Traced { script: &self.script, programs: &programs, stdout, cut: trace.cut, terminal };
        // A file of the world is a script, or may be: who started it is not told of its commands.
        let own = |program: &&Program| {
            [&b"/w/"[..], b"/tmp/", b"/var/tmp/"].iter().any(|root| program.path.starts_with(root))
        };
        match seen.programs.iter().find(own) {
            Some(program) => Err(Untraced::Nested(program.argv.clone())),
            // The fork server has the library in it that lets dash quote.
            None if seen.mode == Mode::ForkServer => {
                self.tracer.clone().with_quoting().commands(&trace.bytes, &run)
            }
            None => self.tracer.commands(&trace.bytes, &run),
        }
    }

    /// How the traced run is to be started, where the judged one was started like this.
    pub fn mode(&self, judged: Mode) -> Mode {
        if self.shell == ShellName::Sh { Mode::ForkServer } else { judged }
    }
}

/// Whether two runs did the same: their effects and programs, in any order, and but for what the shell
/// did for itself.
pub fn same(judged: &Observation, traced: &Observation) -> bool {
    fn effects(seen: &Observation) -> Vec<&Effect> {
        // What the shell does for itself has a name that differs every time.
        let of_the_run = |effect: &&Effect| effect.via != Some(Via::Shell);
        let mut effects: Vec<&Effect> = seen.effects.iter().filter(of_the_run).collect();
        effects.sort();
        effects
    }
    fn programs(seen: &Observation) -> Vec<&Program> {
        let mut programs: Vec<&Program> = seen.programs.iter().collect();
        programs.sort();
        programs
    }
    judged.timed_out == traced.timed_out
        && effects(judged) == effects(traced)
        && programs(judged) == programs(traced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(name: ShellName) -> Shell {
        Shell { name, program: "/bin/x".into(), version: "?".to_owned(), login: false }
    }

    #[test]
    fn flags_go_between_the_shell_and_the_text() {
        for (name, delivery, expected) in [
            (ShellName::Bash, Delivery::C, "bash --norc --noprofile -x -c ls"),
            (ShellName::Busybox, Delivery::File, "busybox ash -x ls"),
            (ShellName::Ksh, Delivery::Typed, "ksh93 +E -i -x"),
            (ShellName::Yash, Delivery::File, "yash --noprofile --norcfile ls"),
        ] {
            let script = Script::Text(b"ls".to_vec());
            let shell = shell(name);
            let tracing = Tracing::new(&shell, delivery, &script).expect("a text");
            let mut argv = shell.argv(delivery, b"ls");
            let (mut env, mut text) = (Vec::new(), b"ls".to_vec());
            tracing.alter(&mut argv, &mut env, &mut text);
            assert_eq!(String::from_utf8_lossy(&argv.join(&b' ')), expected);
            assert!(env.iter().any(|(key, value)| key == b"PS4" && value.len() > 34));
            assert_eq!(text.len() > 2, name == ShellName::Yash);
        }
        let argv = Script::Argv(vec![b"ls".to_vec()]);
        assert!(Tracing::new(&shell(ShellName::None), Delivery::C, &argv).is_none());
    }

    #[test]
    fn tokens_differ() {
        let script = Script::Text(Vec::new());
        let new = || Tracing::new(&shell(ShellName::Sh), Delivery::C, &script).expect("a text");
        assert_ne!(new().tracer.token(), new().tracer.token());
    }
}
