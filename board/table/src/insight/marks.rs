//! The marks of a whole game, for pages that show finished games and know no rule.

use dolmen::board::{BoardSize, Position};
use dolmen::rules::{GameRule, Rule};
use dolmen::threats::ThreatBoard;
use dolmen::{Color, Game, Point};
use serde::Serialize;

use crate::insight::rows::last_five;

/// The marks of a game, which a board shows besides its stones. Points have names such as `h8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// The points that the side to move may not play after each number of moves from 0, one after the
    /// other, as in `h8i9`. Empty if no position of the game has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// The stones of the fives that end the game, each five from one end to the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub five: Vec<String>,
}

/// Returns the marks of a game, from its first move to the first one whose point is not empty.
///
/// ```
/// use board_table::insight::marks;
/// use dolmen::{BoardSize, Rule};
///
/// let points = ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"];
/// let moves = points.map(|point| point.parse().expect("a point"));
/// let marks = marks(Rule::Renju, BoardSize::square(15), moves);
/// assert_eq!(marks.forbidden.last().map(String::as_str), Some("h8"));
/// assert_eq!(marks.five, [""; 0]);
/// ```
#[must_use]
pub fn marks(rule: Rule, size: BoardSize, moves: impl IntoIterator<Item = Point>) -> Marks {
    let mut position = Position::new(size);
    for point in moves {
        if position.play(point).is_err() {
            break;
        }
    }
    let forbidden = forbidden_points(rule, &position);
    let rule = GameRule { rule, continuous: false };
    Marks { forbidden, five: last_five(&Game::from_position(rule, position)) }
}

/// Returns the forbidden points of every position of a game; see [`Marks::forbidden`].
fn forbidden_points(rule: Rule, end: &Position) -> Vec<String> {
    if Color::ALL.into_iter().all(|color| !rule.restricts(color)) {
        return Vec::new();
    }
    let mut board = ThreatBoard::new(&Position::new(end.size()), rule);
    let mut points = vec![String::new()];
    for placement in end.history() {
        board.play(placement.point);
        let empty = board.position().empty();
        let forbidden = empty - board.legal(!placement.color, empty);
        points.push(forbidden.iter().map(|point| point.to_string()).collect());
    }
    if points.iter().all(String::is_empty) { Vec::new() } else { points }
}
