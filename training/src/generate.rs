//! The command `generate`: plays and labels games until it is stopped.
//!
//! Invariant: game `n` of a rule and a seed is the same whatever the number of threads and
//! interruptions. Every game is written when it ends, so that a kill loses only games in progress.

pub mod beginning;
pub mod folder;
pub mod labeller;
pub mod plan;
pub mod play;
mod sampling;
pub mod schedule;
pub(crate) mod searcher;
pub mod tally;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use dolmen::bench;
use dolmen::eval::Evaluator;

use crate::generate::folder::{Folder, FolderError};
use crate::generate::labeller::TimeSpent;
use crate::generate::plan::Plan;
use crate::generate::play::Player;
use crate::generate::schedule::StageProgress;
use crate::generate::tally::Tally;
use crate::workers::{NOT_POISONED, on_threads};

/// Depth of the searches behind the engine's signature, in plies.
const SIGNATURE_DEPTH: u32 = 8;

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Labelled positions that this run added, by kind.
    pub added: Tally,
    /// The time of all threads, by use.
    pub spent: TimeSpent,
    /// Time since the first game began.
    pub elapsed: Duration,
    /// The name of each rule of the plan and its labelled positions, those of earlier runs
    /// included.
    pub positions: Vec<RulePositions>,
    /// Games of all rules, those of earlier runs included.
    pub games: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// The stage that is being worked on.
    pub stage: StageProgress,
}

/// A rule, and how many labelled positions it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulePositions {
    /// Name of the rule.
    pub rule: &'static str,
    /// Its labelled positions.
    pub positions: u64,
}

/// A reason for the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user stopped it.
    Stopped,
    /// The files have as many bytes as the plan allows.
    DiskLimit,
}

/// Returns the version of the engine and the number of nodes of a short bench, which changes when
/// the engine plays differently.
#[must_use]
pub fn engine_signature() -> String {
    let nodes =
        bench::run(&Evaluator::built_in(), SIGNATURE_DEPTH, 1, || Duration::ZERO, &mut io::sink());
    let nodes = nodes.expect("writing to a sink never fails");
    format!("dolmen {} bench {SIGNATURE_DEPTH} {nodes}", env!("CARGO_PKG_VERSION"))
}

/// Plays the games of a plan on so many threads until `stop` is set or the disk limit is
/// reached; games that have begun then are played to the end. `on_game` is called after every
/// game.
///
/// # Errors
/// Returns an error if the folder cannot be written, or holds other games. What was written stays.
///
/// # Panics
/// Panics if a thread panics.
pub fn run(
    plan: &Plan,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    on_game: &mut (dyn FnMut(&Progress) + Send),
) -> Result<End, FolderError> {
    let work = Work {
        plan,
        stop,
        shared: Mutex::new(Shared {
            folder: Folder::open(folder, plan, &engine_signature())?,
            added: Tally::default(),
            spent: TimeSpent::default(),
            end: None,
            on_game,
        }),
        started: Instant::now(),
    };
    on_threads(threads, || work.play_games())?;
    let shared = work.shared.into_inner().expect(NOT_POISONED);
    shared.end.unwrap_or(Ok(End::Stopped))
}

/// The work of all threads.
struct Work<'a> {
    plan: &'a Plan,
    stop: &'a AtomicBool,
    shared: Mutex<Shared<'a>>,
    started: Instant,
}

/// The state that the threads share.
struct Shared<'a> {
    folder: Folder,
    added: Tally,
    spent: TimeSpent,
    /// The reason for the end of the run, once it ends.
    end: Option<Result<End, FolderError>>,
    on_game: &'a mut (dyn FnMut(&Progress) + Send),
}

/// A game to play: the place of its rule in the plan, and its number.
#[derive(Clone, Copy)]
struct Ticket {
    rule: usize,
    number: u64,
}

impl<'a> Work<'a> {
    /// Plays games until there is a reason to end.
    fn play_games(&self) {
        let players = self.plan.rules.iter().map(|rule| Player::new(rule, &self.plan.effort));
        let mut players: Vec<Player<'_>> = players.collect();
        while let Some(ticket) = self.next() {
            let player = &mut players[ticket.rule];
            let before = *player.time_spent();
            let game = player.play(self.plan.seed, ticket.number as u32);
            let spent = player.time_spent().since(&before);
            let mut shared = self.shared();
            shared.spent.add(&spent);
            shared.added.add(&game);
            let written = shared.folder.add(ticket.rule, &game);
            if let Err(error) = written {
                shared.end.get_or_insert(Err(error));
            }
            let progress = self.progress(&shared);
            (shared.on_game)(&progress);
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared<'a>> {
        self.shared.lock().expect(NOT_POISONED)
    }

    /// The game to play next.
    fn next(&self) -> Option<Ticket> {
        let mut shared = self.shared();
        if shared.end.is_some() || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if shared.folder.bytes() >= self.plan.disk_limit {
            shared.end = Some(Ok(End::DiskLimit));
            return None;
        }
        let rule = self.stage(&shared).next;
        match shared.folder.take(rule) {
            Ok(number) => Some(Ticket { rule, number }),
            Err(error) => {
                shared.end = Some(Err(error));
                None
            }
        }
    }

    fn stage(&self, shared: &Shared<'_>) -> StageProgress {
        let rules = 0..self.plan.rules.len();
        let positions: Vec<u64> = rules.map(|rule| shared.folder.positions(rule)).collect();
        schedule::progress(self.plan, &positions)
    }

    fn progress(&self, shared: &Shared<'_>) -> Progress {
        let rules = self.plan.rules.iter().enumerate();
        let positions = rules.map(|(place, plan)| RulePositions {
            rule: plan.rule.name(),
            positions: shared.folder.positions(place),
        });
        Progress {
            added: shared.added.clone(),
            spent: shared.spent,
            elapsed: self.started.elapsed(),
            positions: positions.collect(),
            games: shared.folder.games(),
            bytes: shared.folder.bytes(),
            stage: self.stage(shared),
        }
    }
}

#[cfg(test)]
mod tests;
