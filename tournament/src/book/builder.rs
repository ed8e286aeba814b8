//! Searching the positions of a book, several at a time.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use dolmen::Engine;
use dolmen::engine::Options;
use dolmen::eval::Evaluator;
use dolmen::game::Game;
use dolmen::positions::{FileError, Identity, Line, PositionFile, Positions, Record};
use dolmen::search::{Control, Limits, Lines, Request};
use thiserror::Error;

use crate::book::tree::Tree;
use crate::openings::Opening;

/// The memory of a search for its table, in bytes: what some million nodes fill.
const TABLE_BYTES: u64 = 128 << 20;

/// The search of the positions of a book.
#[derive(Debug)]
pub struct Builder<'a> {
    /// The openings; they have the same rule and board.
    pub openings: &'a [Game],
    /// Nodes for each position.
    pub nodes: u64,
    /// The number of best moves that get a score.
    pub lines: usize,
    /// The number of plies after an opening.
    pub plies: usize,
    /// The number of positions at which to stop.
    pub positions: usize,
    /// The number of searches at once.
    pub threads: usize,
    /// The number of searched positions below a position that puts it into the book.
    pub support: usize,
}

/// The state of the work after a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions in the file.
    pub known: usize,
    /// Positions that this run has searched.
    pub searched: usize,
}

/// A book that cannot be made.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// An opening cannot be played.
    #[error("opening {0} cannot be played")]
    Opening(String),
}

/// The work that the threads share.
struct Shared<'a> {
    file: &'a mut PositionFile,
    taken: HashSet<Identity>,
    searched: usize,
    error: Option<FileError>,
}

impl Builder<'_> {
    /// Returns the positions after openings.
    ///
    /// # Errors
    /// If one of them cannot be played.
    pub fn games(empty: &Game, openings: &[Opening]) -> Result<Vec<Game>, BuildError> {
        let game = |opening: &Opening| {
            let mut game = empty.clone();
            for &point in &opening.moves {
                game.play(point).map_err(|_| BuildError::Opening(opening.name.clone()))?;
            }
            Ok(game)
        };
        openings.iter().map(game).collect()
    }

    /// Searches positions and adds them to the file until there are enough, nothing is left to
    /// search, or somebody wants it to stop. The searches that are under way are finished.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn run(
        &self,
        file: &mut PositionFile,
        must_stop: impl Fn() -> bool + Sync,
        progress: impl Fn(Progress) + Sync,
    ) -> Result<Progress, BuildError> {
        let shared = Shared { file, taken: HashSet::new(), searched: 0, error: None };
        let shared = Mutex::new(shared);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| self.work(&shared, &must_stop, &progress));
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.error {
            Some(error) => Err(error.into()),
            None => Ok(shared.progress()),
        }
    }

    /// Searches one position after the other.
    fn work(
        &self,
        shared: &Mutex<Shared<'_>>,
        must_stop: &(impl Fn() -> bool + Sync),
        progress: &(impl Fn(Progress) + Sync),
    ) {
        let options = Options { max_table: Some(TABLE_BYTES), ..Options::default() };
        let mut engine = Engine::new(Evaluator::built_in(), options);
        while !must_stop() {
            let Some(game) = lock(shared).take_next(self) else { return };
            let record = self.search(&mut engine, &game);
            let mut shared = lock(shared);
            shared.add(&game, record);
            progress(shared.progress());
        }
    }

    /// Searches a position.
    fn search(&self, engine: &mut Engine, game: &Game) -> Record {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::unlimited() };
        let request = Request { multi_pv: self.lines, ..Request::new(limits) };
        let mut lines = Lines::default();
        let Ok(result) = engine.think(game, &request, &Control::without_clock(), &mut lines) else {
            return Record::default();
        };
        let found = match lines.best() {
            [] => std::slice::from_ref(&result.summary),
            lines => lines,
        };
        let lines = found
            .iter()
            .map(|line| Line { score: line.score, moves: line.principal_variation.clone() });
        Record { depth: result.summary.depth, lines: lines.collect(), ..Record::default() }
    }

    /// Returns the book of the positions that have been searched.
    #[must_use]
    pub fn book(&self, positions: &Positions) -> Positions {
        Tree::new(positions).book(self.openings, self.support)
    }
}

impl Shared<'_> {
    /// Returns the position to search next, if there is one.
    fn take_next(&mut self, builder: &Builder<'_>) -> Option<Game> {
        let known = self.file.positions();
        if known.len() + self.taken.len() >= builder.positions || self.error.is_some() {
            return None;
        }
        let mut tree = Tree::new(known);
        let is_taken = |identity| self.taken.contains(&identity);
        let game = tree.next(builder.openings, builder.plies, is_taken)?;
        self.taken.insert(Identity::of(&game));
        Some(game)
    }

    fn add(&mut self, game: &Game, record: Record) {
        self.taken.remove(&Identity::of(game));
        self.searched += 1;
        if let Err(error) = self.file.set(game, record) {
            self.error.get_or_insert(error);
        }
    }

    fn progress(&self) -> Progress {
        Progress { known: self.file.positions().len(), searched: self.searched }
    }
}

fn lock<'a, 'b>(shared: &'b Mutex<Shared<'a>>) -> MutexGuard<'b, Shared<'a>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
