//! Wins and losses that the threat sets show without a search.

use crate::board::{Bitboard, Color, Point};
use crate::eval::Score;
use crate::threats::{Threat, ThreatBoard};

/// The situation of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Situation {
    /// The game is decided within a few plies.
    Decided(Score),
    /// The opponent makes a five next unless one of these points is taken.
    MustAnswerFive(Bitboard),
    /// The opponent makes an open four next unless it is prevented.
    MustAnswerOpenFour,
    /// The opponent threatens nothing that must be answered.
    Free,
}

/// The moves that may keep the opponent from an open four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenFourAnswers {
    /// The exact answers, and the fours of the side to move, which gain time. After any other
    /// legal move the opponent makes the open four and wins.
    pub(crate) all: Bitboard,
    /// Those of them that only delay an exact answer; empty if there is no exact answer.
    pub(crate) delays: Bitboard,
}

/// Returns the situation of the side to move by the threat sets, at `ply` plies from the root.
///
/// The score of a decided game names the right winner; its distance is that of the shortest win
/// found.
pub(crate) fn situation(board: &mut ThreatBoard, ply: i32) -> Situation {
    let mover = board.side_to_move();
    if board.count(mover, Threat::Five) > 0 {
        return Situation::Decided(Score::win_in(ply + 1));
    }
    if board.count(!mover, Threat::Five) > 0 {
        let answers = board.answers_to_five(!mover);
        let answers = board.legal(mover, answers);
        return if answers.is_empty() {
            Situation::Decided(Score::loss_in(ply + 2))
        } else {
            Situation::MustAnswerFive(answers)
        };
    }
    if board.count(mover, Threat::OpenFour) > 0 {
        return Situation::Decided(Score::win_in(ply + 3));
    }
    if wins_by_four_three(board) {
        return Situation::Decided(Score::win_in(ply + 5));
    }
    if board.count(!mover, Threat::OpenFour) > 0 {
        return Situation::MustAnswerOpenFour;
    }
    // Two open threes cross in the new stone only, so one answer leaves one of them. That one
    // wins unless the opponent gains time with a four. A four for which the opponent still
    // needs stones comes too late: against an open four only a five helps.
    if board.count(mover, Threat::DoubleThree) > 0 && !has_fours(board, !mover) {
        return Situation::Decided(Score::win_in(ply + 5));
    }
    Situation::Free
}

/// Returns whether a stone of a colour somewhere makes a four, as far as the threat sets tell.
fn has_fours(board: &ThreatBoard, color: Color) -> bool {
    board.has_any(color, &Threat::FOURS) || board.count(color, Threat::Forbidden) > 0
}

/// Returns whether the side to move wins by a four-three, a four that makes an open three: the opponent answers
/// the four, and the open three becomes an open four, unless the answer makes a four itself.
///
/// Only meaningful while neither side has a point that makes five.
fn wins_by_four_three(board: &mut ThreatBoard) -> bool {
    let mover = board.side_to_move();
    // In caro the three may be closed at a distance, and a four may have two answers.
    if board.count(mover, Threat::FourThree) == 0 || board.rule().five(mover).can_be_closed() {
        return false;
    }
    let is_restricted = board.rule().restricts(mover);
    if !is_restricted && !has_fours(board, !mover) {
        return true;
    }
    board.points(mover, Threat::FourThree).iter().any(|four| {
        board.place(four, mover);
        let answer = board.points(mover, Threat::Five).first();
        let is_free = |&answer: &Point| board.strong_threat(!mover, answer) < Threat::Four;
        let wins = answer.filter(is_free).is_some_and(|answer| {
            // The second four may be forbidden.
            !is_restricted || {
                board.place(answer, !mover);
                let wins = board.count(mover, Threat::OpenFour) > 0;
                board.undo();
                wins
            }
        });
        board.undo();
        wins
    })
}

/// Returns the answers of the side to move to an open four that the opponent makes next.
pub(crate) fn answers_to_open_four(board: &ThreatBoard) -> OpenFourAnswers {
    let mover = board.side_to_move();
    let exact = board.answers_to_open_four(!mover);
    let mut all = exact | board.points_of_any(mover, &Threat::FOURS);
    if board.rule().restricts(mover) {
        // Some of these points may be legal fours.
        all |= board.points(mover, Threat::Forbidden);
    }
    let delays = if exact.is_empty() { Bitboard::EMPTY } else { all - exact };
    OpenFourAnswers { all, delays }
}

#[cfg(test)]
mod tests;
