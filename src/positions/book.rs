//! The opening book: moves that are played without a search.

use std::sync::Arc;

use once_cell::sync::Lazy;

use crate::board::{Key, Point};
use crate::eval::Score;
use crate::game::Game;
use crate::positions::text::{FIRST_LINE, ParseTextError, unexpected};
use crate::positions::{Line, Positions, Record};

/// The built-in book, in the [text form](crate::positions::text) of positions.
const BUILT_IN: &str = include_str!("book/built-in.positions");

/// Moves whose scores differ by no more than this number of units are equal.
pub const EQUAL_WITHIN: i32 = 8;

/// A collection of positions whose lines are moves to play, the best one first.
///
/// The `tournament` program makes books by deep searches.
///
/// ```
/// use dolmen::positions::Book;
/// use dolmen::{BoardSize, Game, Rule};
///
/// let book = Book::from_text(
///     "dolmen positions 1\n\
///      freestyle 15x15 h8/- white depth 20 line -90 i9 line -95 h9\n",
/// )?;
/// let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// game.play("h8".parse()?)?;
/// let chosen = book.choose(&game, None).expect("the position is in the book");
/// assert_eq!(chosen.point.distance("h8".parse()?), 1);
/// assert_eq!(book.moves(&game).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: Positions,
}

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub point: Point,
    /// The score for the side that makes the move.
    pub score: Score,
    /// The depth of the search behind the score, in plies.
    pub depth: u32,
    /// The variation that begins with the move.
    pub variation: Vec<Point>,
}

impl Book {
    /// Returns the book of a text, as [`text`](crate::positions::text) describes it.
    ///
    /// # Errors
    /// Returns an error if a line is invalid.
    pub fn from_text(text: &str) -> Result<Self, ParseTextError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if first != FIRST_LINE {
            return Err(unexpected(first, FIRST_LINE));
        }
        let mut positions = Positions::default();
        lines.try_for_each(|line| positions.take_over(line))?;
        Ok(Self { positions })
    }

    /// Returns the built-in book, which all callers share and which is read on first use.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BOOK: Lazy<Arc<Book>> =
            Lazy::new(|| Arc::new(Book::from_text(BUILT_IN).expect("the built-in book is valid")));
        Arc::clone(&BOOK)
    }

    /// Returns the positions of the book.
    #[must_use]
    pub const fn positions(&self) -> &Positions {
        &self.positions
    }

    /// Returns the moves of the book in the position of a game, the best one first; none if the
    /// position is not in the book.
    #[must_use]
    pub fn moves(&self, game: &Game) -> Vec<BookMove> {
        let Record { depth, lines, .. } = self.positions.get(game).unwrap_or_default();
        let legal = game.legal_moves();
        let of_line = |Line { score, moves: variation }| {
            let point = *variation.first()?;
            legal.contains(point).then_some(BookMove { point, score, depth, variation })
        };
        lines.into_iter().filter_map(of_line).collect()
    }

    /// Returns the best move of the book or, with a seed, one of the moves that are equally good.
    #[must_use]
    pub fn choose(&self, game: &Game, seed: Option<u64>) -> Option<BookMove> {
        let moves = self.moves(game);
        let best = moves.first()?.score;
        let equal: Vec<BookMove> =
            moves.into_iter().take_while(|known| known.score >= best - EQUAL_WITHIN).collect();
        let index = seed.map_or(0, |seed| {
            let Key(number) = game.position().key().mixed_with(seed);
            (number % equal.len() as u64) as usize
        });
        equal.into_iter().nth(index)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::board::Point;
    use crate::positions::Book;
    use crate::positions::tests::game;

    const TEXT: &str = "dolmen positions 1\n\
        freestyle 15x15 h8/- white depth 20 line 10 g7i9 line 5 g8 line -90 a1\n\
        freestyle 15x15 h8/g8 black depth 20 line 10 h8\n";

    #[test]
    fn equal_moves_vary_with_the_seed() {
        let book = Book::from_text(TEXT).expect("the text is valid");
        let best = book.choose(&game("h8"), None).expect("it is known");
        let centre: Point = "h8".parse().expect("a point");
        let steps = |point: Point| {
            point.column().abs_diff(centre.column()) + point.row().abs_diff(centre.row())
        };
        assert_eq!(steps(best.point), 2, "the best move is diagonal");
        assert_eq!((best.variation.len(), best.depth), (2, 20));
        let chosen = |seed| book.choose(&game("h8"), Some(seed)).map(|chosen| steps(chosen.point));
        let all: BTreeSet<_> = (0..40).filter_map(chosen).collect();
        assert_eq!(all, BTreeSet::from([1, 2]), "a1 is much worse");
    }

    #[test]
    fn unknown_positions_and_illegal_moves_have_no_book() {
        let book = Book::from_text(TEXT).expect("the text is valid");
        assert_eq!(book.choose(&game("h8 i9"), None), None);
        assert_eq!(book.choose(&game("h8 g8"), None), None, "the point is occupied");
        let error = Book::from_text("dolmen positions 1\nnonsense\n").expect_err("it is invalid");
        assert_eq!(
            error.to_string(),
            "invalid word \"nonsense\": expected a rule such as freestyle"
        );
        assert!(Book::from_text("freestyle 15x15 h8/- white\n").is_err(), "it has no first line");
    }

    #[test]
    fn the_built_in_book_has_legal_moves() {
        let book = Book::built_in();
        for known in book.positions().iter() {
            assert!(!book.moves(&known.game).is_empty(), "{known:?}");
        }
    }
}
