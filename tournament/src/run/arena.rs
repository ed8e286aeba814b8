//! Arenas: play games, between engines or, in tests, without.

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::Arc;

use game_engine_process::Watch;
use thiserror::Error;

use crate::config::{Conditions, Config, OpeningProtocol};
use crate::openings::{Opening, transform};
use crate::plan::{GameTask, Identity, Programs};
use crate::record::{GameRecord, Reason};
use crate::run::boards::Boards;
use crate::run::game::{GamePlan, MachineTime, Moved, OpeningPlan, Player, Seat, greet, play};
use crate::run::log::DialogueLog;
use crate::run::stop::Stop;

/// The maximum number of replays of a game because the machine took too much time. In the last one an engine
/// that is late loses.
const MAX_REPLAYS: u32 = 2;
/// The number of digits of a program's hash in the record of a game.
const HASH_DIGITS: usize = 16;

/// Plays games; the runner decides their order.
pub trait Arena: Sync {
    /// The state that a worker keeps between games, such as running engines.
    type Table;

    /// Returns the initial state of worker `slot`, from 0. Called in the worker's thread.
    fn table(&self, slot: usize) -> Self::Table;

    /// Plays a game, and calls `watcher` with the number of stones after each move.
    fn play(&self, table: &mut Self::Table, task: &GameTask, watcher: &dyn Fn(usize))
    -> GameRecord;

    /// Returns the absence of an engine that can play no further game of the run.
    fn absence(&self, _engine: usize) -> Option<Absence> {
        None
    }

    /// Aborts all running and later games, without a result.
    fn abort(&self);
}

/// The engines of a tournament.
#[derive(Debug)]
pub struct EngineArena<'a> {
    config: &'a Config,
    /// The programs of the engines when the run began.
    programs: Vec<Programs>,
    /// The processors of each worker; empty if games are not bound to processors.
    processors: Vec<Vec<usize>>,
    stop: Stop,
    /// The boards that show the running games.
    boards: Option<&'a Boards>,
    log: Option<Arc<DialogueLog>>,
    /// The players that play in place of engine programs, if there are any.
    host: Option<&'a dyn Host>,
}

/// The players inside this process that play for engines in place of their programs.
pub trait Host: Debug + Sync {
    /// Returns a new player for the engine with this index; `None` if the engine's program plays. Called in
    /// the thread of the worker that keeps the player.
    fn player(&self, engine: usize) -> Option<Box<dyn Player>>;
}

/// An engine that cannot play.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("engine {name}: {reason}")]
pub struct Absence {
    /// Its index.
    pub engine: usize,
    /// Its name.
    pub name: String,
    /// The reason, in words.
    pub reason: String,
}

/// The engines that a worker keeps running: at most those of its last game, so that a
/// tournament of many engines needs no more memory than its games.
#[derive(Debug)]
pub struct Table {
    slot: usize,
    /// Measures the time that the machine takes; `None` if it counts as the engine's, or cannot be
    /// measured.
    watch: Option<Watch>,
    seats: Vec<(usize, Seat)>,
}

impl<'a> EngineArena<'a> {
    /// Returns an arena for the engines of `config`, which have these identities; `processors` are
    /// those of each worker, or empty.
    #[must_use]
    pub fn new(config: &'a Config, identities: &[Identity], processors: Vec<Vec<usize>>) -> Self {
        let engines = config.engines.iter().zip(identities);
        Self {
            config,
            programs: engines.map(|(engine, identity)| Programs::of(engine, identity)).collect(),
            processors,
            stop: Stop::new(),
            boards: None,
            log: None,
            host: None,
        }
    }

    /// Shows the running games on `boards`.
    #[must_use]
    pub fn shown_on(self, boards: &'a Boards) -> Self {
        Self { boards: Some(boards), ..self }
    }

    /// Writes the dialogue of all games to a log.
    #[must_use]
    pub fn logged_to(self, log: Option<Arc<DialogueLog>>) -> Self {
        Self { log, ..self }
    }

    /// Has players inside this process play for some engines.
    #[must_use]
    pub fn hosted_by(self, host: &'a dyn Host) -> Self {
        Self { host: Some(host), ..self }
    }

    /// Returns the seat of an engine, which is not yet started.
    #[must_use]
    pub fn seat(&self, engine: usize) -> Seat {
        let programs = &self.programs[engine];
        let hash = programs.hash();
        let hash = hash.get(..HASH_DIGITS).unwrap_or(hash).to_owned();
        let config = self.config.engines[engine].clone();
        match self.host.and_then(|host| host.player(engine)) {
            Some(player) => Seat::with_player(config, hash, player),
            None => Seat::with_programs(config, hash, programs.clone()),
        }
    }

    /// Starts each engine that has a game among these once, and ends it. Returns the engines that cannot
    /// play, with the reasons, in the order of the games.
    #[must_use]
    pub fn roll_call(&self, games: impl Iterator<Item = GameTask>) -> Vec<Absence> {
        let mut called = HashSet::new();
        let mut absences = Vec::new();
        for task in games {
            for engine in [task.black, task.white] {
                if !self.stop.is_aborted() && called.insert(engine) {
                    absences.extend(self.call(engine, &task).err());
                }
            }
        }
        absences
    }

    fn call(&self, engine: usize, task: &GameTask) -> Result<(), Absence> {
        let plan = self.plan(task, &self.config.openings[task.opening], 0);
        let mut seat = self.seat(engine);
        if let Some(log) = &self.log {
            log.roll_call(task.id, &seat.engine().name);
        }
        greet(&plan, &mut seat, &self.stop).map_err(|reason| self.absent(engine, reason))
    }

    /// Returns the absence of an engine for a reason.
    fn absent(&self, engine: usize, reason: String) -> Absence {
        Absence { engine, name: self.config.engines[engine].name.clone(), reason }
    }

    /// Returns the plan of a game of worker `slot`.
    fn plan<'b>(&self, task: &GameTask, opening: &'b Opening, slot: usize) -> GamePlan<'b> {
        let config = self.config;
        GamePlan {
            id: task.id,
            rule: config.conditions.rule,
            size: config.conditions.size,
            opening,
            opening_index: task.opening,
            seed: Some(task.seed),
            negotiation: negotiation(&config.conditions),
            send_boards: config.conditions.send_boards,
            draw_after: config.conditions.draw_after,
            resignation: config.conditions.resign,
            draw: config.conditions.draw,
            restart: config.conditions.restart,
            cpus: self.processors.get(slot).cloned().unwrap_or_default(),
            keep_messages: config.running.keep_messages,
            machine: MachineTime::Charged,
            log: self.log.clone(),
        }
    }
}

/// Returns the way in which engines negotiate openings, if they do.
fn negotiation(conditions: &Conditions) -> Option<OpeningPlan> {
    let OpeningProtocol(protocol) = conditions.opening_protocol;
    let swap2 = conditions.swap2.then_some(OpeningPlan::Swap2Board);
    protocol.map(OpeningPlan::Protocol).or(swap2)
}

impl EngineArena<'_> {
    /// Plays a game once, and shows it on the boards.
    fn play_once(
        &self,
        plan: &GamePlan<'_>,
        seats: &mut [Seat; 2],
        task: &GameTask,
        watcher: &dyn Fn(usize),
    ) -> GameRecord {
        if let Some(boards) = self.boards {
            boards.begin(task);
        }
        let record = play(plan, seats, &self.stop, &|moved: Moved| {
            if let Some(boards) = self.boards {
                boards.place(task, &moved);
            }
            watcher(moved.stones);
        });
        if let Some(boards) = self.boards {
            boards.end(task.id);
        }
        record
    }
}

impl Table {
    /// Takes the seat of an engine that played the previous game.
    fn take(&mut self, engine: usize) -> Option<Seat> {
        let place = self.seats.iter().position(|(index, _)| *index == engine)?;
        Some(self.seats.swap_remove(place).1)
    }

    /// Ends the engines.
    fn clear(&mut self) {
        for (_, mut seat) in self.seats.drain(..) {
            seat.leave();
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Arena for EngineArena<'_> {
    type Table = Table;

    fn table(&self, slot: usize) -> Table {
        let cpus = self.processors.get(slot).map_or(&[][..], Vec::as_slice);
        let watch =
            (!self.config.running.strict_clock).then(|| Watch::start(cpus)).and_then(|watch| {
                watch.inspect_err(|error| log::warn!("the machine is not watched: {error}")).ok()
            });
        Table { slot, watch, seats: Vec::new() }
    }

    fn play(&self, table: &mut Table, task: &GameTask, watcher: &dyn Fn(usize)) -> GameRecord {
        let config = self.config;
        let opening =
            transform(&config.openings[task.opening], config.conditions.size, task.symmetry);
        let plan = self.plan(task, &opening, table.slot);
        let kept = [task.black, task.white].map(|engine| (engine, table.take(engine)));
        // End the other engines before new ones start.
        table.clear();
        let mut seats = kept.map(|(engine, seat)| seat.unwrap_or_else(|| self.seat(engine)));
        let mut replays = 0;
        let record = loop {
            let machine = match &table.watch {
                None => MachineTime::Charged,
                Some(watch) if replays < MAX_REPLAYS => MachineTime::Forgiven(watch),
                Some(watch) => MachineTime::ForgivenLast(watch),
            };
            let plan = GamePlan { machine, ..plan.clone() };
            let record = self.play_once(&plan, &mut seats, task, watcher);
            if record.reason != Reason::Machine {
                break GameRecord { replays, ..record };
            }
            log::info!("a game is played again: {}", record.detail);
            replays += 1;
        };
        table.seats.extend([task.black, task.white].into_iter().zip(seats));
        record
    }

    fn absence(&self, engine: usize) -> Option<Absence> {
        self.programs[engine].change().map(|reason| self.absent(engine, reason))
    }

    fn abort(&self) {
        self.stop.abort();
    }
}
