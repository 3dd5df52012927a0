//! The worker's state: worlds, the cells that hold them ready, and the order of things around a
//! run.

pub(crate) mod feed;
pub(crate) mod guest;
pub(crate) mod leftover;
pub(crate) mod run;
pub(crate) mod tokens;

use std::collections::{HashMap, HashSet};
use std::io;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;

use crate::cell::{Base, Cell, First, Kind, Materials};
use crate::observation::{Mode, Observation};
use crate::proto::{Config, Job, Refusal};
use crate::run::Delivery;
use crate::sealed;
use crate::stage::{ResetOutcome, Stage};
use crate::world::{Bytes, World};

/// How long a world's setup script may take, in milliseconds. Some call a compiler.
const SETUP_TIMEOUT_MS: u64 = 20_000;

/// A cell whose world stands as it was declared.
pub(crate) struct Ready {
    world: u64,
    kind: Kind,
    // In this order: a cell ends before its file system is let go of.
    pub(crate) cell: Cell,
    pub(crate) stage: Stage,
    _base: Base,
    /// The traps that are looked out for: none in a cell that is not watched closely.
    traps: HashMap<Bytes, Bytes>,
    used: u64,
}

/// Everything that the worker keeps from run to run.
pub(crate) struct Engine {
    pub(crate) config: Config,
    pub(crate) shells: HashSet<PathBuf>,
    worlds: HashMap<u64, World>,
    ready: Vec<Ready>,
    materials: Materials,
    /// Programs that no fork server can be made of.
    unhookable: HashSet<Bytes>,
    /// Counts cells ever made; names their folders.
    made: u64,
    /// Counts runs; tells which cell was used longest ago.
    clock: u64,
}

impl Engine {
    pub(crate) fn new(mut config: Config) -> io::Result<Self> {
        // No run can change what another is made with.
        let hook = sealed::file(c"hook", &std::mem::take(&mut config.hook))?;
        let materials = Materials { hook, shown: config.shown.clone() };
        let shells = config.shells.iter().cloned().collect();
        Ok(Self {
            config,
            shells,
            worlds: HashMap::new(),
            ready: Vec::new(),
            materials,
            unhookable: HashSet::new(),
            made: 0,
            clock: 0,
        })
    }

    pub(crate) fn keep(&mut self, id: u64, world: World) {
        self.worlds.insert(id, world);
    }

    pub(crate) fn world(&self, id: u64) -> Result<&World, Refusal> {
        self.worlds.get(&id).ok_or(Refusal::UnknownWorld)
    }

    pub(crate) fn cells(&self) -> usize {
        self.ready.len()
    }

    /// Makes one run in a clean world. `client` is watched, so that a run ends when nobody waits
    /// for it any more.
    pub(crate) fn observe(
        &mut self,
        job: &Job,
        client: BorrowedFd<'_>,
    ) -> Result<Observation, Refusal> {
        let mut ready = self.take_for(job, client)?;
        let world = self.world(job.world)?;
        let terms = run::Terms {
            mode: ready.kind.mode(),
            timeout: job.timeout_ms.unwrap_or(self.config.timeout_ms),
            traps: job.closely.then_some(&ready.traps),
            client,
        };
        let made = run::observe(self, world, &ready.cell, &mut ready.stage, job, &terms);
        // A cell is used again only when its world is known to be as it was.
        if made.is_ok() && matches!(ready.stage.reset_unseen(), Ok(ResetOutcome::Clean)) {
            self.clock += 1;
            ready.used = self.clock;
            self.ready.push(ready);
        }
        made
    }

    /// The CPU time of everything but the worker itself, in microseconds. Cells that have ended are
    /// children of the worker and counted there.
    pub(crate) fn cells_cpu_us(&self) -> u64 {
        self.ready.iter().filter_map(|ready| ready.cell.cpu_time_us().ok()).sum()
    }

    /// What differs between the ready worlds and their declarations.
    pub(crate) fn audit(&mut self) -> Vec<String> {
        self.ready
            .iter_mut()
            .filter_map(|ready| {
                let name = self.worlds.get(&ready.world).map_or("?", |world| &world.name);
                ready.stage.audit().err().map(|difference| format!("{name}: {difference}"))
            })
            .collect()
    }

    /// A cell for a run, in the mode that was asked for where that can be had.
    fn take_for(&mut self, job: &Job, client: BorrowedFd<'_>) -> Result<Ready, Refusal> {
        // A program that is itself what is observed is executed by its nature, and a shell that is
        // linked statically takes no library.
        if job.mode == Mode::ForkServer && !job.by_oracle && !self.unhookable.contains(&job.program)
        {
            let name = job.argv.first().cloned().unwrap_or_default();
            let first = First::ForkServer { program: job.program.clone(), name };
            let kind = Kind { first, closely: job.closely };
            match self.take(job.world, &kind, client) {
                Err(Refusal::Missing(_)) => self.unhookable.insert(job.program.clone()),
                other => return other,
            };
        }
        let kind = Kind { first: First::Exact, closely: job.closely };
        self.take(job.world, &kind, client)
    }

    fn take(&mut self, world: u64, kind: &Kind, client: BorrowedFd<'_>) -> Result<Ready, Refusal> {
        let fits = |ready: &Ready| ready.world == world && ready.kind == *kind;
        if let Some(at) = self.ready.iter().position(fits) {
            return Ok(self.ready.swap_remove(at));
        }
        if self.ready.len() >= self.config.cells.max(1) {
            let oldest = self.ready.iter().enumerate().min_by_key(|(_, ready)| ready.used);
            if let Some((at, _)) = oldest {
                self.ready.swap_remove(at);
            }
        }
        self.make(world, kind, client)
    }

    /// Makes a cell with a world that stands as it was declared.
    pub(crate) fn make(
        &mut self,
        id: u64,
        kind: &Kind,
        client: BorrowedFd<'_>,
    ) -> Result<Ready, Refusal> {
        self.made += 1;
        let world = self.world(id)?;
        let base = Base::make(self.made).map_err(Refusal::Missing)?;
        let bad = |error: crate::stage::StageError| Refusal::BadWorld(error.to_string());
        let mut stage = Stage::new(&base.path).map_err(bad)?;
        stage.populate(world).map_err(bad)?;
        crate::sandbox::root::make_places(&self.materials.shown, &base.path)
            .map_err(|error| Refusal::BadWorld(error.to_string()))?;
        if let Some(setup) = &world.setup {
            let cell = Cell::start(&Kind::EXACT, world, &base, &self.materials);
            let cell = cell.map_err(Refusal::Missing)?;
            let job = Job {
                world: id,
                program: b"bash".to_vec(),
                argv: [&b"bash"[..], b"--norc", b"--noprofile", b"-c", setup]
                    .map(<[u8]>::to_vec)
                    .to_vec(),
                env: Vec::new(),
                text: Vec::new(),
                delivery: Delivery::C,
                mode: Mode::Exact,
                closely: false,
                by_oracle: false,
                timeout_ms: None,
                grace_ms: None,
            };
            let terms =
                run::Terms { mode: Mode::Exact, timeout: SETUP_TIMEOUT_MS, traps: None, client };
            let made = run::raw(self, world, &cell, None, &job, &terms)?;
            if made.exit != Some(0) {
                let stderr = String::from_utf8_lossy(&made.stderr.bytes);
                let from = stderr.char_indices().rev().nth(500).map_or(0, |(at, _)| at);
                return Err(Refusal::SetupFailed {
                    exit: made.exit,
                    stderr: stderr[from..].to_owned(),
                });
            }
        }
        stage.freeze(world).map_err(bad)?;
        let cell = Cell::start(kind, world, &base, &self.materials).map_err(Refusal::Missing)?;
        self.clock += 1;
        let traps = if kind.closely { stage.traps() } else { HashMap::new() };
        let used = self.clock;
        Ok(Ready { world: id, kind: kind.clone(), cell, stage, _base: base, traps, used })
    }
}
