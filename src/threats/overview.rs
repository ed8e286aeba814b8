//! The threats of both sides as a person sees them: points that make a five or an open four, and open threes.

use std::collections::BTreeSet;

use crate::board::{Bitboard, Color, Direction, PerColor, Point, View};
use crate::rules::Shape;
use crate::threats::board::ThreatBoard;
use crate::threats::class::Threat;

/// The threats of both sides on a board.
///
/// ```
/// use dolmen::threats::{Overview, ThreatBoard};
/// use dolmen::{Color, Position, Rule};
///
/// let position = Position::from_moves("15x15 h8 a1 i8 a3 j8 a5")?;
/// let overview = Overview::of(&mut ThreatBoard::new(&position, Rule::Freestyle));
/// assert_eq!(overview.open_fours[Color::Black].len(), 2);
/// assert_eq!(overview.open_threes[Color::Black].len(), 1);
/// assert!(overview.fives[Color::Black].is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The points where a colour makes a five.
    pub fives: PerColor<Bitboard>,
    /// The points where a colour makes a four, or two, that one stone cannot stop.
    pub open_fours: PerColor<Bitboard>,
    /// The stones of the open threes: those with which one more legal stone makes a straight four.
    pub open_threes: PerColor<Vec<Vec<Point>>>,
}

impl Overview {
    /// Returns the threats on a board, which is left unchanged.
    #[must_use]
    pub fn of(board: &mut ThreatBoard) -> Self {
        Self {
            fives: PerColor::from_fn(|color| board.points(color, Threat::Five)),
            open_fours: PerColor::from_fn(|color| open_four_points(board, color)),
            open_threes: PerColor::from_fn(|color| open_threes(board, color)),
        }
    }
}

/// Returns the points where a colour makes a four, or two, that one stone cannot stop.
fn open_four_points(board: &mut ThreatBoard, color: Color) -> Bitboard {
    let sure = board.points(color, Threat::OpenFour);
    // A stone that may be forbidden, but is not, can make an open four, too.
    let doubtful: Bitboard = board
        .points(color, Threat::Forbidden)
        .iter()
        .filter(|&point| {
            let code = board.code(color, point);
            Direction::ALL.iter().any(|&direction| code.shape(direction) == Shape::OpenFour)
        })
        .collect();
    sure | board.legal(color, doubtful)
}

/// Returns the stones of the open threes: those with which one more legal stone makes a straight
/// four.
fn open_threes(board: &mut ThreatBoard, color: Color) -> Vec<Vec<Point>> {
    let view = View::new(board.position(), color);
    let mut threes = BTreeSet::new();
    for point in board.position().empty() {
        let code = board.code(color, point);
        let makes_four = |direction: &Direction| code.shape(*direction) == Shape::OpenFour;
        let directions: Vec<Direction> = Direction::ALL.into_iter().filter(makes_four).collect();
        if directions.is_empty() || board.is_forbidden(color, point) {
            continue;
        }
        for direction in directions {
            let four = view.with(point).run(point, direction).stones;
            let stones = four.iter().filter(|&stone| stone != point).collect::<Vec<Point>>();
            threes.insert(stones);
        }
    }
    threes.into_iter().collect()
}
