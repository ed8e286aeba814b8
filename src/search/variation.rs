//! The principal variation as people see it: replayed for legality, and continued with what the
//! search knows.

use crate::board::{Bitboard, Point};
use crate::eval::Score;
use crate::search::progress::Progress;
use crate::search::worker::Worker;
use crate::threats::Threat;

/// The number of nodes of the search for continuous fours at the end of a variation.
const VCF_BUDGET: u64 = 1_000;
/// The maximum length of a variation, in moves.
const MAX_LENGTH: usize = 60;

impl Worker<'_> {
    /// Returns the state of the search for an observer, with a continued variation.
    pub(crate) fn report(&mut self, depth: u32, score: Score, variation: &[Point]) -> Progress {
        let variation = self.continued(variation, depth, score);
        let report = self.progress(depth, score, &variation);
        self.time.note(report.elapsed);
        report
    }

    /// Returns a variation up to its first illegal move, with a continuation.
    ///
    /// The continuation has as many moves as the depth, or as a proved score has plies to the
    /// end. It consists of forced moves and of moves of the transposition table, and at the end
    /// of a proved variation of continuous fours. It is shorter if the search knows no more.
    fn continued(&mut self, variation: &[Point], depth: u32, score: Score) -> Vec<Point> {
        let plies_to_end = score.plies_to_end().and_then(|plies| usize::try_from(plies).ok());
        let wanted = plies_to_end.unwrap_or(depth as usize).min(MAX_LENGTH);
        let mut line = Vec::with_capacity(wanted);
        let mut given = variation.iter().copied();
        let before = self.board.placements();
        while line.len() < MAX_LENGTH {
            let next = given.next();
            let next = if line.len() < wanted { next.or_else(|| self.likely_move()) } else { next };
            let Some(point) = next.filter(|&point| self.is_playable(point)) else { break };
            let is_five = self.makes_five(point);
            line.push(point);
            self.board.play(point);
            if is_five {
                break;
            }
        }
        let winner_moves = score.is_win() == line.len().is_multiple_of(2);
        if plies_to_end.is_some() && winner_moves && line.len() < wanted {
            line.extend(self.continuous_fours());
        }
        while self.board.placements() > before {
            self.undo();
        }
        line
    }

    /// Returns whether the side to move may place a stone on a point.
    fn is_playable(&mut self, point: Point) -> bool {
        let mover = self.board.side_to_move();
        self.board.position().is_empty_at(point) && !self.board.is_forbidden(mover, point)
    }

    /// Returns a five, the answer to one, or the best move in the transposition table.
    fn likely_move(&mut self) -> Option<Point> {
        let mover = self.board.side_to_move();
        if let Some(five) = self.board.points(mover, Threat::Five).first() {
            return Some(five);
        }
        if self.board.count(!mover, Threat::Five) > 0 {
            let answers = self.board.answers_to_five(!mover);
            let answers: Bitboard = self.board.legal(mover, answers);
            return answers.first().or_else(|| self.board.points(!mover, Threat::Five).first());
        }
        self.memory.table.probe(self.board.position().key())?.best
    }

    /// Returns a win of the side to move by continuous fours; empty if a short search finds none.
    fn continuous_fours(&mut self) -> Vec<Point> {
        self.memory.vcf.solve(&mut self.board, VCF_BUDGET).into_win().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
