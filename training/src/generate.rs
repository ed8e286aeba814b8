//! The command `generate`: plays and labels games until it is stopped.
//!
//! Invariant: game `n` of a rule and a seed depends neither on the number of threads nor on
//! interruptions. Every game is written when it ends, so that a kill loses only games in progress.

pub mod beginning;
pub mod folder;
pub mod labeller;
pub mod plan;
pub mod play;
pub(crate) mod searcher;
pub mod tally;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use dolmen::bench;
use dolmen::eval::Evaluator;

use crate::generate::folder::{Folder, FolderError, OnDropped, Series};
use crate::generate::plan::{Plan, StageProgress};
use crate::generate::play::Player;
use crate::generate::tally::Tally;
use crate::workers::{NOT_POISONED, on_threads};

/// Depth of the searches behind the engine's signature, in plies.
const SIGNATURE_DEPTH: u32 = 8;

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Labelled positions that this run added, by kind.
    pub added: Tally,
    /// Time since the first game began.
    pub elapsed: Duration,
    /// `[rule of the plan]`: its labelled positions, those of earlier runs included.
    pub positions: Vec<u64>,
    /// Games of all rules, those of earlier runs included.
    pub games: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// The current stage.
    pub stage: StageProgress,
}

/// A reason for the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user stopped it.
    Stopped,
    /// The files have as many bytes as the plan allows.
    DiskLimit,
}

/// Returns the version of the engine and its signature: the number of nodes of a short bench, which
/// changes when the engine plays differently.
#[must_use]
pub fn engine_signature() -> String {
    let nodes =
        bench::run(&Evaluator::built_in(), SIGNATURE_DEPTH, 1, || Duration::ZERO, &mut io::sink());
    let nodes = nodes.expect("writing to a sink never fails");
    format!("dolmen {} bench {SIGNATURE_DEPTH} {nodes}", env!("CARGO_PKG_VERSION"))
}

/// Plays the games of a plan on `threads` threads until `stop` is set or the disk limit is
/// reached; games in progress are then played to the end. `on_game` is called after every game, and
/// `on_dropped` when an incomplete end is cut off from an existing file.
///
/// # Errors
/// Returns an error if the folder cannot be written, or holds other games. Games already written stay.
///
/// # Panics
/// Panics if a thread panics.
pub fn run(
    plan: &Plan,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    on_game: &mut (dyn FnMut(&Progress) + Send),
    on_dropped: OnDropped<'_>,
) -> Result<End, FolderError> {
    let work = Work {
        plan,
        stop,
        shared: Mutex::new(Shared {
            folder: Folder::open(folder, plan, &engine_signature(), on_dropped)?,
            added: Tally::default(),
            end: None,
            on_game,
            on_dropped,
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
    /// The reason for the end of the run, once it ends.
    end: Option<Result<End, FolderError>>,
    on_game: &'a mut (dyn FnMut(&Progress) + Send),
    on_dropped: OnDropped<'a>,
}

impl<'a> Work<'a> {
    /// Plays games until there is a reason to end.
    fn play_games(&self) {
        let players = self.plan.rules.iter().map(|rule| Player::new(rule, &self.plan.effort));
        let mut players: Vec<Player<'_>> = players.collect();
        while let Some((rule, number)) = self.next() {
            let game = players[rule].play(self.plan.seed, number as u32);
            let mut shared = self.shared();
            shared.added.add(&game);
            if let Err(error) = shared.folder.series[rule].add(&game) {
                shared.end.get_or_insert(Err(error));
            }
            let progress = self.progress(&shared);
            (shared.on_game)(&progress);
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared<'a>> {
        self.shared.lock().expect(NOT_POISONED)
    }

    /// Returns the next game to play: the place of its rule in the plan, and its number.
    fn next(&self) -> Option<(usize, u64)> {
        let mut shared = self.shared();
        if shared.end.is_some() || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let progress = self.progress(&shared);
        if progress.bytes >= self.plan.disk_limit {
            shared.end = Some(Ok(End::DiskLimit));
            return None;
        }
        let rule = progress.stage.next;
        let Shared { folder, on_dropped, .. } = &mut *shared;
        match folder.series[rule].take(on_dropped) {
            Ok(number) => Some((rule, number)),
            Err(error) => {
                shared.end = Some(Err(error));
                None
            }
        }
    }

    fn progress(&self, shared: &Shared<'_>) -> Progress {
        let series = &shared.folder.series;
        let positions: Vec<u64> = series.iter().map(Series::positions).collect();
        Progress {
            added: shared.added.clone(),
            elapsed: self.started.elapsed(),
            stage: self.plan.progress(&positions),
            positions,
            games: series.iter().map(Series::games).sum(),
            bytes: series.iter().map(Series::bytes).sum(),
        }
    }
}

#[cfg(test)]
mod tests;
