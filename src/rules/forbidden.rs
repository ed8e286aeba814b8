//! Forbidden points, following the rule books of renju and omok.
//!
//! This code is deliberately slow and obvious. It referees games, and it is the definition that
//! the fast queries are tested against.
//!
//! Each term describes one line through the new stone, and a five has exactly five stones:
//! * a *four* is one stone short of a five; a line can contain two fours;
//! * an *open four* is an unbroken four that a stone at either end turns into a five; it
//!   counts as one four, although two points complete it;
//! * a *three* is one stone short of an open four.
//!
//! In renju, a double three, a double four and an overline are forbidden to black unless
//! the move makes five. A three counts only if the stone that makes the open four is
//! neither forbidden itself nor makes five in another line.
//!
//! In omok, a double three is forbidden to both colours unless the move makes five. A three
//! counts even if the stone that makes the open four would be forbidden.

use std::fmt;

use crate::board::{Bitboard, Color, Direction, Point, Position, View};
use crate::rules::outcome::{Outcome, is_five};
use crate::rules::rule::{Five, Rule};

/// The reason why a point is forbidden.
///
/// ```
/// use dolmen::board::diagram;
/// use dolmen::rules::{Forbidden, forbidden};
/// use dolmen::{Color, Point, Rule};
///
/// let position = diagram::parse("......\n......\nXXX.XX\n......\n......")?;
/// let point = Point::new(3, 2);
/// let kind = forbidden(&position, point, Color::Black, Rule::Renju);
/// assert_eq!(kind, Some(Forbidden::Overline));
/// assert_eq!(forbidden(&position, point, Color::White, Rule::Renju), None);
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Forbidden {
    /// One stone makes two or more threes.
    DoubleThree,
    /// One stone makes two or more fours.
    DoubleFour,
    /// One stone makes six or more in a row.
    Overline,
}

impl Forbidden {
    /// All reasons, ordered from the least to the most serious.
    pub const ALL: [Self; 3] = [Self::DoubleThree, Self::DoubleFour, Self::Overline];

    /// Returns the reason with its article, such as `an overline`.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::DoubleThree => "a double three",
            Self::DoubleFour => "a double four",
            Self::Overline => "an overline",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DoubleThree => "double three",
            Self::DoubleFour => "double four",
            Self::Overline => "overline",
        })
    }
}

/// The error for a move that the rule does not allow.
///
/// ```
/// use dolmen::{BoardSize, Game, IllegalMove, Point, Rule};
///
/// let mut game = Game::new(Rule::Renju, BoardSize::square(15));
/// let point = Point::new(7, 7);
/// game.play(point)?;
/// assert_eq!(game.play(point), Err(IllegalMove::Occupied(point)));
/// # Ok::<(), IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard(Point),
    /// The point already holds a stone or is dead.
    Occupied(Point),
    /// The point is forbidden to the side to move.
    Forbidden(Point, Forbidden),
    /// The game has ended.
    GameOver(Outcome),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(point) => write!(f, "point {point} is off the board"),
            Self::Occupied(point) => write!(f, "point {point} is occupied"),
            Self::Forbidden(point, kind) => write!(f, "point {point} is forbidden: {kind}"),
            Self::GameOver(outcome) => write!(f, "the game has ended: {outcome}"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// Returns the reason why an empty point is forbidden to a colour: the most serious one if
/// there are several.
///
/// Returns `None` if the point is allowed or not empty.
#[must_use]
pub fn forbidden(position: &Position, point: Point, color: Color, rule: Rule) -> Option<Forbidden> {
    forbidden_kinds(position, point, color, rule).pop()
}

/// Returns all reasons why an empty point is forbidden to a colour, in the order of
/// [`Forbidden::ALL`].
///
/// The result is empty if the point is allowed or not empty.
#[must_use]
pub fn forbidden_kinds(
    position: &Position,
    point: Point,
    color: Color,
    rule: Rule,
) -> Vec<Forbidden> {
    if !position.is_empty_at(point) {
        return Vec::new();
    }
    let view = View::new(position, color);
    match (rule, color) {
        (Rule::Renju, Color::Black) => renju_kinds(&view, point),
        (Rule::Omok, _) if is_omok_double_three(&view, point) => vec![Forbidden::DoubleThree],
        _ => Vec::new(),
    }
}

/// Returns all points that are forbidden to a colour.
#[must_use]
pub fn forbidden_points(position: &Position, color: Color, rule: Rule) -> Bitboard {
    if !rule.restricts(color) {
        return Bitboard::EMPTY;
    }
    let is_forbidden = |point: &Point| forbidden(position, *point, color, rule).is_some();
    doubtful_points(position, color).iter().filter(is_forbidden).collect()
}

/// Returns the empty points with enough stones of a colour nearby to be forbidden. The others need no
/// closer look.
///
/// A three needs two more stones in its line, at most four steps away, and a four needs three. A line
/// with two fours or six stones needs four.
fn doubtful_points(position: &Position, color: Color) -> Bitboard {
    let on_board = position.geometry().on_board();
    let [mut one, mut two] = [Bitboard::EMPTY; 2];
    for direction in Direction::ALL {
        // `[n]`: the points with more than `n` stones in the line.
        let mut more_than = [Bitboard::EMPTY; 4];
        for step in [direction.index_step(), -direction.index_step()] {
            let mut stones = position.stones(color);
            for _ in 0..4 {
                stones = stones.shifted(step) & on_board;
                for n in (1..4).rev() {
                    more_than[n] |= more_than[n - 1] & stones;
                }
                more_than[0] |= stones;
            }
        }
        two |= one & more_than[1] | more_than[3];
        one |= more_than[1];
    }
    two & position.empty()
}

/// Checks that the side to move may play on a point.
///
/// # Errors
/// Returns an error if the point is off the board, occupied or forbidden.
pub fn check_move(position: &Position, point: Point, rule: Rule) -> Result<(), IllegalMove> {
    if !position.geometry().on_board().contains(point) {
        return Err(IllegalMove::OffBoard(point));
    }
    if !position.is_empty_at(point) {
        return Err(IllegalMove::Occupied(point));
    }
    match forbidden(position, point, position.side_to_move(), rule) {
        Some(kind) => Err(IllegalMove::Forbidden(point, kind)),
        None => Ok(()),
    }
}

/// Returns the reasons why renju forbids a stone on an empty point.
fn renju_kinds(view: &View, point: Point) -> Vec<Forbidden> {
    let board = view.with(point);
    if makes_five(&board, point) {
        return Vec::new();
    }
    let fours = Direction::ALL.map(|direction| fours(&board, point, direction));
    let mut kinds = Vec::new();
    if is_renju_double_three(&board, point) {
        kinds.push(Forbidden::DoubleThree);
    }
    if fours.iter().sum::<usize>() >= 2 {
        kinds.push(Forbidden::DoubleFour);
    }
    if Direction::ALL.into_iter().any(|direction| board.run(point, direction).len >= 6) {
        kinds.push(Forbidden::Overline);
    }
    kinds
}

/// Returns whether at least two of the threes through the stone on `point` count.
///
/// The recursion ends because each step adds a stone.
fn is_renju_double_three(board: &View, point: Point) -> bool {
    let threes = Direction::ALL.map(|direction| open_four_points(board, point, direction));
    let is_real = |three: &&Bitboard| {
        three
            .iter()
            .any(|next| !makes_five(&board.with(next), next) && renju_kinds(board, next).is_empty())
    };
    // Most stones make fewer than two threes, and the costly check below is not needed.
    threes.iter().filter(|three| !three.is_empty()).count() >= 2
        && threes.iter().filter(is_real).count() >= 2
}

/// Returns whether omok forbids a stone on an empty point.
fn is_omok_double_three(view: &View, point: Point) -> bool {
    let board = view.with(point);
    let is_three = |&direction: &Direction| !open_four_points(&board, point, direction).is_empty();
    !makes_five(&board, point) && Direction::ALL.into_iter().filter(is_three).count() >= 2
}

/// Returns whether the stone on `point` is part of exactly five.
fn makes_five(board: &View, point: Point) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| is_five(board, &board.run(point, direction), Five::Exactly))
}

/// Returns the points that complete a four through the stone on `point`.
///
/// There is at most one on each side, because a second one would lie beyond the first.
fn completions(board: &View, point: Point, direction: Direction) -> Vec<Point> {
    (-4..=4)
        .filter_map(|steps| point.offset(direction, steps, board.size()))
        .filter(|&next| board.empty().contains(next))
        .filter(|&next| {
            let completed = board.with(next);
            let run = completed.run(next, direction);
            run.stones.contains(point) && is_five(&completed, &run, Five::Exactly)
        })
        .collect()
}

/// Returns whether the run through the stone on `point` is an open four.
fn is_open_four(board: &View, point: Point, direction: Direction) -> bool {
    board.run(point, direction).len == 4 && completions(board, point, direction).len() == 2
}

/// Counts the fours in the line through the stone on `point`: 0, 1 or 2.
fn fours(board: &View, point: Point, direction: Direction) -> usize {
    if is_open_four(board, point, direction) {
        1
    } else {
        completions(board, point, direction).len()
    }
}

/// Returns the points where one more stone makes an open four with the stone on `point`.
///
/// If there is such a point, the stone is part of a three.
fn open_four_points(board: &View, point: Point, direction: Direction) -> Bitboard {
    (-3..=3)
        .filter_map(|steps| point.offset(direction, steps, board.size()))
        .filter(|&next| board.empty().contains(next))
        .filter(|&next| {
            let extended = board.with(next);
            extended.run(next, direction).stones.contains(point)
                && is_open_four(&extended, next, direction)
        })
        .collect()
}

#[cfg(test)]
mod tests;
