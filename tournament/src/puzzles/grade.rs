//! The grade of a puzzle, from the effort that its answer takes.

use dolmen::board::Point;
use dolmen::eval::{Accumulator, Evaluator};
use dolmen::threats::ThreatBoard;

use crate::puzzles::puzzle::{Effort, Grade, Kind};

/// The weights of the parts of an effort, and the loads at which the grades from 2 begin.
struct Scale {
    moves: f64,
    choices: f64,
    nodes: f64,
    limits: [f64; 4],
}

/// Returns the scale of a kind. The weights follow the puzzles that levels 3 and 8 solve, mostly those whose
/// answer looks best at first sight. Each grade has about a fifth of the puzzles.
const fn scale(kind: Kind) -> Scale {
    match kind {
        Kind::Fours => Scale { moves: 1.0, choices: 1.0, nodes: 0.3, limits: [5.8, 6.9, 7.6, 8.8] },
        Kind::Threes => {
            Scale { moves: 0.08, choices: 1.6, nodes: 0.45, limits: [3.6, 4.6, 5.3, 7.0] }
        }
        Kind::Defence => {
            Scale { moves: 0.5, choices: 1.8, nodes: 0.35, limits: [3.7, 4.3, 5.3, 6.5] }
        }
    }
}

/// Returns the grade of a puzzle whose answer takes this effort.
#[must_use]
pub fn grade(kind: Kind, effort: &Effort) -> Grade {
    let scale = scale(kind);
    let load = load(effort, &scale);
    1 + scale.limits.iter().filter(|&&limit| load >= limit).count() as Grade
}

/// Returns the load of a puzzle.
fn load(effort: &Effort, scale: &Scale) -> f64 {
    let Effort { moves, choices, nodes, is_quiet } = *effort;
    let log = |number: f64| (1.0 + number).log2();
    scale.moves * f64::from(moves)
        + scale.choices * log(f64::from(choices))
        + scale.nodes * log(nodes as f64)
        + if is_quiet { 1.0 } else { 0.0 }
}

/// Returns the number of other legal points that the evaluation, without a search, prefers to the right move.
pub(super) fn rivals(board: &mut ThreatBoard, key: Point) -> u32 {
    let legal = board.legal(board.side_to_move(), board.position().empty());
    let evaluator = Evaluator::built_in();
    let mut accumulator = Accumulator::new(evaluator.rule(board.rule()), board);
    let chances = accumulator.chances(board, legal);
    let own = chances.iter().find(|seen| seen.point == key).map_or(0.0, |seen| seen.chance);
    chances.iter().filter(|seen| seen.chance > own).count() as u32
}
