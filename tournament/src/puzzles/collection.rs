//! The puzzles of one rule, in a file that also records the progress of the search.
//!
//! Invariant: the same seed gives the same puzzles in the same order, however often the search was
//! stopped, because games are numbered and their puzzles are added in this order.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use dolmen::board::BoardSize;
use dolmen::game::Game;
use dolmen::positions::Identity;
use dolmen::rules::Rule;
use thiserror::Error;

use crate::puzzles::grade::grade;
use crate::puzzles::puzzle::{Grade, Kind, Puzzle, PuzzleError};

/// The first words of a file.
const HEAD: &str = "puzzles 1";

/// Puzzles of one rule and board, each once under the symmetries of the board.
#[derive(Clone, Debug)]
pub struct Collection {
    rule: Rule,
    size: BoardSize,
    seed: u64,
    games: u64,
    puzzles: Vec<Puzzle>,
    known: HashSet<Identity>,
}

/// The reason why a file cannot be read.
#[derive(Debug, Error)]
pub enum CollectionError {
    /// The system cannot read it.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The first line is not that of a file of puzzles.
    #[error("expected a first line such as \"{HEAD} renju 15x15 seed 1 games 0\"")]
    Head,
    /// A text line is not a puzzle.
    #[error("line {line}: {reason}")]
    Puzzle {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: PuzzleError,
    },
}

impl Collection {
    /// Returns a collection without puzzles.
    #[must_use]
    pub fn new(rule: Rule, size: BoardSize, seed: u64) -> Self {
        Self { rule, size, seed, games: 0, puzzles: Vec::new(), known: HashSet::new() }
    }

    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Option<Self>, CollectionError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::from_text(&text).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Returns an error if the text is damaged.
    pub fn from_text(text: &str) -> Result<Self, CollectionError> {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        let mut collection = Self::of_head(head).ok_or(CollectionError::Head)?;
        for (index, line) in lines.enumerate() {
            let mut puzzle = Puzzle::from_text(line, collection.size)
                .map_err(|reason| CollectionError::Puzzle { line: index + 2, reason })?;
            if let Some(effort) = &puzzle.effort {
                puzzle.grade = grade(puzzle.kind, effort);
            }
            collection.insert(puzzle);
        }
        Ok(collection)
    }

    fn of_head(head: &str) -> Option<Self> {
        let words: Vec<&str> = head.strip_prefix(HEAD)?.split_whitespace().collect();
        let [rule, size, "seed", seed, "games", games] = words[..] else { return None };
        let collection = Self::new(rule.parse().ok()?, size.parse().ok()?, seed.parse().ok()?);
        Some(Self { games: games.parse().ok()?, ..collection })
    }

    /// Returns the text of the file, from which the search can resume.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.head();
        for puzzle in &self.puzzles {
            // Writing to a string never fails.
            writeln!(text, "{}", puzzle.to_full_text()).ok();
        }
        text
    }

    /// Returns the text for the page: by kind and grade, without the numbers of the effort.
    #[must_use]
    pub fn to_page(&self) -> String {
        let mut sorted: Vec<&Puzzle> = self.puzzles.iter().collect();
        sorted.sort_by_key(|puzzle| (puzzle.kind, puzzle.grade));
        let mut text = self.head();
        for puzzle in sorted {
            writeln!(text, "{}", puzzle.to_text()).ok();
        }
        text
    }

    fn head(&self) -> String {
        let Self { rule, size, seed, games, .. } = self;
        format!("{HEAD} {rule} {size} seed {seed} games {games}\n")
    }

    /// Returns the rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the seed of the games.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of games whose puzzles have been added, which is also the number of the next game.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns all puzzles.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns the number of puzzles of a kind.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.kind == kind).count()
    }

    /// Returns the number of puzzles of a kind and a grade.
    #[must_use]
    pub fn count_of(&self, kind: Kind, wanted: Grade) -> usize {
        let is_wanted = |puzzle: &&Puzzle| puzzle.kind == kind && puzzle.grade == wanted;
        self.puzzles.iter().filter(is_wanted).count()
    }

    /// Returns whether there are enough puzzles of every kind.
    #[must_use]
    pub fn is_full(&self, wanted: usize) -> bool {
        Kind::ALL.iter().all(|&kind| self.count(kind) >= wanted)
    }

    /// Adds puzzles of the next game: the hardest and the easiest of each kind, until there are `wanted` of
    /// that kind. Puzzles that turn on a forbidden point count as the hardest.
    pub fn add_game(&mut self, mut found: Vec<Puzzle>, wanted: usize) {
        self.games += 1;
        found.retain(|puzzle| !self.known.contains(&self.identity(puzzle)));
        found.sort_by_key(|puzzle| {
            let effort = puzzle.effort.map(|effort| (effort.moves, effort.choices, effort.nodes));
            (puzzle.turns_on_foul, effort)
        });
        for kind in Kind::ALL {
            let of_kind: Vec<&Puzzle> = found.iter().filter(|puzzle| puzzle.kind == kind).collect();
            for puzzle in [of_kind.last(), of_kind.first()].into_iter().flatten() {
                if self.count(kind) < wanted {
                    self.insert((*puzzle).clone());
                }
            }
        }
    }

    fn insert(&mut self, puzzle: Puzzle) {
        if self.known.insert(self.identity(&puzzle)) {
            self.puzzles.push(puzzle);
        }
    }

    fn identity(&self, puzzle: &Puzzle) -> Identity {
        Identity::of(&Game::from_position(self.rule, puzzle.position.clone()))
    }
}
