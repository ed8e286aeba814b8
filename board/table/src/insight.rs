//! The facts of a position that a board shows: forbidden points with reasons, threats, values, and proofs.
//!
//! The rules decide which points are forbidden and when a game ends; the solver finds wins by force; the
//! evaluation values moves without a search. All of it takes a few milliseconds, apart from
//! [`prove`], whose caller sets the limit.

mod marks;
mod proof;
mod puzzle;
mod rows;
mod threats;

use dolmen::board::Point;
use dolmen::eval::{Accumulator, Evaluator, MoveChance};
use dolmen::positions::{Book, BookMove};
use dolmen::threats::ThreatBoard;
use dolmen::{Game, Outcome};

use crate::message::{BookLine, Heat, Insight, Threats};
use crate::tree::{NodeId, Tree, TreeError};

pub use marks::{Marks, marks};
pub use proof::{ProofLimits, Proving, StopFlag, prove};
pub use puzzle::{PuzzleError, judge_puzzle};

/// Returns the facts of the position at a node. `threats` adds the threats, `heat` the values of
/// moves.
///
/// Under a rule that goes on after a five, only the full board ends the game.
///
/// ```
/// use board_table::insight::insight;
/// use board_table::tree::{ROOT, Tree};
/// use dolmen::{BoardSize, Rule};
///
/// let mut tree = Tree::new(Rule::Renju, BoardSize::square(15));
/// let mut at = ROOT;
/// for point in ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"] {
///     at = tree.add(at, Some(point.parse()?))?;
/// }
/// let insight = insight(&tree, at, false, false)?;
/// assert_eq!(insight.forbidden[0].point, "h8");
/// assert_eq!(insight.forbidden[0].reason, "double three");
/// assert_eq!(insight.forbidden[0].rows.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the node does not exist or a stone on its path cannot be placed.
pub fn insight(tree: &Tree, at: NodeId, threats: bool, heat: bool) -> Result<Insight, TreeError> {
    let game = Game::from_position(tree.rule(), tree.position(at)?);
    let mut insight = Insight { at, ..Insight::default() };
    match game.outcome() {
        Some(outcome) => {
            insight.outcome = Some(match outcome {
                Outcome::Win(color) => color.to_string(),
                Outcome::Draw => "draw".to_owned(),
            });
            insight.five = rows::last_five(&game);
            insight.threats = threats.then(Threats::default);
            insight.heat = heat.then(Vec::new);
        }
        None => {
            insight.to_move = Some(game.side_to_move());
            insight.forbidden = rows::forbidden_points(&game);
            insight.threats = threats.then(|| threats::threats(&game));
            insight.heat = heat.then(|| heat_map(&game));
            insight.book = book_lines(&game);
        }
    }
    Ok(insight)
}

/// Returns the chances of the side to move after each of its legal moves.
fn heat_map(game: &Game) -> Vec<Heat> {
    let mut board = ThreatBoard::new(game.position(), game.rule().rule);
    let mut accumulator = Accumulator::new(Evaluator::built_in().rule(board.rule()), &board);
    let chances = accumulator.chances(&mut board, game.legal_moves());
    let heat = |MoveChance { point, chance }| Heat { point: point.to_string(), value: chance };
    chances.into_iter().map(heat).collect()
}

/// Returns the moves of the built-in book, which covers only games that end with a five.
fn book_lines(game: &Game) -> Vec<BookLine> {
    if game.rule().continuous {
        return Vec::new();
    }
    let line = |BookMove { score, depth, variation, .. }| BookLine {
        value: score.to_string(),
        chance: score.win_probability(),
        depth,
        line: names(variation),
    };
    Book::built_in().moves(game).into_iter().map(line).collect()
}

/// Returns the names of points.
fn names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

#[cfg(test)]
mod tests;
