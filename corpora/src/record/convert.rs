//! From what the oracle saw to the record of it, and exact bytes back out.

use guard::Handback;
use oracle::{By, CommandKind, Delivery, EffectKind, Mode, Observation, ShellName, Via, World};

use super::twin::{self, RecordError};
use super::{CommandRecord, EffectRecord, Places, ProgramRecord, RunRecord};
use crate::finding::HandbackRecord;

/// What an observation does not say about its run.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    /// The shell.
    pub shell: ShellName,
    /// The shell's version.
    pub version: &'a str,
    /// The world that it ran in, which names it and knows its tree.
    pub world: &'a World,
    /// How the text reached the shell.
    pub delivery: Delivery,
}

impl RunRecord {
    /// The record of one run.
    pub fn new(observation: &Observation, label: &Label<'_>) -> Self {
        let places = Places::of(label.world);
        let (stdout, stdout_b64) = twin::twin_of(&observation.stdout.bytes);
        let (stderr, stderr_b64) = twin::twin_of(&observation.stderr.bytes);
        Self {
            shell: label.shell.name().to_owned(),
            version: label.version.to_owned(),
            world: label.world.name.clone(),
            delivery: label.delivery.name().to_owned(),
            mode: match observation.mode {
                Mode::Exact => "exact".to_owned(),
                Mode::ForkServer => "fork-server".to_owned(),
            },
            exit: observation.exit,
            signal: observation.signal,
            timed_out: observation.timed_out,
            stdout,
            stdout_b64,
            stdout_cut: observation.stdout.cut,
            stderr,
            stderr_b64,
            stderr_cut: observation.stderr.cut,
            effects: observation.effects.iter().map(|e| EffectRecord::new(e, &places)).collect(),
            programs: observation.programs.iter().map(|p| ProgramRecord::new(p, &places)).collect(),
            commands: observation
                .commands
                .as_ref()
                .map(|commands| commands.iter().map(CommandRecord::new).collect()),
            unobserved: observation.unobserved.clone(),
        }
    }

    /// Standard output.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn stdout_bytes(&self) -> Result<Vec<u8>, RecordError> {
        twin::bytes_of("stdout", self.stdout.as_deref(), self.stdout_b64.as_deref())
            .map(Option::unwrap_or_default)
    }

    /// Standard error.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn stderr_bytes(&self) -> Result<Vec<u8>, RecordError> {
        twin::bytes_of("stderr", self.stderr.as_deref(), self.stderr_b64.as_deref())
            .map(Option::unwrap_or_default)
    }

    /// The status as a shell would report it: 128 and the signal's number for a signal, 124 for
    /// the time limit (as `timeout` does). `None` where the record says nothing.
    pub fn shell_status(&self) -> Option<i32> {
        if self.timed_out {
            return Some(124);
        }
        self.exit.or(self.signal.map(|signal| 128_i32.saturating_add(signal)))
    }
}

impl EffectRecord {
    /// The record of one effect.
    pub fn new(effect: &oracle::Effect, places: &Places<'_>) -> Self {
        let (path, path_b64) = if effect.path.is_empty() {
            (None, None)
        } else {
            twin::twin_of(&places.name(&effect.path))
        };
        let (from, from_b64) = match &effect.from {
            None => (None, None),
            Some(from) => twin::twin_of(&places.name(from)),
        };
        let (via, via_b64) = match &effect.via {
            None => (None, None),
            Some(Via::Shell) => (Some("shell".to_owned()), None),
            Some(Via::Link(link)) => twin::twin_of(&[&b"link "[..], &places.name(link)].concat()),
            // A file is absolute here; `stdout`, `stderr` and `argv` are not.
            Some(Via::Token(seen)) if seen.starts_with(b"/") => {
                twin::twin_of(&[&b"token file "[..], &places.name(seen)].concat())
            }
            Some(Via::Token(seen)) => twin::twin_of(&[&b"token "[..], seen].concat()),
        };
        Self {
            kind: effect.kind.name().to_owned(),
            path,
            path_b64,
            zone: zone_name(effect.zone).to_owned(),
            from,
            from_b64,
            via,
            via_b64,
            undone: effect.undone,
            detail: effect.detail.clone(),
        }
    }

    /// The kind.
    ///
    /// # Errors
    ///
    /// Where it is none that this version knows.
    pub fn effect_kind(&self) -> Result<EffectKind, RecordError> {
        EffectKind::ALL
            .into_iter()
            .find(|kind| kind.name() == self.kind)
            .ok_or_else(|| RecordError::Word { key: "kind", word: self.kind.clone() })
    }

    /// The exact name of the path; `None` for effects without one.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn path_bytes(&self) -> Result<Option<Vec<u8>>, RecordError> {
        twin::bytes_of("path", self.path.as_deref(), self.path_b64.as_deref())
    }

    /// For a rename, the exact name of its source.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn from_bytes(&self) -> Result<Option<Vec<u8>>, RecordError> {
        twin::bytes_of("from", self.from.as_deref(), self.from_b64.as_deref())
    }

    /// What an effect line of a case names: the path, or the detail where there is no path.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn subject(&self) -> Result<Vec<u8>, RecordError> {
        Ok(self.path_bytes()?.unwrap_or_else(|| self.detail.as_bytes().to_vec()))
    }

    /// Whether a shell did it for itself.
    pub fn is_shells_own(&self) -> bool {
        self.via.as_deref() == Some("shell")
    }

    /// Whether a trap was only looked through, which only a run that is watched closely tells of.
    pub fn is_look(&self) -> bool {
        self.kind == EffectKind::Follow.name() && self.detail == oracle::Effect::LOOKED
    }
}

impl ProgramRecord {
    /// The record of one program.
    pub fn new(program: &oracle::Program, places: &Places<'_>) -> Self {
        let (argv, argv_b64) = twin::lossy_words(&program.argv);
        let (path, path_b64) = twin::lossy(&places.name(&program.path));
        let by = match program.by {
            By::Shell => "shell",
            By::Program => "program",
            By::Oracle => "oracle",
        };
        Self { argv, argv_b64, path, path_b64, by: by.to_owned(), tripwire: program.tripwire }
    }

    /// The exact arguments.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn argv_bytes(&self) -> Result<Vec<Vec<u8>>, RecordError> {
        twin::exact_words("argv", &self.argv, self.argv_b64.as_deref())
    }

    /// The exact name of the path.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn path_bytes(&self) -> Result<Vec<u8>, RecordError> {
        twin::exact("path", &self.path, self.path_b64.as_deref())
    }
}

impl CommandRecord {
    /// The record of one command.
    pub fn new(command: &oracle::Command) -> Self {
        let (argv, argv_b64) = twin::lossy_words(&command.argv);
        let kind = match command.kind {
            CommandKind::Builtin => "builtin",
            CommandKind::Function => "function",
            CommandKind::Program => "program",
        };
        Self { argv, argv_b64, kind: kind.to_owned(), depth: command.depth }
    }

    /// The exact words.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn argv_bytes(&self) -> Result<Vec<Vec<u8>>, RecordError> {
        twin::exact_words("argv", &self.argv, self.argv_b64.as_deref())
    }
}

impl HandbackRecord {
    /// The record of what a guard handed back.
    pub fn new(handback: &Handback) -> Self {
        let empty =
            Self { kind: String::new(), text: None, text_b64: None, argv: None, argv_b64: None };
        match handback {
            Handback::Same => Self { kind: "same".to_owned(), ..empty },
            Handback::Text(bytes) => {
                let (text, text_b64) = twin::twin_of(bytes);
                Self { kind: "text".to_owned(), text, text_b64, ..empty }
            }
            Handback::Argv(words) => {
                let (argv, argv_b64) = twin::lossy_words(words);
                Self { kind: "argv".to_owned(), argv: Some(argv), argv_b64, ..empty }
            }
        }
    }

    /// The handback again.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn handback(&self) -> Result<Handback, RecordError> {
        let word = || RecordError::Word { key: "kind", word: self.kind.clone() };
        match self.kind.as_str() {
            "same" => Ok(Handback::Same),
            "text" => twin::bytes_of("text", self.text.as_deref(), self.text_b64.as_deref())?
                .map(Handback::Text)
                .ok_or_else(word),
            "argv" => {
                let argv = self.argv.as_deref().ok_or_else(word)?;
                twin::exact_words("argv", argv, self.argv_b64.as_deref()).map(Handback::Argv)
            }
            _ => Err(word()),
        }
    }
}

fn zone_name(zone: oracle::Zone) -> &'static str {
    use oracle::Zone;
    match zone {
        Zone::Tree => "tree",
        Zone::Outside => "outside",
        Zone::Home => "home",
        Zone::Run => "run",
        Zone::Tmp => "tmp",
        Zone::System => "system",
    }
}
