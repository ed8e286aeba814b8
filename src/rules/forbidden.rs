//! Forbidden points, straight from the rule books of renju and omok.
//!
//! Slow and obvious on purpose: the referee, and what every fast query is tested against.
//!
//! Terms, each about the row in one direction through the new stone, with fives exact:
//! * a *four* is a five but for one stone; a row can hold two of them;
//! * an *open four* is an unbroken four that a stone at either end turns into a five; it
//!   counts as one four, though two points complete it;
//! * a *three* is a row that one more stone turns into an open four.
//!
//! Renju (black only): double three, double four and overline are forbidden, unless the
//! move makes five. A three counts only if the stone that makes the open four is neither
//! forbidden itself nor a five in another row.
//!
//! Omok (both colours): double three is forbidden, unless the move makes five. Whether
//! the stone that makes the open four would be allowed does not matter.

use std::fmt;

use crate::board::{Bitboard, Color, Direction, Point, Position, View};
use crate::rules::outcome::{Outcome, is_five};
use crate::rules::rule::{Five, Rule};

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Forbidden {
    /// Two threes or more with one stone.
    DoubleThree,
    /// Two fours or more with one stone.
    DoubleFour,
    /// Six stones or more in a row.
    Overline,
}

impl Forbidden {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::DoubleThree, Self::DoubleFour, Self::Overline];
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

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard(Point),
    /// The point holds a stone already.
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

/// Why a colour may not play on an empty point; of several reasons the gravest: overline,
/// then double four, then double three. `None` if it may, or if the point is not empty.
#[must_use]
pub fn forbidden(position: &Position, point: Point, color: Color, rule: Rule) -> Option<Forbidden> {
    forbidden_kinds(position, point, color, rule).pop()
}

/// Every reason why a colour may not play on an empty point, in the order of
/// [`Forbidden::ALL`]; empty if it may, or if the point is not empty.
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

/// The empty points where a colour may not play.
#[must_use]
pub fn forbidden_points(position: &Position, color: Color, rule: Rule) -> Bitboard {
    let is_forbidden = |point: &Point| forbidden(position, *point, color, rule).is_some();
    position.empty().iter().filter(is_forbidden).collect()
}

/// Whether the side to move may play on a point.
///
/// # Errors
/// If the point is off the board, occupied or forbidden.
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

/// What renju holds against a stone on an empty point.
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

/// Whether at least two of the threes through the stone on `point` are real ones. Each
/// step of the recursion adds a stone, so it ends.
fn is_renju_double_three(board: &View, point: Point) -> bool {
    let threes = Direction::ALL.map(|direction| open_four_points(board, point, direction));
    let is_real = |three: &&Bitboard| {
        three
            .iter()
            .any(|next| !makes_five(&board.with(next), next) && renju_kinds(board, next).is_empty())
    };
    // Most stones make no two threes of any kind: no need to ask whether they are real.
    threes.iter().filter(|three| !three.is_empty()).count() >= 2
        && threes.iter().filter(is_real).count() >= 2
}

/// Whether omok forbids a stone on an empty point.
fn is_omok_double_three(view: &View, point: Point) -> bool {
    let board = view.with(point);
    let is_three = |&direction: &Direction| !open_four_points(&board, point, direction).is_empty();
    !makes_five(&board, point) && Direction::ALL.into_iter().filter(is_three).count() >= 2
}

/// Whether the stone on `point` is part of exactly five.
fn makes_five(board: &View, point: Point) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| is_five(board, &board.run(point, direction), Five::Exactly))
}

/// The points that complete a four through the stone on `point`: at most one on either
/// side, for a second one would have to leap over the first.
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

/// Whether the row through the stone on `point` is an open four.
fn is_open_four(board: &View, point: Point, direction: Direction) -> bool {
    board.run(point, direction).len == 4 && completions(board, point, direction).len() == 2
}

/// Number of fours in the row through the stone on `point`: 0, 1 or 2.
fn fours(board: &View, point: Point, direction: Direction) -> usize {
    if is_open_four(board, point, direction) {
        1
    } else {
        completions(board, point, direction).len()
    }
}

/// The points where one more stone makes an open four that contains the stone on `point`:
/// the row is a three if there is one.
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
