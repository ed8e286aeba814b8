//! Positions with their moves as the input of the policy.

use std::sync::Arc;

use dolmen::board::{BoardSize, Color, Direction, Point};
use dolmen::eval::RuleEvaluator;
use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber};
use dolmen::eval::line_network::policy::{EVALUATION_UNITS, MAX_EVALUATION};
use dolmen::rules::Rule;
use dolmen::threats::ThreatBoard;

use crate::learn::samples::Sample;
use crate::learn::stones::PlacedStones;
use crate::line_network::windows::Scanner;

/// The units of move ordering in a score of one.
pub const SCORE_UNITS: f32 = 100.0;

/// A move that the policy chooses from, or a forbidden one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The neighbouring cells: the indices in [`MovePosition::cells`] of the four beside it, then of
    /// those at its corners; `None` off the board.
    pub around: [Option<u16>; 8],
    /// Its score in move ordering by its threats alone, in [`SCORE_UNITS`].
    pub score: f32,
    /// Indicates whether the move is legal.
    pub is_legal: bool,
}

/// A position with its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MovePosition {
    /// The side to move.
    pub mover: Color,
    /// The evaluation in [`EVALUATION_UNITS`], within its limits.
    pub evaluation: f32,
    /// The result of [`urgency`](dolmen::eval::urgency).
    pub urgency: usize,
    /// The rows of cells in four directions from the view of the side to move: those of the candidates in
    /// their order, then those of their other neighbours.
    pub cells: Vec<[RowNumber; 4]>,
    /// The empty points near a stone.
    pub candidates: Vec<Candidate>,
    /// The index of the search's move among the candidates.
    pub best: usize,
}

impl MovePosition {
    /// Returns a position without moves, to be read into.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            mover: Color::Black,
            evaluation: 0.0,
            urgency: 0,
            cells: Vec::new(),
            candidates: Vec::new(),
            best: 0,
        }
    }
}

/// Reads positions of one rule.
#[derive(Debug)]
pub struct Reader {
    rule: Rule,
    evaluator: Arc<RuleEvaluator>,
    scanner: Scanner,
}

impl Reader {
    /// Returns a reader for the rows of a dictionary and the move ordering of an evaluator.
    #[must_use]
    pub fn new(rule: Rule, evaluator: Arc<RuleEvaluator>, dictionary: &Dictionary) -> Self {
        Self { rule, evaluator, scanner: Scanner::new(dictionary) }
    }

    /// Reads a position. Returns `false` if the search's move is no candidate, or the only one.
    pub fn read(
        &mut self,
        stones: PlacedStones<'_>,
        sample: &Sample,
        to: &mut MovePosition,
    ) -> bool {
        let position = stones.position(sample.mover);
        let mut board = ThreatBoard::new(&position, self.rule);
        let near = board.near();
        let legal = board.legal(sample.mover, near);
        let Some(best) = near.iter().position(|point| point == sample.best) else { return false };
        if !legal.contains(sample.best) || legal.len() < 2 {
            return false;
        }
        let limit = MAX_EVALUATION as f32;
        to.mover = sample.mover;
        to.evaluation = (sample.eval as f32).clamp(-limit, limit) / EVALUATION_UNITS as f32;
        to.urgency = usize::from(sample.urgency);
        to.best = best;
        self.scanner.scan(stones);
        let around = (near.dilated() & position.geometry().on_board()) - near;
        let points: Vec<Point> = near.iter().chain(around.iter()).collect();
        to.cells.clear();
        to.cells.extend(points.iter().map(|&point| self.scanner.rows_at(point)));
        let mut place_of = [None; 1 << 9];
        for (place, point) in points.iter().enumerate() {
            place_of[point.index()] = Some(place as u16);
        }
        to.candidates.clear();
        to.candidates.extend(near.iter().map(|point| {
            Candidate {
                around: neighbors(point, stones.size)
                    .map(|near| near.and_then(|near| place_of[near.index()])),
                score: self.score(&board, point),
                is_legal: legal.contains(point),
            }
        }));
        true
    }

    /// Returns the score of a move in move ordering by its threats alone.
    fn score(&self, board: &ThreatBoard, point: Point) -> f32 {
        let mover = board.side_to_move();
        let attack = self.evaluator.weights_at(board, mover, point).attack;
        let defence = self.evaluator.weights_at(board, !mover, point).defence;
        (f32::from(attack) + f32::from(defence)) / SCORE_UNITS
    }
}

/// Returns the points beside a point, then those at its corners; `None` off the board.
fn neighbors(point: Point, size: BoardSize) -> [Option<Point>; 8] {
    const STEPS: [(Direction, i32); 8] = [
        (Direction::Horizontal, 1),
        (Direction::Horizontal, -1),
        (Direction::Vertical, 1),
        (Direction::Vertical, -1),
        (Direction::Diagonal, 1),
        (Direction::AntiDiagonal, 1),
        (Direction::AntiDiagonal, -1),
        (Direction::Diagonal, -1),
    ];
    STEPS.map(|(direction, steps)| point.offset(direction, steps, size))
}
