//! Knowledge about positions that outlives a game: analysis that is kept, and the opening book.
//!
//! [`Positions`] is a collection of [`Record`]s by position. All symmetric images of a position
//! share one record, and so do all orders of its stones. A [`PositionFile`] keeps a collection on
//! the disk, as [lines of text](text). The [`Book`] is a built-in collection with moves that are
//! played without a search.

mod book;
mod file;
pub(crate) mod identity;
mod record;
pub mod text;

use std::collections::HashMap;

use crate::board::{Color, Point, Position, Symmetry};
use crate::game::Game;
use crate::positions::identity::Images;

pub use book::{Book, BookMove, EQUAL_WITHIN};
pub use file::{FileError, PositionFile};
pub use identity::Identity;
pub use record::{Label, Line, Record};

/// A collection of records by position.
///
/// ```
/// use dolmen::positions::{Line, Positions, Record};
/// use dolmen::{BoardSize, Game, Rule, Score};
///
/// let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// game.play("h8".parse()?)?;
/// game.play("i9".parse()?)?;
/// let line = Line { score: Score::new(35), moves: vec!["i8".parse()?] };
/// let mut positions = Positions::default();
/// positions.set(&game, Record { depth: 18, lines: vec![line], ..Record::default() });
///
/// // The same position, upside down.
/// let mut image = Game::new(Rule::Freestyle, BoardSize::square(15));
/// image.play("h8".parse()?)?;
/// image.play("i7".parse()?)?;
/// let record = positions.get(&image).expect("it is known");
/// assert_eq!(record.best(), Some("i8".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The positions by identity, each as its canonical image.
    entries: HashMap<Identity, Known>,
}

/// A position that is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// The position. The order of its stones has no meaning.
    pub game: Game,
    /// The record of the position.
    pub record: Record,
}

/// A move and what is known about the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub point: Point,
    /// The record of the position after it.
    pub record: Record,
}

impl Positions {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the positions, each as its canonical image.
    pub fn iter(&self) -> impl Iterator<Item = &Known> {
        self.entries.values()
    }

    /// Returns the record of the position of a game, if there is one.
    #[must_use]
    pub fn get(&self, game: &Game) -> Option<Record> {
        self.by_images(&Images::of(game))
    }

    fn by_images(&self, images: &Images) -> Option<Record> {
        let known = self.entries.get(&images.identity())?;
        Some(known.record.image(images.symmetry().inverse(), known.game.size()))
    }

    /// Sets the record of the position of a game.
    pub fn set(&mut self, game: &Game, record: Record) {
        let images = Images::of(game);
        let game = Game::from_position(game.rule().rule, game.position().clone());
        let known = Known { game, record }.image(images.symmetry());
        self.entries.insert(images.identity(), known);
    }

    /// Forgets the position of a game. Returns whether it was known.
    pub fn remove(&mut self, game: &Game) -> bool {
        self.entries.remove(&Identity::of(game)).is_some()
    }

    /// Returns the moves of the side to move that lead to known positions.
    #[must_use]
    pub fn known_moves(&self, game: &Game) -> Vec<KnownMove> {
        let images = Images::of(game);
        let known = |point| {
            let record = self.by_images(&images.after(point))?;
            Some(KnownMove { point, record })
        };
        game.position().empty().iter().filter_map(known).collect()
    }

    /// Returns the known positions that have all stones of the position of a game and at most
    /// `max_plies` more, in the orientation of the game; the position itself is among them.
    #[must_use]
    pub fn known_after(&self, game: &Game, max_plies: usize) -> Vec<Known> {
        let orientations = orientations(game);
        let near = self.near(game, max_plies);
        near.filter_map(|known| known.images_with(&orientations).next()).collect()
    }

    /// Returns the positions of [`Positions::known_after`] in every orientation that has all stones of the game: there
    /// are several if the position of the game is symmetric.
    #[must_use]
    pub fn images_after(&self, game: &Game, max_plies: usize) -> Vec<Known> {
        let orientations = orientations(game);
        self.near(game, max_plies).flat_map(|known| known.images_with(&orientations)).collect()
    }

    /// Returns the known positions with the rule and the board size of a game, and with as many stones as the game or
    /// at most `max_plies` more.
    fn near(&self, game: &Game, max_plies: usize) -> impl Iterator<Item = &Known> {
        let ply = game.position().ply();
        let plies = ply..=ply.saturating_add(max_plies);
        self.iter().filter(move |known| {
            known.is_like(game) && plies.contains(&known.game.position().ply())
        })
    }
}

/// Returns the images of the position of a game, with the symmetries that make them.
fn orientations(game: &Game) -> Vec<(Symmetry, Position)> {
    let position = game.position();
    Symmetry::all(game.size()).map(|symmetry| (symmetry, position.image(symmetry))).collect()
}

impl FromIterator<Known> for Positions {
    fn from_iter<I: IntoIterator<Item = Known>>(iter: I) -> Self {
        let mut positions = Self::default();
        iter.into_iter().for_each(|Known { game, record }| positions.set(&game, record));
        positions
    }
}

impl Known {
    /// Returns the images of the position that have all stones of the first one of some orientations.
    fn images_with(&self, orientations: &[(Symmetry, Position)]) -> impl Iterator<Item = Self> {
        let fitting = orientations.iter().filter(|(_, part)| is_part(part, self.game.position()));
        fitting.map(|(symmetry, _)| self.image(symmetry.inverse()))
    }

    /// Returns the image of the position and its record under a symmetry.
    fn image(&self, symmetry: Symmetry) -> Self {
        let game = Game::from_position(self.game.rule(), self.game.position().image(symmetry));
        Self { record: self.record.image(symmetry, game.size()), game }
    }

    /// Returns whether a game has the same rule and the same size of board.
    pub(crate) fn is_like(&self, game: &Game) -> bool {
        (self.game.rule().rule, self.game.size()) == (game.rule().rule, game.size())
    }
}

/// Returns whether a position has all stones of another one, and the same dead points.
fn is_part(part: &Position, position: &Position) -> bool {
    part.dead() == position.dead()
        && Color::ALL.iter().all(|&color| part.stones(color).is_subset(&position.stones(color)))
}

#[cfg(test)]
mod tests;
