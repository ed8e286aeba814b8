//! The boards of the running games, for viewers.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use dolmen::board::Color;
use serde::Serialize;

use crate::plan::GameTask;
use crate::record::GameId;
use crate::run::game::Moved;

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunningGame {
    /// The number of the game.
    #[serde(flatten)]
    pub id: GameId,
    /// The engine with the black stones, as an index.
    pub black: usize,
    /// The engine with the white stones, as an index.
    pub white: usize,
    /// The opening, as an index.
    pub opening: usize,
    /// The moves so far: column and row, from 0.
    pub moves: Vec<(u8, u8)>,
    /// The time for each of these moves, in milliseconds; `None` for those of the opening.
    pub ms: Vec<Option<f64>>,
    /// The time since its start, in milliseconds.
    pub elapsed_ms: f64,
}

/// The running games, with their moves so far.
#[derive(Debug, Default)]
pub struct Boards {
    games: Mutex<BTreeMap<GameId, (RunningGame, Instant)>>,
    changes: AtomicU64,
}

impl Boards {
    /// Returns boards without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game.
    pub fn begin(&self, task: &GameTask) {
        let game = RunningGame {
            id: task.id,
            black: task.black,
            white: task.white,
            opening: task.opening,
            moves: Vec::new(),
            ms: Vec::new(),
            elapsed_ms: 0.0,
        };
        self.change(|games| {
            games.insert(task.id, (game, Instant::now()));
        });
    }

    /// Places a stone in a game, whose colours may have been swapped.
    pub fn place(&self, task: &GameTask, moved: &Moved) {
        self.change(|games| {
            let Some((game, _)) = games.get_mut(&task.id) else { return };
            let is_first = (moved.color == Color::Black) == (moved.seat == 0);
            (game.black, game.white) =
                if is_first { (task.black, task.white) } else { (task.white, task.black) };
            game.moves.push((moved.point.column() as u8, moved.point.row() as u8));
            game.ms.push(moved.ms);
        });
    }

    /// Removes a game that has ended.
    pub fn end(&self, id: GameId) {
        self.change(|games| {
            games.remove(&id);
        });
    }

    /// Returns the current games, in the order of the plan.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the lock.
    #[must_use]
    pub fn games(&self) -> Vec<RunningGame> {
        let games = self.games.lock().expect("no thread panicked while it held the lock");
        let current = games.values().map(|(game, since)| RunningGame {
            elapsed_ms: since.elapsed().as_secs_f64() * 1e3,
            ..game.clone()
        });
        current.collect()
    }

    /// Returns the number of changes so far.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<GameId, (RunningGame, Instant)>)) {
        change(&mut self.games.lock().expect("no thread panicked while it held the lock"));
        self.changes.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests;
