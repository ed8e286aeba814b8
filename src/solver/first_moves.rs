//! The first moves that win by threats, and the shortest win by fours.

use std::collections::HashMap;

use crate::board::{Bitboard, Color, Key, Point};
use crate::solver::proof::Proof;
use crate::solver::vcf::{Vcf, fours};
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

/// A solver of wins by threats whose first moves can be tried one by one.
///
/// ```
/// use dolmen::solver::{FirstMoves, Vcf};
/// use dolmen::threats::ThreatBoard;
/// use dolmen::{Color, Rule};
///
/// let text = ". . . . . . .\n. . X X X . .\n. . . . . . .\n. O . . . . .\n. . O . . . .\n\
///             . . . . . . .\n. . . . O . .";
/// let mut position = dolmen::board::diagram::parse(text)?;
/// position.set_side_to_move(Color::Black);
/// let mut board = ThreatBoard::new(&position, Rule::Freestyle);
/// let mut solver = Vcf::new(10);
/// let first = solver.first_moves(&mut board);
/// let mut wins = |point| solver.solve_after(&mut board, point, 1_000).is_win();
/// // An open three becomes an open four at either end.
/// assert_eq!(first.iter().filter(|&point| wins(point)).count(), 2);
/// # Ok::<(), dolmen::board::diagram::ParseDiagramError>(())
/// ```
pub trait FirstMoves {
    /// Returns the moves of the side to move that may begin such a win: its fives, if it has any, otherwise its
    /// threats.
    fn first_moves(&self, board: &mut ThreatBoard) -> Bitboard;

    /// Returns whether the move `first` of the side to move, which has no five, begins a win, after a search of about
    /// `budget` positions. Another call continues the search. The variation begins with the reply. A move that is not
    /// among the first moves begins no win.
    fn solve_after(&mut self, board: &mut ThreatBoard, first: Point, budget: u64) -> Proof {
        if !self.first_moves(board).contains(first) {
            return Proof::NoWin;
        }
        board.play(first);
        let proof = self.solve_defence(board, budget);
        board.undo();
        proof
    }

    /// Solves the position after a threat, for the side that is not to move.
    fn solve_defence(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof;
}

impl FirstMoves for Vcf {
    fn first_moves(&self, board: &mut ThreatBoard) -> Bitboard {
        fives_or(board, fours)
    }

    fn solve_defence(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        Vcf::solve_defence(self, board, budget)
    }
}

impl FirstMoves for Vct {
    fn first_moves(&self, board: &mut ThreatBoard) -> Bitboard {
        fives_or(board, Self::attacks)
    }

    fn solve_defence(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        Vct::solve_defence(self, board, budget)
    }
}

/// Returns the fives of the side to move, or other points that it may play if it has none.
fn fives_or(board: &mut ThreatBoard, others: fn(&ThreatBoard, Color) -> Bitboard) -> Bitboard {
    let attacker = board.side_to_move();
    let fives = board.points(attacker, Threat::Five);
    let points = if fives.is_empty() { others(board, attacker) } else { fives };
    board.legal(attacker, points)
}

/// A search for the shortest win by continuous fours.
#[derive(Clone, Debug)]
pub struct ShortestVcf {
    /// The number of moves within which a position is not won.
    refuted: HashMap<Key, u32>,
    /// The number of positions that may still be visited.
    left: u64,
}

impl ShortestVcf {
    /// Returns a search that visits at most `positions` positions.
    #[must_use]
    pub fn new(positions: u64) -> Self {
        Self { refuted: HashMap::new(), left: positions }
    }

    /// Returns the number of moves, with the five, of the shortest win of the side to move by fours
    /// against the best defence.
    ///
    /// Returns `None` if it takes more than `max_moves`, or if the search runs out of positions.
    pub fn moves(&mut self, board: &mut ThreatBoard, max_moves: u32) -> Option<u32> {
        for moves in 1..=max_moves {
            if self.wins_in(board, moves)? {
                return Some(moves);
            }
        }
        None
    }

    /// Returns whether the side to move wins in `moves` moves; `None` if the search runs out of positions.
    fn wins_in(&mut self, board: &mut ThreatBoard, moves: u32) -> Option<bool> {
        let attacker = board.side_to_move();
        if board.count(attacker, Threat::Five) > 0 {
            return Some(true);
        }
        let key = board.position().key();
        if moves < 2 || self.refuted.get(&key).is_some_and(|&refuted| refuted >= moves) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let points = fours(board, attacker);
        for four in board.legal(attacker, points) {
            board.play(four);
            let wins = self.every_answer_loses(board, moves - 1);
            board.undo();
            if wins? {
                return Some(true);
            }
        }
        self.refuted.insert(key, moves);
        Some(false)
    }

    /// Returns whether the side to move, which has to stop a five, loses in `moves` moves.
    fn every_answer_loses(&mut self, board: &mut ThreatBoard, moves: u32) -> Option<bool> {
        let defender = board.side_to_move();
        if board.count(defender, Threat::Five) > 0 {
            return Some(false);
        }
        let answers = board.answers_to_five(!defender);
        for answer in board.legal(defender, answers) {
            board.play(answer);
            let wins = self.wins_in(board, moves);
            board.undo();
            if !wins? {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests;
