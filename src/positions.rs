//! Knowledge about positions that outlives a game: analysis that is kept, and the opening book.
//!
//! [`Positions`] is a collection of [`Record`]s by position. The symmetric images of a position are
//! one, and so are the orders in which its stones may have been played. A [`PositionFile`] keeps a
//! collection on the disk, as [lines of text](text). The [`Book`] is a collection that is built in,
//! with moves that are played without a search.

mod book;
mod file;
mod identity;
mod record;
pub mod text;

use std::collections::HashMap;

use crate::board::{Bitboard, BoardSize, Color, PerColor, Point, Position, Symmetry};
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
    entries: HashMap<Identity, Entry>,
}

/// A record with its position, both as the image that stands for all others.
#[derive(Clone, Debug)]
struct Entry {
    stones: PerColor<Bitboard>,
    dead: Bitboard,
    side_to_move: Color,
    record: Record,
}

/// A position that is known, in the orientation of the question.
#[derive(Clone, Debug)]
pub struct Known {
    /// The position. The order of its stones means nothing.
    pub position: Position,
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

    /// Returns what is known about the position of a game.
    #[must_use]
    pub fn get(&self, game: &Game) -> Option<Record> {
        self.by_images(&Images::of(game))
    }

    fn by_images(&self, images: &Images) -> Option<Record> {
        let identity = images.identity();
        let entry = self.entries.get(&identity)?;
        Some(entry.record.image(images.symmetry().inverse(), identity.size))
    }

    /// Replaces what is known about the position of a game.
    pub fn set(&mut self, game: &Game, record: Record) {
        let images = Images::of(game);
        let (size, symmetry) = (game.size(), images.symmetry());
        let position = game.position();
        let image = |set: Bitboard| set.iter().map(|point| symmetry.apply(point, size)).collect();
        let entry = Entry {
            stones: PerColor::from_fn(|color| image(position.stones(color))),
            dead: image(position.dead()),
            side_to_move: position.side_to_move(),
            record: record.image(symmetry, size),
        };
        self.entries.insert(images.identity(), entry);
    }

    /// Forgets the position of a game, and returns what was known about it.
    pub fn remove(&mut self, game: &Game) -> Option<Record> {
        let images = Images::of(game);
        let entry = self.entries.remove(&images.identity())?;
        Some(entry.record.image(images.symmetry().inverse(), game.size()))
    }

    /// Returns the moves of the side to move after which the position is known.
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
        let (rule, size) = (game.rule().rule, game.size());
        let position = game.position();
        let ply = position.ply();
        let images: Vec<RootImage> =
            Symmetry::all(size).map(|symmetry| RootImage::of(position, symmetry)).collect();
        let known = |(identity, entry): (&Identity, &Entry)| {
            let plies = (entry.stones[Color::Black] | entry.stones[Color::White]).len();
            if identity.rule != rule
                || identity.size != size
                || !(ply..=ply + max_plies).contains(&plies)
            {
                return None;
            }
            let image = images.iter().find(|image| image.is_part_of(entry))?;
            Some(entry.turned(image.symmetry.inverse(), position.size()))
        };
        self.entries.iter().filter_map(known).collect()
    }

    /// Forgets all positions for which `is_kept` is false, and returns their number.
    fn retain(&mut self, mut is_kept: impl FnMut(&Identity, &Entry) -> bool) -> usize {
        let before = self.entries.len();
        self.entries.retain(|identity, entry| is_kept(identity, entry));
        before - self.entries.len()
    }
}

impl Entry {
    /// Returns the position and its record as a symmetry shows them.
    fn turned(&self, symmetry: Symmetry, size: BoardSize) -> Known {
        let mut position = Position::new(size);
        for color in Color::ALL {
            for point in self.stones[color].iter() {
                let placed = position.place(symmetry.apply(point, size), color);
                placed.expect("the stones of an entry lie on the board");
            }
        }
        for point in self.dead.iter() {
            let placed = position.block(symmetry.apply(point, size));
            placed.expect("the points of an entry lie on the board");
        }
        position.set_side_to_move(self.side_to_move);
        Known { position, record: self.record.image(symmetry, size) }
    }
}

/// The stones of a position as a symmetry shows them.
struct RootImage {
    symmetry: Symmetry,
    stones: PerColor<Bitboard>,
    dead: Bitboard,
}

impl RootImage {
    fn of(position: &Position, symmetry: Symmetry) -> Self {
        let size = position.size();
        let image = |set: Bitboard| set.iter().map(|point| symmetry.apply(point, size)).collect();
        Self {
            symmetry,
            stones: PerColor::from_fn(|color| image(position.stones(color))),
            dead: image(position.dead()),
        }
    }

    /// Returns whether a position has all of these stones.
    fn is_part_of(&self, entry: &Entry) -> bool {
        self.dead == entry.dead
            && Color::ALL.iter().all(|&color| self.stones[color].is_subset(&entry.stones[color]))
    }
}

#[cfg(test)]
mod tests;
